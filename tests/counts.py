"""How big the pieces of the code are, and how much of it is untyped: `python -m tests.counts [-v]`; -v names them.

What may not grow any more stands in tests/core/test_counts.py.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).resolve().parents[1] / "src/sandtable"
Function = ast.FunctionDef | ast.AsyncFunctionDef
ANY_GAME = re.compile(r"\b(Game|State|Choice|Bot|Playbook)\[Any\]")
"""A game, a state or an opponent of whatever title: not a hole in the types."""


def counted(src: Path = SRC) -> dict[str, list[str]]:
    """By what is counted: the places."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(src.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(src).as_posix()
        if (n := len(text.splitlines())) > 400:
            found["files over 400 lines"].add(f"{name} ({n})")
        for node in ast.walk(ast.parse(text)):
            for what in of_node(node):
                found[what].add(f"{name}:{node.lineno} {node.name}")  # type: ignore[attr-defined]
    return {what: sorted(places) for what, places in sorted(found.items())}


def of_node(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ClassDef) and sum(isinstance(x, Function) for x in node.body) > 20:
        yield "classes over 20 methods"
    if not isinstance(node, Function):
        return
    if (node.end_lineno or 0) - node.lineno + 1 > 40:
        yield "functions over 40 lines"
    if any(isinstance(x, ast.Import | ast.ImportFrom) for x in ast.walk(node)):
        yield "functions that import"
    said = ANY_GAME.sub("", " ".join(annotations(node)))
    if re.search(r"\bAny\b", said):
        yield "signatures that name Any"
    if any(a.arg in ("s", "t") and a.annotation and ast.unparse(a.annotation) == "Any" for a in node.args.args):
        yield "states of any kind (s: Any)"


def annotations(node: Function) -> Iterator[str]:
    a = node.args
    for arg in (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg):
        if arg is not None and arg.annotation:
            yield ast.unparse(arg.annotation)
    if node.returns:
        yield ast.unparse(node.returns)


if __name__ == "__main__":
    for what, places in counted().items():
        print(f"{len(places):4} {what}")
        for place in places if "-v" in sys.argv else ():
            print(f"     {place}")
