"""What players read: buttons, refusals and log in whole words and sentences."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import Action
from sandtable.server import wording

from .table import BOOK, fighting, phase, play

SENTENCE = re.compile(r"(\[3|\[6|[A-Z0-9“]).*[.]$")
VERBS = (
    "move",
    "attack",
    "with",
    "reserve",
    "deploy",
    "commit",
    "support",
    "load",
    "strike",
    "place",
    "recon",
    "drop",
    "plan",
    "advance",
)
NONSENSE = (
    "attack 9999",
    "move XX 4010",
    "load 9 9",
    "strike egypt 9",
    "plan Nothing",
    "recon UK-19",
    "end now",
    "place UK-19 0101",
)


def label(s: Any, action: str) -> str:
    text: str = wording.option(s, s.game.parse(s, action))["label"]
    return text


@pytest.mark.parametrize("seed", range(3))
def test_no_button_shows_raw_words_and_every_sentence_is_one(seed: int) -> None:
    s = sandtable.load(BOOK).start()
    rng = Random(seed)
    for _ in range(700):
        if s.actor is None:
            break
        if s.actor != "chance":
            for a in islice(s.options(), 40):
                text = label(s, str(a))
                raw = str(a)[:1].upper() + str(a)[1:]
                assert text != raw or text.split()[0] in ("Pass", "Bombard", "Attack", "Confirm", "Stand", "Commit"), (
                    text
                )
                assert not re.search(r"\d [\d]\b|_|-box|-available", text), text
            for action in NONSENSE:
                refusal = s.check(action)
                if refusal:
                    assert SENTENCE.match(refusal.text), refusal.text
                    assert refusal.rules, refusal.text
        s = s.copy()
        s.log = []
        s.apply(s.sample(rng.randrange))
        for event in s.log:
            assert event.about == "roll" or SENTENCE.match(event.text), event.text
            assert not re.search(r"(?<![-\w])1 (airstrike|gunfire or rocket unit|hexe)s\b|\(s\)|\(es\)", event.text), (
                event.text
            )


@pytest.mark.parametrize("seed", range(4))
def test_malformed_actions_are_refused_and_crash_nothing(seed: int) -> None:
    """Options cut short, lengthened, with strange words or another verb: refused, unless they happen to be options."""
    s = sandtable.load(BOOK).start()
    rng = Random(seed)
    for _ in range(400):
        if s.actor is None:
            break
        a = s.sample(rng.randrange)
        if s.actor != "chance":
            words = [*a.args, "x", "4010", "IS-7-Armd", "EG-Air-1", "²"]
            variants = [
                Action(a.verb, a.args[:-1]),
                Action(a.verb, (*a.args, "x")),
                Action(a.verb, tuple(rng.choice(words) for _ in a.args)),
                Action("x", a.args),
                *(Action(verb, tuple(rng.choice(words) for _ in range(n))) for verb in VERBS for n in (1, 2)),
            ]
            options = set(s.options()) if rng.random() < 0.2 else None
            for v in variants:
                refusal = s.check(v)
                if refusal is not None:
                    assert refusal.rules, v
                    assert refusal.text.endswith("."), refusal.text
                elif options is not None and v.verb not in ("move", "retreat", "advance", "without"):
                    assert v in options, (v, s.prompt)
        s = s.play(a)


def test_one_airstrike_and_two_airstrikes() -> None:
    places = ("israel-available IS-Air-1 IS-Air-2", "egypt-available EG-Air-1", "5106 EG-7", "5702 IS-Gar-Ashkelon")
    s = phase("AirSuperiority", "israel", *places)
    assert label(s, "strike egypt 1") == "Send 1 airstrike against Egypt"
    assert label(s, "strike egypt 2") == "Send 2 airstrikes against Egypt"
    assert label(s, "end") == "Send none"
    s = play(phase("Bombardment", "israel", *places, "5108 EG-1"), "bombard 5106", "load 1 0")
    assert label(s, "end") == "All are assigned: begin"
    s = play(phase("Bombardment", "israel", *places), "bombard 5106")
    assert label(s, "load 1 0") == "Bombard with 1 airstrike"
    s = fighting("israel", "5107 IS-7-Armd", *places)
    s = play(s, "attack 5106", "with IS-7-Armd", "confirm")
    assert label(s, "support 0") == "No close air support"
    assert label(s, "support 2") == "Support with 2 airstrikes"
