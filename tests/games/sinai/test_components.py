"""The component files of Sinai against each other and against the rules."""

from __future__ import annotations

import itertools

import pytest

import sandtable
from sandtable.core import bits

SCENARIOS = [x.id for x in next(t for t in sandtable.games() if t.id == "sinai").scenarios]


def test_all_scenarios_of_the_book_are_listed() -> None:
    assert len(SCENARIOS) == 26
    assert {"1967", "1967-jihad", "1956-jordan-turn-1", "1973-cooperation", "mid-1970s-race-soviet"} <= set(SCENARIOS)


def test_the_ledger_holds_every_printed_paragraph() -> None:
    ledger = sandtable.load("sinai/1967").ledger()
    assert len(ledger.rules) == 343
    assert {"25.17", "26.17", "26.93", "26.93b", "11.2c", "12.13a"} <= {r.id for r in ledger.rules}


def test_rulings_are_numbered_without_gaps() -> None:
    ids = [r.id for r in sandtable.load("sinai/1967").ledger().rulings]
    assert ids == [f"SN-{n:02d}" for n in range(1, len(ids) + 1)]


@pytest.mark.parametrize("scenario", ["1967", "1956", "1973"])
def test_units_can_stand_where_they_start(scenario: str) -> None:
    game = sandtable.load(f"sinai/{scenario}")
    for u, unit in enumerate(game.roster.units):
        if "hex" in unit.factors:
            h = game.hex(unit.factors["hex"])
            foot = not game.mechanized >> u & 1  # type: ignore[attr-defined]
            grounds = [game.ground(unit.side, foot, True)]  # type: ignore[attr-defined]
            if scenario == "1973" and unit.side == "israel":
                grounds.append(game.ground(unit.side, True, True))  # type: ignore[attr-defined]
            assert any(g.enterable >> h & 1 for g in grounds), unit.name


def test_nobody_walks_round_the_canal() -> None:
    game = sandtable.load("sinai/1967")
    m = game.map
    for a in bits(game.egypt_west):  # type: ignore[attr-defined]
        for b in m.grid.neighbours[a]:
            if b and game.sinai >> b & 1:  # type: ignore[attr-defined]
                assert m.crosses("canal", a, b) or m.crosses("all_sea", a, b)


def test_every_arab_unit_of_1967_starts_in_supply() -> None:
    from sandtable.games.sinai.supply.judgement import judge

    s = sandtable.load("sinai/1967").start()
    assert judge(s) == 0


def test_the_combat_table_is_monotone() -> None:
    table = sandtable.load("sinai/1967").tables["combat_results"]
    value = [[0 if c == "-" else int(c) for c in row] for row in table.cells]
    assert all(a <= b for row in value for a, b in itertools.pairwise(row))
    assert all(a >= b for one, two in itertools.pairwise(value) for a, b in zip(one, two))
    assert all(row[table.columns.index("+4")] > 0 for row in value)
