"""What the lobby tells of a table."""

from __future__ import annotations

import contextlib

from .. import models
from ..seats import Role, Seat
from ..store import Saved
from ..table.opening import find_game
from ..table.trouble import Trouble


def rank(role: Role) -> int:
    return ("owner", "seat", "spectator").index(role)


def summary(saved: Saved, seat: Seat | None, by_hash: dict[str, str]) -> models.TableSummary:
    title, _, scenario_id = saved.record.game.partition("/")
    with contextlib.suppress(Trouble):
        game = find_game(saved.record.game)
        title, scenario_id = game.title.name, game.scenario.name if game.scenario.id else ""
    return models.TableSummary.model_validate(
        {
            "table": saved.id,
            "name": saved.name,
            "game": saved.record.game,
            "title": title,
            "scenario": scenario_id,
            "kind": saved.kind,
            "players": saved.players,
            "turn_name": saved.summary.get("turn_name", ""),
            "actor": saved.summary.get("actor"),
            "prompt": saved.summary.get("prompt", ""),
            "entries": saved.summary.get("entries", saved.entries),
            "result": saved.summary.get("result", ""),
            "created": saved.created,
            "updated": saved.summary.get("updated", saved.updated),
            "role": seat.role if seat else None,
            "side": (seat.side or None) if seat else None,
            "token": by_hash.get(seat.hash) if seat else None,
        }
    )
