"""What the greedy player believes things are worth, in victory points; everything it can be tuned by is here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    last_turn: int
    """The turn the battle is expected to end."""
    western_loss: float
    """Victory points Egypt gets for a Western unit; an Egyptian unit is worth one [9.8, 9.9, 10.7, 10.8]."""
    final_objective: float
    """What the Western side gets for an objective at the end [9.9, 10.8]."""
    exit_points: tuple[tuple[int, float], ...]
    """Points for leaving the map, up to which turn [9.9, 10.8]."""
    hold: float
    """The chance that an objective once taken is still free of Egyptians a turn later: it discounts its future points."""
    threshold: float
    """What an attack must promise before units are sent to it."""
    strike: float
    """What an airstrike kept back is worth for the defence, or for the next attack."""
    exit_pull: float
    """How much more a unit off the map is worth than its points: it can no longer be lost."""
    haste: float
    """What a whole turn's march nearer to the exit is worth."""
    care: float
    """How much of the danger of a place counts for a unit that goes there without a fight."""
    dare: float
    """The same for a unit sent to attack."""
    slope: float = 3.0
    """What a whole turn's march nearer to an objective is worth."""
    crowd: float = 1.0
    """How fast an objective loses its pull with every unit already heading for it."""
    ground: float = 0.15
    """What it is worth to drive an enemy from a hex that is no objective."""
    works: float = 3.0
    """What a fortification is worth to an Egyptian unit that needs a place to stand."""
    city: float = 3.0
    """The same for a city hex."""
    gate: float = 1.5
    """The same for a hex of the edge from which the enemy could leave the map."""
    step_back: float = 0.12
    """What each hex is worth that an enemy unit is pushed back."""
    closing: float = 0.35
    """What closing the last way out but a few is worth, before the ring is complete."""
    contact: float = 0.6
    """The price of standing next to an enemy one does not want to attack: combat is mandatory [7.1]."""
    gun_contact: float = 1.5
    """The extra price for a gun next to an enemy: it neither fires from range nor protects [8.9, 8.10]."""
    gun_targets: float = 0.1
    """What each enemy in range is worth to a gun, up to five."""
    gun_friends: float = 0.25
    """What each friend it can protect is worth to a gun, up to six."""
    repulse: float = 0.4
    """What a forced retreat costs an attacker who survives it."""
    pinned: float = 1.5
    """The price of a Western position in the zone of a fortification: it holds and must be stormed [6.3, 7.8]."""
    spill: float = 0.5
    """The price of an attack position that touches another enemy hex: that one must be attacked, too [7.3]."""
    each: float = 0.05
    """The price of every further unit in an attack: it could be elsewhere."""
    enough: float = 0.12
    """What a voluntary attack must promise when nobody has to fight any more."""
    pressure: float = 4.5
    """[9.2] What a further turn is taken to give Egypt."""
    swing: float = 3.0
    """[9.2] How far a further turn's balance strays from its expectation."""
    desperate: float = 10.0
    """[10.4] How far Egypt must be behind before the 4th Armored Division and the Shazli Force are worth their five points."""
    verge: float = 0.0
    """[3.3] How much less than five points are taken to decide: scores are halves of a point, so that a quarter makes exactly
    five behind a defeat. The anchor takes it for a draw."""
    further: int = -1
    """[9.2] How many turns are played after the sixth; less than none: as many as promise most."""
    given_up: int = 1
    """[10.11] The most objectives that Egypt may hold when it withdraws; less than none: it never does."""
    width: int = 10
    """Patterns of a landing that are followed up at every step."""
    whim: float = 0.0
    """How much more or less a place and a target may seem worth than they are: other plans, to be tried out."""
    fancy: int = 0
    """Which whims."""

    def taste(self, a: int, b: int = 0) -> float:
        """A whim about a unit in a hex, or about a target: always the same, between `-whim` and `whim`."""
        if not self.whim:
            return 0.0
        x = (self.fancy * 1_000_003 + a * 8_191 + b * 131) & 0xFFFFFFFF
        for _ in range(2):
            x = ((x >> 16 ^ x) * 0x45D9F3B) & 0xFFFFFFFF
        return self.whim * ((x >> 16 & 0xFFFF) / 32768 - 1)


ANGLO_FRENCH = Weights(
    last_turn=6,
    western_loss=2.0,
    final_objective=2.0,
    exit_points=((3, 2.0), (12, 1.0)),
    hold=0.85,
    threshold=0.25,
    strike=0.03,
    exit_pull=6.0,
    haste=3.0,
    care=0.3,
    dare=0.2,
)
EGYPT_56 = ANGLO_FRENCH
ISRAEL = Weights(
    last_turn=11,
    western_loss=4.0,
    final_objective=1.0,
    exit_points=((4, 2.0), (8, 1.0), (11, 0.5)),
    hold=0.8,
    threshold=0.25,
    strike=0.05,
    exit_pull=5.0,
    haste=1.0,
    care=0.6,
    dare=0.2,
    slope=2.0,
)
EGYPT_67 = ISRAEL


def weights_for(section: str, western: bool) -> Weights:
    """The weights of one side in the battle of a section of the rulebook."""
    if section == "9":
        return ANGLO_FRENCH if western else EGYPT_56
    return ISRAEL if western else EGYPT_67
