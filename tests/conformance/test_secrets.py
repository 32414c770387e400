"""Nothing that a seat can ask, at any kind of decision of any game, depends on what its side does not know."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.bots import make
from sandtable.core import Action, Choice, Game, State
from sandtable.server import overlays, table
from sandtable.session import Session
from sandtable.session.dice import TypedDice
from sandtable.studies import told
from sandtable.studies.secrets import Leak, answers, compare, viewers
from tests.conformance.walk import cases, walk
from tests.editions import states as kept

HIDDEN = [c for c in cases() if c.load().hidden]
TITLES = sorted({c.load().title.id for c in HIDDEN})
each_hidden_case = pytest.mark.parametrize("case", HIDDEN, ids=str)
each_hidden_title = pytest.mark.parametrize("title", TITLES)


@cache
def every_kind(title: str) -> tuple[State, ...]:
    """States in the middle of every kind of decision: those saved by every edition, and the rare ones."""
    found = []
    for edition in (1, 2):
        for d in kept.read(kept.kept(title, edition)):
            found.append(sandtable.load(d["state"]["game"]).from_json(d["state"]))
    found += kept.rare(title)
    return tuple(found)


@each_hidden_case
def test_answers_on_the_way_of_a_game(case) -> None:
    w, rng = walk(case), Random(1)
    tried = [s.sample(rng.randrange) for s in w.states]
    for s in (*w.states, w.last):
        for side in viewers(w.game):
            for _ in range(2):
                compare(s, side, rng, rng.sample(tried, min(8, len(tried))))


@each_hidden_title
def test_answers_at_every_kind_of_decision(title: str) -> None:
    rng = Random(2)
    found = list(every_kind(title))
    assert len({type(s.choice) for s in found}) > 8
    tried = [s.sample(rng.randrange) for s in found]
    for s in found:
        for side in viewers(s.game):
            compare(s, side, rng, rng.sample(tried, 8))


SHARED = {"Foregone", "DeclareWithdrawal", "Missions", "Offering"}
"""Decisions that these titles do not have: the end that is offered, the withdrawal of El Arish; and two base classes."""


@each_hidden_title
def test_no_kind_of_decision_is_left_out(title: str) -> None:
    met = {type(s.choice).__name__ for s in every_kind(title)}
    known = {c.__name__ for c in sandtable.load(title).choices if c.options is not Choice.options}
    assert known - SHARED <= met, sorted(known - SHARED - met)


@each_hidden_title
def test_what_is_told_of_every_kind_of_decision(title: str) -> None:
    """The log, the label and the position after a decision that a side may know of do not tell what it does not know."""
    rng, seen = Random(6), Counter[str]()
    for s in every_kind(title):
        for a in list(s.options())[:8]:
            for side in s.game.sides:
                other = s.game.sample_hidden(s, side, rng)
                assert told.of_a_decision(s, other, a, side, seen) == ""
    assert seen["decisions told"] > 5 * seen["told by who is asked next"]


@each_hidden_case
def test_record_and_undo_on_the_way_of_a_game(case) -> None:
    """Another number of secret decisions, and other ones, read the same in the side's copy of the record."""
    rng = Random(7)
    session = Session(case.load(), dice=TypedDice())
    while session.actor and len(session.record.entries) < 400:
        session.play(str(session.state.sample(rng.randrange)))
        if session.actor and session.undo_refusal(session.actor) is None and rng.random() < 0.1:
            session.undo(session.actor)
        if len(session.record.entries) % 7 == 0:
            for side in viewers(session.game):
                assert told.of_the_record(session, side, rng) == ""


@each_hidden_title
def test_hints_do_not_depend_on_what_is_hidden(title: str) -> None:
    """A hint is a bot's answer to the position as known to the side that asks."""
    rng, asked = Random(8), set()
    for s in every_kind(title):
        game, side = s.game, s.actor
        if side not in game.sides or type(s.choice) in asked:
            continue
        asked.add(type(s.choice))
        other = game.sample_hidden(s, side, rng)
        one, two = (make("greedy", game, side, 1).decide(game.as_known(x, side)) for x in (s, other))
        assert one == two, type(s.choice)
        assert s.check(one.action) is None
    assert len(asked) > 8


@each_hidden_title
def test_map_layers_of_the_table(title: str) -> None:
    """Threats are judged by what the side knows, the same for every position that it cannot tell apart."""
    rng = Random(3)
    for s in every_kind(title)[:: 1 if title == "musketeer" else 4]:
        for side in s.game.sides:
            other = s.game.sample_hidden(s, side, rng)
            for name, _ in overlays.listed(s.game):
                assert overlays.overlay(other, side, name) == overlays.overlay(s, side, name), (name, side)


@each_hidden_title
def test_something_is_replaced(title: str) -> None:
    """The comparison would find nothing if nothing were hidden."""
    rng, found = Random(4), [s.copy() for s in every_kind(title)]
    for s in found:
        if title == "suez-56" and s.turn > 6:
            s.last_turn = 9  # written in secret [9.2]; chance seldom chooses it
    assert any(s.game.sample_hidden(s, side, rng) != s for s in found for side in s.game.sides)
    assert any(s.game.as_known(s, side) != s for s in found for side in s.game.sides)


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer made from the real units."""
    s = sandtable.load("musketeer").start().play("default").play("default")
    game = s.game
    monkeypatch.setattr(type(game), "overlays", (*game.overlays, ("strong", "Strong stacks")))
    plain = type(game).overlay

    def leaky(self: Game, s: State, side: str, name: str) -> dict[str, str]:
        if name != "strong":
            return plain(self, s, side, name)  # type: ignore[return-value]
        return {self.hex_name(h): "!" for u, h in enumerate(s.loc) if h > 0 and s.combat(u) > 3}

    monkeypatch.setattr(type(game), "overlay", leaky)
    with pytest.raises(Leak, match="the layer strong differs"):
        compare(s, "west", Random(5))


def test_answers_cover_everything_a_choice_can_be_asked() -> None:
    s = sandtable.load("musketeer").start().play("default").play("default")
    named = {what.partition(" “")[0] for what, _ in answers(s, "west", [Action("pass")])}
    assert named >= {
        "the view",
        "the prompt",
        "the options",
        "the words",
        "the forecast",
        "the details of",
        "what is said to",
    }
    assert {f"the layer {id}" for id, _ in s.game.overlays} <= named


# the server -----------------------------------------------------------------------------------------------------
SERVING = [Path(table.__file__).parent / name for name in ("asked.py", "seen.py")]
REAL = {"now", "states"}
"""Where a table keeps the real position; `s` of a table is looked at below."""


@pytest.mark.parametrize("path", SERVING, ids=lambda p: p.stem)
def test_what_serves_a_seat_cannot_reach_the_real_position(path: Path) -> None:
    """It asks the table for `told`, `at`, `deciding` or `known`, which replace the unknown."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Attribute):
            continue
        assert node.attr not in REAL, f"{path.name}:{node.lineno}: .{node.attr}"
        if node.attr == "s" and isinstance(node.value, ast.Name) and node.value.id == "table":
            function = enclosing(path, node.lineno)
            assert function in ("view", "nothing_hidden"), f"{path.name}:{node.lineno}: table.s in {function}"


def enclosing(path: Path, line: int) -> str:
    found = [
        n
        for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(n, ast.FunctionDef) and n.lineno <= line <= (n.end_lineno or 0)
    ]
    return found[-1].name if found else ""
