"""The generated pages of the documentation: rule coverage, rulings, provenance, rules editions.

python -m sandtable.studies.pages docs            write them
python -m sandtable.studies.pages docs --check    say which are out of date (exit code 1)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import sandtable
from sandtable.core import Game
from sandtable.core.data import BASES
from sandtable.core.ledger import citations

from . import provenance
from .coverage import cited_in_tests, coverage, test_folder
from .fact_page import fact_page
from .ladder_page import ladder_page

NOTE = "<!-- Written by `python -m sandtable.studies.pages docs`; do not edit. -->"


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def loaded() -> list[Game[Any]]:
    """One game of every title."""
    return [sandtable.load(title.id) for title in sandtable.games()]


def code_by_paragraph(game: Game[Any]) -> dict[str, list[str]]:
    """Files of the game's package that cite each paragraph."""
    package = Path(str(files(type(game).__module__.rpartition(".")[0])))
    ours = game.ledger().prefix
    found: dict[str, list[str]] = {}
    for path in sorted(package.rglob("*.py")):
        for prefix, number in citations(path.read_text(encoding="utf-8")):
            if prefix == ours:
                found.setdefault(number, []).append(path.name)
    return found


def tests_by_paragraph(game: Game[Any]) -> dict[str, list[str]]:
    """Test files that cite each paragraph."""
    folder, books = test_folder(), (game.ledger().book, game.title.id)
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")) if folder else ():
        for book, number in cited_in_tests(path):
            if book in books and path.name not in found.setdefault(number, []):
                found[number].append(path.name)
    return found


def coverage_page() -> str:
    """Where every paragraph of every rulebook is enforced and tested."""
    lines = [
        "# Rule coverage",
        NOTE,
        "",
        "Every numbered paragraph of every rulebook, under a title of our own, with the files that enforce it and the tests that fail",
        "when it is broken. `sandtable rules GAME` prints the same for one game.",
        "",
        "| game | paragraphs | enforceable | cited by code | cited by tests | rulings |",
        "|---|---|---|---|---|---|",
    ]
    for game in loaded():
        d = coverage(game).data()
        figures = (
            d["paragraphs"],
            d["enforceable"],
            d["cited_by_code"],
            d["cited_by_tests"],
            len(game.ledger().rulings),
        )
        lines.append(f"| [{game.title.id}](#{game.title.id}) | {' | '.join(map(str, figures))} |")
    for game in loaded():
        code, tests = code_by_paragraph(game), tests_by_paragraph(game)
        lines += ["", f"## {game.title.id}", "", "| paragraph | title | code | tests |", "|---|---|---|---|"]
        for r in game.ledger().rules:
            places = (
                (", ".join(code.get(r.id, ["-"])), ", ".join(tests.get(r.id, ["-"])))
                if r.enforceable
                else (f"*{r.status}: {cell(r.reason)}*", "")
            )
            lines.append(f"| {r.id} | {cell(r.title)} | {' | '.join(places)} |")
    return "\n".join(lines) + "\n"


def rulings_page() -> str:
    """Every ruling: what the book leaves open and how we read it."""
    lines = [
        "# Rulings",
        NOTE,
        "",
        "Where a rulebook is unclear, contradicts itself, is misprinted or says nothing, a *ruling* says how Sandtable plays it, which other",
        "readings there are, and why this one was chosen. The code cites a ruling by its id.",
    ]
    seen: set[str] = set()
    for game in loaded():
        fresh = [r for r in game.ledger().rulings if r.id not in seen]
        if not fresh:
            continue
        seen |= {r.id for r in fresh}
        lines += ["", f"## {game.title.name}"]
        for r in fresh:
            lines += [
                "",
                f"### {r.id} ({r.kind}, paragraph {r.rule})",
                "",
                cell(r.problem),
                "",
                f"**Ruling.** {cell(r.ruling)}",
            ]
            lines += ["", f"**Why.** {cell(r.why)}"]
            if r.alternatives:
                lines += ["", "Other readings: " + "; ".join(cell(a).rstrip(".") for a in r.alternatives) + "."]
    return "\n".join(lines) + "\n"


def provenance_page() -> str:
    """What the components rest on."""
    lines = [
        "# Provenance",
        NOTE,
        "",
        "The rulebooks do not reproduce the printed maps, some charts and some counters. What is missing was reconstructed, and every block of",
        "our component files says what it rests on:",
        "",
        *(f"- `{basis}`: {text}" for basis, text in BASES.items()),
        "",
        "If you own the printed game, you can play with corrected files of your own: [records](records.md#your-own-components).",
        "`sandtable provenance GAME` lists every block of one game, counters included.",
        "",
        f"| game | {' | '.join(BASES)} |",
        "|---" * (len(BASES) + 1) + "|",
    ]
    listed = [(game, provenance.facts(game)) for game in loaded()]
    for game, facts in listed:
        counts = provenance.counts(facts)
        lines.append(f"| {game.title.id} | {' | '.join(str(n) for n in counts.values())} |")
    for game, facts in listed:
        lines += ["", f"## {game.title.id}", "", "| file | block | basis | why |", "|---|---|---|---|"]
        units = [f for f in facts if f.block.startswith("[[unit]]")]
        for f in facts:
            if f not in units and f.basis != "rule":
                lines.append(f"| {f.file} | {cell(f.block)} | {f.basis} | {cell(f.why)} |")
        by_basis = ", ".join(f"{n} {basis}" for basis, n in provenance.counts(units).items() if n)
        lines += ["", f"Counters: {by_basis}. Blocks printed in the rules are left out above."]
    return "\n".join(lines) + "\n"


def editions_page() -> str:
    """Every edition of our rules, the newest first."""
    lines = [
        "# Rules editions",
        NOTE,
        "",
        "Our rules of a title have an edition: a number that is raised whenever a change can make a game play differently, whether the",
        "change corrects a mistake, follows a new ruling or repairs a map. Records and saved games name the edition that played them",
        "(`sandtable games --json` lists them), and what an older edition has written stays readable: [records](records.md#editions).",
        "Records without an edition are from before edition 1.",
    ]
    for title in sandtable.games():
        lines += ["", f"## {title.name}"]
        for edition in reversed(title.editions):
            lines += ["", f"### Edition {edition.number} ({edition.date})", ""]
            lines += [f"- {' '.join(change.split())}" for change in edition.changes]
    return "\n".join(lines) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "coverage.md": coverage_page,
    "rulings.md": rulings_page,
    "provenance.md": provenance_page,
    "editions.md": editions_page,
    "facts.md": fact_page,
    "ladder.md": ladder_page,
}


def outdated(folder: Path) -> list[str]:
    """Pages that differ from what would be written now."""
    return [
        name
        for name, page in PAGES.items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != page()
    ]


def main(args: list[str]) -> int:
    folder = Path(args[0] if args else "docs")
    if "--check" in args:
        old = outdated(folder)
        print("\n".join(f"{folder / name} is out of date" for name in old) or "all pages are up to date")
        return 1 if old else 0
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")
        print(f"wrote {folder / name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
