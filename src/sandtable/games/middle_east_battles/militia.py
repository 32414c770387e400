"""[9.4] The militia of Port Said: a die each turn, placed in held city hexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sandtable.core import Action, Hex, Parts, Pick, Reach, Refusal, Roll, Step, UnitId, bits, refuse, say
from sandtable.core.facts import DetailsFacts

from .arrival import Arrival
from .marching import front, march, move_details, no_stopping, path_text, step, trace, walk, ways
from .state import BattleState, SuezState


def next_militia(s: SuezState) -> UnitId:
    """[9.4] The militia unit that is placed next, or -1 when none is due."""
    if s.militia_due <= 0:
        return -1
    box = s.game.box("militia")
    return next((u for u in sorted(bits(s.game.militia)) if s.loc[u] == box), -1)


def places(s: SuezState) -> Iterator[tuple[Hex, Reach]]:
    """[9.4, 5.11] Where the next militia unit can stand at the end of this phase, and the way there [ruling ME-28]."""
    game, u = s.game, next_militia(s)
    if u < 0:
        return
    f = front(s, game.egypt)
    seen = f.full
    for start in sorted(bits(s.mustering & ~f.enemies)):
        if not seen >> start & 1:
            seen |= 1 << start
            yield start, Reach(start, {}, {})
        if not f.stop >> start & 1:
            way = ways(s, u, start)
            for h in way.outside(seen):
                yield h, way
            seen |= way.hexes


def muster_in(s: SuezState, h: Hex, way: Reach) -> Action:
    return Action("muster", (s.game.name_of(next_militia(s)), path_text(s, way.path(h))))


def musters(s: SuezState) -> Iterator[Action]:
    """[9.4] Every place of the next militia unit."""
    return (muster_in(s, h, way) for h, way in places(s))


def random_muster(s: SuezState, pick: Pick) -> Action | None:
    """One of `musters`."""
    found = list(places(s))
    return muster_in(s, *found[pick(len(found))]) if found else None


def check_muster(s: SuezState, u: UnitId, a: Action) -> Refusal | None:
    """[9.4] Militia that are due, from a mustering hex, over open ground, to a hex with room."""
    game, path = s.game, s.game.parts(a).hexes
    if not game.militia >> u & 1:
        return refuse("9.4", "{unit} is no militia.", unit=game.name_of(u))
    if s.militia_due <= 0 or s.loc[u] != game.box("militia"):
        text = "{unit} is not due: the die leaves {n} militia to place."
        return refuse("9.4", text, unit=a.args[0], n=max(s.militia_due, 0))
    if not path or not s.mustering >> path[0] & 1 or s.hexes_of(game.west) >> path[0] & 1:
        text = "Militia appear in a city hex that held an Egyptian unit at the start of this player turn."
        return refuse("9.4", text)
    return trace(s, u, path, entering=True)[1] or no_stopping(s, u, path[-1])


def muster(s: SuezState, u: UnitId, path: tuple[Hex, ...]) -> None:
    """[9.4] A militia unit is placed."""
    s.loc[u] = path[-1]
    s.moved |= 1 << u
    s.militia_due -= 1
    s.tell(
        "9.4",
        "{unit} appears in {hex}.",
        at=path,
        about="arrival",
        unit=s.game.name_of(u),
        hex=s.game.hex_name(path[-1]),
    )


def muster_details(s: SuezState, u: UnitId, path: tuple[Hex, ...]) -> DetailsFacts:
    """[9.4] The way from the mustering hex."""
    steps = [step(s.game.hex_name(path[0]), 0, say("placed [9.4]")), *walk(s, u, path)]
    return move_details((), steps, march(s, u).budget)


@dataclass(frozen=True, slots=True)
class MilitiaCall(Step[SuezState]):
    """[9.4] While militia are left and a city hex is held, a die says how many come."""

    def run(self, s: SuezState) -> None:
        game = s.game
        s.mustering = s.hexes_of(game.egypt) & game.cities
        if not s.mustering:
            s.militia_over = True
            s.tell("9.4", "No city hex holds an Egyptian unit: no more militia.", about="event")
        elif any(s.loc[u] == game.box("militia") for u in bits(game.militia)):
            s.then(Roll("militia"), MilitiaComes())


@dataclass(frozen=True, slots=True)
class MilitiaComes(Step[SuezState]):
    """[9.4] As many as the die says and as are left."""

    def run(self, s: SuezState) -> None:
        game = s.game
        left = sum(s.loc[u] == game.box("militia") for u in bits(game.militia))
        s.militia_due = min(s.die, left)
        s.tell("9.4", "{n} militia {n#unit|units} may be placed.", n=s.militia_due, about="arrival")


def why_not_end(s: BattleState, side: str) -> Refusal | None:
    """[9.4] Militia that the die has granted are placed at once, as far as there is room [ruling ME-28]."""
    if isinstance(s, SuezState) and side == s.game.egypt and next(places(s), None) is not None:
        return refuse("9.4", "{n} militia must still be placed.", n=s.militia_due)
    return None


def mustering(s: SuezState, side: str, only: UnitId) -> Iterator[Action]:
    return musters(s) if side == s.game.egypt and only in (-1, next_militia(s)) else iter(())


def complete_muster(s: SuezState, p: Parts, a: Action) -> Action:
    """`muster Militia-1 2509`: from a mustering hex that leads there."""
    known = next((a for a in musters(s) if s.game.parts(a).to == p.to), None)
    return Action("muster", (a.args[0], known.args[1])) if known else a


MUSTER: Final = Arrival(
    mustering,
    check_muster,
    lambda s, p: muster(s, p.unit, p.path),
    lambda s, p: muster_details(s, p.unit, p.path),
    complete_muster,
)
