"""[23.0] Dealing units to counters that a side may not examine, by what it knows of them and by chance alone.

A counter that is not examined is a *slot*: where it lies, what the log has told of it (sightings.py), what it has done in
this impulse. The slots are put into an order that does not depend on the units that are really there, and units are dealt
to them: first always in the same way, then pairs change places at random. So a sample is a function of what the side knows
and of the random numbers.

Kept: the number per place, which stacks have a zone [ruling MU-23], the number of disrupted units, the division
limit [12.1], and in the Egyptian box the kinds that 4.3 put there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sandtable.core import bits

from . import sightings
from .state import MusketeerState

if TYPE_CHECKING:
    from .game import Musketeer


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A counter whose front one may not see."""

    place: int
    evidence: int
    marks: tuple[str, ...]
    """The fields of the state that hold a set of units with this one in it."""
    kind: tuple[str, str]
    """Type and size, in the Egyptian box only."""
    disrupted: bool


def deal(game: Musketeer, t: MusketeerState, contingent: str, hidden: int, rng: Any) -> None:
    """Let other units stand where these hidden ones of a contingent stand."""
    units = sorted(bits(hidden))
    slots = _mixed(t, sorted(_slot(game, t, contingent, u) for u in units), hidden, rng)
    table = Table(game, t, contingent, units, slots)
    dealt = next(table.divisions_first({}, list(table.divisions)), None)
    if dealt is None:  # never seen: what is really there fits always
        return
    table.exchange_pairs(dealt, rng)
    _put(t, slots, dealt)


def _slot(game: Musketeer, t: MusketeerState, contingent: str, u: int) -> Slot:
    unit = game.roster[u]
    in_box = contingent == "egypt" and t.loc[u] == game.box_of[contingent]
    marks = tuple(k for k, kind in t.kinds.items() if kind == "Units" and k != "disrupted" and getattr(t, k) >> u & 1)
    kind = (unit.type, unit.size) if in_box else ("", "")
    return Slot(t.loc[u], t.evidence[u], marks, kind, bool(t.disrupted >> u & 1))


def _mixed(t: MusketeerState, slots: list[Slot], hidden: int, rng: Any) -> list[Slot]:
    """Other counters of the map disrupted, as many as now, and every stack with a zone keeps it."""
    free: list[int] = []
    taken = 0
    for place in sorted({x.place for x in slots if x.place > 0}):
        here = [i for i, x in enumerate(slots) if x.place == place and not sightings.identified(x.evidence)]
        fresh = [u for u in t.at(place, t.game.ground) if not t.disrupted >> u & 1]
        if here and fresh:
            rng.shuffle(here)
            sure = any(not hidden >> u & 1 or sightings.identified(t.evidence[u]) for u in fresh)
            free += here if sure else here[1:]
            taken += sum(slots[i].disrupted for i in here)
    rng.shuffle(free)
    chosen = set(free[:taken])
    open_places = {slots[i].place for i in free}
    found = []
    for i, x in enumerate(slots):
        mixed = x.place in open_places and not sightings.identified(x.evidence)
        found.append(replace(x, disrupted=i in chosen) if mixed else x)
    return found


@dataclass
class Table:
    """Which unit may lie in which slot."""

    game: Musketeer
    t: MusketeerState
    contingent: str
    units: list[int]
    slots: list[Slot]

    def __post_init__(self) -> None:
        game, t = self.game, self.t
        self.divisions = [u for u in self.units if game.divisions >> u & 1]
        self.others = [u for u in self.units if u not in self.divisions]
        self.limit = game.division_limit[self.contingent]
        open_divisions = game.divisions & game.ground_by[self.contingent]
        self.standing = {
            x.place: sum(t.loc[u] == x.place for u in bits(open_divisions) if u not in self.units) for x in self.slots
        }
        """[12.1] Divisions that are examined, by place."""

    def fits(self, u: int, i: int) -> bool:
        x, game = self.slots[i], self.game
        if x.disrupted and not game.two_sided >> u & 1:
            return False
        if x.kind[0] and x.kind != (game.roster[u].type, game.roster[u].size):
            return False
        return sightings.may_be(game, x.evidence, u)

    def room(self, who: dict[int, int], place: int) -> bool:
        """[12.1] May another division lie there?"""
        lying = sum(self.slots[i].place == place and u in self.divisions for i, u in who.items())
        return place <= 0 or self.standing[place] + lying < self.limit

    def divisions_first(self, who: dict[int, int], left: list[int]) -> Iterator[dict[int, int]]:
        """Deals in which the divisions keep their limit, always in the same order."""
        if not left:
            if full := self.others_matched(who):
                yield full
            return
        for i, x in enumerate(self.slots):
            if i not in who and self.fits(left[0], i) and self.room(who, x.place):
                yield from self.divisions_first({**who, i: left[0]}, left[1:])

    def others_matched(self, who: dict[int, int]) -> dict[int, int]:
        """The other units into the other slots, by augmenting paths; empty when that cannot be."""
        dealt = dict(who)

        def place(u: int, tried: set[int]) -> bool:
            for i in range(len(self.slots)):
                if i in who or i in tried or not self.fits(u, i):
                    continue
                tried.add(i)
                if i not in dealt or place(dealt[i], tried):
                    dealt[i] = u
                    return True
            return False

        return dealt if all(place(u, set()) for u in self.others) else {}

    def exchange_pairs(self, who: dict[int, int], rng: Any) -> None:
        """Random exchanges, each of which keeps everything."""
        n = len(self.slots)
        for _ in range(6 * n):
            i, k = rng.randrange(n), rng.randrange(n)
            u, v = who[i], who[k]
            if i != k and self.fits(u, k) and self.fits(v, i) and self.divisions_may_change(who, i, k):
                who[i], who[k] = v, u

    def divisions_may_change(self, who: dict[int, int], i: int, k: int) -> bool:
        one, other = who[i] in self.divisions, who[k] in self.divisions
        if one == other:
            return True
        goal = self.slots[k if one else i].place
        return goal == self.slots[i if one else k].place or self.room(who, goal)


def _put(t: MusketeerState, slots: list[Slot], who: dict[int, int]) -> None:
    """Every unit into its slot: place, evidence, and everything noted about the counter in this impulse."""
    moving = sum(1 << u for u in who.values())
    fields = [k for k, kind in t.kinds.items() if kind == "Units" and k != "disrupted"]
    sets = {k: getattr(t, k) & ~moving for k in fields}
    t.disrupted &= ~moving
    for i, u in who.items():
        x = slots[i]
        t.loc[u], t.evidence[u] = x.place, x.evidence
        t.disrupted |= x.disrupted << u
        for k in x.marks:
            sets[k] |= 1 << u
    for k, units in sets.items():
        setattr(t, k, units)
