"""What `pip install sandtable` gives, without any extra: the engine, records and the command line."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sandtable.extras import LIBRARIES

ROOT = Path(__file__).parents[2]
PROGRAM = f"""
import sys

for library in {sorted(LIBRARIES)}:
    sys.modules[library] = None  # what is None here cannot be imported
from sandtable.cli import main

main()
"""


def bare(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """A command on a machine where only the base is installed."""
    command = [sys.executable, "-c", PROGRAM, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, input="quit\n", timeout=120)


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("--help",),
        ("rules", "across-suez-1980"),
        ("provenance", "musketeer"),
        ("match", "across-suez-1980", "--players", "israel=random,egypt=random", "-n", "1", "-j", "1"),
        ("fuzz", "suez-56", "-n", "50", "-j", "1"),
        ("play", "across-suez-1980", "--terminal"),
    ],
    ids=lambda words: words[0],
)
def test_the_base_does_without_extras(words: tuple[str, ...]) -> None:
    result = bare(*words)
    assert result.returncode == 0, result.stderr


def test_a_record_is_verified_without_extras(tmp_path: Path) -> None:
    saved = tmp_path / "game.jsonl"
    assert bare("play", "across-suez-1980", "--terminal", "--save", saved).returncode == 0
    assert "replay and verify" in bare("replay", saved).stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("play", "--no-browser"), "table"),
        (("serve", "--check"), "table"),
        (("admin", "tables"), "table"),
        (("render", "across-suez-1980", "-o", "map.png"), "table"),
        (("study", "any.toml"), "study"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else words,
)
def test_what_needs_an_extra_says_which(words: tuple[str, ...], extra: str, tmp_path: Path) -> None:
    (tmp_path / "any.toml").write_text('scenarios = ["suez-56"]\nplayers = ["random"]\n')
    result = bare(*(tmp_path / w if w == "any.toml" else w for w in words))
    assert result.returncode == 2
    assert f"sandtable[{extra}]" in result.stderr, result.stderr


def test_every_library_of_an_extra_is_known_by_name() -> None:
    """Who adds a library to an extra adds the name it is imported by."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    names = {"resvg_py": "resvg-py", "PIL": "pillow", "prometheus_client": "prometheus-client", "pyspiel": "open_spiel"}
    known = {(names.get(library, library), extra) for library, extra in LIBRARIES.items()}
    for extra in set(LIBRARIES.values()):
        for library in extras[extra]:
            name = re.split(r"[>=\[]", library)[0]
            assert any(name == n for n, _ in known), f"say in LIBRARIES how {name} of [{extra}] is imported"
