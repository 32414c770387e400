"""The mutation tool: what it changes, what it leaves alone, and that a fork with a mutant fails the tests that should."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from mmap import mmap
from pathlib import Path

import pytest

from tests.mutation.__main__ import EQUIVALENT, GAMES, Run, judged
from tests.mutation.mutants import Module, Mutant
from tests.mutation.reached import Reached, keep, remembered
from tests.mutation.warm import KILLED, PLACE, SURVIVED, Fork

RULES = '''
def allowed(s, n, *, least=2):
    """Text."""
    if n < least and not s.closed:
        s.tell("1.1", "Nobody moves {n}.", n=n + 1)
        return False
    s.count += 1
    return any(x > 0 for x in s.units if x != 3)


class Phase:
    def prompt(self, s):
        return 1 + 1

    def end(self, s):
        return max(s.a, s.b) if s.both else -1
'''


def module(tmp_path: Path, text: str = RULES) -> Module:
    path = tmp_path / "rules.py"
    path.write_text(text, encoding="utf-8")
    return Module(path, "rules.py")


def test_what_is_changed(tmp_path: Path) -> None:
    assert {(m.function, m.change) for m in module(tmp_path).mutants} == {
        ("allowed", "if n < least and (not s.closed) → if True"),
        ("allowed", "if n < least and (not s.closed) → if False"),
        ("allowed", "n < least and (not s.closed) → n < least"),
        ("allowed", "n < least and (not s.closed) → not s.closed"),
        ("allowed", "n < least → n <= least"),
        ("allowed", "not s.closed → s.closed"),
        ("allowed", "False → True"),
        ("allowed", "s.count += 1 → pass"),
        ("allowed", "1 → 2"),
        ("allowed", "any((x > 0 for x in s.units if x != 3)) → all((x > 0 for x in s.units if x != 3))"),
        ("allowed", "x > 0 → x >= 0"),
        ("allowed", "0 → 1"),
        ("allowed", " for x in s.units if x != 3 → for x in s.units".strip()),
        ("allowed", "x != 3 → x == 3"),
        ("allowed", "3 → 4"),
        ("Phase.end", "max(s.a, s.b) if s.both else -1 → max(s.a, s.b)"),
        ("Phase.end", "max(s.a, s.b) if s.both else -1 → -1"),
        ("Phase.end", "max(s.a, s.b) → min(s.a, s.b)"),
        ("Phase.end", "1 → 2"),
    }


def test_a_mutant_is_the_function_with_one_change(tmp_path: Path) -> None:
    rules = module(tmp_path, "def least(a, b):\n    return a + 1 if a < b else b\n")
    found = {}
    for i, m in enumerate(rules.mutants):
        space: dict[str, object] = {}
        exec(compile("def least(a, b): pass", "x", "exec"), space)
        space["least"].__code__ = rules.code(i)  # type: ignore[attr-defined]
        found[m.change] = [space["least"](a, 2) for a in (1, 2, 3)]  # type: ignore[operator]
    assert found == {
        "a + 1 if a < b else b → a + 1": [2, 3, 4],
        "a + 1 if a < b else b → b": [2, 2, 2],
        "a < b → a <= b": [2, 3, 2],
        "a + 1 → a - 1": [0, 2, 2],
        "1 → 2": [3, 2, 2],
    }


def test_what_says_nowhere_is_left_alone(tmp_path: Path) -> None:
    text = "def f(s, u):\n    return s.loc[u] > 0 and s.index.get(u, -1)\n"
    assert {m.change for m in module(tmp_path, text).mutants} == {
        "s.loc[u] > 0 and s.index.get(u, -1) → s.loc[u] > 0",
        "s.loc[u] > 0 and s.index.get(u, -1) → s.index.get(u, -1)",
        "s.loc[u] > 0 → s.loc[u] >= 0",
    }


def test_what_a_game_remembers_is_tried_with_every_test(tmp_path: Path) -> None:
    text = (
        "class Game:\n    @cached_property\n    def a(self):\n        return 1\n\n    def b(self):\n        return 2\n\n"
        "@lru_cache(256)\ndef c(game):\n    return 3\n"
    )
    found = {(m.function, m.once) for m in module(tmp_path, text).mutants}
    assert found == {("Game.a", True), ("Game.b", False), ("c", True)}


def test_names_do_not_depend_on_lines_and_tell_equal_changes_apart(tmp_path: Path) -> None:
    text = "def f(a):\n    return a > 1 or a > 1\n"
    names = [m.name for m in module(tmp_path, text).mutants]
    assert len(set(names)) == len(names)
    assert [m.name for m in module(tmp_path, "\n\n" + text).mutants] == names
    assert {m.source for m in module(tmp_path, text).mutants} != {
        m.source for m in module(tmp_path, text[:-2] + "2\n").mutants
    }


def test_what_a_test_reaches_is_known_for_as_long_as_its_functions_stay_as_they_are(tmp_path: Path) -> None:
    text = "def f(a):\n    return a > 1\n\n\ndef g(a):\n    return a\n"
    kept = keep(
        {"of f": (0.1, {"rules.py": frozenset({2})}), "of g": (0.2, {"rules.py": frozenset({6})})},
        [module(tmp_path, text)],
    )
    moved = "def f(a):\n    return a > 2\n\n\n\n\ndef g(a):\n    return a\n"
    assert remembered(kept, [module(tmp_path, text)]).keys() == {"of f", "of g"}
    assert not remembered(kept, [module(tmp_path, "LEAST = 1\n" + text)])
    assert remembered(kept, [module(tmp_path, text.replace("> 1", "> 2"))]) == {
        "of g": (0.2, {"rules.py": frozenset({6})})
    }
    assert remembered(kept, [module(tmp_path, moved)]) == {"of g": (0.2, {"rules.py": frozenset({8})})}


class Pretended:
    """Tests 0 to 7, all of which run every line; 3 and 6 notice a mutant."""

    while_loading: frozenset[tuple[str, str]] = frozenset()

    def __init__(self, bad: set[Mutant]) -> None:
        self.bad = bad
        self.forks: list[tuple[int, list[int]]] = []

    def begin(self, mutants: list[tuple[Module, int]], tests: list[int], seconds: list[float]) -> Fork:
        place = mmap(-1, PLACE)
        self.forks.append((len(mutants), list(tests)))
        fails = [n for n, t in enumerate(tests) if t in (3, 6)] if {m.mutants[i] for m, i in mutants} & self.bad else []
        place[:] = (fails or [0])[0].to_bytes(PLACE, "big")
        if pid := os.fork():
            return Fork(pid, place)
        os._exit(bool(fails))


@pytest.mark.parametrize("judged_too", [False, True])
def test_mutants_that_are_judged_are_tried_together_and_who_is_noticed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged_too: bool
) -> None:
    run = Run("across_suez", ["goals.py"], 2, 0, tmp_path)
    every = list(run.places)
    lines = {m.file: frozenset(range(1, 500)) for m in every}
    run.reasons = dict.fromkeys([m.name for m in every] if judged_too else [], "It changes nothing.")
    run.stamps, run.tests = [f"stamp {t}" for t in range(8)], [f"test {t}" for t in range(8)]
    monkeypatch.setattr(run, "_reached", lambda warm: Reached([(0.1, lines)] * 8))
    bad = {every[1], every[-1]}
    warm = Pretended(bad)
    run.work(warm)  # type: ignore[arg-type]
    assert {m for m in every if run.answers[m] == KILLED} == bad
    assert {m for m in every if run.answers[m] == SURVIVED} == set(every) - bad
    assert len(warm.forks) == len(every) if not judged_too else any(n > 1 for n, _ in warm.forks)
    assert run.report() == 1
    again = Run("across_suez", ["goals.py"], 2, 0, tmp_path)
    assert again.kept == run.kept
    assert sum(answer == f"{KILLED} test 3" for answer in again.kept.values()) == 2


@pytest.mark.parametrize("package", sorted(p.stem for p in EQUIVALENT.iterdir()))
def test_every_judgement_has_a_reason_and_a_mutant(package: str) -> None:
    modules: dict[str, set[str]] = {}
    for name, reason in judged(package).items():
        assert len(reason) > 20, name
        file = name.partition(" ")[0]
        if file not in modules:
            modules[file] = {m.name for m in Module(GAMES / package / file, file).mutants}
        assert name in modules[file], f"{package}.toml judges what is no mutant: {name}"


@pytest.mark.slow
def test_mutants_of_a_file_are_tried_in_forks(tmp_path: Path) -> None:
    """The whole command on a small file."""
    options = ["--jobs", "1", "--seconds", "30", "--kept", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutation", "across_suez", "goals.py", *options],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert "goals.py: " in done.stdout, done.stderr
    assert int(re.findall(r"(\d+) killed", done.stdout)[-1]) > 20, done.stdout
    assert " survived" not in done.stdout
