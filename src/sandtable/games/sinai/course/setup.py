"""[20.0, 22.23, 23.52, 25.81, 26.31] Setting up: printed hexes, schedules, and free deployment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.core import END, Action, Choice, Pick, Refusal, Step, Units, bits, refuse, say

from ..movement.stacking import fits
from ..politics.garrison import note_garrisons, west_bank_brigades
from ..politics.jordan import enters_by_itself
from ..state import ARAB, ISRAEL, SinaiState
from ..terms import no_such_hex
from .calendar import schedule
from .sequence import GameTurn


def set_up(s: SinaiState) -> None:
    """[20.0] Place what the scenario places, then let the players deploy the rest, the Arab Player first."""
    game = s.game
    free = dict.fromkeys(game.sides, 0)
    for u in range(len(game.roster)):
        side = game.side_of[u]
        kind = game.rules.setup_israel if side == ISRAEL else game.rules.setup_arab
        if PLACE[kind](s, u):
            free[side] |= 1 << u
    deploy = [Deploy(side, free[side]) for side in (ARAB, ISRAEL) if free[side]]
    s.then(*deploy, Opened(), GameTurn())


@dataclass(frozen=True, slots=True)
class Opened(Step[SinaiState]):
    """[10.15, 21.1, 25.32] When all units stand: the Supply unit's trail begins, and who holds what is noted."""

    def run(self, s: SinaiState) -> None:
        game = s.game
        if s.units_of(ISRAEL) & ~game.combat_units:
            s.trail = (s.loc[game.supply_unit],)
        s.israeli_last = game.israel_land | s.hexes_of(ISRAEL)
        s.israeli_last &= ~s.hexes_of(ARAB)
        s.keepers = west_bank_brigades(s)
        note_garrisons(s, ISRAEL)
        enters_by_itself(s)


def _printed(s: SinaiState, u: int) -> bool:
    """[20.1, 23.8] On its printed hex; reinforcements wait. Iraqis of an early arrival start free in Jordan [22.64]."""
    game = s.game
    factors = game.roster[u].factors
    if factors.get("arrives"):
        if not game.rules.iraqi_turn:
            return True
        s.loc[u] = game.TO_COME
    else:
        s.loc[u] = game.hex(factors["hex"])
    return False


def _free_country(s: SinaiState, u: int) -> bool:
    """[22.23, 23.52] Anywhere in the country where it normally starts; reinforcements still wait."""
    game = s.game
    if game.roster[u].factors.get("arrives") and game.rules.iraqi_turn:
        s.loc[u] = game.TO_COME
        return False
    return True


def _mobilization_1967(s: SinaiState, u: int) -> bool:
    """[20.2, 22.52] At-start units are free in Israel; the others lie face-down on their hexes, the Supply unit anywhere."""
    game = s.game
    factors = game.roster[u].factors
    if factors["mobilizes"]:
        s.dormant |= 1 << u
    if "mobilization_hex" in factors:
        s.loc[u] = game.hex(factors["mobilization_hex"])
        return False
    return True


def _schedule_1973(s: SinaiState, u: int) -> bool:
    """[25.84, 25.85, 25.86, 25.87] At-start units on their hexes or anywhere in their zone; the others come by schedule."""
    game = s.game
    unit = game.roster[u]
    if unit.factors.get("force") == "reserve":
        s.loc[u] = game.RESERVE
    elif schedule(game, u) > (0, 0):
        s.loc[u] = game.TO_COME
    elif "hex" in unit.factors:
        s.loc[u] = game.hex(unit.factors["hex"])
    else:
        return True
    return False


def _schedule_mid_1970s(s: SinaiState, u: int) -> bool:
    """[26.12] The same, with SAM units anywhere in their country."""
    return True if s.game.sam >> u & 1 else _schedule_1973(s, u)


def _schedule_race(s: SinaiState, u: int) -> bool:
    """[26.62, 26.82] The schedule of 1973, but units that would start in the Sinai or the West Bank are free in Israel."""
    game = s.game
    left = _schedule_1973(s, u)
    if s.loc[u] > 0 and not game.israel_land >> s.loc[u] & 1:
        s.loc[u] = 0
        return True
    return left


def _free_all(s: SinaiState, u: int) -> bool:
    """[26.31, 26.32, 26.51] Everybody starts on the map, the Egyptian reserve too (ruling SN-87), except the great powers."""
    game = s.game
    if game.roster[u].factors.get("force") != "superpowers":
        return True
    s.loc[u] = game.TO_COME
    return False


PLACE = {
    "printed": _printed,
    "free_country": _free_country,
    "mobilization_1967": _mobilization_1967,
    "schedule_1973": _schedule_1973,
    "schedule_mid_1970s": _schedule_mid_1970s,
    "schedule_race": _schedule_race,
    "free_all": _free_all,
}


def zone_of(s: SinaiState, u: int) -> int:
    """[22.23, 23.52, 25.85, 26.12, 26.31, 26.61] The hexes in which the player may deploy the unit."""
    game = s.game
    factors = game.roster[u].factors
    kind = game.rules.setup_israel if game.side_of[u] == ISRAEL else game.rules.setup_arab
    if "zone_free" in factors:
        hexes = game.map.sets[factors["zone_free"]]
    elif kind == "schedule_1973" and "zone" in factors:
        hexes = game.map.sets[factors["zone"]]
    else:
        hexes = game.home[game.front[u]]
        hexes &= ~game.demilitarized  # [26.61]
        if game.sam >> u & 1:
            hexes &= ~border_hexes(s, game.front[u])
    walks = game.side_of[u] in game.rules.mech_as_infantry or not game.mechanized >> u & 1  # [24.32]
    ground = game.ground(game.side_of[u], walks, True).enterable
    enemy = game.israel_land if game.side_of[u] == ARAB else game.arab_land
    return hexes & ground & ~enemy


def border_hexes(s: SinaiState, front: str) -> int:
    """[26.12] Hexes with a side on a border of the country, whichever country lies beyond; the Canal is the border where
    Israel holds the Sinai (ruling SN-64)."""
    game = s.game
    abroad = (game.israel_land | game.arab_land | game.never) & ~game.home[front]
    return game.home[front] & game.map.grid.spread(abroad)


def default_hex(s: SinaiState, u: int) -> int:
    """A sensible place: the printed or suggested hex, else the nearest open one with room."""
    game = s.game
    factors = game.roster[u].factors
    wish = factors.get("default") or factors.get("hex")
    zone = zone_of(s, u)
    h = game.hex(wish) if wish else next(bits(zone))
    distance = game.map.grid.distance
    return next(x for x in sorted(bits(zone), key=lambda x: (distance(h, x), x)) if fits(s, (u,), x) is None)


@dataclass(frozen=True, slots=True)
class Deploy(Choice[SinaiState]):
    """[22.23, 23.52, 25.85, 26.31] A player deploys his units one by one, or all the rest in the default way."""

    side: str
    units: Units

    rule = "20.0"
    verbs = ("default", "place")

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        left = self.units.bit_count()
        return say(
            "Place {unit}, or let all {left} that wait be placed as suggested [20.0].",
            unit=s.game.name_of(self.next(s)),
            left=left,
        )

    def next(self, s: SinaiState) -> int:
        """Units are offered in the order of the roster, the most restricted first."""
        return min(bits(self.units), key=lambda u: ("zone_free" not in s.game.roster[u].factors, u))

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("default")
        u = self.next(s)
        for h in bits(zone_of(s, u)):
            if self._fits(s, u, h) is None:
                yield Action("place", (s.game.roster.names[u], s.game.map.grid.names[h]))

    def _fits(self, s: SinaiState, u: int, h: int) -> Refusal | None:
        return fits(s, (u,), h) or self._leaves_room(s, u, h)

    def _leaves_room(self, s: SinaiState, u: int, h: int) -> Refusal | None:
        """Do not take the last places of units that may stand nowhere else (22.23, 23.52)."""
        game = s.game
        if "zone_free" in game.roster[u].factors:
            return None
        for v in bits(self.units):
            zone = game.roster[v].factors.get("zone_free")
            if zone and game.map.sets[zone] >> h & 1:
                return refuse("22.23", "Place {unit} first, which may stand nowhere else.", unit=game.name_of(v))
        return None

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        if pick(6) == 0:
            return Action("default")
        u = self.next(s)
        zone = list(bits(zone_of(s, u)))
        for _ in range(6):
            h = zone[pick(len(zone))]
            if self._fits(s, u, h) is None:
                return Action("place", (s.game.roster.names[u], s.game.map.grid.names[h]))
        return Action("default")

    def words(self, s: SinaiState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        if not prefix:
            return self.verbs
        if prefix[0] != "place":
            return (END,) if prefix == ("default",) else ()
        u = self.next(s)
        if len(prefix) == 1:
            return (s.game.roster.names[u],)
        names = s.game.map.grid.names
        places = tuple(names[h] for h in bits(zone_of(s, u)) if self._fits(s, u, h) is None)
        return places if len(prefix) == 2 else (END,)

    def spelled(self, s: SinaiState, words: tuple[str, ...]) -> Action:
        a = Action(words[0], words[1:])
        if self.check(s, a) is not None:
            raise ValueError(f"no option is spelled {' '.join(words)!r}")
        return a

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        game, p = s.game, s.game.parts(a)
        if a.verb == "default" and not a.args:
            return None
        if a.verb != "place" or len(a.args) != 2 or len(p.units) != 1:
            return self.not_now(s, a)
        u, unit = p.unit, game.name_of(p.unit)
        if not self.units >> u & 1:
            return refuse("20.0", "{unit} is not yours to deploy now.", unit=unit)
        if not len(p.path) == len(p.hexes) == 1:
            return no_such_hex(a.args[1])
        if not zone_of(s, u) >> p.to & 1:
            setup = "setup_israel" if self.side == ISRAEL else "setup_arab"
            cited = "26.12" if game.sam >> u & 1 else game.rule_of[setup]
            return refuse(cited, "{unit} may not set up in {hex}.", unit=unit, hex=game.hex_name(p.to))
        return self._fits(s, u, p.to)

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "default":
            return say("Deploy all the rest as suggested")
        p = s.game.parts(a)
        return say("Place {unit} in {hex}", unit=s.game.name_of(p.unit), hex=s.game.hex_name(p.to))

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "place":
            p = s.game.parts(a)
            s.loc[p.unit] = p.to
            if rest := self.units & ~(1 << p.unit):
                s.then(replace(self, units=rest))
            return
        for u in sorted(bits(self.units), key=lambda u: ("zone_free" not in s.game.roster[u].factors, u)):
            s.loc[u] = default_hex(s, u)
