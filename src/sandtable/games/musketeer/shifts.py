"""[14.10, 24.1, 24.2, 25.4, 29.4] Column shifts of ground fire, and the odds they make."""

from __future__ import annotations

from typing import Final

from sandtable.core import Sentence, say
from sandtable.core.facts import ForecastFacts, ShiftFacts

from .air import SPECIAL_MARKER, SPECIAL_SHIFT
from .flak import ANTI_AIRCRAFT, aaa_near
from .state import MusketeerState
from .wording import ground

CONCENTRIC = ("anglo-french", "israel", "us", "ussr")
"""[29.4] Contingents that can make concentric attacks."""
NOTHING_TO_HIT: Final = say("no effect: the enemy has no airstrike, special forces or guerrilla here")
RESULT_NAMES: Final = {
    "-": say("no effect"),
    "A/G": say("an enemy airstrike, special forces or guerrilla is lost"),
    "R": say("an enemy unit retreats"),
    "D": say("an enemy unit is disrupted"),
    "DR": say("an enemy unit is disrupted and retreats"),
    "E": say("an enemy unit is eliminated"),
}


def result_name(code: str, support: bool = True) -> Sentence:
    """[15.1] A result of the Ground CRT in words; `support`: is there anything that A/G could hit?"""
    name = RESULT_NAMES[code.rstrip("*")] if support or code != "A/G" else NOTHING_TO_HIT
    return say("{result}, pursuit is mandatory", result=name) if "*" in code else name


def may_be_concentric(s: MusketeerState) -> bool:
    """[29.4] Two stacks of the contingent, at 120 to 180 degrees as seen from the target."""
    if not s.game.special_tactics or s.contingent not in CONCENTRIC:
        return False
    grid = s.game.map.grid
    sides = {grid.direction(s.target, h) for h in s.stacks() if h != s.target}
    return any((a - b) % 6 in (2, 3) for a in sides for b in sides)


def hexside_shift(s: MusketeerState) -> int:
    """[14.10, 29.5] The defender's hexside, when every attacker attacks across one; the least of them counts."""
    game = s.game
    shifts = []
    for h in s.stacks():
        if h == s.target:
            return 0
        shifts.append(sum(shift for kind, shift in game.side_shift.items() if game.map.crosses(kind, h, s.target)))
    return min(shifts)


def fire_shifts(s: MusketeerState, u: int, declared: bool = True) -> list[ShiftFacts]:
    """[14.10] All column shifts for one firing unit, with their rules."""
    game = s.game
    side = game.roster[u].side
    found: list[ShiftFacts] = []

    def shift(text: str, rule: str, columns: int) -> None:
        if columns:
            found.append({"text": text, "rule": rule, "columns": columns})

    helper = s.helper(side)
    if helper >= 0:
        kind = say("guerrillas") if game.guerrillas >> helper & 1 else say("special forces")
        shift(kind, "25.4", game.shift_of[helper])
    if side != s.side:
        return found
    terrain, name = game.terrain_shift(s.target, game.contingent_of[s.defenders()[0]])
    side_shift = s.hexside_shift if declared else hexside_shift(s)
    cover: str = ground(name)
    if side_shift > terrain:
        terrain, cover = side_shift, say("hexside")
    shift(SPECIAL_MARKER, "14.10", SPECIAL_SHIFT if s.special else 0)
    shift(say("close air support"), "19.8", s.cas.bit_count())
    if s.cas and aaa_near(s, s.target, game.enemy[side], "" if declared else side):
        shift(ANTI_AIRCRAFT, "24.1", -1)
    stack = s.stacks().get(s.loc[u], [])
    if terrain and any(game.engineers >> v & 1 for v in stack):
        shift(say("engineers"), "24.2", 1)
    shift(say("concentric attack"), "29.4", int(s.concentric))
    shift(cover, "14.10", -terrain)
    return found


def fire_column(s: MusketeerState, u: int) -> int:
    """[14.5, 14.7, 14.9] The column: the unit's own factor, shifted by the sum of all shifts."""
    return s.game.tables["ground_crt"].shifted(s.combat(u), sum(x["columns"] for x in fire_shifts(s, u)))


def fire_forecast(s: MusketeerState, u: int, declared: bool = True) -> ForecastFacts:
    """The exact odds of one unit's fire."""
    game, t = s.game, s.game.tables["ground_crt"]
    shifts = fire_shifts(s, u, declared)
    column = t.shifted(s.combat(u), sum(x["columns"] for x in shifts))
    found: dict[str, list[str]] = {}
    for die in range(1, 7):
        found.setdefault(t.result(die, column), []).append(str(die))
    attacking = game.roster[u].side == s.side
    enemy = game.enemy[game.roster[u].side]
    support = s.helper(enemy) >= 0 or (not attacking and s.cas)
    enemies = s.defenders() if attacking else [v for h, vs in s.stacks().items() for v in vs if h == s.aim or not s.aim]
    return {
        "kind": "fire",
        "title": say("{unit} fires at {where}", unit=game.name_of(u), where=game.where(s.target))
        if attacking
        else say("{unit} fires at the attackers", unit=game.name_of(u)),
        "attackers": [{"unit": game.name_of(u), "strength": str(s.combat(u))}],
        "defenders": [{"unit": game.name_of(v), "strength": str(s.combat(v))} for v in enemies if s.known >> v & 1],
        "value": str(s.combat(u)),
        "value_name": say("combat factor"),
        "shifts": shifts,
        "table": "ground_crt",
        "column": column,
        "column_name": t.columns[column],
        "results": [
            {
                "result": r,
                "name": result_name(r, bool(support)),
                "probability": round(len(d) / 6, 4),
                "dice": d,
            }
            for r, d in found.items()
        ],
    }
