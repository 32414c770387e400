"""What a position text must say: who is activated, what is attacked by whom, what was drawn and rolled."""

from __future__ import annotations

from typing import Final

from sandtable.core import Roll

from . import air, bombardment, combat, events, fire, pursuit, recon, reinforcement, retreat, sequence, support
from .state import MusketeerState

IMPULSE_PHASES: Final = (
    "reinforcement", "air-superiority", "bombardment", "movement", "ground-combat", "refit",
)  # fmt: skip
FIGHT: Final = (
    support.CommitAir, support.CloseAirSupport, support.CommitSpecial, support.SpecialForces, fire.OpenFire, fire.Fires,
    fire.Aim, fire.ChooseFire, fire.Hit, fire.LoseSupport, fire.ChooseSupportLoss, fire.Suffer, fire.ChooseLoss,
    fire.EndOfCombat,
)  # fmt: skip
IN_IMPULSE: Final = (
    *FIGHT,
    combat.DeclareAttack,
    pursuit.Pursuit,
    recon.Scout,
    reinforcement.Place,
    reinforcement.Hazard,
)
AFTER_A_ROLL: Final = (
    fire.Hit, air.AirHit, bombardment.Bombs, reinforcement.Hazard, retreat.StartRetreat, sequence.Commit,
    events.HappenNow, events.PanicResult, events.RaiseByDice,
)  # fmt: skip


def complete(s: MusketeerState) -> None:
    """[5.3, 14.3] A position inside an impulse, a fight or an activation names what the table would show; else ValueError."""
    game, first = s.game, s.agenda[0] if s.agenda else None
    if s.contingent and s.contingent not in game.title_of:
        raise ValueError(f"contingent “{s.contingent}” is none of {', '.join(game.title_of)}")
    after = next((f for f in s.agenda if not isinstance(f, Roll)), None)
    within = after is not None and (after.phase() in IMPULSE_PHASES or isinstance(after, IN_IMPULSE))
    by_event = isinstance(after, reinforcement.DrawGuerrilla)  # Nasser speech
    if within and not by_event and not s.contingent:
        raise ValueError('a position inside an impulse needs its contingent: a line such as contingent "egypt"')
    if isinstance(first, sequence.Activate) and s.drawn not in game.command_markers:
        raise ValueError('an activation needs the marker drawn: a line such as drawn "Israel"')
    if isinstance(first, sequence.PickMarker) and not s.pool(first.side):
        raise ValueError(f'a draw needs markers in the pool: a line such as pool_{first.side} ["Israel"]')
    if isinstance(first, AFTER_A_ROLL) and not s.dice:
        raise ValueError("the step that follows a roll needs the roll: a line such as dice [3]")
    if isinstance(first, (*FIGHT, combat.DeclareAttack)) and not s.target:
        raise ValueError('a fight needs its hex: a line such as target "5414"')
    opens = any(isinstance(f, fire.OpenFire) for f in s.agenda)
    over = isinstance(first, fire.EndOfCombat)
    if isinstance(first, combat.DeclareAttack) and not s.defenders():
        raise ValueError("an attack needs enemies in its hex: a line such as at 5414 EG-7")
    if (opens or isinstance(first, FIGHT)) and not (s.attackers and (s.defenders() or over)):
        raise ValueError('a fight needs attackers and enemies in the target hex: a line such as attackers ["IS-4"]')
