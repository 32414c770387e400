"""[5.21-5.23, 13.2, 24.1, 24.9] Which hexes are closed to a unit, whatever the terrain."""

from __future__ import annotations

from sandtable.core import Refusal, Term, fact, refuse

from ..eras.war_1956 import beyond_limit, sinai_full
from ..politics.nations import kept_out_of_jordan, pushed_into_jordan
from ..state import ARAB, ISRAEL, SinaiState
from ..terms import COUNTRIES

Pairs = tuple[tuple[int, int], ...]


def border_open(s: SinaiState) -> bool:
    """[6.12, 13.22, 13.32, 25.93] Do zones and attacks reach across the Israeli-Jordanian border?"""
    if s.game.rules.trans_jordan == "after_jordan_moves":
        return s.trans_jordan_open
    return s.jordan_at_war


def shut_border(s: SinaiState, u: int) -> Pairs:
    """[13.21, 24.82] The hexsides between Israel and Jordan while they are shut to this Arab unit: until Jordan is at war
    (ruling SN-82), but not to units pushed out of Israel, which may go back [24.9]."""
    game = s.game
    if game.rules.arab_nations == "apart" or s.jordan_at_war or game.side_of[u] == ISRAEL:
        return ()
    return () if pushed_into_jordan(s, u) and s.from_israel >> u & 1 else game.jordan_border


def bridges(s: SinaiState) -> bool:
    """[13.33, 22.65, 26.84] Do the bridges over the Jordan still stand?"""
    return not (s.jordan_at_war and s.game.rules.bridges_blown)


def intact_forts(s: SinaiState, side: str) -> int:
    """[18.12, 18.2, 25.23] Cities, Settlements and Bar Lev hexes of `side` that still stand: closed to the enemy."""
    game = s.game
    forts = game.cities_israeli | game.settlements | game.bar_lev if side == ISRAEL else game.cities_arab
    return forts & ~s.destroyed


def closed(s: SinaiState, u: int) -> int:
    """The hexes this unit may not enter by movement, retreat or advance."""
    game = s.game
    if game.side_of[u] == ISRAEL:
        beyond = game.trans_jordan & ~s.behind if s.amman_taken else 0  # [25.95] no farther than the front at Amman
        return barred_to_israel(s) | beyond | beyond_limit(s, u)
    keeps_out = kept_out_of_jordan(s, u) and not pushed_into_jordan(s, u)
    in_jordan = game.home["jordan"] >> max(s.loc[u], 0) & 1
    return _closed_arab(s, game.front[u], keeps_out, bool(s.sent >> u & 1), bool(in_jordan))


@fact
def barred_to_israel(s: SinaiState) -> int:
    """[5.22, 13.21, 18.2, 23.19, 23.21, 25.93] Land closed to Israeli units and to their supply lines."""
    game, rules = s.game, s.game.rules
    b = game.never | intact_forts(s, ARAB)
    if not border_open(s):
        b |= game.home["jordan"]
    elif not s.trans_jordan_open:
        b |= game.trans_jordan
    if rules.canal == "ferry":
        b |= game.egypt_west
    if rules.canal_bank_closed:
        b |= game.map.sets["canal_east_bank"]
    if rules.syria_closed:
        b |= game.map.sets["syria_all"]
    return b


@fact
def _closed_arab(s: SinaiState, front: str, keeps_out: bool, sent: bool, in_jordan: bool) -> int:
    """[5.23, 13.21, 13.23, 18.12, 24.82, 24.9] Closed to Arab units of a front, by what they are free to do."""
    game, rules, home = s.game, s.game.rules, s.game.home
    b = game.never | intact_forts(s, ISRAEL)
    if rules.arab_nations == "apart":
        b |= game.arab_land & ~home[front]
    elif keeps_out:
        b |= home["jordan"]
    if front == "jordan" and not s.jordan_at_war:
        if sent:
            # [24.82] In Syria it is free of 13.2; it does not enter the Golan from Jordan.
            b |= home["egypt"] | (game.israel_land if in_jordan else 0)
        else:
            b |= game.israel_land
            if rules.arab_nations != "together":
                b |= home["syria"] | home["egypt"]
    return b


def why_closed(s: SinaiState, u: int, h: int) -> Refusal:
    """The reason that closes hex `h` to the unit."""
    game, rules = s.game, s.game.rules
    unit, where = game.name_of(u), game.hex_name(h)
    enemy = ARAB if game.side_of[u] == ISRAEL else ISRAEL
    if intact_forts(s, enemy) >> h & 1:
        return _why_fortified(s, unit, h)
    if game.never >> h & 1:
        country = COUNTRIES[game.map.country_at[h]]
        return refuse("5.21", "{hex} lies in {country}, closed to all units.", hex=where, country=country)
    if rules.syria_closed and game.map.sets["syria_all"] >> h & 1:
        return refuse("23.21", "{hex} lies in Syria, which no unit may enter in this scenario.", hex=where)
    return _why_closed_to_israel(s, u, h) if enemy == ARAB else _why_closed_to_arabs(s, u, h)


def _why_fortified(s: SinaiState, unit: Term, h: int) -> Refusal:
    """[18.12, 18.2, 25.23] An intact place of the enemy."""
    game, where = s.game, s.game.hex_name(h)
    if game.bar_lev >> h & 1:
        return refuse("25.23", "{hex} is an operative Bar Lev hex, closed to Arab units.", hex=where)
    if (game.cities_israeli | game.cities_arab) >> h & 1:
        return refuse("18.2", "{hex} is an intact enemy City; {unit} may not enter it.", hex=where, unit=unit)
    text = "{hex} is an intact enemy Fortified Settlement; {unit} may not enter it."
    return refuse("18.12", text, hex=where, unit=unit)


def _why_closed_to_israel(s: SinaiState, u: int, h: int) -> Refusal:
    """[5.22, 13.21, 23.14, 23.19, 25.93, 25.95] Land that Israeli units do not enter."""
    game, rules, where = s.game, s.game.rules, s.game.hex_name(h)
    if game.sinai >> h & 1 and (full := sinai_full(s, (u,))):
        return full
    if game.home["jordan"] >> h & 1:
        if s.amman_taken:
            return refuse("25.95", "{hex} lies beyond the front established at Amman.", hex=where)
        if not border_open(s):
            rule = "25.93" if rules.trans_jordan == "after_jordan_moves" else "13.21"
            return refuse(rule, "{hex} lies in Jordan, which is not yet at war with Israel.", hex=where)
        text = "{hex} lies in Trans-Jordan; Jordan has not yet attacked a Settlement or a City other than Jerusalem."
        return refuse("5.22", text, hex=where)
    if game.egypt_west >> h & 1:
        return refuse("5.22", "{hex} lies west of the Suez Canal; Israeli units may not cross it.", hex=where)
    return refuse("23.19", "{hex} is adjacent to the Suez Canal, closed to Israeli units in 1956.", hex=where)


def _why_closed_to_arabs(s: SinaiState, u: int, h: int) -> Refusal:
    """[5.23, 13.21, 13.23, 24.82, 24.9] Land that an Arab unit does not enter."""
    game, rules = s.game, s.game.rules
    unit, where, jordanian = game.name_of(u), game.hex_name(h), game.front[u] == "jordan"
    if game.israel_land >> h & 1:
        rule = "24.82" if s.sent >> u & 1 else "13.21"
        return refuse(rule, "Jordan is not at war: {unit} may not enter Israel at {hex}.", unit=unit, hex=where)
    if jordanian and not s.sent >> u & 1 and rules.arab_nations == "not_jordan":
        text = "Jordan is not at war: {unit} moves inside Jordan only, not to {hex}."
        return refuse(("13.23", "24.82"), text, unit=unit, hex=where)
    rule = "24.9" if rules.arab_nations == "not_jordan" else "5.23"
    return refuse(rule, "{hex} lies in another Arab country; {unit} may not enter it.", hex=where, unit=unit)
