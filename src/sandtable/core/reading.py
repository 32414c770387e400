"""States from what was written down: JSON of `State.to_json`, text of `State.position`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING
from dataclasses import fields as dataclass_fields
from typing import TYPE_CHECKING, Any, TypeVar

from .actions import Outcome
from .agenda import FRAMES, Frame, advance, package_of
from .editions import UNNUMBERED
from .native import bits
from .state import State, UnitId, decode

if TYPE_CHECKING:
    from .game import Game

S = TypeVar("S", bound=State)


def from_json(of: Game[S], d: Mapping[str, Any]) -> S:
    """The state that `State.to_json` wrote down."""
    if d.get("game") != of.id:
        raise ValueError(f"this is a state of {d.get('game')!r}, not of {of.id}")
    game = of.configured(d.get("options") or {})
    d = game.of_today(dict(d), int(d.get("edition", UNNUMBERED)))
    s = game.state_class(game)
    beside = d.get("beside", {})
    for k, kind in s.kinds.items():
        written = beside if k in s.beside else d
        if k in written:
            setattr(s, k, decode(game, kind, written[k]))
    if len(s.loc) != len(game.roster):
        raise ValueError(f"the state places {len(s.loc)} units; {of.id} has {len(game.roster)}")
    s.agenda = tuple(frame(game, name, args) for name, args in d.get("agenda", ()))
    if o := d.get("outcome"):
        s.outcome = Outcome.from_json(o)
    s.memory = {}
    return s


def from_position(of: Game[S], text: str) -> S:
    """The state that `State.position` wrote; fields left out keep their first values, units left out are nowhere."""
    lines = [line.strip() for line in text.strip().splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    head, _, options = lines[0].partition(" ") if lines else ("", "", "")
    if head != of.id:
        raise ValueError(f"the position is of {head!r}, not of {of.id}")
    game = of.configured(json.loads(options) if options else {})
    s = game.state_class(game)
    agenda: list[Frame] = []
    for line in lines[1:]:
        try:
            _take(game, s, agenda, line)
        except (ValueError, LookupError, TypeError, AttributeError) as e:
            raise ValueError(f"position line “{line}”: {e}") from None
    s.agenda = tuple(agenda)
    of.complete(s)
    try:
        advance(s)
    except LookupError:
        step = type(agenda[0]).__name__
        raise ValueError(f"the step {step} needs something that the position does not say: a line is missing") from None
    s.memory = {}
    if s.choice is not None and next(iter(s.options()), None) is None:
        raise ValueError(f"nothing can be chosen in this position ({type(s.choice).__name__}): a line is missing")
    return s


def _take(game: Game[S], s: S, agenda: list[Frame], line: str) -> None:
    """One line of a position."""
    key, _, rest = line.partition(" ")
    if key == "at":
        where, *units = rest.split()
        for name in units:
            s.loc[game.unit(name)] = game.place(where)
    elif key == ">":
        name, _, args = rest.partition(" ")
        agenda.append(frame(game, name, json.loads(args) if args else {}))
    elif key == "outcome":
        s.outcome = Outcome.from_json(json.loads(rest))
    elif key in s.kinds:
        setattr(s, key, decode(game, s.kinds[key], json.loads(rest)))
    else:
        raise ValueError(f"{key!r} is not a field of a position of {game.id}")


def units_are_placed(s: State, before_set_up: tuple[type[Frame], ...] = ()) -> None:
    """A step that moves, attacks or retreats a unit needs it in a hex or a box; else ValueError."""
    for step in s.agenda:
        for f in dataclass_fields(step) if not isinstance(step, before_set_up) else ():  # type: ignore[arg-type]
            value = getattr(step, f.name)
            units = bits(value) if f.type == "Units" else (value,) if f.type == "UnitId" else ()
            must_be_placed(s, units, f"the step {type(step).__name__} speaks of")


def must_be_placed(s: State, units: Iterable[UnitId], why: str) -> None:
    """Each of the units is in a hex or a box; else ValueError, which says why it is needed there."""
    for u in units:
        if u >= 0 and not s.loc[u]:
            name = s.game.name_of(u)
            raise ValueError(f"{why} {name}: say where it is, at HEX {name}")


def frame(game: Game[Any], name: str, args: Mapping[str, Any]) -> Frame:
    """The step of this name with these fields."""
    cls = FRAMES.get((package_of(type(game)), name)) or FRAMES.get(("sandtable.core", name))
    if cls is None:
        raise ValueError(f"{game.id} has no step called {name!r}")
    kinds = {f.name: f for f in dataclass_fields(cls)}  # type: ignore[arg-type]
    unknown = [k for k in args if k not in kinds]
    if unknown:
        raise ValueError(f"the step {name} has no field {unknown[0]!r}")
    missing = [k for k, f in kinds.items() if k not in args and f.default is MISSING]
    if missing:
        raise ValueError(f"the step {name} needs a field {missing[0]!r}")
    return cls(**{k: decode(game, str(kinds[k].type), v) for k, v in args.items()})
