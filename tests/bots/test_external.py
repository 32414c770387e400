"""Programs as players: the line protocol, and what happens when a program does not keep to it."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.external import ALLOWED, NAMED, External, allow, answered, speak

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
PYTHON = f"exec:{sys.executable} {EXAMPLES / 'bot.py'}"
JAVASCRIPT = f"exec:node {EXAMPLES / 'bot.js'}"


@pytest.fixture(autouse=True)
def allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOWED, "1")


def program(tmp_path: Path, body: str) -> str:
    path = tmp_path / "program.py"
    path.write_text(f"import json, sys, time\n{body}\n")
    return f"{sys.executable} {path}"


def asked(command: str, seconds: float = 20.0) -> tuple[External, bots.Decision]:
    game = sandtable.load("across-suez-1980")
    bot = External(game, "israel", Random(1), command, "1")
    bot.seconds = seconds
    decision = bot.decide(game.start())
    bot.close()
    assert game.start().check(decision.action) is None
    return bot, decision


@pytest.mark.parametrize(
    "command",
    [
        PYTHON,
        pytest.param(JAVASCRIPT, marks=pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")),
    ],
)
@pytest.mark.parametrize("title", ["across-suez-1980", "suez-56"])
def test_the_example_bots_play_whole_games_without_trouble(command: str, title: str) -> None:
    game = sandtable.load(title)
    players = {side: bots.make(command, game, side, 3) for side in game.sides}
    s, _ = bots.play_out(game.start(), players, Random(3))
    assert s.outcome
    assert [p.troubles for p in players.values()] == [[], []]
    for p in players.values():
        p.close()


def test_our_bots_speak_the_protocol_and_play_as_they_do_at_home() -> None:
    command = f"exec:{sys.executable} -c 'from sandtable.cli import main; main()' bot across-suez-1980 greedy"
    game = sandtable.load("across-suez-1980")
    abroad, home = bots.make(command, game, "israel", 5), bots.make("greedy", game, "israel", 5)
    s = game.start()
    for _ in range(12):
        one, two = abroad.decide(s), home.decide(s)
        assert (one.action, one.reason) == (two.action, str(two.reason))
        s = s.play(one.action)
        while s.actor == "chance":
            s = s.play(next(s.options()))
    assert abroad.troubles == []
    abroad.close()


def test_a_program_that_is_late_loses_the_decision(tmp_path: Path) -> None:
    bot, decision = asked(
        program(tmp_path, "sys.stdin.readline(); print('{\"ready\": true}', flush=True); time.sleep(60)"), 0.5
    )
    assert bot.troubles == ["took too long"]
    assert "took too long" in decision.reason


def test_a_program_that_dies_is_started_again(tmp_path: Path) -> None:
    game = sandtable.load("across-suez-1980")
    bot = External(game, "israel", Random(1), program(tmp_path, "sys.exit(3)"), "1")
    for _ in range(2):
        bot.decide(game.start())
    assert bot.troubles == ["has ended", "has ended"]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ('{"action": "move Amir-1 0101"}', "which is refused"),
        ('{"action": "fly to the moon"}', "which is refused"),
        ("move Amir-1 1509", "no JSON object"),
        ("[1, 2]", "no JSON object"),
    ],
)
def test_an_answer_that_may_not_be_done_is_refused_by_the_rules(tmp_path: Path, answer: str, complaint: str) -> None:
    body = f"sys.stdin.readline(); print('{{\"ready\": true}}', flush=True); sys.stdin.readline(); print({answer!r}, flush=True); time.sleep(5)"
    bot, decision = asked(program(tmp_path, body))
    assert complaint in bot.troubles[0]
    assert complaint in decision.reason


def test_a_command_that_does_not_exist_is_reported() -> None:
    bot, _ = asked("no-such-program-anywhere")
    assert "cannot be started" in bot.troubles[0]


def test_programs_play_only_where_the_host_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sandtable.load("across-suez-1980")
    monkeypatch.delenv(ALLOWED)
    with pytest.raises(ValueError, match="does not allow"):
        bots.make(PYTHON, game, "israel")
    monkeypatch.setenv(NAMED, f"eager={PYTHON.removeprefix('exec:')}")
    assert isinstance(bots.make("exec:eager", game, "israel"), External)
    with pytest.raises(ValueError, match="it offers exec:eager"):
        bots.make("exec:rm", game, "israel")
    allow()
    assert isinstance(bots.make("exec:anything", game, "israel"), External)


def test_questions_are_answered() -> None:
    s = sandtable.load("across-suez-1980").start()
    assert answered(s, {"ask": "words"})["words"] == list(s.words())
    assert answered(s, {"ask": "options"})["options"] == [str(a) for a in s.options()]
    assert answered(s, {"ask": "check", "action": "end"})["legal"] == (s.check("end") is None)
    assert answered(s, {"ask": "check", "action": "move Amir-1 0101"})["refusal"]
    assert "error" in answered(s, {"ask": "spelled", "words": ["nonsense"]})
    assert "cannot answer" in answered(s, {"ask": "the way"})["error"]


def test_mistakes_of_the_host_are_answered_with_an_error() -> None:
    out = io.StringIO()
    lines = ["no json", '{"do": "decide"}', '{"do": "new", "game": "chess", "side": "white"}', '{"do": "sing"}']
    speak(lambda *_: None, sandtable.load, "across-suez-1980", io.StringIO("\n".join(lines)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == 4
    assert all("error" in a for a in answers)
