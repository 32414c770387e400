"""What is sent is plain English; what its sentences are made of travels beside it."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import sandtable
from sandtable.core import Listing, Term, say
from sandtable.core.sentences import heard
from sandtable.server.encode import dumps, state_text

from .table import Server


def test_sentences_travel_beside_their_english() -> None:
    units = Listing([Term("unit", "16/4"), Term("unit", "I/25")])
    text = say("{units} {units#stays|stay} in {hex}", units=units, hex=Term("hex", "0910"))
    told = json.loads(
        dumps({"prompt": text, "names": [Term("unit", "16/4")], "plain": say("No value"), "n": Counter("a")})
    )
    said = told.pop("said")
    assert told == {"prompt": "16/4 and I/25 stay in 0910", "names": ["16/4"], "plain": "No value", "n": {"a": 1}}
    assert list(said) == [text]
    again = heard({"text": text, **said[text]})
    assert again == text
    assert again.template == text.template


def test_what_cannot_be_told_is_an_error() -> None:
    with pytest.raises(TypeError):
        dumps({"x": object()})


def test_a_table_tells_its_prompt_and_log_with_their_parts(server: Server) -> None:
    made = server.new("across-suez-1980")
    state = server.state(made["table"], made["owner"])
    assert state["prompt"] in state["said"]
    server.act(made["table"], made["owner"], "move Erez-3 0813")
    entry = server.state(made["table"], made["owner"])["entries"][-1]
    told = entry["events"][0]["text"]
    assert entry["said"][told]["id"] == "{unit} moves {start} to {end}."
    assert entry["events"][0]["about"] == "move"
    assert entry["events"][0]["units"] == ["Erez-3"]


def test_a_position_is_kept_however_long_its_numbers_are() -> None:
    """Sets of hexes go over 64 bits."""
    s, rng = sandtable.load("musketeer").start(), Random(5)
    for _ in range(220):
        assert s.game.from_json(json.loads(state_text(s))) == s
        s.apply(s.sample(rng.randrange))
