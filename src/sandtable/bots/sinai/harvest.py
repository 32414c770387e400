"""The last word of a war that may end with the next die: every unit goes where the score itself wants it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sandtable.core import bits
from sandtable.games.sinai.land.canal import canal_room
from sandtable.games.sinai.movement.allowance import allowance
from sandtable.games.sinai.state import ISRAEL, SinaiState

from .evaluator import ended
from .marches import Marches, Order
from .worth import worth

if TYPE_CHECKING:
    from .survey import Survey

CARE = 0.1
"""What a place is worth if the war goes on, next to a Victory Point."""


class Harvest(Marches):
    """[25.62, 25.71] Units are placed one by one, the fastest first, each where the net score would be best if the war ended
    then, units out of communication lost."""

    def orders(self) -> list[Order]:
        look = self.look
        t = look.s.copy()
        found: list[tuple[int, Order]] = []
        for u in sorted(self.movers, key=lambda u: (-allowance(look.s, u), -look.game.strength[u], u)):
            h = self.place(t, u)
            self._take(u, h)
            t.loc[u] = h
            t.crossed_israel = (*t.crossed_israel, *self.crossing(u, h))
            found += self._order(u, h, "Where it counts if the war ends now.", fight=False)
        return [order for _, order in sorted(found, key=lambda x: -x[0])]

    def place(self, t: SinaiState, u: int) -> int:
        """The best hex for the unit with the others where they are."""
        look, here = self.look, t.loc[u]
        sign = 1 if look.side == ISRAEL else -1
        best, top = here, sign * ended(t) + CARE * worth(look, u, here) + 1e-6
        for h in bits(self.ends[u] & self.contested(look)):
            if h == here or self.count.get(h, 0) >= 3 or self.shut(t, u, h):
                continue
            t.loc[u] = h
            value = sign * ended(t) + CARE * worth(look, u, h)
            if value > top:
                best, top = h, value
        t.loc[u] = here
        return int(best)

    def contested(self, look: Survey) -> int:
        """Where a unit can change the score: at the enemy's land and his zones."""
        return int(look.game.map.grid.spread(look.prize & ~look.held | look.hostile))

    def way(self, u: int, h: int) -> list[int]:
        if h == self.look.s.loc[u]:
            return [h]
        r = self.walk[u][0] if u in self.walk and self.walk[u][1] >> h & 1 else self.reach[u]
        return [self.look.s.loc[u], *r.path(h)]

    def shut(self, t: SinaiState, u: int, h: int) -> bool:
        """[24.41] Have too many crossed before it?"""
        west = self.look.game.egypt_west
        if (west >> h ^ west >> t.loc[u]) & 1 == 0:
            return False
        return canal_room(t, (u,), self.way(u, h)) is not None

    def crossing(self, u: int, h: int) -> list[int]:
        limited = self.look.game.limited_hexsides[self.look.side]
        return [x for pair in pairwise(self.way(u, h)) if pair in limited for x in sorted(pair)]
