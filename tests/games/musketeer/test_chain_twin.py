"""[14.2, 14.8, 16.6] Whole combat phases in random crowds: who may still attack whom, kept by somebody who only watches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import bits
from sandtable.core.agenda import advance
from sandtable.games.musketeer.combat import GroundCombatPhase

from .test_retreat_twin import crowd


class Watcher:
    """What the attacker has done in this phase, unit by unit and hex by hex."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.done: set[int] = set()
        self.bound: dict[int, int] = {}
        self.beaten: set[int] = set()
        self.again = self.fled = self.asked = 0

    def targets(self) -> set[str]:
        """Enemy hexes next to a unit that has not attacked, and whose stack has attacked nobody else."""
        s, game = self.s, self.s.game
        found = set()
        for u in game.members[s.contingent]:
            h = s.loc[u]
            if h <= 0 or u in self.done or not game.ground >> u & 1:
                continue
            for n in game.map.grid.neighbours[h]:
                if n and self.enemies(n) and self.bound.get(h, n) == n and game.allowed[s.contingent] >> n & 1:
                    found.add(str(game.hex_name(n)))
        return found

    def enemies(self, h: int) -> list[int]:
        game = self.s.game
        return [
            u
            for u in bits(game.ground)
            if self.s.loc[u] == h and game.roster[u].side != game.side_of[self.s.contingent]
        ]

    def choose(self) -> None:
        """At the choice of a hex: compare, and count the chains."""
        s, game = self.s, self.s.game
        offered = {a.args[0] for a in s.options() if a.verb == "attack"}
        assert offered == self.targets(), s.position()
        self.asked += 1
        for name in offered:
            self.again += any(u in self.beaten for u in self.enemies(game.hex(name)))
        self.fled += sum(
            any(n and self.enemies(n) for n in game.map.grid.neighbours[s.loc[u]])
            for u in self.done
            if s.loc[u] > 0 and s.loc[u] not in self.bound
        )

    def declared(self) -> None:
        """An attack has been declared: its units are used, their hexes bound, its targets have been attacked."""
        s = self.s
        self.done |= set(bits(s.attackers))
        for u in bits(s.attackers):
            if s.loc[u] != s.target:
                self.bound.setdefault(s.loc[u], s.target)
        self.beaten |= set(self.enemies(s.target))


@pytest.mark.rule("musketeer", "14.2", "14.8", "16.6")
@pytest.mark.parametrize("seed", range(3))
def test_r16_6_chains_of_attacks(seed: int) -> None:
    rng, again, fled, asked = Random(f"chain{seed}"), 0, 0, 0
    for _ in range(40):
        s = crowd(rng)
        s.turn = 2
        s.contingent = rng.choice(["anglo-french", "israel", "us", "egypt", "arab-league", "ussr"])
        s.agenda = (GroundCombatPhase(),)
        advance(s)
        w = Watcher(s)
        while s.actor is not None:
            name = type(s.choice).__name__
            if name == "Attack":
                w.choose()
                attacks = [a for a in s.options() if a.verb == "attack"]
                s.apply(rng.choice(attacks))
                continue
            a = s.sample(rng.randrange)
            if a.verb in ("confirm", "concentric"):
                w.declared()
            s.apply(a)
        again, fled, asked = again + w.again, fled + w.fled, asked + w.asked
    assert again > 3
    assert fled > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_r16_6_chains_of_attacks_in_many_crowds(seed: int) -> None:
    test_r16_6_chains_of_attacks(seed)
