"""[24.1, 26.6] Political geography: who holds which land when the game begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lands:
    """The countries as sets of hexes, and the land without troops between them."""

    israel: int
    egypt: int
    syria: int
    jordan: int
    demilitarized: int = 0


def lines_of_1949(c: Mapping[str, int], old_jerusalem: int) -> Lands:
    """[5.22, 20.1] 1956 and 1967: the Sinai and Gaza Egyptian, the West Bank Jordanian, the Golan Syrian."""
    egypt = c["egypt"] | c["sinai"] | c["gaza"]
    return Lands(c["israel"], egypt, c["syria"] | c["golan"], c["west_bank"] | c["trans_jordan"])


def lines_of_1967(c: Mapping[str, int], old_jerusalem: int) -> Lands:
    """[24.1] Israel includes the Occupied Territories, Gaza with the Sinai (ruling SN-43)."""
    occupied = c["west_bank"] | c["golan"] | c["sinai"] | c["gaza"]
    return Lands(c["israel"] | occupied, c["egypt"], c["syria"], c["trans_jordan"])


def lands_given_back(c: Mapping[str, int], old_jerusalem: int) -> Lands:
    """[26.6, 26.61] Israel has kept the Golan and Old Jerusalem; the Sinai and the West Bank lie without troops."""
    sinai, west_bank = c["sinai"] | c["gaza"], c["west_bank"] & ~old_jerusalem
    return Lands(
        israel=c["israel"] | c["golan"] | old_jerusalem,
        egypt=c["egypt"] | sinai,
        syria=c["syria"],
        jordan=(c["trans_jordan"] | west_bank) & ~old_jerusalem,
        demilitarized=sinai | west_bank,
    )


LANDS: dict[str, Callable[[Mapping[str, int], int], Lands]] = {
    "lines_of_1949": lines_of_1949,
    "lines_of_1967": lines_of_1967,
    "lands_given_back": lands_given_back,
}
