"""[9.4] The militia of Port Said: a die each turn, placed in held city hexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Refusal, Roll, Step, UnitId, bits

from .marching import front, no_stopping, read_path, trace, way_texts, ways
from .state import SuezState


def musters(s: SuezState) -> Iterator[Action]:
    """[9.4, 5.11] Where the next militia unit can stand at the end of this phase [ruling ME-28]."""
    game = s.game
    if s.militia_due <= 0:
        return
    u = next((u for u in sorted(bits(game.militia)) if s.loc[u] == game.box("militia")), -1)
    if u < 0:
        return
    f = front(s, game.egypt)
    seen = f.full
    for start in sorted(bits(s.mustering & ~f.enemies)):
        if not seen >> start & 1:
            seen |= 1 << start
            yield Action("muster", (game.name_of(u), game.hex_name(start)))
        if not f.stop >> start & 1:
            way = ways(s, u, start, f)
            texts = way_texts(s, way)
            for h in way.cost:
                if not seen >> h & 1:
                    seen |= 1 << h
                    yield Action("muster", (game.name_of(u), texts[h]))


def check_muster(s: SuezState, u: UnitId, a: Action) -> Refusal | None:
    game = s.game
    path = read_path(s, a.args[1]) if len(a.args) == 2 else None
    if s.militia_due <= 0 or s.loc[u] != game.box("militia"):
        return Refusal(("9.4",), f"{a.args[0]} is not due: the die leaves {max(s.militia_due, 0)} militia to place.")
    if not path or not s.mustering >> path[0] & 1 or s.hexes_of(game.west) >> path[0] & 1:
        return Refusal(
            ("9.4",), "Militia appear in a city hex that held an Egyptian unit at the start of this player turn."
        )
    refusal = trace(s, u, path, entering=True)[1]
    return refusal or no_stopping(s, u, path[-1])


@dataclass(frozen=True, slots=True)
class MilitiaCall(Step):
    """[9.4] While militia are left and a city hex is held, a die says how many come."""

    def run(self, s: SuezState) -> None:
        game = s.game
        s.mustering = s.hexes_of(game.egypt) & game.cities
        if not s.mustering:
            s.militia_over = True
            s.tell("9.4", "No city hex holds an Egyptian unit: no more militia.")
        elif any(s.loc[u] == game.box("militia") for u in bits(game.militia)):
            s.then(Roll("militia"), MilitiaComes())


@dataclass(frozen=True, slots=True)
class MilitiaComes(Step):
    """[9.4] As many as the die says and as are left."""

    def run(self, s: SuezState) -> None:
        game = s.game
        left = sum(s.loc[u] == game.box("militia") for u in bits(game.militia))
        s.militia_due = min(s.die, left)
        s.tell("9.4", "{} militia unit(s) may be placed.", s.militia_due)
