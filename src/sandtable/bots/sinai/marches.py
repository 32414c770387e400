"""Marches: the plan of a whole Movement Phase.

First the battles are prepared (`battles.Staff`); everybody else takes the place that is worth most to him, the
strongest first: nearer to his aim, on land that counts, in safety.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Action, Reach, bits, total
from sandtable.games.sinai.air.airmobile import may_take_off
from sandtable.games.sinai.game import Sinai
from sandtable.games.sinai.movement.allowance import OVERRUN, allowance, may_walk
from sandtable.games.sinai.movement.gaps import gap_filler
from sandtable.games.sinai.movement.listing import destinations
from sandtable.games.sinai.movement.map_edge import arriving, entry_paths
from sandtable.games.sinai.movement.movement import Movement
from sandtable.games.sinai.movement.overrun import AfterOverrun, overrun_options
from sandtable.games.sinai.movement.paths import reach_of
from sandtable.games.sinai.movement.stacking import fits, too_many
from sandtable.games.sinai.movement.trucks import DETRUCK, may_entruck
from sandtable.games.sinai.movement.words import path_word
from sandtable.games.sinai.state import ARAB, SinaiState

from . import weights as w
from .air import flights
from .battles import Staff
from .survey import Survey
from .worth import kept_out, worth

if TYPE_CHECKING:
    from .tactics import Greedy

Order = tuple[Action, str]
"""An action and the reason for it."""


def march(bot: Greedy, s: SinaiState, frame: Movement) -> Action | None:
    """The next move of the phase: what the plan says, then newcomers, then what the rules still ask for."""
    moment = s.turn, frame.number, frame.side
    if bot.moment != moment:
        bot.moment, bot.second_thoughts = moment, False
        bot.orders = plan(bot, s, frame)
    if order := next_order(bot, s) or newcomer(bot, s, frame):
        return order
    if bot.orders and not bot.second_thoughts and not frame.crowded:
        bot.second_thoughts = True  # somebody was in the way, or the Canal was full
        bot.orders = plan(bot, s, frame)
        if order := next_order(bot, s):
            return order
    if not frame.crowded and frame.may_end(s) is None:
        bot.reason = "Everybody stands where he should."
        return Action("end")
    return forced(bot, s, frame)


def next_order(bot: Greedy, s: SinaiState) -> Action | None:
    """The first order that can be carried out now: others may have to make room first."""
    for i, (action, reason) in enumerate(bot.orders):
        if has_room(s, action) and s.check(action) is None:
            del bot.orders[i]
            bot.reason = reason
            return action
    return None


def has_room(s: SinaiState, action: Action) -> bool:
    """[7.0] Is there room where the order leads? The rules would let a unit in if another leaves at once; we wait."""
    if len(action.args) < 2:
        return True
    p = s.game.parts(action)
    return fits(s, p.units, p.to) is None


def newcomer(bot: Greedy, s: SinaiState, frame: Movement) -> Action | None:
    """[25.4] A unit that enters over the map edge, to the best place it can get to."""
    for u in arriving(s, frame):
        paths = list(entry_paths(s, frame, u))
        if paths:
            look = bot.look(s)
            best = max(paths, key=lambda p: (worth(look, u, p[-1]), p))
            bot.reason = f"Reinforcements for {look.aim(u).name}."
            return Action("enter", (s.game.name_of(u), path_word(s.game, best)))
    return None


def forced(bot: Greedy, s: SinaiState, frame: Movement) -> Action | None:
    """[7.0, 25.31] A stack too high or a garrison missing: take the move that helps."""
    game = s.game
    if found := gap_filler(s, frame):
        _, u, h = found
        bot.reason = "The Jordan must be covered [25.31]."
        return Action("move", (game.name_of(u), path_word(game, reach_of(s, u).path(h))))
    bot.reason = "The stack is too high [7.0]."
    for u in frame.movers(s):
        if too_many(s, s.loc[u], bot.side):
            r, ends = destinations(s, frame, u)
            if ends:
                look = bot.look(s)
                h = max(ends, key=lambda h: (worth(look, u, h), h))
                return Action("move", (game.name_of(u), path_word(game, r.path(h))))
    return None


# the plan -----------------------------------------------------------------------------------------------------
def plan(bot: Greedy, s: SinaiState, frame: Movement) -> list[Order]:
    """Orders for every unit of the side."""
    look = bot.survey(s)
    movers = frame.movers(s)
    overrun = best_overrun(look, frame, movers)
    if overrun:
        bot.moment = (0, 0, "")  # think again after it
        return [(overrun, "An Overrun destroys the enemy and costs nothing but points.")]
    orders = flights(look, frame, movers)
    if look.quarry and any(has_room(s, a) for a, _ in orders):
        bot.moment = (0, 0, "")  # with the paratroops behind the garrison everything looks different
        return orders
    orders += trucks(look, frame, movers)
    busy = {a.args[0] for a, _ in orders}
    movers = [u for u in movers if s.game.name_of(u) not in busy and not waits(look, frame, u)]
    return orders + bot.planner(look, frame)(look, frame, movers).orders()


def waits(look: Survey, frame: Movement, u: int) -> bool:
    """The paratroops of 1956 wait where they can take off for their drop behind the garrison of Sharm-el-Sheik, and then
    behind it."""
    if not look.quarry or not look.game.airborne >> u & 1:
        return False
    dropped = any(look.game.map.grid.distance(look.s.loc[u], t) <= w.BEHIND for t in bits(look.quarry))
    return dropped or may_take_off(look.s, u, frame) is None


def best_overrun(look: Survey, frame: Movement, movers: list[int]) -> Action | None:
    """[11.0] The Overrun that destroys most with least."""
    game = look.game

    def profit(a: Action) -> tuple[float, str]:
        p = game.parts(a)
        stack, t = p.units, p.to
        value = look.kill_value(t) + look.drive_value(t) - 0.05 * sum(game.strength[u] for u in stack)
        return value - w.HASTE * total(astray(look, frame, u, a, t) for u in stack), str(a)

    shut = look.manner.no_overrun(look)
    options = (a for a in overrun_options(look.s, frame, movers) if not (shut and leads_through(game, a, shut)))
    if look.hasty:
        options = (a for a in options if profit(a)[0] > 0)
    return max(options, key=profit, default=None)


def leads_through(game: Sinai, a: Action, hexes: int) -> bool:
    return any(hexes >> h & 1 for h in game.parts(a).hexes)


def astray(look: Survey, frame: Movement, u: int, a: Action, t: int) -> float:
    """What a unit loses on its way by the Overrun, if it then goes on with the points that are left. Only in 1956, where
    supply soon fails [23.11], does that outweigh the Overrun."""
    if not look.hasty:
        return 0.0
    s = look.s
    ends = destinations(s, frame, u)[1]
    spent = len(look.game.parts(a).path) - 1 + OVERRUN
    ahead = max(allowance(s, u) - spent, 0) * look.aim(u).weight
    return max(max((worth(look, u, h) for h in ends), default=0.0) - worth(look, u, t) - ahead, 0.0)


def trucks(look: Survey, frame: Movement, movers: list[int]) -> list[Order]:
    """[15.0] Infantry far from its aim boards trucks, the strongest first; it takes the whole phase."""
    s, game = look.s, look.game
    found: list[Order] = []
    taken = set()
    for u in sorted(movers, key=lambda u: (-game.strength[u], u)):
        if not game.truckable >> u & 1 or may_entruck(s, u, frame) or look.hostile >> s.loc[u] & 1:
            continue
        if game.side_of[u] == ARAB and (look.delaying or game.front[u] in taken):
            continue
        aim, here = look.aim(u), s.loc[u]
        if look.field(aim.hexes, True, u)[here] > w.TRUCK_FAR and look.field(aim.hexes, False, u)[here] < w.FAR:
            taken.add(game.front[u])
            found.append((Action("entruck", (game.name_of(u),)), f"On trucks to {aim.name}."))
    return found


class Marches:
    """The moves of those who fly, board or overrun nothing."""

    def __init__(self, look: Survey, frame: Movement, movers: list[int]) -> None:
        self.look, self.frame, self.movers = look, frame, movers
        s, game = look.s, look.game
        self.reach: dict[int, Reach] = {}
        self.ends: dict[int, int] = {}
        self.walk: dict[int, tuple[Reach, int]] = {}
        self.count: dict[int, int] = {}
        self.stack: dict[int, int] = {}
        self.covered = 0
        for u in movers:
            r, ends = destinations(s, frame, u)
            self.reach[u] = r
            unwise = kept_out(look, u)
            self.ends[u] = sum(1 << h for h in ends) & ~unwise | 1 << s.loc[u]
            if game.rules.mech_as_infantry and may_walk(s, u):
                r, ends = destinations(s, frame, u, True)
                extra = sum(1 << h for h in ends) & ~self.ends[u] & ~unwise
                self.walk[u] = r, extra
                self.ends[u] |= extra
        for u in game.side_units[look.side]:
            if s.loc[u] > 0 and u not in self.ends and u != game.supply_unit:
                self._take(u, s.loc[u])

    def _take(self, u: int, h: int) -> None:
        """The unit will stand in `h`."""
        game = self.look.game
        self.count[h] = self.count.get(h, 0) + 1
        self.stack[h] = self.stack.get(h, 0) + game.strength[u]
        if game.strength[u] and not game.sam >> u & 1:
            self.covered |= 1 << h | game.adjacent[h]

    def orders(self) -> list[Order]:
        look, game, s = self.look, self.look.game, self.look.s
        places = {u: {h: worth(look, u, h) for h in bits(self.ends[u])} for u in self.movers}
        riders = s.entrucked
        fighters = {u: self.ends[u] if not riders >> u & 1 else self._can_get_down(u) for u in self.movers}
        staff = Staff(look, {u: e for u, e in fighters.items() if e}, places, dict(self.count))
        found: list[tuple[int, Order]] = []
        committed: set[int] = set()
        for battle in staff.battles():
            for u, h in battle.posts.items():
                committed.add(u)
                self._take(u, h)
                text = f"Into place against the enemy in {game.hex_name(battle.target)}."
                found += self._order(u, h, text, fight=True)
        rest = [u for u in self.movers if u not in committed]
        for u in sorted(rest, key=lambda u: (-game.strength[u], -allowance(s, u), u)):
            h = self._place(u, places[u])
            self._take(u, h)
            supply = look.hasty and u == game.supply_unit
            text = "Supply follows towards the passes." if supply else f"Towards {look.manner.errand(look, u)}."
            found += self._order(u, h, text, fight=False)
        # Fast units leave first and make room for those who come.
        return [order for _, order in sorted(found, key=lambda x: -x[0])]

    def _can_get_down(self, u: int) -> int:
        """[15.33] Hexes in which an entrucked unit can get down and fight."""
        s, r = self.look.s, self.reach[u]
        points = allowance(s, u) - DETRUCK
        return sum(1 << h for h in bits(self.ends[u]) if (0 if h == s.loc[u] else r.cost[h]) <= points)

    def _place(self, u: int, places: dict[int, float]) -> int:
        """The best hex left for the unit, with regard to those who have chosen before."""
        look, s = self.look, self.look.s
        best, top = s.loc[u], -1e9
        for h, plain in places.items():
            if self.count.get(h, 0) >= 3 and h != s.loc[u]:
                continue
            crowd = self.count.get(h, 0)
            value = worth(look, u, h, self.stack.get(h, 0), crowd, self.covered) if crowd or self.covered else plain
            value += 1e-6 if h == s.loc[u] else 0.0
            if value > top:
                best, top = h, value
        return int(best)

    def _order(self, u: int, h: int, text: str, fight: bool) -> list[tuple[int, Order]]:
        game, s = self.look.game, self.look.s
        name = game.name_of(u)
        first = self.look.manner.urgency(self.look, u, allowance(s, u))
        if s.entrucked >> u & 1 and (fight or self._arrived(u, h)):
            path = [h] if h == s.loc[u] else self.reach[u].path(h)
            return [(first, (Action("detruck", (name, path_word(game, path))), text))]
        if h == s.loc[u]:
            return []
        if u in self.walk and self.walk[u][1] >> h & 1:
            return [(min(first, 1), (Action("walk", (name, path_word(game, self.walk[u][0].path(h)))), text))]
        return [(first, (Action("move", (name, path_word(game, self.reach[u].path(h)))), text))]

    def _arrived(self, u: int, h: int) -> bool:
        """Does an entrucked unit get down here?"""
        look = self.look
        near = look.field(look.aim(u).hexes, True, u)[h] <= w.TRUCK_NEAR
        return bool(near and self._can_get_down(u) >> h & 1)


def after_overrun(bot: Greedy, s: SinaiState, frame: AfterOverrun) -> Action:
    """[11.2] Overrun again if possible, else go on to the best place in reach."""
    look, units = bot.look(s), frame.units
    here = s.loc[units[0]]
    best, top = Action("stop"), total(worth(look, u, here) for u in units)
    bot.reason = "This is a good place to stop."
    for a in s.options():
        if a.verb == "overrun":
            bot.reason = "Another Overrun is possible."
            action: Action = a
            return action
        if a.verb == "move":
            h = s.game.parts(a).to
            value = total(worth(look, u, h) for u in units)
            if value > top:
                best, top = a, value
                bot.reason = f"On towards {look.aim(units[0]).name} with the points that are left."
    return best
