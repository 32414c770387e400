"""A game: the facts that never change during play, and the calls through which everybody speaks to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from . import reading
from .actions import END, Action, Meaning, Outcome, Parts, read_parts
from .agenda import FRAMES, Choice, Offering, advance, package_of
from .chance import Chance, Luck, Still
from .data import Source
from .facts import GoalFacts, Layer, MarkerFacts, TrackFacts, UnitFacts, View
from .ledger import Ledger
from .map import Map
from .roster import Roster
from .sentences import Listing, Sentence, Term, say
from .state import State
from .tables import Table
from .title import OptionValue, Phase, Scenario, Title, key_of, settle

S = TypeVar("S", bound=State)
AMOUNTS = tuple(str(n) for n in range(61))
"""Numbers that may stand in an action."""


class Game(Generic[S]):
    """One scenario of one title with its options settled. Subclasses add their static facts and `set_up`."""

    state_class: type[S]
    boxes: ClassVar[tuple[str, ...]] = ("eliminated",)
    """Places off the map: box i is the location -1 - i."""
    path_words: ClassVar[tuple[str, ...]] = ()
    """Words that may stand in a way beside hexes and boxes: `0911-off`."""
    other_words: tuple[str, ...] = ()
    """Words of actions that are no verbs, units, places or numbers."""
    phases: tuple[Phase, ...] = ()
    hidden: ClassVar[bool] = False
    """Does any side ever know something the other does not?"""

    map: Map
    roster: Roster
    tables: dict[str, Table]

    def __init__(self, title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]) -> None:
        self.title, self.scenario, self.source = title, scenario, source
        self.id = title.id_of(scenario)
        self.sides = title.sides
        self.rules_edition = title.edition
        """The edition of our rules; written into records and saved states."""
        self.options = settle(title, options)
        """The options that differ from their defaults."""
        self._family: dict[tuple[tuple[str, OptionValue], ...], Any] = {}
        self._family[key_of(self.options)] = self

    def option(self, name: str) -> Any:
        """The value of an option."""
        if name in self.options:
            return self.options[name]
        return next(o.default for o in self.title.options if o.name == name)

    def configured(self, options: Mapping[str, OptionValue] | None) -> Self:
        """This game with these options (None: as it is)."""
        if options is None:
            return self
        key = key_of(settle(self.title, options))
        if key not in self._family:
            other = self.title.make(self.title, self.scenario, self.source, dict(key))
            other._family = self._family
            self._family[key] = other
        found: Self = self._family[key]
        return found

    # what subclasses say ----------------------------------------------------------------------------------
    def set_up(self, s: S) -> None:
        """Place the units and write the agenda."""
        raise NotImplementedError

    def ledger(self) -> Ledger:
        raise NotImplementedError

    def factors(self, s: S, u: int) -> list[str]:
        """The numbers on the counter as it stands now."""
        return []

    def status(self, s: S, u: int) -> list[str]:
        """Words for the unit's state: moved, attacked, disrupted ..."""
        return []

    def tracks(self, s: S, side: str) -> list[TrackFacts]:
        """Counters beside the map: id, name, value, and max where there is one."""
        return []

    def markers(self, s: S, side: str) -> list[MarkerFacts]:
        """Things on the map that are no units: at, kind, text."""
        return []

    def standing(self, s: S) -> dict[str, float]:
        """The points of the sides as the position stands, under the names of `Outcome.score`."""
        return {}

    def goal(self, s: S, side: str) -> GoalFacts | None:
        """What the side must reach, in one line, and where it stands now; only what everybody may know."""
        return None

    def note_on(self, s: S, u: int) -> str:
        """What changes this unit's numbers just now, in a sentence; empty when nothing does."""
        return ""

    def is_night(self, s: S) -> bool:
        return False

    def turn_name(self, turn: int) -> str:
        return f"Turn {turn}"

    def turn_note(self, turn: int) -> str:
        """What the turn track prints under a turn: night, reinforcements."""
        return ""

    overlays: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Extra map layers a player may switch on: id and name."""

    def overlay(self, s: S, side: str, name: str) -> Layer:
        """One layer as seen by that side."""
        raise KeyError(name)

    figures: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """What the figures of a counter mean, in their order; one line for every number of figures."""

    def terrain_notes(self) -> dict[str, str]:
        """By kind of terrain or feature: what it costs and gives, in a sentence."""
        return {}

    def charts(self) -> dict[str, Table]:
        """The tables as a player reads them."""
        return self.tables

    def foregone(self, s: S) -> Outcome | None:
        """The outcome, when the rules leave only one winner although the game goes on (`core.foregone`)."""
        return None

    def beaten(self, s: S) -> dict[str, Sentence]:
        """The sides that can no longer win by the rules, each with the proof; a draw may still be possible."""
        return {}

    def sample_hidden(self, s: S, side: str, rng: Luck) -> S:
        """A state consistent with what that side knows. Games without secrets: the state itself."""
        copy: S = s.copy()
        return copy

    def imagined(self, s: S, side: str, rng: Luck) -> S:
        """A sample that need not be playable; a function of what the side knows and of `rng` alone."""
        return self.sample_hidden(s, side, rng)

    def as_known(self, s: S, side: str) -> S:
        """The state as far as a side knows it: everything else is replaced, always in the same way.

        What serves a seat is handed this one and cannot reach the real one. Two states that a side cannot tell apart give the
        same; a spectator (any other name) knows what is known to every side.
        """
        if not self.hidden or s.outcome is not None:
            return s
        for viewer in (side,) if side in self.sides else self.sides:
            s = self.imagined(s, viewer, Still())
        s.memory = {}
        return s

    def revealed(self, before: S, after: S, side: str) -> bool:
        """Did this side's own decision show it something hidden? Then it can no longer be undone."""
        return False

    @cached_property
    def blank(self) -> S:
        """A state before anything has been placed: first values to compare with, never written into."""
        s: S = self.state_class(self)
        return s

    # names ------------------------------------------------------------------------------------------------
    def unit(self, name: str) -> int:
        try:
            return self.roster.index[name]
        except KeyError:
            raise ValueError(f"{self.id} has no unit called {name!r}") from None

    def name_of(self, u: int) -> Term:
        return self._unit_terms[u]

    def hex(self, name: str) -> int:
        h = self.map.grid.find(name)
        if not h:
            raise ValueError(f"hex {name!r} is not on the map of {self.id}")
        return h

    def hex_name(self, h: int) -> Term:
        """The printed number of a hex, the name of a box, or nothing for nowhere."""
        return self._place_terms[h]

    def place(self, name: str) -> int:
        """The hex or box of this name; 0 for an empty name."""
        return -1 - self.boxes.index(name) if name in self.boxes else self.hex(name) if name else 0

    def box(self, name: str) -> int:
        return self._box_numbers[name]

    @cached_property
    def _box_numbers(self) -> dict[str, int]:
        return {name: -1 - i for i, name in enumerate(self.boxes)}

    def names(self, units: Iterable[int]) -> Listing:
        """A list for sentences: "Amir-1, Amir-2 and 16/4"."""
        terms = self._unit_terms
        return Listing([terms[u] for u in units])

    def hex_names(self, hexes: Iterable[int]) -> Listing:
        """A list for sentences: "0911 and 1012"."""
        terms = self._place_terms
        return Listing([terms[h] for h in hexes])

    @cached_property
    def _unit_terms(self) -> list[Term]:
        return [Term("unit", name) for name in self.roster.names]

    @cached_property
    def _place_terms(self) -> list[Term]:
        """By hex; box i, which is the place -1 - i, counts from the end."""
        hexes = [Term("hex", name) for name in self.map.grid.names]
        return hexes + [Term("box", name) for name in reversed(self.boxes)]

    # words ------------------------------------------------------------------------------------------------
    @cached_property
    def lexicon(self) -> dict[str, Meaning]:
        """What every unit name, hex number, box and path word means."""
        words = {w: Meaning("word", 0, w) for w in self.path_words}
        words |= {name: Meaning("place", h, name) for h, name in enumerate(self.map.grid.names) if name}
        words |= {name: Meaning("place", -1 - i, name) for i, name in enumerate(self.boxes)}
        return words | {name: Meaning("unit", u, name) for name, u in self.roster.index.items()}

    @cached_property
    def place_words(self) -> dict[str, int]:
        """The hex or box that a word names."""
        return {word: m.number for word, m in self.lexicon.items() if m.kind == "place"}

    def unit_and_end(self, a: Action) -> tuple[int, int]:
        """Of an action that names a unit and its way: the unit, and the hex or box where the way ends."""
        unit, way = a.args
        return self.roster.index[unit], self.place_words[way.rpartition("-")[2]]

    def parts(self, a: Action) -> Parts:
        """An action's words, sorted by what they are."""
        return read_parts(self, a)

    @cached_property
    def choices(self) -> tuple[type[Choice[Any]], ...]:
        """Every kind of decision this game's package knows, chance left out."""
        packages = (package_of(type(self)), "sandtable.core")
        frames = (cls for (owner, _), cls in FRAMES.items() if owner in packages)
        return tuple(c for c in frames if issubclass(c, Choice) and not issubclass(c, Chance) and c is not Offering)

    def words(self) -> tuple[str, ...]:
        """The closed vocabulary: every word with which an action of this game can be spelled, in an order that never changes."""
        verbs = sorted({v for cls in self.choices for v in cls.verbs})
        hexes = [self.map.grid.names[h] for h in self.map.grid.hexes]
        every = (END, *verbs, *self.roster.names, *hexes, *self.boxes, *self.path_words, *AMOUNTS, *self.other_words)
        return tuple(dict.fromkeys(every))

    # the narrow waist -------------------------------------------------------------------------------------
    def start(self, options: Mapping[str, OptionValue] | None = None) -> S:
        """A new game. Same input, same state: chance is a player."""
        game = self.configured(options)
        s = game.state_class(game)
        game.set_up(s)
        advance(s)
        s.memory = {}
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

    def from_json(self, d: Mapping[str, Any]) -> S:
        """The state that `State.to_json` wrote down."""
        return reading.from_json(self, d)

    def of_today(self, d: dict[str, Any], edition: int) -> dict[str, Any]:
        """A state that an older edition wrote, in the shape that is read today.

        Fields that are missing keep their first values and fields that are gone are passed over; what needs more than
        that (a step that has another name or other fields) is converted here, tested by `tests/editions`.
        """
        return d

    def position(self, text: str) -> S:
        """The state that `State.position` wrote; fields left out keep their first values, units left out are nowhere."""
        return reading.from_position(self, text)

    def complete(self, s: S) -> None:
        """Fill in what a position text leaves out and the first values do not say; ValueError for what cannot be."""

    # views ------------------------------------------------------------------------------------------------
    def view(self, s: S, side: str) -> View:
        """What a side may see, by inclusion (docs/view.md). Games with hidden pieces override `units_seen`."""
        return {
            "game": self.id,
            "side": side,
            "turn": s.turn,
            "turn_name": self.turn_name(s.turn),
            "night": self.is_night(s),
            "phase": self.phase(s),
            "actor": s.actor,
            "prompt": self.prompt_for(s, side),
            "goals": {x: goal for x in self.sides if (goal := self.goal(s, x))},
            "units": self.units_seen(s, side),
            "markers": self.markers(s, side),
            "tracks": self.tracks(s, side),
            "outcome": s.outcome.facts() if s.outcome else None,
        }

    def prompt_for(self, s: S, side: str) -> str:
        """The prompt as that side may read it; a secret decision of the other side is only announced."""
        choice = s.choice
        if choice and side in choice.secret_from(s):
            return say("Waiting for {side}.", side=Term("side", choice.actor(s)))
        return s.prompt

    def units_seen(self, s: S, side: str) -> list[UnitFacts]:
        """Every counter that the side sees somewhere."""
        return [v for u in range(len(self.roster)) if s.loc[u] and (v := self.visible(s, u, side))]

    def visible(self, s: S, u: int, side: str) -> UnitFacts | None:
        """One unit as that side sees it, or None."""
        facts = self._as_printed[u].copy()
        facts["at"] = str(self.hex_name(s.loc[u]))
        facts["factors"] = self.factors(s, u)
        facts["status"] = self.status(s, u)
        if note := self.note_on(s, u):
            facts["note"] = note
        return facts

    @cached_property
    def _as_printed(self) -> list[UnitFacts]:
        """What never changes of every unit's facts, with room for the rest."""
        return [
            {
                "name": unit.name,
                "printed": unit.printed,
                "side": unit.side,
                "nation": unit.nation,
                "formation": unit.formation,
                "type": unit.type,
                "size": unit.size,
                "at": "",
                "factors": [],
                "status": [],
                "basis": unit.basis,
            }
            for unit in self.roster.units
        ]

    def phase(self, s: S) -> str:
        return next((p for f in s.agenda if (p := f.phase())), "")
