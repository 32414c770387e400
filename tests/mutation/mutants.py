"""Small changes of rules: each makes one function a little wrong, and some test should notice.

A mutant is named by its function and by what it changes, not by a line number, so that a verdict about it (equivalent/PACKAGE.toml)
stays true when other lines move. Left alone: sentences and what only makes them, and the shortcuts of random play and of
words (`sample`, `words`), which the conformance suite holds against the options.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
LEFT_ALONE = {"prompt", "label", "group", "turn_note", "turn_name", "note_on", "sample", "words", "spelled", "actors"} | {
    "random_beaching", "random_entry", "random_arrival",
    "random_action", "_any_move", "_random_arrival", "_something_rare", "_special_of", "_plain_move", "_stack_move",
}  # fmt: skip
"""Functions that speak, or that are shortcuts."""
REMEMBERED = {"cached_property", "cache", "lru_cache"}
"""Decorators of what is found once for a game, not once for a test."""
SPEAKING = {"say", "refuse", "reason", "tell", "cite", "row", "together", "entry", "step", "not_now"}
"""Calls that make sentences: nothing inside them is changed."""
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change in one function."""

    file: str
    function: str
    first_line: int
    """Of the function, its decorators included."""
    line: int
    last_line: int
    change: str
    source: str
    """Hash of the function: a result is good for as long as this stays."""
    once: bool = False
    """What the function gives is remembered by the game, so that few tests are seen to reach it."""

    @property
    def name(self) -> str:
        return f"{self.file} {self.function}: {self.change}"


class Module:
    """A file of rules and every mutant of it."""

    def __init__(self, path: Path, file: str) -> None:
        self.path, self.file = path, file
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.mutants: list[Mutant] = []
        self.sources: dict[str, str] = {}
        """By function: a hash of what it says; by "": of all that stands in no function."""
        self.spans: dict[str, range] = {}
        """By function: its lines."""
        self._places: list[Place] = []
        self._alone: list[ast.Module] = []
        """By mutant: its function with nothing beside it, which is compiled in no time."""
        rest = self.text
        for classes, node in functions(self.tree):
            name = ".".join(c.name for c in (*classes, node))
            text = ast.get_source_segment(self.text, node) or ""
            rest = rest.replace(text, "", 1)
            self.sources[name] = _hash(text)
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            self.spans[name] = range(first, (node.end_lineno or first) + 1)
            if node.name not in LEFT_ALONE:
                self._add(name, node, _alone(self.tree, classes, node))
        self.sources[""] = _hash(" ".join(rest.split()))

    def _add(self, name: str, node: Function, alone: ast.Module) -> None:
        source, first = self.sources[name], self.spans[name].start
        once = any(ast.unparse(d).partition("(")[0] in REMEMBERED for d in node.decorator_list)
        same: Counter[str] = Counter()
        for place in places(node):
            same[place.change] += 1
            n = f" ({same[place.change]})" if same[place.change] > 1 else ""
            at, end = place.lines
            self.mutants.append(Mutant(self.file, name, first, at, end, place.change + n, source, once))
            self._places.append(place)
            self._alone.append(alone)

    def code(self, i: int) -> CodeType:
        """The compiled function with mutant i in it."""
        place, m = self._places[i], self.mutants[i]
        place.put(place.new)
        try:
            compiled = compile(ast.fix_missing_locations(self._alone[i]), str(self.path), "exec")
        finally:
            place.put(place.old)
        return next(c for c in codes(compiled) if (c.co_qualname, c.co_firstlineno) == (m.function, m.first_line))


def functions(tree: ast.AST, *within: ast.ClassDef) -> Iterator[tuple[Sequence[ast.ClassDef], Function]]:
    """The outermost functions and methods with the classes round them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, *within, node)
        elif isinstance(node, Function):
            yield within, node


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def _alone(tree: ast.Module, classes: Sequence[ast.ClassDef], node: Function) -> ast.Module:
    """A file in which nothing stands but one function, in its classes, and what the whole file imports from the future."""
    inner: ast.stmt = node
    for c in reversed(classes):
        c = copy.copy(c)
        c.body, c.decorator_list = [inner], []
        inner = c
    future = [x for x in tree.body if isinstance(x, ast.ImportFrom) and x.module == "__future__"]
    return ast.Module([*future, inner], [])


def codes(code: CodeType) -> Iterator[CodeType]:
    for x in code.co_consts:
        if isinstance(x, CodeType):
            yield x
            yield from codes(x)


@dataclass
class Place:
    """Where in the tree something is replaced by what."""

    parent: ast.AST
    name: str
    index: int | None
    old: ast.AST
    new: ast.AST

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.name, node)
        else:
            getattr(self.parent, self.name)[self.index] = node

    @property
    def lines(self) -> tuple[int, int]:
        where: Any = self.old.target if isinstance(self.old, ast.comprehension) else self.old
        test = getattr(self.old, "test", where) if isinstance(self.old, ast.If) else where
        return where.lineno, test.end_lineno

    @property
    def change(self) -> str:
        return f"{_short(self.old)} → {_short(self.new)}"


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {_short(node.test)}"
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else text[:97] + "..."


def places(parent: ast.AST) -> Iterator[Place]:
    """Every change inside a function."""
    for name, value in ast.iter_fields(parent):
        if name in ("annotation", "returns", "decorator_list") or isinstance(value, ast.arguments):
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _speaks(node) or _says_nowhere(parent, node):
                continue
            for new in () if _hears_nobody(node) else changes(node):
                yield Place(parent, name, index, node, ast.copy_location(new, node))
            yield from places(node)


def _speaks(node: ast.AST) -> bool:
    call = node.value if isinstance(node, ast.Expr) else node
    if not isinstance(call, ast.Call):
        return False
    f = call.func
    return (f.id if isinstance(f, ast.Name) else f.attr if isinstance(f, ast.Attribute) else "") in SPEAKING


def _says_nowhere(parent: ast.AST, node: ast.AST) -> bool:
    """The 0 that a place is compared with (no hex has the number 1), and the -1 of who is not found (any number below 0)."""
    match parent, node:
        case ast.Compare(left=ast.Subscript(value=ast.Attribute(attr="loc") | ast.Name(id="loc"))), ast.Constant(
            value=0
        ):
            return True
        case ast.Call(func=ast.Attribute(attr="get") | ast.Name(id="next")), ast.UnaryOp(op=ast.USub()):
            return True
    return False


def _hears_nobody(node: ast.AST) -> bool:
    """`if s.told`: the work of telling is saved where nobody listens."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Attribute) and node.test.attr == "told"


def changes(node: ast.AST) -> Iterator[Any]:
    """What may stand in the place of a node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            yield ast.Compare(node.left, [COMPARISONS[type(op)]()], node.comparators)
        case ast.BoolOp():
            for i in range(len(node.values)):
                left = node.values[:i] + node.values[i + 1 :]
                yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.UnaryOp(op=ast.Invert()):
            yield node.operand
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield ast.Call(ast.Name(CALLS[name], ast.Load()), node.args, node.keywords)
        case ast.IfExp():
            yield node.body
            yield node.orelse
        case ast.If():
            yield ast.If(ast.Constant(True), node.body, node.orelse)
            yield ast.If(ast.Constant(False), node.body, node.orelse)
        case ast.comprehension() if node.ifs:
            for i in range(len(node.ifs)):
                yield ast.comprehension(node.target, node.iter, node.ifs[:i] + node.ifs[i + 1 :], node.is_async)
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Expr(value=ast.Call()) | ast.Expr(value=ast.Yield()) | ast.Expr(value=ast.YieldFrom()):
            yield ast.Pass()
        case ast.AugAssign() | ast.Raise():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
