"""The configuration of a server: one TOML file and the environment, checked before anything starts (docs/hosting.md).

`SANDTABLE_PORT=8080` sets `port`; `SANDTABLE_MAIL__HOST=...` sets `host` in `[mail]`. The environment wins.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from sandtable.bots import external

PREFIX: Final = "SANDTABLE_"
_OTHERS: Final = frozenset(
    {external.ALLOWED, external.NAMED, external.LIMIT, "SANDTABLE_TEST_DATABASE", "SANDTABLE_NATIVE"}
)
"""What else of ours stands in an environment and is no setting."""
_TOLD: Final = {
    "extra_forbidden": "is no setting",
    "model_type": "is a section with settings of its own",
    "path_type": "should be the name of a folder",
    "list_type": 'should be a list: ["127.0.0.1"]',
}
"""What is said of mistakes that pydantic names in the words of programmers."""
Positive = Annotated[int, Field(ge=1)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Mail(_Part):
    """An SMTP server; without `host` no e-mail is sent."""

    host: str = ""
    port: Annotated[int, Field(ge=1, le=65_535)] = 25
    security: Literal["none", "starttls", "tls"] = "none"
    user: str = ""
    password: str = ""
    sender: str = "Sandtable <sandtable@localhost>"

    @field_validator("sender")
    @classmethod
    def _an_address(cls, sender: str) -> str:
        if not sender.isprintable() or "@" not in parseaddr(sender)[1]:
            raise ValueError("should be an address: Sandtable <games@example.org>")
        return sender


class Limits(_Part):
    """Budgets and quotas of one caller (an address; a person's key where there is one)."""

    requests_per_second: Annotated[float, Field(gt=0)] = 20
    requests_reserve: Positive = 200
    questions_per_second: Annotated[float, Field(gt=0)] = 5
    """Expensive ones: options with details, map layers, looking back, hints."""
    questions_reserve: Positive = 60
    talk_per_second: Annotated[float, Field(gt=0)] = 2
    talk_reserve: Positive = 60
    """What is written down beside the game: talk, marks, standing orders, the pace of bots; and reading it."""
    imports_per_hour: Positive = 30
    import_kilobytes_per_day: Positive = 50_000
    tables_per_day: Positive = 200
    tables_per_key: Positive = 1_000
    """So many a person may own at a time; he may delete some."""
    persons_per_day: Positive = 20
    guesses_per_hour: Positive = 60
    """Tokens, phrases and addresses that are not known."""
    addresses_per_day: Positive = 10
    """New e-mail addresses, each of which gets one question whether it is right."""
    sockets_per_address: Positive = 200
    sockets_per_table: Positive = 200
    body: Annotated[int, Field(ge=10_000)] = 4_000_000
    message: Annotated[int, Field(ge=1_000)] = 65_536


class Workers(_Part):
    questions: Annotated[int, Field(ge=1, le=64)] = 2
    """Processes for expensive questions."""
    bots: Annotated[int, Field(ge=0, le=64)] = 0
    """Processes for thinking opponents; 0: one less than there are processor cores, at most 4."""
    queue: Positive = 64
    """Expensive questions that may wait before more are refused."""


class Settings(_Part):
    host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 8056
    data: Path | None = None
    database: str = ""
    host_key: str = ""
    """Seals the seeds of running games in the database; servers that share one need the same. Without it: `host.key`
    beside the games."""
    public_url: str = ""
    """How people reach this server: https://games.example.org; links in messages start with it."""
    metrics: Literal["local", "open", "off"] = "local"
    """Who may read /metrics: requests from this machine, everybody, nobody."""
    trusted_proxies: list[str] = ["127.0.0.1", "::1"]
    """Addresses whose X-Forwarded-For is believed."""
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    private_webhooks: bool = False
    """May messages go to addresses in private networks?"""
    notify_after: Annotated[float, Field(ge=0)] = 60
    """Seconds before somebody who is not at the table is told that it is his turn."""
    mail: Mail = Mail()
    limits: Limits = Limits()
    workers: Workers = Workers()

    @field_validator("public_url")
    @classmethod
    def _no_slash(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and not (parts.scheme in ("https", "http") and parts.hostname and " " not in url and url.isprintable()):
            raise ValueError("must start with https:// or http:// and name a host: https://games.example.org")
        return url.rstrip("/")

    @field_validator("host_key")
    @classmethod
    def _long_enough(cls, key: str) -> str:
        if key and len(key) < 32:
            raise ValueError("is too short: give it 32 characters or more")
        return key

    @field_validator("trusted_proxies")
    @classmethod
    def _addresses(cls, proxies: list[str]) -> list[str]:
        for proxy in set(proxies) - {"", "*"}:
            try:
                ip_network(proxy, strict=False)
            except ValueError:
                raise ValueError(f"{proxy!r} is no address of a proxy, such as 10.0.0.1 or 10.0.0.0/8") from None
        return [proxy for proxy in proxies if proxy]


def read_settings(path: Path | None, environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """The file, then the environment, then what was given on the command line; ValueError in a sentence."""
    values: dict[str, Any] = {}
    if path is not None:
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as e:
            raise ValueError(f"the configuration {str(path)!r} cannot be read: {e.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
            raise ValueError(f"the configuration {str(path)!r} is not TOML: {e}") from None
    for name, text in (environment if environment is not None else os.environ).items():
        if name.startswith(PREFIX) and name not in _OTHERS:
            _set(values, name.removeprefix(PREFIX).lower().split("__"), text)
    values |= {k: v for k, v in given.items() if v is not None}
    try:
        return Settings.model_validate(values)
    except ValidationError as e:
        first = e.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(x) for x in first["loc"])
        told = _TOLD.get(first["type"], first["msg"].removeprefix("Input ").removeprefix("Value error, "))
        raise ValueError(f"the configuration: {where} {told}") from None


def _set(values: dict[str, Any], where: list[str], text: str) -> None:
    for name in where[:-1]:
        inner = values.setdefault(name, {})
        if not isinstance(inner, dict):
            raise ValueError(f"the configuration: {name} is no section")
        values = inner
    values[where[-1]] = text.split(",") if where[-1] == "trusted_proxies" else text
