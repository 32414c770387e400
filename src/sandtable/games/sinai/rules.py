"""The rule set of a scenario: a frozen record of named decisions, each made by a paragraph of the book.

`data/scenarios.toml` says what every scenario changes; a scenario extends at most one other. Rules ask for
decisions by name (`rules.fear_retreat`), never for a year.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sandtable.core import DataError, Scenario, Source

FILE = "scenarios.toml"


@dataclass(frozen=True, slots=True)
class Rules:
    """[22.0, 23.0, 24.0, 26.11] What this scenario decides; the words are explained in scenarios.toml."""

    counters: str
    forces: tuple[str, ...]
    setup_israel: str
    setup_arab: str
    first_player: str
    sequence: str
    game_turns: int
    opening: str
    automatic_supply_turns: int
    israeli_supply: str
    arab_supply: str
    arab_unsupplied_attack: bool
    air_strikes: int
    air_strikes_from_turn: int
    sam_near: int
    sam_far: int
    sam_crosses_canal: bool
    command_control: str
    command_control_from_turn: int
    fear_retreat: bool
    fear_defence: bool
    arab_nations: str
    jordan_entry: str
    trans_jordan: str
    goal_stop: str
    bridges_blown: bool
    iraqi_turn: int
    trucks: bool
    airborne: str
    canal: str
    canal_bank_closed: bool
    sinai_limit: tuple[int, ...]
    syria_closed: bool
    arab_movement_column: str
    mech_as_infantry: tuple[str, ...]
    cheap_roads: bool
    leave_map: bool
    arab_defence: int
    geography: str
    settlements: tuple[str, ...]
    syrian_positions: bool
    bar_lev: bool
    track_is_sand: bool
    garrison: str
    reserve: bool
    schedule_advance: int
    libya_phase: int
    ceasefire: bool
    jordan_stops_without_syria: bool
    amman: bool
    victory: str
    levels: tuple[tuple[str, int], ...]
    level_adjust: int
    level_adjust_jordan_out: int

    @property
    def free_setup(self) -> bool:
        """[22.23, 23.52, 26.62] Does anybody place units of his own choice before the first turn?"""
        return self.setup_israel != "printed" or self.setup_arab != "printed"


def read_scenarios(source: Source) -> tuple[Scenario, ...]:
    """The scenarios for the lobby, in the order of the book."""
    blocks = {block["id"]: block for block in source.load(FILE)["scenario"]}
    return tuple(
        Scenario(id, b["name"], _rules(blocks, id)[0].game_turns, b["summary"], b["rule"]) for id, b in blocks.items()
    )


def rules_of(source: Source, scenario: str) -> tuple[Rules, dict[str, str]]:
    """The rule set of a scenario, and for every decision the paragraph that makes it."""
    return _rules({block["id"]: block for block in source.load(FILE)["scenario"]}, scenario)


def _rules(blocks: Mapping[str, Any], scenario: str) -> tuple[Rules, dict[str, str]]:
    values: dict[str, Any] = {}
    cites: dict[str, str] = {}
    for name in reversed(_line_of_descent(blocks, scenario)):
        for key, change in blocks[name]["change"].items():
            values[key], cites[key] = _frozen(change["to"]), change["rule"]
    known = {f.name for f in fields(Rules)}
    for key in values:
        if key not in known:
            raise DataError(FILE, f"[[scenario]] {scenario}", f"there is no decision called {key!r}")
    for key in known - set(values):
        raise DataError(FILE, f"[[scenario]] {scenario}", f"says nothing about {key}")
    return Rules(**values), cites


def _line_of_descent(blocks: Mapping[str, Any], scenario: str) -> list[str]:
    line = [scenario]
    while parent := blocks[line[-1]].get("extends"):
        if parent not in blocks or parent in line:
            raise DataError(FILE, f"[[scenario]] {line[-1]}", f"cannot extend {parent!r}")
        line.append(parent)
    return line


def _frozen(value: Any) -> Any:
    return tuple(_frozen(x) for x in value) if isinstance(value, list) else value
