"""`sandtable replay`: what a record proves, stretch by stretch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli.arguments import AsJson, Overlay
from sandtable.cli.screen import err, out, show
from sandtable.session import Film, OtherEdition, Record, Session, Stretch, verify
from sandtable.session.film import FIRST_LINE


@dataclass(frozen=True)
class Verdict:
    """A record that replays, and what is known about its dice."""

    session: Session
    stretches: list[Stretch]

    @property
    def dice_proved(self) -> bool:
        return all(s.proved for s in self.stretches)

    @property
    def proved(self) -> bool:
        """A part that an older edition played is not: the position it led to is the record's own word."""
        return self.dice_proved and not self.session.base

    def data(self) -> dict[str, Any]:
        record = self.session.record
        return {
            "game": self.session.game.id,
            "edition": record.edition,
            "entries": len(record.entries),
            "replays": not self.session.base,
            "not_replayed": self.session.base,
            "proved": self.proved,
            "stretches": [{**asdict(s), "text": str(s)} for s in self.stretches],
            "take_backs": len(record.take_backs),
            "rolls_taken_back": self.discarded,
            "result": record.result,
        }

    @property
    def discarded(self) -> int:
        backs = self.session.record.take_backs
        return sum(b.last_draw - b.first_draw + 1 for b in backs if b.first_draw)

    def lines(self, file: Path) -> Iterator[str]:
        """For people."""
        record = self.session.record
        edition = f"edition {record.edition}" if record.edition else "no edition named"
        base, count = self.session.base, len(record.entries) - self.session.base
        yield f"{file}: {count} decisions of {self.session.game.id} replay and verify ({edition})."
        if base:
            yield f"  UNPROVED  entries 1 to {base}: another edition played them; moves and position are as the record has them"
        yield "Dice:" + (
            " every roll is the one that was committed to." if self.dice_proved else " not every roll is proved."
        )
        for s in self.stretches:
            yield f"  {'proved  ' if s.proved else 'UNPROVED'}  {s}"
        if record.take_backs:
            yield f"  {len(record.take_backs)} take-back(s) by consent, {self.discarded} rolls taken back"
        yield f"Result: {record.result or 'not finished'}"


def look(file: Path, parent: Path | None, overlay: Path | None) -> Verdict:
    """Replay and verify, of a film the record in it; RecordError names what is false."""
    film = film_in(file)
    session = Session.from_record(film.record, overlay=overlay) if film else Session.load(file, overlay=overlay)
    return Verdict(session, verify(session, Session.load(parent, overlay=overlay) if parent else None))


def film_in(file: Path) -> Film | None:
    """The film in this file, if it is one."""
    data = file.read_bytes() if file.is_file() else b""
    return Film.read(data.decode()) if data.startswith(FIRST_LINE.encode()) else None


def steps(record: Record, events: Callable[[int], Iterable[object]]) -> Iterator[str]:
    """Every decision with what the log says."""
    for i, entry in enumerate(record.entries, 1):
        yield f"{i:5}. {entry.actor}: {entry.action}"
        yield from (f"       {event}" for event in events(i))


def print_steps(lines: Iterator[str]) -> bool:
    """A key after every line where somebody sits there; false when he has seen enough."""
    for line in lines:
        out.print(line, markup=False, highlight=False, soft_wrap=True)
        if sys.stdin.isatty() and input() == "q":
            return False
    return True


def replay(
    file: Annotated[Path, typer.Argument(help="A record, or a film.")],
    step: Annotated[bool, typer.Option("--step", help="Step through it.")] = False,
    parent: Annotated[Path | None, typer.Option(help="The record that this one was forked from.")] = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> None:
    """Verify a record, or the record in a film, or step through it. Exit codes: 0 all is proved, 2 something is false, 3 it replays, but not every
    roll can be verified, 4 it needs another edition of the rules."""
    try:
        verdict = look(file, parent, overlay)
    except OtherEdition as e:
        film = film_in(file)
        if film and step:  # a film needs no rules
            print_steps(steps(film.record, lambda i: (text for text, *_ in film.lines[i]["events"])))
        err.print(f"sandtable: {file}: {e}.", style="bold red", markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(4) from None
    if as_json:
        show(verdict.data())
    else:
        session = verdict.session
        if step and not print_steps(steps(session.record, session.events.__getitem__)):
            return
        for line in verdict.lines(file):
            out.print(line, markup=False, highlight=False, soft_wrap=True)
    if not verdict.proved:
        raise typer.Exit(3)
