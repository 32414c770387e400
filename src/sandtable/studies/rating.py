"""Elo from pairs of games, with intervals, and the sequential test of a change of strength.

A pair is two games on the same seeds with the seats swapped; its score for the first player is the mean of the two:
0, 0.25, 0.5, 0.75 or 1. Pairs are the unit of all statistics here, because the two games of one are not independent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from random import Random
from typing import Final

Pairs = Mapping[tuple[str, str], Sequence[float]]
"""The scores of the first player of each couple, pair by pair."""

SCALE: Final = 400.0
PRIOR: Final = 0.5
"""Half a pair, drawn, between neighbours, so that nobody is infinitely better."""
BOUND: Final = 2.94
"""Log-likelihood ratio at which the test decides, for 5 % errors of both kinds."""


def expected(difference: float) -> float:
    """The score that a lead of so many Elo points promises."""
    return 1 / (1 + 10 ** (-difference / SCALE))


def difference(score: float) -> float:
    """The lead in Elo points that a score shows."""
    score = min(0.999, max(0.001, score))
    return SCALE * log10(score / (1 - score))


def elo(players: Sequence[str], pairs: Pairs, anchor: str, rounds: int = 400) -> dict[str, float]:
    """Ratings under which everybody scores what he is expected to (Bradley and Terry); the anchor has 0."""
    strength = dict.fromkeys(players, 1.0)
    met = [(a, b, sum(x) + PRIOR / 2, len(x) + PRIOR) for (a, b), x in pairs.items() if x]
    for _ in range(rounds):
        won, weight = dict.fromkeys(players, 0.0), dict.fromkeys(players, 0.0)
        for a, b, score, n in met:
            won[a] += score
            won[b] += n - score
            share = n / (strength[a] + strength[b])
            weight[a] += share
            weight[b] += share
        strength = {p: won[p] / weight[p] if weight[p] else strength[p] for p in players}
    zero = strength[anchor]
    return {p: SCALE * log10(strength[p] / zero) for p in players}


def intervals(
    players: Sequence[str], pairs: Pairs, anchor: str, draws: int = 200, seed: int = 1
) -> dict[str, tuple[float, float]]:
    """The 95 % interval of every rating, by drawing the pairs again."""
    rng = Random(seed)
    found: dict[str, list[float]] = {p: [] for p in players}
    for _ in range(draws):
        drawn = {couple: rng.choices(scores, k=len(scores)) for couple, scores in pairs.items() if scores}
        for p, r in elo(players, drawn, anchor, 60).items():
            found[p].append(r)
    low, high = int(0.025 * draws), int(0.975 * draws)
    return {p: (sorted(x)[low], sorted(x)[high]) for p, x in found.items()}


def mean_interval(scores: Sequence[float]) -> tuple[float, float, float]:
    """The mean of pair scores and its 95 % interval."""
    n = len(scores)
    if not n:
        return 0.5, 0.0, 1.0
    mean = sum(scores) / n
    spread = 1.96 * sqrt(sum((x - mean) ** 2 for x in scores) / max(1, n - 1) / n) if n > 1 else 0.5
    return mean, max(0.0, mean - spread), min(1.0, mean + spread)


def likelihood(scores: Sequence[float], low: float, high: float) -> float:
    """The log-likelihood ratio of a lead of `high` Elo points against one of `low`, by the mean and spread of the pairs."""
    n = len(scores)
    if n < 2:
        return 0.0
    mean = sum(scores) / n
    variance = sum((x - mean) ** 2 for x in scores) / n
    if not variance:
        variance = 0.25 / n  # all pairs alike say little about their spread
    s0, s1 = expected(low), expected(high)
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
