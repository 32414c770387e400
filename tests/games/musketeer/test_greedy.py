"""The greedy player: sensible about the world war, and able to say why."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import bots

from .table import BOOK, fighting, phase, position

SENTENCE = re.compile(r"[A-Z0-9].*\.$")


def decide(s: Any) -> tuple[str, str]:
    bot = bots.make("greedy", s.game, s.actor, "test")
    found = bots.decide(bot, s)
    assert s.check(found.action) is None
    return str(found.action), found.reason


def test_every_decision_has_a_reason() -> None:
    game = sandtable.load(BOOK)
    s, rng = game.start(), Random(4)
    players = {side: bots.make("greedy", game, side, "reasons") for side in game.sides}
    for _ in range(260):
        if s.actor == "chance":
            s.apply(s.sample(rng.randrange))
            continue
        bot = players[s.actor]
        found = bots.decide(bot, s)
        assert s.check(found.action) is None, found.action
        assert SENTENCE.match(found.reason), found
        assert len(found.reason) < 120
        s.apply(found.action)


@pytest.mark.parametrize(("cairo", "expected"), [("EG-Gar-Cairo", "pass"), ("UK-19", "pick")])
def test_who_is_behind_does_not_start_the_world_war(cairo: str, expected: str) -> None:
    """The West at an index of 48 with a marker of 2: it picks when it is ahead only."""
    frame = 'PickOrPass {"side": "west"}'
    s = position(frame, f"3314 {cairo}", "6017 IS-Gar-Eilat", turn=4, escalation=48, pool_west=["Musketeer"])
    action, reason = decide(s)
    assert action == expected
    assert ("world war" in reason) == (expected == "pass")


def test_special_markers_wait_when_the_index_is_high_and_the_side_behind() -> None:
    frame = 'Plan {"side": "west", "left": ["Musketeer"]}'
    units = ("3314 EG-Gar-Cairo", "2306 EG-Gar-Alexandria", "anglo-french-box UK-19", "6017 IS-Gar-Eilat")
    assert decide(position(frame, *units, turn=3, escalation=5))[0] == "plan Musketeer"
    assert decide(position(frame, *units, turn=3, escalation=45))[0] == "leave Musketeer"


def test_it_attacks_what_it_can_beat_and_spares_itself_the_rest() -> None:
    weak = fighting("israel", "5506 IS-7-Armd IS-37-Mech IS-4", "5406 EG-98-NG", "6017 IS-Gar-Eilat", turn=2)
    assert decide(weak)[0] == "attack 5406"
    strong = fighting("egypt", "3313 EG-98-NG", "3314 US-CC-A US-CC-B US-187-Abn", "6017 IS-Gar-Eilat", turn=2)
    assert decide(strong)[0] == "end"


def test_the_west_shoots_first_in_the_air() -> None:
    places = ("egypt-available EG-Air-1 EG-Air-2 EG-Air-3 EG-Air-4", "5702 IS-Gar-Ashkelon", "4010 EG-1")
    strikes = "anglo-french-available UK-Air-1 UK-Air-2 UK-Air-3 UK-Air-4 FR-Air-1 FR-Air-2 FR-Air-3"
    assert decide(phase("AirSuperiority", "anglo-french", *places, strikes))[0].startswith("strike egypt")
