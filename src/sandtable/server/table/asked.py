"""What a seat may ask about its table: options, checks, map layers, earlier positions, the record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import sandtable
from sandtable.core import Action, Choice, State
from sandtable.core.actions import END
from sandtable.core.facts import OptionFacts

from .. import models, wording
from ..seats import SPECTATOR, Seat
from ..store import Store
from .table import Table
from .trouble import Json, Trouble

FEW: Final = 60
"""So many options are sent with the state itself."""
FEW_DETAILS: Final = 4
"""So many options get their details at once; more are worked out elsewhere (questions.py)."""
NAMED: Final = 24
"""Where more are named after the verbs, the options are many, and nobody needs to ask."""
MANY: Final = 4 * FEW
"""So many it would be if all that is named went on as the first does: then they are not gone through."""
QUESTIONS: Final = 60
"""So many words are asked for to find out whether they are few."""


def summary(s: State) -> Json:
    """What can be done, asked word by word: all of it where that is little, otherwise who can act, and what needs nobody."""
    if not _by_words(s):
        listed = list(islice(s.options(), FEW + 1))
        return _complete(s, listed) if len(listed) <= FEW else _listed_once(s)
    after = {verb: s.words((verb,)) for verb in s.words()}  # asked once: it is what costs
    few = _few(s, after)
    if few is not None:
        return _complete(s, few)
    index, find, found = s.game.roster.index, s.game.map.grid.find, _Totals(s)
    for verb, words in after.items():
        found.verbs[verb] = len(words)
        for word in words:
            if word == END:
                found.listed.append(wording.option(s, s.spelled((verb,))))
            elif find(word):
                found.hexes[word] = None
            elif word in index:
                if s.game.roster[index[word]].side == s.actor:
                    found.units[word] = None
            elif END in s.words((verb, word)):  # a button of two words
                found.listed.append(wording.option(s, s.spelled((verb, word))))
    return {"complete": False, "list": found.listed, **found.facts()}


def _complete(s: State, few: list[Action]) -> Json:
    listed = [wording.option(s, a) for a in few]
    return {"complete": True, "list": listed, **_totals(s, listed)}


def _listed_once(s: State) -> Json:
    """The same of a decision that does not know its words by itself: its options are gone through once, and few worded."""
    found, roster = _Totals(s), s.game.roster
    for a in s.options():
        found.verbs[a.verb] = found.verbs.get(a.verb, 0) + 1
        p = s.game.parts(a)
        found.units.update((roster[u].name, None) for u in p.units if roster[u].side == s.actor)
        if not p.units and p.to > 0:
            found.hexes[s.game.hex_name(p.to)] = None
        elif not p.units:
            found.listed.append(wording.option(s, a))
    return {"complete": False, "list": found.listed, **found.facts()}


class _Totals:
    """Who and what the options mention, counted."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.verbs: dict[str, int] = {}
        self.units: dict[str, None] = {}
        self.hexes: dict[str, None] = {}
        self.listed: list[OptionFacts] = []

    def facts(self) -> Json:
        s = self.s
        index = s.game.roster.index
        hand = [index[name] for name in self.units if not s.loc[index[name]]]
        return {
            "count": sum(self.verbs.values()),
            "units": list(self.units),
            "hexes": list(self.hexes),
            "verbs": self.verbs,
            "hand": [v for u in hand if (v := s.game.visible(s, u, s.actor or ""))],
        }


def _totals(s: State, listed: list[OptionFacts]) -> Json:
    found, roster, index = _Totals(s), s.game.roster, s.game.roster.index
    for o in listed:
        found.verbs[o["verb"]] = found.verbs.get(o["verb"], 0) + 1
        found.units.update((name, None) for name in o["units"] if roster[index[name]].side == s.actor)
        if not o["units"] and o["to"]:
            found.hexes[o["to"]] = None
    return found.facts()


def _few(s: State, after: dict[str, tuple[str, ...]]) -> list[Action] | None:
    """All options of a decision that knows its words, if they are no more than FEW; `after`: what may follow each verb."""
    prefixes = [(verb, word) for verb, words in after.items() for word in words]
    if len(prefixes) > NAMED:
        return None
    found: list[Action] = []
    waiting: list[tuple[str, ...]] = list(reversed(prefixes))
    for _ in range(QUESTIONS):
        if not waiting:
            return found
        prefix = waiting.pop()
        if prefix[-1] == END:
            found.append(s.spelled(prefix[:-1]))
        else:
            words = s.words(prefix)
            if len(words) * len(prefixes) > MANY:
                return None
            waiting += [(*prefix, word) for word in reversed(words)]
        if len(found) + len(waiting) > FEW:
            return None
    return found if not waiting else None


def mentioning(s: State, unit: str) -> Iterator[Action]:
    """The options whose first word after the verb names this unit, in the order of the options."""
    for verb in s.words():
        if unit in s.words((verb,)):
            yield from _spelled_from(s, (verb, unit))


def _spelled_from(s: State, prefix: tuple[str, ...]) -> Iterator[Action]:
    for word in s.words(prefix):
        if word == END:
            yield s.spelled(prefix)
        else:
            yield from _spelled_from(s, (*prefix, word))


def listed(table: Table, version: int, s: State) -> list[OptionFacts]:
    """Everything that can be done in this position; listed once."""
    with table.options_lock:
        if table.options[0] != version:
            table.options = (version, [wording.option(s, a) for a in s.options()])
        return table.options[1]


def options(table: Table, seat: Seat, m: models.Options, few: int = 5_000) -> Json:
    """The options that fit; with details where they are so few."""
    version, s = table.must_act(seat)
    prefix = " ".join(m.prefix.lower().split())
    direct = len(m.mention) == 1 and m.mention[0] in table.game.roster.index and not prefix
    some = [wording.option(s, a) for a in mentioning(s, m.mention[0])] if direct and _by_words(s) else []
    found = [
        o
        for o in some or listed(table, version, s)
        if (not m.verb or o["verb"] == m.verb)
        and wording.mentions(o, m.mention)
        and o["action"].lower().startswith(prefix)
    ]
    shown = found[: m.limit]
    if m.details and len(shown) <= few:
        shown = [wording.detailed(s, o) for o in shown]
    return {"count": len(found), "options": shown}


def _by_words(s: State) -> bool:
    return s.choice is not None and type(s.choice).words is not Choice.words


def check(table: Table, seat: Seat, m: models.Check) -> Json:
    _, s = table.must_act(seat)
    a = table.game.parse(s, m.action)
    refusal = s.check(a)
    return {
        "legal": refusal is None,
        "action": str(a),
        "refusal": refusal and {"rules": refusal.rules, "text": refusal.text},
        "option": None if refusal else wording.detailed(s, wording.option(s, a)),
    }


def stored_text(store: Store, id: str, seat: Seat | None, side: str, why: Exception) -> str:
    """The record as it was played, whatever the rules say now; as this side may see it, or the seat's own."""
    stored = store.load(id)
    if stored is None:
        raise Trouble("unknown_table", "There is no such table.")
    record = stored.record
    if seat is not None:
        here = [x for x, p in stored.players.items() if p["kind"] == "here"] if seat.role == "owner" else []
        side = next(iter([*here, seat.side]), "") or SPECTATOR
    try:
        hidden = sandtable.load(record.game).hidden
    except ValueError:  # the title is gone: nobody can tell what it hid
        hidden = True
    if not hidden or record.result:
        return record.text()
    if side == SPECTATOR and stored.terms.get("behind"):
        raise Trouble("secret", "Watchers are behind the players here; the record is theirs when the game is over.")
    return record.text(side, True, record.told(side)) + f"; {why}\n"


def record_text(table: Table, side: str) -> str:
    """The record as that side may see it; all of it when there is nothing to hide."""
    if table.saved.kind == "replay" or table.session.over:
        return table.session.record_text()
    record, hidden, lines = table.session.record, table.game.hidden, table.reader(side).lines
    if hidden and side == SPECTATOR and table.saved.terms.get("behind"):
        record = record.until(lines[-1])
    return record.text(side, hidden, lines if hidden else ())
