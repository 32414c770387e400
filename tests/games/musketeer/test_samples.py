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
from sandtable.games.musketeer import sightings
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
@pytest.mark.parametrize("seed", range(28))
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
    s = phase("Reinforcement", "ussr", "ussr-box SU-VOL SU-KGB SU-3-G SU-108-G SU-GSFE-Mech", *OTHERS)
    s = play(s, "infiltrate SU-VOL", "place SU-VOL 4010", "transfer SU-3-G", "place SU-3-G 4010")
    t = moving("ussr", "ussr-box SU-KGB SU-108-G SU-GSFE-Mech", "4010 SU-VOL SU-3-G", *OTHERS)
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
