"""[3.0, 4.0] Set-up, sequence of play, victory."""

from __future__ import annotations

import json
from random import Random

import pytest

import sandtable
from sandtable.server.wording import option

from .table import ARISH, SUEZ, WEST, fighting, moving, options, play, position, refused, vp, where


@pytest.mark.rule("middle-east-battles", "3.1")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r3_1_egypt_sets_up_completely_before_anything_else(title: str) -> None:
    s = sandtable.load(title).start()
    placed = 0
    while s.game.phase(s) == "set-up":
        assert s.actor == "egypt"
        s = s.play(options(s, "place")[0])
        placed += 1
    assert placed == (10 if title == SUEZ else 21)
    assert s.actor == WEST[title]


@pytest.mark.rule("middle-east-battles", "4.1", "4.2", "4.3")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r4_2_western_then_egyptian_movement_and_combat_every_turn(title: str) -> None:
    west = WEST[title]
    places = ("4804 1P", "1825 1NG") if title == SUEZ else ("4816 Tal-Rec", "1928 SF-Inf")
    s = position(title, "GameTurn", *places, turn=5)
    seen = []
    while s.turn < 7:
        if s.actor == "chance":
            s = s.play(s.sample(lambda n: 0))
        else:
            seen.append((s.turn, s.game.phase(s)))
            quiet = [a for a in options(s) if a in ("end", "hold", "decline", "stop", "continue", "write 12")]
            s = s.play("continue" if "continue" in quiet else quiet[0])
    order = [f"{west}-movement", f"{west}-combat", "egypt-movement", "egypt-combat"]
    phases = [p for t, p in seen if t == 5 and p]
    assert [p for i, p in enumerate(phases) if i == 0 or phases[i - 1] != p] == order


@pytest.mark.rule("middle-east-battles", "3.2", "3.3")
@pytest.mark.parametrize(
    ("west", "egypt", "winner"),
    [(20, 15, "anglo-french"), (19, 15, None), (15, 15, None), (10, 14, None), (10, 15, "egypt")],
)
def test_r3_3_a_lead_of_five_wins_suez(west: int, egypt: int, winner: str | None) -> None:
    s = position(SUEZ, "StopOrGoOn", turn=6, vp=f"[{2 * west}, {2 * egypt}]")
    assert play(s, "stop").outcome.winner == winner


@pytest.mark.rule("middle-east-battles", "3.2", "3.4")
@pytest.mark.parametrize(
    ("west", "egypt", "winner"), [(40, 30, "israel"), (39, 30, None), (30, 39, None), (30, 40, "egypt")]
)
def test_r3_4_a_lead_of_five_wins_el_arish_half_points_count(west: int, egypt: int, winner: str | None) -> None:
    s = position(ARISH, "EndOfTurn", turn=11, vp=f"[{west}, {egypt}]")
    assert s.outcome.winner == winner


@pytest.mark.rule("middle-east-battles", "4.2", "5.4")
def test_r4_2_nothing_is_done_out_of_its_phase() -> None:
    s = moving(ARISH, "israel", "2846 79/7/Tal", "2844 1/7")
    assert refused(s, "attack 2844")
    assert refused(s, "move 1/7 2844-2843") == ("5.1",)
    s = fighting(ARISH, "israel", "2846 79/7/Tal", "2844 1/7")
    assert refused(s, "move 79/7/Tal 2846-2845")
    assert not options(s, "move")


@pytest.mark.rule("middle-east-battles", "4.3")
def test_r4_3_objectives_are_scored_before_the_marker_moves() -> None:
    s = position(ARISH, "EndOfTurn", "4620 PLA", "3844 SF-Inf", turn=2)
    assert s.turn == 3
    assert vp(s) == (0, 2)
    assert where(s, "PLA") == "4620"


@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_every_button_speaks_in_sentences(title: str) -> None:
    """No option is shown to a player as the words of its notation."""
    s, rng, seen = sandtable.load(title).start(), Random(3), set()
    while s.actor and len(seen) < 400:
        if s.actor != "chance":
            for a in {(a.verb, len(a.args)): a for a in s.options()}.values():
                label = option(s, a)["label"]
                seen.add((type(s.choice).__name__, a.verb))
                assert not label[0].islower(), (str(a), label)
                assert label.lower() != str(a).replace("_", " "), label
                assert "-air" not in label
                assert "-naval" not in label
        s.apply(s.sample(rng.randrange))
    assert len({verb for _, verb in seen}) > 10


def test_layers_show_where_units_come_and_go() -> None:
    for title in (SUEZ, ARISH):
        s = sandtable.load(title).start()
        for name, _ in s.game.overlays:
            hexes = s.game.overlay(s, WEST[title], name)
            assert all(s.game.map.grid.find(h) for h in hexes)
    assert set(s.game.overlay(s, "israel", "entry_T")) == {f"48{n}" for n in range(16, 25)}


@pytest.mark.rule("middle-east-battles", "3.4", "10.8")
def test_r3_4_scores_carry_half_points() -> None:
    """36½ to 32 is a draw: the score does not make a lead of five of it, nor round it up."""
    s = position(ARISH, "EndOfBattle", turn=11, vp="[73, 64]")
    assert s.outcome.winner is None
    assert dict(s.outcome.score) == {"israel": 36.5, "egypt": 32}
    assert s.view("israel")["outcome"]["score"] == {"israel": 36.5, "egypt": 32}
    assert "36½ to 32" in s.outcome.reasons[0]
    again = s.game.from_json(json.loads(json.dumps(s.to_json())))
    assert again.outcome == s.outcome
    assert s.game.position(s.position()).outcome == s.outcome
    assert type(dict(s.outcome.score)["egypt"]) is int
    old = {**s.to_json(), "outcome": [None, "draw", [["israel", 37], ["egypt", 32]], ["[3.4] A draw."]]}
    assert dict(s.game.from_json(old).outcome.score) == {"israel": 37, "egypt": 32}
