"""The rule ledger: every numbered paragraph of a rulebook in our own words, and the rulings on what it leaves open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from .data import DataError, Source, need

NOT_ENFORCEABLE: Final = ("heading", "components", "example", "history")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered paragraph."""

    id: str
    title: str
    text: str
    status: str = ""
    """Empty when the paragraph can be enforced, else why not: one of NOT_ENFORCEABLE."""
    reason: str = ""

    @property
    def enforceable(self) -> bool:
        return not self.status


@dataclass(frozen=True, slots=True)
class Ruling:
    """How we read a paragraph that is unclear, contradictory, misprinted or silent."""

    id: str
    rule: str
    kind: str
    problem: str
    alternatives: tuple[str, ...]
    ruling: str
    why: str


@dataclass(frozen=True)
class Ledger:
    book: str
    prefix: str
    """Edition prefix of citations, where one package holds two books: [1980:4.5]."""
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    numbers: frozenset[str] = frozenset()
    """Every paragraph number of the book, also those that do not count for this title."""

    def __getitem__(self, id: str) -> Rule:
        return next(r for r in self.rules if r.id == id)

    def __contains__(self, id: object) -> bool:
        return any(r.id == id for r in self.rules)


def read_ledger(
    source: Source, rules: str = "rules.toml", rulings: str = "rulings.toml", keep: Callable[[str], bool] | None = None
) -> Ledger:
    """Load and check a ledger; `keep` picks the paragraphs that count for one title of a shared book."""
    data = source.load(rules)
    seen: set[str] = set()
    paragraphs = []
    for r in data.get("rule", ()):
        where = f"[[rule]] {r.get('id', '?')}"
        for key in ("id", "title", "text"):
            if not r.get(key):
                raise DataError(rules, where, f"has no {key}")
        if r["id"] in seen:
            raise DataError(rules, where, "is listed twice")
        seen.add(r["id"])
        status = r.get("status", "")
        if status and status not in NOT_ENFORCEABLE:
            raise DataError(rules, where, f"status = {status!r} is not one of {', '.join(NOT_ENFORCEABLE)}")
        if status and not r.get("reason"):
            raise DataError(rules, where, f"status {status!r} needs a reason")
        if keep is None or keep(r["id"]):
            paragraphs.append(Rule(r["id"], r["title"], r["text"], status, r.get("reason", "")))
    decisions = tuple(_rulings(source, rulings)) if source.has(rulings) else ()
    return Ledger(need(rules, "", data, "book"), data.get("prefix", ""), tuple(paragraphs), decisions, frozenset(seen))


def _rulings(source: Source, file: str) -> Iterator[Ruling]:
    for r in source.load(file).get("ruling", ()):
        where = f"[[ruling]] {r.get('id', '?')}"
        for key in ("id", "rule", "kind", "problem", "ruling", "why"):
            if not r.get(key):
                raise DataError(file, where, f"has no {key}")
        others = tuple(r.get("alternatives", ()))
        yield Ruling(r["id"], r["rule"], r["kind"], r["problem"], others, r["ruling"], r["why"])


_BRACKET: Final = re.compile(r"(?<![\w)\]])\[((?:\w+:)?\d+(?:\.\w+)+(?:,\s*(?:\w+:)?\d+(?:\.\w+)+)*)\](?!\s*\*)")


def citations(text: str) -> set[tuple[str, str]]:
    """Every paragraph cited in the text as [13.2], [13.2, 13.4] or [1980:4.5]: pairs of prefix and number."""
    found = set()
    for match in _BRACKET.finditer(text):
        for item in match.group(1).split(","):
            prefix, _, number = item.strip().rpartition(":")
            found.add((prefix, number.rstrip(".")))
    return found
