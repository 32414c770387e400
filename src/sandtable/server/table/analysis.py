"""What a finished game, or a running one without secrets, looks like in figures."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable import bots
from sandtable.bots import analysis
from sandtable.core import State
from sandtable.session import Session, luck
from sandtable.studies.certainty import Certainty, certainty

from .. import models
from ..encode import parts
from .table import Table
from .trouble import Trouble


def side_of(table: Table, side: str | None) -> str:
    """Whose figures they are: the first side's if nobody is named. Trouble while something is hidden."""
    table.must_be_open("The figures would show what is still secret; they come when the game is over.")
    sides = table.game.sides
    if side is not None and side not in sides:
        raise Trouble("bad_message", f"{table.game.id} has no side {side!r}.")
    return side or sides[0]


def worked_out(session: Session, side: str) -> models.Analysis:
    """Luck and winning chances of the whole game."""
    game, sides = session.game, session.game.sides
    throws = luck.ledger(session)
    curve = analysis.curve(session)
    book = bots.playbook(game)
    sure = certainty(book) if book and curve else None
    first = side == sides[0]
    scored = [(i, e.text) for i, events in enumerate(session.events) for e in events if e.about == "score"]
    dead = game.box("eliminated")
    start, now = session.states[0], session.state
    gone = {x: [u for u in game.roster.members[x] if now.loc[u] == dead != start.loc[u]] for x in sides}
    return models.Analysis(
        side=side,
        throws=[
            models.ThrowInfo(
                n=t.n,
                turn=t.turn,
                title=str(t.title),
                dice=list(t.dice),
                name=str(t.name),
                chance=t.chance,
                expected=dict(t.expected),
                lost=dict(t.lost),
                luck=round(t.luck(side), 2),
            )
            for t in throws
        ],
        luck=luck.totals(throws, sides),
        lost={x: sum(luck.strength(start, u) for u in gone[x]) for x in sides},
        units={x: len(gone[x]) for x in sides},
        curve=[point(p, band(session.states[p.n], p, book, sure), first) for p in curve],
        judged=models.JudgedInfo(games=sure.games, scenario=scenario_of(sure.title)) if sure else None,
        swings=[
            models.SwingInfo(first=x.first, last=x.last, turn=x.turn, by=x.by, change=x.change if first else -x.change)
            for x in analysis.swings(session, curve)
        ],
        scored=[models.ScoredInfo(n=i, turn=session.states[max(0, i - 1)].turn, text=str(text)) for i, text in scored],
        said=parts(*(x for t in throws for x in (t.title, t.name)), *(text for _, text in scored)),
    )


def point(p: analysis.Point, lies: tuple[float, float], first: bool) -> models.PointInfo:
    """The chance after an entry, seen by the first side or by the other, with the band in which it lies."""
    (low, high), chance = lies, p.chance
    if not first:
        low, chance, high = 1 - high, 1 - chance, 1 - low
    return models.PointInfo(
        n=p.n, turn=p.turn, chance=round(chance, 3), low=round(low, 3), high=round(high, 3), by=p.by
    )


def band(s: State, p: analysis.Point, book: bots.Playbook[Any] | None, sure: Certainty | None) -> tuple[float, float]:
    """When the game is over there is nothing left to be unsure of."""
    if s.outcome is not None:
        return p.chance, p.chance
    return sure.band(book.evaluator.clock(s), p.chance) if sure and book else (0.0, 1.0)


def scenario_of(id: str) -> str:
    """The name of a scenario with that of its title."""
    game = sandtable.load(id)
    return game.title.name if len(game.title.scenarios) == 1 else f"{game.title.name}: {game.scenario.name}"
