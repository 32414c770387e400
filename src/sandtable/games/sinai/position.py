"""Positions written by hand: what a step needs to be played on, said in a sentence where it is missing."""

from __future__ import annotations

from sandtable.core import Frame, Sentence, UnitId, bits, say

from .air.raids import RaidResult, SamRetreat
from .combat.attack import Attack, Resolve, Result
from .combat.bar_lev import LoseAttacker
from .combat.retreat import Displace, Retreat
from .course.reinforcements import IraqisArrive, arrivals
from .eras.mid_1970s import Landing
from .movement.movement import Movement
from .movement.overrun import AfterOverrun
from .politics.ceasefire import Declared
from .politics.command_control import LoseControl
from .politics.jordan import Joins, Ones, SendToSyria
from .state import SinaiState

READS_THE_DIE = (RaidResult, Result, Declared, LoseControl, Joins, Ones)
PAIRS = ("crossed_israel", "crossed_arab")
NOBODY = -1


def complete(s: SinaiState) -> None:
    """Raises ValueError, with the first thing that is missing, when the position cannot be played on."""
    for trouble in (_of_fields(s), *(_of_frame(s, i, frame) for i, frame in enumerate(s.agenda))):
        if trouble:
            raise ValueError(trouble)


def _of_fields(s: SinaiState) -> Sentence | None:
    for name, wanted in (("goals", len("ABC")), ("flown", len(s.game.airborne_units))):
        if len(getattr(s, name)) != wanted:
            return say("The line “{name}” needs {n} {n#number|numbers}.", name=name, n=wanted)
    for name in PAIRS:
        if len(getattr(s, name)) % 2:
            return say("The line “{name}” lists pairs of hexes.", name=name)
    if len(s.trod_units) != len(s.trod_hexes):
        return say("The lines “trod_units” and “trod_hexes” are equally long.")
    if any(h <= 0 for h in (*s.strikes, *s.trail, *s.trod_hexes)):
        return say("The lines “strikes”, “trail” and “trod_hexes” list hexes of the map.")
    return None


def _of_frame(s: SinaiState, i: int, frame: Frame) -> Sentence | None:
    """What keeps a step of the agenda from being played."""
    if i == 0 and isinstance(frame, READS_THE_DIE) and (len(s.dice) != 1 or not 1 <= s.dice[0] <= 6):
        return say("The step {step} reads a die: add a line like “dice [4]”.", step=type(frame).__name__)
    for u in _units_of(frame):
        if u < 0 or s.loc[u] <= 0:
            unit = s.game.name_of(u) if u >= 0 else say("a unit")
            return say("The step {step} is about {unit}: say where it is.", step=type(frame).__name__, unit=unit)
    if isinstance(frame, Attack | Resolve):
        far = [
            u for u in bits(frame.units) if not all(s.game.adjacent[s.loc[u]] >> h & 1 for h in frame.hexes if h > 0)
        ]
        if far or not frame.hexes or min(frame.hexes) <= 0:
            return say("The units of an attack stand next to all its hexes [8.23].")
    if isinstance(frame, Displace) and s.loc[frame.arrived] != frame.hex:
        return say("The unit that has retreated stands in the hex that is full [9.12].")
    if isinstance(frame, SendToSyria) and not frame.candidates(s):
        return say("There is no Jordanian unit that could be sent to Syria [24.81].")
    if isinstance(frame, IraqisArrive) and not (arrivals(s) and frame.hexes(s)):
        return say("There are no Iraqi brigades to come [19.0].")
    if isinstance(frame, Landing) and not isinstance((*s.agenda, None)[i + 1], Movement):
        return say("A landing comes before a Movement Phase [26.53].")
    return None


def _units_of(frame: Frame) -> tuple[UnitId, ...]:
    """The units that a step cannot do without."""
    match frame:
        case Attack() | Resolve() | Retreat() | LoseAttacker():
            needed = tuple(bits(frame.units))
            return needed or ((NOBODY,) if isinstance(frame, Retreat | LoseAttacker | Resolve) else ())
        case AfterOverrun():
            return frame.units or (NOBODY,)
        case RaidResult() | SamRetreat():
            return (frame.unit,)
        case Displace():
            return (frame.arrived,)
    return ()
