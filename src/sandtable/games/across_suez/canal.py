"""[1980:11.0, 2021:13.0] Crossing the canal, and the bridge unit."""

from __future__ import annotations

from sandtable.core import Refusal, UnitId, refuse

from .state import SuezState
from .victory import FERRIES, bridge_has_moved


def crossing_cost(s: SuezState) -> int:
    """[1980:11.0, 1980:11.1, 1980:11.2, 2021:13.1, 2021:13.2] Three points by ferry, one over a bridge that was in place."""
    return s.game.terrain.bridge_cost if s.bridge_ready else s.game.terrain.ferry_cost


def no_crossing(s: SuezState, u: UnitId) -> Refusal | None:
    """[1980:11.0, 1980:11.1, 2021:13.1] Why this unit may not cross the canal; zones of control are no reason [ruling AS-09]."""
    game, rule = s.game, s.game.edition.rule
    if game.side_of[u] != "israel":
        return refuse(rule.crossing, "{unit} may not cross the canal: only Israeli units do.", unit=game.name_of(u))
    if u == game.bridge:
        # [ruling AS-10]
        return refuse(rule.crossing, "{unit} is the bridge: it may not cross the canal itself.", unit=game.name_of(u))
    if s.turn == 1:
        return refuse(rule.ferry, "No unit crosses the canal on Game-Turn 1.")
    if not s.bridge_ready and s.ferried >= FERRIES:
        return refuse(
            (rule.ferry, rule.bridge),
            "{n} units have crossed by ferry in this phase, and no bridge stood in Matzmed when it began.",
            n=FERRIES,
        )
    return None


def cross(s: SuezState, u: UnitId) -> None:
    """[1980:11.0, 1980:11.3, 1980:11.6, 2021:13.1] The unit goes to the box beyond the canal, in a Movement Phase only, for good."""
    s.loc[u] = s.game.box("across")
    rule = s.game.edition.rule
    if s.bridge_ready:
        s.tell(
            rule.bridge,
            "{unit} crosses the canal over the bridge.",
            unit=s.game.name_of(u),
            at=[s.game.matzmed],
            about="ground",
        )
    else:
        s.ferried += 1
        s.tell(
            rule.ferry,
            "{unit} crosses the canal by ferry.",
            unit=s.game.name_of(u),
            at=[s.game.matzmed],
            about="ground",
        )


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
