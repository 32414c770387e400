"""8.0 to 9.15, 10.15, 12.2, 18.11, 25.21: attacks built in random crowds, held against every hex and unit that could be added, and
their forecasts against all six faces of the die, played out."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.sinai.combat.advance import Advance
from sandtable.games.sinai.combat.ways_back import edges_for, forbidden
from sandtable.games.sinai.land.canal import limited
from sandtable.games.sinai.land.territory import bridges, closed
from sandtable.games.sinai.movement.allowance import on_foot
from sandtable.games.sinai.movement.stacking import fits
from sandtable.games.sinai.movement.zones import exerting, zone
from sandtable.games.sinai.politics.garrison import garrison_broken
from sandtable.games.sinai.supply.judgement import judge

from .table import play
from .test_strength_twin import Twin, crowd

SCENARIOS = ["1967", "1967-cooperation", "1967-officers", "1956", "1973", "mid-1970s"]


def prepared(rng: Random, scenario: str, side: str, wanted: int) -> list[Any]:
    """Attacks in preparation that are strong enough, one for each of some targets."""
    found: list[Any] = []
    for _ in range(12):
        s = crowd(rng, scenario, side)
        targets = [str(a) for a in s.options() if a.verb == "attack"]
        for target in rng.sample(targets, min(2, len(targets))):
            t = s.play(target)
            for _ in range(9):
                adds = [str(a) for a in t.options() if a.verb in ("with", "attack", "waive")]
                if not adds or (rng.random() < 0.3 and t.check("confirm") is None):
                    break
                t = t.play(rng.choice(adds))
            if t.check("confirm") is None:
                found.append(t)
                if len(found) == wanted:
                    return found
    return found


def settled(t: Any, enemy: str) -> Any:
    """The defeated go back, the strongest first and each by the first way it has; a Bar Lev hex costs the weakest."""
    while type(t.choice).__name__ in ("Retreat", "Displace", "LoseAttacker"):
        options = list(t.options())
        strength = [t.game.strength[t.game.unit(a.args[0])] for a in options]
        if type(t.choice).__name__ == "LoseAttacker":
            n = strength.index(min(strength))
        else:
            alive = [x if a.verb != "lose" else -1 for a, x in zip(options, strength, strict=True)]
            n = alive.index(max(alive))
        t = t.play(options[n])
    return t


@pytest.mark.rule("sinai", "8.0", "8.4", "8.6", "9.0", "9.11", "9.12", "10.15", "12.2", "18.11", "25.21")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r9_0_what_the_forecast_promises_is_what_the_die_brings(scenario: str, seed: int) -> None:
    side = ("israel", "arab")[seed % 2]
    enemy = ("arab", "israel")[seed % 2]
    for s in prepared(Random(f"{scenario}:{seed}:dice"), scenario, side, 2):
        game, told = s.game, s.forecast()
        hexes, attackers = s.choice.hexes, s.choice.units
        defenders = [u for h in hexes for u in s.units_in(h, enemy) if u != game.supply_unit]
        halved = sum(
            int(x["text"].split()[-1]) for x in told["shifts"] if x["text"].startswith("unsupplied units attack")
        )
        more = sum(int(x["text"].split()[-1]) for x in told["shifts"]) - halved
        mine, theirs = (sum(int(x["strength"]) for x in told[who]) for who in ("attackers", "defenders"))
        assert int(told["value"]) == mine + halved - theirs - more, s.position()
        assert {game.unit(x["unit"]) for x in told["attackers"] if x["why"]} == set(bits(judge(s, attackers)))
        lost: Counter[int] = Counter()
        taken, paid = 0, 0
        sure = told["results"][0]["result"] == "sure"
        faces = [0] if sure else [1, 2, 3, 4, 5, 6]
        for die in faces:
            t = play(s, "confirm") if sure else play(s, "confirm", f"roll {die}")
            t = settled(t, enemy)
            taken += type(t.choice).__name__ == "Advance"
            lost.update(u for u in defenders if t.loc[u] == game.ELIMINATED)
            paid += any(t.loc[u] == game.ELIMINATED for u in range(len(t.loc)) if attackers >> u & 1)
        where = s.position()
        assert told["take_hex"] == pytest.approx(taken / len(faces)), where
        expected = {str(game.name_of(u)): n / 6 for u, n in lost.items()}
        losses = {x["unit"]: x["probability"] for x in told.get("losses", ())}
        own = {x for x in losses if attackers >> game.unit(x) & 1}
        assert {x: p for x, p in losses.items() if x not in own} == pytest.approx(expected), where
        assert sum(losses[x] for x in own) == pytest.approx(paid / 6), where


class Built(Twin):
    """An attack in preparation, looked at a second time."""

    def __init__(self, s: Any) -> None:
        super().__init__(s, s.choice.side)
        self.hexes, self.chosen = s.choice.hexes, [u for u in range(len(s.loc)) if s.choice.units >> u & 1]

    def apart(self, units: list[int]) -> bool:
        game = self.game
        return game.rules.arab_nations == "apart" and len({game.front[u] for u in units}) > 1

    def empty(self, h: int) -> bool:
        game, s = self.game, self.s
        forts = game.cities_israeli | game.settlements if self.enemy == "israel" else game.cities_arab
        return bool(forts & ~s.destroyed & ~game.bar_lev & 1 << h) and not s.hexes_of(self.enemy) >> h & 1

    def needed(self, hexes: tuple[int, ...]) -> int:
        return 4 if self.empty(hexes[0]) else 0

    def against(self, hexes: tuple[int, ...], attackers: list[int], waived: int) -> int:
        return sum(self.defence(h, attackers, hexes, waived) for h in hexes)

    def company(self, hexes: tuple[int, ...]) -> list[int]:
        """Who could still join."""
        units = [u for u in self.game.side_units[self.side] if u not in self.chosen]
        return [u for u in units if all(self.ready(u, h) for h in hexes) and not self.apart([*self.chosen, u])]

    def carried(self, hexes: tuple[int, ...], units: list[int]) -> bool:
        """Could these and some of those who may join bring the Superiority that is needed, zones waived?"""
        others = [u for u in self.company(hexes) if u not in units]
        waived = -1 if self.side == "israel" else 0
        for n in range(len(others) + 1):
            for more in combinations(others, n):
                group = [*units, *more]
                if not group or self.apart(group):
                    continue
                if self.attack(group) - self.against(hexes, group, waived) >= self.needed(hexes):
                    return True
        return False

    def struck(self, h: int) -> bool:
        """8.14: has it been attacked in this phase?"""
        s = self.s
        there = [u for u in s.units_in(h, self.enemy) if u != self.game.supply_unit]
        return bool(s.struck >> h & 1 or (there and all(s.attacked >> u & 1 for u in there)))

    def options(self) -> set[str]:
        """8.12, 8.22, 8.23, 8.5: who may join, and which hexes."""
        game, s = self.game, self.s
        found = {f"without {game.name_of(u)}" for u in self.chosen} | {"cancel"}
        one_nation = self.side == "israel" or (self.chosen and not game.rules.fear_defence)
        for u in self.company(self.hexes):
            if one_nation or self.carried(self.hexes, [*self.chosen, u]):
                found.add(f"with {game.name_of(u)}")
        forts = game.cities_israeli | game.settlements | game.bar_lev if self.enemy == "israel" else game.cities_arab
        for h in game.map.grid.hexes if not self.empty(self.hexes[0]) else ():
            if not (s.hexes_of(self.enemy) | forts & ~s.destroyed) >> h & 1 or h in self.hexes or self.empty(h):
                continue
            if self.struck(h) or not all(self.ready(u, h) for u in self.chosen):
                continue
            if self.carried((*self.hexes, h), self.chosen):
                found.add(f"attack {game.hex_name(h)}")
        have = self.attack(self.chosen) - self.against(self.hexes, self.chosen, s.choice.waived)
        if self.chosen and have >= self.needed(self.hexes):
            found.add("confirm")
        return found | {f"waive {game.hex_name(h)}" for h in self.waivable()}

    def waivable(self) -> set[int]:
        """12.2: stacks whose zone alone keeps a defender from a hex that is otherwise open to his retreat."""
        game, s, found = self.game, self.s, set()
        if self.side != "israel" or not game.rules.fear_defence:
            return found
        stacks = exerting(s, "israel") & ~s.choice.waived
        for h in self.hexes:
            for u in s.units_in(h, "arab"):
                if game.front[u] == "jordan" or (s.shoved | s.attacked) >> u & 1:
                    continue
                for n, _ in edges_for(s, u, not game.mechanized >> u & 1, True)[h]:
                    now, free = forbidden(s, u, s.choice.waived) >> n & 1, not forbidden(s, u, -1) >> n & 1
                    if now and free and n not in self.hexes:
                        found |= {x for x in bits(stacks) if zone(s, "israel", ~(1 << x)) >> n & 1}
        return found


def begun(rng: Random, scenario: str, side: str) -> Any:
    """An attack on some target, nobody taking part yet."""
    while True:
        s = crowd(rng, scenario, side)
        if targets := [str(a) for a in s.options() if a.verb == "attack"]:
            return s.play(rng.choice(targets))


@pytest.mark.rule("sinai", "8.12", "8.22", "8.23", "8.5", "12.2", "18.11", "18.13", "8.14")
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r8_23_who_may_join_and_what_else_may_be_attacked(scenario: str, seed: int) -> None:
    rng, compared = Random(f"{scenario}:{seed}:built"), 0
    side = ("israel", "arab")[seed % 2]
    while compared < 100:
        s = begun(rng, scenario, side)
        for _ in range(5):
            twin = Built(s)
            if len(twin.company(twin.hexes[:1])) > 6:
                break
            expected = twin.options()
            assert {str(a) for a in s.options()} == expected, s.position()
            named = [f"with {s.game.name_of(u)}" for u in range(len(s.loc)) if s.loc[u] > 0]
            named += [f"without {s.game.name_of(u)}" for u in range(len(s.loc)) if s.loc[u] > 0]
            named += [
                f"{verb} {s.game.hex_name(h)}"
                for h in bits(s.game.map.grid.within(twin.hexes[0], 3))
                for verb in ("attack", "waive")
            ]
            for action in ("confirm", "cancel", *named):
                assert (s.check(action) is None) == (action in expected), (action, s.position())
            compared += len(named)
            adds = sorted(a for a in expected if a.split()[0] in ("with", "attack", "waive", "without"))
            if not adds:
                break
            s = s.play(rng.choice(adds))


@pytest.mark.rule("sinai", "8.4", "8.6", "24.42", "7.0", "23.14", "25.32")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", ["1967", "1956", "1973", "mid-1970s"])
def test_r8_4_who_may_advance_into_what(scenario: str, seed: int) -> None:
    rng, compared, canal_shut = Random(f"{scenario}:{seed}:advances"), 0, 0
    side, enemy = [("israel", "arab"), ("arab", "israel")][seed % 2]
    for _ in range(30):
        s = crowd(rng, scenario, side)
        game = s.game
        units = s.units_of(side) & game.combat_units
        near = game.map.grid.spread(s.occupied(units)) & game.land
        hexes = tuple(rng.sample(list(bits(near)), 2)) if near.bit_count() > 1 else ()
        canal = sum(1 << h for h in hexes if rng.random() < 0.4)
        units = sum(1 << u for u in bits(units) if rng.random() < 0.8)
        s.agenda = (Advance(side, hexes, units, canal),)
        while hexes:
            expected = {"decline"}
            for u in bits(units):
                steps = {n for n, _ in game.ground(side, on_foot(s, u), bridges(s)).edges[s.loc[u]]}
                for h in hexes:
                    over = limited(s, side, s.loc[u], h) and canal >> h & 1
                    shut = closed(s, u) >> h & 1 or fits(s, (u,), h)
                    canal_shut += bool(over)
                    if h in steps and not (s.units_in(h, enemy) or shut or over or garrison_broken(s, u, h, 1)):
                        expected.add(f"advance {game.name_of(u)} {game.hex_name(h)}")
            if not s.agenda:
                assert expected == {"decline"}, s.position()
                break
            assert {str(a) for a in s.options()} == expected, s.position()
            every = [
                (u, h)
                for u in range(len(s.loc))
                if s.loc[u] > 0
                for h in (*hexes, *game.map.grid.neighbours[s.loc[u]][::3])
                if h
            ]
            for action in {f"advance {game.name_of(u)} {game.hex_name(h)}" for u, h in every}:
                assert (s.check(action) is None) == (action in expected), (action, s.position())
            compared += len(every)
            if len(expected) == 1:
                break
            _, name, where = rng.choice(sorted(expected - {"decline"})).split()
            u, h = game.unit(name), game.hex(where)
            canal |= limited(s, side, s.loc[u], h) and 1 << h
            units &= ~(1 << u)
            s = s.play(f"advance {name} {where}")
            assert s.loc[u] == h
            assert s.israeli_last >> h & 1 == (side == "israel")
    assert compared > 100
    assert canal_shut or not game.rules.ceasefire
