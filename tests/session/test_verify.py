"""The whole truth about dice: what is proved, what cannot be verified, what is false; and a second verifier that agrees."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.core import CHANCE, Action, State
from sandtable.session import (
    DiceError,
    Record,
    RecordError,
    ScriptedDice,
    SeededDice,
    Session,
    SharedDice,
    TypedDice,
    fork,
    verify,
)
from sandtable.session.dice import commitment
from tests.session.play import SEED, random_session

SHARES = {"red": "11" * 16, "blue": "22" * 16}


def play_on(session: Session, seed: int, decisions: int = 100_000) -> Session:
    rng = Random(seed)
    for _ in range(decisions):
        if session.actor is None:
            break
        session.play(str(session.state.sample(rng.randrange)))
    return session


def shared(sides: tuple[str, ...] = ("red", "blue"), seed: str = SEED) -> Session:
    """A game whose dice these sides have a share in."""
    session = Session(sandtable.load("toy"), dice=SharedDice(("red", "blue"), seed))
    for side in sides:
        session.take_part(side, commitment=commitment(SHARES[side]))
    for side in sides if len(sides) == 2 else ():
        session.take_part(side, share=SHARES[side])
    return session


# a revealed seed is never used again ------------------------------------------------------------------------------
def test_a_take_back_after_the_end_goes_on_with_fresh_dice() -> None:
    session = random_session("toy", seed=8)
    assert session.record.seed == SEED
    n = len(session.record.entries)
    session.take_back(n - 20)
    assert isinstance(session.dice, SeededDice)
    assert session.dice.seed != SEED
    assert f"; from line 21 on fresh dice: {session.dice.description}\n" in session.record_text()
    assert session.dice.seed not in session.record_text()
    play_on(session, 3)
    again = Session.from_text(session.record_text())
    assert again.record.text() == session.record.text()
    assert [(s.source, s.proved) for s in verify(again)] == [("committed", True), ("committed", True)]
    draws = [e.draw for e in session.record.entries if e.draw]
    assert draws == sorted(set(draws)), "the numbers of the draws go on"


def test_a_take_back_after_an_end_by_agreement_goes_on_with_fresh_dice() -> None:
    session = random_session("toy", seed=8, decisions=30)
    session.end("red", "resigned")
    assert session.record.seed == SEED
    session.take_back(1)
    assert isinstance(session.dice, SeededDice)
    assert session.dice.seed != SEED


def test_a_game_loaded_after_its_end_goes_on_with_fresh_dice() -> None:
    again = Session.from_text(random_session("toy", seed=8).record_text())
    again.take_back(5)
    assert isinstance(again.dice, SeededDice)
    assert again.dice.seed != SEED


def test_a_second_reveal_is_followed_by_a_third_stream() -> None:
    session = random_session("toy", seed=8)
    for n in (2, 3):
        session.take_back(4)
        play_on(session, n)
    text = session.record_text()
    assert text.count("on fresh dice: ") == 2
    assert [line.partition(": ")[0] for line in text.splitlines()[-3:]] == ["seed", "seed 2", "seed 3"]
    assert all(s.proved for s in verify(Session.from_text(text)))


def test_people_who_go_on_without_the_seed_are_told_of() -> None:
    """A copy to hand out can be played on with real dice; the record shows where they begin."""
    session = Session.from_text(random_session("toy", seed=2, decisions=20).record_text())
    assert isinstance(session.dice, TypedDice)
    play_on(session, 1)
    assert "on fresh dice: typed" in session.record_text()
    assert [s.source for s in verify(Session.from_text(session.record_text()))] == ["unrevealed", "typed"]


# shares -----------------------------------------------------------------------------------------------------------
def test_dice_of_all_shares_depend_on_every_one_of_them() -> None:
    seeds = {shared().dice.seed}  # type: ignore[attr-defined]
    for side in SHARES:
        session = Session(sandtable.load("toy"), dice=SharedDice(("red", "blue"), SEED))
        others = {**SHARES, side: "33" * 16}
        for name, share in others.items():
            session.take_part(name, commitment=commitment(share))
        for name, share in others.items():
            session.take_part(name, share=share)
        seeds.add(session.dice.seed)  # type: ignore[attr-defined]
    seeds.add(shared(seed="another").dice.seed)  # type: ignore[attr-defined]
    assert len(seeds) == 4


def test_shares_are_committed_before_and_revealed_at_the_end() -> None:
    session = shared()
    assert all(f"{side}={commitment(share)}" in session.record_text() for side, share in SHARES.items())
    assert not any(share in session.record_text() for share in SHARES.values())
    play_on(session, 1)
    assert f"seed: server={SEED} red={SHARES['red']} blue={SHARES['blue']}\n" in session.record_text()
    (stretch,) = verify(Session.from_text(session.record_text()))
    assert stretch.proved
    assert "all as committed by the server and red and blue" in str(stretch)


@pytest.mark.parametrize(
    ("sides", "says"),
    [
        ((), "the server alone (red took no part) (blue took no part)"),
        (("red",), "the server alone (red gave its share too late) (blue took no part)"),
    ],
)
def test_a_missing_share_stops_nothing_and_is_seen(sides: tuple[str, ...], says: str) -> None:
    session = play_on(shared(sides), 1)
    assert session.outcome
    (stretch,) = verify(Session.from_text(session.record_text()))
    assert stretch.proved
    assert says in str(stretch)


def test_nobody_fits_his_share_to_the_others() -> None:
    session = Session(sandtable.load("toy"), dice=SharedDice(("red", "blue"), SEED))
    session.take_part("red", commitment=commitment(SHARES["red"]))
    with pytest.raises(DiceError, match="not everybody has committed yet"):
        session.take_part("red", share=SHARES["red"])
    with pytest.raises(DiceError, match="has committed already"):
        session.take_part("red", commitment=commitment("44" * 16))
    with pytest.raises(DiceError, match="has no part"):
        session.take_part("server", commitment=commitment("44" * 16))
    session.take_part("blue", commitment=commitment(SHARES["blue"]))
    with pytest.raises(DiceError, match="does not fit what blue committed to"):
        session.take_part("blue", share="44" * 16)
    session.take_part("red", share=SHARES["red"])
    play_on(session, 1)
    with pytest.raises(DiceError, match="too late"):
        session.take_part("blue", share=SHARES["blue"])


def test_a_single_handed_game_says_whose_dice_it_has() -> None:
    (stretch,) = verify(random_session("toy"))
    assert str(stretch).endswith("all as committed by the server alone")


def test_shared_dice_survive_a_save(tmp_path: Path) -> None:
    session = shared()
    play_on(session, 1, decisions=12)
    session.save(tmp_path / "game.record")
    again = Session.load(tmp_path / "game.record")
    assert play_on(again, 5).record_text() == play_on(session, 5).record_text()


# what forgeries are called -----------------------------------------------------------------------------------------
class Loaded(SeededDice):
    """A cheat's dice: at some rolls the answer is another one than the stream's, and the numbers may lie too."""

    def __init__(self, how: str, at: int) -> None:
        super().__init__(f"cheat {at}")
        self.how, self.at, self.calls = how, at, 0

    def answer(self, s: State) -> Action:
        self.calls += 1
        if self.calls != self.at:
            return super().answer(s)
        if self.how == "chosen":
            due = super().answer(s)
            return next((a for a in s.options() if a != due), due)
        if self.how == "skipped":
            self.used += 1
        elif self.how == "repeated" and self.used:
            self.used -= 1
        return super().answer(s)


def chosen(rng: Random, how: str) -> str:
    return play_on(Session(sandtable.load("toy"), dice=Loaded(how, rng.randrange(1, 4))), rng.random()).record_text()  # type: ignore[arg-type]


def finished(rng: Random) -> Session:
    kind = rng.randrange(3)
    if kind == 0:
        return play_on(Session(sandtable.load("toy"), dice=SeededDice(str(rng.random()))), rng.random())  # type: ignore[arg-type]
    return play_on(
        shared((), str(rng.random())) if kind == 1 else shared(seed=str(rng.randrange(10**9))), rng.randrange(99)
    )


def taken_back(rng: Random) -> str:
    session = finished(rng)
    for _ in range(rng.randrange(1, 3)):
        session.take_back(rng.randrange(1, len(session.record.entries)))
        play_on(session, rng.randrange(99))
    return session.record_text()


def forked(rng: Random) -> tuple[str, str | None]:
    parent = finished(rng)
    other = play_on(fork(parent, rng.randrange(len(parent.record.entries))), rng.randrange(99))
    text = other.record_text()
    match rng.randrange(4):
        case 0:
            return text, None
        case 1:
            return text, finished(rng).record_text()
        case 2:
            return text.replace("forked: ", "forked: 1"), parent.record_text()
    return text, parent.record_text()


def edited(rng: Random) -> str:
    """A finished record with one thing in its header, trailer or remarks changed; moves and checksums stand."""
    text = taken_back(rng) if rng.random() < 0.5 else finished(rng).record_text()
    lines = text.splitlines()
    rolls = [i for i, line in enumerate(lines) if " @" in line]
    i = rng.choice(rolls)
    number = re.search(r"\d+\. ", lines[i])
    assert number
    n = int(number[0][:-2])
    cheats: list[Callable[[], str]] = [
        lambda: text.replace("\nseed: ", "\nseed: 0"),
        lambda: re.sub(r"\nseed: .*", "", text),
        lambda: re.sub(r"sha256:(.)", lambda m: f"sha256:{(int(m[1], 16) + 1) % 16:x}", text, count=1),
        lambda: text.replace("\ndice: ", f"\nforked: {n}\ndice: "),
        lambda: re.sub(r"\ndice: .*", "\ndice: typed", text),
        lambda: re.sub(r"\ndice: .*", "\ndice: from my uncle", text),
        lambda: "\n".join([*lines[:i], lines[i].replace(" @", " @1"), *lines[i + 1 :]]) + "\n",
        lambda: "\n".join([*lines[:i], re.sub(r" @[\d:/-]+", "", lines[i]), *lines[i + 1 :]]) + "\n",
        lambda: (
            "\n".join(
                [
                    *lines[:i],
                    f"; from line {n} on fresh dice: {SeededDice('mine').description}",
                    *lines[i:],
                    "seed 2: mine",
                ]
            )
            + "\n"
        ),
        lambda: (
            "\n".join([*lines[:i], f"; lines {n} to {n + 3} taken back by consent, dice 1 to 9 discarded", *lines[i:]])
            + "\n"
        ),
        lambda: (
            "\n".join([*lines[:i], f"; lines {n} to {n} taken back by consent, dice 1 to 1 discarded", *lines[i:]])
            + "\n"
        ),
        lambda: re.sub(r"server=([0-9a-f]+) red=(\w+)", r"red=\2 server=\1", text),
        lambda: re.sub(r"red=[0-9a-f]{32} ", "", text),
    ]
    return rng.choice(cheats)()


def agreed(n: int, rng: Random) -> str:
    """A game that its players ended before the rules did."""
    session = play_on(Session(sandtable.load("toy"), dice=SeededDice(f"agreed {n}")), n, rng.randrange(60))
    if not session.over:
        session.end("", "a draw is agreed")
    return session.record_text()


def generated(n: int) -> tuple[str, str | None]:
    """A record, honest or not, and perhaps the parent that somebody names for it."""
    rng = Random(f"verify {n}")
    match n % 8:
        case 0:
            return (agreed(n, rng) if n % 16 else finished(rng).record_text()), None
        case 1:
            return taken_back(rng), None
        case 2:
            return forked(rng)
        case 3 | 4 | 5:
            return edited(rng), None
        case 6:
            return chosen(rng, rng.choice(("chosen", "skipped", "repeated"))), None
    dice = rng.choice([TypedDice(), ScriptedDice([]), SeededDice("open")])
    return play_on(Session(sandtable.load("toy"), dice=dice), n, rng.randrange(60)).record_text(), None


def python_says(text: str, parent: str | None) -> tuple[str, list[tuple[int, int, str, int, bool]], int]:
    try:
        session = Session.from_text(text)
        found = verify(session, Session.from_text(parent) if parent else None)
    except RecordError:
        return "false", [], 0
    verdict = "proved" if all(s.proved for s in found) else "unproved"
    rolls = sum(b.last_draw - b.first_draw + 1 for b in session.record.take_backs if b.first_draw)
    return verdict, [(s.first, s.last, s.source, s.rolls, s.proved) for s in found], rolls


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("many", [240, pytest.param(1000, marks=pytest.mark.slow)])
def test_the_second_verifier_agrees_on_a_thousand_records_forgeries_included(many: int) -> None:
    cases = [generated(n) for n in range(many)]
    answer = subprocess.run(
        ["node", str(Path(__file__).with_name("verify_many.mjs"))],
        input="".join(json.dumps(case) + "\n" for case in cases),
        capture_output=True,
        text=True,
        check=True,
    )
    verdicts: Counter[str] = Counter()
    taken = 0
    for n, (case, line) in enumerate(zip(cases, answer.stdout.splitlines(), strict=True)):
        theirs = json.loads(line)
        verdict, stretches, taken_back = python_says(*case)
        assert theirs["verdict"] == verdict, (n, theirs, stretches, case[0])
        assert [
            tuple(s[k] for k in ("first", "last", "source", "rolls", "proved")) for s in theirs["stretches"]
        ] == stretches
        assert theirs["takenBack"] == taken_back, (n, case[0])
        taken += taken_back
        verdicts[verdict] += 1
    assert taken > many // 10
    assert min(verdicts[v] for v in ("proved", "unproved", "false")) > many // 7, verdicts


@pytest.mark.parametrize("how", ["chosen", "skipped", "repeated"])
def test_loaded_dice_are_found_out(how: str) -> None:
    session = play_on(Session(sandtable.load("toy"), dice=Loaded(how, 2)), 4)
    with pytest.raises(RecordError, match=r"the committed dice say|was due"):
        verify(Session.from_text(session.record_text()))


def test_numbers_that_do_not_mean_the_answer_are_refused() -> None:
    """The small verifier takes them from the record; the rules know better."""
    text = next(t for n in range(20) if ":0-1/3" in (t := random_session("toy", seed=n).record_text()))
    with pytest.raises(RecordError, match=r"is 0-1/3 of its draw, the record says 0-2/3"):
        Session.from_text(text.replace(":0-1/3", ":0-2/3", 1))


def test_chosen_fresh_dice_in_the_middle_are_not_proved() -> None:
    """Whoever writes a record could try seeds until one pleases him, so fresh dice need a take-back that asked for them."""
    session = random_session("toy", seed=8)
    i = next(i for i, e in enumerate(session.record.entries) if e.actor == CHANCE)
    new = fork(session, i, SeededDice("chosen"))
    text = play_on(new, 1).record_text()
    head = SeededDice("first").description
    text = text.replace(f"forked: {i}\ndice: {SeededDice('chosen').description}", f"dice: {head}")
    text = text.replace(
        f"\n{i + 1}. ", f"\n; from line {i + 1} on fresh dice: {SeededDice('chosen').description}\n{i + 1}. "
    )
    text = text.replace("\nseed: chosen", "\nseed: first\nseed 2: chosen")
    stretches = verify(Session.from_text(text))
    assert [s.proved for s in stretches] == [True, False]
    assert "nobody can tell when they were committed" in str(stretches[1])


def test_the_record_of_a_running_game_never_shows_the_seed_in_use() -> None:
    session = random_session("toy", seed=8)
    session.take_back(5)
    seed = session.dice.seed  # type: ignore[attr-defined]
    session.record.reveal(seed)  # whatever a caller keeps there
    assert seed not in session.record_text()
    assert Record.read(session.record_text()).revealed == ""
