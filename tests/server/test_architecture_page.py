"""The way of a move as docs/architecture.md tells it, watched on a real move over a real socket."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import sandtable
from tests.core.test_architecture import MAY_IMPORT

from .table import running

ROOT = Path(__file__).parents[2]
PACKAGE = Path(sandtable.__file__).parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\| \d+ \| `([\w/.-]+)`(?: `([\w.]+)`)? \|", re.MULTILINE)
STEPS = [(file, name or "") for file, name in STEP.findall(PAGE)]


def python_steps() -> list[tuple[str, str]]:
    return [(file, name) for file, name in STEPS if file.endswith(".py")]


@contextmanager
def watched() -> Iterator[list[tuple[str, str]]]:
    """Which functions of ours are called, by file and qualified name, in every thread that starts from here on."""
    called: list[tuple[str, str]] = []
    known: dict[CodeType, tuple[str, str] | None] = {}
    wanted = set(python_steps())

    def look(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            code = frame.f_code
            if code not in known:
                path = Path(code.co_filename)
                place = (path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else "", code.co_qualname)
                known[code] = place if place in wanted else None
            if (step := known[code]) is not None:
                called.append(step)

    threading.setprofile(look)
    try:
        yield called
    finally:
        threading.setprofile(None)
        sys.setprofile(None)


def test_a_move_goes_the_way_the_page_tells(tmp_path: Path) -> None:
    with watched() as called, running(tmp_path) as server:
        made = server.new("across-suez-1980")
        with server.live(made["table"], made["owner"]) as client:
            called.clear()
            answer = client.act("end")
            assert answer["type"] == "reply", answer
            client.until_state(1)
    rest = iter(called)
    for step in python_steps():
        assert step in rest, f"{step} did not come in its turn; called: {list(dict.fromkeys(called))}"


def test_every_place_on_the_page_exists() -> None:
    assert len(STEPS) == 17
    for file, name in STEPS:
        path = ROOT / file if file.startswith("web/") else PACKAGE / file
        assert path.is_file(), file
        assert name.rpartition(".")[2] in path.read_text(encoding="utf-8"), f"{name} is not in {file}"


def test_the_layers_on_the_page_are_those_of_the_imports() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", PAGE, re.MULTILINE))
    assert set(rows) == set(MAY_IMPORT) - {""}
    for layer, told in rows.items():
        allowed = MAY_IMPORT[layer] - {"", layer}
        if layer == "core":
            assert not allowed
        elif layer == "cli":
            assert set(MAY_IMPORT) - {"", "cli"} - allowed == {"adapters"}
        else:
            assert set(re.findall(r"`(\w+)`", told)) == allowed, layer
