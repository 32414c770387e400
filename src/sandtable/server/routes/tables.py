"""Tables: making, changing, reading and asking them without a socket."""

from __future__ import annotations

import asyncio
import re
from functools import partial

from fastapi import FastAPI
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from .. import models
from ..encode import dumps
from ..hall.hall import Hall
from ..hall.lobby import summary
from ..table import asked, keeping, opening, playing_on, seating
from ..table.trouble import Locked, Trouble
from .callers import Caller, Owner, Perhaps, Seated
from .errors import STATUS, problem, reply


def add_tables(app: FastAPI, hall: Hall) -> None:
    _making(app, hall)
    _owning(app, hall)
    _files(app, hall)
    _asking(app, hall)


def _making(app: FastAPI, hall: Hall) -> None:
    @app.post("/api/lobby")
    async def lobby(m: models.LobbyRequest) -> models.Lobby:
        return await hall.lobby(m.tokens)

    @app.post("/api/tables", status_code=201)
    async def new_table(m: models.NewTable, person: Perhaps, caller: Caller) -> models.Created:
        await hall.must_have_room(caller, person)
        return await hall.create(lambda id: opening.new_game(id, m, hall.components), person)

    @app.post("/api/import", status_code=201)
    async def import_record(m: models.ImportRecord, person: Perhaps, caller: Caller) -> models.Created:
        await hall.must_have_room(caller, person, len(m.record) / 1024)
        return await hall.imported(m, person, caller)

    @app.post("/api/tables/{table}/fork", status_code=201)
    async def fork(
        table: str, seat: Seated, m: models.ForkTable, person: Perhaps, caller: Caller, side: str | None = None
    ) -> models.Created:
        room = await hall.room(table)
        await hall.must_have_room(caller, person)
        async with room.settled() as live:
            name = m.name or f"{live.saved.name or live.game.title.name}, from entry {m.entry}"
            entry = playing_on.entry(live, seat, side, m.entry)
            players, session = playing_on.players(live, m.players), live.session
        return await hall.create(lambda id: opening.played_on(id, name, players, session, entry), person)


def _owning(app: FastAPI, hall: Hall) -> None:
    @app.post("/api/tables/{table}/claim")
    async def claim(table: str) -> models.Claimed:
        if not hall.local:
            raise Trouble("forbidden", "Tables can be claimed on one's own machine only.")
        return await hall.claim(table)

    @app.delete("/api/tables/{table}", status_code=204)
    async def delete_table(table: str, seat: Owner) -> None:
        await hall.leave(table, seat)

    @app.patch("/api/tables/{table}")
    async def change_table(table: str, seat: Owner, m: models.ChangeTable) -> models.TableSummary:
        room = await hall.room(table)

        await hall.guarded(room, room.change(partial(seating.change, room.table, m.name, m.players)))
        return summary(room.table.saved, seat, {})

    @app.post("/api/tables/{table}/links")
    async def links(table: str, seat: Owner) -> models.Links:
        return await hall.new_links(table)


def _files(app: FastAPI, hall: Hall) -> None:
    @app.get("/api/tables/{table}/record", response_class=PlainTextResponse)
    async def record(table: str, seat: Seated, side: str | None = None) -> PlainTextResponse:
        try:
            async with (await hall.room(table)).settled() as live:
                shown = live.shown(seat, side)
                text = (
                    await asyncio.to_thread(asked.stored_text, hall.store, table, None, shown, live.stopped)
                    if live.stopped
                    else asked.record_text(live, shown)
                )
        except Locked as e:  # nothing keeps a record from those who played it
            text = await asyncio.to_thread(asked.stored_text, hall.store, table, seat, "", e)
        game = text.partition("game: ")[2].partition("\n")[0]
        name = f"{'-'.join(re.findall('[a-z0-9]+', game))}-{table}.txt"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return PlainTextResponse(text, headers=headers)

    @app.get("/api/tables/{table}/film", response_class=PlainTextResponse)
    async def film(table: str, seat: Seated, caller: Caller) -> PlainTextResponse:
        """What the game looked like line by line; it can be watched without the rules that played it (docs/records.md)."""
        try:
            async with (await hall.room(table)).settled() as live:
                text = await asyncio.to_thread(keeping.film, hall.store.kept, live)
                job = {} if text else await asyncio.to_thread(keeping.job, live)
            if job:
                hall.budgets.spend("question", caller, seat.person)
                text = (await hall.questions.ask(caller, job))["text"]
        except Locked as e:  # a film needs no rules
            text = await asyncio.to_thread(keeping.kept_film, hall.store, table, e)
        name = f"{table}.film"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return PlainTextResponse(text, headers=headers)


def _asking(app: FastAPI, hall: Hall) -> None:
    @app.get("/api/tables/{table}/state", responses={200: {"model": models.State}})
    async def state(
        table: str, seat: Seated, side: str | None = None, version: int = 0, entries: int = 0
    ) -> Response:  # fmt: skip
        room = await hall.room(table)

        def text() -> str:
            keep = room.reader(seat, side).still_good(version, max(0, entries))
            return dumps(room.state(seat, side, keep))

        async with room.settled():
            body = text()
        return Response(body, media_type="application/json", headers={"cache-control": "no-store"})

    @app.get("/api/tables/{table}/analysis")
    async def look_back(table: str, seat: Seated, caller: Caller, side: str | None = None) -> models.Analysis:
        """Luck and winning chances so far; where sides have secrets, when the game is over."""
        return models.Analysis.model_validate(await (await hall.room(table)).figures(caller, side))

    @app.post("/api/tables/{table}/ask", responses={200: {"model": models.Reply}})
    async def ask(table: str, seat: Seated, m: models.AnyQuestion, caller: Caller, side: str | None = None) -> Response:
        """Any request of the live table without a socket."""
        room = await hall.room(table)
        try:
            result = await hall.guarded(room, room.ask(seat, side, m, caller))
        except Trouble as e:
            return JSONResponse(problem(e, m.id, room.version_for(seat, side)), STATUS.get(e.code, 400))
        return JSONResponse(reply(m.id, room.version_for(seat, side), result), headers={"cache-control": "no-store"})
