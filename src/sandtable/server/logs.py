"""The log of a server: lines for people, or JSON for programs; never a token, a key, or anybody's address."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import Final

from .settings import Settings

_SECRET: Final = re.compile(r"(?<![\w-])[\w-]{40,}(?![\w-])|[^\s@<>]+@[^\s@<>]+\.\w+|(?<=://)[^\s/@]+:[^\s/@]+(?=@)")
"""What could be a token, an e-mail address, or a name and password in an address."""


def without_secrets(text: str) -> str:
    return _SECRET.sub("(hidden)", text)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            facts["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(facts, ensure_ascii=False)


def configure_logs(settings: Settings) -> None:
    out = logging.StreamHandler(sys.stderr)
    lines = _Lines("%(asctime)s %(levelname)s %(message)s")
    out.setFormatter(_Json() if settings.log_format == "json" else lines)
    logging.basicConfig(handlers=[out], level=settings.log_level.upper(), force=True)
    for noisy in ("alembic", "websockets", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
