"""[4.2, 24.2, 25.4, 26.16] The calendar of a scenario: its phases, who is due when, and what each Game-Turn brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandtable.core import Listing, Phase, row, say

from ..rules import Rules
from ..state import ARAB, ISRAEL
from ..terms import COUNTRIES

if TYPE_CHECKING:
    from ..game import Sinai

PHASES = 2
"""[24.2] Movement Phases in a Player-Turn of 1973."""


def schedule(game: Sinai, u: int) -> tuple[int, int]:
    """[19.0, 22.11, 25.84, 25.94, 26.16] Game-Turn and Movement Phase in which the unit is due; (0, 0) = at the start."""
    rules, unit = game.rules, game.roster[u]
    if "arrives" not in unit.factors:
        return 0, 0
    turn, phase = unit.factors["arrives"]
    if not phase:  # the Iraqis of 1967 alone
        return rules.iraqi_turn, phase
    if unit.nation == "libya":
        return turn, rules.libya_phase
    if unit.nation in ("egypt", "syria", "jordan"):
        # [26.16] One Movement Phase earlier, counted in Arab Movement Phases (ruling SN-24).
        step = (turn - 1) * PHASES + (phase - 1) - rules.schedule_advance
        return step // PHASES + 1, step % PHASES + 1
    return turn, phase


def turn_note(game: Sinai, turn: int) -> str:
    """[10.12, 13.1, 16.0, 19.0, 23.18, 25.4] What this Game-Turn brings."""
    rules = game.rules
    notes: list[str] = []
    if turn == rules.automatic_supply_turns + 1:
        notes.append(say("Israeli automatic supply is over"))
    if rules.jordan_entry == "die" and turn == 5:
        notes.append(say("if Jordan is still at peace it stays out"))
    if rules.air_strikes and turn == rules.air_strikes_from_turn:
        notes.append(say("Air Strikes begin"))
    if rules.command_control != "none" and turn == rules.command_control_from_turn > 1:
        notes.append(say("Arab Command Control begins"))
    due = {game.nation[u] for u in range(len(game.roster)) if _comes_later(game, u) and schedule(game, u)[0] == turn}
    if due:
        countries = Listing(COUNTRIES[n] for n in sorted(due, key=lambda n: COUNTRIES[n].removeprefix("the ")))
        notes.append(say("reinforcements of {countries}", countries=countries))
    return row("; ", notes) if notes else ""


def _comes_later(game: Sinai, u: int) -> bool:
    """Does the unit come by a schedule at all? In Full Mobilization only the great powers do [26.31, 26.52]."""
    kind = game.rules.setup_israel if game.side_of[u] == ISRAEL else game.rules.setup_arab
    return kind != "free_all" or game.roster[u].factors.get("force") == "superpowers"


Row = tuple[str, str, str]
"""Name of the phase in its id, title, rule."""


def _israeli_1967(rules: Rules) -> list[Row]:
    rows = [("supply", "Supply", "4.2"), ("movement", "Movement", "5.0"), ("combat", "Combat", "8.0")]
    return [*rows, *([("air", "Air Strikes", "16.0")] if rules.air_strikes else [])]


def _arab_1967(rules: Rules) -> list[Row]:
    rows = [("command", "Command Control", "14.0")] if rules.command_control != "none" else []
    rows += [("supply", "Supply", "4.2"), ("movement", "Movement", "5.0"), ("combat", "Combat", "8.0")]
    rolls = rules.jordan_entry in ("die", "die_then_turn_5")
    return [*rows, *([("jordan", "Jordanian Participation", "13.0")] if rolls else [])]


FIRST = [("supply", "First Supply", "24.2"), ("movement", "First Movement", "24.2")]
SECOND = [("supply-2", "Second Supply", "24.2"), ("movement-2", "Second Movement", "24.2")]


def _israeli_1973(rules: Rules) -> list[Row]:
    combat = [("combat", "Combat", "8.0")]
    if rules.air_strikes:
        combat = [("raids", "Attacks on SAM", "25.13"), *combat, ("air", "Air Strikes", "16.0")]
    return [*FIRST, *combat, *SECOND]


def _arab_1973(rules: Rules) -> list[Row]:
    jordan = [("jordan", "Jordanian Participation", "24.8")] if rules.jordan_entry == "ones" else []
    return [*FIRST, ("combat", "Combat", "8.0"), *jordan, *SECOND]


STRIPS: dict[str, dict[str, Callable[[Rules], list[Row]]]] = {
    "1967": {ISRAEL: _israeli_1967, ARAB: _arab_1967},
    "1973": {ISRAEL: _israeli_1973, ARAB: _arab_1973},
}


def phases_of(rules: Rules) -> tuple[Phase, ...]:
    """[4.2, 22.53, 23.63, 24.2, 26.33] The phases of a Game-Turn in the order in which this scenario plays them."""
    sides = (ISRAEL, ARAB) if rules.first_player == ISRAEL else (ARAB, ISRAEL)
    return tuple(
        Phase(f"{side}-{id}", name, side, rule)
        for side in sides
        for id, name, rule in STRIPS[rules.sequence][side](rules)
    )
