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
    """[26.2, 26.11] What this scenario decides; the words are explained in scenarios.toml."""

    counters: str  # [20.1, 23.8, 25.84]
    forces: tuple[str, ...]  # [23.3, 23.9, 23.41, 23.51, 23.53, 25.94, 26.12, 26.32, 26.52, 26.65]
    setup_israel: str  # [20.1, 22.21, 22.52, 22.61, 22.66, 23.62, 26.44, 26.51, 26.72, 26.82]
    setup_arab: str  # [20.1, 22.51, 22.66, 26.43, 26.62]
    first_player: str  # [4.2, 22.53, 23.63, 26.33]
    sequence: str  # [4.2, 24.2]
    game_turns: int  # [4.3, 23.22, 25.61]
    opening: str  # [25.82, 26.15]
    automatic_supply_turns: int  # [10.12, 23.11, 24.6]
    israeli_supply: str  # [10.12, 24.61]
    arab_supply: str  # [10.11, 24.62, 26.41]
    arab_unsupplied_attack: bool  # [10.32, 24.63]
    air_strikes: int  # [16.0, 22.65, 23.16, 25.84, 26.83]
    air_strikes_from_turn: int  # [16.0, 22.22, 22.54]
    sam_near: int  # [25.11, 26.13]
    sam_far: int  # [25.11]
    sam_crosses_canal: bool  # [25.16, 26.14]
    command_control: str  # [14.3, 22.22, 22.41, 22.55, 22.63, 23.18, 24.7]
    command_control_from_turn: int  # [14.0, 23.18]
    fear_retreat: bool  # [12.0, 22.42, 22.63, 24.7]
    fear_defence: bool  # [12.0, 24.7]
    arab_nations: str  # [5.23, 22.32, 22.62, 24.9, 25.91, 26.71, 26.81]
    jordan_entry: str  # [13.0, 22.31, 22.62, 23.42, 23.43, 23.61, 24.81, 25.92]
    trans_jordan: str  # [5.22, 24.82, 25.93, 26.17]
    goal_stop: str  # [21.32, 22.33]
    bridges_blown: bool  # [13.33, 22.65, 26.84]
    iraqi_turn: int  # [19.0, 22.11, 22.64]
    trucks: bool  # [15.0, 23.17]
    syrian_truck_from_turn: int  # [15.41, 25.86]
    airborne: str  # [17.0, 23.15, 24.65]
    canal: str  # [5.22, 24.43, 24.44, 26.64]
    canal_bank_closed: bool  # [23.19]
    sinai_limit: tuple[int, ...]  # [23.14, 23.42]
    syria_closed: bool  # [23.21]
    arab_movement_column: str  # [5.31, 24.31]
    mech_as_infantry: tuple[str, ...]  # [24.32, 26.42]
    cheap_roads: bool  # [24.32]
    leave_map: bool  # [14.2, 24.33]
    arab_defence: int  # [24.51]
    geography: str  # [24.1, 26.61]
    settlements: tuple[str, ...]  # [18.0, 26.63]
    syrian_positions: bool  # [14.1]
    bar_lev: bool  # [25.21, 26.63]
    track_is_sand: bool  # [23.12]
    garrison: str  # [25.31, 25.32]
    reserve: bool  # [25.5]
    schedule_advance: int  # [26.16, 26.43]
    libya_phase: int  # [25.94]
    ceasefire: bool  # [25.61]
    jordan_stops_without_syria: bool  # [24.84]
    amman: bool  # [25.95, 26.17]
    victory: str  # [21.1, 23.7, 25.71, 26.91, 26.92]
    levels: tuple[tuple[str, int], ...]  # [21.42, 23.71, 25.72, 26.94]
    level_adjust: int  # [22.7, 23.71]
    level_adjust_jordan_out: int  # [21.42]

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
