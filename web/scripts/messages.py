"""Everything that can be translated, as a gettext template: the sentences of rules, log, bots and server, and the client's words.

.venv/bin/python web/scripts/messages.py >messages.pot     (or: make messages)

The English is the message id. A language is a folder of web/src/words/languages with a messages.po made from this template.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import sandtable

ROOT = Path(__file__).resolve().parents[2]
PYTHON, CLIENT = ROOT / "src/sandtable", ROOT / "web/src"
SPOKEN = {"say": 0, "Sentence": 0, "Roll": 0, "Draw": 0, "refuse": 1, "reason": 1, "tell": 1, "Term": 1}
"""Which argument of a call is the English."""
NAMED = re.compile(r"counters|map|weights")
"""Data files whose texts are names: they are the same in every language."""
PLACE = re.compile(r"\{\w+")
SEVERAL = re.compile(r"\w.* .*\w|\{\w+\}")
NAMES = ("unit", "hex", "box", "place", "rule", "number")
"""Terms that are called the same in every language."""
SHOWN = ("name", "title", "text", "summary", "note", "hint", "difficulty", "label")
"""Keys of our data files whose texts are shown."""
Found = tuple[str, str]
"""A message and where it stands."""


# sentences of the rules ------------------------------------------------------------------------------------------
def of_python(path: Path) -> Iterator[Found]:
    """What the calls say; in a rulebook, where templates pass through tables and helpers, every text of several words."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    rules = not {"games", "core"}.isdisjoint(path.parts)
    cites = "reason(" in path.read_text(encoding="utf-8")
    silent = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        spoken = _spoken(node) if isinstance(node, ast.Call) else None
        for x in ast.walk(spoken) if spoken else ():
            if isinstance(x, ast.Constant) and isinstance(x.value, str) and x.value.strip():
                cited = getattr(node.func, "id", "") == "reason"
                yield ("[{cited}] " if cited else "") + x.value, f"{path.relative_to(ROOT)}:{x.lineno}"
        for word in _between(node) if isinstance(node, ast.FunctionDef) else ():
            yield word, f"{path.relative_to(ROOT)}:{node.lineno}"
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if rules and id(node) not in silent and SEVERAL.search(text):
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            yield text, where
            if cites and PLACE.search(text):
                yield f"[{{cited}}] {text}", where


def _between(function: ast.FunctionDef) -> Iterator[str]:
    """What stands between the last two of a list, where the caller does not say it."""
    for arg, value in zip(reversed(function.args.args), reversed(function.args.defaults), strict=False):
        if arg.arg == "last" and isinstance(value, ast.Constant):
            yield str(value.value)


def _spoken(call: ast.Call) -> ast.expr | None:
    """The argument of a call that is English."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    where = SPOKEN.get(name, -1)
    if where < 0 or where >= len(call.args) or (name == "Term" and getattr(call.args[0], "value", "") in NAMES):
        return next((k.value for k in call.keywords if k.arg in ("last", "purpose")), None)
    return call.args[where]


def of_data(path: Path) -> Iterator[Found]:
    """Titles, names of options, kinds of terrain: what stands in our data files and is shown."""

    def walk(value: object, key: str = "") -> Iterator[str]:
        if isinstance(value, dict):
            for k, x in value.items():
                yield from walk(x, k)
        elif isinstance(value, list):
            for x in value:
                yield from walk(x, key)
        elif isinstance(value, str) and key in SHOWN and value.strip():
            yield value

    for text in walk(tomllib.loads(path.read_text(encoding="utf-8"))):
        yield text.replace("_", " "), str(path.relative_to(ROOT))


def of_games() -> Iterator[Found]:
    """Kinds of terrain, of units and of nations: words that the map and the counters bring."""
    for title in sandtable.games():
        for id in title.ids:
            game = sandtable.load(id)
            kinds = {
                *game.map.terrain,
                *game.map.features,
                *game.map.on_path,
                *(k for u in game.roster.units for k in (u.type, u.size)),
            }
            words = (
                {k.replace("_", " ") for k in kinds}
                | {u.nation.capitalize() for u in game.roster.units}
                | {*game.other_words}
            )
            for word in sorted(words - {""}):
                yield word, f"{title.id}"


# the client's words ----------------------------------------------------------------------------------------------
CALL = re.compile(r"\btrn?\(")
LITERAL = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"")


def of_client(path: Path) -> Iterator[Found]:
    """The first argument of `tr`, the second and third of `trn`."""
    text = path.read_text(encoding="utf-8")
    for m in CALL.finditer(text):
        wanted = (0,) if m[0] == "tr(" else (1, 2)
        for n, literal in _arguments(text, m.end()):
            if n in wanted:
                yield literal, f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, m.start()) + 1}"


def _arguments(text: str, i: int) -> Iterator[tuple[int, str]]:
    """The string literals of a call from its bracket on, each with the number of its argument."""
    depth = n = 0
    while depth >= 0 and i < len(text):
        if m := LITERAL.match(text, i):
            if depth == 0:
                yield n, (m[1] if m[1] is not None else m[2]).replace("\\'", "'").replace('\\"', '"')
            i = m.end()
            continue
        depth += (text[i] in "([{") - (text[i] in ")]}")
        n += depth == 0 and text[i] == ","
        i += 1


# the template ------------------------------------------------------------------------------------------------------
def messages() -> dict[str, list[str]]:
    """Every message with the places where it stands."""
    found: dict[str, list[str]] = {}
    sources = [
        (of_python, PYTHON.rglob("*.py")),
        (of_data, (p for p in PYTHON.rglob("*.toml") if not NAMED.match(p.name))),
    ]
    sources += [(of_client, (p for p in CLIENT.rglob("*.ts*") if not p.name.endswith(".gen.ts")))]
    for reader, paths in sources:
        for path in sorted(paths):
            for text, where in reader(path):
                _note(found, text, where)
    for text, where in of_games():
        _note(found, text, where)
    return found


def _note(found: dict[str, list[str]], text: str, where: str) -> None:
    if text and where not in found.setdefault(text, []):
        found[text].append(where)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def template(found: dict[str, list[str]]) -> str:
    blocks = ['msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n']
    for text, places in found.items():
        blocks.append("".join(f"#: {p}\n" for p in places) + f'msgid {quoted(text)}\nmsgstr ""\n')
    return "\n".join(blocks)


if __name__ == "__main__":
    sys.stdout.write(template(messages()))
