"""[23.0] A sample agrees with what the side's own log has told it: the log of the sample is replayed.

A sample says which units the counters are that a side may not examine. Let that be true: then the counters were those units
a while ago, too. The position of that while ago is given the units of the sample, what everybody did since is done again
with them, and the side must have heard the same, word for word, and the sample must come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

import sandtable
from sandtable.core import Action, Event
from sandtable.games.musketeer import sightings
from sandtable.games.musketeer.fog import hidden_units
from sandtable.games.musketeer.spoken import speak_of
from sandtable.games.musketeer.state import MusketeerState
from sandtable.studies.told import heard

from .table import BOOK, phase, play

END = Action("end")
TRIES = 40
"""Counters that lie together and are alike may be told apart in many ways: so many are tried."""
WINDOW = 40
"""Decisions that are done again at most; planning, which is secret and would be done otherwise, is not among them."""
NOT_COMPARED = ("pool_west", "pool_east", "evidence", "clues")
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
    fields = [k for k, kind in s.kinds.items() if kind == "Units" and k != "disrupted"]
    found: dict[tuple[object, ...], list[int]] = {}
    for u in range(len(s.loc)):
        if units >> u & 1:
            marks = tuple(k for k in fields if getattr(s, k) >> u & 1)
            found.setdefault((s.game.contingent_of[u], s.loc[u], sightings.told_of(s, u), marks), []).append(u)
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


def told_otherwise(g: Played, k: int, n: int, side: str, sample: MusketeerState, who: Who) -> str:
    """How the side would have noticed that the counters were these units; empty when it would not."""
    now, game = g.states[n], sample.game
    enemy, names = game.enemy[side], {game.roster.names[u]: game.roster.names[v] for u, v in who.items()}
    flipped = sum(1 << u for u, v in who.items() if (now.disrupted >> u & 1) != (sample.disrupted >> v & 1))
    s = retold(g.states[k], who, flipped)
    s.set_pool(enemy, (*sample.pool(enemy), *(m for m in g.states[k].pool(enemy) if m not in now.pool(enemy))))
    for i in range(k, n):
        told = heard(g.events[i], side)
        a = Action(g.actions[i].verb, tuple(names.get(w, w) for w in g.actions[i].args))
        if a.verb == "move" and s.check(a):  # by another way: only where it began and ended is told
            a = game.parse(s, f"move {a.args[0]} {a.args[1].rpartition('-')[2]}")
        if type(s.choice) is not type(g.states[i].choice):
            if not told:  # the units of the sample were not asked
                continue
            if not s.check(END):  # they were asked, and did nothing
                s, _ = done(s, END)
        if refusal := s.check(a):
            return str(refusal)
        s, events = done(s, a)
        if heard(events, side) != told:
            return f"told {heard(events, side)} instead of {told}"
    differ = [f for f in s.kinds if f not in NOT_COMPARED and getattr(s, f) != getattr(sample, f)]
    return f"{differ[0]} is not that of the sample" if differ else ""


def contradiction(g: Played, n: int, side: str, sample: MusketeerState, rng: Random) -> str:
    """What the sample contradicts; empty when some way of being true is what the side has been told."""
    first = ""
    for who in pairings(g.states[n], sample, side, rng):
        found = told_otherwise(g, g.beginning(n), n, side, sample, who)
        if not found:
            return ""
        first = first or found
    return first


@pytest.mark.rule("musketeer", "23.0")
@pytest.mark.parametrize("seed", range(4))
def test_r23_0_the_log_of_a_sample_is_what_the_side_has_been_told(seed: int) -> None:
    """Left out is what only several counters tell together: "one of these three is an engineer" (docs/trust.md)."""
    g, rng, samples, moved, against = Played(), Random(seed), 0, 0, Counter[str]()
    g.play(f"samples {seed}", 1200)
    for n in rng.sample(range(len(g.states)), 50):
        if n - g.beginning(n) < 3:
            continue
        for side in g.states[n].game.sides:
            t = g.states[n].game.sample_hidden(g.states[n], side, rng)
            samples += 1
            moved += sum(t.loc[u] != h for u, h in enumerate(g.states[n].loc))
            if trouble := contradiction(g, n, side, t, rng):
                against[trouble[:80]] += 1
    assert moved > 5 * samples
    assert against.total() <= 0.04 * samples, against


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
