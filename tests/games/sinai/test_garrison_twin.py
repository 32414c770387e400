"""25.31 and 25.32 in 1973 and the mid-1970s: what a move leaves uncovered, counted hex by hex by somebody who knows only the book."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import sandtable

RIVER = ["3407", "3308", "3309", "3310", "3311", "3312", "3313", "3314", "3315", "3316"]
EDGE = [
    "3507",
    "3601",
    "3606",
    "3701",
    "3706",
    "3801",
    "3806",
    "3807",
    "3901",
    "3902",
    "3903",
    "3904",
    "3905",
    "3906",
    "3907",
    "3908",
]
RACES = {"mid-1970s-race", "mid-1970s-race-soviet", "mid-1970s-jihad"}
SCENARIOS = ["1973", "mid-1970s", "mid-1970s-full", "mid-1970s-logistics", "mid-1970s-soviet", *sorted(RACES)]


def position(rng: Random, scenario: str) -> Any:
    """Israelis near the Jordan and the Golan, a few Arabs far away, in some Movement Phase."""
    game: Any = sandtable.load(f"sinai/{scenario}")
    near = [h for name in (*RIVER, *EDGE) for h in game.map.grid.neighbours[game.hex(name)] if h]
    free = [h for h in near if game.israel_land >> h & 1]
    ids = [u for u in game.side_units["israel"] if game.strength[u]]
    rng.shuffle(ids)
    places = {}
    for u in ids[: rng.randrange(5, 18)]:
        h = rng.choice(free)
        if list(places.values()).count(h) < 2:
            places[u] = h
    garrisoned = [name for name in EDGE if rng.random() < 0.7]
    lines = [game.id, f"turn {rng.choice([3, 4, 9])}", f"garrisoned {json.dumps(garrisoned)}", "at 0125 Eg-arm-1"]
    lines += [f"at {game.hex_name(h)} {game.name_of(u)}" for u, h in places.items()]
    number = rng.choice([1, 2])
    return game.position("\n".join([*lines, "> Movement " + json.dumps({"side": "israel", "number": number})])), number


class Twin:
    """The duties of one position, and who keeps them."""

    def __init__(self, s: Any, scenario: str, number: int) -> None:
        game = self.game = s.game
        self.s = s
        river = scenario not in RACES and (s.turn > 3 or (s.turn == 3 and number == 2))
        self.river = {game.hex(x) for x in RIVER} if river else set()
        self.edge = {h for h in (game.hex(x) for x in EDGE) if s.garrisoned >> h & 1}
        self.israelis = [u for u in game.side_units["israel"] if s.loc[u] > 0 and game.strength[u]]

    def covered(self, loc: Any, brigades: bool) -> set[int]:
        """Hexes with a unit in them or next to them; by brigades alone, or by everybody."""
        found: set[int] = set()
        for u in self.israelis:
            if not brigades or self.game.roster[u].size == "brigade":
                found |= {loc[u], *self.game.map.grid.neighbours[loc[u]]}
        return found

    def given_up(self, u: int, h: int) -> set[str]:
        """The paragraphs that this move breaks."""
        after = list(self.s.loc)
        after[u] = h
        broken = set()
        for rule, duty, brigades in (("25.31", self.river, True), ("25.32", self.edge, False)):
            if duty & self.covered(self.s.loc, brigades) - self.covered(after, brigades):
                broken.add(rule)
        return broken


@pytest.mark.rule("sinai", "25.31", "25.32", "26.63")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r25_31_moves_that_leave_a_garrison_uncovered(scenario: str) -> None:
    rng = Random(scenario)
    legal = broken = 0
    for _ in range(6):
        s, number = position(rng, scenario)
        twin = Twin(s, scenario, number)
        for u in twin.israelis:
            for h in [x for x in s.game.map.grid.hexes if s.game.map.grid.distance(s.loc[u], x) in (1, 2)]:
                refusal = s.check(f"move {s.game.name_of(u)} {s.game.hex_name(h)}")
                rules = set(refusal.rules) if refusal else set()
                if refusal and not rules & {"25.31", "25.32"}:
                    continue
                expected = twin.given_up(u, h)
                assert bool(rules) == bool(expected), (s.position(), s.game.name_of(u), s.game.hex_name(h), expected)
                assert rules <= expected
                legal, broken = legal + (not rules), broken + bool(rules)
    assert legal > 50
    assert broken > 5
