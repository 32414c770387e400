"""The layers of the project, read from its imports: they point downwards only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import sandtable
from sandtable.core import Source
from sandtable.core.data import BASES, blocks

PACKAGE = Path(sandtable.__file__).parent
ROOT = PACKAGE.parents[1]
MODULES = sorted(PACKAGE.rglob("*.py"))
NEVER = {"random", "time", "secrets", "datetime", "uuid"}
"""What would make two equal games differ."""

MAY_IMPORT = {
    "": {"core", "games"},
    "core": {"core"},
    "games": {"core", "games"},
    "session": {"", "core", "games", "session"},
    "bots": {"", "core", "games", "session", "bots"},
    "render": {"", "core", "games", "render"},
    "adapters": {"", "core", "games", "session", "bots", "adapters"},
    "studies": {"", "core", "games", "session", "bots", "render", "studies"},
    "server": {"", "core", "games", "session", "bots", "render", "studies", "server"},
    "cli": {"", "core", "games", "session", "bots", "render", "studies", "server", "cli"},
}
"""Layer by layer, what it may import of ours ("" is the public API)."""


def name_of(path: Path) -> str:
    """core/grid.py is sandtable.core.grid."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and (PACKAGE / parts[1]).is_dir() else ""


@cache
def imports(path: Path) -> tuple[str, ...]:
    return tuple(read_imports(path))


def read_imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, by absolute name; `from sandtable import bots` gives sandtable.bots."""
    here = name_of(path).split(".")
    package = here if path.name == "__init__.py" else here[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *(node.module.split(".") if node.module else [])])
            for a in node.names:
                inside = PACKAGE.parent / (module + "." + a.name).replace(".", "/")
                yield f"{module}.{a.name}" if inside.is_dir() or inside.with_suffix(".py").is_file() else module


def ours(module: str) -> bool:
    return module.split(".")[0] == "sandtable"


def test_imports_point_downwards() -> None:
    for path in MODULES:
        layer = layer_of(name_of(path))
        assert layer in MAY_IMPORT, f"say in MAY_IMPORT what the new layer {layer} may import"
        for module in filter(ours, imports(path)):
            assert layer_of(module) in MAY_IMPORT[layer], f"{name_of(path)} ({layer}) imports {module}"


PURE = [p for p in MODULES if layer_of(name_of(p)) in ("core", "games")]


def test_core_and_games_need_only_the_standard_library_and_no_chance_or_clock() -> None:
    for path in PURE:
        for module in imports(path):
            top = module.split(".")[0]
            assert ours(module) or top in sys.stdlib_module_names, f"{name_of(path)} imports {module}"
            assert top not in NEVER, f"{name_of(path)} imports {module}"


def test_games_never_import_each_other() -> None:
    within = [p for p in PURE if len(name_of(p).split(".")) > 2 and "games" in p.parts]
    assert len(within) > 100
    for path in within:
        game = name_of(path).split(".")[2]
        for module in imports(path):
            if module.startswith("sandtable.games."):
                assert module.split(".")[2] == game, f"{name_of(path)} imports {module}"


def test_the_reader_of_imports_sees_relative_ones() -> None:
    found = set(imports(PACKAGE / "core" / "game.py"))
    assert {"sandtable.core.actions", "sandtable.core.state", "functools"} <= found
    assert "sandtable.bots" in set(imports(PACKAGE / "cli" / "commands" / "match.py"))


# data -----------------------------------------------------------------------------------------------------------
FOLDERS = sorted(p for p in (PACKAGE / "games").glob("*/data") if p.is_dir())
FILES = [
    (folder, path.relative_to(folder).as_posix())
    for folder in FOLDERS
    for path in sorted(folder.rglob("*.toml"))
    if not path.name.startswith("look") and "lessons" not in path.parts  # words, not components
]


@pytest.mark.parametrize(("folder", "file"), FILES, ids=[f"{a.parent.name}/{b}" for a, b in FILES])
def test_every_block_states_its_basis(folder: Path, file: str) -> None:
    for where, block in blocks(Source(folder).load(file)):
        assert block["basis"] in BASES, where
        assert block.get("ref") or block.get("why"), where


def test_no_tracked_file_names_a_machine_path() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    forbidden = [b"/" + word + b"/" for word in (b"work", b"home", b"Users")]
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        if path.is_file() and path.resolve() != Path(__file__).resolve():
            content = path.read_bytes()
            for word in forbidden:
                assert word not in content, f"{name} contains {word.decode()}"
