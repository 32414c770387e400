"""[8.3, 10.3, 12.0, 18.0, 24.51, 25.11, 25.21] Combat Strength as it counts: printed points, supply, terrain, Fear, SAM."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from sandtable.core import Sentence, cite, say

from ..air.umbrella import sam_distance
from ..state import ISRAEL, SinaiState
from ..supply.lines import counts_points, halved

SETTLEMENT, CITY = 2, 4
"""[18.11, 18.2] Intrinsic Strength."""
SETTLEMENT_SUPERIORITY = 4
"""[18.11] Superiority at which an empty Settlement or City falls without a die."""


CORNERED = say("cannot retreat: twice the printed Strength [12.0]")
ALONE = say("a SAM unit alone [25.13]")
HALVED = say("unsupplied, halved with its hex [10.33]")
HUNGRY_ATTACK = say("unsupplied units attack at half Strength")
HUNGRY_DEFENCE = say("unsupplied Arab units defend at half Strength")
PLUS = {
    "clear": say("clear terrain"),
    "sand": say("sand terrain"),
    "rough": say("rough terrain"),
    "settlement": say("Fortified Settlement"),
    "city": say("City"),
    "bar_lev": say("Bar Lev Line"),
    "syrian_position": say("Syrian fortified position"),
    "canal": say("attacked across the Suez Canal"),
    "jordan": say("attacked across the Jordan"),
}
"""[8.3] What adds to a defence, in words."""


@cache
def _multiplied(times: int, paragraph: str) -> Sentence:
    return say("{n} times the printed Strength [{cited}]", n=times, cited=cite(paragraph))


@cache
def _hungry(why: str) -> Sentence:
    return say("{why}, unsupplied [10.32]", why=why) if why else say("unsupplied [10.32]")


@dataclass(slots=True)
class Tally:
    """A Strength with its reasons: one line per unit and one per addition."""

    total: int = 0
    units: list[tuple[int, int, str]] = field(default_factory=list)
    plus: list[tuple[str, str, int]] = field(default_factory=list)

    def add(self, text: str, paragraph: str, points: int) -> None:
        if points:
            self.plus.append((text, paragraph, points))
            self.total += points


def halve_unsupplied(s: SinaiState, units: list[int], unsupplied: int) -> int:
    """[10.34, 10.35] Attack Strength of units in one hex: the total of the unsupplied ones is halved (ruling SN-34)."""
    strength = s.game.strength
    fed = sum(strength[u] for u in units if not unsupplied >> u & 1)
    hungry = sum(strength[u] for u in units if unsupplied >> u & 1)
    return fed + (halved(hungry) if hungry else 0)


def attack_strength(s: SinaiState, units: list[int], unsupplied: int) -> Tally:
    """[8.0, 10.33, 24.63] The attackers' total; halving is done hex by hex."""
    tally = Tally()
    by_hex: dict[int, list[int]] = {}
    for u in units:
        by_hex.setdefault(s.loc[u], []).append(u)
        why = HALVED if unsupplied >> u & 1 else ""
        tally.units.append((u, s.game.strength[u], why))
    for here in by_hex.values():
        tally.total += halve_unsupplied(s, here, unsupplied)
    lost = sum(s.game.strength[u] for u in units) - tally.total
    if lost:
        tally.plus.append((HUNGRY_ATTACK, "10.34", -lost))
    return tally


def basic_defence(s: SinaiState, u: int) -> tuple[int, str]:
    """[24.51, 25.11, 26.13] A unit's basic defensive Strength and its reason: the printed points, from 1973 multiplied
    for Arab units, more under a SAM umbrella (it replaces the doubling, ruling SN-29)."""
    game = s.game
    points = game.strength[u]
    if game.side_of[u] == ISRAEL or game.rules.arab_defence == 1:
        return points, ""
    times, why = game.rules.arab_defence, "24.51"
    if near := sam_distance(s, s.loc[u]):
        times = max(times, game.rules.sam_near if near <= 2 else game.rules.sam_far)
        why = "25.11"
    elif near == 0:
        times, why = max(times, game.rules.sam_near), "25.11"
    return points * times, _multiplied(times, why)


def defence_of_hex(
    s: SinaiState, h: int, units: list[int], attackers_in: tuple[int, ...], unsupplied: int, fear: int
) -> Tally:
    """[8.21, 8.3] The total Strength of a defending hex. `fear` are the units doubled because they cannot retreat."""
    game = s.game
    if s.units_in(h, ISRAEL) == [game.supply_unit]:
        return Tally()  # [10.15, 18.13] the Supply unit alone has no Strength and is lent none
    tally = Tally()
    fighting = [u for u in units if not game.sam >> u & 1]
    if units and not fighting:
        return Tally(1, [(units[0], 1, ALONE)])  # [25.13] a SAM alone: one point, whatever the terrain
    firm, hungry = 0, 0
    for u in fighting:
        points, why = basic_defence(s, u)
        if fear >> u & 1:
            points, why = 2 * game.strength[u], CORNERED
            firm += points
        elif unsupplied >> u & 1 and not counts_points(s, u):  # [10.32, 10.33] Israelis and those who use their rule
            hungry += points
            why = _hungry(why)
        else:
            firm += points
        tally.units.append((u, points, why))
    tally.total = firm + hungry
    if hungry:
        tally.add(HUNGRY_DEFENCE, "10.32", halved(hungry) - hungry)
    _terrain(s, tally, h, fighting, attackers_in)
    return tally


def surprise(s: SinaiState) -> bool:
    """[25.82, 25.83] Is this the first Game-Turn of a surprise attack?"""
    return s.game.rules.opening == "surprise" and s.turn == 1


def _terrain(s: SinaiState, tally: Tally, h: int, fighting: list[int], attackers_in: tuple[int, ...]) -> None:
    """[8.3, 18.2, 25.21] Additions of the defending hex, after all multiplying; hexsides count only if every attacker
    attacks across one (ruling SN-09). In an intact place stands nobody but its owner, and a place without units is
    attacked only while it is intact."""
    game, m, plus = s.game, s.game.map, s.game.defence_plus
    intact = not s.destroyed >> h & 1
    surprised = surprise(s)
    if not fighting and game.settlements >> h & 1:
        tally.add(PLUS["settlement"], "18.11", SETTLEMENT)
        if surprised:
            return  # [25.83] no terrain on the first Game-Turn
    terrain = m.terrain_at[h]
    tally.add(PLUS[terrain], "8.3", plus[terrain])
    if intact and (game.cities_arab | game.cities_israeli) >> h & 1:
        tally.add(PLUS["city"], "18.2", CITY)
    if intact and game.bar_lev >> h & 1:
        tally.add(PLUS["bar_lev"], "25.83" if surprised else "25.21", 10 if surprised else plus["bar_lev"])
    if game.syrian_positions >> h & 1 and any(game.nation[u] == "syria" for u in fighting):
        tally.add(PLUS["syrian_position"], "14.1", plus["syrian_position"])
    if attackers_in:
        if all(m.crosses("canal", a, h) for a in attackers_in):
            tally.add(PLUS["canal"], "8.3", plus["canal"])
        elif all(m.crosses("jordan", a, h) for a in attackers_in):
            tally.add(PLUS["jordan"], "8.3", plus["jordan"])
