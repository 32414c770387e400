"""What can be played: titles, sheets, rules, pictures. Nothing here needs a token."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Final

from fastapi import FastAPI, Query, Request
from fastapi.responses import Response

import sandtable
from sandtable.core import Game

from .. import catalogue, models
from ..components import Components
from ..table.opening import find_game
from ..table.trouble import Trouble

FOR_EVER: Final = "public, max-age=31536000, immutable"
Hash = Annotated[str, Query(max_length=64)]


def _kept(request: Request, body: bytes | str, kind: str, keeping: str = "no-cache") -> Response:
    """An answer that a browser keeps and only asks whether it is still good."""
    raw = body.encode() if isinstance(body, str) else body
    etag = f'"{hashlib.sha256(raw).hexdigest()[:24]}"'
    headers = {"etag": etag, "cache-control": keeping, "vary": "accept-encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == etag:
        return Response(status_code=304, headers=headers)
    return Response(raw, media_type=kind, headers=headers)


def add_facts(app: FastAPI, local: bool, pictures: catalogue.Pictures, components: Components) -> None:
    def found(game: str, hash: str) -> Game[Any]:
        """The game, with the components that have this hash."""
        overlay = components.of(game, hash)
        if hash and overlay is None:
            raise Trouble("unknown_game", f"The component files with hash {hash} are not here.")
        return find_game(game, overlay)

    @app.get("/api/about")
    def about() -> models.About:
        folder = str(components.folder) if local else ""
        return models.About(name="sandtable", version=sandtable.__version__, local=local, components=folder)

    @app.get("/api/games")
    def games() -> list[models.TitleInfo]:
        return [t.model_copy(update={"components": components.names(t.id)}) for t in catalogue.titles()]

    @app.get("/api/sheet/{game:path}", responses={200: {"model": models.Sheet}})
    def sheet(
        request: Request, game: str, options: Annotated[str, Query(max_length=4_000)] = "{}", components: Hash = ""
    ) -> Response:
        """Everything that never changes during play."""
        try:
            chosen = json.loads(options)
            loaded = found(game, components).configured(chosen)
        except (ValueError, TypeError, AttributeError, RecursionError) as e:
            raise Trouble("bad_message", f"These options cannot be used: {e}.") from None
        return _kept(request, catalogue.sheet(loaded), "application/json")

    @app.get("/api/rules/{game:path}")
    def rules(game: str, components: Hash = "") -> models.RuleBook:
        return catalogue.rule_book(found(game, components))

    @app.get("/api/provenance/{game:path}")
    def provenance(game: str, components: Hash = "") -> models.Provenance:
        return catalogue.provenance(found(game, components))

    @app.get("/api/map/{game:path}", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
    def map(request: Request, game: str, components: Hash = "") -> Response:
        keeping = FOR_EVER if request.query_params.get("v") else "no-cache"
        return _kept(request, pictures.map_svg(found(game, components)), "image/svg+xml", keeping)

    @app.get("/api/picture/{game:path}", response_class=Response, responses={200: {"content": {"image/webp": {}}}})
    def picture(request: Request, game: str, width: Annotated[int, Query(ge=160, le=1280)] = 420) -> Response:
        width = min((w for w in (320, 420, 640, 840) if w >= width), default=1280)
        return _kept(request, pictures.card(find_game(game), width), "image/webp", "max-age=3600")

    @app.get("/api/live-messages")
    def live_messages() -> models.LiveMessages:
        """Not for calling: it carries the WebSocket messages into this description."""
        raise Trouble("bad_message", "The messages are described in the OpenAPI document.")
