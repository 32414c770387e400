"""A table in the terminal: for two people at one keyboard, or against a bot."""

from __future__ import annotations

import itertools
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.table import Table

import sandtable
from sandtable import bots
from sandtable.core import CHANCE, IllegalAction, State
from sandtable.core.facts import UnitFacts
from sandtable.session import Dice, SeededDice, Session, TypedDice
from sandtable.session.writing import SECRET

from .arguments import parse_options
from .board import HIGH, WIDE, TextBoard

ROWS = 8
"""So many rows of hexes are shown at least; more where the window is high."""
ROOM = 10
"""Lines of the window for everything but the map."""

HELP = """\
Type an action as the options show it (move Amir-1 1608 finds the path), or one of:
  options [WORD]   what can be done now (only actions containing WORD)
  why ACTION       may I do this, and if not, by which rule?
  odds             the exact odds of the attack being prepared
  hint             what the bot would do, and why
  map [HEX]        the board: hexes with their roads and counters (a large one: round that hex, else where most units stand)
  units            every unit with its kind, its factors and where it is
  rule NUMBER      our summary of a paragraph
  undo, redo       within your own run of decisions, never across the dice
  position         this position as text, for a test or a bug report
  save FILE        write the record; quit leaves (the record given with --save is kept up to date)"""


def run(
    game_id: str, players: str, save: Path | None, dice: str, options: list[str] | None, overlay: Path | None
) -> None:
    """Play a game until it ends or the players leave."""
    console = Console()
    if dice not in ("seeded", "typed"):
        raise ValueError(f"dice are seeded or typed, not {dice!r}")
    if save and save.exists():
        session = Session.load(save, overlay=overlay)
        console.print(f"Resuming {save}: {len(session.record.entries)} decisions so far.", markup=False)
    else:
        game = sandtable.load(game_id, overlay)
        names = dict(item.partition("=")[::2] for item in players.split(",") if item)
        for side in names:
            if side not in game.sides:
                raise ValueError(f"{game.id} has no side {side!r}; its sides are {', '.join(game.sides)}")
        stream: Dice = TypedDice() if dice == "typed" else SeededDice()
        started = time.strftime("%Y-%m-%d %H:%M")
        session = Session(game, parse_options(game, options), dice=stream, players=names, started=started)
    if save:
        session.save(save)
    machine = {
        side: bots.make(name, session.game, side, session.record.dice)
        for side, name in session.record.players.items()
        if name in (*bots.LEVELS, bots.BEST)
    }
    console.print(Panel(HELP, title=session.game.title.name))
    Terminal(console, session, machine, save).loop()


class Terminal:
    """One sitting."""

    def __init__(
        self, console: Console, session: Session, machine: dict[str, bots.Bot[Any]], save: Path | None
    ) -> None:
        self.console, self.session, self.machine, self.save = console, session, machine, save
        self.drawing = TextBoard(session.game)
        self.shown = 0
        self.resignation_offered = False

    @property
    def state(self) -> State:
        return self.session.state

    def loop(self) -> None:
        self.board()
        while self.session.actor is not None:
            self.news()
            actor = self.session.actor
            if actor in self.machine:
                found = bots.decide(self.machine[actor], self.state)
                if found.gives_up and self.accepts_resignation(actor):
                    return
                self.take(str(found.action))
                continue
            side = "dice" if actor == CHANCE else actor
            self.console.rule(f"{self.state.game.turn_name(self.state.turn)} · {side}", align="left")
            self.console.print(self.state.prompt, markup=False, highlight=False)
            try:
                line = input(f"{side}> ").strip()
            except (EOFError, KeyboardInterrupt):
                line = "quit"
            if line == "quit":
                where = f"saved in {self.save}" if self.save else "not saved"
                self.console.print(f"Goodbye ({where}).", markup=False, soft_wrap=True)
                return
            if line:
                self.command(line)
        self.news()
        self.console.print(Panel(self.state.prompt, title="The end"))

    def accepts_resignation(self, actor: str) -> bool:
        """A bot that has lost offers once to end the game."""
        people = [side for side in self.session.game.sides if side not in self.machine]
        if self.resignation_offered or not people:
            return False
        self.resignation_offered = True
        try:
            answer = input(f"{actor} sees no chance any more and offers to resign. End the game here? [y/N] ")
        except (EOFError, KeyboardInterrupt):
            answer = ""
        if not answer.strip().lower().startswith("y"):
            return False
        self.session.end(people[0], f"{actor} resigned")
        if self.save:
            self.session.save(self.save)
        self.console.print(Panel(f"{actor} resigns.", title="The end"))
        return True

    def news(self) -> None:
        """What happened since we last looked, as far as the person at the keyboard may know it."""
        viewer, record = self.viewer, self.session.record
        for n in self.session.told(viewer):
            if n <= self.shown:
                continue
            entry = record.entries[n - 1]
            if entry.actor in self.machine:
                action = entry.action if record.may_read(viewer, entry) else SECRET
                self.console.print(f"  {entry.actor}: {action}", markup=False, highlight=False)
            for event in itertools.chain(*self.session.events[self.shown + 1 : n + 1]):
                if not event.to or viewer in event.to:
                    self.console.print(f"  {event}", style="italic", markup=False, highlight=False)
            self.shown = n

    def take(self, text: str) -> None:
        try:
            self.session.play(text)
        except IllegalAction as e:
            self.console.print(str(e.refusal), style="red", markup=False, highlight=False)
        self.keep()

    def keep(self) -> None:
        """Bring the record on disk up to date; a full disk does not end the game."""
        if self.save:
            self.store(self.save)

    def store(self, path: str | Path) -> bool:
        try:
            self.session.save(path)
        except OSError as e:
            text = f"Could not save in {path}: {e.strerror}. Try another place: save FILE"
            self.console.print(text, style="red", markup=False, highlight=False, soft_wrap=True)
            return False
        return True

    def command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        actor = self.session.actor or ""
        match word:
            case "help" | "?":
                self.console.print(HELP, markup=False, highlight=False)
            case "options":
                self.options(rest)
            case "why":
                refusal = self.state.check(rest)
                self.console.print(str(refusal) if refusal else "Yes, that is legal.", markup=False, highlight=False)
            case "odds":
                self.odds()
            case "hint":
                self.hint(actor)
            case "map":
                self.board(rest)
            case "units":
                self.units()
            case "rule":
                found = [r for r in self.state.game.ledger().rules if r.id == rest]
                text = f"[{rest}] {found[0].title}: {found[0].text}" if found else f"There is no paragraph {rest}."
                self.console.print(text, markup=False, highlight=False)
            case "undo" | "redo":
                try:
                    done = self.session.undo(actor) if word == "undo" else self.session.redo(actor)
                    self.shown = min(self.shown, len(self.session.states) - 1)
                    self.console.print(f"{word}: {done}", markup=False)
                    self.keep()
                except IllegalAction as e:
                    self.console.print(str(e.refusal), style="red", markup=False)
            case "position":
                if self.session.game.hidden and self.session.outcome is None:
                    self.console.print("The position would show what is still secret.")
                else:
                    sys.stdout.write(self.state.position())
            case "save":
                if not rest:
                    self.console.print("Say where: save FILE")
                elif self.store(rest):
                    self.console.print(f"Saved in {rest}.", markup=False, soft_wrap=True)
            case _:
                self.take(line)

    def options(self, word: str) -> None:
        found = [str(a) for a in self.state.options() if word in str(a)]
        for text in found[:60]:
            self.console.print("  " + text, markup=False, highlight=False)
        if len(found) > 60:
            self.console.print(f"  ... and {len(found) - 60} more; narrow it: options WORD", markup=False)

    def odds(self) -> None:
        f = self.state.forecast()
        if not f:
            self.console.print("No attack is being prepared.")
            return
        table = Table("result", "probability", "dice", title=f["title"], title_justify="left")
        for r in f["results"]:
            table.add_row(f"{r['result']} {r.get('name', '')}", f"{r['probability']:.1%}", ", ".join(r.get("dice", ())))
        self.console.print(table)
        for x in f.get("shifts", ()):
            self.console.print(f"  [{x['rule']}] {x['text']}: {x['columns']:+d}", markup=False, highlight=False)
        for lost in f.get("losses", ()):
            self.console.print(f"  {lost['unit']} is lost: {lost['probability']:.1%}", markup=False, highlight=False)
        if f.get("take_hex") is not None:
            self.console.print(f"  the hex is vacated: {f['take_hex']:.1%}", markup=False, highlight=False)

    def hint(self, actor: str) -> None:
        if actor == CHANCE:
            self.console.print("Roll the dice.")
            return
        try:
            bot = bots.make(bots.BEST, self.session.game, actor)
        except ValueError as e:
            self.console.print(str(e), markup=False)
            return
        found = bots.decide(bot, self.state)
        self.console.print(f"{found.action}  ({found.reason})", markup=False, highlight=False, soft_wrap=True)

    @property
    def viewer(self) -> str:
        """The side of the person at the keyboard; where two share it, the one who decides."""
        sides = [s for s in self.session.game.sides if s not in self.machine]
        actor = str(self.session.actor)
        return actor if actor in sides else (sides or list(self.session.game.sides))[0]

    def seen(self) -> list[UnitFacts]:
        """The units the person at the keyboard may see."""
        units: list[UnitFacts] = self.state.view(self.viewer)["units"]
        return units

    def units(self) -> None:
        table = Table("unit", "kind", "side", "factors", "at", "state")
        for u in sorted(self.seen(), key=lambda u: (u["side"], u["at"])):
            kind = " ".join(x for x in (u.get("type", ""), u.get("size", "")) if x).replace("_", " ")
            table.add_row(u["name"], kind, u["side"], "-".join(u["factors"]), u["at"], ", ".join(u["status"]))
        self.console.print(table)

    def board(self, about: str = "") -> None:
        """The map as coloured tiles: of a large one the part round a hex, or where most units stand."""
        g = self.session.game.map.grid
        middle = g.find(about) if about else 0
        if about and not middle:
            self.console.print(f"There is no hex {about} on this map.", markup=False)
            return
        units = self.seen()
        held = {u["at"] for u in units}
        places = [g.column_row(h) for h in ([middle] if middle else [h for h in g.hexes if g.name(h) in held])]
        columns = _window([c for c, _ in places], (self.console.width - WIDE // 2) // WIDE, g.cols)
        rows = _window([r for _, r in places], max(ROWS, (self.console.height - ROOM) // HIGH), g.rows)
        for line in (*self.drawing.lines(units, columns, rows), *self.drawing.legend(units, columns, rows)):
            self.console.print(line, no_wrap=True, crop=True)
        if len(columns) < g.cols or len(rows) < g.rows:
            part = f"columns {columns.start + 1} to {columns.stop} of {g.cols}, rows {rows.start + 1} to {rows.stop} of {g.rows}"
            self.console.print(f"({part}; map HEX shows the part round a hex)", style="dim", highlight=False)


def _window(places: list[int], size: int, total: int) -> range:
    """So many of the columns or rows, with as many of the places in them as possible, these in the middle."""
    size = max(1, min(size, total))
    starts = range(total - size + 1)
    if not places:
        return range(size)
    held = [sum(start <= p < start + size for p in places) for start in starts]
    best = [start for start in starts if held[start] == max(held)]
    start = best[len(best) // 2]
    return range(start, start + size)
