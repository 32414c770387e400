"""What the server sends to the outside: e-mail, and requests to addresses that people gave (never into private networks).

Whoever is outside may be slow on purpose. So what speaks to him has threads of its own, and an end.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import os
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import urlsplit

from .settings import Mail

PATIENCE: Final = 10.0
"""Seconds to wait for a word from outside."""
AT_MOST: Final = 15.0
"""Seconds a request may take in all, however many words come."""
_PORTS: Final = {"http": 80, "https": 443}
_PUBLIC_V6: Final = ipaddress.IPv6Network("2000::/3")
_CARRIERS: Final = tuple(map(ipaddress.IPv6Network, ("2001::/32", "2002::/16", "3fff::/20")))
"""Networks whose addresses stand for others (Teredo, 6to4), or for nothing. Those that translate (NAT64) lie outside 2000::/3."""
_RELAYS: Final = ipaddress.IPv4Network("192.88.99.0/24")
"""Whoever is nearest and translates 6to4."""
P = ParamSpec("P")
R = TypeVar("R")


class Refused(ValueError):
    """An address that nothing is sent to."""


def check_webhook(url: str, private: bool) -> tuple[str, str, int, str]:
    """The scheme, host, port and address to connect to; Refused in a sentence where that is not allowed.

    The address that was judged is the one that is used, so that a name cannot mean another one a moment later.
    """
    scheme, host, port = _parts(url)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused(f"The host {host} is not known.") from None
    addresses = [str(x[4][0]) for x in found]
    if not private and not all(_is_public(a) for a in addresses):
        raise Refused(f"The host {host} lies in a private network.")
    return scheme, host, port, addresses[0]


def _parts(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of an address that can be a webhook's."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
        if not (parts.hostname and url.isascii() and url.isprintable()) or " " in url or "@" in parts.netloc:
            raise ValueError
    except (ValueError, KeyError):
        raise Refused(
            "A webhook is an address like https://example.org/path, without a name or password in it."
        ) from None
    return parts.scheme, parts.hostname, port


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is None:
            return ip in _PUBLIC_V6 and ip.is_global and not any(ip in network for network in _CARRIERS)
        ip = ip.ipv4_mapped
    return ip.is_global and not ip.is_multicast and ip not in _RELAYS


def post(url: str, message: dict[str, Any], private: bool) -> int:
    """POST a JSON message; the status of the answer. Redirections are not followed, and little of the answer is read."""
    scheme, host, port, address = check_webhook(url, private)
    parts = urlsplit(url)
    connection: http.client.HTTPConnection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    raw = socket.create_connection((address, port), timeout=PATIENCE)
    with _ended_by(raw):
        try:
            connection.sock = _secured(raw, host) if scheme == "https" else raw
            path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
            headers = {"content-type": "application/json", "user-agent": "sandtable"}
            connection.request("POST", path, json.dumps(message), headers)
            answer = connection.getresponse()
            answer.read(1_000)
            return answer.status
        finally:
            connection.close()


def _secured(raw: socket.socket, host: str) -> ssl.SSLSocket:
    return ssl.create_default_context().wrap_socket(raw, server_hostname=host)


@contextmanager
def _ended_by(raw: socket.socket) -> Iterator[None]:
    """Whoever answers a letter at a time is hung up on."""
    number = socket.socket(fileno=os.dup(raw.fileno()))  # `raw` gives its own away when it is secured

    def hang_up() -> None:
        with suppress(OSError):
            number.shutdown(socket.SHUT_RDWR)

    end = threading.Timer(AT_MOST, hang_up)
    end.daemon = True
    end.start()
    try:
        yield
    finally:
        end.cancel()
        number.close()


class Apart:
    """Threads of their own: nobody else waits for what the outside keeps busy."""

    def __init__(self, threads: int) -> None:
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="outside")

    async def do(self, work: Callable[P, R], *args: P.args, **more: P.kwargs) -> R:
        return await asyncio.get_running_loop().run_in_executor(self.threads, partial(work, *args, **more))

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def send_mail(mail: Mail, to: str, subject: str, text: str, off: str) -> None:
    """One e-mail, with the switch that ends all of them in its header too."""
    m = EmailMessage(policy=SMTP.clone(max_line_length=998))  # a folded link is no link
    m["From"], m["To"], m["Subject"] = mail.sender, to, " ".join(subject.split())
    m["Date"], m["Message-ID"] = formatdate(), make_msgid(domain=mail.sender.rpartition("@")[2].rstrip(">") or None)
    m["Auto-Submitted"] = "auto-generated"
    if off:
        m["List-Unsubscribe"], m["List-Unsubscribe-Post"] = f"<{off}>", "List-Unsubscribe=One-Click"
    m.set_content(text)
    kind = smtplib.SMTP_SSL if mail.security == "tls" else smtplib.SMTP
    with kind(mail.host, mail.port, timeout=PATIENCE) as server:
        if mail.security == "starttls":
            server.starttls(context=ssl.create_default_context())
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(m)
