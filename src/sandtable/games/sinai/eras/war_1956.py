"""[23.1] What 1956 adds to the rules of 1967: a limit in the Sinai. Its paradrop is in air/airmobile.py, its closed
Canal bank in land/territory.py, its goals in course/victory.py."""

from __future__ import annotations

from sandtable.core import Refusal, refuse

from ..state import ISRAEL, SinaiState

BRIGADES = "{there} Israeli {there#brigade is|brigades are} in the Sinai already; the limit is {limit}."
BATTALIONS = "{there} Israeli {there#battalion is|battalions are} in the Sinai already; the limit is {limit}."


def beyond_limit(s: SinaiState, u: int) -> int:
    """[23.14, 9.11] The Sinai, closed to a unit outside it while the limit is reached: "at any time", so on the way too."""
    return s.game.sinai if sinai_full(s, (u,)) else 0


def sinai_full(s: SinaiState, units: tuple[int, ...]) -> Refusal | None:
    """[23.14] At most ten Israeli brigades and two battalions in the Sinai at any time: may these units come in from outside
    together? The Supply unit is neither."""
    game = s.game
    limits = game.rules.sinai_limit
    if not limits:
        return None
    inside = s.within(game.of_side[ISRAEL], game.sinai)
    coming = sum(1 << u for u in units if game.side_of[u] == ISRAEL) & ~inside
    for kind, limit, text in ((game.brigades, limits[0], BRIGADES), (game.battalions, limits[1], BATTALIONS)):
        there, more = (inside & kind).bit_count(), (coming & kind).bit_count()
        if more and there + more > limit:
            return refuse("23.14", text, there=there, limit=limit)
    return None
