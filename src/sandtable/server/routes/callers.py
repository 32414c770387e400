"""Who asks: the seat that a token opens, and the person whose key it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, Header, Request
from starlette.requests import HTTPConnection

from ..edge import network_of
from ..hall.hall import Hall
from ..seats import Seat
from ..store.people import Person
from ..table.trouble import Trouble


def token_in(authorization: str | None) -> str:
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Trouble("bad_token", "This needs a token.")
    return token.strip()


@contextmanager
def guessing(request: HTTPConnection) -> Iterator[None]:
    """A token, a key or a link that is not known costs whoever brings it."""
    try:
        yield
    except Trouble as e:
        if e.code == "bad_token":
            hall: Hall = request.app.state.hall
            hall.budgets.spend("guess", caller_of(request))
        raise


async def _seat_at(request: Request, table: str, authorization: Annotated[str | None, Header()] = None) -> Seat:
    hall: Hall = request.app.state.hall
    with guessing(request):
        seat = await hall.seat(table, token_in(authorization))
    await hall.must_be_welcome(seat)
    return seat


async def _owner_of(seat: Annotated[Seat, Depends(_seat_at)]) -> Seat:
    if seat.role != "owner":
        raise Trouble("not_yours", "Only the owner of the table may do this.")
    return seat


async def _me(request: Request, authorization: Annotated[str | None, Header()] = None) -> Person:
    hall: Hall = request.app.state.hall
    with guessing(request):
        return await hall.person(token_in(authorization))


async def _perhaps(request: Request, sandtable_key: Annotated[str | None, Header()] = None) -> Person | None:
    hall: Hall = request.app.state.hall
    with guessing(request):
        return await hall.person(sandtable_key) if sandtable_key else None


def caller_of(request: HTTPConnection) -> str:
    """Whose address asks; behind a proxy that we trust, the one it names."""
    return network_of(request.client.host) if request.client else ""


def _caller(request: Request) -> str:
    return caller_of(request)


Caller = Annotated[str, Depends(_caller)]
Seated = Annotated[Seat, Depends(_seat_at)]
Owner = Annotated[Seat, Depends(_owner_of)]
Me = Annotated[Person, Depends(_me)]
Perhaps = Annotated[Person | None, Depends(_perhaps)]
"""The person behind the header `Sandtable-Key`, which may be missing."""
