"""What the text of a position may leave out: markers that are not named are not there; wrong numbers of them are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sandtable.core import Frame, bits, must_be_placed, units_are_placed

from .attack import BuildAttack
from .combat import BeginCombat
from .deployment import SetUp
from .helicopters import Deliver
from .last_turn import Pressure, StopOrGoOn, WriteLastTurn
from .militia import MilitiaCall, MilitiaComes
from .section_10 import CallAirstrikes, DeclareWithdrawal, EndOfBattle
from .sequence import GameTurn, PlayerTurn
from .state import BattleState, SuezState
from .strength import Attack

LISTS: Final = ("vp", "flown", "column_hex", "column_length")
"""Fields of a fixed length."""
ELSEWHERE: Final = {
    "9": (CallAirstrikes, DeclareWithdrawal, EndOfBattle),
    "10": (Deliver, MilitiaCall, MilitiaComes, Pressure, StopOrGoOn, WriteLastTurn),
}
"""By battle: steps of the other one."""


def complete(s: BattleState) -> None:
    """[8.18, 8.19] A number of airstrikes and of naval gunfire for every nation, in the state and in an attack being built."""
    game = s.game
    ships = game.nations[: len(game.naval_each_phase)]
    if s.air or not any(isinstance(f, GameTurn) for f in s.agenda):  # it will hand them out
        s.air = _markers("air", s.air, game.nations)
    if s.naval or not any(isinstance(f, GameTurn | PlayerTurn | BeginCombat) for f in s.agenda):
        s.naval = _markers("naval", s.naval, ships)
    blank = game.state_class(game)
    for name in LISTS:
        needed = len(getattr(blank, name, ()))
        if needed and len(getattr(s, name)) != needed:
            raise ValueError(f"{name} needs {needed} values; the position gives {len(getattr(s, name))}.")
    for u in bits(game.roster.where(lambda unit: s.loc[unit.id] > 0) & ~game.helicopters):
        if not game.land >> s.loc[u] & 1:
            raise ValueError(f"{game.name_of(u)} cannot stand in {game.hex_name(s.loc[u])}: it is no land hex.")
    for frame in s.agenda:
        if isinstance(frame, ELSEWHERE[game.section]):
            raise ValueError(f"{game.id} has no step called {type(frame).__name__!r}")
    s.agenda = tuple(_completed(frame, game.nations, ships) for frame in s.agenda)
    units_are_placed(s, (SetUp,))
    for frame in s.agenda:
        if isinstance(frame, Attack):
            _can_be_fought(s, frame)
        if isinstance(frame, Deliver) and isinstance(s, SuezState):
            must_be_placed(s, (s.game.js,), f"{game.name_of(frame.unit)} is carried by")


def _can_be_fought(s: BattleState, attack: Attack) -> None:
    """[7.3, 8.18, 8.19] There is somebody to attack, and the markers committed are there."""
    if empty := attack.targets & ~s.hexes_of(s.game.enemy_of(attack.side)):
        hexes = s.hex_names(empty)
        raise ValueError(f"an attack on {hexes} needs enemies there: a line such as at {hexes} 1/7")
    if isinstance(attack, BuildAttack):
        for name, used, there in (("air", attack.air, s.air), ("naval", attack.naval, s.naval)):
            if any(n > m for n, m in zip(used, there, strict=True)):
                raise ValueError(f"the attack uses {name} {list(used)}, and the position has {name} {list(there)}")


def _markers(field: str, given: tuple[int, ...], nations: tuple[str, ...]) -> tuple[int, ...]:
    if given and (len(given) != len(nations) or min(given) < 0):
        numbers = "one number" if len(nations) == 1 else f"{len(nations)} numbers"
        wanted = f"{numbers}, for {' and '.join(nations)}" if nations else "no number in this battle"
        raise ValueError(f"{field} needs {wanted}; the position gives {list(given)}.")
    return given or (0,) * len(nations)


def _completed(frame: Frame, nations: tuple[str, ...], ships: tuple[str, ...]) -> Frame:
    if not isinstance(frame, Attack):
        return frame
    return replace(
        frame,
        air=_markers("air", frame.air, nations),
        cover=_markers("cover", frame.cover, nations),
        naval=_markers("naval", frame.naval, ships),
        ships=() if isinstance(frame, BuildAttack) else _markers("ships", frame.ships, ships),  # not yet called
    )
