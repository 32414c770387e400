"""Fitting an evaluator from games between all the postures a title has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import sandtable
from sandtable import bots
from sandtable.bots.evaluate import Quality, Row, Vector, fit, quality, vector_of
from sandtable.core import CHANCE, Game

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


def learned(title: str) -> tuple[Game[Any], bots.Playbook[Any]]:
    game = sandtable.load(title)
    book = bots.playbook(game)
    if book is None:
        raise ValueError(f"{title} has no playbook yet: there is nothing to fit")
    return game, book


def play(job: Job) -> list[Row]:
    """Play one game between postures drawn by lot; the positions at the beginning of every stretch of play."""
    game, book = learned(job.title)
    rng = Random(f"train:{job.title}:{job.seed}")
    players = {side: draw(book, game, side, rng) for side in game.sides}
    noise, dice = rng.choice(OPENINGS), Random(f"train:{job.seed}:dice")
    seen: dict[Any, tuple[int, Vector]] = {}
    s = game.start()
    names = ("", *book.evaluator.meaning)
    while s.actor is not None:
        if s.actor == CHANCE:
            s.apply(s.sample(dice.randrange))
            continue
        moment = book.stretch(s)
        if moment not in seen and moment[1]:
            e = book.evaluator
            first = e.mover(s) == game.sides[0]
            seen[moment] = s.turn, vector_of(names, e.features(s), e.clock(s), first)
        if noise and s.turn <= OPENING_TURNS and rng.random() < noise:
            s.apply(s.sample(rng.randrange))
        else:
            s.apply(bots.decide(players[s.actor], s).action)
    winner = s.outcome.winner
    result = 0.5 if winner is None else float(winner == game.sides[0])
    return [Row(job.seed, turn, vector, result) for turn, vector in seen.values()]


def draw(book: bots.Playbook[Any], game: Game[Any], side: str, rng: Random) -> bots.Bot[Any]:
    """The rule of thumb half of the time, else any posture of the side."""
    if rng.random() < 0.5:
        return bots.make("veteran", game, side, rng.getrandbits(32))
    posture = rng.choice([p for p in (*book.postures, *book.exploiters) if p.side == side])
    return posture.make(game, side, rng)


def games(title: str, count: int, seed: int, processes: int) -> Iterator[list[Row]]:
    learned(title)
    return pool.run(play, [Job(title, seed + i) for i in range(count)], processes)


@dataclass(frozen=True, slots=True)
class Fit:
    """The weights and how well they do on games that were held out."""

    weights: Vector
    quality: Quality
    games: int
    positions: int


def learn(rows: Sequence[Row]) -> Fit:
    """Fit on most games, judge on the others."""
    ids = sorted({r.game for r in rows})
    held = set(ids[::HELD_OUT])
    train, test = [r for r in rows if r.game not in held], [r for r in rows if r.game in held]
    if not train or not test:
        raise ValueError("too few games to fit and to judge: play more")
    mean = sum(r.result for r in train) / len(train)
    weights = fit(train)
    return Fit(weights, quality(weights, test, mean), len(ids), len(rows))
