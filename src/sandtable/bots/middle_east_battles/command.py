"""The decisions above the battlefield: withdrawal, reserves that cost points, stopping or going on, the last turn."""

from __future__ import annotations

from math import erf, sqrt

from sandtable.core import Action
from sandtable.games.middle_east_battles.state import ElArishState

from .marching import KEPT_BACK
from .sight import FAR, Routes, Sight

MARGIN = 5.0
"""[3.3, 3.4] The lead that wins."""
LONGEST = 4
"""Further turns that are considered."""
GAMBLE_TURNS = 4
"""Turns they need to make a difference."""


def lead(sight: Sight) -> float:
    """Our lead in victory points if the battle ended now."""
    s, game = sight.s, sight.game
    west = s.vp[0] / 2 + sight.weights.final_objective * (s.hexes_of(game.west) & game.objectives).bit_count()
    return float((west - s.vp[1] / 2) * (1 if sight.west else -1))


def balance(mean: float, spread: float, verge: float = 0.0) -> float:
    """Chance of winning less chance of losing, for a lead that is known only roughly."""

    def above(x: float) -> float:
        return 0.5 * (1 - erf((x - mean) / (spread * sqrt(2)))) if spread else float(mean >= x)

    return above(MARGIN - verge) - (1 - above(verge - MARGIN))


def further_turns(sight: Sight, routes: Routes) -> list[float]:
    """[9.2] What each turn after the sixth would bring the Anglo-French side: exits and kills less pressure and objectives."""
    s, game = sight.s, sight.game
    held = (sight.foes & game.objectives).bit_count()
    due = [0.0] * (LONGEST + 1)
    for u in s.units_on_map(sight.side):
        if game.objectives >> s.loc[u] & 1 or game.helicopters >> u & 1:
            continue
        cost = routes.out[s.loc[u]] + 2
        turn = -(-cost // max(game.allowances[u], 1))
        if cost < FAR and turn <= LONGEST:
            due[turn] += 0.9
    return [due[k] + (2.0 if k > 1 else 1.0) + 0.8 - sight.weights.pressure - 0.7 * held for k in range(1, LONGEST + 1)]


def extra_turns(sight: Sight, routes: Routes) -> int:
    """How many turns after the sixth give the best chances; none if the battle is best stopped."""
    if sight.weights.further >= 0:
        return sight.weights.further
    mean, verge = lead(sight), sight.weights.verge
    best, turns = balance(mean, 0.0, verge) + 0.02, 0
    for k, gain in enumerate(further_turns(sight, routes), 1):
        mean += gain
        value = balance(mean, sight.weights.swing * sqrt(k), verge)
        if value > best:
            best, turns = value, k
    return turns


def stop_or_go_on(sight: Sight, routes: Routes) -> tuple[Action, str]:
    """[9.2] End the battle, or buy more turns."""
    ahead, turns = lead(sight), extra_turns(sight, routes)
    stand = f"A lead of {ahead:g}" if ahead > 0 else f"{-ahead:g} behind" if ahead else "No lead"
    if turns:
        return Action("continue"), f"{stand}: {turns} more turn(s) promise more than they cost."
    return Action("stop"), f"{stand}: further turns would cost more than they bring."


def last_turn(sight: Sight, routes: Routes) -> tuple[Action, str]:
    """[9.2] The number on the paper."""
    turns = max(extra_turns(sight, routes), 1)
    number = str(sight.weights.last_turn + turns)
    return Action("write", (number,)), f"By turn {number} the units on their way should have left the map."


def withdrawal(sight: Sight) -> tuple[Action, str]:
    """[10.11] Withdraw when little is left to hold and enough units can still be saved."""
    s = sight.s
    assert isinstance(s, ElArishState)
    game = s.game
    held = (sight.own & game.objectives).bit_count()
    out = sight.terrain.routes(game.west_edge, sight.foes)
    saved = sum(
        1
        for u in s.units_on_map(sight.side)
        if not game.objectives >> s.loc[u] & 1
        and not game.forts >> s.loc[u] & 1
        and out[s.loc[u]] + 2 <= game.allowances[u] * min(sight.turns_left, 2)
    )
    if sight.turns_left <= 4 and saved >= 2 and held <= sight.weights.given_up:
        return Action("withdraw"), f"{saved} units can still be saved over the western edge."
    return Action("hold"), "The positions are worth holding." if held else "The army can still strike back."


def committed(sight: Sight) -> int:
    """[10.4] Reserves that may enter although that costs points: those already in, and all when only a gamble can help."""
    s, game = sight.s, sight.game
    if not isinstance(s, ElArishState) or sight.west:
        return 0
    gamble = sight.turns_left >= GAMBLE_TURNS and lead(sight) <= -sight.weights.desperate
    units = 0
    for name in KEPT_BACK[1:]:
        members = sum(1 << u.id for u in game.roster.units if u.formation == name)
        if gamble or s.entered & members:
            units |= members
    return units
