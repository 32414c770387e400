"""[21.0, 23.7, 25.7, 26.9] Victory: goals, points and levels."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core import Outcome, bits, fact, flood, reason, say
from sandtable.core.facts import TrackFacts

from ..movement.zones import held, zone
from ..state import ARAB, ISRAEL, SinaiState, other
from ..supply.israel import cities
from ..supply.judgement import fed
from ..terms import SIDES

GOALS = {"A": (15, 5), "B": (5, 1), "C": (10, 2)}
"""[21.1] Points for an Israeli goal, and for every Game-Turn before the last on which it is reached."""
CITY, SETTLEMENT, PER_POINT = 10, 2, 1
"""[21.2] Arab goals D, E and F."""
LOST_MARKERS = "{n} Air Strike {n#marker|markers} lost for ten Game-Turns"
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
                s.tell("21.1", "Israel reaches goal {goal}.", goal=name, about="score")
        elif goals[i]:
            goals[i] = 0
            s.tell("21.1", "Israel loses goal {goal} again.", goal=name, about="score")
    s.goals = tuple(goals)


def nothing_left(s: SinaiState, side: str) -> bool:
    """[21.34, 13.1] All goals are reached that can still be reached, and no Syrian unit is left that could act: the Arab
    Player has nothing left to do. `side` has just finished its Player-Turn."""
    game, rules = s.game, s.game.rules
    if rules.goal_stop != "at_once" or s.units_of(ARAB) & game.of_front["syria"]:
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
            text = "Goal {goal} on Game-Turn {turn}: {points} + {early} x {rate}"
            why = reason("21.1", text, goal=name, turn=s.goals[i], points=points, early=early, rate=rate)
            lines.append((ISRAEL, points + rate * early, why))
    for h in held_cities(s):
        why = reason("21.2", "Goal D: the City in {hex} is destroyed and held", hex=game.hex_name(h))
        lines.append((ARAB, CITY, why))
    if fallen := (game.settlements & s.destroyed).bit_count():
        why = reason("21.2", "Goal E: {n} Fortified {n#Settlement|Settlements} destroyed", n=fallen)
        lines.append((ARAB, SETTLEMENT * fallen, why))
    if lost := s.lost_strength(game.of_side[ISRAEL]):
        why = reason("21.2", "Goal F: {n} Israeli Strength {n#Point|Points} destroyed", n=lost)
        lines.append((ARAB, PER_POINT * lost, why))
    return lines


def communicating(s: SinaiState, side: str) -> int:
    """[25.71] Units in supply, or linked to one that is by hexes held or covered by uncontested zones."""
    units = s.units_of(side)
    chain = held(s, side) | uncontested(s, side)
    return s.within(units, flood(s.game.map.grid, s.occupied(fed(s, units)), chain))


def uncontested(s: SinaiState, side: str) -> int:
    """[25.71] The side's zones that no enemy zone or unit overlaps."""
    enemy = other(side)
    works = s.game.bar_lev & ~s.destroyed  # [25.23] like units, of Israel, which holds these hexes anyway
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
        (ARAB, 2 * israelis, reason("25.71", "{n} Israeli {n#unit|units} eliminated", n=israelis)),
        (ARAB, 2 * s.strike_losses, reason("25.71", LOST_MARKERS, n=s.strike_losses)),
        (ISRAEL, arabs, reason("25.71", "{n} Arab {n#unit|units} eliminated", n=arabs)),
    ]


def territory_points(s: SinaiState) -> Lines:
    """[25.71, 25.95] Captured hexes: two points each for Israel, five for the Arabs."""
    game = s.game
    ours, theirs = captured(s, ISRAEL), captured(s, ARAB)
    lines: Lines = []
    if s.amman_taken:
        ours = (ours & ~game.home["jordan"]) | s.front
        lines.append((ISRAEL, 10, reason("25.95", "An Israeli brigade reached Amman")))
    for side, rate, hexes in ((ISRAEL, 2, ours.bit_count()), (ARAB, 5, theirs.bit_count())):
        lines.append((side, rate * hexes, reason("25.71", "{n} {n#hex|hexes} captured", n=hexes)))
    return lines


def points_1973(s: SinaiState) -> Lines:
    return unit_points(s) + territory_points(s)


def remove_lost_units(s: SinaiState) -> None:
    """[25.71] At the end of the game units out of communication are removed and count as eliminated."""
    on_map = s.units_of(ISRAEL) | s.units_of(ARAB)
    linked = communicating(s, ISRAEL) | communicating(s, ARAB)  # both sides are judged before anybody is removed
    for u in bits(on_map & ~linked):
        s.eliminate(u, "25.71", "{unit} in {hex} is out of communication and counts as eliminated.")


ISRAELI_GOALS: tuple[tuple[str, str, int], ...] = (
    ("bar_lev", "A: all the Bar Lev hexes of 1973", 10),
    ("canal_west_bank", "B: the west side of the Canal", 20),
    ("goal_C_port_said", "C: Port Said", 5),
    ("goal_D_suez", "D: Suez", 5),
)
"""[26.93] Hexes that Israel must be the last to pass or occupy; C and D count only without B."""
ARAB_GOALS: tuple[tuple[str, str, int], ...] = (
    ("goal_J_old_jerusalem", "J: Old Jerusalem", 15),
    ("goal_K_new_jerusalem", "K: New Jerusalem", 15),
    ("goal_L_haifa", "L: Haifa", 10),
    ("goal_M_tel_aviv", "M: Tel Aviv", 15),
    ("goal_N_eilat", "N: Eilat", 10),
)
"""[26.93b] Hexes that the Arabs must be the last to pass or occupy."""


def goals_race(s: SinaiState) -> Lines:
    """[26.92, 26.93, 26.93b] Units as in 1973, and territorial goals."""
    sets, arabs = s.game.map.sets, s.hexes_of(ARAB)
    lines = unit_points(s)
    reached = {name for name, _, _ in ISRAELI_GOALS if not sets[name] & ~s.israeli_last}
    if "canal_west_bank" in reached:
        reached -= {"goal_C_port_said", "goal_D_suez"}
    lines += [
        (ISRAEL, points, reason("26.93", "{goal}", goal=text))
        for name, text, points in ISRAELI_GOALS
        if name in reached
    ]
    if s.amman_taken or sets["amman_adjacent"] & s.israeli_last:
        lines.append((ISRAEL, 10, reason("26.93", "E: a hex adjacent to Amman")))  # [ruling SN-50]
    for text, hexes, points in (
        ("F: West Bank", sets["west_bank"] if s.jordan_at_war else -1, 10),  # [21.1, ruling SN-76] as goal C of 1967
        ("G: Syria", s.game.home["syria"], 5),  # [24.1, ruling SN-103] without the Golan
        ("H: Egypt north of 0533", sets["goal_H_egypt_north"], 15),
    ):
        if not arabs & hexes:
            lines.append((ISRAEL, points, reason("26.93", "{goal} cleared of Arab units", goal=text)))
    for name, text, points in ARAB_GOALS:
        if not sets[name] & s.israeli_last:
            lines.append((ARAB, points, reason("26.93b", "{goal}", goal=text)))
    if fed(s, s.within(s.game.of_side[ARAB], sets["israel_1967"])):
        lines.append((ARAB, 5, reason("26.93b", "P: a supplied Arab unit in pre-1967 Israel")))
    return lines


POINTS: dict[str, Callable[[SinaiState], Lines]] = {
    "goals_1967": goal_points,
    "goals_1956": goal_points,
    "points_1973": points_1973,
    "goals_race": goals_race,
}


@fact
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
    return next((name for name, least in rules.levels if points >= least + shift), rules.levels[-1][0])


def finish(s: SinaiState, why: str) -> None:
    """[4.3, 21.34, 25.62] Count the points and end the game."""
    if s.game.rules.ceasefire:
        remove_lost_units(s)
    lines, total, points = score(s), totals(s), net(s)
    name = level(s, points)
    winner = ISRAEL if "Israeli" in name else ARAB if "Arab" in name else None
    rule = s.game.rule_of["levels"]
    items = tuple((text, side, p) for side, p, text in lines if p)
    told = (say("{text} ({side} {points})", text=text, side=SIDES[side], points=p) for text, side, p in items)
    reasons = (why, *told, reason(rule, "Net {points}: {level}", points=points, level=name))
    s.finish(Outcome(winner, name, tuple(total.items()), reasons, items))


def tracks(s: SinaiState) -> list[TrackFacts]:
    """Counters beside the map."""
    game, rules, points = s.game, s.game.rules, totals(s)
    names = {ISRAEL: say("Israeli Victory Points"), ARAB: say("Arab Victory Points")}
    found: list[TrackFacts] = [{"id": f"points-{x}", "name": names[x], "value": points[x]} for x in (ISRAEL, ARAB)]
    if rules.command_control != "none":
        lost = s.lost_strength(game.of_front["egypt"])
        found.append({"id": "egypt-lost", "name": say("Egyptian Strength lost"), "value": lost})
    if rules.air_strikes:
        left = rules.air_strikes - len(s.strikes_away)
        found.append({"id": "strikes", "name": say("Air Strike markers"), "value": left, "max": rules.air_strikes})
    if rules.jordan_entry != "unused":
        found.append({"id": "jordan", "name": say("Jordan at war"), "value": int(s.jordan_at_war), "max": 1})
    return found
