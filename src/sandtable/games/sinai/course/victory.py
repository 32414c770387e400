"""[21.0, 23.7, 25.7, 26.9] Victory: goals, points and levels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.core import Outcome, bits, flood

from ..movement.zones import held, zone
from ..state import ARAB, ISRAEL, SinaiState, other
from ..supply.israel import cities
from ..supply.judgement import fed

GOALS = {"A": (15, 5), "B": (5, 1), "C": (10, 2)}
"""[21.1] Points for an Israeli goal, and for every Game-Turn before the last on which it is reached."""
CITY, SETTLEMENT, PER_POINT = 10, 2, 1
"""[21.2] Arab goals D, E and F."""
Lines = list[tuple[str, int, str]]
"""Side, points and the reason with its rule."""


def _crossing_points(s: SinaiState) -> bool:
    """[21.1] A: the last to occupy or pass all Suez Crossing hexes of the east bank."""
    return not s.game.crossing_points & ~s.israeli_last


def _passes_and_sharm(s: SinaiState) -> bool:
    """[23.19] A of 1956: the last through 0831, 0626 and 0623, and the unit of Sharm-el-Sheik eliminated."""
    game = s.game
    sharm = next(u for u in game.side_units[ARAB] if game.roster[u].factors.get("zone_free") == "goal_A_1956_sharm")
    return not game.map.sets["goal_A_1956"] & ~s.israeli_last and s.loc[sharm] == game.ELIMINATED


def _syria_cleared(s: SinaiState) -> bool:
    """[21.1] B: no Arab unit in the Syrian portion of the map."""
    return not s.hexes_of(ARAB) & s.game.home["syria"]


def _west_bank_cleared(s: SinaiState) -> bool:
    """[21.1] C: no Arab unit in the West Bank; only in a war with Jordan."""
    return s.jordan_at_war and not s.hexes_of(ARAB) & s.game.map.sets["west_bank"]


def goal_tests(s: SinaiState) -> dict[str, Callable[[SinaiState], bool]]:
    """[21.1, 23.7] The Israeli goals of this scenario."""
    return GOAL_TESTS[s.game.rules.victory]


GOAL_TESTS: dict[str, dict[str, Callable[[SinaiState], bool]]] = {
    "goals_1967": {"A": _crossing_points, "B": _syria_cleared, "C": _west_bank_cleared},
    "goals_1956": {"A": _passes_and_sharm, "C": _west_bank_cleared},
}


def judge_goals(s: SinaiState) -> None:
    """[21.1, 21.32, 21.33] At the end of each Player-Turn. A and C are final where they stop the enemy; otherwise a goal
    that is lost must be reached again (ruling SN-56)."""
    final = "AC" if s.game.rules.goal_stop == "at_once" else ""
    goals = list(s.goals)
    for i, name in enumerate("ABC"):
        test = goal_tests(s).get(name)
        if test is None or (goals[i] and name in final):
            continue
        if test(s):
            if not goals[i]:
                goals[i] = s.turn
                s.tell("21.1", "Israel reaches goal {}", name)
        elif goals[i]:
            goals[i] = 0
            s.tell("21.1", "Israel loses goal {} again", name)
    s.goals = tuple(goals)


def nothing_left(s: SinaiState, side: str) -> bool:
    """[21.34, 13.1] All goals are reached that can still be reached, and no Syrian unit is left that could act: the Arab
    Player has nothing left to do. `side` has just finished its Player-Turn."""
    game, rules = s.game, s.game.rules
    if rules.goal_stop != "at_once" or any(s.loc[u] > 0 for u in bits(game.of_front["syria"])):
        return False
    if held_cities(s):
        return False  # [21.2] Israel may still undo goal D
    wanted = set(goal_tests(s))
    last_roll = s.turn > 4 or (s.turn == 4 and ARAB in (side, rules.first_player))
    jordan_out = rules.jordan_entry == "unused" or (rules.jordan_entry == "die" and last_roll)
    if not s.jordan_at_war and jordan_out:
        wanted.discard("C")
    return all(s.goals["ABC".index(name)] for name in wanted)


def held_cities(s: SinaiState) -> list[int]:
    """[21.2] D: Israeli Cities destroyed and occupied, with no Israeli unit next to them."""
    game, israelis = s.game, s.hexes_of(ISRAEL)
    fallen = game.cities_israeli & s.destroyed & s.hexes_of(ARAB)
    return [h for h in bits(fallen) if not game.adjacent[h] & israelis]


def goal_points(s: SinaiState) -> Lines:
    """[21.1, 21.2, 21.34, 23.7] Points of both sides as they stand."""
    game = s.game
    lines: Lines = []
    last = game.rules.game_turns
    for i, name in enumerate("ABC"):
        if s.goals[i]:
            points, rate = GOALS[name]
            early = last - s.goals[i]
            lines.append(
                (
                    ISRAEL,
                    points + rate * early,
                    f"[21.1] goal {name} on Game-Turn {s.goals[i]}: {points} + {early} x {rate}",
                )
            )
    for h in held_cities(s):
        lines.append((ARAB, CITY, f"[21.2] goal D: the City in {game.hex_name(h)} is destroyed and held"))
    fallen = (game.settlements & s.destroyed).bit_count()
    if fallen:
        lines.append((ARAB, SETTLEMENT * fallen, f"[21.2] goal E: {fallen} Fortified Settlements destroyed"))
    lost = s.lost_strength(game.of_side[ISRAEL])
    if lost:
        lines.append((ARAB, PER_POINT * lost, f"[21.2] goal F: {lost} Israeli Strength Points destroyed"))
    return lines


def communicating(s: SinaiState, side: str) -> int:
    """[25.71] Units in supply, or linked to one that is by hexes held or covered by uncontested zones."""
    game = s.game
    units = s.units_of(side) & game.combat_units
    chain = held(s, side) | uncontested(s, side)
    linked = flood(game.map.grid, s.occupied(fed(s, units)), chain)
    return sum(1 << u for u in bits(units) if linked >> s.loc[u] & 1)


def uncontested(s: SinaiState, side: str) -> int:
    """[25.71] The side's zones that no enemy zone or unit overlaps."""
    enemy = other(side)
    works = s.game.bar_lev & ~s.destroyed if enemy == ISRAEL else 0  # [25.23] like units
    return zone(s, side) & ~zone(s, enemy) & ~s.hexes_of(enemy) & ~works


def start_land(s: SinaiState, side: str) -> int:
    """[25.71] The land a side held at the start (ruling SN-42)."""
    game = s.game
    return (game.israel_land if side == ISRAEL else game.arab_land) & game.land


def captured(s: SinaiState, side: str) -> int:
    """[25.71] Enemy hexes occupied by communicating units, covered by their uncontested zones, or cut off by them from
    every enemy supply source (ruling SN-80)."""
    game = s.game
    enemy = other(side)
    target = start_land(s, enemy)
    units = communicating(s, side)
    mine = s.occupied(units) & target
    field = s.copy()
    for u in bits(s.units_of(side) & ~units):
        field.loc[u] = 0
    mine |= uncontested(field, side) & target
    fronts = ("egypt", "syria", "jordan")
    sources = cities(s) if enemy == ISRAEL else sum(game.home_edge[f] for f in fronts)
    before = flood(game.map.grid, sources & target, target)
    after = flood(game.map.grid, sources & target & ~mine, target & ~mine)
    return mine | (before & ~after)


def unit_points(s: SinaiState) -> Lines:
    """[25.71, 26.92] Units eliminated and Air Strike markers lost."""
    game = s.game
    israelis = len(s.eliminated(game.of_side[ISRAEL]))
    arabs = len(s.eliminated(game.of_side[ARAB]))
    return [
        (ARAB, 2 * israelis, f"[25.71] {israelis} Israeli units eliminated"),
        (ARAB, 2 * s.strike_losses, f"[25.71] {s.strike_losses} Air Strike markers lost for ten Game-Turns"),
        (ISRAEL, arabs, f"[25.71] {arabs} Arab units eliminated"),
    ]


def territory_points(s: SinaiState) -> Lines:
    """[25.71, 25.95] Captured hexes: two points each for Israel, five for the Arabs."""
    game = s.game
    ours, theirs = captured(s, ISRAEL), captured(s, ARAB)
    lines: Lines = []
    if s.amman_taken:
        ours = (ours & ~game.home["jordan"]) | s.front
        lines.append((ISRAEL, 10, "[25.95] an Israeli brigade reached Amman"))
    lines.append((ISRAEL, 2 * ours.bit_count(), f"[25.71] {ours.bit_count()} hexes captured"))
    lines.append((ARAB, 5 * theirs.bit_count(), f"[25.71] {theirs.bit_count()} hexes captured"))
    return lines


def points_1973(s: SinaiState) -> Lines:
    return unit_points(s) + territory_points(s)


def remove_lost_units(s: SinaiState) -> None:
    """[25.71] At the end of the game units out of communication are removed and count as eliminated."""
    on_map = s.units_of(ISRAEL) | s.units_of(ARAB)
    linked = communicating(s, ISRAEL) | communicating(s, ARAB)  # both sides are judged before anybody is removed
    for u in bits(on_map & s.game.combat_units & ~linked):
        s.eliminate(u, "25.71")


def goals_race(s: SinaiState) -> Lines:
    """[26.92, 26.93, 26.93b] Units as in 1973, and territorial goals."""
    sets = s.game.map.sets
    arabs = s.hexes_of(ARAB)

    def israel_last(name: str) -> bool:
        return not sets[name] & ~s.israeli_last

    lines = unit_points(s)
    if israel_last("bar_lev"):
        lines.append((ISRAEL, 10, "[26.93] A: all the Bar Lev hexes of 1973"))
    if israel_last("canal_west_bank"):
        lines.append((ISRAEL, 20, "[26.93] B: the west side of the Canal"))
    else:
        lines += [
            (ISRAEL, 5, f"[26.93] {t}")
            for t, n in (("C: Port Said", "goal_C_port_said"), ("D: Suez", "goal_D_suez"))
            if israel_last(n)
        ]
    if s.amman_taken or sets["amman_adjacent"] & s.israeli_last:
        lines.append((ISRAEL, 10, "[26.93] E: a hex adjacent to Amman"))  # [ruling SN-50]
    for text, hexes, points in (
        ("F: West Bank", sets["west_bank"] if s.jordan_at_war else -1, 10),  # [21.1, ruling SN-76] as goal C of 1967
        ("G: Syria", s.game.home["syria"], 5),  # [24.1, ruling SN-103] without the Golan
        ("H: Egypt north of 0533", sets["goal_H_egypt_north"], 15),
    ):
        if not arabs & hexes:
            lines.append((ISRAEL, points, f"[26.93] {text} cleared of Arab units"))
    arab_goals = (
        ("J: Old Jerusalem", "goal_J_old_jerusalem", 15),
        ("K: New Jerusalem", "goal_K_new_jerusalem", 15),
        ("L: Haifa", "goal_L_haifa", 10),
        ("M: Tel Aviv", "goal_M_tel_aviv", 15),
        ("N: Eilat", "goal_N_eilat", 10),
    )
    for text, name, points in arab_goals:
        if not sets[name] & s.israeli_last:
            lines.append((ARAB, points, f"[26.93b] {text}"))
    inside = sum(1 << u for u in bits(s.units_of(ARAB)) if sets["israel_1967"] >> s.loc[u] & 1)
    if fed(s, inside):
        lines.append((ARAB, 5, "[26.93b] P: a supplied Arab unit in pre-1967 Israel"))
    return lines


POINTS: dict[str, Callable[[SinaiState], Lines]] = {
    "goals_1967": goal_points,
    "goals_1956": goal_points,
    "points_1973": points_1973,
    "goals_race": goals_race,
}


def score(s: SinaiState) -> Lines:
    """The points of both sides as the position stands."""
    return POINTS[s.game.rules.victory](s)


def totals(s: SinaiState) -> dict[str, float]:
    """[21.0] The sum of either side's points."""
    lines = score(s)
    return {side: sum(p for x, p, _ in lines if x == side) for side in (ISRAEL, ARAB)}


def net(s: SinaiState) -> int:
    """[21.42, 25.72] Israeli points minus Arab points."""
    return sum(points if side == ISRAEL else -points for side, points, _ in score(s))


def level(s: SinaiState, points: int) -> str:
    """[21.42, 22.7, 23.71, 25.72, 26.94] The level of victory for a net score."""
    rules = s.game.rules
    shift = rules.level_adjust + (0 if s.jordan_at_war else rules.level_adjust_jordan_out)
    return next(name for name, least in rules.levels if points >= least + shift or least == rules.levels[-1][1])


def finish(s: SinaiState, why: str) -> None:
    """[4.3, 21.34, 25.62] Count the points and end the game."""
    if s.game.rules.ceasefire:
        remove_lost_units(s)
    lines = score(s)
    total = {side: sum(p for x, p, _ in lines if x == side) for side in (ISRAEL, ARAB)}
    points = total[ISRAEL] - total[ARAB]
    name = level(s, points)
    winner = ISRAEL if "Israeli" in name else ARAB if "Arab" in name else None
    rule = s.game.rule_of["levels"]
    reasons = (why, *(f"{text} ({side} {p})" for side, p, text in lines if p), f"[{rule}] net {points}: {name}")
    s.finish(Outcome(winner, name, tuple(total.items()), reasons))


def tracks(s: SinaiState) -> list[dict[str, Any]]:
    """Counters beside the map."""
    game = s.game
    lines = score(s)
    found: list[dict[str, Any]] = [
        {
            "id": f"points-{side}",
            "name": f"{side.capitalize()} Victory Points",
            "value": sum(p for x, p, _ in lines if x == side),
        }
        for side in (ISRAEL, ARAB)
    ]
    if game.rules.command_control != "none":
        found.append(
            {"id": "egypt-lost", "name": "Egyptian Strength lost", "value": s.lost_strength(game.of_front["egypt"])}
        )
    if game.rules.air_strikes:
        found.append(
            {
                "id": "strikes",
                "name": "Air Strike markers",
                "value": game.rules.air_strikes - len(s.strikes_away),
                "max": game.rules.air_strikes,
            }
        )
    if game.rules.jordan_entry != "unused":
        found.append({"id": "jordan", "name": "Jordan at war", "value": int(s.jordan_at_war), "max": 1})
    return found
