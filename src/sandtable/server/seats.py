"""Who may do what at a table: tokens, of which the server keeps only hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final, Literal

SPECTATOR: Final = "spectator"
"""The name under which nobody in particular looks at a game."""
Role = Literal["owner", "seat", "spectator"]


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Of a table or a person; a host types it, so it does not look like an option of a command."""
    while (found := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return found


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Seat:
    """What a token makes of its holder."""

    hash: str
    table: str
    role: Role
    side: str = ""
    """The side of a seat link; empty for owners and spectators."""
    person: str = ""
    """Who sits there, where that is somebody with a key (people.py)."""
    name: str = ""
    taken: bool = False
    """Somebody sat down: the link that invited is dead, and nobody but the holder knows this token."""
    muted: tuple[str, ...] = ()
    """Whose talk its holder does not want to hear."""
    also: tuple[str, ...] = ()
    """Further sides of a person who holds several seats of a table."""

    def fits(self, token: str) -> bool:
        """Is this the token? Compared in constant time."""
        return hmac.compare_digest(self.hash, hash_of(token))
