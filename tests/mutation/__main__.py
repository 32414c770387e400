"""Mutation testing of the rules: python -m tests.mutation PACKAGE [FILE ...] (docs/testing.md).

Results are kept in build/mutants and good for as long as the function stays as it is; survivors are tried again every time.
Exit code 1: a mutant has survived that nobody has judged (equivalent.toml), or a judgement speaks of no mutant.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pickle
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import sandtable

from .mutants import Module, Mutant
from .warm import KILLED, LATE, NO_TEST, SURVIVED, Answers, Reached, Warm

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "sandtable" / "games"
KEPT = ROOT / "build" / "mutants"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
NOT_RUN = "not run"


def judged() -> dict[str, str]:
    """By name of a mutant: why it changes nothing that a rule says."""
    blocks = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {f"{b['file']} {b['function']}: {b['change']}": b["reason"] for b in blocks}


class Run:
    """One run over some files of a package."""

    def __init__(self, package: str, files: list[str], jobs: int, seconds: float) -> None:
        self.package, self.jobs, self.seconds = package, jobs, seconds
        self.folder = GAMES / package
        paths = sorted(self.folder.rglob("*.py"))
        self.modules = [Module(p, str(p.relative_to(self.folder))) for p in paths]
        self.modules = [m for m in self.modules if m.mutants and (not files or m.file in files)]
        self.store = KEPT / f"{package}.json"
        self.kept: Answers = json.loads(self.store.read_text()) if self.store.exists() else {}
        self.answers: dict[Mutant, str] = {}
        self.begun = time.monotonic()

    def titles(self) -> list[str]:
        return [t.id for t in sandtable.games() if type(sandtable.load(t.id)).__module__.split(".")[2] == self.package]

    # trying -------------------------------------------------------------------------------------------------
    def work(self, warm: Warm) -> None:
        reached = self._reached(warm)
        running: dict[int, Mutant] = {}
        for module in self.modules:
            for i, m in enumerate(module.mutants):
                if self._known(m):
                    continue
                tests = reached.by(str(module.path), m)
                if not tests:
                    self.answers[m] = NO_TEST
                    continue
                if self.seconds and time.monotonic() - self.begun > self.seconds:
                    self.answers[m] = NOT_RUN
                    continue
                running[warm.begin(module, i, tests, reached.seconds)] = m
                if len(running) >= self.jobs:
                    self._wait(running)
        while running:
            self._wait(running)
        self._keep()

    def _known(self, m: Mutant) -> bool:
        if self.kept.get(f"{m.source} {m.name}") in (KILLED, LATE):
            self.answers[m] = self.kept[f"{m.source} {m.name}"]
        return m in self.answers

    def _wait(self, running: dict[int, Mutant]) -> None:
        pid, status = os.wait()
        m = running.pop(pid)
        self.answers[m] = LATE if os.WIFSIGNALED(status) else KILLED if os.WEXITSTATUS(status) else SURVIVED
        done = len(self.answers)
        if done % 50 == 0:
            print(f"{done} mutants", flush=True)
            self._keep()

    def _keep(self) -> None:
        kept = {f"{m.source} {m.name}": answer for m, answer in self.answers.items() if answer in (KILLED, LATE)}
        self.kept |= kept
        self.store.parent.mkdir(parents=True, exist_ok=True)
        self.store.write_text(json.dumps(self.kept, indent=0, ensure_ascii=False))

    def _reached(self, warm: Warm) -> Reached:
        """What the tests run; learned again when a file of the game, the engine or its tests has changed."""
        known = KEPT / f"{self.package}-{len(warm.items)}.reached"
        sources = [*self.folder.rglob("*.*"), *(ROOT / "src/sandtable/core").glob("*.py")]
        sources += (ROOT / "tests" / "games" / self.package).rglob("*.py")
        text = b"".join(p.read_bytes() for p in sorted(sources) if p.is_file() and "__pycache__" not in p.parts)
        state = hashlib.sha256(text + "".join(i.nodeid for i in warm.items).encode()).hexdigest()
        if known.exists():
            before, found = pickle.loads(known.read_bytes())
            if before == state:
                return found  # type: ignore[no-any-return]
        found = warm.reached()
        known.parent.mkdir(parents=True, exist_ok=True)
        known.write_bytes(pickle.dumps((state, found)))
        return found

    # telling ------------------------------------------------------------------------------------------------
    def report(self) -> int:
        """Print what was found; the exit code."""
        reasons = judged()
        total: Counter[str] = Counter()
        left = []
        for module in self.modules:
            counts: Counter[str] = Counter()
            for m in module.mutants:
                answer = self.answers.get(m, NOT_RUN)
                if answer in (SURVIVED, NO_TEST) and self._name(m) in reasons:
                    answer = "equivalent"
                elif answer in (SURVIVED, NO_TEST):
                    left.append((m, answer))
                counts[answer] += 1
            total += counts
            print(f"{module.file}: {len(module.mutants)} mutants, {_told(counts)}")
        for m, answer in left:
            print(f"  {self.package}/{m.file}:{m.line} {m.function}: {m.change}  [{answer}]")
        names = {self._name(m) for module in self.modules for m in module.mutants}
        files = {f"{self.package}/{module.file}" for module in self.modules}
        stale = [name for name in reasons if name.partition(" ")[0] in files and name not in names]
        for name in stale:
            print(f"  equivalent.toml judges what is no mutant: {name}")
        seconds = time.monotonic() - self.begun
        print(f"{self.package}: {sum(total.values())} mutants, {_told(total)}; {seconds:.0f} s")
        return 1 if left or stale or total[NOT_RUN] else 0

    def _name(self, m: Mutant) -> str:
        return f"{self.package}/{m.name}"


def _told(counts: Counter[str]) -> str:
    order = (KILLED, LATE, SURVIVED, NO_TEST, "equivalent", NOT_RUN)
    return ", ".join(f"{counts[x]} {x}" for x in order if counts[x])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("package", choices=sorted(p.name for p in GAMES.iterdir() if (p / "data").is_dir()))
    parser.add_argument("files", nargs="*", help="files of the package, such as combat.py; all when none is named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=0, help="begin no mutant after so long")
    parser.add_argument("--tests", nargs="+", default=[], help="only these tests; survivors may be noticed by others")
    given = parser.parse_args(arguments)
    run = Run(given.package, given.files, given.jobs, given.seconds)
    warm = Warm(run.folder, run.titles(), run.work)
    options: list[Any] = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow"]
    tests = given.tests or [str(ROOT / "tests" / "games" / given.package)]
    pytest.main([*options, *tests], plugins=[warm])
    return run.report()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
