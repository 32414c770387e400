"""A table: one game being played, what each seat may see of it, and what may be asked.

Nothing here is asynchronous. A change is made in the session, written to the database, and only then told (hall.py).
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal

import sandtable
from sandtable.core import CHANCE, Action, Chance, Event, Game, IllegalAction, State
from sandtable.session import Dice, Entry, Record, RecordError, SeededDice, Session, TypedDice, fork

from . import catalogue, models, overlays, wording
from .components import Components
from .readers import Reader
from .seats import SPECTATOR, Seat
from .store import Saved, Store, now

Json = dict[str, Any]
FEW: Final = 100
"""So many options are sent with the state itself."""
DELAY: Final = 0.6


class Trouble(Exception):
    """An answer in the negative: the `error` of docs/protocol.md."""

    def __init__(self, code: str, text: str, rules: tuple[str, ...] = (), action: str = "", done: int = 0) -> None:
        self.code, self.text, self.rules, self.action, self.done = code, text, rules, action, done
        super().__init__(f"{code}: {text}")


class Table:
    """A live table: the session and what belongs to it."""

    def __init__(self, store: Store, saved: Saved, session: Session) -> None:
        self.store, self.saved, self.session = store, saved, session
        saved.record = session.record
        self.game: Game = session.game
        self.requests = set(saved.requests)
        self.proposal: Json | None = None
        self.broken = False
        """The memory may differ from the database: load the table anew."""
        self.now: tuple[int, State] = (saved.version, session.state)
        """The version and position that is in the database; what of it is told to whom: `reader`."""
        self._everybody = Reader(saved.version, range(len(session.states)))
        versions = saved.summary.get("versions", {})
        self._readers = {
            side: Reader(versions.get(side, saved.version), session.told(side))
            for side in (*self.game.sides, SPECTATOR)
            if self.game.hidden
        }
        self._cache: dict[object, Any] = {}
        self._options: tuple[int, list[Json]] = (0, [])
        self._options_lock = threading.Lock()

    @classmethod
    def load(cls, store: Store, id: str, components: Components | None = None) -> Table | None:
        """Rebuild a table by replaying its record, verified line by line."""
        saved = store.load(id)
        if saved is None:
            return None
        saved.record.seed = saved.seed
        overlay = components.of(saved.record.game, saved.record.overlay) if components else None
        return cls(store, saved, Session.from_record(saved.record, overlay=overlay))

    # who and what -----------------------------------------------------------------------------------------
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
        return not self.game.hidden or self.saved.kind == "replay" or self.session.outcome is not None

    def reader(self, side: str) -> Reader:
        """What this side has been told; where there is nothing to hide, the same for all."""
        return self._everybody if self.open else self._readers[side]

    def told(self, side: str) -> State:
        """The position as far as this side has been told of it."""
        return self.session.states[self.reader(side).lines[-1]]

    def sides_of(self, seat: Seat) -> list[str]:
        """The sides a seat acts for."""
        if seat.role == "owner":
            return [side for side, p in self.saved.players.items() if p["kind"] == "here"]
        return [seat.side] if seat.role == "seat" else []

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
        actor = self.s.actor
        return not self.open and actor in self.sides_of(seat) and self.shown(seat, wanted) != actor

    def nothing_hidden(self) -> bool:
        """Do all sides see the same now, with no secret decision made or asked for? Then players need not change places."""
        if self.open:
            return True
        choice = self.s.choice
        if any(e.secret_from for e in self.session.record.entries) or (choice and choice.secret_from(self.s)):
            return False
        first, *others = ([v[k] for k in ("units", "markers", "tracks")] for v in map(self.s.view, self.game.sides))
        return all(seen == first for seen in others)

    def bot_level(self, side: str | None) -> str:
        player = self.saved.players.get(side or "", {})
        return player.get("level", "") if player.get("kind") == "bot" else ""

    # what a seat sees ---------------------------------------------------------------------------------------
    def view(self, s: State, side: str) -> Json:
        """The view of a side. Nobody in particular sees what is public."""
        if side != SPECTATOR:
            return s.view(side)
        viewer = self.game.sides[0] if not self.game.hidden else SPECTATOR
        return {**s.view(viewer), "side": SPECTATOR, "prompt": self.prompt(s, side)}

    def prompt(self, s: State, side: str) -> str:
        choice = s.choice
        if side == SPECTATOR and choice and choice.secret_from(s):
            return f"Waiting for {choice.actor(s)}."
        return self.game.prompt_for(s, side)

    def forecast(self, s: State, side: str) -> Json | None:
        return s.forecast() if self.open or (s.actor == side) else None

    def entry(self, n: int, side: str) -> Json:
        """Line n (from 1) with its events, as that side may know it."""
        first, last = self.reader(side).lines[n - 1 : n + 1]
        e: Entry = self.session.record.entries[last - 1]
        after = self.session.states[last]
        known = self.open or self.session.record.may_read(side, e)
        return {
            "n": n,
            "actor": e.actor,
            "action": e.action if known else None,
            "secret": not known,
            "label": wording.option(self.session.states[last - 1], Action.read(e.action))["label"]
            if known
            else "A secret decision",
            "draw": e.draw,
            "cut": e.cut,
            "turn": after.turn,
            "phase": self.game.phase(after),
            "events": [
                {"text": event.text, "rules": event.rules, "at": event.at}
                for i in range(first + 1, last + 1)
                for event in self.session.events[i]
                if self.may_hear(side, event, i)
            ],
        }

    def may_hear(self, side: str, event: Event, i: int) -> bool:
        """Is this sentence about entry i for that side? Spectators hear what a secret decision shows to the other side."""
        if self.open or not event.to or side in event.to:
            return True
        return side == SPECTATOR and set(event.to) == set(self.session.record.entries[i - 1].secret_from)

    def state_text(self, seat: Seat, wanted: str | None, keep: int, bot: Json, present: Json) -> str:
        """The `state` message for a seat, as JSON."""
        side = self.shown(seat, wanted)
        reader, s = self.reader(side), self.told(side)
        mine = self.sides_of(seat)
        shown = [x for x in mine if x == side]
        behind = self.behind(seat, wanted)
        yours = self.may_act(seat) and not behind
        d = {
            "type": "state",
            "table": self.id,
            "version": reader.version,
            "kind": self.saved.kind,
            "name": self.saved.name,
            "sheet": catalogue.sheet_url(self.game),
            "role": seat.role,
            "sides": mine,
            "side": side,
            "actor": s.actor,
            "yours": yours,
            "curtain": s.actor if behind else None,
            "nothing_hidden": not behind or self._cached("nothing hidden", self.nothing_hidden),
            "prompt": self.prompt(s, side),
            "rules": s.choice.rules(s) if s.choice and (self.open or yours) else (),
            "options": self.option_summary() if yours else None,
            "forecast": self._cached(("forecast", side), lambda: self.forecast(s, side)),
            "keep": keep,
            "entries": [self.entry(n, side) for n in range(keep + 1, reader.count + 1)],
            "undo": self.undo_info(mine if self.open else shown),
            "redo": self.redo_info(mine if self.open else shown),
            "take_back": self.proposal
            and {
                "by": self.proposal["by"],
                "to": reader.line_of(self.proposal["to"]),
                "waiting_for": self.proposal["waiting_for"],
                "yours_to_answer": any(x in mine for x in self.proposal["waiting_for"]),
            },
            "bot": bot,
            "players": self.saved.players,
            "present": present,
        }
        text: str = self._cached(("view", side), lambda: json.dumps(self.view(s, side), ensure_ascii=False))
        return json.dumps(d, ensure_ascii=False)[:-1] + f', "view": {text}}}'

    def _cached(self, key: object, make: Any) -> Any:
        """Worked out once per position."""
        if self._cache.get("version") != self.version:
            self._cache = {"version": self.version}
        cache = self._cache
        if key not in cache:
            cache[key] = make()
        return cache[key]

    def summary(self) -> Json:
        """What the lobby shows: no secrets."""
        reader, s = self.reader(SPECTATOR), self.told(SPECTATOR)
        found: Json = {
            "turn_name": self.game.turn_name(s.turn),
            "actor": s.actor,
            "prompt": self.prompt(s, SPECTATOR if self.game.hidden else self.game.sides[0]),
            "result": self.session.record.result,
        }
        if self.game.hidden:
            before = self.saved.summary
            same = not self.open and before.get("versions", {}).get(SPECTATOR) == reader.version
            found["versions"] = {side: r.version for side, r in self._readers.items()}
            found["entries"] = reader.count
            found["updated"] = before["updated"] if same else now()
        return found

    # options ------------------------------------------------------------------------------------------------
    def may_act(self, seat: Seat, s: State | None = None) -> bool:
        """Is the next decision this seat's? Dice that people roll are anybody's at the table."""
        actor = (s or self.s).actor
        if self.saved.kind == "replay" or actor is None:
            return False
        if actor == CHANCE and seat.role != "spectator":
            choice = (s or self.s).choice
            roller = choice.roller(s or self.s) if isinstance(choice, Chance) else ""
            return not roller or roller in self.sides_of(seat)
        return actor in self.sides_of(seat)

    def must_act(self, seat: Seat) -> tuple[int, State]:
        """The version and position in which this seat decides; Trouble when it does not."""
        version, s = self.now
        if self.saved.kind == "replay":
            raise Trouble("over", "This is a replay: fork it to play on from here.")
        if s.actor is None:
            raise Trouble("over", "The game is over.")
        if seat.role == "spectator":
            raise Trouble("not_yours", "Spectators watch; they do not act.")
        if not self.may_act(seat, s):
            raise Trouble("not_yours", f"It is for {s.actor} to decide.")
        return version, s

    def option_summary(self) -> Json:
        """All options where they are few; otherwise a promise that `choices` follows."""

        def make() -> Json:
            few = list(islice(self.s.options(), FEW + 1))
            if len(few) > FEW:
                return {"count": 0, "complete": False, "list": [], "units": [], "verbs": {}, "hand": []}
            listed = [wording.option(self.s, a) for a in few]
            totals = self._totals(self.s, listed)
            return {"complete": True, "list": listed, **{k: totals[k] for k in ("count", "units", "verbs", "hand")}}

        found: Json = self._cached("summary", make)
        return found

    def choices(self, version: int, s: State) -> Json:
        """The `choices` message for a position whose options were too many for its state."""
        listed = self.options(version, s)
        return {
            "type": "choices",
            "version": version,
            **self._totals(s, listed),
            "list": [o for o in listed if not o["units"] and not o["path"]],
        }

    def _totals(self, s: State, listed: list[Json]) -> Json:
        verbs: dict[str, int] = {}
        units: dict[str, None] = {}
        hexes: dict[str, None] = {}
        index, roster, actor = self.game.roster.index, self.game.roster, s.actor
        for o in listed:
            verbs[o["verb"]] = verbs.get(o["verb"], 0) + 1
            units.update((name, None) for name in o["units"] if roster[index[name]].side == actor)
            if not o["units"] and o["to"]:
                hexes[o["to"]] = None
        hand = [index[name] for name in units if not s.loc[index[name]]]
        return {
            "count": len(listed),
            "units": list(units),
            "hexes": list(hexes),
            "verbs": verbs,
            "hand": [v for u in hand if (v := self.game.visible(s, u, actor or ""))],
        }

    def options(self, version: int, s: State) -> list[Json]:
        """Everything that can be done in this position; listed once."""
        with self._options_lock:
            if self._options[0] != version:
                self._options = (version, [wording.option(s, a) for a in s.options()])
            return self._options[1]

    # questions ----------------------------------------------------------------------------------------------
    def ask_options(self, seat: Seat, m: models.Options) -> Json:
        version, s = self.must_act(seat)
        prefix = " ".join(m.prefix.lower().split())
        found = [
            o
            for o in self.options(version, s)
            if (not m.verb or o["verb"] == m.verb)
            and wording.mentions(o, m.mention)
            and o["action"].lower().startswith(prefix)
        ]
        shown = found[: m.limit]
        return {"count": len(found), "options": [wording.detailed(s, o) for o in shown] if m.details else shown}

    def ask_check(self, seat: Seat, m: models.Check) -> Json:
        _, s = self.must_act(seat)
        a = self.game.parse(s, m.action)
        refusal = s.check(a)
        return {
            "legal": refusal is None,
            "action": str(a),
            "refusal": refusal and {"rules": refusal.rules, "text": refusal.text},
            "option": None if refusal else wording.detailed(s, wording.option(s, a)),
        }

    def ask_overlay(self, seat: Seat, side: str, m: models.Overlay) -> Json:
        if m.overlay not in {id for id, _ in overlays.listed(self.game)}:
            raise Trouble("bad_message", f"{self.game.id} has no map layer {m.overlay!r}.")
        s = self._at(m.entry, side)
        if side == SPECTATOR:
            if self.game.hidden and m.overlay not in ("stacking", "reconstructed"):
                raise Trouble("secret", "This map layer shows what one side knows; spectators do not see it.")
            side = SPECTATOR if self.game.hidden else self.game.sides[0]
        return {"hexes": overlays.overlay(s, side, m.overlay)}

    def ask_replay(self, seat: Seat, side: str, m: models.Replay) -> Json:
        side = side if m.side is None else self.shown(seat, m.side)
        s = self._at(m.entry, side)
        return {
            "entry": m.entry,
            "of": self.reader(side).count,
            "view": self.view(s, side),
            "prompt": self.prompt(s, side),
            "forecast": self.forecast(s, side),
        }

    def ask_position(self, m: models.Position) -> Json:
        self._must_be_open("The position would show what is still secret.")
        return {"text": self._at(m.entry, SPECTATOR).position()}

    def _at(self, line: int | None, side: str) -> State:
        """The position after a line of that side's record; None: as far as it has been told."""
        reader = self.reader(side)
        if line is not None and line > reader.count:
            raise Trouble("bad_message", f"The record has {reader.count} entries, not {line}.")
        return self.session.states[reader.lines[-1 if line is None else line]]

    def _must_be_open(self, text: str) -> None:
        if not self.open:
            raise Trouble("secret", text)

    # changes ------------------------------------------------------------------------------------------------
    def act(self, seat: Seat, side: str, m: models.Act) -> Json:
        """Take the actions one after another until the dice roll, somebody else must decide, or one is illegal."""
        self._must_be_new(m, side)
        self.must_act(seat)
        return self._play(m.actions, side, m.id)

    def act_for_bot(self, version: int, action: str) -> None:
        """A bot's decision, if the position is still the one it was made for."""
        if version == self.version and self.bot_level(self.s.actor):
            self._play([action], SPECTATOR)

    def _play(self, actions: list[str], side: str, request: str = "") -> Json:
        session, before, actor = self.session, len(self.session.record.entries), self.session.actor
        done, stopped, refusal = 0, "", None
        with self._careful():
            for text in actions:
                if done and session.actor != actor:
                    stopped = f"It is for {session.actor} to decide." if session.actor else "The game is over."
                    break
                if done and session.record.entries[-1].actor == CHANCE and actor != CHANCE:
                    stopped = "Dice were rolled: look at the result first."
                    break
                try:
                    session.play(text)
                except IllegalAction as e:
                    refusal = e
                    break
                done += 1
            if done:
                self._commit(before, request)
        if refusal:
            raise Trouble("illegal", refusal.refusal.text, refusal.refusal.rules, refusal.action, done)
        lines = self.reader(side).lines
        made = [n for n in range(1, len(lines)) if lines[n] > before]
        return {"done": done, "entries": made, "left": actions[done:], "stopped": stopped}

    def undo_info(self, mine: list[str]) -> Json:
        """May one of these sides undo?"""
        entries = self.session.record.entries
        if not mine or self.saved.kind == "replay":
            return {"can": False, "why": "Only players undo.", "action": ""}
        side = entries[-1].actor if entries and entries[-1].actor in mine else mine[0]
        refusal = self.session.undo_refusal(side)
        if refusal:
            return {"can": False, "why": refusal.text, "action": ""}
        return {"can": True, "why": "", "action": entries[-1].action}

    def redo_info(self, mine: list[str]) -> Json:
        side = next((x for x in mine if self.session.can_redo(x)), None)
        if side is None or self.saved.kind == "replay":
            return {"can": False, "why": "There is nothing to redo.", "action": ""}
        return {"can": True, "why": "", "action": self.session.undone[-1].action}

    def undo(self, seat: Seat, side: str, m: models.Undo) -> Json:
        self._must_be_new(m, side)
        info = self.undo_info(self.sides_of(seat))
        if not info["can"]:
            raise Trouble("illegal", info["why"])
        with self._careful():
            action = self.session.undo(self.session.record.entries[-1].actor)
            self._commit(len(self.session.record.entries), m.id)
        return {"action": action}

    def redo(self, seat: Seat, side: str, m: models.Redo) -> Json:
        self._must_be_new(m, side)
        info = self.redo_info(self.sides_of(seat))
        if not info["can"]:
            raise Trouble("illegal", info["why"])
        before = len(self.session.record.entries)
        with self._careful():
            action = self.session.redo(next(x for x in self.sides_of(seat) if self.session.can_redo(x)))
            self._commit(before, m.id)
        return {"action": action}

    def propose(self, seat: Seat, side: str, m: models.Propose) -> Json:
        """Ask to take back; where nobody else has a say, it is done at once."""
        self._must_be_new(m, side)
        mine = self.sides_of(seat)
        if self.saved.kind == "replay" or not mine:
            raise Trouble("not_yours", "Only players take back.")
        entries = self.session.record.entries
        reader = self.reader(side)
        if m.to is None:
            to = next((i for i in range(len(entries) - 1, -1, -1) if entries[i].actor in mine), None)
        else:
            to = reader.lines[m.to] if m.to < reader.count else None
        if to is None:
            raise Trouble("illegal", "There is nothing to take back.")
        others = [x for x, p in self.saved.players.items() if p["kind"] != "bot" and x not in mine]
        if others:
            by = side if side in mine else mine[0]
            self.proposal = {"by": by, "to": to, "waiting_for": others, "request": m.id}
            return {"taken_back": False}
        self._take_back(to, m.id)
        return {"taken_back": True}

    def answer(self, seat: Seat, m: models.Answer) -> Json:
        mine = self.sides_of(seat)
        p = self.proposal
        if p is None:
            raise Trouble("stale", "There is no proposal to answer.")
        if not any(x in mine for x in (p["by"], *p["waiting_for"])):
            raise Trouble("not_yours", "The proposal is not yours to answer.")
        if not m.accept:
            self.proposal = None
            return {"taken_back": False}
        p["waiting_for"] = [x for x in p["waiting_for"] if x not in mine]
        if p["waiting_for"]:
            return {"taken_back": False}
        self._take_back(p["to"], p["request"])
        return {"taken_back": True}

    def _take_back(self, to: int, request: str) -> None:
        with self._careful():
            self.session.take_back(len(self.session.record.entries) - to)
            self._commit(to, request)

    def _must_be_new(self, m: models.Act | models.Undo | models.Redo | models.Propose, side: str) -> None:
        if m.id in self.requests:
            raise Trouble("repeated", "This was done already; nothing is done twice.")
        if m.version != self.reader(side).version:
            raise Trouble("stale", "The position has changed since; look at it first.")

    def _careful(self) -> _Careful:
        return _Careful(self)

    def _commit(self, kept: int, request: str = "", always: bool = False) -> None:
        """Write the change down. `kept` entries of the version before still stand; `always`: it concerns everybody."""
        saved = self.saved
        saved.version += 1
        news = self._tell(kept, always)
        if self.proposal and self.proposal["by"] in news:
            self.proposal = None
        saved.summary = self.summary()
        self.store.save(saved, kept, request)
        self.now = (saved.version, self.session.state)
        if request:
            self.requests.add(request)

    def _tell(self, kept: int, always: bool) -> set[str]:
        """Let every reader know as much as it may; returns those for whom there is something new."""
        version = self.saved.version
        self._everybody.tell(range(len(self.session.states)), kept, True)
        if not self.game.hidden:
            return set(self.game.sides)
        news = {side for side, r in self._readers.items() if r.tell(self.session.told(side), kept, always)}
        if self.open:  # all is revealed
            for r in (self._everybody, *self._readers.values()):
                r.start_again(version)
            return set(self._readers)
        return news

    def change(self, name: str | None, players: dict[str, models.Player]) -> None:
        """A new name, other opponents."""
        for side, player in players.items():
            if side not in self.game.sides:
                raise Trouble("bad_message", f"{self.game.id} has no side {side!r}.")
            if not self.open and player.kind != "bot" and player.kind != self.saved.players[side]["kind"]:
                raise Trouble("secret", f"{self.game.title.name} has secrets: {side} can only be given to a bot.")
        settled = settle_players(self.game, {**_players(self.saved.players), **players})
        with self._careful():
            if name is not None:
                self.saved.name = self.session.record.title = one_line(name)
            self.saved.players = settled
            self.session.record.players = names_of(settled)
            self._commit(len(self.session.record.entries), always=True)

    def set_bot(self, paused: bool, delay: float) -> None:
        self.saved.bot = {"paused": paused, "delay": delay}
        self.store.save(self.saved, len(self.session.record.entries))

    def record_text(self, side: str) -> str:
        """The record as that side may see it; all of it when there is nothing to hide."""
        if self.saved.kind == "replay" or self.session.outcome:
            return self.session.record_text()
        return self.session.record_text(side)

    def fork(self, entry: int) -> Session:
        self._must_be_open("A running game with secrets cannot be forked.")
        self._at(entry, SPECTATOR)
        return fork(self.session, entry)


class _Careful:
    """While a change is made: should anything unexpected happen, the table must be loaded anew."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> Literal[False]:
        if error is not None:
            self.table.broken = True
        return False


# New tables -----------------------------------------------------------------------------------------------------
def settle_players(game: Game, players: dict[str, models.Player]) -> dict[str, dict[str, str]]:
    """Who plays every side of a new game; sides not mentioned are played here."""
    settled = {}
    unknown = [side for side in players if side not in game.sides]
    if unknown:
        raise Trouble("bad_message", f"{game.id} has no side {unknown[0]!r}; its sides are {', '.join(game.sides)}.")
    for side in game.sides:
        p = players.get(side) or models.Player(kind="here")
        name = one_line(p.name)
        if p.kind == "bot":
            levels = catalogue.bot_levels(game)
            level = p.level or levels[-1]
            if level not in levels:
                raise Trouble("no_bot", f"{game.id} has no bot {level!r}; it has {', '.join(levels)}.")
            settled[side] = {"kind": "bot", "name": name or level, "level": level}
        else:
            settled[side] = {"kind": p.kind, "name": name, "level": ""}
    return settled


def _players(settled: dict[str, dict[str, str]]) -> dict[str, models.Player]:
    return {side: models.Player.model_validate(p) for side, p in settled.items()}


def names_of(players: dict[str, dict[str, str]]) -> dict[str, str]:
    """The names that go into the record's header."""
    return {side: p["name"] or p["level"] or side for side, p in players.items()}


def new_game(id: str, m: models.NewTable, components: Components) -> tuple[Saved, Session]:
    find_game(m.game)  # an unknown game is the first thing to say
    try:
        game = components.named(m.game, m.components).configured(m.options)
    except ValueError as e:
        raise Trouble("bad_message", f"{e}.") from None
    players = settle_players(game, m.players)
    dice: Dice = TypedDice() if m.dice == "typed" else SeededDice()
    name = one_line(m.name)
    session = Session(game, None, dice=dice, players=names_of(players), title=name, started=now()[:10])
    return _save(id, "game", name, players, session), session


def imported(id: str, m: models.ImportRecord, components: Components) -> tuple[Saved, Session]:
    """A record as a replay, or as a game that goes on with fresh dice."""
    try:
        record = Record.read(m.record)
        session = Session.from_record(record, overlay=components.of(record.game, record.overlay))
    except RecordError as e:
        raise Trouble("bad_message", f"This record cannot be used: {e}.") from None
    except (ValueError, TypeError, LookupError, RecursionError):
        raise Trouble("bad_message", "This record cannot be used: its header or an action makes no sense.") from None
    if m.as_ == "game" and session.outcome is None:
        session = fork(session, len(session.record.entries))
    kind = "replay" if m.as_ == "replay" or session.outcome else "game"
    return adopted(id, kind, m.name or session.record.title, m.players, session)


def adopted(
    id: str, kind: str, name: str, players: dict[str, models.Player], session: Session
) -> tuple[Saved, Session]:
    """A session that exists already, as a table."""
    old = session.record.players
    given = {
        side: players.get(side) or models.Player(kind="here", name=old.get(side, "") if old.get(side) != side else "")
        for side in (*session.game.sides, *players)
    }
    settled = settle_players(session.game, given)
    name = one_line(name)[:80]
    session.record.title = name
    session.record.players = names_of(settled)
    return _save(id, kind, name, settled, session), session


def _save(id: str, kind: str, name: str, players: dict[str, dict[str, str]], session: Session) -> Saved:
    seed = session.dice.seed if isinstance(session.dice, SeededDice) else ""
    saved = Saved(id, kind, name, players, session.record, seed or session.record.seed)
    saved.bot = {"paused": False, "delay": DELAY}
    saved.summary = {}
    return saved


def one_line(text: str) -> str:
    """A name that people typed, without line breaks and invisible characters."""
    return "".join(x for x in " ".join(text.split()) if x.isprintable())


def find_game(id: str, overlay: Path | None = None) -> Game:
    try:
        return sandtable.load(id, overlay)
    except sandtable.UnknownGame as e:
        text = str(e)
        raise Trouble("unknown_game", f"{text[:1].upper()}{text[1:]}.") from None


def sides_elsewhere(players: dict[str, dict[str, str]]) -> Iterator[str]:
    return (side for side, p in players.items() if p["kind"] == "elsewhere")
