"""Fitting a small network: gradient descent with Adam on a few thousand weights, in numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from sandtable.bots.evaluate import Quality, Row, judged
from sandtable.bots.network import FAR, MOST, ONE, Network, whole

from .training import parted

Array = Any
TOP = MOST / ONE


@dataclass(frozen=True, slots=True)
class Plan:
    """How to fit."""

    members: int = 4
    """Networks fitted from different beginnings: the mean of what they say is better than any."""
    hidden: tuple[int, ...] = (32, 16)
    epochs: int = 14
    batch: int = 512
    """Positions at a time; of few positions a sixty-fourth."""
    rate: float = 3e-3
    decay: float = 1.0
    """How much weights shrink, as a share of the step."""
    seed: int = 1


def fit(names: tuple[str, ...], inputs: Array, results: Array, weights: Array, plan: Plan | None = None) -> Network:
    """The network that says best what became of these positions."""
    plan = plan or Plan()
    middle = np.round(inputs.mean(0).astype(float), 4)
    spread = np.round(inputs.std(0).astype(float), 4) + 0.001
    x = np.clip((inputs - middle) / spread, -FAR, FAR).astype(np.float32)
    members = [_member(x, results, weights, plan, plan.seed + k) for k in range(plan.members)]
    layers = members[0]
    for more in members[1:]:
        layers = _beside(layers, more)
    layers[-1] /= plan.members
    return Network(names, tuple(map(float, middle)), tuple(map(float, spread)), whole([w.T.tolist() for w in layers]))


def _member(x: Array, results: Array, weights: Array, plan: Plan, seed: int) -> list[Array]:
    """The layers of one network."""
    rng = np.random.default_rng(seed)
    sizes = (x.shape[1], *plan.hidden, 1)
    layers = [_start(rng, a, b) for a, b in pairwise(sizes)]
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in layers]
    batch = max(32, min(plan.batch, len(x) // 64))
    steps = plan.epochs * (len(x) // batch + 1)
    step = 0
    for _ in range(plan.epochs):
        order = rng.permutation(len(x))
        for i in range(0, len(x), batch):
            some = order[i : i + batch]
            slopes = _slopes(layers, x[some], results[some], weights[some])
            step += 1
            _walk(layers, moments, slopes, step, plan.rate * _pace(step / steps), plan.decay)
    return layers


def _beside(one: list[Array], two: list[Array]) -> list[Array]:
    """Two networks as one, side by side: they share the inputs and add up what they say."""
    found = [np.concatenate([one[0], two[0]], 1)]
    for a, b in zip(one[1:], two[1:], strict=True):
        last = a is one[-1]
        top = a[:-1] if last else np.concatenate([a[:-1], np.zeros((len(a) - 1, b.shape[1]))], 1)
        low = b[:-1] if last else np.concatenate([np.zeros((len(b) - 1, a.shape[1])), b[:-1]], 1)
        constant = a[-1:] + b[-1:] if last else np.concatenate([a[-1:], b[-1:]], 1)
        found.append(np.concatenate([top, low, constant]))
    return found


def _start(rng: Array, wide: int, out: int) -> Array:
    """Small weights drawn at random; the last row is the constant."""
    w = rng.normal(0.0, (1.0 / wide) ** 0.5, (wide + 1, out)).astype(np.float32)
    w[-1] = 0.2 if out > 1 else 0.0
    return w


def _pace(share: float) -> float:
    """Up for a third of the way, then down to nothing."""
    return float(share / 0.3 if share < 0.3 else 0.5 * (1 + np.cos(np.pi * (share - 0.3) / 0.7)))


def _ones(x: Array) -> Array:
    return np.concatenate([x, np.ones((len(x), 1), np.float32)], 1)


def _slopes(layers: list[Array], x: Array, y: Array, weight: Array) -> list[Array]:
    """Of the mean surprise, by every weight."""
    seen = [_ones(x)]
    for w in layers[:-1]:
        seen.append(_ones(np.clip(seen[-1] @ w, 0.0, TOP)))
    said = 1.0 / (1.0 + np.exp(-np.clip((seen[-1] @ layers[-1])[:, 0], -30, 30)))
    error = ((said - y) * weight / weight.sum())[:, None].astype(np.float32)
    slopes = []
    for k in range(len(layers) - 1, -1, -1):
        slopes.append(seen[k].T @ error)
        if k:
            through = (seen[k][:, :-1] > 0.0) & (seen[k][:, :-1] < TOP)
            error = (error @ layers[k][:-1].T) * through
    return slopes[::-1]


def _walk(
    layers: list[Array], moments: list[tuple[Array, Array]], slopes: list[Array], step: int, rate: float, decay: float
) -> None:
    """One step of Adam; the weights shrink beside it."""
    for w, (one, two), g in zip(layers, moments, slopes, strict=True):
        one += 0.1 * (g - one)
        two += 0.001 * (g * g - two)
        w *= 1.0 - rate * decay
        w -= rate * (one / (1 - 0.9**step)) / (np.sqrt(two / (1 - 0.999**step)) + 1e-8)


def learn(names: tuple[str, ...], rows: Sequence[Row]) -> tuple[Network, Quality]:
    """Fit on most games, judge on the others."""
    train, test, mean = parted(rows)
    inputs = np.array([r.vector for r in train], np.float32)
    results = np.array([r.result for r in train], np.float32)
    network = fit(names, inputs, results, np.ones_like(results))
    said = [network.chance(dict(zip(names, r.vector, strict=True))) for r in test]
    return network, judged(said, test, mean)
