"""An answer in the negative."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class Trouble(Exception):
    """The `error` of docs/protocol.md."""

    def __init__(self, code: str, text: str, rules: tuple[str, ...] = (), action: str = "", done: int = 0) -> None:
        self.code, self.text, self.rules, self.action, self.done = code, text, rules, action, done
        super().__init__(f"{code}: {text}")


class Locked(Trouble):
    """The table cannot be shown by the present rules at all; its record can be had."""

    def __init__(self, why: Exception) -> None:
        super().__init__(
            "edition", f"This table cannot be shown with these rules: {why}. Its record can be downloaded."
        )
