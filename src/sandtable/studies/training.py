"""Fitting an evaluator from games between all the postures a title has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import sandtable
from sandtable import bots
from sandtable.bots.evaluate import Quality, Row, Vector, fit, quality, vector_of
from sandtable.core import CHANCE, Game, State

from . import pool

HELD_OUT = 8
"""One game in so many is kept for judging the fit."""
OPENINGS = (0.0, 0.0, 0.1, 0.3)
"""The share of random decisions in the first turns of a game, so that positions differ."""
OPENING_TURNS = 2


@dataclass(frozen=True, slots=True)
class Job:
    """One game to learn from."""

    title: str
    seed: int
    network: bool = False
    """Are its positions for the network of the title?"""


def learned(title: str) -> tuple[Game[Any], bots.Playbook[Any]]:
    game = sandtable.load(title)
    book = bots.playbook(game)
    if book is None:
        raise ValueError(f"{title} has no playbook yet: there is nothing to fit")
    return game, book


def play(job: Job) -> list[Row]:
    """Play one game between postures drawn by lot; the positions at its moments, the first of each."""
    game, book = learned(job.title)
    rng = Random(f"train:{job.title}:{job.seed}")
    players = {side: draw(book, game, side, rng, job.network) for side in game.sides}
    noise, dice = rng.choice(OPENINGS), Random(f"train:{job.seed}:dice")
    moment, vector = views(book, game, job.network)
    seen: dict[Any, tuple[int, Vector]] = {}
    s = game.start()
    while s.actor is not None:
        if s.actor == CHANCE:
            s.apply(s.sample(dice.randrange))
            continue
        now = moment(s)
        if now is not None and now not in seen:
            seen[now] = s.turn, vector(s)
        if noise and s.turn <= OPENING_TURNS and rng.random() < noise:
            s.apply(s.sample(rng.randrange))
        else:
            s.apply(bots.decide(players[s.actor], s).action)
    winner = s.outcome.winner
    result = 0.5 if winner is None else float(winner == game.sides[0])
    return [Row(job.seed, turn, vector, result) for turn, vector in seen.values()]


def views(
    book: bots.Playbook[Any], game: Game[Any], network: bool
) -> tuple[Callable[[State], Hashable], Callable[[State], Vector]]:
    """At which moments there is something to learn, and what is seen then: by the network, or by the evaluator."""
    e, foresight = book.evaluator, book.foresight
    if network and foresight:
        sees, inputs = foresight.sees, foresight.names
        return foresight.moment, lambda s: list(map(sees(s).__getitem__, inputs))
    names = ("", *e.meaning)

    def stretch(s: State) -> Hashable:
        moment = book.stretch(s)
        return moment if moment[1] else None

    return stretch, lambda s: vector_of(names, e.features(s), e.clock(s), e.mover(s) == game.sides[0])


def draw(book: bots.Playbook[Any], game: Game[Any], side: str, rng: Random, network: bool) -> bots.Bot[Any]:
    """The rule of thumb half of the time, else any posture of the side; for a network half of these with a turn of its own."""
    if rng.random() < 0.5:
        return bots.make("veteran", game, side, rng.getrandbits(32))
    posture = rng.choice([p for p in (*book.postures, *book.exploiters) if p.side == side])
    if network and book.near and rng.random() < 0.5:
        posture = book.near(posture, rng)
    return posture.make(game, side, rng)


def games(title: str, count: int, seed: int, processes: int, network: bool = False) -> Iterator[list[Row]]:
    _, book = learned(title)
    if network and book.foresight is None:
        raise ValueError(f"{title} says nowhere what a network should look at: it has its evaluator only")
    return pool.run(play, [Job(title, seed + i, network) for i in range(count)], processes)


@dataclass(frozen=True, slots=True)
class Fit:
    """The weights and how well they do on games that were held out."""

    weights: Vector
    quality: Quality
    games: int
    positions: int


def learn(rows: Sequence[Row]) -> Fit:
    """Fit on most games, judge on the others."""
    train, test, mean = parted(rows)
    weights = fit(train)
    return Fit(weights, quality(weights, test, mean), len({r.game for r in rows}), len(rows))


def parted(rows: Sequence[Row]) -> tuple[list[Row], list[Row], float]:
    """The positions of most games, those of the others, and the mean result of the first."""
    ids = sorted({r.game for r in rows})
    held = set(ids[::HELD_OUT])
    train, test = [r for r in rows if r.game not in held], [r for r in rows if r.game in held]
    if not train or not test:
        raise ValueError("too few games to fit and to judge: play more")
    return train, test, sum(r.result for r in train) / len(train)
