"""[23.0] Dealing units to counters that a side may not examine, by what it knows of them and by chance alone.

A counter that is not examined is a *slot*: where it lies, what the log has told of it (sightings.py) and of it and others
together (together.py), what it has done in this impulse. The slots are put into an order that does not depend on the units that are really there, and units are dealt
to them: first always in the same way, then pairs change places at random. So a sample is a function of what the side knows
and of the random numbers.

Kept: the number per place, which stacks have a zone [ruling MU-23], the number of disrupted units, the division
limit [12.1].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sandtable.core import bits
from sandtable.core.chance import Luck, Still

from . import sightings
from .sightings import traits, units_with
from .spoken import Role, speak_of, spoken_of
from .state import MusketeerState
from .worlds import Ways, bridged

if TYPE_CHECKING:
    from .game import Musketeer

MARKS = tuple(k for k, kind in MusketeerState.kinds.items() if kind == "Units" and k not in ("disrupted", "bridged"))
"""Fields that hold what units have done; who is disrupted is shuffled apart from them, and who has helped at the water is found."""
Examined: TypeAlias = frozenset[tuple[int, int]]
"""[12.1] Places and how many divisions stand there that the side may examine."""


class Slot(NamedTuple):
    """A counter whose front one may not see."""

    place: int
    evidence: int
    source: int
    doubts: int
    marks: tuple[str, ...]
    """The fields of the state that hold a set of units with this one in it."""
    disrupted: bool
    roles: tuple[Role, ...]
    """Where waiting steps speak of it: it stays disrupted or not, and they speak of the unit that is dealt to it."""
    was: int
    """The unit that is really there."""

    def known(self) -> tuple[object, ...]:
        """What puts the slots into an order: everything but the unit that is really there."""
        return self[:-1]


def deal(game: Musketeer, t: MusketeerState, contingent: str, hidden: int, rng: Luck) -> None:
    """Let other units stand where these hidden ones of a contingent stand."""
    units = tuple(sorted(bits(hidden)))
    slots = sorted(_slots(t, units), key=Slot.known)
    places = tuple(x.place for x in slots)
    examined = frozenset(Counter(t.loc[u] for u in bits(game.divisions & game.ground_by[contingent] & ~hidden)).items())
    for told in _told(t, contingent, hidden, slots, rng):
        mixed = _mixed(t, contingent, slots, told, rng)
        if mixed is None:
            continue
        fits = tuple(
            units_with(game, e) & (game.two_sided if x.disrupted else -1) & hidden for e, x in zip(told, mixed)
        )
        table = _table(game, contingent, units, places, fits, examined)
        if dealt := table.dealt(rng):
            _put(t, mixed, dealt)
            t.bridged = t.bridged & ~hidden | bridged(t, contingent) & hidden
            if any(x.roles for x in slots):
                speak_of(t, {slots[i].was: u for i, u in dealt.items()})
            return


def _slots(t: MusketeerState, units: Sequence[int]) -> Iterator[Slot]:
    roles = spoken_of(t)
    hidden = sum(1 << u for u in units)
    noted = [(k, marked) for k in MARKS if (marked := getattr(t, k) & hidden)]
    for u in units:
        marks = tuple(k for k, marked in noted if marked >> u & 1)
        told = sightings.told_of(t, u)
        yield Slot(t.loc[u], told, t.source[u], t.doubts[u], marks, bool(t.disrupted >> u & 1), roles.get(u, ()), u)


def _told(
    t: MusketeerState, contingent: str, hidden: int, slots: Sequence[Slot], rng: Luck
) -> Iterator[tuple[int, ...]]:
    """What is known of every slot, in every way in which they may have come there; at last without what is known of several."""
    alone = tuple(x.evidence for x in slots)
    counters = [i for i, x in enumerate(slots) if x.source or x.doubts]
    if counters:
        seen = [u for u in bits(t.game.ground_by[contingent] & ~hidden) if t.source[u] or t.doubts[u]]
        records = [slots[i][1:4] for i in counters] + [(traits(t.game)[u], t.source[u], t.doubts[u]) for u in seen]
        for found in Ways(t, [hidden] * len(counters) + [1 << u for u in seen], rng).all(records):
            told = list(alone)
            for i, evidence in zip(counters, found):
                told[i] = evidence
            yield tuple(told)
    yield alone


def _mixed(t: MusketeerState, contingent: str, slots: list[Slot], told: Sequence[int], rng: Luck) -> list[Slot] | None:
    """Other counters of the map disrupted, as many as now; every stack with a zone keeps it, and an examined unit stays as it was.
    None when that cannot be."""
    game = t.game
    sure = {i: x.disrupted for i, x in enumerate(slots) if x.roles}
    sure |= {i: bool(t.disrupted >> u & 1) for i, e in enumerate(told) if (u := sightings.identity(e)) >= 0}
    examined = t.occupied(game.ground_by[contingent] & ~t.disrupted & ~sum(1 << x.was for x in slots))
    free: list[int] = []
    for place in sorted({x.place for x in slots if x.place > 0}):
        here = [i for i, x in enumerate(slots) if x.place == place]
        open_ = [i for i in here if i not in sure]
        if all(slots[i].disrupted for i in here) and not examined >> place & 1:  # no zone
            sure |= dict.fromkeys(open_, True)
            if not all(sure[i] for i in here):
                return None
            continue
        rng.shuffle(open_)
        if examined >> place & 1 or any(not sure.get(i, True) for i in here):
            free += open_
        elif open_:
            free += open_[1:]
        else:
            return None
    free = [i for i in free if units_with(game, told[i]) & game.two_sided]
    left = sum(x.disrupted for x in slots) - sum(sure.values())
    if not 0 <= left <= len(free):
        return None
    rng.shuffle(free)
    sure |= dict.fromkeys(free[:left], True)
    return [x._replace(disrupted=sure.get(i, False)) for i, x in enumerate(slots)]


class Table:
    """Which unit may lie in which slot; a function of what is known of the slots, so that nobody can tell more from it."""

    def __init__(
        self,
        game: Musketeer,
        contingent: str,
        units: Sequence[int],
        places: Sequence[int],
        fits: Sequence[int],
        examined: Examined,
    ) -> None:
        self.places = places
        self.divisions = [u for u in units if game.divisions >> u & 1]
        self.others = [u for u in units if u not in self.divisions]
        self.movable = frozenset(self.others)
        self.limit = game.division_limit[contingent]
        self.standing = dict(examined)
        """[12.1] Divisions that are examined, by place."""
        alike: Counter[int] = Counter()  # by the units that fit: slots
        for i, fit in enumerate(fits):
            alike[fit] += 1 << i
        self.fits = {u: sum(slots for units, slots in alike.items() if units >> u & 1) for u in units}
        """The slots, as bits, in which a unit may lie."""
        self.first = next(self.divisions_first({}, self.divisions.copy()), {})
        """The first deal that is possible, or none; nobody writes into it."""

    def dealt(self, rng: Luck) -> dict[int, int]:
        """By slot: its unit; none when no deal is possible."""
        if not self.first or isinstance(rng, Still):
            return self.first
        who = self.first.copy()
        self.exchange_pairs(who, rng)
        return who

    def room(self, who: dict[int, int], place: int) -> bool:
        """[12.1] May another division lie there?"""
        lying = sum(self.places[i] == place and u not in self.movable for i, u in who.items())
        return place <= 0 or self.standing.get(place, 0) + lying < self.limit

    def divisions_first(self, who: dict[int, int], left: list[int]) -> Iterator[dict[int, int]]:
        """Deals in which the divisions keep their limit, always in the same order."""
        if not left:
            if full := self.others_matched(who):
                yield full
            return
        for i, place in enumerate(self.places):
            if i not in who and self.fits[left[0]] >> i & 1 and self.room(who, place):
                yield from self.divisions_first({**who, i: left[0]}, left[1:])

    def others_matched(self, who: dict[int, int]) -> dict[int, int]:
        """The other units into the other slots, by augmenting paths; empty when that cannot be."""
        dealt = dict(who)
        free = -1
        for i in who:
            free ^= 1 << i
        for u in self.others:
            freed = self._placed(u, dealt, free)
            if not freed:
                return {}
            free ^= freed
        return dealt

    def _placed(self, u: int, dealt: dict[int, int], free: int) -> int:
        """Put a unit into a slot, others into other slots where that makes room; the slot that is no longer free, or 0."""
        asked, seen = [u], 0
        asked_by: dict[int, tuple[int, int]] = {}
        while asked:
            v = asked.pop()
            if good := self.fits[v] & free:
                return self._moved_on(v, (good & -good).bit_length() - 1, dealt, asked_by)
            for i in bits(self.fits[v] & ~seen):
                if dealt.get(i, -1) in self.movable:
                    seen |= 1 << i
                    asked.append(dealt[i])
                    asked_by[dealt[i]] = v, i
        return 0

    def _moved_on(self, v: int, to: int, dealt: dict[int, int], asked_by: dict[int, tuple[int, int]]) -> int:
        """The last unit asked takes the free slot, the one that asked it takes the slot it leaves, and so on."""
        taken = 1 << to
        dealt[to] = v
        while v in asked_by:
            v, i = asked_by[v]
            dealt[i] = v
        return taken

    def exchange_pairs(self, who: dict[int, int], rng: Luck) -> None:
        """Random exchanges, each of which keeps everything."""
        n, fits, randrange = len(self.places), self.fits, rng.randrange
        for _ in range(6 * n):
            i, k = randrange(n), randrange(n)
            u, v = who[i], who[k]
            if fits[u] >> k & 1 and fits[v] >> i & 1 and self.divisions_may_change(who, i, k):
                who[i], who[k] = v, u

    def divisions_may_change(self, who: dict[int, int], i: int, k: int) -> bool:
        one, other = who[i] not in self.movable, who[k] not in self.movable
        if one == other:
            return True
        goal = self.places[k if one else i]
        return goal == self.places[i if one else k] or self.room(who, goal)


_table = lru_cache(maxsize=128)(Table)
"""The same slots are dealt to for every viewer, and again as long as nothing of them has changed."""


def _put(t: MusketeerState, slots: Sequence[Slot], who: dict[int, int]) -> None:
    """Every unit into its slot: place, evidence, and everything noted about the counter in this impulse."""
    moving = sum(1 << u for u in who.values())
    sets = {k: getattr(t, k) & ~moving for k in MARKS}
    t.disrupted &= ~moving
    for i, u in who.items():
        x = slots[i]
        t.loc[u] = x.place
        sightings.remember(t, u, x.evidence)
        t.source[u], t.doubts[u] = x.source, x.doubts
        t.disrupted |= x.disrupted << u
        for k in x.marks:
            sets[k] |= 1 << u
    for k, units in sets.items():
        setattr(t, k, units)
