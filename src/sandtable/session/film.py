"""A film: what a game looked like, line by line, so that it can be watched when the rules no longer replay it.

    sandtable film 1
    {"record": "sandtable record 1\\n...", "viewers": ["spectator"]}
    {"views": {...}, "prompts": {...}}                      the start
    {"label": ..., "events": [...], "views": {...}, ...}     one line per entry: what has changed

Plain data: whole views at the start, then only what differs. Reading a film needs no rules at all. A server keeps one of
every finished game; `film_of` makes one. It proves nothing: what is proved stands in the record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .entries import RecordError
from .record import Record

Json = dict[str, Any]
FIRST_LINE = "sandtable film 1"
SPECTATOR = "spectator"


@dataclass
class Film:
    """The record and what stood on the table after every entry of it."""

    record: Record
    viewers: tuple[str, ...]
    lines: list[Json] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.lines) - 1

    def text(self) -> str:
        head = {"record": self.record.text(), "viewers": self.viewers}
        return "\n".join([FIRST_LINE, *(_dumps(d) for d in (head, *self.lines))]) + "\n"

    @classmethod
    def read(cls, text: str) -> Film:
        """RecordError names the first line that is not part of a film."""
        first, *rest = text.split("\n")
        if first.strip() != FIRST_LINE:
            raise RecordError(f"line 1: not a film: the first line must be “{FIRST_LINE}”")
        found: list[Json] = []
        for n, line in enumerate(filter(None, rest), 2):
            try:
                found.append(json.loads(line))
            except ValueError:
                raise RecordError(f"line {n}: not a line of a film: {line[:60]!r}") from None
        try:
            head, *lines = found
            film = cls(Record.read(head["record"]), tuple(head["viewers"]), lines)
            complete = len(film) == len(film.record.entries) and all(
                set(x["views"]) == set(film.viewers) for x in lines
            )
        except (KeyError, TypeError, ValueError) as e:
            raise RecordError(f"the film is damaged: {e}") from None
        if not complete:
            raise RecordError(f"the film shows {len(film)} of {len(film.record.entries)} entries")
        return film

    def views(self, viewer: str = "") -> Iterator[Json]:
        """What this viewer saw at the start and after every entry."""
        name = viewer if viewer in self.viewers else self.viewers[-1]
        view: Json = {}
        for line in self.lines:
            view = _changed(view, line["views"][name])
            yield view

    def add(self, view_of: dict[str, Json], line: Json) -> None:
        """Another line. `view_of` are the views before it, and after it those of `line`; only the difference is kept."""
        after = line["views"]
        self.lines.append({**line, "views": {v: _difference(view_of.get(v, {}), after[v]) for v in self.viewers}})
        view_of.update(after)


def film_of(session: Any) -> Film:
    """The film of a game that the present rules replay."""
    game, record = session.game, session.record
    viewers = (*game.sides, SPECTATOR) if game.hidden else (SPECTATOR,)
    film, before = Film(record, viewers), {}  # type: ignore[var-annotated]
    for i, s in enumerate(session.states):
        seen = {v: s.view(v if game.hidden else game.sides[0]) for v in viewers}
        views = {v: json.loads(json.dumps(view)) for v, view in seen.items()}
        line: Json = {"views": views, "prompts": {v: str(views[v]["prompt"]) for v in viewers}}
        if i:
            line["events"] = [[str(e.text), list(e.rules), list(e.at), list(e.to)] for e in session.events[i]]
        film.add(before, line)
    return film


def _dumps(d: Any) -> str:
    return json.dumps(d, ensure_ascii=False, separators=(",", ":"))


def _difference(before: Json, after: Json) -> Json:
    """The parts of a view that have changed; of the units only those that did, and who is gone."""
    found = {k: v for k, v in after.items() if k != "units" and (k not in before or before[k] != v)}
    if gone := [k for k in before if k not in after]:
        found["gone"] = gone
    old = {u["name"]: u for u in before.get("units", ())}
    new = {u["name"]: u for u in after["units"]}
    if list(old) != [n for n in new if n in old] or any(old[n] != new.get(n) for n in old) or len(old) != len(new):
        found["units"] = {"are": list(new), "news": [u for n, u in new.items() if old.get(n) != u]}
    return found


def _changed(before: Json, difference: Json) -> Json:
    """The view after these changes."""
    gone = difference.get("gone", ())
    after = {k: v for k, v in before.items() if k not in gone}
    after |= {k: v for k, v in difference.items() if k not in ("gone", "units")}
    units = {u["name"]: u for u in before.get("units", ())}
    if change := difference.get("units"):
        units |= {u["name"]: u for u in change["news"]}
        units = {n: units[n] for n in change["are"]}
    after["units"] = list(units.values())
    return after
