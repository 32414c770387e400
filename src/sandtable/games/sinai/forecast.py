"""[8.0, 9.0] What an attack in preparation promises: Strengths with their reasons, the column, the exact chances."""

from __future__ import annotations

from typing import Any

from sandtable.core import bits

from .attackers import attack_tally, defence, least
from .combat import Attack
from .retreat import Retreat
from .state import ARAB, SinaiState, other
from .strength import SETTLEMENT_SUPERIORITY, Tally


def forecast(s: SinaiState, attack: Attack) -> dict[str, Any]:
    """The attack as it stands: both Strengths, and what the die would do."""
    game = s.game
    attackers = sorted(bits(attack.units))
    mine = attack_tally(s, attackers, attack.side)
    theirs = defence(s, attack.hexes, attackers, attack.side, attack.waived)
    value = mine.total - sum(t.total for t in theirs)
    where = " and ".join(game.hex_name(h) for h in attack.hexes)
    out: dict[str, Any] = {
        "kind": "combat",
        "title": f"{game.names(attackers) or 'Nobody yet'} against {where}",
        "attackers": _strengths(s, mine),
        "defenders": [line for t in theirs for line in _strengths(s, t)],
        "value": f"{value:+d}",
        "value_name": "Attack Superiority",
        "shifts": [
            {"text": text, "rule": rule, "columns": 0, "points": n} for t in (mine, *theirs) for text, rule, n in t.plus
        ],
        "table": "combat_results",
    }
    if not attack.strong_enough(s):
        return out | {"results": []}
    if name := _without_a_die(s, attack):
        sure = {"result": "sure", "name": name, "probability": 1.0, "dice": []}
        return out | {"results": [sure], "take_hex": 1.0}
    return out | _by_the_die(s, attack, value)


def _strengths(s: SinaiState, tally: Tally) -> list[dict[str, str]]:
    return [{"unit": s.game.name_of(u), "strength": str(n), "why": why} for u, n, why in tally.units]


def _without_a_die(s: SinaiState, attack: Attack) -> str:
    """[10.15, 18.11] The result that needs no die, or nothing."""
    if least(s, attack.hexes, attack.side) == SETTLEMENT_SUPERIORITY:
        return "destroyed without a die [18.11]"
    if [u for h in attack.hexes for u in s.units_in(h, other(attack.side))] == [s.game.supply_unit]:
        return "the Supply unit goes back, without a die [10.15]"
    return ""


def _by_the_die(s: SinaiState, attack: Attack, value: int) -> dict[str, Any]:
    """[9.0] The results of the column with their faces, and what they cost."""
    table = s.game.tables["combat_results"]
    column = table.column(value)
    faces: dict[str, list[str]] = {}
    for die in range(1, 7):
        faces.setdefault(table.result(die, column), []).append(str(die))
    words = {r: "no effect" if r == "-" else f"retreat {r}" for r in faces}
    price = _price(s, attack, faces)
    if price:
        dear = "the position falls at the price of a unit [25.21]"
        words |= {r: dear if r in "12" else "the position falls [25.21]" for r in faces if r != "-"}
    return {
        "column": column,
        "column_name": table.columns[column],
        "results": [{"result": r, "name": words[r], "probability": len(d) / 6, "dice": d} for r, d in faces.items()],
        "losses": [{"unit": s.game.name_of(u), "probability": p} for u, p in _losses(s, attack, faces).items()] + price,
        "take_hex": sum(len(d) for r, d in faces.items() if r != "-") / 6,
    }


def _price(s: SinaiState, attack: Attack, faces: dict[str, list[str]]) -> list[dict[str, Any]]:
    """[25.21] What a Bar Lev hex will cost: the weakest of those who may be chosen, on results of one and two."""
    game = s.game
    if attack.side != ARAB or not any(game.bar_lev & ~s.destroyed & 1 << h for h in attack.hexes):
        return []
    took_part = sorted(bits(attack.units))
    payers = [u for u in took_part if game.nation[u] == "egypt"] or took_part
    weakest = min(payers, key=lambda u: (game.strength[u], u))
    dear = sum(len(d) for r, d in faces.items() if r in "12")
    return [{"unit": game.name_of(weakest), "probability": dear / 6}]


def _losses(s: SinaiState, attack: Attack, faces: dict[str, list[str]]) -> dict[int, float]:
    """[9.11, 9.12] The chance that a defender is lost: the retreats are played out, the strongest unit first."""
    game, enemy = s.game, other(attack.side)
    units = sum(1 << u for h in attack.hexes for u in s.units_in(h, enemy) if u != game.supply_unit)
    lost: dict[int, float] = {}
    for result, dice in faces.items():
        if result == "-" or not units:
            continue
        t = s.copy()
        t.entrucked &= ~units
        t.agenda = (Retreat(enemy, units, int(result), attack.waived, sum(1 << h for h in attack.hexes)),)
        while t.choice is not None:
            t.apply(max(t.options(), key=lambda a: (a.verb != "lose", game.strength[game.unit(a.args[0])])))
        for u in bits(units):
            if t.loc[u] == game.ELIMINATED:
                lost[u] = lost.get(u, 0.0) + len(dice) / 6
    return lost
