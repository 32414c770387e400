"""[14.0, 29.4, 29.5] Ground combat: declaration of attacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Refusal, Step, bits, refuse, say, units_within
from sandtable.core.facts import ForecastFacts

from . import recon
from .fire import OpenFire
from .odds import attack_forecast
from .shifts import CONCENTRIC, hexside_shift, may_be_concentric
from .state import MusketeerState
from .support import CommitAir, CommitSpecial
from .wording import Decision


# Who may attack what ----------------------------------------------------------------------------------------------
def engaged_with(s: MusketeerState, h: int) -> int:
    """[14.2, 15.4] The hex that the stack in `h` has attacked in this phase, or 0."""
    return next((against for start, against in s.engaged if start == h), 0)


def joiners(s: MusketeerState, target: int) -> list[int]:
    """[14.1, 14.2, 14.8, 16.6, 29.5] The ground units of the activated contingent that have not attacked in this phase and stand
    next to the target, not bound to another one, or have landed on it."""
    ready = s.game.ground_by[s.contingent] & ~s.attacked
    landed = units_within(s.loc, ready & s.assaulting, 1 << target)
    beside = units_within(s.loc, ready & ~s.assaulting, s.game.map.grid.adjacent[target])
    free = [u for u in bits(beside) if engaged_with(s, s.loc[u]) in (0, target)]
    return sorted([*bits(landed), *free])


def targets(s: MusketeerState) -> int:
    """[14.2, 28.1] Enemy hexes that somebody can attack now."""
    game = s.game
    held = s.held(game.enemy[s.side]) & game.allowed[s.contingent]
    near = game.map.grid.spread(held) | s.occupied(s.assaulting)
    found = 0
    for u in bits(units_within(s.loc, game.ground_by[s.contingent] & ~s.attacked, near)):
        h = s.loc[u]
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
class GroundCombatPhase(Step[MusketeerState]):
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
    verbs = ("end", "recon", "attack")

    def phase(self) -> str:
        return "ground-combat"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        owed = must_attack(s)
        if owed:
            return say(
                "{contingent} to attack: the direct assaults in {hexes} must be fought now [29.5].",
                contingent=s.game.title_of[s.contingent],
                hexes=s.game.hex_names(sorted(bits(owed))),
            )
        return say(
            "{contingent} to attack: choose a hex, or make no more attacks [14.2].",
            contingent=s.game.title_of[s.contingent],
        )

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
            return refuse("29.5", "Units that landed on enemies must attack first.")
        if a.verb != "attack" or len(a.args) != 1:
            return self.not_now(s, a)
        h = game.map.grid.find(a.args[0])
        if not s.held(game.enemy[s.side]) >> h & 1:
            return refuse("14.2", "{where} holds no enemy ground units.", where=a.args[0])
        where = game.where(h)
        if not game.allowed[s.contingent] >> h & 1:
            return refuse("28.1", "Israelis may not attack {where}.", where=where)
        near = [
            u for u in bits(game.ground_by[s.contingent]) if s.loc[u] > 0 and game.map.grid.are_adjacent(s.loc[u], h)
        ]
        if near and all(s.attacked >> u & 1 for u in near):
            return refuse("14.8", "Every unit next to {where} has attacked in this phase.", where=where)
        if near and all((s.attacked | s.assaulting) >> u & 1 for u in near):
            return refuse("29.5", "Units next to {where} have landed on enemies and attack those only.", where=where)
        if near:
            text = "The stacks next to {where} are bound to other targets in this phase."
            return refuse(("14.2", "15.4"), text, where=where)
        return refuse("14.2", "No unit of the activated contingent is adjacent to {where}.", where=where)

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb == "end":
            return say("Done attacking")
        if a.verb != "attack":
            return super(Attack, self).label(s, a)
        return say("Attack {where}", where=s.game.where(s.game.parts(a).to))

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """[23.1] An attack is public when it is confirmed, not while it is considered."""
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "end":
            s.without_zone = 0
        elif a.verb == "recon":
            recon.begin(s, a, self)
        else:
            target = s.game.parts(a).to
            s.new_combat(target)
            s.attackers = sum(1 << u for u in joiners(s, target) if s.assaulting >> u & 1)
            s.then(DeclareAttack(), GroundCombatPhase())


@dataclass(frozen=True, slots=True)
class DeclareAttack(Decision):
    """[14.3, 14.6] Name the attackers one by one, then confirm; several stacks may attack together [29.4]."""

    rule = "14.3"
    verbs = ("confirm", "concentric", "with", "without", "cancel")

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        return say("You attack {where}. Add units, then start the fight [14.3].", where=s.game.where(s.target))

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
            return self.why_not_concentric(s)
        if a.verb == "confirm":
            return refuse("14.3", "Name at least one attacking unit.")
        if a.verb not in ("with", "without") or len(a.args) != 1 or a.args[0] not in game.roster.index:
            return self.not_now(s, a)
        u = game.unit(a.args[0])
        name = game.name_of(u)
        if a.verb == "without":
            if s.assaulting >> u & 1:
                return refuse("29.5", "{unit} has landed on the enemy and must attack.", unit=name)
            return None if s.attackers >> u & 1 else refuse("14.3", "{unit} does not attack.", unit=name)
        if game.contingent_of[u] != s.contingent:
            return refuse("14.1", "{unit} does not belong to the activated contingent.", unit=name)
        if not game.ground >> u & 1:
            return refuse("14.1", "{unit} is no ground unit.", unit=name)
        if s.attacked >> u & 1:
            return refuse("14.8", "{unit} has attacked in this phase.", unit=name)
        if s.attackers >> u & 1:
            return refuse("14.9", "{unit} is in the attack already.", unit=name)
        if s.loc[u] <= 0:
            return refuse("14.2", "{unit} is not on the map.", unit=name)
        if s.assaulting >> u & 1:
            return refuse(
                "29.5",
                "{unit} has landed on enemies in {hex} and attacks those only.",
                unit=name,
                hex=game.hex_name(s.loc[u]),
            )
        if game.map.grid.are_adjacent(s.loc[u], s.target):
            other = game.hex_name(engaged_with(s, s.loc[u]))
            return refuse(
                "14.2", "The stack of {unit} has attacked {other} and may attack nothing else.", unit=name, other=other
            )
        return refuse("14.2", "{unit} is not adjacent to {hex}.", unit=name, hex=game.hex_name(s.target))

    def why_not_concentric(self, s: MusketeerState) -> Refusal:
        if not s.game.special_tactics:
            return refuse(("29.4", "29.0"), "The special tactics are not in use.")
        if s.contingent not in CONCENTRIC:
            contingent = s.game.title_of[s.contingent]
            return refuse("29.4", "{contingent} cannot make concentric attacks.", contingent=contingent)
        return refuse("29.4", "A concentric attack needs two stacks that are 120 to 180 degrees apart.")

    def label(self, s: MusketeerState, a: Action) -> str:
        match a.verb:
            case "confirm":
                return say("Start the fight")
            case "concentric":
                return say("Confirm as a concentric attack")
            case "cancel":
                return say("Give up this attack")
        return ""

    def forecast(self, s: MusketeerState) -> ForecastFacts | None:
        if not s.attackers:
            return None
        return attack_forecast(s, s.side)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """[23.1] The attackers are named to the enemy when the combat takes place, not before."""
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game = s.game
        if a.verb in ("with", "without"):
            bit = 1 << game.parts(a).unit
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
            if s.told:
                announce(s)
            s.then(CommitAir(), CommitSpecial("attacker"), CommitSpecial("defender"), OpenFire())


def announce(s: MusketeerState) -> None:
    """[14.3, 23.1] Everybody reads who attacks whom."""
    units, enemies = s.game.names(sorted(bits(s.attackers))), s.game.names(s.defenders())
    where = s.game.where(s.target)
    if s.concentric:
        text = say(
            "{units} {units#attacks|attack} {enemies} in {where} from opposite sides.",
            units=units, enemies=enemies, where=where,
        )  # fmt: skip
    else:
        text = say("{units} {units#attacks|attack} {enemies} in {where}.", units=units, enemies=enemies, where=where)
    s.tell("14.3", "{attack}", attack=text, at=(s.target,), about="fight")
