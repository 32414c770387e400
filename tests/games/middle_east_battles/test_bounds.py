"""The edges of the combat and movement rules, found missing by mutation: who is named, what is lost in all, what the words say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.middle_east_battles.results import ChooseLosses

from .table import ARISH, SUEZ, attack, fighting, frame, moving, options, play, refused, roll


def said(s: Any, action: str) -> str:
    refusal = s.check(action)
    assert refusal is not None, f"{action} is accepted"
    return str(refusal)


# Advances -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.15", "5.11")
def test_r7_15_who_may_advance_where_and_by_which_short_form() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2746 82/7/Tal", "3045 9/7/Tal")
    s = roll(attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal", "82/7/Tal"), 4, "mobile")
    while frame(s) == "Retreat":
        s = play(s, options(s)[0])
    for text in ("advance", "advance 79/7/Tal", "advance 79/7/Tal 2846 2846", "march 79/7/Tal 2846"):
        assert refused(s, text)
    assert s.check("advance 79/7/Tal 2846") is None
    assert play(s, "advance 79/7/Tal 2846").loc[s.game.unit("79/7/Tal")] == s.game.hex("2846")
    for unit in ("nobody", "9/7/Tal", "7-AT"):
        assert said(s, f"advance {unit} 2846") == (
            f"[7.15] {unit} may not advance: only adjacent units that took part may."
        )
    far = said(s, "advance 79/7/Tal 2844")
    assert far.startswith("[7.15] 79/7/Tal must keep exactly to the path of retreat and stop in a hex with room: 2846")
    s = play(s, "advance 79/7/Tal 2846")
    if frame(s) == "AdvanceAfterCombat":
        assert said(s, "advance 82/7/Tal 2746-2846") == "[5.11] 2846 already holds 79/7/Tal."


@pytest.mark.rule("middle-east-battles", "7.15", "9.13")
def test_r9_13_who_has_just_landed_is_told_why_it_stays() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2746 82/7/Tal")
    s = attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal", "82/7/Tal")
    s = roll(s, 4, "mobile")
    while frame(s) == "Retreat":
        s = play(s, options(s)[0])
    s.landed = 1 << s.game.unit("79/7/Tal")
    assert said(s, "advance 79/7/Tal 2846") == "[7.15] 79/7/Tal does not advance in the player turn of its landing."
    assert s.check("advance 82/7/Tal 2846") is None


# Exchanges ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.9")
def test_r7_9_the_button_says_what_is_lost_in_all() -> None:
    """A 6 is owed. 2/Av/Tal (3) alone does not pay: 9/7/Tal (4) goes with it; 79/7/Tal (6) pays alone."""
    game: Any = fighting(ARISH, "israel", "2846 7-AT", "2845 79/7/Tal", air="[0]").game
    strength = {u: game.attack[game.unit(u)] for u in ("79/7/Tal", "82/7/Tal", "9/7/Tal", "2/Av/Tal")}
    small, large = sorted(strength, key=strength.__getitem__)[0], sorted(strength, key=strength.__getitem__)[-1]
    assert strength[small] < strength[large]
    units = 1 << game.unit(small) | 1 << game.unit(large)
    s = fighting(ARISH, "israel", "2846 7-AT", f"2845 {small}", f"2746 {large}", air="[0]")
    s.agenda = (ChooseLosses("israel", units, strength[large]),)
    assert s.details(f"lose {large}") == {}
    warning = f"{small} alone does not pay {strength[large]}: {large} will be lost as well."
    assert s.details(f"lose {small}") == {"warning": warning}
    together = strength[small] + strength[large]
    labels = {str(a): str(s.choice.label(s, a)) for a in s.options()}
    named = ", ".join(sorted((small, large), key=lambda u: game.unit(u))).replace(", ", " and ")
    assert labels[f"lose {small}"] == f"Give up {named}: {together} for the {strength[large]} owed"
    assert "Give up" not in labels[f"lose {large}"] or named not in labels[f"lose {large}"]
    assert s.details("lose nobody") == {}
    both = play(s, f"lose {small}")
    assert both.loc[game.unit(large)] == game.box("eliminated")
    one = play(s, f"lose {large}")
    assert one.loc[game.unit(small)] > 0


# Words ----------------------------------------------------------------------------------------------------------
def states(title: str, seed: int, every: int) -> Iterator[Any]:
    """Positions of the movement phases of one random game."""
    rng = Random(f"{title}:{seed}")
    s: Any = sandtable.load(title).start()
    while s.actor is not None:
        if "move" in s.choice.verbs and not rng.randrange(every):
            yield s
        s.apply(s.sample(rng.randrange))


@pytest.mark.rule("middle-east-battles", "5.1", "9.10", "9.12", "9.13", "10.4", "10.9")
@pytest.mark.parametrize(("title", "seed"), [(SUEZ, 1), (SUEZ, 2), (ARISH, 1)])
def test_r5_1_the_words_of_the_phase_are_those_of_its_options(title: str, seed: int) -> None:
    n = 0
    for s in states(title, seed, 9):
        found = {(a.verb, *a.args[:1]) for a in s.options()}
        verbs = s.words()
        assert ("end" in verbs) == (("end",) in found)
        spelled = {(v, u) for v in verbs if v != "end" for u in s.words((v,))}
        assert spelled == found - {("end",)}
        n += 1
        if n == 10:
            break
    assert n > 2


@pytest.mark.rule("middle-east-battles", "5.1", "5.5", "5.11")
def test_r5_1_the_words_of_one_unit_are_its_ends() -> None:
    s = moving(ARISH, "israel", "2845 79/7/Tal", "2846 82/7/Tal", "3047 7-Tank", turn=2)
    ends = {a.args[1].split("-")[-1] for a in s.options() if a.verb == "move" and a.args[0] == "79/7/Tal"}
    assert set(s.words(("move", "79/7/Tal"))) == ends
    assert s.words(("move", "7-Tank")) == ()
    assert s.words(("move", "nobody")) == ()
    assert s.words(("fly", "79/7/Tal")) == ()
    some = sorted(ends)[0]
    assert str(s.spelled(("move", "79/7/Tal", some))).startswith("move 79/7/Tal 2845-")


# Terrain and marks ----------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.7", "7.6", "7.8")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r5_7_the_ground_in_words(title: str) -> None:
    notes = sandtable.load(title).terrain_notes()
    assert notes["clear"] == "1 movement point to enter"
    assert notes["road"] == "½ movement points to enter"
    assert notes["rough"] == "2 movement points to enter; 2 columns for the defender"
    assert notes["town"] == "1 movement point to enter; 1 column for the defender"
    assert notes["city"] == "2 movement points to enter; 2 columns for the defender; fought on the frontal table"
    assert notes["oil_tank"] == "2 movement points to enter; 1 column for the attacker"
    assert notes["sea"] == "no unit may enter"
    assert not any("canal" in kind for kind in notes)


@pytest.mark.rule("middle-east-battles", "5.6", "7.3", "8.10")
def test_r7_3_the_marks_of_a_unit() -> None:
    s = moving(ARISH, "israel", "2845 79/7/Tal", "2846 82/7/Tal", "3047 7-Tank", turn=2)
    u = s.game.unit
    for field, word in (
        ("moved", "moved"), ("landed", "landed"), ("fought", "attacked"), ("attacked", "was_attacked"),
        ("displaced", "displaced"), ("shaken", "shaken"), ("shaken_before", "shaken"), ("crossed", "crossed"),
    ):  # fmt: skip
        t = s.copy()
        setattr(t, field, 1 << u("82/7/Tal"))
        assert t.game.status(t, u("82/7/Tal")) == [word]
        assert t.game.status(t, u("79/7/Tal")) == []


@pytest.mark.rule("middle-east-battles", "10.11", "8.18", "3.2")
def test_r10_11_the_tracks_beside_the_map() -> None:
    s = moving(ARISH, "israel", "2845 79/7/Tal", turn=2, vp="[5, 8]", air="[4]")
    tracks = {t["id"]: t["value"] for t in s.game.tracks(s, "israel")}
    assert tracks == {"vp-israel": 2.5, "vp-egypt": 4, "air-israeli": 4}
    s.withdrawing = True
    assert {t["id"]: t["value"] for t in s.game.tracks(s, "israel")}["withdrawal"] == 1


# Attacks that cannot begin --------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.1", "7.3")
def test_r7_3_why_no_attack_begins() -> None:
    s = fighting(ARISH, "israel", "2846 7-Tank", "2845 79/7/Tal", "2949 14-Arm", air="[0]")
    assert said(s, "attack 2844") == "[7.1] There is no enemy unit in 2844."
    assert said(s, "attack 2845") == "[7.1] There is no enemy unit in 2845."
    assert s.check("attack 2846") is None
    assert refused(s, "attack 2949")
    s.attacked = 1 << s.game.unit("7-Tank")
    assert said(s, "attack 2846") == "[7.3] 2846 holds a unit that was already attacked in this phase."


# Leaving the map ------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.10", "10.9", "10.11", "5.10")
def test_r10_9_why_a_unit_does_not_leave_the_map_there() -> None:
    places = ("1933 SF-Inf", "4816 Tal-Rec", "2340 1/Av/Tal")
    s = moving(ARISH, "egypt", *places, turn=5)
    for text in ("exit SF-Inf", "exit SF-Inf 1933", "exit SF-Inf 3030"):
        assert said(s, text) == "[10.11] SF-Inf may leave the map only once a withdrawal has been declared."
    s = moving(ARISH, "egypt", *places, turn=5, withdrawing="true")
    assert s.check("exit SF-Inf") is None
    assert said(s, "exit SF-Inf 2033") == (
        "[10.11] SF-Inf may not leave the map from 2033: units leave it from 1928 to 1952."
    )
    s = moving(ARISH, "israel", *places, turn=5)
    assert said(s, "exit 1/Av/Tal 1936") == (
        "[5.10] 1/Av/Tal has 8 movement points; the way from 2340 to 1936 costs 9."
    )
    assert said(s, "exit 1/Av/Tal 1937") == "[5.10, 10.9] Leaving would bring 1/Av/Tal to 9 of 8 movement points."
    assert s.check("exit 1/Av/Tal 1938") is None
    s = moving(SUEZ, "egypt", "4807 1NG", "4804 1P", turn=5)
    assert said(s, "exit 1NG 4807") == "[9.10] Only Anglo-French units leave the map, not 1NG."


@pytest.mark.rule("middle-east-battles", "9.4", "9.12", "9.13", "9.14", "5.14")
def test_r9_14_what_the_other_side_cannot_do_at_all() -> None:
    s = moving(SUEZ, "egypt", "4807 1NG", "4804 1P", turn=2)
    assert said(s, "beach 1NG 2801") == "[9.13] Only Anglo-French units land from the sea, not 1NG."
    assert said(s, "cross 1NG 9-Eng 2804") == "[9.14] Only Anglo-French units cross water with an engineer, not 1NG."
    assert said(s, "fly 1NG") == "[5.14] 1NG is not a helicopter."
    assert said(s, "muster 1NG 4807") == "[9.4] 1NG is no militia."
