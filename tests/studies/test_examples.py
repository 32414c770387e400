"""The teaching example of docs/adapters.md: a battle small enough to be solved."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def example(name: str) -> Any:
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_mini_battle_is_solved_exactly_and_bots_do_no_better(capsys: pytest.CaptureFixture[str]) -> None:
    solve = example("solve")
    assert solve.main(solve.POSITION) == pytest.approx(1 / 6)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    for words in lines:
        value, side = float(words[2]), words[4]
        assert value <= 1 / 6 + 1e-4 if side == solve.SIDE else value >= 1 / 6 - 1e-4
