"""What stands beside the map: layers, goals, notes on units and terrain; what a new game begins with; positions that lack something."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import DataError, bits
from sandtable.games.sinai import overlays
from sandtable.games.sinai import rules as rule_sets
from sandtable.games.sinai.politics.command_control import digits
from sandtable.games.sinai.politics.nations import ceased
from sandtable.games.sinai.supply.judgement import judge

from .table import moving
from .test_strength_twin import crowd


# layers -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "10.0", "6.0")
@pytest.mark.parametrize("scenario", ["1967", "1973"])
def test_supply_and_zones_hex_by_hex(scenario: str) -> None:
    rng, states = Random(f"layers:{scenario}"), set()
    for _ in range(6):
        s = crowd(rng, scenario, "arab")
        game, hungry = s.game, judge(s)
        for side in game.sides:
            layer = game.overlay(s, side, f"supply-{side}")
            units = [
                u for u in game.side_units[side] if s.loc[u] > 0 and u != game.supply_unit and not game.sam >> u & 1
            ]
            for h in {s.loc[u] for u in units}:
                one = layer[game.hex_name(h)]
                starving = any(hungry >> u & 1 for u in units if s.loc[u] == h)
                assert (one["sign"], one["tone"]) == (("✕", "bad") if starving else ("✓", "good")), s.position()
                states.add(starving)
            lines = [x for name, x in layer.items() if not any(s.loc[u] == game.hex(name) for u in units)]
            assert all((x["sign"], x["tone"], x["text"]) == ("", "good", "Line of supply") for x in lines)
            zoned = game.overlay(s, side, f"zoc-{side}")
            assert {x["text"] for x in zoned.values()} <= {"Zone of Control [6.0]"}
            assert bool(zoned) == any(
                s.loc[u] > 0 and not (s.entrucked | game.sam) >> u & 1 for u in game.side_units[side]
            )
    assert states == {True, False}


@pytest.mark.rule("sinai", "10.0")
@pytest.mark.parametrize("hungry", ["Is-arm-1", "Is-arm-2"])
def test_a_hex_with_one_unsupplied_unit_is_marked_whoever_comes_first(
    hungry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = moving("israel", "2030 Is-arm-1 Is-arm-2", "0125 Eg-arm-1", scenario="1973", turn=5)
    monkeypatch.setattr(overlays, "judge", lambda s: 1 << s.game.unit(hungry))
    assert s.game.overlay(s, "israel", "supply-israel")["2030"]["sign"] == "✕"


@pytest.mark.rule("sinai", "14.1", "14.4")
@pytest.mark.parametrize("scenario", ["1967", "1967-napping"])
def test_the_digits_of_command_control(scenario: str) -> None:
    s = sandtable.load(f"sinai/{scenario}").start()
    game = s.game
    layer = game.overlay(s, "arab", "command")
    expected = {}
    for u in range(len(game.roster)):
        h = s.loc[u]
        if (
            game.front[u] in ("egypt", "syria")
            and h > 0
            and not (game.front[u] == "syria" and game.syrian_positions >> h & 1)
        ):
            digit = int(str(game.hex_name(h))[-1])
            expected[game.hex_name(h)] = "".join(str(d) for d in range(1, 7) if digit in digits(s, d, game.front[u]))
    assert {name: x["sign"] for name, x in layer.items()} == {name: sign or "–" for name, sign in expected.items()}
    assert {name: x["tone"] for name, x in layer.items()} == {
        n: "bad" if sign else "good" for n, sign in expected.items()
    }


def test_a_digit_that_no_roll_strikes() -> None:
    s = moving("arab", "2033 Eg-arm-1", "2713 Iska", scenario="1967-free-arab")  # one column: 1 to 6
    assert s.game.overlay(s, "arab", "command")["2033"]["sign"] == "3"
    s = moving("arab", "2038 Eg-arm-1", "2713 Iska", scenario="1967-free-arab")
    unstruck = {"sign": "–", "tone": "good", "text": "Digit 8: no roll strikes it [14.4]"}
    assert s.game.overlay(s, "arab", "command")["2038"] == unstruck


def test_no_command_control_in_1973() -> None:
    s = moving("arab", "0130 Eg-mech-5", "3503 Sy-inf-1", scenario="1973")
    assert s.game.overlay(s, "arab", "command") == {}


@pytest.mark.rule("sinai", "14.1")
def test_an_egyptian_on_a_syrian_position_is_struck_like_any_other() -> None:
    s = moving("arab", "3503 Eg-arm-1", "2713 Iska", scenario="1967-cooperation")
    assert "3503" in s.game.overlay(s, "arab", "command")
    s = moving("arab", "3503 Sy-90", "2713 Iska")
    assert "3503" not in s.game.overlay(s, "arab", "command")


@pytest.mark.rule("sinai", "21.1", "26.93", "26.93b", "18.2")
def test_goal_hexes_say_who_passed_last() -> None:
    s = moving("israel", "2030 Iska", destroyed=["2713"])
    game = s.game
    a = [game.hex_name(h) for h in bits(game.crossing_points)]
    s.israeli_last |= 1 << game.hex(a[0])
    layer = game.overlay(s, "israel", "objectives")
    assert layer[a[0]] == {"sign": "A", "tone": "plain", "text": "Goal A [21.1]: Israel passed last"}
    assert layer[a[1]]["text"] == "Goal A [21.1]: the Arab Player passed last"
    standing = {game.hex_name(h) for h in bits(game.cities_israeli)} - {"2713"}
    assert {name for name, x in layer.items() if x["text"] == "Israeli City [18.2]"} == standing
    s = moving("israel", "2030 Is-arm-1", scenario="mid-1970s-race")
    layer = s.game.overlay(s, "israel", "objectives")
    assert {x["sign"] for x in layer.values()} >= set("ABEJKLMN")


@pytest.mark.rule("sinai", "25.11", "25.12")
def test_the_umbrella_by_distance() -> None:
    s = moving("arab", "0323 Eg-SAM-1", "3115 Is-mech-2", scenario="1973")
    layer, grid, h = s.game.overlay(s, "arab", "umbrella"), s.game.map.grid, s.game.hex("0323")
    by_distance = {
        n: {x["sign"] for name, x in layer.items() if grid.distance(h, s.game.hex(name)) == n} for n in range(5)
    }
    assert by_distance == {0: {"x4"}, 1: {"x4"}, 2: {"x4"}, 3: {"x3"}, 4: set()}
    assert {x["tone"] for x in layer.values()} == {"bad"}
    assert "counts 4 times" in layer["0323"]["text"]


@pytest.mark.rule("sinai", "10.32", "15.33", "21.32", "25.14")
@pytest.mark.parametrize("scenario", ["1967", "1973"])
def test_a_threat_comes_from_all_that_may_act_and_from_nobody_else(scenario: str) -> None:
    """Every Arab unit alone against all Israelis: who may act threatens something, and nobody else."""
    rng, idle = Random(f"threat:{scenario}"), 0
    for _ in range(4):
        s = crowd(rng, scenario, "arab")
        game = s.game
        s.jordan_silent = game.rules.amman
        s.strayed |= 1 << next(u for u in game.side_units["arab"] if s.loc[u] > 0)
        assert game.overlay(s, "israel", "move-threat") != game.overlay(s, "arab", "move-threat")
        for u in [u for u in game.side_units["arab"] if s.loc[u] > 0]:
            alone = s.copy()
            alone.loc = [h if game.side_of[v] == "israel" or v == u else game.LEFT for v, h in enumerate(s.loc)]
            still = s.strayed >> u & 1 or ceased(s, u)
            starved = judge(alone) >> u & 1 and not game.rules.arab_unsupplied_attack
            if still:
                assert not game.overlay(alone, "israel", "move-threat")
            if still or starved or game.sam >> u & 1:
                assert not game.overlay(alone, "israel", "attack-threat")
            elif not s.entrucked >> u & 1:
                assert game.overlay(alone, "israel", "attack-threat")
            idle += bool(still)
    assert idle


# goals ------------------------------------------------------------------------------------------------------
def parts(s: Any, side: str) -> list[tuple[str, str, str]]:
    return [(str(p["text"]), str(p["now"]), str(p["state"])) for p in s.game.goal(s, side)["parts"]]


@pytest.mark.rule("sinai", "21.1", "21.2", "21.42")
def test_goals_of_both_sides_as_they_stand() -> None:
    s = moving("israel", "2030 Iska", "3503 Sy-90", goals=[0, 3, 0])
    assert parts(s, "israel") == [
        ("A: the Crossing Points", "3 hexes to go", "open"),
        ("B: Syria cleared", "reached on turn 3", "done"),
        ("C: the West Bank cleared", "not reached", "open"),
        ("points", "14 to 0", "done"),
    ]
    assert [state for _, _, state in parts(s, "arab")] == ["done", "open", "done", "open"]
    names = {s.game.hex_name(h) for h in bits(s.game.crossing_points)}
    assert set(s.game.goal(s, "israel")["parts"][0]["at"]) == names
    assert [p["at"] for p in s.game.goal(s, "israel")["parts"][1:]] == [[], [], []]
    s.israeli_last |= s.game.crossing_points
    assert parts(s, "israel")[0][1] == "not reached"
    s.goals, s.israeli_last = (2, 0, 0), 0
    assert parts(s, "israel")[0][1] == "reached on turn 2"
    told = s.game.goal(s, "israel")
    assert told["text"].startswith("Reach the Suez Crossing Points")
    assert s.game.goal(s, "arab")["text"].startswith("Delay Israel")


@pytest.mark.rule("sinai", "21.42", "25.72")
def test_who_is_ahead_and_who_has_reached_his_aim() -> None:
    s = moving("israel", "2030 Iska", "3503 Sy-90", goals=[1, 1, 1])
    assert s.game.goal(s, "israel")["reached"]
    assert not s.game.goal(s, "arab")["reached"]
    s = moving("israel", "2030 Iska", "3503 Sy-90")
    assert not s.game.goal(s, "israel")["reached"]
    assert s.game.goal(s, "arab")["reached"]
    s = moving("israel", "2030 Is-arm-1", "0130 Eg-mech-5", scenario="1973")
    assert [p[2] for p in parts(s, "israel")] == ["open"]  # no points on either side
    lost = "eliminated Is-arm-2 Eg-arm-1"
    s = moving("israel", "2030 Is-arm-1", "0130 Eg-mech-5", lost, scenario="1973")
    assert [p[1:] for p in parts(s, "arab")] == [("2 to 1", "done")]
    assert [p[1:] for p in parts(s, "israel")] == [("1 to 2", "partly")]


def test_notes_on_hungry_units() -> None:
    s = moving("arab", "2030 Eg-arm-1", "2230 Iska", unsupplied=["Eg-arm-1", "Iska"])
    told = {name: str(s.game.note_on(s, s.game.unit(name))) for name in ("Eg-arm-1", "Iska")}
    assert told["Eg-arm-1"].endswith("half Strength [10.32]")
    assert told["Iska"].endswith("attacks at half Strength [10.33]")


# the chart --------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "5.3", "8.3")
def test_the_terrain_effects_chart_in_words() -> None:
    notes = {kind: str(text) for kind, text in sandtable.load("sinai/1967").terrain_notes().items()}
    assert notes["clear"] == "Movement Points: 1"
    assert notes["sand"] == "Israeli mechanized 4, Arab mechanized no entry, Israeli foot 1, Arab foot 1"
    assert notes["canal"] == "Movement Points: no entry; the defender counts 3 more"
    assert notes["canal_1973"] == "Movement Points: 4; the defender counts 3 more"
    assert notes["bridge"] == "Movement Points: no more than the other terrain; the defender counts 2 more"
    assert notes["city_israeli"] == notes["city_arab"]
    assert {"sea", "fortified_settlement_golan_1970", "track_rough"} <= set(notes)


# beginnings -------------------------------------------------------------------------------------------------
def test_a_new_state_knows_of_nothing() -> None:
    game: Any = sandtable.load("sinai/1973")
    s = game.state_class(game)
    no, none = ("amman_taken", "jordan_at_war", "jordan_silent", "reserve_called", "trans_jordan_open"), ()
    empty = ("crossed_arab", "crossed_israel", "strikes", "strikes_away", "trail", "trod_hexes", "trod_units")
    special = {
        "goals": (0, 0, 0),
        "flown": (-9, -9, -9),
        "israeli_last": game.israel_land,
        "keepers": game.printed_keepers,
    }
    for name in s.__slots__:
        expected: Any = special.get(name, False if name in no else none if name in empty else 0)
        assert getattr(s, name) == expected, name
        assert type(getattr(s, name)) is type(expected), name
    assert game.printed_keepers
    assert len(s.loc) == len(game.roster)


@pytest.mark.rule("sinai", "15.42", "24.33")
def test_r15_42_who_is_lost_or_leaves_gives_his_truck_back() -> None:
    s = moving("arab", "2030 Eg-inf-1 Eg-inf-2", "2713 Iska", entrucked=["Eg-inf-1", "Eg-inf-2"])
    one, two = s.game.unit("Eg-inf-1"), s.game.unit("Eg-inf-2")
    s.eliminate(one, "9.11", "{unit} {hex}")
    assert (s.loc[one], s.entrucked) == (s.game.ELIMINATED, 1 << two)
    s.leave_map(two, "24.33")
    assert (s.loc[two], s.entrucked) == (s.game.LEFT, 0)


# rule sets --------------------------------------------------------------------------------------------------
def blocks(**scenarios: dict[str, Any]) -> dict[str, Any]:
    """Scenarios by name: what they change, and what they extend."""
    return {
        name: {
            "change": {k: {"to": v, "rule": f"{name} {k}"} for k, v in block.items() if k != "extends"},
            **({"extends": block["extends"]} if "extends" in block else {}),
        }
        for name, block in scenarios.items()
    }


def whole() -> dict[str, Any]:
    every = sandtable.load("sinai/1967").rules
    return {f: getattr(every, f) for f in rule_sets.Rules.__dataclass_fields__}


def test_a_scenario_changes_what_it_extends() -> None:
    found, cites = rule_sets._rules(
        blocks(a=whole(), b={"extends": "a", "game_turns": 3, "forces": ["main", "x"]}), "b"
    )
    assert (found.game_turns, found.forces, found.sequence) == (3, ("main", "x"), whole()["sequence"])
    assert (cites["game_turns"], cites["sequence"]) == ("b game_turns", "a sequence")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": 1}, "no decision called 'colour'"),
        ({"extends": "c"}, "cannot extend 'c'"),
        ({"extends": "b"}, "cannot extend 'b'"),
    ],
)
def test_a_scenario_that_is_wrong_says_what(change: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        rule_sets._rules(blocks(a=whole(), b={"extends": "a", **change}), "b")
    with pytest.raises(DataError, match="says nothing about canal"):
        rule_sets._rules(blocks(a={k: v for k, v in whole().items() if k != "canal"}), "a")


def test_the_scenarios_of_the_lobby() -> None:
    game = sandtable.load("sinai/1973")
    listed = {x.id: x for x in rule_sets.read_scenarios(game.source)}
    assert list(listed) == [x.id for x in game.title.scenarios]
    assert listed["1967"].turns == sandtable.load("sinai/1967").rules.game_turns


def test_free_set_ups() -> None:
    printed = sandtable.load("sinai/1967").rules
    assert replace(printed, setup_arab="free_country").free_setup
    assert {x: sandtable.load(f"sinai/{x}").rules.free_setup for x in ("1967", "1967-napping", "1967-free-arab")} == {
        "1967": False, "1967-napping": True, "1967-free-arab": True,
    }  # fmt: skip


# positions --------------------------------------------------------------------------------------------------
ATTACK = '{"side": "israel", "hexes": ["2031"], "units": ["Iska"]}'
RETREAT = '{"side": "arab", "units": ["Eg-arm-1"], "result": 2}'
DISPLACE = '{"side": "arab", "arrived": "Eg-arm-1", "hex": "2031"}'


def full_edge() -> list[str]:
    """Every hex of the east edge of Jordan with an Israeli unit, the last three with three Egyptians each."""
    units = sandtable.load("sinai/1967").roster.units
    israelis = [u.name for u in units if u.side == "israel"]
    egyptians = [u.name for u in units if u.nation == "egypt"]
    edge = [f"at {h} {unit}" for h, unit in zip(range(3909, 3940), israelis)]
    return edge + [f"at {3937 + n} {' '.join(egyptians[3 * n : 3 * n + 3])}" for n in range(3)]


@pytest.mark.parametrize(
    ("scenario", "lines", "trouble"),
    [
        ("1967", ["goals [1, 2]"], "The line “goals” needs 3 numbers."),
        ("1967", ["flown [1, 2]"], "The line “flown” needs 1 number."),
        ("1967", ['crossed_arab ["0424"]'], "The line “crossed_arab” lists pairs of hexes."),
        ("1967", ['crossed_israel ["0424", "0524", "0424"]'], "The line “crossed_israel” lists pairs of hexes."),
        ("1967", ['crossed_arab ["0424", "0524"]'], ""),
        ("1967", ["at 3909 Iq-arm-1", "at 2031 Eg-arm-1", '> Retreat {"side": "arab", "units": [], "result": 2}'], "The step Retreat is about a unit: say where it is."),
        ("1967", ['trod_units ["Iska"]'], "The lines “trod_units” and “trod_hexes” are equally long."),
        ("1967", ['strikes ["2030", "eliminated"]'], "The lines “strikes”, “trail” and “trod_hexes” list hexes of the map."),
        ("1967", ["> LoseControl"], "The step LoseControl reads a die: add a line like “dice [4]”."),
        ("1967", ["dice [7]", "> LoseControl"], "The step LoseControl reads a die: add a line like “dice [4]”."),
        ("1967", ["dice [0]", "> LoseControl"], "The step LoseControl reads a die: add a line like “dice [4]”."),
        ("1967", ["dice [3, 4]", "> LoseControl"], "The step LoseControl reads a die: add a line like “dice [4]”."),
        ("1967", ["dice [1]", "> LoseControl"], ""),
        ("1967", ["dice [6]", "> LoseControl"], ""),
        ("1967", ['> Movement {"side": "arab"}', "> LoseControl"], ""),
        ("1967", ["at 2030 Iska", "at 2031 Eg-arm-1", f"> Attack {ATTACK}"], ""),
        ("1967", ["at 2029 Iska", "at 2031 Eg-arm-1", f"> Attack {ATTACK}"], "The units of an attack stand next to all its hexes [8.23]."),
        ("1967", ["at 2030 Iska", "at 2031 Eg-arm-1", '> Attack {"side": "israel", "hexes": ["2031", "2033"], "units": ["Iska"]}'], "The units of an attack stand next to all its hexes [8.23]."),
        ("1967", ["at 2030 Iska", "at 2031 Eg-arm-1", '> Attack {"side": "israel", "hexes": [], "units": ["Iska"]}'], "The units of an attack stand next to all its hexes [8.23]."),
        ("1967", ["at 2030 Iska", "at 2031 Eg-arm-1", '> Attack {"side": "israel", "hexes": ["left", "2031"], "units": ["Iska"]}'], "The units of an attack stand next to all its hexes [8.23]."),
        ("1967", ["at 2031 Eg-arm-1", f"> Attack {ATTACK}"], "The step Attack is about Iska: say where it is."),
        ("1967", ["at 2030 Iska", "at 2031 Eg-arm-1", '> Attack {"side": "israel", "hexes": ["2031"]}'], ""),
        ("1967", ["at 2030 Iska", "at 2031 Eg-arm-1", '> Resolve {"side": "israel", "hexes": ["2031"], "units": [], "waived": []}'], "The step Resolve is about a unit: say where it is."),
        ("1967", ["at 2030 Elzr", "at 2031 Eg-arm-1", '> Attack {"side": "israel", "hexes": ["2031"], "units": ["Elzr"]}'], ""),
        ("1967", ["at 2031 Eg-arm-1", '> Attack {"side": "israel", "hexes": ["2031"], "units": ["Elzr"]}'], "The step Attack is about Elzr: say where it is."),
        ("1967", ["at 2031 Eg-arm-1", f"> Retreat {RETREAT}"], ""),
        ("1967", ["at 2031 Eg-arm-2", f"> Retreat {RETREAT}"], "The step Retreat is about Eg-arm-1: say where it is."),
        ("1967", ["at 2031 Eg-arm-1", '> Retreat {"side": "arab", "units": [], "result": 2}'], "The step Retreat is about a unit: say where it is."),
        ("1973", ['> LoseAttacker {"units": [], "hex": "0524"}'], "The step LoseAttacker is about a unit: say where it is."),
        ("1967", ['> AfterOverrun {"units": [], "spent": 3}'], "The step AfterOverrun is about a unit: say where it is."),
        ("1967", ["at 2030 Iska", '> AfterOverrun {"units": ["Iska"], "spent": 3}', '> Movement {"side": "israel"}'], ""),
        ("1973", ['> SamRetreat {"unit": "Eg-SAM-1", "hexes": 2}'], "The step SamRetreat is about Eg-SAM-1: say where it is."),
        ("1967", ["at 2031 Eg-arm-1 Eg-arm-2 Eg-arm-3 Eg-mech-1", f"> Displace {DISPLACE}"], ""),
        ("1967", ["at 2033 Eg-arm-1", "at 2031 Eg-arm-2 Eg-arm-3 Eg-mech-1", f"> Displace {DISPLACE}"], "The unit that has retreated stands in the hex that is full [9.12]."),
        ("1973", ["> SendToSyria"], "There is no Jordanian unit that could be sent to Syria [24.81]."),
        ("1973", ["at 3714 Jo-arm-1", "> SendToSyria"], ""),
        ("1967", ["> IraqisArrive"], "There are no Iraqi brigades to come [19.0]."),
        ("1967", ["turn 8", "at to-come Iq-mech-2", "> IraqisArrive"], ""),
        ("1967", ["turn 8", "at to-come Iq-mech-2", *full_edge(), "> IraqisArrive"], "There are no Iraqi brigades to come [19.0]."),
        ("mid-1970s-soviet", ['> Landing {"number": 1}'], "A landing comes before a Movement Phase [26.53]."),
        ("mid-1970s-soviet", ['> Landing {"number": 1}', "> EndOfGameTurn"], "A landing comes before a Movement Phase [26.53]."),
        ("mid-1970s-soviet", ['> Landing {"number": 1}', '> Movement {"side": "israel"}'], ""),
    ],
)  # fmt: skip
def test_what_a_position_lacks_is_said(scenario: str, lines: list[str], trouble: str) -> None:
    game = sandtable.load(f"sinai/{scenario}")
    text = "\n".join([game.id, *(x for x in lines if not x.startswith(">")), *(x for x in lines if x.startswith(">"))])
    if not trouble:
        assert game.position(text).agenda is not None
        return
    with pytest.raises(ValueError, match=re.escape(trouble) + "$"):
        game.position(text)
