"""Records: text round trip, resuming, verifying, and one clear sentence for everything that is wrong with one."""

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.core import CHANCE
from sandtable.session import (
    Record,
    RecordError,
    ScriptedDice,
    SeededDice,
    Session,
    TypedDice,
    fork,
    verify,
    verify_dice,
)
from sandtable.session.writing import SECRET
from tests.core.toy import DATA
from tests.session.play import SEED, random_session

GAMES = ["toy", "toy/long", "across-suez-1980"]


def refused(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        verify_dice(Session.from_text(text))
    message = str(caught.value)
    assert "\n" not in message
    return message


# round trips ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_a_record_reads_back_as_it_was_written(game: str) -> None:
    session = random_session(game)
    assert session.outcome is not None
    text = session.record_text()
    assert Record.read(text).text() == text
    again = Session.from_text(text)
    assert again.record_text() == text
    assert again.states == session.states
    assert again.events == session.events
    assert again.state.outcome == session.state.outcome
    assert again.record.players == session.record.players
    assert verify_dice(again) == sum(e.actor == CHANCE for e in session.record.entries) > 0


def test_the_header_says_what_was_played() -> None:
    text = random_session("toy", options={"weather": "never"}).record_text()
    head = text.split("\n\n")[0].splitlines()
    assert head[0] == "sandtable record 1"
    assert "game: toy" in head
    assert 'options: {"weather": "never"}' in head
    assert "red: Ada" in head
    assert re.fullmatch(r"dice: seeded sha256:[0-9a-f]{64}", head[-1])
    assert SEED not in head
    assert text.endswith(f"seed: {SEED}\n")


def test_one_line_per_decision() -> None:
    lines = [x for x in random_session().record_text().splitlines() if x[:1].isdigit()]
    for i, line in enumerate(lines, 1):
        assert re.fullmatch(rf"{i}\. (red|blue|chance): [^#@]+( @\d+(:\d+-\d+/\d+)?)? #[0-9a-f]{{8}}", line)


def test_names_cannot_write_lines_of_their_own() -> None:
    session = random_session("toy", decisions=3)
    session.record.players["red"] = "Ada\nseed: 1234\r\n1. red: end"
    session.record.title = "A\n\nB"
    again = Session.from_text(session.record_text())
    assert again.record.players["red"] == "Ada seed: 1234 1. red: end"
    assert again.record.title == "A B"
    assert again.record.seed == ""


def test_comments_are_passed_over() -> None:
    text = random_session("toy", decisions=5).record_text()
    noted = text.replace("\n2. ", "\n; a fine move\n;\n2. ") + "; to be continued\n"
    assert Session.from_text(noted).record_text() == text


def test_line_ends_of_other_systems_are_read() -> None:
    text = random_session("toy", decisions=5).record_text()
    assert Session.from_text(text.replace("\n", "\r\n")).record_text() == text


@pytest.mark.parametrize("game", ["toy", "across-suez-1980"])
def test_resume_at_any_decision(game: str, tmp_path: Path) -> None:
    """A save goes on exactly as if it had never been left."""
    whole = random_session(game, seed=5)
    file = tmp_path / "game.record"
    step = 1 if game == "toy" else 23
    for n in range(0, len(whole.record.entries), step):
        half = Session(whole.game, dice=SeededDice(SEED), players=whole.record.players)
        while len(half.record.entries) < n:
            half.play(whole.record.entries[len(half.record.entries)].action)
        half.save(file)
        resumed = Session.load(file)
        assert resumed.states == half.states
        while resumed.outcome is None:
            resumed.play(whole.record.entries[len(resumed.record.entries)].action)
        assert resumed.record_text() == whole.record_text()


def test_a_save_keeps_the_seed_and_a_copy_to_hand_out_does_not(tmp_path: Path) -> None:
    session = random_session("toy", decisions=8)
    session.save(tmp_path / "mine")
    session.save(tmp_path / "public", seed=False)
    assert SEED in (tmp_path / "mine").read_text(encoding="utf-8")
    assert SEED not in (tmp_path / "public").read_text(encoding="utf-8")
    assert isinstance(Session.load(tmp_path / "mine").dice, SeededDice)
    public = Session.load(tmp_path / "public")
    assert public.states == session.states
    assert isinstance(public.dice, TypedDice)
    with pytest.raises(RecordError, match="the seed is not revealed yet"):
        verify_dice(public)


# tampering ------------------------------------------------------------------------------------------------------
SESSION = "across-suez-1980"


@pytest.fixture(scope="module")
def good() -> str:
    return random_session(SESSION, seed=3).record_text()


def entry(text: str, pattern: str, skip: int = 0) -> tuple[int, str]:
    """Number and text of the first entry line that matches."""
    found = [x for x in text.splitlines() if x[:1].isdigit() and re.search(pattern, x)]
    return int(found[skip].split(".")[0]), found[skip]


def test_a_changed_action(good: str) -> None:
    n, line = entry(good, r": move ", skip=2)
    unit = line.split()[3]
    other = re.sub(r"move \S+ \S+", "end", line)
    assert refused(good.replace(line, other)).startswith(f"entry {n}: after 'end' the state has checksum ")
    assert refused(good.replace(line, line.replace(unit, "Nobody"))).startswith(f"entry {n}: move Nobody ")


def test_an_illegal_action_cites_its_rule(good: str) -> None:
    n, line = entry(good, r": move ", skip=2)
    path = line.split()[4]
    message = refused(good.replace(line, line.replace(path, path.split("-")[0] + "-0101")))
    assert message.startswith(f"entry {n}: move ")
    assert re.search(r"\[\d", message)


def test_a_changed_checksum(good: str) -> None:
    n, line = entry(good, "", skip=10)
    bad = line[:-8] + "00000000"
    assert f"entry {n}: after " in refused(good.replace(line, bad))
    assert "the record says 00000000" in refused(good.replace(line, bad))


def test_a_removed_line(good: str) -> None:
    n, line = entry(good, "", skip=10)
    at = good.splitlines().index(line) + 1
    assert refused(good.replace(line + "\n", "")) == f"line {at}: entry {n + 1} stands where entry {n} should be"


def test_a_record_cut_in_the_middle_of_a_line(good: str) -> None:
    n, line = entry(good, "", skip=10)
    at = good.splitlines().index(line) + 1
    cut = good[: good.index(line) + len(line) // 2]
    message = refused(cut)
    assert message.startswith(f"line {at}: the record is cut short in the middle of this line: '{n}. ")


def test_the_wrong_seed(good: str) -> None:
    assert "the seed does not fit the commitment in the header" in refused(good.replace(SEED, SEED[::-1]))


def without_checksums(text: str) -> str:
    return re.sub(r" #[0-9a-f]{8}$", "", text, flags=re.MULTILINE)


def test_another_die_is_found_even_without_checksums(good: str) -> None:
    """Only the last roll, so that the rest still replays."""
    bare = without_checksums(good)
    rolls = [x for x in bare.splitlines() if ": roll " in x]
    tried = 0
    for line in reversed(rolls):
        rolled = re.search(r"roll (\d)", line)
        assert rolled is not None
        for die in range(1, 7):
            other = line.replace(f"roll {rolled[1]}", f"roll {die}")
            try:
                session = Session.from_text(bare.replace(line + "\n", other + "\n"))
            except RecordError:
                continue
            if die == int(rolled[1]):
                verify_dice(session)
                continue
            tried += 1
            n = line.split(".")[0]
            with pytest.raises(
                RecordError, match=rf"^entry {n}: the record says 'roll {die}', the committed dice say "
            ):
                verify_dice(session)
        if tried:
            return
    pytest.fail("no roll could be changed without breaking the game: choose another seed")


def test_a_skipped_draw(good: str) -> None:
    n, line = entry(good, "@2 ")
    later = {f"@{k} " for k in range(2, 1000)}
    bad = re.sub(r"@(\d+) ", lambda m: f"@{int(m[1]) + 1} " if m[0] in later else m[0], good)
    assert refused(bad) == f"entry {n}: uses draw 3 of the dice where draw 2 was due"
    assert line.split()[1] == "chance:"


def test_a_wrong_actor(good: str) -> None:
    n, line = entry(good, ": end")
    side = line.split()[1][:-1]
    other = "egypt" if side == "israel" else "israel"
    assert (
        refused(good.replace(line, line.replace(side, other)))
        == f"entry {n}: {other} acts, but it is for {side} to decide"
    )


def test_a_line_after_the_end(good: str) -> None:
    n = good.count("#") + 1
    more = good.replace("\n\nresult:", f"\n{n}. israel: end\n\nresult:")
    assert refused(more) == f"entry {n}: 'end' comes after the end of the game"


def test_another_result(good: str) -> None:
    line = next(x for x in good.splitlines() if x.startswith("result: "))
    assert refused(good.replace(line, "result: nobody, at all")).startswith("the record says “nobody, at all”, but")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "sandtable record 1",
            "sandtable record 9",
            "line 1: not a record: the first line must be “sandtable record 1”",
        ),
        ("dice: ", "dice: \0", "line 7: a record is plain text; this line holds a NUL character"),
        (
            "game: across-suez-1980",
            "game: across-suez-1890",
            "the header: there is no game called 'across-suez-1890'; did you",
        ),
        ("game: across-suez-1980\n", "", "the record's header has no line “game: ...”"),
        ("game: across-suez-1980", "game: across-suez-1980/x", "the header: across-suez-1980 has no scenario 'x'"),
        ("rules: ", "rulers: ", "the record's header has no line “rules: ...”"),
        ("dice: ", "options: {oops\ndice: ", "the header's options are not readable: '{oops'"),
        ("dice: ", "options: [1]\ndice: ", "the header's options are not readable: '[1]'"),
        ("dice: ", "options: " + "[" * 100_000 + "\ndice: ", "the header's options are not readable: '[[[["),
        ("dice: ", 'options: {"cavalry": []}\ndice: ', "the header: option cavalry: [] is not one of"),
        ("dice: ", 'options: {"fog": true}\ndice: ', "the header: across-suez-1980 has no option 'fog'"),
        ("dice: ", "forked: many\ndice: ", "the header's “forked” is no number: 'many'"),
        (
            "dice: ",
            "overlay: 0123456789abcdef\ndice: ",
            "the game was played with the component files with hash 0123456",
        ),
        ("\n1. ", "\nsomething\n1. ", "line 9: not a line of a record: 'something'"),
        (
            "\n1. ",
            "\n; lines 3 to 2 taken back by consent, dice 0 to 0 discarded\n1. ",
            "line 9: cannot take back 3 to 2",
        ),
    ],
)
def test_a_bad_header_or_line(good: str, old: str, new: str, message: str) -> None:
    assert old in good
    assert message in refused(good.replace(old, new, 1))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_changed_the_answer_is_a_record_error(seed: int) -> None:
    """Random damage either does no harm or is refused with a sentence; nothing else ever happens."""
    rng = Random(seed)
    session = random_session("toy", seed=seed)
    session.take_back(5)
    good = session.record_text() + f"seed: {SEED}\n"
    for _ in range(60):
        lines = good.split("\n")
        for _ in range(rng.randrange(1, 3)):
            i, k = rng.randrange(len(lines)), rng.randrange(len(lines))
            damage = rng.randrange(5)
            if damage == 0:
                del lines[i]
            elif damage == 1:
                lines[i], lines[k] = lines[k], lines[i]
            elif damage == 2:
                lines.insert(i, lines[k])
            elif damage == 3:
                lines[i] = lines[i].replace(
                    rng.choice("0123456789abcdef-: "), rng.choice("0123456789abcdef-: #@\0é"), 1
                )
            else:
                lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
        with suppress(RecordError):
            verify_dice(Session.from_text("\n".join(lines)))


def test_files_that_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="there is no file"):
        Session.load(tmp_path / "none")
    with pytest.raises(RecordError, match="is not a text file"):
        Session.load(tmp_path)
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(RecordError, match="is not a text file"):
        Session.load(tmp_path / "picture")
    (tmp_path / "empty").write_text("")
    with pytest.raises(RecordError, match="line 1: not a record"):
        Session.load(tmp_path / "empty")


# overlays -------------------------------------------------------------------------------------------------------
def test_a_record_wants_the_components_it_was_played_with(tmp_path: Path) -> None:
    text = (DATA / "counters.toml").read_text(encoding="utf-8")
    (tmp_path / "counters.toml").write_text(text.replace("strength = 3", "strength = 5"), encoding="utf-8")
    session = Session(sandtable.load("toy", tmp_path), dice=SeededDice(SEED))
    session.play("plan push", "end")
    record = session.record_text()
    assert f"overlay: {session.game.source.overlay_hash()}\n" in record
    assert "load it with those" in refused(record)
    assert Session.from_text(record, overlay=tmp_path).states == session.states
    (tmp_path / "counters.toml").write_text(text.replace("strength = 3", "strength = 6"), encoding="utf-8")
    with pytest.raises(RecordError, match="with hash"):
        Session.from_text(record, overlay=tmp_path)
    assert sandtable.load("toy", tmp_path).strength[0] == 6, "an edited overlay is read again"
    assert session.game.strength[0] == 5
    assert session.record_text() == record, "a game in progress goes on as it began"
    assert sandtable.load("toy", tmp_path) is sandtable.load("toy", tmp_path)


# secrets --------------------------------------------------------------------------------------------------------
def test_the_other_side_does_not_find_secrets_in_its_record() -> None:
    session = random_session("toy", seed=2, decisions=12)
    plans = [e for e in session.record.entries if e.action.startswith("plan")]
    assert plans
    mine, theirs, spectator = (session.record_text(x) for x in ("red", "blue", "somebody"))
    assert all(e.action in mine for e in plans)
    for text in (theirs, spectator):
        assert "plan hold" not in text
        assert "plan push" not in text
        assert text.count(SECRET) == len(plans)
        assert "#" not in text, "a checksum of the whole state would let one guess the secret"
        assert SEED not in text
    assert "is secret: this is one side's copy" in refused(theirs)


def test_two_secrets_give_the_same_record_to_the_other_side() -> None:
    texts = []
    for plan in ("hold", "push"):
        session = Session(random_session("toy").game, dice=SeededDice(SEED))
        session.play(f"plan {plan}", "end")
        texts.append(session.record_text("blue"))
    assert texts[0] == texts[1]


def test_after_the_game_everything_is_open() -> None:
    session = random_session("toy")
    assert session.record_text("blue") == session.record_text()


# forks ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["toy", "across-suez-1980"])
def test_a_fork_starts_from_any_entry_with_fresh_dice(game: str) -> None:
    session = random_session(game, seed=4)
    n = len(session.record.entries) // 2
    other = fork(session, n)
    assert other.states[: n + 1] == session.states[: n + 1]
    assert other.record.forked == n
    assert other.record.dice != session.record.dice
    rng = Random(9)
    while other.actor:
        other.play(str(other.state.sample(rng.randrange)))
    again = Session.from_text(other.record_text())
    assert again.states == other.states
    with pytest.raises(RecordError, match=f"from another record up to entry {n}; name it"):
        verify_dice(again)
    assert [s.proved for s in verify(again, session)] == [True, True]
    assert session.outcome is not None
    assert fork(session, 0).state == session.states[0]
    with pytest.raises(ValueError, match="entries, not 100000"):
        fork(session, 100_000)


def test_scripted_and_typed_records_say_so() -> None:
    for dice, word in ((ScriptedDice([]), "scripted"), (TypedDice(), "typed")):
        text = Session(random_session("toy").game, dice=dice).record_text()
        assert f"dice: {word}\n" in text
        assert Session.from_text(text).record.dice == word
