"""New tables: a game that begins, a record that is imported, a position that is played on from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import sandtable
from sandtable import bots
from sandtable.core import Game
from sandtable.session import Record, RecordError, SeededDice, Session, fork

from .. import catalogue, models
from ..components import Components
from ..store import Saved, now
from .dice import dice_for
from .names import names_of, one_line
from .trouble import Trouble

DELAY: Final = 0.6
"""Seconds between a bot's decisions, if nobody says otherwise."""
PRACTICE: Final = "a practice game: moves may be taken back against the bots, dice and secrets included"


def settle_players(game: Game[Any], players: dict[str, models.Player]) -> dict[str, dict[str, str]]:
    """Who plays every side of a new game; sides not mentioned are played here."""
    settled = {}
    unknown = [side for side in players if side not in game.sides]
    if unknown:
        raise Trouble("bad_message", f"{game.id} has no side {unknown[0]!r}; its sides are {', '.join(game.sides)}.")
    for side in game.sides:
        p = players.get(side) or models.Player(kind="here")
        name = one_line(p.name)
        if p.kind == "bot":
            levels = catalogue.bot_levels(game)
            level = catalogue.strongest(game) if p.level in ("", bots.BEST) else p.level
            if level not in levels:
                raise Trouble("no_bot", f"{game.id} has no bot {level!r}; it has {', '.join(levels)}.")
            settled[side] = {"kind": "bot", "name": name or level, "level": level}
        else:
            settled[side] = {"kind": p.kind, "name": name, "level": ""}
    return settled


def players_of(settled: dict[str, dict[str, str]]) -> dict[str, models.Player]:
    return {side: models.Player.model_validate(p) for side, p in settled.items()}


def new_game(id: str, m: models.NewTable, components: Components) -> tuple[Saved, Session]:
    find_game(m.game)  # an unknown game is the first thing to say
    try:
        game = components.named(m.game, m.components).configured(m.options)
    except ValueError as e:
        raise Trouble("bad_message", f"{e}.") from None
    players = settle_players(game, m.players)
    name = one_line(m.name)
    dice = dice_for(players, m.dice == "typed")
    session = Session(game, None, dice=dice, players=names_of(players), title=name, started=now()[:10])
    saved = _save(id, "game", name, players, session)
    saved.terms, saved.listed = m.terms.model_dump(), m.terms.listed
    _say_practice(saved, session)
    return saved, session


def again(id: str, m: models.NewTable, like: Game[Any], taken: list[str]) -> tuple[Saved, Session]:
    """A game with the options and component files of another one."""
    players = settle_players(like, m.players)
    dice = dice_for(players, m.dice == "typed")
    session = Session(like, None, dice=dice, players=names_of(players), title=m.name, started=now()[:10])
    saved = _save(id, "game", m.name, players, session)
    saved.terms, saved.conduct = m.terms.model_dump(), {"taken": taken}
    _say_practice(saved, session)
    return saved, session


def imported(id: str, m: models.ImportRecord, components: Components) -> tuple[Saved, Session]:
    """A record as a replay, or as a game that goes on with fresh dice."""
    try:
        record = Record.read(m.record)
        session = Session.from_record(record, overlay=components.of(record.game, record.overlay))
    except RecordError as e:
        raise Trouble("bad_message", f"This record cannot be used: {e}.") from None
    except (ValueError, TypeError, LookupError, RecursionError):
        raise Trouble("bad_message", "This record cannot be used: its header or an action makes no sense.") from None
    name = m.name or session.record.title
    if m.as_ == "game" and session.outcome is None:
        return played_on(id, name, m.players, session, len(session.record.entries))
    return _adopted(id, "replay", name, _settled(session, m.players), session)


def played_on(
    id: str, name: str, players: dict[str, models.Player], session: Session, entry: int
) -> tuple[Saved, Session]:
    """A game from the position after that entry, with fresh dice of those who play it."""
    settled = _settled(session, players)
    return _adopted(id, "game", name, settled, fork(session, entry, dice_for(settled)))


def _settled(session: Session, players: dict[str, models.Player]) -> dict[str, dict[str, str]]:
    """Who plays a game that others have begun: where nobody is named, whoever makes the table."""
    old = session.record.players
    given = {
        side: players.get(side) or models.Player(kind="here", name=old.get(side, "") if old.get(side) != side else "")
        for side in (*session.game.sides, *players)
    }
    return settle_players(session.game, given)


def _adopted(
    id: str, kind: str, name: str, players: dict[str, dict[str, str]], session: Session
) -> tuple[Saved, Session]:
    """A session that exists already, as a table."""
    name = one_line(name)[:80]
    session.record.title = name
    session.record.players = names_of(players)
    return _save(id, kind, name, players, session), session


def _say_practice(saved: Saved, session: Session) -> None:
    if saved.terms["practice"]:
        session.note(PRACTICE)


def _save(id: str, kind: str, name: str, players: dict[str, dict[str, str]], session: Session) -> Saved:
    seed = session.dice.secret if isinstance(session.dice, SeededDice) else ""
    saved = Saved(id, kind, name, players, session.record, seed or session.record.revealed)
    saved.bot = {"paused": False, "delay": DELAY}
    saved.summary = {}
    return saved


def find_game(id: str, overlay: Path | None = None) -> Game[Any]:
    try:
        return sandtable.load(id, overlay)
    except sandtable.UnknownGame as e:
        text = str(e)
        raise Trouble("unknown_game", f"{text[:1].upper()}{text[1:]}.") from None


def sides_elsewhere(players: dict[str, dict[str, str]]) -> Iterator[str]:
    return (side for side, p in players.items() if p["kind"] == "elsewhere")
