"""[18.0, 25.22] Fortified Settlements, Cities and the Bar Lev Line: places that can be destroyed. Their Strength is in
combat/strength.py, the zone of the Bar Lev Line in movement/zones.py."""

from __future__ import annotations

from sandtable.core import bits, watching

from ..state import SinaiState


def destroy(s: SinaiState, h: int) -> None:
    """[18.11, 18.2, 25.22] The place is destroyed and no longer exists for any purpose."""
    game = s.game
    with watching(s):
        s.destroyed |= 1 << h
    where = game.hex_name(h)
    if game.bar_lev >> h & 1:
        s.tell("25.22", "The Bar Lev position in {hex} falls.", hex=where, at=(h,), about="ground")
    elif (game.cities_israeli | game.cities_arab) >> h & 1:
        s.tell("18.2", "The City in {hex} is destroyed.", hex=where, at=(h,), about="ground")
    else:
        s.tell("18.11", "The Fortified Settlement in {hex} is destroyed.", hex=where, at=(h,), about="ground")


def jordan_attacks_settlement(s: SinaiState, attackers: tuple[int, ...], hexes: int) -> None:
    """[5.22] Once Jordan attacks a Settlement or a City other than Jerusalem, or a unit there (ruling SN-08), Israeli
    units may enter Trans-Jordan."""
    game = s.game
    if game.rules.trans_jordan != "after_attack" or s.trans_jordan_open:
        return
    places = (game.settlements | game.cities_israeli) & ~game.jerusalem & ~s.destroyed
    if hexes & places and any(game.front[u] == "jordan" for u in attackers):
        s.trans_jordan_open = True
        name = game.hex_name(next(bits(hexes & places)))
        s.tell("5.22", "Jordan attacks {hex}: Israeli units may now enter Trans-Jordan.", hex=name, about="event")


def restore_bar_lev(s: SinaiState, hexes: int) -> None:
    """[25.22] An Israeli unit that moves onto an inoperative Bar Lev hex puts it in order again, at once (ruling SN-39)."""
    again = hexes & s.game.bar_lev & s.destroyed
    if again:
        s.destroyed &= ~again
        for h in bits(again):
            s.tell(
                "25.22",
                "The Bar Lev position in {hex} is manned again.",
                hex=s.game.hex_name(h),
                at=(h,),
                about="ground",
            )
