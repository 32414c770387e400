"""[4.0] Initial deployment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sandtable.core import Action, Pick, Refusal, Step, bits

from . import stacking
from .state import MusketeerState
from .wording import Decision, counted

if TYPE_CHECKING:
    from .game import Musketeer

RESERVE_BRIGADES = 3
RESERVE_GROUPS = 1


def start(game: Musketeer, s: MusketeerState) -> None:
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
    from .sequence import Turn

    s.then(Deploy("egypt"), Deploy("israel"), Turn())


def waiting(game: Musketeer, s: MusketeerState, contingent: str) -> list[int]:
    """Ground units of a contingent that still await their place."""
    return [u for u in sorted(bits(game.ground_by[contingent])) if s.loc[u] == 0]


def is_brigade(game: Musketeer, u: int) -> bool:
    """[4.3] An Egyptian infantry brigade, which may be one of the three in the box."""
    unit = game.roster[u]
    return unit.nation == "eg" and unit.type == "infantry" and unit.size == "brigade"


def is_group(game: Musketeer, u: int) -> bool:
    """[4.3] An Egyptian armored brigade group, which may be the one in the box."""
    unit = game.roster[u]
    return unit.nation == "eg" and unit.type == "armor" and unit.size == "group"


@dataclass(frozen=True, slots=True)
class Deploy(Step):
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
        s.tell("4.3", "{} sets up", game.title_of[self.contingent])


def deploy_suggested(game: Musketeer, s: MusketeerState, contingent: str) -> None:
    """[4.3] The historical opening: a legal default, offered as one action."""
    for u in waiting(game, s, contingent):
        at = game.suggested[u]
        s.loc[u] = game.box_of[contingent] if at == "box" else game.hex(at)


@dataclass(frozen=True, slots=True)
class Reserve(Decision):
    """[4.3] Three infantry brigades and one armored brigade group wait in the Egyptian Reinforcement Box."""

    rule = "4.3"
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
        wanted = [counted(brigades, "infantry brigade")] * bool(brigades) + [
            counted(groups, "armored brigade group")
        ] * bool(groups)
        default = "; or take the historical set-up" if self.untouched(s) else ""
        return f"Choose the Egyptian reserve for the Reinforcement Box: {' and '.join(wanted)}{default} [4.3]."

    def untouched(self, s: MusketeerState) -> bool:
        """Nobody has been chosen yet, so that the whole historical set-up still fits."""
        return self.counts(s) == (RESERVE_BRIGADES, RESERVE_GROUPS)

    def options(self, s: MusketeerState) -> Iterator[Action]:
        game = s.game
        brigades, groups = self.counts(s)
        if self.untouched(s):
            yield Action("default")
        for u in waiting(game, s, "egypt"):
            if (brigades and is_brigade(game, u)) or (groups and is_group(game, u)):
                yield Action("reserve", (game.name_of(u),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a == Action("default"):
            return Refusal(("4.3",), "Units have been chosen: the historical set-up replaces the whole deployment.")
        if a.verb == "reserve" and len(a.args) == 1 and a.args[0] in s.game.roster.index:
            u = s.game.unit(a.args[0])
            brigades, groups = self.counts(s)
            if is_brigade(s.game, u) and not brigades:
                return Refusal(
                    ("4.3",), f"Three infantry brigades are in the box already; {a.args[0]} goes on the map."
                )
            if is_group(s.game, u) and not groups:
                return Refusal(
                    ("4.3",), f"An armored brigade group is in the box already; {a.args[0]} goes on the map."
                )
            return Refusal(
                ("4.3",), f"{a.args[0]} is not an Egyptian infantry brigade or armored brigade group to name."
            )
        return self.not_now(s, a)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return ("west",)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game = s.game
        if a.verb == "default":
            deploy_suggested(game, s, "egypt")
            s.tell("4.3", "Egypt takes the historical set-up", to=("east",))
            return
        u = game.unit(a.args[0])
        s.loc[u] = game.box_of["egypt"]
        s.tell("4.3", "{} waits in the Egyptian Reinforcement Box", game.name_of(u), to=("east",))
        s.then(self if any(self.counts(s)) else PlaceUnits("egypt"))


@dataclass(frozen=True, slots=True)
class PlaceUnits(Decision):
    """[4.3] One unit after the other goes anywhere in the home country, within the stacking limits."""

    contingent: str
    rule = "4.3"

    def deploys(self) -> str:
        return self.contingent

    def phase(self) -> str:
        return "set-up"

    def actor(self, s: MusketeerState) -> str:
        return s.game.side_of[self.contingent]

    def unit(self, s: MusketeerState) -> int:
        return waiting(s.game, s, self.contingent)[0]

    def home(self, s: MusketeerState) -> int:
        game = s.game
        return (game.egypt if self.contingent == "egypt" else game.israel) & game.enterable

    def hexes(self, s: MusketeerState) -> list[int]:
        u = self.unit(s)
        full = stacking.full_for(s, u)
        return list(bits(self.home(s) & ~full))

    def prompt(self, s: MusketeerState) -> str:
        u = self.unit(s)
        country = "Egypt" if self.contingent == "egypt" else "Israel"
        box = ", or in the box" if s.game.droppable >> u & 1 else ""
        default = "Take the historical set-up (default), or place" if self.untouched(s) else "Place"
        return f"{default} {s.game.name_of(u)} anywhere in {country}{box}, within the stacking limits [4.3, 12.1]."

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
        for h in self.hexes(s):
            yield Action("place", (name, game.hex_name(h)))

    def sample(self, s: MusketeerState, pick: Pick) -> Action:
        hexes = self.hexes(s)
        if self.untouched(s) and not pick(2):
            return Action("default")
        if s.game.droppable >> self.unit(s) & 1 and not pick(2):
            return Action("place", (s.game.name_of(self.unit(s)), s.game.hex_name(s.game.box_of[self.contingent])))
        return Action("place", (s.game.name_of(self.unit(s)), s.game.hex_name(hexes[pick(len(hexes))])))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "default" and not a.args and self.untouched(s):
            return None
        u = self.unit(s)
        if a.verb != "place" or len(a.args) != 2 or a.args[0] != game.name_of(u):
            return self.not_now(s, a)
        name, where = a.args
        if where == game.hex_name(game.box_of[self.contingent]):
            if game.droppable >> u & 1:
                return None
            return Refusal(
                ("4.3",), f"{name} starts on the map; only the Eitan battalion may start in the Israeli box."
            )
        h = game.map.grid.find(where)
        if not h or not self.home(s) >> h & 1:
            return Refusal(("4.3",), f"{where} is not a land hex of the home country of {name}.")
        return stacking.refusal(s, u, h)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[self.actor(s)],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game, side = s.game, self.actor(s)
        if a.verb == "default":
            deploy_suggested(game, s, self.contingent)
            s.tell("4.3", "Israel takes the historical set-up", to=(side,))
        else:
            u = game.unit(a.args[0])
            s.loc[u] = game.place(a.args[1])
            s.tell("4.3", "{} starts in {}", game.name_of(u), a.args[1], at=(s.loc[u],), to=(side,))
        if waiting(game, s, self.contingent):
            s.then(self)
