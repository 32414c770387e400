"""Every scenario of 22, 23, 25 and 26 against the book, number by number, without looking at our data files.

Orders of battle are written as `hex: kind Strength-Movement` with `xN` for several; a scenario is written as what it changes
in its family, and nothing else may differ.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.course.calendar import schedule
from sandtable.games.sinai.course.setup import zone_of
from sandtable.games.sinai.course.victory import level

from .table import where

KINDS = {"airmobile": "airm", "mech_para": "mech-para"}


def loaded(scenario: str) -> Any:
    return sandtable.load(f"sinai/{scenario}")


def written(text: str) -> Counter[str]:
    """`3015: inf 6-1, inf 5-1 x2; 2713: airm 1-1` as a multiset of `inf 6-1 3015`."""
    found: Counter[str] = Counter()
    for part in text.replace("\n", " ").split(";"):
        if ":" in part:
            place, units = part.split(":")
            for unit in units.split(","):
                words = unit.split()
                many = int(words.pop()[1:]) if words[-1].startswith("x") else 1
                found[f"{' '.join(words)} {place.strip()}"] += many
    return found


def unit_text(game: Any, u: int) -> str:
    unit = game.roster[u]
    return f"{KINDS.get(unit.type, unit.type)} {game.strength[u]}-{game.allowance[u]}"


def standing(s: Any, front: str) -> Counter[str]:
    """The units of a front on the map, as they stand."""
    game = s.game
    on_map = [u for u in range(len(game.roster)) if game.front[u] == front and s.loc[u] > 0]
    return Counter(f"{unit_text(game, u)} {game.hex_name(s.loc[u])}" for u in on_map)


def waiting(s: Any, front: str) -> dict[tuple[int, int], Counter[str]]:
    """The units of a front still to come, by Game-Turn and Movement Phase, with the hex where they appear."""
    game, found = s.game, {}
    for u in range(len(game.roster)):
        if game.front[u] == front and s.loc[u] == game.TO_COME:
            place = game.roster[u].factors.get("hex", "edge")
            found.setdefault(schedule(game, u), Counter())[f"{unit_text(game, u)} {place}"] += 1
    return found


# 1967 -------------------------------------------------------------------------------------------------------
ISRAEL_1967 = """2321: arm 7-8; 2323: arm 9-8, arm 7-8, para 4-1; 2420: arm 9-8; 2423: arm 2-8, recce 1-8;
2424: arm 8-8, arm 2-8, inf 5-1; 2425: inf 4-1; 2519: inf 8-1; 2524: arm 9-8, supply 0-1; 2713: airm 1-1, inf 6-1;
2731: inf 6-1; 2810: inf 6-1; 2814: mech 8-8, inf 6-1; 3015: inf 6-1; 3108: inf 5-1; 3206: arm 2-8; 3305: mech 6-8;
3308: inf 5-1; 3402: arm 7-8, inf 5-1; 3404: inf 5-1"""
EGYPT_1967 = """1227: arm 5-5; 1329: arm 5-5; 1430: mech 3-5; 1726: arm 5-5, mech 3-4 x2; 1733: mech 3-4; 1821: inf 2-1;
1827: arm 5-5, mech 3-4; 1921: inf 3-1; 1930: arm 5-5, mech 3-4; 2135: mech 3-4; 2220: inf 3-1; 2221: inf 3-1;
2224: inf 4-1; 2251: mech 4-4; 2319: inf 2-1; 2320: inf 2-1; 2326: inf 3-1; 2418: inf 2-1; 2632: arm 5-5, mech 3-4"""
SYRIA_1967 = (
    "3502: inf 1-1; 3503: inf 1-1 x2; 3504: inf 1-1; 3505: inf 1-1; 3507: inf 1-1; 3603: arm 2-5; 3705: mech 2-5"
)
JORDAN_1967 = """2911: inf 3-1; 2914: inf 3-1; 2915: inf 1-1; 3017: inf 6-1; 3109: inf 6-1; 3111: inf 1-1; 3116: inf 3-1;
3215: inf 3-1; 3310: inf 3-1; 3312: arm 7-6; 3315: arm 7-6; 3408: inf 3-1; 3412: mech 3-5; 3714: mech 5-6"""


@pytest.mark.rule("sinai", "20.1", "19.0", "22.11")
@pytest.mark.parametrize("scenario", ["1967", "1967-iraqi", "1967-cooperation", "1967-officers"])
def test_r20_1_order_of_battle_of_1967(scenario: str) -> None:
    s = loaded(scenario).start()
    orders = {"israel": ISRAEL_1967, "egypt": EGYPT_1967, "syria": SYRIA_1967, "jordan": JORDAN_1967}
    for front, order in orders.items():
        assert standing(s, front) == written(order), front
    due = {"1967-iraqi": 2}.get(scenario, 8)
    assert waiting(s, "jordan") == {(due, 0): Counter({"mech 3-5 edge": 2, "arm 4-5 edge": 1})}


MOBILIZED_1967 = {
    2: """2616: arm 9-8; 2717: arm 9-8; 2721: arm 8-8; 2713: inf 6-1; 2809: para 4-1; 2814: inf 6-1; 3015: inf 6-1;
    anywhere: supply 0-1""",
    3: "2519: inf 8-1; 3307: mech 6-8; 2715: mech 8-8; 3108: arm 7-8; 2619: inf 4-1",
    4: "3108: inf 5-1; 3404: inf 5-1; 3308: inf 5-1; 3402: inf 5-1; 2810: inf 6-1",
}


@pytest.mark.rule("sinai", "20.2", "22.51", "22.52", "22.66")
@pytest.mark.parametrize("scenario", ["1967-napping", "1967-jihad"])
def test_r20_2_mobilization_of_1967(scenario: str) -> None:
    s = loaded(scenario).start()
    game = s.game
    found: dict[int, Counter[str]] = {0: Counter(), 2: Counter(), 3: Counter(), 4: Counter()}
    for u in game.side_units["israel"]:
        turn = game.roster[u].factors["mobilizes"]
        place = game.hex_name(s.loc[u]) if s.loc[u] > 0 else "anywhere"
        found[turn][f"{unit_text(game, u)} {place}"] += 1
        assert bool(s.dormant >> u & 1) == (turn > 0)
    free = "anywhere: arm 7-8 x2, arm 2-8 x3, recce 1-8, inf 6-1, inf 5-1, arm 9-8; 2713: airm 1-1"
    assert found.pop(0) == written(free)
    assert found == {turn: written(text) for turn, text in MOBILIZED_1967.items()}
    for front, order in (("egypt", EGYPT_1967), ("syria", SYRIA_1967), ("jordan", JORDAN_1967)):
        assert standing(s, front) == written(order), front


@pytest.mark.rule("sinai", "22.23", "22.64")
@pytest.mark.parametrize("scenario", ["1967-free-israeli", "1967-free-arab", "1967-fantasy"])
def test_r22_23_free_set_up_of_1967(scenario: str) -> None:
    s = loaded(scenario).start()
    game = s.game
    assert s.actor == "arab"  # the Arab Player sets up first
    assert not any(h > 0 for h in s.loc)
    gaza = {"2418", "2319", "2320", "2220"}
    for u in range(len(game.roster)):
        if s.loc[u] == game.TO_COME:
            continue
        land = {game.hex_name(h) for h in range(game.map.grid.size) if zone_of(s, u) >> h & 1}
        if "PAL" in game.name_of(u):
            assert land == gaza
        else:
            assert len(land) > 20
            assert not {h for h in land if not game.home[game.front[u]] >> game.hex(h) & 1}
    early = scenario == "1967-fantasy"
    assert (waiting(s, "jordan") == {}) == early


# 1956 -------------------------------------------------------------------------------------------------------
ISRAEL_1956 = """2321: arm 6-8, inf 5-1; 2424: arm 5-8, inf 4-1, inf 5-1; 2524: supply 0-1; 2713: mech 4-8; 2720: inf 4-1;
2723: arm 7-8; 2810: inf 4-1; 2815: arm 2-8; 2906: mech 4-8; 2930: mech 3-8, mech-para 4-8; 3015: inf 4-1; 3108: inf 4-1;
3124: para 1-1; 3306: arm 2-8; 3403: inf 4-1"""
EGYPT_1956 = """0424: mech 4-5; 0428: arm 6-5; 0630: mech 2-5; 1632: camel 1-5; 1821: inf 2-1, arm 1-5; 1921: inf 1-1;
2124: inf 1-1; 2220: inf 4-1; 2224: inf 5-1; 2251: inf 3-0; 2319: inf 2-1; 2320: inf 2-1; 2326: mech 2-5; 2418: inf 3-1"""
JORDAN_1956 = "3017: inf 3-1; 3114: inf 3-1; 3116: inf 3-1; 3211: inf 3-1, mech 3-5 x3; 3714: arm 2-6"


@pytest.mark.rule("sinai", "23.8", "23.3", "23.41", "23.43", "23.21")
@pytest.mark.parametrize(
    ("scenario", "jordan"), [("1956", ""), ("1956-jordan", JORDAN_1956), ("1956-jordan-turn-1", JORDAN_1956)]
)
def test_r23_8_order_of_battle_of_1956(scenario: str, jordan: str) -> None:
    s = loaded(scenario).start()
    for front, order in {"israel": ISRAEL_1956, "egypt": EGYPT_1956, "syria": "", "jordan": jordan}.items():
        assert standing(s, front) == written(order), front
    assert not any(h == s.game.TO_COME for h in s.loc)


@pytest.mark.rule("sinai", "23.9", "23.51", "23.52", "23.53", "23.61", "23.62")
@pytest.mark.parametrize(("scenario", "jordan"), [("1956-egypt", ""), ("1956-jihad", JORDAN_1956)])
def test_r23_9_the_best_egyptian_army(scenario: str, jordan: str) -> None:
    s = loaded(scenario).start()
    game = s.game

    def force(front: str) -> Counter[str]:
        return Counter(unit_text(game, u) for u in range(len(game.roster)) if game.front[u] == front)

    def plain(order: Counter[str]) -> Counter[str]:
        without: Counter[str] = Counter()
        for text, n in order.items():
            without[text.rsplit(" ", 1)[0]] += n
        return without

    best = plain(written(EGYPT_1956)) + Counter({"mech 5-5": 1, "mech 4-5": 4}) - Counter({"mech 2-5": 1})
    assert force("egypt") == best
    assert force("israel") == plain(written(ISRAEL_1956))
    assert force("jordan") == plain(written(jordan))
    assert s.actor == "arab"
    for u in range(len(game.roster)):
        land = zone_of(s, u)
        if unit_text(game, u) == "inf 3-0":
            assert land == 1 << game.hex("2251")
        else:
            assert land.bit_count() > 20
            assert not land & ~game.home[game.front[u]]


# 1973 and later ---------------------------------------------------------------------------------------------
ISRAEL_1973 = """0924: arm 9-8; 0931: mech 5-8; 1128: arm 9-8; 1821: airm 2-1; 2712: airm 2-1; 3015: airm 2-1;
3114: mech 5-8 x2; 3601: mech-para 6-8"""
ISRAEL_LATER = {
    (1, 2): "2519: arm 9-8, mech 7-8; 3206: mech 7-8; 3015: mech 6-8; 2712: mech 6-8",
    (2, 1): "2519: arm 9-8 x2; 0924: arm 9-8; 3206: arm 9-8, mech-para 6-8; 2712: mech-para 6-8; 3015: mech-para 6-8",
    (2, 2): "2712: mech 6-8; 2713: mech 7-8 x2; 3206: arm 9-8; 2519: arm 9-8; 1733: arm 9-8",
    (3, 1): "2712: mech 6-8; 3015: mech 6-8, mech 5-8; 3206: mech 5-8; 2713: mech 5-8",
}
EGYPT_START = Counter({"mech-para 4-5": 2, "mech 4-5": 4, "mech 5-4": 4, "arm 5-5": 4, "mech 4-4": 2, "mech 2-6": 1})
EGYPT_LATER = {
    (2, 1): "edge: mech 4-5 x3, arm 5-5 x2, mech 4-4 x2, mech 5-4",
    (2, 2): "edge: mech 4-5 x4, arm 5-5 x3, mech 4-4 x2",
    (5, 1): "edge: mech 1-5",
}
SYRIA_START = Counter({"inf 1-1": 6, "arm 2-5": 2, "mech 2-5": 2, "mech 1-6": 1})
SYRIA_LATER = {
    (2, 1): "edge: inf 1-1 x2, arm 2-5, mech 2-5",
    (2, 2): "edge: inf 1-1 x2, arm 2-5 x2",
    (4, 1): "edge: arm 4-5 x2, mech 3-5",
    (5, 1): "edge: mech 1-6",
}
JORDAN_START = "3714: arm 6-6, inf 4-1; 3711: mech 5-6"
JORDAN_LATER = {
    (2, 1): "3714: mech 4-6; 3711: mech 5-6",
    (2, 2): "3711: arm 6-6",
    (3, 1): "3714: mech 5-6; 3620: mech 5-6",
    (3, 2): "3711: inf 4-1",
    (4, 1): "3711: inf 4-1; 3714: inf 4-1",
}
OWN = ("egypt", "syria", "jordan")


def later(schedule_: dict[tuple[int, int], str]) -> dict[tuple[int, int], Counter[str]]:
    return {when: written(text) for when, text in schedule_.items()}


def free(s: Any, front: str) -> Counter[str]:
    """Units of a front that its player has still to place."""
    game = s.game
    return Counter(unit_text(game, u) for u in range(len(game.roster)) if game.front[u] == front and s.loc[u] == 0)


@pytest.mark.rule("sinai", "25.84", "25.85", "25.86", "25.87", "25.5", "25.94")
@pytest.mark.parametrize("scenario", ["1973", "1973-cooperation"])
def test_r25_84_mobilization_of_1973(scenario: str) -> None:
    s = loaded(scenario).start()
    assert standing(s, "israel") == written(ISRAEL_1973)
    assert waiting(s, "israel") == later(ISRAEL_LATER)
    sam = "0323: sam 1-1; 0325: sam 1-1; 0327: sam 1-1; 0429: sam 1-1; 0531: sam 1-1"
    assert standing(s, "egypt") == written(sam)
    assert free(s, "egypt") == EGYPT_START
    libya = {(4, 2): "edge: arm 4-5, mech 3-5"} if scenario == "1973-cooperation" else {}
    assert waiting(s, "egypt") == later({**EGYPT_LATER, **libya})
    assert standing(s, "syria") == written("3803: sam 1-1")
    assert free(s, "syria") == SYRIA_START
    assert waiting(s, "syria") == later(SYRIA_LATER)
    assert standing(s, "jordan") == written(JORDAN_START)
    assert waiting(s, "jordan") == later(JORDAN_LATER)
    reserve = [unit_text(s.game, u) for u in range(len(s.game.roster)) if s.loc[u] == s.game.RESERVE]
    assert reserve == ["mech 4-4"] * 9


@pytest.mark.rule("sinai", "26.12", "26.16", "26.2", "26.43")
@pytest.mark.parametrize("scenario", ["mid-1970s", "mid-1970s-logistics"])
def test_r26_16_mobilization_of_the_mid_1970s(scenario: str) -> None:
    s = loaded(scenario).start()
    assert standing(s, "israel") == written(ISRAEL_1973)
    assert waiting(s, "israel") == later(ISRAEL_LATER)
    assert free(s, "egypt") == EGYPT_START + Counter({"sam 1-1": 5})
    assert free(s, "syria") == SYRIA_START + Counter({"sam 1-1": 2})
    assert free(s, "jordan") == Counter({"sam 1-1": 1})
    earlier = {(2, 1): (1, 2), (2, 2): (2, 1), (3, 1): (2, 2), (3, 2): (3, 1), (4, 1): (3, 2)}
    foreign = ((4, 1), (5, 1))  # Tunisians, Iraqis and Saudis keep their dates
    for front, printed in (("egypt", EGYPT_LATER), ("syria", SYRIA_LATER)):
        moved = {when if when in foreign else earlier[when]: text for when, text in printed.items()}
        assert waiting(s, front) == later(moved), front
    assert waiting(s, "jordan") == later({earlier[when]: text for when, text in JORDAN_LATER.items()})


FULL = ["mid-1970s-full", "mid-1970s-full-israeli", "mid-1970s-logistics-full", "mid-1970s-soviet", "mid-1970s-race"]
FULL += ["mid-1970s-race-soviet", "mid-1970s-cooperation"]
SOVIET = {(11, 1): Counter({"mech 6-6 edge": 2, "arm 7-6 edge": 1, "marine 3-6 edge": 1})}


@pytest.mark.rule("sinai", "26.31", "26.32", "26.44", "26.51", "26.52", "26.61", "26.62", "26.65", "26.72")
@pytest.mark.parametrize("scenario", FULL)
def test_r26_31_full_mobilization(scenario: str) -> None:
    s = loaded(scenario).start()
    game = s.game
    powers = "soviet" in scenario
    assert not any(h > 0 for h in s.loc)  # everybody is placed by the players, the Arab Player first
    assert s.actor == "arab"
    assert waiting(s, "egypt") == (SOVIET if powers else {})
    assert sum((c for c in waiting(s, "israel").values()), Counter()).total() == (2 if powers else 0)
    assert set(waiting(s, "israel")) == ({(12, 2)} if powers else set())
    assert sum(free(s, "israel").values()) == 9 + 5 + 7 + 6 + 5
    assert (
        sum(free(s, "egypt").values()) == 5 + 17 + 8 + 9 + 1 + 2 + 9
    )  # SAM, start, two waves, Tunisia, Libya, reserve
    assert sum(free(s, "syria").values()) == 2 + 11 + 4 + 4 + 3 + 1
    assert sum(free(s, "jordan").values()) == 1 + 3 + 2 + 1 + 2 + 1 + 2
    empty = game.map.country["sinai"] | game.map.country["gaza"] | game.map.country["west_bank"]
    for u in range(len(game.roster)):
        if s.loc[u] == 0 and "race" in scenario:
            assert not zone_of(s, u) & empty & ~game.map.sets["goal_J_old_jerusalem"]


@pytest.mark.rule("sinai", "26.62", "26.82")
def test_r26_82_jihad_mobilizes_israel_by_the_schedule_and_the_arabs_at_once() -> None:
    s = loaded("mid-1970s-jihad").start()
    held = "2712: airm 2-1; 3015: airm 2-1; 3601: mech-para 6-8"  # in the Israel of this scenario
    assert standing(s, "israel") == written(held)
    assert free(s, "israel") == Counter({"arm 9-8": 2, "mech 5-8": 3, "airm 2-1": 1})
    assert set(waiting(s, "israel")) == set(ISRAEL_LATER)
    assert waiting(s, "egypt") == waiting(s, "syria") == waiting(s, "jordan") == {}
    from sandtable.games.sinai.course.reinforcements import reinforcement_hex

    game = s.game
    due = [u for u in game.side_units["israel"] if s.loc[u] == game.TO_COME]
    sinai = [u for u in due if game.sinai >> game.hex(game.roster[u].factors["hex"]) & 1]
    assert [reinforcement_hex(s, u) for u in sinai] == ["2723", "2723"]  # the two due in the Sinai


# what each scenario changes in its family ---------------------------------------------------------------------
UNITED = {"arab_nations": "together", "jordan_entry": "when_mobilized", "jordan_stops_without_syria": False}
MOBILIZED = {
    "setup_israel": "free_all",
    "setup_arab": "free_all",
    "forces": ("main", "reserve", "mid-1970s", "libya"),
    "opening": "none",
    "schedule_advance": 0,
    "reserve": False,
    "syrian_truck_from_turn": 1,
}
GREAT_POWERS = (*MOBILIZED["forces"], "superpowers")
RACE = {
    **MOBILIZED,
    "geography": "lands_given_back",
    "settlements": ("fortified_settlement_1967", "fortified_settlement_golan_1970"),
    "bar_lev": False,
    "canal": "ferry_and_any",
    "garrison": "golan",
    "victory": "goals_race",
    "levels": (
        ("Decisive Israeli", 31),
        ("Substantive Israeli", 21),
        ("Marginal Israeli", 11),
        ("Draw", 0),
        ("Marginal Arab", -10),
        ("Substantive Arab", -20),
        ("Decisive Arab", -999),
    ),
}
LOGISTICS = {"arab_supply": "net", "mech_as_infantry": ("israel", "arab")}
BOTH_FREE = {"setup_israel": "free_country", "setup_arab": "free_country"}
FIRST_STRIKE = {"first_player": "arab", "air_strikes_from_turn": 3, "command_control": "headers_first_strike"}
TOGETHER_1967 = {
    "jordan_entry": "start",
    "arab_nations": "together",
    "goal_stop": "turn_12",
    "level_adjust_jordan_out": 0,
}
OFFICERS = {"command_control": "none", "fear_retreat": False}
FANTASY = {
    **FIRST_STRIKE,
    **TOGETHER_1967,
    **OFFICERS,
    "iraqi_turn": 0,
    "air_strikes": 0,
    "bridges_blown": False,
}

CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "1967-iraqi": ("1967", {"iraqi_turn": 2, "level_adjust": -5}),
    "1967-free-israeli": ("1967", {**BOTH_FREE, "level_adjust": -15}),
    "1967-free-arab": ("1967", {**BOTH_FREE, **FIRST_STRIKE, "level_adjust": -20}),
    "1967-cooperation": ("1967", {**TOGETHER_1967, "level_adjust": -10}),
    "1967-officers": ("1967", {**OFFICERS, "level_adjust": -25}),
    "1967-napping": ("1967", {**FIRST_STRIKE, "setup_israel": "mobilization_1967", "level_adjust": -25}),
    "1967-fantasy": ("1967", {**BOTH_FREE, **FANTASY, "level_adjust": -45}),
    "1967-jihad": ("1967", {**FANTASY, "setup_israel": "mobilization_1967", "level_adjust": -50}),
    "1956-jordan": (
        "1956",
        {
            "forces": ("main", "historical", "jordan"),
            "jordan_entry": "die_then_turn_5",
            "sinai_limit": (),
            "level_adjust": 22,
        },
    ),
    "1956-jordan-turn-1": ("1956-jordan", {"jordan_entry": "start"}),
    "1956-egypt": ("1956", {**BOTH_FREE, "forces": ("main", "optimum"), "level_adjust": -45}),
    "1956-jihad": (
        "1956-egypt",
        {
            "forces": ("main", "optimum", "jordan"),
            "jordan_entry": "start",
            "first_player": "arab",
            "level_adjust": -25,
        },
    ),
    "1973-cooperation": (
        "1973",
        {
            **UNITED,
            "forces": ("main", "reserve", "libya"),
            "trans_jordan": "after_jordan_moves",
            "libya_phase": 2,
            "amman": True,
        },
    ),
    "mid-1970s": (
        "1973",
        {
            "forces": ("main", "reserve", "mid-1970s"),
            "setup_arab": "schedule_mid_1970s",
            "sam_near": 3,
            "sam_crosses_canal": True,
            "opening": "no_second_move",
            "schedule_advance": 1,
            "trans_jordan": "after_jordan_moves",
            "amman": True,
            "air_strikes": 8,
        },
    ),
    "mid-1970s-full": ("mid-1970s", MOBILIZED),
    "mid-1970s-full-israeli": ("mid-1970s", {**MOBILIZED, "first_player": "israel"}),
    "mid-1970s-logistics": ("mid-1970s", LOGISTICS),
    "mid-1970s-logistics-full": ("mid-1970s", {**LOGISTICS, **MOBILIZED}),
    "mid-1970s-soviet": ("mid-1970s", {**MOBILIZED, "forces": GREAT_POWERS}),
    "mid-1970s-race": ("mid-1970s", RACE),
    "mid-1970s-race-soviet": ("mid-1970s", {**RACE, "forces": GREAT_POWERS}),
    "mid-1970s-cooperation": ("mid-1970s", {**MOBILIZED, **UNITED}),
    "mid-1970s-jihad": (
        "mid-1970s",
        {
            **{name: value for name, value in RACE.items() if name != "opening"},
            **UNITED,
            "setup_israel": "schedule_race",
            "air_strikes": 0,
            "bridges_blown": False,
        },
    ),
}


@pytest.mark.rule("sinai", "22.7", "23.6", "25.9", "26.3", "26.4", "26.5", "26.6", "26.7", "26.8")
@pytest.mark.parametrize("scenario", CHANGES)
def test_r22_0_a_scenario_changes_what_the_book_changes_and_nothing_else(scenario: str) -> None:
    family, changes = CHANGES[scenario]
    mine, base = loaded(scenario).rules, loaded(family).rules
    differ = {f.name for f in fields(mine) if getattr(mine, f.name) != getattr(base, f.name)}
    assert differ == set(changes)
    assert {name: getattr(mine, name) for name in changes} == changes


@pytest.mark.rule("sinai", "22.0", "23.0", "24.0", "26.0")
def test_r22_0_every_scenario_and_variation_is_listed() -> None:
    listed = [x.id for t in sandtable.games() if t.id == "sinai" for x in t.scenarios]
    assert sorted(listed) == sorted(["1967", "1956", "1973", *CHANGES])


# length, first player, Air Strikes ----------------------------------------------------------------------------
@pytest.mark.rule("sinai", "4.3", "23.22", "25.61", "4.2", "22.53", "23.63", "24.2", "26.33")
@pytest.mark.parametrize("scenario", ["1967", "1956", "1973", *CHANGES])
def test_r4_3_length_and_first_player(scenario: str) -> None:
    rules = loaded(scenario).rules
    turns = 12 if scenario.startswith("1967") else 16 if scenario.startswith("1956") else 0
    assert rules.game_turns == turns
    arab_first = ("1967-free-arab", "1967-napping", "1967-fantasy", "1967-jihad", "1956-jihad")
    late = not scenario.startswith(("1967", "1956")) and scenario != "mid-1970s-full-israeli"
    assert rules.first_player == ("arab" if scenario in arab_first or late else "israel")


# levels -----------------------------------------------------------------------------------------------------
LEVELS_1967 = (("Decisive Israeli", 75), ("Substantive Israeli", 70), ("Marginal Israeli", 65), ("Draw", 55))
LEVELS_1967 += (("Marginal Arab", 45), ("Substantive Arab", 35))
LEVELS_1956 = (("Decisive Israeli", 60), ("Substantive Israeli", 55), ("Marginal Israeli", 50), ("Draw", 45))
LEVELS_1956 += (("Marginal Arab", 40), ("Substantive Arab", 35))
LEVELS_1973 = (("Decisive Israeli", 50), ("Substantive Israeli", 30), ("Marginal Israeli", 15), ("Draw", 0))
LEVELS_1973 += (("Marginal Arab", -15), ("Substantive Arab", -30))
LEVELS_RACE = (("Decisive Israeli", 31), ("Substantive Israeli", 21), ("Marginal Israeli", 11), ("Draw", 0))
LEVELS_RACE += (("Marginal Arab", -10), ("Substantive Arab", -20))
SHIFTS_1967 = {"iraqi": 5, "free-israeli": 15, "free-arab": 20, "cooperation": 10, "officers": 25, "napping": 25}
SHIFTS_1967 |= {"fantasy": 45, "jihad": 50}
SHIFTS_1956 = {"jordan": -22, "jordan-turn-1": -22, "egypt": 45, "jihad": 25}


def book_levels(scenario: str, jordan_at_war: bool) -> list[tuple[str, int]]:
    """Least net points of every level but the lowest."""
    family, _, variant = scenario.partition("-")
    if family == "1967":
        out = 0 if jordan_at_war or variant in ("cooperation", "fantasy", "jihad") else 16
        return [(name, least - SHIFTS_1967.get(variant, 0) - out) for name, least in LEVELS_1967]
    if family == "1956":
        return [(name, least - SHIFTS_1956.get(variant, 0)) for name, least in LEVELS_1956]
    race = "race" in scenario or scenario == "mid-1970s-jihad"
    return list(LEVELS_RACE if race else LEVELS_1973)


@pytest.mark.rule("sinai", "21.42", "22.7", "23.71", "25.72", "26.94")
@pytest.mark.parametrize("jordan_at_war", [True, False])
@pytest.mark.parametrize("scenario", ["1967", "1956", "1973", *CHANGES])
def test_r21_42_levels_of_victory(scenario: str, jordan_at_war: bool) -> None:
    s = loaded(scenario).start()
    s.jordan_at_war = jordan_at_war
    names = ["Decisive Israeli", "Substantive Israeli", "Marginal Israeli", "Draw"]
    names += ["Marginal Arab", "Substantive Arab", "Decisive Arab"]
    for (name, least), lower in zip(book_levels(scenario, jordan_at_war), names[1:]):
        assert level(s, least) == name
        assert level(s, least - 1) == lower
    assert level(s, -900) == "Decisive Arab"
    assert level(s, 900) == "Decisive Israeli"


@pytest.mark.rule("sinai", "20.1")
def test_r20_1_named_units_stand_where_the_book_puts_them() -> None:
    s = loaded("1967").start()
    places = {"Shml": "2420", "Iska": "2323", "Elhn": "2524", "Mtke": "2424", "Yona": "3402", "Eg-19NG": "1821"}
    places |= {"Eg-108PAL": "2320", "Sy-123": "3507", "Jo-27": "3215", "Jo-RIGd": "3714"}
    assert {n: where(s, n) for n in places} == places
