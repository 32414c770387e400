"""Rule coverage: which paragraphs of a rulebook are cited by code and by tests."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from sandtable.core import Game
from sandtable.core.ledger import citations


@dataclass(frozen=True)
class Coverage:
    """The ledger of a game against its code and tests."""

    paragraphs: tuple[str, ...]
    enforceable: tuple[str, ...]
    cited_by_code: frozenset[str]
    cited_by_tests: frozenset[str]
    unknown: tuple[str, ...]
    """Citations of paragraphs that do not exist."""

    @property
    def missing(self) -> list[str]:
        return [r for r in self.enforceable if r not in self.cited_by_code or r not in self.cited_by_tests]

    def data(self) -> dict[str, Any]:
        return {
            "paragraphs": len(self.paragraphs),
            "enforceable": len(self.enforceable),
            "cited_by_code": sum(r in self.cited_by_code for r in self.enforceable),
            "cited_by_tests": sum(r in self.cited_by_tests for r in self.enforceable),
            "missing": self.missing,
            "missing_in_code": [r for r in self.enforceable if r not in self.cited_by_code],
            "missing_in_tests": [r for r in self.enforceable if r not in self.cited_by_tests],
            "unknown": list(self.unknown),
        }


def sources(package: Traversable) -> list[str]:
    """The text of every module of a package."""
    found = []
    for entry in package.iterdir():
        if entry.is_dir():
            found += sources(entry)
        elif entry.name.endswith(".py"):
            found.append(entry.read_text(encoding="utf-8"))
    return found


def test_folder() -> Path | None:
    """The tests of this checkout, where there is one."""
    folder = Path(__file__).resolve().parents[3] / "tests"
    return folder if folder.is_dir() else None


def cited_in_tests(tests: Path) -> set[tuple[str, str]]:
    """Pairs of book and paragraph in `@pytest.mark.rule("book", "1.1", ...)` decorators of a folder or file."""
    paths = sorted(tests.rglob("test_*.py")) if tests.is_dir() else [tests]
    return set().union(*(_cited_in(path.read_text(encoding="utf-8")) for path in paths))


@lru_cache(maxsize=500)
def _cited_in(text: str) -> frozenset[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                book, *numbers = [str(x.value) for x in mark.args if isinstance(x, ast.Constant)]
                found |= {(book, n) for n in numbers}
    return frozenset(found)


def coverage(game: Game[Any]) -> Coverage:
    ledger = game.ledger()
    package = type(game).__module__.rpartition(".")[0]
    code = set().union(*(citations(text) for text in sources(files(package))))
    by_code = {number for prefix, number in code if prefix == ledger.prefix}
    folder = test_folder()
    books = {ledger.book, game.title.id}
    by_tests = {number for book, number in cited_in_tests(folder) if book in books} if folder else set()
    return Coverage(
        tuple(r.id for r in ledger.rules),
        tuple(r.id for r in ledger.rules if r.enforceable),
        frozenset(by_code & ledger.numbers),
        frozenset(by_tests & ledger.numbers),
        tuple(sorted((by_code | by_tests) - ledger.numbers)),
    )
