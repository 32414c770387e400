"""A record that somebody has changed is refused, harmless, or called what it is: never taken for another game that is proved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

import sandtable
from sandtable.session import RecordError, SeededDice, Session, verify

TITLES = [t.id for t in sandtable.games()]
DECISIONS = 45
PRINTABLE = "".join(map(chr, range(32, 127)))
Mutation = Callable[[list[str], Random], list[str]]


@cache
def record(title: str) -> str:
    """The beginning of a random game, with the seed of its dice."""
    rng = Random(f"mutations {title}")
    session = Session(sandtable.load(title), dice=SeededDice("mutations"))
    for _ in range(DECISIONS):
        if session.actor:
            session.play(str(session.state.sample(rng.randrange)))
    return session.record_text() + ("" if session.outcome else "seed: mutations\n")


def body(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if line[:1].isdigit()]


def byte(lines: list[str], rng: Random) -> list[str]:
    text = "\n".join(lines)
    i = rng.randrange(len(text))
    return (text[:i] + rng.choice(PRINTABLE) + text[i + 1 :]).split("\n")


def byte_gone(lines: list[str], rng: Random) -> list[str]:
    text = "\n".join(lines)
    i = rng.randrange(len(text))
    return (text[:i] + text[i + 1 :]).split("\n")


def line_gone(lines: list[str], rng: Random) -> list[str]:
    i = rng.randrange(len(lines))
    return lines[:i] + lines[i + 1 :]


def line_twice(lines: list[str], rng: Random) -> list[str]:
    i = rng.randrange(len(lines))
    return lines[: i + 1] + lines[i:]


def lines_exchanged(lines: list[str], rng: Random) -> list[str]:
    i, k = rng.choice(body(lines)), rng.choice(body(lines))
    found = lines[:]
    found[i], found[k] = lines[k], lines[i]
    return found


def entries_exchanged(lines: list[str], rng: Random) -> list[str]:
    """The numbers stay where they are."""
    i, k = rng.choice(body(lines)), rng.choice(body(lines))
    found = lines[:]
    found[i] = lines[i].partition(". ")[0] + ". " + lines[k].partition(". ")[2]
    found[k] = lines[k].partition(". ")[0] + ". " + lines[i].partition(". ")[2]
    return found


def draws_exchanged(lines: list[str], rng: Random) -> list[str]:
    rolls = [i for i in body(lines) if " @" in lines[i]]
    if not rolls:
        return byte(lines, rng)
    found, i, k = lines[:], rng.choice(rolls), rng.choice(rolls)
    one, other = (re.search(r" @\d+", lines[n])[0] for n in (i, k))  # type: ignore[index]
    found[i], found[k] = lines[i].replace(one, other), lines[k].replace(other, one)
    return found


def roll_changed(lines: list[str], rng: Random) -> list[str]:
    rolls = [i for i in body(lines) if "chance: roll" in lines[i]]
    if not rolls:
        return byte(lines, rng)
    i = rng.choice(rolls)
    changed = re.sub(r"roll \d", f"roll {rng.randrange(1, 7)}", lines[i])
    if rng.random() < 0.5:
        changed = re.sub(r" #.*", "", changed)
    return [*lines[:i], changed, *lines[i + 1 :]]


def header_changed(lines: list[str], rng: Random) -> list[str]:
    i = rng.randrange(1, next(i for i, line in enumerate(lines) if not line))
    key, _, value = lines[i].partition(": ")
    return [
        *lines[:i],
        f"{key}: {rng.choice((value[::-1], '', '7', value + 'x', 'typed', 'null', '-1'))}",
        *lines[i + 1 :],
    ]


def header_added(lines: list[str], rng: Random) -> list[str]:
    n = rng.randrange(len(body(lines)) + 3)
    new = rng.choice(
        (f"forked: {n}", "result: west, by magic", 'options: {"x": 1}', "overlay: abc", "edition: 99", "dice: typed")
    )
    i = rng.randrange(1, next(i for i, line in enumerate(lines) if not line))
    return [*lines[:i], new, *lines[i:]]


def remark_added(lines: list[str], rng: Random) -> list[str]:
    i = rng.choice(body(lines))
    n = int(lines[i].partition(".")[0])
    new = rng.choice(
        (
            f"; lines {n} to {n + 2} taken back by consent, dice 1 to 2 discarded",
            f"; lines {n} to {n} taken back by consent, dice {n} to {n} discarded",
            f"; from line {n} on fresh dice: {SeededDice('mutations').description}",
            f"; from line {n} on fresh dice: typed",
            f"; from line {n} on rules edition 1, from this position: " + '{"game": "x"}',
            "; a remark",
        )
    )
    return [*lines[:i], new, *lines[i:]]


def cut(lines: list[str], rng: Random) -> list[str]:
    return [*lines[: rng.randrange(1, len(lines))], ""]


MUTATIONS: tuple[Mutation, ...] = (
    byte,
    byte,
    byte_gone,
    line_gone,
    line_twice,
    lines_exchanged,
    entries_exchanged,
    draws_exchanged,
    roll_changed,
    header_changed,
    header_added,
    remark_added,
    cut,
)


@cache
def truth(title: str) -> Session:
    return Session.from_text(record(title))


def called(title: str, text: str) -> str:
    """What becomes of a changed record; AssertionError when it passes for what it is not."""
    original = truth(title)
    true = [(e.actor, e.action) for e in original.record.entries]
    try:
        session = Session.from_text(text)
        proved = all(s.proved for s in verify(session))
    except RecordError as e:
        return "refused" if str(e) and "\n" not in str(e) else f"refused without a sentence: {e}"
    told = [(e.actor, e.action) for e in session.record.entries[: len(true)]]
    if session.record.game == original.record.game and told == true[: len(told)]:
        return "harmless" if proved else "reported"
    assert not proved, f"another game passes for proved:\n{text}"
    return "reported"


def mutate(title: str, count: int) -> Counter[str]:
    lines = record(title).split("\n")
    found: Counter[str] = Counter()
    for n in range(count):
        rng = Random(f"{title} {n}")
        mutation = MUTATIONS[n % len(MUTATIONS)]
        text = "\n".join(mutation(lines, rng))
        try:
            found[called(title, text)] += 1
        except AssertionError:
            raise
        except Exception as e:
            raise AssertionError(f"{mutation.__name__} {n}: {type(e).__name__}: {e}\n{text}") from e
    return found


@pytest.mark.parametrize("title", TITLES)
def test_fifty_mutations(title: str) -> None:
    assert called(title, record(title)) == "harmless"
    found = mutate(title, 52)
    assert set(found) <= {"refused", "harmless", "reported"}
    assert found["refused"] > 15


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_thousand_mutations(title: str) -> None:
    found = mutate(title, 1000)
    assert set(found) <= {"refused", "harmless", "reported"}
    assert sum(found.values()) == 1000
    assert found["refused"] > 400
    print(title, dict(found))
