"""What happens to every request before the table hears of it: size, pace, origin, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import json
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .settings import Limits

LOCAL_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1"})
HEADERS: Final = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""No scripts but our own, no guessing of types, and no addresses (links hold tokens) handed to other sites."""


ASKING: Final = (
    *("/api/tables/", "/api/me", "/api/feed/", "/api/off/", "/api/invitations"),
    *("/api/sheet/", "/api/map/", "/api/rules/", "/api/provenance/"),
)
"""What is read from the database, or worked out or packed for whoever asks; pictures and the page are kept ready."""
SLOW_DOWN: Final = (429, "slow_down", "Too many requests; wait a moment.")


class Pace:
    """So many a second, with some in reserve."""

    def __init__(self, per_second: float, reserve: float) -> None:
        self.per_second, self.reserve = per_second, reserve
        self.left, self.last = reserve, time.monotonic()

    def allows(self, amount: float = 1) -> bool:
        now = time.monotonic()
        self.left = min(self.reserve, self.left + (now - self.last) * self.per_second)
        self.last = now
        if self.left < amount:
            return False
        self.left -= amount
        return True


class Paces:
    """One pace for each address, the least recent forgotten."""

    def __init__(self, per_second: float, reserve: float, most: int = 10_000) -> None:
        self.per_second, self.reserve, self.most = per_second, reserve, most
        self.known: OrderedDict[str, Pace] = OrderedDict()

    def allow(self, who: str, amount: float = 1) -> bool:
        pace = self.known.pop(who, None) or Pace(self.per_second, self.reserve)
        self.known[who] = pace
        if len(self.known) > self.most:
            self.known.popitem(last=False)
        return pace.allows(amount)


def network_of(address: str) -> str:
    """Whom an address stands for: in IPv6 everybody has 2^64 of them at least."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.IPv6Network((ip, 64), strict=False))
    return address


def same_origin(headers: Mapping[str, str]) -> bool:
    """Did one of our own pages send this? Programs that are no browsers send no origin."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


def host_of(headers: Mapping[str, str]) -> str:
    return urlsplit(f"//{headers.get('host', '')}").hostname or ""


class Edge:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, local: bool = False, limits: Limits | None = None) -> None:
        self.app, self.local, self.limits = app, local, limits or Limits()
        self.paces = Paces(self.limits.requests_per_second, self.limits.requests_reserve)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal:
                await send({"type": "websocket.close", "code": 4403, "reason": refusal[1]})
            else:
                await self.app(scope, receive, send)
            return
        if refusal:
            await _refuse(send, *refusal)
            return
        await self._http(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Mapping[str, str]) -> tuple[int, str, str] | None:
        if self.local and host_of(headers) not in LOCAL_HOSTS:
            return 403, "forbidden", "This table answers on this machine only."
        caller = network_of((scope.get("client") or ("",))[0])
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            asks = scope["path"].startswith(ASKING)
            return SLOW_DOWN if asks and not self.paces.allow(caller) else None
        if not same_origin(headers):
            return 403, "forbidden", "Another site may not speak to the table."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.limits.body:
            return 413, "too_large", f"A message may have {self.limits.body} bytes at most."
        return None if self.paces.allow(caller) else SLOW_DOWN

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        read, begun = 0, False

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.limits.body:
                raise _TooLarge
            return message

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                have = {k for k, _ in message["headers"]}
                more = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in have]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        try:
            await self.app(scope, limited, with_headers)
        except _TooLarge:
            if not begun:
                await _refuse(send, 413, "too_large", f"A message may have {self.limits.body} bytes at most.")


class _TooLarge(Exception):
    pass


async def _refuse(send: Send, status: int, code: str, text: str) -> None:
    body = json.dumps({"code": code, "text": text}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(k.encode(), v.encode()) for k, v in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
