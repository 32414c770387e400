"""Opponents for Across Suez: what they know, in one book for each edition."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from sandtable.bots.base import Playbook
from sandtable.bots.network import Foresight, read_network
from sandtable.games.across_suez.game import AcrossSuez
from sandtable.games.across_suez.state import SuezState

from .battle import NAMES, seen
from .evaluator import evaluator, weights
from .postures import EXPLOITERS, POSTURES, bold, cautious, doctrine, near, opening, practised, vary
from .tactics import Greedy

__all__ = ["Greedy", "playbook"]


def stretch(s: SuezState) -> tuple[Hashable, str]:
    """A player turn."""
    side = s.game.phase(s).partition("-")[0]
    return (s.turn, side), side


ENDGAME = 0.3
"""Trials go on to the end of the game from turn 5 on."""
TRIED = {"1980": ("israel",), "2021": ("israel", "egypt")}
"""Who chooses by trials. In 1980 Egypt's rule of thumb wins more than its trials (docs/opponents.md)."""


def moment(s: SuezState) -> Hashable:
    """The network learns from the beginning of every phase."""
    phase = s.game.phase(s)
    return (s.turn, phase) if phase.partition("-")[2] else None


def foresight(edition: str) -> Foresight[SuezState]:
    file = weights(edition).with_name(f"network-{edition}.toml")
    return Foresight(NAMES, seen, moment, file, read_network(file))


@lru_cache
def _book(edition: str) -> Playbook[SuezState]:
    file = weights(edition)
    return Playbook(
        POSTURES,
        doctrine,
        stretch,
        evaluator(file),
        file,
        vary,
        opening,
        {"bold": bold, "cautious": cautious},
        endgame=dict.fromkeys(TRIED[edition], ENDGAME),
        practised=practised(edition),
        near=near,
        foresight=foresight(edition),
        exploiters=EXPLOITERS,
    )


def playbook(game: AcrossSuez) -> Playbook[SuezState]:
    return _book(game.edition.id)
