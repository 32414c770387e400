"""[25.3] Israeli garrison duties of 1973: the Jordan line and the Syrian edge (ruling SN-40)."""

from __future__ import annotations

from sandtable.core import Refusal, bits, fact, refuse

from ..state import ISRAEL, SinaiState
from .amman import must_stay

HOLD_UNTIL = 2
"""[25.31] Last Game-Turn on which one of the two West Bank brigades stays there."""
COVER_FROM = 3
"""[25.31] The Jordan is covered from the end of this Game-Turn on."""


def covers(s: SinaiState, h: int) -> int:
    """The hexes a unit in `h` covers: its own and those of its zone."""
    return 1 << h | s.game.adjacent[h]


def covered(s: SinaiState, units: int) -> int:
    """The hexes covered by these units: in 1973 and later all Israelis move on their own wheels."""
    there = s.occupied(units)
    return there | s.game.map.grid.spread(there)


def jordan_duty(s: SinaiState, number: int) -> int:
    """[25.31] River hexes that must be covered now: from the Second Movement Phase of Game-Turn 3, unless Jordan has
    fully joined the war."""
    owed = s.game.rules.garrison == "jordan_and_golan" and not s.jordan_at_war and (s.turn, number) >= (COVER_FROM, 2)
    return s.game.map.sets["jordan_river_garrison"] if owed else 0


def syrian_duty(s: SinaiState) -> int:
    """[25.32] Hexes of the Syrian and Golan edge and of the border with Jordan that were covered once."""
    return 0 if s.amman_taken else s.garrisoned


@fact
def alone(s: SinaiState, u: int, number: int) -> tuple[int, int]:
    """[25.31, 25.32] The river hexes and the Syrian hexes that this unit alone keeps covered."""
    game = s.game
    mine = covers(s, s.loc[u])
    river = mine & jordan_duty(s, number) if game.brigades >> u & 1 else 0
    syria = mine & syrian_duty(s)
    rest = s.units_of(ISRAEL) & ~(1 << u)
    if river:
        river &= ~covered(s, rest & game.brigades)
    if syria:
        syria &= ~covered(s, rest)
    return river, syria


def bound(s: SinaiState, u: int, number: int) -> bool:
    """May a duty concern this unit? Most units are free, and need not be asked hex by hex."""
    if s.game.rules.garrison == "none" or s.game.side_of[u] != ISRAEL:
        return False
    return s.amman_taken or bool(s.keepers >> u & 1) or any(alone(s, u, number))


def garrison_broken(s: SinaiState, u: int, h: int, number: int) -> Refusal | None:
    """[25.31, 25.32] Would the unit's move to `h` give up a garrison that nobody else keeps?"""
    game = s.game
    if game.rules.garrison == "none" or game.side_of[u] != ISRAEL:
        return None
    if refusal := _leaves_the_west_bank(s, u, h) or must_stay(s, u, h):
        return refusal
    river, syria = (duty & ~covers(s, h) for duty in alone(s, u, number))
    if river:
        return refuse(
            "25.31",
            "{unit} must keep the Jordan covered at {hex}.",
            unit=game.name_of(u),
            hex=game.hex_name(next(bits(river))),
        )
    if syria:
        return refuse(
            "25.32", "{unit} must keep {hex} covered.", unit=game.name_of(u), hex=game.hex_name(next(bits(syria)))
        )
    return None


def west_bank_brigades(s: SinaiState) -> int:
    """[25.31] The 5-8 mechanized brigades that start the game in the West Bank, by schedule or by free set-up (ruling
    SN-40)."""
    return s.within(s.game.mech_5_8, s.game.map.sets["west_bank"])


def _leaves_the_west_bank(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[25.31] One of the two mechanized brigades of the West Bank stays there through Game-Turn 2."""
    game = s.game
    west_bank = game.map.sets["west_bank"]
    if game.rules.garrison != "jordan_and_golan" or s.turn > HOLD_UNTIL:
        return None
    if s.within(s.keepers, west_bank) != 1 << u or west_bank >> h & 1:
        return None
    return refuse(
        "25.31",
        "{unit} must stay in the West Bank through Game-Turn {turn}.",
        unit=game.name_of(u),
        turn=HOLD_UNTIL,
    )


def note_garrisons(s: SinaiState, after: str) -> None:
    """[25.32] After an Israeli Movement Phase hexes newly covered become duties; after an Arab Player-Turn those from
    which the Israelis were forced back cease to be."""
    game = s.game
    if game.rules.garrison == "none":
        return
    now = game.map.sets["golan_garrison"] & covered(s, s.units_of(ISRAEL))
    s.garrisoned = now | s.garrisoned if after == ISRAEL else now & s.garrisoned
