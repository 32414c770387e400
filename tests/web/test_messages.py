"""Everything that can be read can be translated: what is said in play stands in the template, and a language is one folder."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import sandtable
from sandtable.core.sentences import Listing, Sentence, Term

WEB = Path(__file__).resolve().parents[2] / "web"
IN_A_ROW = re.compile(r"(\{part\d+\}[^{]*)+")
"""Sentences one after the other: nothing to translate but their parts."""
TITLES = [t.id for t in sandtable.games()]


@pytest.fixture(scope="module")
def messages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", WEB / "scripts/messages.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def known(messages: ModuleType) -> dict[str, list[str]]:
    return messages.messages()


def ids(x: object, names: tuple[str, ...]) -> Iterator[str]:
    """The messages that a text, or facts full of texts, are made of."""
    match x:
        case Sentence():
            if x.template and not IN_A_ROW.fullmatch(x.template):
                yield x.template
            for value in x.values.values():
                yield from ids(value, names)
        case Listing():
            for value in (*x.items, Sentence(x.last, {})):
                yield from ids(value, names)
        case Term() if x.kind not in names:
            yield str(x)
        case dict():
            for value in x.values():
                yield from ids(value, names)
        case list() | tuple():
            for value in x:
                yield from ids(value, names)


@pytest.mark.parametrize("title", TITLES)
def test_what_is_said_in_play_can_be_translated(title: str, messages: ModuleType, known: dict[str, list[str]]) -> None:
    game = sandtable.load(next(t for t in sandtable.games() if t.id == title).ids[0])
    s, rng, said = game.start(), Random(5), set[str]()
    tried = []
    for n in range(700):
        if s.actor is None:
            break
        a = s.sample(rng.randrange)
        tried.append(a)
        texts: list[object] = [s.prompt, s.choice.label(s, a), s.details(a)]
        if n % 10 == 0:
            texts += [s.view(game.sides[0]), *(r.text for x in tried[-6:] if (r := s.check(x)))]
        s = s.copy()
        s.log = []
        s.apply(a)
        said |= {id for text in (*texts, *(e.text for e in s.log)) for id in ids(text, messages.NAMES)}
    assert len(said) > 60
    assert sorted(said - known.keys()) == []


def test_the_words_of_the_page_can_be_translated(known: dict[str, list[str]]) -> None:
    assert {"Play", "{n} turn", "{n} turns", "Ring around {hex} removed.", "English"} - known.keys() <= {"English"}
    assert known["{n} turns"][0].startswith("web/src/")


def test_the_template_is_one_that_gettext_reads(
    messages: ModuleType, known: dict[str, list[str]], tmp_path: Path
) -> None:
    text = messages.template(known)
    assert text.count("\nmsgid ") == len(known) + 0
    if shutil.which("msgfmt"):
        (tmp_path / "messages.pot").write_text(text, encoding="utf-8")
        subprocess.run(["msgfmt", "-c", "-o", "/dev/null", tmp_path / "messages.pot"], check=True, capture_output=True)


@pytest.mark.slow
def test_a_language_is_one_folder(tmp_path: Path) -> None:
    """The client is built with a folder more, and nothing else: it has the language, and what it says in it."""
    there = tmp_path / "web"
    shutil.copytree(WEB, there, ignore=shutil.ignore_patterns("node_modules", "tests"))
    (there / "node_modules").symlink_to(WEB / "node_modules")
    folder = there / "src/words/languages/eo"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text('msgid "{n} turns"\nmsgstr "{n} vicoj"\n', encoding="utf-8")
    built = tmp_path / "src/sandtable/server/static"
    built.mkdir(parents=True)
    (tmp_path / "src/sandtable/render").symlink_to(WEB.parent / "src/sandtable/render")
    subprocess.run(["npx", "vite", "build"], cwd=there, check=True, capture_output=True)
    scripts = "".join(p.read_text(encoding="utf-8") for p in built.rglob("*.js"))
    assert "languages/eo/messages.po" in scripts
    assert "vicoj" in scripts


def test_no_line_of_the_client_is_longer_than_140_characters() -> None:
    sources = [p for p in (WEB / "src").rglob("*") if p.suffix in (".ts", ".tsx", ".css") and ".gen." not in p.name]
    lines = [
        (p.name, n)
        for p in sources
        for n, x in enumerate(p.read_text(encoding="utf-8").splitlines(), 1)
        if len(x) > 140
    ]
    assert lines == []


REGULAR = re.compile(r"(?<![\w)\]<}])\s*/(?![/*>\s])(?:[^/\\\n]|\\.)+/[gimsuy]*(?=[.,)\];\s]|$)")
QUOTED = re.compile(r"//.*$|/\*.*?\*/|^\s*\*.*$|'(?:[^'\\]|\\.)*'|`[^`]*`|\"[^\"]*\"")
READ_BY_PATTERN = {
    "films/film.ts": "lines of a film",
    "lessons/spot.tsx": "an action: a lesson's hint",
    "lobby/record.tsx": "the name of a file",
    "panel/log.tsx": "the head of a record",
    "panel/rules.tsx": "the number of a paragraph or ruling",
    "panel/survey.ts": "the first figure of a counter",
    "people/dice.tsx": "the seeds of a record",
    "people/players.tsx": "the address of this machine",
    "people/qr.ts": "bits",
    "server/links.ts": "a token",
    "shared/counter.tsx": "letters for a type without a symbol",
    "table/connection.ts": "an address",
    "words/catalogue.ts": "gettext's files",
    "words/index.ts": "templates",
    "words/template.ts": "templates",
}


def test_the_client_reads_no_sentence_by_a_pattern() -> None:
    """Regular expressions stand where a format is read, and nowhere else: sentences arrive as templates and values."""
    found = set()
    for p in (WEB / "src").rglob("*.ts*"):
        lines = p.read_text(encoding="utf-8").splitlines() if ".gen." not in p.name else []
        bare = [QUOTED.sub("''", x) for x in lines]
        if any("RegExp" in x or (REGULAR.search(x) and "</" not in x and "/>" not in x) for x in bare):
            found.add(p.relative_to(WEB / "src").as_posix())
    assert found == set(READ_BY_PATTERN)
