"""What it is worth to end a phase in a hex: the way to the aim, land, shelter, safety in numbers."""

from __future__ import annotations

from sandtable.core import bits
from sandtable.games.sinai.movement.allowance import on_foot
from sandtable.games.sinai.state import ARAB

from . import weights as w
from .manners import USUAL, Stack
from .survey import Survey


def kept_out(look: Survey, u: int) -> int:
    """Land a unit had better not enter: the far bank of the Canal while a ceasefire would not do [25.61], and the Sinai for
    tank battalions of 1956 while the paratroops still have to drop there [23.14]."""
    s, game, barred = look.s, look.game, look.manner.barred(look, u)
    if look.side == ARAB:
        return barred
    tanks = game.battalions & game.of_side[look.side] & ~game.airborne
    if look.quarry and game.rules.sinai_limit and tanks >> u & 1:
        near = sorted(
            (v for v in bits(tanks) if s.loc[v] > 0),
            key=lambda v: (not game.sinai >> s.loc[v] & 1, look.field(look.goal_a, False)[s.loc[v]], v),
        )
        return barred if u in near[: game.rules.sinai_limit[1] - 1] else int(game.sinai)
    return barred | (0 if look.bold else int(game.egypt_west & look.prize))


def worth(look: Survey, u: int, h: int, stack: int = 0, crowd: int = 0, covered: int = 0) -> float:
    """What it is worth to have the unit in hex `h` at the end of the phase, fights aside. Comrades of `stack` points will
    be there, `crowd` in number, and `covered` land is already taken care of."""
    game = look.game
    wish = (
        look.manner.worth(look, u, h, Stack(stack, crowd), keeps(look, h, stack + game.strength[u]))
        if look.manner is not USUAL
        else None
    )
    if wish is not None:
        return wish
    if u == game.supply_unit:
        road = game.map.on_path["road"] >> h & 1
        return -float(look.field(look.goal_a, False)[h]) if road else -float(w.FAR)
    if game.sam >> u & 1:
        return umbrella_worth(look, u, h)
    value = approach(look, u, h) + stand(look, u, h, stack, crowd, covered)
    # A zone behind the enemy closes his retreat.
    value += w.BLOCK * (game.adjacent[h] & look.around_enemies & ~look.held).bit_count()
    if not crowd and look.crossings >> h & 1:
        value += w.HOLD_CROSSING if h == look.s.loc[u] else w.MAN_CROSSING
    return float(value + (look.manner.extra(look, u, h, crowd) if look.manner is not USUAL else 0.0))


def approach(look: Survey, u: int, h: int) -> float:
    """The way to the unit's aim, weighed."""
    if look.delaying:
        return delay(look, u, h)
    aim = look.aim(u)
    return -aim.weight * look.field(aim.hexes, on_foot(look.s, u), u)[h]


def delay(look: Survey, u: int, h: int) -> float:
    """Arabs of 1956 and 1967: Egyptian vehicles fall back to the crossings, everybody else stays in good ground."""
    game = look.game
    if game.front[u] == "egypt" and not on_foot(look.s, u):
        hold = look.aims[0].hexes
        if hold >> h & 1:
            return w.AT_CROSSING
        return w.TO_CROSSING - w.TO_CROSSING_STEP * look.field(hold, False, u)[h]
    value = w.STAY if h == look.s.loc[u] else 0.0
    if game.front[u] == "jordan" and game.map.sets["west_bank"] >> h & 1:
        value += w.IN_WEST_BANK
    return value


def stand(look: Survey, u: int, h: int, stack: int, crowd: int, covered: int) -> float:
    """What the place itself gives: land, shelter, safety in numbers."""
    if look.delaying:
        return fortress(look, u, h, stack) if look.game.front[u] == "jordan" else roadblock(look, u, h, crowd, covered)
    if look.territorial:
        return claim(look, u, h, stack, covered)
    return 0.0


def fortress(look: Survey, u: int, h: int, stack: int) -> float:
    """Jordanians want strong ground and comrades enough to stand; whoever joins helps them too."""
    points = look.game.strength[u]
    keep = keeps(look, h, stack + points)
    mates = keep - keeps(look, h, stack) if stack else 0.0
    danger = max(look.next_door[h] - points - stack, 0)
    return float(w.COVER * look.shelter(h)[1] + w.STAND * (keep + mates) - w.FEAR * danger)


def roadblock(look: Survey, u: int, h: int, crowd: int, covered: int) -> float:
    """Egyptians and Syrians bar roads that nobody bars yet, in strong ground and not too near to strong enemies."""
    game = look.game
    plus = look.shelter(h)[1]
    plus += 3 if game.syrian_positions >> h & 1 and game.nation[u] == "syria" else 0
    danger = max(look.next_door[h] - game.strength[u] - plus - 4 * crowd, 0)
    value = w.COVER * plus + w.COMPANY * min(crowd, 2) - w.FEAR * danger
    if game.front[u] == "egypt" and not on_foot(look.s, u):
        roads = (1 << h | game.adjacent[h]) & game.map.on_path["road"] & game.sinai & ~covered
        value += w.BAR_ROAD * roads.bit_count()
    return float(value)


def claim(look: Survey, u: int, h: int, stack: int, covered: int) -> float:
    """[25.71] Land counts as far as it can be held; whoever joins a stack makes its land safer."""
    points = look.game.strength[u]
    keep = keeps(look, h, stack + points)
    risk = w.RISK_ARAB if look.side == ARAB else w.RISK_ISRAEL
    value = w.VP * land(look, h, covered) * keep - risk * (1.0 - keep)
    if stack:
        value += w.VP * land(look, h, 0) * (keep - keeps(look, h, stack))
    return value


def keeps(look: Survey, h: int, points: int) -> float:
    """How likely so many points hold the hex against what the enemy can bring up."""
    times, plus = look.shelter(h)
    lack = w.COMING * look.coming[h] - points * times - plus
    return 1.0 - min(max(lack, 0.0), w.RISK_SPAN) / w.RISK_SPAN


def land(look: Survey, h: int, covered: int) -> float:
    """[25.71] Hexes a unit in `h` takes from the enemy, and hexes it denies him, in Victory Points."""
    game = look.game
    fresh = (1 << h | game.adjacent[h]) & game.land & ~covered
    taken = (fresh & look.prize & ~look.hostile).bit_count() * look.rate
    denied = (fresh & ~look.prize & look.hostile).bit_count() * look.enemy_rate
    return float((taken + denied) * (1.0 if look.ways >> h & 1 else w.OFF_ROAD))


def umbrella_worth(look: Survey, u: int, h: int) -> float:
    """[25.11] A SAM unit goes where it covers most friends, never to the enemy."""
    game, s = look.game, look.s
    if look.hostile >> h & 1:
        return -99.0
    under = game.map.grid.within(h, 2)
    friends = sum(game.strength[v] for v in game.side_units[ARAB] if s.loc[v] > 0 and under >> s.loc[v] & 1)
    others = sum(1 for v in game.sam_units if v != u and s.loc[v] > 0 and game.map.grid.distance(h, s.loc[v]) <= 2)
    return float(0.1 * friends - 1.0 * others + (1.0 if h == s.loc[u] else 0.0))
