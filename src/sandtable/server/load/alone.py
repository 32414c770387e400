"""A server of one's own for a measurement: started, put under load, ended."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Final

from . import run

TABLES: Final = 6
EVERY: Final = 0.25
"""Tables with two seats each, and the seconds between the actions of one."""
WARMING: Final = 5.0
"""Seconds of play that are not counted: what a server works out once of a map is no part of an action."""
START: Final = (
    "import sys; from pathlib import Path; from sandtable.server.run import start; "
    "start('127.0.0.1', 0, data=Path(sys.argv[1]), need_client=False)"
)


@contextmanager
def server() -> Iterator[str]:
    """The address of a server in a process of its own, with an empty store."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", START, folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            if "Sandtable is at " not in said:
                raise OSError("the server for the measurement did not start")
            yield said.partition("Sandtable is at ")[2].split()[0]
        finally:
            process.terminate()
            process.wait(20)


def cost_of_actions(games: list[str], seconds: float) -> dict[str, dict[str, Any]]:
    """What an action costs the server in milliseconds of processor time, two seats looking on, and how long it takes."""
    found = {}
    for game in games:
        with server() as address:
            asyncio.run(run([address], game, TABLES, WARMING, EVERY))
            facts = asyncio.run(run([address], game, TABLES, max(2.0, seconds), EVERY)).facts()
        found[game] = {k: facts[k] for k in ("server_cpu_ms_per_action", "p50_ms", "p95_ms", "actions", "errors")}
    return found
