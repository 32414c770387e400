"""What a game's components rest on: printed in the rules, deduced, published elsewhere, geography, or our own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal

from sandtable.core import Game
from sandtable.core.data import BASES, blocks, name_of

Part = Literal["map", "counters", "tables", "set-up"]
NOT_COMPONENTS = ("rules", "rulings", "look", "editions")


@dataclass(frozen=True, slots=True)
class Fact:
    """One block of a component file."""

    file: str
    block: str
    part: Part
    name: str
    basis: str
    why: str


def facts(game: Game[Any]) -> list[Fact]:
    """Every block of the component files this game is played with."""
    found = []
    for file in game.source.read:
        if not PurePosixPath(file).name.startswith(NOT_COMPONENTS):
            for where, block in blocks(game.source.load(file)):
                why = " ".join(str(block.get("why") or block.get("ref")).split())
                found.append(Fact(file, where, part_of(file), name_of(block), block["basis"], why))
    return found


def part_of(file: str) -> Part:
    """Which part of the components a file holds; scenarios and set-ups are what is neither map, counters nor tables."""
    parts: tuple[Part, ...] = ("map", "counters", "tables")
    return next((part for part in parts if PurePosixPath(file).name.startswith(part)), "set-up")


def counts(found: list[Fact]) -> dict[str, int]:
    """How many blocks rest on which basis, in the order of BASES."""
    return {basis: sum(f.basis == basis for f in found) for basis in BASES}
