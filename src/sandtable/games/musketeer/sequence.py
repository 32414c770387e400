"""[5.0, 6.0, 7.0] Sequence of play: planning, picks and passes, impulses, end of turn; involvement [28.3]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Chance, Listing, Refusal, Roll, Step, reason, refuse, say

from . import air, bombardment, combat, events, movement, reinforcement
from .escalation import escalate
from .names import SIDE_NAMES
from .refit import RefitPhase
from .stacking import EnforceStacking
from .state import MusketeerState
from .victory import LAST_TURN, Verdict, end_by_points
from .wording import Decision


@dataclass(frozen=True, slots=True)
class Turn(Step[MusketeerState]):
    """[5.1, 5.3] A turn: planning, impulses in turn, end of turn."""

    def run(self, s: MusketeerState) -> None:
        s.picked = ()
        s.passes = 0
        s.tell("5.1", "Turn {turn} begins.", turn=s.turn, about="turn")
        s.then(MutualPlanning(), Activation("west"), EndOfTurn())


@dataclass(frozen=True, slots=True)
class MutualPlanning(Step[MusketeerState]):
    """[5.3, 7.8] Both pools are filled anew and in secret; what was not picked last turn is at hand again."""

    def phase(self) -> str:
        return "planning"

    def run(self, s: MusketeerState) -> None:
        s.pool_west = s.pool_east = ()
        for side in ("east", "west"):
            s.then(Plan(side, tuple(m.name for m in s.game.markers_for(s, side))))


@dataclass(frozen=True, slots=True)
class Plan(Decision):
    """[4.1, 4.2, 5.3] A side secretly decides, marker by marker, what goes into its pool.

    Every marker that may be used is asked for, in the same order, so that the number of decisions tells the other side
    nothing [ruling MU-25].
    """

    side: str
    left: tuple[str, ...]
    rule = "5.3"
    verbs = ("plan", "leave")

    def phase(self) -> str:
        return "planning"

    def actor(self, s: MusketeerState) -> str:
        return self.side

    def prompt(self, s: MusketeerState) -> str:
        m = s.game.command_markers[self.left[0]]
        cost = sum(s.game.command_markers[n].escalation for n in s.pool(self.side))
        kind = say("special") if m.special else say("regular")
        more = Listing([s.game.command_markers[n].term for n in self.left[1:]])
        return say(
            "Plan turn {turn} in secret: put {marker} ({contingent}, {kind}, escalation {points}) into your pool, or leave it out.{then} Planned so far: {cost}. The index stands at {index} [5.3, 6.2].",
            turn=s.turn,
            marker=m.term,
            contingent=s.game.title_of[m.contingent],
            kind=kind,
            points=m.escalation,
            then=say(" Then you decide on {markers}.", markers=more) if more.items else "",
            cost=cost,
            index=s.escalation,
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("plan", self.left[:1])
        yield Action("leave", self.left[:1])

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb in ("plan", "leave") and len(a.args) == 1 and a.args[0] in s.game.command_markers:
            m = s.game.command_markers[a.args[0]]
            if m.side != self.side:
                return refuse("5.3", "{marker} is a marker of the other side.", marker=m.term)
            why = s.game.why_not_marker(s, m)
            if why:
                return why
            if m.name in self.left:
                return refuse(
                    "5.3", "{marker} is to be decided first.", marker=s.game.command_markers[self.left[0]].term
                )
            return refuse("7.6", "{marker} has been decided; each marker is used once per turn.", marker=m.term)
        return self.not_now(s, a)

    def read(self, s: MusketeerState, a: Action) -> Action:
        """Marker names in any case; `plan` and `leave` alone mean the marker asked for."""
        names = {n.lower(): n for n in s.game.command_markers}
        if a.verb in ("plan", "leave") and not a.args:
            return Action(a.verb, self.left[:1])
        return Action(a.verb, tuple(names.get(w.lower(), w) for w in a.args))

    def label(self, s: MusketeerState, a: Action) -> str:
        marker = s.game.command_markers[self.left[0]].term
        return (
            say("Put {marker} into the pool", marker=marker)
            if a.verb == "plan"
            else say("Leave {marker} out", marker=marker)
        )

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[self.side],)

    def undecided(self, side: str) -> tuple[str, ...]:
        return self.left if side == self.side else ()

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "plan":
            s.set_pool(self.side, (*s.pool(self.side), a.args[0]))
            marker = s.game.command_markers[a.args[0]].term
            s.tell("5.3", "{marker} goes into the pool.", marker=marker, to=(self.side,))
        if len(self.left) > 1:
            s.then(Plan(self.side, self.left[1:]))


# picks and passes ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Activation(Step[MusketeerState]):
    """[4.4, 5.1, 5.2, 5.3, 5.5] The sides pick in turn, the West first, until two passes in a row or two empty pools."""

    side: str

    def phase(self) -> str:
        return "activation"

    def run(self, s: MusketeerState) -> None:
        if s.passes == 2 or not (s.pool_west or s.pool_east):
            return
        s.then(PickOrPass(self.side), Activation(s.game.enemy[self.side]))


@dataclass(frozen=True, slots=True)
class Pass(Step[MusketeerState]):
    """[5.5, 6.5] A pass, free or forced by an empty pool: the table cannot tell which."""

    side: str

    def run(self, s: MusketeerState) -> None:
        s.passes += 1
        s.tell("5.5", "The {side} passes.", side=SIDE_NAMES[self.side])
        if s.passes == 2:
            s.tell(
                "5.5, 6.5", "Both sides have passed: the turn ends, and what is left in the pools does not escalate."
            )


@dataclass(frozen=True, slots=True)
class PickOrPass(Decision):
    """[5.3, 5.5] Pick a command marker at random from the own pool, or pass."""

    side: str
    rule = "5.3"
    verbs = ("pick", "pass")
    unseen_verbs = ("pass",)

    def actor(self, s: MusketeerState) -> str:
        return self.side

    def phase(self) -> str:
        return "activation"

    def prompt(self, s: MusketeerState) -> str:
        if not s.pool(self.side):
            return say("Your pool is empty, so you must pass [5.5].")
        return say(
            "Pick a command marker from your pool, or pass. The index stands at {escalation} [5.3, 5.5].",
            escalation=s.escalation,
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        if s.pool(self.side):
            yield Action("pick")
        yield Action("pass")

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a == Action("pick") and not s.pool(self.side):
            return refuse("5.5", "Your pool is empty.")
        return super(PickOrPass, self).check(s, a)

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Pick a command marker") if a.verb == "pick" else say("Pass")

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "pass":
            s.then(Pass(self.side))
        else:
            s.passes = 0
            s.then(PickMarker(self.side), Activate())


@dataclass(frozen=True, slots=True)
class PickMarker(Chance[MusketeerState]):
    """[4.1, 5.3] The marker comes out of the side's own pool at random."""

    side: str

    def phase(self) -> str:
        return "activation"

    def outcomes(self, s: MusketeerState) -> tuple[tuple[Action, int], ...]:
        return tuple((Action("draw", (name,)), 1) for name in s.pool(self.side))

    def prompt(self, s: MusketeerState) -> str:
        return say("Draw a command marker from the pool of the {side} [5.3].", side=SIDE_NAMES[self.side])

    def roller(self, s: MusketeerState) -> str:
        """[4.1] Only the owner may look into the pool."""
        return self.side

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a.verb == "draw" and len(a.args) == 1 and a.args[0] in s.pool(self.side):
            return None
        return refuse("4.1", "Only a marker in the pool can be drawn.")

    def apply(self, s: MusketeerState, a: Action) -> None:
        s.drawn = a.args[0]
        s.set_pool(self.side, tuple(n for n in s.pool(self.side) if n != s.drawn))


@dataclass(frozen=True, slots=True)
class Activate(Step[MusketeerState]):
    """[5.4, 6.2, 7.1, 7.7] The marker drawn raises the index, is spent, and gives its contingent an impulse."""

    def run(self, s: MusketeerState) -> None:
        m = s.game.command_markers[s.drawn]
        s.picked = (*s.picked, m.name)
        if m.special:
            s.removed = (*s.removed, m.name)
        s.tell(
            "7.1",
            "{marker} is picked: {contingent} is activated.",
            marker=m.term,
            contingent=s.game.title_of[m.contingent],
            about="phase",
        )
        if m.escalation:
            escalate(s, m.escalation, "6.2", m.term)
        s.then(Verdict(), Impulse(m.contingent, m.special))


@dataclass(frozen=True, slots=True)
class Impulse(Step[MusketeerState]):
    """[5.3, 7.2, 7.3] One Operational Impulse: the six phases of the activated contingent; others only defend."""

    contingent: str
    special: bool

    def run(self, s: MusketeerState) -> None:
        s.new_impulse(self.contingent, self.special)
        s.then(
            reinforcement.ReinforcementPhase(),
            EndOfPhase(),
            air.AirSuperiorityPhase(),
            EndOfPhase(),
            bombardment.BombardmentPhase(),
            EndOfPhase(),
            movement.MovementPhase(),
            EndOfPhase(),
            combat.GroundCombatPhase(),
            EndOfPhase(),
            RefitPhase(),
            EndOfImpulse(),
        )


@dataclass(frozen=True, slots=True)
class EndOfPhase(Step[MusketeerState]):
    """[12.4] Stacking is enforced at the end of every phase."""

    def run(self, s: MusketeerState) -> None:
        s.new_phase()
        s.then(EnforceStacking())


@dataclass(frozen=True, slots=True)
class EndOfImpulse(Step[MusketeerState]):
    """[2.5, 5.3, 18.3] Used special units are turned back; nobody is activated until the next pick."""

    def run(self, s: MusketeerState) -> None:
        s.new_impulse("", False)
        s.then(EnforceStacking(), Verdict())


# end of turn --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class EndOfTurn(Step[MusketeerState]):
    """[5.3] Events, involvement, next turn."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        s.barred = ()
        s.then(events.EventsSubPhase(), EnforceStacking(), Verdict(), Involvement(), EndOfInvolvement(), TurnAdvance())


@dataclass(frozen=True, slots=True)
class Involvement(Step[MusketeerState]):
    """[28.3] The East rolls for the USSR and the Arab League as long as they are out."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        for contingent in ("arab-league", "ussr"):
            if contingent not in s.involved:
                s.then(Roll(say("{contingent} commitment", contingent=s.game.title_of[contingent])), Commit(contingent))


@dataclass(frozen=True, slots=True)
class EndOfInvolvement(Step[MusketeerState]):
    """[28.3] Once the USSR is in, the West rolls for the US at the end of every turn, this one included."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        if "ussr" in s.involved and "us" not in s.involved:
            s.then(Roll(say("{contingent} commitment", contingent=s.game.title_of["us"])), Commit("us"))


@dataclass(frozen=True, slots=True)
class Commit(Step[MusketeerState]):
    """[28.3] A die not above the turn number commits the contingent for the rest of the game."""

    contingent: str

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        name = s.game.title_of[self.contingent]
        if s.die <= s.turn:
            s.involved = (*s.involved, self.contingent)
            s.tell(
                "28.3",
                "{contingent} is committed: die {die} is not above turn {turn}.",
                contingent=name,
                die=s.die,
                turn=s.turn,
                about="event",
            )
        else:
            s.tell(
                "28.3",
                "{contingent} stays out: die {die} is above turn {turn}.",
                contingent=name,
                die=s.die,
                turn=s.turn,
                about="event",
            )


@dataclass(frozen=True, slots=True)
class TurnAdvance(Step[MusketeerState]):
    """[3.2, 5.1, 5.3] After turn 7 points decide; otherwise the next turn begins."""

    def run(self, s: MusketeerState) -> None:
        if s.turn == LAST_TURN:
            end_by_points(s, reason("3.2", "Turn 7 is over."))
        else:
            s.turn += 1
            s.then(Verdict(), Turn())
