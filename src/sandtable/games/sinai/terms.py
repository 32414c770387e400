"""The words of sentences: players, countries, and what stands in a hex."""

from __future__ import annotations

from typing import Final

from sandtable.core import Listing, Refusal, Term, refuse

from .state import ISRAEL, SinaiState, other

SIDES: Final = {ISRAEL: Term("side", "Israel"), other(ISRAEL): Term("side", "the Arab Player")}
_COUNTRIES: Final = {
    "usa": "the USA", "ussr": "the USSR", "saudi": "Saudi Arabia", "israel": "Israel", "egypt": "Egypt", "syria": "Syria",
    "jordan": "Jordan", "iraq": "Iraq", "libya": "Libya", "kuwait": "Kuwait", "tunisia": "Tunisia", "morocco": "Morocco",
    "lebanon": "Lebanon", "golan": "the Golan", "sinai": "the Sinai", "gaza": "the Gaza Strip", "none": "no country",
    "west_bank": "the West Bank", "trans_jordan": "Trans-Jordan",
}  # fmt: skip
COUNTRIES: Final = {name: Term("country", text) for name, text in _COUNTRIES.items()}


def no_such_hex(word: str) -> Refusal:
    return refuse("5.0", "There is no hex {word} on the map.", word=word)


def unread(s: SinaiState, words: tuple[str, ...]) -> Refusal:
    """Words that name neither a unit nor a hex."""
    return refuse("5.0", "There is no unit and no hex called {words}.", words=Listing(words, "or"))
