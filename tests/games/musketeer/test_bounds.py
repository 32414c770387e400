"""Edges found missing by mutation: questions in the open, units that come by the same ways, who may join an attack."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.musketeer.combat import joiners
from sandtable.games.musketeer.fire import Aim, ChooseFire, ChooseLoss, ChooseSupportLoss

from .table import BOOK, fighting


@pytest.mark.rule("musketeer", "23.0", "14.4", "14.6", "15.2", "25.6")
def test_who_fires_and_who_is_lost_is_asked_in_the_open() -> None:
    s = fighting("israel", "5413 IS-4", "5414 EG-7")
    for question in (Aim(), ChooseFire("attacker"), ChooseSupportLoss("west"), ChooseLoss("D", "defender")):
        assert question.in_the_open(s, "west")
        assert question.in_the_open(s, "east")


@pytest.mark.rule("musketeer", "8.3")
def test_units_of_one_kind_are_those_that_come_by_the_same_ways() -> None:
    game: Any = sandtable.load(BOOK).start().game
    coming = (game.static, game.mechanized, game.divisions, game.droppable, game.landable)
    coming = (*coming, game.infiltrators, game.of_libya)
    traits = [tuple(units >> u & 1 for units in coming) for u in range(len(game.roster))]
    assert len(set(zip(game.kind, traits, strict=True))) == len(set(game.kind)) == len(set(traits))


@pytest.mark.rule("musketeer", "14.1", "14.2", "14.8", "29.5")
def test_those_beside_the_target_and_those_landed_on_it_may_join() -> None:
    """Not who has attacked, who belongs to another contingent, stands elsewhere or has landed on another hex."""
    places = ("5414 EG-7 IS-4 IS-37-Mech", "5413 IS-10 IS-9 UK-16-Para", "5415 EG-10 IS-11", "5211 IS-12")
    landed = ["IS-4", "IS-37-Mech", "IS-11"]
    s = fighting("israel", *places, assaulting=landed, without_zone=landed, attacked=["IS-9", "IS-37-Mech"])
    game = s.game
    assert {game.name_of(u) for u in joiners(s, game.hex("5414"))} == {"IS-4", "IS-10"}
    for other, free in (("5414", {"IS-4", "IS-10"}), ("5314", {"IS-4"})):
        s.engaged = ((game.hex("5413"), game.hex(other)),)
        found = joiners(s, game.hex("5414"))
        assert {game.name_of(u) for u in found} == free
        assert found == sorted(found)
