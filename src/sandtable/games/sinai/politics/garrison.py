"""[25.3] Israeli garrison duties of 1973: the Jordan line and the Syrian edge (ruling SN-40)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Refusal, bits

from ..movement.allowance import may_move
from ..movement.paths import reach_of
from ..state import ISRAEL, SinaiState
from .amman import must_stay

if TYPE_CHECKING:
    from ..movement.movement import Movement

HOLD_UNTIL = 2
"""[25.31] Last Game-Turn on which one of the two West Bank brigades stays there."""
REACH = 8
"""No Israeli unit moves farther than this many hexes."""
COVER_FROM = 3
"""[25.31] The Jordan is covered from the end of this Game-Turn on."""


def covers(s: SinaiState, h: int) -> int:
    """The hexes a unit in `h` covers: its own and those of its zone; none off the map."""
    return 0 if h <= 0 else 1 << h | s.game.adjacent[h]


def covered(s: SinaiState, units: int) -> int:
    """The hexes covered by these units."""
    b = 0
    for u in bits(units):
        if s.loc[u] > 0 and not (s.entrucked | s.dormant) >> u & 1:
            b |= covers(s, s.loc[u])
    return b


def jordan_duty(s: SinaiState, number: int) -> int:
    """[25.31] River hexes that must be covered now: from the Second Movement Phase of Game-Turn 3, unless Jordan has
    fully joined the war."""
    game = s.game
    if game.rules.garrison != "jordan_and_golan" or s.jordan_at_war or s.amman_taken:
        return 0
    return game.map.sets["jordan_river_garrison"] if (s.turn, number) >= (COVER_FROM, 2) else 0


def syrian_duty(s: SinaiState) -> int:
    """[25.32] Hexes of the Syrian and Golan edge and of the border with Jordan that were covered once."""
    return s.garrisoned if s.game.rules.garrison != "none" and not s.amman_taken else 0


def alone(s: SinaiState, u: int, number: int) -> tuple[int, int]:
    """[25.31, 25.32] The river hexes and the Syrian hexes that this unit alone keeps covered."""
    game = s.game
    mine = covers(s, s.loc[u])
    river = mine & jordan_duty(s, number) if game.brigades >> u & 1 else 0
    syria = mine & syrian_duty(s)
    rest = s.units_of(ISRAEL) & ~(1 << u) if river or syria else 0
    if river:
        river &= ~covered(s, rest & game.brigades)
    if syria:
        syria &= ~covered(s, rest)
    return river, syria


def bound(s: SinaiState, u: int, number: int) -> bool:
    """Does any duty concern this unit? Most units are free, and need not be asked hex by hex."""
    game = s.game
    if game.rules.garrison == "none" or game.side_of[u] != ISRAEL:
        return False
    if s.amman_taken or (s.turn <= HOLD_UNTIL and s.keepers >> u & 1):
        return True
    return any(alone(s, u, number))


def garrison_broken(s: SinaiState, u: int, h: int, number: int) -> Refusal | None:
    """[25.31, 25.32] Would the unit's move to `h` give up a garrison that nobody else keeps?"""
    game = s.game
    if game.rules.garrison == "none" or game.side_of[u] != ISRAEL:
        return None
    if refusal := _leaves_the_west_bank(s, u, h) or must_stay(s, u, h):
        return refusal
    river, syria = (duty & ~covers(s, h) for duty in alone(s, u, number))
    if river:
        return Refusal(
            ("25.31",), f"{game.name_of(u)} must keep the Jordan covered at {game.hex_name(next(bits(river)))}"
        )
    if syria:
        return Refusal(("25.32",), f"{game.name_of(u)} must keep {game.hex_name(next(bits(syria)))} covered")
    return None


def west_bank_brigades(s: SinaiState) -> int:
    """[25.31] The 5-8 mechanized brigades that start the game in the West Bank, by schedule or by free set-up (ruling
    SN-40)."""
    game, west_bank = s.game, s.game.map.sets["west_bank"]
    return sum(1 << u for u in bits(game.mech_5_8) if s.loc[u] > 0 and west_bank >> s.loc[u] & 1)


def _leaves_the_west_bank(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[25.31] One of the two mechanized brigades of the West Bank stays there through Game-Turn 2."""
    game = s.game
    west_bank = game.map.sets["west_bank"]
    if game.rules.garrison != "jordan_and_golan" or s.turn > HOLD_UNTIL or not s.keepers >> u & 1:
        return None
    if not west_bank >> s.loc[u] & 1 or (h > 0 and west_bank >> h & 1):
        return None
    if any(v != u and s.loc[v] > 0 and west_bank >> s.loc[v] & 1 for v in bits(s.keepers)):
        return None
    return Refusal(("25.31",), f"{game.name_of(u)} must stay in the West Bank through Game-Turn {HOLD_UNTIL}")


def gap_filler(s: SinaiState, frame: Movement) -> tuple[int, int, int] | None:
    """[25.31] An open stretch of the Jordan with an unmoved brigade that could cover it: hex, unit and where from."""
    game = s.game
    if frame.side != ISRAEL or frame.number != 2:
        return None
    duty = jordan_duty(s, frame.number)
    gap = duty & ~covered(s, s.units_of(ISRAEL) & game.brigades) if duty else 0
    if not gap:
        return None
    near = game.map.grid.spread(gap) | gap
    for u in game.side_units[ISRAEL]:
        close = s.loc[u] > 0 and game.map.grid.within(s.loc[u], REACH) & near
        if close and game.brigades >> u & 1 and not s.entrucked >> u & 1 and may_move(s, u, frame) is None:
            for h in reach_of(s, u).cost:
                if near >> h & 1 and covers(s, h) & gap and frame.settles(s, u, h) is None:
                    return next(bits(covers(s, h) & gap)), u, h
    return None


def uncovered(s: SinaiState, frame: Movement) -> Refusal | None:
    """[25.31] The phase may not end with a stretch of the Jordan open that an unmoved brigade could cover."""
    game = s.game
    if found := gap_filler(s, frame):
        gap, u, h = found
        text = f"the Jordan is not covered at {game.hex_name(gap)}; {game.name_of(u)} can do it from {game.hex_name(h)}"
        return Refusal(("25.31",), text)
    return None


def note_garrisons(s: SinaiState, after: str) -> None:
    """[25.32] After an Israeli Movement Phase hexes newly covered become duties; after an Arab Player-Turn those from
    which the Israelis were forced back cease to be."""
    game = s.game
    if game.rules.garrison == "none":
        return
    now = game.map.sets["golan_garrison"] & covered(s, s.units_of(ISRAEL))
    s.garrisoned = now | s.garrisoned if after == ISRAEL else now & s.garrisoned
