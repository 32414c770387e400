"""The database: `schema` and its `migrations`, `store` (tables and seats), `writer` (changes), `people`, `saved` (rows as values)."""

from .saved import Saved, now
from .store import Store
from .writer import Change, Stale

__all__ = ["Change", "Saved", "Stale", "Store", "now"]
