"""[23.0] Dealing units to counters that a side may not examine, by what it knows of them and by chance alone.

A counter that is not examined is a *slot*: where it lies, what the log has told of it (sightings.py), what it has done in
this impulse. The slots are put into an order that does not depend on the units that are really there, and units are dealt
to them: first always in the same way, then pairs change places at random. So a sample is a function of what the side knows
and of the random numbers.

Kept: the number per place, which stacks have a zone [ruling MU-23], the number of disrupted units, the division
limit [12.1], and in the Egyptian box the kinds that 4.3 put there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sandtable.core import bits
from sandtable.core.chance import Luck, Still

from . import sightings
from .spoken import Role, speak_of, spoken_of
from .state import MusketeerState

if TYPE_CHECKING:
    from .game import Musketeer

MARKS = tuple(k for k, kind in MusketeerState.kinds.items() if kind == "Units" and k != "disrupted")
"""Fields that hold what units have done; who is disrupted is shuffled apart from them."""
Known: TypeAlias = tuple[int, int, tuple[str, ...], tuple[str, str], bool, tuple[Role, ...]]
"""All fields of a slot but the last."""
Examined: TypeAlias = frozenset[tuple[int, int]]
"""[12.1] Places and how many divisions stand there that the side may examine."""


class Slot(NamedTuple):
    """A counter whose front one may not see."""

    place: int
    evidence: int
    marks: tuple[str, ...]
    """The fields of the state that hold a set of units with this one in it."""
    kind: tuple[str, str]
    """Type and size, in the Egyptian box only."""
    disrupted: bool
    roles: tuple[Role, ...]
    """Where waiting steps speak of it: it stays disrupted or not, and they speak of the unit that is dealt to it."""
    was: int
    """The unit that is really there."""

    def known(self) -> Known:
        """What puts the slots into an order: everything but the unit that is really there."""
        return self[:-1]


def deal(game: Musketeer, t: MusketeerState, contingent: str, hidden: int, rng: Luck) -> None:
    """Let other units stand where these hidden ones of a contingent stand."""
    units = tuple(sorted(bits(hidden)))
    slots = _mixed(t, sorted(_slots(game, t, contingent, units), key=Slot.known), hidden, rng)
    examined = Counter(t.loc[u] for u in bits(game.divisions & game.ground_by[contingent] & ~hidden))
    table = _table(game, contingent, units, tuple(map(Slot.known, slots)), frozenset(examined.items()))
    dealt = table.first
    if dealt is None:  # never seen: what is really there fits always
        return
    if not isinstance(rng, Still):
        dealt = dealt.copy()
        table.exchange_pairs(dealt, rng)
    _put(t, slots, dealt)
    if any(x.roles for x in slots):
        speak_of(t, {slots[i].was: u for i, u in dealt.items()})


def _slots(game: Musketeer, t: MusketeerState, contingent: str, units: Sequence[int]) -> Iterator[Slot]:
    roles = spoken_of(t)
    box = game.box_of[contingent] if contingent == "egypt" else 0
    hidden = sum(1 << u for u in units)
    noted = [(k, marked) for k in MARKS if (marked := getattr(t, k) & hidden)]
    for u in units:
        unit, place = game.roster[u], t.loc[u]
        marks = tuple(k for k, marked in noted if marked >> u & 1)
        kind = (unit.type, unit.size) if box and place == box else ("", "")
        yield Slot(place, sightings.told_of(t, u), marks, kind, bool(t.disrupted >> u & 1), roles.get(u, ()), u)


def _mixed(t: MusketeerState, slots: list[Slot], hidden: int, rng: Luck) -> list[Slot]:
    """Other counters of the map disrupted, as many as now, and every stack with a zone keeps it."""
    free: list[int] = []
    taken = 0
    settled = {x.was for x in slots if x.roles or sightings.identified(x.evidence)}
    for place in sorted({x.place for x in slots if x.place > 0}):
        here = [i for i, x in enumerate(slots) if x.place == place and x.was not in settled]
        fresh = [u for u in t.at(place, t.game.ground) if not t.disrupted >> u & 1]
        if here and fresh:
            rng.shuffle(here)
            sure = any(not hidden >> u & 1 or u in settled for u in fresh)
            free += here if sure else here[1:]
            taken += sum(slots[i].disrupted for i in here)
    rng.shuffle(free)
    chosen = set(free[:taken])
    open_places = {slots[i].place for i in free}
    found = []
    for i, x in enumerate(slots):
        mixed = x.place in open_places and x.was not in settled
        found.append(x._replace(disrupted=i in chosen) if mixed and x.disrupted != (i in chosen) else x)
    return found


class Table:
    """Which unit may lie in which slot; a function of what is known of the slots, so that nobody can tell more from it."""

    def __init__(
        self, game: Musketeer, contingent: str, units: Sequence[int], slots: Sequence[Known], examined: Examined
    ) -> None:
        self.places = [place for place, *_ in slots]
        self.divisions = [u for u in units if game.divisions >> u & 1]
        self.others = [u for u in units if u not in self.divisions]
        self.movable = frozenset(self.others)
        self.limit = game.division_limit[contingent]
        self.standing = dict(examined)
        """[12.1] Divisions that are examined, by place."""
        alike: Counter[int] = Counter()  # by the units that fit: slots
        for i, (_, evidence, _, kind, disrupted, _) in enumerate(slots):
            alike[_may_lie(game, evidence, kind, disrupted)] += 1 << i
        self.fits = {u: sum(slots for units, slots in alike.items() if units >> u & 1) for u in units}
        """The slots, as bits, in which a unit may lie."""
        self.first = next(self.divisions_first({}, self.divisions.copy()), None)
        """The first deal that is possible; nobody writes into it."""

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
        free = (1 << len(self.places)) - 1
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
            if i == k:
                continue
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


@cache
def _may_lie(game: Musketeer, evidence: int, kind: tuple[str, str], disrupted: bool) -> int:
    """The units that can be a counter of which this is known."""
    units = game.two_sided if disrupted else (1 << len(game.roster)) - 1
    if kind[0]:
        units &= sum(1 << u for u in bits(units) if kind == (game.roster[u].type, game.roster[u].size))
    return sum(1 << u for u in bits(units) if sightings.may_be(game, evidence, u))


def _put(t: MusketeerState, slots: list[Slot], who: dict[int, int]) -> None:
    """Every unit into its slot: place, evidence, and everything noted about the counter in this impulse."""
    moving = sum(1 << u for u in who.values())
    sets = {k: units & ~moving for k in MARKS if (units := getattr(t, k)) & moving}
    t.disrupted &= ~moving
    for i, u in who.items():
        x = slots[i]
        t.loc[u] = x.place
        sightings.remember(t, u, x.evidence)
        t.disrupted |= x.disrupted << u
        for k in x.marks:
            sets[k] |= 1 << u
    for k, units in sets.items():
        setattr(t, k, units)
