"""Retreats and advances to the last word; found missing by mutation."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core.agenda import advance
from sandtable.games.across_suez.advance import Advance
from sandtable.games.across_suez.combat import CombatPhase
from sandtable.games.across_suez.results import ChooseRetreat, Retreats

from .table import BOTH, NEW, OLD, fighting, options, play, refused, where
from .test_bounds import log
from .test_refusals import said

PLACES = ("0610 Matt-1", "0909 Matt-2", "0611 16/4", "1503 16/6")


def bits_of(s: Any, *units: str) -> int:
    return sum(1 << s.game.unit(u) for u in units)


def retreating(book: str, *places: str, units: tuple[str, ...] = ("Matt-1",), turn: int = 3) -> Any:
    """Israeli units that have to retreat from 16/4, in an Israeli Combat Phase."""
    s = fighting(book, "israel", *places, turn=turn)
    s.agenda = (Retreats("israel", bits_of(s, *units), bits_of(s, "16/4")), CombatPhase("israel"))
    advance(s)
    return s


# Retreats -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "5.6", "6.3", "6.4")
@pytest.mark.rule("across-suez-2021", "5.5", "7.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_what_is_no_retreat_and_why(book: str) -> None:
    s = retreating(book, *PLACES)
    rule = s.game.edition.rule
    assert isinstance(s.choice, ChooseRetreat)
    ends = {a.split("-")[-1] for a in options(s)}
    near = {str(s.game.hex_name(h)) for h in s.game.map.grid.neighbours[s.game.hex("0611")]}
    assert ends
    assert not ends & near
    for text in ("retreat", "retreat Matt-1", "retreat Matt-1 0510 0509", "flee Matt-1 0609", "retreat nobody 0609"):
        assert refused(s, text)
        assert "cannot be done now" in said(s, text)
    assert said(s, "retreat Matt-2 0908").endswith("Matt-2 does not have to retreat.")
    assert said(s, "retreat 16/4 0612").endswith("16/4 does not have to retreat.")
    first = retreating(book, *PLACES, "1010 Reshef-1")
    assert said(first, "retreat Reshef-1 1009").endswith("Reshef-1 does not have to retreat.")
    assert said(s, "retreat Matt-1 9999").endswith("9999 on the map, and units may not leave it.")
    assert said(s, "retreat Matt-1 0610-x").endswith("on the map, and units may not leave it.")
    assert said(s, "retreat Matt-1 0609-0608").endswith("Matt-1 stands in 0610: a retreat begins there.")
    far = next(x for x in ("0408", "1010") if x not in ends)
    assert said(s, f"retreat Matt-1 {far}").endswith(f"Matt-1 may not retreat to {far}: a retreat is one hex.")
    assert refused(s, f"retreat Matt-1 {far}") == (rule.results,)
    end = sorted(ends)[0]
    assert s.check(f"retreat Matt-1 {end}") is None
    assert log(s, f"retreat Matt-1 {end}")[0] == f"Matt-1 retreats to {end}."


@pytest.mark.rule("across-suez-1980", "6.4")
@pytest.mark.rule("across-suez-2021", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_taken_watched_and_near_hexes_are_no_refuge(book: str) -> None:
    free = retreating(book, *PLACES)
    ends = sorted(a.split("-")[-1] for a in options(free))
    taken = retreating(book, *PLACES, f"{ends[0]} Erez-1")
    assert said(taken, f"retreat Matt-1 {ends[0]}").endswith("Erez-1 is there.")
    assert refused(taken, f"retreat Matt-1 {ends[0]}") == (taken.game.edition.rule.retreat,)
    game: Any = free.game
    far = next(
        h
        for h in game.map.grid.neighbours[game.hex(ends[0])]
        if h and game.terrain.enterable >> h & 1 and game.map.grid.distance(game.hex("0610"), h) == 2
    )
    watched = retreating(book, *PLACES, f"{game.hex_name(far)} 16/5")
    assert said(watched, f"retreat Matt-1 {ends[0]}").endswith("it is in the zone of control of 16/5.")
    near = next(
        str(game.hex_name(h)) for h in game.map.grid.neighbours[game.hex("0610")]
        if game.map.grid.distance(game.hex("0611"), h) == 1 and game.terrain.enterable >> h & 1
    )  # fmt: skip
    assert said(free, f"retreat Matt-1 {near}").endswith("it is in the zone of control of 16/4.")


@pytest.mark.rule("across-suez-2021", "7.3", "15.4")
def test_r15_4_a_commando_is_told_that_it_retreats_away() -> None:
    s = fighting(NEW, "israel", "0610 IL-Cdo-A", "0611 16/4", turn=4, commandos=True)
    s.agenda = (Retreats("israel", bits_of(s, "IL-Cdo-A"), bits_of(s, "16/4")), CombatPhase("israel"))
    advance(s)
    grid = s.game.map.grid
    near = next(
        str(s.game.hex_name(h)) for h in grid.neighbours[s.game.hex("0610")]
        if grid.distance(s.game.hex("0611"), h) == 1 and s.game.terrain.enterable >> h & 1
    )  # fmt: skip
    away = "it is next to 16/4, and the retreat leads away from there."
    assert said(s, f"retreat IL-Cdo-A {near}").endswith(away)
    other = next(
        n for n in grid.neighbours[s.game.hex(near)] if n and n not in s.loc and s.game.terrain.enterable >> n & 1
    )
    s.loc[s.game.unit("16/5")] = other  # next to that hex too, but no opponent of this fight
    s.forget()
    assert said(s, f"retreat IL-Cdo-A {near}").endswith(away)


@pytest.mark.rule("across-suez-1980", "6.4")
@pytest.mark.rule("across-suez-2021", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_every_unit_retreats_once(book: str) -> None:
    s = retreating(book, "0610 Matt-1", "0512 Matt-3", *PLACES[2:], units=("Matt-1", "Matt-3"))
    assert {a.split()[1] for a in options(s)} == {"Matt-1", "Matt-3"}
    s = play(s, next(a for a in options(s) if "Matt-1" in a))
    assert {a.split()[1] for a in options(s)} == {"Matt-3"}
    assert said(s, "retreat Matt-1 0509").endswith("Matt-1 does not have to retreat.")
    s = play(s, options(s)[0])
    assert not isinstance(s.choice, ChooseRetreat)
    gone = fighting(book, "israel", "0610 Matt-1", "eliminated Matt-3", *PLACES[2:], turn=3)
    gone.agenda = (Retreats("israel", bits_of(gone, "Matt-1", "Matt-3"), bits_of(gone, "16/4")),)
    advance(gone)
    assert {a.split()[1] for a in options(gone)} == {"Matt-1"}
    assert said(gone, "retreat Matt-3 0609").endswith("Matt-3 does not have to retreat.")


# Advances -------------------------------------------------------------------------------------------------------
def advancing(book: str, *places: str, units: tuple[str, ...], hexes: tuple[str, ...] = ("0611",)) -> Any:
    """Israeli survivors that may advance into an emptied hex."""
    s = fighting(book, "israel", *places, turn=3)
    into = sum(1 << s.game.hex(h) for h in hexes)
    s.agenda = (Advance("israel", bits_of(s, *units), into),)
    return s


@pytest.mark.rule("across-suez-1980", "6.5")
@pytest.mark.rule("across-suez-2021", "7.4.1")
@pytest.mark.parametrize("book", BOTH)
def test_r6_5_who_may_advance_and_where(book: str) -> None:
    both = advancing(book, "0610 Matt-1", "0512 Matt-2", "0909 Matt-3", "1503 16/4", units=("Matt-1", "Matt-2"))
    assert options(both) == ["advance Matt-1 0610-0611", "advance Matt-2 0512-0611", "decline"]
    assert said(both, "advance Matt-3 0611").endswith("Only one of Matt-1 and Matt-2 may advance, into 0611.")
    for text in ("advance", "advance nobody", "advance 16/4 0611", "advance Matt-1 0609", "advance Matt-1 0611 0612"):
        assert refused(both, text)
    assert "cannot be done now" in said(both, "march Matt-1 0611")
    for text in ("advance Matt-1", "advance Matt-1 0611", "advance Matt-1 0610-0611"):
        assert both.check(text) is None
        assert play(both, text).loc[both.game.unit("Matt-1")] == both.game.hex("0611")
    stays = play(both, "decline")
    assert stays.loc[both.game.unit("Matt-1")] == both.game.hex("0610")
    one = advancing(book, "0610 Matt-1", "0909 Matt-3", "1503 16/4", units=("Matt-1",))
    assert said(one, "advance Matt-3 0611").endswith("Only Matt-1 may advance, into 0611.")
    gone = advancing(book, "0610 Matt-1", "eliminated Matt-2", "1503 16/4", units=("Matt-1", "Matt-2"))
    assert options(gone) == ["advance Matt-1 0610-0611", "decline"]
    assert said(gone, "advance Matt-2 0611").endswith("Only Matt-1 may advance, into 0611.")
    taken = advancing(book, "0610 Matt-1", "0611 16/4", units=("Matt-1",))
    assert options(taken) == ["decline"]


@pytest.mark.rule("across-suez-1980", "6.5", "14.2")
@pytest.mark.rule("across-suez-2021", "7.4.1", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_5_the_bridge_in_place_is_not_listed_but_may_insist(book: str) -> None:
    s = advancing(book, "0112 Baram-4", "0110 Matt-1", "1503 16/4", units=("Baram-4", "Matt-1"), hexes=("0111",))
    assert [a for a in options(s) if "Baram" in a] == []
    assert any("Matt-1" in a for a in options(s))
    assert s.check("advance Baram-4 0111") is None
    assert play(s, "advance Baram-4 0111").outcome.winner == "egypt"
    away = advancing(book, "0110 Baram-4", "1503 16/4", units=("Baram-4",), hexes=("0111",))
    assert any("Baram" in a for a in options(away))


@pytest.mark.rule("across-suez-1980", "4.2", "6.5", "14.2")
def test_r6_5_ground_that_is_closed_to_the_bridge_is_named() -> None:
    game: Any = fighting(OLD, "israel", "0610 Matt-1", "1503 16/4", turn=3).game
    ground, grid = game.terrain, game.map.grid
    a, b = next(
        (a, b)
        for a in grid.hexes
        if ground.clear_and_road >> a & 1
        for b in grid.neighbours[a]
        if b and ground.enterable >> b & 1 and not ground.clear_and_road >> b & 1 and ground.exits[a] >> b & 1
    )
    here, there = game.hex_name(a), game.hex_name(b)
    s = advancing(OLD, f"{here} Baram-4", "1503 16/4", units=("Baram-4",), hexes=(str(there),))
    if game.edition.bridge_keeps_to_clear_and_road:
        assert refused(s, f"advance Baram-4 {here}-{there}") == (game.edition.rule.bridge_terrain,)
        two = advancing(OLD, f"{here} Baram-4", "1503 16/4", units=("Matt-1",), hexes=(str(there),))
        assert refused(two, f"advance Baram-4 {here}-{there}") == (game.edition.rule.advance,)


@pytest.mark.rule("across-suez-1980", "6.5")
@pytest.mark.rule("across-suez-2021", "7.4.1")
@pytest.mark.parametrize("book", BOTH)
def test_r6_5_an_emptied_hex_that_is_not_next_to_it_is_no_way(book: str) -> None:
    s = advancing(book, "0610 Matt-1", "1503 16/4", units=("Matt-1",), hexes=("0611", "1010"))
    assert said(s, "advance Matt-1 1010").endswith("Only Matt-1 may advance, into 0611.")


@pytest.mark.rule("across-suez-2021", "15.4")
def test_r15_4_no_commando_feels_a_zone_by_night() -> None:
    from sandtable.games.across_suez.zones import zone_against

    for turn in (3, 4):
        s = fighting(NEW, "israel", "0610 IL-Cdo-A", "0509 IL-Cdo-B", "0611 16/4", turn=turn, commandos=True)
        assert [bool(zone_against(s, s.game.unit(u))) for u in ("IL-Cdo-A", "IL-Cdo-B")] == [turn == 3] * 2


@pytest.mark.rule("across-suez-1980", "6.5", "14.2")
def test_r6_5_the_closed_ground_is_told_to_survivors_and_of_vacated_hexes_only() -> None:
    game: Any = fighting(OLD, "israel", "0610 Matt-1", "1503 16/4", turn=3).game
    sand = [
        h for h in game.map.grid.hexes if game.closed_to(game.bridge, h) and not game.closed_to(game.unit("Matt-1"), h)
    ]
    here, there = str(game.hex_name(sand[0])), str(game.hex_name(sand[-1]))
    road = str(game.hex_name(game.line_end))

    def told(*places: str, units: tuple[str, ...] = ("Baram-4",), hexes: tuple[str, ...] = (here,)) -> tuple[str, ...]:
        return refused(advancing(OLD, *places, "1503 16/4", units=units, hexes=hexes), f"advance Baram-4 {here}")

    assert told(f"{road} Baram-4") == ("14.2",)
    assert told(f"{road} Baram-4", "0610 Matt-1", units=("Matt-1",)) == ("6.5",)
    assert told(f"{road} Baram-4", hexes=(there,)) == ("6.5",)
    assert told(f"{road} Baram-4", f"{here} Matt-1") == ("6.5",)
    s = advancing(OLD, f"{road} Baram-4", "1503 16/4", units=("Baram-4",), hexes=(here,))
    assert refused(s, f"advance nobody {here}") == refused(s, "advance Baram-4") == ("6.5",)


@pytest.mark.rule("across-suez-1980", "6.5")
@pytest.mark.rule("across-suez-2021", "7.4.1")
@pytest.mark.parametrize("book", BOTH)
def test_r6_5_who_declines_moves_nobody(book: str) -> None:
    s = advancing(book, "0610 Matt-1", "1503 16/4", units=("Matt-1",))
    assert log(s, "decline") == []
    assert play(s, "decline").loc == s.loc


@pytest.mark.rule("across-suez-1980", "6.3", "6.4")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_no_retreat_into_a_box_and_only_neighbours_make_a_zone(book: str) -> None:
    s = retreating(book, *PLACES, "0608 16/5")
    for text in ("retreat Matt-1 across", "retreat Matt-1 0610-across", "retreat Matt-1 9999", "retreat Matt-1 0609-x"):
        assert said(s, text).endswith("on the map, and units may not leave it.")
    watched = 0
    for h in s.game.map.grid.neighbours[s.game.hex("0610")]:
        near = [v for v in ("16/4", "16/5", "16/6") if s.game.map.grid.are_adjacent(h, s.loc[s.game.unit(v)])]
        if near and not s.at(h) and s.game.terrain.enterable >> h & 1:
            text = f"it is in the zone of control of {' and '.join(near)}."
            assert said(s, f"retreat Matt-1 {s.game.hex_name(h)}").endswith(text)
            watched += 1
    assert watched > 1


@pytest.mark.rule("across-suez-1980", "6.4")
@pytest.mark.rule("across-suez-2021", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_who_has_a_way_takes_it_though_another_has_none(book: str) -> None:
    two = ("0610 Matt-1", "0512 Matt-3", *PLACES[2:])
    game = sandtable.load(book)
    friends = ("Erez-1", "Erez-2", "Erez-3", "Reshef-1", "Reshef-2", "Reshef-3")
    open_to_it = [h for h in game.map.grid.neighbours[game.hex("0512")] if h and h != game.hex("0611")]
    round_it = [f"{game.hex_name(h)} {u}" for h, u in zip(open_to_it, friends)]
    s = retreating(book, *two, *round_it, units=("Matt-1", "Matt-3"))
    assert isinstance(s.choice, ChooseRetreat)
    assert {a.split()[1] for a in options(s)} == {"Matt-1"}
    s = play(s, options(s)[0])
    assert where(s, "Matt-1") not in ("0610", "eliminated")
    assert where(s, "Matt-3") == "eliminated"


@pytest.mark.rule("across-suez-1980", "6.4", "14.2")
@pytest.mark.rule("across-suez-2021", "7.4.2", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_who_is_saved_of_three_that_retreat(book: str) -> None:
    """The bridge, then the strongest: each is saved if all before it still find a hex each; tried one by one."""
    from itertools import product
    from random import Random

    from sandtable.core import bits
    from sandtable.games.across_suez.forecast import cut_off
    from sandtable.games.across_suez.results import safe_hexes

    s = fighting(book, "israel", "0610 Baram-4", "0611 Matt-1", "0612 Matt-2", "1503 16/4", "1504 16/5", turn=3)
    game, rng, moved = s.game, Random(6), 0
    men = sorted(map(game.unit, ("Baram-4", "Matt-1", "Matt-2")), key=lambda u: (u != game.bridge, -game.strength[u]))
    near = [
        h
        for h in game.map.grid.hexes
        if game.terrain.enterable >> h & 1 and game.map.grid.distance(h, s.loc[men[1]]) < 3
    ]
    for _ in range(150):
        for u, h in zip([*men, game.unit("16/4"), game.unit("16/5")], rng.sample(near, 5)):
            s.loc[u] = h
        s.forget()
        ways = {u: set(bits(safe_hexes(s, u, 0))) for u in men}
        saved: list[int] = []
        for u in men:
            if any(len(set(x)) == len(x) for x in product(*(ways[v] for v in (*saved, u)))):
                saved.append(u)
        moved += len(saved) > 1 and min(ways[saved[0]], default=0) in ways[saved[1]]
        assert cut_off(s, sum(1 << u for u in men), 0) == sum(1 << u for u in men if u not in saved)
    assert moved


@pytest.mark.rule("across-suez-1980", "4.2", "6.4")
@pytest.mark.rule("across-suez-2021", "5.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_closed_ground_is_no_refuge_and_open_ground_is_not_called_closed(book: str) -> None:
    s = retreating(book, "0411 Matt-1", "0412 Erez-1", "1503 16/4")
    assert said(s, "retreat Matt-1 0412").endswith("Erez-1 is there.")
    assert "is closed to it" in said(retreating(book, "0412 Matt-1", "1503 16/4"), "retreat Matt-1 0413")


@pytest.mark.rule("across-suez-1980", "6.3", "6.4")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_every_hex_around_a_lost_unit_is_counted_once(book: str) -> None:
    from sandtable.core import bits
    from sandtable.games.across_suez.results import no_way_out

    for name in ("Matt-1", "Baram-4"):
        s = fighting(book, "israel", f"0412 {name}", "0411 16/4", "0511 16/5", "0312 Erez-1", turn=3)
        u = s.game.unit(name)
        near = set(bits(s.game.map.grid.adjacent[s.loc[u]])) - {s.game.hex("0411"), s.game.hex("0312")}
        closed = {h for h in near if not s.game.may_stand(u) >> h & 1}
        zones = {h for h in near - closed if s.game.map.grid.spread(s.hexes_of("egypt")) >> h & 1}
        text = f"enemies hold 1, own units hold 1, {len(closed)} are closed to it, enemy zones cover {len(zones)}"
        assert str(no_way_out(s, "israel", u, 0)) == f"of the hexes around it {text}"
    game = s.game
    h = next(h for h in bits(game.terrain.clear_and_road) if game.terrain.exits[h] & ~game.terrain.clear_and_road)
    s.loc[u] = h
    s.forget()
    shut = (game.map.grid.adjacent[h] & ~game.may_stand(u)).bit_count()
    assert (f" {shut} " in str(no_way_out(s, "israel", u, 0))) == bool(shut)
