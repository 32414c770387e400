"""The exact odds of an attack that is being built, for players and bots."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from sandtable.core import Hexes, UnitId, Units, bits

from .optional import strength_of
from .results import NAMES, safe_hexes
from .state import SuezState

if TYPE_CHECKING:
    from .combat import Odds


def forecast(s: SuezState, target: UnitId, attackers: Units, o: Odds) -> dict[str, Any]:
    """Strengths, shifts, column, and the probability of every result and loss, retreats without a safe hex included."""
    game, table = s.game, s.game.crt
    faces: dict[str, list[str]] = {}
    for die, row in enumerate(table.rows, 1):
        faces.setdefault(table.result(die, o.column), []).append(row)
    chance = {result: len(dice) / len(table.rows) for result, dice in faces.items()}
    lost = {result: losses(s, target, attackers, result) for result in chance}
    taken = sum(p for result, p in chance.items() if result in ("Dr", "De", "Ee") and attackers & ~lost[result])
    where, units = game.hex_name(s.loc[target]), sorted(bits(attackers))
    return {
        "kind": "combat",
        "title": f"{game.names(units)} against {game.name_of(target)} in {where}",
        "attackers": [_strength(s, u) for u in units],
        "defenders": [_strength(s, target)],
        "value": f"{o.differential:+d}" if o.differential else "0",
        "value_name": "differential",
        "shifts": [{"text": x.text, "rule": x.rule, "columns": x.columns} for x in o.shifts],
        "table": "crt",
        "column": o.column,
        "column_name": table.columns[o.column],
        "results": [
            {"result": result, "name": NAMES[result], "probability": chance[result], "dice": faces[result]}
            for result in sorted(chance, key=lambda r: faces[r])
        ],
        "losses": [
            {"unit": game.name_of(u), "probability": sum(p for r, p in chance.items() if lost[r] >> u & 1)}
            for u in (*units, target)
        ],
        "take_hex": taken,
    }


def _strength(s: SuezState, u: UnitId) -> dict[str, str]:
    d = {"unit": s.game.name_of(u), "strength": str(strength_of(s, u))}
    if strength_of(s, u) != s.game.strength[u]:
        d["why"] = "commandos at night [15.4]"
    return d


def losses(s: SuezState, target: UnitId, attackers: Units, result: str) -> Units:
    """The units that a result removes, if its owner saves what can be saved."""
    match result:
        case "Ae":
            return attackers
        case "Ar":
            return cut_off(s, attackers, 1 << s.loc[target])
        case "Ee":
            return 1 << target | price(s, attackers, s.game.strength[target])
        case "Dr":
            return cut_off(s, 1 << target, s.occupied(attackers))
        case _:
            return 1 << target


def cut_off(s: SuezState, units: Units, opponents: Hexes) -> Units:
    """[1980:6.4, 2021:7.4.2] Retreating units that find no safe hex, when those worth most are saved first."""
    ways = {u: safe_hexes(s, u, opponents) for u in bits(units)}
    saved: dict[int, UnitId] = {}

    def place(u: UnitId, tried: set[int]) -> bool:
        for h in bits(ways[u]):
            if h not in tried:
                tried.add(h)
                if h not in saved or place(saved[h], tried):
                    saved[h] = u
                    return True
        return False

    lost = 0
    for u in sorted(ways, key=lambda v: -s.game.strength[v]):
        if not place(u, set()):
            lost |= 1 << u
    return lost


def price(s: SuezState, units: Units, owed: int) -> Units:
    """[1980:6.3, 2021:7.3] The cheapest set of units worth at least the strength owed; all of them when they are worth less."""
    strength, members = s.game.strength, list(bits(units))
    best, cost = units, sum(strength[u] for u in members)
    for n in range(1, len(members)):
        for some in combinations(members, n):
            value = sum(strength[u] for u in some)
            if owed <= value < cost:
                best, cost = sum(1 << u for u in some), value
    return best
