"""The ledger and the citations that count against it."""

import pytest

from sandtable.core import read_ledger
from sandtable.core.ledger import citations
from tests.core.toy import load


def test_the_ledger_knows_its_paragraphs() -> None:
    ledger = load().ledger()
    assert ledger.book == "toy"
    assert "2.1" in ledger
    assert "9.9" not in ledger
    assert ledger["2.2"].title == "Dunes"
    assert not ledger["1.0"].enforceable
    assert ledger["1.1"].enforceable
    assert [r.id for r in ledger.rulings] == ["TY-01"]


def test_a_title_may_keep_only_its_own_paragraphs() -> None:
    ledger = read_ledger(load().source, keep=lambda id: id.startswith("2"))
    assert [r.id for r in ledger.rules] == ["2.1", "2.2", "2.3"]
    assert "4.1" in ledger.numbers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[13.2] says", {("", "13.2")}),
        ("see [13.2, 13.4] and [7.0]", {("", "13.2"), ("", "13.4"), ("", "7.0")}),
        ("[1980:4.5, 2021:6.1]", {("1980", "4.5"), ("2021", "6.1")}),
        ("[15.5.2]", {("", "15.5.2")}),
        ("[23.11a]", {("", "23.11a")}),
        ("[ruling SN-07] and [rulings AS-16, AS-20]", set()),
        ("x[d] tuple[int, ...] [a, 1.2]", set()),
        ("[0] and xs[0.5] and (a)[1.2] and [1, 2]", set()),
        ("no brackets 13.2", set()),
    ],
)
def test_citations(text: str, found: set[tuple[str, str]]) -> None:
    assert citations(text) == found
