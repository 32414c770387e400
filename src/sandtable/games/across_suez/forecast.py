"""The exact odds of an attack that is being built, for players and bots."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from sandtable.core import Hex, Hexes, UnitId, Units, bits, say, signed, total
from sandtable.core.facts import ForecastFacts, StrengthFacts

from .optional import strength_of
from .results import NAMES, away_from, safe_hexes
from .state import SuezState

if TYPE_CHECKING:
    from .combat import Odds


def forecast(s: SuezState, target: UnitId, attackers: Units, o: Odds) -> ForecastFacts:
    """Strengths, shifts, column, and the probability of every result and loss, retreats without a safe hex included."""
    game, table = s.game, s.game.crt
    faces: dict[str, list[str]] = {}
    for die, row in enumerate(table.rows, 1):
        faces.setdefault(table.result(die, o.column), []).append(row)
    chance = {result: len(dice) / len(table.rows) for result, dice in faces.items()}
    lost = {result: losses(s, target, attackers, result) for result in chance}
    decided = [result for result in chance if decides(s, target, attackers, result)]
    taken = total(
        p
        for result, p in chance.items()
        if result in ("Dr", "De", "Ee")
        and result not in decided
        and can_enter(s, attackers & ~lost[result], s.loc[target])
    )
    where, units = game.hex_name(s.loc[target]), sorted(bits(attackers))
    return {
        "kind": "combat",
        "title": say(
            "{units} against {target} in {hex}", units=game.names(units), target=game.name_of(target), hex=where
        ),
        "attackers": [_strength(s, u) for u in units],
        "defenders": [_strength(s, target)],
        "value": signed(o.differential),
        "value_name": say("differential"),
        "shifts": [{"text": x.text, "rule": x.rule, "columns": x.columns} for x in o.shifts],
        "table": "crt",
        "column": o.column,
        "column_name": table.columns[o.column],
        "results": [
            {"result": result, "name": NAMES[result], "probability": chance[result], "dice": faces[result]}
            for result in sorted(chance, key=lambda r: faces[r])
        ],
        "losses": [
            {"unit": game.name_of(u), "probability": total(p for r, p in chance.items() if lost[r] >> u & 1)}
            for u in (*units, target)
        ],
        "take_hex": taken,
        "decides": [
            {"result": result, "winner": "egypt", "rule": game.edition.rule.bridge_moves, "probability": chance[result]}
            for result in decided
        ],
    }


def _strength(s: SuezState, u: UnitId) -> StrengthFacts:
    d: StrengthFacts = {"unit": s.game.name_of(u), "strength": str(strength_of(s, u))}
    if strength_of(s, u) != s.game.strength[u]:
        d["why"] = say("commandos at night [15.4]")
    return d


def losses(s: SuezState, target: UnitId, attackers: Units, result: str) -> Units:
    """The units that a result removes, if its owner saves what can be saved."""
    if bridge_must_go(s, target, attackers, result):
        return 0  # the game ends before anybody retreats
    match result:
        case "Ae":
            return attackers
        case "Ar":
            return cut_off(s, attackers, 1 << s.loc[target])
        case "Ee":
            over = target == s.game.bridge and s.game.edition.losing_the_bridge_ends_the_game
            return 1 << target | (0 if over else price(s, attackers, s.game.strength[target]))
        case "Dr":
            return cut_off(s, 1 << target, away_from(s, s.game.side_of[target], attackers))
        case _:
            return 1 << target


def bridge_must_go(s: SuezState, target: UnitId, attackers: Units, result: str) -> bool:
    """[1980:14.2, 2021:14.2] The result makes a bridge retreat that is in place."""
    units = {"Ar": attackers, "Dr": 1 << target}.get(result, 0)
    return bool(units >> s.game.bridge & 1) and s.bridge_in_place()


def decides(s: SuezState, target: UnitId, attackers: Units, result: str) -> bool:
    """[1980:14.2, 2021:13.2, 2021:14.2] Egypt wins at once with this result."""
    if bridge_must_go(s, target, attackers, result):
        return True
    lost = losses(s, target, attackers, result)
    return s.game.edition.losing_the_bridge_ends_the_game and bool(lost >> s.game.bridge & 1)


def can_enter(s: SuezState, units: Units, h: Hex) -> bool:
    """[1980:6.5, 2021:7.4.1] One of these units could advance into the hex without giving the game away."""
    return any(
        s.game.terrain.exits[s.loc[u]] & s.game.may_stand(u) & 1 << h
        for u in bits(units)
        if u != s.game.bridge or not s.bridge_in_place()
    )


def cut_off(s: SuezState, units: Units, opponents: Hexes) -> Units:
    """[1980:6.4, 2021:7.4.2] Retreating units that find no safe hex, when the bridge and then the strongest are saved first."""
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
    for u in sorted(ways, key=lambda v: (v != s.game.bridge, -s.game.strength[v])):
        if not place(u, set()):
            lost |= 1 << u
    return lost


def price(s: SuezState, units: Units, owed: int) -> Units:
    """[1980:6.3, 2021:7.3] The cheapest units worth at least the strength owed, the bridge last; all if they are worth less."""
    strength, members = s.game.strength, list(bits(units))
    enough = [
        some
        for n in range(1, len(members) + 1)
        for some in combinations(members, n)
        if sum(strength[u] for u in some) >= owed or n == len(members)
    ]
    cheapest = min(enough, key=lambda some: (s.game.bridge in some, sum(strength[u] for u in some)))
    return sum(1 << u for u in cheapest)
