"""What a finished game, or a running one without secrets, looks like in figures."""

from __future__ import annotations

from sandtable.bots import analysis
from sandtable.session import Session, luck

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
        curve=[
            models.PointInfo(n=p.n, turn=p.turn, chance=p.chance if first else round(1 - p.chance, 3), by=p.by)
            for p in curve
        ],
        swings=[
            models.SwingInfo(first=x.first, last=x.last, turn=x.turn, by=x.by, change=x.change if first else -x.change)
            for x in analysis.swings(session, curve)
        ],
        scored=[models.ScoredInfo(n=i, turn=session.states[max(0, i - 1)].turn, text=str(text)) for i, text in scored],
        said=parts(*(x for t in throws for x in (t.title, t.name)), *(text for _, text in scored)),
    )
