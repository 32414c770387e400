"""How a posture of Across Suez weighs things."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mood:
    """How a posture weighs things; the default is the greedy anchor's."""

    safety: float = 1.0
    """How much the enemy's threats count."""
    attacks: float = 1.0
    """How much the coming attacks count."""
    until: int = 7
    """The last turn of these two; afterwards they are as usual."""
    reserves: tuple[tuple[str, int], ...] = ()
    """Formations kept off the map, and the turn on which they enter."""
    closed: tuple[float, ...] = ()
    """Israel, on the last turn, the one before ...: what each line hex costs that Egypt can still close."""
    hurry: float = 0.0
    """Israel: every unit short of the six that can still cross."""
    care: float = 0.0
    """Israel: the bridge within the enemy's reach without company."""
    siege: float = 0.0
    """Israel: every unit beside an Egyptian who stands in Matzmed."""
    ferry: float = 0.0
    """Israel: every unit that crosses, however early."""
    approach: float = 0.02
    """Every hex of a unit's way to the nearest enemy that matters."""
    gather: float = 0.0
    """Israel, until turn 6: every hex of a unit's way to the neighbourhood of Matzmed."""
    clear: float = 0.0
    """Israel: how much more an Egyptian in or beside Matzmed matters."""
    escort: float = 1.0
    """Israel: how much threats to the bridge count."""
    plug: float = 0.0
    """Egypt: a unit in Matzmed with its neighbours filled."""
    hunt: float = 0.0
    """Egypt: every hex nearer to Matzmed, and the bridge surrounded."""
    cut: float = 0.0
    """Egypt, on the last turn: how much more the line counts."""
    wander: float = 0.0
    """How much hexes matter more or less than they seem to, drawn by lot: for variations of a plan."""
    ground: float = 1.0
    """How much Matzmed and the roads to it count."""
    prize: float = 1.0
    """What the enemy's units are worth, next to one's own."""
    push: float = 1.0
    """What it is worth to drive an enemy off."""
    company: float = 1.0
    """How much friends beside a unit make it safer."""
    line: float = 1.0
    """How much the line counts before the last turn."""
    crossing: float = 1.0
    """Israel: every unit across, of the six."""
    bridge: float = 1.0
    """Israel: the way of the bridge."""
    guards: float = 1.0
    """Israel: units beside Matzmed."""
    block: float = 1.0
    """Egypt: a unit in Matzmed, or its zone on it."""
    harry: float = 1.0
    """Egypt: units beside the bridge."""
    light: bool = False
    """Plans with half the care, for answers in trials."""
    screen: bool = False
    """Israel, on the last two turns: improve the placement against everything Egypt can still reach."""

    def eased(self, turn: int) -> tuple[float, float]:
        return (self.safety, self.attacks) if turn <= self.until else (1.0, 1.0)


GREEDY = Mood()
