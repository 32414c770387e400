"""The documentation is true: its examples run, its links lead somewhere, its commands exist, its generated pages are fresh."""

from __future__ import annotations

import doctest
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import sandtable
from sandtable.cli import commands
from sandtable.studies import pages

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ALL = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
TESTED = [
    p for p in ALL if p.name not in ("engine.md", "view.md", "look.md", "protocol.md") and p.parent.name != "games"
]
"""Pages whose Python examples are complete programs (the reference pages show fragments)."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGE = pytest.mark.parametrize("page", ALL, ids=lambda p: p.name)


def blocks(page: Path, language: str) -> Iterator[str]:
    for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == language:
            yield text


@pytest.mark.parametrize("page", [p for p in TESTED if any(blocks(p, "python"))], ids=lambda p: p.name)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files shown are written first, plain code becomes one module, then the `>>>` examples are run in it."""
    monkeypatch.chdir(tmp_path)
    titles = cache(sandtable._titles.__wrapped__)  # a page may add a game of its own
    monkeypatch.setattr(sys.modules["sandtable.games"], "titles", titles)
    monkeypatch.setattr(sandtable, "_titles", titles)
    for text in blocks(page, "toml"):
        name = re.match(r"# (\S+\.toml)\n", text)
        assert name, f"say in the first line which file this is: {text[:40]!r}"
        (tmp_path / name[1]).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name[1]).write_text(text, encoding="utf-8")
    code = list(blocks(page, "python"))
    module = ModuleType("example.page")
    monkeypatch.setitem(sys.modules, "example.page", module)
    plain = "\n".join(text for text in code if ">>>" not in text)
    exec(compile(plain, page.name, "exec"), module.__dict__)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    for text in code:
        if ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, module.__dict__, page.name, str(page), 0)
            runner.run(test, out=report.append, clear_globs=False)
            module.__dict__.update(test.globs)
    assert not runner.failures, "".join(report)


def test_the_example_of_the_package() -> None:
    assert doctest.testmod(sandtable).failed == 0


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in heads}


@PAGE
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(BLOCK, "", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        file, _, anchor = target.partition("#")
        where = (page.parent / file) if file else page
        assert where.exists(), f"{page.name} links to {target}"
        if anchor and where.suffix == ".md":
            assert anchor in anchors(where), f"{page.name} links to {target}"


@PAGE
def test_files_that_a_page_names_exist(page: Path) -> None:
    for name in re.findall(
        r"`((?:src|tests|docs|web|deploy|bench|native)/[\w./-]+)`", page.read_text(encoding="utf-8")
    ):
        to_be_made = "PACKAGE" in name or "/languages/" in name
        assert to_be_made or (ROOT / name).exists(), f"{page.name} names {name}"


@PAGE
def test_commands_exist(page: Path) -> None:
    known = {m.name for m in pkgutil.iter_modules(commands.__path__)}
    for language in ("bash", "console", "sh"):
        for line in "".join(blocks(page, language)).splitlines():
            words = line.removeprefix("$ ").removeprefix(".venv/bin/").split()
            if words[:1] == ["sandtable"] and len(words) > 1 and not words[1].startswith(("-", "#")):
                assert words[1] in known, f"{page.name}: {line}"
            if words[:1] == ["make"]:
                targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
                assert words[1] in targets, f"{page.name}: {line}"


def test_the_index_links_every_page() -> None:
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    for page in sorted(DOCS.rglob("*.md")):
        name = page.relative_to(DOCS).as_posix()
        assert name == "index.md" or f"({name})" in text, f"docs/index.md does not link {name}"


def test_the_readme_names_every_title() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for game in pages.loaded():
        count = f"{len(game.ledger().numbers)} paragraphs"
        row = next((line for line in text.splitlines() if f"`{game.title.id}`" in line and line.startswith("|")), "")
        assert row, f"the README's table does not name {game.title.id}"
        assert count in row, f"{game.title.id} has {count}: {row}"
        scenarios = len(game.title.scenarios)
        assert scenarios == 1 or f"{scenarios} scenarios" in row, f"{game.title.id} has {scenarios} scenarios: {row}"


def test_generated_pages_are_up_to_date() -> None:
    old = pages.outdated(DOCS)
    assert not old, f"{', '.join(old)}: run make pages"


def test_the_positions_printed_on_the_pages_load() -> None:
    found = 0
    for page in ALL:
        for _, text in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            head = text.split(maxsplit=1)[0] if text.strip() else ""
            if head.partition("/")[0] in {t.id for t in sandtable.games()} and re.search(
                r"^(at|>) ", text, re.MULTILINE
            ):
                found += 1
                s = sandtable.load(head).position(text)
                assert list(s.options()), f"{page.name}: {head}"
    assert found


def test_the_examples_of_the_engine_page_are_true() -> None:
    assert doctest.testfile(str(DOCS / "engine.md"), module_relative=False).failed == 0
