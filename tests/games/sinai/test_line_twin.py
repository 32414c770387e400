"""10.0: the line of supply that is shown and the reason that is told, held against supply followed hex by hex."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from sandtable.games.sinai.land.territory import barred_to_israel, bridges, closed
from sandtable.games.sinai.movement.zones import blocked
from sandtable.games.sinai.supply.judgement import judge
from sandtable.games.sinai.supply.reasons import line_from_city, why_supplied

from .table import moving
from .test_supply_twin import SCENARIOS, Twin, crowd

PARAGRAPHS = {
    "1967": ("10.12", "10.11"),
    "1956": ("10.12", "10.11"),
    "1973": ("24.61", "24.62"),
    "mid-1": ("24.61", "24.62"),
}


def cited(s: Any, u: int) -> str:
    """The paragraph that must be named."""
    scenario = s.game.id.partition("/")[2]
    israel, arab = PARAGRAPHS[scenario[:5].rstrip("-")]
    if s.game.side_of[u] == "israel":
        return israel
    if s.game.nation[u] == "ussr":
        return "26.54"
    return "26.41" if "logistics" in scenario else arab


def sources(twin: Twin, u: int) -> set[int]:
    """[10.12, 24.61, 26.41] Where a line of points may end."""
    if twin.game.side_of[u] == "israel":
        return twin.israeli_sources()
    allowed = (twin.land(u) | twin.hexes(twin.game.israel_land)) - twin.hexes(blocked(twin.s, "arab"))
    ground = twin.game.ground("arab", False, False)
    net = twin.spread(u, twin.edge(twin.game.front[u]) & allowed, allowed, ground, ("road",), True)
    return net & twin.hexes(twin.m.terrain["clear"] | twin.m.on_path["road"])


def line_of_points(twin: Twin, u: int, text: str, way: list[int]) -> None:
    s, game, side = twin.s, twin.game, twin.game.side_of[u]
    ends = sources(twin, u)
    points = twin.points(u, side, ends, barred_to_israel(s) if side == "israel" else closed(s, u))
    foot = side in game.rules.mech_as_infantry or not game.mechanized >> u & 1
    ground = game.ground(side, False, bridges(s))
    assert sum(ground.step(a, b, not foot).cost for a, b in pairwise(way)) == points
    assert way[-1] in ends
    end = (
        f"the Supply unit in {game.hex_name(way[-1])}" if way[-1] == s.loc[game.supply_unit] else game.hex_name(way[-1])
    )
    plural = "Point" if points == 1 else "Points"
    name = game.name_of(u)
    assert text == f"{name} is supplied: {points} mechanized Movement {plural} to {end} [{cited(s, u)}]", s.position()


def line_to_the_edge(twin: Twin, u: int, text: str, way: list[int]) -> None:
    s, game = twin.s, twin.game
    tracks = game.rules.arab_supply == "clear_road_track"
    ground = game.ground("arab", not game.mechanized >> u & 1, False)
    assert way[-1] in twin.edge(game.front[u])
    for a, b in pairwise(way):
        assert twin.good(ground, a, b, ("road", "track") if tracks else ("road",), tracks)
        assert not twin.shut(u, a, b)
        assert b in twin.land(u) - twin.hexes(blocked(s, "arab"))
    end = game.hex_name(way[-1])
    assert text == f"{game.name_of(u)} is supplied by a line to the map edge at {end} [{cited(s, u)}]"


def why_not(twin: Twin, u: int) -> str:
    s, game, m = twin.s, twin.game, twin.m
    if game.side_of[u] == "israel" or game.rules.arab_supply == "net" or game.nation[u] == "ussr":
        return f"no source within 8 mechanized Movement Points [{cited(s, u)}]"
    if game.rules.arab_supply == "clear_road":
        return f"no open line of clear or road hexes to its map edge [{cited(s, u)}]"
    here = s.loc[u]
    if m.terrain_at[here] == "sand" and not (m.on_path["road"] | m.on_path["track"]) >> here & 1:
        return f"{game.hex_name(here)} is sand without road or track [24.64]"
    return f"no open line of clear, road or track hexes to its map edge [{cited(s, u)}]"


@pytest.mark.rule("sinai", "10.0", "10.11", "10.12", "10.14", "24.61", "24.64", "26.41", "26.54")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r10_0_the_line_shown_and_the_reason_told(scenario: str, seed: int) -> None:
    s = crowd(Random(f"lines:{scenario}:{seed}"), scenario)
    twin, game, hungry = Twin(s), s.game, judge(s)
    for u in [u for u in range(len(game.roster)) if s.loc[u] > 0]:
        name, (text, way) = game.name_of(u), why_supplied(s, u)
        if u == game.supply_unit:
            assert (text, way) == (f"{name} needs no supply", [])
        elif hungry >> u & 1:
            assert (text, way) == (f"{name} is unsupplied: {why_not(twin, u)}", [])
        elif "automatically" in text:
            assert game.side_of[u] == "israel"
            assert not way
        elif game.side_of[u] == "israel" or game.rules.arab_supply == "net" or game.nation[u] == "ussr":
            line_of_points(twin, u, str(text), way)
        else:
            line_to_the_edge(twin, u, str(text), way)
        if way:
            assert way[0] == s.loc[u]
            assert len(set(way)) == len(way)
            assert all(b in game.map.grid.neighbours[a] for a, b in pairwise(way))
        if game.side_of[u] == "israel" and game.rules.israeli_supply == "net" and (whole := line_from_city(s, u)):
            assert (whole[0], whole[: len(way)]) == (s.loc[u], way if "automatically" not in text else [])
            assert (game.cities_israeli & ~s.destroyed & ~s.hexes_of("arab")) >> whole[-1] & 1
            assert all(a == b or b in game.map.grid.neighbours[a] for a, b in pairwise(whole))


@pytest.mark.rule("sinai", "10.12", "17.3", "23.11", "23.13", "24.65", "25.13")
def test_r10_12_who_needs_no_line_is_told_by_which_paragraph() -> None:
    def told(s: Any, unit: str) -> str:
        return str(why_supplied(s, s.game.unit(unit))[0])

    assert told(moving("israel", "1430 Iska", turn=6), "Iska") == "Iska is supplied automatically [10.12]"
    assert told(moving("israel", "1430 Aw", turn=9, flown=[8]), "Aw") == "Aw is supplied automatically [17.3]"
    assert "unsupplied" in told(moving("israel", "1430 Aw", turn=11, flown=[8]), "Aw")
    s = moving("israel", "1430 Is-9 Is-7", scenario="1956", turn=4)
    assert told(s, "Is-7") == "Is-7 is supplied automatically [23.11]"
    s = moving("israel", "1430 Is-9 Is-7", scenario="1956", turn=5)
    assert told(s, "Is-9") == "Is-9 is supplied automatically [23.13]"
    assert "unsupplied" in told(s, "Is-7")
    s = moving("israel", "1430 Is-airm-1", "0323 Eg-SAM-1", scenario="1973", turn=9, moves_made=9, flown=[7, -9, -9])
    assert told(s, "Is-airm-1") == "Is-airm-1 is supplied automatically [24.65]"
    assert told(s, "Eg-SAM-1") == "Eg-SAM-1 needs no supply"
