"""The application, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

import sandtable

from . import catalogue, models
from .components import Components
from .edge import Edge
from .hall.hall import Hall
from .hall.keeping import Keeping
from .hall.notices import EVERY, Notices
from .hall.persons import Persons
from .metrics import Metrics
from .routes.client import STATIC, add_client
from .routes.errors import add_errors
from .routes.facts import add_facts
from .routes.health import add_health
from .routes.lessons import add_lessons
from .routes.live import add_live
from .routes.messages import add_messages
from .routes.people import add_people, add_seats
from .routes.tables import add_tables
from .settings import Settings
from .store import Store
from .vault import HostKey


def create_app(
    database: str,
    data: Path,
    *,
    local: bool = False,
    static: Path | None = STATIC,
    store: Store | None = None,
    settings: Settings | None = None,
    ready: bool = False,
) -> FastAPI:
    """The application. `local`: on one's own machine, where saved tables may be claimed. `ready`: with the processes for
    expensive questions started before the first one is asked."""
    settings = settings or Settings()
    components = Components(data / "components")
    store = store or Store(database)
    store.key = store.key or HostKey.kept_at(data / "host.key", settings.host_key)
    hall = Hall(store, local, components, settings)
    keeping, notices, persons = Keeping(hall), Notices(hall, settings), Persons(hall, settings)
    metrics = Metrics(hall)
    keeping.chores.append((notices.send_due, EVERY))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        keeping.start()
        preparing = asyncio.create_task(hall.questions.prepare()) if ready else None
        yield
        app.state.ending = True
        if preparing:
            preparing.cancel()
        await keeping.stop()
        await notices.close()
        await hall.close()

    app = FastAPI(
        title="Sandtable",
        version=sandtable.__version__,
        description="The table in the browser: see docs/protocol.md.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={"4XX": {"model": models.Problem}},
    )
    app.state.settings, app.state.metrics, app.state.ending = settings, metrics, False
    app.state.hall, app.state.keeping, app.state.notices = hall, keeping, notices
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Edge, local=local, limits=settings.limits)
    add_errors(app)
    add_facts(app, local, catalogue.Pictures(data / "pictures"), components)
    add_lessons(app)
    add_tables(app, hall)
    add_people(app, persons)
    add_seats(app, hall)
    add_messages(app, notices, persons)
    add_live(app, hall)
    add_health(app, hall, settings, metrics)
    add_client(app, static)
    return app
