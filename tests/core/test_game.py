"""State, agenda, actions and the narrow waist, on a tiny game."""

from __future__ import annotations

import json
from itertools import count
from random import Random

import pytest

from sandtable.core import Action, Choice, Event, IllegalAction, Outcome, Refusal, State, Step, advance
from sandtable.core.title import settle
from tests.core.toy import TITLE, Combat, Movement, Plan, ToyGame, ToyState, Turn, load

GAME = load()
SEEDS = range(12)


def some_states(seed: int) -> list[ToyState]:
    """Every state of one random game."""
    rng = Random(seed)
    s = GAME.start()
    line = [s]
    while s.actor:
        s = s.play(s.sample(rng.randrange))
        line.append(s)
    return line


def at(*lines: str) -> ToyState:
    return GAME.position("\n".join(("toy", *lines)))


# the waist ------------------------------------------------------------------------------------------------------
def test_same_input_same_state() -> None:
    assert GAME.start() == GAME.start()
    assert GAME.start().checksum() == GAME.start().checksum()


def test_a_decision_has_actor_prompt_options_and_reasons() -> None:
    s = GAME.start()
    assert s.actor == "red"
    assert "[1.1]" in s.prompt
    assert [str(a) for a in s.options()] == ["plan hold", "plan push"]
    assert s.check("plan push") is None
    refusal = s.check("plan nothing")
    assert refusal is not None
    assert refusal.rules == ("1.1",)
    assert str(refusal).startswith("[1.1] “plan nothing” cannot be done now. Choose red's plan")


def test_play_leaves_the_old_state_alone_and_apply_does_not() -> None:
    s = GAME.start()
    t = s.play("plan push")
    assert (s.plan, t.plan) == ("", "push")
    assert t.actor == "red"
    assert s.apply("plan hold") is s
    assert s.plan == "hold"


def test_an_illegal_action_is_raised_with_its_refusal() -> None:
    s = GAME.start().play("plan push")
    with pytest.raises(IllegalAction, match=r"^move B-a 0502: \[2\.1\] B-a is not red's\.$") as caught:
        s.play("move B-a 0502")
    assert caught.value.refusal.rules == ("2.1",)
    assert caught.value.action == "move B-a 0502"


@pytest.mark.parametrize(
    "nonsense", ["", " ", "fly", "move", "move R-1", "move X 0101", "end end", "plan", "move R-1 9999"]
)
def test_nonsense_is_refused_with_a_sentence(nonsense: str) -> None:
    for s in (GAME.start(), GAME.start().play("plan hold")):
        refusal = s.check(nonsense)
        assert refusal is not None
        assert refusal.text.endswith((".", "!", "?", "]."))


def test_case_and_short_forms_are_forgiven() -> None:
    s = GAME.start().play("plan hold")
    a = GAME.parse(s, "MOVE r-1 0301")
    assert str(a) == "move R-1 0101-0201-0301"
    assert s.play("move r-1 0301").loc[GAME.unit("R-1")] == GAME.hex("0301")


def test_check_may_accept_more_than_the_options_list() -> None:
    s = at("at 0103 R-1", '> Movement {"side": "red"}')
    two_ways = {"move R-1 0103-0104-0204", "move R-1 0103-0203-0204"}
    assert len(two_ways & {str(a) for a in s.options()}) == 1
    for text in two_ways:
        assert s.check(text) is None
        assert s.play(text).loc[0] == GAME.hex("0204")


def test_details_and_forecast() -> None:
    s = GAME.start().play("plan hold")
    assert s.details("move R-2 0102-0103") == {"cost": "1"}
    assert s.forecast() is None
    fight = at("at 0303 R-1", "at 0304 B-a", '> Combat {"side": "red"}').play("attack B-a").play("with R-1")
    forecast = fight.forecast()
    assert sum(r["probability"] for r in forecast["results"]) == pytest.approx(1)


def test_a_game_that_is_over_has_no_decision() -> None:
    s = some_states(1)[-1]
    assert s.actor is None
    assert s.choice is None
    assert list(s.options()) == []
    assert s.outcome is not None
    assert s.prompt == f"The game is over: {s.outcome.level}."
    assert s.check("end") is not None
    assert s.forecast() is None
    assert s.details("end") == {}
    with pytest.raises(ValueError, match="the game is over"):
        s.sample(lambda n: 0)
    with pytest.raises(IllegalAction):
        s.play("end")


def test_a_state_prints_shortly() -> None:
    assert repr(GAME.start()) == "<toy, turn 1, red to decide>"
    assert repr(some_states(1)[-1]) == "<toy, turn 3, over>"


# copies and equality --------------------------------------------------------------------------------------------
def test_a_copy_is_independent() -> None:
    s = GAME.start()
    t = s.copy()
    assert t == s
    t.loc[0] = 0
    t.scores[0] = 9
    t.moved = 3
    t.then(Combat("red"))
    assert t != s
    assert s == GAME.start()


def test_equality_sees_every_field_and_the_agenda() -> None:
    s = GAME.start()
    for field, value in {"turn": 2, "moved": 1, "plan": "push", "wells": (1,), "trail": [5], "last": 2}.items():
        t = s.copy()
        setattr(t, field, value)
        assert t != s, field
        assert t.checksum() != s.checksum(), field
    t = s.copy()
    t.agenda = t.agenda[:-1]
    assert t != s
    t = s.copy()
    t.outcome = Outcome(None, "draw")
    assert t != s
    assert s != "something else"


def test_the_log_stays_behind() -> None:
    s = GAME.start()
    s.log = []
    s.apply("plan push")
    assert s.log == [Event(("1.1",), "Red plans to push.", (), ("red",))]
    assert s.copy().log is None
    s.apply("move R-1 0301")
    assert s.log[-1].at == ("0101", "0201", "0301")
    assert str(s.log[-1]) == "[2.1] R-1 moves to 0301."


# the agenda -----------------------------------------------------------------------------------------------------
def test_then_puts_frames_in_front_in_order() -> None:
    s = GAME.start()
    before = s.agenda
    s.then(Movement("blue"), Combat("blue"))
    assert s.agenda == (Movement("blue"), Combat("blue"), *before)
    s.then(Plan())
    assert s.agenda == (Plan(), Movement("blue"), Combat("blue"), *before)


def test_advance_runs_steps_until_somebody_must_decide() -> None:
    s = ToyState(GAME)
    s.agenda = (Turn(),)
    advance(s)
    assert s.agenda[0] == Plan()
    assert [type(f).__name__ for f in s.agenda] == [
        "Plan",
        "Movement",
        "Combat",
        "Movement",
        "Combat",
        "Weather",
        "EndOfTurn",
    ]
    advance(s)
    assert s.agenda[0] == Plan()


def test_finish_empties_the_agenda() -> None:
    s = GAME.start()
    s.log = []
    s.finish(Outcome("red", "red wins", (("red", 2),), ("[3.1] because",)))
    assert s.agenda == ()
    assert s.actor is None
    assert [e.text for e in s.log] == ["[3.1] because"]


def test_frames_that_forget_a_method_say_so() -> None:
    for call in (
        lambda: Step().run(None),
        lambda: Choice().actor(None),
        lambda: Choice().prompt(None),
        lambda: Choice().options(None),
        lambda: Choice().apply(None, Action("x")),
    ):
        with pytest.raises(NotImplementedError):
            call()


def test_sample_takes_the_option_that_pick_names() -> None:
    s = GAME.start()
    options = list(s.options())
    assert [s.sample(lambda n, i=i: i) for i in range(len(options))] == options


# chance ---------------------------------------------------------------------------------------------------------
def rolling() -> ToyState:
    s = at("at 0303 R-1", "at 0304 B-a", '> Combat {"side": "red"}', '> Movement {"side": "blue"}')
    return s.play("attack B-a").play("with R-1").play("confirm")


def test_a_roll_is_a_decision_of_chance() -> None:
    s = rolling()
    assert s.actor == "chance"
    assert s.prompt == "Roll one die: combat."
    assert [str(a) for a in s.options()] == [f"roll {n}" for n in range(1, 7)]
    assert str(GAME.parse(s, "3")) == "roll 3"
    t = s.play("4")
    assert t.die == 4
    assert t.dice == (4,)


def test_a_roll_is_told() -> None:
    s = rolling()
    s.log = []
    s.apply("roll 3")
    assert str(s.log[0]).rstrip(".") == "Combat: rolled 3"


@pytest.mark.parametrize("bad", ["roll", "roll 0", "roll 7", "roll 1 2", "roll x", "roll ½", "roll ²", "end"])
def test_what_is_no_roll_is_refused(bad: str) -> None:
    refusal = rolling().check(bad)
    assert refusal is not None
    assert "from 1 to 6" in refusal.text


def test_several_dice_and_other_faces() -> None:
    s = at('> Roll {"purpose": "event", "count": 2, "faces": 10}', '> Movement {"side": "blue"}')
    assert len(list(s.options())) == 100
    assert s.prompt == "Roll 2 dice: event."
    assert s.play("roll 10 3").dice == (10, 3)
    assert s.check("roll 11 3") is not None


def test_a_draw_is_weighted() -> None:
    s = at('> Draw {"purpose": "weather", "names": ["sun", "sun", "storm"]}', '> Movement {"side": "blue"}')
    assert [str(a) for a in s.options()] == ["draw sun", "draw storm"]
    assert [str(s.sample(lambda n, i=i: i)) for i in range(3)] == ["draw sun", "draw sun", "draw storm"]
    assert s.prompt == "Draw: weather."
    assert s.play("draw storm").drawn == "storm"
    assert s.check("draw fog") is not None
    with pytest.raises(AssertionError):
        s.sample(lambda n: n)


# secrets --------------------------------------------------------------------------------------------------------
def test_a_secret_decision_is_only_announced_to_the_other_side() -> None:
    s = GAME.start()
    assert s.view("red")["prompt"] == s.prompt
    assert s.view("blue")["prompt"] == "Waiting for red."


def test_views_are_json_and_do_not_change_with_the_secrets() -> None:
    for s in some_states(3):
        for side in GAME.sides:
            view = json.dumps(s.view(side))
            for i in range(4):
                assert json.dumps(GAME.sample_hidden(s, side, Random(i)).view(side)) == view


def test_the_view_says_who_is_where() -> None:
    view = at("at 0303 R-1", "at eliminated B-a", '> Combat {"side": "red"}').view("blue")
    assert {u["name"]: u["at"] for u in view["units"]} == {"R-1": "0303", "B-a": "eliminated"}
    assert view["phase"] == "red-combat"
    assert view["actor"] == "red"
    assert view["outcome"] is None


# writing down ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", SEEDS)
def test_json_and_text_round_trip_at_every_decision(seed: int) -> None:
    for s in some_states(seed):
        assert GAME.from_json(json.loads(json.dumps(s.to_json()))) == s
        assert GAME.position(s.position()) == s
        for a in s.options():
            assert GAME.parse(s, str(a)) == a
            assert s.check(a) is None


def test_a_position_needs_only_the_lines_that_matter() -> None:
    s = GAME.position(
        """
        # a comment
        toy
        turn 2
        at 0303 R-1

        at camp B-a
        moved ["R-1"]
        > Combat {"side": "red"}
        """
    )
    assert (s.turn, s.moved) == (2, 1)
    assert s.loc == [GAME.hex("0303"), 0, GAME.box("camp"), 0]
    assert s.actor == "red"


def test_options_are_part_of_json_and_position() -> None:
    s = GAME.start({"weather": "never", "wells": 2})
    assert s.position().splitlines()[0] == 'toy {"weather": "never", "wells": 2}'
    assert GAME.position(s.position()) == s
    assert GAME.from_json(s.to_json()) == s
    assert GAME.from_json(s.to_json()).game is s.game
    assert s != GAME.start()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([""], "the position is of '', not of toy"),
        (["chess"], "the position is of 'chess', not of toy"),
        (["toy", "at 0909 R-1"], "position line “at 0909 R-1”: hex '0909' is not on the map of toy"),
        (["toy", "at 0101 R-9"], "position line “at 0101 R-9”: toy has no unit called 'R-9'"),
        (["toy", "at"], "position line “at”: "),
        (["toy", "luck 3"], "position line “luck 3”: 'luck' is not a field of a position of toy"),
        (["toy", "turn x"], "position line “turn x”: "),
        (["toy", 'turn "2"'], 'position line “turn "2"”: "2" is not of the kind int'),
        (["toy", "turn true"], "position line “turn true”: true is not of the kind int"),
        (["toy", "plan 3"], "position line “plan 3”: 3 is not of the kind str"),
        (["toy", "scores 3"], "position line “scores 3”: 3 is not a list"),
        (["toy", 'wells ["a"]'], 'position line “wells ["a"]”: "a" is not of the kind int'),
        (["toy", "last [3]"], "position line “last [3]”: "),
        (["toy", "seen [[]]"], "position line “seen [[]]”: "),
        (["toy", "> Combat 5"], "position line “> Combat 5”: "),
        (["toy", "outcome 5"], "position line “outcome 5”: "),
        (["toy", "outcome []"], "position line “outcome []”: "),
        (["toy", "> Dance"], "position line “> Dance”: toy has no step called 'Dance'"),
        (["toy", '> Combat {"colour": 1}'], "the step Combat has no field 'colour'"),
        (["toy", "> Combat"], "the step Combat needs a field 'side'"),
        (["toy", "> Combat {side}"], "position line “> Combat {side}”: "),
        (["toy", 'moved ["R-9"]'], "toy has no unit called 'R-9'"),
        (['toy {"fog": true}'], "toy has no option 'fog'; its options are sandstorm, weather, wells"),
    ],
)
def test_a_bad_position_names_its_line(lines: list[str], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        GAME.position("\n".join(lines))
    assert message in str(caught.value)


def test_a_state_of_another_game_is_refused() -> None:
    d = GAME.start().to_json()
    with pytest.raises(ValueError, match="this is a state of 'chess', not of toy"):
        GAME.from_json(d | {"game": "chess"})
    with pytest.raises(ValueError, match="places 1 units; toy has 4"):
        GAME.from_json(d | {"loc": ["0101"]})


# options --------------------------------------------------------------------------------------------------------
def test_options_that_are_defaults_are_left_out() -> None:
    assert settle(TITLE, {"sandstorm": False, "weather": "never", "wells": 1}) == {"weather": "never"}
    assert settle(TITLE, {"wells": 2, "sandstorm": True}) == settle(TITLE, {"sandstorm": True, "wells": 2})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fog": True}, "toy has no option 'fog'; its options are sandstorm, weather, wells"),
        ({"sandstorm": "yes"}, "option sandstorm: 'yes' is not one of False, True"),
        ({"sandstorm": 1}, "option sandstorm: 1 is not one of False, True"),
        ({"wells": True}, "option wells: True is not one of 1, 2"),
        ({"wells": 3}, "option wells: 3 is not one of 1, 2"),
        ({"weather": "rain"}, "option weather: 'rain' is not one of always, never"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        GAME.start(options)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_options_make_one_configured_game_each() -> None:
    one, two = GAME.start({"wells": 2}).game, GAME.start({"wells": 2, "sandstorm": False}).game
    assert one is two
    assert one is not GAME
    assert one.configured(None) is one
    assert one.configured({}) is GAME
    assert one.option("wells") == 2
    assert one.option("weather") == "always"


# names ----------------------------------------------------------------------------------------------------------
def test_names_and_numbers() -> None:
    assert GAME.name_of(GAME.unit("B-b")) == "B-b"
    assert GAME.hex_name(GAME.hex("0203")) == "0203"
    assert GAME.hex_name(0) == ""
    assert GAME.place("") == 0
    assert GAME.hex_name(GAME.place("camp")) == "camp"
    assert GAME.names([0]) == "R-1"
    assert GAME.names([0, 1, 2]) == "R-1, R-2 and B-a"
    assert GAME.names([]) == ""
    with pytest.raises(ValueError, match="toy has no unit called 'X'"):
        GAME.unit("X")
    with pytest.raises(ValueError, match="hex '0' is not on the map of toy"):
        GAME.hex("0")


def test_units_in_a_place() -> None:
    s = at("at 0303 R-1 B-b", '> Combat {"side": "red"}')
    assert s.at(GAME.hex("0303")) == [0, 3]
    assert s.at(GAME.hex("0303"), GAME.roster.of_side["blue"]) == [3]
    assert s.occupied(GAME.roster.all) == 1 << GAME.hex("0303")


def test_words() -> None:
    assert str(Action("move", ("A", "0101-0102"))) == "move A 0101-0102"
    assert Action.read(" move  A   0101 ") == Action("move", ("A", "0101"))
    assert Action.read("") == Action("")
    assert str(Refusal((), "No.")) == "No."
    assert str(Refusal(("1.1", "1.2"), "No.")) == "[1.1, 1.2] No."
    assert str(Event((), "Yes.")) == "Yes."


def test_games_end() -> None:
    for seed in SEEDS:
        rng = Random(seed)
        s = GAME.start()
        for n in count():
            if s.actor is None:
                break
            assert n < 200
            s.apply(s.sample(rng.randrange))
        assert s.outcome is not None


def test_a_plain_state_has_no_kinds_of_its_own() -> None:
    assert isinstance(GAME, ToyGame)
    assert next(iter(ToyState.kinds)) == "turn"
    assert "agenda" not in ToyState.kinds
    assert State.kinds == {}
