"""[18.0, 19.1-19.4] Air missions in general, and air superiority."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Refusal, Roll, Sentence, Step, Units, bits, number, refuse, say
from sandtable.core.facts import DetailsFacts, ForecastFacts

from . import recon
from .names import SIDE_NAMES
from .state import MusketeerState
from .wording import Decision, plain_number

MOST_STRIKES = 7
SPECIAL_SHIFT = 2
SPECIAL_MARKER = say("special command marker")


def air_result(result: str) -> Sentence:
    """[19.4] A result of the Air Combat Table in words."""
    if result == "AA":
        return say("one of them is lost")
    if result == "0":
        return say("no effect")
    return say("{n} enemy {n#airstrike is|airstrikes are} hit", n=int(result))


def ready(s: MusketeerState, units: int) -> list[int]:
    """[18.1, 18.6, 18.7, 27.4] Units of the activated contingent's Available Box that have not been used.

    The box is all that counts: airbases on the map do not matter.
    """
    game = s.game
    return s.specials_in(game.available_of[s.contingent], s.contingent, units & ~s.used)


def strikes_in(s: MusketeerState, contingent: str) -> list[int]:
    """[19.4, 27.4] The airstrikes in an Available Box; nothing else there can be hit."""
    game = s.game
    return s.specials_in(game.available_of[contingent], contingent, game.airstrikes)


def lose_strikes(s: MusketeerState, units: list[int], count: int, rule: str) -> int:
    """[19.4, 19.11] Airstrikes shot down. The owner would choose, but airstrikes of a contingent are all alike."""
    lost = units[:count]
    for u in lost:
        s.eliminate(u)
        s.used &= ~(1 << u)
    if lost:
        s.tell(rule, "{units} {units#is|are} shot down.", units=s.game.names(lost), about="loss")
    return len(lost)


class Missions(Decision):
    """[18.3] What the two air phases share: first every mission gets its airstrikes, one after the other, while special
    forces may scout [25.7]; `end` sends them all out."""

    __slots__ = ()

    def missions(self, s: MusketeerState) -> Iterator[Action]:
        """The missions that can still be assigned."""
        raise NotImplementedError

    def why_not(self, s: MusketeerState, a: Action) -> Refusal:
        raise NotImplementedError

    def assign(self, s: MusketeerState, a: Action) -> None:
        raise NotImplementedError

    def fly(self, s: MusketeerState) -> None:
        raise NotImplementedError

    def begin(self, s: MusketeerState) -> None:
        """Ask for the next mission; with nothing left to send, the fights begin."""
        if next(self.missions(s), None):
            s.then(self)
        else:
            self.fly(s)

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("end")
        yield from recon.options(s)
        yield from self.missions(s)

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a.verb == "recon":
            return recon.check(self, s, a)
        return None if a in self.options(s) else self.why_not(s, a)

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb != "end":
            return super().label(s, a)
        return say("Send none") if self == type(self)() else say("All are assigned: begin")

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "end":
            self.fly(s)
        elif a.verb == "recon":
            recon.begin(s, a, self)
        else:
            self.assign(s, a)


# air superiority ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AirSuperiorityPhase(Step[MusketeerState]):
    """[18.2, 18.3, 19.1] First all airstrikes are assigned to boxes, then the fights follow."""

    def phase(self) -> str:
        return "air-superiority"

    def run(self, s: MusketeerState) -> None:
        SendStrikes().begin(s)


@dataclass(frozen=True, slots=True)
class SendStrikes(Missions):
    """[18.3, 18.5, 19.1] Place airstrikes in enemy Available Boxes, at most seven in all; `end` begins the fights."""

    boxes: tuple[str, ...] = ()
    wings: tuple[Units, ...] = ()
    rule = "19.1"
    verbs = ("end", "recon", "strike")

    def phase(self) -> str:
        return "air-superiority"

    def prompt(self, s: MusketeerState) -> str:
        strikes = len(ready(s, s.game.airstrikes))
        return say(
            "Send airstrikes against the enemy's available ones, then start the air fights. {sent} of {most} sent, {strikes} ready [18.3, 19.1].",
            strikes=strikes,
            sent=s.strikes,
            most=MOST_STRIKES,
        )

    def targets(self, s: MusketeerState) -> list[str]:
        """Enemy contingents with airstrikes in their Available Box that have not been chosen yet."""
        game = s.game
        enemies = [c for c in game.title_of if game.side_of[c] == game.enemy[s.side]]
        return [c for c in enemies if c not in self.boxes and strikes_in(s, c)]

    def returning(self, s: MusketeerState, box: str) -> int:
        """[19.1] How many airstrikes of a box may return fire: seven in all, the boxes attacked earlier first [ruling MU-11]."""
        left = MOST_STRIKES
        for c in self.boxes[: self.boxes.index(box)] if box in self.boxes else self.boxes:
            left -= min(left, len(strikes_in(s, c)))
        return min(left, len(strikes_in(s, box)))

    def missions(self, s: MusketeerState) -> Iterator[Action]:
        most = min(len(ready(s, s.game.airstrikes)), MOST_STRIKES - s.strikes)
        for c in self.targets(s):
            for n in range(most, 0, -1):
                yield Action("strike", (c, str(n)))

    def why_not(self, s: MusketeerState, a: Action) -> Refusal:
        if a.verb != "strike" or len(a.args) != 2 or plain_number(a.args[1]) is None:
            return self.not_now(s, a)
        game, box, wanted = s.game, a.args[0], int(a.args[1])
        strikes = len(ready(s, game.airstrikes))
        if box.endswith("-box"):
            return refuse("18.5", "Airstrikes cannot attack Reinforcement Boxes.")
        if game.side_of.get(box) != game.enemy[s.side] or not strikes_in(s, box):
            return refuse(("19.1", "19.4"), "There are no enemy airstrikes in an Available Box “{box}”.", box=box)
        if box in self.boxes:
            return refuse(
                "19.1", "Airstrikes against {contingent} have been sent already.", contingent=game.title_of[box]
            )
        if not wanted:
            return refuse("19.1", "Send at least one airstrike.")
        if wanted > strikes:
            return refuse("18.1", "Only {n} {n#airstrike|airstrikes} can be sent.", n=strikes)
        return refuse(
            "19.1",
            "At most {most} airstrikes fly air superiority; {sent} have been sent.",
            most=MOST_STRIKES,
            sent=s.strikes,
        )

    def forecast(self, s: MusketeerState) -> ForecastFacts | None:
        boxes = self.targets(s)
        strikes = min(len(ready(s, s.game.airstrikes)), MOST_STRIKES - s.strikes)
        if not boxes or not strikes:
            return None
        return superiority_forecast(s, boxes[0], strikes, self.returning(s, boxes[0]))

    def details(self, s: MusketeerState, a: Action) -> DetailsFacts:
        if a.verb != "strike":
            return {}
        box, strikes = self.mission(s, a)
        return {"forecast": superiority_forecast(s, box, strikes, self.returning(s, box))}

    def mission(self, s: MusketeerState, a: Action) -> tuple[str, int]:
        """The box and the number of airstrikes."""
        parts = s.game.parts(a)
        return parts.words[0], parts.amounts[0]

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb != "strike":
            return super(SendStrikes, self).label(s, a)
        box, n = self.mission(s, a)
        return say("Send {n} {n#airstrike|airstrikes} against {contingent}", n=n, contingent=s.game.title_of[box])

    def group(self, s: MusketeerState, a: Action) -> str:
        if a.verb != "strike":
            return ""
        return say("Airstrikes against {contingent}", contingent=s.game.title_of[self.mission(s, a)[0]])

    def assign(self, s: MusketeerState, a: Action) -> None:
        """[19.1] Whoever is sent is on its used side for the rest of the impulse, whatever becomes of the fight."""
        box, strikes = self.mission(s, a)
        wing = sum(1 << u for u in ready(s, s.game.airstrikes)[:strikes])
        s.strikes += strikes
        s.used |= wing
        s.tell(
            "19.1",
            "{n} {n#airstrike is|airstrikes are} sent against those of {contingent}.",
            n=strikes,
            contingent=s.game.title_of[box],
        )
        SendStrikes((*self.boxes, box), (*self.wings, wing)).begin(s)

    def fly(self, s: MusketeerState) -> None:
        """One fight after the other."""
        first, second = ("attacker", "defender") if attacker_first(s) else ("defender", "attacker")
        frames: list[Step[Any]] = []
        for box, wing in zip(self.boxes, self.wings):
            most = self.returning(s, box)
            frames += [AirFight(wing), AirFire(first, box, most), AirFire(second, box, most)]
        s.then(*frames)


@dataclass(frozen=True, slots=True)
class AirFight(Step[MusketeerState]):
    """[19.1] The airstrikes of one box take the stage."""

    wing: Units

    def phase(self) -> str:
        return "air-superiority"

    def run(self, s: MusketeerState) -> None:
        s.cas = self.wing


def attacker_first(s: MusketeerState) -> bool:
    """[19.2] The West fires first, unless the East attacks in the impulse of a special marker."""
    return s.side == "west" or s.special


def superiority_odds(s: MusketeerState, own: int, enemy: int, returning: int) -> dict[tuple[int, int], float]:
    """[19.1-19.4] The exact chance of every (enemy lost, own lost), over both rolls in their order."""
    t = s.game.tables["air_combat"]
    roles = ("attacker", "defender") if attacker_first(s) else ("defender", "attacker")
    odds = {(own, enemy): 1.0}
    for role in roles:
        after: dict[tuple[int, int], float] = {}
        for (a, d), p in odds.items():
            if not a or not d:
                after[a, d] = after.get((a, d), 0.0) + p
                continue
            firing = a if role == "attacker" else min(d, returning)
            if not firing:
                after[a, d] = after.get((a, d), 0.0) + p
                continue
            column = t.shifted(firing, SPECIAL_SHIFT if s.special and role == "attacker" else 0)
            for die in range(1, 7):
                result = t.result(die, column)
                hits = 0 if result == "AA" else int(result)
                if role == "attacker":
                    left = (a - (result == "AA"), max(0, d - hits))
                else:
                    left = (max(0, a - hits), d - (result == "AA"))
                after[left] = after.get(left, 0.0) + p / 6
        odds = after
    return {(enemy - d, own - a): p for (a, d), p in odds.items()}


def superiority_forecast(s: MusketeerState, box: str, strikes: int, returning: int) -> ForecastFacts:
    """What an air superiority mission brings, both fires counted."""
    shift = SPECIAL_SHIFT if s.special else 0
    foes = len(strikes_in(s, box))
    column = s.game.tables["air_combat"].shifted(strikes, shift)
    first = SIDE_NAMES[s.side if attacker_first(s) else s.game.enemy[s.side]]
    return {
        "kind": "air",
        "title": say(
            "{n} {n#airstrike|airstrikes} against {foes} of {contingent}",
            n=strikes,
            foes=foes,
            contingent=s.game.title_of[box],
        ),
        "attackers": [{"unit": say("airstrikes"), "strength": str(strikes)}],
        "defenders": [{"unit": say("airstrikes"), "strength": str(foes)}],
        "value": str(strikes),
        "value_name": say("airstrikes"),
        "shifts": [{"text": SPECIAL_MARKER, "rule": "19.3", "columns": shift}] if shift else [],
        "notes": [say("The {side} fires first [19.2].", side=first)],
        "table": "air_combat",
        "column": column,
        "column_name": s.game.tables["air_combat"].columns[column],
        "results": [
            {
                "result": f"{theirs} : {ours}",
                "name": say("{theirs} enemy and {ours} own {ours#airstrike|airstrikes} lost", theirs=theirs, ours=ours),
                "probability": round(p, 4),
                "dice": [],
            }
            for (theirs, ours), p in sorted(superiority_odds(s, strikes, foes, returning).items(), reverse=True)
        ],
    }


@dataclass(frozen=True, slots=True)
class AirFire(Step[MusketeerState]):
    """[19.1, 19.3] One side fires with all its airstrikes as a single number, at most seven."""

    role: str
    box: str
    returning: int

    def phase(self) -> str:
        return "air-superiority"

    def run(self, s: MusketeerState) -> None:
        may_fire = self.role == "attacker" or self.returning
        if may_fire and s.cas and strikes_in(s, self.box):
            attacking = self.role == "attacker"
            purpose = say("air fire of the attacker") if attacking else say("air fire of the defender")
            s.then(Roll(purpose), AirHit(self.role, self.box, self.returning))


@dataclass(frozen=True, slots=True)
class AirHit(Step[MusketeerState]):
    """[19.4] A number of enemy airstrikes, or one of the firing ones, is lost at once."""

    role: str
    box: str
    returning: int

    def phase(self) -> str:
        return "air-superiority"

    def run(self, s: MusketeerState) -> None:
        game = s.game
        attacking, defending = sorted(bits(s.cas)), strikes_in(s, self.box)
        firing, others = attacking, defending
        if self.role == "defender":
            firing, others = defending[: self.returning], attacking
        shift = SPECIAL_SHIFT if s.special and self.role == "attacker" else 0
        t = game.tables["air_combat"]
        column = t.shifted(len(firing), shift)
        result = t.result(s.die, column)
        s.tell(
            "19.3",
            "{n} {n#airstrike|airstrikes} of the {side} {n#fires|fire} on column {column}: {result}.",
            n=len(firing),
            side=SIDE_NAMES[s.role_side(self.role)],
            column=number(t.columns[column]),
            result=air_result(result),
            about="result",
        )
        if result == "AA":
            lose_strikes(s, firing, 1, "19.4")
        else:
            lose_strikes(s, others, int(result), "19.4")
        s.cas = sum(1 << u for u in bits(s.cas) if s.loc[u] != game.dead)
