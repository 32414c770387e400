"""[10.0] Why a unit is or is not in supply, in words, and by which line."""

from __future__ import annotations

import itertools

from sandtable.core import Sentence, cite, route, say

from ..land.territory import barred_to_israel
from ..movement.zones import blocked
from ..state import ARAB, ISRAEL, SinaiState
from .arabs import arab_net, edges_for, lands_for, line_masks, sand_only
from .israel import automatic, cities, israeli_sources
from .judgement import judge, within_reach
from .lines import RANGE, counts_points, layers, passable, steps_of


def why_supplied(s: SinaiState, u: int) -> tuple[Sentence, list[int]]:
    """Why a unit is or is not in supply, as a sentence, and the hexes of its line, the unit's own first."""
    game, unit = s.game, s.game.name_of(u)
    if game.sam >> u & 1 or u == game.supply_unit:
        return say("{unit} needs no supply", unit=unit), []
    if game.side_of[u] == ISRAEL and (paragraph := automatic(s, u)):
        return say("{unit} is supplied automatically [{cited}]", unit=unit, cited=cite(paragraph)), []
    if judge(s, 1 << u):
        return say("{unit} is unsupplied: {why}", unit=unit, why=_why_not(s, u)), []
    cited = cite(_paragraph(s, u))
    if counts_points(s, u):
        way, points = line_of_points(s, u)
        text = "{unit} is supplied: {points} mechanized Movement {points#Point|Points} to {hex} [{cited}]"
        if s.loc[game.supply_unit] == way[-1] and game.supply_unit >= 0:
            text = "{unit} is supplied: {points} mechanized Movement {points#Point|Points} to the Supply unit in {hex} [{cited}]"
        return say(text, unit=unit, points=points, hex=game.hex_name(way[-1]), cited=cited), way
    allowed = lands_for(s, u) & ~blocked(s, ARAB)
    here = 1 << s.loc[u]
    way = route(game.map.grid, edges_for(s, game.front[u]) & allowed, here, allowed | here, line_masks(s, u))
    text = "{unit} is supplied by a line to the map edge at {hex} [{cited}]"
    return say(text, unit=unit, hex=game.hex_name(way[0]), cited=cited), way[::-1]


def _paragraph(s: SinaiState, u: int) -> str:
    """The paragraph by which the unit's supply is judged."""
    if s.game.side_of[u] == ISRAEL:
        return s.game.rule_of["israeli_supply"]
    return "26.54" if s.game.nation[u] == "ussr" else s.game.rule_of["arab_supply"]


def _why_not(s: SinaiState, u: int) -> Sentence:
    game, cited = s.game, cite(_paragraph(s, u))
    if counts_points(s, u):
        return say("no source within {n} mechanized Movement Points [{cited}]", n=RANGE, cited=cited)
    if game.rules.arab_supply != "clear_road_track":
        return say("no open line of clear or road hexes to its map edge [{cited}]", cited=cited)
    if sand_only(s) >> s.loc[u] & 1:
        return say("{hex} is sand without road or track [24.64]", hex=game.hex_name(s.loc[u]))
    return say("no open line of clear, road or track hexes to its map edge [{cited}]", cited=cited)


def line_of_points(s: SinaiState, u: int) -> tuple[list[int], int]:
    """[10.12, 10.14] The hexes from a supplied unit to its source by the fewest mechanized points, and how many they are."""
    game, side = s.game, s.game.side_of[u]
    wall = blocked(s, side)
    allowed, sources = passable(s, u, side, wall), israeli_sources(s) if side == ISRAEL else arab_net(s, u, wall)
    steps = steps_of(s, u, side)
    rings = layers(game, sources & allowed, allowed, steps, RANGE)
    points = left = next(n for n, ring in enumerate(rings) if ring >> s.loc[u] & 1)
    way = [s.loc[u]]
    while left:
        for cost, d in itertools.product(range(1, left + 1), range(6)):
            b = game.map.grid.neighbours[way[-1]][d]
            masks = dict(steps).get(cost)
            if b and masks and rings[left - cost] >> b & 1 and masks[(d + 3) % 6] >> b & 1:
                way.append(b)
                left -= cost
                break
    return way, points


def line_from_city(s: SinaiState, u: int) -> list[int]:
    """[24.61] The whole line of an Israeli unit: its points to the net, and the net to a city; empty if it has none."""
    game, wall = s.game, blocked(s, ISRAEL)
    if not within_reach(s, u):
        return []
    way, _ = line_of_points(s, u)
    allowed = game.land & ~wall & ~barred_to_israel(s)
    return way + route(game.map.grid, cities(s) & allowed, 1 << way[-1], allowed, game.net_lines[ISRAEL])[::-1]
