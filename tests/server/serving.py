"""`python -m tests.server.serving URL FOLDER [PORT]`: one server process, as the fault tests start and kill them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO

from sandtable.server.run import start


def launch(url: str, folder: Path, port: int = 0) -> tuple[subprocess.Popen[str], str]:
    """A server process and its address, once it answers."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.server.serving", url, str(folder), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)
    out: IO[str] | None = process.stdout
    assert out is not None
    line = out.readline()
    if not line:
        raise OSError(f"the server did not start: {process.wait()}")
    return process, line.partition("Sandtable is at ")[2].split()[0]


if __name__ == "__main__":
    start("127.0.0.1", int(sys.argv[3]), database=sys.argv[1], data=Path(sys.argv[2]), need_client=False)
