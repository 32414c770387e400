"""[23.0] A sample agrees with what the side's own log has told it: the log of the sample is replayed.

A sample says which units the counters are that a side may not examine. Let that be true: then the counters were those units
a while ago, too. The position of that while ago is given the units of the sample, what everybody did since is done again
with them, and the side must have heard the same, word for word, and the sample must come out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import Action, Event
from sandtable.games.musketeer import sightings, together, worlds
from sandtable.games.musketeer.fog import hidden_units
from sandtable.games.musketeer.spoken import speak_of
from sandtable.games.musketeer.state import MusketeerState
from sandtable.studies.told import heard

from .table import BOOK, moving, phase, play

END = Action("end")
TRIES = 40
"""Counters that lie together and are alike may be told apart in many ways: so many are tried."""
WINDOW = 40
"""Decisions that are done again at most; planning, which is secret and would be done otherwise, is not among them."""
NOT_COMPARED = ("pool_west", "pool_east", "evidence", "clues", "source", "doubts", "shuffles", "claims")
Who = dict[int, int]
"""The units that are really there, and the units that the sample says they are."""


@dataclass
class Played:
    """A random game: the position before every decision, the decision, and what it told."""

    states: list[MusketeerState] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)

    def play(self, seed: str, decisions: int) -> None:
        rng = Random(seed)
        s = sandtable.load(BOOK).start()
        while s.actor is not None and len(self.states) < decisions:
            self.states.append(s)
            self.actions.append(s.sample(rng.randrange))
            s, events = done(s, self.actions[-1])
            self.events.append(events)

    def beginning(self, n: int) -> int:
        """The decision from which on it is done again up to decision n."""
        k = n
        while k > max(0, n - WINDOW) and self.states[k - 1].game.phase(self.states[k - 1]) not in (
            "planning",
            "set-up",
        ):
            k -= 1
        return k


def done(s: MusketeerState, a: Action) -> tuple[MusketeerState, list[Event]]:
    t = s.copy()
    t.log = []
    t.apply(a)
    events, t.log = t.log, None
    return t, events


# a sample taken for true -----------------------------------------------------------------------------------------
def alike(s: MusketeerState, units: int) -> dict[tuple[object, ...], list[int]]:
    """Units by what is known of them: those that share a key cannot be told apart."""
    fields = [k for k, kind in s.kinds.items() if kind == "Units" and k not in ("disrupted", "bridged")]
    found: dict[tuple[object, ...], list[int]] = {}
    for u in range(len(s.loc)):
        if units >> u & 1:
            marks = tuple(k for k in fields if getattr(s, k) >> u & 1)
            key = s.game.contingent_of[u], s.loc[u], sightings.told_of(s, u), s.source[u], s.doubts[u], marks
            found.setdefault(key, []).append(u)
    return found


def pairings(s: MusketeerState, t: MusketeerState, side: str, rng: Random) -> Iterator[Who]:
    """Which real unit is which unit of the sample: everybody himself where he can be, or anybody."""
    hidden = hidden_units(s.game, s, side)
    real, said = alike(s, hidden), alike(t, hidden)
    assert {k: len(v) for k, v in real.items()} == {k: len(v) for k, v in said.items()}
    for n in range(TRIES):
        who: Who = {}
        for key, units in real.items():
            same = [u for u in units if u in said[key]] if n % 2 == 0 else []
            others = [u for u in said[key] if u not in same]
            rng.shuffle(others)
            who |= dict(zip([*same, *(u for u in units if u not in same)], [*same, *others], strict=True))
        yield who


def retold(s: MusketeerState, who: Who, flipped: int) -> MusketeerState:
    """The position with other units under the same counters; `flipped` counters (real units) lie on their other side."""
    t = s.copy()
    t.disrupted ^= flipped
    for k, kind in s.kinds.items():
        if kind == "Units":
            units = getattr(t, k)
            setattr(t, k, sum(1 << who.get(u, u) for u in range(len(s.loc)) if units >> u & 1))
    for u, v in who.items():
        t.loc[v], t.evidence[v], t.clues[v] = s.loc[u], s.evidence[u], s.clues[u]
    speak_of(t, who)
    return t


def backwards(g: Played, k: int, n: int, who: Who, rng: Random) -> list[Who]:
    """Who was who at every decision: when one of several hidden counters left a stack, it may have been another one."""
    found = [who]
    for i in range(n - 1, k - 1, -1):
        s, a, then = g.states[i], g.actions[i], g.actions[i + 1]
        leaves = a.verb == "move" or then.verb == "place"  # it was named in the decision before
        u = s.game.roster.index.get((then if then.verb == "place" else a).args[0], -1) if leaves else -1
        if u in who and not s.known >> u & 1:
            stack = [v for v in who if s.loc[v] == s.loc[u] and not s.known >> v & 1]
            v = rng.choice([v for v in stack if s.game.contingent_of[v] == s.game.contingent_of[u]])
            who = who | {u: who[v], v: who[u]}
        found.append(who)
    return found[::-1]


def nothing_done(s: MusketeerState, kind: type[object]) -> MusketeerState:
    """The units of the sample were asked, too, and did nothing: up to a decision of this kind."""
    while type(s.choice) is not kind and s.actor is not None and not s.check(END):
        s, _ = done(s, END)
    return s


def told_otherwise(g: Played, k: int, n: int, side: str, sample: MusketeerState, whos: list[Who]) -> str:
    """How the side would have noticed that the counters were these units; empty when it would not."""
    now, game = g.states[n], sample.game
    enemy, who = game.enemy[side], whos[-1]
    flipped = sum(1 << u for u, v in who.items() if (now.disrupted >> u & 1) != (sample.disrupted >> v & 1))
    s = retold(g.states[k], whos[0], flipped)
    s.set_pool(enemy, (*sample.pool(enemy), *(m for m in g.states[k].pool(enemy) if m not in now.pool(enemy))))
    for i in range(k, n):
        told = heard(g.events[i], side)
        names = {game.roster.names[u]: game.roster.names[v] for u, v in whos[i + 1 - k].items()}
        a = Action(g.actions[i].verb, tuple(names.get(w, w) for w in g.actions[i].args))
        kind = type(g.states[i].choice)
        if type(s.choice) is not kind and type((asked := nothing_done(s, kind)).choice) is kind:
            s = asked
        if type(s.choice) is not kind and not told:  # the units of the sample were not asked
            continue
        if a.verb == "move" and s.check(a):  # by another way: only where it began and ended is told
            a = game.parse(s, f"move {a.args[0]} {a.args[1].rpartition('-')[2]}")
        if refusal := s.check(a):
            return str(refusal)
        s, events = done(s, a)
        if heard(events, side) != told:
            return f"told {heard(events, side)} instead of {told}"
    differ = [f for f in s.kinds if f not in NOT_COMPARED and getattr(s, f) != getattr(sample, f)]
    return f"{differ[0]} is not that of the sample" if differ else ""


def contradiction(g: Played, n: int, side: str, sample: MusketeerState, rng: Random) -> str:
    """What the sample contradicts; empty when some way of being true is what the side has been told."""
    first, k = "", g.beginning(n)
    for tries, who in enumerate(pairings(g.states[n], sample, side, rng)):
        whos = backwards(g, k, n, who, rng) if tries else [who] * (n + 1 - k)
        found = told_otherwise(g, k, n, side, sample, whos)
        if not found:
            return ""
        first = first or found
    return first


@pytest.mark.rule("musketeer", "23.0")
@pytest.mark.parametrize("seed", [*range(14), *(pytest.param(n, marks=pytest.mark.slow) for n in range(14, 28))])
def test_r23_0_the_log_of_a_sample_is_what_the_side_has_been_told(seed: int) -> None:
    g, rng, samples, moved = Played(), Random(seed), 0, 0
    g.play(f"samples {seed}", 1200)
    for n in rng.sample(range(len(g.states)), 50):
        if n - g.beginning(n) < 3:
            continue
        for side in g.states[n].game.sides:
            t = g.states[n].game.sample_hidden(g.states[n], side, rng)
            samples += 1
            moved += sum(t.loc[u] != h for u, h in enumerate(g.states[n].loc))
            assert not contradiction(g, n, side, t, rng), f"decision {n}, {side}"
    assert samples > 40
    assert moved > 5 * samples


@pytest.mark.rule("musketeer", "29.1", "10.1", "23.0")
@pytest.mark.parametrize(
    ("way", "place", "others"), [("libya", "0117", "FR-RAP FR-10"), ("transfer", "4010", "UK-6-RTR")]
)
def test_r23_0_how_a_counter_came_is_remembered(way: str, place: str, others: str) -> None:
    """Through Libya come British and US units only, by air no vehicles."""
    box = f"anglo-french-box UK-19 UK-29 {others}"
    places = (box, "4010 UK-16-Para", "5702 IS-Gar-Ashkelon", "2210 EG-3-Div")
    s = phase("Reinforcement", "anglo-french", *places, known=["UK-16-Para"])
    s = play(s, f"{way} UK-19", f"place UK-19 {place}")
    found = set()
    for seed in range(60):
        t = s.game.sample_hidden(s, "east", Random(seed))
        found |= {t.game.name_of(u) for u in t.at(t.game.hex(place), t.game.ground)}
    assert found >= {"UK-19", "UK-29"}
    assert not found & set(others.split())


# several counters together -----------------------------------------------------------------------------------------
def samples(s: Any, side: str, *places: str, n: int = 60) -> list[tuple[set[str], ...]]:
    """Who lies in these places in so many samples, and in what the side is served."""
    found = []
    for t in (*(s.game.sample_hidden(s, side, Random(seed)) for seed in range(n)), s.game.as_known(s, side)):
        units = s.game.ground_of[s.game.enemy[side]] & ~s.known
        found.append(tuple({str(t.game.name_of(u)) for u in t.at(t.game.place(p), units)} for p in places))
    return found


INFILTRATORS = {"SU-VOL", "SU-KGB"}
OTHERS = ("5702 IS-Gar-Ashkelon", "2215 UK-19", "3314 EG-Gar-Cairo")


def infiltrated() -> Any:
    """A unit that has infiltrated and one that came by air lie together; in the next impulse they can move."""
    s = phase("Reinforcement", "ussr", "ussr-box SU-VOL SU-KGB SU-3-G SU-108-G SU-1-PVO", *OTHERS)
    s = play(s, "infiltrate SU-VOL", "place SU-VOL 4010", "transfer SU-3-G", "place SU-3-G 4010")
    t = moving("ussr", "ussr-box SU-KGB SU-108-G SU-1-PVO", "4010 SU-VOL SU-3-G", *OTHERS)
    t.evidence, t.clues = s.evidence, s.clues
    return t


@pytest.mark.rule("musketeer", "23.0", "29.3")
@pytest.mark.parametrize("unit", ["SU-3-G", "SU-VOL"])
def test_r23_0_one_of_the_counters_that_lay_together_is_still_what_it_was(unit: str) -> None:
    s = play(infiltrated(), f"move {unit} 4110")
    found = samples(s, "west", "4010", "4110")
    assert all(INFILTRATORS & (stays | goes) for stays, goes in found)
    assert any(INFILTRATORS & stays for stays, _ in found)
    assert any(INFILTRATORS & goes for _, goes in found)
    assert any(not INFILTRATORS & goes for _, goes in found)
    assert any("SU-1-PVO" in stays for stays, _ in found)


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_what_is_served_does_not_tell_which_of_several_has_gone() -> None:
    one, other = (play(infiltrated(), f"move {unit} 4110") for unit in ("SU-3-G", "SU-VOL"))
    assert one.game.as_known(one, "west") == other.game.as_known(other, "west")
    assert one.game.as_known(one, "east") != other.game.as_known(other, "east")


@pytest.mark.rule("musketeer", "23.0", "9.2")
def test_r23_0_a_counter_that_has_moved_is_not_the_one_that_moves_on() -> None:
    """EG-2 has come three points to 4008: it is no guard brigade, and it is not the one that moves on from there."""
    s = moving("egypt", "4214 EG-2", "4008 EG-98-NG", "3309 EG-97-NG EG-1-Armd", *OTHERS)
    s = play(s, "move EG-2 4008", "move EG-98-NG 4007")
    found = samples(s, "west", "4008", "4007")
    assert all(not here & {"EG-98-NG", "EG-97-NG"} for here, _ in found)
    assert any(gone & {"EG-98-NG", "EG-97-NG"} for _, gone in found)


@pytest.mark.rule("musketeer", "23.0", "24.2")
def test_r23_0_a_move_over_the_water_tells_of_engineers_or_of_a_fast_unit() -> None:
    """To 4312 it is three points with engineers at the canal and five without; the guard infantry has two."""
    s = moving("egypt", "4113 EG-2 EG-Eng", "4012 EG-10", "3309 EG-1-MFF EG-97-NG", *OTHERS)
    s = play(s, "move EG-2 4312")
    found = samples(s, "west", "4312", "4113")
    assert all(went & {"EG-1-MFF", "EG-Eng"} or helps == {"EG-Eng"} for went, helps in found)
    assert {"EG-97-NG"} not in [went for went, _ in found]
    for unit in ("EG-1-MFF", "EG-Eng", "EG-10"):
        assert any(went == {unit} for went, _ in found), unit
    for t in (s.game.sample_hidden(s, "west", Random(seed)) for seed in range(20)):
        helped = {"EG-2", "EG-10"} & {str(t.game.name_of(u)) for u in t.at(t.game.hex("4312"))}
        assert t.bridged == (t.game.engineers & t.game.ground_by["egypt"] if helped else 0)
    s = later(s, "4312 EG-2", "4113 EG-Eng", "4012 EG-10", "3309 EG-1-MFF EG-97-NG", contingent="egypt")  # a new phase
    assert not any(s.game.sample_hidden(s, "west", Random(seed)).bridged for seed in range(20))


@pytest.mark.rule("musketeer", "23.0", "20.3")
def test_r23_0_rockets_tell_of_mechanized_units_in_their_range() -> None:
    places = ("3710 SU-3-G", "3810 SU-KGB", "0201 SU-108-G", "ussr-box SU-VOL SU-2-PVO", "ussr-available SU-Rocket-1")
    s = phase("Bombardment", "ussr", *places, "4008 UK-19", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo")
    mechanized = {"SU-3-G", "SU-VOL"}
    s = play(s, "bombard 4008", "load 0 1")
    found = samples(s, "west", "3710", "3810", "0201")
    assert all(mechanized & (one | other) for one, other, _ in found)
    assert any(not mechanized & one for one, _, _ in found)
    assert any(not mechanized & other for _, other, _ in found)


def later(s: Any, *places: str, contingent: str = "ussr", **fields: Any) -> Any:
    """The next impulse of the contingent, with the same memories."""
    t = moving(contingent, *places, *OTHERS, **fields)
    for k in ("evidence", "clues", "source", "doubts", "shuffles", "claims"):
        setattr(t, k, getattr(s, k))
    return t


BOX = "ussr-box SU-KGB SU-119-G SU-GSFE-Mech SU-GSFE-Tank"


@pytest.mark.rule("musketeer", "23.0", "23.3")
@pytest.mark.parametrize(("seen", "other"), [("SU-3-G", "SU-VOL"), ("SU-VOL", "SU-3-G")])
def test_r23_0_who_is_examined_tells_of_the_others_that_lay_with_it(seen: str, other: str) -> None:
    s = play(infiltrated(), "move SU-3-G 4110").copy()
    s.reveal(1 << s.game.unit(seen), "23.3")
    place = s.game.hex_name(s.loc[s.game.unit(other)])
    found = {frozenset(there) for (there,) in samples(s, "west", place)}
    assert all(len(there) == 1 for there in found)
    units = {name for (name,) in found}
    if seen == "SU-3-G":
        assert units == INFILTRATORS
    else:
        assert len(units) > 2  # it came by air, as anybody may


@pytest.mark.rule("musketeer", "23.0")
@pytest.mark.parametrize("first", ["SU-3-G", "SU-VOL"])
@pytest.mark.parametrize("second", [0, 1])
def test_r23_0_counters_are_followed_from_stack_to_stack(first: str, second: int) -> None:
    """One of two goes where a parachutist lies, then one of those goes on."""
    s = play(infiltrated(), f"move {first} 4110")
    stays = "SU-VOL" if first == "SU-3-G" else "SU-3-G"
    s = later(s, f"4010 {stays}", f"4110 {first} SU-108-G", BOX)
    s.evidence[s.game.unit("SU-108-G")] = sightings.DROPS
    s = play(s, f"move {(first, 'SU-108-G')[second]} 4210")
    assert len(s.shuffles) == 2
    droppers = {"SU-108-G", "SU-119-G"}
    found = samples(s, "west", "4010", "4110", "4210", n=90)
    assert all(INFILTRATORS & (one | two | three) and droppers & (two | three) for one, two, three in found)
    for k in range(3):
        assert any(INFILTRATORS & there[k] for there in found), k
        assert not k or any(droppers & there[k] for there in found), k
    assert any(not droppers & two for _, two, _ in found)
    assert s.game.as_known(s, "west").shuffles == s.shuffles


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_what_is_served_is_the_same_whoever_went_from_stack_to_stack() -> None:
    served = []
    for first, stays in (("SU-3-G", "SU-VOL"), ("SU-VOL", "SU-3-G")):
        for second in (first, "SU-108-G"):
            s = later(play(infiltrated(), f"move {first} 4110"), f"4010 {stays}", f"4110 {first} SU-108-G", BOX)
            s.evidence[s.game.unit("SU-108-G")] = sightings.DROPS
            served.append(play(s, f"move {second} 4210").game.as_known(play(s, f"move {second} 4210"), "west"))
    assert all(x == served[0] for x in served)


@pytest.mark.rule("musketeer", "23.0", "15.3")
@pytest.mark.parametrize("goes", ["EG-10", "EG-1"])
def test_r23_0_a_disrupted_unit_is_followed_by_its_lack_of_a_zone(goes: str) -> None:
    """EG-10 was seen disrupted; one of two counters moves on: the one without a zone is EG-10, and stays disrupted."""
    s = moving(
        "egypt", "4012 EG-10", "4008 EG-1", "3309 EG-97-NG EG-2 EG-7", *OTHERS, disrupted=["EG-10"], known=["EG-10"]
    )
    s = later(
        play(s, "move EG-10 4011"),
        "4011 EG-10 EG-1",
        "3309 EG-97-NG EG-2 EG-7",
        contingent="egypt",
        disrupted=["EG-10"],
    )
    s = play(s, f"move {goes} 4010")
    assert len(s.shuffles) == 1
    was = "4010" if goes == "EG-10" else "4011"
    found = samples(s, "west", was, "4011" if was == "4010" else "4010")
    assert all(there == {"EG-10"} for there, _ in found)
    assert len({frozenset(other) for _, other in found}) > 2
    for seed in range(20):
        assert s.game.sample_hidden(s, "west", Random(seed)).disrupted == s.disrupted


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_an_examined_unit_among_others_is_one_of_them() -> None:
    s = moving("egypt", "4012 EG-10", "4008 EG-1", "3309 EG-97-NG EG-2 EG-7", *OTHERS, known=["EG-10"])
    s = later(play(s, "move EG-10 4011"), "4011 EG-10 EG-1", "3309 EG-97-NG EG-2 EG-7", contingent="egypt")
    assert all("EG-10" in there for (there,) in samples(s, "west", "4011"))
    s = play(s, "move EG-1 4010")
    found = samples(s, "west", "4010", "4011")
    assert all(("EG-10" in one) != ("EG-10" in other) for one, other in found)
    assert {"EG-10" in one for one, _ in found} == {True, False}


@pytest.mark.rule("musketeer", "4.3", "23.0")
def test_r4_3_the_egyptian_reserve_is_three_brigades_and_a_group_whoever_has_come() -> None:
    s = play(sandtable.load(BOOK).start(), "default", "default")
    game = s.game
    reserve = {str(game.name_of(u)) for u in s.at(game.box("egypt-box"), game.ground)}
    assert len(reserve) == 4
    rest = [f"{game.hex_name(h)} {game.name_of(u)}" for u, h in enumerate(s.loc) if h and not game.guerrillas >> u & 1]
    t = phase("Reinforcement", "egypt", *rest)
    t.clues = s.clues
    t = play(t, "enter EG-11")
    place = next(a.args[1] for a in t.options() if not t.at(game.hex(a.args[1])))
    t = play(t, f"place EG-11 {place}")
    kinds = set()
    for box, came in samples(t, "west", "egypt-box", place, n=40):
        four = [game.roster[game.unit(name)] for name in (*box, *came)]
        assert sorted((u.type, u.size) for u in four) == [("armor", "group")] + 3 * [("infantry", "brigade")]
        kinds |= {game.roster[game.unit(name)].type for name in came}
    assert kinds == {"armor", "infantry"}


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_the_oldest_memories_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "MOST", 2)
    stacks = ("4010 SU-VOL SU-3-G", "4006 SU-KGB SU-GSFE-Mech", "3314 SU-108-G SU-GSFE-Tank")
    s = moving(
        "ussr", *stacks, "ussr-box SU-119-G SU-331-G SU-1-PVO", "5702 IS-Gar-Ashkelon", "2215 UK-19", "2306 EG-1"
    )
    for name, trait in (
        ("SU-VOL", sightings.INFILTRATES),
        ("SU-KGB", sightings.INFILTRATES),
        ("SU-108-G", sightings.DROPS),
    ):
        s.evidence[s.game.unit(name)] = trait
    s = play(s, "move SU-3-G 4110", "move SU-KGB 4106")
    assert [s.source[s.game.unit(x)] for x in ("SU-VOL", "SU-3-G", "SU-KGB", "SU-GSFE-Mech")] == [1, 1, 2, 2]
    s = play(s, "move SU-GSFE-Tank 3414")
    sources = {
        x: s.source[s.game.unit(x)] for x in ("SU-VOL", "SU-3-G", "SU-KGB", "SU-GSFE-Mech", "SU-108-G", "SU-GSFE-Tank")
    }
    assert sources == {"SU-VOL": 0, "SU-3-G": 0, "SU-KGB": 1, "SU-GSFE-Mech": 1, "SU-108-G": 2, "SU-GSFE-Tank": 2}
    assert len(s.shuffles) == 2
    found = samples(s, "west", "4006", "4106", "3314", "3414")
    assert all(INFILTRATORS & (one | two) and three | four and {"SU-108-G", "SU-119-G", "SU-331-G"} & (three | four)
               for one, two, three, four in found)  # fmt: skip


@pytest.mark.rule("musketeer", "23.0", "20.3")
def test_r23_0_the_oldest_claims_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "MOST", 1)
    places = ("3710 SU-3-G", "3810 SU-KGB", "0201 SU-108-G", "0301 SU-GSFE-Tank", "ussr-box SU-VOL SU-2-PVO")
    s = moving("ussr", *places, "4008 UK-19", "0401 UK-29", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo").copy()
    together.shown_range(s, 1 << s.game.hex("4008"))
    assert [s.doubts[s.game.unit(x)] for x in ("SU-3-G", "SU-KGB", "SU-108-G", "SU-GSFE-Tank")] == [1, 1, 0, 0]
    together.shown_range(s, 1 << s.game.hex("0401"))
    assert [s.doubts[s.game.unit(x)] for x in ("SU-3-G", "SU-KGB", "SU-108-G", "SU-GSFE-Tank")] == [0, 0, 1, 1]
    assert len(s.claims) == 1


@pytest.mark.rule("musketeer", "23.0", "20.3")
def test_r20_3_rockets_tell_of_units_ten_hexes_away_and_of_nobody_else() -> None:
    s = moving("ussr", "3013 SU-3-G", "3810 SU-KGB", "2913 SU-108-G", "4008 UK-19", *OTHERS).copy()
    together.shown_range(s, 1 << s.game.hex("4008"))
    assert [s.doubts[s.game.unit(x)] for x in ("SU-3-G", "SU-KGB", "SU-108-G")] == [1, 1, 0]
    assert sum(s.doubts) == 2


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_of_a_shuffle_with_one_record_only_the_record_is_remembered() -> None:
    s = moving("egypt", "4012 EG-1-MFF", "4010 EG-2", *OTHERS).copy()
    s.shuffles = (((sightings.DROPS, 0, 2),), ((sightings.LANDS, 1, 0), (sightings.NO_GUNS, 1, 0)))
    s.claims = ((sightings.ENGINEER, 0), (sightings.MECHANIZED, 0))
    one, other = s.game.unit("EG-1-MFF"), s.game.unit("EG-2")
    s.source[one], s.doubts[one], s.source[other] = 1, 5, 2
    assert together.record(s, one) == (sightings.DROPS, 0, 7)
    assert together.record(s, other) == (0, 2, 0)


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_what_is_remembered_of_later_claims_stays_in_older_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    s = moving("egypt", "4012 EG-1-MFF", "4010 EG-2", *OTHERS).copy()
    s.shuffles = (((sightings.DROPS, 0, 1), (sightings.LANDS, 0, 4 | 8)),)
    s.claims = ((sightings.ENGINEER, 0), (sightings.MECHANIZED, 0))
    monkeypatch.setattr(together, "MOST", 1)
    together.forget(s)
    assert s.shuffles == (((sightings.DROPS, 0, 0), (sightings.LANDS, 0, 1 | 2)),)


@pytest.mark.rule("musketeer", "23.0", "20.3")
def test_r23_0_what_rockets_tell_is_nothing_new_when_a_mechanized_unit_is_seen_in_range() -> None:
    places = ("3710 SU-3-G", "3810 SU-KGB", "0201 SU-108-G", "ussr-box SU-VOL SU-2-PVO")
    for known, claims in ((["SU-3-G"], 0), (["SU-KGB"], 0), ([], 1)):
        s = moving("ussr", *places, "4008 UK-19", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo", known=known).copy()
        together.shown_range(s, 1 << s.game.hex("4008"))
        assert len(s.claims) == claims
        told = sightings.told_of(s, s.game.unit("SU-3-G")) & sightings.MECHANIZED
        assert bool(told) == (known == ["SU-KGB"])  # the only one left that can be it
        assert not sightings.told_of(s, s.game.unit("SU-KGB")) & sightings.MECHANIZED


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_after_so_many_steps_every_counter_is_taken_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two records are dealt in two steps; a third must be left, or nothing of the shuffle counts."""
    s = play(infiltrated(), "move SU-3-G 4110")
    rockets = moving("ussr", "3710 SU-3-G", "3810 SU-KGB", "ussr-box SU-VOL SU-108-G", "4008 UK-19", *OTHERS).copy()
    together.shown_range(rockets, 1 << s.game.hex("4008"))
    mechanized = {"SU-3-G", "SU-VOL"}
    for steps, kept in ((2, False), (3, True)):
        monkeypatch.setattr(worlds, "STEPS", steps)
        found = samples(s, "west", "4010", "4110")
        assert all(INFILTRATORS & (one | other) for one, other in found) == kept
    for steps, kept in ((1, False), (2, True)):
        monkeypatch.setattr(worlds, "STEPS", steps)
        found = samples(rockets, "west", "3710", "3810")
        assert all(mechanized & (one | other) for one, other in found) == kept


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_a_claim_is_true_of_a_unit_that_is_examined_later() -> None:
    s = moving("ussr", "3710 SU-3-G", "3810 SU-KGB", "ussr-box SU-VOL SU-108-G", "4008 UK-19", *OTHERS).copy()
    together.shown_range(s, 1 << s.game.hex("4008"))
    assert all({"SU-3-G", "SU-VOL"} & (one | other) for one, other in samples(s, "west", "3710", "3810"))
    s.reveal(1 << s.game.unit("SU-3-G"), "23.3")
    assert any(not {"SU-VOL"} & other for (other,) in samples(s, "west", "3810"))
    t = moving("ussr", "3710 SU-3-G", "3810 SU-KGB", "ussr-box SU-VOL SU-108-G", "4008 UK-19", *OTHERS).copy()
    together.shown_range(t, 1 << t.game.hex("4008"))
    t.reveal(1 << t.game.unit("SU-KGB"), "23.3")
    assert all({"SU-3-G", "SU-VOL"} & one for (one,) in samples(t, "west", "3710"))


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_who_had_to_stay_is_known_apart_and_followed_on() -> None:
    """Of three in a hex one has moved and one has landed: the one that goes is the third; later one of the two goes."""
    s = moving(
        "egypt", "4012 EG-1-MFF EG-2 EG-Eng", "3309 EG-97-NG EG-10", *OTHERS, moved=["EG-1-MFF"], landed=["EG-2"]
    ).copy()
    for name, trait in (("EG-1-MFF", sightings.factor(5)), ("EG-2", sightings.NO_GUNS), ("EG-Eng", sightings.ENGINEER)):
        sightings.has(s, s.game.unit(name), trait)
    s = play(s, "move EG-Eng 4011")
    fast, calm, para = (s.game.unit(x) for x in ("EG-1-MFF", "EG-2", "EG-Eng"))
    assert [s.shuffles[s.source[u] - 1] for u in (fast, para)] == [
        ((sightings.factor(5), 0, 0),),
        ((sightings.ENGINEER, 0, 0),),
    ]
    assert together.record(s, fast) == (sightings.factor(5), 0, 0)
    assert together.record(s, calm) == (sightings.NO_GUNS, 0, 0)
    t = later(s, "4012 EG-1-MFF EG-2", "4011 EG-Eng", "3309 EG-97-NG EG-10", contingent="egypt")
    t = play(t, "move EG-2 4013")
    assert t.source[fast] == t.source[calm]
    assert set(t.shuffles[t.source[fast] - 1]) == {(sightings.factor(5), 0, 0), (sightings.NO_GUNS, 0, 0)}
    fast_units = {"EG-1-MFF", "EG-2-MFF"}
    assert all(fast_units & (one | other) for one, other in samples(t, "west", "4012", "4013"))


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_a_shuffle_that_is_said_to_come_from_itself_is_gone_back_over_once() -> None:
    """A position may say so; a sample is made all the same."""
    s = moving("egypt", "4012 EG-1 EG-2", "3309 EG-7 EG-10", *OTHERS).copy()
    s.shuffles = (((sightings.LANDS, 1, 0), (sightings.NO_GUNS, 1, 0)),)
    for name in ("EG-1", "EG-2"):
        s.source[s.game.unit(name)] = 1
    assert all(len(there) == 2 for (there,) in samples(s, "west", "4012", n=10))


@pytest.mark.rule("musketeer", "23.0", "26.1")
@pytest.mark.parametrize("fields", [{"lifted": ["FR-1-REP"]}, {"landed": ["FR-1-REP"]}, {"assaulting": ["FR-1-REP"]}])
def test_r26_1_who_has_been_carried_is_not_the_one_that_flies_on(fields: dict[str, Any]) -> None:
    """Each of the two keeps what was told of it; were both ready to fly, nobody would know which has gone."""
    places = ("4012 FR-1-REP FR-2-RCP", "2306 EG-1", "5702 IS-Gar-Ashkelon", "anglo-french-box UK-19")
    for marks, apart in ((fields, True), ({}, False)):
        s = phase("Reinforcement", "anglo-french", *places, **marks).copy()
        one, other = s.game.unit("FR-1-REP"), s.game.unit("FR-2-RCP")
        sightings.has(s, one, sightings.LANDS)
        s = play(s, "helicopter FR-2-RCP", "place FR-2-RCP 4011")
        assert (together.record(s, one)[0] == sightings.LANDS) == apart
        assert (s.source[one] != s.source[other]) == apart


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_doubts_go_with_the_counters_into_a_shuffle_and_are_forgotten_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = ("3710 SU-3-G SU-108-G", "3810 SU-KGB", "0201 SU-119-G", "0301 SU-GSFE-Tank", "ussr-box SU-VOL SU-2-PVO")
    s = moving("ussr", *places, "4008 UK-19", "0401 UK-29", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo").copy()
    s.evidence[s.game.unit("SU-108-G")] = sightings.DROPS
    together.shown_range(s, 1 << s.game.hex("4008"))
    together.shown_range(s, 1 << s.game.hex("0401"))
    s = play(s, "move SU-3-G 3610")
    assert [s.doubts[s.game.unit(x)] for x in ("SU-3-G", "SU-108-G", "SU-KGB", "SU-119-G")] == [0, 0, 1, 4]
    assert sorted(d for _, _, d in s.shuffles[0]) == [1, 1]
    found = samples(s, "west", "3710", "3610", "3810")
    mechanized = {"SU-3-G", "SU-VOL", "SU-GSFE-Tank"}
    assert all(mechanized & (one | two | three) for one, two, three in found)
    assert any(not mechanized & (one | two) for one, two, _ in found)
    t = s.copy()
    monkeypatch.setattr(together, "MOST", 1)
    together.shown_range(t, 1 << t.game.hex("0401"))
    assert len(t.claims) == 1
    assert {d for _, _, d in t.shuffles[0]} == {0}
    monkeypatch.setattr(together, "MOST", 2)
    together.shown_range(s, 1 << s.game.hex("4008"))
    assert [s.doubts[s.game.unit(x)] for x in ("SU-3-G", "SU-KGB", "SU-119-G")] == [4, 4, 1]
    assert {d for _, _, d in s.shuffles[0]} == {0}


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_a_shuffle_of_forgotten_ones_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    s = play(infiltrated(), "move SU-3-G 4110")
    s = later(s, "4010 SU-VOL", "4110 SU-3-G SU-108-G", "3314 SU-KGB SU-119-G", "ussr-box SU-GSFE-Mech SU-GSFE-Tank")
    for name in ("SU-108-G", "SU-119-G"):
        s.evidence[s.game.unit(name)] = sightings.DROPS
    s = play(s, "move SU-3-G 4210")
    assert sorted(source for _, source, _ in s.shuffles[1]) == [0, 1]
    monkeypatch.setattr(together, "MOST", 2)
    s = play(s, "move SU-KGB 3414")
    assert len(s.shuffles) == 2
    assert sorted(source for _, source, _ in s.shuffles[0]) == [0, 0]
    assert [s.source[s.game.unit(x)] for x in ("SU-VOL", "SU-3-G", "SU-108-G", "SU-KGB", "SU-119-G")] == [0, 1, 1, 2, 2]


@pytest.mark.rule("musketeer", "20.3", "23.0")
def test_r20_3_every_order_of_rockets_tells_of_their_range() -> None:
    """Asked for a target when only rockets are left, something is in range; a target tells of what is near it."""

    def bombarding(*places: str, contingent: str = "ussr") -> Any:
        units = ("3710 SU-3-G", "0304 SU-KGB", "4008 UK-19", "0404 UK-29", "3314 EG-Gar-Cairo", "5702 IS-Gar-Ashkelon")
        return phase("Bombardment", contingent, *units, *places)

    def doubts(s: Any) -> list[int]:
        return [s.doubts[s.game.unit(x)] for x in ("SU-3-G", "SU-KGB")]

    s = bombarding("ussr-available SU-Rocket-1 SU-Rocket-2", "3610 SU-108-G")
    assert doubts(s) == [1, 1]
    t = play(s, "bombard 4008", "load 0 1")
    assert t.doubts[t.game.unit("SU-108-G")] == 1 | 4  # begun, and sent
    assert doubts(t) == [1 | 4, 1]
    assert doubts(bombarding("ussr-available SU-Rocket-1 SU-Air-1")) == [0, 0]  # airstrikes reach everything
    t = play(bombarding("ussr-available SU-Rocket-1 SU-Air-1", "3610 SU-108-G"), "bombard 0404", "load 1 0")
    assert not sightings.told_of(t, t.game.unit("SU-KGB"))  # no rocket has been sent there
    assert doubts(t) == [1, 0]  # no rocket has been sent, but one can be
    assert not bombarding("anglo-french-available UK-Gunfire", "2306 EG-1", contingent="anglo-french").claims
    far = phase("Bombardment", "ussr", "0304 SU-108-G", "4008 UK-19", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo",
                "ussr-available SU-Rocket-1", "ussr-box SU-3-G")  # fmt: skip
    assert not far.claims
    s = bombarding("anglo-french-available UK-Gunfire", "2306 EG-1", contingent="anglo-french")
    assert not play(s, "bombard 2306", "load 0 1").claims


@pytest.mark.rule("musketeer", "23.0", "15.3")
def test_r23_0_who_is_fresh_is_not_where_no_zone_is() -> None:
    s = moving("egypt", "4012 EG-10", "4008 EG-1", "3309 EG-97-NG EG-2 EG-7", *OTHERS, known=["EG-10"])
    s = later(
        play(s, "move EG-10 4011"), "4011 EG-10 EG-1", "3309 EG-97-NG EG-2 EG-7", contingent="egypt", disrupted=["EG-1"]
    )
    s = play(s, "move EG-1 4010")
    found = samples(s, "west", "4011", "4010")
    assert all(there == {"EG-10"} for there, _ in found)
    assert len({frozenset(other) for _, other in found}) > 2
    assert sum(other == {"EG-1"} for _, other in found) < len(found) / 3  # of four that it may be


@pytest.mark.rule("musketeer", "23.0", "15.3")
def test_r23_0_who_is_fresh_is_not_among_others_without_a_zone() -> None:
    box = "3309 EG-97-NG EG-7 EG-11"
    s = moving("egypt", "4012 EG-10", "4008 EG-1 EG-2", box, *OTHERS, known=["EG-10"])
    s = play(s, "move EG-10 4011")
    s = later(s, "4011 EG-10 EG-1 EG-2", box, contingent="egypt", disrupted=["EG-1", "EG-2"])
    s = play(s, "move EG-1 4010", "move EG-2 4010")
    assert all(there == {"EG-10"} for there, _ in samples(s, "west", "4011", "4010"))


@pytest.mark.rule("musketeer", "23.0", "15.3")
def test_r23_0_who_is_disrupted_does_not_hold_a_zone_alone() -> None:
    """EG-10, seen disrupted, lay with two others; the one that went has a zone."""
    box = "3309 EG-97-NG EG-2"
    s = moving("egypt", "4012 EG-10", "4008 EG-1 EG-7", box, *OTHERS, disrupted=["EG-10"], known=["EG-10"])
    s = play(s, "move EG-10 4011")
    s = later(s, "4011 EG-10 EG-1 EG-7", box, contingent="egypt", disrupted=["EG-10"])
    s = play(s, "move EG-1 4010")
    found = samples(s, "west", "4011", "4010")
    assert all("EG-10" in there for there, _ in found)
    assert len({frozenset(other) for _, other in found}) > 2


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_claims_about_others_change_nothing_and_all_of_its_own_are_true() -> None:
    s = play(infiltrated(), "move SU-3-G 4110").copy()
    s.claims = ((sightings.ENGINEER, 0),)  # about Egyptians
    assert all(INFILTRATORS & (stays | goes) for stays, goes in samples(s, "west", "4010", "4110"))
    places = (
        "3710 SU-3-G",
        "3810 SU-KGB",
        "0304 SU-108-G",
        "0504 SU-GSFE-Tank",
        "ussr-box SU-VOL SU-2-PVO SU-GSFE-Mech",
    )
    s = moving("ussr", *places, "4008 UK-19", "0404 UK-29", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo").copy()
    for target in ("4008", "0404"):
        together.shown_range(s, 1 << s.game.hex(target))
    mechanized = {"SU-3-G", "SU-VOL", "SU-GSFE-Tank", "SU-GSFE-Mech"}
    found = samples(s, "west", "3710", "3810", "0304", "0504", n=80)
    assert all(mechanized & (a | b) and mechanized & (c | d) for a, b, c, d in found)
    for k in range(4):
        assert any(not mechanized & there[k] for there in found)


@pytest.mark.rule("musketeer", "23.0", "24.2")
def test_r24_2_who_crosses_alone_is_fast_or_an_engineer() -> None:
    s = moving("egypt", "4113 EG-2-MFF", "3309 EG-2 EG-Eng EG-97-NG", *OTHERS).copy()
    s.claims = ((sightings.MECHANIZED, 0),)  # about somebody else
    s = play(s, "move EG-2-MFF 4312")
    u = s.game.unit("EG-2-MFF")
    assert s.doubts[u] == 3 << 2
    assert not sightings.told_of(s, u) & sightings.ENGINEER
    assert {frozenset(went) for (went,) in samples(s, "west", "4312")} == {
        frozenset({"EG-2-MFF"}),
        frozenset({"EG-Eng"}),
    }
    s = play(s, next(str(a) for a in s.options() if str(a).startswith("move EG-2")))  # another one, which nobody helps
    assert not any(s.game.sample_hidden(s, "west", Random(seed)).bridged for seed in range(20))
    s = moving("egypt", "4113 EG-2 EG-Eng", "3309 EG-1-MFF EG-97-NG", *OTHERS).copy()
    s.claims = ((sightings.MECHANIZED, 0),)
    s = play(s, "move EG-2 4312")
    for t in (s.game.sample_hidden(s, "west", Random(seed)) for seed in range(20)):
        helped = "EG-2" in {str(t.game.name_of(u)) for u in t.at(t.game.hex("4312"))}
        assert bool(t.bridged) == helped
    s = moving("anglo-french", "3910 UK-16-Para", "2306 EG-1", "0501 IS-Gar-Eilat")
    s = play(s, "move UK-16-Para 4110")  # by road over the canal: nobody can have helped it
    assert s.doubts[0] == 3
    assert not sightings.told_of(s, 0) & sightings.ENGINEER
    s = moving("anglo-french", "4113 UK-16-Para UK-RE", "2306 EG-1", "0501 IS-Gar-Eilat")
    assert play(s, "move UK-16-Para 4312").doubts[0] == 3  # the first unit of the roster
