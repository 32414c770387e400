"""The page of a report: what was asked, what came out, how sure that is, and how to repeat it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

import sandtable
from sandtable import render
from sandtable.core import Game
from sandtable.studies.study.file import PRINTED, Study
from sandtable.studies.study.play import Row, engine

from . import maps, plots, sums
from .style import as_png, as_svg, drawing, font_faces
from .sums import Cell

CSS = """
*{box-sizing:border-box}body{margin:0;background:#f6f3ec;color:#2b2722;font:16px/1.55 Inter,system-ui,sans-serif}
main{max-width:980px;margin:0 auto;padding:40px 28px 80px;background:#fff;box-shadow:0 0 40px rgba(60,45,20,.08)}
h1,h2,h3{font-family:'Source Serif 4',Georgia,serif;line-height:1.2;color:#5c2413;font-weight:700}
h1{font-size:38px;margin:0 0 8px}h2{font-size:27px;margin:56px 0 6px;padding-top:18px;border-top:2px solid #e4dccb}
h3{font-size:19px;margin:34px 0 2px;color:#2b2722}.question{font-size:19px;color:#5d564b;margin:0 0 22px;max-width:44em}
.answer{background:#f8f5ee;border-left:4px solid #8f3d14;padding:12px 18px;margin:0 0 18px}.answer p{margin:4px 0}
figure{margin:10px 0 22px}figure svg{width:100%;height:auto;display:block}figcaption{color:#6c655a;font-size:14px;max-width:52em}
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(380px,1fr));gap:14px}.row figure{margin:4px 0}
.map svg{border:1px solid #e4dccb;border-radius:4px;max-height:860px;width:auto;max-width:100%;margin:0 auto}
table{border-collapse:collapse;width:100%;font-size:14px;font-feature-settings:"tnum"}th{text-align:left;color:#7d756a;font-weight:400}
th,td{padding:4px 10px 4px 0;border-bottom:1px solid #efe9dd;vertical-align:top}td.n,th.n{text-align:right}
pre{background:#f8f5ee;padding:14px;overflow:auto;font-size:13px}details{margin:12px 0}summary{cursor:pointer;color:#8f3d14}
nav a{color:#8f3d14;margin-right:14px;text-decoration:none}.note{color:#6c655a;font-size:14px}
@media print{body{background:#fff}main{box-shadow:none;padding:0}figure{break-inside:avoid}}
"""


@dataclass(frozen=True)
class Plate:
    """One figure of the report: a plot, or a map in its two forms."""

    name: str
    title: str
    caption: str
    plot: Figure | None = None
    map: Callable[[bool], str] | None = None
    """Draws it inside the page, or standing alone."""
    beside: bool = False
    """A small figure that stands beside its neighbours."""

    def html(self) -> str:
        inside = as_svg(self.plot) if self.plot else self.map(False) if self.map else ""
        head = f"<h3>{escape(self.title)}</h3>" if self.title and not self.beside else ""
        words = f"<b>{escape(self.title)}</b> {escape(self.caption)}" if self.beside else escape(self.caption)
        caption = f"<figcaption>{words}</figcaption>" if words else ""
        return f"{head}<figure{' class=map' if self.map else ''}>{caption}{inside}</figure>"


class Report:
    """Everything the page is made of."""

    def __init__(self, study: Study, rows: Sequence[Row]) -> None:
        self.study, self.rows = study, rows
        self.games: dict[str, Game[Any]] = {s: sandtable.load(s) for s in study.scenarios}
        sides = {name: game.sides for name, game in self.games.items()}
        self.cells = sums.cells(study, rows, sides)
        self.sheets: dict[str, maps.Sheet] = {}

    # figures ----------------------------------------------------------------------------------------------
    def overview(self) -> Iterator[Plate]:
        """All scenarios side by side."""
        if len(self.study.scenarios) > 1:
            caption = "The share of games won by the side named at the right, and its 95 % interval."
            yield Plate("wins", "Who wins", caption, plots.win_rates(self._main_cells(), self._name))

    def _main_cells(self) -> list[Cell]:
        """All cells but those of a sensitivity analysis, which have a figure of their own."""
        moved = {v.name for v in self.study.variations if v.block}
        return [c for c in self.cells if c.variation not in moved]

    def of_scenario(self, scenario: str) -> Iterator[Plate]:
        bases = plots.baselines(self.cells, scenario)
        if bases:
            plates = [*self._comparisons(scenario, bases[0]), *(p for base in bases for p in self._portrait(base))]
            yield from (p for p in plates if p.plot is not None or p.map is not None)

    def _comparisons(self, scenario: str, base: Cell) -> Iterator[Plate]:
        """What stands side by side: pairings, variations, reconstructions."""
        side, both_score = base.sides[0], any(base.sides[0] in r["score"] for r in base.rows)
        changed = sums.effects(self.study, self.cells, scenario)
        moved = {v.name for v in self.study.variations if v.block}
        how = "on the same seeds, game by game" if self.study.paired else "on independent seeds"
        named = [e for e in changed if e.variation not in moved]
        here = [c for c in self._main_cells() if c.scenario == scenario]
        yield Plate("wins", "Who wins", "", plots.win_rates(here, self._name) if len(here) > 1 else None)
        yield Plate("levels", "How it ends", "The levels of the outcome.", plots.level_bars(here))
        caption = (
            f"Each variation against the game {PRINTED}, {how}. A line that crosses zero may be chance; grey says so."
        )
        yield Plate("effects", "What the variations change", caption, plots.effects(named, side, both_score))
        caption = f"Every reconstructed table and group of factors, a step down and a step up, {how}."
        for players in dict.fromkeys(e.players for e in changed):
            mine = [e for e in changed if e.players == players]
            drawn = plots.tornado(self.study, mine, side, both_score)
            yield self._named(Plate("tornado", "Which reconstructions matter", caption, drawn), players)

    def _portrait(self, base: Cell) -> Iterator[Plate]:
        """How the games of one pairing go, as printed."""
        game = self.games[base.scenario]
        plates = [
            Plate(
                "score",
                "The score, turn by turn",
                "Line: the median. Bands: the middle half, and nine games in ten.",
                plots.score_fan(base),
            ),
            Plate("length", "How long the games last", "", plots.lengths(base)),
            Plate(
                "history",
                "The pace, against history",
                "The share of games in which it happened on a turn.",
                plots.pace(base, self.study.history),
            ),
            Plate("formations", "Who bleeds", "Units lost per game, formation by formation.", plots.formations(base)),
            Plate(
                "odds", "The odds they took", "Attacks per game on every column of the tables.", plots.odds(base, game)
            ),
            *self._maps(base, game),
        ]
        yield from (self._named(p, base.players) for p in plates)

    def _named(self, plate: Plate, players: str) -> Plate:
        """The figure with the name of the pairing that it shows, where there are several."""
        if len(self.study.pairings) == 1:
            return plate
        title, end = plate.title.rstrip("."), "." if plate.beside else ""
        return replace(plate, name=f"{plate.name}-{_anchor(players)}", title=f"{title} ({players}){end}")

    def _maps(self, base: Cell, game: Game[Any]) -> Iterator[Plate]:
        hexes = maps.places(base)
        if not hexes:
            return
        if game.id not in self.sheets:
            self.sheets[game.id] = maps.sheet(game, hexes)
        on = self.sheets[game.id]

        def draw(how: Callable[..., str], *more: Any) -> Callable[[bool], str]:
            return lambda standalone: how(base, on, *more, standalone)

        if any(r.get("losses") for r in base.rows):
            yield Plate("deaths", "Where units die", "Both sides together.", None, draw(maps.deaths))
        last = max(r["turn"] for r in base.rows)
        if any(r.get("positions") for r in base.rows):
            caption = "The line between the land nearer to either side's units, on the average of the games."
            yield Plate("fronts", "Front lines", caption, None, draw(maps.fronts, maps.shown_turns(last, 4)))
            for turn in maps.shown_turns(last, 4):
                name, words = f"held-{turn}", "Who stood where when it ended."
                yield Plate(name, f"Turn {turn}.", words, None, draw(maps.standing, turn), beside=True)
        if any(r.get("roads") for r in base.rows):
            caption = "Units marching along a stretch of road, both sides."
            yield Plate("roads", "The roads they use", caption, None, draw(maps.roads))

    # text -------------------------------------------------------------------------------------------------
    def answers(self) -> list[str]:
        """The result in sentences, as carefully as it is known."""
        found = []
        for scenario in self.study.scenarios:
            for base in plots.baselines(self.cells, scenario):
                found.append(f"{self._name(scenario)}{self._among(base.players)} {_lean(base)}")
        return found

    def _among(self, players: str) -> str:
        """Who plays, as part of a sentence, where there are several pairings."""
        if len(self.study.pairings) == 1:
            return ""
        pairing = next(p for p in self.study.pairings if p.name == players)
        return f", {players}{' on both sides' if dict(pairing.levels).keys() == {'*'} else ''},"

    def _name(self, scenario: str) -> str:
        game = self.games[scenario]
        return f"{game.title.name.partition(':')[0]}, {game.scenario.name}" if game.scenario.id else game.title.name

    def table(self) -> str:
        """Every cell in figures."""
        lines = []
        for c in self.cells:
            e, points = c.wins(c.sides[0]), c.lead()
            seats = sums.side_name(c.sides[0])
            lines.append(
                f"<tr><td>{escape(c.scenario)}</td><td>{escape(c.variation)}</td><td>{escape(c.players)}</td>"
                f"<td class=n>{e.games}</td><td class=n>{seats} {e.value:.0%}</td><td class=n>{e.low:.0%} to {e.high:.0%}</td>"
                f"<td class=n>{c.draws:.0%}</td><td class=n>{points.value:+.1f}</td><td class=n>{points.low:+.1f} to {points.high:+.1f}</td></tr>"
            )
        return (
            "<table><tr><th>scenario</th><th>variation</th><th>players</th><th class=n>games</th><th class=n>won</th>"
            "<th class=n>95 %</th><th class=n>drawn</th><th class=n>lead</th><th class=n>95 %</th></tr>"
            + "".join(lines)
            + "</table>"
        )

    def rules_table(self, scenario: str) -> str:
        """Paragraphs that the log cited in few games: candidates for a second look."""
        cited = sums.rules([r for base in plots.baselines(self.cells, scenario) for r in base.rows])
        if not cited:
            return ""
        book = {r.id: r.title for r in self.games[scenario].ledger().rules}
        rare = sorted(((n, rule) for rule, n in cited.items() if n <= 0.1 and rule in book))
        if not rare:
            return ""
        lines = "".join(
            f"<tr><td>{escape(r)}</td><td>{escape(book[r])}</td><td class=n>{n:.0%}</td></tr>" for n, r in rare
        )
        return (
            f"<details><summary>Rules that came up in no more than one game in ten ({len(rare)} of {len(cited)} told)</summary>"
            f"<table><tr><th>rule</th><th>about</th><th class=n>games</th></tr>{lines}</table></details>"
        )

    def html(self) -> str:
        study = self.study
        body = [f"<h1>{escape(study.title)}</h1><p class=question>{escape(study.question)}</p>"]
        body.append("<div class=answer>" + "".join(f"<p>{escape(x)}</p>" for x in self.answers()) + "</div>")
        body.append(f"<p class=note>{self._caution()}</p>")
        if len(study.scenarios) > 1:
            body.append(
                "<nav>"
                + "".join(f'<a href="#{_anchor(s)}">{escape(self._name(s))}</a>' for s in study.scenarios)
                + "</nav>"
            )
        body += [p.html() for p in self.overview()]
        for scenario in study.scenarios:
            plates = list(self.of_scenario(scenario))
            body.append(f'<h2 id="{_anchor(scenario)}">{escape(self._name(scenario))}</h2>')
            if scenario in self.sheets:
                body.append(self.sheets[scenario].symbol())
            body.append(_arranged(plates) + self.rules_table(scenario))
        body += ["<h2>All figures</h2>", self.table(), self._reasons(), self._colophon()]
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{escape(study.title)}</title><style>{font_faces()}{CSS}</style></head><body><main>{''.join(body)}</main></body></html>\n"
        )

    def _caution(self) -> str:
        players = ", ".join(escape(p.name) for p in self.study.pairings)
        return (
            f"All of this is said of these players ({players}), not of people: another opponent may find what they miss. "
            "Intervals are 95 % and treat every figure by itself; among twenty, one will lie outside by chance."
        )

    def _reasons(self) -> str:
        told = [v for v in self.study.variations if v.why and not v.block]
        if not told:
            return ""
        lines = "".join(f"<tr><td>{escape(v.name)}</td><td>{escape(v.why)}</td></tr>" for v in told)
        return f"<h3>The variations</h3><table>{lines}</table>"

    def _colophon(self) -> str:
        keys = hashlib.sha256("".join(sorted(r["key"] for r in self.rows)).encode()).hexdigest()[:12]
        engines = sorted({str(r.get("engine", "")) for r in self.rows}) or [engine()]
        return (
            f"<h2>How this was made</h2><p>{len(self.rows)} games, seed {self.study.seed}, "
            f"{'the same seeds for every variation' if self.study.paired else 'seeds of their own for every variation'}. "
            f"Sandtable {sandtable.__version__}, engine {escape(', '.join(engines))}, games {keys}. "
            f"<code>sandtable study FILE</code> with this file plays the same games anywhere:</p>"
            f"<pre>{escape(self.study.text or 'made in Python')}</pre>"
        )


def _lean(base: Cell) -> str:
    """Which way the games lean, and how surely."""
    e, side = base.wins(base.sides[0]), sums.side_noun(base.sides[0])
    lean = "leans neither way for certain"
    if e.low > 0.5:
        lean = f"leans to {side}"
    elif e.high < 0.5 and base.draws < 0.5:
        lean = f"leans to {sums.side_noun(base.sides[1])}"
    drawn = f", {base.draws:.0%} are drawn" if base.draws else ""
    return f"{lean}: {side} wins {e.value:.0%} of {e.games} games ({e.low:.0%} to {e.high:.0%}){drawn}."


def _arranged(plates: Sequence[Plate]) -> str:
    """Small figures side by side, the others one under the other."""
    out, row = [], list[str]()
    for p in [*plates, None]:
        if p is not None and p.beside:
            row.append(p.html())
            continue
        if row:
            out.append(f'<h3>Who stood where</h3><div class="row">{"".join(row)}</div>')
            row = []
        if p is not None:
            out.append(p.html())
    return "".join(out)


def _anchor(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def write(study: Study, rows: Sequence[Row], path: Path) -> Path:
    """The report as one HTML file."""
    if not rows:
        raise ValueError("no game has been played yet, so there is nothing to report")
    path.parent.mkdir(parents=True, exist_ok=True)
    with drawing():
        path.write_text(Report(study, rows).html(), encoding="utf-8")
    return path


def export(study: Study, rows: Sequence[Row], folder: Path) -> list[Path]:
    """Every figure as SVG and PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    with drawing():
        report = Report(study, rows)
        plates = [("", p) for p in report.overview()]
        plates += [(_anchor(s) + "-", p) for s in study.scenarios for p in report.of_scenario(s)]
        return [path for prefix, p in plates for path in _export(p, folder / f"{prefix}{p.name}")]


def _export(p: Plate, where: Path) -> list[Path]:
    if p.plot:
        svg, png = as_svg(p.plot, standalone=True), as_png(p.plot)
    else:
        assert p.map
        svg = p.map(True)
        png = render.png(svg, 1200)
    paths = [where.with_name(where.name + ending) for ending in (".svg", ".png")]
    paths[0].write_text(svg, encoding="utf-8")
    paths[1].write_bytes(png)
    return paths
