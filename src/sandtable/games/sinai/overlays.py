"""Extra layers of the map: supply with its lines, zones, SAM umbrellas, Command Control digits."""

from __future__ import annotations

from sandtable.core import Hex, Layer, Listing, Walker, bits, cite, entry, reach_together, say, threat

from .air.umbrella import sam_distance, umbrella
from .land.territory import closed
from .movement.allowance import allowance, edges_of
from .movement.trucks import DETRUCK
from .movement.zones import movement_zone, zone
from .politics.command_control import digits
from .politics.nations import ceased
from .state import ARAB, ISRAEL, SinaiState, other
from .supply.judgement import judge
from .supply.reasons import why_supplied
from .terms import SIDES


def overlay(s: SinaiState, side: str, name: str) -> Layer:
    """One layer as `side` looks at it (docs/view.md)."""
    game = s.game
    if name in ("move-threat", "attack-threat"):
        return _threat(s, other(side), name == "attack-threat")
    if name in ("supply-israel", "supply-arab"):
        return _supply(s, name.removeprefix("supply-"))
    if name in ("zoc-israel", "zoc-arab"):
        zoned = entry("", say("Zone of Control [6.0]"))
        return {str(game.hex_name(h)): zoned for h in bits(zone(s, name.removeprefix("zoc-")))}
    return {"objectives": _objectives, "umbrella": _umbrella, "command": _command}[name](s)


def _umbrella(s: SinaiState) -> Layer:
    """[25.11, 25.12] The hexes under a SAM umbrella with what it multiplies the defence by."""
    game, layer = s.game, {}
    for h in bits(umbrella(s)):
        n = game.rules.sam_near if (sam_distance(s, h) or 0) <= 2 else game.rules.sam_far
        text = say("Arab defence counts {n} times, no Air Strikes [25.11, 25.12]", n=n)
        layer[str(game.hex_name(h))] = entry(f"x{n}", text, "bad")
    return layer


def _threat(s: SinaiState, enemy: str, attack: bool) -> Layer:
    """What the enemy could reach in one Movement Phase, supplied as now: Movement Points left, or the Strength that could
    stand next to a hex."""
    names = s.game.map.grid.names
    if attack:
        return threat({names[h]: n for h, n in attack_threat(s, other(enemy)).items()}, _standing(s, other(enemy)))
    text = "Can be reached with {n} Movement {n#Point|Points} left"
    left, _ = reach_together(s.game.map.grid, _marches(s, enemy, False))
    return {names[h]: entry(n, say(text, n=n), "bad") for h, n in left.items()}


def attack_threat(s: SinaiState, side: str) -> dict[Hex, int]:
    """By hex: the Strength that all units of the enemy together could bring next to it in one Movement Phase."""
    _, force = reach_together(s.game.map.grid, _marches(s, other(side), True))
    return {h: n for h, n in force.items() if s.game.land >> h & 1}


def _marches(s: SinaiState, side: str, attack: bool) -> list[Walker]:
    """Where the units of a side could go, supplied as now; to attack, those on trucks must get down first [15.31, 15.33]."""
    t: SinaiState = s.copy()
    t.unsupplied = judge(t)
    t.memory = {}  # the copy stands still from here on
    found, stop = [], movement_zone(t, side)
    shut = t.hexes_of(other(side))
    barred: dict[int, int] = {}  # one set for all to whom the same land is closed
    for u in bits(t.units_of(side) & ~t.dormant & ~t.strayed):
        points = allowance(t, u) - (DETRUCK if attack and t.entrucked >> u & 1 else 0)
        if ceased(t, u) or (attack and _harmless(t, u)):
            continue
        land = closed(t, u)
        held_fast = stop if stop >> t.loc[u] & 1 else 0
        blocked = barred.setdefault(land, land | shut)
        found.append(Walker(edges_of(t, u), t.loc[u], points, blocked, stop, held_fast, t.game.strength[u]))
    return found


def _standing(s: SinaiState, side: str) -> dict[str, float]:
    """The Strength of a side by hex."""
    held: dict[str, float] = {}
    for u in bits(s.units_of(side)):
        name = str(s.game.hex_name(s.loc[u]))
        held[name] = held.get(name, 0) + s.game.strength[u]
    return held


def _harmless(s: SinaiState, u: int) -> bool:
    """[10.32, 25.14] Units that may not attack: SAM units, and in 1956 and 1967 unsupplied Arab units."""
    game = s.game
    starved = s.unsupplied >> u & 1 and game.side_of[u] == ARAB and not game.rules.arab_unsupplied_attack
    return bool(game.sam >> u & 1 or starved)


def _supply(s: SinaiState, side: str) -> Layer:
    """[10.0] Every unit's hex with its state, and the hexes of the lines in use."""
    game, out = s.game, judge(s)
    layer: Layer = {}
    line = entry("", say("Line of supply"), "good")
    for u in bits(s.units_of(side) & game.combat_units & ~game.sam):
        where = str(game.hex_name(s.loc[u]))
        if out >> u & 1:
            layer[where] = entry("✕", why_supplied(s, u)[0], "bad")
        elif where not in layer or layer[where]["tone"] != "bad":
            text, way = why_supplied(s, u)
            layer[where] = entry("✓", text, "good")
            for h in way:
                layer.setdefault(str(game.hex_name(h)), line)
    return layer


GOAL_HEXES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "goals_1967": (("goal_A_1967", "A", "21.1"),),
    "goals_1956": (("goal_A_1956", "A", "23.19"), ("goal_A_1956_sharm", "A", "23.19")),
    "goals_race": (
        ("bar_lev", "A", "26.93"),
        ("canal_west_bank", "B", "26.93"),
        ("amman_adjacent", "E", "26.93"),
        ("goal_J_old_jerusalem", "J", "26.93b"),
        ("goal_K_new_jerusalem", "K", "26.93b"),
        ("goal_L_haifa", "L", "26.93b"),
        ("goal_M_tel_aviv", "M", "26.93b"),
        ("goal_N_eilat", "N", "26.93b"),
    ),
}
"""[21.1, 23.19, 26.93] Sets of the map that the goals of a scenario name."""


def _objectives(s: SinaiState) -> Layer:
    """[21.1, 23.19, 26.93] The hexes that the goals of the scenario name, who passed there last, and the Cities."""
    game = s.game
    layer = {
        str(game.hex_name(h)): entry("", say("Israeli City [18.2]")) for h in bits(game.cities_israeli & ~s.destroyed)
    }
    for name, goal, cited in GOAL_HEXES.get(game.rules.victory, ()):
        for h in bits(game.map.sets[name]):
            holder = SIDES[ISRAEL if s.israeli_last >> h & 1 else ARAB]
            text = say("Goal {goal} [{cited}]: {side} passed last", goal=goal, cited=cite(cited), side=holder)
            layer[str(game.hex_name(h))] = entry(goal, text)
    return layer


def _command(s: SinaiState) -> Layer:
    """[14.4] For every Egyptian and Syrian unit the die rolls that would strike its hex."""
    game = s.game
    layer: Layer = {}
    if game.rules.command_control == "none":
        return layer
    for front in ("egypt", "syria"):
        faces = {die: digits(s, die, front) for die in range(1, 7)}
        for u in bits(game.of_front[front]):
            h = s.loc[u]
            if h > 0 and not (front == "syria" and game.syrian_positions >> h & 1):
                digit = int(game.hex_name(h)[-1])
                dice = [str(die) for die, struck in faces.items() if digit in struck]
                text = say("Digit {digit}: no roll strikes it [14.4]", digit=digit)
                if dice:
                    text = say("Digit {digit}: lost on {dice} [14.4]", digit=digit, dice=Listing(dice, "or"))
                layer[str(game.hex_name(h))] = entry("".join(dice) or "–", text, "bad" if dice else "good")
    return layer
