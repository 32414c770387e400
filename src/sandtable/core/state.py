"""A game is a value: small, flat, copied in microseconds, serialisable at every decision.

Subclasses declare slots with annotations and give them first values in `__init__`. The annotation of a field (of a
state or of a frame) says how it is copied and written down:

    turn: int               moved: Units        (a set of units, written by name)
    loc: list[Hex]          target: UnitId      (one unit)
    path: tuple[Hex, ...]   seen: Hexes         (a set of hexes)

Lists are copied, everything else must be immutable: ints, strings, tuples, None.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields as dataclass_fields
from functools import cache, wraps
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Concatenate,
    Final,
    NoReturn,
    ParamSpec,
    Self,
    TypeAlias,
    TypeVar,
)

from .actions import Action, Event, IllegalAction, Outcome, Refusal, refuse
from .agenda import CHANCE, Choice, Frame, Pick, advance
from .facts import About, DetailsFacts, ForecastFacts, View
from .native import bits, occupied, units_at
from .sentences import Sentence, Value, say

if TYPE_CHECKING:
    from .game import Game

Hex: TypeAlias = Annotated[int, "hex"]
"""A hex of the map, a box off the map (negative, see `Game.boxes`), or 0 for nowhere."""
Hexes: TypeAlias = Annotated[int, "hexes"]
UnitId: TypeAlias = Annotated[int, "unit"]
"""A unit, or -1 for none."""
Units: TypeAlias = Annotated[int, "units"]


P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="State")


_NOT_ASKED: Final[Any] = object()


def fact(query: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A question about a state whose answer holds while the state stands at a decision: asked again, it is remembered.

    While an action is being applied, and in a copy that nobody has applied an action to, nothing is remembered. Arguments are
    hashable and positional; nobody changes an answer.
    """

    @wraps(query)
    def remembered(s: S, *args: Any) -> R:
        memory = s.memory
        if memory is None:
            return query(s, *args)  # type: ignore[call-arg]
        key = (query, args)
        answer: R = memory.get(key, _NOT_ASKED)
        if answer is _NOT_ASKED:
            answer = memory[key] = query(s, *args)  # type: ignore[call-arg]
        return answer

    @wraps(query)
    def remembered_of(s: S, one: Any) -> R:  # the same for the usual case, twice as fast
        memory = s.memory
        if memory is None:
            return query(s, one)  # type: ignore[call-arg]
        key = (query, one)
        answer: R = memory.get(key, _NOT_ASKED)
        if answer is _NOT_ASKED:
            answer = memory[key] = query(s, one)  # type: ignore[call-arg]
        return answer

    asked = query.__code__
    return remembered_of if asked.co_argcount == 2 and not query.__defaults__ else remembered  # type: ignore[return-value]


class State:
    """Everything that can change in a game. Nobody but `apply` and `Step.run` writes into one."""

    __slots__ = ("agenda", "dice", "drawn", "game", "loc", "log", "memory", "outcome", "turn")

    game: Any
    agenda: tuple[Frame, ...]
    loc: list[Hex]
    turn: int
    dice: tuple[int, ...]
    drawn: str
    outcome: Outcome | None
    log: list[Event] | None
    memory: dict[Any, Any] | None
    """Answers of `fact` queries while the state stands at a decision; None while it is changing, and in copies."""

    later: ClassVar[frozenset[str]] = frozenset()
    """Fields that an edition after the first added: written only where they differ from their first value, so that older
    records keep their checksums."""
    beside: ClassVar[frozenset[str]] = frozenset()
    """Fields that are no part of the position but follow from what was played, such as what a side remembers: checksums
    leave them out."""
    kinds: ClassVar[dict[str, str]] = {}
    """Annotation by field, in the order of declaration; filled for every subclass."""
    thawed: ClassVar[type[State]]
    """The class itself, also in a frozen state."""
    _values: ClassVar[tuple[str, ...]] = ()
    _lists: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.thawed = cls
        kinds: dict[str, str] = {}
        for base in reversed(cls.__mro__):
            for name in _names(getattr(base, "__slots__", ())):
                if name not in ("game", "log", "memory", "agenda", "outcome"):
                    kinds[name] = str(base.__annotations__[name])
        cls.kinds = {k: kinds[k] for k in ("turn", *kinds)}
        cls._lists = tuple(k for k, kind in kinds.items() if kind.startswith("list"))
        cls._values = tuple(k for k in kinds if k not in cls._lists)

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.agenda = ()
        self.loc = [0] * len(game.roster)
        self.turn = 1
        self.dice = ()
        self.drawn = ""
        self.outcome = None
        self.log = None
        self.memory = None

    def copy(self) -> Self:
        """An independent copy; the log and what is remembered stay behind."""
        new: Self = object.__new__(self.thawed)  # type: ignore[assignment]
        new.game = self.game
        new.agenda = self.agenda
        new.outcome = self.outcome
        new.log = new.memory = None
        for k in self._values:
            setattr(new, k, getattr(self, k))
        for k in self._lists:
            setattr(new, k, getattr(self, k)[:])
        return new

    def forget(self) -> None:
        """Let go what has been remembered: the game has gone on from here."""
        self.memory = {}

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Any:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its JSON beside its game, which is pickled by name."""
        return _restored, (self.game, self.to_json())

    def frozen(self) -> Self:
        """A copy that refuses to be written into: whoever is only asked about a state can be given this one."""
        new = self.copy()
        for k in self._lists:
            setattr(new, k, _FrozenList(getattr(new, k)))
        new.memory = {}
        new.__class__ = _frozen_class(self.thawed)  # type: ignore[arg-type, assignment]
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or other.thawed is not self.thawed:
            return NotImplemented
        return (
            self.game is other.game
            and self.agenda == other.agenda
            and self.outcome == other.outcome
            and all(getattr(self, k) == getattr(other, k) for k in self.kinds)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.game.id}, turn {self.turn}, {f'{self.actor} to decide' if self.agenda else 'over'}>"

    # for rules --------------------------------------------------------------------------------------------
    def then(self, *frames: Frame) -> None:
        """Do these frames next, in order, before whatever was already on the agenda. A finished game stays finished."""
        if self.outcome is None:
            self.agenda = frames + self.agenda

    def finish(self, outcome: Outcome) -> None:
        """The game is over."""
        self.outcome = outcome
        self.agenda = ()
        for reason in outcome.reasons:
            self.tell("", "{reason}", reason=reason, about="end")

    def tell(
        self,
        rule: str,
        template: str,
        *values: object,
        at: Iterable[int] = (),
        to: tuple[str, ...] = (),
        about: About = "",
        **named: Value,
    ) -> None:
        """Write a sentence into the log, if somebody keeps one. `rule` may name several, separated by commas."""
        if self.log is not None:
            rules = tuple(r.strip() for r in rule.split(",")) if rule else ()
            names = tuple(str(self.game.hex_name(h)) for h in at if h > 0)
            self.log.append(Event(rules, _sentence(template, values, named), names, to, about))

    @property
    def told(self) -> bool:
        """Does somebody keep a log? Else nobody need find the words for it."""
        return self.log is not None

    @property
    def die(self) -> int:
        return self.dice[0]

    def occupied(self, units: int) -> int:
        """The hexes in which units of this set stand."""
        return occupied(self.loc, units)

    def hexes_of(self, side: str) -> int:
        """The hexes in which units of the side stand."""
        return occupied(self.loc, self.game.roster.of_side[side])

    def at(self, h: int, units: int = -1) -> list[int]:
        """The units of this set (or all) in a hex or box, in roster order."""
        return units_at(self.loc, units, h)

    # the narrow waist -------------------------------------------------------------------------------------
    @property
    def choice(self) -> Choice[Any] | None:
        """The decision the game waits for."""
        return self.agenda[0] if self.agenda else None  # type: ignore[return-value]

    @property
    def actor(self) -> str | None:
        """Who must decide: a side, "chance", or None when the game is over."""
        return self.choice.actor(self) if self.choice else None

    @property
    @fact
    def prompt(self) -> str:
        if self.choice:
            return self.choice.prompt(self)
        return say("The game is over: {level}.", level=self.outcome.level) if self.outcome else say("The game is over.")

    def options(self) -> Iterator[Action]:
        return self.choice.options(self) if self.choice else iter(())

    def sample(self, pick: Pick) -> Action:
        """A random option, cheaper than listing all. `pick(n)` chooses a number below n."""
        if not self.agenda:
            raise ValueError("the game is over: nothing to decide")
        return self.agenda[0].sample(self, pick)  # type: ignore[attr-defined, no-any-return]

    def check(self, action: Action | str) -> Refusal | None:
        """None when the action is legal now, else the rule that forbids it and why."""
        choice = self.choice
        if choice is None:
            return refuse((), "The game is over.")
        a = self.game.parse(self, action) if isinstance(action, str) else action
        if not a.verb:
            return refuse(choice.rules(self), "Say what to do. {prompt}", prompt=choice.prompt(self))
        return choice.check(self, a)

    def play(self, action: Action | str) -> Self:
        """The state after a legal action; this one stays as it is. Raises IllegalAction with the reason."""
        a = self.game.parse(self, action) if isinstance(action, str) else action
        refusal = self.check(a)
        if refusal:
            raise IllegalAction(a, refusal)
        return self.copy().apply(a)

    def apply(self, action: Action | str) -> Self:
        """Do the action in this state itself, trusting the caller that it is legal. For search."""
        a = self.game.parse(self, action) if isinstance(action, str) else action
        self.memory = None
        choice, self.agenda = self.agenda[0], self.agenda[1:]
        choice.apply(self, a)  # type: ignore[attr-defined]
        advance(self)
        self.memory = {}
        return self

    def words(self, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The words that may follow, one after the other: `s.words()`, `s.words(("move",))`, `s.words(("move", "Amir-1"))`."""
        return self.choice.words(self, prefix) if self.choice else ()

    def spelled(self, words: tuple[str, ...]) -> Action:
        """The action that words found with `words` name."""
        if self.choice is None:
            raise ValueError("the game is over: nothing to decide")
        return self.choice.spelled(self, words)

    def takes_back(self, action: Action | str) -> bool:
        """Would this only undo something of the decision being made (cancel, without)?"""
        a = self.game.parse(self, action) if isinstance(action, str) else action
        return bool(self.choice and self.choice.takes_back(self, a))

    def details(self, action: Action | str) -> DetailsFacts:
        """What a player would like to know before taking this option."""
        a = self.game.parse(self, action) if isinstance(action, str) else action
        return self.choice.details(self, a) if self.choice else {}

    def forecast(self) -> ForecastFacts | None:
        """The exact odds of what is being prepared."""
        return self.choice.forecast(self) if self.choice else None

    def view(self, side: str) -> View:
        """What that side may see, as plain data."""
        view: View = self.game.view(self, side)
        return view

    # writing down -----------------------------------------------------------------------------------------
    def to_json(self) -> dict[str, Any]:
        """This exact state as plain data, readable: units and hexes by name."""
        game = self.game
        return {"game": game.id, "edition": game.rules_edition, **self._facts()}

    def _facts(self) -> dict[str, Any]:
        game = self.game
        d: dict[str, Any] = {"options": game.options}
        beside: dict[str, Any] = {}
        for k, kind in self.kinds.items():
            value = getattr(self, k)
            if not (k in self.later or k in self.beside) or value != getattr(game.blank, k):
                (beside if k in self.beside else d)[k] = encode(game, kind, value)
        if beside:
            d["beside"] = beside
        d["agenda"] = [[type(f).__name__, _frame_to_json(game, f)] for f in self.agenda]
        d["outcome"] = self.outcome and self.outcome.to_json()
        return d

    def checksum(self) -> str:
        """Eight hex digits that change when anything in the state does; the same in every edition of the rules, and however
        its sentences are told."""
        return checksum_of({"game": self.game.id, **self._facts()})

    def position(self) -> str:
        """This state as short text: for tests, bug reports, puzzles and links. `Game.position` reads it back."""
        d = self.to_json()
        d |= d.pop("beside", {})
        lines = [d["game"] + (f" {_json(d['options'])}" if d["options"] else "")]
        blank = self.game.blank
        for k in self.kinds:
            if k != "loc" and getattr(self, k) != getattr(blank, k):
                lines.append(f"{k} {_json(d[k])}")
        names = self.game.roster.names
        for place in sorted({x for x in self.loc if x}, key=lambda x: (x < 0, abs(x))):
            lines.append(f"at {self.game.hex_name(place)} {' '.join(names[u] for u in self.at(place))}")
        lines += [f"> {name} {_json(args)}" if args else f"> {name}" for name, args in d["agenda"]]
        if d["outcome"]:
            lines.append(f"outcome {_json(d['outcome'])}")
        return "\n".join(lines) + "\n"


def _restored(game: Game[Any], d: dict[str, Any]) -> Any:
    return game.from_json(d)


class _FrozenList(list[Any]):
    """A list of a frozen state."""

    def _no(self, *_: object) -> NoReturn:
        raise TypeError("this state is only to be looked at: copy it before changing it")

    __setitem__ = __delitem__ = __iadd__ = append = extend = insert = pop = remove = clear = sort = reverse = _no  # type: ignore[assignment]


@cache
def _frozen_class(cls: type[State]) -> type[State]:
    def refuse_to_write(self: State, name: str, value: object) -> NoReturn:
        raise TypeError(f"this state is only to be looked at: copy it before changing its {name}")

    frozen = type(cls.__name__, (cls,), {"__slots__": (), "__setattr__": refuse_to_write, "__module__": cls.__module__})
    frozen.thawed = cls  # type: ignore[attr-defined]
    return frozen


def _sentence(template: str, values: tuple[object, ...], named: dict[str, Value]) -> Sentence:
    """The sentence; places without names (`{}`, `{:+d}`) are numbered."""
    for i, value in enumerate(values, 1):
        place = _NAMELESS.search(template)
        if place is None:
            break
        template = template.replace(place[0], f"{{value{i}}}", 1)
        named[f"value{i}"] = value if isinstance(value, str) else place[0].format(value)
    return Sentence(template, named)


_NAMELESS: Final = re.compile(r"\{(?::[^}]*)?\}")


def checksum_of(d: Mapping[str, Any]) -> str:
    """The checksum of a state that was written down, whichever edition wrote it; no rules are needed."""
    facts = {k: v for k, v in d.items() if k not in ("edition", "beside")}
    outcome = facts.get("outcome")
    facts["outcome"] = outcome[:4] if isinstance(outcome, list | tuple) else None
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _names(slots: str | Iterable[str]) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _frame_to_json(game: Game[Any], frame: Frame) -> dict[str, Any]:
    """The fields that differ from the frame's defaults."""
    d = {}
    for f in dataclass_fields(frame):  # type: ignore[arg-type]
        value = getattr(frame, f.name)
        if value != f.default:
            d[f.name] = encode(game, str(f.type), value)
    return d


# One reader and one writer per kind of field ------------------------------------------------------------------
def encode(game: Game[Any], kind: str, value: Any) -> Any:
    """A field's value as plain data."""
    match kind:
        case "Hex":
            return game.hex_name(value)
        case "UnitId":
            return game.roster.names[value] if value >= 0 else ""
        case "Units":
            return [game.roster.names[u] for u in sorted(bits(value))]
        case "Hexes":
            return [game.hex_name(h) for h in sorted(bits(value))]
    match inner := _inner(kind):
        case "":
            return _plain(value)
        case "Hex":
            return [game.hex_name(h) for h in value]
        case "int":
            return list(value)
    return [encode(game, inner, x) for x in value]


def decode(game: Game[Any], kind: str, value: Any) -> Any:
    """The inverse of `encode`; ValueError with a clear message when a name is unknown."""
    match kind:
        case "Hex":
            return game.place(value)
        case "UnitId":
            return game.unit(value) if value else -1
        case "Units":
            return sum({1 << game.unit(name) for name in value})
        case "Hexes":
            return sum({1 << game.hex(name) for name in value})
    plain = _PLAIN.get(kind)
    if plain and type(value) is not plain:
        raise ValueError(f"{_json(value)} is not of the kind {kind}")
    inner = _inner(kind)
    if inner:
        if not isinstance(value, list | tuple):
            raise ValueError(f"{_json(value)} is not a list")
        items = (decode(game, inner, x) for x in value)
        return list(items) if kind.startswith("list") else tuple(items)
    return _frozen(value)


_PLAIN: Final = {"int": int, "str": str, "bool": bool}


@cache
def _inner(kind: str) -> str:
    """The member kind of list[Hex] or tuple[UnitId, ...]; empty for other kinds."""
    for opening, closing in (("list[", "]"), ("tuple[", ", ...]")):
        if kind.startswith(opening) and kind.endswith(closing):
            inner = kind[len(opening) : -len(closing)]
            return inner if "," not in inner or inner.startswith("tuple") else ""
    return ""


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(x) for x in value]
    return str(value) if isinstance(value, str) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(x) for x in value) if isinstance(value, list) else value


__all__ = ["CHANCE", "Hex", "Hexes", "State", "UnitId", "Units", "decode", "encode", "fact"]
