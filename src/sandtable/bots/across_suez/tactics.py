"""The greedy opponent for Across Suez.

Movement: it plans the whole phase. Every unit in turn takes the place that makes the finished position best, twice
round; then the moves are played one after another. Combat: it takes the attack with the best exact expectation,
and thinks again after every die. Everything else: it tries each option and keeps the best position.

A position is worth: the attacks it allows, what the enemy may do to it, the state of the line of communication,
the way of the bridge, and the crossing.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from sandtable.bots.base import Tactician
from sandtable.core import Action, Game, total
from sandtable.core.facts import ForecastFacts
from sandtable.games.across_suez.artillery import Bombard
from sandtable.games.across_suez.combat import BuildAttack, ChooseAttack
from sandtable.games.across_suez.game import AcrossSuez
from sandtable.games.across_suez.movement_phase import MovementPhase
from sandtable.games.across_suez.state import SuezState

from .mood import GREEDY, Mood
from .screens import screened
from .sight import BRIDGE_WORTH, Placement, Sight, field_of

VICTORY = 40.0
CANDIDATES = 14

Moves = dict[int, dict[int, Action]]
"""Every unit's moves by where they end."""


class Greedy(Tactician[SuezState]):
    game: AcrossSuez

    def __init__(self, game: Game[SuezState], side: str, rng: Random, mood: Mood = GREEDY) -> None:
        super().__init__(game, side, rng)
        self.enemy = "egypt" if side == "israel" else "israel"
        self.field = field_of(game)
        self.mood = mood
        self.whims: list[float] = []
        """What hexes matter beyond what they seem to."""
        self.plan: list[Action] = []
        self.expected: tuple[int, ...] = ()
        """The position for which the plan was made: turn and units moved, or the target of an attack."""

    def choose(self, s: SuezState) -> Action:
        match s.choice:
            case MovementPhase():
                return self._next_move(s)
            case ChooseAttack():
                return self._best_attack(s)
            case BuildAttack(target=target) if self.plan and self.expected == (target,):
                return self.plan.pop(0)
            case BuildAttack():
                return self._finish_attack(s)
            case Bombard():
                return self._bombard(s)
        return self._try_all(s)

    # movement -------------------------------------------------------------------------------------------------
    def _next_move(self, s: SuezState) -> Action:
        if self.expected != (s.turn, s.moved):
            self.plan = self._plan_movement(s)
        while self.plan:
            action = self.plan.pop(0)
            if s.check(action) is None:
                self.expected = s.turn, s.moved | 1 << self.game.unit(action.args[0])
                return action
        self.expected = ()
        self.reason = "Every unit stands where the plan wants it."
        return Action("end") if s.check(Action("end")) is None else s.sample(self.rng.randrange)

    def _sight(self, s: SuezState) -> Sight:
        sight = Sight(self.field, s, self.side, self.mood)
        if self.mood.wander:
            if not self.whims:
                self.whims = [self.mood.wander * self.rng.random() for _ in self.field.ground]
            sight.ground = [a + b for a, b in zip(sight.ground, self.whims, strict=True)]
        return sight

    def _plan_movement(self, s: SuezState) -> list[Action]:
        """One move per unit, such that the finished position is as good as we can make it."""
        game = self.game
        moves = self._moves(s)
        sight = self._sight(s)
        place = {u: s.loc[u] for u in game.units_of[self.side] if s.loc[u] > 0}
        chosen: dict[int, Action] = {}
        if not self.mood.light:
            self._pincers(sight, moves, place, chosen)
        order = sorted(moves, key=lambda u: (u != game.bridge, -game.strength[u], u))
        for first in (True,) if self.mood.light else (True, False):
            for u in order:
                yielding = set(moves) if first and u == game.bridge else set()
                self._settle(s, sight, u, moves[u], place, chosen, yielding)
            if not self.mood.light:
                sight = self._sight(self._as_planned(s, place))  # our zones hold the enemy off
        if self.mood.screen and self.side == "israel":
            screened(self._sight(s), moves, place, chosen, self.rng)
        self.reason = "Plans the whole phase: attacks, the line of communication, the bridge and safety."
        return sorted(chosen.values(), key=lambda a: (a.verb == "cross", a.args[0] == game.bridge_name))

    def _moves(self, s: SuezState) -> Moves:
        """Every unit's moves; formations that are held back do not enter yet."""
        game, moves = self.game, Moves()
        for a in s.options():
            if a.verb == "end" or (a.verb in ("enter", "land") and self._held_back(s, a.args[0])):
                continue
            u, end = game.unit_and_end(a)
            moves.setdefault(u, {}).setdefault(game.box("across") if a.verb == "cross" else end, a)
        return moves

    def _held_back(self, s: SuezState, name: str) -> bool:
        return any(name.startswith(formation) and s.turn < turn for formation, turn in self.mood.reserves)

    def _pincers(
        self, sight: Sight, moves: dict[int, dict[int, Action]], place: Placement, chosen: dict[int, Action]
    ) -> None:
        """Two units on opposite sides of an enemy leave it no retreat: send pairs where that pays."""
        grid, strength = self.game.map.grid, self.game.strength
        now = sight.value(place, [])
        for v, h in sorted(sight.foes.items(), key=lambda x: -sight.interest(x[0]) * sight.worth(x[0])):
            best: tuple[float, tuple[tuple[int, int], ...]] = (now + 0.2, ())
            for d in range(3):
                sides = grid.neighbours[h][d], grid.neighbours[h][d + 3]
                teams = [self._able(moves, place, chosen, side)[:3] for side in sides]
                for one in teams[0]:
                    for two in teams[1]:
                        if one != two and strength[one] + strength[two] > strength[v]:
                            pair = (one, sides[0]), (two, sides[1])
                            value = sight.value({**place, **dict(pair)}, [])
                            if value > best[0]:
                                best = value, pair
            for u, to in best[1]:
                place[u] = to
                now = best[0]
                if to in moves.get(u, {}):
                    chosen[u] = moves[u][to]

    def _able(
        self, moves: dict[int, dict[int, Action]], place: Placement, chosen: dict[int, Action], to: int
    ) -> list[int]:
        """Units without orders that stand in this hex or can get there, the strongest first."""
        here = [u for u, h in place.items() if h == to and u not in chosen]
        if here or to in place.values() or not to:
            return here
        able = [u for u, ways in moves.items() if to in ways and u not in chosen and u != self.game.bridge]
        return sorted(able, key=lambda u: -self.game.strength[u])

    def _as_planned(self, s: SuezState, place: Placement) -> Any:
        t = s.copy()
        for u, h in place.items():
            t.loc[u] = h
        return t

    def _settle(
        self,
        s: SuezState,
        sight: Sight,
        u: int,
        moves: dict[int, Action],
        place: Placement,
        chosen: dict[int, Action],
        yielding: set[int],
    ) -> None:
        """Give one unit the best place, the others standing where they are planned; `yielding` units make room."""
        across, home = self.game.box("across"), s.loc[u]
        others = {h for v, h in place.items() if v != u and v not in yielding}
        crossing = [v for v, a in chosen.items() if v != u and a.verb == "cross"]
        ranked = sorted(moves, key=lambda h: -sight.attraction(u, h))[
            : CANDIDATES // 2 if self.mood.light else CANDIDATES
        ]
        if across in moves and across not in ranked:
            ranked.append(across)
        best, best_value = None, float("-inf")
        for h in (home, *ranked):
            if h in others or (h == across and not s.bridge_ready and len(crossing) >= 2):
                continue
            if h > 0:
                place[u] = h
            else:
                place.pop(u, None)
            value = sight.value(place, [*crossing, u] if h == across else crossing) - (0.01 if h != home else 0)
            if value > best_value:
                best, best_value = h, value
        if best is None:  # its own hex is wanted by another: move anywhere free
            best = next((h for h in moves if h not in others and h > 0), home)
        chosen.pop(u, None)
        place.pop(u, None)
        if best > 0:
            place[u] = best
        if best != home:
            chosen[u] = moves[best]

    # combat ---------------------------------------------------------------------------------------------------
    def _best_attack(self, s: SuezState) -> Action:
        """The attack with the best expectation, from the exact odds of every combination of attackers."""
        sight = self._sight(s)
        best: tuple[float, list[Action]] = (0.0, [])
        forced = s.check(Action("end")) is not None
        if forced:
            best = (float("-inf"), [])
        for attack in list(s.options()):
            if attack.verb == "attack":
                for worth, actions in self._attacks(s, sight, attack):
                    if worth > best[0]:
                        best = worth, [attack, *actions]
        if not best[1]:
            self.reason = "No attack promises a gain."
            return Action("end")
        self.reason = f"The best attack now, worth {best[0]:+.1f}."
        attack, *self.plan = best[1]
        self.expected = (self.game.unit(attack.args[0]),)
        return attack

    def _attacks(self, s: SuezState, sight: Sight, attack: Action) -> list[tuple[float, list[Action]]]:
        """Every way to make this attack, with its expectation."""
        t = s.copy().apply(attack)
        joins = [a for a in t.options() if a.verb == "with"]
        found = []
        for n in range(1, len(joins) + 1):
            for some in combinations(joins, n):
                built = t.copy()
                for a in some:
                    built.apply(a)
                if built.check(Action("confirm")) is not None:
                    continue
                for support in ([], [Action("support")]):
                    if support:
                        if built.check(support[0]) is not None:
                            continue
                        built.apply(support[0])
                    forecast = built.forecast()
                    assert forecast
                    worth = self._expectation(forecast, sight, s.loc[self.game.unit(attack.args[0])])
                    found.append((worth - 0.15 * len(support) - 0.02 * n, [*some, *support, Action("confirm")]))
        return found

    def _expectation(self, forecast: ForecastFacts, sight: Sight, where: int) -> float:
        """Enemy strength lost minus own, and the hex that may be won."""
        total: float = (forecast["take_hex"] or 0.0) * (0.4 + sight.ground[where])
        for loss in forecast["losses"]:
            u = self.game.unit(loss["unit"])
            own = self.game.side_of[u] == self.side
            total += (loss["probability"] or 0.0) * (-sight.worth(u) if own else self.mood.prize * sight.prize(u))
        for end in forecast["decides"]:
            total += end["probability"] * (VICTORY if end["winner"] == self.side else -VICTORY)
        if self.side == "israel" and any(x["unit"] == self.game.bridge_name for x in forecast["attackers"]):
            total -= BRIDGE_WORTH  # the bridge does not attack
        return total

    def _finish_attack(self, s: SuezState) -> Action:
        """Somebody else began this attack: join with everybody but the bridge."""
        self.reason = "The more units join, the better the odds."
        for a in s.options():
            if a.verb in ("with", "support") and a.args != (self.game.bridge_name,):
                action: Action = a
                return action
        for verb in ("confirm", "with", "cancel"):
            for a in s.options():
                if a.verb == verb:
                    action = a
                    return action
        action = s.sample(self.rng.randrange)
        return action

    def _bombard(self, s: SuezState) -> Action:
        self.reason = "Bombards the unit worth most."
        sight = self._sight(s)
        targets = [a for a in s.options() if a.verb == "bombard"]

        def worth(a: Action) -> float:
            u = self.game.unit(a.args[0])
            return sight.prize(u)

        best: Action = max(targets, key=worth)
        return best

    # everything else --------------------------------------------------------------------------------------------
    def _try_all(self, s: SuezState) -> Action:
        """Retreats, losses, advances: play every option and keep the best position."""
        self.reason = "The best of the positions that can follow."
        options = list(s.options())
        if len(options) == 1:
            action: Action = options[0]
            return action
        action = max(options, key=lambda a: self._after(s.copy().apply(a)))
        return action

    def _after(self, t: SuezState) -> float:
        if t.outcome:
            return 1000.0 if t.outcome.winner == self.side else -1000.0
        sight = self._sight(t)
        place = {u: t.loc[u] for u in self.game.units_of[self.side] if t.loc[u] > 0}
        mine = total(sight.worth(u) for u in place)
        theirs = total(sight.worth(u) for u in self.game.units_of[sight.enemy] if t.loc[u] > 0)
        return mine - theirs + sight.value(place, [], attacks=False)
