"""Middle East Battles: one system (rules 1 to 8), two battles: Suez '56 (9) and El Arish '67 (10)."""

from __future__ import annotations

from importlib.resources import files

from sandtable.core import Option, Scenario, Source, Title
from sandtable.core.title import made_in


def _source() -> Source:
    return Source(files(__name__) / "data")


TITLES = (
    Title(
        id="suez-56",
        name="Suez '56",
        summary="British and French paratroops and marines land at Port Said, November 1956. Six turns, or as many as London and Paris can bear.",
        sides=("anglo-french", "egypt"),
        scenarios=(
            Scenario("", "Port Said, 5-6 November 1956", 12, "Free Egyptian set-up; six turns, up to twelve.", "9.0"),
        ),
        make=made_in(__name__, "suez.Suez"),
        source=_source,
        options=(Option("what_if", "What if: the Egyptian army covers the Canal", "9.5"),),
        difficulty="medium",
    ),
    Title(
        id="el-arish-67",
        name="El Arish '67",
        summary="Three Israeli divisions against the fortified front of northern Sinai, 5-7 June 1967. Eleven turns, two of them by night.",
        sides=("israel", "egypt"),
        scenarios=(Scenario("", "Northern Sinai, 5-7 June 1967", 11, "Free Egyptian set-up; eleven turns.", "10.0"),),
        make=made_in(__name__, "el_arish.ElArish"),
        source=_source,
        difficulty="medium",
    ),
)
