"""Extra layers of the map: supply with its lines, zones, SAM umbrellas, Command Control digits."""

from __future__ import annotations

from sandtable.core import bits

from .air.umbrella import sam_distance, umbrella
from .movement.allowance import allowance
from .movement.paths import reach_of
from .movement.trucks import DETRUCK
from .movement.zones import zone
from .politics.command_control import digits
from .politics.nations import ceased
from .state import ARAB, SinaiState, other
from .supply.judgement import judge
from .supply.reasons import reason


def overlay(s: SinaiState, side: str, name: str) -> dict[str, str]:
    """One layer as `side` looks at it: hex number to text, with what is printed on the hex before a colon (docs/view.md)."""
    game = s.game
    if name in ("move-threat", "attack-threat"):
        return _threat(s, other(side), name == "attack-threat")
    if name in ("supply-israel", "supply-arab"):
        return _supply(s, name.removeprefix("supply-"))
    if name in ("zoc-israel", "zoc-arab"):
        return {game.hex_name(h): "zone [6.0]" for h in bits(zone(s, name.removeprefix("zoc-")))}
    if name == "objectives":
        return _objectives(s)
    if name == "umbrella":
        near, far = game.rules.sam_near, game.rules.sam_far
        return {
            game.hex_name(h): f"x{n}: Arab defence counts {n} times, no Air Strikes [25.11, 25.12]"
            for h in bits(umbrella(s))
            for n in (near if (sam_distance(s, h) or 0) <= 2 else far,)
        }
    if name == "command":
        return _command(s)
    raise KeyError(name)


def _threat(s: SinaiState, enemy: str, attack: bool) -> dict[str, str]:
    """What the enemy could reach in one Movement Phase, supplied as now: Movement Points left, or the Strength that could
    stand next to a hex."""
    game = s.game
    t = s.copy()
    t.unsupplied = judge(t)
    t.strikes = s.strikes
    left: dict[int, int] = {}
    force: dict[int, int] = {}
    for u in bits(t.units_of(enemy) & ~t.dormant & ~t.strayed):
        if ceased(t, u):
            continue
        if attack and _harmless(t, u):
            continue
        r, points = reach_of(t, u), allowance(t, u)
        places = {r.start: 0, **r.cost}
        if attack and t.entrucked >> u & 1:  # [15.31, 15.33] it must get down first
            places = {h: cost for h, cost in places.items() if cost + DETRUCK <= points}
        near = 0
        for h, cost in places.items():
            left[h] = max(left.get(h, 0), points - cost)
            near |= game.adjacent[h]
        for h in bits(near & game.land):
            force[h] = force.get(h, 0) + game.strength[u]
    if attack:
        return {game.hex_name(h): str(n) for h, n in force.items() if n}
    return {game.hex_name(h): str(n) for h, n in left.items()}


def _harmless(s: SinaiState, u: int) -> bool:
    """[10.32, 25.14] Units that may not attack: SAM units, and in 1956 and 1967 unsupplied Arab units."""
    game = s.game
    starved = s.unsupplied >> u & 1 and game.side_of[u] == ARAB and not game.rules.arab_unsupplied_attack
    return bool(game.sam >> u & 1 or starved)


def _supply(s: SinaiState, side: str) -> dict[str, str]:
    """[10.0] Every unit's hex with its state, and the hexes of the lines in use."""
    game = s.game
    out = judge(s)
    layer: dict[str, str] = {}
    for u in bits(s.units_of(side) & game.combat_units & ~game.sam):
        where = game.hex_name(s.loc[u])
        if out >> u & 1:
            layer[where] = f"✕: {reason(s, u)[0]}"
        elif not layer.get(where, "").startswith("✕"):
            text, way = reason(s, u)
            layer[where] = f"✓: {text}"
            for h in way:
                layer.setdefault(game.hex_name(h), "line")
    return layer


GOAL_HEXES: dict[str, tuple[tuple[str, str], ...]] = {
    "goals_1967": (("goal_A_1967", "Crossing Point, goal A [21.1]"),),
    "goals_1956": (("goal_A_1956", "goal A [23.19]"), ("goal_A_1956_sharm", "goal A [23.19]")),
    "goals_race": (
        ("bar_lev", "goal A [26.93]"),
        ("canal_west_bank", "goal B [26.93]"),
        ("amman_adjacent", "goal E [26.93]"),
        ("goal_J_old_jerusalem", "goal J [26.93b]"),
        ("goal_K_new_jerusalem", "goal K [26.93b]"),
        ("goal_L_haifa", "goal L [26.93b]"),
        ("goal_M_tel_aviv", "goal M [26.93b]"),
        ("goal_N_eilat", "goal N [26.93b]"),
    ),
}
"""[21.1, 23.19, 26.93] Sets of the map that the goals of a scenario name."""


def _objectives(s: SinaiState) -> dict[str, str]:
    """[21.1, 23.19, 26.93] The hexes that the goals of the scenario name, who passed there last, and the Cities."""
    game = s.game
    layer = {game.hex_name(h): "Israeli City [18.2]" for h in bits(game.cities_israeli & ~s.destroyed)}
    for name, text in GOAL_HEXES.get(game.rules.victory, ()):
        for h in bits(game.map.sets[name]):
            holder = "Israel" if s.israeli_last >> h & 1 else "Arabs"
            layer[game.hex_name(h)] = f"{text}: {holder} last"
    return layer


def _command(s: SinaiState) -> dict[str, str]:
    """[14.4] For every Egyptian and Syrian unit the die rolls that would strike its hex."""
    game = s.game
    layer: dict[str, str] = {}
    if game.rules.command_control == "none":
        return layer
    for front in ("egypt", "syria"):
        faces = {die: digits(s, die, front) for die in range(1, 7)}
        for u in bits(game.of_front[front]):
            h = s.loc[u]
            if h > 0 and not (front == "syria" and game.syrian_positions >> h & 1):
                digit = int(game.hex_name(h)[-1])
                dice = [str(die) for die, struck in faces.items() if digit in struck]
                lost = ", ".join(dice) or "no roll"
                layer[game.hex_name(h)] = f"{''.join(dice) or '–'}: digit {digit}, lost on {lost} [14.4]"
    return layer
