"""The public names: what others build on stays, and is typed for the type checkers they use."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "docs" / "examples" / "luck.py"
PUBLIC = {
    "sandtable": "Action Game IllegalAction Outcome Refusal State Title UnknownGame games load study",
    "sandtable.core": """
        CHANCE END Action Chance Choice DataError Draw Event Foregone Frame Game Grid Hex Hexes IllegalAction Layer Ledger
        Listing Map Option Outcome Parts Phase Pick Reach Refusal Roll Roster Rule RulesEdition Ruling Scenario Sentence
        Source State Step Table Term Title Unit UnitId Units advance bits cite entry fact flood halves number reach
        read_ledger read_tables reason refuse retreat_paths route row said say say_if_foregone signed together""",
    "sandtable.session": """
        Dice DiceError Entry Film OtherEdition Record RecordError ScriptedDice SeededDice Session SharedDice Stretch
        TypedDice film_of fork verify verify_dice write_atomically""",
    "sandtable.bots": """
        BEST LEVELS Bot Budget Decision Playbook Posture RandomBot decide level levels make play_out playbook""",
}
"""A name leaves this list only with a line in CHANGELOG.md that says what to use instead."""


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names_stay(module: str) -> None:
    found = import_module(module)
    missing = set(PUBLIC[module].split()) - set(found.__all__)
    assert not missing, f"{module} lost {missing}"
    assert not [name for name in found.__all__ if not hasattr(found, name)]


@pytest.mark.parametrize(
    "checker",
    [
        ("mypy", "--strict", "--cache-dir=/dev/null"),
        ("pyright", "--pythonpath", sys.executable),
    ],
    ids=lambda words: words[0],
)
def test_a_typed_program_passes(checker: tuple[str, ...]) -> None:
    assert not complaints(*checker, str(PROGRAM))


def test_a_wrong_program_does_not_pass(tmp_path: Path) -> None:
    """The types say something: a state has no such field."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import sandtable\nprint(sandtable.load('suez-56').start().whose_turn)\n", encoding="utf-8")
    assert '"State" has no attribute "whose_turn"' in complaints(
        "mypy", "--strict", "--cache-dir=/dev/null", str(wrong)
    )


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    asked += (x for extra in ("table", "study", "ray", "adapters") for x in project["optional-dependencies"][extra])
    names = {re.split(r"[>=\[]", x)[0].replace("_", "-") for x in asked} - {"sandtable"}
    locked = {x.partition("==")[0].replace("_", "-") for x in (ROOT / "constraints.txt").read_text().splitlines()}
    assert not names - locked, "make lock"


def complaints(*command: str) -> str:
    """What a type checker says about a program; nothing when it is content."""
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    run = [sys.executable, "-m", *command]
    result = subprocess.run(run, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    return result.stdout + result.stderr if result.returncode else ""
