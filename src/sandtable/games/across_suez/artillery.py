"""[1980:13.0, 2021:9.0] Egyptian bombardment and Israeli support."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from sandtable.core import Action, Offering, Refusal, Roll, Sentence, Step, Term, UnitId, cite, refuse, say

from .canal import units_across
from .state import SuezState
from .victory import eliminate

BOMBARDMENTS: Final = 2
"""[1980:13.0, 2021:9.2] Egyptian bombardments in one Combat Phase."""
KILLING_ROLL: Final = 1


# Egypt ----------------------------------------------------------------------------------------------------------
def bombardment_targets(s: SuezState) -> list[UnitId]:
    """[1980:13.0, 1980:13.2, 2021:9.2] Israeli units next to Egyptian ones, each only once in a phase."""
    near = s.game.map.grid.spread(s.hexes_of("egypt"))
    return s.units_in(near, s.game.roster.of_side["israel"] & ~s.bombarded)


@dataclass(frozen=True, slots=True)
class Bombardments(Step[SuezState]):
    """[1980:13.0, 1980:13.2, 1980:13.5, 2021:9.2, 2021:9.3] Two bombardments by day, as long as there are targets."""

    def run(self, s: SuezState) -> None:
        if not s.is_night and s.bombarded.bit_count() < BOMBARDMENTS and bombardment_targets(s):
            s.then(Bombard())

    def phase(self) -> str:
        return "egypt-combat"


@dataclass(frozen=True, slots=True)
class Bombard(Offering[SuezState, UnitId | None]):
    """[1980:13.0, 1980:13.1, 2021:9.2] Bombard one Israeli unit, or forgo what is left [ruling AS-28]."""

    verbs: ClassVar[tuple[str, ...]] = ("bombard", "end")

    def actor(self, s: SuezState) -> str:
        return "egypt"

    def phase(self) -> str:
        return "egypt-combat"

    def prompt(self, s: SuezState) -> str:
        left = BOMBARDMENTS - s.bombarded.bit_count()
        return say(
            "Bombard an Israeli unit next to one of yours, or stop. {left} left [{rule}].",
            left=left,
            rule=cite(self.rules(s)[0]),
        )

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.bombardment,)

    def offers(self, s: SuezState) -> list[UnitId | None]:
        """Whom to bombard, or nobody."""
        return [*bombardment_targets(s), None]

    def worded(self, s: SuezState, offer: UnitId | None) -> Action:
        return Action("end") if offer is None else Action("bombard", (s.game.name_of(offer),))

    def label(self, s: SuezState, a: Action) -> str:
        return say("Done bombarding") if a.verb == "end" else ""

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a == Action("end"):
            return None
        if a.verb != "bombard" or len(a.args) != 1:
            return self.not_now(s, a)
        u = s.game.roster.index.get(a.args[0], -1)
        if u in bombardment_targets(s):
            return None
        rule = s.game.edition.rule
        if u < 0 or s.game.side_of[u] != "israel" or s.loc[u] <= 0:
            return refuse(rule.bombardment, "{unit} is not an Israeli unit on the map.", unit=a.args[0])
        if s.bombarded >> u & 1:
            return refuse(rule.bombarded_once, "{unit} has been bombarded in this phase.", unit=a.args[0])
        return refuse(rule.bombardment, "{unit} is not next to an Egyptian unit.", unit=a.args[0])

    def apply(self, s: SuezState, a: Action) -> None:
        if a.verb == "bombard":
            u = s.game.unit(a.args[0])
            s.bombarded |= 1 << u
            s.then(Roll(bombardment_of(s.game.name_of(u))), Bombarded(u), Bombardments())


@cache
def bombardment_of(target: Term) -> Sentence:
    """What the die is thrown for."""
    return say("bombardment of {unit}", unit=target)


@dataclass(frozen=True, slots=True)
class Bombarded(Step[SuezState]):
    """[1980:13.0, 1980:13.1, 2021:9.2] A 1 eliminates the unit; nobody advances."""

    unit: UnitId

    def run(self, s: SuezState) -> None:
        rule = s.game.edition.rule.bombardment
        if s.die == KILLING_ROLL:
            eliminate(s, self.unit, rule, "{unit} is eliminated by the bombardment.")
        else:
            s.tell(
                rule,
                "{unit} withstands the bombardment.",
                unit=s.game.name_of(self.unit),
                at=[s.loc[self.unit]],
                about="result",
            )


# Israel ---------------------------------------------------------------------------------------------------------
def support_left(s: SuezState) -> int:
    """[1980:11.4, 1980:13.4, 1980:13.5, 2021:9.1, 2021:9.3, 2021:13.3] Supported attacks left in this phase.

    One, and one more per unit across the canal; none at night; what is not used is lost.
    """
    return 0 if s.is_night else 1 + units_across(s) - s.supported


def no_support(s: SuezState, side: str) -> Refusal | None:
    """[1980:13.3, 1980:13.4, 1980:13.5, 2021:9.1, 2021:9.3] Why the attack being built cannot be supported [ruling AS-29]."""
    rule = s.game.edition.rule
    if side != "israel":
        return refuse(rule.support, "Only Israeli attacks have artillery support.")
    if s.is_night:
        return refuse(rule.artillery_night, "No artillery on Game-Turn {turn}: it is night.", turn=s.turn)
    if support_left(s) <= 0:
        if s.supported == 1:
            return refuse(rule.support_limit, "The one supported attack of this phase is used.")
        return refuse(rule.support_limit, "All {n} supported attacks of this phase are used.", n=s.supported)
    return None
