"""Bots decide the same whatever Python they run on, and however it happens to order its sets."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.core import CHANCE

SOURCE = Path(__file__).parents[2] / "src"
GAMES = ("across-suez-2021", "suez-56", "el-arish-67", "sinai/1973", "musketeer")
PLAY = """
import sys
from random import Random
import sandtable
from sandtable import bots
for title in sys.argv[1:]:
    s, dice = sandtable.load(title).start(), Random(3)
    players = {side: bots.make("greedy", s.game, side, 3) for side in s.game.sides}
    for _ in range(60):
        a = s.sample(dice.randrange) if s.actor == "chance" else bots.decide(players[s.actor], s).action
        s.apply(a)
        print(title, a)
"""


@cache
def played(python: str, order: int, games: tuple[str, ...] = GAMES) -> str:
    """What the bots do under this Python, with sets and dictionaries hashed in this order."""
    env = {**os.environ, "PYTHONHASHSEED": str(order), "PYTHONPATH": str(SOURCE)}
    done = subprocess.run([python, "-c", PLAY, *games], env=env, capture_output=True, text=True, check=True)
    return done.stdout


def others() -> Iterator[str]:
    """The other Pythons of this machine that can run the project."""
    for version in ("3.12", "3.13", "3.14"):
        roots = sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python"))
        found = [str(p) for p in roots] or [p for p in (which(f"python{version}"),) if p]
        yield from (p for p in found[:1] if subprocess.run([p, "-c", ""], capture_output=True).returncode == 0)


def test_no_floats_are_added_by_pythons_own_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rounds otherwise from 3.12 on; `core.total` does not."""
    plain, floats = builtins.sum, set[str]()

    def watched(values: Iterable[Any], start: Any = 0) -> Any:
        found = plain(values, start)
        if isinstance(found, float):
            code = sys._getframe(1).f_code
            floats.add(f"{Path(code.co_filename).name}: {code.co_name}")
        return found

    monkeypatch.setattr(builtins, "sum", watched)
    for title in GAMES:
        s, dice = sandtable.load(title).start(), Random(3)
        players = {side: bots.make("greedy", s.game, side, 3) for side in s.game.sides}
        for _ in range(150):
            s.apply(s.sample(dice.randrange) if s.actor == CHANCE else bots.decide(players[s.actor], s).action)
    assert floats == set()


def test_the_order_of_sets_does_not_matter() -> None:
    assert played(sys.executable, 1) == played(sys.executable, 2)


@pytest.mark.parametrize("python", [*others()] or [pytest.param("", marks=pytest.mark.skip)])
def test_another_python_plays_the_same(python: str) -> None:
    assert played(python, 3) == played(sys.executable, 1)
