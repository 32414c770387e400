"""Sentences: the English text, the template and the values, and how they travel."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core import Listing, Sentence, Term, cite, halves, row, said, say, signed, together
from sandtable.core.sentences import Value, heard

HERE, THERE = Term("hex", "0910"), Term("hex", "1012")
UNITS = Listing([Term("unit", "16/4"), Term("unit", "I/25")])


def test_a_sentence_is_its_english_text_and_remembers_its_template() -> None:
    t = say("{unit} must stop in {hex}.", unit="Erez-3", hex=HERE)
    assert t == "Erez-3 must stop in 0910."
    assert isinstance(t, str)
    assert t.template == "{unit} must stop in {hex}."
    assert t.values["hex"] is HERE


@pytest.mark.parametrize(
    ("n", "text"),
    [(1, "1 unit stays"), (2, "2 units stay"), (0, "0 units stay"), (1.5, "1½ units stay"), (0.5, "½ units stay")],
)
def test_words_agree_with_numbers(n: float, text: str) -> None:
    assert say("{n} {n#unit|units} {n#stays|stay}", n=n) == text


def test_words_agree_with_listings_and_single_things() -> None:
    assert say("{units} {units#stays|stay}", units=UNITS) == "16/4 and I/25 stay"
    assert say("{units} {units#stays|stay}", units=Listing(UNITS.items[:1])) == "16/4 stays"
    assert say("{unit} {unit#stays|stay}", unit=UNITS.items[0]) == "16/4 stays"


def test_rows_of_things() -> None:
    assert Listing(["a", "b", "c"], "or") == "a, b or c"
    assert Listing([]) == ""
    assert row("; ", ["a", "", "b"]) == "a; b"
    assert together(say("One."), "", say("Two {n}.", n=2)) == "One. Two 2."


def test_numbers_as_rulebooks_print_them() -> None:
    assert [halves(n) for n in (0, 1, 2, 5, -3)] == ["0", "½", "1", "2½", "-1½"]
    assert [signed(n) for n in (4, 0, -2)] == ["+4", "0", "-2"]


def test_a_capital_letter_where_the_template_asks_for_one() -> None:
    assert say("{what^}: rolled {n}", what="attack on 16/4", n=3) == "Attack on 16/4: rolled 3"


@pytest.mark.parametrize("bad", ["{}", "{unit", "unit}", "{unit!r}", "{n#one}"])
def test_a_template_that_cannot_be_read_is_an_error(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        say(bad, unit="a", n=1)


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("{unit} stays", units="a")


values: st.SearchStrategy[Value] = st.recursive(
    st.one_of(
        st.integers(-9, 99),
        st.text("ab 1", max_size=4),
        st.builds(Term, st.sampled_from(["unit", "hex", "rule"]), st.text("ab1", min_size=1, max_size=4)),
    ),
    lambda inner: st.one_of(
        st.builds(Listing, st.lists(inner, max_size=3), st.sampled_from(["and", "or"])),
        st.builds(lambda x: say("so {x}", x=x), inner),
    ),
    max_leaves=5,
)


@settings(deadline=None)
@given(values, values)
def test_sentences_travel_as_json_pickles_and_copies(a: Value, b: Value) -> None:
    t = say("{a} then {b} [{c}]", a=a, b=b, c=cite("4.5"))
    for back in (heard(json.loads(json.dumps(said(t)))), pickle.loads(pickle.dumps(t)), copy.deepcopy(t)):
        assert isinstance(back, Sentence)
        assert back == t
        assert said(back) == said(t)


def test_plain_text_travels_as_text_alone() -> None:
    assert said("as it is") == {"text": "as it is"}
    assert heard({"text": "as it is"}) == "as it is"
