"""The shared planner. It knows no title: a playbook says which postures there are and what a position is worth.

In the endgame, at the beginning of each stretch of play, every posture that fits is tried out on copies of the position:
it makes its orders, the dice fall (the same dice for all), the enemy answers, and both play on by their rules of thumb to
the end. The worse half is dropped, the others are tried with more dice and against another reply, until the budget is
spent. Another posture than the rule of thumb names must beat it beyond the error of its trials. Earlier the rule of thumb
decides, as many games have taught to play it; where a title has a network, the best of some plans near it at a glance:
trials that stop short of the end say no more than what is seen before the dice (docs/opponents.md).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Generic, TypeVar

from sandtable.core import CHANCE, Frame, Game, State, total

from .base import Bot, Decision, Playbook, Posture

S = TypeVar("S", bound=State)
T = TypeVar("T")
HOPELESS, PATIENCE = 0.02, 2
"""A chance below which a game is lost, and for how many stretches it must have been."""
LEAST = 2
"""Trials that every candidate gets before the first are dropped."""
ENOUGH = 4
"""Trials with fewer of which nobody takes the place of what the rule of thumb names: their error cannot be told."""
DRAWN = 24
"""Before the endgame so many plans are drawn near the rule of thumb's, for the network to judge."""
LONGEST = 20_000
"""Decisions after which a trial is given up as endless."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: trials make a match reproducible, seconds keep a player from waiting."""

    trials: int
    seconds: float = 0.0
    """The deadline; 0: none."""
    variations: int = 0
    """Postures drawn at random that are tried beside the named ones."""
    temper: float = 0.01
    """Postures whose values differ by less are equal."""
    trust: float = 0.02
    """What another posture must promise more than the one that the rule of thumb names, beside the error of the trials."""
    loyalty: float = 0.9
    """In how many games a long posture that the rule of thumb names is followed by who makes no trials; in the others what
    stands for it, so that nobody can count on it. Trials decide in the endgame whether it goes on."""


@dataclass(slots=True)
class Candidate(Generic[S]):
    """A posture in the search: the position after its orders, and what the trials gave."""

    posture: Posture[S]
    seed: str
    position: S | None = None
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(round(v * 1e9) for v in self.values) / (1e9 * len(self.values)) if self.values else -1.0

    def lead(self, other: Candidate[S], trust: float) -> float:
        """By how much its trials beat another's, trial by trial the same dice: the mean less a standard error and the trust."""
        leads = [round((a - b) * 1e9) / 1e9 for a, b in zip(self.values, other.values, strict=False)]
        n = len(leads)
        if n < ENOUGH:
            return -1.0
        mean = total(leads) / n
        return mean - sqrt(total((x - mean) ** 2 for x in leads) / (n - 1) / n) - trust


def halving(
    candidates: Sequence[T],
    trial: Callable[[T, int], float],
    note: Callable[[T, float], None],
    trials: int,
    kept: T | None = None,
) -> list[T]:
    """Try all candidates with the same dice, drop the worse half (never the one that is `kept`), go on with the rest until
    the trials are spent. Returns the candidates of the last round, best first. `trial` raises TimeoutError when the time is
    up."""
    left, totals, n = list(candidates), dict.fromkeys(range(len(candidates)), 0.0), 0
    index = {id(c): i for i, c in enumerate(candidates)}
    rounds = max(1, (len(left) - 1).bit_length())
    share = max(1, trials // rounds)
    try:
        while len(left) > 1:
            again = max(LEAST, share // len(left))
            for k in range(n, n + again):
                results = [trial(c, k) for c in left]  # a round that is cut short does not count
                for c, v in zip(left, results, strict=True):
                    totals[index[id(c)]] += v
                    note(c, v)
            n += again
            left.sort(key=lambda c: (-totals[index[id(c)]], index[id(c)]))
            if len(left) == 2:
                break
            half = (len(left) + 1) // 2
            out = left[half:]
            left = left[:half]
            if any(c is kept for c in out):
                left[-1] = next(c for c in out if c is kept)
    except TimeoutError:
        left.sort(key=lambda c: (-totals[index[id(c)]], index[id(c)]))
    return left


def in_endgame(book: Playbook[S], s: S, side: str) -> bool:
    """Is so little left to play that trials of this side go on to the end?"""
    return side in book.endgame and book.evaluator.clock(s) <= book.endgame[side]


def usual(book: Playbook[S], s: S, side: str, practised: bool, instead: bool = False) -> Posture[S]:
    """What the rule of thumb says, or what stands for it; played as thought out, or as practice has taught."""
    posture = book.posture(side, book.doctrine(s, side))
    if instead and posture.instead:
        posture = book.posture(side, posture.instead)
    return book.practised(s, posture) if practised and book.practised else posture


def foresees(book: Playbook[S]) -> bool:
    """Has the title a network that was fitted?"""
    return book.foresight is not None and book.foresight.network is not None


class Rehearsal(Generic[S]):
    """Trials of postures from one position."""

    def __init__(self, book: Playbook[S], s: S, side: str, rng: Random, deadline: float) -> None:
        self.book, self.s, self.side, self.deadline = book, s, side, deadline
        self.key = rng.getrandbits(48)
        self.here: tuple[Hashable, str] = book.stretch(s)
        self.to_the_end = in_endgame(book, s, side)

    def glance(self, c: Candidate[S]) -> float:
        """What the network says of the position after the orders, before any die."""
        assert self.book.foresight
        return self.book.foresight.value(self._ordered(c)[0], self.side)

    def distinct(self, candidates: list[Candidate[S]]) -> list[Candidate[S]]:
        """Those whose orders lead to different positions (and where something is written in secret, to different numbers);
        of equals the first."""
        seen: set[tuple[tuple[int, ...], tuple[Frame, ...], str]] = set()
        found: list[Candidate[S]] = []
        for c in candidates:
            if self.deadline and found and time.monotonic() > self.deadline:
                break
            s, _ = self._ordered(c)
            key = tuple(s.loc), s.agenda, s.checksum() if s.game.hidden else ""
            if key not in seen:
                seen.add(key)
                found.append(c)
        return found

    def trial(self, c: Candidate[S], k: int) -> float:
        """The value after the orders, trial k of the dice and the reply."""
        if self.deadline and time.monotonic() > self.deadline:
            raise TimeoutError
        game, side = self.s.game, self.side
        if game.hidden:  # every trial with another guess at what is hidden
            s = game.sample_hidden(self.s, side, Random(f"{self.key}:{k}:hidden"))
            own = c.posture.make(game, side, Random(c.seed))
        else:
            s, own = self._ordered(c)
        bots = {x: self._reply(x, k) for x in game.sides}
        bots[side] = own
        return self._play(s, bots, k)

    def _ordered(self, c: Candidate[S]) -> tuple[S, Bot[S]]:
        """The position after the side's own decisions up to the first die, worked out once."""
        game = self.s.game
        if c.position is None:
            s, bot = self.s.copy(), c.posture.make(game, self.side, Random(c.seed))
            while s.actor == self.side and self.book.stretch(s) == self.here:
                s.apply(bot.decide(s).action)
            c.position = s
        return c.position.copy(), c.posture.make(game, self.side, Random(c.seed))

    def _reply(self, side: str, k: int) -> Bot[S]:
        """The enemy's posture in trial k: his default and what his rule of thumb says take turns."""
        posture = self.book.of(side)[0] if k % 2 == 0 else self._usual(self.s, side)
        return self._lightly(posture, side, k)

    def _usual(self, s: S, side: str) -> Posture[S]:
        return usual(self.book, s, side, side == self.side)

    def _lightly(self, posture: Posture[S], side: str, k: int) -> Bot[S]:
        make = posture.light or posture.make
        return make(self.s.game, side, Random(f"{self.key}:{k}:{side}"))

    def _play(self, s: S, bots: dict[str, Bot[S]], k: int) -> float:
        """Play on until it is this side's stretch again, then value the position; in the last turns go on to the end, this
        side by its rule of thumb."""
        dice, answered = Random(f"{self.key}:{k}:dice"), False
        for _ in range(LONGEST):
            actor = s.actor
            if actor is None:
                break
            if actor == CHANCE:
                s.apply(s.sample(dice.randrange))
                continue
            _, whose = self.book.stretch(s)
            if whose and whose != self.side:
                answered = True
            elif whose == self.side and answered:
                if not self.to_the_end:
                    break
                answered, bots[self.side] = False, self._lightly(self._usual(s, self.side), self.side, k)
            s.apply(bots[actor].decide(s).action)
        if s.outcome is not None and self.book.grade:
            return self.book.grade(s, self.side)
        return self.book.evaluator.value(s, self.side)


class Strategist(Bot[S]):
    """Chooses a posture for every stretch of play, and lets it carry out the decisions."""

    def __init__(
        self,
        book: Playbook[S],
        game: Game[S],
        side: str,
        rng: Random,
        budget: Budget,
        style: Callable[[Posture[S]], Posture[S]] | None = None,
    ) -> None:
        super().__init__(game, side, rng)
        self.book, self.budget, self.style = book, budget, style
        self.posture: Posture[S] = book.of(side)[0]
        self.loyal = rng.random() < budget.loyalty or (budget.trials > 0 and side in book.endgame)
        self.proven = False
        """Was the posture found by trials that went to the end of the game?"""
        self.carriers: dict[str, Bot[S]] = {}
        """Who carries out each posture; they remember what they have seen."""
        self.carrier: Bot[S] | None = None
        self.moment: tuple[Hashable, str] | None = None
        self.fear = ""
        self.outlook: list[float] = []
        """The chances at the beginning of every stretch of its own."""

    def decide(self, s: S) -> Decision:
        moment = self.book.stretch(s)
        if self.carrier is None or (moment != self.moment and moment[1] in (self.side, "")):
            self.moment = moment
            self._choose(s)
        assert self.carrier is not None
        found = self.carrier.decide(s)
        lost = len(self.outlook) >= PATIENCE and max(self.outlook[-PATIENCE:]) < HOPELESS
        return Decision(found.action, f"{found.reason} {self.posture.purpose}{self.fear}", lost)

    def _choose(self, s: S) -> None:
        """The posture of this stretch: by the rule of thumb, or in the endgame by trials where there is a budget."""
        seed = f"{self.rng.getrandbits(48)}"
        self.outlook.append(self.book.evaluator.value(s, self.side))
        if self.proven and self.posture.long and self.posture.fits(s):
            return  # what pays only at its end is not given up on the way
        self.proven = bool(self.budget.trials) and in_endgame(self.book, s, self.side)
        self.posture = usual(self.book, s, self.side, self.budget.trials > 0, self.proven or not self.loyal)
        self.fear = ""
        foreseen = not self.proven and self.budget.trials > 0 and not self.posture.settled and foresees(self.book)
        if self.proven or foreseen:
            best = self.search(s, seed) if self.proven else self.glance(s, seed)
            self.posture, seed = best.posture, best.seed
            if best.values:
                self.fear = f" Chances: {best.mean:.0%}."
        if self.style:
            self.posture = self.style(self.posture)
        if self.book.opening and s.turn == 1 and not foreseen:
            self.posture = self.book.opening(self.posture, Random(f"{seed}:lot"))
            self.carrier = self.posture.make(self.game, self.side, Random(seed))
            return
        if self.posture.name not in self.carriers:
            self.carriers[self.posture.name] = self.posture.make(self.game, self.side, Random(seed))
        self.carrier = self.carriers[self.posture.name]
        self.carrier.rng = Random(seed)

    def search(self, s: S, seed: str) -> Candidate[S]:
        """The best posture by trials; among near-equals one by chance, so that no two games go alike."""
        found = [self.posture] + [p for p in self.book.of(self.side) if p.fits(s) and p is not self.posture]
        if self.book.vary:
            found += [self.book.vary(self.side, self.rng) for _ in range(self.budget.variations)]
        candidates = [Candidate(p, seed) for p in found]
        deadline = time.monotonic() + self.budget.seconds if self.budget.seconds else 0.0
        rehearsal = Rehearsal(self.book, s, self.side, self.rng, deadline)
        candidates = rehearsal.distinct(candidates)
        if len(candidates) < 2:
            return candidates[0] if candidates else Candidate(self.posture, seed)
        usual = candidates[0] if candidates[0].posture is self.posture else None
        final = halving(candidates, rehearsal.trial, lambda c, v: c.values.append(v), self.budget.trials, usual)
        better = [c for c in final if c is not usual and (not usual or c.lead(usual, self.budget.trust) > 0.0)]
        if not better:
            return usual or final[0]
        top = max(c.mean for c in better)
        return self.rng.choice([c for c in better if c.mean >= top - self.budget.temper])

    def glance(self, s: S, seed: str) -> Candidate[S]:
        """The plan near the rule of thumb's after which the network sees most, if that is more than after the rule's own."""
        near = self.book.near
        drawn = [near(self.posture, self.rng) for _ in range(DRAWN)] if near else []
        usual, *others = [Candidate(p, seed) for p in (self.posture, *drawn)]
        deadline = time.monotonic() + self.budget.seconds if self.budget.seconds else 0.0
        rehearsal = Rehearsal(self.book, s, self.side, self.rng, deadline)
        usual.values.append(rehearsal.glance(usual))
        best, most = usual, usual.values[0] + self.budget.temper
        for c in others:
            if deadline and time.monotonic() > deadline:
                break
            if (seen := rehearsal.glance(c)) > most:
                best, most = c, seen
                c.values.append(seen)
        return best
