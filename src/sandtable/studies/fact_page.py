"""The page of facts: every key that leaves a game, read from `core/facts.py` itself."""

from __future__ import annotations

import ast
from pathlib import Path

from sandtable.core import facts

HEAD = """# Facts, key by key

Everything that leaves a game as plain data, as `core/facts.py` types it. Keys in *italics* may be missing. The server's messages and the client's types have the same keys; others are errors.
"""


def fact_page() -> str:
    """One table per kind of fact, in the order of the file."""
    tree = ast.parse(Path(facts.__file__).read_text(encoding="utf-8"))
    return "\n".join([HEAD, *(_table(node) for node in tree.body if isinstance(node, ast.ClassDef))])


def _table(node: ast.ClassDef) -> str:
    lines = [
        f"## {node.name}",
        "",
        (ast.get_docstring(node) or "").replace("\n", " "),
        "",
        "| key | what it holds |",
        "|---|---|",
    ]
    whole = not any(keyword.arg == "total" for keyword in node.keywords)
    for field, after in zip(node.body, [*node.body[1:], None]):
        if isinstance(field, ast.AnnAssign):
            kind = ast.unparse(field.annotation)
            name, optional = ast.unparse(field.target), not whole or kind.startswith("NotRequired[")
            kind = kind.removeprefix("NotRequired[")[:-1] if kind.startswith("NotRequired[") else kind
            note = after.value.value if _is_note(after) else ""  # type: ignore[union-attr]
            about = f"`{kind}`{': ' if note else ''}{' '.join(str(note).split())}".replace("|", "\\|")
            lines.append(f"| {f'*{name}*' if optional else name} | {about} |")
    return "\n".join([*lines, ""])


def _is_note(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
