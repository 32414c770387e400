"""Sentences for people: English that remembers how it was made.

A sentence is a template with named places and the values that fill them. It *is* the English text (a `str`), so it can be
printed, compared and searched like any other; who wants more (a translation, a link, a picture) finds the template, which
is the message id as in gettext, and the typed values:

    >>> t = say("{units} {units#stays|stay} in {where}.", units=Listing([Term("unit", "16/4"), Term("unit", "I/25")]), where=Term("hex", "0910"))
    >>> str(t), t.template
    ('16/4 and I/25 stay in 0910.', '{units} {units#stays|stay} in {where}.')

The places of a template are all the grammar there is:

    {name}            the value
    {name^}           the value with a capital letter
    {name#one|many}   the first word when the value is 1 or names one thing, else the second

A paragraph in brackets (`[4.5]`) is a citation, in a template as in a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypedDict

_PLACE: Final = re.compile(r"\{(\w+)(\^?)(?:#([^|{}]*)\|([^{}]*))?\}")


class Term(str):
    """A word that stands for a thing: `kind` is unit, hex, box, side, rule, number, or the name of another kind of thing."""

    __slots__ = ("kind",)
    kind: str

    def __new__(cls, kind: str, text: str) -> Term:
        self = super().__new__(cls, text)
        self.kind = kind
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Term, (self.kind, str(self))


class Listing(str):
    """Several things in a row: "Amir-1, Amir-2 and 16/4"."""

    __slots__ = ("items", "last")
    items: tuple[Value, ...]
    last: str

    def __new__(cls, items: Iterable[Value], last: str = "and") -> Listing:
        items = tuple(items)
        words = [_english(x) for x in items]
        self = super().__new__(
            cls, f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
        )
        self.items, self.last = items, last
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Listing, (self.items, self.last)


class Sentence(str):
    """A text with the template and the values it was made of. `say` makes them."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, values: Mapping[str, Value]) -> Sentence:
        self = super().__new__(cls, _filled(template, values))
        self.template, self.values = template, values
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentence, (self.template, dict(self.values))


Value = str | int | float
"""What fills a place: a number, a text, a `Term`, a `Listing` or another sentence."""


def say(template: str, /, **values: Value) -> Sentence:
    """The sentence that this template and these values make."""
    return Sentence(template, values)


def together(*sentences: str) -> Sentence:
    """Several sentences one after the other; empty ones are left out."""
    return row(" ", sentences)


def row(between: str, texts: Iterable[str]) -> Sentence:
    """Texts with something between them: clauses with "; ", steps with ", "."""
    named = {f"part{i}": text for i, text in enumerate((t for t in texts if t), 1)}
    return Sentence(between.join(f"{{{name}}}" for name in named), named)


@cache
def cite(number: str) -> Term:
    """A paragraph of the rulebook."""
    return Term("rule", number)


def number(text: str) -> Term:
    """A number that is not written as Python does: "2½", "+4"."""
    return Term("number", text)


@cache
def signed(n: int) -> Term:
    """A difference or a shift: "+4", "0", "-2"."""
    return number(f"{n:+d}" if n else "0")


@cache
def halves(n: int) -> Term:
    """So many halves, as the rulebooks print them: 5 is "2½"."""
    whole, half = divmod(abs(n), 2)
    return number(("-" if n < 0 else "") + (str(whole) if whole or not half else "") + ("½" if half else ""))


# Filling in ---------------------------------------------------------------------------------------------------------
class _Place(NamedTuple):
    name: str
    capital: bool
    one: str | None
    many: str


@cache
def _pieces(template: str) -> tuple[str | _Place, ...]:
    """Literal text and places, in order."""
    found: list[str | _Place] = []
    end = 0
    for m in _PLACE.finditer(template):
        found += [template[end : m.start()], _Place(m[1], bool(m[2]), m[3], m[4] or "")]
        end = m.end()
    found.append(template[end:])
    loose = "".join(x for x in found if isinstance(x, str))
    if "{" in loose or "}" in loose:
        raise ValueError(f"the template {template!r} has a place that cannot be read")
    return tuple(x for x in found if x != "")


def _filled(template: str, values: Mapping[str, Value]) -> str:
    words = []
    for piece in _pieces(template):
        if isinstance(piece, str):
            words.append(piece)
            continue
        value = values[piece.name]
        text = _english(value) if piece.one is None else piece.one if count_of(value) == 1 else piece.many
        words.append(text[:1].upper() + text[1:] if piece.capital else text)
    return "".join(words)


def _english(value: Value) -> str:
    return value if isinstance(value, str) else str(halves(round(2 * value)) if value % 1 == 0.5 else value)


def count_of(value: Value) -> float:
    """How many a value stands for: a number itself, the length of a listing, one thing otherwise."""
    if isinstance(value, Listing):
        return len(value.items)
    return 1 if isinstance(value, str) else value


# Travelling ---------------------------------------------------------------------------------------------------------
class Said(TypedDict, total=False):
    """A sentence as data: its English text, and where there is more to it, the template and what fills it."""

    text: str
    id: str
    values: dict[str, Any]


def said(text: str) -> Said:
    """A text or sentence as plain data, for those who link, draw or translate it (docs/view.md)."""
    if isinstance(text, Sentence):
        return {"text": str(text), "id": text.template, "values": {k: _data(v) for k, v in text.values.items()}}
    return {"text": str(text)}


def heard(data: Said) -> str:
    """The text or sentence that `said` wrote down."""
    if "id" not in data:
        return data["text"]
    return Sentence(data["id"], {k: _value(v) for k, v in data.get("values", {}).items()})


def whom(text: str) -> list[str]:
    """The units that a line of the log concerns: its values called `unit` and `units`."""
    values = text.values if isinstance(text, Sentence) else {}
    found = [values[k] for k in ("unit", "units") if k in values]
    each = [x for value in found for x in (value.items if isinstance(value, Listing) else (value,))]
    return [str(x) for x in each if isinstance(x, Term) and x.kind == "unit"]


def _data(value: Value) -> Any:
    match value:
        case Term():
            return {"kind": value.kind, "text": str(value)}
        case Listing():
            return {"kind": "list", "last": value.last, "items": [_data(x) for x in value.items]}
        case Sentence():
            return {"kind": "sentence", **said(value)}
    return value


def _value(data: Any) -> Value:
    if not isinstance(data, dict):
        plain: Value = data
        return plain
    match data["kind"]:
        case "list":
            return Listing([_value(x) for x in data["items"]], data["last"])
        case "sentence":
            return heard({"text": data["text"], "id": data["id"], "values": data["values"]})
    return Term(data["kind"], data["text"])
