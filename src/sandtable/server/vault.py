"""The host's key: the seeds of running games are sealed with it, so that who reads the database does not know the next roll.

Encrypted with a stream of HMAC-SHA256 and authenticated; the key lies in a file of its own beside the games, readable
by its owner only, or comes from the configuration, which servers that share a database need.
"""

from __future__ import annotations

import hmac
import os
import secrets
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

SEALED: Final = "sealed:"
_NONCE, _TAG, _KEY = 16, 32, 32


@dataclass(frozen=True, repr=False)
class HostKey:
    key: bytes

    @classmethod
    def kept_at(cls, path: Path, given: str = "") -> HostKey:
        """The key of the configuration, or the one kept in this file, made when there is none. ValueError in a sentence."""
        if given:
            if len(given) < 32:
                raise ValueError("the configuration: host_key is too short: give it 32 characters or more")
            return cls(sha256(given.encode()).digest())
        if not path.exists():
            _make(path)
        os.chmod(path, 0o600)
        try:
            key = bytes.fromhex(path.read_text(encoding="ascii"))
        except ValueError:
            key = b""
        if len(key) != _KEY:
            raise ValueError(f"the host's key in {str(path)!r} is damaged: put the right file back")
        return cls(key)

    def seal(self, text: str) -> str:
        """The text for the database; an empty one stays empty."""
        if not text:
            return ""
        nonce = secrets.token_bytes(_NONCE)
        hidden = self._mixed(nonce, text.encode())
        return SEALED + (nonce + hidden + self._tag(nonce + hidden)).hex()

    def open(self, text: str) -> str:
        """What was sealed, or a text from before there was a key; ValueError when this is not the key for it."""
        if not text.startswith(SEALED):
            return text
        data = bytes.fromhex(text.removeprefix(SEALED))
        body, tag = data[:-_TAG], data[-_TAG:]
        if not hmac.compare_digest(tag, self._tag(body)):
            raise ValueError("sealed with another key")
        return self._mixed(body[:_NONCE], body[_NONCE:]).decode()

    def _mixed(self, nonce: bytes, data: bytes) -> bytes:
        stream = b"".join(
            self._hash(b"stream" + nonce + block.to_bytes(8, "big")) for block in range(len(data) // 32 + 1)
        )
        return bytes(a ^ b for a, b in zip(data, stream))

    def _tag(self, data: bytes) -> bytes:
        return self._hash(b"tag" + data)

    def _hash(self, data: bytes) -> bytes:
        return hmac.digest(self.key, data, "sha256")


def _make(path: Path) -> None:
    """A new key, the whole file or none: of servers that start at the same time one makes it."""
    handle, half = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # for its owner only
    try:
        with os.fdopen(handle, "w", encoding="ascii") as f:
            f.write(secrets.token_hex(_KEY) + "\n")
            f.flush()
            os.fsync(f.fileno())
        try:
            os.link(half, path)
        except FileExistsError:
            return
        except OSError:  # a file system without links
            os.replace(half, path)
    finally:
        Path(half).unlink(missing_ok=True)
