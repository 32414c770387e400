"""The Arabs of 1973 against the counter-stroke: a guard on the west bank, and a hunt for whoever has crossed."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable import bots

GATE = ("0731 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0831 Eg-arm-4 Eg-arm-5 Eg-arm-6", "0932 Eg-mech-5 Eg-mech-6 Eg-mech-7")
COAST = ("0937 Eg-mech-1", "1140 Eg-mech-2", "1243 Eg-mech-3", "1446 Eg-mech-4", "1648 Eg-mech-8", "1849 Eg-mech-9")
BEHIND = ("0732 Eg-mech-10 Eg-mech-11 Eg-mech-12", "1035 Eg-mech-13 Eg-mech-14", "0834 Eg-mech-15", "2050 Eg-mech-16")
REST = ("0832 Eg-mech-17 Eg-mech-18", "0733 Eg-mech-19")
NEWCOMERS = ("0224 Eg-mech-21 Eg-mech-22 Eg-mech-23", "0226 Eg-mech-24 Eg-mech-25 Eg-mech-26")
FRONT = ("1030 Is-arm-1 Is-arm-2 Is-arm-3", "1131 Is-arm-4 Is-arm-5")


def after(level: str, *places: str, number: int = 2) -> Any:
    """The position after the Movement Phase of the Arabs."""
    stacks = (f"at {p}" for p in (*GATE, *COAST, *BEHIND, *REST, *FRONT, *places))
    lines = ("sinai/1973", "turn 12", *stacks, f'> Movement {{"side": "arab", "number": {number}}}')
    s = sandtable.load("sinai/1973").position("\n".join(lines))
    bot, done = bots.make(level, s.game, "arab", 1), ""
    while s.actor == "arab" and done != "end":
        done = str(bots.decide(bot, s).action)
        s = s.play(done)
    return s


def guarded(s: Any) -> int:
    """The crossings north of the lakes whose far bank lies in Arab zones or hands."""
    held = s.hexes_of("arab")
    bank = s.game.map.sets["canal_west_bank"] & sum(1 << s.game.hex(f"04{n}") for n in range(20, 29))
    return int((bank & (held | s.game.map.grid.spread(held))).bit_count())


def test_newcomers_guard_the_west_bank() -> None:
    assert guarded(after(bots.BEST, *NEWCOMERS)) == 9
    assert guarded(after("greedy", *NEWCOMERS)) < 9


def test_who_has_crossed_alone_is_hunted() -> None:
    s = after(bots.BEST, *NEWCOMERS, "0324 Is-mech-7", number=1)
    beside = s.game.adjacent[s.game.hex("0324")]
    hunters = [u for u in s.game.side_units["arab"] if s.loc[u] > 0 and beside >> s.loc[u] & 1]
    assert sum(s.game.strength[u] for u in hunters) >= 2 * s.game.strength[s.game.unit("Is-mech-7")]
    gate = {"0731", "0831", "0932"}
    assert gate <= {s.game.hex_name(s.loc[u]) for u in s.game.side_units["arab"] if s.loc[u] > 0}
