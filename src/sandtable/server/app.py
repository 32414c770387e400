"""REST and WebSocket: docs/protocol.md."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import Depends, FastAPI, Header, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import sandtable
from sandtable.core import Game

from . import catalogue, models, tables
from .components import Components
from .edge import Edge, Pace
from .hall import Connection, Hall, Room, problem, summary
from .seats import Seat
from .store import Store
from .tables import Json, Trouble, find_game

log = logging.getLogger("sandtable.server")
STATIC: Final = Path(__file__).parent / "static"
LARGEST_MESSAGE: Final = 64 * 1024
GREETING_TIME: Final = 15.0
MOST_CONNECTIONS: Final = 200
AT_ONCE: Final = 16
"""Questions of one connection that may be under way at a time."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
STATUS: Final = {
    "bad_token": 401,
    "not_yours": 403,
    "secret": 403,
    "forbidden": 403,
    "unknown_table": 404,
    "unknown_game": 404,
    "no_bot": 400,
    "bad_message": 400,
    "stale": 409,
    "repeated": 409,
    "over": 409,
    "illegal": 409,
    "slow_down": 429,
    "trouble": 500,
}
Hash = Annotated[str, Query(max_length=64)]
CLOSING: Final = {"unknown_table": 4404, "bad_token": 4401, "greet_first": 4400}


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
    _errors(app)
    _facts(app, local, pictures, components)
    _tables(app, hall)
    _live(app, hall)
    _client(app, static)
    return app


def _errors(app: FastAPI) -> None:
    def answer(status: int, code: str, text: str) -> JSONResponse:
        return JSONResponse({"code": code, "text": text}, status)

    @app.exception_handler(Trouble)
    async def trouble(_: Request, e: Trouble) -> JSONResponse:
        return answer(STATUS.get(e.code, 400), e.code, e.text)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, e: RequestValidationError) -> JSONResponse:
        return answer(422, "bad_message", _first_fault(e.errors()))

    @app.exception_handler(HTTPException)
    async def http(_: Request, e: HTTPException) -> JSONResponse:
        return answer(e.status_code, "bad_message" if e.status_code == 400 else "not_found", str(e.detail))

    @app.exception_handler(Exception)
    async def unexpected(request: Request, e: Exception) -> JSONResponse:
        log.error("%s %s", request.method, request.url.path, exc_info=e)
        return answer(500, "trouble", "The server stumbled; the game stands as it was.")


def _first_fault(errors: Any) -> str:
    """What is wrong with a message, in a sentence."""
    first = errors[0]
    where = ".".join(str(x) for x in first["loc"] if x not in ("body", "query", "path"))
    return f"{where or 'The message'}: {first['msg']}."


# What can be played -----------------------------------------------------------------------------------------------
def _kept(request: Request, body: bytes | str, kind: str, keeping: str = "no-cache") -> Response:
    """An answer that a browser keeps and only asks whether it is still good."""
    raw = body.encode() if isinstance(body, str) else body
    etag = f'"{hashlib.sha256(raw).hexdigest()[:24]}"'
    headers = {"etag": etag, "cache-control": keeping, "vary": "accept-encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == etag:
        return Response(status_code=304, headers=headers)
    return Response(raw, media_type=kind, headers=headers)


def _facts(app: FastAPI, local: bool, pictures: catalogue.Pictures, components: Components) -> None:
    def found(game: str, hash: str) -> Game:
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


# Tables -----------------------------------------------------------------------------------------------------------
def _token(authorization: str | None) -> str:
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Trouble("bad_token", "This needs a token.")
    return token.strip()


async def _seat_at(request: Request, table: str, authorization: Annotated[str | None, Header()] = None) -> Seat:
    hall: Hall = request.app.state.hall
    return await hall.seat(table, _token(authorization))


async def _owner_of(seat: Annotated[Seat, Depends(_seat_at)]) -> Seat:
    if seat.role != "owner":
        raise Trouble("not_yours", "Only the owner of the table may do this.")
    return seat


Seated = Annotated[Seat, Depends(_seat_at)]
Owner = Annotated[Seat, Depends(_owner_of)]


def _tables(app: FastAPI, hall: Hall) -> None:
    @app.post("/api/lobby")
    async def lobby(m: models.LobbyRequest) -> models.Lobby:
        return await hall.lobby(m.tokens)

    @app.post("/api/tables", status_code=201)
    async def new_table(m: models.NewTable) -> models.Created:
        return await hall.create(lambda id: tables.new_game(id, m, hall.components))

    @app.post("/api/import", status_code=201)
    async def import_record(m: models.ImportRecord) -> models.Created:
        return await hall.create(lambda id: tables.imported(id, m, hall.components))

    @app.post("/api/tables/{table}/claim")
    async def claim(table: str) -> models.Claimed:
        if not hall.local:
            raise Trouble("forbidden", "Tables can be claimed on one's own machine only.")
        return await hall.claim(table)

    @app.delete("/api/tables/{table}", status_code=204)
    async def delete_table(table: str, seat: Owner) -> None:
        await hall.delete(table)

    @app.patch("/api/tables/{table}")
    async def change_table(table: str, seat: Owner, m: models.ChangeTable) -> models.TableSummary:
        room = await hall.room(table)

        def change() -> Json:
            room.table.change(m.name, m.players)
            return {}

        await _guarded(hall, room, room.change(change))
        return summary(room.table.saved, seat, {})

    @app.post("/api/tables/{table}/links")
    async def links(table: str, seat: Owner) -> models.Links:
        return await hall.new_links(table)

    @app.post("/api/tables/{table}/fork", status_code=201)
    async def fork(table: str, seat: Seated, m: models.ForkTable) -> models.Created:
        room = await hall.room(table)
        name = m.name or f"{room.table.saved.name or room.table.game.title.name}, from entry {m.entry}"
        return await hall.create(
            lambda id: tables.adopted(id, "game", name, m.players, room.table.fork(m.entry)),
        )

    @app.get("/api/tables/{table}/record", response_class=PlainTextResponse)
    async def record(table: str, seat: Seated, side: str | None = None) -> PlainTextResponse:
        live = (await hall.room(table)).table
        text = live.record_text(live.shown(seat, side))
        name = f"{live.game.id.replace('/', '-')}-{table}.txt"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return PlainTextResponse(text, headers=headers)

    @app.get("/api/tables/{table}/state", responses={200: {"model": models.State}})
    async def state(
        table: str, seat: Seated, side: str | None = None, version: int = 0, entries: int = 0
    ) -> Response:  # fmt: skip
        room = await hall.room(table)

        def text() -> str:
            keep = room.reader(seat, side).still_good(version, max(0, entries))
            return room.table.state_text(seat, side, keep, room.bot_info(), room.present())

        async with room.lock:
            body = await asyncio.to_thread(text)
        return Response(body, media_type="application/json", headers={"cache-control": "no-store"})

    @app.post("/api/tables/{table}/ask", responses={200: {"model": models.Reply}})
    async def ask(table: str, seat: Seated, m: models.AnyQuestion, side: str | None = None) -> Response:
        """Any request of the live table without a socket."""
        room = await hall.room(table)
        try:
            result = await _guarded(hall, room, room.ask(seat, side, m))
        except Trouble as e:
            return JSONResponse(problem(e, m.id, room.version_for(seat, side)), STATUS.get(e.code, 400))
        return JSONResponse(_reply(m.id, room.version_for(seat, side), result), headers={"cache-control": "no-store"})


def _reply(id: str, version: int, result: Json) -> Json:
    return {"type": "reply", "id": id, "version": version, "result": result}


async def _guarded(hall: Hall, room: Room, work: Any) -> Json:
    """Whatever goes wrong unexpectedly is ours, not the client's; the table is then loaded anew."""
    try:
        result: Json = await work
        return result
    except Trouble:
        raise
    except Exception:
        log.exception("table %s", room.table.id)
        if room.table.broken:
            await hall.repair(room)
        raise Trouble("trouble", "The server stumbled over this; the game stands as it was.") from None


# The live table -----------------------------------------------------------------------------------------------------
def _live(app: FastAPI, hall: Hall) -> None:
    @app.websocket("/api/tables/{table}/live")
    async def live(ws: WebSocket, table: str) -> None:
        await ws.accept()
        with suppress(WebSocketDisconnect, RuntimeError):
            await Visit(ws, hall, table).run()


class Visit:
    """One socket from its greeting to its end."""

    def __init__(self, ws: WebSocket, hall: Hall, table: str) -> None:
        self.ws, self.hall, self.table = ws, hall, table
        self.pace = Pace(100, 300)
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        try:
            async with asyncio.timeout(GREETING_TIME):
                hello = await self._greeting()
            seat = await self.hall.seat(self.table, hello.token)
            room = await self.hall.room(self.table)
            if hello.side is not None:
                room.table.shown(seat, hello.side)
            if len(room.connections) >= MOST_CONNECTIONS:
                raise Trouble("slow_down", "Too many people watch this table; try again later.")
        except TimeoutError:
            await self._refuse(Trouble("greet_first", "Nobody said hello."), None)
            return
        except Trouble as e:
            await self._refuse(e, None)
            return
        hides = not room.table.open  # then a change of the side shown is the client's to ask for
        c = Connection(seat, room.table.shown(seat, hello.side) if hides else hello.side)
        if hello.have:
            c.version, c.entries = hello.have.version, hello.have.entries
        sender = asyncio.create_task(self._send(c))
        room.connections.add(c)
        try:
            async with room.lock:
                c.send(json.dumps(_reply(hello.id, room.version_for(seat, c.side), {})))
                c.send(await asyncio.to_thread(room.state_for, c))
                room.offer_choices(c)
            room.tell_all({"type": "present", "present": room.present()})
            room.start_bots()
            await self._listen(room, c)
        finally:
            room.connections.discard(c)
            sender.cancel()
            for task in self.tasks:
                task.cancel()
            room.tell_all({"type": "present", "present": room.present()})

    async def _greeting(self) -> models.Hello:
        m = self._read(await self._receive())
        if not isinstance(m, models.Hello):
            raise Trouble("greet_first", "The first message must be hello.")
        return m

    async def _refuse(self, e: Trouble, id: str | None) -> None:
        code = CLOSING.get(e.code, 4400)
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.ws.send_text(json.dumps(problem(e, id, 0)))
            await self.ws.close(code, e.text[:100])

    async def _receive(self) -> str:
        """The next text message; Trouble when it is too large or no text."""
        message = await self.ws.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise Trouble("bad_message", "Messages are JSON text, not bytes.")
        if len(text) > LARGEST_MESSAGE:
            raise Trouble("too_large", f"A message may have {LARGEST_MESSAGE} characters at most.")
        return str(text)

    def _read(self, text: str) -> models.Hello | models.Show | models.Ping | models.Question:
        try:
            return models.CLIENT_MESSAGE.validate_json(text)
        except ValidationError as e:
            raise Trouble("bad_message", _first_fault(e.errors(include_input=False, include_url=False))) from None

    async def _send(self, c: Connection) -> None:
        """Everything queued, in order; the end of the queue is the end of the connection."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await c.out.get()) is not None:
                await self.ws.send_text(text)
            await self.ws.close(c.closing)

    async def _listen(self, room: Room, c: Connection) -> None:
        while True:
            id = None
            await asyncio.sleep(0)  # answers go out between messages, even when many have arrived at once
            try:
                text = await self._receive()
                id = _id_in(text)
                m = self._read(text)
                if not self.pace.allows():
                    raise Trouble("slow_down", "Too many messages; wait a moment.")
                if isinstance(m, models.Hello):
                    raise Trouble("bad_message", "Hello was said already.")
                if len(self.tasks) >= AT_ONCE:
                    raise Trouble("slow_down", "Too many questions at once; wait for the answers.")
            except Trouble as e:
                c.send(json.dumps(problem(e, id, room.version_for(c.seat, c.side))))
                continue
            task = asyncio.create_task(self._answer(room, c, m))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _answer(self, room: Room, c: Connection, m: models.Show | models.Ping | models.Question) -> None:
        try:
            if room.table.broken:
                await self.hall.room(self.table)
            match m:
                case models.Ping():
                    result: Json = {}
                case models.Show():
                    result = await _guarded(self.hall, room, self._show(room, c, m))
                case _:
                    result = await _guarded(self.hall, room, room.ask(c.seat, c.side, m))
            text = json.dumps(_reply(m.id, room.version_for(c.seat, c.side), result), ensure_ascii=False)
        except Trouble as e:
            text = json.dumps(problem(e, m.id, room.version_for(c.seat, c.side)), ensure_ascii=False)
        c.send(text)

    async def _show(self, room: Room, c: Connection, m: models.Show) -> Json:
        async with room.lock:
            room.table.shown(c.seat, m.side)
            c.side = m.side
            if not room.table.open:  # the other side knows other entries
                c.version = c.entries = 0
            c.send(await asyncio.to_thread(room.state_for, c))
            room.offer_choices(c)
        return {}


def _id_in(text: str) -> str | None:
    """The id of a message that may be anything, so that even its error finds back to its sender."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    id = found.get("id") if isinstance(found, dict) else None
    return id[:64] if isinstance(id, str) else None


# The browser client -------------------------------------------------------------------------------------------------
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


def _client(app: FastAPI, static: Path | None) -> None:
    if static is not None and (static / "index.html").is_file():
        app.mount("/", ClientFiles(directory=static, html=True))
        return

    @app.get("/", include_in_schema=False)
    def not_built() -> PlainTextResponse:
        return PlainTextResponse(f"{NOT_BUILT}\n", 503)


NOT_BUILT: Final = "The browser client has not been built: run `make web` once, then start again."
