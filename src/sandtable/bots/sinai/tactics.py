"""The greedy opponent for Sinai, for every era of it.

It looks at the position (`survey`), knows what its side wants (`aims`), plans whole Movement Phases (`marches`) round
the battles it can bring about (`battles`), flies (`air`), and settles the rest in `council`. All numbers are in
`weights`. Every decision leaves its reason in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sandtable.bots.base import Tactician
from sandtable.core import Action, Game
from sandtable.games.sinai.air.raids import Raids, SamRetreat
from sandtable.games.sinai.air.strikes import PlaceStrikes
from sandtable.games.sinai.combat.advance import Advance
from sandtable.games.sinai.combat.attack import Attack
from sandtable.games.sinai.combat.bar_lev import LoseAttacker
from sandtable.games.sinai.combat.combat import Combat
from sandtable.games.sinai.combat.retreat import Displace, Retreat
from sandtable.games.sinai.course.reinforcements import IraqisArrive, PlaceAtEdge
from sandtable.games.sinai.course.setup import Deploy
from sandtable.games.sinai.eras.mid_1970s import Landing
from sandtable.games.sinai.game import Sinai
from sandtable.games.sinai.movement.movement import Movement
from sandtable.games.sinai.movement.overrun import AfterOverrun
from sandtable.games.sinai.politics.agreement import Agreement
from sandtable.games.sinai.politics.ceasefire import Ceasefire
from sandtable.games.sinai.politics.jordan import SendToSyria
from sandtable.games.sinai.state import SinaiState

from . import air, battles, council, marches
from .harvest import Harvest
from .manners import USUAL, Manner
from .survey import Survey, atlas_of


class Greedy(Tactician[SinaiState]):
    """Plays either side. Between decisions it keeps its set-up, the orders of the phase, the units meant for an
    attack and the scores of past turns; a position it has never seen before does not trouble it."""

    game: Sinai

    def __init__(self, game: Game[SinaiState], side: str, rng: Random, manner: Manner = USUAL) -> None:
        super().__init__(game, side, rng)
        self.manner = manner
        self.atlas = atlas_of(self.game, side)
        self.orders: list[marches.Order] = []
        self.moment: tuple[int, int, str] = (0, 0, "")
        self.second_thoughts = False
        self.elder: Survey | None = None
        self.last: Survey | None = None
        self.seen: tuple[int, ...] = ()
        self.force: list[int] = []
        self.places: dict[int, int] = {}
        self.scores: list[int] = []

    def survey(self, s: SinaiState) -> Survey:
        """Look at everything afresh: done once for every phase that is planned."""
        self.elder = Survey(s, self.side, self.atlas, manner=self.manner)
        return self.elder

    def look(self, s: SinaiState) -> Survey:
        """Look at the position with the aims of the last plan; until something moves one look is enough."""
        key = (*s.loc, s.turn, s.destroyed, s.entrucked, s.jordan_at_war)
        if self.seen != key or self.last is None:
            self.seen, self.last = key, Survey(s, self.side, self.atlas, self.elder, self.manner)
        self.last.s = s
        return self.last

    def planner(self, look: Survey, frame: Movement) -> type[marches.Marches]:
        """Who places the units of a Movement Phase."""
        return Harvest if self.manner.harvests(look, frame) else marches.Marches

    def choose(self, s: SinaiState) -> Action:
        decision = DECISIONS.get(type(s.choice))
        action = decision(self, s, s.choice) if decision else None
        if action is None or s.check(action) is not None:
            action = next(iter(s.options()))
            self.reason = "The first thing that is allowed."
        return action


DECISIONS: dict[type, Callable[[Greedy, SinaiState, Any], Action | None]] = {
    Deploy: council.deploy,
    Movement: marches.march,
    AfterOverrun: marches.after_overrun,
    Combat: battles.choose,
    Attack: battles.prepare,
    Advance: battles.advance,
    Retreat: battles.retreat,
    Displace: battles.retreat,
    LoseAttacker: battles.lose_attacker,
    PlaceStrikes: air.strike,
    Raids: air.raid,
    SamRetreat: council.sam_retreat,
    IraqisArrive: council.arrive,
    SendToSyria: council.send,
    PlaceAtEdge: council.place,
    Landing: council.place,
    Ceasefire: council.ceasefire,
    Agreement: council.agree,
}
"""Who decides what, by the frame that asks."""
