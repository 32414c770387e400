"""The commands of `sandtable`. Each prints facts as a table or, with --json, as one JSON object on standard output."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import sandtable
from sandtable import bots
from sandtable.bots.external import PREFIX, allow
from sandtable.core import Game, IllegalAction
from sandtable.core.data import BASES
from sandtable.session import OtherEdition, RecordError
from sandtable.studies import pool

from . import hosting, opponents
from . import replay as replays
from .bot import bot
from .study import OptionalAddress, study

app = typer.Typer(add_completion=False, no_args_is_help=False, rich_markup_mode=None)
for command in (hosting.serve, hosting.backup, hosting.restore, hosting.load):
    app.command()(command)
app.add_typer(hosting.admin, name="admin")
app.command(cls=OptionalAddress)(study)
for other in (opponents.ladder, opponents.gate, opponents.train, bot):
    app.command()(other)
out = Console()
err = Console(stderr=True)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game, such as across-suez-1980 or sinai/1967.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An optional rule, as name=value.")]
Overlay = Annotated[Path | None, typer.Option(help="A folder with your own component files.")]
Seed = Annotated[int, typer.Option(help="Seed of all randomness.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes (default: one per core).")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on (0: any free one).")]


def main() -> None:
    """Run a command; any mistake in its input is one sentence on standard error and exit code 2."""
    if any(PREFIX in x for x in sys.argv[1:]):
        allow()  # whoever types the name of a program on his own machine may run it
    try:
        app()
    except (ValueError, IllegalAction, RecordError) as e:
        err.print(f"sandtable: {e}", style="bold red", markup=False, highlight=False, soft_wrap=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(0)
    except OSError as e:
        where = f"{e.filename}: " if e.filename else ""
        err.print(
            f"sandtable: {where}{e.strerror or e}", style="bold red", markup=False, highlight=False, soft_wrap=True
        )
        sys.exit(2)


def show(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def progress(total: int, what: str, quiet: bool) -> Progress:
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        disable=quiet or not err.is_terminal,
        transient=True,
    )
    bar.add_task(what, total=total)
    return bar


def parse_options(game: Game[Any], given: list[str] | None, everything: bool = False) -> dict[str, Any]:
    """`name=value` pairs, typed by the game's option list."""
    known = {o.name: o for o in game.title.options}
    options: dict[str, Any] = {}
    if everything:
        options = {o.name: next(c for c in o.choices if c != o.default) for o in game.title.options if o.name}
    for item in given or []:
        name, _, value = item.partition("=")
        choices = {str(c).lower(): c for c in known[name].choices} if name in known else {}
        choices |= {"on": True, "off": False, "yes": True, "no": False} if True in choices.values() else {}
        options[name] = choices.get(value.lower() or "true", value)
    game.configured(options)
    return options


@app.callback(invoke_without_command=True)
def default(ctx: typer.Context, version: Annotated[bool, typer.Option("--version")] = False) -> None:
    """Five rulebooks about the Sinai and Suez wars, played by rule. Without a command: start the table."""
    if version:
        typer.echo(f"sandtable {sandtable.__version__}")
    elif ctx.invoked_subcommand is None:
        play()


@app.command()
def games(as_json: AsJson = False) -> None:
    """Titles, scenarios and options."""
    if as_json:
        show(
            [
                {
                    "id": t.id,
                    "name": t.name,
                    "summary": t.summary,
                    "sides": t.sides,
                    "difficulty": t.difficulty,
                    "edition": t.edition,
                    "editions": [asdict(e) for e in t.editions],
                    "scenarios": [
                        {
                            "id": f"{t.id}/{x.id}" if x.id else t.id,
                            "name": x.name,
                            "turns": x.turns,
                            "summary": x.summary,
                            "rule": x.rule,
                        }
                        for x in t.scenarios
                    ],
                    "options": [
                        {"name": o.name, "title": o.title, "rule": o.rule, "default": o.default, "choices": o.choices}
                        for o in t.options
                    ],
                }
                for t in sandtable.games()
            ]
        )
        return
    table = Table("game", "what it is", "turns", "sides", title="Sandtable", title_justify="left")
    for t in sandtable.games():
        table.add_row(t.id, f"[bold]{t.name}[/bold]: {t.summary}", "", " / ".join(t.sides))
        for x in t.scenarios:
            if x.id:
                table.add_row(f"  {t.id}/{x.id}", x.name, str(x.turns), "")
            else:
                table.columns[2]._cells[-1] = str(x.turns)
        for o in t.options:
            table.add_row("", f"  --option {o.name}: {o.title} [{o.rule}]".replace("[", "\\["), "", "")
    out.print(table)


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    port: Port = 8056,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    data: Annotated[Path | None, typer.Option(help="Where games are kept.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here in the terminal.")] = False,
    players: Annotated[str, typer.Option(help="In the terminal: who plays, e.g. egypt=greedy.")] = "",
    save: Annotated[Path | None, typer.Option(help="In the terminal: the record to write and resume.")] = None,
    dice: Annotated[str, typer.Option(help="In the terminal: seeded or typed.")] = "seeded",
    options: Options = None,
    overlay: Overlay = None,
) -> None:
    """Start the local table and open the browser."""
    if terminal:
        from .terminal import run

        run(game or "across-suez-1980", players, save, dice, options, overlay)
        return
    from sandtable.server.run import local

    if game:
        sandtable.load(game)
    local(port=port, browser=browser, data=data, game=game)


@app.command()
def match(
    game: GameId,
    players: Annotated[str, typer.Option(help="Who plays: israel=greedy,egypt=random.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1)] = 100,
    seed: Seed = 1,
    jobs: Jobs = 0,
    options: Options = None,
    as_json: AsJson = False,
) -> None:
    """Bots against each other: wins, confidence, levels, speed."""
    from sandtable.studies import match as study

    loaded = sandtable.load(game)
    wanted = dict(item.partition("=")[::2] for item in players.split(",") if item)
    work = study.jobs(game, wanted, games, seed, parse_options(loaded, options))
    for side, level in wanted.items():
        bots.make(level, loaded, side)
    summary = study.Summary(loaded.sides)
    begin = time.perf_counter()
    with progress(games, "games", as_json) as bar:
        for result in study.results(work, jobs or pool.cores()):
            summary.add(result)
            bar.advance(bar.task_ids[0])
    data = {"game": game, "players": wanted, **summary.data(time.perf_counter() - begin)}
    if as_json:
        show(data)
        return
    table = Table("side", "player", "wins", "95 % confidence", title=f"{game}: {games} games", title_justify="left")
    for side in loaded.sides:
        low, high = data["win_rate_95"][side]
        table.add_row(side, wanted[side], str(summary.wins[side]), f"{low:.0%} to {high:.0%}")
    out.print(table)
    out.print("Levels: " + ", ".join(f"{level} {n}" for level, n in summary.levels.most_common()))
    out.print(f"{data['seconds']} s, {data['games_per_second']} games/s, {data['decisions']} decisions")


@app.command()
def fuzz(
    game: GameId,
    decisions: Annotated[int, typer.Option("--decisions", "-n", min=1, help="How many decisions to take.")] = 20_000,
    seed: Seed = 1,
    jobs: Jobs = 0,
    options: Options = None,
    all_options: Annotated[bool, typer.Option("--all-options", help="Every optional rule on.")] = False,
    secrets: Annotated[bool, typer.Option("--secrets", help="Compare every answer under resampled secrets.")] = False,
    failures: Annotated[Path, typer.Option(help="Where failing games are kept.")] = Path("fuzz-failures"),
    as_json: AsJson = False,
) -> None:
    """Random play that looks for crashes, dead ends and endless games."""
    from sandtable.studies import fuzz as study

    chosen = parse_options(sandtable.load(game), options, all_options)
    total = study.Report()
    begin = time.perf_counter()
    with progress(decisions, "decisions", as_json) as bar:
        for report in study.run(game, chosen, decisions, seed, jobs or pool.cores(), secrets):
            total.add(report)
            bar.update(bar.task_ids[0], completed=total.decisions)
    saved = study.save_failures(total, failures, game)
    data = {
        "game": game,
        "options": chosen,
        "decisions": total.decisions,
        "games": total.games,
        "crashes": total.crashes,
        "dead_ends": total.dead_ends,
        "overlong": total.overlong,
        "longest_game": total.longest,
        "failures": [what for what, _ in total.failures],
        "saved": [str(p) for p in saved],
        "seconds": round(time.perf_counter() - begin, 1),
    }
    if as_json:
        show(data)
    else:
        out.print(
            f"{game}: {total.decisions} decisions in {total.games} games: {total.crashes} crashes, "
            f"{total.dead_ends} dead ends, {total.overlong} overlong games",
            soft_wrap=True,
        )
        for what, path in zip((what for what, _ in total.failures), saved):
            out.print(f"  {what}\n    kept as {path}", markup=False)
    if total.crashes or total.dead_ends or total.overlong:
        raise typer.Exit(1)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    step: Annotated[bool, typer.Option("--step", help="Step through it.")] = False,
    parent: Annotated[Path | None, typer.Option(help="The record that this one was forked from.")] = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> None:
    """Verify a record, or step through it. Exit codes: 0 all is proved, 2 something is false, 3 it replays, but not every
    roll can be verified, 4 it needs another edition of the rules."""
    try:
        verdict = replays.look(file, parent, overlay)
    except OtherEdition as e:
        err.print(f"sandtable: {file}: {e}.", style="bold red", markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(4) from None
    if as_json:
        show(verdict.data())
    else:
        for line in replays.steps(verdict.session) if step else ():
            out.print(line, markup=False, highlight=False, soft_wrap=True)
            if sys.stdin.isatty() and input() == "q":
                return
        for line in verdict.lines(file):
            out.print(line, markup=False, highlight=False, soft_wrap=True)
    if not verdict.proved:
        raise typer.Exit(3)


@app.command()
def rules(game: GameId, as_json: AsJson = False) -> None:
    """Rule coverage: which paragraphs code and tests cite."""
    from sandtable.studies.coverage import coverage

    loaded = sandtable.load(game)
    c = coverage(loaded)
    data = {"game": game, **c.data(), "rulings": len(loaded.ledger().rulings)}
    if as_json:
        show(data)
        return
    table = Table("paragraph", "title", "code", "tests", title=game, title_justify="left")
    for r in loaded.ledger().rules:
        marks = ("yes" if r.id in by else "[red]no[/red]" for by in (c.cited_by_code, c.cited_by_tests))
        table.add_row(r.id, r.title, *(marks if r.enforceable else (r.status, "")))
    out.print(table)
    out.print(
        f"{data['paragraphs']} paragraphs, {data['enforceable']} enforceable, {data['cited_by_code']} cited by code, "
        f"{data['cited_by_tests']} by tests; missing: {', '.join(c.missing) or 'none'}"
    )


@app.command()
def provenance(game: GameId, overlay: Overlay = None, as_json: AsJson = False) -> None:
    """What is printed in the rules, what is deduced, what we reconstructed."""
    from sandtable.studies import provenance as study

    found = study.facts(sandtable.load(game, overlay))
    counts = study.counts(found)
    if as_json:
        show({"game": game, "counts": counts, "blocks": [asdict(f) for f in found]})
        return
    table = Table("file", "block", "basis", "why", title=game, title_justify="left")
    for f in found:
        if not f.block.startswith("[[unit]]") or f.basis == "invented":
            table.add_row(f.file, f.block.replace("[", "\\["), f.basis, f.why[:160].replace("[", "\\["))
    out.print(table)
    out.print(", ".join(f"{counts[basis]} {basis} ({text})" for basis, text in BASES.items()))


@app.command()
def render(
    game: GameId,
    output: Annotated[Path, typer.Option("-o", "--output", help="An .svg or .png file.")],
    setup: Annotated[bool, typer.Option("--setup/--no-setup", help="With the counters at the start.")] = True,
    width: Annotated[int, typer.Option(min=50, max=20000, help="Width of a PNG in pixels.")] = 2400,
    overlay: Overlay = None,
) -> None:
    """The map and set-up as a picture."""
    from sandtable.render import write_picture

    write_picture(sandtable.load(game, overlay), output, setup=setup, width=width)
    err.print(f"wrote {output}", markup=False, highlight=False)


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each figure.")] = 3.0,
    as_json: AsJson = False,
) -> None:
    """The benchmarks, beside peers where they are installed."""
    from sandtable.studies import bench as study

    names = game or [t.id for t in sandtable.games()]
    figures = {name: study.measure(name, seconds) for name in names}
    others = dict(study.peers(seconds))
    base = next(iter(figures.values()))["decisions_per_second"]
    ratios = {name: round(base / value, 2) for name, value in others.items() if value}
    data = {"games": figures, "peers": others, "ratio_of_first_game_to": ratios}
    if as_json:
        show(data)
        return
    table = Table("figure", *figures, title="Benchmarks", title_justify="left")
    for key in next(iter(figures.values())):
        table.add_row(key.replace("_", " "), *(str(f[key]) for f in figures.values()))
    out.print(table)
    for name, value in others.items():
        note = f"ratio {ratios[name]}" if value else "not installed: pip install sandtable[bench]"
        out.print(f"{name}: {value or '-'} ({note})", markup=False)
