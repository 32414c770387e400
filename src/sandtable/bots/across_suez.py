"""The greedy opponent for Across Suez.

Movement: it plans the whole phase. Every unit in turn takes the place that makes the finished position best, twice
round; then the moves are played one after another. Combat: it takes the attack with the best exact expectation,
and thinks again after every die. Everything else: it tries each option and keeps the best position.

A position is worth: the attacks it allows, what the enemy may do to it, the state of the line of communication,
the way of the bridge, and the crossing.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from sandtable.bots import Bot
from sandtable.core import Action, bits, reach

BRIDGE_WORTH = 18.0
VICTORY = 40.0
NEEDED_ACROSS = 6
CANDIDATES = 14

Placement = dict[int, int]
"""Where each own unit on the map stands, by unit."""


class Greedy(Bot):
    def __init__(self, game: Any, side: str, rng: Random) -> None:
        super().__init__(game, side, rng)
        self.enemy = "egypt" if side == "israel" else "israel"
        self.field = Field(game)
        self.plan: list[Action] = []
        self.expected: tuple[int, ...] = ()
        """The position for which the plan was made: turn and units moved, or the target of an attack."""

    def decide(self, s: Any) -> Action:
        match type(s.choice).__name__:
            case "MovementPhase":
                return self._next_move(s)
            case "ChooseAttack":
                return self._best_attack(s)
            case "BuildAttack" if self.plan and self.expected == (s.choice.target,):
                return self.plan.pop(0)
            case "BuildAttack":
                return self._finish_attack(s)
            case "Bombard":
                return self._bombard(s)
        return self._try_all(s)

    # movement -------------------------------------------------------------------------------------------------
    def _next_move(self, s: Any) -> Action:
        if self.expected != (s.turn, s.moved):
            self.plan = self._plan_movement(s)
        while self.plan:
            action = self.plan.pop(0)
            if s.check(action) is None:
                self.expected = s.turn, s.moved | 1 << self.game.unit(action.args[0])
                return action
        self.expected = ()
        self.reason = "Every unit stands where the plan wants it."
        return Action("end") if s.check(Action("end")) is None else s.sample(self.rng.randrange)

    def _plan_movement(self, s: Any) -> list[Action]:
        """One move per unit, such that the finished position is as good as we can make it."""
        game = self.game
        moves: dict[int, dict[int, Action]] = {}
        for a in s.options():
            if a.verb != "end":
                to = game.box("across") if a.verb == "cross" else game.hex(a.args[1].rpartition("-")[2])
                moves.setdefault(game.unit(a.args[0]), {}).setdefault(to, a)
        sight = Sight(self.field, s, self.side)
        place = {u: s.loc[u] for u in game.units_of[self.side] if s.loc[u] > 0}
        chosen: dict[int, Action] = {}
        self._pincers(sight, moves, place, chosen)
        order = sorted(moves, key=lambda u: (u != game.bridge, -game.strength[u], u))
        for first in (True, False):
            for u in order:
                yielding = set(moves) if first and u == game.bridge else set()
                self._settle(s, sight, u, moves[u], place, chosen, yielding)
            sight = Sight(self.field, self._as_planned(s, place), self.side)  # our zones hold the enemy off
        self.reason = "Plans the whole phase: attacks, the line of communication, the bridge and safety."
        return sorted(chosen.values(), key=lambda a: (a.verb == "cross", a.args[0] == game.bridge_name))

    def _pincers(
        self, sight: Sight, moves: dict[int, dict[int, Action]], place: Placement, chosen: dict[int, Action]
    ) -> None:
        """Two units on opposite sides of an enemy leave it no retreat: send pairs where that pays."""
        grid, strength = self.game.map.grid, self.game.strength
        now = sight.value(place, [])
        for v, h in sorted(sight.foes.items(), key=lambda x: -sight.interest(x[0]) * sight.worth(x[0])):
            best: tuple[float, tuple[tuple[int, int], ...]] = (now + 0.2, ())
            for d in range(3):
                sides = grid.neighbours[h][d], grid.neighbours[h][d + 3]
                teams = [self._able(moves, place, chosen, side)[:3] for side in sides]
                for one in teams[0]:
                    for two in teams[1]:
                        if one != two and strength[one] + strength[two] > strength[v]:
                            pair = (one, sides[0]), (two, sides[1])
                            value = sight.value({**place, **dict(pair)}, [])
                            if value > best[0]:
                                best = value, pair
            for u, to in best[1]:
                place[u] = to
                now = best[0]
                if to in moves.get(u, {}):
                    chosen[u] = moves[u][to]

    def _able(
        self, moves: dict[int, dict[int, Action]], place: Placement, chosen: dict[int, Action], to: int
    ) -> list[int]:
        """Units without orders that stand in this hex or can get there, the strongest first."""
        here = [u for u, h in place.items() if h == to and u not in chosen]
        if here or to in place.values() or not to:
            return here
        able = [u for u, ways in moves.items() if to in ways and u not in chosen and u != self.game.bridge]
        return sorted(able, key=lambda u: -self.game.strength[u])

    def _as_planned(self, s: Any, place: Placement) -> Any:
        t = s.copy()
        for u, h in place.items():
            t.loc[u] = h
        return t

    def _settle(
        self,
        s: Any,
        sight: Sight,
        u: int,
        moves: dict[int, Action],
        place: Placement,
        chosen: dict[int, Action],
        yielding: set[int],
    ) -> None:
        """Give one unit the best place, the others standing where they are planned; `yielding` units make room."""
        across, home = self.game.box("across"), s.loc[u]
        others = {h for v, h in place.items() if v != u and v not in yielding}
        crossing = [v for v, a in chosen.items() if v != u and a.verb == "cross"]
        ranked = sorted(moves, key=lambda h: -sight.attraction(u, h))[:CANDIDATES]
        if across in moves and across not in ranked:
            ranked.append(across)
        best, best_value = None, float("-inf")
        for h in (home, *ranked):
            if h in others or (h == across and not s.bridge_ready and len(crossing) >= 2):
                continue
            if h > 0:
                place[u] = h
            else:
                place.pop(u, None)
            value = sight.value(place, [*crossing, u] if h == across else crossing) - (0.01 if h != home else 0)
            if value > best_value:
                best, best_value = h, value
        if best is None:  # its own hex is wanted by another: move anywhere free
            best = next((h for h in moves if h not in others and h > 0), home)
        chosen.pop(u, None)
        place.pop(u, None)
        if best > 0:
            place[u] = best
        if best != home:
            chosen[u] = moves[best]

    # combat ---------------------------------------------------------------------------------------------------
    def _best_attack(self, s: Any) -> Action:
        """The attack with the best expectation, from the exact odds of every combination of attackers."""
        sight = Sight(self.field, s, self.side)
        best: tuple[float, list[Action]] = (0.0, [])
        forced = s.check(Action("end")) is not None
        if forced:
            best = (float("-inf"), [])
        for attack in list(s.options()):
            if attack.verb == "attack":
                for worth, actions in self._attacks(s, sight, attack):
                    if worth > best[0]:
                        best = worth, [attack, *actions]
        if not best[1]:
            self.reason = "No attack promises a gain."
            return Action("end")
        self.reason = f"The best attack now, worth {best[0]:+.1f}."
        attack, *self.plan = best[1]
        self.expected = (self.game.unit(attack.args[0]),)
        return attack

    def _attacks(self, s: Any, sight: Sight, attack: Action) -> list[tuple[float, list[Action]]]:
        """Every way to make this attack, with its expectation."""
        t = s.copy().apply(attack)
        joins = [a for a in t.options() if a.verb == "with"]
        found = []
        for n in range(1, len(joins) + 1):
            for some in combinations(joins, n):
                built = t.copy()
                for a in some:
                    built.apply(a)
                if built.check(Action("confirm")) is not None:
                    continue
                for support in ([], [Action("support")]):
                    if support:
                        if built.check(support[0]) is not None:
                            continue
                        built.apply(support[0])
                    worth = self._expectation(built.forecast(), sight, s.loc[self.game.unit(attack.args[0])])
                    found.append((worth - 0.15 * len(support) - 0.02 * n, [*some, *support, Action("confirm")]))
        return found

    def _expectation(self, forecast: dict[str, Any], sight: Sight, where: int) -> float:
        """Enemy strength lost minus own, and the hex that may be won."""
        total: float = forecast["take_hex"] * (0.4 + sight.ground[where])
        for loss in forecast["losses"]:
            u = self.game.unit(loss["unit"])
            own = self.game.side_of[u] == self.side
            total += loss["probability"] * (-sight.worth(u) if own else sight.worth(u) * sight.interest(u))
        for end in forecast["decides"]:
            total += end["probability"] * (VICTORY if end["winner"] == self.side else -VICTORY)
        if self.side == "israel" and any(x["unit"] == self.game.bridge_name for x in forecast["attackers"]):
            total -= BRIDGE_WORTH  # the bridge does not attack
        return total

    def _finish_attack(self, s: Any) -> Action:
        """Somebody else began this attack: join with everybody but the bridge."""
        self.reason = "The more units join, the better the odds."
        for a in s.options():
            if a.verb in ("with", "support") and a.args != (self.game.bridge_name,):
                return a
        for verb in ("confirm", "with", "cancel"):
            for a in s.options():
                if a.verb == verb:
                    return a
        return s.sample(self.rng.randrange)

    def _bombard(self, s: Any) -> Action:
        self.reason = "Bombards the unit worth most."
        sight = Sight(self.field, s, self.side)
        targets = [a for a in s.options() if a.verb == "bombard"]
        return max(
            targets, key=lambda a: sight.worth(self.game.unit(a.args[0])) * sight.interest(self.game.unit(a.args[0]))
        )

    # everything else --------------------------------------------------------------------------------------------
    def _try_all(self, s: Any) -> Action:
        """Retreats, losses, advances: play every option and keep the best position."""
        self.reason = "The best of the positions that can follow."
        options = list(s.options())
        if len(options) == 1:
            return options[0]
        return max(options, key=lambda a: self._after(s.copy().apply(a)))

    def _after(self, t: Any) -> float:
        if t.outcome:
            return 1000.0 if t.outcome.winner == self.side else -1000.0
        sight = Sight(self.field, t, self.side)
        place = {u: t.loc[u] for u in self.game.units_of[self.side] if t.loc[u] > 0}
        mine = sum(sight.worth(u) for u in place)
        theirs = sum(sight.worth(u) for u in self.game.units_of[sight.enemy] if t.loc[u] > 0)
        return mine - theirs + sight.value(place, [], attacks=False)


class Field:
    """What never changes: how much each hex matters, the bridge's way, the table."""

    def __init__(self, game: Any) -> None:
        grid, roads = game.map.grid, game.terrain.roads
        beside_roads = roads | grid.spread(roads)
        near = {0: 1.2, 1: 0.5, 2: 0.2}
        self.ground = [0.0] * grid.size
        """How much a hex matters: Matzmed and the roads to it."""
        for h in grid.hexes:
            self.ground[h] = near.get(grid.distance(h, game.matzmed), 0.0) + 0.5 * (beside_roads >> h & 1)
        self.bridge_way = {game.matzmed: 0, **reach(game.edges(game.bridge), game.matzmed, 120).cost}
        """Half Movement Points from Matzmed to every hex, as the bridge moves."""
        self.odds = []
        """The chance of every result, by column."""
        for column in range(len(game.crt.columns)):
            rows = [row[column] for row in game.crt.cells]
            self.odds.append({r: rows.count(r) / len(rows) for r in ("Ae", "Ar", "Ee", "Dr", "De")})


class Sight:
    """What a side sees in a position, prepared once and asked many times."""

    def __init__(self, field: Field, s: Any, side: str) -> None:
        game = s.game
        self.field, self.s, self.game, self.side = field, s, game, side
        self.enemy = "egypt" if side == "israel" else "israel"
        self.grid = game.map.grid
        self.odds, self.ground = field.odds, field.ground
        self.turns_left = game.last_turn - s.turn
        self.foes = {u: s.loc[u] for u in game.units_of[self.enemy] if s.loc[u] > 0}
        self.foe_hexes = sum(1 << h for h in self.foes.values())
        self.foe_at = {h: u for u, h in self.foes.items()}
        self.near_foes = self.grid.spread(self.foe_hexes)
        self.threat = {game.hex(h): int(n) for h, n in game.overlay(s, side, "attack-threat").items()}
        """Enemy strength that can attack a hex in the enemy's next turn."""
        self.threatened = sum(1 << h for h in self.threat)
        self.across = s.loc.count(game.box("across"))
        self.support = 0 if s.is_night or side != "israel" else 1 + self.across
        self.line_from, self.line_to = 1 << game.matzmed, 1 << game.line_end
        self.to_foes = self._distances()

    def _distances(self) -> list[int]:
        """Hexes from everywhere to the nearest enemy; those that matter count as nearer."""
        found, distance = [40] * self.grid.size, 0
        waves = dict.fromkeys(range(5), 0)
        for h in self.foes.values():
            waves[4 - min(4, round(2 * self.ground[h]))] |= 1 << h
        wave = seen = 0
        while distance < 5 or wave:
            wave = (self.grid.spread(wave) | waves.get(distance, 0)) & ~seen
            seen |= wave
            for h in bits(wave):
                found[h] = distance
            distance += 1
        return found

    # worth ----------------------------------------------------------------------------------------------------
    def worth(self, u: int) -> float:
        """What losing a unit costs."""
        if u == self.game.bridge:
            return BRIDGE_WORTH
        return float(self.game.strength[u]) + 0.5

    def interest(self, u: int) -> float:
        """How much an enemy unit is in the way (or, for Egypt, how much Israel needs it)."""
        h = self.s.loc[u]
        return 1.0 + 0.6 * self.ground[h]

    def attraction(self, u: int, h: int) -> float:
        """A quick guess at a destination, to look closely at the best only."""
        if h < 0:
            return 9.0
        value = 0.0
        if self.near_foes >> h & 1:
            near = [self.foe_at[n] for n in bits(self.grid.adjacent[h] & self.foe_hexes)]
            value += 1.5 + max(self.interest(v) * self.worth(v) for v in near) - 0.8 * (len(near) - 1)
        value += (1.5 if self.turns_left > 1 else 4.0) * self.ground[h]
        value -= 0.12 * self._to_goal(u, h)
        return value + 0.001 * (h % 7)

    def _to_goal(self, u: int, h: int) -> int:
        """How far the unit is from where it is wanted."""
        return 2 * self.field.bridge_way.get(h, 40) if u == self.game.bridge else self.to_foes[h]

    # the value of a finished position -----------------------------------------------------------------------------
    def value(self, place: Placement, crossing: list[int], attacks: bool = True) -> float:
        own = 0
        for h in place.values():
            own |= 1 << h
        zone = self.grid.spread(own)
        total = self._safety(place, own, zone)
        if attacks:
            total += self._attacks(place, own, zone)
        total += self._israel(place, own, crossing) if self.side == "israel" else self._egypt(place, own, zone)
        return total - 0.02 * sum(self._to_goal(u, h) for u, h in place.items() if u != self.game.bridge)

    def _attacks(self, place: Placement, own: int, zone: int) -> float:
        """The expectation of the coming Combat Phase: every enemy attacked by all that stand next to it and are free."""
        at = {h: u for u, h in place.items() if u != self.game.bridge}
        wanted = []
        for v, h in self.foes.items():
            near = [at[n] for n in bits(self.grid.adjacent[h] & own) if n in at]
            if near:
                wanted.append((self._expect(v, h, near, own, zone, True), v, h, near))
        wanted.sort(key=lambda x: -x[0])
        used: set[int] = set()
        support, total = self.support, 0.0
        for _, v, h, near in wanted:
            free = [u for u in near if u not in used]
            if free:
                gain = self._expect(v, h, free, own, zone, support > 0)
                if gain > 0 or self.s.turn == 1:
                    used.update(free)
                    support -= 1
                    total += gain
        return total

    def _expect(self, v: int, h: int, attackers: list[int], own: int, zone: int, support: bool) -> float:
        game = self.game
        mask = sum(1 << u for u in attackers)
        shift = game.terrain.shift(h, self.grid.adjacent[h] & own)[0] + support
        shift += bool(mask & game.armor and mask & game.foot)
        strength = sum(game.strength[u] for u in attackers)
        p = self.odds[game.crt.shifted(strength - game.strength[v], shift)]
        exits = game.terrain.exits[h] & ~own & ~self.foe_hexes & ~zone
        placed_bridge = v == game.bridge and h == game.matzmed
        killed = p["De"] + p["Ee"] + (0 if exits and not placed_bridge else p["Dr"])
        prize = self.worth(v) * self.interest(v)
        gain = killed * prize + (p["De"] + p["Ee"] + p["Dr"]) * (0.3 + 0.5 * self.ground[h])
        worths = [self.worth(u) for u in attackers]
        return gain - p["Ae"] * sum(worths) - p["Ee"] * min(worths) - 0.12 * p["Ar"] * sum(worths)

    def _safety(self, place: Placement, own: int, zone: int) -> float:
        """What the enemy may destroy in his turn, roughly."""
        game, total = self.game, 0.0
        for u, h in place.items():
            force = min(self.threat.get(h, 0), 9)
            if not force:
                continue
            if not self.grid.adjacent[h] & self.near_foes and u != game.bridge:
                force -= 2
            column = game.crt.shifted(force - game.strength[u], game.terrain.shift(h, 0)[0])
            p = self.odds[column]
            risk = p["De"] + p["Ee"] + 0.3 * p["Dr"]
            friends = (self.grid.adjacent[h] & own).bit_count()
            total -= self.worth(u) * risk * (0.16 if u != game.bridge else 0.5) / (1 + 0.5 * friends)
        return total

    # what each side wants -----------------------------------------------------------------------------------------
    def _israel(self, place: Placement, own: int, crossing: list[int]) -> float:
        game = self.game
        urgency = 0.05 if self.turns_left > 3 else 0.12 if self.turns_left > 1 else 0.5 if self.turns_left else 2.0
        total = -urgency * self.line_cost(own, self.foe_hexes, self.near_foes, self.threatened)
        across = self.across + len(crossing)
        later = 2 * self.turns_left
        total += 3.3 * min(across, NEEDED_ACROSS) - 0.45 * sum(game.strength[u] for u in crossing)
        if across + later < NEEDED_ACROSS and not self.s.bridge_ready:
            total -= 10.0
        bridge = place.get(game.bridge)
        if bridge is not None:
            total += 12.0 if bridge == game.matzmed else 5.0 - 0.2 * self.field.bridge_way.get(bridge, 40)
        guards = (self.grid.adjacent[game.matzmed] & own).bit_count()
        total += guards * (1.6 if bridge == game.matzmed else 0.3)
        if own & self.line_from:
            total += 1.0
        return total

    def _egypt(self, place: Placement, own: int, zone: int) -> float:
        game, s = self.game, self.s
        israel = sum(1 << h for h in self.foes.values())
        urgency = 0.08 if self.turns_left > 3 else 0.15 if self.turns_left else 1.5
        total = urgency * self.line_cost(israel, own, zone, 0)
        if own & self.line_from:
            total += 4.0
        elif zone & self.line_from:
            total += 1.0
        bridge = s.loc[game.bridge]
        if bridge > 0:
            total += 1.5 * min(2, (self.grid.adjacent[bridge] & own).bit_count())
        return total

    def line_cost(self, israel: int, egypt: int, zone: int, threatened: int) -> int:
        """The cheapest line from Matzmed to 1708: what stands in its way, 0 when it is open and safe."""
        allowed = self.game.terrain.clear_and_road | self.line_from
        kinds = ((egypt, 12), (zone & ~israel & ~egypt, 6), (threatened & ~zone & ~israel & ~egypt, 1))
        waves = {0: self.line_from}
        seen, c = 0, 0
        while c < 60:
            wave = waves.pop(c, 0) & ~seen
            while wave:
                seen |= wave
                if wave & self.line_to:
                    return c
                around = self.grid.spread(wave) & allowed & ~seen
                for hexes, k in kinds:
                    here = around & hexes
                    if here:
                        waves[c + k] = waves.get(c + k, 0) | here
                        around &= ~here
                wave = around
            c += 1
        return 60
