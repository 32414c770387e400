"""[1980:6.3, 1980:6.4, 1980:6.5, 2021:7.3, 2021:7.4] Combat results: losses, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sandtable.core import Action, Choice, Hex, Hexes, Refusal, Step, UnitId, Units, bits

from .canal import relocate
from .state import SuezState
from .victory import bridge_has_moved, eliminate
from .zones import enemy_of, zone_against

NAMES: Final = {
    "Ae": "attackers eliminated",
    "Ar": "attackers retreat",
    "Ee": "equal elimination",
    "Dr": "defender retreats",
    "De": "defender eliminated",
}


@dataclass(frozen=True, slots=True)
class CombatResult(Step):
    """[1980:2.3, 1980:6.3, 2021:7.3] Read the table and apply the result before anything else."""

    side: str
    target: UnitId
    attackers: Units
    column: int

    def run(self, s: SuezState) -> None:
        result = s.game.crt.result(s.die, self.column)
        rule, defender, hexes = s.game.edition.rule, 1 << self.target, s.occupied(self.attackers)
        s.tell(rule.results, "{}: {}.", result, NAMES[result], at=[s.loc[self.target]])
        if result in ("Ae", "Ar"):
            s.then(AdvanceInto(enemy_of(self.side), defender, hexes))
        else:
            s.then(AdvanceInto(self.side, self.attackers, 1 << s.loc[self.target]))
        match result:
            case "Ae":
                for u in bits(self.attackers):
                    eliminate(s, u, rule.results)
            case "Ar":
                s.then(Retreats(self.side, self.attackers, defender))
            case "Ee":
                s.then(Losses(self.side, self.attackers, s.game.strength[self.target]))
                eliminate(s, self.target, rule.results)
            case "Dr":
                s.then(Retreats(enemy_of(self.side), defender, self.attackers))
            case "De":
                eliminate(s, self.target, rule.results)


# Losses ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Losses(Step):
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
                eliminate(s, u, s.game.edition.rule.results)


def _has_choice(s: SuezState, alive: list[UnitId], owed: int) -> bool:
    """Some of these units would be enough, so that their owner chooses."""
    return len(alive) > 1 and sum(s.game.strength[u] for u in alive) > owed


@dataclass(frozen=True, slots=True)
class ChooseLoss(Choice):
    """[1980:6.3, 2021:7.3] The attacker chooses which of his units pays."""

    side: str
    units: Units
    owed: int

    def actor(self, s: SuezState) -> str:
        return self.side

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.results,)

    def prompt(self, s: SuezState) -> str:
        owed = "1 strength point is" if self.owed == 1 else f"{self.owed} strength points are"
        return f"Choose an attacking unit to lose: {owed} still owed [{self.rules(s)[0]}]."

    def options(self, s: SuezState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            if s.loc[u] > 0:
                yield Action("lose", (s.game.name_of(u),))

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a.verb != "lose" or len(a.args) != 1 or a in self.options(s):
            return super(ChooseLoss, self).check(s, a)
        able = " or ".join(x.args[0] for x in self.options(s))
        return Refusal(self.rules(s), f"{a.args[0]} is not a surviving attacker: lose {able}.")

    def lost_with(self, s: SuezState, u: UnitId) -> list[UnitId]:
        """The attackers that are lost as well when this one is too weak to pay and they have no choice left."""
        left = [v for v in sorted(bits(self.units)) if s.loc[v] > 0 and v != u]
        owed = self.owed - s.game.strength[u]
        return left if owed > 0 and not _has_choice(s, left, owed) else []

    def label(self, s: SuezState, a: Action) -> str:
        u = s.game.unit(a.args[0])
        rest = self.lost_with(s, u)
        return f"Lose {s.game.names([u, *rest])}: {self._points(s, [u, *rest])}" if rest else ""

    def details(self, s: SuezState, a: Action) -> dict[str, Any]:
        """What the choice costs in all."""
        u = s.game.roster.index.get(a.args[0], -1) if len(a.args) == 1 else -1
        rest = self.lost_with(s, u) if u >= 0 else []
        if not rest:
            return {}
        more = s.game.names(rest)
        return {"warning": f"{a.args[0]} alone does not pay {self.owed}: {more} will be lost as well."}

    def _points(self, s: SuezState, units: list[UnitId]) -> str:
        return f"{sum(s.game.strength[u] for u in units)} for the {self.owed} owed"

    def apply(self, s: SuezState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        s.then(Losses(self.side, self.units & ~(1 << u), self.owed - s.game.strength[u]))
        eliminate(s, u, self.rules(s)[0])


# Retreats -------------------------------------------------------------------------------------------------------
def away_from(s: SuezState, side: str, opponents: Units) -> Hexes:
    """[1980:6.3, 2021:7.3] The hexes that units of this side may not stay next to when they retreat [ruling AS-32]."""
    attacking = s.game.phase(s) == f"{side}-combat"
    return s.occupied(opponents) if attacking or s.game.edition.defender_retreats_away else 0


def safe_hexes(s: SuezState, u: UnitId, opponents: Hexes) -> Hexes:
    """[1980:5.6, 1980:6.3, 1980:6.4, 2021:7.3, 2021:7.4.2] Where a unit may retreat: one hex, away from its opponents.

    Vacant, open to the unit, not in an enemy zone; never off the map [ruling AS-31] or over the canal; friends cancel nothing.
    """
    h = s.loc[u]
    way = s.game.terrain.exits[h] & s.game.may_stand(u)
    taken = s.hexes_of("israel") | s.hexes_of("egypt")
    return way & ~taken & ~zone_against(s, u) & ~s.game.map.grid.spread(opponents)


@dataclass(frozen=True, slots=True)
class Retreats(Step):
    """[1980:6.3, 1980:6.4, 2021:7.3, 2021:7.4.2] Every unit of the set retreats; without a safe hex it is destroyed."""

    side: str
    units: Units
    opponents: Units

    def run(self, s: SuezState) -> None:
        left = [u for u in bits(self.units) if s.loc[u] > 0]
        if s.game.bridge in left and s.bridge_in_place():
            bridge_has_moved(s)
            return
        opponents = away_from(s, self.side, self.opponents)
        if any(safe_hexes(s, u, opponents) for u in left):
            s.then(ChooseRetreat(self.side, self.units, self.opponents))
        else:
            for u in left:
                eliminate(s, u, s.game.edition.rule.retreat, "has no safe hex and is eliminated")


@dataclass(frozen=True, slots=True)
class ChooseRetreat(Choice):
    """[1980:6.4, 2021:7.4.2] The owner retreats his units in the order he likes [ruling AS-32]."""

    side: str
    units: Units
    opponents: Units

    def actor(self, s: SuezState) -> str:
        return self.side

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.retreat,)

    def prompt(self, s: SuezState) -> str:
        units = [u for u in sorted(bits(self.units)) if s.loc[u] > 0]
        return f"Retreat {s.game.names(units)} one hex [{s.game.edition.rule.results}, {s.game.edition.rule.retreat}]."

    def options(self, s: SuezState) -> Iterator[Action]:
        opponents = away_from(s, self.side, self.opponents)
        for u in sorted(bits(self.units)):
            if s.loc[u] > 0:
                for h in bits(safe_hexes(s, u, opponents)):
                    path = f"{s.game.hex_name(s.loc[u])}-{s.game.hex_name(h)}"
                    yield Action("retreat", (s.game.name_of(u), path))

    def read(self, s: SuezState, a: Action) -> Action:
        """`retreat 16/4 0911` is enough."""
        if a.verb == "retreat" and len(a.args) == 2 and "-" not in a.args[1] and a.args[0] in s.game.roster.index:
            here = s.game.hex_name(s.loc[s.game.unit(a.args[0])])
            return Action("retreat", (a.args[0], f"{here}-{a.args[1]}"))
        return a

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        u = s.game.roster.index.get(a.args[0], -1) if a.verb == "retreat" and len(a.args) == 2 else -1
        if u < 0:
            return self.not_now(s, a)
        rule, name = s.game.edition.rule, a.args[0]
        if not self.units >> u & 1 or s.loc[u] <= 0:
            return Refusal((rule.results,), f"{name} does not have to retreat.")
        start, _, end = a.args[1].rpartition("-")
        to = s.game.map.grid.find(end)
        if not to:
            return Refusal((rule.map_edge,), f"There is no hex {end} on the map, and units may not leave it.")
        if start != s.game.hex_name(s.loc[u]):
            return Refusal((rule.retreat,), f"{name} stands in {s.game.hex_name(s.loc[u])}: a retreat begins there.")
        paragraph, why = self._unsafe(s, u, to)
        return Refusal((paragraph,), f"{name} may not retreat to {end}: {why}.")

    def _unsafe(self, s: SuezState, u: UnitId, to: Hex) -> tuple[str, str]:
        """[1980:6.3, 1980:6.4, 2021:7.3, 2021:7.4.2] Why this hex is no safe hex."""
        game, rule = s.game, s.game.edition.rule
        if not game.map.grid.are_adjacent(s.loc[u], to):
            return rule.results, "a retreat is one hex"
        if not game.may_stand(u) >> to & 1:
            return rule.retreat, f"{game.ground(to)} is closed to it"
        if not game.terrain.exits[s.loc[u]] >> to & 1:
            return rule.retreat, "the hexside is prohibited"
        if s.at(to):
            return rule.retreat, f"{game.names(s.at(to))} is there"
        near = game.map.grid.adjacent[to]
        enemies = [v for v in s.units_of(enemy_of(self.side)) if near >> s.loc[v] & 1]
        if zone_against(s, u) >> to & 1:
            return rule.retreat, f"it is in the zone of control of {game.names(enemies)}"
        opponents = [v for v in enemies if self.opponents >> v & 1]
        return rule.results, f"it is next to {game.names(opponents)}, and the retreat leads away from there"

    def apply(self, s: SuezState, a: Action) -> None:
        u, to = s.game.unit(a.args[0]), s.game.hex(a.args[1].rpartition("-")[2])
        s.then(Retreats(self.side, self.units & ~(1 << u), self.opponents))
        s.tell(self.rules(s)[0], "{} retreats to {}.", a.args[0], s.game.hex_name(to), at=[s.loc[u], to])
        relocate(s, u, to)


# Advance --------------------------------------------------------------------------------------------------------
def advances(s: SuezState, units: Units, hexes: Hexes) -> Iterator[tuple[UnitId, Hex]]:
    """[1980:6.5, 2021:7.4.1] Survivors of the combat and the hexes, emptied by it, that they may enter [rulings AS-33, AS-37]."""
    free = hexes & ~s.hexes_of("israel") & ~s.hexes_of("egypt")
    for u in sorted(bits(units)):
        if s.loc[u] > 0:
            for h in bits(free & s.game.terrain.exits[s.loc[u]] & s.game.may_stand(u)):
                yield u, h


@dataclass(frozen=True, slots=True)
class AdvanceInto(Step):
    """[1980:6.5, 2021:7.4.1] Ask for an advance where one is possible."""

    side: str
    units: Units
    hexes: Hexes

    def run(self, s: SuezState) -> None:
        if any(True for _ in advances(s, self.units, self.hexes)):
            s.then(Advance(self.side, self.units, self.hexes))


@dataclass(frozen=True, slots=True)
class Advance(Choice):
    """[1980:6.3, 1980:6.5, 1980:6.6, 2021:5.5, 2021:7.4.1] One unit may advance, at no cost and whatever the enemy controls."""

    side: str
    units: Units
    hexes: Hexes

    def actor(self, s: SuezState) -> str:
        return self.side

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.advance,)

    def prompt(self, s: SuezState) -> str:
        return f"Advance one unit into the vacated hex, or decline [{self.rules(s)[0]}]."

    def options(self, s: SuezState) -> Iterator[Action]:
        for u, h in advances(s, self.units, self.hexes):
            if u != s.game.bridge or not s.bridge_in_place():
                yield self._advance(s, u, h)
        yield Action("decline")

    def _advance(self, s: SuezState, u: UnitId, h: Hex) -> Action:
        return Action("advance", (s.game.name_of(u), f"{s.game.hex_name(s.loc[u])}-{s.game.hex_name(h)}"))

    def read(self, s: SuezState, a: Action) -> Action:
        """`advance Matt-3` or `advance Matt-3 0910` is enough where it is clear."""
        if a.verb != "advance" or not 1 <= len(a.args) <= 2:
            return a
        ways = [self._advance(s, u, h) for u, h in advances(s, self.units, self.hexes)]
        meant = [w for w in ways if w.args[0] == a.args[0] and a.args[1:] in ((), (w.args[1].rpartition("-")[2],))]
        return meant[0] if len(meant) == 1 else a

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a == Action("decline") or any(a == self._advance(s, u, h) for u, h in advances(s, self.units, self.hexes)):
            return None
        if a.verb != "advance":
            return self.not_now(s, a)
        closed = self._closed(s, a)
        if closed:
            return closed
        rule = s.game.edition.rule.advance
        ways = list(advances(s, self.units, self.hexes))
        able = sorted({u for u, _ in ways})
        who = s.game.names(able) if len(able) == 1 else f"one of {s.game.names(able)}"
        where = " or ".join(s.game.hex_name(h) for h in sorted({h for _, h in ways}))
        return Refusal((rule,), f"Only {who} may advance, into {where}.")

    def _closed(self, s: SuezState, a: Action) -> Refusal | None:
        """[1980:4.2, 1980:14.2, 2021:5.3] The vacated hex, or the hexside before it, is closed to the unit [ruling AS-33]."""
        u = s.game.roster.index.get(a.args[0], -1) if len(a.args) == 2 else -1
        to = s.game.map.grid.find(a.args[1].rpartition("-")[2]) if u >= 0 else 0
        if u < 0 or not self.units >> u & 1 or s.loc[u] <= 0 or not self.hexes >> to & 1 or s.at(to):
            return None
        closed = s.game.closed_to(u, to)
        if closed or not s.game.map.grid.are_adjacent(s.loc[u], to) or s.game.terrain.exits[s.loc[u]] >> to & 1:
            return closed
        here, there = s.game.hex_name(s.loc[u]), s.game.hex_name(to)
        text = f"{a.args[0]} may not go from {here} to {there}: the hexside is prohibited."
        return Refusal((s.game.edition.rule.terrain,), text)

    def apply(self, s: SuezState, a: Action) -> None:
        if a.verb == "advance":
            u, to = s.game.unit(a.args[0]), s.game.hex(a.args[1].rpartition("-")[2])
            s.tell(self.rules(s)[0], "{} advances to {}.", a.args[0], s.game.hex_name(to), at=[s.loc[u], to])
            relocate(s, u, to)
