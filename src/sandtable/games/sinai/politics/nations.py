"""[8.5, 21.32, 21.33, 24.8, 24.9, 25.95] Arab nations: who has ceased to act, who fights together, who must go home."""

from __future__ import annotations

from sandtable.core import Refusal, bits, refuse

from ..state import ARAB, SinaiState
from ..terms import COUNTRIES

LAST_FREE_TURN = 11
"""[22.33] Where the stop of 21.32 and 21.33 is put off, it takes effect after this Game-Turn (ruling SN-53)."""


def ceased(s: SinaiState, u: int) -> str:
    """[21.32, 21.33, 22.33, 24.84, 25.95] The paragraph by which the unit has ceased all movement and combat, or nothing.
    It may still be attacked and keeps its zone unless the paragraph takes it (ruling SN-69)."""
    return stopped(s, s.game.front[u])


def stopped(s: SinaiState, front: str) -> str:
    """[21.32, 21.33, 22.33, 24.84, 25.95] The same for all units of a front."""
    if front == "jordan" and s.jordan_silent:
        return "25.95" if s.amman_taken else "24.84"
    stop = s.game.rules.goal_stop
    if stop == "never" or (stop == "turn_12" and s.turn <= LAST_FREE_TURN):
        return ""
    if front == "egypt" and s.goals[0]:
        return "21.32"
    if front == "jordan" and s.goals[2]:
        return "21.33"
    return ""


def may_join(s: SinaiState, u: int, others: list[int]) -> Refusal | None:
    """[8.5, 22.32, 24.9] Arab units of different nations do not attack the same Israeli unit."""
    game = s.game
    if game.rules.arab_nations != "apart":
        return None
    for v in others:
        if game.front[v] != game.front[u]:
            text = "{units} serve different nations and may not attack together."
            return refuse("8.5", text, units=game.names((u, v)))
    return None


def kept_out_of_jordan(s: SinaiState, u: int) -> bool:
    """[24.9] Syrian, Iraqi and Egyptian units, and Soviet ones that act as Egyptian (ruling SN-47), keep out of Jordan."""
    return bool(s.game.kept_out_of_jordan >> u & 1)


def pushed_into_jordan(s: SinaiState, u: int) -> bool:
    """[24.9] Is this a unit that keeps out of Jordan but was driven into it?"""
    return kept_out_of_jordan(s, u) and s.loc[u] > 0 and bool(s.game.home["jordan"] >> s.loc[u] & 1)


def homeward(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[24.9] A unit pushed into Jordan may only try to get back to the country it was pushed out of, by movement and
    combat (ruling SN-97): it enters and attacks hexes of that country, and in Jordan such as lie nearer to it. `h` is
    0 for a way off the map: no hex of any country."""
    game = s.game
    if not pushed_into_jordan(s, u):
        return None
    country = "israel" if s.from_israel >> u & 1 else game.front[u]
    back = game.home[country]
    if back >> h & 1 or (game.home["jordan"] >> h & 1 and _far(s, h, back) < _far(s, s.loc[u], back)):
        return None
    text = "In Jordan {unit} may only make its way back to {country}, whence it was driven."
    return refuse("24.9", text, unit=game.name_of(u), country=COUNTRIES[country])


def note_pushed(s: SinaiState, u: int, path: list[int]) -> None:
    """[24.9] Remember out of which country a retreat has driven the unit into Jordan."""
    outside = [h for h in path if not s.game.home["jordan"] >> h & 1]
    if outside:
        s.from_israel &= ~(1 << u)
        if pushed_into_jordan(s, u) and s.game.israel_land >> outside[-1] & 1:
            s.from_israel |= 1 << u


def _far(s: SinaiState, h: int, land: int) -> int:
    """Hexes from `h` to the nearest hex of a land."""
    return min(s.game.map.grid.distance(h, x) for x in bits(land))


def jordan_mobilized(s: SinaiState) -> bool:
    """[24.83, 25.92] Is the whole Jordanian army on the map, or has it been?"""
    game = s.game
    return all(s.loc[u] != game.TO_COME for u in game.side_units[ARAB] if game.front[u] == "jordan")


def jordan_enters_israel(s: SinaiState, units: tuple[int, ...], hexes: int) -> None:
    """[25.93, 26.17, 26.6] The first Jordanian step or attack into Israel opens Jordan to the Israelis, once Jordan is at
    war. Where Israel has given the West Bank back it is Jordan, not Israel (ruling SN-76)."""
    game = s.game
    if game.rules.trans_jordan != "after_jordan_moves" or s.trans_jordan_open or not s.jordan_at_war:
        return
    if hexes & game.israel_land and any(game.front[u] == "jordan" for u in units):
        s.trans_jordan_open = True
        s.tell("25.93", "Jordanian units enter or attack Israel: the border is open to both sides.", about="event")


def syria_lost(s: SinaiState) -> None:
    """[24.84] No Arab unit left in Syria and Jordan not fully in the war: Jordan stops for good. Judged after every
    Movement Phase and every combat (ruling SN-103)."""
    game = s.game
    if not game.rules.jordan_stops_without_syria or s.jordan_at_war or s.jordan_silent:
        return
    if not s.hexes_of(ARAB) & game.home["syria"]:
        s.jordan_silent = True
        s.tell("24.84", "Syria is cleared of Arab units: Jordan ceases to act.", about="event")
