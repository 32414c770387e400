"""A client's end of a live table that costs little: no tasks, no queues, one callback for every message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import orjson
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri


class Socket(asyncio.Protocol):
    def __init__(self, address: str, heard: Callable[[dict[str, Any]], None]) -> None:
        self.address, self.heard = address, heard
        self.protocol = ClientProtocol(parse_uri(address), max_size=None)
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    async def connect(self) -> None:
        where = urlsplit(self.address)
        await asyncio.get_running_loop().create_connection(lambda: self, where.hostname or "", where.port or 80)
        await asyncio.wait_for(self.open, 60)

    def tell(self, message: dict[str, Any]) -> None:
        self.protocol.send_text(orjson.dumps(message))
        self._flush()

    async def close(self) -> None:
        if self.protocol.state is State.OPEN:
            self.protocol.send_close()
            self._flush()
        await asyncio.wait({self.lost}, timeout=5)
        self.transport.abort()

    # what asyncio calls -------------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.protocol.send_request(self.protocol.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self.protocol.receive_data(data)
        self._flush()
        for event in self.protocol.events_received():
            if isinstance(event, Response):
                if self.protocol.handshake_exc is None:
                    self.open.set_result(None)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.heard(orjson.loads(event.data))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("the server refused the socket"))
        self.lost.set_result(None)

    def _flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                self.transport.write(data)
            else:
                self.transport.close()
