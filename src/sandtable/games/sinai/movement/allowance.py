"""[5.2, 15.11, 24.32, 24.64] Who may move, how, and with how many Movement Points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Edges, Refusal, Units, refuse

from ..land.canal import canal_sides_full
from ..land.terrain import Ground
from ..land.territory import bridges, shut_border
from ..politics.nations import ceased, stopped
from ..state import ARAB, SinaiState
from ..supply.arabs import sand_only
from ..supply.lines import counts_points, halved

if TYPE_CHECKING:
    from .movement import Movement

OVERRUN = 3
"""[11.14] Extra Movement Points for the overrun hex."""


def on_foot(s: SinaiState, u: int) -> bool:
    """[15.11] Does the unit move as a non-mechanized unit?"""
    return not (s.game.mechanized | s.entrucked) >> u & 1


def allowance(s: SinaiState, u: int) -> int:
    """[5.28, 10.32, 10.33, 15.11, 24.64] Movement Points of the unit in this phase."""
    game = s.game
    points = game.truck_allowance[game.front[u]] if s.entrucked >> u & 1 else game.allowance[u]
    if s.unsupplied >> u & 1 and points:
        if game.rules.arab_supply == "clear_road_track" and not counts_points(s, u) and sand_only(s) >> s.loc[u] & 1:
            return 4 if game.mechanized >> u & 1 else points  # [ruling SN-35]
        return halved(points)
    return points


def ground_of(s: SinaiState, u: int, walking: bool = False) -> Ground:
    if s.game.sam >> u & 1:
        return s.game.sam_ground[bridges(s)]
    return s.game.ground(s.game.side_of[u], walking or on_foot(s, u), bridges(s))


def edges_of(s: SinaiState, u: int, walking: bool = False) -> Edges:
    """[16.11, 16.12, 16.13, 16.14, 16.15] The steps open to the unit; leaving a hex under Air Strikes costs Arab units more."""
    strikes = s.strikes if s.game.side_of[u] == ARAB else ()
    return ground_of(s, u, walking).edges_now(bool(shut_border(s, u)), strikes, canal_sides_full(s, u))


def may_walk(s: SinaiState, u: int) -> bool:
    """[24.32, 26.42] May a mechanized unit move as infantry for this phase?"""
    game = s.game
    return game.side_of[u] in game.rules.mech_as_infantry and bool(game.mechanized >> u & 1)


def movable(s: SinaiState, frame: Movement) -> Units:
    """[5.0, 5.11] All units that are free to move in this phase: those of which `may_move` says nothing."""
    game = s.game
    held = frame.moved | frame.boarding | s.dormant | s.strayed | s.detrucked
    free = s.units_of(frame.side) & ~(held if frame.number == 2 else held | game.sam)
    for front, units in game.of_front.items():
        if stopped(s, front):
            free &= ~units
    return free


def may_move(s: SinaiState, u: int, frame: Movement) -> Refusal | None:
    """[5.0, 5.11, 14.2, 15.12, 20.2, 21.32, 21.33, 25.15] Is this unit free to move in this phase?"""
    game, name = s.game, s.game.name_of(u)
    if game.side_of[u] != frame.side:
        return refuse("5.11", "{unit} belongs to the other player; only the Phasing Player moves.", unit=name)
    if s.loc[u] <= 0:
        return refuse("5.0", "{unit} is not on the map.", unit=name)
    if frame.moved >> u & 1:
        return refuse("5.0", "{unit} has already moved in this Movement Phase.", unit=name)
    if frame.boarding >> u & 1:
        return refuse("15.0", "{unit} is boarding trucks and does not move in this phase.", unit=name)
    if s.dormant >> u & 1:
        return refuse("20.2", "{unit} is not yet mobilized.", unit=name)
    if s.strayed >> u & 1:
        return refuse("14.2", "{unit} has lost Command Control and makes no other move this Game-Turn.", unit=name)
    if s.detrucked >> u & 1:
        if s.entrucked >> u & 1:
            return refuse("15.0", "{unit} has boarded its trucks in this Player-Turn and may not move.", unit=name)
        return refuse("15.12", "{unit} has detrucked in this Player-Turn and may not move.", unit=name)
    if paragraph := ceased(s, u):
        return refuse(paragraph, "{unit} has ceased all movement and combat.", unit=name)
    if game.sam >> u & 1 and frame.number != 2:
        return refuse("25.15", "{unit} is a SAM unit; it moves only in the Second Movement Phase.", unit=name)
    return None
