"""What the lobby tells of tables: to those who hold a token, to a person of his games, to everybody of open invitations."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from sandtable.core import Game

from .. import catalogue, models
from ..seats import Role, Seat
from ..store import Saved, Store
from ..table.names import players
from ..table.opening import find_game
from ..table.trouble import Json, Trouble

T = TypeVar("T")
MOST: Final = 200
"""Open invitations that are shown; whoever reads the lobby reads no further."""
log = logging.getLogger("sandtable.server")


def rank(role: Role) -> int:
    return ("owner", "seat", "spectator").index(role)


def best(seats: list[Seat]) -> dict[str, Seat]:
    """By table: the seat that may do most."""
    found: dict[str, Seat] = {}
    for seat in seats:
        if seat.table not in found or rank(seat.role) < rank(found[seat.table].role):
            found[seat.table] = seat
    return found


def _facts(saved: Saved, seat: Seat | None, by_hash: dict[str, str]) -> Json:
    title, _, scenario_id = saved.record.game.partition("/")
    with contextlib.suppress(Trouble):
        game = find_game(saved.record.game)
        title, scenario_id = game.title.name, game.scenario.name if game.scenario.id else ""
    winner, _, result = saved.summary.get("result", "").partition(", ")
    return {
        "table": saved.id,
        "name": saved.name,
        "game": saved.record.game,
        "title": title,
        "scenario": scenario_id,
        "kind": saved.kind,
        "players": players(saved),
        "turn_name": saved.summary.get("turn_name", ""),
        "actor": saved.summary.get("actor"),
        "prompt": saved.summary.get("prompt", ""),
        "entries": saved.summary.get("entries", saved.entries),
        "result": result,
        "won": winner if winner in saved.players else "",
        "created": saved.created,
        "updated": saved.summary.get("updated", saved.updated),
        "role": seat.role if seat else None,
        "side": (seat.side or None) if seat else None,
        "token": by_hash.get(seat.hash) if seat else None,
    }


def shown(saved: Iterable[Saved], show: Callable[[Saved], T]) -> list[T]:
    """What is told of each; a table whose rows make no sense costs its own line."""
    found = []
    for s in saved:
        try:
            found.append(show(s))
        except (ValueError, LookupError, TypeError, AttributeError) as e:
            log.error("table %s cannot be listed: %s", s.id, e)
    return found


def summary(saved: Saved, seat: Seat | None, by_hash: dict[str, str]) -> models.TableSummary:
    return models.TableSummary.model_validate(_facts(saved, seat, by_hash))


def my_game(saved: Saved, seats: list[Seat]) -> models.MyGame:
    """A game of a person: whose turn it is, and his clock."""
    seat = best(seats)[saved.id]
    here = [x for x, p in saved.players.items() if p["kind"] == "here"] if seat.role == "owner" else []
    mine = [*here, *(s.side for s in seats if s.role == "seat" and s.side)]
    to_move = saved.conduct.get("to_move", "")
    over = bool(saved.summary.get("result") or saved.record.ended)
    clock = saved.conduct.get("clock")
    left = None
    if clock and clock["running"] in mine:
        passed = 0.0 if clock["paused"] else time.time() - clock["since"]
        left = max(0.0, clock["left"][clock["running"]] - passed)
    your_turn = to_move in mine and not over
    return models.MyGame.model_validate(
        {**_facts(saved, seat, {}), "sides": mine, "your_turn": your_turn, "left": left}
    )  # fmt: skip


def invitation(saved: Saved, game: Game[Any], seat: Seat | None) -> models.Invitation:
    """What somebody who holds this link, or reads the lobby, is invited to."""
    taken = saved.conduct.get("taken", ())
    handed = saved.conduct.get("handed", ()) if seat is None else ()
    free = [x for x, p in saved.players.items() if p["kind"] == "elsewhere" and x not in (*taken, *handed)]
    names = {s.id: s for s in catalogue.side_names(game)}
    host = next((p["name"] for p in saved.players.values() if p["kind"] == "here" and p["name"]), "")
    summary = _facts(saved, None, {})
    return models.Invitation(
        by=host or next((p["name"] for p in saved.players.values() if p["kind"] != "bot" and p["name"]), ""),
        side=seat.side if seat and seat.role == "seat" and seat.side in free else None,
        free=[names[x] for x in free],
        players=summary["players"],
        options=catalogue.chosen(game),
        dice=saved.record.dice.partition(" ")[0],
        hidden=game.hidden,
        terms=models.Terms.model_validate(saved.terms or {}),
        **{k: summary[k] for k in ("table", "name", "game", "title", "scenario", "created")},
    )


def open_invitations(store: Store) -> list[models.Invitation]:
    """What the lobby shows to everybody."""
    return [x for x in shown(store.lobby(None, "public", MOST), listed) if x is not None]


def listed(saved: Saved) -> models.Invitation | None:
    """An open invitation of the lobby; None for a table whose game cannot be loaded."""
    try:
        game = find_game(saved.record.game).configured(dict(saved.record.options))  # type: ignore[arg-type]
    except (Trouble, ValueError):
        return None
    found = invitation(saved, game, None)
    return found if found.free else None
