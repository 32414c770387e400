"""The greedy player of Operation Musketeer.

It plans markers with the Escalation Index in mind, sends units where the victory points are, tries every attack out on
copies of the position before making it, and holds what it has. It knows only what its side knows: the state it is
given has been sampled (`Game.sample_hidden`).
"""

from __future__ import annotations

from sandtable.core import Action, bits, total
from sandtable.games.musketeer import stacking
from sandtable.games.musketeer.air import SendStrikes, ready, strikes_in
from sandtable.games.musketeer.bombardment import (
    Bombard,
    ChooseBombed,
    LoadBombardment,
    bombardment_forecast,
    gun_targets,
)
from sandtable.games.musketeer.charts import Marker
from sandtable.games.musketeer.combat import Attack, DeclareAttack
from sandtable.games.musketeer.escalation import WORLD_WAR
from sandtable.games.musketeer.events import ChooseRally, ChooseReserve
from sandtable.games.musketeer.fire import Aim, ChooseFire, ChooseLoss, ChooseSupportLoss
from sandtable.games.musketeer.movement import Move
from sandtable.games.musketeer.pursuit import Pursuit
from sandtable.games.musketeer.reach import reachable
from sandtable.games.musketeer.refit import PlaceAirSupply
from sandtable.games.musketeer.reinforcement import Place, Reinforce
from sandtable.games.musketeer.retreat import Retreat, Stand
from sandtable.games.musketeer.sequence import PickOrPass, Plan
from sandtable.games.musketeer.setup import PlaceUnits, Reserve
from sandtable.games.musketeer.stacking import ReduceStack
from sandtable.games.musketeer.state import MusketeerState
from sandtable.games.musketeer.support import CloseAirSupport, SpecialForces
from sandtable.games.musketeer.victory import LAST_TURN

from .landing import Landing
from .weights import FLAK, INERTIA, OBJECTIVE_BOMBED, WORTH_BOMBING


class Greedy(Landing):
    """One ply deep, by the rulebook's own numbers; decides by the kind of decision."""

    def choose(self, s: MusketeerState) -> Action:
        self.reason = ""
        name = DECISIONS.get(type(s.choice))
        decide = getattr(self, name) if name else None
        action: Action = decide(s, s.choice) if decide else next(iter(s.options()))
        self.reason = self.reason or "Nothing else to do."
        return action

    # set-up and planning --------------------------------------------------------------------------------------------
    def on_reserve(self, s: MusketeerState, frame: PlaceUnits | Reserve) -> Action:
        options = list(s.options())
        self.reason = "The historical set-up."
        return Action("default") if Action("default") in options else options[0]

    def on_plan(self, s: MusketeerState, frame: Plan) -> Action:
        """Everything that can be used, as long as the index allows it: a side that is behind must not start the war."""
        game, side = s.game, frame.actor(s)
        markers = game.command_markers
        m = markers[frame.left[0]]
        room = WORLD_WAR - 1 - s.escalation
        ahead = self.lead(s, side) > 0
        planned = sum(markers[n].escalation for n in s.pool(side))
        turns_left = LAST_TURN - s.turn
        reserve = 0 if ahead else 2 * turns_left + (6 if turns_left else 4)
        fits = planned + m.escalation <= room - reserve or (not m.special and room > 8)
        if self.useful(s, m) and (ahead or m.escalation == 0 or fits):
            self.reason = f"{m.name} is useful, and the index at {s.escalation} leaves room for it."
            return Action("plan", (m.name,))
        self.reason = f"{m.name} is not needed now, or would raise the index from {s.escalation} too far."
        return Action("leave", (m.name,))

    def useful(self, s: MusketeerState, m: Marker) -> bool:
        """Has the contingent anything to do?"""
        game = s.game
        units = game.by_contingent[m.contingent]
        alive = [u for u in bits(units & game.ground) if s.loc[u] != game.dead]
        if m.name in ("Egypt-Mobilizes", "Kadesh"):
            return bool(s.turn >= 2)
        return bool(alive)

    def on_pick_or_pass(self, s: MusketeerState, frame: PickOrPass) -> Action:
        game, side = s.game, frame.actor(s)
        worst = max((game.command_markers[n].escalation for n in s.pool(side)), default=0)
        if not s.pool(side):
            self.reason = "The pool is empty."
            return Action("pass")
        if s.escalation + worst >= WORLD_WAR and self.lead(s, side) < 0:
            self.reason = "A pick might start the world war while we are behind."
            return Action("pass")
        self.reason = "Every impulse counts."
        return Action("pick")

    # air ----------------------------------------------------------------------------------------------------------------
    def on_send_strikes(self, s: MusketeerState, frame: SendStrikes) -> Action:
        """Shoot at aircraft while it pays: the West fires first, and an East Bloc airstrike is worth two points."""
        game, side = s.game, frame.actor(s)
        options = [a for a in s.options() if a.verb == "strike"]
        if options and (side == "west" or s.special):
            have = len(ready(s, game.airstrikes))
            box = max((a.args[0] for a in options), key=lambda c: len(strikes_in(s, c)))
            foes = len(strikes_in(s, box))
            keep = game.strike_limit[s.contingent] if s.landed or foes < 3 else 0
            number = min(have - keep, 7)
            if number >= max(2, foes - 1):
                self.reason = f"{number} airstrikes against {foes} of the enemy."
                return Action("strike", (box, str(min(number, 7 - s.strikes))))
        self.reason = "The aircraft are needed elsewhere."
        return Action("end")

    def on_bombard(self, s: MusketeerState, frame: Bombard) -> Action:
        """Gunfire and spare airstrikes on the softest worthwhile target."""
        game = s.game
        best: tuple[float, Action] | None = None
        for a in s.options():
            if a.verb != "bombard":
                continue
            h = game.hex(a.args[0])
            air, guns = self.bomb_load(s, h)
            if not air + guns:
                continue
            v = self.bomb_value(s, h, air, guns)
            if game.points_east.get(h):
                v *= OBJECTIVE_BOMBED
            if v > WORTH_BOMBING and (best is None or v > best[0]):
                best = (v, a)
        if best:
            self.reason = f"Bombs on {game.where(game.hex(best[1].args[0]))} should cost {best[0]:.1f} steps."
            return best[1]
        self.reason = "Nothing worth bombing."
        return Action("end")

    def bomb_load(self, s: MusketeerState, h: int) -> tuple[int, int]:
        """Airstrikes are kept for close support while own ground units are in contact."""
        game = s.game
        own = s.occupied(game.ground_by[s.contingent])
        contact = bool(own & game.map.grid.spread(s.held(game.enemy[s.side])))
        air = min(len(ready(s, game.airstrikes)), game.strike_limit[s.contingent], 7 - s.strikes)
        if contact or any(s.loc[u] > 0 for u in bits(game.ground_by[s.contingent] & game.mechanized)):
            air = max(0, min(air, len(ready(s, game.airstrikes)) - game.strike_limit[s.contingent]))
        guns = len(ready(s, game.guns)) if gun_targets(s) >> h & 1 else 0
        return air, guns

    def bomb_value(self, s: MusketeerState, h: int, air: int, guns: int) -> float:
        f = bombardment_forecast(s, h, air, guns)
        hits = total(r["probability"] * int(r["result"]) for r in f["results"] if r["result"] != "AA")
        flak = total(r["probability"] for r in f["results"] if r["result"] == "AA") if air else 0.0
        return float(hits - FLAK[s.side] * flak)

    def on_load_bombardment(self, s: MusketeerState, frame: LoadBombardment) -> Action:
        air, guns = self.bomb_load(s, frame.hex)
        self.reason = "All that is not kept for close support."
        action = Action("load", (str(air), str(guns)))
        return action if s.check(action) is None else next(iter(s.options()))

    # movement ---------------------------------------------------------------------------------------------------------
    def on_move(self, s: MusketeerState, frame: Move) -> Action:
        self.refresh(s)
        game, side = s.game, frame.actor(s)
        goals = self.objectives(s, side, s.contingent)
        zone = self.pressure(s, side)
        units = [u for u in frame.units(s) if u not in self.done]
        units.sort(key=lambda u: (-bool(game.mechanized >> u & 1), -s.combat(u)))
        for u in units:
            self.done.add(u)
            action = self.move_of(s, frame, u, goals, zone, side)
            if action:
                return action
        self.reason = "All units stand where they are needed."
        return Action("end")

    def move_of(
        self,
        s: MusketeerState,
        frame: Move,
        u: int,
        goals: list[tuple[int, float, float]],
        zone: dict[int, float],
        side: str,
    ) -> Action | None:
        """The best move of one unit, or None when it had better stay."""
        game, here = s.game, s.loc[u]
        v, goal = self.pull(s, u, goals, here)
        best, where, towards = v + self.stay(s, u, side) + self.safety(s, u, here, side, zone) + INERTIA, here, goal
        reach = reachable(s, u)
        closed = stacking.full_for(s, u)
        for h in reach.cost:
            if closed >> h & 1:
                continue
            v, goal = self.pull(s, u, goals, h)
            if v <= best - 3:
                continue
            v += self.safety(s, u, h, side, zone)
            if v > best:
                best, where, towards = v, h, goal
        if towards:
            self.aimed[towards] = self.aimed.get(towards, 0.0) + s.combat(u)
        if where == here:
            return None
        self.reason = f"{game.name_of(u)} makes for {game.where(towards)}."
        return frame.action(s, u, reach.path(where))

    # the rest -----------------------------------------------------------------------------------------------------------
    def on_reduce_stack(self, s: MusketeerState, frame: ReduceStack) -> Action:
        self.reason = "The unit that is worth least."
        action: Action = min(s.options(), key=lambda a: self.worth(s, s.game.unit(a.args[0])))
        return action

    def on_place_air_supply(self, s: MusketeerState, frame: PlaceAirSupply) -> Action:
        found = [a for a in s.options() if a.verb == "supply"]
        if not found:
            return Action("decline")
        self.reason = "The most valuable disrupted units."

        def weight(a: Action) -> float:
            return sum(self.worth(s, u) for u in s.at(s.game.hex(a.args[0]), s.disrupted))

        action: Action = max(found, key=weight)
        return action

    def on_choose_rally(self, s: MusketeerState, frame: ChooseRally | ChooseReserve) -> Action:
        self.reason = "The strongest unit."
        action: Action = max(s.options(), key=lambda a: s.game.combat[s.game.unit(a.args[0])])
        return action


DECISIONS: dict[type, str] = {
    Aim: "on_aim",
    Attack: "on_attack",
    Bombard: "on_bombard",
    ChooseBombed: "on_choose_bombed",
    ChooseFire: "on_choose_fire",
    ChooseLoss: "on_choose_loss",
    ChooseRally: "on_choose_rally",
    ChooseReserve: "on_choose_rally",
    ChooseSupportLoss: "on_choose_support_loss",
    CloseAirSupport: "on_close_air_support",
    DeclareAttack: "on_declare_attack",
    LoadBombardment: "on_load_bombardment",
    Move: "on_move",
    PickOrPass: "on_pick_or_pass",
    Place: "on_place",
    PlaceAirSupply: "on_place_air_supply",
    PlaceUnits: "on_reserve",
    Plan: "on_plan",
    Pursuit: "on_pursuit",
    ReduceStack: "on_reduce_stack",
    Reinforce: "on_reinforce",
    Reserve: "on_reserve",
    Retreat: "on_retreat",
    SendStrikes: "on_send_strikes",
    SpecialForces: "on_special_forces",
    Stand: "on_stand",
}
"""Who decides what, by the frame that asks; a posture overrides the methods."""
