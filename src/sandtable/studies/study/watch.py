"""What a study writes down of a game while it is played. Watching never changes the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from sandtable.core import CHANCE, Action, Choice, Game, State


class Watch:
    """Follows one game from decision to decision."""

    def __init__(self, s: State, record: tuple[str, ...]) -> None:
        self.game: Game[Any] = s.game
        self.record = record
        self.turn = s.turn
        self.loc = s.loc[:]
        self.dead = self.game.box("eliminated") if "eliminated" in self.game.boxes else None
        self.scores: list[dict[str, float]] = []
        self.losses: list[list[Any]] = []
        self.positions: list[dict[str, str]] = []
        self.arrivals: dict[str, list[list[Any]]] = {side: [] for side in self.game.sides}
        self.roads: Counter[str] = Counter()
        self.odds: Counter[tuple[str, str, str]] = Counter()
        self.rules: Counter[str] = Counter()
        self._seen = {side: s.hexes_of(side) for side in self.game.sides}
        self._prepared: State | None = None
        if "rules" in record:
            s.log = []

    def before(self, s: State, a: Action) -> None:
        """A side is about to do this."""
        choice = s.choice
        if choice and "odds" in self.record and type(choice).forecast is not Choice.forecast:
            self._prepared = s.copy()
        if "roads" in self.record:
            for here, there in steps(self.game, a):
                if any(self.game.map.follows(kind, here, there) for kind in self.game.map.along):
                    self.roads[f"{self.game.hex_name(here)}-{self.game.hex_name(there)}"] += 1

    def after(self, s: State) -> None:
        """It has been done."""
        if self._prepared is not None:
            if s.actor == CHANCE:
                self._attack(self._prepared)
            self._prepared = None
        if s.log:
            self.rules.update(rule for event in s.log for rule in event.rules)
            s.log.clear()
        if s.loc != self.loc:
            self._moved(s)
        if s.turn != self.turn:
            self._turn_over(s)

    def end(self, s: State) -> dict[str, Any]:
        """What there is to write down, as plain data."""
        self._turn_over(s)
        found: dict[str, Any] = {"scores": self.scores}
        if "losses" in self.record:
            found["losses"] = self.losses
        if "positions" in self.record:
            found["positions"] = self.positions
            found["arrivals"] = self.arrivals
        if "roads" in self.record:
            found["roads"] = dict(sorted(self.roads.items()))
        if "odds" in self.record:
            found["odds"] = [[*key, n] for key, n in sorted(self.odds.items())]
        if "rules" in self.record:
            found["rules"] = dict(sorted(self.rules.items()))
        return found

    def _attack(self, prepared: State) -> None:
        choice = prepared.choice
        forecast = prepared.forecast()
        if choice is not None and forecast and forecast.get("column_name"):
            self.odds[choice.actor(prepared), str(forecast.get("table", "")), str(forecast["column_name"])] += 1

    def _moved(self, s: State) -> None:
        game, roster = self.game, self.game.roster
        for u, (was, now) in enumerate(zip(self.loc, s.loc)):
            if was != now and now == self.dead and was > 0:
                unit = roster[u]
                self.losses.append([self.turn, unit.side, unit.name, unit.formation or unit.type, game.hex_name(was)])
        self.loc = s.loc[:]
        if "positions" in self.record:
            for side in game.sides:
                fresh = s.hexes_of(side) & ~self._seen[side]
                if fresh:
                    self._seen[side] |= fresh
                    self.arrivals[side] += [[self.turn, game.hex_name(h)] for h in _members(fresh)]

    def _turn_over(self, s: State) -> None:
        """The score and the positions as the turn leaves them."""
        self.scores.append({"turn": self.turn, **(dict(s.outcome.score) if s.outcome else self.game.standing(s))})
        if "positions" in self.record:
            held = {side: " ".join(self.game.hex_name(h) for h in self._places(s, side)) for side in self.game.sides}
            self.positions.append({"turn": str(self.turn), **held})
        self.turn = s.turn

    def _places(self, s: State, side: str) -> list[int]:
        """The hexes of the side's units, one for every unit."""
        return sorted(h for u in self.game.roster.members[side] if (h := s.loc[u]) > 0)


def steps(game: Game[Any], a: Action) -> Iterator[tuple[int, int]]:
    """The steps from hex to hex of an action that holds a way."""
    for here, there in pairwise(game.parts(a).path):
        if here > 0 and there > 0 and game.map.grid.are_adjacent(here, there):
            yield here, there


def _members(b: int) -> list[int]:
    return [h for h in range(b.bit_length()) if b >> h & 1]
