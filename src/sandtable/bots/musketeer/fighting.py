"""Ground combat of the greedy player: every attack is tried out on copies of the position."""

from __future__ import annotations

from sandtable.core import CHANCE, Action, total
from sandtable.games.musketeer import stacking
from sandtable.games.musketeer.back import Way
from sandtable.games.musketeer.bombardment import ChooseBombed
from sandtable.games.musketeer.combat import Attack, DeclareAttack
from sandtable.games.musketeer.fire import Aim, ChooseFire, ChooseLoss, ChooseSupportLoss
from sandtable.games.musketeer.pursuit import Pursuit
from sandtable.games.musketeer.retreat import Retreat, Stand, in_stronghold
from sandtable.games.musketeer.state import MusketeerState
from sandtable.games.musketeer.support import CloseAirSupport, SpecialForces
from sandtable.games.musketeer.victory import unit_points

from .judgement import Judgement
from .weights import HALF_DEAD, LEAST_GAIN, RETREATED, TRIALS


class Fighting(Judgement):
    """[14.0, 15.0, 16.0, 17.0] Attacks, fires, losses, retreats and pursuits."""

    effort = 1.0
    """The share of its trials of an attack that it makes; less for who answers in trials of whole plans."""

    def on_attack(self, s: MusketeerState, frame: Attack) -> Action:
        """Try every attack on copies of the position and make the one that promises most."""
        options = list(s.options())
        forced = Action("end") not in options
        before = self.value(s, frame.actor(s))
        best: tuple[float, Action] | None = None
        for a in options:
            if a.verb == "attack":
                gain = self.trial(s, a, frame.actor(s)) - before
                if best is None or gain > best[0]:
                    best = (gain, a)
        if best and (forced or best[0] > LEAST_GAIN):
            self.reason = f"The attack promises {best[0]:.1f} points on average."
            return best[1]
        self.reason = "No attack promises a gain."
        return Action("end")

    def trial(self, s: MusketeerState, attack: Action, side: str, number: int = TRIALS) -> float:
        """The mean value of the position after this attack, tried out so often."""
        total, number = 0.0, max(1, int(number * self.effort))
        for _ in range(number):
            t = s.copy()
            t.apply(attack)
            for _ in range(200):
                if t.actor is None or isinstance(t.choice, Attack) or not t.contingent or t.target == 0:
                    break
                t.apply(t.sample(self.rng.randrange) if t.actor == CHANCE else self.choose(t))
            total += self.value(t, side)
        return total / number

    def on_declare_attack(self, s: MusketeerState, frame: DeclareAttack) -> Action:
        """Everybody who can, but no static unit; concentric where possible."""
        game = s.game
        options = list(s.options())
        for a in options:
            if a.verb == "with":
                u = game.unit(a.args[0])
                if not game.static >> u & 1 and (s.combat(u) > 1 or not s.attackers):
                    self.reason = f"{a.args[0]} adds its fire."
                    action: Action = a
                    return action
        self.reason = "Everybody who can help is in."
        if Action("concentric") in options:
            self.reason = "From two sides every unit gains a column."
            return Action("concentric")
        return Action("confirm") if Action("confirm") in options else options[0]

    def on_close_air_support(self, s: MusketeerState, frame: CloseAirSupport) -> Action:
        self.reason = "Every airstrike is a column."
        action: Action = max(s.options(), key=lambda a: int(a.args[0]))
        return action

    def on_special_forces(self, s: MusketeerState, frame: SpecialForces) -> Action:
        game = s.game
        options = list(s.options())
        found = [a for a in options if a.verb == "commit" and game.shift_of[game.unit(a.args[0])]]
        if found:
            self.reason = "It shifts all our fire."
            action: Action = max(found, key=lambda a: game.shift_of[game.unit(a.args[0])])
            return action
        self.reason = "No marker would shift our fire."
        return Action("decline")

    def on_aim(self, s: MusketeerState, frame: Aim) -> Action:
        stacks = s.stacks()
        self.reason = "The stack that is worth most."
        where = max(stacks, key=lambda h: total(self.worth(s, u) for u in stacks[h]))
        return Action("aim", (s.game.hex_name(where),))

    def on_choose_fire(self, s: MusketeerState, frame: ChooseFire) -> Action:
        self.reason = "The strongest fires first."
        action: Action = max(s.options(), key=lambda a: s.combat(s.game.unit(a.args[0])))
        return action

    def loss(self, s: MusketeerState, u: int, code: str) -> float:
        """What a result costs if this unit takes it."""
        game = s.game
        alive = bool(game.two_sided >> u & 1) and not s.disrupted >> u & 1
        whole = self.worth(s, u)
        if code == "R":
            return 0.0 if in_stronghold(s, u) else whole if game.static >> u & 1 else RETREATED + 0.1 * whole
        if code in ("D", "DR"):
            return HALF_DEAD * whole + (0.0 if code == "D" or in_stronghold(s, u) else RETREATED) if alive else whole
        return whole

    def on_choose_loss(self, s: MusketeerState, frame: ChooseLoss) -> Action:
        code = frame.code
        self.reason = "The loss that costs least."
        action: Action = min(s.options(), key=lambda a: self.loss(s, s.game.unit(a.args[0]), code))
        return action

    def on_choose_bombed(self, s: MusketeerState, frame: ChooseBombed) -> Action:
        self.reason = "The loss that costs least."
        action: Action = min(s.options(), key=lambda a: self.loss(s, s.game.unit(a.args[0]), "D"))
        return action

    def on_choose_support_loss(self, s: MusketeerState, frame: ChooseSupportLoss) -> Action:
        """Airstrikes are worth points, markers are not."""
        self.reason = "Markers are worth no points, airstrikes are."
        action: Action = min(s.options(), key=lambda a: unit_points(s.game, s.game.unit(a.args[0])))
        return action

    def on_stand(self, s: MusketeerState, frame: Stand) -> Action:
        self.reason = "The walls hold."
        return Action("stand")

    def on_retreat(self, s: MusketeerState, frame: Retreat) -> Action:
        """Away from the enemy, into good ground, near points."""
        self.reason = "The way that harms least, to the best ground."
        game, u, side = s.game, frame.unit, frame.actor(s)
        zone = self.pressure(s, side)
        worth = game.points_west if side == "west" else game.points_east

        def score(w: Way) -> float:
            h = w.path[-1]
            shift, _ = game.terrain_shift(h, game.contingent_of[u])
            return float(-3 * w.hits - 0.3 * zone.get(h, 0.0) + 0.5 * shift + 0.3 * worth.get(h, 0))

        action: Action = frame.action(s, max(frame.back(s).ways(), key=score))
        return action

    def on_pursuit(self, s: MusketeerState, frame: Pursuit) -> Action:
        """Take what is worth points; go on only where it is safe."""
        game, side = s.game, frame.actor(s)
        worth = game.points_west if side == "west" else game.points_east
        goals = self.objectives(s, side, s.contingent)
        zone = self.pressure(s, side)
        held = s.held(side)
        best: tuple[float, Action] | None = None
        for a in s.options():
            if a.verb != "advance":
                continue
            u = game.unit(a.args[0])
            h, here = game.parts(a).to, s.loc[u]
            gain = self.pull(s, u, goals, h)[0] - self.pull(s, u, goals, here)[0] - self.stay(s, u, side)
            gain += self.safety(s, u, h, side, zone) - self.safety(s, u, here, side, zone)
            if h in worth and not held >> h & 1:
                gain += 2 * worth[h] - 0.1 * s.combat(u)
            if self.full(s, u, h):
                gain -= 20
            if best is None or gain > best[0]:
                best = (gain, a)
        if best and (best[0] > 0 or frame.obliged(s)):
            where = game.where(game.parts(best[1]).to)
            self.reason = f"{where} is worth going to." if best[0] > 0 else "The pursuit is mandatory."
            return best[1]
        self.reason = "Further on it would be weaker than here."
        return Action("end")

    def full(self, s: MusketeerState, u: int, h: int) -> bool:
        return stacking.refusal(s, u, h) is not None
