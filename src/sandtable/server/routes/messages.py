"""The feed of a person, the switch that ends the messages to him, and the link that begins them. Their addresses hold an
unguessable word."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response

from ..hall.notices import Notices
from ..hall.persons import Persons

_PAGE = """<!doctype html><meta charset="utf-8"><title>Sandtable</title>
<form method="post"><p>{text}</p><button>{button}</button></form>"""


def add_messages(app: FastAPI, notices: Notices, persons: Persons) -> None:
    @app.get("/api/feed/{word}", response_class=Response)
    async def feed(word: str) -> Response:
        headers = {"cache-control": "no-store"}
        return Response(await notices.feed(word), media_type="application/atom+xml", headers=headers)

    @app.get("/api/off/{word}", response_class=HTMLResponse)
    async def ask_off(word: str) -> HTMLResponse:
        """Programs follow links in mails by themselves: only the button switches."""
        text = "No more messages about whose turn it is?"
        return HTMLResponse(_PAGE.format(text=text, button="End the messages"), headers=_FORM)

    @app.post("/api/off/{word}", response_class=HTMLResponse)
    async def off(word: str) -> HTMLResponse:
        await notices.switch_off(word)
        return HTMLResponse("<!doctype html><title>Sandtable</title><p>You will get no more messages.</p>")

    @app.get("/api/confirm/{person}/{word}", response_class=HTMLResponse)
    async def ask_whose(person: str, word: str) -> HTMLResponse:
        text = "Is this your address, and shall messages about whose turn it is go there?"
        return HTMLResponse(_PAGE.format(text=text, button="Yes"), headers=_FORM)

    @app.post("/api/confirm/{person}/{word}", response_class=HTMLResponse)
    async def confirm(person: str, word: str) -> HTMLResponse:
        await persons.confirm(person, word)
        return HTMLResponse("<!doctype html><title>Sandtable</title><p>You will be told when it is your turn.</p>")


_FORM = {
    "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",  # with no-referrer a browser does not say that the form is ours
}
