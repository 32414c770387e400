"""What a position text must say: who is activated, what is attacked by whom, what was drawn and rolled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.core import Frame, Hex, Roll, bits, must_be_placed, units_are_placed

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
    impulse = any(isinstance(f, sequence.EndOfImpulse) for f in s.agenda)
    if (impulse or (within and not by_event)) and not s.contingent:
        raise ValueError('a position inside an impulse needs its contingent: a line such as contingent "egypt"')
    if isinstance(first, sequence.Activate) and s.drawn not in game.command_markers:
        raise ValueError('an activation needs the marker drawn: a line such as drawn "Israel"')
    if isinstance(first, sequence.PickMarker) and not s.pool(first.side):
        raise ValueError(f'a draw needs markers in the pool: a line such as pool_{first.side} ["Israel"]')
    if isinstance(first, AFTER_A_ROLL) and not s.dice:
        raise ValueError("the step that follows a roll needs the roll: a line such as dice [3]")
    if not all(s.enemies_at(h, s.side) for h in bombed(s)):
        raise ValueError("a bombardment needs enemies in its hex: a line such as at 5414 EG-7")
    landed = s.assaulting & ~s.without_zone
    if landed and any(isinstance(f, combat.GroundCombatPhase | combat.Attack) for f in s.agenda):
        names = game.names(list(bits(landed)))
        raise ValueError(f"{names}: who makes a direct assault has no zone of control: name it in without_zone")
    units_are_placed(s)
    must_be_placed(s, bits(s.attackers), "the attack is made by")
    complete_fight(s, after)
    complete_memory(s)


def complete_memory(s: MusketeerState) -> None:
    """[23.0] What is remembered of counters speaks of shuffles and claims that are there (together.py); else ValueError."""
    sources = [*s.source, *(source for records in s.shuffles for _, source, _ in records)]
    doubts = [*s.doubts, *(doubts for records in s.shuffles for *_, doubts in records)]
    for name, missing in (
        ("shuffles", max(sources) > len(s.shuffles)),
        ("claims", max(doubts) >> 2 * len(s.claims)),
    ):
        if missing:
            raise ValueError(f"source and doubts speak of {name} that are not there: a line {name} is missing")


def complete_fight(s: MusketeerState, after: Frame | None) -> None:
    """[14.0] In a fight the attackers, their target and the defenders are there; else ValueError. `after`: a roll, if one waits."""
    declaring = bool(s.agenda) and isinstance(s.agenda[0], combat.DeclareAttack)
    fighting = isinstance(after, FIGHT) or any(isinstance(f, fire.OpenFire) for f in s.agenda)
    ending = any(isinstance(f, fire.EndOfCombat) for f in s.agenda)
    if (declaring or fighting or ending) and not s.target:
        raise ValueError('a fight needs its hex: a line such as target "5414"')
    if isinstance(after, fire.Hit | fire.ChooseFire) and after.role == "defender" and s.aim not in s.stacks():
        raise ValueError('the defenders fire at a stack of the attackers: a line such as aim "5413"')
    if declaring and not s.defenders():
        raise ValueError("an attack needs enemies in its hex: a line such as at 5414 EG-7")
    if fighting and not (s.attackers and (s.defenders() or isinstance(after, fire.EndOfCombat))):
        raise ValueError('a fight needs attackers and enemies in the target hex: a line such as attackers ["IS-4"]')


def bombed(s: MusketeerState) -> Iterator[Hex]:
    """[19.5] The hexes that the waiting steps bombard."""
    for f in s.agenda:
        if isinstance(f, (bombardment.LoadBombardment, bombardment.Mission, bombardment.Bombs)):
            yield f.hex
        if isinstance(f, (bombardment.Bombard, bombardment.LoadBombardment)):
            yield from f.hexes
