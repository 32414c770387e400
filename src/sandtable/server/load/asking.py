"""The servers under load, asked over HTTP."""

from __future__ import annotations

import asyncio
import http.client
from contextlib import closing
from typing import Any, Final
from urllib.parse import urlsplit

import orjson

SPENT: Final = "sandtable_processor_seconds"


class Server:
    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        where = urlsplit(address)
        self.host, self.port = where.hostname or "", where.port or 80

    async def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        found: dict[str, Any] = orjson.loads(
            await asyncio.to_thread(self._ask, "POST", path, orjson.dumps(body), token)
        )
        return found

    async def spent(self) -> float:
        """Processor seconds of the server so far; its processes for questions and bots aside."""
        figures = (await asyncio.to_thread(self._ask, "GET", "/metrics")).decode().splitlines()
        return next((float(line.split()[1]) for line in figures if line.startswith(f"{SPENT} ")), 0.0)

    def _ask(self, method: str, path: str, body: bytes = b"", token: str = "") -> bytes:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        with closing(http.client.HTTPConnection(self.host, self.port, timeout=60)) as connection:
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            found = bytes(answer.read())
        if answer.status >= 400:
            raise OSError(f"{method} {path}: {answer.status}")
        return found
