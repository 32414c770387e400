"""What serves a seat cannot reach the real position: from what is handed to it, no reference leads there."""

from __future__ import annotations

import gc
from collections import deque
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest

from sandtable.core import Game, State
from sandtable.server import models
from sandtable.server.seats import SPECTATOR
from sandtable.server.table import looking
from sandtable.server.table.table import Table
from sandtable.session import Session

from .table import Server

STATIC = (type, ModuleType, FunctionType, Game)
"""Code, and the facts of a title that never change: they are shared by every table."""


def reachable(start: Any) -> list[Any]:
    """Every object that can be reached from this one, code and the title's facts apart."""
    met, waiting, found = {id(start)}, deque([start]), []
    while waiting:
        x = waiting.popleft()
        found.append(x)
        for y in gc.get_referents(x):
            if id(y) not in met and not isinstance(y, STATIC):
                met.add(id(y))
                waiting.append(y)
    return found


def in_the_middle(server: Server, decisions: int) -> tuple[Table, dict[str, Any]]:
    made = server.new("musketeer")
    rng = Random(decisions)
    id, owner = made["table"], made["owner"]
    with server.live(id, owner) as live:
        live.act("default", "default")
        for _ in range(decisions):
            if live.state["curtain"]:
                live.ask("show", side=live.state["curtain"])
            live.act(str(server.app.state.hall.rooms[id].table.s.sample(rng.randrange)))
    return server.app.state.hall.rooms[id].table, made


@pytest.mark.parametrize("decisions", [3, 40])
def test_no_way_leads_from_what_serves_a_seat_to_the_real_position(server: Server, decisions: int) -> None:
    table, _ = in_the_middle(server, decisions)
    real = {id(s) for s in table.session.states}
    handed = [table.deciding()]
    for side in (*table.game.sides, SPECTATOR):
        handed += [table.told(side), table.at(1, side)]
        if side != SPECTATOR:
            handed.append(looking.layer(table, side, models.Overlay(type="overlay", id="1", overlay="move-threat")))
    for start in handed:
        for x in reachable(start):
            assert id(x) not in real, f"the real position is reached from {type(start).__name__}"
            assert not isinstance(x, Session | Table)


def test_what_the_game_remembers_holds_no_position(server: Server) -> None:
    """Its facts are left out above: nothing in them may lead to a position either, the blank one aside."""
    table, _ = in_the_middle(server, 6)
    table.told("east")
    assert [x for x in reachable(vars(table.game)) if isinstance(x, State)] == [table.game.blank]
    assert not table.game.blank.agenda


def test_a_way_to_the_real_position_would_be_found(server: Server) -> None:
    table, _ = in_the_middle(server, 2)
    known = table.told("east")
    known.memory = {"planted": lambda: None, "s": [table.s]}
    assert any(x is table.s for x in reachable(known))
