"""Study files: what they say is what is played, and every mistake gets a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.studies.study.file import PRINTED, StudyError, make_study, read_study
from sandtable.studies.study.patches import Change, apply_changes, dump, load_with

ROOT = Path(__file__).resolve().parents[2]
ACROSS: dict[str, Any] = {"scenarios": ["across-suez-1980"]}

RULE: dict[str, Any] = {"name": "x", "why": "to see", "change": [{"block": "table.crt", "shift": 1}]}
FALL: dict[str, Any] = {
    "scenario": "across-suez-1980",
    "name": "Matzmed",
    "side": "israel",
    "hexes": ["1509"],
    "turn": 2.0,
}


def rule(*changes: dict[str, Any]) -> dict[str, Any]:
    return {**ACROSS, "house_rule": [{"name": "mine", "why": "to see", "change": list(changes)}]}


def test_a_cell_a_factor_and_a_set_up_hex_are_changed_and_nothing_else() -> None:
    study = make_study(
        rule(
            {"block": "table.crt", "cell": {"row": "1", "column": "0 to +1", "to": "De"}},
            {"block": "unit.Reshef-1", "set": {"setup": "0310"}, "add": {"combat_strength": 2}},
        )
    )
    printed, mine = (s.game() for s in study.settings())
    assert mine.tables["crt"].cells[0][2] == "De" != printed.tables["crt"].cells[0][2]
    assert mine.tables["crt"].cells[1:] == printed.tables["crt"].cells[1:]
    u = printed.unit("Reshef-1")
    assert mine.factors(mine.start(), u)[0] == "5" != printed.factors(printed.start(), u)[0]
    assert mine.hex_name(mine.start().loc[u]) == "0310"
    others = [v for v in range(len(printed.roster)) if v != u]
    assert [mine.start().loc[v] for v in others] == [printed.start().loc[v] for v in others]


def test_a_shift_reads_every_value_further_right() -> None:
    game = sandtable.load("across-suez-1980")
    files = apply_changes(game, (Change("table.crt", shift=1),), "to see")
    moved, crt = load_with(game.id, files).tables["crt"], game.tables["crt"]
    for before, after in zip(crt.cells, moved.cells):
        assert after == (*before[1:], before[-1])


def test_levels_of_victory_and_optional_rules_can_be_varied() -> None:
    study = make_study(
        {
            "scenarios": ["sinai/1967"],
            "house_rule": [
                {
                    "name": "hard",
                    "why": "more is asked of Israel",
                    "change": [{"block": "scenario.1967", "set": {"change.air_strikes.to": 0}}],
                }
            ],
        }
    )
    printed, mine = (s.game() for s in study.settings())
    assert (printed.rules.air_strikes, mine.rules.air_strikes) == (4, 0)
    options = make_study({**ACROSS, "variation": [{"name": "armor", "options": {"cavalry": "armor"}}]}).settings()
    assert [s.game().option("cavalry") for s in options] == ["neither", "armor"]


def test_every_component_file_survives_being_written_out() -> None:
    for title in sandtable.games():
        game = sandtable.load(title.id)
        for name in game.source.read:
            data = game.source.load(name) if name.endswith(("map.toml", "tables.toml", "counters.toml")) else None
            if data:
                import_again = load_with(title.id, ((name, dump(data)),))
                assert import_again.start().to_json()["loc"] == game.start().to_json()["loc"]


def test_a_moved_counter_says_that_a_house_rule_moved_it() -> None:
    game = sandtable.load("across-suez-1980")
    ((name, text),) = apply_changes(game, (Change("unit.Reshef-1", add={"combat_strength": 1}),), "a stronger Reshef")
    assert name == "counters.toml"
    assert text.count('basis = "outside"') == 1
    assert "house rule: a stronger Reshef" in text


def test_a_house_rule_that_no_variation_names_is_played_by_itself() -> None:
    study = make_study(
        {**ACROSS, "house_rule": [RULE], "variation": [{"name": "armor", "options": {"cavalry": "armor"}}]}
    )
    assert [v.name for v in study.variations] == [PRINTED, "armor", "x"]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, "say what is played"),
        ({"scenarios": ["across-suez-1979"]}, "did you mean"),
        ({**ACROSS, "gamse": 3}, "no field 'gamse'"),
        ({**ACROSS, "games": "many"}, "should be a whole number"),
        ({**ACROSS, "games": 0}, "at least 1"),
        ({**ACROSS, "games": 5, "precision": 0.02}, "not both"),
        ({**ACROSS, "precision": 2}, "two points"),
        ({**ACROSS, "players": ["clever"]}, "clever"),
        ({**ACROSS, "players": [{"israel": "greedy"}]}, "sides of across-suez-1980 are israel, egypt"),
        ({**ACROSS, "record": ["everything"]}, "choose from losses"),
        ({**ACROSS, "options": {"weather": True}}, "no scenario here has 'weather'"),
        (
            {**ACROSS, "variation": [{"name": "x", "options": {"cavalry": "neither"}}]},
            "the variation 'x' changes nothing: cavalry = neither is how it is played anyway",
        ),
        ({**ACROSS, "games": True}, "should be a whole number"),
        ({**ACROSS, "at_most": 9}, "belongs to precision"),
        ({"scenarios": ["across-suez-1980"] * 2}, "named twice"),
        ({**ACROSS, "players": ["greedy", "greedy"]}, "named twice"),
        ({**ACROSS, "variation": [{"why": "to see"}]}, "needs a name"),
        ({**ACROSS, "variation": [{"name": "x", "scenarios": ["suez-56"]}]}, "which the study does not play"),
        ({**ACROSS, "house_rule": [RULE, RULE]}, "a name of its own"),
        ({**ACROSS, "history": [{**FALL, "scenario": "across-suez-2021"}]}, "which the study does not play"),
        ({**ACROSS, "record": ["losses"], "history": [FALL]}, "positions"),
        ({**ACROSS, "history": [{**FALL, "hexes": []}]}, "at least one hex"),
        ({**ACROSS, "variation": [{"name": "x", "options": {"weather": True}}]}, "no option 'weather'"),
        ({**ACROSS, "variation": [{"name": PRINTED}]}, "name of its own"),
        ({**ACROSS, "variation": [{"name": "x", "house_rules": ["y"]}]}, "names a house rule 'y'"),
        ({**ACROSS, "house_rule": [{"name": "x", "change": []}]}, "needs why"),
        (rule({"block": "table.cart", "shift": 1}), "no block 'table.cart'"),
        (rule({"block": "table.crt"}), "say what becomes of it"),
        (rule({"block": "table.crt", "cell": {"row": "9", "column": "0 to +1", "to": "De"}}), "rows are 1, 2"),
        (rule({"block": "unit.Reshef-1", "set": {"strength": 1}}), "no field 'strength'; it has name"),
        (rule({"block": "unit.Reshef-1", "set": {"setup": "9999"}}), "9999"),
        ({**ACROSS, "sensitivity": {"basis": ["guessed"]}}, "is no basis"),
        ({**ACROSS, "sensitivity": {"size": 2}}, "[sensitivity] has basis"),
        ({**ACROSS, "overlay": "nowhere"}, "does not exist"),
    ],
)
def test_mistakes_are_explained(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint.replace("[", r"\[")):
        make_study(given)


def test_an_analysis_of_sensitivity_moves_every_reconstruction_down_and_up() -> None:
    study = make_study({"scenarios": ["sinai/1967"], "sensitivity": {}})
    moved = [v for v in study.variations if v.block]
    game = sandtable.load("sinai/1967")
    invented = {t.title for t in game.tables.values() if t.basis == "invented"}
    assert {v.block for v in moved} >= invented
    assert sorted(v.step for v in moved) == sorted([-1, 1] * (len(moved) // 2))
    assert not [v for v in make_study({**ACROSS, "sensitivity": {}}).variations if v.block]


def test_toml_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("games = = 3")
    with pytest.raises(StudyError, match=r"x\.toml is not valid TOML"):
        read_study(tmp_path / "x.toml")


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "studies").glob("*.toml")), ids=lambda p: p.stem)
def test_the_ready_studies_can_be_played(path: Path) -> None:
    study = read_study(path)
    assert study.question
    assert len(study.settings()) >= 2
