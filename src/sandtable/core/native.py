"""Which kernels compute: the C module where it was built (`native/`), else those of `kernels.py`, which say what both do.

The variable SANDTABLE_NATIVE decides: "0" means Python, "1" that the C module must be there.
"""

from __future__ import annotations

import importlib
import os
from types import ModuleType
from typing import TYPE_CHECKING, Final

from . import kernels


def _choose(wish: str) -> ModuleType:
    if wish == "0":
        return kernels
    try:
        return importlib.import_module("._kernels", __package__)
    except ImportError as e:
        if wish == "1":
            raise ImportError(
                f"SANDTABLE_NATIVE=1, but there is no C module: install again with a compiler ({e})"
            ) from e
        return kernels


_chosen: Final = _choose(os.environ.get("SANDTABLE_NATIVE", ""))
NATIVE: Final = _chosen is not kernels

if TYPE_CHECKING:
    from .kernels import bits, crowded, flood, occupied, on_map, reach, reach_together, standing, units_at, units_within
else:
    # a module built before a kernel was added leaves that one to Python
    bits = getattr(_chosen, "bits", kernels.bits)
    crowded = getattr(_chosen, "crowded", kernels.crowded)
    flood = getattr(_chosen, "flood", kernels.flood)
    occupied = getattr(_chosen, "occupied", kernels.occupied)
    on_map = getattr(_chosen, "on_map", kernels.on_map)
    reach = getattr(_chosen, "reach", kernels.reach)
    reach_together = getattr(_chosen, "reach_together", kernels.reach_together)
    standing = getattr(_chosen, "standing", kernels.standing)
    units_at = getattr(_chosen, "units_at", kernels.units_at)
    units_within = getattr(_chosen, "units_within", kernels.units_within)

__all__ = [
    "NATIVE",
    "bits",
    "crowded",
    "flood",
    "occupied",
    "on_map",
    "reach",
    "reach_together",
    "standing",
    "units_at",
    "units_within",
]
