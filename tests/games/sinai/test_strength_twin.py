"""8.0 to 8.6, 10.3, 12.0, 18.0, 24.5 and 25.1: fights in random crowds, their Strengths added up a second time, and every set of
attackers tried one by one."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.games.sinai.combat.attack import Attack
from sandtable.games.sinai.combat.ways_back import cannot_retreat, fears
from sandtable.games.sinai.politics.nations import ceased, homeward
from sandtable.games.sinai.supply.judgement import judge

from .crowds import empty, perhaps_war_with_jordan, throw

SCENARIOS = [
    "1967",
    "1967-cooperation",
    "1967-officers",
    "1956",
    "1973",
    "mid-1970s",
    "mid-1970s-soviet",
    "mid-1970s-logistics",
]


class Twin:
    """The Strengths of one position."""

    def __init__(self, s: Any, side: str) -> None:
        self.s, self.game, self.side = s, s.game, side
        self.enemy = "arab" if side == "israel" else "israel"
        self.hungry = judge(s)

    def attack(self, units: list[int]) -> int:
        """[10.33, 10.34, 24.63] Unsupplied units of a hex attack at half their total."""
        total = 0
        for h in {self.s.loc[u] for u in units}:
            here = [self.game.roster[u].factors["combat_strength"] for u in units if self.s.loc[u] == h]
            poor = [u for u in units if self.s.loc[u] == h and self.hungry >> u & 1]
            half = sum(self.game.roster[u].factors["combat_strength"] for u in poor)
            total += sum(here) - half + (max(1, half // 2) if poor else 0)
        return total

    def as_israelis(self, u: int) -> bool:
        """[26.41, 26.54] Does the Israeli rule of supply hold for this Arab unit?"""
        return bool(self.game.nation[u] == "ussr" or self.game.id == "sinai/mid-1970s-logistics")

    def times(self, u: int) -> int:
        """[24.51, 25.11, 26.13] How often the printed Strength counts in defence."""
        game, s = self.game, self.s
        if game.side_of[u] == "israel" or not game.id.startswith(("sinai/1973", "sinai/mid")):
            return 1
        sams = [s.loc[v] for v in range(len(s.loc)) if game.sam >> v & 1 and s.loc[v] > 0]
        near = min((game.map.grid.distance(h, s.loc[u]) for h in sams), default=99)
        if game.id.startswith("sinai/1973"):
            return 4 if near <= 2 else 3 if near == 3 else 2
        return 3 if near <= 3 else 2

    def defence(self, h: int, attackers: list[int], hexes: tuple[int, ...] = (), waived: int = 0) -> int:
        """[8.3] The Strength of a hex against these attackers, attacked together with others or alone."""
        s, game, m = self.s, self.game, self.game.map
        units = [u for u in game.side_units[self.enemy] if s.loc[u] == h]
        fighting = [u for u in units if u != game.supply_unit and not game.sam >> u & 1]
        if units == [game.supply_unit]:
            return 0
        if units and not fighting and any(game.sam >> u & 1 for u in units):
            return 1
        firm, poor = 0, []
        for u in fighting:
            printed = game.roster[u].factors["combat_strength"]
            if (
                game.rules.fear_defence
                and fears(s, u, attackers)
                and cannot_retreat(s, u, waived, sum(1 << x for x in hexes or (h,)))
            ):
                firm += 2 * printed
            elif self.hungry >> u & 1 and self.enemy == "arab" and not self.as_israelis(u):
                poor.append(printed * self.times(u))
            else:
                firm += printed * self.times(u)
        total = firm + (max(1, sum(poor) // 2) if poor else 0)
        intact = not s.destroyed >> h & 1
        surprised = game.id.startswith("sinai/1973") and s.turn == 1
        if not fighting and intact and game.settlements >> h & 1:
            total += 2
            if surprised:
                return total
        total += 2 if m.terrain_at[h] == "rough" else 0
        theirs = game.cities_israeli if self.enemy == "israel" else game.cities_arab
        total += 4 if intact and theirs >> h & 1 else 0
        if intact and game.bar_lev >> h & 1 and self.enemy == "israel":
            total += 10 if surprised else 15
        total += 3 if game.syrian_positions >> h & 1 and any(game.nation[u] == "syria" for u in fighting) else 0
        sides = {s.loc[u] for u in attackers}
        if sides and all(m.crosses("canal", a, h) for a in sides):
            total += 3
        elif sides and all(m.crosses("jordan", a, h) for a in sides):
            total += 2
        return total

    def ready(self, u: int, h: int) -> bool:
        """[8.11, 8.6, 10.32, 13.21, 14.0, 15.31, 20.2, 25.14, 25.93] May this unit attack that hex?"""
        s, game, m = self.s, self.game, self.game.map
        a = s.loc[u]
        if a <= 0 or h not in m.grid.neighbours[a] or m.crosses("all_sea", a, h) or ceased(s, u) or homeward(s, u, h):
            return False
        if (s.entrucked | s.dormant | s.strayed | s.fought | game.sam) >> u & 1 or u == game.supply_unit:
            return False
        if self.side == "arab" and self.hungry >> u & 1 and not game.id.startswith(("sinai/1973", "sinai/mid")):
            return False
        border = game.home["jordan"] >> a & game.israel_land >> h & 1
        if self.side == "israel":
            open_ = s.trans_jordan_open if game.rules.trans_jordan == "after_jordan_moves" else s.jordan_at_war
            return bool(open_ or not game.home["jordan"] >> h & 1)
        return bool(s.jordan_at_war or not (border or game.front[u] == "jordan"))


def crowd(rng: Random, scenario: str, side: str) -> Any:
    """Units of both sides packed round some place, places in ruins among them."""
    s = empty(scenario, f'Combat {{"side": "{side}"}}', rng.choice([1, 5, 9]))
    game = s.game
    places = (
        game.bar_lev | game.settlements | game.cities_israeli | game.canal_banks | game.syrian_positions
    ) & game.land
    wide = [h for h in game.map.grid.hexes if game.land >> h & 1 and not game.never >> h & 1]
    middle = rng.choice([h for h in wide if places >> h & 1] if rng.random() < 0.7 else wide)
    near = [h for h in wide if game.map.grid.distance(h, middle) <= 2]
    for whose in ("israel", "arab"):
        units = list(game.side_units[whose])
        rng.shuffle(units)
        throw(
            rng, s, sorted(units[:8] + [v for v in units[8:] if v == game.supply_unit or game.sam >> v & 1][:1]), near
        )
    s.destroyed = sum(1 << h for h in near if places >> h & 1 and rng.random() < 0.3)
    for side_there, forts in (
        ("arab", game.bar_lev | game.settlements | game.cities_israeli),
        ("israel", game.cities_arab),
    ):
        s.destroyed |= s.hexes_of(side_there) & forts  # or they would not be there
    perhaps_war_with_jordan(rng, s, 0.8)
    some = [u for u in range(len(s.loc)) if s.loc[u] > 0]
    s.entrucked = sum(1 << u for u in some if game.truckable >> u & 1 and rng.random() < 0.2)
    s.strayed = sum(1 << u for u in some if game.side_of[u] == "arab" and rng.random() < 0.1)
    s.fought = sum(1 << u for u in some if rng.random() < 0.1)
    s.ones = 0
    return s.copy()  # nothing is remembered of it


@pytest.mark.rule(
    "sinai",
    "8.0",
    "8.11",
    "8.21",
    "8.3",
    "8.6",
    "10.32",
    "10.33",
    "10.34",
    "12.0",
    "18.11",
    "18.2",
    "24.51",
    "25.11",
    "25.21",
)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r8_0_fights_added_up_a_second_time(scenario: str, seed: int) -> None:
    rng = Random(f"{scenario}:{seed}")
    side = ("israel", "arab")[seed % 2]
    s = crowd(rng, scenario, side)
    twin, game = Twin(s, side), s.game
    named = {game.hex(a.args[0]) for a in s.options() if a.verb == "attack"}
    forts = (
        game.cities_israeli | game.settlements | game.bar_lev if side == "arab" else game.cities_arab
    ) & ~s.destroyed
    for h in [x for x in game.map.grid.hexes if (s.hexes_of(twin.enemy) | forts) >> x & 1]:
        able = [u for u in game.side_units[side] if twin.ready(u, h)]
        empty = not s.hexes_of(twin.enemy) >> h & 1 and not game.bar_lev >> h & 1
        possible = False
        for n in range(1, min(len(able), 6) + 1):
            for units in combinations(able[:6], n):
                if game.rules.arab_nations == "apart" and side == "arab" and len({game.front[u] for u in units}) > 1:
                    continue
                have, against = twin.attack(list(units)), twin.defence(h, list(units))
                possible = possible or have - against >= (4 if empty else 0)
                if n in (1, min(len(able), 3)):
                    attack = Attack(side, (h,), sum(1 << u for u in units))
                    assert attack.superiority(s) == have - against, (s.position(), game.hex_name(h), game.names(units))
                    assert attack.strong_enough(s) == (have - against >= (4 if empty else 0))
        if len(able) <= 6 and (side == "arab" or not game.rules.fear_defence):
            assert (h in named) == possible, (s.position(), game.hex_name(h))
        elif possible:
            assert h in named
        for u in able if h in named and side == "arab" and not game.rules.fear_defence else ():
            t = s.play(f"attack {game.hex_name(h)}")
            assert (
                t.check(f"with {game.name_of(u)}") is None
                or game.rules.arab_nations == "apart"
                or not t.choice.joiners(t)
            )
