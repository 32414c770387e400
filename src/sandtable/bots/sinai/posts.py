"""Plans with hexes: who stands where, the most important posts first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.core import Units, bits
from sandtable.games.sinai.movement.allowance import allowance
from sandtable.games.sinai.movement.stacking import LIMIT
from sandtable.games.sinai.state import ARAB, SinaiState

from .aims import Aim
from .manners import FORBIDDEN, Hunter, Stack

if TYPE_CHECKING:
    from .survey import Survey

AT_POST, STAY = 6.0, 2.0
"""Being at its post, and staying there."""
FIRST = 1000
"""Units with a post move before all others, in the order of the posts."""
STORM = 14.0
"""A Bar Lev hex that is a post."""
GAP = 20.0
"""[25.21] The brigade that a Bar Lev hex may cost, where an attacker stands in the line."""
MISSILE_PACE = 3.0
"""Turns a SAM unit is taken to need for a hex, next to those of vehicles."""
Plan = dict[int, tuple[int, int]]
"""The post of every unit, and its rank."""


@dataclass(frozen=True, slots=True)
class Post:
    """A hex for so many units; what a Strength Point more is worth there, in turns of the way."""

    hex: str
    units: int
    strong: float = -0.05


class Posted(Hunter):
    """The army of a front goes to its posts and stays there; the others play as usual."""

    front = "egypt"
    posts: Sequence[Post] = ()
    batteries: Sequence[str] = ()
    starts: Sequence[str] = ()
    """Set-up hexes, filled before the `reserve`, the strongest units first."""
    reserve: Sequence[str] = ()

    def places(self, s: SinaiState, units: Units) -> dict[int, int]:
        game = s.game
        mine = [u for u in bits(units) if game.front[u] == self.front]
        army = sorted((u for u in mine if not game.sam >> u & 1), key=lambda u: (-game.strength[u], u))
        first = LIMIT * len(self.starts)
        hexes = [self.starts[i % len(self.starts)] for i in range(first)]
        hexes += [self.reserve[i % len(self.reserve)] for i in range(LIMIT * len(self.reserve))]
        found = {u: game.hex(name) for u, name in zip(army, hexes, strict=False)}
        missiles = [u for u in mine if game.sam >> u & 1]
        return found | {u: game.hex(name) for u, name in zip(missiles, self.batteries, strict=False)}

    def plan(self, look: Survey) -> Plan:
        """Every post takes the unit that is there soonest, drawn up when the phase is planned."""
        memo = (look.elder or look).memo
        if "posts" not in memo:
            game, s = look.game, look.s
            units = [u for u in game.side_units[ARAB] if s.loc[u] > 0 and game.front[u] == self.front]
            army = [u for u in units if game.strength[u] and not game.sam >> u & 1]
            memo["posts"] = self.assign(look, army, [p for p in self.wanted(look) for _ in range(p.units)])
            missiles = [Post(name, 1) for name in self.batteries]
            memo["posts"] |= self.assign(look, [u for u in units if game.sam >> u & 1], missiles)
        return memo["posts"]

    def wanted(self, look: Survey) -> Sequence[Post]:
        """The posts that are to be filled as things stand."""
        return self.posts

    def assign(self, look: Survey, units: list[int], posts: list[Post]) -> Plan:
        found: Plan = {}
        for rank, post in enumerate(posts):
            h = look.game.hex(post.hex)
            free = [u for u in units if u not in found]
            if free:
                best = min(free, key=lambda u: (self.turns(look, u, h) - post.strong * look.game.strength[u], u))
                found[best] = h, rank
        return found

    def turns(self, look: Survey, u: int, h: int) -> float:
        """How many turns the unit needs to a post, about."""
        game, here = look.game, look.s.loc[u]
        if game.sam >> u & 1:
            return float(MISSILE_PACE * game.map.grid.distance(here, h))
        return float(look.field(1 << h, False, u)[here] / max(allowance(look.s, u), 1))

    def errand(self, look: Survey, u: int) -> str:
        post = self.plan(look).get(u)
        return f"its post at {look.game.hex_name(post[0])}" if post else super().errand(look, u)

    def urgency(self, look: Survey, u: int, usual: int) -> int:
        post = self.plan(look).get(u)
        return FIRST - post[1] if post else usual

    def worth(self, look: Survey, u: int, h: int, stack: Stack, keep: float) -> float | None:
        post = self.plan(look).get(u)
        if post is None:
            return super().worth(look, u, h, stack, keep)
        goal = post[0]
        if look.game.sam >> u & 1:
            return FORBIDDEN if look.hostile >> h & 1 else -float(look.game.map.grid.distance(h, goal))
        return AT_POST + STAY * (h == look.s.loc[u]) if h == goal else -float(look.field(1 << goal, False, u)[h])

    def price(self, look: Survey, force: list[int]) -> float:
        plan, loc, east = self.plan(look), look.s.loc, look.game.israel_land
        line = any(u in plan and plan[u][0] == loc[u] and east >> loc[u] & 1 for u in force)
        return GAP if line else super().price(look, force)

    def drive_value(self, look: Survey, t: int, usual: float) -> float:
        game = look.game
        wanted = (look.forts & game.bar_lev) >> t & 1 and any(game.hex(p.hex) == t for p in self.posts)
        return STORM if wanted else usual


class Gulf(Posted):
    """1973 Arabs: Egypt crosses in the south. A straight line of three stacks from the Canal to the Mitla Pass, under the
    missiles of the west bank, is a gate that six brigades cannot force; behind it one brigade every few hexes takes
    the coast of the Gulf of Suez, five points a hex [25.71], supplied by the coast road [24.62]. A guard on the west
    bank makes every crossing end in its zones; whoever has crossed all the same is hunted by all but the gate, the coast
    and most of the guard."""

    lead = 1
    kept = 26
    """Posts that stay filled during the hunt, the first ones."""
    blow, kills = 14.0, 2.0
    """What driving an intruder off is worth beyond the usual, and how many times the usual destroying him is."""
    posts = (
        Post("0731", 2, 0.25),
        Post("0831", 2, 0.25),
        Post("0732", 1),
        Post("0932", 2, 0.25),
        *(Post(name, 1) for name in ("0937", "1140", "1243", "1446", "1648", "1849")),
        *(Post(name, 1, 0.25) for name in ("0831", "0731", "0932")),
        Post("1035", 2),
        Post("2050", 1),
        Post("0834", 1),
        Post("0732", 2),
        Post("0832", 2),
        Post("0733", 1),
        *(Post(name, 1) for name in ("0427", "0424", "0421")),
        Post("0631", 2),
        *(Post(name, 1) for name in ("0427", "0424", "0421", "0427", "0424", "0421")),
        Post("0730", 3),
        Post("0629", 2),
        Post("1035", 1),
        Post("0630", 3),
        Post("0530", 3),
        Post("0428", 3),
    )
    batteries = ("0631", "0632", "0630", "0531", "0530")
    starts = ("0631", "0630", "0632")
    reserve = ("0530", "0531", "0532")

    def intruders(self, look: Survey) -> int:
        """The hexes of Israelis west of the Canal."""
        return look.enemies & int(look.game.egypt_west)

    def wanted(self, look: Survey) -> Sequence[Post]:
        return self.posts[: self.kept] if self.intruders(look.elder or look) else self.posts

    def drive_value(self, look: Survey, t: int, usual: float) -> float:
        blow = self.blow if look.game.egypt_west >> t & 1 else 0.0
        return super().drive_value(look, t, usual) + blow

    def kill_value(self, look: Survey, t: int, usual: float) -> float:
        return usual * (self.kills if look.game.egypt_west >> t & 1 else 1.0)

    def aims(self, look: Survey, found: list[Aim]) -> list[Aim]:
        hunt = Aim(self.intruders(look), 1.2, "the Israelis west of the Canal", front=self.front)
        return [hunt, *found] if hunt.hexes else found


class NorthPass(Posted):
    """[23.19] 1956 Egypt: Israel needs all three passes, so one is held with the three best, and two stand behind it to take
    it back."""

    posts = (Post("0623", 3, 0.3), Post("0524", 2, 0.0))
