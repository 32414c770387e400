"""What the server sends to the outside: e-mail, and requests to addresses that people gave (never into private networks)."""

from __future__ import annotations

import http.client
import ipaddress
import json
import smtplib
import socket
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Any, Final
from urllib.parse import urlsplit

from .settings import Mail

PATIENCE: Final = 10.0
_PORTS: Final = {"http": 80, "https": 443}


class Refused(ValueError):
    """An address that nothing is sent to."""


def check_webhook(url: str, private: bool) -> tuple[str, str, int, str]:
    """The scheme, host, port and address to connect to; Refused in a sentence where that is not allowed.

    The address that was judged is the one that is used, so that a name cannot mean another one a moment later.
    """
    parts = urlsplit(url)
    try:
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        port = 0
    if parts.scheme not in _PORTS or not parts.hostname or not port or parts.username or parts.password:
        raise Refused("A webhook is an address like https://example.org/path, without a name or password in it.")
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused(f"The host {parts.hostname} is not known.") from None
    addresses = [str(x[4][0]) for x in found]
    if not private and not all(_is_public(a) for a in addresses):
        raise Refused(f"The host {parts.hostname} lies in a private network.")
    return parts.scheme, parts.hostname, port, addresses[0]


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not (mapped or ip).is_multicast


def post(url: str, message: dict[str, Any], private: bool) -> int:
    """POST a JSON message; the status of the answer. Redirections are not followed, and little of the answer is read."""
    scheme, host, port, address = check_webhook(url, private)
    parts = urlsplit(url)
    connection: http.client.HTTPConnection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    raw = socket.create_connection((address, port), timeout=PATIENCE)
    connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host) if scheme == "https" else raw
    try:
        path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        headers = {"content-type": "application/json", "user-agent": "sandtable"}
        connection.request("POST", path, json.dumps(message), headers)
        answer = connection.getresponse()
        answer.read(1_000)
        return answer.status
    finally:
        connection.close()


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
