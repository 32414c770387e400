"""A PostgreSQL cluster of the tests' own, on loopback, gone when they end; None where PostgreSQL is not installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SKIPPED = "PostgreSQL is not here: install the package postgresql (make test does it as root)"


def programs() -> Path | None:
    """Where initdb and postgres are: on the PATH, or where Debian keeps them."""
    found = [Path(p).resolve() for p in [shutil.which("initdb")] if p]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return next((p.parent for p in found if (p.parent / "pg_isready").exists()), None)


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextmanager
def cluster() -> Iterator[str | None]:
    """The address of a database that holds nothing. PostgreSQL refuses to run as root: then somebody else runs it."""
    where = programs()
    if where is None:
        yield None
        return
    other = pwd.getpwnam("postgres" if _known("postgres") else "nobody") if os.geteuid() == 0 else None
    who = {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []} if other else {}
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-", dir="/tmp"))
    if other:
        os.chown(folder, other.pw_uid, other.pw_gid)
    data, port = folder / "data", _free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    server = None
    try:
        settings = [where / "initdb", "-D", data, "-U", "sandtable", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run(settings, check=True, **quiet, **who)  # type: ignore[call-overload]
        options = ["-h", "127.0.0.1", "-p", str(port), "-k", str(folder), "-c", "max_connections=200"]
        server = subprocess.Popen([where / "postgres", "-D", data, *options], **quiet, **who)  # type: ignore[call-overload]
        ready = [where / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-t", "30"]
        for _ in range(300):
            if subprocess.run(ready, check=False, **quiet).returncode == 0:  # type: ignore[call-overload]
                break
            if server.poll() is not None:
                raise OSError("PostgreSQL does not start")
        yield f"postgresql+psycopg://sandtable@127.0.0.1:{port}/postgres"
    finally:
        if server is not None:
            server.terminate()
            server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
