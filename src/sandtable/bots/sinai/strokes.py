"""The counter-stroke of 1973: a fist is assembled where the line ends, and goes over the Canal all at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sandtable.core import bits
from sandtable.games.sinai.politics.ceasefire import ALWAYS_AFTER, CEASEFIRE_AFTER
from sandtable.games.sinai.state import ARAB, ISRAEL, SinaiState

from .aims import Aim
from .manners import Contain

if TYPE_CHECKING:
    from sandtable.games.sinai.movement.movement import Movement

    from .survey import Survey

OVER = "the west bank of the Canal"


class Stroke(Contain):
    """[25.61] A brigade over the Canal lets the Arabs ask two turns later, if they are ahead then. So nobody goes alone: six
    units may cross in a turn [24.41], and who waits on the bank until there are more of them stands on so much land before
    the Arabs may ask, with the missiles and the supply of the bridgehead in reach, that they are not ahead any more."""

    begins, latest = 14, 19
    fist, hold = 6, 60
    """Brigades on the bank that make a fist; Strength that stays with the enemy in the Sinai."""
    content = 40
    """The net score that is not risked any more before the last turns."""
    clear, touch = 2, 3
    """Hexes from the enemy at which the fist waits, and within which a brigade is needed where it stands."""

    def harvests(self, look: Survey, frame: Movement) -> bool:
        """[25.61] From the last turn without ceasefires on, and while a bridgehead lets the Arabs ask: Israel moves last."""
        s = look.s
        asked = self.over(s) and s.west_brigade_phases >= CEASEFIRE_AFTER - 1
        return frame.number == 2 and bool(s.turn >= ALWAYS_AFTER or asked)

    def bold(self, look: Survey) -> bool | None:
        return bool(self.over(look.s) or self.goes(look.s) or super().bold(look))

    def over(self, s: SinaiState) -> int:
        """Brigades that have crossed."""
        return s.within(s.game.of_side[ISRAEL] & s.game.brigades, s.game.egypt_west)

    def goes(self, s: SinaiState) -> bool:
        """Is the fist there, and the time ripe?"""
        if s.turn < self.begins:
            return False
        ready = s.within(s.game.of_side[ISRAEL] & s.game.brigades, self.seam(s))
        return ready.bit_count() >= self.fist and self.standing(s)[1] < self.content

    def seam(self, s: SinaiState) -> int:
        """The hexes of the east bank with no Arab army near them, on either side."""
        return int(s.game.map.sets["canal_east_bank"] & ~self.near(s, self.clear))

    def near(self, s: SinaiState, steps: int) -> int:
        """The hexes so near to the Arab army."""
        game = s.game
        army = s.occupied(sum(1 << u for u in game.side_units[ARAB] if s.loc[u] > 0 and not game.sam >> u & 1))
        return int(game.map.grid.within_any(army, steps))

    def stroke(self, look: Survey) -> int:
        """Who crosses: those over there already, and the brigades of the Sinai that nobody would miss."""
        plan = look.elder or look
        if "stroke" not in plan.memo:
            s, game = plan.s, plan.game
            over, there = self.over(s), s.within(game.of_side[ISRAEL] & game.brigades, game.sinai)
            busy = s.within(there, self.near(s, self.touch) & ~self.seam(s))
            spare = sorted(bits(there & ~busy), key=lambda u: (-game.strength[u], u))
            held = sum(game.strength[u] for u in bits(busy))
            while spare and held < self.hold:
                held += game.strength[spare.pop(0)]
            plan.memo["stroke"] = {0: (over | sum(1 << u for u in spare), 0)}
        return plan.memo["stroke"][0][0]

    def barred(self, look: Survey, u: int) -> int:
        alone = look.s.turn < self.latest and not self.stroke(look) >> u & 1
        return super().barred(look, u) | (int(look.game.egypt_west) if alone else 0)

    def aims(self, look: Survey, found: list[Aim]) -> list[Aim]:
        s, game = look.s, look.game
        fist, seam = self.stroke(look), self.seam(s)
        if look.bold:
            mine = s.hexes_of(ISRAEL)
            land = game.egypt_west & ~game.map.grid.within_any(mine, 1)
            target = Aim(land | s.hexes_of(ARAB) & game.egypt_west, 1.2, OVER, units=fist)
        elif s.turn >= self.begins and seam.bit_count() >= 3:
            target = Aim(seam, 1.2, "the bank of the Canal, for the counter-stroke", units=fist)
        else:
            return super().aims(look, found)
        if s.turn >= self.latest:
            return [*found, replace(target, units=-1)]
        rest = [replace(aim, units=aim.units & ~fist) for aim in found if aim.name != OVER]
        return [*super().aims(look, rest), target]
