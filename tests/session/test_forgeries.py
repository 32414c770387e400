"""Records changed in ways a forger or a bad copy would choose; both verifiers are asked, and neither is taken in."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import sandtable
from sandtable.cli.app import app
from sandtable.session import Record, RecordError, SeededDice, Session, verify
from sandtable.session.dice import commitment
from sandtable.session.entries import Continuation

from .play import random_session
from .test_verify import agreed, finished, play_on, python_says, taken_back

Lines = list[str]
Forgery = Callable[[Lines, Random], Lines]
MINE = SeededDice("mine").description
SPACES = ("  ", "\t", "\u00a0", "\u2028", "\x0b", "\x1c", "\x85", "\ufeff", "\u200b")
EASTERN = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


@cache
def honest(n: int) -> str:
    rng = Random(f"honest {n}")
    kinds = (lambda: finished(rng).record_text(), lambda: taken_back(rng), lambda: agreed(n, rng))
    return kinds[n % 3]()


def entries(lines: Lines, form: str = r"\d+\. ") -> list[int]:
    """Where lines of this form stand; the first entry where none does."""
    found = [i for i, x in enumerate(lines) if re.match(form, x)]
    return found or entries(lines)


def at(lines: Lines, i: int, *new: str) -> Lines:
    return [*lines[:i], *new, *lines[i + 1 :]]


def before(lines: Lines, rng: Random, *remarks: str) -> Lines:
    """A remark of this kind before an entry, whose number is `{n}`."""
    i = rng.choice(entries(lines))
    n = int(lines[i].partition(".")[0])
    remark = rng.choice(remarks).replace("{n}", str(n)).replace("{n+2}", str(n + 2))
    return [*lines[:i], remark, *lines[i:]]


def everywhere(lines: Lines, rng: Random, form: str, *new: str) -> Lines:
    to = rng.choice(new)
    return [re.sub(form, to, x) for x in lines]


def one(lines: Lines, rng: Random, form: str, what: str, *new: str) -> Lines:
    i = rng.choice(entries(lines, form))
    return at(lines, i, re.sub(what, rng.choice(new), lines[i], count=1))


ROLL, DRAWN, MOVE = r"\d+\. chance: roll", r"\d+\. chance: ", r"\d+\. (red|blue)"
BACK = "taken back by consent, dice"
FORGERIES: dict[str, Forgery] = {
    "digits of another script": lambda x, r: at(x, i := r.choice(entries(x)), x[i].translate(EASTERN)),
    "a draw in another script": lambda x, r: at(
        x, i := r.choice(entries(x, DRAWN)), re.sub(r"@\d+", lambda m: m[0].translate(EASTERN), x[i])
    ),
    "a mark before the first line": lambda x, r: at(x, 0, r.choice(SPACES) + x[0] + r.choice(("", *SPACES))),
    "a NUL": lambda x, r: before(x, r, "; a\0b", "; note: a\0b"),
    "line ends": lambda x, r: [y + r.choice(("", "\r", "\r\r")) for y in x[:-1]] + [r.choice(("", "\r"))],
    "a seed with a number": lambda x, r: everywhere(x, r, "^seed: ", "seed 1: ", "seed 01: ", "seed 2: ", "seed ١: "),
    "one seed more": lambda x, r: [*x[:-1], r.choice(("seed 1: 00", "seed 0: x", "seed 99999: 1", "seedling: x")), ""],
    "a seed that says more": lambda x, r: everywhere(
        x, r, "^(seed[^:]*: .*)$", r"\1 ", r"\1 x=", r"\1\t", r"\1 red=00", "\\1\x1cy", "\\1\ufeff"
    ),
    "a seed in capitals": lambda x, r: [y.upper().replace("SEED", "seed") if y.startswith("seed") else y for y in x],
    "a take-back for ever": lambda x, r: before(
        x, r, *(f"; lines {{n}} to {9 * 10**k} {BACK} 1 to {8 * 10**k} discarded" for k in (9, 12, 30))
    ),
    "a take-back of nothing": lambda x, r: before(
        x,
        r,
        f"; lines {{n}} to {{n}} {BACK} 0 to 1 discarded",
        f"; lines {{n}} to {{n}} {BACK} 1 to 0 discarded",
        f"; lines {{n}} to {{n+2}} {BACK} 3 to 2 discarded",
        f"; lines {{n}} to {{n}} {BACK} 1 to 1 discarded ",
        f"; lines ٣ to ٩ {BACK} ١ to ٢ discarded",
    ),
    "strange fresh dice": lambda x, r: before(
        x,
        r,
        *(f"; from line {{n}} on fresh dice: {d}" for d in ("", " " + MINE, MINE + " ", "seeded", "seeded sha256:00")),
        *(
            f"; from line {{n}} on fresh dice: shared server={d}"
            for d in ("none", commitment("0" * 32) + " x=late:none")
        ),
    ),
    "numbers for a die": lambda x, r: one(
        x,
        r,
        ROLL,
        r"roll [\d ]+ (@\d+).*",
        *(rf"roll {k} \1:{n}" for k in (1, 6) for n in ("0-5/6", "0-0/1", "0-6/7", "5-0/6")),
    ),
    "numbers that mean more": lambda x, r: one(
        x, r, r".*:\d+-\d+/", r":(\d+)-(\d+)/(\d+).*", r":0-\3/\3", r":\2-\1/\3", r":0-0/0", r":0-0/1"
    ),
    "another space in an action": lambda x, r: one(x, r, r"\d+\. ", r"(: \w+) ", *(r"\1" + y for y in SPACES)),
    "another actor": lambda x, r: one(x, r, r"\d+\. ", r"\. \w+:", ". chance:", ". Chance:", ". red:", ". :"),
    "a draw where nobody rolls": lambda x, r: one(x, r, MOVE, "$| #", " @1 #", " @99 #", " @1:0-5/6 #"),
    "draws nobody numbered": lambda x, r: everywhere(x, r, r" @[\d:/-]+", "", " @0", " @-1"),
    "draws from the second on": lambda x, r: [re.sub(r" @(\d+)", lambda m: f" @{int(m[1]) + 1}", y) for y in x],
    "a line of the header": lambda x, r: at(
        x, 1, x[1], r.choice((": x", " : x", "constructor: 1", "__proto__: x", "note: x", "forked: ٣", "forked: 3 "))
    ),
    "a line of the header too late": lambda x, r: [
        *x[:-1],
        r.choice(("game: toy", "dice: typed", "forked: 3", "seed: x")),
        "",
    ],
    "other words for the dice": lambda x, r: everywhere(
        x,
        r,
        r"^dice: (\w+) (.*)$",
        r"dice: \1  \2",
        r"dice: \1 \2 ",
        r"dice: \1",
        "dice: shared ",
        r"dice: \1 \2 server=none",
    ),
    "a share more or less": lambda x, r: everywhere(
        x, r, r"^dice: (.*?)( red=\S+)?$", r"dice: \1 x=none", rf"dice: \1 ghost={commitment('0' * 32)}", r"dice: \1"
    ),
    "a promise called late": lambda x, r: everywhere(x, r, "=sha256:", "=late:sha256:", "=LATE:sha256:", "=SHA256:"),
    "a result of one's own": lambda x, r: everywhere(x, r, "^result: .*", "result: red, red wins", "result: "),
    "other rules from here on": lambda x, r: before(
        x,
        r,
        *(f"; from line {{n}} on rules edition 1, from this position: {s}" for s in ("{}", "[]", "null", "{" * 999)),
    ),
}


def forged(n: int) -> tuple[str, str]:
    """The name of the forgery, and the record."""
    rng = Random(f"forged {n}")
    name, change = list(FORGERIES.items())[n % len(FORGERIES)]
    return name, "\n".join(change(honest(n % 23).split("\n"), rng))


def played(text: str) -> list[tuple[str, list[str]]]:
    return [(e.actor, e.action.split()) for e in Record.read(text).entries]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_both_verifiers_say_the_same_of_three_hundred_forgeries() -> None:
    """But for what only the rules know: moves, whose turn it is, what a draw may mean, who won."""
    cases = [forged(n) for n in range(12 * len(FORGERIES))]
    assert len(cases) > 300
    answer = subprocess.run(
        ["node", str(Path(__file__).with_name("verify_many.mjs"))],
        input="".join(json.dumps([text, None]) + "\n" for _, text in cases),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    for n, ((name, text), line) in enumerate(zip(cases, answer.stdout.rstrip().split("\n"), strict=True)):
        theirs = json.loads(line)["verdict"]
        ours = python_says(text, None)[0]
        if ours == "false" != theirs:
            with pytest.raises(RecordError, match=r"^entry|^the record says|^the position"):
                Session.from_record(Record.read(text))  # the moves are wrong, not the dice
        else:
            assert (name, theirs) == (name, ours), text
        if ours == "proved":
            assert played(text) == played(honest(n % 23)), name


def test_a_die_that_brings_numbers_of_its_own_is_not_believed() -> None:
    """Neither where the rules are looked at nor where they are not."""
    form = r"chance: roll (\d)(.*) (@\d+) #.*"
    text = next(t for n in range(20) if re.search(form, t := random_session("toy", seed=n).record_text()))
    roll = next(x for x in text.split("\n") if re.search(form, x))
    lie = re.sub(form, lambda m: f"chance: roll {int(m[1]) % 6 + 1}{m[2]} {m[3]}:0-5/6", roll)
    with pytest.raises(RecordError, match="the record says 0-5/6"):
        Session.from_text(text.replace(roll, lie))


def going_on(text: str, session: Session, n: int) -> Session:
    """The record goes on after entry n by the present rules, from the position of the other game."""
    record = Record.read(text)
    record.entries, record.result, record.seed = record.entries[:n], "", ""
    record.continued = [
        Continuation(n, session.game.rules_edition, json.loads(json.dumps(session.states[n].to_json())))
    ]
    return Session.from_record(record)


def test_a_part_that_nobody_can_replay_is_never_called_proved(tmp_path: Path) -> None:
    """Whoever writes "other rules from here on" into a record chooses the position before."""
    session = random_session("toy", seed=3)
    n = next(i for i, e in enumerate(session.record.entries) if e.actor == "chance" and i > 3)
    false = session.record_text().replace(f"\n2. {session.record.entries[1].actor}:", "\n2. blue:", 1)
    forged = play_on(going_on(false, session, n), 1)
    assert forged.base == n
    assert all(s.proved for s in verify(forged) if s.rolls == 0)
    file = tmp_path / "forged.record"
    file.write_text(forged.record_text())
    result = CliRunner().invoke(app, ["replay", str(file)])
    assert result.exit_code == 3, result.output
    assert f"UNPROVED  entries 1 to {n}: another edition played them" in result.output
    facts = json.loads(CliRunner().invoke(app, ["replay", str(file), "--json"]).stdout)
    assert (facts["proved"], facts["replays"], facts["not_replayed"]) == (False, False, n)
    assert sandtable.load("toy").rules_edition == forged.record.played_by
