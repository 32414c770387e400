"""[23.3, 25.7] Reconnaissance by special forces and guerrillas, at any time of their contingent's activation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import END, Action, Choice, Frame, Pick, Refusal, UnitId, bits, refuse, say

from .state import MusketeerState
from .wording import Decision


def scouts(s: MusketeerState) -> list[int]:
    """Special forces and guerrillas in the Available Box of the activated contingent."""
    game = s.game
    return s.specials_in(game.available_of[s.contingent], s.contingent, game.special_forces | game.guerrillas)


def targets(s: MusketeerState) -> int:
    """[25.7] Hexes with enemy units; looking is worthwhile where some are not known yet."""
    game = s.game
    return s.occupied(game.ground_of[game.enemy[s.side]] & ~s.known)


def useful(s: MusketeerState) -> list[int]:
    """Who could see something new."""
    there = scouts(s)
    return there if there and targets(s) else []


def options(s: MusketeerState) -> Iterator[Action]:
    for u in useful(s):
        yield Action("recon", (s.game.name_of(u),))


def check(choice: Choice[MusketeerState], s: MusketeerState, a: Action) -> Refusal | None:
    if a in options(s):
        return None
    if len(a.args) == 1 and s.game.parts(a).unit in scouts(s):
        return refuse("25.7", "Every enemy unit on the map is known already.")
    return refuse("25.7", "Only special forces and guerrillas in the activated contingent's Available Box scout.")


def begin(s: MusketeerState, a: Action, after: Frame) -> None:
    s.then(Scout(s.game.parts(a).unit), after)


@dataclass(frozen=True, slots=True)
class Scout(Decision):
    """[25.1, 25.7] The marker is placed on an enemy hex, sees everything there, and goes back to its box."""

    unit: UnitId
    rule = "25.7"
    verbs = ("place",)

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        return say(
            "{unit} scouts: choose a hex with enemy units that you have not seen [25.7].",
            unit=s.game.name_of(self.unit),
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        for h in bits(targets(s)):
            yield Action("place", (s.game.name_of(self.unit), s.game.hex_name(h)))

    def words(self, s: MusketeerState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        match prefix:
            case ():
                return ("place",)
            case ("place",):
                return (s.game.name_of(self.unit),)
            case ("place", _):
                return tuple(s.game.hex_name(h) for h in bits(targets(s)))
        return (END,)

    def spelled(self, s: MusketeerState, words: tuple[str, ...]) -> Action:
        return Action(words[0], words[1:])

    def sample(self, s: MusketeerState, pick: Pick) -> Action:
        hexes = list(bits(targets(s)))
        return Action("place", (s.game.name_of(self.unit), s.game.hex_name(hexes[pick(len(hexes))])))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb == "place" and len(a.args) == 2 and a.args[0] == s.game.name_of(self.unit):
            return refuse("25.7", "{where} holds no unexamined enemy unit.", where=a.args[1])
        return self.not_now(s, a)

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Scout {where}", where=s.game.where(s.game.parts(a).to))

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """The enemy hears where it looked, not what was considered before."""
        return (s.game.enemy[s.side],)

    def cuts_undo(self, s: MusketeerState) -> bool:
        return True

    def apply(self, s: MusketeerState, a: Action) -> None:
        game, h = s.game, s.game.parts(a).to
        s.tell("25.7", "{unit} scouts {where}.", unit=game.name_of(self.unit), where=game.where(h), at=(h,))
        s.reveal(sum(1 << u for u in s.enemies_at(h, s.side)), "23.3")
        s.loc[self.unit] = game.box_of[s.contingent]
