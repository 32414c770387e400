"""How the movement phase reaches what only one battle knows: the records that sections 9 and 10 fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sandtable.core import Action, Parts, Pick, Refusal, State, UnitId
from sandtable.core.facts import DetailsFacts


def as_it_is(s: State, p: Parts, a: Action) -> Action:
    """An arrival that has no short form."""
    return a


def no_details(s: State, p: Parts) -> DetailsFacts:
    """An arrival that costs no movement points."""
    return {}


class Arrival(NamedTuple):
    """One way to come onto the map, or to move, that only this battle knows; its verb is its name in the record."""

    options: Callable[[Any, str, UnitId], Iterator[Action]]
    """Of a side, and of one unit where it is named (-1: of all)."""
    check: Callable[[Any, UnitId, Action], Refusal | None]
    """Why the unit, one of the phasing side, may not do it."""
    apply: Callable[[Any, Parts], None]
    details: Callable[[Any, Parts], DetailsFacts] = no_details
    complete: Callable[[Any, Parts, Action], Action] = as_it_is
    """The cheapest way, where the action names only its end."""


@dataclass(frozen=True, slots=True)
class Section:
    """What section 9 or 10 adds to the sequence of play and to the movement phase."""

    arrivals: Mapping[str, Arrival]
    sample: Callable[[Any, str, Pick], Action | None]
    """A random arrival, or none."""
    note: Callable[[Any, str], str]
    """A sentence for the prompt about what may arrive."""
    game_turn_starts: Callable[[Any], None]
    player_turn_starts: Callable[[Any, str], None]
    """What comes before the movement phase: frames are put on the agenda."""
    game_turn_ends: Callable[[Any], None]
    """Scores, and the end of the battle, before the marker moves on."""
