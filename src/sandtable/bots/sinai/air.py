"""The Israeli air: flights of airborne battalions, Air Strikes, and attacks on SAM units."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from sandtable.core import Action, bits, reach
from sandtable.games.sinai.air.airmobile import landing_ground, may_take_off
from sandtable.games.sinai.air.raids import MOST_RAIDERS, Raids
from sandtable.games.sinai.air.strikes import PlaceStrikes
from sandtable.games.sinai.air.umbrella import RANGE, free_markers
from sandtable.games.sinai.combat.attackers import able
from sandtable.games.sinai.movement.allowance import allowance, on_foot
from sandtable.games.sinai.movement.movement import Movement
from sandtable.games.sinai.politics.nations import ceased
from sandtable.games.sinai.state import ARAB, SinaiState

from . import weights as w
from .battles import prospects, results, trap
from .survey import Survey
from .worth import land

if TYPE_CHECKING:
    from .tactics import Greedy


REASONS = {
    "_behind": "By air behind the garrison that must not escape.",
    "_ahead": "By air to a crossing.",
    "_onto_land": "By air to where the enemy loses most land.",
}


# flights ------------------------------------------------------------------------------------------------------
def flights(look: Survey, frame: Movement, movers: list[int]) -> list[tuple[Action, str]]:
    """[17.0, 23.15, 24.65] On the race to the Canal a battalion flies ahead; in a war for territory it lands where it
    takes most land from the enemy."""
    s, game = look.s, look.game
    choose = _behind if look.quarry else _ahead if look.racing else _onto_land if look.territorial else None
    found = []
    for u in movers:
        if choose and game.airborne >> u & 1 and may_take_off(s, u, frame) is None:
            h = choose(look, u, list(bits(landing_ground(s, u))))
            a = Action("fly", (game.name_of(u), game.hex_name(h))) if h else None
            if a and (not look.quarry or s.check(a) is None):  # [23.14] the Sinai may be full
                found.append((a, REASONS[choose.__name__]))
    return found


def _behind(look: Survey, u: int, places: list[int]) -> int:
    """[12.2, 23.15] Behind a garrison that must be destroyed, while a supply line still lets it take off: where the best
    attack promises most when the besiegers come, after the turns of automatic supply [23.11]."""
    s, game = look.s.copy(), look.game
    later = copy(look)
    later.s = s
    target = next(bits(look.quarry))
    ends = {v: _posts(look, v, target) for v, aim in look.aim_of.items() if aim.kill and v != u and not on_foot(s, v)}
    ends = {v: posts for v, posts in ends.items() if posts}
    best, top = 0, (0.0, 0)
    s.turn = max(s.turn, game.rules.automatic_supply_turns + 1)
    for h in places:
        away = game.map.grid.distance(h, target)
        if away <= w.BEHIND and ends:
            s.loc[u] = h
            value = trap(later, target, ends)[1], away  # as far off as will do
            if value > top:
                best, top = h, value
    return best


def _posts(look: Survey, u: int, target: int) -> int:
    """The hexes next to the target that the unit can get to in the next turns, on this side of it, enemies elsewhere
    aside."""
    game, s = look.game, look.s
    edges = game.ground(look.side, False, False).edges
    cost = reach(edges, s.loc[u], w.SOON * allowance(s, u), blocked=1 << target).cost
    near = {h: 0 if h == s.loc[u] else cost[h] for h in bits(game.adjacent[target]) if h in cost or h == s.loc[u]}
    return sum(1 << h for h, points in near.items() if points <= min(near.values()) + w.THIS_SIDE)


def _ahead(look: Survey, u: int, places: list[int]) -> int:
    """Onto a crossing, or much nearer to one."""
    grid = look.game.map.grid
    goals = [g for aim in look.aims if aim.race for g in bits(aim.hexes)]
    if not goals or not places:
        return 0

    def far(h: int) -> int:
        return int(min(grid.distance(h, g) for g in goals))

    best = min(places, key=lambda h: (far(h), look.next_door[h], h))
    return best if far(best) == 0 or far(best) + w.HOP < far(look.s.loc[u]) else 0


def _onto_land(look: Survey, u: int, places: list[int]) -> int:
    """Where it denies or takes most, much more than where it stands."""
    covered = look.held | look.s.hexes_of(look.side)
    if not look.bold:
        places = [h for h in places if not look.game.egypt_west >> h & 1]
    best = max(places, key=lambda h: (land(look, h, covered), -look.next_door[h], -h), default=0)
    return best if best and w.VP * land(look, best, covered) > w.FLIGHT else 0


# markers ------------------------------------------------------------------------------------------------------
def strike(bot: Greedy, s: SinaiState, frame: PlaceStrikes) -> Action:
    """[16.11] Hold fast the strongest vehicles on their way to what is fought over."""
    game, look = s.game, bot.look(s)
    bot.reason = "No marker is left, or nobody is worth one."
    if frame.left(s) <= 0:
        return Action("end")
    best, top = 0, 0.0
    for h in bits(s.hexes_of(ARAB)):
        value = 0.0 if h in s.strikes else _nuisance(look, h)
        if value > top and s.check(Action("strike", (game.hex_name(h),))) is None:
            best, top = h, value
    if not best:
        return Action("end")
    bot.reason = f"The vehicles in {game.hex_name(best)} are held fast."
    return Action("strike", (game.hex_name(best),))


def _nuisance(look: Survey, h: int) -> float:
    """Strength of the vehicles in the hex that may still move, the more the nearer they are to what Israel wants."""
    game, s = look.game, look.s
    mobile = [u for u in s.units_in(h, ARAB) if game.mechanized >> u & 1 and not ceased(s, u)]
    if not mobile:
        return 0.0
    goal = game.crossing_points if look.racing and game.front[mobile[0]] == "egypt" else _contested(look)
    return float(sum(game.strength[u] for u in mobile) / (1 + 0.05 * look.field(goal, False)[h]))


def _contested(look: Survey) -> int:
    """The land of goal C, or wherever the aims are."""
    if look.territorial or look.race or look.s.goals[2]:
        return look.aims[0].hexes
    return int(look.game.map.sets["west_bank"])


def raid(bot: Greedy, s: SinaiState, frame: Raids) -> Action:
    """[25.13] Attack the SAM unit whose absence makes the coming battles so much better that it outweighs the markers
    that may be lost."""
    game, n = s.game, min(MOST_RAIDERS, free_markers(s))
    bot.reason = "No SAM unit shields anything that could be attacked."
    faces = results(game, n - 1)
    chance = sum(r > 0 for r in faces) / 6
    best, top = Action("end"), 0.0
    for u in game.sam_units if n else ():
        a = Action("raid", (game.name_of(u), str(n)))
        if s.loc[u] > 0 and s.check(a) is None:
            value = chance * (_promise_without(bot, s, u) + w.KILL) - (1 - chance) * w.MARKER
            if value > top:
                best, top = a, value
                bot.reason = f"Without {a.args[0]} the attacks under its umbrella promise much more."
    return best


def _promise_without(bot: Greedy, s: SinaiState, sam: int) -> float:
    """How much more this Combat Phase promises if the SAM unit were gone."""
    near = s.game.map.grid.within(s.loc[sam], RANGE + 1)
    ready = sum(1 << u for u in bits(able(s, bot.side)) if near >> s.loc[u] & 1)
    if not ready:
        return 0.0
    before = _best_gains(Survey(s, bot.side, bot.atlas, bot.elder, bot.manner), ready)
    t = s.copy()
    t.loc[sam] = s.game.LEFT
    after = _best_gains(Survey(t, bot.side, bot.atlas, bot.elder, bot.manner), ready)
    return max(after - before, 0.0)


def _best_gains(look: Survey, ready: int) -> float:
    """The gains of battles fought with different units, best first."""
    total, used = 0.0, 0
    for value, _, force in sorted(prospects(look, ready), key=lambda x: -x[0]):
        units = sum(1 << u for u in force)
        if not units & used:
            total += value
            used |= units
    return total
