"""[23.1] What 1956 adds to the rules of 1967: a limit in the Sinai. Its paradrop is in airmobile.py, its closed Canal
bank in territory.py, its goals in victory.py."""

from __future__ import annotations

from sandtable.core import Refusal, bits

from .state import ISRAEL, SinaiState


def beyond_limit(s: SinaiState, u: int) -> int:
    """[23.14, 9.11] The Sinai, closed to the retreats of a unit outside it while the limit is reached."""
    return s.game.sinai if sinai_limit(s, u, next(bits(s.game.sinai))) else 0


def sinai_limit(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[23.14] At most ten Israeli brigades and two battalions in the Sinai at any time."""
    game = s.game
    limits = game.rules.sinai_limit
    if not limits or game.side_of[u] != ISRAEL or u == game.supply_unit or not game.sinai >> h & 1:
        return None
    if s.loc[u] > 0 and game.sinai >> s.loc[u] & 1:
        return None
    kind, limit, word = (
        (game.brigades, limits[0], "brigades") if game.brigades >> u & 1 else (game.battalions, limits[1], "battalions")
    )
    there = sum(1 for v in bits(kind & game.of_side[ISRAEL]) if s.loc[v] > 0 and game.sinai >> s.loc[v] & 1)
    if there >= limit:
        return Refusal(("23.14",), f"{there} Israeli {word} are in the Sinai already; the limit is {limit}")
    return None
