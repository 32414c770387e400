"""What every game must keep, whatever its rules: asked of every title and scenario in random play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import islice
from random import Random

import pytest

import sandtable
from sandtable import bots
from sandtable.core import CHANCE, Action, Game, IllegalAction, Refusal, State
from sandtable.core.facts import DetailsFacts, ForecastFacts, LayerEntry, View
from sandtable.core.ledger import citations
from sandtable.session import SeededDice, Session, verify_dice
from sandtable.studies.coverage import coverage
from sandtable.studies.fuzz import question
from tests.conformance.typed import conforms
from tests.conformance.walk import STATES, Case, cases, walk

CASES = cases()
each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_title = pytest.mark.parametrize("title", [t.id for t in sandtable.games()])

NONSENSE = (
    "",
    " ",
    "xyzzy",
    "move",
    "move nobody 9999",
    "end end",
    "roll 99",
    "attack",
    "place 0101",
    "💥 💥",
    "move - -",
    "1",
)


def numbers(game: Game) -> frozenset[str]:
    return game.ledger().numbers


def sentence(text: str) -> bool:
    """One printable line that starts like a sentence and ends like one."""
    return bool(text) and text == text.strip() and "\n" not in text and text[-1] in ".!?)]”"


def exist(rules: Iterable[str], known: frozenset[str], where: object) -> None:
    for r in rules:
        assert r in known, f"{where}: cites [{r}], which is not in the ledger"


# decisions ------------------------------------------------------------------------------------------------------
@each_case
def test_options_copies_and_round_trips(case: Case) -> None:
    """Options unique and accepted, their text reads back, JSON and position text round trip, copies independent."""
    rng = Random(1)
    for s in walk(case).states:
        assert next(s.options(), None) is not None, f"dead end: {s.actor} has no option: {s.position()}"
        question(s, rng)
        for _ in range(5):
            a = s.sample(rng.randrange)
            assert s.check(a) is None, f"sample gave {a}, which check refuses"


@each_case
def test_random_play_can_take_every_option(case: Case) -> None:
    """`sample` may be quicker than listing the options, but it must not forget any."""
    rng = Random(6)
    tried = 0
    for s in walk(case).states:
        options = {a for a in islice(s.options(), 13) if a.verb not in ("cancel", "without")}  # they only take back
        if 1 < len(options) < 13:
            missing = set(options)
            for _ in range(5000):
                missing.discard(s.sample(rng.randrange))
                if not missing:
                    break
            assert not missing, f"never drawn: {missing}\n{s.position()}"
            tried += 1
            if tried == 8:
                return


@each_case
def test_prompts_are_sentences_that_cite_existing_paragraphs(case: Case) -> None:
    w = walk(case)
    known = numbers(w.game)
    for s in w.states:
        assert sentence(s.prompt), repr(s.prompt)
        exist((n for _, n in citations(s.prompt)), known, s.prompt)
        choice = s.choice
        assert choice is not None
        assert s.actor in (*w.game.sides, CHANCE)
        exist(choice.rules(s), known, type(choice).__name__)
        assert set(choice.secret_from(s)) <= set(w.game.sides) - {s.actor}


def mangled(a: Action, rng: Random, game: Game) -> Iterable[tuple[Action, bool]]:
    """An option with a word dropped, doubled or exchanged, and whether it still speaks of the right kind of things."""
    units, hexes = game.roster.names, [game.hex_name(h) for h in game.map.grid.hexes]
    yield Action(a.verb, a.args[:-1]), False
    yield Action(a.verb, (*a.args, hexes[0])), False
    for i, word in enumerate(a.args):
        for other in (rng.choice(units), rng.choice(hexes), "7"):
            alike = (word in units and other in units) or (word in hexes and other in hexes)
            yield Action(a.verb, (*a.args[:i], other, *a.args[i + 1 :])), alike
    path = a.args[-1].split("-") if a.args else []
    if len(path) > 1 and all(h in hexes for h in path):
        for way in ((*path, path[0]), path[:1] + path[2:], (path[0], rng.choice(hexes), *path[1:])):
            yield Action(a.verb, (*a.args[:-1], "-".join(way))), len(way) > 1


@each_case
def test_what_is_no_option_is_refused_with_a_sentence_and_a_rule(case: Case) -> None:
    w = walk(case)
    known = numbers(w.game)
    rng = Random(2)
    elsewhere = [s.sample(rng.randrange) for s in w.states for _ in range(2)]
    for s in w.states:
        options = list(s.options())
        verbs = {a.verb for a in options}
        tried = [(Action.read(text), False) for text in NONSENSE]
        tried += [(a, a.verb in verbs) for a in rng.sample(elsewhere, min(12, len(elsewhere)))]
        for a in rng.sample(options, min(3, len(options))):
            tried += mangled(a, rng, w.game)
        legal = set(options)
        for a, sensible in tried:
            refusal = s.check(a)
            if a in legal:
                assert refusal is None, f"the option {a} is refused: {refusal}"
            elif refusal is None:
                accepted(s, a)
            else:
                refused(s, a, refusal, known, sensible)


def accepted(s: State, a: Action) -> None:
    """Check may accept more spellings than options lists; then they must work."""
    assert a.verb, "an empty action is accepted"
    t = s.copy().apply(a)
    assert t.game.from_json(t.to_json()) == t, f"after {a}"


def refused(s: State, a: Action, refusal: Refusal, known: frozenset[str], sensible: bool) -> None:
    assert isinstance(refusal, Refusal)
    text = refusal.text
    assert len(text.split()) > 2, f"{a}: {text!r}"
    assert text == text.strip(), f"{a}: {text!r}"
    assert "\n" not in text, f"{a}: {text!r}"
    exist(refusal.rules, known, f"{a}: {refusal}")
    exist((n for _, n in citations(refusal.text)), known, f"{a}: {refusal}")
    if sensible and s.choice is not None and s.choice.rules(s):
        assert refusal.rules, f"{a} is refused without a rule: {refusal}"
    with pytest.raises(IllegalAction):
        s.play(a)


@each_case
def test_everything_told_is_a_sentence_that_cites_existing_paragraphs(case: Case) -> None:
    w = walk(case)
    known = numbers(w.game)
    for e in w.events:
        assert e.text == e.text.strip(), repr(e.text)
        assert e.text, e
        assert "{" not in e.text, f"a value was not filled in: {e.text}"
        exist(e.rules, known, e)
        assert set(e.to) <= set(w.game.sides)
    if w.last.outcome:
        for reason in w.last.outcome.reasons:
            exist((n for _, n in citations(reason)), known, reason)


# chance ---------------------------------------------------------------------------------------------------------
@each_case
def test_equal_dice_give_equal_games(case: Case) -> None:
    checksums = []
    for _ in range(2):
        rng = Random(3)
        s = case.load().start()
        for _ in range(300):
            if s.actor is None:
                break
            s.apply(s.sample(rng.randrange))
        checksums.append(s.checksum())
    assert checksums[0] == checksums[1]


@each_case
def test_sessions_replay_undo_and_verify(case: Case) -> None:
    """A record of random play with undo and redo in it reads back; an undo leads exactly to where one came from."""
    rng = Random(4)
    session = Session(case.load(), dice=SeededDice("conformance"))
    for _ in range(150):
        side = session.actor
        if side is None:
            break
        before = session.state
        session.play(str(before.sample(rng.randrange)))
        if session.undo_refusal(side) is None and rng.random() < 0.2:
            after = session.state
            session.undo(side)
            assert session.state == before
            session.redo(side)
            assert session.state == after
    text = session.record_text()
    if not session.outcome:
        text += "seed: conformance\n"
    again = Session.from_text(text)
    assert again.states == session.states
    assert verify_dice(again) == sum(e.actor == CHANCE for e in session.record.entries)


# ends -----------------------------------------------------------------------------------------------------------
LONG = 6000
"""Decisions after which the everyday run stops waiting for the end."""


def play_to_the_end(case: Case, seed: int, limit: int) -> State:
    rng = Random(f"{case}:{seed}:end")
    s = case.load().start()
    for _ in range(limit):
        if s.actor is None:
            return s
        s.apply(s.sample(rng.randrange))
    return s


def is_an_end(s: State) -> None:
    o = s.outcome
    assert o is not None, "the game ended without an outcome"
    assert o.winner is None or o.winner in s.game.sides
    assert o.level
    assert o.reasons
    assert all(label and isinstance(points, int | float) for label, points in o.score)
    assert s.game.from_json(s.to_json()) == s
    assert s.game.position(s.position()) == s
    assert list(s.options()) == []


@each_case
def test_games_end_with_an_outcome(case: Case) -> None:
    s = play_to_the_end(case, 1, LONG)
    if s.actor is not None:
        pytest.skip(f"longer than {LONG} decisions at random: see the slow test")
    is_an_end(s)


@pytest.mark.slow
@each_case
def test_long_games_end_with_an_outcome(case: Case) -> None:
    for seed in range(3):
        s = play_to_the_end(case, seed, 60_000)
        assert s.actor is None, "an endless game"
        is_an_end(s)


# what players see -----------------------------------------------------------------------------------------------
@each_case
def test_views_are_plain_data(case: Case) -> None:
    w = walk(case)
    phases = {p.id for p in w.game.phases} | {""}
    places = {w.game.hex_name(h) for h in w.game.map.grid.hexes} | set(w.game.boxes)
    for s in (*w.states, w.last):
        for side in (*w.game.sides, "spectator"):
            view = s.view(side)
            assert json.loads(json.dumps(view)) == view, "only JSON types"
            conforms(view, View, "view")
            assert set(view["goals"]) == set(w.game.sides)
            assert view["phase"] in phases
            assert view["turn_name"]
            assert isinstance(w.game.turn_note(s.turn), str)
            names = [u["name"] for u in view["units"]]
            assert len(names) == len(set(names))
            for u in view["units"]:
                assert u["at"] in places, u
                assert u["side"] in w.game.sides
                assert " " not in u["name"]
                assert all(isinstance(x, str) for x in (*u["factors"], *u["status"]))
            for m in view["markers"]:
                assert m["at"] in places, m
                assert m["kind"]
            for t in view["tracks"]:
                assert {"id", "name", "value"} <= set(t)


@each_case
def test_map_layers_are_plain_data(case: Case) -> None:
    w = walk(case)
    places = {w.game.hex_name(h) for h in w.game.map.grid.hexes}
    for s in w.states[:: max(1, len(w.states) // 4)]:
        for side in w.game.sides:
            for id, name in w.game.overlays:
                assert name
                layer = w.game.overlay(s, side, id)
                assert set(layer) <= places, id
                for said in layer.values():
                    conforms(said, LayerEntry, id)
                    assert len(said["sign"]) <= 6, said


@each_case
def test_details_and_forecasts_are_plain_data(case: Case) -> None:
    rng = Random(5)
    for s in walk(case).states:
        options = list(s.options())
        for a in rng.sample(options, min(5, len(options))):
            json.dumps(s.details(a))
            assert s.choice is not None
            assert isinstance(s.choice.label(s, a), str)
        f = s.forecast()
        conforms(f, ForecastFacts | None, "forecast")
        for a in options[:5]:
            conforms(s.details(a), DetailsFacts, f"details of {a}")
        if f is not None:
            json.dumps(f)
            assert f["title"]
            if f["results"]:
                assert sum(r["probability"] for r in f["results"]) == pytest.approx(1, abs=0.005)
            assert all(0 <= x["probability"] <= 1 + 1e-9 for x in f.get("losses", ()))


HIDDEN = [c for c in CASES if c.load().hidden]


@pytest.mark.parametrize("case", HIDDEN, ids=str)
def test_nothing_told_names_a_hidden_unit(case: Case) -> None:
    """Log, record and prompt, as a side may read them, never name a unit that its view does not name before or after."""
    game = case.load()
    own = {side: {u.name for u in game.roster.units if u.side == side} for side in game.sides}

    def visible(s: State) -> dict[str, set[str]]:
        return {side: {u["name"] for u in s.view(side)["units"]} for side in game.sides}

    rng = Random(7)
    s = game.start()
    seen = visible(s)
    for _ in range(700):
        if s.choice is None:
            break
        secret, a = s.choice.secret_from(s), s.sample(rng.randrange)
        s.log = []
        s.apply(a)
        before, seen = seen, visible(s)
        for side in game.sides:
            told = [e.text for e in s.log if not e.to or side in e.to] + [game.prompt_for(s, side)]
            told += [] if side in secret else [str(a)]
            words = {piece for text in told for word in re.findall(r"[\w/+-]+", text) for piece in word.split("+")}
            leaked = words & set(game.roster.names) - before[side] - seen[side] - own[side]
            assert not leaked, f"{side} reads of {leaked}: {told}"


@each_case
def test_bots_answer_with_legal_actions(case: Case) -> None:
    """Every level; in a title's first scenario at several states each, in the others at one."""
    w = walk(case)
    asked = [s for s in w.states if s.actor != CHANCE]
    levels = bots.levels(w.game)
    for i, level in enumerate(levels):
        for s in asked[i :: len(levels)][: 3 if case.states == STATES else 1]:
            bot = bots.make(level, w.game, str(s.actor), 1, budget=bots.Budget(4))
            before = s.checksum()
            found = bots.decide(bot, s)
            assert s.checksum() == before, f"{level} writes into the state it is asked about"
            assert s.check(found.action) is None, f"{level}: {found.action}: {s.check(found.action)}"
            assert found.reason


# the ledger -----------------------------------------------------------------------------------------------------
@each_title
def test_every_enforceable_paragraph_is_cited_by_code_and_by_tests(title: str) -> None:
    c = coverage(sandtable.load(title))
    d = c.data()
    assert not d["missing_in_code"], f"no code cites {', '.join(d['missing_in_code'])}"
    assert not d["missing_in_tests"], f"no test cites {', '.join(d['missing_in_tests'])}"
    assert not c.unknown, f"cited, but not in the ledger: {', '.join(c.unknown)}"


@each_title
def test_rulings_say_what_they_decide(title: str) -> None:
    ledger = sandtable.load(title).ledger()
    ids = [r.id for r in ledger.rulings]
    assert len(ids) == len(set(ids))
    for r in ledger.rulings:
        assert r.kind in ("ambiguity", "conflict", "gap", "misprint"), r.id
        assert r.alternatives, f"{r.id} names no alternatives"


@each_title
def test_titles_say_what_they_are(title: str) -> None:
    t = next(t for t in sandtable.games() if t.id == title)
    assert t.name
    assert sentence(t.summary), t.summary
    assert t.difficulty in ("easy", "medium", "hard")
    assert len(t.sides) == 2
    ids = [x.id for x in t.scenarios]
    assert len(ids) == len(set(ids))
    known = numbers(sandtable.load(title))
    for x in t.scenarios:
        assert x.turns >= 0, "0 stands for a game without a fixed end"
        assert sentence(x.summary), x.summary
    for o in t.options:
        assert o.default in o.choices
        assert len(o.choices) >= 2
        assert not o.rule or o.rule in known, f"option {o.name} cites {o.rule}"
