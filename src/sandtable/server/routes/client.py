"""The browser client, as built."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse, Response
from starlette.datastructures import Headers
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .facts import FOR_EVER

STATIC: Final = Path(__file__).parents[1] / "static"
NOT_BUILT: Final = "The browser client has not been built: run `make web` once, then start again."


class ClientFiles(StaticFiles):
    """The built client: files with a hash in their name are kept for ever, the page itself is asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await self._packed(path, scope) or await super().get_response(path, scope)
        kept = path.startswith("assets/") and answer.status_code in (200, 304)
        answer.headers["cache-control"] = FOR_EVER if kept else "no-cache"
        return answer

    async def _packed(self, path: str, scope: Scope) -> Response | None:
        """The compressed file that the build put beside this one, if the browser takes it."""
        name = "index.html" if path in ("", ".") else path
        accepted = Headers(scope=scope).get("accept-encoding", "")
        for ending, encoding in ((".br", "br"), (".gz", "gzip")):
            if encoding in accepted and self.lookup_path(name)[1] and self.lookup_path(name + ending)[1]:
                answer = await super().get_response(name + ending, scope)
                answer.headers["content-type"] = mimetypes.guess_type(name)[0] or "application/octet-stream"
                answer.headers["content-encoding"] = encoding
                answer.headers["vary"] = "accept-encoding"
                return answer
        return None


def add_client(app: FastAPI, static: Path | None) -> None:
    if static is not None and (static / "index.html").is_file():
        app.mount("/", ClientFiles(directory=static, html=True))
        return

    @app.get("/", include_in_schema=False)
    def not_built() -> PlainTextResponse:
        return PlainTextResponse(f"{NOT_BUILT}\n", 503)
