"""[9.9, 9.10, 10.8, 10.9, 10.11] Leaving the map, and what it is worth."""

from __future__ import annotations

from sandtable.core import Hex, Hexes, Refusal, UnitId, bits, refuse, say, watching

from .state import BattleState, withdrawing
from .victory import tally


def exit_hexes(s: BattleState, side: str) -> Hexes:
    """[9.10, 10.9, 10.11] Hexes from which units of this side may leave the map; Egyptians only once they withdraw."""
    return s.game.map.sets[s.game.exits] if side == s.game.west or withdrawing(s) else 0


def exit_rule(s: BattleState, side: str) -> str:
    if s.game.section == "9":
        return "9.10"
    return "10.9" if side == s.game.west else "10.11"


def why_no_exit(s: BattleState, u: UnitId, path: tuple[Hex, ...]) -> Refusal | None:
    """[9.10, 10.9, 10.11] Nobody of this side leaves the map now, or nobody leaves it from the end of this path."""
    game, side = s.game, s.game.side_of[u]
    rule, name, doors = exit_rule(s, side), game.name_of(u), exit_hexes(s, side)
    if not doors and game.section == "9":
        return refuse(rule, "Only Anglo-French units leave the map, not {unit}.", unit=name)
    if not doors:
        return refuse(rule, "{unit} may leave the map only once a withdrawal has been declared.", unit=name)
    if path and not doors >> path[-1] & 1:
        hexes = sorted(game.hex_name(h) for h in bits(doors))
        text = "{unit} may not leave the map from {hex}: units leave it from {first} to {last}."
        return refuse(rule, text, unit=name, hex=game.hex_name(path[-1]), first=hexes[0], last=hexes[-1])
    return None


def exit_cost(s: BattleState, h: Hex) -> int:
    """[9.10, 10.9] Half points to leave the map from this hex: half a point from a road hex, else one."""
    return 1 if s.game.roads >> h & 1 else 2


def leave_map(s: BattleState, u: UnitId, h: Hex) -> None:
    """[9.10, 10.9, 10.11] The unit leaves for good; it does not count as eliminated."""
    game = s.game
    cited = exit_rule(s, game.side_of[u])
    s.tell(cited, "{unit} leaves the map by {hex}.", unit=game.name_of(u), hex=game.hex_name(h), at=(h,), about="move")
    s.moved |= 1 << u
    with watching(s):
        s.loc[u] = game.box("exited")
        if game.side_of[u] == game.west:
            score_exit(s, u)


def score_exit(s: BattleState, u: UnitId) -> None:
    """[9.9, 10.8] Fewer points the later it is [ruling ME-44]; helicopters count too [ruling ME-31]."""
    worth = next(half_points for last, half_points in s.game.exit_points if s.turn <= last)
    tally(s, s.game.west, worth, s.game.western_vp_rule, say("{unit} has left the map", unit=s.game.name_of(u)))
