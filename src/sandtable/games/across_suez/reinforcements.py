"""[1980:7.0, 2021:11.0] How additional units enter the game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sandtable.core import Hex, Hexes, Listing, Refusal, UnitId, Units, bits, halves, refuse

from .state import SuezState
from .zones import enemy_of, zone_against

if TYPE_CHECKING:
    from .game import AcrossSuez


@lru_cache(maxsize=64)
def due_by(game: AcrossSuez, turn: int) -> Units:
    """[1980:7.4, 2021:11.1] The units that have arrived by this Game-Turn."""
    return sum(1 << u for u, arrival in enumerate(game.arrival) if arrival <= turn)


def waiting(s: SuezState, side: str) -> list[UnitId]:
    """[1980:7.3, 1980:7.4, 2021:11.1] Reinforcements due by now; a player may keep them back as long as he likes."""
    return s.at(s.game.box("reinforcements"), s.game.roster.of_side[side] & due_by(s.game, s.turn))


def not_due(s: SuezState, u: UnitId) -> Refusal | None:
    """[1980:7.4, 2021:11.1] A reinforcement enters in the Game-Turn of its arrival or later."""
    if s.game.arrival[u] <= s.turn:
        return None
    return refuse(
        s.game.edition.rule.schedule,
        "{unit} arrives on Game-Turn {arrival}; this is Game-Turn {turn}.",
        unit=s.game.name_of(u),
        arrival=s.game.arrival[u],
        turn=s.turn,
    )


def no_entry_at(s: SuezState, u: UnitId, h: Hex) -> Refusal | None:
    """[1980:7.1, 1980:7.2, 2021:11.0] Why a unit may not come onto the map in this hex."""
    game, rule = s.game, s.game.edition.rule
    name, where = game.name_of(u), game.hex_name(h)
    closed = game.closed_to(u, h)
    if closed:
        return closed
    side = game.side_of[u]
    if s.hexes_of(enemy_of(side)) >> h & 1:
        return refuse(
            rule.blocked_entry, "{unit} cannot enter in {where}: it holds an enemy unit.", unit=name, where=where
        )
    if zone_against(s, u) >> h & 1 and s.at(h):
        return refuse(
            rule.blocked_entry,
            "{unit} cannot enter in {where}: it is enemy-controlled and holds {units}.",
            unit=name,
            where=where,
            units=game.names(s.at(h)),
        )
    need, have = game.terrain.entry_cost(h), game.allowance_of(s, u)
    if need > have:
        return refuse(
            rule.entry_cost,
            "{unit} cannot enter in {where}: it costs {cost} MP of {have}.",
            unit=name,
            where=where,
            cost=halves(need),
            have=halves(have),
        )
    return None


def entry_hexes(s: SuezState, u: UnitId) -> Hexes:
    """[1980:7.2, 2021:11.0] Where a reinforcement may enter now: as scheduled, or in the closest legal hex.

    That is a hex of the map edge, by its distance from the scheduled hex; the player chooses between equals [ruling AS-08].
    """
    scheduled = s.game.entry[u]
    legal = sum(1 << h for h in bits(scheduled) if no_entry_at(s, u, h) is None)
    if legal or not scheduled:
        return legal
    enemies = s.hexes_of(enemy_of(s.game.side_of[u]))
    if scheduled & ~enemies and not s.game.edition.diverts_when_full:
        return 0
    ring = scheduled
    while not legal and (ring | s.game.map.grid.spread(ring)) != ring:
        ring |= s.game.map.grid.spread(ring)
        legal = sum(1 << h for h in bits(ring & s.game.edge) if no_entry_at(s, u, h) is None)
    return legal


def wrong_entry(s: SuezState, u: UnitId, h: Hex) -> Refusal | None:
    """[1980:7.2, 2021:11.0] Why this reinforcement may not enter in this hex, in a sentence."""
    game = s.game
    if not game.entry[u]:
        return refuse("15.5.2", "{unit} comes by air only: land it.", unit=game.name_of(u))
    open_now = entry_hexes(s, u)
    if open_now >> h & 1:
        return None
    if game.entry[u] >> h & 1:
        return no_entry_at(s, u, h)
    if not open_now:
        return no_entry_at(s, u, next(bits(game.entry[u])))
    places = Listing(sorted(game.hex_name(x) for x in bits(open_now)), "or")
    return refuse(
        (game.edition.rule.schedule, game.edition.rule.blocked_entry),
        "{unit} enters in {places}, not in {hex}.",
        unit=game.name_of(u),
        places=places,
        hex=game.hex_name(h),
    )
