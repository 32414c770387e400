"""Dice: uniform, committed, never used twice; typed by people; or scripted."""

import hashlib
from collections import Counter
from itertools import pairwise

import pytest

import sandtable
from sandtable.core import CHANCE, IllegalAction
from sandtable.session import RecordError, ScriptedDice, SeededDice, Session, TypedDice, verify_dice
from sandtable.session.dice import chance_answer, commitment
from tests.core.toy import ToyState
from tests.session.play import SEED, random_session


def waiting(frame: str) -> ToyState:
    return sandtable.load("toy").position(f'toy\n> {frame}\n> Movement {{"side": "blue"}}\n')


def chi_square(counts: Counter[str], expected: dict[str, float]) -> float:
    assert set(counts) == set(expected)
    return sum((counts[k] - e) ** 2 / e for k, e in expected.items())


@pytest.mark.parametrize("seed", ["one", "two", SEED])
def test_single_dice_are_uniform(seed: str) -> None:
    s, dice, n = waiting('Roll {"purpose": "test"}'), SeededDice(seed), 6000
    counts = Counter(str(dice.answer(s)) for _ in range(n))
    assert chi_square(counts, {f"roll {i}": n / 6 for i in range(1, 7)}) < 20.5  # 5 degrees of freedom, p = 0.001


def test_pairs_of_dice_are_uniform() -> None:
    s, dice, n = waiting('Roll {"purpose": "test", "count": 2}'), SeededDice("pairs"), 7200
    counts = Counter(str(dice.answer(s)) for _ in range(n))
    pairs = {f"roll {i} {k}": n / 36 for i in range(1, 7) for k in range(1, 7)}
    assert chi_square(counts, pairs) < 66.6  # 35 degrees of freedom


def test_one_roll_tells_nothing_about_the_next() -> None:
    s, dice, n = waiting('Roll {"purpose": "test"}'), SeededDice("row"), 7200
    rolls = [str(dice.answer(s))[-1] for _ in range(n + 1)]
    counts = Counter(a + b for a, b in pairwise(rolls))
    assert chi_square(counts, {f"{i}{k}": n / 36 for i in range(1, 7) for k in range(1, 7)}) < 66.6


def test_draws_follow_their_weights() -> None:
    s, dice, n = waiting('Draw {"purpose": "w", "names": ["sun", "sun", "storm"]}'), SeededDice("draws"), 6000
    counts = Counter(str(dice.answer(s)) for _ in range(n))
    assert chi_square(counts, {"draw sun": n * 2 / 3, "draw storm": n / 3}) < 10.8  # 1 degree of freedom


def test_a_draw_depends_on_seed_and_number_alone() -> None:
    s = waiting('Roll {"purpose": "test"}')
    dice = SeededDice("again")
    rolls = [dice.answer(s) for _ in range(20)]
    assert rolls == [chance_answer("again", n, s) for n in range(1, 21)]
    assert SeededDice("again", used=7).answer(s) == rolls[7]


def test_fresh_seeds_differ() -> None:
    assert SeededDice().seed != SeededDice().seed
    assert len(SeededDice().seed) == 32


def test_the_commitment_can_be_checked_by_hand() -> None:
    by_hand = "sha256:" + hashlib.sha256(b"sandtable dice abc").hexdigest()
    assert commitment("abc") == SeededDice("abc").commitment == by_hand
    assert SeededDice("abc").description == f"seeded {by_hand}"


def test_a_roll_can_be_checked_by_hand() -> None:
    """The arithmetic that docs/records.md gives."""
    s = waiting('Roll {"purpose": "test"}')
    number = int.from_bytes(hashlib.sha256(b"abc:1:0").digest()[:8], "big")
    assert str(chance_answer("abc", 1, s)) == f"roll {number % 6 + 1}"


class Waiting:
    """Stands for a decision of chance with n equally likely answers."""

    def __init__(self, n: int) -> None:
        self.n = n

    def sample(self, pick):
        return pick(self.n)


def test_numbers_that_would_favour_low_faces_are_passed_over() -> None:
    n = (1 << 63) + 1  # nearly half of all numbers lie beyond the last whole multiple
    passed = 0
    for number in range(1, 40):
        for tries in range(100):
            value = int.from_bytes(hashlib.sha256(f"abc:{number}:{tries}".encode()).digest()[:8], "big")
            if value < n:
                break
            passed += 1
        assert chance_answer("abc", number, Waiting(n)) == value
    assert passed > 10


def test_the_seed_is_revealed_at_the_end_and_not_before() -> None:
    running = random_session("toy", decisions=10)
    assert SEED not in running.record_text()
    over = random_session("toy")
    assert over.record.seed == SEED
    assert over.record.dice == f"seeded {commitment(SEED)}"
    assert verify_dice(over) > 0


# people roll ----------------------------------------------------------------------------------------------------
def attack(session: Session) -> None:
    """Bring the game to a roll."""
    session.play(
        "plan hold", "move R-1 0301", "end", "end", "move B-b 0401", "end", "attack R-1", "with B-b", "confirm"
    )


def test_typed_dice_wait_for_people() -> None:
    session = Session(sandtable.load("toy"), dice=TypedDice())
    attack(session)
    assert session.actor == CHANCE
    with pytest.raises(IllegalAction, match="is no roll"):
        session.play("roll 7")
    session.play("4")
    assert session.actor != CHANCE
    assert session.record.entries[-1].action == "roll 4"
    assert session.record.entries[-1].draw == 0
    again = Session.from_text(session.record_text())
    assert again.states == session.states
    with pytest.raises(RecordError, match="cannot be verified"):
        verify_dice(again)


def test_scripted_dice_give_their_list_and_then_wait() -> None:
    session = Session(sandtable.load("toy"), dice=ScriptedDice([5, "draw storm"]))
    attack(session)
    assert session.state.dice == (5,)
    session.play("end")
    assert session.state.drawn == "storm"
    session.play("plan hold", "end", "end", "end", "end")
    assert session.actor == CHANCE
