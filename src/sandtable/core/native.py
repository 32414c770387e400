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
    from .kernels import bits, crowded, flood, occupied, on_map, reach, reach_together, units_at, units_within
else:
    bits = _chosen.bits
    crowded = _chosen.crowded
    flood = _chosen.flood
    occupied = _chosen.occupied
    on_map = _chosen.on_map
    reach = _chosen.reach
    reach_together = _chosen.reach_together
    units_at = _chosen.units_at
    units_within = _chosen.units_within

__all__ = [
    "NATIVE",
    "bits",
    "crowded",
    "flood",
    "occupied",
    "on_map",
    "reach",
    "reach_together",
    "units_at",
    "units_within",
]
