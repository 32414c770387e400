"""18.0, 24.1, 24.4, 25.2, 26.6: who holds which land, what may be destroyed, and how the crossings of the Canal are counted."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.land.canal import (
    canal_room,
    canal_sides_full,
    limited_hexsides,
    note_crossings,
    sam_at_canal,
)
from sandtable.games.sinai.land.forts import destroy, jordan_attacks_settlement, restore_bar_lev
from sandtable.games.sinai.land.geography import LANDS, Lands
from sandtable.games.sinai.land.territory import closed, shut_border, why_closed

from .table import position, rules

OLD_JERUSALEM = 1 << 8
COUNTRIES = {
    "israel": 1 << 1, "egypt": 1 << 2, "sinai": 1 << 3, "gaza": 1 << 4, "syria": 1 << 5, "golan": 1 << 6,
    "west_bank": 1 << 7 | OLD_JERUSALEM, "trans_jordan": 1 << 9,
}  # fmt: skip
"""A map of one hex for each country, two for the West Bank."""


def split(lands: Lands) -> dict[str, set[str]]:
    """Who holds which of these hexes; Old Jerusalem is told by itself."""
    parts = COUNTRIES | {"west_bank": 1 << 7, "old_jerusalem": OLD_JERUSALEM}
    return {
        holder: {name for name, hexes in parts.items() if hexes & getattr(lands, holder)}
        for holder in ("israel", "egypt", "syria", "jordan", "demilitarized")
    }


def divided(era: str) -> dict[str, set[str]]:
    return split(LANDS[era](COUNTRIES, OLD_JERUSALEM))


@pytest.mark.rule("sinai", "5.22", "24.1", "26.6", "26.61")
def test_r24_1_who_holds_which_land() -> None:
    assert divided("lines_of_1949") == {
        "israel": {"israel"},
        "egypt": {"egypt", "sinai", "gaza"},
        "syria": {"syria", "golan"},
        "jordan": {"trans_jordan", "west_bank", "old_jerusalem"},
        "demilitarized": set(),
    }
    assert divided("lines_of_1967") == {
        "israel": {"israel", "sinai", "gaza", "golan", "west_bank", "old_jerusalem"},
        "egypt": {"egypt"},
        "syria": {"syria"},
        "jordan": {"trans_jordan"},
        "demilitarized": set(),
    }
    assert divided("lands_given_back") == {
        "israel": {"israel", "golan", "old_jerusalem"},
        "egypt": {"egypt", "sinai", "gaza"},
        "syria": {"syria"},
        "jordan": {"trans_jordan", "west_bank"},
        "demilitarized": {"sinai", "gaza", "west_bank"},
    }


# the Canal ----------------------------------------------------------------------------------------------------
def at_the_canal(scenario: str = "1973", **fields: Any) -> Any:
    return position(scenario, "Movement arab", "2713 Is-arm-1", turn=4, **fields)


def hexes(s: Any, *names: str) -> list[int]:
    return [s.game.hex(n) for n in names]


@pytest.mark.rule("sinai", "24.41", "26.64")
def test_r24_41_which_hexsides_count() -> None:
    def counted(scenario: str, side: str) -> tuple[bool, bool, bool]:
        """Any crossing at all; the Crossing Point at 0424; the hexside next to it. All of them both ways."""
        game: Any = sandtable.load(f"sinai/{scenario}")
        found = set(limited_hexsides(game, side))
        assert found == {(b, a) for a, b in found} == game.limited_hexsides[side]
        point, plain = game.hex("0424"), game.hex("0423")
        beside = {(a, b) for a, b in found if a == plain}
        return bool(found), (point, game.hex("0524")) in found, bool(beside)

    for side in ("israel", "arab"):
        assert counted("1967", side) == counted("1956", side) == (False, False, False)
        assert counted("1973", side) == counted("mid-1970s", side) == (True, True, True)
    assert counted("mid-1970s-race", "arab") == (True, False, True)
    assert counted("mid-1970s-race", "israel") == (True, True, True)


@pytest.mark.rule("sinai", "25.16", "26.14")
def test_r25_16_every_hexside_is_shut_to_sam_units_and_none_to_others() -> None:
    s = at_the_canal()
    game = s.game
    for u in range(len(game.roster)):
        assert canal_sides_full(s, u) == (game.canal_hexsides if game.roster[u].type == "sam" else ()), game.name_of(u)
    later = at_the_canal("mid-1970s")
    assert canal_sides_full(later, later.game.unit("Eg-SAM-1")) == ()
    a, b = hexes(s, "0424", "0524")
    sam, tanks = game.unit("Eg-SAM-5"), game.unit("Eg-arm-1")
    assert sam_at_canal(s, (tanks, sam), a, b)
    assert sam_at_canal(s, (sam, tanks), b, a)
    assert not sam_at_canal(s, (tanks,), a, b)
    assert not sam_at_canal(s, (sam,), a, game.hex("0423"))
    assert not sam_at_canal(later, (sam,), a, b)


@pytest.mark.rule("sinai", "24.41", "26.64")
def test_r24_41_six_units_close_the_canal_and_two_a_hexside() -> None:
    s = at_the_canal(crossed_arab=["0424", "0524"] * 2 + ["0423", "0523"])
    tanks, is_tanks = s.game.unit("Eg-arm-1"), s.game.unit("Is-arm-1")
    assert canal_sides_full(s, tanks) == (tuple(hexes(s, "0424", "0524")),)
    assert canal_sides_full(s, is_tanks) == ()
    s = at_the_canal(crossed_arab=["0424", "0524"] * 3 + ["0423", "0523"] * 3)
    assert canal_sides_full(s, tanks) == s.game.canal_hexsides
    race = at_the_canal("mid-1970s-race", crossed_arab=["0423", "0523"] * 6)
    game = race.game
    points = [pair for pair in game.canal_hexsides if game.map.crosses("canal_ferry", *pair)]
    full = canal_sides_full(race, game.unit("Eg-arm-1"))
    assert len(points) == 3
    assert set(full) == set(game.canal_hexsides) - set(points)  # 26.64: a Crossing Point works as in 1967


@pytest.mark.rule("sinai", "24.41")
def test_r24_41_room_for_a_stack_and_for_going_to_and_fro() -> None:
    there = ("0424", "0524")

    def refusal(crossed: list[str], units: int, *path: str) -> tuple[str, ...]:
        s = at_the_canal(crossed_arab=crossed)
        stack = tuple(s.game.unit(f"Eg-arm-{n + 1}") for n in range(units))
        return rules(canal_room(s, stack, hexes(s, *path)))

    assert refusal([], 2, *there) == ()
    assert refusal([], 3, *there) == ("24.41",)
    assert refusal([*there], 1, *there) == ()
    assert refusal([*there], 2, *there) == ("24.41",)
    assert refusal([*there], 2, *reversed(there)) == ("24.41",)  # whichever way
    assert refusal([], 1, "0424", "0524", "0424") == ()
    assert refusal([], 1, "0424", "0524", "0424", "0524") == ("24.41",)
    assert refusal([*there] * 2, 3, "0425", "0424") == ()  # nobody crosses
    five = ["0423", "0523"] * 2 + ["0422", "0522"] * 2 + ["0425", "0525"]
    assert refusal(five, 1, *there) == ()
    assert refusal(five, 2, *there) == ("24.41",)  # a seventh unit

    def words(crossed: list[str], units: int) -> str:
        s = at_the_canal(crossed_arab=crossed)
        stack = tuple(s.game.unit(f"Eg-arm-{n + 1}") for n in range(units))
        return str(canal_room(s, stack, hexes(s, *there)))

    assert "At most 6 units" in words(five, 2)
    assert "At most 2 units" in words([*there], 2)


@pytest.mark.rule("sinai", "24.41")
def test_r24_41_each_side_counts_its_own_crossings() -> None:
    s = at_the_canal()
    a, b = hexes(s, "0424", "0524")
    note_crossings(s, (s.game.unit("Is-arm-1"),), [b, a])
    assert (s.crossed_israel, s.crossed_arab) == ((a, b), ())
    note_crossings(s, (s.game.unit("Eg-arm-1"), s.game.unit("Eg-arm-2")), [*hexes(s, "0324"), a, b])
    assert (s.crossed_israel, s.crossed_arab) == ((a, b), (a, b, a, b))
    old = position("1967", "Movement arab", "2713 Iska")
    note_crossings(old, (old.game.unit("Eg-arm-1"),), [a, b])
    assert old.crossed_arab == ()


# places that can be destroyed -----------------------------------------------------------------------------------
def said(s: Any, done: Any) -> list[str]:
    s.log = []
    done(s)
    return [str(e.text) for e in s.log]


@pytest.mark.rule("sinai", "18.11", "18.2", "25.22")
@pytest.mark.parametrize(
    ("scenario", "place", "rule", "word"),
    [
        ("1973", "0528", "25.22", "Bar Lev position in 0528 falls"),
        ("1973", "2713", "18.2", "City in 2713 is destroyed"),
        ("1973", "3714", "18.2", "City in 3714 is destroyed"),
        ("1973", "2420", "18.11", "Fortified Settlement in 2420 is destroyed"),
        ("1973", "3601", "18.11", "Fortified Settlement in 3601 is destroyed"),
        ("1967", "3116", "18.2", "City in 3116 is destroyed"),
    ],
)
def test_r18_11_a_place_is_destroyed(scenario: str, place: str, rule: str, word: str) -> None:
    s = position(scenario, "Combat arab", "2030 " + ("Iska" if scenario == "1967" else "Is-arm-1"))
    text = said(s, lambda s: destroy(s, s.game.hex(place)))
    assert len(text) == 1
    assert word in text[0]
    assert s.destroyed == 1 << s.game.hex(place)
    assert [e.rules for e in s.log] == [(rule,)]


@pytest.mark.rule("sinai", "25.22")
def test_r25_22_an_israeli_unit_mans_a_fallen_position_again() -> None:
    s = position("1973", "Combat israel", "2713 Is-arm-1", destroyed=["0524", "0525", "2420"])
    entered = sum(1 << h for h in hexes(s, "0524", "0526", "2420"))
    assert said(s, lambda s: restore_bar_lev(s, entered)) == ["The Bar Lev position in 0524 is manned again."]
    assert s.destroyed == sum(1 << h for h in hexes(s, "0525", "2420"))


@pytest.mark.rule("sinai", "5.22")
def test_r5_22_jordan_attacks_a_settlement() -> None:
    def opens(scenario: str, places: tuple[str, ...], units: tuple[str, ...], **fields: Any) -> bool:
        s = position(scenario, "Combat arab", "2713 " + ("Iska" if scenario == "1967" else "Is-arm-1"), **fields)
        attackers = tuple(s.game.unit(u) for u in units)
        before = s.trans_jordan_open
        text = said(s, lambda s: jordan_attacks_settlement(s, attackers, sum(1 << h for h in hexes(s, *places))))
        assert len(text) == (s.trans_jordan_open and not before)
        if text:
            assert f"Jordan attacks {places[-1]}:" in text[0]
        return bool(s.trans_jordan_open)

    assert opens("1967", ("2817",), ("Jo-27",))
    assert opens("1967", ("2817",), ("Eg-arm-1", "Jo-27"))
    assert opens("1967", ("2906",), ("Jo-27",))
    assert opens("1967", ("2816", "2817"), ("Jo-27",))  # the settlement of the two is named
    assert not opens("1967", ("3015",), ("Jo-27",))  # Jerusalem
    assert not opens("1967", ("2817",), ("Eg-arm-1",))
    assert not opens("1967", ("2816",), ("Jo-27",))
    assert not opens("1967", ("2817",), ("Jo-27",), destroyed=["2817"])
    assert not opens("1973", ("2817",), ("Jo-arm-1",))  # 25.93 decides there
    assert opens("1967", ("2817",), ("Jo-27",), trans_jordan_open=True)  # as before, and nothing is told


# land that is closed --------------------------------------------------------------------------------------------
def closed_because(s: Any, unit: str, h: str) -> tuple[tuple[str, ...], str]:
    u, there = s.game.unit(unit), s.game.hex(h)
    assert closed(s, u) >> there & 1
    refusal = why_closed(s, u, there)
    return tuple(refusal.rules), refusal.text


@pytest.mark.rule("sinai", "23.14", "23.19", "23.21", "5.22", "5.23")
def test_r23_14_what_closes_land_in_1956() -> None:
    ten = (
        "2030 Is-10 Is-4 Is-37",
        "2031 Is-inf-1 Is-9 Is-inf-2",
        "2032 Is-mech-1 Is-inf-3 Is-mech-2",
        "2033 Is-inf-4",
    )
    s = position("1956", "Movement israel", *ten, "2713 Is-11", turn=3)
    full = (("23.14",), "10 Israeli brigades are in the Sinai already; the limit is 10.")
    assert closed_because(s, "Is-11", "2034") == full
    assert closed_because(s, "Is-11", "2418") == full  # the Gaza Strip is part of it
    assert closed_because(s, "Is-11", "3412")[0] == ("13.21",)
    assert closed_because(s, "Is-11", "3603")[0] == ("23.21",)
    s = position("1956", "Movement israel", *ten[:3], "2713 Is-11", turn=3)
    assert not closed(s, s.game.unit("Is-11")) >> s.game.hex("2034") & 1
    assert closed_because(s, "Is-11", "0524")[0] == ("23.19",)
    assert closed_because(s, "Is-11", "0324")[0] == ("5.22",)
    s = position("1956-jordan", "Movement arab", "2713 Is-11", "2034 Eg-5", "3412 Jo-inf-2", turn=3)
    assert closed_because(s, "Eg-5", "3603")[0] == ("23.21",)
    assert closed_because(s, "Eg-5", "3412") == (("5.23",), "3412 lies in another Arab country; Eg-5 may not enter it.")


@pytest.mark.rule("sinai", "13.23", "24.82", "24.9", "5.23")
def test_r24_82_what_closes_land_to_jordanians() -> None:
    places = ("2713 Is-arm-1", "3412 Jo-arm-1 Jo-mech-1", "3803 Jo-mech-2")
    s = position("1973", "Movement arab", *places, turn=3, sent=["Jo-mech-1", "Jo-mech-2"])
    inside = "Jordan is not at war: Jo-arm-1 moves inside Jordan only, not to 3804."
    assert closed_because(s, "Jo-arm-1", "3804") == (("13.23", "24.82"), inside)
    other = "0324 lies in another Arab country; Jo-mech-2 may not enter it."
    assert closed_because(s, "Jo-mech-2", "0324") == (("24.9",), other)
    assert closed_because(s, "Jo-mech-1", "3503") == (
        ("24.82",),
        "Jordan is not at war: Jo-mech-1 may not enter Israel at 3503.",
    )
    for here in ("3412", "3037"):  # from anywhere in Jordan, its last hexes too
        s = position("1973", "Movement arab", "2713 Is-arm-1", f"{here} Jo-mech-1 Jo-arm-1", sent=["Jo-mech-1"])
        assert closed_because(s, "Jo-mech-1", "3503")[0] == ("24.82",)
    assert closed_because(s, "Jo-arm-1", "2713")[0] == ("18.2",)
    assert closed_because(s, "Jo-arm-1", "2714")[0] == ("13.21",)
    old = position("1967", "Movement arab", "2713 Iska", "3412 Jo-27", "2030 Eg-arm-1", turn=3)
    text = "3804 lies in another Arab country; Jo-27 may not enter it."
    assert closed_because(old, "Jo-27", "3804") == (("5.23",), text)
    assert closed_because(old, "Eg-arm-1", "3804")[0] == ("5.23",)
    assert closed_because(old, "Jo-27", "2836")[0] == ("13.21",)  # the last hex of Israel in its column
    egyptian = position("1973", "Movement arab", "2713 Is-arm-1", "0324 Eg-arm-1")
    text = "3412 lies in another Arab country; Eg-arm-1 may not enter it."
    assert closed_because(egyptian, "Eg-arm-1", "3412") == (("24.9",), text)


@pytest.mark.rule("sinai", "13.21", "25.93", "25.95")
def test_r25_95_what_closes_jordan_to_israel() -> None:
    war: dict[str, Any] = {"jordan_at_war": True, "trans_jordan_open": True}
    s = position("1973", "Movement israel", "3713 Is-arm-1", **war, amman_taken=True, behind=["3713"])
    assert closed_because(s, "Is-arm-1", "3612")[0] == ("25.95",)
    assert not closed(s, s.game.unit("Is-arm-1")) >> s.game.hex("3713") & 1
    for scenario, rule in (("1973", "13.21"), ("mid-1970s", "25.93")):
        peace = position(scenario, "Movement israel", "2713 Is-arm-1")
        assert closed_because(peace, "Is-arm-1", "3612")[0] == (rule,)
    old = position("1967", "Movement israel", "2713 Iska", jordan_at_war=True)
    assert closed_because(old, "Iska", "3612")[0] == ("5.22",)
    assert closed_because(old, "Iska", "3037")[0] == ("5.22",)  # the last hex of Jordan in its column
    assert closed_because(old, "Iska", "0452")[0] == ("5.22",)  # and of Egypt
    assert closed_because(position("1967", "Movement israel", "2713 Iska"), "Iska", "3612")[0] == ("13.21",)


@pytest.mark.rule("sinai", "24.9", "24.82")
def test_r24_9_the_border_opens_only_to_units_that_were_pushed_over_it() -> None:
    def shut(h: str, **fields: Any) -> bool:
        s = position("1973", "Movement arab", f"{h} Eg-arm-1", "2713 Is-arm-1", turn=5, **fields)
        return bool(shut_border(s, s.game.unit("Eg-arm-1")))

    assert not shut("3032", from_israel=["Eg-arm-1"])
    assert shut("3032")
    assert shut("2931", from_israel=["Eg-arm-1"])  # back in Israel
