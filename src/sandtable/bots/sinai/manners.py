"""How a posture changes the tactician of Sinai: where a unit had better stand or not go, what to aim at, when to ask for
the ceasefire. The default manner changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sandtable.core import Action, Units, bits
from sandtable.games.sinai.course.victory import level, net, remove_lost_units
from sandtable.games.sinai.movement.allowance import on_foot
from sandtable.games.sinai.state import ARAB, ISRAEL, SinaiState

from . import weights as w
from .aims import Aim

if TYPE_CHECKING:
    from sandtable.games.sinai.movement.movement import Movement

    from .survey import Survey

FORBIDDEN = -99.0
FAR_OFF = 8
"""Hexes from the nearest enemy at which nothing threatens."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Comrades who will stand in a hex: their Strength and how many they are."""

    points: int
    units: int


class Manner:
    """The greedy anchor's."""

    pace: tuple[int, int] | None = None
    """Movement Points that an enemy zone and an enemy unit are taken to cost on the way; None: as usual."""
    sober = False
    """[25.71] Does it reckon that units out of communication are lost when the war ends?"""

    def harvests(self, look: Survey, frame: Movement) -> bool:
        """Is this the last word before the war may end? Then every unit goes where the score wants it."""
        return False

    def bold(self, look: Survey) -> bool | None:
        """May Israel cross the Canal? None: as usual."""
        return None

    def worth(self, look: Survey, u: int, h: int, stack: Stack, keep: float) -> float | None:
        """What it is worth to end in a hex with the comrades of `stack`, `keep` being how likely they stand there then; None:
        as usual."""
        return None

    def extra(self, look: Survey, u: int, h: int, crowd: int) -> float:
        """What it is worth beyond the usual to end in a hex with so many comrades."""
        return 0.0

    def errand(self, look: Survey, u: int) -> str:
        """Where the unit is going, in words."""
        return look.aim(u).name

    def urgency(self, look: Survey, u: int, usual: int) -> int:
        """Who moves first: usually the fast, who make room for those who come."""
        return usual

    def barred(self, look: Survey, u: int) -> int:
        """Hexes the unit does not enter."""
        return 0

    def no_overrun(self, look: Survey) -> int:
        """Hexes through which no Overrun leads."""
        return 0

    def drive_value(self, look: Survey, t: int, usual: float) -> float:
        """What driving the enemy off a hex is worth."""
        return usual

    def kill_value(self, look: Survey, t: int, usual: float) -> float:
        """What destroying the stack in a hex is worth beyond that."""
        return usual

    def price(self, look: Survey, force: list[int]) -> float:
        """[25.21] What the unit is worth that a Bar Lev hex may cost these attackers."""
        return w.PRICE

    def aims(self, look: Survey, found: list[Aim]) -> list[Aim]:
        """The aims of the side, weighed."""
        return found

    def standing(self, s: SinaiState) -> tuple[str, int]:
        """The level of victory and the net score, for Israel, if the war ended now."""
        if self.sober and s.game.rules.ceasefire:
            s = s.copy()
            remove_lost_units(s)
        points = net(s)
        return level(s, points), points

    def ceasefire(self, s: SinaiState) -> Action | None:
        """What to do when a ceasefire may be asked for; None: as usual."""
        return None

    def places(self, s: SinaiState, units: Units) -> dict[int, int]:
        """Where these units are set up; the others as suggested."""
        return {}


class Contain(Manner):
    """[25.61] 1973 Israel: nobody moves, advances or overruns over the Canal while a ceasefire would not do: a brigade
    over there lets the Arabs end the game when they like. A unit next to Amman does so too, and at once."""

    latest, enough, sober = 20, 60, True
    amman = 0
    """The net score from which the gates of Amman are worth that."""

    def bold(self, look: Survey) -> bool | None:
        return bool(look.s.turn >= self.latest or net(look.s) >= self.enough)

    def shunned(self, look: Survey) -> int:
        """Hexes that nobody enters."""
        s, game = look.s, look.game
        plan = look.elder or look
        hexes = 0 if plan.bold else int(game.egypt_west)
        if game.rules.amman and not s.amman_taken and net(plan.s) < self.amman:
            hexes |= int(game.map.sets["amman_adjacent"])
        return hexes

    def aims(self, look: Survey, found: list[Aim]) -> list[Aim]:
        return [aim for aim in found if aim.hexes & ~self.shunned(look)] or found

    def worth(self, look: Survey, u: int, h: int, stack: Stack, keep: float) -> float | None:
        return FORBIDDEN if self.shunned(look) >> h & 1 else None

    def barred(self, look: Survey, u: int) -> int:
        return self.shunned(look)

    def no_overrun(self, look: Survey) -> int:
        return self.shunned(look)


class Cross(Manner):
    """1973 Israel: over the Canal at once."""

    def bold(self, look: Survey) -> bool | None:
        return True


class Steady(Manner):
    """The Arabs without their blunders: [24.8] Jordan at peace stays where it is, and missiles never stand nearer to the
    enemy than the army they cover [25.11]."""

    sober = True

    def barred(self, look: Survey, u: int) -> int:
        game, s = look.game, look.s
        here = 1 << s.loc[u] if s.loc[u] > 0 else 0
        if game.front[u] == "jordan" and not s.jordan_at_war:
            return int(game.land) & ~here
        if game.sam >> u & 1:
            return int(game.land) & ~here & ~self.behind_the_army(look)
        return 0

    def behind_the_army(self, look: Survey) -> int:
        """Hexes with friends in them, those with a friend near who is no farther from the enemy, and those far from him."""
        game, s, spread = look.game, look.s, look.game.map.grid.spread
        army = sum({1 << s.loc[v] for v in game.side_units[ARAB] if s.loc[v] > 0 and not game.sam >> v & 1})
        good, seen, covered = army, int(look.enemies), 0
        for _ in range(FAR_OFF):
            ring = spread(seen) & ~seen
            seen |= ring
            covered |= spread(spread(spread(army & seen)))
            good |= ring & covered
        return int(good | int(game.land) & ~seen)


class Hunter(Steady):
    """[25.61] 1973 Arabs: the ceasefire is asked for whenever it may be and the Arabs are ahead by so much."""

    lead = 1

    def ceasefire(self, s: SinaiState) -> Action | None:
        ask = Action("ask")
        return ask if s.check(ask) is None and self.standing(s)[1] <= -self.lead else None


class Flood(Hunter):
    """1973 Arabs: land is worth five points a hex and a brigade one: the Egyptians spread over the Sinai whatever they
    risk, the missiles stay behind the Canal."""

    lead = 15
    risk, pull, land, block = 1.5, 0.6, 0.35, 0.3

    def worth(self, look: Survey, u: int, h: int, stack: Stack, keep: float) -> float | None:
        game = look.game
        if game.front[u] != "egypt" or game.sam >> u & 1:
            return None
        fresh = (1 << h | game.adjacent[h]) & game.land
        gained = (fresh & look.prize & ~look.hostile).bit_count() * look.rate
        likely = 0.4 + 0.6 * keep
        value = self.land * gained * likely - self.risk * (1.0 - likely)
        value -= self.pull * look.field(look.aim(u).hexes, False, u)[h]
        return float(value + self.block * (game.adjacent[h] & look.around_enemies & ~look.held).bit_count())


class Line(Hunter):
    """1973 Arabs: the east bank is held in a line, three brigades to a hex, under missiles that stay where they are."""

    lead = 10
    stay, behind = 20.0, 9.0

    def worth(self, look: Survey, u: int, h: int, stack: Stack, keep: float) -> float | None:
        game, s = look.game, look.s
        if game.sam >> u & 1:
            return FORBIDDEN if look.hostile >> h & 1 else float(h == s.loc[u])
        if game.front[u] != "egypt":
            return None
        line, here = int(game.map.sets["canal_east_bank"]), h == s.loc[u]
        if not (line | game.egypt_west) >> h & 1:
            return -60.0
        value = -0.4 * look.field(line, False, u)[h]
        if line >> h & 1:
            return float(value + 14.0 + (8.0, 8.0, 5.0, 0.0)[min(stack.units, 3)] - 3.0 * (1 - keep) + self.stay * here)
        if game.map.sets["canal_west_bank"] >> h & 1:
            value += self.behind / (1 + stack.units) + 2.0 * here
        return value


class Guard(Manner):
    """[18.1, 21.2] Israel in 1956 and 1967: a Fortified Settlement is two points; in 1956 goal A on turn 9 is a victory without
    such a loss, and a draw with it. Who could destroy one is driven off first, and somebody stands in it; the others are
    not held up by zones."""

    pace = 1, 4
    danger, reach = 6, 2
    """Enemy Strength within so many hexes that destroys an empty settlement."""

    def __init__(self, relief: float, watch: float, riders: int = 99) -> None:
        """What driving such enemies off is worth beyond the usual, what standing in the settlement is, and up to which turn
        vehicles do that too: later a rush at the settlements would keep them from the passes."""
        self.relief, self.watch, self.riders = relief, watch, riders

    def threatened(self, look: Survey) -> dict[int, tuple[int, int]]:
        """Settlements that may fall before long, with the enemy Strength near them."""
        memo = (look.elder or look).memo
        if "settlements" not in memo:
            game, s, found = look.game, look.s, {}
            for t in bits(game.settlements & ~s.destroyed):
                near = game.map.grid.within(t, self.reach)
                enemies = (v for v in game.side_units[look.enemy] if s.loc[v] > 0 and near >> s.loc[v] & 1)
                points = sum(game.strength[v] for v in enemies)
                if points >= self.danger:
                    found[t] = points, 0
            memo["settlements"] = found
        return memo["settlements"]

    def extra(self, look: Survey, u: int, h: int, crowd: int) -> float:
        if crowd or not look.game.strength[u] or (look.s.turn > self.riders and not on_foot(look.s, u)):
            return 0.0
        return self.watch if h in self.threatened(look) else 0.0

    def drive_value(self, look: Survey, t: int, usual: float) -> float:
        near = any(look.game.adjacent[x] >> t & 1 for x in self.threatened(look))
        return usual + self.relief if near and not look.forts >> t & 1 else usual


class Drive(Guard):
    """[21.1] 1967 Israel: the Canal above all. Who bars a road of the Sinai is driven off, elsewhere a fight is worth less
    than the way. Nobody ends alone where the enemy can bring up more than he has: every lost Strength Point is a point, and
    infantry on its trucks goes first where it should come last."""

    road, fights, on_trucks = 4.0, 0.5, 4.0

    def __init__(
        self,
        relief: float = 3.0,
        watch: float = 4.0,
        kills: float = 1.0,
        bank: float = 1.0,
        canal: float = 1.3,
        alone: float = 2.0,
    ) -> None:
        """Beside what the guard asks: what destroying a stack is worth, and the ways to the West Bank and to the Canal, next to
        the usual; what three Strength Points of vehicles alone lose where three times as many may come."""
        super().__init__(relief, watch)
        self.kills, self.bank, self.canal, self.alone = kills, bank, canal, alone

    def aims(self, look: Survey, found: list[Aim]) -> list[Aim]:
        weights = {"goal A": self.canal, "goal C": self.bank}
        return [replace(aim, weight=aim.weight * weights.get(aim.name[:6], 1.0)) for aim in found]

    def kill_value(self, look: Survey, t: int, usual: float) -> float:
        return self.kills * usual

    def drive_value(self, look: Survey, t: int, usual: float) -> float:
        game = look.game
        value = super().drive_value(look, t, usual if look.forts >> t & 1 else self.fights * usual)
        bars = look.racing and game.sinai & game.map.on_path["road"] & ~look.forts
        return value + self.road if bars and bars >> t & 1 else value

    def extra(self, look: Survey, u: int, h: int, crowd: int) -> float:
        game, s = look.game, look.s
        points, value = game.strength[u], super().extra(look, u, h, crowd)
        if not points or crowd or h == s.loc[u] or on_foot(s, u):
            return value
        danger = min(max((look.coming[h] - points) / (2 * points), 0.0), 1.0)
        return value - danger * (self.on_trucks if s.entrucked >> u & 1 else self.alone) * min(points, 6) / 3


class Taker(Manner):
    """[26.93] Goals of the Race are soon lost again, so the ceasefire is asked for as soon as it would be a victory, and until
    late not for a draw."""

    sober = True

    def ceasefire(self, s: SinaiState) -> Action | None:
        ask, side = Action("ask"), "Israeli" if s.actor == ISRAEL else "Arab"
        if s.check(ask) is None and side in self.standing(s)[0]:
            return ask
        return Action("decline") if s.turn <= w.DRAW_TURN else None


class Turtle(Manner):
    """Nobody stirs."""

    def barred(self, look: Survey, u: int) -> int:
        return int(look.game.land) & ~(1 << look.s.loc[u] if look.s.loc[u] > 0 else 0)


class Sleeper(Turtle):
    """Nobody stirs from turn 3 on."""

    def barred(self, look: Survey, u: int) -> int:
        return super().barred(look, u) if look.s.turn >= 3 else 0


class Rusher(Manner):
    """Everywhere nearer to the enemy, whatever the risk."""

    def worth(self, look: Survey, u: int, h: int, stack: Stack, keep: float) -> float | None:
        if look.game.sam >> u & 1 or u == look.game.supply_unit or look.s.loc[u] <= 0:
            return None
        near = min((look.game.map.grid.distance(h, t) for t in bits(look.enemies)), default=0)
        return -float(near)


class Emphasis(Manner):
    """Some aims weigh more than others, and fights count so much."""

    def __init__(self, fights: float = 1.0, **aims: float) -> None:
        self.fights, self.weights = fights, aims

    def aims(self, look: Survey, found: list[Aim]) -> list[Aim]:
        return [replace(aim, weight=aim.weight * self._factor(aim.name)) for aim in found]

    def _factor(self, name: str) -> float:
        return next((x for word, x in self.weights.items() if word.replace("_", " ") in name), 1.0)

    def drive_value(self, look: Survey, t: int, usual: float) -> float:
        return usual if look.forts >> t & 1 else self.fights * usual


USUAL = Manner()
