"""A table: one game being played, and who at it may do and see what.

Nothing in this folder is asynchronous. A change is made in the session, written to the database, and only then told (hall/).
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.core import CHANCE, Action, Chance, Game, State
from sandtable.core.facts import OptionFacts
from sandtable.session import OtherEdition, Session
from sandtable.session.calling_off import CallingOff

from .. import models
from ..seats import SPECTATOR, Seat
from ..store import Change, Saved
from .log import line
from .readers import Reader
from .trouble import Json, Trouble

GO_ON = "Everything played so far stands and can be downloaded; the game goes on when the players have agreed to it."


def in_the_open(s: State, side: str) -> bool:
    """Is the decision one of those that need no secrets, and does this side see every unit that is to choose from?"""
    choice = s.choice
    if choice is None or side in choice.secret_from(s) or not choice.in_the_open(s, side):
        return False
    return all(sees(s, side, s.options()))


def sees(s: State, side: str, actions: Iterable[Action]) -> Iterator[bool]:
    """Of each action: does this side see every unit that it names?"""
    known = {u["name"] for u in s.game.units_seen(s, side) if not u.get("hidden")}
    return (all(s.game.roster.names[u] in known for u in s.game.parts(a).units) for a in actions)


class Table:
    """A live table: the session and what belongs to it."""

    def __init__(self, saved: Saved, session: Session, lines: list[Json] | None = None) -> None:
        self.saved, self.session = saved, session
        saved.record = session.record
        saved.terms = saved.terms or models.Terms().model_dump()
        self.game: Game[Any] = session.game
        self.requests = set(saved.requests)
        self.proposal: Json | None = None
        self.stopped: OtherEdition | None = None
        """Why nothing may be decided until the players have agreed to go on under the present edition of the rules."""
        self.broken = False
        """The memory may differ from the database: load the table anew."""
        self.kept = -1
        """After how many entries the position was kept that outlives a change of the rules (keeping.py)."""
        self.pending: Change | None = None
        """A change that is made here and not written down yet."""
        self.now: tuple[int, State] = (saved.version, session.state)
        """The version and position that is in the database; what of it is told to whom: `reader`."""
        self.lines = lines if lines is not None else [line(session, i) for i in range(1, len(session.states))]
        """What the log shows of every entry (log.py)."""
        self.everybody = Reader(saved.version, range(len(session.states)))
        versions = saved.summary.get("versions", {})
        self.readers = {
            side: Reader(versions.get(side, saved.version), self._lines_of(side))
            for side in (*self.game.sides, SPECTATOR)
            if self.game.hidden
        }
        self.units: dict[str, list[Json]] = {}
        """By side: the units of the view that was told last."""
        self._cache: dict[object, Any] = {}
        self._stand_ins: dict[str, tuple[State, State]] = {}
        """By side: the position last asked for, and what serves the side in its place."""
        self.calling_off = CallingOff()
        self.options: tuple[int, list[OptionFacts]] = (0, [])
        self.options_lock = threading.Lock()

    @property
    def id(self) -> str:
        return self.saved.id

    @property
    def version(self) -> int:
        return self.now[0]

    @property
    def s(self) -> State:
        return self.now[1]

    @property
    def open(self) -> bool:
        """Nothing to hide: no secrets, or no longer."""
        return not self.game.hidden or self.saved.kind == "replay" or self.session.over

    def _lines_of(self, side: str) -> list[int]:
        """What a side may count of the record; spectators so many turns later as was agreed."""
        lines = self.session.told(side)
        behind = self.saved.terms.get("behind", 0)
        if side == SPECTATOR and behind and not self.session.over:
            last = self.session.state.turn - behind
            while len(lines) > 1 and self.lines[lines[-1] - 1]["turn"] > last:
                lines.pop()
        return lines

    def reader(self, side: str) -> Reader:
        """What this side has been told; where there is nothing to hide, the same for all."""
        return self.everybody if self.open else self.readers[side]

    def told(self, side: str) -> State:
        """The position as far as this side has been told of it."""
        return self.known(self.session.states[self.reader(side).lines[-1]], side)

    def known(self, s: State, side: str) -> State:
        """The position that serves a seat of this side: what the side does not know has been replaced in it."""
        if self.open:
            return s
        held = self._stand_ins.get(side)
        if held is None or held[0] is not s:
            held = self._stand_ins[side] = s, self.game.as_known(s, side)
        return held[1]

    def deciding(self) -> State:
        """The present position as known to whoever decides (or rolls) in it."""
        choice = self.s.choice
        side = choice.roller(self.s) if isinstance(choice, Chance) else self.s.actor
        return self.known(self.s, str(side or SPECTATOR))

    def sides_of(self, seat: Seat) -> list[str]:
        """The sides a seat acts for."""
        taken = self.saved.conduct.get("taken", ())  # a link that invites is no seat before somebody sits down
        own = [x for x in (seat.side, *seat.also) if x in taken and self.saved.players[x]["kind"] == "elsewhere"]
        if seat.role == "owner":
            here = [side for side, p in self.saved.players.items() if p["kind"] == "here"]
            return [*here, *own]
        return own if seat.role == "seat" else []

    def shown(self, seat: Seat, wanted: str | None, at: State | None = None) -> str:
        """The side whose view a seat gets; Trouble when it may not see that."""
        mine = self.sides_of(seat)
        if wanted is None:
            actor = (at or self.s).actor
            return actor if actor in mine else mine[0] if mine else SPECTATOR
        if wanted not in (*self.game.sides, SPECTATOR):
            raise Trouble("bad_message", f"{self.game.id} has no side {wanted!r}.")
        if wanted in mine or wanted == SPECTATOR or self.open:
            return wanted
        raise Trouble("secret", f"This seat may not look over the shoulder of {wanted}.")

    def behind(self, seat: Seat, wanted: str | None) -> bool:
        """Must the players change places first, because a side at this screen decides that is not the one shown?"""
        actor, shown = self.s.actor, self.shown(seat, wanted)
        return not self.open and actor in self.sides_of(seat) and shown != actor and not self.in_the_open(shown)

    def in_the_open(self, side: str) -> bool:
        """Does this side see all that the other one is to choose from?"""
        return bool(self.cached(("in the open", side), lambda: in_the_open(self.s, side)))

    def bot_level(self, side: str | None) -> str:
        player = self.saved.players.get(side or "", {})
        stand_in: str = self.saved.conduct.get("stand_in", {}).get(side or "", "")
        return player.get("level", "") if player.get("kind") == "bot" else stand_in

    def may_act(self, seat: Seat, s: State | None = None) -> bool:
        """Is the next decision this seat's? Dice that people roll are anybody's at the table."""
        actor = (s or self.s).actor
        if self.saved.kind == "replay" or actor is None or self.session.over or self.stopped:
            return False
        if actor == CHANCE and seat.role != "spectator":
            choice = (s or self.s).choice
            roller = choice.roller(s or self.s) if isinstance(choice, Chance) else ""
            return not roller or roller in self.sides_of(seat)
        return actor in self.sides_of(seat)

    def must_act(self, seat: Seat) -> tuple[int, State]:
        """The version and the position, as known to it, in which this seat decides; Trouble when it does not."""
        version, s = self.now
        if self.saved.kind == "replay":
            raise Trouble("over", "This is a replay: fork it to play on from here.")
        if s.actor is None or self.session.over:
            raise Trouble("over", "The game is over.")
        self.must_not_be_stopped()
        if seat.role == "spectator":
            raise Trouble("not_yours", "Spectators watch; they do not act.")
        if seat.role == "seat" and not self.sides_of(seat):
            raise Trouble("not_yours", f"This link invites to play {seat.side}: take the seat first.")
        if not self.may_act(seat, s):
            raise Trouble("not_yours", f"It is for {s.actor} to decide.")
        return version, self.deciding()

    def must_not_be_stopped(self) -> None:
        if self.stopped:
            raise Trouble("edition", f"{self.stopped}. {GO_ON}")

    def at(self, line: int | None, side: str) -> State:
        """The position after a line of that side's record; None: as far as it has been told."""
        reader = self.reader(side)
        if line is not None and line > reader.count:
            raise Trouble("bad_message", f"The record has {reader.count} entries, not {line}.")
        return self.known(self.session.states[reader.lines[-1 if line is None else line]], side)

    def cached(self, key: object, make: Any) -> Any:
        """Worked out once per position."""
        if self._cache.get("version") != self.version:
            self._cache = {"version": self.version}
        cache = self._cache
        if key not in cache:
            cache[key] = make()
        return cache[key]

    def follow(self, saved: Saved, kept: int) -> None:
        """Take in a change that another server wrote: `kept` entries stand, those of `saved` come after."""
        self.session.follow(saved.record, kept)
        self.lines[kept:] = [json.loads(f) for f in saved.facts]
        saved.record = self.session.record
        self.requests |= saved.requests
        self.saved = saved
        self.tell(kept, False, saved.summary.get("versions", {}))
        self.settle()

    def tell(self, kept: int, always: bool, versions: dict[str, int] | None = None) -> set[str]:
        """Let every reader know as much as it may; returns those for whom there is something new. `versions`: those that
        the server which made the change gave them."""
        version = self.saved.version
        self.everybody.tell(range(len(self.session.states)), kept, True)
        if not self.game.hidden:
            return set(self.game.sides)
        told = versions or {}
        news = {
            side
            for side, r in self.readers.items()
            if r.tell(self._lines_of(side), kept, always or told.get(side, 0) > r.version)
        }
        if self.open:  # all is revealed
            for r in (self.everybody, *self.readers.values()):
                r.start_again(version)
            return set(self.readers)
        return news

    def settle(self) -> None:
        """What was pending is in the database: from now on it is the position."""
        saved, done, self.pending = self.saved, self.pending, None
        saved.entries = len(saved.record.entries)
        saved.take_backs, saved.notes = list(saved.record.take_backs), list(saved.record.notes)
        self.now = (saved.version, self.session.state)
        if done and done.request:
            self.requests.add(done.request)

    def must_be_open(self, text: str) -> None:
        if not self.open:
            raise Trouble("secret", text)
