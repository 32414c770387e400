"""5.2, 13.2, 18.1, 23.1, 24.8, 24.9, 25.9 and 26.6: the land that is closed to every unit, read from the map country by country for
random turns of politics, and the paragraph that is named for it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.land.territory import border_open, bridges, closed, shut_border, why_closed

SCENARIOS = [
    "1956",
    "1967",
    "1967-cooperation",
    "1967-fantasy",
    "1973",
    "1973-cooperation",
    "mid-1970s",
    "mid-1970s-race",
    "mid-1970s-jihad",
]
JORDAN_FIRST = ("1973-cooperation", "mid-1970s", "mid-1970s-race", "mid-1970s-jihad")
TOGETHER = ("1967-cooperation", "1967-fantasy", "1973-cooperation", "mid-1970s-jihad")
GIVEN_BACK = ("mid-1970s-race", "mid-1970s-jihad")
OLD = ("1956", "1967", "1967-cooperation", "1967-fantasy")


class Twin:
    """Why a hex is closed to a unit: the paragraphs of which one must be named; nothing where it is open."""

    def __init__(self, s: Any, scenario: str) -> None:
        self.s, self.game, self.m, self.scenario = s, s.game, s.game.map, scenario
        given, old = scenario in GIVEN_BACK, scenario in OLD
        self.owner = {
            "egypt": "egypt",
            "sinai": "egypt" if old or given else "israel",
            "gaza": "egypt" if old or given else "israel",
            "israel": "israel",
            "west_bank": "jordan" if old or given else "israel",
            "trans_jordan": "jordan",
            "golan": "syria" if old else "israel",
            "syria": "syria",
        }

    def land(self, h: int) -> str:
        """Whose land it is in this period; Old Jerusalem is Israel's from 1973 on, whatever becomes of the West Bank."""
        if self.m.sets["goal_J_old_jerusalem"] >> h & 1 and self.scenario not in OLD:
            return "israel"
        return self.owner.get(self.m.country_at[h], "")

    def fortified(self, side: str, h: int) -> set[str]:
        """[18.1, 18.2, 25.23] An intact place of this side."""
        game, m = self.game, self.m
        old_city = m.sets["goal_J_old_jerusalem"] >> h & 1
        if self.s.destroyed >> h & 1:
            return set()
        if side == "israel" and m.sets["bar_lev"] >> h & 1 and self.scenario not in (*OLD, *GIVEN_BACK):
            return {"25.23"}
        holder = "israel" if m.features["city_israeli"] >> h & 1 else "arab" if m.features["city_arab"] >> h & 1 else ""
        if old_city:
            holder = "arab" if self.scenario in OLD else "israel"
        if holder == side:
            return {"18.2"}
        return {"18.12"} if side == "israel" and game.settlements >> h & 1 else set()

    def to_israel(self, u: int, h: int) -> set[str]:
        s, m, land, where = self.s, self.m, self.land(h), self.m.country_at[h]
        if s.amman_taken and where == "trans_jordan" and not s.behind >> h & 1:
            return {"25.95"}
        at_war = s.trans_jordan_open if self.scenario in JORDAN_FIRST else s.jordan_at_war
        if land == "jordan" and not at_war:
            return {"25.93" if self.scenario in JORDAN_FIRST else "13.21"}
        if where == "trans_jordan" and not s.trans_jordan_open:
            return {"5.22"}
        if self.scenario in OLD and m.sets["egypt_west"] >> h & 1:
            return {"5.22"}
        if self.scenario == "1956" and m.sets["canal_east_bank"] >> h & 1:
            return {"23.19"}
        return set()

    def to_arabs(self, u: int, h: int) -> set[str]:
        s, game, land = self.s, self.game, self.land(h)
        front, nation, here = game.front[u], game.nation[u], self.land(s.loc[u])
        sent = bool(s.sent >> u & 1)
        if front == "jordan" and not s.jordan_at_war:
            if land == "israel" and (not sent or here == "jordan"):
                return {"24.82" if sent else "13.21"}
            if land == "egypt" and (sent or self.scenario not in TOGETHER):
                return {"13.23", "24.82", "24.9", "5.23"}
            if land == "syria" and not sent and self.scenario not in TOGETHER:
                return {"13.23", "24.82", "24.9", "5.23"}
        if self.scenario in ("1956", "1967") and land not in ("israel", front):
            return {"5.23", "13.23"}
        apart = self.scenario in ("1973", "mid-1970s", "mid-1970s-race") and nation in (
            "syria",
            "iraq",
            "egypt",
            "ussr",
        )
        return {"24.9"} if apart and land == "jordan" and here != "jordan" else set()

    def why(self, u: int, h: int) -> set[str]:
        side, m = self.game.side_of[u], self.m
        if fort := self.fortified("arab" if side == "israel" else "israel", h):
            return fort
        if m.country_at[h] in ("lebanon", "saudi"):
            return {"5.21"}
        if self.scenario == "1956" and m.sets["syria_all"] >> h & 1:
            return {"23.21"}
        return self.to_israel(u, h) if side == "israel" else self.to_arabs(u, h)


@pytest.mark.rule("sinai", "5.21", "5.22", "5.23", "13.21", "13.23", "18.12", "18.2", "23.19", "23.21", "24.82", "24.9")
@pytest.mark.rule("sinai", "25.23", "25.93", "25.95", "26.6")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r5_2_closed_land_country_by_country(scenario: str, seed: int) -> None:
    rng = Random(f"closed:{scenario}:{seed}")
    game: Any = sandtable.load(f"sinai/{scenario}")
    one = game.roster.names[game.side_units["israel"][0]]
    s = game.position(f'{game.id}\nturn 9\nat 2713 {one}\n> Movement {{"side": "arab"}}')
    land = [h for h in game.map.grid.hexes if not game.water >> h & 1]
    s.jordan_at_war, s.trans_jordan_open = seed > 0, seed > 1
    s.amman_taken = s.jordan_silent = seed == 3 and scenario in JORDAN_FIRST
    s.behind = sum(1 << h for h in land if rng.random() < 0.5) if s.amman_taken else 0
    s.destroyed = sum(1 << h for h in land if rng.random() < 0.4)
    kinds: dict[tuple[str, str, str], list[int]] = {}
    for u, unit in enumerate(game.roster.units):
        kinds.setdefault((unit.side, game.front[u], unit.nation), []).append(u)
    for units in kinds.values():
        for u in rng.sample(units, 1) * 2:
            s.loc[u] = rng.choice([h for h in land if game.map.country_at[h] not in ("lebanon", "saudi")])
            s.sent = rng.choice([0, 1 << u]) if game.front[u] == "jordan" else 0
            s.memory = {}
            twin, shut = Twin(s, scenario), closed(s, u)
            for h in land:
                wanted = twin.why(u, h)
                assert bool(shut >> h & 1) == bool(wanted), (game.name_of(u), game.hex_name(h), wanted)
                if wanted:
                    refusal = why_closed(s, u, h)
                    assert wanted & set(refusal.rules), (game.name_of(u), game.hex_name(h), refusal)
                    assert game.hex_name(h) in refusal.text
    open_border = s.trans_jordan_open if scenario in JORDAN_FIRST else s.jordan_at_war
    assert border_open(s) == open_border
    assert bridges(s) == (not s.jordan_at_war or scenario in ("1967-fantasy", "mid-1970s-jihad"))
    borders = {
        frozenset((a, b))
        for a in land
        for b in game.map.grid.neighbours[a]
        if b and {twin.land(a), twin.land(b)} == {"israel", "jordan"}
    }
    for u in range(len(game.roster)):
        s.loc[u] = s.loc[u] if s.loc[u] > 0 else game.hex("2713")
        free = scenario in ("1956", "1967") or s.jordan_at_war or game.side_of[u] == "israel"
        assert {frozenset(pair) for pair in shut_border(s, u)} == (set() if free else borders)
