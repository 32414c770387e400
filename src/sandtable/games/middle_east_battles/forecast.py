"""The exact odds of an attack as it stands, for players and bots (docs/view.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, product

from sandtable.core import UnitId, Units, bits, say
from sandtable.core.facts import ForecastFacts, OutlookFacts, ResultFacts, StrengthFacts

from .advance import stays_put
from .artillery import fpf_strength
from .results import WORDS
from .retreat import retreat_ways
from .state import BattleState
from .strength import BARRAGE_RESULTS, Attack, night_columns
from .wording import nation_word


def odds(s: BattleState, attack: Attack) -> dict[str, Fraction]:
    """Probability of every result, the night die included [7.2, 7.19]."""
    nights = Counter((0,))
    if s.is_night:
        nights = Counter(night_columns(s, attack.side, die) for die in range(1, 7))
    chances: dict[str, Fraction] = {}
    for columns, count in nights.items():
        dark = replace(attack, night=columns)
        for die in range(1, 7):
            result = dark.result(s, die)
            chances[result] = chances.get(result, Fraction(0)) + Fraction(count, 6 * nights.total())
    return chances


def cheapest_loss(s: BattleState, attack: Attack, units: Units, price: int) -> Units:
    """[7.9] The fewest and then weakest units that pay for an exchange; of equals those who could not advance."""

    def worth(group: tuple[UnitId, ...]) -> int:
        return sum(s.game.attack[u] for u in group)

    def cost(group: tuple[UnitId, ...]) -> tuple[int, int]:
        return worth(group), sum(can_follow(s, attack, 1 << u) for u in group)

    pool = sorted(bits(units))
    for n, _ in enumerate(pool, 1):
        paying = [group for group in combinations(pool, n) if worth(group) >= price]
        if paying:
            return sum(1 << u for u in min(paying, key=cost))
    return units


def losses(s: BattleState, attack: Attack, result: str) -> tuple[Units, Units]:
    """Attackers and defenders that this result would eliminate if their owners save what can be saved."""
    game = s.game
    defenders, beside = attack.defenders(s), attack.beside(s)
    price = sum(game.defence[u] for u in bits(defenders))
    if attack.is_pure_barrage(s) and result in ("D1", "BR", "EX", "AX"):
        return (stuck(s, beside, 1), 0) if result == "BR" else (0, 0)
    match result:
        case "D1" | "D2" | "D3" | "D4":
            return 0, stuck(s, defenders, int(result[1]))
        case "A1":
            doomed = beside & (s.landed | s.crossed)
            return doomed | stuck(s, beside & ~doomed, 1), 0
        case "BR":
            return stuck_after(s, beside, defenders), stuck(s, defenders, 1)
        case "AE":
            return beside, 0
        case "DE":
            return 0, defenders
        case "EX":
            return cheapest_loss(s, attack, beside, price), defenders
        case _:
            return cheapest_loss(s, attack, beside, price), stuck(s, defenders, 1)


def effect(s: BattleState, attack: Attack, result: str) -> tuple[str, str]:
    """[8.5, 8.6] The result as it will be felt: in a pure barrage most have no effect."""
    if not attack.is_pure_barrage(s) or result in BARRAGE_RESULTS:
        return result, WORDS[result]
    if attack.beside(s) and result in ("A1", "BR"):
        return "A1", WORDS["A1"]
    if attack.beside(s) and result == "AE":
        return "AE", WORDS["AE"]
    return "-", say("no effect [8.6]")


def stuck(s: BattleState, units: Units, length: int) -> Units:
    """Units that cannot retreat this far."""
    return sum(1 << u for u in bits(units) if len(retreat_ways(s, u, length)[0]) <= length)


def stuck_after(s: BattleState, units: Units, defenders: Units) -> Units:
    """[7.9] Attackers that cannot retreat one hex, wherever the defenders have retreated to before them."""
    for ways in islice(product(*(retreat_ways(s, u, 1) for u in bits(defenders))), 64):
        after = s.copy()
        for u, way in zip(bits(defenders), ways):
            after.loc[u] = way[-1] if len(way) > 1 else s.game.box("eliminated")
        units &= stuck(after, units, 1)
    return units


def can_follow(s: BattleState, attack: Attack, units: Units) -> bool:
    """[7.15, 9.11, 9.14] Could one of these units advance into a hex attacked, once it is empty?"""
    game = s.game
    for u in bits(units & ~stays_put(s)):
        for h in bits(attack.targets & game.map.grid.adjacent[s.loc[u]]):
            if game.helicopters >> u & 1 or game.step_cost(s.loc[u], h) is not None:
                return True
    return False


def forecast(s: BattleState, attack: Attack) -> ForecastFacts:
    """What the player sees while he builds an attack or its protective fire.

    Where the choice of table is still open [7.8], `other_tables` holds the same odds on the other one.
    """
    first, *others = attack.tables(s)
    chosen = outlook(s, replace(attack, table=first))
    return {
        "kind": "combat",
        "title": say("Attack on {defenders}", defenders=s.places(attack.defenders(s))),
        "attackers": attacking(s, attack),
        "defenders": defending(s, attack),
        "value": f"{attack.differential(s):+d}",
        "value_name": say("differential"),
        "shifts": [{"text": text, "rule": rule, "columns": n} for text, rule, n in attack.shifts(s)],
        "table": first,
        "column": chosen["column"],
        "column_name": chosen["column_name"],
        "results": chosen["results"],
        "losses": chosen["losses"],
        "take_hex": chosen["take_hex"],
        "other_tables": [outlook(s, replace(attack, table=name)) for name in others],
    }


def attacking(s: BattleState, attack: Attack) -> list[StrengthFacts]:
    """[7.2] What every unit, strike and ship adds to the attack."""
    game = s.game
    rows = [_row(game.name_of(u), *attack.attack_of(s, u)) for u in sorted(bits(attack.attackers))]
    return rows + _markers(s, attack.air, attack.naval, game.naval_barrage)


def defending(s: BattleState, attack: Attack) -> list[StrengthFacts]:
    """[7.2, 8.11] What every unit defends with, and the protective fire."""
    game = s.game
    rows = [_row(game.name_of(u), game.defence[u]) for u in sorted(bits(attack.defenders(s)))]
    for u in sorted(bits(attack.guns)):
        strength, why = fpf_strength(s, u, attack.targets)
        rows.append(_row(game.name_of(u), strength, why or say("protective fire [8.11]")))
    return rows + _markers(s, attack.cover, attack.ships, game.naval_fpf)


def _markers(s: BattleState, air: tuple[int, ...], naval: tuple[int, ...], guns: int) -> list[StrengthFacts]:
    """[8.18, 8.19] Airstrikes and ships of every nation."""
    strikes = [(nation, n) for nation, n in zip(s.game.nations, air) if n]
    ships = [nation for nation, n in zip(s.game.nations, naval) if n]
    rows = [_row(say("{nation} airstrikes", nation=nation_word(nation)), n) for nation, n in strikes]
    return rows + [_row(say("{nation} naval gunfire", nation=nation_word(nation)), guns) for nation in ships]


def outlook(s: BattleState, attack: Attack) -> OutlookFacts:
    """The odds of an attack on one table: results, losses, and the chance to take a hex."""
    chances = odds(s, attack)
    dice: dict[str, list[str]] = {}
    if not s.is_night:
        for die in range(1, 7):
            dice.setdefault(attack.result(s, die), []).append(str(die))
    lost: dict[int, Fraction] = {}
    take = Fraction(0)
    for result, p in chances.items():
        mine, theirs = losses(s, attack, result)
        for u in bits(mine | theirs):
            lost[u] = lost.get(u, Fraction(0)) + p
        gone = result in ("D1", "D2", "D3", "D4", "DE", "EX", "AX")
        if attack.is_pure_barrage(s) and result not in BARRAGE_RESULTS:
            gone = False
        if gone and can_follow(s, attack, attack.beside(s) & ~mine):
            take += p
    column, crt = attack.column(s), attack.crt(s)
    return {
        "table": attack.table,
        "column": column,
        "column_name": crt.columns[column],
        "results": results(s, attack, chances, dice),
        "losses": [{"unit": s.game.name_of(u), "probability": float(p)} for u, p in sorted(lost.items())],
        "take_hex": float(take),
    }


def results(
    s: BattleState, attack: Attack, chances: dict[str, Fraction], dice: dict[str, list[str]]
) -> list[ResultFacts]:
    """The rows of the forecast, likeliest first; results without effect in one row."""
    rows: dict[str, tuple[str, Fraction, list[str]]] = {}
    for r, p in chances.items():
        key, name = effect(s, attack, r)
        _, before, faces = rows.get(key, (name, Fraction(0), []))
        rows[key] = (name, before + p, faces + dice.get(r, []))
    return [
        {"result": r, "name": name, "probability": float(p), "dice": sorted(faces)}
        for r, (name, p, faces) in sorted(rows.items(), key=lambda item: -item[1][1])
    ]


def _row(name: str, strength: int, why: str = "") -> StrengthFacts:
    row: StrengthFacts = {"unit": name, "strength": str(strength)}
    if why:
        row["why"] = why
    return row
