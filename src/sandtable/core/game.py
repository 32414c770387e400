"""A game: the facts that never change during play, and the calls through which everybody speaks to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass
from dataclasses import fields as dataclass_fields
from functools import cache
from typing import Any, ClassVar

from .actions import Action, Outcome
from .agenda import CHANCE, FRAMES, Choice, Frame, advance, package_of
from .data import DataError, Source
from .editions import UNNUMBERED, RulesEdition, read_editions
from .ledger import Ledger
from .map import Map
from .roster import Roster
from .state import State, decode
from .tables import Table

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule: a switch, or a choice among several values."""

    name: str
    title: str
    rule: str
    default: OptionValue = False
    choices: tuple[OptionValue, ...] = (False, True)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One situation of a title. The id is empty when the title has only one."""

    id: str
    name: str
    turns: int
    summary: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    """One box of the sequence-of-play strip."""

    id: str
    name: str
    side: str
    rule: str


@dataclass(frozen=True, slots=True)
class Title:
    """A published game as the lobby lists it."""

    id: str
    name: str
    summary: str
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    make: Callable[[Title, Scenario, Source, Mapping[str, OptionValue]], Game]
    source: Callable[[], Source]
    options: tuple[Option, ...] = ()
    difficulty: str = "medium"

    @property
    def editions(self) -> tuple[RulesEdition, ...]:
        """The editions of our rules of this title, oldest first."""
        return _editions(self)

    @property
    def edition(self) -> int:
        """The number of the edition that is played now."""
        return self.editions[-1].number


@cache
def _editions(title: Title) -> tuple[RulesEdition, ...]:
    return read_editions(title.source(), title.id)


class Game:
    """One scenario of one title with its options settled. Subclasses add their static facts and `set_up`."""

    state_class: ClassVar[type[State]]
    boxes: ClassVar[tuple[str, ...]] = ("eliminated",)
    """Places off the map: box i is the location -1 - i."""
    phases: tuple[Phase, ...] = ()
    hidden: ClassVar[bool] = False
    """Does any side ever know something the other does not?"""

    map: Map
    roster: Roster
    tables: dict[str, Table]

    def __init__(self, title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]) -> None:
        self.title, self.scenario, self.source = title, scenario, source
        self.id = f"{title.id}/{scenario.id}" if scenario.id else title.id
        self.sides = title.sides
        self.rules_edition = title.edition
        """The edition of our rules; written into records and saved states."""
        self.options = settle(title, options)
        """The options that differ from their defaults."""
        self._family: dict[tuple[tuple[str, OptionValue], ...], Game] = {}
        self._family[_key(self.options)] = self

    def option(self, name: str) -> Any:
        """The value of an option."""
        if name in self.options:
            return self.options[name]
        return next(o.default for o in self.title.options if o.name == name)

    def configured(self, options: Mapping[str, OptionValue] | None) -> Game:
        """This game with these options (None: as it is)."""
        if options is None:
            return self
        key = _key(settle(self.title, options))
        if key not in self._family:
            other = self.title.make(self.title, self.scenario, self.source, dict(key))
            other._family = self._family
            self._family[key] = other
        return self._family[key]

    # what subclasses say ----------------------------------------------------------------------------------
    def set_up(self, s: Any) -> None:
        """Place the units and write the agenda."""
        raise NotImplementedError

    def ledger(self) -> Ledger:
        raise NotImplementedError

    def factors(self, s: Any, u: int) -> list[str]:
        """The numbers on the counter as it stands now."""
        return []

    def status(self, s: Any, u: int) -> list[str]:
        """Words for the unit's state: moved, attacked, disrupted ..."""
        return []

    def tracks(self, s: Any, side: str) -> list[dict[str, Any]]:
        """Counters beside the map: id, name, value, and max where there is one."""
        return []

    def markers(self, s: Any, side: str) -> list[dict[str, Any]]:
        """Things on the map that are no units: at, kind, text."""
        return []

    def standing(self, s: Any) -> dict[str, float]:
        """The points of the sides as the position stands, under the names of `Outcome.score`."""
        return {}

    def turn_name(self, turn: int) -> str:
        return f"Turn {turn}"

    def turn_note(self, turn: int) -> str:
        """What the turn track prints under a turn: night, reinforcements."""
        return ""

    overlays: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Extra map layers a player may switch on: id and name."""

    def overlay(self, s: Any, side: str, name: str) -> dict[str, str]:
        """One layer as seen by that side: hex to short text."""
        raise KeyError(name)

    def sample_hidden(self, s: Any, side: str, rng: Any) -> Any:
        """A state consistent with what that side knows. Games without secrets: the state itself."""
        return s.copy()

    def revealed(self, before: Any, after: Any, side: str) -> bool:
        """Did this side's own decision show it something hidden? Then it can no longer be undone."""
        return False

    # names ------------------------------------------------------------------------------------------------
    def unit(self, name: str) -> int:
        try:
            return self.roster.index[name]
        except KeyError:
            raise ValueError(f"{self.id} has no unit called {name!r}") from None

    def name_of(self, u: int) -> str:
        return self.roster.names[u]

    def hex(self, name: str) -> int:
        h = self.map.grid.find(name)
        if not h:
            raise ValueError(f"hex {name!r} is not on the map of {self.id}")
        return h

    def hex_name(self, h: int) -> str:
        """The printed number of a hex, the name of a box, or nothing for nowhere."""
        return self.map.grid.names[h] if h >= 0 else self.boxes[-1 - h]

    def place(self, name: str) -> int:
        """The hex or box of this name; 0 for an empty name."""
        return -1 - self.boxes.index(name) if name in self.boxes else self.hex(name) if name else 0

    def box(self, name: str) -> int:
        return -1 - self.boxes.index(name)

    def names(self, units: Iterable[int]) -> str:
        """A list for sentences: "Amir-1, Amir-2 and 16/4"."""
        words = [self.roster.names[u] for u in units]
        return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

    # the narrow waist -------------------------------------------------------------------------------------
    def start(self, options: Mapping[str, OptionValue] | None = None) -> Any:
        """A new game. Same input, same state: chance is a player."""
        game = self.configured(options)
        s = game.state_class(game)
        game.set_up(s)
        advance(s)
        return s

    def parse(self, s: State, text: str) -> Action:
        """The action that a text stands for: case is forgiven, short forms are completed."""
        a = Action.read(text)
        words = tuple(w if w in self.roster.index else self._word(w) for w in a.args)
        a = Action(a.verb.lower(), words)
        return s.choice.read(s, a) if s.choice and a.verb else a

    def _word(self, word: str) -> str:
        u = self.roster.by_lower.get(word.lower())
        return word if u is None else self.roster.names[u]

    def from_json(self, d: Mapping[str, Any]) -> Any:
        """The state that `State.to_json` wrote down."""
        if d.get("game") != self.id:
            raise ValueError(f"this is a state of {d.get('game')!r}, not of {self.id}")
        game = self.configured(d.get("options") or {})
        d = game.of_today(dict(d), int(d.get("edition", UNNUMBERED)))
        s = game.state_class(game)
        for k, kind in s.kinds.items():
            if k in d:
                setattr(s, k, decode(game, kind, d[k]))
        if len(s.loc) != len(game.roster):
            raise ValueError(f"the state places {len(s.loc)} units; {self.id} has {len(game.roster)}")
        s.agenda = tuple(game._frame(name, args) for name, args in d.get("agenda", ()))
        o = d.get("outcome")
        if o:
            s.outcome = Outcome(o[0], o[1], tuple((k, v) for k, v in o[2]), tuple(o[3]))
        return s

    def of_today(self, d: dict[str, Any], edition: int) -> dict[str, Any]:
        """A state that an older edition wrote, in the shape that is read today.

        Fields that are missing keep their first values and fields that are gone are passed over; what needs more than
        that (a step that has another name or other fields) is converted here, tested by `tests/editions`.
        """
        return d

    def _frame(self, name: str, args: Mapping[str, Any]) -> Frame:
        cls = FRAMES.get((package_of(type(self)), name)) or FRAMES.get(("sandtable.core", name))
        if cls is None:
            raise ValueError(f"{self.id} has no step called {name!r}")
        kinds = {f.name: f for f in dataclass_fields(cls)}  # type: ignore[arg-type]
        unknown = [k for k in args if k not in kinds]
        if unknown:
            raise ValueError(f"the step {name} has no field {unknown[0]!r}")
        missing = [k for k, f in kinds.items() if k not in args and f.default is MISSING]
        if missing:
            raise ValueError(f"the step {name} needs a field {missing[0]!r}")
        return cls(**{k: decode(self, str(kinds[k].type), v) for k, v in args.items()})

    def position(self, text: str) -> Any:
        """The state that `State.position` wrote; fields left out keep their first values, units left out are nowhere."""
        lines = [line.strip() for line in text.strip().splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        head, _, options = lines[0].partition(" ") if lines else ("", "", "")
        if head != self.id:
            raise ValueError(f"the position is of {head!r}, not of {self.id}")
        game = self.configured(json.loads(options) if options else {})
        s = game.state_class(game)
        agenda: list[Frame] = []
        for line in lines[1:]:
            key, _, rest = line.partition(" ")
            try:
                if key == "at":
                    where, *units = rest.split()
                    for name in units:
                        s.loc[game.unit(name)] = game.place(where)
                elif key == ">":
                    name, _, args = rest.partition(" ")
                    agenda.append(game._frame(name, json.loads(args) if args else {}))
                elif key == "outcome":
                    o = json.loads(rest)
                    s.outcome = Outcome(o[0], o[1], tuple((k, v) for k, v in o[2]), tuple(o[3]))
                elif key in s.kinds:
                    setattr(s, key, decode(game, s.kinds[key], json.loads(rest)))
                else:
                    raise ValueError(f"{key!r} is not a field of a position of {self.id}")
            except (ValueError, LookupError, TypeError, AttributeError) as e:
                raise ValueError(f"position line “{line}”: {e}") from None
        s.agenda = tuple(agenda)
        advance(s)
        return s

    # views ------------------------------------------------------------------------------------------------
    def view(self, s: Any, side: str) -> dict[str, Any]:
        """What a side may see, by inclusion (docs/view.md). Games with hidden pieces override `visible`."""
        o = s.outcome
        return {
            "game": self.id,
            "side": side,
            "turn": s.turn,
            "turn_name": self.turn_name(s.turn),
            "phase": self.phase(s),
            "actor": s.actor,
            "prompt": self.prompt_for(s, side),
            "units": [v for u in range(len(self.roster)) if s.loc[u] and (v := self.visible(s, u, side))],
            "markers": self.markers(s, side),
            "tracks": self.tracks(s, side),
            "outcome": o and {"winner": o.winner, "level": o.level, "score": dict(o.score), "reasons": list(o.reasons)},
        }

    def prompt_for(self, s: Any, side: str) -> str:
        """The prompt as that side may read it; a secret decision of the other side is only announced."""
        choice: Choice | None = s.choice
        if choice and side in choice.secret_from(s):
            return f"Waiting for {choice.actor(s)}."
        return str(s.prompt)

    def visible(self, s: Any, u: int, side: str) -> dict[str, Any] | None:
        """One unit as that side sees it, or None."""
        unit = self.roster[u]
        return {
            "name": unit.name,
            "printed": unit.printed,
            "side": unit.side,
            "nation": unit.nation,
            "formation": unit.formation,
            "type": unit.type,
            "size": unit.size,
            "at": self.hex_name(s.loc[u]),
            "factors": self.factors(s, u),
            "status": self.status(s, u),
            "basis": unit.basis,
        }

    def phase(self, s: Any) -> str:
        return next((p for f in s.agenda if (p := f.phase())), "")


def settle(title: Title, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Check the options of a new game; keep those that differ from their defaults."""
    known = {o.name: o for o in title.options}
    settled: dict[str, OptionValue] = {}
    for name, value in options.items():
        if name not in known:
            have = f"its options are {', '.join(known)}" if known else "it has no options"
            raise ValueError(f"{title.id} has no option {name!r}; {have}")
        option = known[name]
        if value not in option.choices or isinstance(value, bool) != isinstance(option.default, bool):
            raise ValueError(f"option {name}: {value!r} is not one of {', '.join(map(str, option.choices))}")
        if value != option.default:
            settled[name] = value
    return dict(sorted(settled.items()))


def _key(options: Mapping[str, OptionValue]) -> tuple[tuple[str, OptionValue], ...]:
    return tuple(options.items())


__all__ = ["CHANCE", "DataError", "Game", "Option", "Phase", "Scenario", "Title", "settle"]
