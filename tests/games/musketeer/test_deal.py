"""[23.0, 12.1] Dealing units to counters, against every order in which that can be done; and who of them is disrupted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.core.chance import Still
from sandtable.games.musketeer.imagined import Table

from .table import BOOK, moving, position

NAMES = ("EG-2-Div", "EG-8-PLA", "EG-1", "EG-7", "EG-10", "EG-1-Armd", "EG-2", "EG-11")
REST = ("5412 IS-4", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo")


def table(
    places: tuple[int, ...], fits: list[int], examined: dict[int, int], names: Sequence[str] = NAMES
) -> tuple[Any, set[Any]]:
    """A table, and every deal that is right."""
    game = sandtable.load(BOOK)
    units = tuple(sorted(map(game.unit, names[: len(places)])))
    limit = game.division_limit["egypt"]
    right = set()
    for order in permutations(units):
        lying: dict[int, int] = dict(examined)
        for place, u in zip(places, order):
            lying[place] = lying.get(place, 0) + (game.divisions >> u & 1)
        if all(fits[i] >> u & 1 for i, u in enumerate(order)) and all(n <= limit for p, n in lying.items() if p > 0):
            right.add(order)
    return Table(game, "egypt", units, places, fits, frozenset(examined.items())), right


def as_order(dealt: dict[int, int]) -> tuple[int, ...]:
    return tuple(dealt[i] for i in range(len(dealt)))


@pytest.mark.rule(BOOK, "12.1", "23.0")
@pytest.mark.parametrize("seed", range(120))
def test_r12_1_a_deal_is_found_whenever_there_is_one_and_exchanges_keep_it_right(seed: int) -> None:
    rng = Random(seed)
    game = sandtable.load(BOOK)
    names = rng.sample(NAMES, 4 + seed % 3)
    units = sorted(map(game.unit, names))
    places = tuple(rng.choice((20, 20, 30, 40, -5)) for _ in units)
    fits = [sum(1 << u for u in units if rng.random() < 0.4) for _ in units]
    examined = {place: 1 for place in (30,) if rng.random() < 0.5}
    t, right = table(places, fits, examined, names)
    assert bool(t.first) == bool(right)
    if right:
        assert as_order(t.first) in right
        assert t.dealt(Still()) is t.first
        first = dict(t.first)
        found = {as_order(t.dealt(Random(k))) for k in range(40)}
        assert found <= right
        assert t.first == first
    else:
        assert not t.dealt(rng)
        assert not t.dealt(Still())


@pytest.mark.rule(BOOK, "12.1", "23.0")
@pytest.mark.parametrize("places", [(20, 20, 30, 30), (20, 30, 40, -5), (20, 20, -5, -5)])
def test_r12_1_every_right_deal_can_come_out(places: tuple[int, ...]) -> None:
    """Two divisions, each in its hex, can change places, too."""
    t, right = table(places, [-1] * 4, {})
    assert {as_order(t.dealt(Random(k))) for k in range(400)} == right


@pytest.mark.rule(BOOK, "12.1", "23.0")
def test_r12_1_a_full_hex_takes_no_division_and_the_box_takes_all() -> None:
    t, right = table((20, 20, -5, -5), [-1] * 4, {20: 1})
    found = {as_order(t.dealt(Random(k))) for k in range(200)}
    assert found == right
    assert len(found) == 4
    assert not table((20, 20, 30), [-1] * 3, {20: 1, 30: 1})[0].first


def hidden_and_disrupted(s: Any, *places: str, n: int = 120) -> set[tuple[int, ...]]:
    """How many hidden Egyptians are disrupted in these places, over many samples."""
    own = s.game.ground_by["egypt"] & ~s.known
    found = set()
    for seed in range(n):
        t = s.game.sample_hidden(s, "west", Random(seed))
        assert t.disrupted & s.known == s.disrupted & s.known
        found.add(tuple(sum(t.disrupted >> u & 1 for u in t.at(t.game.place(p), own)) for p in places))
    return found


@pytest.mark.rule(BOOK, "13.1", "23.0")
def test_r13_1_who_is_disrupted_may_be_another_unless_its_zone_shows() -> None:
    """One that is examined holds the zone; one alone holds it; of two one holds it; without a zone all are disrupted."""
    s = moving(
        "israel", "5414 EG-10 EG-1", "4012 EG-7", "1809 EG-2 EG-11", "2110 EG-75P EG-118-R", "2408 EG-99-R", *REST,
        known=["EG-1"], disrupted=["EG-10", "EG-2", "EG-99-R"],
    )  # fmt: skip
    places = ("5414", "4012", "1809", "2110", "2408")
    assert hidden_and_disrupted(s, *places) == {(1, 0, 1, 0, 1), (1, 0, 0, 1, 1), (0, 0, 1, 1, 1)}
    s = moving("israel", "5414 EG-10 EG-1", "4012 EG-7 EG-2", *REST, disrupted=["EG-10", "EG-1"], known=["EG-1"])
    assert hidden_and_disrupted(s, "5414", "4012") == {(1, 0)}  # no zone in 5414
    who = {s.game.sample_hidden(s, "west", Random(k)).disrupted for k in range(40)}
    assert len(who) > 1


@pytest.mark.rule(BOOK, "13.1", "23.0")
def test_r13_1_each_of_several_may_be_the_one_that_holds_the_zone() -> None:
    places = ("5414 EG-10 EG-1", "4012 EG-7 EG-2", "1809 EG-11 EG-118-R")
    s = moving("israel", *places, *REST, disrupted=["EG-10"], evidence=[0] * 163)
    u, v = s.game.unit("EG-10"), s.game.unit("EG-1")
    s.evidence[u], s.evidence[v] = 1 << 6, 1 << 7  # what tells the two counters apart
    fresh = set()
    for seed in range(80):
        t = s.game.sample_hidden(s, "west", Random(seed))
        for x in t.at(t.game.hex("5414"), t.game.ground):
            if t.disrupted >> x & 1:
                fresh.add(t.evidence[x])
    assert fresh == {1 << 6, 1 << 7}


@pytest.mark.rule(BOOK, "23.0")
def test_r23_0_only_units_with_another_side_are_disrupted() -> None:
    """A counter that must be an engineer has no other side to show."""
    s = moving(
        "israel", "5414 EG-10 EG-Eng", "4012 EG-7 EG-2", "1809 EG-11", "2110 EG-1-Armd", *REST, disrupted=["EG-10"]
    )
    s.clues[s.game.unit("EG-Eng")] = 1 << 11
    same = 0
    for seed in range(60):
        t = s.game.sample_hidden(s, "west", Random(seed))
        assert not t.disrupted & ~t.game.two_sided
        assert t.disrupted.bit_count() == 1
        assert t.loc[s.game.unit("EG-Eng")] == s.loc[s.game.unit("EG-Eng")]
        same += t.loc == s.loc
    assert same < 12


@pytest.mark.rule(BOOK, "23.0", "15.3")
def test_r23_0_an_examined_unit_out_of_sight_stays_as_it_was_seen() -> None:
    """The first unit of the roster as well."""
    s = moving("anglo-french", "2208 UK-16-Para UK-19", "2209 UK-29 UK-51", "2306 EG-1", "0501 IS-Gar-Eilat",
               disrupted=["UK-16-Para"], known=["UK-16-Para"])  # fmt: skip
    s = s.play("move UK-16-Para 2209")
    assert s.evidence[0]
    for seed in range(40):
        t = s.game.sample_hidden(s, "east", Random(seed))
        assert t.disrupted == 1
        assert t.loc[0] == s.loc[0]
        assert t.bridged == 0


@pytest.mark.rule(BOOK, "23.0", "9.2", "29.6")
def test_r23_0_what_counters_have_done_stays_with_them() -> None:
    s = moving(
        "israel",
        "5412 IS-4 IS-9",
        "5414 EG-7 EG-10",
        "4012 EG-1",
        "5702 IS-Gar-Ashkelon",
        moved=["EG-7"],
        attacked=["EG-1"],
    )
    own = s.game.ground_by["egypt"]
    for seed in range(30):
        t = s.game.sample_hidden(s, "west", Random(seed))
        assert [t.loc[u] for u in range(len(t.loc)) if t.moved >> u & 1] == [t.game.hex("5414")]
        assert [t.loc[u] for u in range(len(t.loc)) if t.attacked >> u & 1] == [t.game.hex("4012")]
        assert (t.moved | t.attacked) & ~own == 0
    s = moving("egypt", "5412 EG-7", "5414 IS-4", "4012 IS-9", "3314 EG-Gar-Cairo", moved=["EG-7"])
    assert s.game.as_known(s, "west").moved != 0


@pytest.mark.rule(BOOK, "23.0", "29.6")
def test_r23_0_a_unit_that_a_step_speaks_of_is_as_fresh_as_it_is() -> None:
    places = ("2210 FR-3-RCP UK-19", "2212 UK-29 UK-51", "2214 UK-1-Guards", "2306 EG-1", "5702 IS-Gar-Ashkelon")
    states, hurt_in = [], set()
    for dropped, hurt in (("FR-3-RCP", "UK-19"), ("UK-19", "FR-3-RCP")):
        s = position("LandingHazards", *places, contingent="anglo-french", dropped=[dropped], disrupted=[hurt])
        for seed in range(40):
            t = s.game.imagined(s, "east", Random(seed))
            assert not t.disrupted >> t.agenda[1].unit & 1
            assert t.disrupted.bit_count() == 1
            hurt_in |= {str(t.game.hex_name(t.loc[u])) for u in bits(t.disrupted)}
        states.append(s.game.as_known(s, "east"))
    assert states[0] == states[1]
    assert hurt_in == {"2210", "2212"}
    one, other = (
        position("LandingHazards", *places, contingent="anglo-french", dropped=[x]) for x in ("FR-3-RCP", "UK-19")
    )
    assert one.game.as_known(one, "east") == other.game.as_known(other, "east")


@pytest.mark.rule(BOOK, "23.0", "13.1")
def test_r23_0_no_more_are_disrupted_than_are() -> None:
    """EG-10, seen disrupted, lay with another; the one that went has no zone: it is EG-10, though nothing shows of the other."""
    s = moving("egypt", "4012 EG-10", "4008 EG-1", "3309 EG-97-NG EG-2", *REST, disrupted=["EG-10"], known=["EG-10"])
    s = s.play("move EG-10 4011")
    t = moving("egypt", "4011 EG-10 EG-1 EG-7", "3309 EG-97-NG EG-2", *REST, disrupted=["EG-10"], known=["EG-7"])
    t.evidence, t.clues = s.evidence, s.clues
    t = t.play("move EG-10 4010")
    for seed in range(40):
        x = t.game.sample_hidden(t, "west", Random(seed))
        assert x.disrupted == t.disrupted
        assert x.loc[t.game.unit("EG-10")] == t.game.hex("4010")
