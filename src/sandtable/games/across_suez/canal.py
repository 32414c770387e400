"""[1980:11.0, 2021:13.0] Crossing the canal, and the bridge unit."""

from __future__ import annotations

from sandtable.core import Refusal, UnitId

from .state import SuezState
from .victory import FERRIES, bridge_has_moved


def crossing_cost(s: SuezState) -> int:
    """[1980:11.0, 1980:11.1, 1980:11.2, 2021:13.1, 2021:13.2] Three points by ferry, one over a bridge that was in place."""
    return s.game.terrain.bridge_cost if s.bridge_ready else s.game.terrain.ferry_cost


def no_crossing(s: SuezState, u: UnitId) -> Refusal | None:
    """[1980:11.0, 1980:11.1, 2021:13.1] Why this unit may not cross the canal; zones of control are no reason [ruling AS-09]."""
    game, rule = s.game, s.game.edition.rule
    if game.side_of[u] != "israel":
        return Refusal((rule.crossing,), f"{game.name_of(u)} may not cross the canal: only Israeli units do.")
    if u == game.bridge:
        text = f"{game.name_of(u)} is the bridge: it may not cross the canal itself."  # [ruling AS-10]
        return Refusal((rule.crossing,), text)
    if s.turn == 1:
        return Refusal((rule.ferry,), "No unit crosses the canal on Game-Turn 1.")
    if not s.bridge_ready and s.ferried >= FERRIES:
        text = f"{FERRIES} units have crossed by ferry in this phase, and no bridge stood in Matzmed when it began."
        return Refusal((rule.ferry, rule.bridge), text)
    return None


def cross(s: SuezState, u: UnitId) -> None:
    """[1980:11.0, 1980:11.3, 1980:11.6, 2021:13.1] The unit goes to the box beyond the canal, in a Movement Phase only, for good."""
    s.loc[u] = s.game.box("across")
    rule = s.game.edition.rule
    if s.bridge_ready:
        s.tell(rule.bridge, "{} crosses the canal over the bridge.", s.game.name_of(u), at=[s.game.matzmed])
    else:
        s.ferried += 1
        s.tell(rule.ferry, "{} crosses the canal by ferry.", s.game.name_of(u), at=[s.game.matzmed])


def units_across(s: SuezState) -> int:
    """[1980:11.4, 1980:11.5, 2021:13.3] Units in the box beyond the canal."""
    return s.loc.count(s.game.box("across"))


def relocate(s: SuezState, u: UnitId, h: int) -> None:
    """Move a unit to a hex; once in Matzmed the bridge may not move, not even out and back [1980:14.2, 2021:13.2]."""
    was_in_place = u == s.game.bridge and s.bridge_in_place()
    s.loc[u] = h
    if was_in_place:
        bridge_has_moved(s)
    elif u == s.game.bridge and h == s.game.matzmed:
        s.tell(s.game.edition.rule.bridge, "The bridge is in place in Matzmed.", at=[h])
