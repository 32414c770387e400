"""[9.0, 13.0, 24.2] Ground movement, zones of control, engineers at the water."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sandtable.core import END, Action, Pick, Refusal, Sentence, Step, Term, bits, fact, number, refuse, say
from sandtable.core.facts import DetailsFacts, StepFacts

from . import recon, sightings, stacking
from .charts import MP, ROAD, TRACK, Step6
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision, ground

WAY_NAMES = {ROAD: ground("road"), TRACK: ground("track")}
FAR_ENOUGH = 120
"""Movement points with which a unit could cross the whole map."""


def points(sixths: int) -> Term:
    """A cost for people: 8 sixths are "1 1/3"."""
    whole, rest = divmod(sixths, MP)
    part = str(Fraction(rest, MP)) if rest else ""
    return number(" ".join(x for x in (str(whole) if whole or not rest else "", part) if x))


def can_move(s: MusketeerState, u: int) -> bool:
    """[7.2, 8.5, 9.2, 9.5, 29.5] On the map, of the activated contingent, not static, not moved, landed or assaulting.

    A direct assault keeps its unit in the hex even when the enemies there have died before [ruling MU-42].
    """
    game = s.game
    stopped = s.moved | s.bridged | s.landed | s.assaulting | s.without_zone | game.static
    return s.loc[u] > 0 and bool((game.ground_by[s.contingent] & ~stopped) >> u & 1)


def bridging(s: MusketeerState, u: int) -> int:
    """[24.2] Hexes of engineers that have not moved and can help this unit across canal and rivers."""
    game = s.game
    own = game.engineers & game.ground_by[game.contingent_of[u]]
    return s.occupied(own & ~s.moved & ~s.assaulting & ~(1 << u))


def step_cost(s: MusketeerState, u: int, here: int, last: int, step: Step6, bridges: int) -> int:
    """[9.7, 9.8, 9.9, 9.10, 24.2] Sixths of a movement point for one step; `last` is the way of the step before."""
    cost = step.cost
    if step.way and last and step.way != last:
        cost = MP
    if step.crossing and step.bridgeable:
        helped = bridges >> here & 1 or bridges >> step.to & 1
        if s.game.engineers >> u & 1 or helped:
            return cost
    return cost + step.crossing


@dataclass(slots=True)
class Range:
    """Where a unit can go: least cost of each hex and the chain of hexes to it."""

    start: int
    cost: dict[int, int]
    parent: dict[int, int]
    """By (hex, way of arrival) coded as hex * 3 + way."""
    best: dict[int, int]

    def path(self, h: int) -> list[int]:
        way = [h]
        key = self.best[h]
        while key in self.parent:
            key = self.parent[key]
            way.append(key // 3)
        way.reverse()
        return way


@fact
def reachable(s: MusketeerState, u: int, points: int = 0) -> Range:
    """[9.1, 9.3, 9.4, 9.6, 13.4, 13.5, 13.6, 28.0, 28.1] Every hex the unit can enter, zones and prohibitions observed.

    With `points` it has so many instead of its own.
    """
    game = s.game
    start, side = s.loc[u], game.roster[u].side
    enemy = game.enemy[side]
    blocked = s.held(enemy) | ~game.allowed[game.contingent_of[u]]
    zone = s.zone(enemy)
    leaving = zone if zone >> start & 1 else 0
    bridges = bridging(s, u)
    budget = (points or s.movement(u)) * MP
    own_engineer = bool(game.engineers >> u & 1)
    best = {start * 3: 0}
    parent: dict[int, int] = {}
    cost: dict[int, int] = {}
    arrival: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start * 3)
    steps = game.steps
    for spent in range(budget + 1):
        for key in buckets[spent]:
            if best[key] != spent:
                continue
            here, last = divmod(key, 3)
            if here not in cost:
                cost[here], arrival[here] = spent, key
            if here != start and zone >> here & 1:
                continue
            for to, way, price, crossing, bridgeable in steps[here]:
                if blocked >> to & 1 or (here == start and leaving >> to & 1):
                    continue
                if way and last and way != last:
                    price = MP
                if crossing and not (bridgeable and (own_engineer or bridges >> here & 1 or bridges >> to & 1)):
                    price += crossing
                total = spent + price
                if total <= budget:
                    k = to * 3 + way
                    if total < best.get(k, 1 << 30):
                        best[k] = total
                        parent[k] = key
                        buckets[total].append(k)
    if s.movement(u):
        for to, way, *_ in steps[start]:
            if to not in cost and not blocked >> to & 1 and not leaving >> to & 1:
                cost[to], arrival[to] = budget, to * 3 + way
                parent[to * 3 + way] = start * 3
    cost.pop(start, None)
    return Range(start, cost, parent, arrival)


def walk(s: MusketeerState, u: int, path: list[int]) -> tuple[list[tuple[int, int, Sentence]], Refusal | None]:
    """[9.0, 13.0] Check a path step by step: (hex, cost, why) for each step, and the first rule broken."""
    game = s.game
    side, contingent, name = game.roster[u].side, game.contingent_of[u], game.name_of(u)
    enemy = game.enemy[side]
    held, zone, bridges = s.held(enemy), s.zone(enemy), bridging(s, u)
    budget, spent, last = s.movement(u) * MP, 0, 0
    done: list[tuple[int, int, Sentence]] = []
    for i, (a, b) in enumerate(itertools.pairwise(path)):
        here, there = game.hex_name(a), game.hex_name(b)
        step = next((x for x in game.steps[a] if x.to == b), None)
        if step is None:
            if game.map.grid.are_adjacent(a, b):
                return done, refuse(("9.4", "28.0"), "{there} is closed to ground units.", there=there)
            return done, refuse("9.0", "{here} and {there} are not adjacent.", here=here, there=there)
        if held >> b & 1:
            return done, refuse(("9.4", "12.5"), "{there} is occupied by enemy units.", there=there)
        if not game.allowed[contingent] >> b & 1:
            return done, refuse(
                "28.1", "{there} is closed to Israelis: only Israel and the Sinai off the canal.", there=there
            )
        if i and zone >> a & 1:
            return done, refuse(
                ("9.6", "13.4"), "{unit} must stop in {here}, an enemy zone of control.", unit=name, here=here
            )
        if zone >> a & 1 and zone >> b & 1:
            return done, refuse(
                "13.6", "{unit} may not go from zone to zone ({here} to {there}).", unit=name, here=here, there=there
            )
        cost = step_cost(s, u, a, last, step, bridges)
        spent += cost
        if spent > budget and len(path) > 2:
            return done, too_far(name, spent, there, budget)
        done.append((b, cost, reason(s, a, last, step, cost)))
        last = step.way
    return done, None


def too_far(unit: str, need: int, where: str, have: int) -> Refusal:
    text = "{unit} needs {need} movement points to reach {where} and has {have}."
    return refuse("9.1", text, unit=unit, need=points(need), where=where, have=points(have))


def reason(s: MusketeerState, here: int, last: int, step: Step6, cost: int) -> Sentence:
    """Why a step costs what it costs, for the player."""
    if step.way:
        way = WAY_NAMES[step.way]
        same = not last or last == step.way
        text = say("{way} [9.10]", way=way) if same else say("change to the {way} [9.10]", way=way)
    else:
        text = say("{terrain} [9.7]", terrain=ground(s.game.map.terrain_at[step.to]))
    if step.crossing:
        helped = cost < step.crossing + (MP if step.way and last and last != step.way else step.cost)
        if helped:
            return say("{way}, engineers at the water [24.2]", way=text)
        return say("{way}, hexside [9.8]", way=text)
    return text


def why_out_of_reach(s: MusketeerState, u: int, h: int) -> Refusal:
    """[9.1, 9.4, 9.6, 12.5, 13.6, 28.0, 28.1] Why a unit that may move has no way to a hex."""
    game, name, where, start = s.game, s.game.name_of(u), s.game.where(h), s.loc[u]
    side = game.roster[u].side
    enemy = game.enemy[side]
    if h == start:
        return refuse("9.0", "{unit} stands in {where}.", unit=name, where=where)
    if not game.enterable >> h & 1:
        return refuse(("9.4", "28.0"), "{where} is closed to ground units.", where=where)
    if s.held(enemy) >> h & 1:
        return refuse(("9.4", "12.5"), "{where} is occupied by enemy units.", where=where)
    if not game.allowed[game.contingent_of[u]] >> h & 1:
        return refuse("28.1", "{where} is closed to Israelis: only Israel and the Sinai off the canal.", where=where)
    need = reachable(s, u, FAR_ENOUGH).cost.get(h)
    if need is not None:
        return too_far(name, need, where, s.movement(u) * MP)
    zone = s.zone(enemy)
    if zone >> start & 1 and game.map.grid.are_adjacent(start, h):
        return refuse(
            "13.6",
            "{unit} may not go from zone to zone ({here} to {there}).",
            unit=name,
            here=game.hex_name(start),
            there=game.hex_name(h),
        )
    return refuse(
        ("9.6", "13.4"),
        "Enemy units and their zones of control bar every way of {unit} to {where}.",
        unit=name,
        where=where,
    )


@dataclass(frozen=True, slots=True)
class MovementPhase(Step[MusketeerState]):
    """[5.3, 9.0] The phase goes on while some unit can still move."""

    def phase(self) -> str:
        return "movement"

    def run(self, s: MusketeerState) -> None:
        if any(can_move(s, u) for u in bits(s.game.ground_by[s.contingent])):
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
            "{contingent} movement: move units, then end the phase [9.0].", contingent=s.game.title_of[s.contingent]
        )

    def units(self, s: MusketeerState) -> list[int]:
        return [u for u in sorted(bits(s.game.ground_by[s.contingent])) if can_move(s, u)]

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
                able = any(self.ends(s, u) for u in self.units(s))
                return ("end", *(["recon"] if any(recon.options(s)) else []), *(["move"] if able else []))
            case ("end",):
                return (END,)
            case ("recon",):
                return tuple(a.args[0] for a in recon.options(s))
            case ("recon", _):
                return (END,)
            case ("move",):
                return tuple(name(u) for u in self.units(s) if self.ends(s, u))
            case ("move", unit) if unit in game.roster.index and can_move(s, game.unit(unit)):
                return tuple(game.hex_name(h) for h in self.ends(s, game.unit(unit)))
            case ("move", _, _):
                return (END,)
        return ()

    def spelled(self, s: MusketeerState, words: tuple[str, ...]) -> Action:
        a = self.read(s, Action(words[0], words[1:]))
        if self.check(s, a):
            raise ValueError(f"no option is spelled {' '.join(words)!r}")
        return a

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
            if can_move(s, u):
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
        if min(path, default=0) <= 0 or len(path) < 2 or path[0] != s.loc[u]:
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
        if s.loc[u] <= 0 or not game.ground >> u & 1:
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
        game, u = s.game, s.game.parts(a).unit
        path = self.path(s, a)
        s.moved |= 1 << u
        s.bridged |= helpers(s, u, path)
        if path[-1] != path[0]:
            s.conceal(u)
        s.loc[u] = path[-1]
        sightings.moved(s, u, path[0], path[-1])
        enemy, end = game.enemy[s.side], path[-1]
        title, start = game.title_of[s.contingent], game.hex_name(path[0])
        s.tell(
            "9.0",
            "A unit of {contingent} moves from {start} to {where}.",
            contingent=title,
            start=start,
            where=game.where(end),
            at=(end,),
            to=(enemy,),
            about="move",
        )
        s.tell(
            "9.0",
            "{unit} moves from {start} to {where}.",
            unit=game.name_of(u),
            start=start,
            where=game.where(end),
            at=(end,),
            to=(s.side,),
            about="move",
        )
        if s.zone(enemy) >> end & 1:
            s.reveal_zone(end, s.side)
        s.then(Verdict(), MovementPhase())


def helpers(s: MusketeerState, u: int, path: list[int]) -> int:
    """[24.2] Engineers that this move needs at the water; they may not move themselves any more."""
    game = s.game
    bridges = bridging(s, u)
    spent = last = 0
    used = 0
    for a, b in itertools.pairwise(path):
        step = next(x for x in game.steps[a] if x.to == b)
        spent += step_cost(s, u, a, last, step, 0)
        if step.crossing and step.bridgeable:
            used |= bridges & (1 << a | 1 << b)
        last = step.way
    if spent <= s.movement(u) * MP or not used or game.engineers >> u & 1:
        return 0
    crew = game.engineers & game.ground_by[game.contingent_of[u]] & ~s.moved
    return sum(1 << e for e in bits(crew) if s.loc[e] > 0 and used >> s.loc[e] & 1)
