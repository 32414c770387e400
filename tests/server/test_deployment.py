"""The files of deploy/ as far as this machine has the programs for them: the proxies carry a game, the unit verifies."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect

from sandtable.cli.app import app
from sandtable.server.settings import Settings

from .table import Live, Server, running

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SUEZ = "across-suez-1980"


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed here")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextmanager
def proxy(command: list[str], port: int, **environment: str) -> Iterator[None]:
    """A program in the foreground, once it listens."""
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={"PATH": "/usr/bin:/usr/sbin", **environment}
    )
    assert process.stderr
    try:
        until = time.monotonic() + 20
        while True:
            assert process.poll() is None, process.stderr.read()
            assert time.monotonic() < until
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(20)
        process.stderr.close()


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Server]:
    """A server for other people, which believes its proxy."""
    with running(tmp_path / "games", local=False, settings=Settings(), proxied=True) as server:
        yield server


def carries_a_game(address: str, trust: ssl.SSLContext | None) -> None:
    """Requests, a socket, an action, the origin of a page, and figures that are not for everybody."""
    with httpx.Client(base_url=address, verify=trust or True) as http:
        made = http.post("/api/tables", json={"game": SUEZ}, headers={"origin": address}).raise_for_status().json()
        foreign = http.post("/api/tables", json={"game": SUEZ}, headers={"origin": "https://elsewhere.example"})
        assert foreign.status_code == 403
        live = f"{address.replace('http', 'ws', 1)}/api/tables/{made['table']}/live"
        with connect(live, ssl=trust, origin=address, max_size=None) as ws:  # type: ignore[arg-type]
            page = Live(ws)
            page.ask("hello", token=made["owner"])
            page.until_state()
            assert page.act("move Reshef-1 0210-0211")["type"] == "reply"
        assert http.get("/readyz").status_code == 200
        assert http.get("/metrics").status_code in (403, 404)


@needs("caddy")
def test_caddy_carries_a_game(public: Server, tmp_path: Path) -> None:
    port = free_port()
    words = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    words = words.replace("games.example.org {", f"http://127.0.0.1:{port} {{").replace("127.0.0.1:8057 ", "")
    config = tmp_path / "Caddyfile"
    config.write_text("{\n\tadmin off\n}\n" + words.replace("127.0.0.1:8056", f"127.0.0.1:{public.port}"))
    command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    with proxy(command, port, HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path)):
        carries_a_game(f"http://127.0.0.1:{port}", None)


@needs("nginx")
@needs("openssl")
def test_nginx_carries_a_game(public: Server, tmp_path: Path) -> None:
    port = free_port()
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -keyout {key} -out {certificate}"
    subprocess.run([*command.split(), "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    words = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    words = words.replace("127.0.0.1:8056", f"127.0.0.1:{public.port}")
    words = re.sub(r"    server 127\.0\.0\.1:8057.*\n", "", words)
    ours = f"listen 127.0.0.1:{port} ssl;\n    ssl_certificate {certificate};\n    ssl_certificate_key {key};"
    words = words.replace("listen 443 ssl;", ours)
    temporary = "".join(f"{x}_temp_path {tmp_path};" for x in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off; pid {tmp_path}/nginx.pid; error_log stderr warn; events {{ }}\n"
        f"http {{ access_log off; {temporary}\n{words}\n}}\n"
    )
    with proxy(["nginx", "-e", "stderr", "-c", str(config), "-p", str(tmp_path)], port):
        carries_a_game(f"https://127.0.0.1:{port}", ssl.create_default_context(cafile=str(certificate)))


@needs("systemd-analyze")
def test_the_unit_is_one(tmp_path: Path) -> None:
    words = (DEPLOY / "sandtable.service").read_text(encoding="utf-8")
    unit = tmp_path / "sandtable.service"
    unit.write_text(words.replace("/opt/sandtable/bin/sandtable", "/bin/true"))
    told = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    mine = [x for x in told.stderr.splitlines() if "sandtable" in x]
    assert mine == []


def options_of(command: str) -> set[str]:
    return set(re.findall(r"--[a-z-]+", command))


def test_unit_and_image_start_the_command_with_options_it_has() -> None:
    known = options_of(CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output)
    unit = re.findall(r"(?m)^ExecStart=(.*)$", (DEPLOY / "sandtable.service").read_text(encoding="utf-8"))
    image = re.findall(r"(?m)^ENTRYPOINT (.*)$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"))
    for command in (*unit, *image):
        assert "serve" in command
        assert options_of(command) <= known
    assert len(unit) == len(image) == 1


def test_the_image_is_built_from_what_is_here() -> None:
    """No container program runs on this machine: every instruction is one, every path and extra exists."""
    words = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [x.split(maxsplit=1) for x in words.splitlines() if x and not x.startswith("#")]
    known = {"FROM", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT"}
    assert {name for name, _ in lines} <= known
    assert lines[0][0] == "FROM"
    names = [x.split(" AS ")[1] for name, x in lines if name == "FROM" and " AS " in x]
    copied = [re.search(r"--from=(\w+)", x) for name, x in lines if name == "COPY"]
    assert {m[1] for m in copied if m} == set(names)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (wanted,) = re.findall(r'"\.\[([\w,]+)\]"', words)
    assert set(wanted.split(",")) <= set(extras)
    assert all((ROOT / x).exists() for x in re.findall(r"\bweb/\w+\.py", words))
    assert ("EXPOSE", str(Settings().port)) in [(a, b) for a, b in lines]
