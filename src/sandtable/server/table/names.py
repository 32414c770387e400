"""Names that people type, and that the record keeps."""

from __future__ import annotations

from ..store import Saved
from .trouble import Json


def one_line(text: str) -> str:
    """A name that people typed, without line breaks and invisible characters."""
    return " ".join("".join(x for x in text if x.isprintable() or x.isspace()).split())


def names_of(players: dict[str, dict[str, str]]) -> dict[str, str]:
    """The names that go into the record's header."""
    return {side: p["name"] or p["level"] or side for side, p in players.items()}


def players(saved: Saved) -> Json:
    """Who plays, as everybody is told."""
    taken, away = saved.conduct.get("taken", ()), saved.conduct.get("stand_in", {})
    return {
        side: {**p, "taken": side in taken, "stand_in": away.get(side, "")} for side, p in saved.players.items()
    }  # fmt: skip
