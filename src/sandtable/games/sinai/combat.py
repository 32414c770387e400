"""[8.0] The Combat Phase: attacks are built hex by hex and unit by unit, then resolved at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandtable.core import Action, Choice, Hex, Hexes, Pick, Refusal, Roll, Step, Units, bits

from .bar_lev import LoseAttacker
from .canal import limited
from .garrison import garrison_broken
from .movement import after_entering, on_foot
from .nations import ceased, jordan_enters_israel, may_join
from .retreat import Retreat, cannot_retreat, defeated, fears, forbidden
from .settlements import destroy, jordan_attacks_settlement
from .stacking import fits
from .state import ARAB, ISRAEL, SinaiState, other
from .strength import SETTLEMENT_SUPERIORITY, Tally, attack_strength, defence_of_hex
from .supply import judge, pull_back_supply_unit
from .terrain import CLOSED
from .territory import border_open, bridges, closed, intact_forts
from .trucks import detruck_under_attack
from .war_1956 import sinai_limit
from .zones import exerting, zone


@dataclass(frozen=True, slots=True)
class BeginCombat(Step):
    """[8.14, 9.15] A new Combat Phase: nobody has attacked, been attacked or retreated."""

    side: str

    def run(self, s: SinaiState) -> None:
        s.fought = s.struck = s.attacked = s.shoved = 0
        s.trod_units = ()
        s.trod_hexes = ()


# who may attack what ----------------------------------------------------------------------------------------
def may_attack(s: SinaiState, u: int, side: str) -> Refusal | None:
    """[8.11, 8.14, 10.32, 14.0, 15.31, 20.2, 25.14] Is this unit able to attack at all? Supply is judged at the instant
    of combat [10.22]."""
    game, name = s.game, s.game.name_of(u)
    if game.side_of[u] != side or s.loc[u] <= 0:
        return Refusal(("8.11",), f"{name} is not one of the Phasing Player's units on the map")
    if s.fought >> u & 1:
        return Refusal(("8.14",), f"{name} has already attacked in this Combat Phase")
    if not game.strength[u] or game.sam >> u & 1:
        return Refusal(("25.14",) if game.sam >> u & 1 else ("8.11",), f"{name} has no Strength to attack with")
    if s.entrucked >> u & 1:
        return Refusal(("15.31",), f"{name} is entrucked and may not attack")
    if s.dormant >> u & 1:
        return Refusal(("20.2",), f"{name} is not yet mobilized")
    if s.strayed >> u & 1:
        return Refusal(("14.0",), f"{name} has lost Command Control and may not attack")
    if rule := ceased(s, u):
        return Refusal((rule,), f"{name} has ceased all movement and combat")
    if side == ARAB and not game.rules.arab_unsupplied_attack and judge(s, 1 << u):
        return Refusal(("10.32",), f"{name} is unsupplied and may not attack")
    return None


def able(s: SinaiState, side: str) -> int:
    """All units that may attack now."""
    game, b = s.game, 0
    silent = s.fought | s.entrucked | s.dormant | s.strayed | game.sam
    for u in game.side_units[side]:
        if s.loc[u] > 0 and game.strength[u] and not silent >> u & 1 and not ceased(s, u):
            b |= 1 << u
    if side == ARAB and b and not game.rules.arab_unsupplied_attack:
        near = game.map.grid.spread(s.hexes_of(ISRAEL) | intact_forts(s, ISRAEL))
        b = sum(1 << u for u in bits(b) if near >> s.loc[u] & 1)
        b &= ~judge(s, b) if b else 0
    return b


def can_reach(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[8.6, 8.11, 13.21, 24.82, 25.92, 25.93] Is the unit next to the hex, with neither sea nor a closed border between?"""
    game, a = s.game, s.loc[u]
    name, where = game.name_of(u), game.hex_name(h)
    if not game.adjacent[a] >> h & 1:
        return Refusal(("8.11",), f"{name} is not adjacent to {where}")
    if game.map.crosses("all_sea", a, h):
        return Refusal(("8.6",), f"{name} may not attack {where} across an all-sea hexside")
    jordan, israel = game.home["jordan"], game.israel_land
    if game.side_of[u] == ISRAEL:
        if jordan >> h & 1 and not border_open(s):
            rule = "25.93" if game.rules.trans_jordan == "after_jordan_moves" else "13.21"
            return Refusal((rule,), f"{name} may not attack {where}: Jordan has not opened the war against Israel")
        return None
    if s.jordan_at_war:
        return None
    if s.sent >> u & 1:
        # [24.82] Free in Syria and on its border, but not into the Golan from Jordan.
        if jordan >> a & 1 and israel >> h & 1:
            return Refusal(("24.82",), f"{name} may not attack {where} in Israel from Jordan")
        return None
    if game.front[u] == "jordan" or (jordan >> a & 1 and israel >> h & 1):
        # Other Arab units in Jordan are bound by its peace as well (ruling SN-82).
        return Refusal(("13.21",), f"{name} may not attack {where}: Jordan is not at war")
    return None


def defenders(s: SinaiState, h: int, side: str) -> list[int]:
    """[8.21, 9.13] The units that add their Strength: not those that retreated or were displaced onto others in this
    phase; units displaced into an empty hex stand for themselves."""
    units = [u for u in s.units_in(h, side) if u != s.game.supply_unit]
    steady = [u for u in units if not s.shoved >> u & 1]
    return steady or [u for u in units if not s.attacked >> u & 1]


def may_be_attacked(s: SinaiState, h: int, side: str) -> Refusal | None:
    """[8.14, 18.11, 18.13] Is there something in the hex that `side` may attack?"""
    where = s.game.hex_name(h)
    if s.struck >> h & 1:
        return Refusal(("8.14",), f"{where} has already been attacked in this Combat Phase")
    if side == ARAB and s.game.bar_lev & ~s.destroyed & 1 << h:
        return None  # [9.13, 25.21] the position itself, whoever has fled into it (ruling SN-83)
    units = s.units_in(h, other(side))
    units = [u for u in units if u != s.game.supply_unit] or units
    if units:
        if all(s.attacked >> u & 1 for u in units):
            return Refusal(("8.14",), f"the units in {where} have already been attacked in this Combat Phase")
        return None
    if intact_forts(s, other(side)) >> h & 1:
        return None
    return Refusal(("8.11",), f"there is nothing to attack in {where}")


def targets(s: SinaiState, side: str, units: int) -> int:
    """Hexes that may be attacked by some of the units, as far as place goes."""
    game = s.game
    near = game.map.grid.spread(s.occupied(units))
    hexes = (s.hexes_of(other(side)) | intact_forts(s, other(side))) & near
    return sum(1 << h for h in bits(hexes) if may_be_attacked(s, h, side) is None)


def defence(s: SinaiState, hexes: tuple[int, ...], attackers: list[int], side: str, waived: int) -> list[Tally]:
    """[8.21, 8.23, 12.0] Strength of every attacked hex, supply judged now."""
    found = []
    stands = tuple({s.loc[u] for u in attackers})
    for h in hexes:
        units = defenders(s, h, other(side))
        hungry = judge(s, sum(1 << u for u in units)) if units and side == ISRAEL else 0
        fear = 0
        if s.game.rules.fear_defence:
            fear = sum(1 << u for u in units if fears(s, u, attackers) and cannot_retreat(s, u, waived))
        found.append(defence_of_hex(s, h, units, stands, hungry, fear))
    return found


def attack_tally(s: SinaiState, attackers: list[int], side: str) -> Tally:
    hungry = judge(s, sum(1 << u for u in attackers)) if attackers else 0
    return attack_strength(s, attackers, hungry)


def eligible(s: SinaiState, hexes: tuple[int, ...], side: str, chosen: int, ready: int) -> list[int]:
    """[7.2, 8.11, 8.13, 8.22, 8.23, 8.5] Units that may (still) join an attack on all these hexes."""
    near = -1
    for h in hexes:
        near &= s.game.adjacent[h]
    mates = list(bits(chosen))
    found = []
    for u in bits(ready & ~chosen):
        if near >> s.loc[u] & 1 and all(can_reach(s, u, h) is None for h in hexes) and may_join(s, u, mates) is None:
            found.append(u)
    return sorted(found)


def empty_fort(s: SinaiState, h: int, side: str) -> bool:
    """[18.11] Is this an intact enemy Settlement or City without units? It is attacked by itself (ruling SN-75)."""
    fort = intact_forts(s, other(side)) & ~s.game.bar_lev
    return bool(fort >> h & 1) and not s.units_in(h, other(side))


def least(s: SinaiState, hexes: tuple[int, ...], side: str) -> int:
    """[18.11, 15.32] The Superiority an attack needs: +4 against an empty Settlement or City, else the table's least."""
    return SETTLEMENT_SUPERIORITY if empty_fort(s, hexes[0], side) else s.game.minimum_superiority


def feasible(s: SinaiState, hexes: tuple[int, ...], side: str, chosen: int, ready: int) -> bool:
    """[8.5, 12.11, 15.32] Can an attack on these hexes by the units chosen and those who may join reach the Superiority
    it needs? Nations that fight apart are tried one by one; and Jordanians alone, whose attack wakes no Fear."""
    game = s.game
    everybody = (*bits(chosen), *eligible(s, hexes, side, chosen, ready))
    fronts = {game.front[u] for u in bits(chosen)} or {game.front[u] for u in everybody}
    apart = game.rules.arab_nations == "apart" and side == ARAB
    jordan_alone = side == ARAB and game.rules.fear_defence and (not chosen or fronts == {"jordan"})
    groups = fronts if apart else {"", "jordan"} if jordan_alone else {""}
    waived = -1 if side == ISRAEL else 0  # [12.2] every zone could be waived
    for front in groups:
        pool = [u for u in everybody if not front or game.front[u] == front]
        if pool:
            have = attack_tally(s, pool, side).total
            if have - sum(t.total for t in defence(s, hexes, pool, side, waived)) >= least(s, hexes, side):
                return True
    return False


# frames -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Combat(Choice):
    """[8.0, 8.12, 6.3] The Phasing Player attacks where he likes, or not at all."""

    side: str

    rule = "8.0"

    def phase(self) -> str:
        return f"{self.side}-combat"

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        return "Name an enemy-occupied hex to attack, or end the Combat Phase [8.0, 8.12]."

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("end")
        ready = able(s, self.side)
        for h in sorted(bits(targets(s, self.side, ready))):
            if feasible(s, (h,), self.side, 0, ready):
                yield Action("attack", (s.game.hex_name(h),))

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        ready = able(s, self.side)
        hexes = sorted(bits(targets(s, self.side, ready)))
        for _ in range(3):
            if hexes and pick(8):
                h = hexes[pick(len(hexes))]
                if feasible(s, (h,), self.side, 0, ready):
                    return Action("attack", (s.game.hex_name(h),))
        return Action("end")

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "end" and not a.args:
            return None
        if a.verb != "attack" or len(a.args) != 1:
            return self.not_now(s, a)
        h = s.game.map.grid.find(a.args[0])
        if not h:
            return Refusal(("8.0",), f"there is no hex {a.args[0]} on the map")
        return self._check_target(s, h)

    def _check_target(self, s: SinaiState, h: int) -> Refusal | None:
        if refusal := may_be_attacked(s, h, self.side):
            return refusal
        ready = able(s, self.side)
        if not eligible(s, (h,), self.side, 0, ready):
            near = [u for u in s.game.side_units[self.side] if s.loc[u] > 0 and s.game.adjacent[s.loc[u]] >> h & 1]
            for u in near:
                if refusal := may_attack(s, u, self.side) or can_reach(s, u, h):
                    return refusal
            return Refusal(("8.11",), f"no unit that may attack is adjacent to {s.game.hex_name(h)}")
        if not feasible(s, (h,), self.side, 0, ready):
            need = least(s, (h,), self.side)
            rules = ("18.11",) if need == SETTLEMENT_SUPERIORITY else ("8.0", "15.32")
            return Refusal(
                rules,
                f"all units that could attack {s.game.hex_name(h)} do not reach the Attack Superiority of {need:+d} that is needed",
            )
        return None

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "attack":
            s.then(Attack(self.side, (s.game.hex(a.args[0]),)), self)


@dataclass(frozen=True, slots=True)
class Attack(Choice):
    """[8.23] An attack in preparation: its hexes, its units, and the Israeli stacks whose zones are waived for it [12.2]."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units = 0
    waived: Hexes = 0

    rule = "8.0"

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        where = " and ".join(s.game.hex_name(h) for h in self.hexes)
        return f"Attack on {where}: add units, further hexes [8.23] or waive a zone [12.2], then confirm."

    def superiority(self, s: SinaiState) -> int:
        """[8.0] Attackers' total minus defenders' total."""
        attackers = sorted(bits(self.units))
        against = sum(t.total for t in defence(s, self.hexes, attackers, self.side, self.waived))
        return attack_tally(s, attackers, self.side).total - against

    def strong_enough(self, s: SinaiState) -> bool:
        return bool(self.units) and self.superiority(s) >= least(s, self.hexes, self.side)

    def joiners(self, s: SinaiState) -> list[int]:
        ready = able(s, self.side)
        found = eligible(s, self.hexes, self.side, self.units, ready)
        if self.side == ARAB and (s.game.rules.fear_defence or not self.units):
            # Nobody joins after whom the attack could not be carried: a nation too weak alone, or one that wakes Fear.
            found = [u for u in found if feasible(s, self.hexes, self.side, self.units | 1 << u, ready)]
        return found

    def further(self, s: SinaiState) -> list[int]:
        """[8.23] Other hexes that can be attacked in the same combat by everybody already in it."""
        if empty_fort(s, self.hexes[0], self.side):
            return []  # [ruling SN-75]
        ready = able(s, self.side)
        near = self.units or sum(1 << u for u in eligible(s, self.hexes, self.side, 0, ready))
        found = []
        for h in bits(targets(s, self.side, near)):
            if h in self.hexes or empty_fort(s, h, self.side):
                continue
            if any(can_reach(s, u, h) for u in bits(self.units)):
                continue
            if feasible(s, (*self.hexes, h), self.side, self.units, ready):
                found.append(h)
        return sorted(found)

    def waivable(self, s: SinaiState) -> int:
        """[12.2] Hexes of Israeli stacks whose zone closes a step of retreat that is otherwise open to a defender whom Fear
        concerns. Waiving lifts the whole zone of that stack, for this combat only (ruling SN-84)."""
        game = s.game
        if self.side != ISRAEL or not game.rules.fear_defence:
            return 0
        closed_steps = 0
        for h in self.hexes:
            for u in defenders(s, h, ARAB):
                if fears(s, u, []):
                    now, open_ground = forbidden(s, u, self.waived), forbidden(s, u, -1)
                    edges = game.ground(ARAB, not game.mechanized >> u & 1, bridges(s)).edges
                    closed_steps |= sum(1 << n for n, _ in edges[h] if (now & ~open_ground) >> n & 1)
        stacks = exerting(s, ISRAEL) & ~self.waived & game.map.grid.spread(closed_steps)
        every = exerting(s, ISRAEL)
        return sum(1 << x for x in bits(stacks) if zone(s, ISRAEL, every & ~(1 << x)) & closed_steps)

    def options(self, s: SinaiState) -> Iterator[Action]:
        game = s.game
        if self.strong_enough(s):
            yield Action("confirm")
        for u in self.joiners(s):
            yield Action("with", (game.name_of(u),))
        for h in self.further(s):
            yield Action("attack", (game.hex_name(h),))
        for h in sorted(bits(self.waivable(s))):
            yield Action("waive", (game.hex_name(h),))
        for u in sorted(bits(self.units)):
            yield Action("without", (game.name_of(u),))
        yield Action("cancel")

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        if pick(3) == 0 and self.strong_enough(s):
            return Action("confirm")
        if pick(10) == 0:
            extra = [Action("attack", (s.game.hex_name(h),)) for h in self.further(s)]
            extra += [Action("waive", (s.game.hex_name(h),)) for h in bits(self.waivable(s))]
            if extra:
                return extra[pick(len(extra))]
        joiners = self.joiners(s)
        if joiners:
            return Action("with", (s.game.name_of(joiners[pick(len(joiners))]),))
        return Action("confirm") if self.strong_enough(s) else Choice.sample(self, s, pick)

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "confirm" and not a.args:
            if self.strong_enough(s):
                return None
            if not self.units:
                return Refusal(("8.11",), "no unit takes part in the attack yet")
            need, have = least(s, self.hexes, self.side), self.superiority(s)
            rules = ("18.11",) if need == SETTLEMENT_SUPERIORITY else ("8.0", "15.32")
            return Refusal(rules, f"the Attack Superiority is {have:+d}; at least {need:+d} is needed (ruling SN-07)")
        if a.verb == "cancel" and not a.args:
            return None  # [8.12] every attack is voluntary until it is resolved
        if len(a.args) != 1:
            return self.not_now(s, a)
        if a.verb == "with" and a.args[0] in game.roster.index:
            return self._check_unit(s, game.unit(a.args[0]))
        if a.verb == "without" and a.args[0] in game.roster.index:
            taking_part = self.units >> game.unit(a.args[0]) & 1
            return None if taking_part else Refusal(("8.12",), f"{a.args[0]} takes no part in the attack")
        h = game.map.grid.find(a.args[0])
        if a.verb == "attack" and h:
            if h in self.further(s):
                return None
            return may_be_attacked(s, h, self.side) or Refusal(
                ("8.23",),
                f"{a.args[0]} cannot be attacked in the same combat: every attacker must be adjacent to every defender and the Superiority must suffice",
            )
        if a.verb == "waive" and h:
            if self.waivable(s) >> h & 1:
                return None
            return Refusal(("12.2",), f"no Israeli unit in {a.args[0]} has a zone that blocks a retreat Fear concerns")
        return self.not_now(s, a)

    def _check_unit(self, s: SinaiState, u: int) -> Refusal | None:
        name = s.game.name_of(u)
        if self.units >> u & 1:
            return Refusal(("8.14",), f"{name} takes part already")
        refusal = may_attack(s, u, self.side)
        refusal = refusal or next((r for h in self.hexes if (r := can_reach(s, u, h))), None)
        refusal = refusal or may_join(s, u, list(bits(self.units)))
        if refusal is None and u not in self.joiners(s):
            return Refusal(
                ("8.5", "15.32"), f"the units of {s.game.front[u].capitalize()} alone are too weak for this attack"
            )
        return refusal

    def apply(self, s: SinaiState, a: Action) -> None:
        game = s.game
        if a.verb == "with":
            s.then(replace(self, units=self.units | 1 << game.unit(a.args[0])))
        elif a.verb == "without":
            s.then(replace(self, units=self.units & ~(1 << game.unit(a.args[0]))))
        elif a.verb == "cancel":
            return
        elif a.verb == "attack":
            s.then(replace(self, hexes=(*self.hexes, game.hex(a.args[0]))))
        elif a.verb == "waive":
            h = game.hex(a.args[0])
            s.tell("12.2", "Israel waives the zone of its units in {}", a.args[0], at=(h,))
            s.then(replace(self, waived=self.waived | 1 << h))
        else:
            s.then(Resolve(self.side, self.hexes, self.units, self.waived))

    def forecast(self, s: SinaiState) -> dict[str, Any] | None:
        """Strengths with their reasons, the column, and the exact chances."""
        game = s.game
        attackers = sorted(bits(self.units))
        mine = attack_tally(s, attackers, self.side)
        theirs = defence(s, self.hexes, attackers, self.side, self.waived)
        value = mine.total - sum(t.total for t in theirs)
        table = game.tables["combat_results"]
        where = " and ".join(game.hex_name(h) for h in self.hexes)
        out: dict[str, Any] = {
            "kind": "combat",
            "title": f"{game.names(attackers) or 'Nobody yet'} against {where}",
            "attackers": [{"unit": game.name_of(u), "strength": str(n), "why": why} for u, n, why in mine.units],
            "defenders": [
                {"unit": game.name_of(u), "strength": str(n), "why": why} for t in theirs for u, n, why in t.units
            ],
            "value": f"{value:+d}",
            "value_name": "Attack Superiority",
            "shifts": [
                {"text": text, "rule": rule, "columns": 0, "points": n}
                for t in (mine, *theirs)
                for text, rule, n in t.plus
            ],
            "table": "combat_results",
        }
        if not self.strong_enough(s):
            out["results"] = []
            return out
        if least(s, self.hexes, self.side) == SETTLEMENT_SUPERIORITY:
            out["results"] = [
                {"result": "destroyed", "name": "destroyed without a die [18.11]", "probability": 1.0, "dice": []}
            ]
            out["take_hex"] = 1.0
            return out
        if [u for h in self.hexes for u in s.units_in(h, other(self.side))] == [game.supply_unit]:
            name = "the Supply unit goes back, without a die [10.15]"
            out["results"] = [{"result": "back", "name": name, "probability": 1.0, "dice": []}]
            out["take_hex"] = 1.0
            return out
        column = table.column(value)
        faces: dict[str, list[str]] = {}
        for die in range(1, 7):
            faces.setdefault(table.result(die, column), []).append(str(die))
        words = {r: "no effect" if r == "-" else f"retreat {r}" for r in faces}
        price = self._price(s, faces)
        if price:
            dear = "the position falls at the price of a unit [25.21]"
            words |= {r: dear if r in "12" else "the position falls [25.21]" for r in faces if r != "-"}
        out["column"], out["column_name"] = column, table.columns[column]
        out["results"] = [
            {"result": r, "name": words[r], "probability": len(d) / 6, "dice": d} for r, d in faces.items()
        ]
        out["losses"] = [{"unit": game.name_of(u), "probability": p} for u, p in self._losses(s, faces).items()]
        out["losses"] += price
        out["take_hex"] = sum(len(d) for r, d in faces.items() if r != "-") / 6
        return out

    def _price(self, s: SinaiState, faces: dict[str, list[str]]) -> list[dict[str, Any]]:
        """[25.21] What a Bar Lev hex will cost: the weakest of those who may be chosen, on results of one and two."""
        game = s.game
        if self.side != ISRAEL and any(game.bar_lev & ~s.destroyed & 1 << h for h in self.hexes):
            took_part = sorted(bits(self.units))
            payers = [u for u in took_part if game.nation[u] == "egypt"] or took_part
            weakest = min(payers, key=lambda u: (game.strength[u], u))
            return [
                {"unit": game.name_of(weakest), "probability": sum(len(d) for r, d in faces.items() if r in "12") / 6}
            ]
        return []

    def _losses(self, s: SinaiState, faces: dict[str, list[str]]) -> dict[int, float]:
        """[9.11, 9.12] The chance that a defender is lost: the retreats are played out, the strongest unit first."""
        game = s.game
        enemy = other(self.side)
        units = sum(1 << u for h in self.hexes for u in s.units_in(h, enemy) if u != game.supply_unit)
        lost: dict[int, float] = {}
        for result, dice in faces.items():
            if result == "-" or not units:
                continue
            t = s.copy()
            t.entrucked &= ~units
            t.agenda = (Retreat(enemy, units, int(result), self.waived, sum(1 << h for h in self.hexes)),)
            while t.choice is not None:
                t.apply(max(t.options(), key=lambda a: (a.verb != "lose", game.strength[game.unit(a.args[0])])))
            for u in bits(units):
                if t.loc[u] == game.ELIMINATED:
                    lost[u] = lost.get(u, 0.0) + len(dice) / 6
        return lost


@dataclass(frozen=True, slots=True)
class Resolve(Step):
    """[8.0, 15.32, 18.11, 20.2] The attack is made: everybody concerned is noted, then the die is rolled or a Settlement
    falls."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units
    waived: Hexes

    def run(self, s: SinaiState) -> None:
        game = s.game
        attack = Attack(self.side, self.hexes, self.units, self.waived)
        value = attack.superiority(s)
        attackers = sorted(bits(self.units))
        settlement = least(s, self.hexes, self.side) == SETTLEMENT_SUPERIORITY
        s.fought |= self.units
        where = sum(1 << h for h in self.hexes)
        s.struck |= where
        enemies = [u for h in self.hexes for u in s.units_in(h, other(self.side))]
        s.attacked |= sum(1 << u for u in enemies)
        detruck_under_attack(s, enemies)
        s.dormant &= ~sum(1 << u for u in enemies)
        if self.side == ARAB:
            jordan_attacks_settlement(s, attackers, where)
            jordan_enters_israel(s, tuple(attackers), where)
        text = "{} attack {} at {:+d}" if len(attackers) > 1 else "{} attacks {} at {:+d}"
        s.tell("8.0", text, game.names(attackers), " and ".join(map(game.hex_name, self.hexes)), value, at=self.hexes)
        advance = AfterCombat(self.side, self.hexes, self.units)
        if settlement:
            destroy(s, self.hexes[0])
            s.then(advance)
        elif enemies == [game.supply_unit]:
            pull_back_supply_unit(s, forced=True)  # [10.15]
            s.then(advance)
        else:
            s.then(Roll("combat"), Result(self.side, self.hexes, self.units, self.waived, value), advance)


@dataclass(frozen=True, slots=True)
class Result(Step):
    """[9.0, 9.11, 25.21] Read the Combat Results Table and let the defenders retreat."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units
    waived: Hexes
    superiority: int

    def run(self, s: SinaiState) -> None:
        game = s.game
        table = game.tables["combat_results"]
        result = table.result(s.die, table.column(self.superiority))
        if result == "-":
            s.tell("9.0", "No effect")
            return
        s.tell("9.11", "The defenders retreat: result {}", result)
        retreating = defeated(s, self.hexes, other(self.side))
        fallen = [h for h in self.hexes if game.bar_lev >> h & 1 and not s.destroyed >> h & 1 and self.side == ARAB]
        if retreating:
            s.then(Retreat(other(self.side), retreating, int(result), self.waived, sum(1 << h for h in self.hexes)))
        for h in fallen:
            destroy(s, h)
        if fallen and int(result) <= 2:
            s.then(LoseAttacker(self.units, fallen[0]))


@dataclass(frozen=True, slots=True)
class AfterCombat(Step):
    """[8.4] Ask about an advance only where somebody could go."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units

    def run(self, s: SinaiState) -> None:
        frame = Advance(self.side, self.hexes, self.units)
        if any(frame.may_advance(s, u, h) is None for u in bits(self.units) for h in self.hexes):
            s.then(frame)


@dataclass(frozen=True, slots=True)
class Advance(Choice):
    """[8.4, 8.6, 25.32] Up to three of the attackers may enter each hex the defenders have left, if they could go there at all."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units
    canal: Hexes = 0
    """[24.42] Hexes already entered over the Canal: one unit for each attacked hex."""

    rule = "8.4"

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        return "Advance up to three of the attackers into a vacated hex, or decline [8.4]."

    def may_advance(self, s: SinaiState, u: int, h: int) -> Refusal | None:
        game, a = s.game, s.loc[u]
        name, where = game.name_of(u), game.hex_name(h)
        if h not in self.hexes or s.units_in(h, other(self.side)):
            return Refusal(("8.4",), f"{where} has not been vacated")
        if not self.units >> u & 1 or a <= 0 or not game.adjacent[a] >> h & 1:
            return Refusal(("8.4",), f"{name} took no part in the attack or stands elsewhere")
        step = game.ground(self.side, on_foot(s, u), bridges(s)).step(a, h)
        if step.cost == CLOSED or closed(s, u) >> h & 1:
            return Refusal(
                ("8.6",), f"{name} cannot enter {where}: {step.why if step.cost == CLOSED else 'it is closed to it'}"
            )
        if limited(s, self.side, a, h) and self.canal >> h & 1:
            return Refusal(("24.42",), f"one unit has already advanced over the Canal into {where}")
        return fits(s, (u,), h) or sinai_limit(s, u, h) or garrison_broken(s, u, h, 1)

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("decline")
        for u in sorted(bits(self.units)):
            for h in self.hexes:
                if self.may_advance(s, u, h) is None:
                    yield Action("advance", (s.game.name_of(u), s.game.hex_name(h)))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "decline" and not a.args:
            return None
        if a.verb == "advance" and len(a.args) == 2 and a.args[0] in s.game.roster.index:
            h = s.game.map.grid.find(a.args[1])
            return (
                self.may_advance(s, s.game.unit(a.args[0]), h)
                if h
                else Refusal(("8.0",), f"there is no hex {a.args[1]}")
            )
        return self.not_now(s, a)

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "decline":
            return
        game = s.game
        u, h = game.unit(a.args[0]), game.hex(a.args[1])
        canal = self.canal | (1 << h if limited(s, self.side, s.loc[u], h) else 0)
        s.tell("8.4", "{} advances to {}", a.args[0], a.args[1], at=(h,))
        s.loc[u] = h
        rest = replace(self, units=self.units & ~(1 << u), canal=canal)
        if any(rest.may_advance(s, v, x) is None for v in bits(rest.units) for x in rest.hexes):
            s.then(rest)
        after_entering(s, self.side, (u,), 1 << h)
