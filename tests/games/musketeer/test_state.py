"""What the state keeps of units: who is seen, who is gone, where a game begins."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core import DataError, Source, bits
from sandtable.games.musketeer.charts import FAR
from sandtable.games.musketeer.wording import plain_number, shots

from .table import BOOK, fighting, log, moving, play, position, seen


@pytest.mark.rule(BOOK, "23.1")
def test_r23_1_what_is_seen_is_told_once_and_hex_by_hex() -> None:
    s = fighting("israel", "5413 IS-4", "5414 EG-7 EG-10", "5415 EG-11", "6017 IS-9", known=["EG-10"]).copy()
    s.log = []
    s.reveal(sum(1 << s.game.unit(n) for n in ("EG-7", "EG-10", "EG-11")), "23.1")
    assert [e.text for e in s.log] == ["EG-7 is revealed in 5414.", "EG-11 is revealed in 5415."]
    assert seen(s, "west") >= {"EG-7", "EG-10", "EG-11"}


@pytest.mark.rule(BOOK, "23.2")
def test_r23_2_only_units_next_to_the_hex_show_themselves() -> None:
    s = moving("israel", "5412 IS-4", "5414 EG-7", "5416 EG-10", "egypt-box EG-11", "5702 IS-Gar-Ashkelon").copy()
    s.reveal_zone(s.game.hex("5413"), "west")
    assert seen(s, "west") & {"EG-7", "EG-10", "EG-11"} == {"EG-7"}


@pytest.mark.rule(BOOK, "15.3", "29.5", "29.6")
def test_r15_3_who_is_eliminated_is_nothing_else_any_more_and_seen_by_all() -> None:
    units = ["FR-1-REP", "UK-16-Para"]
    s = moving(
        "anglo-french", "2209 FR-1-REP UK-16-Para", "2306 EG-1", disrupted=units, assaulting=units, dropped=units
    )
    s = s.copy()
    s.attackers = s.disrupted
    u, other = map(s.game.unit, units)
    assert not s.known >> u & 1
    s.eliminate(u)
    assert s.loc[u] == s.game.dead
    assert s.disrupted == s.assaulting == s.attackers == 1 << other
    assert s.dropped == (other,)
    assert s.known >> u & 1
    assert not s.known >> other & 1


@pytest.mark.rule(BOOK, "5.1", "5.5")
def test_r5_5_a_turn_begins_without_passes() -> None:
    s = position('Activation {"side": "west"}', "6017 IS-4", "4012 EG-1", pool_west=["Israel"], pool_east=["Egypt"])
    assert play(s, "pass").actor == "east"
    assert sandtable.load(BOOK).start().passes == 0


def test_shots_are_counted_in_words() -> None:
    assert shots(1, 0) == "1 airstrike"
    assert shots(2, 0) == "2 airstrikes"
    assert shots(0, 1) == "1 gunfire or rocket unit"
    assert shots(0, 2) == "2 gunfire or rocket units"
    assert shots(2, 1) == "2 airstrikes and 1 gunfire or rocket unit"


def test_only_plain_figures_are_numbers() -> None:
    assert [plain_number(x) for x in ("0", "12", "-1", "1.5", "", "two", "٣", "²")] == [0, 12, *[None] * 6]


@pytest.mark.rule(BOOK, "14.10", "14.4")
def test_r14_10_the_best_terrain_of_a_hex_counts_for_whom_it_is() -> None:
    game = sandtable.load(BOOK)
    assert game.terrain_shift(game.hex("5408"), "egypt") == (2, "fortification")
    assert game.terrain_shift(game.hex("5408"), "us")[1] != "fortification"
    assert game.terrain_shift(game.hex("5604"), "israel") == (1, "kibbutz")
    assert game.terrain_shift(game.hex("5604"), "egypt")[1] != "kibbutz"
    for h in game.map.grid.hexes:
        for contingent in game.title_of:
            kinds = {k: n for k, (b, n) in game.shift_by_kind.items() if b >> h & 1}
            mine = [n for k, n in kinds.items() if game.only_for.get(k, contingent) == contingent]
            assert game.terrain_shift(h, contingent)[0] == max(mine, default=0)


@pytest.mark.rule(BOOK, "23.0")
def test_r23_0_only_a_side_can_have_come_to_know_units() -> None:
    s = moving("israel", "5412 IS-4", "5414 EG-7", "5702 IS-Gar-Ashkelon")
    t = play(s, "move IS-4 5413")
    assert s.game.revealed(s, t, "west")
    assert not s.game.revealed(s, t, "east")
    assert not s.game.revealed(s, t, "nobody")


@pytest.mark.rule(BOOK, "11.1", "2.4")
def test_r11_1_who_may_not_drop_may_not_drop() -> None:
    game = sandtable.load(BOOK)
    for u in game.roster.units:
        symbol = bool(u.factors.get("airborne"))
        assert bool(game.droppable >> u.id & 1) == (symbol and not u.factors.get("may_not_drop"))
    barred = [u.name for u in game.roster.units if u.factors.get("may_not_drop")]
    assert barred


def test_places_have_names_and_areas_have_not() -> None:
    game = sandtable.load(BOOK)
    assert str(game.where(game.hex("4005"))) == "Port Said (4005)"
    assert str(game.where(game.hex("5215"))) == "5215"  # the name of the Sinai is no place


def test_a_word_of_the_game_may_stand_in_an_action() -> None:
    game = sandtable.load(BOOK)
    assert {"Israel", "Egypt-Mobilizes", "egypt", "anglo-french"} <= set(game.other_words)


def test_the_log_says_who_hears_what_of_a_move() -> None:
    s = moving("israel", "5412 IS-4", "5702 IS-Gar-Ashkelon", "4012 EG-1")
    assert log(s, "move IS-4 5413", side="east")[1] == ["A unit of Israel moves from 5412 to 5413."]
    assert log(s, "move IS-4 5413", side="west")[1] == ["IS-4 moves from 5412 to 5413."]


@pytest.mark.rule(BOOK, "26.1")
def test_r26_1_near_the_mediterranean_is_four_hexes_from_it() -> None:
    game = sandtable.load(BOOK)
    sea = list(bits(game.map.sets["mediterranean_sea"]))
    for h in list(bits(game.enterable))[::13]:
        away = min(game.map.grid.distance(h, x) for x in sea)
        assert bool(game.near_mediterranean >> h & 1) == (away <= 4), game.hex_name(h)


def test_a_counter_of_no_contingent_is_refused() -> None:
    game = sandtable.load(BOOK)

    class Wrong(Source):
        def load(self, name: str) -> dict[str, Any]:
            found = super().load(name)
            if name != "counters.toml":
                return found
            first, *others = found["unit"]
            return {**found, "unit": [{**first, "contingent": "atlantis"}, *others]}

    with pytest.raises(DataError, match="no contingent"):
        type(game)(game.title, game.scenario, Wrong(game.source.folder), game.options)


MECHANIZED = {"armor", "armored_infantry", "armored_cavalry", "armored_marine"}


@pytest.mark.rule(BOOK, "2.4", "2.5", "9.5", "11.3", "24.1", "24.2", "25.1")
def test_r2_4_the_kinds_of_units() -> None:
    game = sandtable.load(BOOK)
    for u in game.roster.units:
        f, ground = u.factors, u.factors["class"] == "ground"
        kinds = {
            "two_sided": f.get("sides") == 2,
            "static": ground and f["movement"] == 0,
            "mechanized": u.type in MECHANIZED,
            "divisions": u.size == "division",
            "airborne_type": u.type == "airborne",
            "landable": bool(f.get("amphibious")) or u.type in {"airborne", "infantry"},
            "infiltrators": u.name in {"SU-VOL", "SU-KGB"},
            "of_libya": u.nation in {"uk", "us"},
            "aaa": u.type == "aaa",
            "engineers": u.type == "engineer",
            "airstrikes": u.type == "airstrike",
            "guns": u.type in {"naval_gunfire", "rocket"},
            "special_forces": u.type == "special_forces",
            "guerrillas": u.type == "guerrilla",
            "garrisons": u.type == "garrison",
            "brigades": (u.type, u.size) == ("infantry", "brigade"),
            "groups": (u.type, u.size) == ("armor", "group"),
            "public": u.type == "garrison" or not ground,
        }
        for kind, is_one in kinds.items():
            assert bool(getattr(game, kind) >> u.id & 1) == is_one, (u.name, kind)
    assert not any(
        u.type in MECHANIZED and not u.factors.get("amphibious") and game.landable >> u.id & 1
        for u in game.roster.units
    )


@pytest.mark.rule(BOOK, "2.11", "8.3", "11.4", "16.1", "16.3", "20.3", "28.1")
def test_r2_11_the_kinds_of_places() -> None:
    game = sandtable.load(BOOK)
    m, grid = game.map, game.map.grid

    def around(h: int, hexes: int) -> bool:
        return bool((grid.adjacent[h] | 1 << h) & hexes)

    for h in grid.hexes:
        at = {k: bool(b >> h & 1) for k, b in (m.features | m.terrain | m.sets).items()}
        country = {k: bool(b >> h & 1) for k, b in m.country.items()}
        egypt = country["egypt"] or country["sinai"] or country["gaza strip"]
        open_ = (egypt or country["israel"]) and not at["sea"] and not at["lake"]
        kinds = {
            "enterable": open_,
            "strongholds": (at["city"] or at["fortification"]) and egypt,
            "urban": at["city"] or at["town"],
            "med_ports": at["port"] and at["mediterranean_coast"],
            "red_sea_coast": at["red_sea_coast"],
            "south_edge": at["south_edge_egypt"],
            "east_edge": at["east_edge_israel"],
            "west_edge": at["west_edge"],
            "gunfire_range": open_ and around(h, m.sets["mediterranean_coast"]),
            "settlements": country["israel"] and (at["town"] or at["kibbutz"]),
            "rout_goals": egypt and (at["city"] or at["airbase"]),
            "west_bank": country["egypt"] and any(side >> h & 1 for side in m.sides["canal"]),
        }
        for kind, is_one in kinds.items():
            assert bool(getattr(game, kind) >> h & 1) == is_one, (game.hex_name(h), kind)
        israeli = country["israel"] or (at["sinai"] and not at["canal_east_bank"])
        assert bool(game.allowed["israel"] >> h & 1) == (open_ and israeli)
        assert bool(game.allowed["us"] >> h & 1) == open_


@pytest.mark.rule(BOOK, "8.3", "16.3")
def test_r16_3_how_far_everything_is_overland() -> None:
    game = sandtable.load(BOOK)
    goals = {"edge": (game.to_south_edge, game.south_edge), "canal": (game.to_canal, game.west_bank)}
    goals |= {str(game.hex_name(g)): (game.to_goal[g], 1 << g) for g in bits(game.rout_goals)}
    assert len(goals) == 2 + game.rout_goals.bit_count()
    for name, (away, goal) in goals.items():
        for h in list(bits(game.enterable))[::5]:
            near = [away[x] for x in game.map.grid.neighbours[h] if x and game.enterable >> x & 1]
            if goal >> h & 1:
                assert away[h] == 0, name
            elif away[h] < FAR:
                assert away[h] == 1 + min(near), (name, game.hex_name(h))
            else:
                assert all(n >= FAR for n in near)


@pytest.mark.rule(BOOK, "9.8", "9.9", "9.10")
def test_r9_9_every_step_costs_what_the_chart_says() -> None:
    game = sandtable.load(BOOK)
    m, grid = game.map, game.map.grid
    cost = {"open": 6, "desert": 12, "rough": 18, "pass": 18, "city": 6, "town": 6, "kibbutz": 6, "fortification": 6}
    kinds = m.terrain | m.features
    for h in bits(game.enterable):
        steps = {step.to: step for step in game.steps[h]}
        assert set(steps) == {n for n in grid.neighbours[h] if n and game.enterable >> n & 1}
        for n, step in steps.items():
            way = 1 if m.follows("road", h, n) else 2 if m.follows("track", h, n) else 0
            highest = max(c for kind, c in cost.items() if kinds[kind] >> n & 1)
            canal, river, wadi = (m.crosses(kind, h, n) for kind in ("canal", "river", "wadi"))
            crossing = 12 if canal or (river and not way) else 6 if wadi and not way else 0
            assert (step.way, step.cost, step.crossing) == (way, (highest, 2, 3)[way], crossing)
            assert step.bridgeable == (canal or (river and not way))
    assert not any(game.steps[h] for h in grid.hexes if not game.enterable >> h & 1)
    assert set(game.defender_first) == {"rough", "pass", "city", "town", "kibbutz", "fortification"}
    assert game.side_shift == {"canal": 2, "river": 1, "wadi": 0}
