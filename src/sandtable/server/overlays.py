"""Map layers that every game gets, by asking its rules: what the enemy can reach and attack in his next turn, stacks, reconstructed parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from sandtable.core import CHANCE, Action, Game, State, bits, entry, say, threat
from sandtable.core.data import BASES
from sandtable.core.facts import Layer

GENERAL: Final = (
    ("move-threat", "Where the enemy can move in his next turn (units)"),
    ("attack-threat", "What the enemy can attack in his next turn (strength)"),
    ("stacking", "Stacks"),
    ("reconstructed", "Parts of the map that we reconstructed"),
)
_LOOK_AHEAD: Final = 80
"""How many decisions to pass over until the enemy moves."""
_PASSING: Final = ("end", "decline", "pass", "done", "confirm", "cancel")
_MOVING: Final = ("move", "enter")


def listed(game: Game[Any]) -> list[tuple[str, str]]:
    """The game's own layers, then the general ones it does not bring itself."""
    own = {id for id, _ in game.overlays}
    return [*game.overlays, *((id, name) for id, name in GENERAL if id not in own)]


def overlay(s: State, side: str, name: str) -> Layer:
    """One layer as seen by that side; KeyError for a layer that is not listed."""
    game: Game[Any] = s.game
    if name in {id for id, _ in game.overlays}:
        return game.overlay(s, side, name)
    if name == "stacking":
        stacks = Counter(u["at"] for u in game.view(s, side)["units"] if game.map.grid.find(u["at"]))
        return {at: entry(n, say("{n} units stand here", n=n)) for at, n in stacks.items() if n > 1}
    if name == "reconstructed":
        return _reconstructed(game)
    if name in _THREATS:
        return _THREATS[name](game.as_known(s, side), side)
    raise KeyError(name)


def _moves(s: State, side: str) -> Layer:
    """How many enemy units can come to a hex in their next movement."""
    grid = s.game.map.grid
    counts: Counter[int] = Counter()
    for hexes in _reach(s, side).values():
        counts.update(bits(hexes))
    text = "{n} enemy {n#unit|units} can come here"
    return {grid.name(h): entry(n, say(text, n=n)) for h, n in sorted(counts.items())}


def _attacks(s: State, side: str) -> Layer:
    """How much strength enemy units can bring next to a hex in their next movement, beside what stands there."""
    game: Game[Any] = s.game
    grid = game.map.grid
    brought: Counter[str] = Counter()
    for unit, hexes in _reach(s, side).items():
        strength = _strength(game, s, unit)
        for h in bits(grid.spread(hexes) & grid.on_map):
            brought[grid.name(h)] += strength
    held: Counter[str] = Counter()
    for u in game.view(s, side)["units"]:
        if u["side"] == side:
            held[u["at"]] += _strength(game, s, u["name"])
    return threat(brought, held)


def _strength(game: Game[Any], s: State, unit: str) -> int:
    """The first figure of a counter is its strength in every title."""
    found = game.roster.index.get(unit)
    figures = game.factors(s, found) if found is not None else []
    return int(figures[0]) if figures and figures[0].isdigit() else 0


def _reach(s: State, side: str) -> dict[str, int]:
    """By enemy unit: the hexes it can end its next movement in."""
    game: Game[Any] = s.game
    found: dict[str, int] = {}
    for unit in game.view(s, side)["units"]:
        h = game.map.grid.find(unit["at"])
        if unit["side"] != side and h:
            found[unit["name"]] = 1 << h
    later = _when_moving(s, side)
    for a in later.options() if later else ():
        p = game.parts(a)
        if a.verb in _MOVING and p.hexes:
            for u in p.units:
                name = game.roster.names[u]
                found[name] = found.get(name, 0) | 1 << p.hexes[-1]
    return found


def _when_moving(s: State, side: str) -> State | None:
    """The position in which an enemy moves next, if everybody passes until then."""
    t: State = s.copy()
    for _ in range(_LOOK_AHEAD):
        actor = t.actor
        if actor is None:
            return None
        if actor == CHANCE:
            t.apply(next(iter(t.options())))
            continue
        options = _some(t.options())
        if not options:  # units imagined in the place of the real ones cannot do what those are in the middle of
            return None
        if actor != side and any(a.verb in _MOVING for a in options):
            return t
        t.apply(_passing(t) or options[0])
    return None


def _some(options: Iterator[Action], limit: int = 50) -> list[Action]:
    return [a for a, _ in zip(options, range(limit))]


def _passing(t: State) -> Action | None:
    return next((a for verb in _PASSING if t.check(a := Action(verb)) is None), None)


_THREATS: Final = {"move-threat": _moves, "attack-threat": _attacks}


@cache
def _reconstructed(game: Game[Any]) -> Layer:
    """Hexes with something on them that is neither printed in the rules nor deduced from them."""
    marks: dict[str, list[str]] = {}
    for kind in ("feature", "place", "path", "hexside", "override"):
        for block in game.map.data.get(kind, ()):
            if block.get("basis") not in ("outside", "geo", "invented"):
                continue
            name = str(block.get("name") or block.get("kind") or block.get("terrain") or kind).replace("_", " ")
            what = f"{name}: {BASES[block['basis']]}"
            text = " ".join(str(block.get(key, "")) for key in ("hex", "hexes", "chain", "pairs"))
            for name in text.replace("/", " ").split():
                if what not in marks.setdefault(name, []):
                    marks[name].append(what)
    return {name: entry(text=", ".join(m)) for name, m in sorted(marks.items())}
