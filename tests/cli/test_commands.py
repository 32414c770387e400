"""Every command: its facts as JSON and as text, and one sentence with exit code 2 for every mistake."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.bots.network import read_network
from sandtable.session import ScriptedDice, SeededDice, Session, film_of, fork
from sandtable.studies import bench, fuzz
from tests.cli.conftest import Run

GAME = "across-suez-1980"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game."""
    session = Session(sandtable.load(GAME), dice=SeededDice("a seed"))
    rng = Random(1)
    while session.actor:
        session.play(str(session.state.sample(rng.randrange)))
    path = tmp_path_factory.mktemp("records") / "game.record"
    session.save(path)
    return path


def test_the_installed_command() -> None:
    script = Path(sys.executable).parent / "sandtable"
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"sandtable {sandtable.__version__} (")
    done = subprocess.run([script, "rules", "chess"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("sandtable: there is no game called 'chess'")


# games ----------------------------------------------------------------------------------------------------------
def test_games(run: Run) -> None:
    listed = run("games", "--json").data
    assert [t["id"] for t in listed] == [t.id for t in sandtable.games()]
    for t in listed:
        assert {"id", "name", "summary", "sides", "scenarios", "options", "difficulty"} <= set(t)
        for x in t["scenarios"]:
            assert sandtable.load(x["id"]).id == x["id"]
    text = run("games").out
    for t in sandtable.games():
        assert t.id in text


# match ----------------------------------------------------------------------------------------------------------
def test_match(run: Run) -> None:
    args = ("match", GAME, "--players", "israel=random,egypt=random", "--games", 4, "--seed", 3, "--jobs", 1)
    data = run(*args, "--json").data
    assert data["games"] == 4
    assert sum(data["wins"].values()) + data["draws"] == 4
    assert set(data["wins"]) == {"israel", "egypt"}
    assert {"seconds", "games_per_second", "win_rate_95", "levels", "decisions"} <= set(data)
    again = run(*args, "--json").data
    for key in ("wins", "levels", "decisions", "mean_score"):
        assert again[key] == data[key], "same seed, same match"
    text = run(*args).out
    assert "95 % confidence" in text
    assert "Levels: " in text


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("israel=random", "no player for egypt; say for example --players israel=greedy,egypt=greedy"),
        ("israel=random,jordan=random", "across-suez-1980 has no side 'jordan'; its sides are israel, egypt"),
        (
            "israel=random,egypt=genius",
            f"there is no bot called 'genius' here; {GAME} has random, beginner, greedy, veteran-cautious, veteran-bold, veteran, expert; best is the strongest",
        ),
    ],
)
def test_match_with_wrong_players(run: Run, players: str, message: str) -> None:
    assert run("match", GAME, "--players", players, "--games", 1).complaint == message


def test_a_match_on_two_cores_gives_the_same(run: Run) -> None:
    args = ("match", GAME, "--players", "israel=random,egypt=random", "--games", 4, "--seed", 3, "--json")
    one, two = run(*args, "--jobs", 1).data, run(*args, "--jobs", 2).data
    assert one["wins"] == two["wins"]
    assert one["decisions"] == two["decisions"]


# fuzz -----------------------------------------------------------------------------------------------------------
def test_a_network_is_fitted_where_a_title_says_what_it_looks_at(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "network.toml"
    args = ("train", GAME, "--network", "--games", 3, "--jobs", 1, "-o", path)
    assert f"Written to {path}" in " ".join(run(*args).out.split())
    assert read_network(path)
    found = run(*args, "--json").data
    assert found["weights"] == str(path)
    assert len(found["quality"]["turns"]) > 1
    assert run("train", "suez-56", "--network").complaint.startswith(
        "suez-56 says nowhere what a network should look at"
    )


def test_fuzz(run: Run, tmp_path: Path) -> None:
    args = ("fuzz", GAME, "--decisions", 600, "--seed", 1, "--jobs", 1, "--failures", tmp_path / "bad")
    data = run(*args, "--json").data
    assert data["decisions"] >= 600
    assert data["games"] >= 1
    assert (data["crashes"], data["dead_ends"], data["overlong"]) == (0, 0, 0)
    assert data["failures"] == data["saved"] == []
    assert "0 crashes, 0 dead ends, 0 overlong" in " ".join(run(*args).out.split())
    assert not (tmp_path / "bad").exists()


def test_fuzz_says_what_of_the_secrets_was_compared(run: Run, tmp_path: Path) -> None:
    args = ("fuzz", "suez-56", "-n", 20, "-j", 1, "--secrets", "--failures", tmp_path / "bad")
    data = run(*args, "--json").data
    assert data["compared"]["viewers asked"] == 3 * data["decisions"]
    assert "viewers asked" in run(*args).out
    assert "decisions a second" in run(*args).out
    assert "this title hides nothing" in run("fuzz", GAME, "-n", 20, "-j", 1, "--secrets").out


def test_fuzz_stops_when_its_time_is_over(run: Run, tmp_path: Path) -> None:
    data = run("fuzz", "suez-56", "-n", 100_000, "-j", 1, "--seconds", 0.1, "--failures", tmp_path, "--json").data
    assert 0 < data["decisions"] < 20_000


def test_fuzz_that_is_interrupted_tells_what_was_done(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Iterator[fuzz.Report]:
        yield fuzz.Report(decisions=7, games=1)
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzz, "run", interrupted)
    assert run("fuzz", GAME, "-n", 100, "-j", 1, "--failures", tmp_path, "--json").data["decisions"] == 7


def test_fuzz_with_every_option(run: Run, tmp_path: Path) -> None:
    data = run(
        "fuzz", "across-suez-2021", "-n", 300, "-j", 1, "--all-options", "--failures", tmp_path / "bad", "--json"
    ).data
    assert set(data["options"]) == {o.name for o in sandtable.load("across-suez-2021").title.options}


def test_fuzz_keeps_failing_games(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash in the rules is counted, the exit code is 1, and the game up to it is a record that replays."""
    game = sandtable.load(GAME)
    apply = game.state_class.apply

    def crash(s: sandtable.State, a: object) -> object:
        if str(a) == "end" and s.turn == 2:
            raise KeyError("broken rule")
        return apply(s, a)  # type: ignore[arg-type]

    monkeypatch.setattr(game.state_class, "apply", crash)
    result = run("fuzz", GAME, "-n", 50, "-j", 1, "--failures", tmp_path, "--json")
    assert result.code == 1
    assert result.data["crashes"] >= 1
    assert "KeyError: 'broken rule'" in result.data["failures"][0]
    monkeypatch.undo()
    session = Session.load(result.data["saved"][0])
    assert session.state.turn == 2
    assert session.record.entries


# replay ---------------------------------------------------------------------------------------------------------
def test_replay(run: Run, record: Path) -> None:
    data = run("replay", record, "--json").data
    assert data["proved"] is True
    assert data["game"] == GAME
    assert data["stretches"][0]["text"].endswith("all as committed by the server alone")
    assert data["result"]
    text = run("replay", record).out
    assert "replay and verify" in text
    stepped = run("replay", record, "--step").out
    assert f"{data['entries']:5}. " in stepped
    assert "Game-Turn 2" in stepped


def test_replay_of_a_film_needs_no_rules(run: Run, record: Path, tmp_path: Path) -> None:
    """A film is verified by the record in it; where other rules have played it, it can still be stepped through."""
    film = film_of(Session.load(record)).text()
    (tmp_path / "new.film").write_text(film, encoding="utf-8")
    assert "replay and verify" in run("replay", tmp_path / "new.film").out
    packed = ROOT / "tests" / "editions" / "films" / "0" / "across-suez-1980-0052d72.film.xz"
    (tmp_path / "old.film").write_bytes(lzma.decompress(packed.read_bytes()))
    result = run("replay", tmp_path / "old.film", "--step")
    assert result.code == 4
    assert "    1. israel: move Raviv-1" in result.out
    assert "  272. egypt: end" in result.out


def test_replay_of_an_unfinished_game_to_hand_out(run: Run, tmp_path: Path) -> None:
    session = Session(sandtable.load(GAME))
    session.play("move Erez-3 0813", "end")
    session.save(tmp_path / "open.record", seed=False)
    session.play("attack 16/3", "with Erez-3", "confirm")
    session.save(tmp_path / "open.record", seed=False)
    result = run("replay", tmp_path / "open.record", "--json")
    assert result.code == 3
    data = json.loads(result.out)
    assert data["proved"] is False
    assert "the seed is not revealed yet" in data["stretches"][0]["text"]
    assert data["result"] == ""


def test_replay_of_a_fork_names_its_parent(run: Run, record: Path, tmp_path: Path) -> None:
    whole = Session.load(record)
    rolled = next(i for i, e in enumerate(whole.record.entries, 1) if e.actor == "chance")
    fork(whole, rolled).save(tmp_path / "fork.record", seed=False)
    alone = run("replay", tmp_path / "fork.record")
    assert alone.code == 3
    assert f"entries 1 to {rolled}: 1 rolls, from another record up to entry {rolled}" in alone.out
    assert run("replay", tmp_path / "fork.record", "--parent", record).code == 0


def test_a_forged_fork_proves_nothing(run: Run, record: Path, tmp_path: Path) -> None:
    """Chosen rolls behind a header that says they were taken over from another game are told for what they are."""
    session = Session(sandtable.load(GAME), dice=ScriptedDice([6] * 99))
    while session.outcome is None and len(session.record.entries) < 60:
        session.play(str(session.state.sample(lambda n: 0)))
    text = session.record_text().replace("dice: scripted", f"forked: 60\ndice: {SeededDice('chosen').description}")
    (tmp_path / "forged.record").write_text(text, encoding="utf-8")
    assert run("replay", tmp_path / "forged.record").code == 3


def test_replay_of_another_edition_says_so(run: Run) -> None:
    old = Path(__file__).parents[1] / "editions/records/0/musketeer-0052d72.record"
    result = run("replay", old)
    assert result.code == 4
    assert "It names no rules edition: it was written before edition 1" in " ".join(result.err.split())


def test_replay_of_a_tampered_record(run: Run, record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    bad = tmp_path / "bad.record"
    bad.write_text(text.replace("12. ", "13. ", 1), encoding="utf-8")
    assert "entry 13 stands where entry 12 should be" in run("replay", bad).complaint
    bad.write_text(text[: len(text) // 2], encoding="utf-8")
    assert "cut short" in run("replay", bad).complaint
    bad.write_text(text.replace("seed: a seed", "seed: another"), encoding="utf-8")
    assert "the seed does not fit" in run("replay", bad, "--json").complaint
    assert "there is no file" in run("replay", tmp_path / "none").complaint
    assert record.read_text(encoding="utf-8") == text


# rules and provenance -------------------------------------------------------------------------------------------
def test_rules(run: Run) -> None:
    data = run("rules", GAME, "--json").data
    assert data["paragraphs"] == 63
    assert {"enforceable", "cited_by_code", "cited_by_tests", "missing", "unknown", "rulings"} <= set(data)
    text = run("rules", GAME).out
    for rule in sandtable.load(GAME).ledger().rules:
        assert rule.id in text


def test_provenance(run: Run) -> None:
    data = run("provenance", GAME, "--json").data
    assert list(data["counts"]) == ["rule", "deduced", "outside", "geo", "invented"]
    assert sum(data["counts"].values()) == len(data["blocks"])
    assert {b["file"] for b in data["blocks"]} == {"map.toml", "counters.toml", "tables.toml"}
    assert all(b["why"] for b in data["blocks"])
    assert "our reconstruction" in " ".join(run("provenance", GAME).out.split())


def test_an_overlay_is_checked(run: Run, tmp_path: Path) -> None:
    text = sandtable.load(GAME).source.text("map.toml")
    first = next(line for line in text.splitlines() if line.startswith("hexes = "))
    (tmp_path / "map.toml").write_text(text.replace(first, 'hexes = "9999"', 1), encoding="utf-8")
    message = run("provenance", GAME, "--overlay", tmp_path).complaint
    assert message.startswith("map.toml: [[")
    assert "hex 9999 is not on the map" in message
    assert "does not exist" in run("provenance", GAME, "--overlay", tmp_path / "none").complaint
    (tmp_path / "map.toml").write_text("format = 1\n", encoding="utf-8")
    assert run("provenance", GAME, "--overlay", tmp_path).complaint == "map.toml: has no grid"


def test_an_overlay_that_lacks_what_the_rules_need(run: Run, tmp_path: Path) -> None:
    text = sandtable.load(GAME).source.text("tables.toml")
    (tmp_path / "tables.toml").write_text(text.replace("[table.crt]", "[table.tcr]"), encoding="utf-8")
    message = run("provenance", GAME, "--overlay", tmp_path).complaint
    assert "'crt' is missing; compare your files with ours" in message


# pictures -------------------------------------------------------------------------------------------------------
def test_render_svg(run: Run, tmp_path: Path) -> None:
    result = run("render", GAME, "-o", tmp_path / "map.svg")
    assert (result.code, result.out) == (0, "")
    svg = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert svg.lstrip().startswith("<")
    assert "<svg" in svg
    run("render", GAME, "-o", tmp_path / "bare.svg", "--no-setup")
    assert len((tmp_path / "bare.svg").read_text(encoding="utf-8")) < len(svg)


def test_render_png(run: Run, tmp_path: Path) -> None:
    assert run("render", GAME, "-o", tmp_path / "map.png", "--width", 600).code == 0
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_render_into_something_else(run: Run, tmp_path: Path) -> None:
    assert "must end in .svg or .png" in run("render", GAME, "-o", tmp_path / "map.pdf").complaint
    assert "No such file or directory" in run("render", GAME, "-o", tmp_path / "no" / "map.svg").complaint


# bench ----------------------------------------------------------------------------------------------------------
def test_bench(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def absent() -> bench.Work:
        raise ImportError

    assert set(bench.PEERS) == {"python-chess plies/s", "PettingZoo chess steps/s", "OpenSpiel chess steps/s"}
    monkeypatch.setattr(bench, "PEERS", {"one/s": lambda: spin, "two/s": absent})
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.chdir(tmp_path)
    data = run("bench", GAME, "--seconds", 0.05, "--no-server", "--json").data
    figures = data["games"][GAME]
    asked = {"copy_us", "options_ms", "unit_options_ms", "threat_ms", "evaluations_per_second", "plans_per_second"}
    assert {"decisions_per_second", "greedy_s"} | asked <= set(figures)
    assert all(value > 0 for value in figures.values())
    assert set(data["peers"]) == {"one/s", "two/s"}
    assert data["peers"]["two/s"] is None
    assert data["ratios"]["one/s"][GAME] > 0
    assert {name: curve["linear"] for name, curve in data["scaling"].items()} == {"hexes_x4": 4, "units_x2": 2}
    assert data["losses"] == []

    fast = {**data, "games": {GAME: {"copy_us": figures["copy_us"] / 1000, "decisions_per_second": 1}}}
    Path("fast.json").write_text(json.dumps(fast), encoding="utf-8")
    done = run("bench", GAME, "--seconds", 0.02, "--no-server", "--against", "fast.json")
    assert "two/s: - (not installed" in done.out
    assert f"warning: {GAME}: copy us was" in " ".join(done.err.split())
    assert "decisions per second was" not in done.err


def test_a_ratio_is_that_of_each_round() -> None:
    """A machine that is busy for one round slows both; the ratio stays."""
    assert bench.beside([60.0, 30.0, 6.0], [30.0, 15.0, 3.0]) == 2
    assert bench.beside([60.0, 30.0, 90.0], [30.0, 30.0, 30.0]) == 2


def spin() -> int:
    return sum(1 for _ in range(1000)) // 100  # a peer of the pace of a game, or the ratio would round to nothing


def test_losses_are_measured_by_the_pace_of_the_machine() -> None:
    before = {"peers": {bench.CHESS: 30_000}, "games": {GAME: {"copy_us": 1.0, "plans_per_second": 10.0}}}
    slower_machine = {"peers": {bench.CHESS: 15_000}, "games": {GAME: {"copy_us": 2.0, "plans_per_second": 5.0}}}
    assert bench.losses(slower_machine, before) == []
    worse = {"peers": {bench.CHESS: 30_000}, "games": {GAME: {"copy_us": 1.2, "plans_per_second": 8.0}}}
    assert [text.split(" (")[0] for text in bench.losses(worse, before)] == [
        f"{GAME}: copy us was 1.0, is 1.2",
        f"{GAME}: plans per second was 10.0, is 8.0",
    ]


# the table ------------------------------------------------------------------------------------------------------
def test_play_starts_the_local_table(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[dict[str, object]] = []
    monkeypatch.setattr("sandtable.server.run.local", lambda **settings: started.append(settings))
    assert run("play", GAME, "--port", 1234, "--no-browser", "--data", tmp_path).code == 0
    assert started.pop() == {"port": 1234, "browser": False, "data": tmp_path, "game": GAME}
    assert run().code == 0
    assert started.pop() == {"port": 8056, "browser": True, "data": None, "game": None}
    assert "there is no game called 'chess'" in run("play", "chess").complaint
    assert started == []


# mistakes -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["rules", "provenance", "fuzz"])
def test_an_unknown_game(run: Run, command: str) -> None:
    assert run(command, "across-suez-1981").complaint == (
        "there is no game called 'across-suez-1981'; did you mean across-suez-1980?"
    )
    assert run(command, "zzz").complaint.startswith("there is no game called 'zzz'; the games are across-suez-1980")
    assert run(command, GAME + "/north").complaint.startswith(
        f"{GAME} has no scenario 'north'; it has only {GAME} itself"
    )


def test_an_unknown_option(run: Run) -> None:
    assert run("fuzz", GAME, "-o", "fog=on").complaint.startswith(f"{GAME} has no option 'fog'; its options are ")
    message = run("fuzz", "across-suez-2021", "-o", "marines=perhaps").complaint
    assert message == "option marines: 'perhaps' is not one of False, True"


@pytest.mark.parametrize("word", ["true", "on", "yes", "TRUE", ""])
def test_options_in_words(run: Run, tmp_path: Path, word: str) -> None:
    option = f"marines={word}" if word else "marines"
    data = run("fuzz", "across-suez-2021", "-o", option, "-n", 1, "-j", 1, "--failures", tmp_path, "--json").data
    assert data["options"] == {"marines": True}


def test_an_unknown_command_or_flag(run: Run) -> None:
    assert run("dance").code == 2
    assert run("rules", GAME, "--loud").code == 2
    assert run("match", GAME).code == 2


@pytest.mark.parametrize(
    "args",
    [
        ("match", GAME, "--players", "israel=random,egypt=random", "--games", "0"),
        ("fuzz", GAME, "-n", "-5"),
        ("render", GAME, "-o", "x.png", "--width", "-5"),
        ("play", "--port", "70000"),
        ("fuzz", GAME, "-n", "many"),
    ],
)
def test_numbers_out_of_range(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.code == 2
    assert "Traceback" not in result.err
    assert "Invalid value for" in result.err


def test_complaints_are_one_line_even_when_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("rules", "zzz")
    assert result.err.count("\n") == 1
