"""A game being played: state, record, dice, undo, saves.

The session answers chance, writes the record, keeps a snapshot after every decision (so undo and replay are instant),
and lets nobody undo across a cut: a die, a draw, a reveal, or the other side's turn to act.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import sandtable
from sandtable.core import CHANCE, Action, Event, Game, IllegalAction, Outcome, Refusal, State
from sandtable.core.state import checksum_of

from .dice import Dice, DiceError, ScriptedDice, SeededDice, SharedDice, TypedDice, among, is_committed, seed_of
from .entries import Continuation, Entry, Note, OtherEdition, RecordError, TakeBack
from .history import History
from .record import Record
from .writing import SECRET, seed_lines


class Session:
    """One game in progress, or being replayed."""

    base: int = 0
    """How many entries an older edition played: they are shown as they are written, from the position they had led to."""

    def __init__(
        self,
        game: Game[Any],
        options: dict[str, Any] | None = None,
        *,
        dice: Dice | None = None,
        players: dict[str, str] | None = None,
        title: str = "",
        started: str = "",
    ) -> None:
        self.dice: Dice = dice or SeededDice()
        start: State = game.start(options)
        self.game: Game[Any] = start.game
        names = {side: (players or {}).get(side, "") or side for side in game.sides}
        self.record = Record(
            self.game.id,
            sandtable.__version__,
            names,
            self.dice.description,
            self.game.options,
            self.game.source.overlay_hash(),
            title,
            started,
            edition=self.game.rules_edition,
        )
        self.states = History(start, self._again)
        """The state before the first decision and after every one: `states[i]` follows entry i."""
        self.events: list[tuple[Event, ...]] = [()]
        """What happened in the step that led to `states[i]`."""
        self.undone: list[Entry] = []
        """What `redo` would do again, the next one last."""
        self._answer_chance()

    # playing ----------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def actor(self) -> str | None:
        return self.state.actor

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def over(self) -> bool:
        """By the rules, or because the players ended it."""
        return self.outcome is not None or bool(self.record.ended)

    def end(self, winner: str, why: str) -> None:
        """The players end it before the rules do: somebody resigned, or they agreed."""
        if self.over:
            raise ValueError("the game is over")
        self.record.ended = why
        self._close(f"{winner or 'draw'}, {why}")

    def note(self, text: str) -> None:
        """Write down a fact about the people or their clocks."""
        self.record.notes.append(Note(len(self.record.entries), text))

    def _close(self, result: str) -> None:
        self.record.result = result
        if isinstance(self.dice, SeededDice):
            self.record.reveal(self.dice.secret)

    def play(self, *actions: str | Action) -> None:
        """Take these actions one after another; chance answers in between. Raises IllegalAction, and then the
        actions before the bad one stand."""
        for action in actions:
            if self.actor == CHANCE:
                self._by_hand()
            self._take(str(action))
            self.undone.clear()
            self._answer_chance()

    def _take(self, text: str, draw: int = 0) -> None:
        before = self.state
        a = self.game.parse(before, text)
        refusal = Refusal((), "The game is over.") if self.record.ended else before.check(a)
        if refusal:
            raise IllegalAction(a, refusal)
        choice = before.choice
        assert choice is not None
        actor, secret, cut = choice.actor(before), choice.secret_from(before), choice.cuts_undo(before)
        after: State = before.copy()
        after.log = []
        after.apply(a)
        events, after.log = tuple(after.log), None
        before.forget()
        self.states.append(after)
        self.events.append(events)
        cut = cut or after.actor != actor or self.game.revealed(before, after, actor)
        silent = (
            bool(secret)
            and self.game.phase(before) == self.game.phase(after)
            and not any(not event.to or set(event.to) & set(secret) for event in events)
        )
        numbers = among(before, a) if actor == CHANCE else ""
        self.record.entries.append(Entry(actor, str(a), after.checksum(), draw, secret, cut, silent, numbers))
        if after.outcome:
            self._close(f"{after.outcome.winner or 'draw'}, {after.outcome.level}")

    def _again(self, before: State, i: int) -> State:
        """The state after entry i once more."""
        if i <= self.base:
            return before
        s: State = before.copy()
        s.apply(self.record.entries[i - 1].action)
        return s

    def _answer_chance(self) -> None:
        while self.state.actor == CHANCE:
            a = self.dice.answer(self.state)
            if a is None:
                return
            if isinstance(self.dice, SharedDice):
                self.record.describe_dice(self.dice.description)
            self._take(str(a), self.dice.used if isinstance(self.dice, SeededDice) else 0)

    def _by_hand(self) -> None:
        """People answer for chance: the record says so, where it named other dice before."""
        if isinstance(self.dice, TypedDice) and self.record.present_dice != self.dice.description:
            self.record.begin_dice(self.dice.description)

    def take_part(self, side: str, *, commitment: str = "", share: str = "") -> None:
        """A player's part in the dice: first a commitment, when all have committed the share. DiceError says what is wrong."""
        if not isinstance(self.dice, SharedDice):
            raise DiceError("the dice of this game are not shared")
        if commitment:
            self.dice.commit(side, commitment)
        if share:
            self.dice.hand_over(side, share)
        self.record.describe_dice(self.dice.description)

    # undo -------------------------------------------------------------------------------------------------
    def undo_refusal(self, side: str) -> Refusal | None:
        """None when the side may undo its last decision, else why not; as far as the side knows the record."""
        if self.over:
            return Refusal((), "The game is over.")
        entries = self.told(side)[-1] if self.game.hidden else len(self.record.entries)
        if not entries:
            return Refusal((), "Nothing has been done yet.")
        last = self.record.entries[entries - 1]
        if last.actor == CHANCE:
            return Refusal((), "The last thing that happened was a roll or draw: undo never crosses the dice.")
        if last.actor != side:
            return Refusal((), f"The last decision was not {side}'s: ask for a take-back instead.")
        if last.cut:
            return Refusal((), "The last decision revealed something or passed the turn: ask for a take-back instead.")
        return None

    def undo(self, side: str) -> str:
        """Take back the side's last decision within its run; returns the action undone."""
        refusal = self.undo_refusal(side)
        if refusal:
            raise IllegalAction("undo", refusal)
        entry = self._pop()
        self.undone.append(entry)
        return entry.action

    def redo(self, side: str) -> str:
        """Do again what was undone last."""
        if not self.undone or self.undone[-1].actor != side:
            raise IllegalAction("redo", Refusal((), "There is nothing to redo."))
        entry = self.undone.pop()
        self._take(entry.action)
        return entry.action

    def can_redo(self, side: str) -> bool:
        return bool(self.undone) and self.undone[-1].actor == side

    def take_back(self, count: int) -> None:
        """Withdraw the last `count` entries, dice included. The caller has made sure that both sides agree.
        Discarded dice are never rolled again, and dice whose seed has been revealed give way to fresh ones."""
        if not 1 <= count <= len(self.record.entries):
            raise ValueError(f"there are {len(self.record.entries)} entries to take back, not {count}")
        if len(self.record.entries) - count < self.base:
            raise ValueError(f"entries 1 to {self.base} were played by another edition of the rules and stand")
        last = len(self.record.entries)
        draws = [e.draw for e in self.record.entries[-count:] if e.draw]
        for _ in range(count):
            self._pop()
        self.undone.clear()
        self.record.result = self.record.ended = ""
        first_draw, last_draw = (min(draws), max(draws)) if draws else (0, 0)
        self.record.take_backs.append(TakeBack(len(self.record.entries), last, first_draw, last_draw))
        if self.record.revealed and isinstance(self.dice, SeededDice):
            self.dice = self.dice.fresh()
            self.record.begin_dice(self.dice.description)
        self._answer_chance()

    def follow(self, record: Record, kept: int) -> None:
        """Take in what was done elsewhere: the header and notes of `record`, whose entries come after `kept` of ours.
        It holds the secret of its dice. RecordError where the game went another way."""
        while len(self.record.entries) > kept:
            self._pop()
        self.undone.clear()
        mine = self.record
        mine.dice, mine.fresh, mine.forked = record.dice, record.fresh, record.forked
        mine.title, mine.players, mine.notes = record.title, record.players, record.notes
        mine.take_backs, mine.ended, mine.result = record.take_backs, "", ""
        for e in record.entries:
            self._take(e.action, e.draw)
            if mine.entries[-1].checksum != e.checksum:
                raise RecordError(f"entry {len(mine.entries)}: after {e.action!r} the state is another one")
        mine.ended = record.ended
        if record.ended:
            mine.result = record.result
        mine.reveal(record.revealed)
        self.dice = _dice_of(mine)
        if not mine.result:
            mine.reveal("")

    @classmethod
    def resumed(
        cls,
        game: Game[Any],
        record: Record,
        events: list[tuple[Event, ...]],
        state: State,
        at: int,
        fetch: Callable[[int], State],
    ) -> Session:
        """The session of a record of our own keeping, from a state that was saved with it after entry `at`: nothing before
        that is played again until somebody looks back. RecordError when the state does not belong to the record."""
        session: Session = cls.__new__(cls)
        session.game, session.record, session.undone = game, record, []
        session.states = History(state, session._again, at=at, fetch=fetch)
        session.events = [(), *events]
        if at and state.checksum() != record.entries[at - 1].checksum:
            raise RecordError("the saved state does not belong to the record")
        for i in range(at + 1, len(record.entries) + 1):
            session.states.append(session._again(session.state, i))
        if record.entries and session.state.checksum() != record.entries[-1].checksum:
            raise RecordError("the saved state does not belong to the record")
        session.dice = _dice_of(record)
        if not record.result:  # the seed of the dice in use is not public
            record.reveal("")
        return session

    def _pop(self) -> Entry:
        self.states.pop()
        self.events.pop()
        entry = self.record.entries.pop()
        left = len(self.record.entries)
        self.record.forked = min(self.record.forked, left)
        self.record.take_backs = [replace(b, after=min(b.after, left)) for b in self.record.take_backs]
        self.record.notes = [replace(n, after=min(n.after, left)) for n in self.record.notes]
        self.record.fresh = [replace(f, after=min(f.after, left)) for f in self.record.fresh]
        return entry

    # what the others know ---------------------------------------------------------------------------------
    def told(self, side: str) -> list[int]:
        """The record as a side (or a spectator: any other name) may count it: `told[n]` entries stand at its line n.

        Secret decisions of one actor that tell nothing make one line, together with the secret one that ends them, and
        while they go on there is no line at all: their number and their times stay secret too.
        """
        if self.over:
            return list(range(len(self.record.entries) + 1))
        choice = self.state.choice
        busy = choice.actor(self.state) if choice and choice.secret_from(self.state) else ""
        return self.record.told(side, busy)

    # saving -----------------------------------------------------------------------------------------------
    def record_text(self, side: str | None = None) -> str:
        """The record, whole, or as a side (or a spectator: any other name) may see it."""
        if side is None:
            return self.record.text()
        return self.record.text(side, self.game.hidden, self.told(side) if self.game.hidden else ())

    def save(self, path: str | Path, *, seed: bool = True) -> None:
        """Write the record so that a kill at any instant leaves the old file or the new one, never half of one.

        A save for resuming keeps the seed of the dice; pass `seed=False` for a file to hand out.
        """
        text = self.record.text()
        if seed and not self.record.result and isinstance(self.dice, SeededDice):
            kept = [*("" for _ in self.record.fresh), self.dice.secret]
            text += "\n".join(seed_lines(kept)) + "\n"
        write_atomically(Path(path), text)

    @classmethod
    def load(cls, path: str | Path, *, overlay: str | Path | None = None) -> Session:
        """Resume a saved game: replays and verifies it."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except FileNotFoundError:
            raise RecordError(f"there is no file {str(path)!r}") from None
        except (UnicodeDecodeError, IsADirectoryError):
            raise RecordError(f"{str(path)!r} is not a text file") from None
        return cls.from_text(text, overlay=overlay)

    @classmethod
    def from_text(cls, text: str, *, overlay: str | Path | None = None) -> Session:
        """Replay a record, verifying every line; RecordError names the first bad one."""
        return cls.from_record(Record.read(text), overlay=overlay)

    @classmethod
    def from_record(cls, record: Record, *, overlay: str | Path | None = None) -> Session:
        """The session that a record tells of, replayed and verified; OtherEdition when that needs other rules."""
        game = cls.game_of(record, overlay)
        try:
            return cls._replayed(record, game)
        except RecordError as e:
            if record.played_by == game.rules_edition:
                raise
            raise OtherEdition(str(e), record.played_by, game.rules_edition) from None

    @classmethod
    def go_on(
        cls, record: Record, state: dict[str, Any], at: int | None = None, *, overlay: str | Path | None = None
    ) -> Session:
        """A running game under the present edition, from the last stored position (`State.to_json`) of the older one that
        played it so far: that after entry `at`, or after the last. The record keeps that part as it was played, with the
        position. The players have agreed."""
        after = len(record.entries) if at is None else at
        edition = cls.game_of(record, overlay).rules_edition
        record = replace(record, continued=[*record.continued, Continuation(after, edition, state)])
        return cls.from_record(record, overlay=overlay)

    def _begin_at(self, c: Continuation, entries: list[Entry]) -> None:
        """Take over what an older edition played, and the position that its last checksum vouches for."""
        last = entries[c.after - 1].checksum if c.after else ""
        if last and checksum_of(c.state) != last:
            raise RecordError(
                f"the position from which rules edition {c.edition} goes on is not the one after entry {c.after}"
            )
        try:
            s: State = self.game.from_json(c.state)
        except (ValueError, LookupError, TypeError, AttributeError) as wrong:
            raise RecordError(f"the position after entry {c.after} cannot be read: {wrong}") from None
        self.base = c.after
        self.states = History(s, self._again)
        for e in entries[: c.after]:
            self.record.entries.append(replace(e, cut=True))
            self.states.append(s)
            self.events.append(())

    @classmethod
    def game_of(cls, record: Record, overlay: str | Path | None) -> Game[Any]:
        """The game of a record with the component files it was played with; RecordError when they are not these."""
        try:
            game = sandtable.load(record.game, overlay)
            game = game.configured(dict(record.options))  # type: ignore[arg-type]
        except ValueError as err:
            raise RecordError(f"the header: {err}") from None
        if record.overlay != game.source.overlay_hash():
            need = f"the component files with hash {record.overlay}" if record.overlay else "our own component files"
            raise RecordError(f"the game was played with {need}; load it with those")
        return game

    @classmethod
    def _replayed(cls, record: Record, game: Game[Any]) -> Session:
        session = cls(game, None, dice=ScriptedDice(()), players=record.players, title=record.title)
        session.record.started, session.record.dice = record.started, record.dice
        session.record.forked, session.record.edition = record.forked, record.edition
        session.record.fresh, session.record.continued = [replace(f) for f in record.fresh], list(record.continued)
        if record.continued:
            session._begin_at(record.continued[-1], record.entries)
        for i, e in enumerate(record.entries[session.base :], session.base + 1):
            if e.action == SECRET:
                raise RecordError(f"entry {i} is secret: this is one side's copy; replay the full record")
            actor = session.actor
            if actor is None:
                raise RecordError(f"entry {i}: {e.action!r} comes after the end of the game")
            if e.actor != actor:
                raise RecordError(f"entry {i}: {e.actor} acts, but it is for {actor} to decide")
            try:
                session._take(e.action, e.draw)
            except IllegalAction as illegal:
                raise RecordError(f"entry {i}: {illegal}") from None
            made = session.record.entries[-1]
            if e.among not in ("", made.among):
                raise RecordError(f"entry {i}: {e.action!r} is {made.among} of its draw, the record says {e.among}")
            got = made.checksum
            if e.checksum and e.checksum != got:
                raise RecordError(
                    f"entry {i}: after {e.action!r} the state has checksum {got}, the record says {e.checksum}"
                )
        session.record.notes, session.record.ended = record.notes, record.ended
        if record.ended:
            session.record.result = record.result
        if record.result and record.result != session.record.result:
            played = session.record.result or "the game is not over"
            raise RecordError(f"the record says “{record.result}”, but after its last entry: {played}")
        session.record.take_backs = record.take_backs
        session.dice = _dice_of(record)
        session.record.seed = record.seed
        if not session.record.result:  # a save to resume keeps the seed of the dice in use, which is not public
            session.record.reveal("")
        session._answer_chance()
        return session


def _dice_of(record: Record) -> Dice:
    """The dice a record goes on with; checks that what it reveals of any stream fits its commitment."""
    try:
        for stream in record.streams():
            if stream.seed and is_committed(stream.dice):
                seed_of(stream.dice, stream.seed)
        if not record.revealed or not is_committed(record.present_dice):
            return TypedDice()
        used = max([e.draw for e in record.entries] + [b.last_draw for b in record.take_backs], default=0)
        if record.present_dice.startswith("shared "):
            return SharedDice.restored(record.present_dice, record.revealed, used, record.rolled)
        return SeededDice(record.revealed, used)
    except DiceError as e:
        raise RecordError(str(e)) from None


def write_atomically(path: Path, text: str) -> None:
    """Replace a file as a whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as f:
            f.write(text)
            f.flush()
            os.fsync(f.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def fork(session: Session, entries: int, dice: Dice | None = None) -> Session:
    """A new game from the position after that many entries, with fresh dice."""
    if not 0 <= entries < len(session.states):
        raise ValueError(f"the game has {len(session.record.entries)} entries, not {entries}")
    if entries < session.base:
        raise ValueError(f"entries 1 to {session.base} were played by another edition of the rules: go on from there")
    new = Session(session.game, None, dice=ScriptedDice(()), players=session.record.players)
    if session.base:
        new.record.edition, new.record.continued = session.record.edition, list(session.record.continued)
        new._begin_at(new.record.continued[-1], [replace(e, draw=0, among="") for e in session.record.entries])
    for e in session.record.entries[session.base : entries]:
        new._take(e.action)
    new.record.forked = entries
    new.dice = dice or SeededDice()
    new.record.dice = new.dice.description
    new._answer_chance()
    return new
