"""The names of the sides in sentences."""

from __future__ import annotations

from typing import Final

from sandtable.core import Term

SIDE_NAMES: Final = {"west": Term("side", "West Bloc"), "east": Term("side", "East Bloc")}
