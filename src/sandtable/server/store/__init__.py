"""The database: `schema` and its `migrations`, `store` (tables and seats), `writer` (changes), `people`, `saved` (rows as values)."""

from .saved import Damaged, Saved, now
from .store import Store, WrongKey
from .writer import Change, Stale

__all__ = ["Change", "Damaged", "Saved", "Stale", "Store", "WrongKey", "now"]
