"""What a player says, how its words are read, and what the game answers when it may not be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .facts import About, Number, OutcomeFacts
from .sentences import Said, Sentence, Value, cite, heard, said, say

if TYPE_CHECKING:
    from .game import Game

END: Final = "<end>"
"""In the place of a next word: the action may stop here."""


class Action(NamedTuple):
    """One decision in words: a verb and its arguments. Units and hexes appear by name, a path as `1708-1608-1509`."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))

    @classmethod
    def read(cls, text: str) -> Action:
        """The words as they stand; `Game.parse` also forgives case and short forms."""
        words = text.split()
        return cls(words[0], tuple(words[1:])) if words else cls("")


class Parts(NamedTuple):
    """An action's words sorted by what they are; what no map, roster or number knows is left in `words`."""

    verb: str
    units: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    """Hexes and boxes (negative) in the order named; a single place is a path of one."""
    amounts: tuple[int, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def unit(self) -> int:
        """The first unit, or -1."""
        return self.units[0] if self.units else -1

    @property
    def to(self) -> int:
        """Where the way ends: a hex, a box (negative), or 0."""
        return self.path[-1] if self.path else 0

    @property
    def hexes(self) -> tuple[int, ...]:
        """The way without boxes."""
        return tuple(h for h in self.path if h > 0)


def read_parts(game: Game[Any], a: Action) -> Parts:
    """The one reader of an action: `Amir-1`, `A+B`, `1708-1608`, `0911`, `across`, `3`, anything else."""
    units: list[int] = []
    path: list[int] = []
    amounts: list[int] = []
    words: list[str] = []
    find, place = game.lexicon.get, game.place_words.get
    for arg in a.args:
        meaning = find(arg)
        if meaning is None and "-" in arg:
            way = [place(word) for word in arg.split("-")]
            if None not in way:
                path += way  # type: ignore[arg-type]
                continue
        if meaning is None and arg.isascii() and arg.isdigit():
            amounts.append(int(arg))
            continue
        pieces = [meaning] if meaning else _pieces(game, arg)
        for kind, number, word in pieces:
            if kind == "unit":
                units.append(number)
            elif kind == "place":
                path.append(number)
            else:
                words.append(word)
    return Parts(a.verb, tuple(units), tuple(path), tuple(amounts), tuple(words))


def spelling(game: Game[Any], a: Action, every_step: bool = False) -> tuple[str, ...]:
    """The words of the closed vocabulary (`Game.words`) that name this action: a stack is spelled unit by unit, a way by
    its last place, or by all of them where the way itself is the choice."""
    words = [a.verb]
    for arg in a.args:
        if arg in game.lexicon:
            words.append(arg)
        elif all(piece in game.lexicon for piece in arg.split("+")):
            words += arg.split("+")
        elif not every_step and (last := game.lexicon.get(arg.rpartition("-")[2])):
            words.append(last.word)
        else:
            places = [piece[2] for piece in _pieces(game, arg)]
            words += places if every_step else places[-1:]
    return tuple(words)


class Meaning(NamedTuple):
    """What one word of a game stands for: `kind` is unit, place or word."""

    kind: str
    number: int
    word: str


def _pieces(game: Game[Any], arg: str) -> list[Meaning]:
    """A stack `A+B` or a way `0911-0912-off`, piece by piece; the whole as one unknown word where it is neither."""
    for joint in "+-":
        if joint in arg:
            found = [game.lexicon.get(piece) for piece in arg.split(joint)]
            if all(found):
                return [m for m in found if m]
    return [Meaning("word", 0, arg)]


class Refusal:
    """Why an action may not be taken: the paragraphs that forbid it and a sentence with the numbers filled in.

    It is worded when somebody reads it: most refusals are only asked for by rules that want to know whether there is one.
    """

    __slots__ = ("_text", "_unworded", "rules")

    def __init__(
        self, rules: tuple[str, ...], text: str = "", unworded: tuple[str, dict[str, Value]] | None = None
    ) -> None:
        self.rules = rules
        self._text = text
        self._unworded = unworded

    @property
    def text(self) -> str:
        if self._unworded is not None:
            template, values = self._unworded
            self._text, self._unworded = say(template, **values), None
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rules, self.text) == (other.rules, other.text)

    def __hash__(self) -> int:
        return hash((self.rules, self.text))

    def __repr__(self) -> str:
        return f"Refusal({self.rules!r}, {str(self.text)!r})"

    def __str__(self) -> str:
        return f"[{', '.join(self.rules)}] {self.text}" if self.rules else self.text


def refuse(rules: str | tuple[str, ...], template: str, /, **values: Value) -> Refusal:
    """The refusal by these paragraphs, said with this template: `refuse("4.5", "{unit} must stop in {hex}.", ...)`."""
    return Refusal((rules,) if isinstance(rules, str) else rules, unworded=(template, values))


class IllegalAction(ValueError):
    """Raised by `State.play` with the refusal that `State.check` gives."""

    def __init__(self, action: object, refusal: Refusal) -> None:
        self.action, self.refusal = str(action), refusal
        super().__init__(f"{action}: {refusal}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended. `winner` is None for a draw; each reason starts with its rule, like a refusal."""

    winner: str | None
    level: str
    score: tuple[tuple[str, Number], ...] = ()
    reasons: tuple[str, ...] = ()
    items: tuple[tuple[str, str, Number], ...] = ()
    """Where the points come from: text, side, points."""

    def facts(self) -> OutcomeFacts:
        """The outcome as a view shows it."""
        return {
            "winner": self.winner,
            "level": self.level,
            "score": dict(self.score),
            "reasons": list(self.reasons),
            "items": [{"text": text, "side": side, "points": points} for text, side, points in self.items],
        }

    def to_json(self) -> list[Any]:
        """Winner, level, score and reasons in English; then the same reasons and the items as sentences."""
        told = {"reasons": [said(r) for r in self.reasons], "items": [[said(t), side, n] for t, side, n in self.items]}
        return [self.winner, self.level, [list(x) for x in self.score], [str(r) for r in self.reasons], told]

    @classmethod
    def from_json(cls, d: list[Any]) -> Outcome:
        """The inverse; four parts only in states saved by rules edition 1."""
        winner, level, score, reasons, *rest = d
        told: dict[str, list[Any]] = rest[0] if rest else {"reasons": [Said(text=r) for r in reasons], "items": []}
        return cls(
            winner,
            level,
            tuple((k, v) for k, v in score),
            tuple(heard(r) for r in told["reasons"]),
            tuple((heard(t), side, n) for t, side, n in told["items"]),
        )


def reason(number: str, template: str, /, **values: Value) -> Sentence:
    """One reason of an outcome: a citation and a sentence."""
    return say(f"[{{cited}}] {template}", cited=cite(number), **values)


@dataclass(frozen=True, slots=True)
class Event:
    """A sentence of the log: what happened, by which rule, where, who may read it (`to` empty: everybody), what it is about."""

    rules: tuple[str, ...]
    text: str
    at: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    about: About = ""

    def __str__(self) -> str:
        return f"[{', '.join(self.rules)}] {self.text}" if self.rules else self.text
