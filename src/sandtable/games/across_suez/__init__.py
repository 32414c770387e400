"""Across Suez, the battle of the Chinese Farm, in its editions of 1980 and 2021: one package, one `Edition` record."""

from __future__ import annotations

from importlib.resources import files

from sandtable.core import Option, Scenario, Source, Title
from sandtable.core.title import made_in

SUMMARY = "Chinese Farm, October 1973: Israel must open the road, bring the bridge and cross; Egypt must stop it."
CAVALRY = "Armored cavalry counts in combined arms as"
CAVALRY_CHOICES = ("neither", "armor", "mech")


def _source() -> Source:
    return Source(files(__package__) / "data")


TITLES = (
    Title(
        id="across-suez-1980",
        name="Across Suez (1980)",
        summary=SUMMARY,
        sides=("israel", "egypt"),
        scenarios=(Scenario("", "The Battle of the Chinese Farm", 7, SUMMARY, "3.0"),),
        make=made_in(__name__, "game.of_1980"),
        source=_source,
        options=(Option("cavalry", CAVALRY, "8.0", "neither", CAVALRY_CHOICES),),
        difficulty="easy",
    ),
    Title(
        id="across-suez-2021",
        name="Across Suez (2021)",
        summary=SUMMARY,
        sides=("israel", "egypt"),
        scenarios=(Scenario("", "The Battle of the Chinese Farm", 7, SUMMARY, "4.0"),),
        make=made_in(__name__, "game.of_2021"),
        source=_source,
        options=(
            Option("cavalry", CAVALRY, "10.0", "neither", CAVALRY_CHOICES),
            Option("airborne_units", "Israeli airborne battalions I/35 and II/23", "15.1"),
            Option("kuwaiti_palestinian", "Kuwaiti battalion and Ain Jalloud brigade", "15.2"),
            Option("marines", "A battalion of Egyptian marines", "15.3"),
            Option("commandos", "Commandos of both sides", "15.4"),
            Option("airborne_operations", "Airborne operations", "15.5"),
            Option("amphibious", "Amphibious landing of the 130th Marine Brigade", "15.6"),
        ),
        difficulty="easy",
    ),
)
