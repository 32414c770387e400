"""[5.0] The movement phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Hex, Pick, Refusal, UnitId

from .battle import points
from .marching import (
    Front,
    exit_cost,
    front,
    march,
    move_details,
    no_stopping,
    path_text,
    read_path,
    stops,
    trace,
    walk,
    way_texts,
    ways,
    ways_out,
    why_pinned,
)
from .out_of_reach import why_out_of_reach
from .state import BattleState
from .wording import Decision
from .zones import zone_of


# The phase ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Movement(Decision):
    """[4.2, 5.1, 5.4, 5.6] The phasing player moves his units one at a time, as many as he likes, then ends the phase."""

    side: str

    def actor(self, s: BattleState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-movement"

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("5.1",)

    def prompt(self, s: BattleState) -> str:
        night = " Night: allowances are halved [5.15]." if s.is_night else ""
        return (
            f"Move your units one at a time, or end the movement phase [5.1].{night}{s.game.arrival_note(s, self.side)}"
        )

    def movable(self, s: BattleState, f: Front | None = None) -> list[UnitId]:
        """Ground units that may move; helicopters fly (see helicopters.py)."""
        f = f or front(s, self.side)
        on_foot = (u for u in s.units_on_map(self.side) if not s.game.helicopters >> u & 1)
        return [u for u in on_foot if not why_pinned(s, u, f)]

    def options(self, s: BattleState) -> Iterator[Action]:
        f = front(s, self.side)
        for u in self.movable(s, f):
            yield from self.moves(s, u, f)
        yield from s.game.arrivals(s, self.side)
        if s.game.why_not_end(s, self.side) is None:
            yield Action("end")

    def moves(self, s: BattleState, u: UnitId, f: Front) -> Iterator[Action]:
        """Every place the unit can move to, by the cheapest way, and every way off the map."""
        name, way = s.game.name_of(u), ways(s, u, s.loc[u], f)
        texts = way_texts(s, way)
        for h in stops(s, u, way, f):
            yield Action("move", (name, texts[h]))
        for h in ways_out(s, u, way, f):
            yield Action("exit", (name, texts[h]))

    def sample(self, s: BattleState, pick: Pick) -> Action:
        """A random unit first, then one of its moves; sometimes an arrival; sometimes the end."""
        f = front(s, self.side)
        units = self.movable(s, f)
        k = pick(len(units) + 3)
        if k > len(units):
            action = s.game.sample_arrival(s, self.side, pick)
            if action is not None:
                return action
        if k < len(units):
            moves = list(self.moves(s, units[k], f))
            if moves:
                return moves[pick(len(moves))]
        if s.game.why_not_end(s, self.side):
            return s.game.sample_arrival(s, self.side, pick) or Action("end")
        return Action("end")

    def label(self, s: BattleState, a: Action) -> str:
        return "End the movement phase" if a.verb == "end" else Decision.label(self, s, a)

    def read(self, s: BattleState, a: Action) -> Action:
        """`move 1P 2012`, `enter 1/Ma 4830` and `exit 1P` find the cheapest way themselves."""
        if a.verb in s.game.arrival_verbs and len(a.args) == 2 and "-" not in a.args[1]:
            return s.game.complete_arrival(s, a)
        if a.verb in ("move", "exit") and a.args and a.args[0] in s.game.roster.index:
            u = s.game.unit(a.args[0])
            if s.loc[u] > 0 and (len(a.args) == 1 or "-" not in a.args[1]):
                way = ways(s, u, s.loc[u])
                if a.verb == "exit" and len(a.args) == 1:
                    out = ways_out(s, u, way)
                    if out:
                        return Action(
                            "exit", (a.args[0], path_text(s, way.path(min(out, key=lambda h: way.cost.get(h, 0)))))
                        )
                elif len(a.args) == 2 and (h := s.game.map.grid.find(a.args[1])) and h in way.cost:
                    return Action(a.verb, (a.args[0], path_text(s, way.path(h))))
        return a

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "end" and not a.args:
            return game.why_not_end(s, self.side)
        if a.verb in game.arrival_verbs:
            return game.check_arrival(s, self.side, a)
        if a.verb not in ("move", "exit") or len(a.args) != 2:
            return self.not_now(s, a)
        u = game.roster.index.get(a.args[0], -1)
        if u < 0 or game.side_of[u] != self.side:
            return Refusal(("5.1",), f"{a.args[0]} is not one of your units.")
        if s.loc[u] <= 0:
            return Refusal(("5.1",), f"{a.args[0]} is not on the map.")
        if game.helicopters >> u & 1:
            return Refusal(("5.14",), f"{a.args[0]} is a helicopter: it flies.")
        pinned = why_pinned(s, u)
        if pinned:
            return pinned
        path = read_path(s, a.args[1])
        if path is None:
            bad = next(word for word in a.args[1].split("-") if not game.map.grid.find(word))
            return Refusal(("5.1",), f"There is no hex {bad} on the map.")
        if path[0] != s.loc[u] and len(path) == 1:
            return self.why_not_there(s, u, path[0])
        if path[0] != s.loc[u]:
            return Refusal(("5.1",), f"{a.args[0]} stands in {game.hex_name(s.loc[u])}: its path begins there.")
        cost, refusal = trace(s, u, path)
        if refusal:
            return refusal
        if a.verb == "exit":
            return self.check_exit(s, u, path, cost)
        if len(path) < 2:
            return Refusal(("5.1",), f"{a.args[0]} would not move.")
        return no_stopping(s, u, path[-1])

    def why_not_there(self, s: BattleState, u: UnitId, h: Hex) -> Refusal:
        """[5.5, 5.7, 5.10, 5.11, 5.15, 6.2, 6.3] Why a unit cannot end its move in a hex, whatever its way."""
        game = s.game
        refusal = no_stopping(s, u, h) or why_out_of_reach(s, u, ((s.loc[u], 0),), h)
        text = f"The path of {game.name_of(u)} to {game.hex_name(h)} begins in {game.hex_name(s.loc[u])}."
        return refusal or Refusal(("5.1",), text)

    def check_exit(self, s: BattleState, u: UnitId, path: list[Hex], cost: int) -> Refusal | None:
        """[9.10, 10.9, 10.11] Leaving the map at the end of a path."""
        game, h, rule = s.game, path[-1], s.game.exit_rule(self.side)
        if not game.exit_hexes(s, self.side) >> h & 1:
            return Refusal((rule,), f"{game.name_of(u)} may not leave the map from {game.hex_name(h)}.")
        m = march(s, u)
        if len(path) > 1 and m.stop >> h & 1:
            return Refusal(
                ("6.2" if self.side == game.egypt else "6.3",),
                f"{game.name_of(u)} must stop in {game.hex_name(h)}: it has entered an enemy zone of control.",
            )
        cost += exit_cost(s, h)
        if cost > m.budget:
            return Refusal(
                ("5.10", rule),
                f"Leaving would bring {game.name_of(u)} to {points(cost)} of {points(m.budget)} movement points.",
            )
        return None

    def details(self, s: BattleState, a: Action) -> dict[str, Any]:
        """Movement points of every step, what is left, and whether the enemy's zone waits at the end."""
        game = s.game
        if self.check(s, a) is not None:
            return {}
        if a.verb in game.arrival_verbs:
            d = game.arrival_details(s, a)
        elif a.verb in ("move", "exit"):
            u, places = game.unit(a.args[0]), a.args[1].split("-")
            path = read_path(s, a.args[1]) or []
            steps, why = walk(s, u, path)
            if a.verb == "exit":
                places.append("exited")
                steps.append(exit_cost(s, path[-1]))
                why.append(f"leaving the map [{game.exit_rule(self.side)}]")
            d = move_details(places, steps, why, march(s, u).budget)
        else:
            return {}
        end = game.map.grid.find(d["path"][-1]) if d else 0
        if end:
            d["enemy_controlled"] = bool(zone_of(s, game.enemy_of(self.side)) >> end & 1)
        return d

    def apply(self, s: BattleState, a: Action) -> None:
        game = s.game
        if a.verb == "end":
            return
        s.then(self)
        if a.verb in game.arrival_verbs:
            game.apply_arrival(s, self.side, a)
            return
        u = game.unit(a.args[0])
        path = read_path(s, a.args[1]) or []
        s.moved |= 1 << u
        if a.verb == "exit":
            leave_map(s, u, path[-1])
        else:
            s.loc[u] = path[-1]
            s.tell(
                "5.1", "{} moves from {} to {}.", a.args[0], game.hex_name(path[0]), game.hex_name(path[-1]), at=path
            )


def leave_map(s: BattleState, u: UnitId, h: Hex) -> None:
    """[9.10, 10.9, 10.11] The unit leaves for good; it does not count as eliminated."""
    game = s.game
    s.loc[u] = game.box("exited")
    s.moved |= 1 << u
    s.tell(game.exit_rule(game.side_of[u]), "{} leaves the map by {}.", game.name_of(u), game.hex_name(h), at=(h,))
    game.exited(s, u)
