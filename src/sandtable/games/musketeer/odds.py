"""[14.3-15.4, 16.0, 19.9, 25.6, 29.5] The chances of a whole attack: all dice, with the free choices by a stated policy."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from sandtable.core import Units, bits, say
from sandtable.core.facts import ForecastFacts

from .back import LOST, WaysBack
from .shifts import fire_column, fire_forecast, hexside_shift
from .state import MusketeerState

STRONGEST_FIRST = say("Of several units the strongest fires first.")
AIMED = say("The defenders fire at the strongest stack.")
LOSSES = say(
    "A result is taken by the unit it harms least, among equals by the weakest; Egyptians in strongholds stand."
)
RETREATS = say("Who retreats takes the way that hurts least.")
UNSEEN = say("Units not examined are counted as middling ones of their contingent.")
FIRST = {"attacker": say("The attacker fires first [14.4]."), "defender": say("The defender fires first [14.4].")}


class Line(NamedTuple):
    """Where a fight stands: who is in it, who has fired, what supports it, and where retreats have led."""

    attackers: Units
    defenders: Units
    disrupted: Units
    fired: Units
    cas: Units
    helpers: Units
    places: tuple[tuple[int, int], ...] = ()
    """(unit, hex) of those who have retreated."""


# What a side can reckon with ------------------------------------------------------------------------------------
def as_known(s: MusketeerState, side: str) -> MusketeerState:
    """[23.0] The position with middling units where enemies stand that this side has not examined [ruling MU-21].

    Only what the side knows goes into it: contingent, place and number, and whether a stack has a zone [ruling MU-23].
    """
    game = s.game
    t: MusketeerState = s.copy()
    enemy = game.enemy[side]
    zone = s.occupied(s.zone_units(enemy))
    for contingent, own in game.ground_by.items():
        unseen = own & ~s.known if game.side_of[contingent] == enemy else 0
        standing = Counter(s.loc[u] for u in bits(unseen) if s.loc[u] > 0)
        if not standing:
            continue
        left = sorted(bits(unseen & ~game.static), key=lambda u: (game.combat[u], u))
        middle = game.combat[left[len(left) // 2]]
        left.sort(key=lambda u: (game.aaa >> u & 1, game.divisions >> u & 1, abs(game.combat[u] - middle), u))
        for u in bits(unseen):
            t.loc[u] = game.box_of[contingent]
        t.disrupted &= ~unseen
        for h in sorted(standing, key=lambda h: (h != s.target, h)):
            for u in [left.pop(0) for _ in range(standing[h])]:
                t.loc[u] = h
                t.disrupted |= 0 if zone >> h & 1 else 1 << u
    return t


# The fight ------------------------------------------------------------------------------------------------------
class Odds:
    """The chances of the combat that a state stands in, attackers named. It works on a state of its own."""

    def __init__(self, s: MusketeerState) -> None:
        game = s.game
        t: MusketeerState = s.copy()
        self.table = t
        t.hexside_shift = hexside_shift(s)
        self.game, self.loc = game, list(t.loc)
        defenders = sum(1 << u for u in t.defenders())
        self.start = Line(t.attackers, defenders, t.disrupted, t.fired, t.cas, t.helpers)
        stacks = t.stacks()
        strength = {h: sum(t.combat(u) for u in units) for h, units in stacks.items()}
        self.aim = max(stacks, key=lambda h: (strength[h], -h))
        contingent = game.contingent_of[next(bits(defenders))]
        self.first = "defender" if game.defender_fires_first(t.target, contingent) else "attacker"
        self.columns: dict[tuple[int, Line], int] = {}
        self.retreats: dict[tuple[int, Line], list[tuple[int, int]]] = {}

    def ends(self) -> dict[Line, float]:
        """How the fight can end, with chances."""
        odds = {self.start: 1.0}
        for role in (self.first, "defender" if self.first == "attacker" else "attacker"):
            odds = self.volley(odds, role)
        found: dict[Line, float] = defaultdict(float)
        for line, p in odds.items():
            found[self.over(line)] += p
        return found

    def over(self, line: Line) -> Line:
        """[29.5] A direct assault with enemies left in the hex has failed."""
        return line._replace(attackers=line.attackers & ~self.table.assaulting) if line.defenders else line

    def volley(self, odds: dict[Line, float], role: str) -> dict[Line, float]:
        """[14.3, 14.5] One side fires, unit by unit."""
        done: dict[Line, float] = defaultdict(float)
        while odds:
            after: dict[Line, float] = defaultdict(float)
            for line, p in odds.items():
                u = self.shooter(line, role)
                if u < 0:
                    done[line] += p
                    continue
                shot = line._replace(fired=line.fired | 1 << u)
                for result, dice in self.results(line, u).items():
                    for following, q in self.suffer(shot, result, role):
                        after[following] += p * q * dice / 6
            odds = after
        return done

    def shooter(self, line: Line, role: str) -> int:
        """[14.4, 14.6] Who fires next, or -1: nobody is left to fire or to be hit."""
        units = line.attackers if role == "attacker" else line.defenders
        if not self.targets(line, role):
            return -1
        return max(bits(units & ~line.fired), key=lambda u: (self.combat(line, u), -u), default=-1)

    def targets(self, line: Line, role: str) -> list[int]:
        if role == "attacker":
            return list(bits(line.defenders))
        return [u for u in bits(line.attackers) if self.loc[u] == self.aim]

    def combat(self, line: Line, u: int) -> int:
        return self.game.reduced_combat[u] if line.disrupted >> u & 1 else self.game.combat[u]

    def results(self, line: Line, u: int) -> Counter[str]:
        """The results of this unit's fire by the number of dice that give them."""
        key = (u, line._replace(fired=0))
        if key not in self.columns:
            self.columns[key] = fire_column(self.stage(line), u)
        t = self.game.tables["ground_crt"]
        return Counter(t.result(die, self.columns[key]).rstrip("*") for die in range(1, 7))

    def stage(self, line: Line) -> MusketeerState:
        """The position at this moment."""
        t, dead = self.table, self.game.dead
        involved = self.start.attackers | self.start.defenders
        for u in bits(involved):
            t.loc[u] = self.loc[u] if (line.attackers | line.defenders) >> u & 1 else dead
        for u, h in line.places:
            t.loc[u] = h
        t.attackers, t.disrupted, t.cas, t.helpers = line.attackers, line.disrupted, line.cas, line.helpers
        return t

    # what a result does -----------------------------------------------------------------------------------
    def suffer(self, line: Line, result: str, role: str) -> Iterator[tuple[Line, float]]:
        """[15.1, 15.2, 15.3] What the fire of a side does to the other."""
        if result == "-":
            yield line, 1.0
        elif result == "A/G":
            yield self.lose_support(line, role), 1.0
        else:
            yield from self.hit(line, result, self.victim(line, result, role))

    def lose_support(self, line: Line, role: str) -> Line:
        """[25.6] The marker rather than an airstrike."""
        side = self.game.enemy[self.table.side] if role == "attacker" else self.table.side
        helper = line.helpers & self.game.roster.of_side[side]
        if helper:
            return line._replace(helpers=line.helpers & ~helper)
        if role == "defender":
            return line._replace(cas=line.cas & line.cas - 1)
        return line

    def victim(self, line: Line, result: str, role: str) -> int:
        """[15.2] The unit that its owner gives."""
        return min(self.targets(line, role), key=lambda u: (self.dies(line, result, u), self.combat(line, u), u))

    def dies(self, line: Line, result: str, u: int) -> bool:
        """[15.2, 16.1, 29.5] Does a result eliminate this unit, but not every other? (Nobody survives an E, and an R does
        nothing to anybody in a stronghold.)"""
        fit = self.game.two_sided >> u & 1 and not line.disrupted >> u & 1
        return ("D" in result and not fit) or ("R" in result and self.cannot_retreat(u))

    def stands(self, u: int) -> bool:
        """[16.1, 16.5] Egyptians in a stronghold ignore retreats."""
        game = self.game
        egyptian = game.contingent_of[u] == "egypt" and not self.table.assaulting >> u & 1
        return egyptian and bool(game.strongholds >> self.loc[u] & 1)

    def cannot_retreat(self, u: int) -> bool:
        """[16.1, 29.5] Static units and direct assaults die instead."""
        return bool((self.game.static | self.table.assaulting) >> u & 1)

    def hit(self, line: Line, result: str, u: int) -> list[tuple[Line, float]]:
        gone = line._replace(attackers=line.attackers & ~(1 << u), defenders=line.defenders & ~(1 << u))
        fit = self.game.two_sided >> u & 1 and not line.disrupted >> u & 1
        if result == "E" or ("D" in result and not fit):
            return [(gone, 1.0)]
        if "D" in result:
            line = line._replace(disrupted=line.disrupted | 1 << u)
        if "R" not in result or self.stands(u):
            return [(line, 1.0)]
        return [(gone, 1.0)] if self.cannot_retreat(u) else self.retreat(line, u)

    def retreat(self, line: Line, u: int) -> list[tuple[Line, float]]:
        """[16.2, 16.3, 16.4] One hex back, or a rout with every die."""
        key = (u, line._replace(fired=0, cas=0, helpers=0))
        if key not in self.retreats:
            t = self.stage(line)
            back, found = WaysBack(t, u, 1), []
            for length in range(1, 7 if back.routs else 2):
                back.begin(length)
                found.append((2, 0) if back.end == LOST else back.easiest())
            self.retreats[key] = found
        found = self.retreats[key]
        bit = 1 << u
        line = line._replace(attackers=line.attackers & ~bit, defenders=line.defenders & ~bit)
        return [(self.gone_back(line, u, *way), 1 / len(found)) for way in found]

    def gone_back(self, line: Line, u: int, hits: int, end: int) -> Line:
        if not end:
            return line
        disrupted = line.disrupted | (1 << u if hits else 0)
        return line._replace(disrupted=disrupted, places=tuple(sorted((*line.places, (u, end)))))

    # what is lost -----------------------------------------------------------------------------------------
    def lost(self, line: Line) -> Units:
        """The ground units that have been eliminated."""
        there = line.attackers | line.defenders | sum(1 << u for u, _ in line.places)
        return (self.start.attackers | self.start.defenders) & ~there

    def strength_lost(self, line: Line, units: Units) -> int:
        """Combat factors that these units have lost, by elimination and disruption."""
        lost = self.lost(line)
        return sum(self.combat(self.start, u) - (0 if lost >> u & 1 else self.combat(line, u)) for u in bits(units))


def attack_forecast(s: MusketeerState, side: str) -> ForecastFacts:
    """The fire of the strongest unit of a side, and what the whole attack brings: the hex, and losses of both sides."""
    game = s.game
    t = as_known(s, side)
    odds = Odds(t)
    ends = odds.ends()
    lost: dict[int, float] = defaultdict(float)
    expected = {s.side: 0.0, game.enemy[s.side]: 0.0}
    for line, p in ends.items():
        for u in bits(odds.lost(line)):
            lost[u] += p
        for role_side, units in ((s.side, odds.start.attackers), (game.enemy[s.side], odds.start.defenders)):
            expected[role_side] += p * odds.strength_lost(line, units)
    involved = odds.start.attackers | odds.start.defenders
    known = involved & (s.known | game.ground_of[side])
    notes = [FIRST[odds.first], STRONGEST_FIRST, LOSSES, RETREATS]
    notes += [AIMED] * (len(t.stacks()) > 1) + [UNSEEN] * (known != involved)
    own = list(bits(odds.start.attackers if side == s.side else odds.start.defenders))
    facts = fire_forecast(s, max(own, key=s.combat), declared=False)
    facts |= {
        "kind": "attack",
        "losses": [{"unit": game.name_of(u), "probability": round(lost[u], 4)} for u in sorted(bits(known))],
        "take_hex": round(sum((p for line, p in ends.items() if not line.defenders), 0.0), 4),
        "expected": {name: round(strength, 2) for name, strength in expected.items()},
        "notes": list(notes),
    }
    return facts
