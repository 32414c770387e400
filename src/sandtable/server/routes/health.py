"""For those who run a server: is it alive, can it serve, and its figures."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response
from sqlalchemy import text

from ..edge import LOCAL_HOSTS
from ..hall.hall import Hall
from ..metrics import Metrics
from ..settings import Settings
from ..table.trouble import Trouble

PATIENCE = 3.0


def add_health(app: FastAPI, hall: Hall, settings: Settings, metrics: Metrics) -> None:
    @app.get("/healthz", response_class=PlainTextResponse, include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        """The process answers."""
        return PlainTextResponse("ok\n")

    @app.get("/readyz", response_class=PlainTextResponse, include_in_schema=False)
    async def readyz() -> PlainTextResponse:
        """The database answers too, and the server is not ending."""

        def ask() -> None:
            with hall.store.engine.connect() as db:
                db.execute(text("SELECT 1"))

        try:
            if app.state.ending:
                return PlainTextResponse("ending\n", 503)
            await asyncio.wait_for(asyncio.to_thread(ask), PATIENCE)
        except Exception:
            return PlainTextResponse("the database does not answer\n", 503)
        return PlainTextResponse("ready\n")

    @app.get("/metrics", response_class=Response, include_in_schema=False)
    async def figures(request: Request) -> Response:
        here = request.client is not None and request.client.host in LOCAL_HOSTS
        if settings.metrics == "off" or (settings.metrics == "local" and not here):
            raise Trouble("forbidden", "These figures are for this machine only.")
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")
