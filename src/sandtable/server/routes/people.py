"""People: keys, their own games, and sitting down at somebody's table."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import FastAPI, Header, Request

from .. import models
from ..hall import lobby, sitting
from ..hall.hall import Hall
from ..hall.persons import Persons
from .callers import Caller, Me, Perhaps, Seated, guessing, token_in


def add_people(app: FastAPI, persons: Persons) -> None:
    @app.post("/api/people", status_code=201)
    async def new_person(m: models.NewPerson, caller: Caller) -> models.PersonMade:
        persons.hall.budgets.spend("person", caller)
        return await persons.create(m.name)

    @app.post("/api/people/restore", status_code=201)
    async def restore(m: models.Restore, caller: Caller) -> models.PersonMade:
        """The key of the person whose phrase this is, for one more browser."""
        persons.hall.budgets.spend("guess", caller)
        return await persons.restore(m.phrase)

    @app.get("/api/me")
    async def me(person: Me) -> models.Me:
        return persons.me(person)

    @app.patch("/api/me")
    async def change_me(person: Me, m: models.ChangeMe, caller: Caller) -> models.Me:
        return await persons.change(person, m, caller)

    @app.post("/api/me/phrase")
    async def phrase(person: Me) -> models.Phrase:
        return await persons.phrase(person)

    @app.post("/api/me/feed")
    async def feed(person: Me) -> models.FeedAddress:
        """A new address for the Atom feed; the one before is dead."""
        return await persons.feed_address(person)

    @app.get("/api/me/games")
    async def games(person: Me) -> models.MyGames:
        return await persons.hall.games_of(person)

    @app.delete("/api/me", status_code=204)
    async def forget_me(person: Me) -> None:
        await persons.forget(person)


def add_seats(app: FastAPI, hall: Hall) -> None:
    @app.get("/api/invitations")
    async def invitations() -> models.Invitations:
        """The open invitations, the newest first."""
        return models.Invitations(invitations=await asyncio.to_thread(lobby.open_invitations, hall.store))

    @app.get("/api/tables/{table}/invitation")
    async def invitation(
        request: Request, table: str, authorization: Annotated[str | None, Header()] = None
    ) -> models.Invitation:
        with guessing(request):
            return await sitting.invited(hall, table, token_in(authorization) if authorization else "")

    @app.post("/api/tables/{table}/sit", status_code=201)
    async def sit(
        request: Request,
        table: str,
        m: models.SitDown,
        person: Perhaps,
        authorization: Annotated[str | None, Header()] = None,
    ) -> models.SeatTaken:
        with guessing(request):
            token = token_in(authorization) if authorization else ""
            return await sitting.sit_down(hall, table, token, person, m)

    @app.post("/api/tables/{table}/hand-over")
    async def hand_over(table: str, seat: Seated, m: models.HandOver) -> models.HandedOver:
        return await sitting.hand_over(hall, table, seat, m)

    @app.post("/api/tables/{table}/rematch", status_code=201)
    async def rematch(table: str, seat: Seated, m: models.Rematch, caller: Caller) -> models.NextTable:
        hall.budgets.spend("table", caller)
        return await sitting.rematch(hall, table, seat, m)
