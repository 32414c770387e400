"""[4.0] Initial deployment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sandtable.core import END, Action, Pick, Refusal, Sentence, Step, bits, fact, refuse, say
from sandtable.core.kernels import nth_bit

from . import sightings, stacking
from .state import MusketeerState
from .wording import Decision

if TYPE_CHECKING:
    from .game import Musketeer

RESERVE_BRIGADES = 3
RESERVE_GROUPS = 1


def place_fixed(game: Musketeer, s: MusketeerState) -> None:
    """[4.3, 8.1, 21.1, 27.1] Everything the rules place by themselves; the rest is for the players, the East first."""
    for u in game.roster.units:
        where = str(u.factors["setup"])
        contingent = game.contingent_of[u.id]
        if game.suggested[u.id]:
            continue
        if where == "box":
            s.loc[u.id] = game.box_of[contingent]
        elif where == "available":
            s.loc[u.id] = game.available_of[contingent]
        else:
            s.loc[u.id] = game.hex(where)


@fact
def waiting(s: MusketeerState, contingent: str) -> list[int]:
    """Ground units of a contingent that still await their place."""
    game = s.game
    return [u for u in game.members[contingent] if s.loc[u] == 0 and game.suggested[u]]


def is_brigade(game: Musketeer, u: int) -> bool:
    """[4.3] An Egyptian infantry brigade, which may be one of the three in the box."""
    unit = game.roster[u]
    return unit.nation == "eg" and unit.type == "infantry" and unit.size == "brigade"


def is_group(game: Musketeer, u: int) -> bool:
    """[4.3] An Egyptian armored brigade group, which may be the one in the box."""
    unit = game.roster[u]
    return unit.nation == "eg" and unit.type == "armor" and unit.size == "group"


@dataclass(frozen=True, slots=True)
class Deploy(Step[MusketeerState]):
    """[4.3] One contingent sets up: the Egyptians first choose what waits in the box."""

    contingent: str

    def phase(self) -> str:
        return "set-up"

    def run(self, s: MusketeerState) -> None:
        game = s.game
        if self.contingent == "egypt":
            s.then(Reserve())
        else:
            s.then(PlaceUnits("israel"))
        s.tell("4.3", "{contingent} sets up.", contingent=game.title_of[self.contingent])


def deploy_suggested(game: Musketeer, s: MusketeerState, contingent: str) -> None:
    """[4.3] The historical opening: a legal default, offered as one action."""
    for u in waiting(s, contingent):
        at = game.suggested[u]
        if at == "box":
            reserve(s, u)
        else:
            s.loc[u] = game.hex(at)


def reserve(s: MusketeerState, u: int) -> None:
    """[4.3] A unit waits in its box; of Egyptians the enemy knows the kind, for the rules name what waits there."""
    game = s.game
    s.loc[u] = game.box_of[game.contingent_of[u]]
    sightings.has(s, u, sightings.BRIGADE * is_brigade(game, u) | sightings.GROUP * is_group(game, u))


def reserve_left(brigades: int, groups: int) -> Sentence:
    """[4.3] What is still to be named for the box."""
    if not groups:
        return say("{n} infantry {n#brigade|brigades}", n=brigades)
    if not brigades:
        return say("{m} armored brigade {m#group|groups}", m=groups)
    return say("{n} infantry {n#brigade|brigades} and {m} armored brigade {m#group|groups}", n=brigades, m=groups)


@dataclass(frozen=True, slots=True)
class Reserve(Decision):
    """[4.3] Three infantry brigades and one armored brigade group wait in the Egyptian Reinforcement Box."""

    rule = "4.3"
    verbs = ("default", "reserve")
    contingent: ClassVar[str] = "egypt"

    def deploys(self) -> str:
        return self.contingent

    def phase(self) -> str:
        return "set-up"

    def actor(self, s: MusketeerState) -> str:
        return "east"

    def counts(self, s: MusketeerState) -> tuple[int, int]:
        """How many brigades and groups are still to be named."""
        box = s.at(s.game.box_of["egypt"], s.game.ground)
        brigades = sum(is_brigade(s.game, u) for u in box)
        return RESERVE_BRIGADES - brigades, RESERVE_GROUPS - (len(box) - brigades)

    def prompt(self, s: MusketeerState) -> str:
        brigades, groups = self.counts(s)
        left = reserve_left(brigades, groups)
        if self.untouched(s):
            text = "Choose the Egyptian units that wait in the Reinforcement Box: {left}. Or take the historical set-up [4.3]."
            return say(text, left=left)
        return say("Choose the Egyptian units that wait in the Reinforcement Box: {left} [4.3].", left=left)

    def untouched(self, s: MusketeerState) -> bool:
        """Nobody has been chosen yet, so that the whole historical set-up still fits."""
        return self.counts(s) == (RESERVE_BRIGADES, RESERVE_GROUPS)

    def options(self, s: MusketeerState) -> Iterator[Action]:
        game = s.game
        brigades, groups = self.counts(s)
        if self.untouched(s):
            yield Action("default")
        for u in waiting(s, "egypt"):
            if (brigades and is_brigade(game, u)) or (groups and is_group(game, u)):
                yield Action("reserve", (game.name_of(u),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a == Action("default"):
            return refuse("4.3", "Units have been chosen: the historical set-up replaces the whole deployment.")
        u = s.game.parts(a).unit
        if a.verb == "reserve" and len(a.args) == 1 and u >= 0:
            name = s.game.name_of(u)
            brigades, groups = self.counts(s)
            if is_brigade(s.game, u) and not brigades:
                return refuse(
                    "4.3", "Three infantry brigades are in the box already; {unit} goes on the map.", unit=name
                )
            if is_group(s.game, u) and not groups:
                return refuse(
                    "4.3", "An armored brigade group is in the box already; {unit} goes on the map.", unit=name
                )
            return refuse(
                "4.3", "{unit} is not an Egyptian infantry brigade or armored brigade group to name.", unit=name
            )
        return self.not_now(s, a)

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb == "reserve":
            return say("Keep {unit} in the Reinforcement Box", unit=s.game.name_of(s.game.parts(a).unit))
        return super(Reserve, self).label(s, a)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return ("west",)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game = s.game
        if a.verb == "default":
            deploy_suggested(game, s, "egypt")
            s.tell("4.3", "Egypt takes the historical set-up.", to=("east",))
            return
        u = game.parts(a).unit
        reserve(s, u)
        s.tell("4.3", "{unit} waits in the Egyptian Reinforcement Box.", unit=game.name_of(u), to=("east",))
        s.then(self if any(self.counts(s)) else PlaceUnits("egypt"))


@dataclass(frozen=True, slots=True)
class PlaceUnits(Decision):
    """[4.3] One unit after the other goes anywhere in the home country, within the stacking limits."""

    contingent: str
    rule = "4.3"
    verbs = ("default", "place")

    def deploys(self) -> str:
        return self.contingent

    def phase(self) -> str:
        return "set-up"

    def actor(self, s: MusketeerState) -> str:
        return s.game.side_of[self.contingent]

    def unit(self, s: MusketeerState) -> int:
        return waiting(s, self.contingent)[0]

    def home(self, s: MusketeerState) -> int:
        game = s.game
        return (game.egypt if self.contingent == "egypt" else game.israel) & game.enterable

    def hexes(self, s: MusketeerState) -> int:
        u = self.unit(s)
        full = stacking.full_for(s, u)
        return self.home(s) & ~full

    def prompt(self, s: MusketeerState) -> str:
        unit, eitan = s.game.name_of(self.unit(s)), bool(s.game.droppable >> self.unit(s) & 1)
        if self.contingent == "egypt":
            return say("Place {unit} anywhere in Egypt, within the stacking limits [4.3, 12.1].", unit=unit)
        if self.untouched(s):
            return say(
                "Place {unit} anywhere in Israel, within the stacking limits. Or take the historical set-up [4.3, 12.1].",
                unit=unit,
            )
        if eitan:
            return say(
                "Place {unit} anywhere in Israel, or in the box, within the stacking limits [4.3, 12.1].", unit=unit
            )
        return say("Place {unit} anywhere in Israel, within the stacking limits [4.3, 12.1].", unit=unit)

    def untouched(self, s: MusketeerState) -> bool:
        """Nothing has been placed by hand yet, so that the whole default still fits."""
        game = s.game
        mobile = [u for u in bits(game.ground_by[self.contingent]) if game.suggested[u]]
        return self.contingent == "israel" and all(s.loc[u] == 0 for u in mobile)

    def options(self, s: MusketeerState) -> Iterator[Action]:
        game = s.game
        if self.untouched(s):
            yield Action("default")
        u = self.unit(s)
        name = game.name_of(u)
        if game.droppable >> u & 1:
            yield Action("place", (name, game.hex_name(game.box_of[self.contingent])))
        for h in bits(self.hexes(s)):
            yield Action("place", (name, game.hex_name(h)))

    def words(self, s: MusketeerState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        game, u = s.game, self.unit(s)
        match prefix:
            case ():
                return ("default", "place") if self.untouched(s) else ("place",)
            case ("place",):
                return (game.name_of(u),)
            case ("place", _):
                box = [game.hex_name(game.box_of[self.contingent])] if game.droppable >> u & 1 else []
                return (*box, *map(game.hex_name, bits(self.hexes(s))))
        return (END,)

    def spelled(self, s: MusketeerState, words: tuple[str, ...]) -> Action:
        return Action(words[0], words[1:])

    def label(self, s: MusketeerState, a: Action) -> str:
        parts = s.game.parts(a)
        if parts.to < 0:
            return say("Keep {unit} in the Reinforcement Box", unit=s.game.name_of(parts.unit))
        return super(PlaceUnits, self).label(s, a)

    def sample(self, s: MusketeerState, pick: Pick) -> Action:
        hexes = self.hexes(s)
        if self.untouched(s) and not pick(2):
            return Action("default")
        if s.game.droppable >> self.unit(s) & 1 and not pick(2):
            return Action("place", (s.game.name_of(self.unit(s)), s.game.hex_name(s.game.box_of[self.contingent])))
        return Action("place", (s.game.name_of(self.unit(s)), s.game.hex_name(nth_bit(hexes, pick(hexes.bit_count())))))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "default" and not a.args and self.untouched(s):
            return None
        u = self.unit(s)
        if a.verb != "place" or len(a.args) != 2 or a.args[0] != game.name_of(u):
            return self.not_now(s, a)
        name, where = game.name_of(u), a.args[1]
        if where == game.hex_name(game.box_of[self.contingent]):
            if game.droppable >> u & 1:
                return None
            return refuse(
                "4.3", "{unit} starts on the map; only the Eitan battalion may start in the Israeli box.", unit=name
            )
        h = game.map.grid.find(where)
        if not h or not self.home(s) >> h & 1:
            return refuse("4.3", "{where} is not a land hex of the home country of {unit}.", where=where, unit=name)
        return stacking.refusal(s, u, h)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[self.actor(s)],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game, side = s.game, self.actor(s)
        if a.verb == "default":
            deploy_suggested(game, s, self.contingent)
            s.tell("4.3", "Israel takes the historical set-up.", to=(side,))
        else:
            u = game.parts(a).unit
            s.loc[u] = game.parts(a).to
            where = game.where(s.loc[u])
            s.tell("4.3", "{unit} starts in {where}.", unit=game.name_of(u), where=where, at=(s.loc[u],), to=(side,))
        if waiting(s, self.contingent):
            s.then(self)
