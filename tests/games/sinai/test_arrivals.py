"""25.4: where reinforcements appear when an enemy holds or last held their hex."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.course.reinforcements import reinforcement_hex
from sandtable.games.sinai.land.territory import closed
from sandtable.games.sinai.movement.stacking import fits
from sandtable.games.sinai.supply.judgement import line_from

from .table import names, options, position, where


def arrive(side: str, unit: str, *lines: str, turn: int = 9) -> Any:
    game = sandtable.load("sinai/1973")
    text = ["sinai/1973", f"turn {turn}", f"at to-come {unit}", *lines]
    text += [f'> Reinforce {{"side": "{side}", "number": 2}}', f'> Movement {{"side": "{side}"}}']
    return game.position("\n".join(text))


@pytest.mark.rule("sinai", "25.4")
def test_r25_4_a_hex_the_enemy_was_last_to_occupy_is_no_place_to_appear() -> None:
    s = arrive("israel", "Is-arm-6", "at 2519 Is-mech-2", "at 0125 Eg-arm-1", 'israeli_last ["2519"]')
    assert where(s, "Is-arm-6") not in ("0924", "to-come")
    assert s.israeli_last >> s.loc[s.game.unit("Is-arm-6")] & 1  # it is the last there now
    held = '", "'.join(s.game.hex_name(h) for h in s.game.map.grid.hexes if s.game.israel_land >> h & 1)
    s = arrive("israel", "Is-arm-6", "at 2519 Is-mech-2", "at 0125 Eg-arm-1", f'israeli_last ["{held}"]')
    assert where(s, "Is-arm-6") == "0924"


@pytest.mark.rule("sinai", "25.4", "10.11")
def test_r25_4_a_jordanian_unit_appears_on_the_closest_supplied_hex() -> None:
    ring = ("at 3711 Is-arm-1", "at 3811 Is-arm-2", "at 3610 Is-arm-3", "at 3612 Is-arm-4")
    s = arrive("arab", "Jo-arm-2", *ring, "jordan_at_war true", "trans_jordan_open true")
    from sandtable.games.sinai.supply.judgement import judge

    u = s.game.unit("Jo-arm-2")
    assert s.loc[u] > 0
    assert not judge(s, 1 << u)
    distance = s.game.map.grid.distance
    start = s.game.hex("3711")
    for h in s.game.map.grid.hexes:
        if s.game.home["jordan"] >> h & 1 and distance(h, start) < distance(s.loc[u], start):
            t = s.copy()
            t.loc[u] = h
            assert t.hexes_of("israel") >> h & 1 or judge(t, 1 << u), s.game.hex_name(h)


# 19.0 -------------------------------------------------------------------------------------------------------
IRAQIS = "to-come Iq-mech-2 Iq-mech-3 Iq-arm-1"


def iraqis(turn: int, *places: str, scenario: str = "1967") -> Any:
    return position(scenario, "ArabArrivals", IRAQIS, *places, "3714 Jo-60", turn=turn)


@pytest.mark.rule("sinai", "19.0", "22.11")
@pytest.mark.parametrize(
    ("scenario", "turn", "comes"),
    [
        ("1967", 7, False),
        ("1967", 8, True),
        ("1967", 9, True),
        ("1967-iraqi", 1, False),
        ("1967-iraqi", 2, True),
    ],
)
def test_r19_0_when_the_iraqis_come(scenario: str, turn: int, comes: bool) -> None:
    s = iraqis(turn, "2030 Iska", scenario=scenario)
    assert (options(s) if s.choice else set()) == ({"arrive 3909", "arrive 3912"} if comes else set())


@pytest.mark.rule("sinai", "19.0")
def test_r19_0_where_they_come_when_israelis_stand_on_their_hexes() -> None:
    assert options(iraqis(8, "3909 Iska")) == {"arrive 3912"}
    assert options(iraqis(8, "3909 Iska", "3912 Elhn", "3910 Jo-40")) == {"arrive 3911"}  # no room for three in 3910
    held = ("3909 Iska", "3912 Elhn", "3910 Mtke", "3911 Shml", "3913 Yhda")
    assert options(iraqis(8, *held)) == {"arrive 3914"}
    s = iraqis(8, "2030 Iska")
    s.log = []
    s.apply("arrive 3909")
    assert [str(e.text) for e in s.log] == ["Iq-mech-2, Iq-mech-3 and Iq-arm-1 arrive in 3909."]
    assert {where(s, n) for n in ("Iq-mech-2", "Iq-mech-3", "Iq-arm-1")} == {"3909"}
    assert position("1967", "ArabArrivals", "left " + IRAQIS[8:], "2030 Iska", turn=9).choice is None


@pytest.mark.rule("sinai", "20.2")
def test_r20_2_who_is_mobilized_on_which_turn() -> None:
    places = ("2616 Iska", "2717 Elhn", "3108 Ahrn", "0125 Eg-arm-1")
    for turn, left in ((1, {"Elhn", "Ahrn"}), (2, {"Ahrn"}), (3, {"Ahrn"}), (4, set())):
        s = position("1967-napping", "Mobilize", *places, turn=turn, dormant=["Elhn", "Ahrn"])
        assert names(s, s.dormant) == left


# 25.4, 26.15 ------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "26.15", "25.4")
def test_r26_15_reinforcements_are_placed_on_their_edge_one_by_one() -> None:
    full, enemy = "0127 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0128 Is-arm-1"
    due = ("to-come Eg-mech-11 Sy-inf-7 Sy-inf-8 Eg-mech-17 Is-arm-6", "3115 Is-mech-2")
    s = position("mid-1970s", "AskAtEdge", *due, full, enemy, turn=1)
    offered = options(s, "place")
    edge = {s.game.hex_name(h) for h in s.game.map.grid.hexes if s.game.home_edge["egypt"] >> h & 1}
    assert {a.split()[2] for a in offered if "Eg-mech-11" in a} == edge - {"0127", "0128"} - rough_or_sand(s, edge)
    north = {s.game.hex_name(h) for h in s.game.map.grid.hexes if s.game.home_edge["syria"] >> h & 1}
    on_foot = s.game.ground("arab", True, False).enterable
    for unit in ("Sy-inf-7", "Sy-inf-8"):
        assert {a.split()[2] for a in offered if unit in a} == {n for n in north if on_foot >> s.game.hex(n) & 1}
    assert {a.split()[1] for a in offered} == {"Eg-mech-11", "Sy-inf-7", "Sy-inf-8"}  # Eg-mech-17 is due a phase later
    s = s.play("place Eg-mech-11 0126")
    assert where(s, "Eg-mech-11") == "0126"
    s = s.play("place Sy-inf-8 3901")
    assert {a.split()[1] for a in options(s, "place")} == {"Sy-inf-7"}
    assert s.play("place Sy-inf-7 3901").choice is None
    assert s.play("end").choice is None
    assert position("mid-1970s", "AskAtEdge", "to-come Eg-mech-17", *due[1:], full, turn=1).choice is None


def rough_or_sand(s: Any, edge: set[str]) -> set[str]:
    """Edge hexes of Egypt where wheels find no way."""
    ground = s.game.ground("arab", False, False).enterable
    return {name for name in edge if not ground >> s.game.hex(name) & 1}


@pytest.mark.rule("sinai", "25.4", "25.5", "26.62")
def test_r25_4_who_appears_and_who_still_waits() -> None:
    def reinforced(side: str, number: int, *places: str, turn: int = 2, scenario: str = "1973", **fields: Any) -> Any:
        lines = [f"{k} {json.dumps(v)}" for k, v in fields.items()]
        lines += [f"at {p}" for p in (*places, "3115 Is-mech-2", "0125 Eg-arm-1")]
        frame = f'> Reinforce {{"side": "{side}", "number": {number}}}'
        game = sandtable.load(f"sinai/{scenario}")
        return game.position("\n".join([f"sinai/{scenario}", f"turn {turn}", *lines, frame]))

    s = reinforced("israel", 1, "to-come Is-arm-6 Is-mech-10 Is-arm-10 Jo-arm-2 Eg-mech-11")
    due = {n for n in ("Is-arm-6", "Is-mech-10", "Is-arm-10", "Jo-arm-2", "Eg-mech-11") if where(s, n) != "to-come"}
    schedules = {n: s.game.roster[s.game.unit(n)].factors["arrives"] for n in ("Is-arm-6", "Is-mech-10", "Is-arm-10")}
    assert due == {n for n, (turn, phase) in schedules.items() if (turn, phase) <= (2, 1)}
    assert where(reinforced("arab", 2, "to-come Jo-arm-2 Is-arm-6"), "Is-arm-6") == "to-come"
    s = reinforced("arab", 1, "reserve Eg-mech-23 Eg-mech-24", reserve_called=True)
    assert (where(s, "Eg-mech-23"), where(s, "Eg-mech-24")) == ("to-come", "reserve")
    assert where(reinforced("israel", 1, "reserve Eg-mech-23", reserve_called=True), "Eg-mech-23") == "reserve"
    assert where(reinforced("arab", 1, "reserve Eg-mech-23"), "Eg-mech-23") == "reserve"
    assert reinforced("arab", 1, "3714 Jo-arm-1", scenario="1973-cooperation").jordan_at_war
    assert not reinforced("israel", 1, "3714 Jo-arm-1", scenario="1973-cooperation").jordan_at_war
    assert reinforced("arab", 1, "3714 Jo-arm-1", reserve_called=True).reserve_called  # nobody is left in it
    s = reinforced("israel", 1, "to-come Is-arm-6", destroyed=["0924"], israeli_last=["0924"])
    assert where(s, "Is-arm-6") == "0924"
    s = reinforced("arab", 2, "to-come Jo-arm-2", turn=3, israeli_last=["3711"])
    assert where(s, "Jo-arm-2") not in ("3711", "to-come")
    s = reinforced("arab", 2, "to-come Jo-arm-2", turn=3)
    assert where(s, "Jo-arm-2") == "3711"


@pytest.mark.rule("sinai", "25.4", "7.0", "18.12")
def test_r25_4_the_closest_hex_has_room_and_is_open_to_the_unit() -> None:
    held, home = "at 0924 Eg-arm-2", "at 2519 Is-mech-2"
    s = arrive("israel", "Is-arm-6", held, home, turn=2)
    free = where(s, "Is-arm-6")
    assert s.game.map.grid.distance(s.game.hex("0924"), s.game.hex(free)) >= 1
    assert s.israeli_last >> s.game.hex(free) & 1
    full = f"at {free} Is-arm-1 Is-arm-2 Is-arm-3"
    assert where(arrive("israel", "Is-arm-6", held, home, full, turn=2), "Is-arm-6") not in (free, "0924", "to-come")


@pytest.mark.rule("sinai", "25.4")
def test_r25_4_one_search_from_outside_comes_as_far_as_gate_by_gate() -> None:
    from sandtable.games.sinai.movement.map_edge import entry_reach, reach_from_outside

    s = arrive("arab", "Iq-arm-1", "at 3704 Is-arm-1", "at 0210 Is-mech-2")
    units = [u for u in s.game.side_units["arab"] if s.game.front[u] in s.game.home_edge]
    assert len({s.game.front[u] for u in units}) > 1
    s = s.copy()
    found = 0
    for u in units:
        s.loc[u] = s.game.place("to-come")
        r, every = reach_from_outside(s, u), entry_reach(s, u)
        assert dict(r.cost) == {h: cost for h, (cost, _) in every.items()}
        assert all(r.path(h)[0] in {way[0] for _, way in every.values()} for h in r.cost)
        found += len(every)
    assert found > 100


@pytest.mark.rule("sinai", "25.4")
def test_r25_4_without_a_supplied_hex_the_unit_waits() -> None:
    cities = '", "'.join(sandtable.load("sinai/1973").hex_name(h) for h in israeli_cities())
    s = arrive("israel", "Is-arm-6", "at 0924 Eg-arm-2", "at 2519 Is-mech-2", f'destroyed ["{cities}"]', turn=2)
    assert where(s, "Is-arm-6") == "to-come"


def israeli_cities() -> list[int]:
    game: Any = sandtable.load("sinai/1973")
    return [h for h in game.map.grid.hexes if game.cities_israeli >> h & 1]


@pytest.mark.rule("sinai", "25.4", "26.62", "26.82")
def test_r26_62_who_is_due_in_land_given_back_comes_to_2723() -> None:
    s = sandtable.load("sinai/mid-1970s-jihad").start()
    for u in s.game.side_units["israel"]:
        hex_ = s.game.roster[u].factors.get("hex")
        if hex_:
            abroad = s.game.map.country_at[s.game.hex(hex_)] in ("sinai", "gaza", "west_bank")
            assert reinforcement_hex(s, u) == ("2723" if abroad else hex_)


@pytest.mark.rule("sinai", "25.4")
@pytest.mark.parametrize(
    ("unit", "hex_", "others"),
    [
        ("Is-arm-6", "0924", ("at 0924 Eg-arm-2", "at 1024 Eg-arm-3", "at 2519 Is-mech-2")),
        ("Is-mech-5", "3206", ("at 3206 Eg-arm-2", "at 2519 Is-mech-2")),
        ("Is-mech-6", "3015", ("at 3015 Eg-arm-2", "at 2914 Is-arm-1 Is-arm-2 Is-arm-3", "at 2713 Is-mech-2")),
        ("Jo-inf-2", "3711", ("at 3711 Is-arm-2", "at 3811 Is-arm-3", "at 3712 Jo-arm-1 Jo-mech-1 Jo-mech-2")),
    ],
)
def test_r25_4_the_closest_supplied_hex_hex_by_hex(unit: str, hex_: str, others: tuple[str, ...]) -> None:
    side = "arab" if unit.startswith("Jo") else "israel"
    s = arrive(side, unit, *others, "jordan_at_war true", "trans_jordan_open true", turn=9)
    game, u = s.game, s.game.unit(unit)
    home, start = game.home[game.front[u]], game.hex(game.roster[u].factors["hex"])
    assert game.hex_name(start) == hex_
    ground = game.ground(side, not game.mechanized >> u & 1, True).enterable & ~closed(s, u)
    away = s.copy()
    away.loc[u] = game.TO_COME

    def good(h: int) -> bool:
        free = not away.hexes_of("israel" if side == "arab" else "arab") >> h & 1 and fits(away, (u,), h) is None
        return bool(home >> h & 1 and ground >> h & 1 and h != start and free and line_from(away, u, h))

    assert good(s.loc[u])
    distance = game.map.grid.distance
    near = [h for h in game.map.grid.hexes if distance(h, start) < distance(s.loc[u], start)]
    assert not any(good(h) for h in near)


@pytest.mark.rule("sinai", "25.4")
def test_r25_4_only_arabs_come_over_the_edge_and_only_in_their_own_phase() -> None:
    from .test_1973 import moving

    waiting = "to-come Eg-mech-11 Jo-arm-2"
    assert not options(moving("israel", "3115 Is-mech-2", "0125 Eg-arm-1", waiting, turn=3), "enter")
    offered = options(moving("arab", "3115 Is-mech-2", "0125 Eg-arm-1", waiting, turn=3), "enter")
    assert {a.split()[1] for a in offered} == {"Eg-mech-11"}  # Jo-arm-2 waits for its hex in Jordan


@pytest.mark.rule("sinai", "19.0")
def test_r19_0_with_the_whole_edge_held_the_iraqis_wait() -> None:
    game: Any = sandtable.load("sinai/1967")
    edge = [game.hex_name(h) for h in game.map.grid.hexes if game.home_edge["jordan"] >> h & 1]
    edge.sort(key=lambda name: name not in ("3909", "3912"))
    israelis = [game.roster.names[u] for u in game.side_units["israel"]]
    egyptians = [n for n in game.roster.names if n.startswith("Eg-")]
    places = [f"{h} {n}" for h, n in zip(edge, israelis)]
    rest = edge[len(places) :]
    places += [f"{h} {' '.join(egyptians[3 * i : 3 * i + 3])}" for i, h in enumerate(rest)]
    assert position("1967", "ArabArrivals", IRAQIS, *places, turn=8).choice is None
    assert options(position("1967", "ArabArrivals", IRAQIS, *places[:-1], turn=8)) == {f"arrive {edge[-1]}"}
