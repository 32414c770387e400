"""[1980:6.3, 1980:6.4, 1980:6.5, 2021:7.3, 2021:7.4] Combat results: losses, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from sandtable.core import (
    Action,
    Choice,
    Hex,
    Hexes,
    Listing,
    Offering,
    Refusal,
    Sentence,
    Step,
    UnitId,
    Units,
    bits,
    cite,
    refuse,
    row,
    say,
    standing,
)
from sandtable.core.facts import DetailsFacts

from .advance import AdvanceInto
from .canal import relocate
from .state import SuezState
from .victory import bridge_has_moved, eliminate
from .zones import enemy_of, zone_against

NAMES: Final = {
    "Ae": say("attackers eliminated"),
    "Ar": say("attackers retreat"),
    "Ee": say("both lose"),
    "Dr": say("defender retreats"),
    "De": say("defender eliminated"),
}


@dataclass(frozen=True, slots=True)
class CombatResult(Step[SuezState]):
    """[1980:2.3, 1980:6.3, 2021:7.3] Read the table and apply the result before anything else."""

    side: str
    target: UnitId
    attackers: Units
    column: int

    def run(self, s: SuezState) -> None:
        result = s.game.crt.result(s.die, self.column)
        rule, defender, hexes = s.game.edition.rule, 1 << self.target, s.occupied(self.attackers)
        s.tell(
            rule.results,
            "{result}: {meaning}.",
            result=result,
            meaning=NAMES[result],
            at=[s.loc[self.target]],
            about="result",
        )
        if result in ("Ae", "Ar"):
            s.then(AdvanceInto(enemy_of(self.side), defender, hexes))
        else:
            s.then(AdvanceInto(self.side, self.attackers, 1 << s.loc[self.target]))
        match result:
            case "Ae":
                for u in bits(self.attackers):
                    eliminate(
                        s, u, rule.results, "{unit} is eliminated: the attack on {target} failed.", target=self.target
                    )
            case "Ar":
                s.then(Retreats(self.side, self.attackers, defender))
            case "Ee":
                s.then(Losses(self.side, self.attackers, s.game.strength[self.target]))
                eliminate(s, self.target, rule.results, "{unit} is eliminated; the attackers lose as much.")
            case "Dr":
                s.then(Retreats(enemy_of(self.side), defender, self.attackers))
            case "De":
                eliminate(s, self.target, rule.results, "{unit} is eliminated by the attack.")


PAYS: Final = "{unit} is eliminated: it pays for the defender."


# Losses ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Losses(Step[SuezState]):
    """[1980:6.3, 2021:7.3] The attackers lose units worth at least the defender's printed strength [rulings AS-13, AS-14]."""

    side: str
    units: Units
    owed: int

    def run(self, s: SuezState) -> None:
        alive = [u for u in bits(self.units) if s.loc[u] > 0]
        if self.owed <= 0 or not alive:
            return
        if _has_choice(s, alive, self.owed):
            s.then(ChooseLoss(self.side, self.units, self.owed))
        else:
            for u in alive:
                eliminate(s, u, s.game.edition.rule.results, PAYS)


def _has_choice(s: SuezState, alive: list[UnitId], owed: int) -> bool:
    """Some of these units would be enough, so that their owner chooses."""
    return len(alive) > 1 and sum(s.game.strength[u] for u in alive) > owed


@dataclass(frozen=True, slots=True)
class ChooseLoss(Choice[SuezState]):
    """[1980:6.3, 2021:7.3] The attacker chooses which of his units pays."""

    verbs: ClassVar[tuple[str, ...]] = ("lose",)
    side: str
    units: Units
    owed: int

    def actor(self, s: SuezState) -> str:
        return self.side

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.results,)

    def prompt(self, s: SuezState) -> str:
        return say(
            "Choose one of your attackers to lose. You still owe {n} strength {n#point|points} [{rule}].",
            n=self.owed,
            rule=cite(self.rules(s)[0]),
        )

    def options(self, s: SuezState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            if s.loc[u] > 0:
                yield Action("lose", (s.game.name_of(u),))

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a.verb != "lose" or len(a.args) != 1 or a in self.options(s):
            return super(ChooseLoss, self).check(s, a)
        able = Listing([s.game.name_of(s.game.unit(x.args[0])) for x in self.options(s)], "or")
        return refuse(self.rules(s), "{unit} is not a surviving attacker: lose {able}.", unit=a.args[0], able=able)

    def lost_with(self, s: SuezState, u: UnitId) -> list[UnitId]:
        """The attackers that are lost as well when this one is too weak to pay and they have no choice left."""
        left = [v for v in sorted(bits(self.units)) if s.loc[v] > 0 and v != u]
        owed = self.owed - s.game.strength[u]
        return left if owed > 0 and not _has_choice(s, left, owed) else []

    def label(self, s: SuezState, a: Action) -> str:
        u = s.game.unit(a.args[0])
        rest = self.lost_with(s, u)
        paid = sum(s.game.strength[v] for v in (u, *rest))
        text = "Lose {units}: {paid} for the {owed} owed"
        return say(text, units=s.game.names([u, *rest]), paid=paid, owed=self.owed) if rest else ""

    def details(self, s: SuezState, a: Action) -> DetailsFacts:
        """What the choice costs in all."""
        u = s.game.parts(a).unit
        rest = self.lost_with(s, u) if u >= 0 else []
        if not rest:
            return {}
        text = "{unit} alone does not pay {owed}: {units} will be lost as well."
        return {"warning": say(text, unit=s.game.name_of(u), owed=self.owed, units=s.game.names(rest))}

    def apply(self, s: SuezState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        s.then(Losses(self.side, self.units & ~(1 << u), self.owed - s.game.strength[u]))
        eliminate(s, u, self.rules(s)[0], PAYS)


# Retreats -------------------------------------------------------------------------------------------------------
def away_from(s: SuezState, side: str, opponents: Units) -> Hexes:
    """[1980:6.3, 2021:7.3] The hexes that units of this side may not stay next to when they retreat [ruling AS-32]."""
    attacking = s.game.phase(s) == f"{side}-combat"
    return s.occupied(opponents) if attacking or s.game.edition.defender_retreats_away else 0


def safe_hexes(s: SuezState, u: UnitId, opponents: Hexes) -> Hexes:
    """[1980:5.6, 1980:6.3, 1980:6.4, 2021:7.3, 2021:7.4.2] Where a unit may retreat: one hex, away from its opponents.

    Vacant, open to the unit, not in an enemy zone; never off the map [ruling AS-31] or over the canal; friends cancel nothing.
    """
    way = s.game.terrain.exits[s.loc[u]] & s.game.may_stand(u)
    return way & ~s.taken & ~zone_against(s, u) & ~s.game.map.grid.spread(opponents)


def no_way_out(s: SuezState, side: str, u: UnitId, opponents: Hexes) -> Sentence:
    """[1980:6.3, 1980:6.4, 2021:7.3, 2021:7.4.2] What bars the six hexes around a unit, counted."""
    grid, h = s.game.map.grid, s.loc[u]
    enemies, friends, zones = s.hexes_of(enemy_of(side)), s.hexes_of(side), zone_against(s, u)
    open_to_it = s.game.terrain.exits[h] & s.game.may_stand(u)
    barred = (
        ("enemies hold {n}", enemies),
        ("own units hold {n}", friends),
        ("{n} {n#is|are} closed to it", grid.adjacent[h] & ~open_to_it),
        ("enemy zones cover {n}", zones),
        ("{n} {n#leads|lead} back to the attack", grid.spread(opponents)),
    )
    clauses, left = [], grid.adjacent[h]
    for text, hexes in barred:
        if n := (left & hexes).bit_count():
            clauses.append(say(text, n=n))
        left &= ~hexes
    return say("of the hexes around it {clauses}", clauses=row(", ", clauses))


@dataclass(frozen=True, slots=True)
class Retreats(Step[SuezState]):
    """[1980:6.3, 1980:6.4, 2021:7.3, 2021:7.4.2] Every unit of the set retreats; without a safe hex it is destroyed."""

    side: str
    units: Units
    opponents: Units

    def run(self, s: SuezState) -> None:
        left = [u for u in bits(self.units) if s.loc[u] > 0]
        if not left:
            return
        if s.game.bridge in left and s.bridge_in_place():
            bridge_has_moved(s)
            return
        opponents = away_from(s, self.side, self.opponents)
        if any(safe_hexes(s, u, opponents) for u in left):
            s.then(ChooseRetreat(self.side, self.units, self.opponents))
        else:
            for u in left:
                text = "{unit} has no safe hex to retreat to ({why}) and is eliminated."
                why = no_way_out(s, self.side, u, opponents) if s.told else ""
                eliminate(s, u, s.game.edition.rule.retreat, text, why=why)


@dataclass(frozen=True, slots=True)
class ChooseRetreat(Offering[SuezState, tuple[UnitId, Hex]]):
    """[1980:6.4, 2021:7.4.2] The owner retreats his units in the order he likes [ruling AS-32]."""

    verbs: ClassVar[tuple[str, ...]] = ("retreat",)
    side: str
    units: Units
    opponents: Units

    def actor(self, s: SuezState) -> str:
        return self.side

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.retreat,)

    def prompt(self, s: SuezState) -> str:
        units = [u for u in sorted(bits(self.units)) if s.loc[u] > 0]
        return say(
            "Retreat {units} 1 hex: choose where to [{results}, {retreat}].",
            units=s.game.names(units),
            results=cite(s.game.edition.rule.results),
            retreat=cite(s.game.edition.rule.retreat),
        )

    def offers(self, s: SuezState) -> list[tuple[UnitId, Hex]]:
        """Which unit goes back into which hex."""
        opponents = away_from(s, self.side, self.opponents)
        left = standing(s.loc, self.units)
        return [(u, h) for u in left for h in bits(safe_hexes(s, u, opponents))]

    def worded(self, s: SuezState, offer: tuple[UnitId, Hex]) -> Action:
        u, h = offer
        return Action("retreat", (s.game.name_of(u), f"{s.game.hex_name(s.loc[u])}-{s.game.hex_name(h)}"))

    def read(self, s: SuezState, a: Action) -> Action:
        """`retreat 16/4 0911` is enough."""
        if a.verb == "retreat" and len(a.args) == 2 and "-" not in a.args[1] and a.args[0] in s.game.roster.index:
            here = s.game.hex_name(s.loc[s.game.unit(a.args[0])])
            return Action("retreat", (a.args[0], f"{here}-{a.args[1]}"))
        return a

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        p = s.game.parts(a)
        if a.verb != "retreat" or len(a.args) != 2 or p.unit < 0:
            return self.not_now(s, a)
        u, rule, name = p.unit, s.game.edition.rule, s.game.name_of(p.unit)
        if not self.units >> u & 1 or s.loc[u] <= 0:
            return refuse(rule.results, "{unit} does not have to retreat.", unit=name)
        if not p.path or p.hexes != p.path:
            return refuse(rule.map_edge, "There is no hex {end} on the map, and units may not leave it.", end=a.args[1])
        if p.path[0] != s.loc[u]:
            return refuse(
                rule.retreat,
                "{unit} stands in {hex}: a retreat begins there.",
                unit=name,
                hex=s.game.hex_name(s.loc[u]),
            )
        paragraph, why = self._unsafe(s, u, p.to)
        return refuse(
            paragraph, "{unit} may not retreat to {end}: {why}.", unit=name, end=s.game.hex_name(p.to), why=why
        )

    def _unsafe(self, s: SuezState, u: UnitId, to: Hex) -> tuple[str, Sentence]:
        """[1980:6.3, 1980:6.4, 2021:7.3, 2021:7.4.2] Why this hex is no safe hex."""
        game, rule = s.game, s.game.edition.rule
        if not game.map.grid.are_adjacent(s.loc[u], to):
            return rule.results, say("a retreat is one hex")
        if not game.may_stand(u) >> to & 1:
            return rule.retreat, say("{ground} is closed to it", ground=game.ground(to))
        if not game.terrain.exits[s.loc[u]] >> to & 1:
            return rule.retreat, say("the hexside is prohibited")
        if s.at(to):
            return rule.retreat, say("{units} {units#is|are} there", units=game.names(s.at(to)))
        near = game.map.grid.adjacent[to]
        enemies = [v for v in s.units_of(enemy_of(self.side)) if near >> s.loc[v] & 1]
        if zone_against(s, u) >> to & 1:
            return rule.retreat, say("it is in the zone of control of {units}", units=game.names(enemies))
        opponents = [v for v in enemies if self.opponents >> v & 1]
        return rule.results, say(
            "it is next to {units}, and the retreat leads away from there", units=game.names(opponents)
        )

    def apply(self, s: SuezState, a: Action) -> None:
        u, to = s.game.unit_and_end(a)
        s.then(Retreats(self.side, self.units & ~(1 << u), self.opponents))
        unit, way, rule = s.game.name_of(u), [s.loc[u], to], s.game.edition.rule.retreat
        s.tell(rule, "{unit} retreats to {hex}.", unit=unit, hex=s.game.hex_name(to), at=way, about="retreat")
        relocate(s, u, to)
