"""Prompts as people are spoken to: what to do now, in short sentences, without words of the command line, the paragraph behind."""

from __future__ import annotations

import re

import pytest

from .make import GOLDEN

LONGEST = 22
"""Words of a sentence, citations left out; names of many units count as one."""
COMMANDS = re.compile(
    r"\b(confirm|decline|default|then end|end the (movement |combat )?phase|one at a time, or end)\b", re.I
)
CITED = re.compile(r" ?\[[^\]]*\]")


def prompts() -> list[str]:
    """Every prompt of the reference games, each once."""
    lines = {
        x.strip()[1:-1]
        for p in GOLDEN.glob("*.txt")
        for x in p.read_text(encoding="utf-8").splitlines()
        if x.startswith("   (")
    }
    return sorted(lines)


def sentences(prompt: str) -> list[str]:
    return [x for x in re.split(r"(?<=[.?]) ", prompt) if x]


def test_there_are_prompts_of_every_title() -> None:
    assert len(prompts()) > 200


@pytest.mark.parametrize("word", ["confirm", "decline", "then end", "End the phase"])
def test_words_of_the_command_line_are_recognised(word: str) -> None:
    assert COMMANDS.search(f"Move units, {word}.")


def test_no_prompt_speaks_the_command_line() -> None:
    assert [p for p in prompts() if COMMANDS.search(p)] == []


def test_sentences_are_short() -> None:
    """Lists of names are long by themselves: everything up to "must", "may" and the like counts as one word."""
    long = []
    for p in prompts():
        for x in sentences(CITED.sub("", p)):
            words = re.sub(r"^.*?(?= (must|may|attack|attacks|share)\b)", "They", x).split()
            if len(words) > LONGEST and "can no longer win" not in p:
                long.append(x)
    assert long == []


def test_nothing_but_the_end_follows_a_citation() -> None:
    """The paragraph stands behind what it is about."""
    midway = [
        p for p in prompts() if re.search(r"\[[^\]]*\](?! (or|and) |[.,;] ?|$)", p) and "can no longer win" not in p
    ]
    assert midway == []


def test_nobody_is_shouted_at() -> None:
    assert [p for p in prompts() if "!" in p] == []
