"""The results of a study as data frames and Parquet files: one row per game, per loss, per turn, per kind of attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import polars as pl

from .play import Row

ID: Final = ("scenario", "variation", "players", "game")


def games(rows: Iterable[Row]) -> pl.DataFrame:
    """One row per game; the score of every side in a column of its own."""
    plain = ("winner", "level", "turn", "decisions", "checksum", "key")
    return pl.DataFrame(
        [{**{k: r[k] for k in (*ID, *plain)}, **{f"score_{side}": x for side, x in r["score"].items()}} for r in rows],
        infer_schema_length=None,
    )


def turns(rows: Iterable[Row]) -> pl.DataFrame:
    """The score of every side at the end of every turn."""
    return _long(
        rows,
        lambda r: [
            {"turn": x["turn"], "side": side, "score": float(points)}
            for x in r["scores"]
            for side, points in x.items()
            if side != "turn"
        ],
    )


def losses(rows: Iterable[Row]) -> pl.DataFrame:
    """Every unit lost: when, whose, which, where."""
    names = ("turn", "side", "unit", "formation", "hex")
    return _long(rows, lambda r: [dict(zip(names, x)) for x in r.get("losses", ())])


def attacks(rows: Iterable[Row]) -> pl.DataFrame:
    """How often a side took which odds, game by game."""
    return _long(rows, lambda r: [dict(zip(("side", "table", "column", "times"), x)) for x in r.get("odds", ())])


def roads(rows: Iterable[Row]) -> pl.DataFrame:
    """How often a stretch of road was used, game by game."""
    return _long(rows, lambda r: [{"stretch": k, "times": n} for k, n in r.get("roads", {}).items()])


def rules(rows: Iterable[Row]) -> pl.DataFrame:
    """How often the log cites a paragraph, game by game."""
    return _long(rows, lambda r: [{"rule": k, "times": n} for k, n in r.get("rules", {}).items()])


def positions(rows: Iterable[Row]) -> pl.DataFrame:
    """Where units stood at the end of every turn, one row per unit."""
    return _long(
        rows,
        lambda r: [
            {"turn": int(x["turn"]), "side": side, "hex": h}
            for x in r.get("positions", ())
            for side, hexes in x.items()
            if side != "turn"
            for h in hexes.split()
        ],
    )


FRAMES: Final[dict[str, Callable[[Iterable[Row]], pl.DataFrame]]] = {
    "games": games,
    "turns": turns,
    "losses": losses,
    "attacks": attacks,
    "roads": roads,
    "rules": rules,
    "positions": positions,
}


def _long(rows: Iterable[Row], parts: Callable[[Row], list[dict[str, Any]]]) -> pl.DataFrame:
    return pl.DataFrame(
        [{**{k: r[k] for k in ID}, **part} for r in rows for part in parts(r)], infer_schema_length=None
    )


def write_parquet(rows: list[Row], folder: Path) -> list[Path]:
    """All frames that hold anything, as `games.parquet`, `losses.parquet` ... in the folder."""
    written = []
    for name, make in FRAMES.items():
        frame = make(rows)
        if len(frame):
            path = folder / f"{name}.parquet"
            frame.write_parquet(path)
            written.append(path)
    return written
