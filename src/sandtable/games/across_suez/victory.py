"""[1980:14.0, 2021:14.0] How the game is won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.core import Hex, Outcome, Sentence, Step, UnitId, fact, reason, route, say_if_foregone

from .state import SuezState
from .zones import enemy_zone

UNITS_ACROSS: Final = 6
"""[1980:11.5, 2021:14.1] Units Israel needs beyond the canal."""


@fact
def line_of_communication(s: SuezState) -> list[Hex]:
    """[1980:14.1, 2021:6.0, 2021:14.1] The shortest line from Matzmed to 1708, or nothing.

    It runs through clear and road hexes free of Egyptian units and zones of control; an Israeli unit cancels the zones in
    its own hex [rulings AS-15, AS-17].
    """
    game = s.game
    cut = enemy_zone(s, "israel") & ~s.hexes_of("israel") | s.hexes_of("egypt")
    free = game.terrain.clear_and_road & ~cut
    start, end = 1 << game.matzmed, 1 << game.line_end
    if not free & start or not free & end:
        return []
    return route(game.map.grid, start, end, free, game.terrain.open_sides)


@dataclass(frozen=True, slots=True)
class DetermineWinner(Step[SuezState]):
    """[1980:3.0, 1980:11.5, 1980:14.0, 2021:4.3, 2021:14.1] After the last Game-Turn Israel has won, or Egypt."""

    def run(self, s: SuezState) -> None:
        goals = conditions(s)
        israel = all(reached for reached, _ in goals)
        winner, level = ("israel", "Israeli victory") if israel else ("egypt", "Egyptian victory")
        across = s.loc.count(s.game.box("across"))
        s.finish(
            Outcome(winner, level, (("israel", across),), tuple(text for reached, text in goals if reached == israel))
        )


def conditions(s: SuezState) -> list[tuple[bool, Sentence]]:
    """[1980:11.5, 1980:14.1, 1980:14.2, 2021:14.1] What Israel needs on the last Game-Turn, and whether it is so now."""
    rule, bridge, game = s.game.edition.rule, s.game.bridge_name, s.game
    across, line = s.loc.count(game.box("across")), bool(line_of_communication(s))
    text = "{n} Israeli {n#unit is|units are} across the canal; {needed} are needed."
    there = reason(rule.victory, "The bridge {unit} is in Matzmed.", unit=bridge)
    missing = reason(rule.victory, "The bridge {unit} is not in Matzmed.", unit=bridge)
    end = game.hex_name(game.line_end)
    is_open = reason(rule.line, "The line of communication to {hex} is open.", hex=end)
    is_cut = reason(rule.line, "The line of communication to {hex} is cut.", hex=end)
    return [
        (across >= UNITS_ACROSS, reason(rule.six_across, text, n=across, needed=UNITS_ACROSS)),
        (s.bridge_in_place(), there if s.bridge_in_place() else missing),
        (line, is_open if line else is_cut),
    ]


def bridge_has_moved(s: SuezState) -> None:
    """[1980:14.2, 2021:13.2, 2021:14.2] Israel loses at once when the bridge leaves Matzmed, by will or by force."""
    text = "The bridge {unit} had to stay in Matzmed and has left it."
    _egypt_wins(s, reason(s.game.edition.rule.bridge_moves, text, unit=s.game.bridge_name))


def eliminate(s: SuezState, u: UnitId, rule: str, text: str, target: UnitId = -1, why: str = "") -> None:
    """Take a unit off the map for good; losing the bridge may decide the game [2021:13.2, 2021:14.2] [ruling AS-12]."""
    where, before = s.loc[u], foregone(s)
    s.loc[u] = s.game.box("eliminated")
    s.tell(rule, text, unit=s.game.name_of(u), target=s.game.name_of(target), why=why, at=[where], about="loss")
    if u == s.game.bridge and s.game.edition.losing_the_bridge_ends_the_game:
        lost = reason(s.game.edition.rule.bridge_moves, "The bridge {unit} is eliminated.", unit=s.game.bridge_name)
        _egypt_wins(s, lost)
    say_if_foregone(s, before)


# Israel can no longer win ---------------------------------------------------------------------------------------
FERRIES: Final = 2
"""[1980:11.1, 2021:13.1] Units that may cross by ferry in one Movement Phase [ruling AS-30]."""
ANY_NUMBER: Final = 99


def foregone(s: SuezState, crossings: int | None = None) -> Outcome | None:
    """[1980:11.5, 1980:14.0, 1980:14.2, 2021:14.1] Egypt's victory, once Israel can no longer win [ruling AS-12].

    The bridge is lost, or fewer than six units can ever be across: too few are left, or too few may still cross.
    """
    rule, game = s.game.edition.rule, s.game
    across, gone = s.loc.count(game.box("across")), (0, game.box("eliminated"))
    crossers = game.roster.of_side["israel"] & ~(1 << game.bridge)
    able = crossers.bit_count() - sum(len(s.at(place, crossers)) for place in gone)
    crossings = crossings_left(s) if crossings is None else crossings
    reasons = []
    if s.loc[game.bridge] in gone:
        text = "The bridge {unit} is lost and can no longer stand in Matzmed."
        reasons.append(reason(rule.victory, text, unit=game.bridge_name))
    if able < UNITS_ACROSS:
        text = "{n} Israeli {n#unit is|units are} left that could be across the canal; {needed} are needed."
        reasons.append(reason(rule.six_across, text, n=able, needed=UNITS_ACROSS))
    elif across + crossings < UNITS_ACROSS:
        text = "{n} Israeli {n#unit is|units are} across, and no more may cross; {needed} are needed."
        if crossings:
            text = "{n} Israeli {n#unit is|units are} across, and {more} more may cross; {needed} are needed."
        reasons.append(reason(rule.six_across, text, n=across, more=crossings, needed=UNITS_ACROSS))
    return _egyptian_victory(s, *reasons) if reasons else None


def crossings_left(s: SuezState) -> int:
    """[1980:11.1, 1980:11.2, 1980:11.6, 2021:13.1, 2021:13.2] Units that may still cross, if points and hexes allow."""
    if s.turn < s.game.last_turn:
        return ANY_NUMBER
    if not any(f.phase() == "israel-movement" for f in s.agenda):
        return 0
    return crossings_of_phase(s)


def crossings_of_phase(s: SuezState) -> int:
    """[1980:11.1, 1980:11.2, 2021:13.1, 2021:13.2] Units that may still cross in this Movement Phase."""
    return ANY_NUMBER if s.bridge_ready else FERRIES - s.ferried


def _egypt_wins(s: SuezState, why: str) -> None:
    s.finish(_egyptian_victory(s, why))


def _egyptian_victory(s: SuezState, *reasons: str) -> Outcome:
    across = s.loc.count(s.game.box("across"))
    return Outcome("egypt", "Egyptian victory", (("israel", across),), reasons)
