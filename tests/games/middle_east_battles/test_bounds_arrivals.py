"""The edges of set-up, columns, landings and crossings, found missing by mutation."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import Action
from sandtable.core import bits
from sandtable.games.middle_east_battles.beaches import beach_room, beachings
from sandtable.games.middle_east_battles.columns import alike, entry_cost, entry_reason, single_cost, ways_in
from sandtable.games.middle_east_battles.crossings import all_crossings, crossings

from .table import ARISH, SUEZ, attack, fighting, moving, options, play, position, refused, where
from .test_bounds import said

AF = "anglo-french"


# The ground -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.7", "5.8", "5.9")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r5_7_the_ways_of_the_map_are_its_steps(title: str) -> None:
    game: Any = sandtable.load(title)
    grid, m, seen = game.map.grid, game.map, set()
    for h in bits(game.land):
        steps = {n: game.step_cost(h, n) for n in grid.neighbours[h] if n}
        assert dict(game.edges[h]) == {n: cost for n, cost in steps.items() if cost is not None}
        for n, cost in steps.items():
            if cost is None:
                continue
            sides = " across ".join(["", *(k.replace("_", " ") for k in game.hexsides(h, n))])
            dearest = max(game.kinds_at[n], key=lambda k: game.tec[k]["mp"]).replace("_", " ")
            ground = "trail [5.9]" if m.follows("trail", h, n) else f"{dearest} [5.7]"
            why = "road [5.8]" if m.follows("road", h, n) else ground + sides
            assert str(game.step_reason(h, n)) == why
            seen.add(why.partition(" ")[0])
    assert {"road", "clear", "city", "rough"} <= seen
    for nation in game.nations:
        assert set(bits(game.of_nation[nation])) == {u.id for u in game.roster.units if u.nation == nation}


@pytest.mark.rule("middle-east-battles", "6.1", "8.19")
def test_r6_1_layers_and_tracks_beside_the_map() -> None:
    s = moving(SUEZ, AF, "2020 A/6", "4807 1NG", turn=2, vp="[5, 8]", air="[4, 3]", naval="[1, 0]")
    tracks = {t["id"]: t["value"] for t in s.game.tracks(s, AF)}
    assert tracks == {
        "vp-anglo-french": 2.5, "vp-egypt": 4, "air-british": 4, "air-french": 3, "naval-british": 1, "naval-french": 0,
    }  # fmt: skip
    grid, names = s.game.map.grid, s.game.map.grid.names
    assert set(s.game.overlay(s, AF, "zoc")) == {names[h] for h in bits(grid.adjacent[s.game.hex("4807")] & s.game.sky)}
    assert set(s.game.overlay(s, AF, "objective")) == {names[h] for h in bits(s.game.objectives)}


# Set-up ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.3", "10.3")
def test_r10_3_words_that_are_no_set_up_and_the_standard_one_round_what_stands() -> None:
    s = sandtable.load(ARISH).start()
    assert "deploy standard" in options(s)
    for text in ("place", "place 1/7", "put 1/7 4023", "place 1/7 4023 4024", "deploy", "deploy freely"):
        assert "cannot be done now" in said(s, text)
    assert said(s, "place 1/7 nowhere").startswith("[10.3] 1/7 may not be set up in nowhere")
    game: Any = s.game
    waiting = list(bits(s.choice.waiting))
    done = play(s, "deploy standard")
    for u in waiting:
        assert done.loc[u] == game.standard_hex(u)
    # whose planned hex is taken stands in the first free hex of its zone
    first, other = next(
        (u, v) for u in waiting for v in waiting if u != v and game.zone_for(v) >> game.standard_hex(u) & 1
    )
    s = play(s, f"place {game.name_of(other)} {game.hex_name(game.standard_hex(first))}", "deploy standard")
    assert game.zone_for(first) >> s.loc[first] & 1
    zone = game.zone_for(first)
    assert len({s.loc[u] for u in waiting}) == len(waiting)
    assert s.loc[first] == min(bits(zone))


@pytest.mark.rule("middle-east-battles", "10.3")
def test_r10_3_a_zone_is_kept_for_others_not_from_its_own_units() -> None:
    s = sandtable.load(ARISH).start()
    for u, h in zip(("1/7", "2/7", "3/7", "7-Arm", "7-Art"), ("4520", "4521", "4619", "4621", "4720")):
        s = play(s, f"place {u} {h}")
    assert "place 14-Arm 4620" in options(s)
    assert "place PLA 4620" in options(s)
    s = play(s, "place 14-Arm 4620")
    left = [a.split()[2] for a in options(s, "place PLA ")]
    assert len(left) == 1  # the last hex of Rafiah
    assert said(s, f"place 7-AT {left[0]}").endswith("is needed by units that can only be set up there.")
    assert said(s, "place 7-AT 4620").endswith("4620 already holds 14-Arm.")


# Landings from the sea ------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.13")
@pytest.mark.parametrize(
    ("turn", "first", "landed", "room"),
    [(3, 0, 0, 0), (4, 0, 0, 6), (4, 4, 2, 4), (5, 4, 0, 3), (5, 4, 3, 0), (6, 0, 1, 5)],
)
def test_r9_13_how_many_may_still_land(turn: int, first: int, landed: int, room: int) -> None:
    s = moving(SUEZ, AF, "holding A/6 1P JS 3-Eng", turn=turn, first_beach=str(first), beached=str(landed))
    assert beach_room(s) == room


@pytest.mark.rule("middle-east-battles", "9.13", "5.5", "5.11")
def test_r9_13_every_landing_that_is_allowed_is_offered() -> None:
    s = moving(SUEZ, AF, "holding A/6 JS 3-Eng", "2204 PS-Coast", "2206 B/6", "2107 845", turn=4)
    game, names = s.game, s.game.map.grid.names
    allowed = {
        f"beach {u} {names[h]}" for u in ("A/6", "JS", "3-Eng", "B/6") for h in game.map.grid.hexes
        if s.check(f"beach {u} {names[h]}") is None
    }  # fmt: skip
    assert {str(a) for a in beachings(s, AF)} == allowed
    assert {str(a) for a in beachings(s, AF, game.unit("A/6"))} == {a for a in allowed if a.split()[1] == "A/6"}
    assert list(beachings(s, "egypt")) == []
    assert {a.split()[1] for a in allowed} == {"A/6", "3-Eng"}
    for end in ("holding", "nowhere", "2510"):
        assert said(s, f"beach A/6 {end}") == "[9.13] A/6 lands on a coastal hex from 2801 to 1632, not there."


# Fire into the city ---------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.8", "4.2")
def test_r9_8_a_combat_phase_begins_with_nothing_shelled_and_nobody_shaken() -> None:
    s = fighting(SUEZ, AF, "2510 4-Inf", "2509 2/7", shelled='["2605"]', shaken='["1R"]')
    assert (s.shelled, s.shaken, s.displaced) == (0, 0, 0)
    assert s.shaken_before == 1 << s.game.unit("1R")
    s = play(s, "attack 2510", "with 2/7", "support french-air 1", "confirm")
    assert s.shelled == 1 << s.game.hex("2510")
    quiet = fighting(SUEZ, AF, "4805 A/6", "2510 4-Inf")
    done = quiet.copy()
    done.agenda = done.agenda[:1]
    done.apply("end")
    assert (done.must_attack, done.must_be_attacked) == (0, 0)


@pytest.mark.rule("middle-east-battles", "9.8", "8.19")
def test_r9_8_ships_that_can_only_shell_the_city_shell_one_hex_of_it() -> None:
    s = fighting(SUEZ, "egypt", "2509 4-Inf", "2510 A/6", "2610 1R", air="[0, 0]")
    s = play(attack(s, "2510", "4-Inf", "1R"), "confirm", "support british-naval", "confirm")
    assert s.shelled == 1 << min(s.game.hex("2509"), s.game.hex("2610"))


@pytest.mark.rule("middle-east-battles", "7.1")
def test_r7_1_what_is_no_attack() -> None:
    s = fighting(SUEZ, AF, "4005 2R", "4004 A/6")
    for text in ("attack", "raid 4005", "attack 4005 4006"):
        assert "cannot be done now" in said(s, text)
    for place in ("nowhere", "holding"):
        assert said(s, f"attack {place}") == f"[7.1] {place} is not a hex of the map."


# Crossings ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.14", "5.6", "5.7")
def test_r9_14_why_nobody_crosses_so() -> None:
    places = ("4707 9-Eng", "4708 A/6", "4706 B/6", "4610 60-Eng", "4609 C/6", "holding 1P 3-Eng")
    s = moving(SUEZ, AF, *places)
    for text, why in (
        ("cross 9-Eng A/6 4706", "A/6 is not an Anglo-French engineer unit."),
        ("cross A/6 3-Eng 4706", "3-Eng did not begin this phase where it is."),
        ("cross A/6 8/7-Eng 4706", "8/7-Eng did not begin this phase where it is."),
        ("cross C/6 60-Eng 4710", "60-Eng is not next to a sea, lake or Canal hexside with land beyond."),
        ("cross 1P 9-Eng 4706", "1P is no ground unit on the map."),
        ("cross 2P 9-Eng 4706", "2P is no ground unit on the map."),
        ("cross 9-Eng 9-Eng 4706", "9-Eng cannot help itself across."),
        ("cross C/6 9-Eng 4706", "C/6 did not begin this phase next to 9-Eng."),
        ("cross A/6 9-Eng 4708", "4708 does not lie across water from 9-Eng in 4707."),
    ):
        assert said(s, text) == f"[9.14] {why}"
    for text in ("cross A/6 9-Eng nowhere", "cross A/6 9-Eng holding", "cross A/6 4706", "cross A/6 9-Eng"):
        assert said(s, text).startswith("[9.14] Say who crosses")
    assert refused(s, "cross B/6 9-Eng 4806") == ("5.7", "9.14")  # it cannot even reach the engineer
    tired = moving(SUEZ, AF, *places, moved='["A/6"]')
    assert refused(tired, "cross A/6 9-Eng 4706") == ("5.6",)
    before = moving(SUEZ, AF, "4707 9-Eng", "4708 3-Eng")  # JS comes after it in the list
    assert before.check("cross 3-Eng 9-Eng 4706") is None


@pytest.mark.rule("middle-east-battles", "9.14")
def test_r9_14_every_crossing_that_is_allowed_is_offered_and_marks_both() -> None:
    s = moving(SUEZ, AF, "4707 9-Eng", "4708 A/6", "4807 B/6", "4606 2R", "4610 60-Eng", "holding 3-Eng")
    game, names = s.game, s.game.map.grid.names
    units = ("9-Eng", "A/6", "B/6", "60-Eng", "3-Eng")
    allowed = {
        f"cross {u} {e} {names[h]}" for u in units for e in units for h in bits(game.land)
        if s.check(f"cross {u} {e} {names[h]}") is None
    }  # fmt: skip
    assert {str(a) for a in crossings(s)} == allowed
    assert {a.split()[1] for a in allowed} == {"A/6", "B/6"}
    assert {str(a) for a in crossings(s, game.unit("A/6"))} == {a for a in allowed if a.split()[1] == "A/6"}
    assert list(all_crossings(s, "egypt", -1)) == []
    s = play(s, "cross A/6 9-Eng 4706")
    both = 1 << game.unit("A/6") | 1 << game.unit("9-Eng")
    assert (s.moved, s.helped, s.crossed) == (both, 1 << game.unit("9-Eng"), 1 << game.unit("A/6"))


# Columns --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "10.4", "5.8", "5.9")
def test_r10_4_what_an_entry_hex_costs_and_why() -> None:
    s = moving(ARISH, "egypt", "reserve 3-Arm 3-Art 1/4A", turn=1)
    game: Any = s.game
    for h in bits(game.board_edge):
        if game.roads >> h & 1:
            cost, why = 1, "road"
        elif game.trails >> h & 1:
            cost, why = 2, "trail"
        else:
            cost, why = game.hex_cost(h), str(game.terrain_name(h))
        assert (single_cost(s, h), str(entry_reason(s, h))) == (cost, why)
    d = s.details("enter 3-Arm 1945-1946")
    assert [x["cost"] for x in d["steps"]] == [1.0, 1.0]
    assert d["steps"][0]["why"] == "clear, number 1 in column [10.4]"
    israel = moving(ARISH, "israel", "holding 79/7/Tal", turn=1)
    assert str(israel.details("enter 79/7/Tal 4820")["steps"][0]["why"]).endswith("number 1 in column [10.5]")


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "5.12", "5.13")
def test_r10_4_where_an_entry_ends_and_what_it_costs() -> None:
    """Every hex, by the cheapest gate: the gate times its place, friends in it passed, and the way from there."""
    from sandtable.core import reach
    from sandtable.games.middle_east_battles.columns import entry_hexes
    from sandtable.games.middle_east_battles.marching import march

    egypt = moving(ARISH, "egypt", "reserve 3-Arm 3-Art 3-AT 1/4A", "1945 1/2", "2044 1/7", turn=1)
    egypt = play(egypt, "enter 3-Arm 1946-2046")
    israel = moving(ARISH, "israel", "holding 79/7/Tal 82/7/Tal", "4820 9/7/Tal", "4718 1/7", turn=1)
    israel = play(israel, "enter 82/7/Tal 4822-4722")
    for s, name in ((egypt, "3-Art"), (egypt, "1/4A"), (israel, "79/7/Tal")):
        game, u = s.game, s.game.unit(name)
        m, costs = march(s, u), {}
        for gate in bits(entry_hexes(s, u)):
            spent = entry_cost(s, u, gate)
            if (gate in s.loc and game.side_of[s.loc.index(gate)] != game.side_of[u]) or spent > m.budget:
                continue
            costs[gate] = spent  # an entry hex is entered directly
        best = dict(costs)
        for gate, spent in costs.items():
            left = m.budget - spent
            if m.stop >> gate & 1:
                continue
            found = reach(game.edges, gate, left, blocked=m.blocked, stop=m.stop, dear=m.dear, extra=m.extra)
            for h, cost in found.cost.items():
                if h not in costs:
                    best[h] = min(best.get(h, 999), spent + cost)
        expected = {h: cost for h, cost in best.items() if not s.no_room_for(u) >> h & 1}
        assert {h: cost for h, (cost, _) in ways_in(s, u).items()} == expected
        assert {a.split("-")[-1].split()[-1] for a in options(s, f"enter {name} ")} == {
            game.hex_name(h) for h in expected
        }
        for a in options(s, f"enter {name} "):
            assert s.check(a) is None
            end = game.hex(a.split("-")[-1].split()[-1])
            assert 2 * s.details(a)["cost"] == expected[end]


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "5.12")
def test_r10_4_the_places_in_a_column_and_a_friend_at_the_gate() -> None:
    s = play(moving(ARISH, "egypt", "reserve 3-Arm 3-Art 1/4A 1/3", turn=1), "enter 3-Arm 1945")
    game, gate = s.game, s.game.hex("1945")
    assert (s.column_length, s.column_hex) == ([1, 0, 0], [gate, 0, 0])
    assert entry_cost(s, game.unit("3-Art"), gate) == 2 * 2 + 4  # second place, and a friend to be passed
    assert entry_cost(s, game.unit("1/4A"), gate) == 2 + 4
    groups = alike(s, "egypt")
    assert set(groups) == {game.unit(u) for u in ("3-Art", "1/4A", "1/3")}
    assert groups[game.unit("1/4A")] != groups[game.unit("3-Art")]  # another place in another column
    assert game.unit("SC-Heli") not in alike(moving(ARISH, "israel", "holding SC-Heli 1/Ma", turn=1), "israel")


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "10.6", "5.15", "5.11")
def test_r10_5_an_entry_that_is_not_allowed_says_why() -> None:
    night = moving(ARISH, "egypt", "reserve 3-Arm", "1944 79/7/Tal", turn=4)
    assert said(night, "enter 3-Arm 1945") == (
        "[5.15] 3-Arm may not enter 1945 by night: it lies in an enemy zone of control."
    )
    s = moving(ARISH, "egypt", "reserve 3-Arm 3-Art", "1940 1/2", "eliminated 3-AT", turn=1)
    assert said(s, "enter 3-Arm 2033-2032").endswith(
        "3-Arm enters along the western edge, from 1928 to 1952, not in 2033."
    )
    assert said(s, "enter 3-Arm 1940") == "[5.11] 1940 already holds 1/2."
    assert said(s, "enter 3-Arm 1941-1940") == "[5.11] 1940 already holds 1/2."
    for way in ("holding", "1945-nowhere", "7"):
        assert said(s, f"enter 3-Arm {way}") == f"[10.4] “{way}” is no path of hexes on the map."
    assert said(s, "enter 3-Arm") == "[10.4] Say where: enter 3-Arm HEX."
    assert refused(s, "enter 3-AT 1945") == ("10.4", "10.5")
    assert said(s, "enter 3-Arm 2044-2045").endswith("not in 2044.")
    israel = moving(ARISH, "israel", "holding 79/7/Tal", "4720 82/7/Tal", turn=1)
    assert said(israel, "enter 79/7/Tal 4720") == "[5.11] 4720 already holds 82/7/Tal."
    assert said(israel, "enter 79/7/Tal") == "[10.5] Say where: enter 79/7/Tal HEX."
    assert where(play(israel, "enter 79/7/Tal 4721"), "79/7/Tal") == "4721"
    assert refused(israel, Action("enter", ("79/7/Tal", "4619"))) == ("10.5",)


@pytest.mark.rule("middle-east-battles", "10.5", "10.10")
def test_r10_5_only_an_entry_elsewhere_uses_up_the_free_choice_of_edge() -> None:
    s = moving(ARISH, "israel", "holding 79/7/Tal 1/Ma 2/Ma", turn=1)
    s = play(s, "enter 79/7/Tal 4820")
    assert not s.matt_special
    assert not play(s, "enter 1/Ma 4852").matt_special
    assert play(s, "enter 1/Ma 1945").matt_special
    away = position(ARISH, "PlayerTurn israel", "holding 2/Ma", turn=2, matt_special="true")
    assert "enter 2/Ma 4852" in options(away)


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "10.6")
def test_r10_5_whose_hexes_and_place_are_whose() -> None:
    from sandtable.games.middle_east_battles.columns import COLUMNS, entry_hexes, place_in_column

    israel = moving(ARISH, "israel", "holding 79/7/Tal", turn=5)
    egypt = moving(ARISH, "egypt", "reserve 3-Arm", turn=5)
    game: Any = israel.game
    gate = game.hex("4820")
    israel.queue, egypt.column_length = (gate, gate), [3, 5, 7]
    for u in game.roster.units:
        if u.side == "israel" and not game.helicopters >> u.id & 1:
            hexes = game.board_edge if game.paratroops >> u.id & 1 else game.map.sets[str(u.factors["zone"])]
            assert (entry_hexes(israel, u.id), place_in_column(israel, u.id, gate)) == (hexes, 3)
        elif game.in_column >> u.id & 1:
            place = egypt.column_length[COLUMNS.index(u.formation)] + 1
            assert (entry_hexes(egypt, u.id), place_in_column(egypt, u.id, gate)) == (game.west_edge, place)
            waiting = moving(ARISH, "egypt", f"reserve {u.name}", turn=5)
            assert "enters along the western edge" in said(waiting, f"enter {u.name} 4820")
    assert refused(moving(ARISH, "egypt", "4720 SF-Inf", turn=1), "enter SF-Inf 1945") == ("10.4", "10.5")


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "5.12")
def test_r10_5_stopping_at_the_edge_is_an_entry_there_while_it_can_be_paid() -> None:
    """By the queue of its own hex, though a way round by the next hex would be cheaper; beyond the points, that way."""
    s = moving(ARISH, "israel", "holding 1/Ad/Shr", turn=1)
    game, u = s.game, s.game.unit("1/Ad/Shr")
    edge = [h for h in bits(game.map.sets["entry_S"]) if single_cost(s, h) == 2]
    gate = next(h for h in edge if any(game.step_cost(n, h) == 2 for n in edge if n in game.map.grid.neighbours[h]))
    for queue, cost in ((0, 2), (2, 6), (5, 12), (6, 4)):
        s.queue = (gate,) * queue
        s.forget()
        found, way = ways_in(s, u)[gate]
        assert found == cost
        assert (way.start == gate) == (cost == 2 * (queue + 1))
    lifted = moving(ARISH, "israel", f"{game.hex_name(gate)} SC-Heli", "holding 1/Ad/Shr", turn=1)
    assert ways_in(lifted, u)[gate][0] == 2 + 2  # past the helicopter
    bound = moving(ARISH, "egypt", "reserve 3-Arm 3-AT 3-AA 1/4A 2/4A", turn=1)
    bound = play(bound, "enter 3-Arm 1945-2045", "enter 3-AT 1945-2044", "enter 1/4A 1945-1944")
    assert alike(bound, "egypt")[game.unit("2/4A")] == game.unit("2/4A")
    assert alike(bound, "egypt")[game.unit("3-AA")] == game.unit("3-AA")


@pytest.mark.rule("middle-east-battles", "9.13")
def test_r9_13_the_last_landing_of_a_phase_is_offered() -> None:
    s = moving(SUEZ, AF, "holding A/6", turn=5, first_beach="4", beached="2")
    assert {str(a).split()[1] for a in beachings(s, AF)} == {"A/6"}
