"""The figures behind a report: rates, means and paired differences, each with its 95 % interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from sandtable.studies.match import wilson
from sandtable.studies.study.file import PRINTED, Study
from sandtable.studies.study.play import Row

Z = 1.96


NOUNS = {"arab": "the Arab side", "anglo-french": "the Anglo-French side", "west": "the West", "east": "the East"}


def side_name(side: str) -> str:
    """A side as a heading says it: Israel, Anglo-French."""
    return side.title()


def side_noun(side: str) -> str:
    """A side as the subject of a sentence: Israel, the Arab side, the West."""
    return NOUNS.get(side, side.title())


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Cell:
    """The games of one scenario, variation and pairing."""

    scenario: str
    variation: str
    players: str
    sides: tuple[str, ...]
    rows: list[Row]

    def wins(self, side: str) -> Estimate:
        won = sum(r["winner"] == side for r in self.rows)
        low, high = wilson(won, len(self.rows))
        return Estimate(won / len(self.rows), low, high, len(self.rows))

    @property
    def draws(self) -> float:
        return sum(r["winner"] is None for r in self.rows) / len(self.rows)

    def lead(self) -> Estimate:
        return mean([lead(r, self.sides) for r in self.rows])


def cells(study: Study, rows: Sequence[Row], sides: dict[str, tuple[str, ...]]) -> list[Cell]:
    """All that hold games, in the order of the study."""
    found: dict[tuple[str, str, str], list[Row]] = {}
    for r in rows:
        found.setdefault((r["scenario"], r["variation"], r["players"]), []).append(r)
    return [Cell(*key, sides[key[0]], games) for key, games in found.items()]


def lead(row: Row, sides: Sequence[str]) -> float:
    """Points of the first side minus those of the other, where both score; else the points of the one that does."""
    return difference(row["score"], sides)


def difference(points: dict[str, Any], sides: Sequence[str]) -> float:
    first, second = sides[0], sides[1]
    return float(points.get(first, 0)) - float(points.get(second, 0))


def mean(values: Iterable[float], seed: int = 1) -> Estimate:
    """The mean with a bootstrap interval."""
    x = np.asarray(list(values), dtype=float)
    if len(x) < 2 or float(x.std()) == 0.0:
        m = float(x.mean()) if len(x) else 0.0
        return Estimate(m, m, m, len(x))
    picks = np.random.default_rng(seed).integers(0, len(x), size=(2000, len(x)))
    low, high = np.percentile(x[picks].mean(axis=1), [2.5, 97.5])
    return Estimate(float(x.mean()), float(low), float(high), len(x))


@dataclass(frozen=True, slots=True)
class Effect:
    """What a variation does, against the game as printed."""

    variation: str
    players: str
    wins: Estimate
    """Change of the first side's win rate."""
    lead: Estimate
    """Change of the lead in points."""
    pairs: int


def effects(study: Study, found: Sequence[Cell], scenario: str) -> list[Effect]:
    """Every variation of a scenario against `as printed`, game by game where seeds are paired."""
    printed = {c.players: c for c in found if c.scenario == scenario and c.variation == PRINTED}
    result = []
    for c in found:
        base = printed.get(c.players)
        if c.scenario != scenario or c.variation == PRINTED or base is None:
            continue
        side = c.sides[0]
        if study.paired:
            other = {r["game"]: r for r in base.rows}
            pairs = [(r, other[r["game"]]) for r in c.rows if r["game"] in other]
            wins = paired_rate([(a["winner"] == side, b["winner"] == side) for a, b in pairs])
            points = mean(lead(a, c.sides) - lead(b, c.sides) for a, b in pairs)
            result.append(Effect(c.variation, c.players, wins, points, len(pairs)))
        else:
            wins = _unpaired(c.wins(side), base.wins(side))
            result.append(Effect(c.variation, c.players, wins, _unpaired(c.lead(), base.lead()), len(c.rows)))
    return result


def paired_rate(pairs: Sequence[tuple[bool, bool]]) -> Estimate:
    """Difference of two rates on the same seeds: Bonett and Price's interval, honest for few pairs too."""
    n = len(pairs)
    if not n:
        return Estimate(0.0, -1.0, 1.0, 0)
    count = Counter(pairs)
    gained, lost = count[True, False], count[False, True]
    p, q = (gained + 1) / (n + 2), (lost + 1) / (n + 2)
    spread = Z * sqrt(max(p + q - (p - q) ** 2, 0.0) / (n + 2))
    return Estimate((gained - lost) / n, max(-1.0, p - q - spread), min(1.0, p - q + spread), n)


def _unpaired(a: Estimate, b: Estimate) -> Estimate:
    """Difference of independent figures, from their intervals (Newcombe)."""
    value = a.value - b.value
    low = value - sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    high = value + sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2)
    return Estimate(value, low, high, min(a.games, b.games))


def levels(found: Sequence[Cell]) -> list[tuple[str, str | None]]:
    """The levels that came up with their winners, best for the first side first."""
    leads: dict[tuple[str, str | None], list[float]] = {}
    for c in found:
        for r in c.rows:
            leads.setdefault((r["level"], r["winner"]), []).append(lead(r, c.sides))
    sides = found[0].sides
    rank = {sides[0]: 0, None: 1, sides[1]: 2}
    return sorted(leads, key=lambda k: (rank.get(k[1], 1), -sum(leads[k]) / len(leads[k])))


def fan(rows: Sequence[Row], value: Any) -> tuple[list[int], Any]:
    """By turn, the quantiles 5, 25, 50, 75 and 95 of a value of the score then; a finished game keeps its last."""
    last = max(r["turn"] for r in rows)
    series = []
    for r in rows:
        by = {x["turn"]: value(x) for x in r["scores"]}
        line, now = [], 0.0
        for turn in range(1, last + 1):
            now = by.get(turn, now)
            line.append(now)
        series.append(line)
    return list(range(1, last + 1)), np.percentile(np.asarray(series), [5, 25, 50, 75, 95], axis=0)


def arrivals(rows: Sequence[Row], side: str, hexes: Iterable[str]) -> list[int]:
    """The turn of every game in which the side first came to one of the hexes; games in which it never did are left out."""
    wanted = set(hexes)
    found = []
    for r in rows:
        turns = [turn for turn, h in r.get("arrivals", {}).get(side, ()) if h in wanted]
        if turns:
            found.append(min(turns))
    return found


def losses_by_hex(rows: Sequence[Row]) -> dict[str, float]:
    """Units lost in a hex, per game."""
    return _per_game(rows, (x[4] for r in rows for x in r.get("losses", ())))


def losses_by_formation(rows: Sequence[Row]) -> dict[tuple[str, str], float]:
    """Units lost of a side's formation, per game."""
    return _per_game(rows, ((x[1], x[3]) for r in rows for x in r.get("losses", ())))


def stretches(rows: Sequence[Row]) -> dict[tuple[str, str], float]:
    """How often a stretch of road was used, in either direction, per game."""
    used: Counter[tuple[str, str]] = Counter()
    for r in rows:
        for stretch, n in r.get("roads", {}).items():
            a, b = sorted(stretch.split("-"))
            used[a, b] += n
    return {k: n / len(rows) for k, n in used.items()}


def attacks(rows: Sequence[Row]) -> dict[tuple[str, str, str], float]:
    """Attacks of a side on a column of a table, per game."""
    taken: Counter[tuple[str, str, str]] = Counter()
    for r in rows:
        for side, table, column, n in r.get("odds", ()):
            taken[side, table, column] += n
    return {k: n / len(rows) for k, n in taken.items()}


def rules(rows: Sequence[Row]) -> dict[str, float]:
    """The share of games in whose log a paragraph was cited."""
    return _per_game(rows, (rule for r in rows for rule in r.get("rules", {})))


def held(rows: Sequence[Row], side: str, turn: int) -> dict[str, float]:
    """The share of games in which the side stood in a hex at the end of a turn (or of its last turn before)."""
    places = []
    for r in rows:
        then = [x for x in r.get("positions", ()) if int(x["turn"]) <= turn]
        places += sorted(set(then[-1][side].split())) if then else []
    return _per_game(rows, iter(places))


def _per_game(rows: Sequence[Row], things: Any) -> dict[Any, float]:
    return {k: n / len(rows) for k, n in Counter(things).items()}
