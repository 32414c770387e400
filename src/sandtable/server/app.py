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
from .routes.client import STATIC, add_client
from .routes.errors import add_errors
from .routes.facts import add_facts
from .routes.live import add_live
from .routes.tables import add_tables
from .store import Store


def create_app(
    database: str, data: Path, *, local: bool = False, static: Path | None = STATIC, store: Store | None = None
) -> FastAPI:
    """The application. `local`: on one's own machine, where saved tables may be claimed."""
    components = Components(data / "components")
    hall = Hall(store or Store(database), local, components)
    pictures = catalogue.Pictures(data / "pictures")

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        sweeper = asyncio.create_task(hall.sweep())
        yield
        sweeper.cancel()
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
    app.state.hall = hall
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Edge, local=local)
    add_errors(app)
    add_facts(app, local, pictures, components)
    add_tables(app, hall)
    add_live(app, hall)
    add_client(app, static)
    return app
