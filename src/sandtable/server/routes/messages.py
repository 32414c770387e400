"""The feed of a person, and the switch that ends the messages to him. Their addresses hold an unguessable word."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response

from ..hall.notices import Notices

_PAGE = """<!doctype html><meta charset="utf-8"><title>Sandtable</title>
<form method="post"><p>{text}</p><button>End the messages</button></form>"""


def add_messages(app: FastAPI, notices: Notices) -> None:
    @app.get("/api/feed/{word}", response_class=Response)
    async def feed(word: str) -> Response:
        headers = {"cache-control": "no-store"}
        return Response(await notices.feed(word), media_type="application/atom+xml", headers=headers)

    @app.get("/api/off/{word}", response_class=HTMLResponse)
    async def ask_off(word: str) -> HTMLResponse:
        """Programs follow links in mails by themselves: only the button switches."""
        return HTMLResponse(_PAGE.format(text="No more messages about whose turn it is?"), headers=_FORM)

    @app.post("/api/off/{word}", response_class=HTMLResponse)
    async def off(word: str) -> HTMLResponse:
        await notices.switch_off(word)
        return HTMLResponse("<!doctype html><title>Sandtable</title><p>You will get no more messages.</p>")


_FORM = {"content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'"}
