"""Starting the server: on one's own machine, or for other people."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError

from .app import create_app
from .logs import configure_logs, without_secrets
from .routes.client import NOT_BUILT, STATIC
from .settings import Settings
from .store import Store
from .store.alone import Lock


def local(port: int = 8056, browser: bool = True, data: Path | None = None, game: str | None = None) -> None:
    """The table on this machine: loopback only; opens the browser when asked."""
    page = f"/#/new/{quote(game)}" if game else "/"
    start("127.0.0.1", port, data=data, local=True, browser=browser, page=page)


def serve(settings: Settings) -> None:
    """The same table for other people."""
    configure_logs(settings)
    start(settings=settings)


def start(
    host: str = "127.0.0.1",
    port: int = 8056,
    *,
    database: str = "",
    data: Path | None = None,
    local: bool = False,
    browser: bool = False,
    page: str = "/",
    need_client: bool = True,
    settings: Settings | None = None,
) -> None:
    """Run until interrupted. Mistakes that a person can put right are ValueErrors with a sentence."""
    given = settings or Settings(host=host, port=port, database=database, data=data)
    if need_client and not (STATIC / "index.html").is_file():
        raise ValueError(NOT_BUILT)
    folder = made_folder(given)
    url = database_url(given, folder)
    lock = Lock(url)
    try:
        _serve(given, url, folder, local, page.lstrip("/") if browser else None)
    finally:
        lock.release()


def _serve(settings: Settings, url: str, folder: Path, local: bool, page: str | None) -> None:
    """Open the database, then listen, and answer until interrupted. `page`: show it in the browser."""
    bound = bind(settings.host, settings.port)
    try:
        store = Store(url)
    except Exception as e:
        bound.close()
        raise ValueError(f"the database cannot be opened: {without_secrets(_first_sentence(e))}") from None
    app = create_app(url, folder, local=local, store=store, settings=settings, ready=True)
    address = address_of(settings.host, bound.getsockname()[1])

    def ready() -> None:
        print(f"Sandtable is at {address}  (games are kept in {folder}; Ctrl-C ends it)", flush=True)
        if page is not None:
            threading.Thread(target=webbrowser.open, args=(address + page,), daemon=True).start()

    Server(_config(app, settings), ready).run(sockets=[bound])


def _first_sentence(e: Exception) -> str:
    """What a driver says, without what it says besides."""
    return str(e.orig if isinstance(e, DBAPIError) else e).strip().partition("\n")[0]


class Server(uvicorn.Server):
    """It listens when it can answer and no sooner, so that who comes too early is sent on at once, and then says so."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def made_folder(settings: Settings) -> Path:
    """The folder for games, pictures and components."""
    folder = (settings.data or data_folder()).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise ValueError(f"the folder {str(folder)!r} for the games cannot be made: {e.strerror}") from None
    return folder


def database_url(settings: Settings, folder: Path) -> str:
    url = settings.database or f"sqlite:///{folder / 'sandtable.db'}"
    Store.check_url(url)
    return url


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=1_000_000,
        ws_ping_interval=20,
        ws_per_message_deflate=False,  # messages are small; packing each costs more than it saves
        server_header=False,
        timeout_graceful_shutdown=5,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        log_config=None,
    )


def bind(host: str, port: int) -> socket.socket:
    """A socket on this address, where nobody listens yet; port 0 means any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    s = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        s.bind((host, port))
    except (OSError, OverflowError) as e:
        s.close()
        if getattr(e, "errno", None) in (errno.EADDRINUSE, errno.EACCES):
            problem = "is in use" if getattr(e, "errno", None) == errno.EADDRINUSE else "may not be used"
            raise ValueError(f"port {port} of {host} {problem}: choose another with --port (0: any free one)") from None
        raise ValueError(f"the server cannot listen on {host}, port {port}: {e}") from None
    return s


def address_of(host: str, port: int) -> str:
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def data_folder() -> Path:
    """Where this platform keeps a program's data."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "sandtable"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sandtable"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share") / "sandtable"
