"""Answers in the negative, over HTTP and over the socket."""

from __future__ import annotations

import logging
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from .. import models
from ..table.trouble import Json, Trouble

log = logging.getLogger("sandtable.server")
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
    "edition": 409,
    "illegal": 409,
    "slow_down": 429,
    "trouble": 500,
}


def add_errors(app: FastAPI) -> None:
    def answer(status: int, code: str, text: str) -> JSONResponse:
        return JSONResponse({"code": code, "text": text}, status)

    @app.exception_handler(Trouble)
    async def trouble(_: Request, e: Trouble) -> JSONResponse:
        return answer(STATUS.get(e.code, 400), e.code, e.text)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, e: RequestValidationError) -> JSONResponse:
        return answer(422, "bad_message", first_fault(e.errors()))

    @app.exception_handler(HTTPException)
    async def http(_: Request, e: HTTPException) -> JSONResponse:
        return answer(e.status_code, "bad_message" if e.status_code == 400 else "not_found", str(e.detail))

    @app.exception_handler(Exception)
    async def unexpected(request: Request, e: Exception) -> JSONResponse:
        log.error("%s %s", request.method, request.url.path, exc_info=e)
        return answer(500, "trouble", "The server stumbled; the game stands as it was.")


def first_fault(errors: Any) -> str:
    """What is wrong with a message, in a sentence."""
    first = errors[0]
    where = ".".join(str(x) for x in first["loc"] if x not in ("body", "query", "path"))
    return f"{where or 'The message'}: {first['msg']}."


def problem(e: Trouble, id: str | None, version: int) -> Json:
    """The `error` message."""
    answer: dict[str, Any] = models.Error(
        id=id, code=e.code, text=e.text, rules=list(e.rules), action=e.action, done=e.done, version=version
    ).model_dump()
    return answer


def reply(id: str, version: int, result: Json) -> Json:
    return {"type": "reply", "id": id, "version": version, "result": result}
