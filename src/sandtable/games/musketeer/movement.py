"""[9.0] The Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sandtable.core import END, Action, Pick, Refusal, Step, Units, bits, on_map, refuse, say
from sandtable.core.facts import DetailsFacts, StepFacts

from . import recon, stacking, together
from .charts import MP
from .reach import Range, first_hexes, helpers, least_cost, reachable, walk, why_out_of_reach
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision


def movable(s: MusketeerState) -> Units:
    """[7.2, 8.5, 9.2, 9.5, 29.5] On the map, of the activated contingent, not static, not moved, landed or assaulting.

    A direct assault keeps its unit in the hex even when the enemies there have died before [ruling MU-42].
    """
    game = s.game
    stopped = s.moved | s.bridged | s.landed | s.assaulting | s.without_zone | game.static
    return on_map(s.loc, game.ground_by[s.contingent] & ~stopped)


@dataclass(frozen=True, slots=True)
class MovementPhase(Step[MusketeerState]):
    """[5.3, 9.0] The phase goes on while some unit can still move."""

    def phase(self) -> str:
        return "movement"

    def run(self, s: MusketeerState) -> None:
        if movable(s):
            s.then(Move())


@dataclass(frozen=True, slots=True)
class Move(Decision):
    """[5.3, 9.0] The activated contingent moves as many units as its player likes, one after the other."""

    rule = "9.0"
    verbs = ("end", "recon", "move")

    def phase(self) -> str:
        return "movement"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        return say(
            "{contingent} to move: move any of its units, then go on [9.0].",
            contingent=s.game.title_of[s.contingent],
        )

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Done moving") if a.verb == "end" else super(Move, self).label(s, a)

    def units(self, s: MusketeerState) -> list[int]:
        return sorted(bits(movable(s)))

    def stops(self, s: MusketeerState, reach: Range) -> list[int]:
        """[12.5] Where the unit may end its move: not with another contingent."""
        joint = stacking.joint(s, s.contingent)
        return [h for h in reach.cost if not joint >> h & 1]

    def action(self, s: MusketeerState, u: int, path: list[int]) -> Action:
        return Action("move", (s.game.name_of(u), "-".join(s.game.hex_name(h) for h in path)))

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("end")
        yield from recon.options(s)
        for u in self.units(s):
            reach = reachable(s, u)
            for h in self.stops(s, reach):
                yield self.action(s, u, reach.path(h))

    def words(self, s: MusketeerState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Asked unit by unit: only the range of that unit is found."""
        game, name = s.game, s.game.name_of
        match prefix:
            case ():
                able = any(self.able(s, u) for u in self.units(s))
                return ("end", *(["recon"] if any(recon.options(s)) else []), *(["move"] if able else []))
            case ("end",):
                return (END,)
            case ("recon",):
                return tuple(a.args[0] for a in recon.options(s))
            case ("recon", _):
                return (END,)
            case ("move",):
                return tuple(name(u) for u in self.units(s) if self.able(s, u))
            case ("move", unit) if unit in game.roster.index and movable(s) >> game.unit(unit) & 1:
                return tuple(game.hex_name(h) for h in self.ends(s, game.unit(unit)))
            case ("move", _, _):
                return (END,)
        return ()

    def spelled(self, s: MusketeerState, words: tuple[str, ...]) -> Action:
        a = self.read(s, Action(words[0], words[1:]))
        if self.check(s, a):
            raise ValueError(f"no option is spelled {' '.join(words)!r}")
        return a

    def able(self, s: MusketeerState, u: int) -> bool:
        """Can the unit move at all? A look round is mostly enough to know."""
        return bool(first_hexes(s, u) & ~stacking.joint(s, s.contingent)) or bool(self.ends(s, u))

    def ends(self, s: MusketeerState, u: int) -> list[int]:
        return self.stops(s, reachable(s, u))

    def sample(self, s: MusketeerState, pick: Pick) -> Action:
        units = self.units(s)
        k = pick(len(units) + 2)
        scouts = list(recon.options(s)) if k == len(units) + 1 else []
        if scouts:
            return scouts[pick(len(scouts))]
        if k < len(units):
            reach = reachable(s, units[k])
            stops = self.stops(s, reach)
            if stops:
                return self.action(s, units[k], reach.path(stops[pick(len(stops))]))
        return Action("end")

    def read(self, s: MusketeerState, a: Action) -> Action:
        """`move IS-7-Armd 5408` finds the cheapest path."""
        game = s.game
        parts = game.parts(a)
        if a.verb == "move" and len(parts.units) == len(parts.hexes) == 1:
            u, h = parts.unit, parts.to
            if movable(s) >> u & 1:
                reach = reachable(s, u)
                if h in reach.cost:
                    return self.action(s, u, reach.path(h))
        return a

    def path(self, s: MusketeerState, a: Action) -> list[int]:
        return list(s.game.parts(a).path)

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "end" and not a.args:
            return None
        if a.verb == "recon":
            return recon.check(self, s, a)
        u = game.parts(a).unit
        if a.verb != "move" or len(a.args) != 2 or u < 0:
            return self.not_now(s, a)
        why = self.why_still(s, u)
        if why:
            return why
        path = self.path(s, a)
        if len(path) == 1 and path[0] > 0:
            return why_out_of_reach(s, u, path[0])
        if len(path) < 2 or path[0] != s.loc[u]:
            return refuse(
                "9.0",
                "The path of {unit} must lead from {hex} over the map.",
                unit=game.name_of(u),
                hex=game.hex_name(s.loc[u]),
            )
        _, refusal = walk(s, u, path)
        if refusal:
            return refusal
        if stacking.joint(s, s.contingent) >> path[-1] & 1:
            return refuse("12.5", "{hex} holds units of another contingent.", hex=game.hex_name(path[-1]))
        return None

    def why_still(self, s: MusketeerState, u: int) -> Refusal | None:
        game, name = s.game, s.game.name_of(u)
        if game.contingent_of[u] != s.contingent:
            return refuse("7.2", "{unit} does not belong to the activated contingent.", unit=name)
        if s.loc[u] <= 0:
            return refuse("9.0", "{unit} is not a ground unit on the map.", unit=name)
        if game.static >> u & 1:
            return refuse("9.5", "{unit} is static and never moves.", unit=name)
        if (s.assaulting | s.without_zone) >> u & 1:
            return refuse("29.5", "{unit} has made a direct assault and stays in its hex for this phase.", unit=name)
        if s.landed >> u & 1:
            return refuse("8.5", "{unit} has come as a reinforcement in this impulse.", unit=name)
        if s.bridged >> u & 1:
            return refuse("24.2", "{unit} has helped units across the water and stays for this phase.", unit=name)
        if s.moved >> u & 1:
            return refuse("9.2", "{unit} has moved in this phase.", unit=name)
        return None

    def details(self, s: MusketeerState, a: Action) -> DetailsFacts:
        if a.verb != "move":
            return {}
        game, u, path = s.game, s.game.parts(a).unit, self.path(s, a)
        done, _ = walk(s, u, path)
        spent = sum(c for _, c, _ in done)
        found: DetailsFacts = {
            "cost": round(spent / MP, 2),
            "left": round(max(0, s.movement(u) * MP - spent) / MP, 2),
            "path": [str(game.hex_name(h)) for h in path],
            "steps": [StepFacts(to=str(game.hex_name(h)), cost=round(c / MP, 2), why=why) for h, c, why in done],
        }
        if stacking.refusal(s, u, path[-1]):
            found["warning"] = stacking.WARNING
        return found

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "end":
            return
        if a.verb == "recon":
            recon.begin(s, a, self)
            return
        u = s.game.parts(a).unit
        path = self.path(s, a)
        s.moved |= 1 << u
        s.bridged |= helpers(s, u, path)
        if path[-1] != path[0]:
            s.conceal(u, s.moved | s.landed | s.assaulting | s.without_zone)
        s.loc[u] = path[-1]
        together.helped(s, u, path, partial(least_cost, s, u, path))
        if s.told:
            tell_move(s, u, path)
        s.reveal_zone(path[-1], s.side)
        s.then(Verdict(), MovementPhase())


def tell_move(s: MusketeerState, u: int, path: list[int]) -> None:
    """[9.0, 23.0] Its own side reads which unit has moved."""
    game, end = s.game, path[-1]
    title, start, where = game.title_of[s.contingent], game.hex_name(path[0]), game.where(end)
    text, enemy = "A unit of {contingent} moves from {start} to {where}.", (game.enemy[s.side],)
    s.tell("9.0", text, contingent=title, start=start, where=where, at=(end,), to=enemy, about="move")
    text = "{unit} moves from {start} to {where}."
    s.tell("9.0", text, unit=game.name_of(u), start=start, where=where, at=(end,), to=(s.side,), about="move")
