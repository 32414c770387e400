"""The ways to fight in Operation Musketeer. A posture overrides a few decisions of the tactician."""

from __future__ import annotations

from random import Random

from sandtable.bots.base import Posture, always
from sandtable.core import Action, Game, bits
from sandtable.games.musketeer.escalation import WORLD_WAR
from sandtable.games.musketeer.movement import Move
from sandtable.games.musketeer.sequence import PickOrPass, Plan
from sandtable.games.musketeer.state import MusketeerState
from sandtable.games.musketeer.victory import LAST_TURN

from .assaults import Assault
from .rings import Ringed
from .tactics import Greedy
from .weights import (
    FORCE_LEAST,
    FORCE_RATIO,
    GREAT,
    LEFT_EMPTY,
    LEFT_TO_GARRISON,
    LIGHT_EFFORT,
    TO_HOLD,
    TO_OCCUPY,
    TO_TAKE,
)

WINNING = 21
"""[3.3] The lead that wins."""
PER_TURN = 4.0
"""[6.0] What both sides' regular markers and the mean event add to the index in a turn."""
RAIDED = 3
"""How many times more than to others its prey attracts the exploiter that raids."""
RAIDERS_NEAR = 5
"""Hexes within which an enemy makes a town need its garrison."""

ALL_HANDS = 6
"""The turn from which on everybody takes what he can."""

Goals = list[tuple[int, float, float]]


class HomeGuard(Greedy):
    """The West's own towns, points for the East, are places to hold and to win back."""

    guard = 3.0

    def towns(self, s: MusketeerState) -> dict[int, int]:
        return {h: p for h, p in s.game.points_east.items() if h not in s.game.points_west}

    def objectives(self, s: MusketeerState, side: str, contingent: str) -> Goals:
        found = super().objectives(s, side, contingent)
        if side != "west" or contingent != "israel":
            return found
        game, other, own = s.game, s.held("east"), s.held("west")
        for h, p in self.towns(s).items():
            if other >> h & 1:
                need = FORCE_RATIO * sum(s.combat(u) for u in s.enemies_at(h, side)) + FORCE_LEAST
                found.append((h, TO_TAKE * p + 1, need))
            elif not own >> h & 1:
                found.append((h, TO_OCCUPY * p + 1, 1.0))
            elif other & game.map.grid.within(h, RAIDERS_NEAR):
                have = sum(s.combat(u) for u in s.at(h, game.ground_of[side]))
                found.append((h, TO_HOLD * p + 0.5, max(0.0, 1 + self.guard - have)))
        return found

    def stay(self, s: MusketeerState, u: int, side: str) -> float:
        base = super().stay(s, u, side)
        h = s.loc[u]
        worth = self.towns(s).get(h, 0) if side == "west" and not base else 0
        if not worth or not s.held("east") & s.game.map.grid.within(h, RAIDERS_NEAR):
            return base
        others = [v for v in s.at(h, s.game.ground_of[side]) if v != u]
        if not others:
            return LEFT_EMPTY * worth + 2
        return base if any(not s.game.static >> v & 1 for v in others) else LEFT_TO_GARRISON * worth + 1


class Expedition(Greedy):
    """The Anglo-French and the Americans leave to Israel what Israel may take, and land against the rings of the cities."""

    def objectives(self, s: MusketeerState, side: str, contingent: str) -> Goals:
        found = super().objectives(s, side, contingent)
        if contingent not in ("anglo-french", "us") or s.turn >= ALL_HANDS:
            return found
        left = s.game.allowed["israel"] & s.held("east")
        return [goal for goal in found if not left >> goal[0] & 1]

    def best_landing(self, s: MusketeerState, side: str) -> list[tuple[str, int, int]]:
        found = super().best_landing(s, side)
        if found or s.contingent not in ("anglo-french", "us"):
            return found
        game, held, ring = s.game, s.held("east"), 0
        for h, p in game.points_west.items():
            if p >= GREAT and held >> h & 1:
                ring |= game.map.grid.adjacent[h]
        return self.likeliest(s, side, [h for h in bits(ring & held) if h not in game.points_west])


class Account(Greedy):
    """[6.4] The index is a budget: a war wins with a lead of 21; with less, room is kept for what must still come."""

    def on_plan(self, s: MusketeerState, frame: Plan) -> Action:
        m = s.game.command_markers[frame.left[0]]
        lead, left = self.lead(s, frame.actor(s)), LAST_TURN - s.turn
        room = WORLD_WAR - 1 - s.escalation - m.escalation
        room -= sum(s.game.command_markers[n].escalation for n in s.pool(frame.actor(s)))
        need = PER_TURN * left * (1.0 if m.special else 0.5)
        if not self.useful(s, m):
            self.reason = f"{m.name} has nothing to do."
            return Action("leave", (m.name,))
        if m.escalation == 0 or lead >= WINNING or left == 0 or room >= need:
            self.reason = f"{m.name} is useful, and the index at {s.escalation} leaves room for it."
            return Action("plan", (m.name,))
        self.reason = f"The index at {s.escalation} must last for {left} more turns."
        return Action("leave", (m.name,))

    def on_pick_or_pass(self, s: MusketeerState, frame: PickOrPass) -> Action:
        side = frame.actor(s)
        if not s.pool(side):
            self.reason = "The pool is empty."
            return Action("pass")
        worst = max(s.game.command_markers[n].escalation for n in s.pool(side))
        lead = self.lead(s, side)
        early = side == "west" and s.turn < LAST_TURN
        if s.escalation + worst >= WORLD_WAR and (lead < 0 or (early and lead < WINNING)):
            self.reason = "A pick might start the world war, and it would not win."
            return Action("pass")
        self.reason = "Every impulse counts."
        return Action("pick")


class Storm(HomeGuard, Expedition, Account, Assault):
    """All four."""


class Methodical(Account, Assault):
    """The last two."""


class Rings(Ringed, Methodical):
    """Strong garrisons in the great cities, weak units round them."""


class Spender(Greedy):
    """Everything useful every turn, no reserve."""

    def on_plan(self, s: MusketeerState, frame: Plan) -> Action:
        m = s.game.command_markers[frame.left[0]]
        planned = sum(s.game.command_markers[n].escalation for n in s.pool(frame.actor(s)))
        room = WORLD_WAR - 1 - s.escalation - planned
        fits = self.useful(s, m) and (m.escalation <= room or self.lead(s, frame.actor(s)) >= WINNING)
        return Action("plan" if fits else "leave", (m.name,))


class Brinkman(Greedy):
    """Drives the index to a war as soon as the points as they stand win, or at least draw."""

    def on_plan(self, s: MusketeerState, frame: Plan) -> Action:
        m = s.game.command_markers[frame.left[0]]
        return Action("plan", (m.name,)) if self.lead(s, frame.actor(s)) > 0 else super().on_plan(s, frame)

    def on_pick_or_pass(self, s: MusketeerState, frame: PickOrPass) -> Action:
        return Action("pick") if s.pool(frame.actor(s)) else Action("pass")


class Turtle(Greedy):
    """Nobody moves."""

    def on_move(self, s: MusketeerState, frame: Move) -> Action:
        self.reason = "Everybody stays."
        return Action("end")


class Miser(Greedy):
    """Plans nothing that raises the index."""

    def on_plan(self, s: MusketeerState, frame: Plan) -> Action:
        m = s.game.command_markers[frame.left[0]]
        return super().on_plan(s, frame) if m.escalation <= 1 else Action("leave", (m.name,))


class Raider(Greedy):
    """The West goes for the four cities before all else, the East for the Israeli towns."""

    def objectives(self, s: MusketeerState, side: str, contingent: str) -> Goals:
        game = s.game
        prey = game.cities if side == "west" else sum(1 << h for h in game.points_east if h not in game.points_west)
        return [(h, v * (RAIDED if prey >> h & 1 else 1), n) for h, v, n in super().objectives(s, side, contingent)]


def way(name: str, side: str, purpose: str, kind: type[Greedy]) -> Posture[MusketeerState]:
    """A posture, and who plays it lightly in trials."""

    def light(game: Game[MusketeerState], side: str, rng: Random) -> Greedy:
        bot = kind(game, side, rng)
        bot.effort = LIGHT_EFFORT
        return bot

    return Posture(name, side, purpose, kind, always, light)


POSTURES = (
    way("advance", "west", "Wherever points can be taken.", Greedy),
    way("home-guard", "west", "A brigade behind for the towns, and the index as a budget.", Storm),
    way("methodical", "west", "The index as a budget.", Methodical),
    way("hold", "east", "Wherever points can be held or taken.", Greedy),
    way("methodical", "east", "The index as a budget, mandatory pursuers first.", Methodical),
    way("rings", "east", "Strong garrisons in the great cities, weak units round them.", Rings),
    way("spend", "east", "Everything at once.", Spender),
)
EXPLOITERS = tuple(
    way(kind.__name__.lower(), side, str(kind.__doc__), kind)
    for side in ("west", "east")
    for kind in (Brinkman, Spender, Turtle, Miser, Raider)
)


def doctrine(s: MusketeerState, side: str) -> str:
    return "home-guard" if side == "west" else "rings"
