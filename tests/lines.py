"""A pytest plugin, `-p tests.lines`: which lines of core, games and session the suite runs, and a bar it may not fall under.

SlipCover counts by changing the code as it is imported and takes its probes out again, so the suite stays as fast as it is;
every process of the suite counts for itself, and the first one adds up. `--lines=0` leaves it out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from slipcover.importer import FileMatcher, ImportManager
from slipcover.slipcover import Slipcover, merge_coverage

SOURCE = Path(__file__).parents[1] / "src" / "sandtable"
PACKAGES = ("core", "games", "session")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--lines", type=float, default=0.0, help="the share of lines, in per cent, that must be run")


class Counting:
    """Counts from the moment it is made: nothing of ours may have been imported before."""

    def __init__(self) -> None:
        folders = [SOURCE / name for name in PACKAGES]
        self.counter = Slipcover(
            source=[str(f) for f in folders], exclude_also=["if TYPE_CHECKING:", "NotImplementedError"]
        )
        self.open = ExitStack()
        self.open.enter_context(ImportManager(self.counter, FileMatcher(sources=folders)))

    def found(self) -> dict[str, Any]:
        self.open.close()
        found: dict[str, Any] = self.counter.get_coverage()
        return found


COUNTING = Counting()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if (worker := getattr(session.config, "workeroutput", None)) is not None:
        worker["lines"] = json.dumps(COUNTING.found())


class Sum:
    """In the process that leads: the lines of all the others."""

    def __init__(self, least: float) -> None:
        self.least = least
        self.found: dict[str, Any] | None = None

    def add(self, text: str) -> None:
        found = json.loads(text)
        self.found = found if self.found is None else merge_coverage(self.found, found)

    def pytest_testnodedown(self, node: Any) -> None:
        if text := getattr(node, "workeroutput", {}).get("lines"):
            self.add(text)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        yield
        if self.found is None:
            self.add(json.dumps(COUNTING.found()))
        if session.exitstatus == 0 and self.share() < self.least:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def files(self, package: str = "") -> dict[str, Any]:
        found = self.found or {"files": {}}
        return {name: f for name, f in found["files"].items() if f"sandtable/{package}" in name}

    def share(self, package: str = "") -> float:
        """Lines that were run, in per cent."""
        run, missing = (
            sum(len(f[key]) for f in self.files(package).values()) for key in ("executed_lines", "missing_lines")
        )
        return 100 * run / (run + missing) if run + missing else 0.0

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        told = ", ".join(f"{package} {self.share(package):.2f} %" for package in PACKAGES)
        terminalreporter.write_line(f"Lines run by the suite: {told}; in all {self.share():.2f} %")
        if self.share() < self.least:
            terminalreporter.write_line(f"That is under the bar of {self.least} %; least covered:", red=True)
            missing = {name: f["missing_lines"] for name, f in self.files().items() if f["missing_lines"]}
            for name in sorted(missing, key=lambda n: -len(missing[n]))[:20]:
                terminalreporter.write_line(f"  {name}: {missing[name][:30]}")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Sum(config.getoption("--lines")), "lines-sum")
