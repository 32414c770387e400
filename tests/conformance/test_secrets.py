"""Nothing that a seat can ask, at any kind of decision of any game, depends on what its side does not know."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.core import Action, Game, State
from sandtable.server import overlays, table
from sandtable.studies.secrets import Leak, answers, compare
from tests.conformance.walk import cases, walk
from tests.editions import states as kept

HIDDEN = [c for c in cases() if c.load().hidden]
TITLES = sorted({c.load().title.id for c in HIDDEN})
each_hidden_case = pytest.mark.parametrize("case", HIDDEN, ids=str)
each_hidden_title = pytest.mark.parametrize("title", TITLES)


def viewers(game: Game) -> tuple[str, ...]:
    return (*game.sides, "spectator")


def every_kind(title: str) -> Iterator[State]:
    """Saved states in the middle of every kind of decision."""
    for d in kept.read(kept.kept(title, 1)):
        yield sandtable.load(d["state"]["game"]).from_json(d["state"])


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


@each_hidden_title
def test_map_layers_of_the_table(title: str) -> None:
    """Threats are judged by what the side knows, the same for every position that it cannot tell apart."""
    rng = Random(3)
    for s in list(every_kind(title))[::4]:
        for side in s.game.sides:
            other = s.game.sample_hidden(s, side, rng)
            for name, _ in overlays.listed(s.game):
                assert overlays.overlay(other, side, name) == overlays.overlay(s, side, name), (name, side)


@each_hidden_title
def test_something_is_replaced(title: str) -> None:
    """The comparison would find nothing if nothing were hidden."""
    rng, found = Random(4), list(every_kind(title))
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
