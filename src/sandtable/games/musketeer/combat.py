"""[14.0, 19.8, 25.2, 29.4, 29.5] Ground combat: declaration of attacks and support for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Refusal, Step, bits

from . import recon
from .air import ready
from .bombardment import show_guns
from .fire import OpenFire
from .odds import attack_forecast
from .shifts import CONCENTRIC, hexside_shift, may_be_concentric, role_side
from .state import MusketeerState
from .wording import Decision, counted, number


# Who may attack what ----------------------------------------------------------------------------------------------
def can_attack(s: MusketeerState, u: int) -> bool:
    """[14.1, 14.8] A ground unit of the activated contingent on the map that has not attacked in this phase."""
    game = s.game
    return s.loc[u] > 0 and bool((game.ground_by[s.contingent] & ~s.attacked) >> u & 1)


def engaged_with(s: MusketeerState, h: int) -> int:
    """[14.2, 15.4] The hex that the stack in `h` has attacked in this phase, or 0."""
    return next((against for start, against in s.engaged if start == h), 0)


def may_join(s: MusketeerState, u: int, target: int) -> bool:
    """[14.2, 16.6, 29.5] Is this unit adjacent to the target (or landed on it), and not bound to another one?"""
    if not can_attack(s, u):
        return False
    h = s.loc[u]
    if s.assaulting >> u & 1:
        return h == target
    return s.game.map.grid.are_adjacent(h, target) and engaged_with(s, h) in (0, target)


def joiners(s: MusketeerState, target: int) -> list[int]:
    game = s.game
    return [u for u in sorted(bits(game.ground_by[s.contingent])) if may_join(s, u, target)]


def targets(s: MusketeerState) -> int:
    """[14.2, 28.1] Enemy hexes that somebody can attack now."""
    game = s.game
    held = s.held(game.enemy[s.side]) & game.allowed[s.contingent]
    found = 0
    for u in bits(game.ground_by[s.contingent] & ~s.attacked):
        h = s.loc[u]
        if h <= 0:
            continue
        if s.assaulting >> u & 1:
            found |= 1 << h
        else:
            bound = engaged_with(s, h)
            found |= game.map.grid.adjacent[h] & held & (1 << bound if bound else held)
    return found & held


def must_attack(s: MusketeerState) -> int:
    """[29.5] Hexes of direct assaults that have not been fought."""
    return s.occupied(s.assaulting & ~s.attacked)


@dataclass(frozen=True, slots=True)
class GroundCombatPhase(Step):
    """[5.3, 29.5] The phase goes on while something can be attacked; then landed units get their zones."""

    def phase(self) -> str:
        return "ground-combat"

    def run(self, s: MusketeerState) -> None:
        if targets(s):
            s.then(Attack())
        else:
            s.without_zone = 0


@dataclass(frozen=True, slots=True)
class Attack(Decision):
    """[5.3, 13.7, 14.2, 14.6] Attack enemy hexes in any order, or none; direct assaults must be fought."""

    rule = "14.2"

    def phase(self) -> str:
        return "ground-combat"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        owed = must_attack(s)
        if owed:
            names = ", ".join(s.game.hex_name(h) for h in sorted(bits(owed)))
            return f"{s.game.title_of[s.contingent]} ground combat: direct assaults wait in {names} [29.5]."
        return f"{s.game.title_of[s.contingent]} ground combat: choose a hex to attack, or end the phase [14.2]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        if not must_attack(s):
            yield Action("end")
        yield from recon.options(s)
        for h in bits(targets(s)):
            yield Action("attack", (s.game.hex_name(h),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a.verb == "recon":
            return recon.check(self, s, a)
        if a in self.options(s):
            return None
        game = s.game
        if a.verb == "end" and not a.args:
            return Refusal(("29.5",), "Units that landed on enemies must attack first.")
        if a.verb != "attack" or len(a.args) != 1:
            return self.not_now(s, a)
        h = game.map.grid.find(a.args[0])
        if not h or not s.held(game.enemy[s.side]) >> h & 1:
            return Refusal(("14.2",), f"{a.args[0]} holds no enemy ground units.")
        if not game.allowed[s.contingent] >> h & 1:
            return Refusal(("28.1",), f"Israelis may not attack {a.args[0]}.")
        near = [
            u for u in bits(game.ground_by[s.contingent]) if s.loc[u] > 0 and game.map.grid.are_adjacent(s.loc[u], h)
        ]
        if near and all(s.attacked >> u & 1 for u in near):
            return Refusal(("14.8",), f"Every unit next to {a.args[0]} has attacked in this phase.")
        if near and all((s.attacked | s.assaulting) >> u & 1 for u in near):
            return Refusal(("29.5",), f"Units next to {a.args[0]} have landed on enemies and attack those only.")
        if near:
            text = f"The stacks next to {a.args[0]} are bound to other targets in this phase."
            return Refusal(("14.2", "15.4"), text)
        return Refusal(("14.2",), f"No unit of the activated contingent is adjacent to {a.args[0]}.")

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """[23.1] An attack is public when it is confirmed, not while it is considered."""
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "end":
            s.without_zone = 0
        elif a.verb == "recon":
            recon.begin(s, a, self)
        else:
            target = s.game.hex(a.args[0])
            s.new_combat(target)
            s.attackers = sum(1 << u for u in joiners(s, target) if s.assaulting >> u & 1)
            s.then(DeclareAttack(), GroundCombatPhase())


@dataclass(frozen=True, slots=True)
class DeclareAttack(Decision):
    """[14.3, 14.6] Name the attackers one by one, then confirm; several stacks may attack together [29.4]."""

    rule = "14.3"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        return f"Attack on {s.game.where(s.target)}: add units, then confirm [14.3]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        if s.attackers:
            yield Action("confirm")
            if may_be_concentric(s):
                yield Action("concentric")
        for u in joiners(s, s.target):
            if not s.attackers >> u & 1:
                yield Action("with", (s.game.name_of(u),))
        yield Action("cancel")

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        game = s.game
        if a.verb == "concentric":
            return Refusal(("29.4",), self.why_not_concentric(s))
        if a.verb == "confirm":
            return Refusal(("14.3",), "Name at least one attacking unit.")
        if a.verb not in ("with", "without") or len(a.args) != 1 or a.args[0] not in game.roster.index:
            return self.not_now(s, a)
        u, name = game.unit(a.args[0]), a.args[0]
        if a.verb == "without":
            if s.assaulting >> u & 1:
                return Refusal(("29.5",), f"{name} has landed on the enemy and must attack.")
            return None if s.attackers >> u & 1 else Refusal(("14.3",), f"{name} does not attack.")
        if game.contingent_of[u] != s.contingent:
            return Refusal(("14.1",), f"{name} does not belong to the activated contingent.")
        if not game.ground >> u & 1:
            return Refusal(("14.1",), f"{name} is no ground unit.")
        if s.attacked >> u & 1:
            return Refusal(("14.8",), f"{name} has attacked in this phase.")
        if s.attackers >> u & 1:
            return Refusal(("14.9",), f"{name} is in the attack already.")
        if s.loc[u] <= 0:
            return Refusal(("14.2",), f"{name} is not on the map.")
        if s.assaulting >> u & 1:
            return Refusal(
                ("29.5",), f"{name} has landed on enemies in {game.hex_name(s.loc[u])} and attacks those only."
            )
        if game.map.grid.are_adjacent(s.loc[u], s.target):
            other = game.hex_name(engaged_with(s, s.loc[u]))
            return Refusal(("14.2",), f"The stack of {name} has attacked {other} and may attack nothing else.")
        return Refusal(("14.2",), f"{name} is not adjacent to {game.hex_name(s.target)}.")

    def why_not_concentric(self, s: MusketeerState) -> str:
        if not s.game.special_tactics:
            return "The special tactics are not in use."
        if s.contingent not in CONCENTRIC:
            return f"{s.game.title_of[s.contingent]} cannot make concentric attacks."
        return "A concentric attack needs two stacks that are 120 to 180 degrees apart."

    def forecast(self, s: MusketeerState) -> dict[str, Any] | None:
        if not s.attackers:
            return None
        return attack_forecast(s, s.side)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """[23.1] The attackers are named to the enemy when the combat takes place, not before."""
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game = s.game
        if a.verb in ("with", "without"):
            bit = 1 << game.unit(a.args[0])
            s.attackers = s.attackers | bit if a.verb == "with" else s.attackers & ~bit
            s.then(self)
        elif a.verb == "cancel":
            s.new_combat(0)
        else:
            s.concentric = a.verb == "concentric"
            s.attacked |= s.attackers
            stacks = s.stacks()
            s.engaged += tuple((h, s.target) for h in stacks if h != s.target and not engaged_with(s, h))
            s.hexside_shift = hexside_shift(s)
            s.reveal(s.attackers | sum(1 << u for u in s.defenders()), "23.1")
            kind = " in a concentric attack" if s.concentric else ""
            units, verb = game.names(sorted(bits(s.attackers))), "attack" if s.attackers.bit_count() > 1 else "attacks"
            s.tell("14.3", "{} {} {}{}", units, verb, game.where(s.target), kind, at=(s.target,))
            s.then(CommitAir(), CommitSpecial("attacker"), CommitSpecial("defender"), OpenFire())


# Support ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CommitAir(Step):
    """[19.8, 20.1] The attacker may add airstrikes, not gunfire or rockets, before anybody fires [ruling MU-12]."""

    def run(self, s: MusketeerState) -> None:
        if CloseAirSupport().most(s):
            s.then(CloseAirSupport())


@dataclass(frozen=True, slots=True)
class CloseAirSupport(Decision):
    """[18.3, 18.4, 19.8] How many airstrikes support this attack: one column each, within the limit per hex."""

    rule = "19.8"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def most(self, s: MusketeerState) -> int:
        """[18.4] Airstrikes that flew against this hex in an earlier attack of the phase count too [ruling MU-39]."""
        left = s.game.strike_limit[s.contingent] - s.supported.count(s.target)
        return min(len(ready(s, s.game.airstrikes)), left)

    def prompt(self, s: MusketeerState) -> str:
        return f"Close air support against {s.game.where(s.target)}: commit up to {counted(self.most(s))} [18.4, 19.8]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        for n in range(self.most(s), -1, -1):
            yield Action("support", (str(n),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb == "support" and len(a.args) == 1 and number(a.args[0]) is not None:
            limit, have = s.game.strike_limit[s.contingent], len(ready(s, s.game.airstrikes))
            flown = s.supported.count(s.target)
            text = (
                f"{s.game.title_of[s.contingent]} may use {counted(limit)} against one hex in a phase, has flown "
                f"{flown} and has {have} ready."
            )
            return Refusal(("18.4",) if int(a.args[0]) > limit - flown else ("18.1", "18.3"), text)
        return self.not_now(s, a)

    def forecast(self, s: MusketeerState) -> dict[str, Any] | None:
        return self.odds(s, self.most(s))

    def details(self, s: MusketeerState, a: Action) -> dict[str, Any]:
        return {"forecast": self.odds(s, int(a.args[0]))}

    def odds(self, s: MusketeerState, strikes: int) -> dict[str, Any]:
        """The attack with so many airstrikes; unexamined anti-aircraft units are not counted [23.0]."""
        t: MusketeerState = s.copy()
        t.cas = sum(1 << u for u in ready(s, s.game.airstrikes)[:strikes])
        return attack_forecast(t, s.side)

    def apply(self, s: MusketeerState, a: Action) -> None:
        strikes = int(a.args[0])
        s.cas = sum(1 << u for u in ready(s, s.game.airstrikes)[:strikes])
        s.supported += (s.target,) * strikes
        if strikes:
            verb = "flies" if strikes == 1 else "fly"
            s.tell("19.8", "{} {} close air support", counted(strikes), verb, at=(s.target,))
            show_guns(s, s.target)


@dataclass(frozen=True, slots=True)
class CommitSpecial(Step):
    """[25.2] First the attacker, then the defender may commit special forces or guerrillas, if there are any."""

    role: str

    def run(self, s: MusketeerState) -> None:
        if available_helpers(s, self.role):
            s.then(SpecialForces(self.role))


def available_helpers(s: MusketeerState, role: str) -> list[int]:
    """[14.10, 25.2] Markers of the contingent that fights here; guerrillas for Egyptians and in cities and towns only."""
    game = s.game
    defenders = s.defenders()
    contingents = {s.contingent} if role == "attacker" else {game.contingent_of[u] for u in defenders}
    found: list[int] = []
    for c in contingents:
        kinds = game.special_forces
        if c == "egypt" and game.urban >> s.target & 1:
            kinds |= game.guerrillas
        found += s.at(game.available_of[c], kinds)
    return found


@dataclass(frozen=True, slots=True)
class SpecialForces(Decision):
    """[25.2, 25.3] Commit one special forces or guerrilla marker to this combat, or none."""

    role: str
    rule = "25.2"

    def actor(self, s: MusketeerState) -> str:
        return role_side(s, self.role)

    def prompt(self, s: MusketeerState) -> str:
        return f"Combat at {s.game.where(s.target)}: commit one special forces or guerrilla marker, or decline [25.2, 25.3]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("decline")
        for u in available_helpers(s, self.role):
            yield Action("commit", (s.game.name_of(u),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb == "commit" and len(a.args) == 1 and a.args[0] in s.game.roster.index:
            u = s.game.unit(a.args[0])
            if s.game.guerrillas >> u & 1 and not s.game.urban >> s.target & 1:
                return Refusal(
                    ("14.10",), f"Guerrillas fight in cities and towns only, not in {s.game.where(s.target)}."
                )
            return Refusal(("25.2",), f"{a.args[0]} is not available to the contingent that fights here.")
        return self.not_now(s, a)

    def details(self, s: MusketeerState, a: Action) -> dict[str, Any]:
        """The attack with this marker."""
        t: MusketeerState = s.copy()
        if a.verb == "commit":
            t.helpers |= 1 << s.game.unit(a.args[0])
        return {"forecast": attack_forecast(t, self.actor(s))}

    def label(self, s: MusketeerState, a: Action) -> str:
        return "Commit nobody" if a.verb == "decline" else super(SpecialForces, self).label(s, a)

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "commit":
            s.helpers |= 1 << s.game.unit(a.args[0])
            s.tell("25.2", "The {} commits {}", self.role, a.args[0], at=(s.target,))
