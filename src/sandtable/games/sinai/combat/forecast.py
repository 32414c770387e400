"""[8.0, 9.0] What an attack in preparation promises: Strengths with their reasons, the column, the exact chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Sentence, bits, say, signed
from sandtable.core.facts import ForecastFacts, LossFacts, StrengthFacts

from ..state import ISRAEL, SinaiState, other
from .advance import Advance
from .attackers import attack_tally, defence, empty_fort, least, position_in
from .retreat import Retreat
from .strength import SETTLEMENT_SUPERIORITY, Tally

if TYPE_CHECKING:
    from .attack import Attack


def forecast(s: SinaiState, attack: Attack) -> ForecastFacts:
    """The attack as it stands: both Strengths, and what the die would do."""
    game = s.game
    attackers = sorted(bits(attack.units))
    mine = attack_tally(s, attackers, attack.side)
    theirs = defence(s, attack.hexes, attackers, attack.side, attack.waived)
    value = mine.total - sum(t.total for t in theirs)
    where = game.hex_names(attack.hexes)
    out: ForecastFacts = {
        "kind": "combat",
        "title": say("{units} against {hexes}", units=game.names(attackers), hexes=where)
        if attackers
        else say("Nobody yet against {hexes}", hexes=where),
        "attackers": _strengths(s, mine),
        "defenders": [line for t in theirs for line in _strengths(s, t)],
        "value": signed(value),
        "value_name": say("Attack Superiority"),
        "shifts": [
            {"text": say("{text} {points}", text=text, points=signed(n)), "rule": cited, "columns": 0}
            for t in (mine, *theirs)
            for text, cited, n in t.plus
        ],
        "table": "combat_results",
        "results": [],
    }
    if not attack.strong_enough(s):
        return out
    if name := _without_a_die(s, attack):
        out["results"] = [{"result": "sure", "name": name, "probability": 1.0, "dice": []}]
        out["take_hex"] = float(_enterable(attack, _played(s, attack, 0)))
        return out
    return _by_the_die(s, attack, value, out)


def _strengths(s: SinaiState, tally: Tally) -> list[StrengthFacts]:
    return [{"unit": str(s.game.name_of(u)), "strength": str(n), "why": why} for u, n, why in tally.units]


def _without_a_die(s: SinaiState, attack: Attack) -> str:
    """[10.15, 18.11] The result that needs no die, or nothing."""
    if least(s, attack.hexes, attack.side) == SETTLEMENT_SUPERIORITY:
        return say("destroyed without a die [18.11]")
    if [u for h in attack.hexes for u in s.units_in(h, other(attack.side))] == [s.game.supply_unit]:
        return say("the Supply unit goes back, without a die [10.15]")
    return ""


def _result_words(result: str, line: bool) -> Sentence:
    """A result of the table, in words; against a Bar Lev hex it is the position that falls."""
    if result == "-":
        return say("no effect")
    if not line:
        return say("defenders retreat {n} {n#hex|hexes}", n=int(result))
    if result in "12":
        return say("the position falls at the price of a unit [25.21]")
    return say("the position falls [25.21]")


def _by_the_die(s: SinaiState, attack: Attack, value: int, out: ForecastFacts) -> ForecastFacts:
    """[9.0] The results of the column with their faces, and what they cost."""
    table = s.game.tables["combat_results"]
    column = table.column(value)
    faces: dict[str, list[str]] = {}
    for die in range(1, 7):
        faces.setdefault(table.result(die, column), []).append(str(die))
    line = any(position_in(s, h, attack.side) for h in attack.hexes)
    lost: dict[int, float] = {}
    taken = 0
    for result, dice in faces.items():
        after = _alone(s, attack) if result == "-" else _played(s, attack, int(result))
        taken += len(dice) * _enterable(attack, after)
        for u in bits(_defenders(s, attack)):
            if after.loc[u] == s.game.ELIMINATED:
                lost[u] = lost.get(u, 0.0) + len(dice) / 6
    out["column"], out["column_name"] = column, table.columns[column]
    out["results"] = [
        {"result": r, "name": _result_words(r, line), "probability": len(d) / 6, "dice": d} for r, d in faces.items()
    ]
    losses: list[LossFacts] = [{"unit": str(s.game.name_of(u)), "probability": p} for u, p in lost.items()]
    out["losses"] = losses + _price(s, attack, faces) if line else losses
    out["take_hex"] = taken / 6
    return out


def _price(s: SinaiState, attack: Attack, faces: dict[str, list[str]]) -> list[LossFacts]:
    """[25.21] What a Bar Lev hex will cost: the weakest of those who may be chosen, on results of one and two."""
    game = s.game
    took_part = sorted(bits(attack.units))
    payers = [u for u in took_part if game.nation[u] == "egypt"] or took_part
    weakest = min(payers, key=lambda u: (game.strength[u], u))
    dear = sum(len(d) for r, d in faces.items() if r in "12")
    return [{"unit": str(game.name_of(weakest)), "probability": dear / 6}] if dear else []


def _defenders(s: SinaiState, attack: Attack) -> int:
    return sum(1 << u for h in attack.hexes for u in s.units_in(h, other(attack.side)) if u != s.game.supply_unit)


def _alone(s: SinaiState, attack: Attack) -> SinaiState:
    """[10.15] The position when nothing but the Supply unit leaves the attacked hexes, whatever the die."""
    t: SinaiState = s.copy()
    for u in bits(s.units_of(ISRAEL) & ~s.game.combat_units):
        if s.loc[u] in attack.hexes:
            t.loc[u] = 0
    return t


def _played(s: SinaiState, attack: Attack, result: int) -> SinaiState:
    """[9.11, 9.12, 10.15, 18.11, 25.22] The position after the retreats, the strongest unit first; what is attacked falls,
    the Supply unit is gone."""
    game, units, enemy = s.game, _defenders(s, attack), other(attack.side)
    t = _alone(s, attack)
    t.destroyed |= sum(1 << h for h in attack.hexes if position_in(s, h, attack.side) or empty_fort(s, h, attack.side))
    t.agenda = (Retreat(enemy, units, result, attack.waived, sum(1 << h for h in attack.hexes)),) if units else ()
    while t.choice is not None:
        t.apply(max(t.options(), key=lambda a: (a.verb != "lose", game.strength[game.parts(a).unit])))
    return t


def _enterable(attack: Attack, after: SinaiState) -> bool:
    """[8.4, 8.6] Could one of the attackers advance into one of the vacated hexes?"""
    advance = Advance(attack.side, attack.hexes, attack.units)
    return any(advance.may_advance(after, u, h) is None for u in bits(attack.units) for h in attack.hexes)
