"""A small network in place of a weighted sum: the same features, seen together.

It is fitted by `sandtable train TITLE --network` (numpy) and asked with the standard library. Everything after the first
rounding is integer arithmetic, so that it says the same on every machine. Its file is TOML: how it was made, then for
every input the middle and the spread by which it is brought to about -1 to 1, then the layers, whole numbers packed as text.
"""

from __future__ import annotations

import tomllib
from base64 import b64decode, b64encode
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from pathlib import Path
from struct import pack, unpack
from typing import Generic, TypeVar

from sandtable.core import State

from .evaluate import Features, head, sigmoid

S = TypeVar("S", bound=State)

ONE = 256
"""What stands for 1 in inputs, weights and between the layers."""
MOST = 4 * ONE
"""Between the layers nothing is less than 0 or more than this."""
FAR = 8.0
"""No input counts as farther from its middle than so many spreads."""

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Network:
    """Its inputs and layers; of every row of a layer the last number is the constant."""

    names: tuple[str, ...]
    middle: tuple[float, ...]
    spread: tuple[float, ...]
    layers: tuple[Rows, ...]

    def chance(self, found: Mapping[str, float]) -> float:
        """The chance of the first side."""
        return sigmoid(self.score(found) / (ONE * ONE))

    def score(self, found: Mapping[str, float]) -> int:
        """Where 0 is an even chance, in 65536ths."""
        now = [
            round(ONE * max(-FAR, min(FAR, (found[name] - m) / k)))
            for name, m, k in zip(self.names, self.middle, self.spread, strict=True)
        ]
        for rows in self.layers[:-1]:
            now.append(ONE)
            now = [min(MOST, max(0, sum(map(mul, row, now)) // ONE)) for row in rows]
        now.append(ONE)
        return sum(map(mul, self.layers[-1][0], now))


@dataclass(frozen=True, slots=True)
class Foresight(Generic[S]):
    """What a title brings for a network: what it looks at, at which moments it learns, and its file."""

    names: tuple[str, ...]
    sees: Callable[[S], Features]
    moment: Callable[[S], Hashable]
    """Positions of one moment are learned from once, the first of them; None: not from these."""
    file: Path
    network: Network | None

    def value(self, s: S, side: str) -> float:
        """The chance of a side, from 0 to 1; only where there is a network."""
        if s.outcome is not None:
            return 0.5 if s.outcome.winner is None else float(s.outcome.winner == side)
        assert self.network
        p = self.network.chance(self.sees(s))
        return p if side == s.game.sides[0] else 1.0 - p


def whole(layers: Iterable[Sequence[Sequence[float]]]) -> tuple[Rows, ...]:
    """Layers in whole numbers."""
    return tuple(
        tuple(tuple(max(-32767, min(32767, round(ONE * w))) for w in row) for row in layer) for layer in layers
    )


def read_network(path: Path) -> Network | None:
    """The network of a file; None before its first fit."""
    if not path.exists():
        return None
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    inputs, layers = found["input"], []
    for block in found["layer"]:
        packed = b64decode(block["weights"])
        flat = unpack(f"<{len(packed) // 2}h", packed)
        width = len(flat) // block["rows"]
        layers.append(tuple(flat[i : i + width] for i in range(0, len(flat), width)))
    names, middle, spread = (tuple(x[k] for x in inputs) for k in ("name", "middle", "spread"))
    return Network(names, middle, spread, tuple(layers))


def write_network(path: Path, how: Mapping[str, str | int | float], network: Network) -> None:
    """Write a fit down: how it was made, the inputs, the layers."""
    lines = head("`sandtable train --network`", how)
    for name, m, k in zip(network.names, network.middle, network.spread, strict=True):
        lines += ["", "[[input]]", f'name = "{name}"', f"middle = {m}", f"spread = {k}"]
    for rows in network.layers:
        flat = [w for row in rows for w in row]
        text = b64encode(pack(f"<{len(flat)}h", *flat)).decode()
        lines += ["", "[[layer]]", f"rows = {len(rows)}", f'weights = "{text}"']
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
