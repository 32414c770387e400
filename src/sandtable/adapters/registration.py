"""The names under which Gymnasium knows the titles. Gymnasium calls `register` itself, through the entry point."""

from __future__ import annotations

from typing import Final

from gymnasium.envs import registration

import sandtable

VERSION: Final = 0
"""Rises whenever rules, words or columns change, so that results stay comparable."""


def env_id(game: str) -> str:
    """across-suez-1980 is sandtable/across-suez-1980-v0, sinai/1967 is sandtable/sinai-1967-v0."""
    return f"sandtable/{game.replace('/', '-')}-v{VERSION}"


def register() -> None:
    """Make every title and scenario known to Gymnasium."""
    for title in sandtable.games():
        for game in dict.fromkeys((title.id, *title.ids)):
            if env_id(game) not in registration.registry:
                entry = "sandtable.adapters.gymnasium:SandtableEnv"
                registration.register(env_id(game), entry, kwargs={"game": game}, disable_env_checker=True)
