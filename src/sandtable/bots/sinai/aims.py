"""What each side wants in each era: sets of hexes to go to, with the weight of a step towards them."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.core import bits
from sandtable.games.sinai.land.territory import border_open
from sandtable.games.sinai.politics.nations import ceased
from sandtable.games.sinai.state import ARAB, ISRAEL, SinaiState

from . import weights as w

ENDLESS = 80.0
"""Strength at which an aim without a limit seems CROWD farther away."""


SHARM = "goal_A_1956_sharm"
"""[23.19] Where the unit starts that Israel must eliminate in 1956."""
NORTHERN_PASSES = ("0623", "0626")
"""[23.19] The hexes of goal A that can help each other; 0831 lies apart from them."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Hexes worth going to, and the Strength that is enough for them. A `capped` aim wants no more than that; a `first` one
    chooses its units before all others; `race` aims are the Canal's; a `kill` aim
    must be destroyed, not driven off; `front` is the only one that goes there, `units` are the only ones."""

    hexes: int
    weight: float
    name: str
    need: float = ENDLESS
    capped: bool = False
    race: bool = False
    first: bool = False
    kill: bool = False
    front: str = ""
    units: int = -1


def aims_of(s: SinaiState, side: str, bold: bool) -> list[Aim]:
    """The aims of a side as the position stands."""
    found = (ISRAELI if side == ISRAEL else ARABS)[s.game.rules.victory](s, bold)
    found = [aim for aim in found if aim.hexes]
    enemies = s.hexes_of(ARAB if side == ISRAEL else ISRAEL)
    return found or [Aim(enemies or s.game.land, 0.5, "the enemy")]


def strength_in(s: SinaiState, side: str, hexes: int) -> int:
    """Printed Strength of a side in these hexes."""
    return sum(s.game.strength[u] for u in s.game.side_units[side] if s.loc[u] > 0 and hexes >> s.loc[u] & 1)


# Israel -------------------------------------------------------------------------------------------------------
def _goals_1967(s: SinaiState, bold: bool) -> list[Aim]:
    """[21.1] A: the three crossings; B: Syria; C: the West Bank, and being ready for Jordan; intruders."""
    game, sets, arabs = s.game, s.game.map.sets, s.hexes_of(ARAB)
    found = []
    if not s.goals[0]:
        missing = game.crossing_points & ~s.israeli_last
        found += [Aim(1 << h, 1.4, f"goal A, the crossing at {game.hex_name(h)}", race=True) for h in bits(missing)]
    elif game.rules.goal_stop != "at_once":  # [22.33] what is reached can be lost again
        found += [
            Aim(1 << h, 1.0, f"holding the crossing at {game.hex_name(h)}", need=14.0, capped=True)
            for h in bits(game.crossing_points)
        ]
    if not s.goals[1]:
        found.append(Aim(arabs & sets["syria_all"], 1.0, "goal B, Syria"))
    found.append(_west_bank(s))
    found.append(Aim(arabs & game.israel_land, 1.0, "the intruders"))
    return found


def _west_bank(s: SinaiState) -> Aim:
    """[13.0, 21.1] Goal C, or the border while Jordan may still come."""
    arabs = s.hexes_of(ARAB) & s.game.map.sets["west_bank"]
    if border_open(s):
        return Aim(0 if s.goals[2] else arabs, 1.0, "goal C, the West Bank")
    waiting = s.turn <= 4 and s.game.rules.jordan_entry != "unused"
    return Aim(arabs if waiting else 0, 0.8, "the border, ready for Jordan")


def _goals_1956(s: SinaiState, bold: bool) -> list[Aim]:
    """[23.19, 23.7] A: the three passes and the garrison of Sharm-el-Sheik; C with Jordan."""
    game, sets = s.game, s.game.map.sets
    found = []
    if not s.goals[0]:
        garrison = next(u for u in game.side_units[ARAB] if game.roster[u].factors.get("zone_free") == SHARM)
        where = 1 << s.loc[garrison] if s.loc[garrison] > 0 else 0
        sharm = "goal A, the garrison of Sharm-el-Sheik"
        found.append(Aim(where, 1.4, sharm, need=7.0, capped=True, first=True, kill=True))
        enough = w.PASS if game.rules.jordan_entry == "unused" else w.PASS_WITH_JORDAN
        for h in sorted(bits(sets["goal_A_1956"] & ~s.israeli_last)):
            name = f"goal A, the pass at {game.hex_name(h)}"
            need = enough + w.AGAINST * strength_in(s, ARAB, 1 << h | game.adjacent[h])
            found.append(Aim(1 << h, 1.4, name, need=need, capped=True, first=True, race=True))
    found.append(_west_bank(s))
    intruders = s.occupied(sum(1 << u for u in game.side_units[ARAB] if s.loc[u] > 0 and not ceased(s, u)))
    chase = w.CHASE if border_open(s) and not s.goals[2] else 1.0
    found.append(Aim(intruders & game.israel_land, chase, "the intruders"))
    return found


def _land_1973(s: SinaiState, bold: bool) -> list[Aim]:
    """[25.71] Throw the enemy out, Syria first; then take land, over the Canal too when the time is ripe."""
    game, sets, arabs = s.game, s.game.map.sets, s.hexes_of(ARAB)
    north = sets["syria_all"] | game.map.grid.spread(game.map.grid.spread(sets["golan"])) & game.israel_land
    intruders, home = arabs & game.sinai, arabs & game.israel_land & ~game.sinai & ~north & ~sets["west_bank"]
    found = [
        Aim(home, 1.3, "the intruders in Israel", 1.5 * strength_in(s, ARAB, home) + 5.0, True),
        Aim(intruders, 1.0, "the Egyptians in the Sinai", max(1.2 * strength_in(s, ARAB, game.sinai), 30.0), True),
        Aim(arabs & north, 1.0, "the Syrians", 2.0 * strength_in(s, ARAB, north) + 10.0, True),
    ]
    if not arabs & north:
        found.append(Aim(game.home["syria"] & game.land, 0.6, "Syrian land", 25.0, True))
    if border_open(s) and not s.amman_taken:
        jordan = game.home["jordan"] | sets["west_bank"]
        found.append(Aim(arabs & jordan, 1.0, "the Jordanians", 1.5 * strength_in(s, ARAB, jordan), True))
    if game.rules.amman and border_open(s) and not s.amman_taken:
        found.append(Aim(sets["amman_adjacent"], 0.8, "the gates of Amman", 30.0, True))
    if bold:
        found.append(Aim(arabs & game.egypt_west, 0.8, "the west bank of the Canal"))
    elif not intruders:
        found.append(Aim(sets["canal_east_bank"], 0.8, "the Canal line"))
    return found


def _goals_race(s: SinaiState, bold: bool) -> list[Aim]:
    """[26.93] The Bar Lev hexes, the West Bank, Syria, Egypt north of 0533, Amman, and nobody in Israel."""
    game, sets, arabs = s.game, s.game.map.sets, s.hexes_of(ARAB)
    found = [
        Aim(1 << h, 1.2, f"goal A, the Canal at {game.hex_name(h)}", 14.0, True)
        for h in bits(sets["bar_lev"] & ~s.israeli_last)
    ]
    north = arabs & sets["syria_all"]
    egypt = sets["goal_H_egypt_north"]
    found.append(Aim(arabs & game.israel_land, 1.2, "the intruders"))
    found.append(Aim(north, 1.0, "goal G, Syria", 2.0 * strength_in(s, ARAB, north), True))
    if border_open(s):
        bank = arabs & sets["west_bank"]
        found.append(Aim(bank, 1.0, "goal F, the West Bank", 1.6 * strength_in(s, ARAB, bank) + 10.0, True))
        if game.rules.amman and not s.amman_taken:
            found.append(Aim(sets["amman_adjacent"], 0.8, "goal E, Amman", 30.0, True))
    found.append(Aim(arabs & egypt, 0.9, "goal H, the Egyptians north of 0533"))
    return found


ISRAELI = {
    "goals_1967": _goals_1967,
    "goals_1956": _goals_1956,
    "points_1973": _land_1973,
    "goals_race": _goals_race,
}


# the Arabs ----------------------------------------------------------------------------------------------------
def _hold_1967(s: SinaiState, bold: bool) -> list[Aim]:
    """[21.2] Every turn at the crossings counts."""
    return [Aim(s.game.crossing_points, 1.0, "the crossings")]


def _hold_1956(s: SinaiState, bold: bool) -> list[Aim]:
    """[23.19] Israel needs every pass, so that holding some is enough: those that lie near to each other."""
    return [Aim(sum(1 << s.game.hex(name) for name in NORTHERN_PASSES), 1.0, "the northern passes")]


def _take_land(s: SinaiState, bold: bool) -> list[Aim]:
    """[25.71] Land that no Arab unit covers yet, each front before its own."""
    game, grid = s.game, s.game.map.grid
    covered = grid.spread(s.hexes_of(ARAB)) | s.hexes_of(ARAB)
    ways = game.map.terrain["clear"] | game.map.on_path["road"] | game.map.on_path["track"]
    land = game.israel_land & ~game.never & ways & ~covered
    north, east = game.map.sets["golan"], game.map.sets["west_bank"]
    rest = land & ~game.sinai
    found = [Aim(land & game.sinai or rest, 0.3, "open land in the Sinai", front="egypt")]
    found.append(Aim(land & north or rest, 0.3, "open land on the Golan", front="syria"))
    if s.jordan_at_war:
        found.append(Aim(land & east or rest, 0.3, "open land in the West Bank", front="jordan"))
    return found


def _cities_race(s: SinaiState, bold: bool) -> list[Aim]:
    """[26.93b] Jerusalem, Tel Aviv, Haifa and Eilat, and a foot in Israel."""
    sets = s.game.map.sets
    prizes = (
        ("Old Jerusalem", "goal_J_old_jerusalem", 1.0),
        ("New Jerusalem", "goal_K_new_jerusalem", 1.0),
        ("Tel Aviv", "goal_M_tel_aviv", 0.9),
        ("Haifa", "goal_L_haifa", 0.8),
        ("Eilat", "goal_N_eilat", 1.0),
    )
    return [Aim(sets[name] & s.israeli_last, weight, text) for text, name, weight in prizes]


ARABS = {
    "goals_1967": _hold_1967,
    "goals_1956": _hold_1956,
    "points_1973": _take_land,
    "goals_race": _cities_race,
}
