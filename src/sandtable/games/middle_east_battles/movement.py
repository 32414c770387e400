"""[5.0] The movement phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import (
    END,
    Action,
    Hex,
    Parts,
    Pick,
    Refusal,
    UnitId,
    cite,
    halves,
    refuse,
    say,
    together,
)
from sandtable.core.facts import DetailsFacts

from .exits import exit_cost, exit_hexes, exit_rule, leave_map, why_no_exit
from .marching import (
    Front,
    front,
    march,
    move_details,
    no_stopping,
    path_text,
    step,
    steps_aside,
    stops,
    trace,
    unpinned,
    walk,
    way_texts,
    ways,
    ways_out,
    why_pinned,
)
from .militia import why_not_end
from .out_of_reach import why_out_of_reach
from .state import BattleState
from .wording import Decision
from .zones import zone_of


# The phase ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Movement(Decision[BattleState]):
    """[4.2, 5.1, 5.4, 5.6] The phasing player moves his units one at a time, as many as he likes, then ends the phase."""

    verbs: ClassVar[tuple[str, ...]] = (
        "move", "exit", "enter", "fly", "lift", "beach", "cross", "muster", "end",
    )  # fmt: skip
    side: str

    def actor(self, s: BattleState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-movement"

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("5.1",)

    def prompt(self, s: BattleState) -> str:
        return together(
            say("Move any of your units, one at a time, then go on to the fights [5.1]."),
            say("It is night: units have half their movement points [5.15].") if s.is_night else "",
            s.game.special.note(s, self.side),
        )

    def movable(self, s: BattleState, f: Front | None = None) -> list[UnitId]:
        """Ground units that may move; helicopters fly (see helicopters.py)."""
        return unpinned(s, f or front(s, self.side))

    def options(self, s: BattleState) -> Iterator[Action]:
        f = front(s, self.side)
        for u in self.movable(s, f):
            yield from self.moves(s, u, f)
        for arrival in s.game.special.arrivals.values():
            yield from arrival.options(s, self.side, -1)
        if why_not_end(s, self.side) is None:
            yield Action("end")

    def moves(self, s: BattleState, u: UnitId, f: Front) -> Iterator[Action]:
        """Every place the unit can move to, by the cheapest way, and every way off the map."""
        name, way = s.game.name_of(u), ways(s, u, s.loc[u])
        texts = way_texts(s, way)
        for h in stops(s, u, way, f):
            yield Action("move", (name, texts[h]))
        for h in ways_out(s, u, way, f):
            yield Action("exit", (name, texts[h]))

    # word by word -----------------------------------------------------------------------------------------
    def words(self, s: BattleState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Verb, unit, place: one unit's ways are found at a time."""
        if prefix and prefix[0] in ("move", "exit"):
            return self.marching_words(s, prefix)
        if prefix:
            return self.arrival_words(s, prefix)
        f = front(s, self.side)
        units = self.movable(s, f)
        verbs = [v for v in ("move", "exit") if any(self.can(s, u, v, f) for u in units)]
        arrivals = s.game.special.arrivals
        verbs += [v for v, arrival in arrivals.items() if next(arrival.options(s, self.side, -1), None)]
        return (*verbs, "end") if why_not_end(s, self.side) is None else tuple(verbs)

    def can(self, s: BattleState, u: UnitId, verb: str, f: Front) -> bool:
        """Can the unit move, or leave the map?"""
        return (verb == "move" and steps_aside(s, u, f)) or bool(self.ends(s, u, verb, f))

    def ends(self, s: BattleState, u: UnitId, verb: str, f: Front) -> list[Hex]:
        """Where the unit can end its move, or from where it can leave the map."""
        if verb == "exit" and not exit_hexes(s, self.side):
            return []
        way = ways(s, u, s.loc[u])
        return stops(s, u, way, f) if verb == "move" else ways_out(s, u, way, f)

    def marching_words(self, s: BattleState, prefix: tuple[str, ...]) -> tuple[str, ...]:
        game, f = s.game, front(s, self.side)
        match prefix:
            case (verb,):
                return tuple(game.name_of(u) for u in self.movable(s, f) if self.can(s, u, verb, f))
            case (verb, name):
                u = game.roster.index.get(name, -1)
                ends = self.ends(s, u, verb, f) if u in self.movable(s, f) else []
                return tuple(game.hex_name(h) for h in ends)
            case (verb, name, place):
                return (END,) if place in self.marching_words(s, (verb, name)) else ()
        return ()

    def arrival_words(self, s: BattleState, prefix: tuple[str, ...]) -> tuple[str, ...]:
        """[9.0, 10.0] The words of what only this battle knows, unit by unit."""
        game, verb = s.game, prefix[0]
        if verb == "end":
            return (END,) if prefix == ("end",) and why_not_end(s, self.side) is None else ()
        arrival = game.special.arrivals.get(verb)
        if arrival is None:
            return ()
        if len(prefix) == 1:
            mine = game.units_of[self.side]
            return tuple(game.name_of(u) for u in mine if next(arrival.options(s, self.side, u), None))
        u, n = game.roster.index.get(prefix[1], -1), len(prefix)
        spelled = ((*self.spell(s, a), END) for a in (arrival.options(s, self.side, u) if u >= 0 else ()))
        return tuple(dict.fromkeys(words[n] for words in spelled if words[:n] == prefix))

    def spelled(self, s: BattleState, words: tuple[str, ...]) -> Action:
        verb, game = words[0], s.game
        u = game.roster.index.get(words[1], -1) if len(words) > 1 else -1
        if verb in ("move", "exit") and END in self.words(s, words):
            way = ways(s, u, s.loc[u])
            return Action(verb, (words[1], path_text(s, way.path(game.hex(words[2])))))
        if verb in game.special.arrivals and u >= 0:
            for a in game.special.arrivals[verb].options(s, self.side, u):
                if self.spell(s, a) == words:
                    return a
        if END in self.words(s, words):
            return Action(verb)
        raise ValueError(f"no option is spelled {' '.join(words)!r}")

    def sample(self, s: BattleState, pick: Pick) -> Action:
        """A random unit first, then one of its moves; sometimes an arrival; sometimes the end."""
        f = front(s, self.side)
        units = self.movable(s, f)
        k = pick(len(units) + 3)
        if k > len(units):
            action = s.game.special.sample(s, self.side, pick)
            if action is not None:
                return action
        if k < len(units):
            u = units[k]
            way = ways(s, u, s.loc[u])
            ends, exits = stops(s, u, way, f), ways_out(s, u, way, f)
            if n := len(ends) + len(exits):
                i = pick(n)
                verb, h = ("move", ends[i]) if i < len(ends) else ("exit", exits[i - len(ends)])
                return Action(verb, (s.game.name_of(u), path_text(s, way.path(h))))
        if why_not_end(s, self.side):
            return s.game.special.sample(s, self.side, pick) or Action("end")
        return Action("end")

    def label(self, s: BattleState, a: Action) -> str:
        return say("Done moving, go to the fights") if a.verb == "end" else Decision.label(self, s, a)

    def read(self, s: BattleState, a: Action) -> Action:
        """`move 1P 2012`, `enter 1/Ma 4830` and `exit 1P` find the cheapest way themselves."""
        p = s.game.parts(a)
        arrival = s.game.special.arrivals.get(a.verb)
        if arrival and len(a.args) == 2 and len(p.path) == 1:
            return arrival.complete(s, p, a)
        if a.verb not in ("move", "exit") or len(p.units) != 1 or s.loc[p.unit] <= 0 or len(p.path) > 1:
            return a
        way = ways(s, p.unit, s.loc[p.unit])
        ends = [h for h in p.path if h in way.cost]
        if not p.path and a.verb == "exit":
            ends = ways_out(s, p.unit, way)
        if not ends:
            return a
        end = min(ends, key=lambda h: way.cost.get(h, 0) + exit_cost(s, h))
        return Action(a.verb, (a.args[0], path_text(s, way.path(end))))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "end" and not a.args:
            return why_not_end(s, self.side)
        if a.verb in game.special.arrivals:
            return self.check_arrival(s, a)
        if a.verb not in ("move", "exit") or not 1 <= len(a.args) <= 2:
            return self.not_now(s, a)
        p = game.parts(a)
        if len(p.units) != 1 or game.side_of[p.unit] != self.side:
            return refuse("5.1", "{unit} is not one of your units.", unit=a.args[0])
        return self.why_bound(s, p.unit) or self.why_no_way(s, a, p)

    def check_arrival(self, s: BattleState, a: Action) -> Refusal | None:
        """[5.1] A unit of the phasing side, then what its arrival asks for."""
        if not a.args:
            return refuse("5.1", "Say which unit: {verb} UNIT.", verb=a.verb)
        u = s.game.roster.index.get(a.args[0], -1)
        if u < 0 or s.game.side_of[u] != self.side:
            return refuse("5.1", "{unit} is not one of your units.", unit=a.args[0])
        return s.game.special.arrivals[a.verb].check(s, u, a)

    def why_bound(self, s: BattleState, u: UnitId) -> Refusal | None:
        """[5.1, 5.14] The unit does not march at all in this phase."""
        if s.loc[u] <= 0:
            return refuse("5.1", "{unit} is not on the map.", unit=s.game.name_of(u))
        if s.game.helicopters >> u & 1:
            return refuse("5.14", "{unit} is a helicopter: it flies.", unit=s.game.name_of(u))
        return why_pinned(s, u)

    def why_no_way(self, s: BattleState, a: Action, p: Parts) -> Refusal | None:
        """[5.1, 5.10, 9.10, 10.9] What is wrong with the way or with its end."""
        game, u, path = s.game, p.unit, p.hexes
        here = game.hex_name(s.loc[u])
        if p.words or p.amounts or len(path) < len(p.path):
            return refuse("5.1", "There is no hex {hex} on the map.", hex=bad_word(s, a))
        if a.verb == "exit" and (closed := why_no_exit(s, u, path)):
            return closed
        if not path:
            text = "{unit} cannot leave the map in this phase." if a.verb == "exit" else "Say where {unit} goes."
            return refuse(exit_rule(s, self.side) if a.verb == "exit" else "5.1", text, unit=a.args[0])
        if path[0] != s.loc[u] and len(path) == 1:
            return self.why_not_there(s, u, path[0])
        if path[0] != s.loc[u]:
            return refuse("5.1", "{unit} stands in {hex}: its path begins there.", unit=a.args[0], hex=here)
        cost, refusal = trace(s, u, path)
        if refusal:
            return refusal
        if a.verb == "exit":
            return self.check_exit(s, u, path, cost)
        if len(path) < 2:
            return refuse("5.1", "{unit} would not move.", unit=a.args[0])
        return no_stopping(s, u, path[-1])

    def why_not_there(self, s: BattleState, u: UnitId, h: Hex) -> Refusal:
        """[5.5, 5.7, 5.10, 5.11, 5.15, 6.2, 6.3] Why a unit cannot end its move in a hex, whatever its way."""
        game = s.game
        refusal = no_stopping(s, u, h) or why_out_of_reach(s, u, ((s.loc[u], 0),), h)
        text = "The path of {unit} to {hex} begins in {here}."
        names = {"unit": game.name_of(u), "hex": game.hex_name(h), "here": game.hex_name(s.loc[u])}
        return refusal or refuse("5.1", text, **names)

    def check_exit(self, s: BattleState, u: UnitId, path: tuple[Hex, ...], cost: int) -> Refusal | None:
        """[9.10, 10.9, 10.11] Leaving the map at the end of a path."""
        game, h, rule = s.game, path[-1], exit_rule(s, self.side)
        names = {"unit": game.name_of(u), "hex": game.hex_name(h)}
        m = march(s, u)
        if len(path) > 1 and m.stop >> h & 1:
            text = "{unit} must stop in {hex}: it has entered an enemy zone of control."
            return refuse("6.2" if self.side == game.egypt else "6.3", text, **names)
        cost += exit_cost(s, h)
        if cost > m.budget:
            text = "Leaving would bring {unit} to {cost} of {have} movement points."
            return refuse(("5.10", rule), text, unit=game.name_of(u), cost=halves(cost), have=halves(m.budget))
        return None

    def details(self, s: BattleState, a: Action) -> DetailsFacts:
        """Movement points of every step, what is left, and whether the enemy's zone waits at the end."""
        game = s.game
        if self.check(s, a) is not None or a.verb == "end":
            return {}
        p = game.parts(a)
        if a.verb in game.special.arrivals:
            d = game.special.arrivals[a.verb].details(s, p)
        else:
            steps = walk(s, p.unit, p.path)
            if a.verb == "exit":
                why = say("leaving the map [{rule}]", rule=cite(exit_rule(s, self.side)))
                steps.append(step("exited", exit_cost(s, p.to), why))
            d = move_details([game.hex_name(p.path[0])], steps, march(s, p.unit).budget)
        end = game.map.grid.find(d["path"][-1]) if d else 0
        if end:
            d["enemy_controlled"] = bool(zone_of(s, game.enemy_of(self.side)) >> end & 1)
        return d

    def apply(self, s: BattleState, a: Action) -> None:
        game = s.game
        if a.verb == "end":
            return
        s.then(self)
        if a.verb in game.special.arrivals:
            game.special.arrivals[a.verb].apply(s, game.parts(a))
            return
        u, end = game.unit_and_end(a)
        s.moved |= 1 << u
        if a.verb == "exit":
            leave_map(s, u, end)
            return
        s.loc[u] = end
        if s.told:
            way, text = game.parts(a).path, "{unit} moves from {start} to {hex}."
            start, hex = game.hex_name(way[0]), game.hex_name(end)
            s.tell("5.1", text, at=way, about="move", unit=game.name_of(u), start=start, hex=hex)


def bad_word(s: BattleState, a: Action) -> str:
    """The first word of a way that is no hex."""
    words = a.args[-1].replace("-", " ").split()
    return next(word for word in words if not s.game.map.grid.find(word))
