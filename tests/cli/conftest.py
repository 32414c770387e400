"""Runs `sandtable ...` in this process and catches what it prints."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from sandtable.bots.external import ALLOWED
from sandtable.cli import main


@dataclass
class Result:
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        assert self.code in (0, 1), self.err
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one sentence of a command that was given something wrong."""
        assert self.code == 2, (self.code, self.out, self.err)
        assert self.out == ""
        text = " ".join(self.err.split())
        assert text.startswith("sandtable: ")
        assert "Traceback" not in text
        return text.removeprefix("sandtable: ")


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*args: object, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["sandtable", *map(str, args)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setenv("TERM", "dumb")
        monkeypatch.setenv(ALLOWED, "0")  # what a command allows, it allows until the test ends
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as e:
            code = int(e.code or 0)
        caught = capsys.readouterr()
        return Result(code, caught.out, caught.err)

    return call
