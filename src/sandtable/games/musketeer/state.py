"""What can change in a game of Operation Musketeer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sandtable.core import Hex, Hexes, State, UnitId, Units, bits, fact

from . import together

if TYPE_CHECKING:
    from .game import Musketeer


class MusketeerState(State):
    """The table: units, boxes (`loc`), pools, index, and what happened in this impulse and in this combat."""

    __slots__ = (
        "aim",
        "air_entered",
        "airborne_moves",
        "assaulting",
        "attacked",
        "attackers",
        "barred",
        "bombed",
        "bridged",
        "cas",
        "claims",
        "clues",
        "concentric",
        "contingent",
        "disrupted",
        "doubts",
        "dropped",
        "engaged",
        "escalation",
        "evidence",
        "fired",
        "ground_entered",
        "helicopter",
        "helpers",
        "hexside_shift",
        "involved",
        "known",
        "landed",
        "last_stack",
        "libya",
        "lifted",
        "moved",
        "passes",
        "picked",
        "pool_east",
        "pool_west",
        "red_sea",
        "removed",
        "sealifts",
        "shuffles",
        "source",
        "special",
        "special_entered",
        "starred",
        "strikes",
        "supported",
        "target",
        "used",
        "without_zone",
    )

    later: ClassVar[frozenset[str]] = frozenset({"evidence"})
    beside: ClassVar[frozenset[str]] = frozenset({"clues", "source", "doubts", "shuffles", "claims"})
    game: Musketeer
    # the war
    escalation: int
    involved: tuple[str, ...]
    """Late contingents that have been committed [28.3]."""
    barred: tuple[str, ...]
    """Markers an event forbids on the coming turn [22.2]."""
    removed: tuple[str, ...]
    """Special markers that have been played [5.4]."""
    pool_west: tuple[str, ...]
    pool_east: tuple[str, ...]
    """The secret pools [5.3]."""
    picked: tuple[str, ...]
    """Markers picked this turn, by both sides."""
    passes: int
    red_sea: bool
    """The one Red Sea landing of the game has been made [29.2]."""
    disrupted: Units
    evidence: list[int]
    """What the other side remembers of every unit that it may not examine now (sightings.py)."""
    clues: list[int]
    """More of the same: traits that were added when games with the others had been written down."""
    source: list[int]
    """The number of the shuffle that every unit has come from, or 0 (together.py)."""
    doubts: list[int]
    """Two bits for each claim: is it one of the units of which it may be true?"""
    shuffles: tuple[tuple[tuple[int, ...], ...], ...]
    """What the other side knows of units among which it could not see which one has gone."""
    claims: tuple[tuple[int, ...], ...]
    """What the other side knows of one of several units."""
    known: Units
    """Units whose identity the other side may see [23.0]."""
    # the impulse
    contingent: str
    special: bool
    """The impulse was activated by a special marker."""
    ground_entered: int
    air_entered: int
    special_entered: int
    airborne_moves: int
    sealifts: int
    helicopter: bool
    libya: int
    landed: Units
    """Units that came from the box in this impulse and may not move [8.5]."""
    lifted: Units
    """Units that were carried by air or sea in this impulse; nobody is carried twice [10.4, 11.6]."""
    dropped: tuple[UnitId, ...]
    """Units that must check for landing hazards, in the order of landing [29.6]."""
    assaulting: Units
    """Units landed on enemies, before their combat [29.5]."""
    without_zone: Units
    """Units that landed on enemies: no zone until the Ground Combat Phase is over, even when they have won [29.5]."""
    moved: Units
    bridged: Units
    """Engineers that helped others over the water: they go on helping but do not move [24.2]."""
    used: Units
    """Special units flipped to their used side [2.5]."""
    strikes: int
    """Airstrikes sent in this phase."""
    bombed: Hexes
    supported: tuple[Hex, ...]
    """The target of every airstrike that has flown close support in this phase [18.4]."""
    attacked: Units
    fired: Units
    engaged: tuple[tuple[Hex, ...], ...]
    """(from, against) for every stack that has attacked in this phase [14.2]."""
    # the combat
    target: Hex
    attackers: Units
    concentric: bool
    hexside_shift: int
    cas: Units
    helpers: Units
    """Special forces and guerrillas committed by either side."""
    aim: Hex
    """The attacking stack at which the defenders fire [14.4]."""
    starred: Hexes
    """Stacks whose fire brought an asterisk [17.6]."""
    last_stack: Hex

    def __init__(self, game: Musketeer) -> None:
        super().__init__(game)
        self.escalation = 1
        self.involved = self.barred = self.removed = self.pool_west = self.pool_east = self.picked = ()
        self.passes = 0
        self.red_sea = False
        self.disrupted = 0
        self.known = game.public
        self.evidence = [0] * len(game.roster)
        self.clues = [0] * len(game.roster)
        self.source = [0] * len(game.roster)
        self.doubts = [0] * len(game.roster)
        self.shuffles = self.claims = ()
        self.new_impulse("", False)

    def new_impulse(self, contingent: str, special: bool) -> None:
        """[5.3] A fresh impulse: nothing has entered, flown, moved or fought."""
        self.contingent, self.special = contingent, special
        self.ground_entered = self.air_entered = self.special_entered = 0
        self.airborne_moves = self.sealifts = self.libya = 0
        self.helicopter = False
        self.landed = self.lifted = self.assaulting = self.without_zone = self.moved = self.bridged = self.used = 0
        self.dropped = ()
        self.new_phase()

    def new_phase(self) -> None:
        self.strikes = self.bombed = self.attacked = self.fired = 0
        self.engaged = self.supported = ()
        self.new_combat(0)

    def new_combat(self, target: int) -> None:
        self.target = target
        self.attackers = self.cas = self.helpers = self.starred = 0
        self.aim = self.last_stack = self.hexside_shift = 0
        self.concentric = False

    # sides ------------------------------------------------------------------------------------------------
    @property
    def side(self) -> str:
        """The phasing side."""
        return self.game.side_of[self.contingent]

    def pool(self, side: str) -> tuple[str, ...]:
        return self.pool_west if side == "west" else self.pool_east

    def set_pool(self, side: str, markers: tuple[str, ...]) -> None:
        if side == "west":
            self.pool_west = markers
        else:
            self.pool_east = markers

    # units ------------------------------------------------------------------------------------------------
    def combat(self, u: int) -> int:
        """The combat factor on the side of the counter that is up."""
        return self.game.reduced_combat[u] if self.disrupted >> u & 1 else self.game.combat[u]

    def movement(self, u: int) -> int:
        return self.game.reduced_movement[u] if self.disrupted >> u & 1 else self.game.movement[u]

    def ground_at(self, h: int) -> list[int]:
        """Ground units in a hex, of both sides."""
        return self.at(h, self.game.ground)

    def specials_in(self, box: int, contingent: str, units: int) -> list[int]:
        """Airstrikes, guns, special forces and guerrillas of a contingent that lie in a box."""
        return [u for u in self.game.specials[contingent] if self.loc[u] == box and units >> u & 1]

    def enemies_at(self, h: int, side: str) -> list[int]:
        """Ground units in a hex that are enemies of `side`."""
        return self.at(h, self.game.ground_of[self.game.enemy[side]])

    @fact
    def held(self, side: str) -> int:
        """[27.3, 29.5] Hexes occupied by ground units of a side: not boxes, and not yet the hex of a direct assault."""
        return self.occupied(self.game.ground_of[side] & ~self.assaulting)

    def zone_units(self, side: str) -> int:
        """[13.1, 25.9, 29.5] The units of a side that have a zone of control: ground, not disrupted, not in a direct assault."""
        return self.game.ground_of[side] & ~self.disrupted & ~self.without_zone

    @fact
    def zone(self, side: str) -> int:
        """[13.0, 13.2, 13.3] All hexes next to such units, whoever else stands there and however many they are."""
        return self.game.map.grid.spread(self.occupied(self.zone_units(side)))

    def reveal(self, units: int, rule: str) -> None:
        """[23.1, 23.2] Let the other side examine these units."""
        new = units & ~self.known
        self.known |= units
        if self.told:
            for h in sorted({self.loc[u] for u in bits(new)}):
                units_here = sorted(u for u in bits(new) if self.loc[u] == h)
                self.tell(
                    rule,
                    "{units} {units#is|are} revealed in {where}.",
                    units=self.game.names(units_here),
                    where=self.game.where(h),
                    at=(h,),
                )

    def reveal_zone(self, h: int, side: str, rule: str = "23.2") -> None:
        """[23.2] Reveal the enemies of `side` whose zone covers this hex."""
        near = self.game.map.grid.adjacent[h]
        units = 0
        for u in bits(self.zone_units(self.game.enemy[side])):
            x = self.loc[u]
            if x > 0 and near >> x & 1:
                units |= 1 << u
        self.reveal(units, rule)

    def conceal(self, u: int, stays: int) -> None:
        """[23.0] A unit that moves on its own is out of the enemy's sight again [ruling MU-22]; these cannot have gone instead."""
        together.left(self, u, stays)
        self.known &= ~(1 << u)

    def eliminate(self, u: int) -> None:
        """Into the dead pile, for everybody to see."""
        keep = ~(1 << u)
        self.loc[u] = self.game.dead
        self.disrupted &= keep
        self.attackers &= keep
        self.assaulting &= keep
        self.dropped = tuple(v for v in self.dropped if v != u)
        self.known |= 1 << u

    def survives_disruption(self, u: int) -> bool:
        """[15.3, 21.1] Has the unit a disrupted side that is not up yet?"""
        return bool(self.game.two_sided & ~self.disrupted & 1 << u)

    def disrupt(self, u: int) -> bool:
        """[15.3, 21.1] Flip the unit; a disrupted or one-sided unit is eliminated. True when it survives."""
        if not self.survives_disruption(u):
            self.eliminate(u)
            return False
        self.disrupted |= 1 << u
        return True

    def release_assaults(self) -> None:
        """[29.5] A unit that landed on enemies holds the hex once they are gone, however they went."""
        for u in bits(self.assaulting):
            if not self.enemies_at(self.loc[u], self.game.roster[u].side):
                self.assaulting &= ~(1 << u)

    # the combat -------------------------------------------------------------------------------------------
    def role_side(self, role: str) -> str:
        """The side that attacks or defends in this combat."""
        return self.side if role == "attacker" else self.game.enemy[self.side]

    def defenders(self) -> list[int]:
        return self.enemies_at(self.target, self.side)

    def stacks(self) -> dict[int, list[int]]:
        """The attackers still in the combat, by the hex from which they attack (the target itself: direct assault)."""
        found: dict[int, list[int]] = {}
        for u in sorted(bits(self.attackers)):
            found.setdefault(self.loc[u], []).append(u)
        return found

    def helper(self, side: str) -> UnitId:
        """The special forces or guerrilla marker that a side has committed, or -1."""
        return next(bits(self.helpers & self.game.roster.of_side[side]), -1)
