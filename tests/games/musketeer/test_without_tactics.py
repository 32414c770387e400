"""[29.0] Play without the special tactics, held against the text by somebody who looks at the table only."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits

from .table import BOOK, fighting, options, play, refused

OFF = {"special_tactics": False}
SECTION_29 = {"libya", "red-sea", "infiltrate", "concentric"}


@pytest.mark.rule(BOOK, "29.1", "29.2", "29.3", "29.4", "29.5", "29.6")
@pytest.mark.parametrize("seed", range(4))
def test_r29_a_game_without_special_tactics_knows_none_of_them(seed: int) -> None:
    rng = Random(seed)
    s: Any = sandtable.load(BOOK).start(OFF)
    game, seen = s.game, set()
    for _ in range(700):
        if s.actor is None:
            break
        verbs = {a.verb for a in s.options()} if s.actor != "chance" else set()
        assert not verbs & SECTION_29
        seen |= verbs
        assert "landing" not in s.prompt  # no hazards [29.6]
        if type(s.choice).__name__ == "Place" and s.choice.way == "drop":
            enemies = {game.hex_name(s.loc[u]) for u in bits(game.ground_of[game.enemy[s.side]]) if s.loc[u] > 0}
            assert not {a.args[1] for a in s.options()} & enemies  # 29.5 belongs to section 29, 10.3 does not
        landed = s.assaulting
        s.apply(s.sample(rng.randrange))
        for u in bits(s.assaulting & ~landed):
            assert game.med_coast >> s.loc[u] & 1  # amphibious assaults of 11.4 stay
        assert s.libya == 0
        assert not s.red_sea
        assert not s.concentric
    assert {"attack", "move", "pick"} & seen


@pytest.mark.rule(BOOK, "29.4")
def test_r29_4_opposite_stacks_get_no_shift_without_the_tactics() -> None:
    places = ("5413 IS-4", "5415 IS-9", "5414 EG-7", "2306 EG-1")
    on = play(fighting("israel", *places, known=["EG-7"]), "attack 5414", "with IS-4", "with IS-9")
    off = play(fighting("israel", *places, known=["EG-7"], options=OFF), "attack 5414", "with IS-4", "with IS-9")
    assert "concentric" in options(on)
    assert refused(off, "concentric") == ("29.4", "29.0")
    assert off.forecast()["take_hex"] == on.forecast()["take_hex"]
