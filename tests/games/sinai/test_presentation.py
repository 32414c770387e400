"""What players are shown: labels of buttons, details of moves, reasons of supply and command, overlays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import Action
from sandtable.server.wording import option

from .table import attack, fighting, moving, position

SCENARIOS = [f"sinai/{s.id}" for t in sandtable.games() if t.id == "sinai" for s in t.scenarios]


def label(s: Any, action: str) -> str:
    return str(option(s, Action.read(action))["label"])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_button_shows_raw_words(scenario: str) -> None:
    rng, s = Random(7), sandtable.load(scenario).start()
    seen: dict[tuple[str, str], str] = {}
    for _ in range(400):
        if s.choice is None:
            break
        frame = type(s.choice).__name__
        a = s.sample(rng.randrange)
        seen.setdefault((frame, a.verb), label(s, str(a)))
        s.apply(a)
    assert len(seen) > 5
    for (frame, verb), text in seen.items():
        assert text[:1].isupper(), (frame, verb, text)
        assert "+" not in text.replace(" +", " "), (frame, verb, text)
        assert "off" not in text.split("-"), (frame, verb, text)
        assert text.split()[0].lower() not in ("strike", "raid", "with", "waive_", "stop_", "default"), text


def test_labels_say_what_happens() -> None:
    s = moving("israel", "2030 Iska Elhn", "2031 Eg-19NG", "2713 Aw", "2425 Ktti")
    assert label(s, "overrun Iska 2030-2031") == "Overrun the enemy in 2031 with Iska"
    assert label(s, "move Iska+Elhn 2030-2029") == "Move Iska and Elhn to 2029"
    assert label(s, "fly Aw 2714") == "Fly Aw to 2714"
    assert label(s, "entruck Ktti").startswith("Entruck Ktti")
    assert label(s, "end") == "Done moving, go to the fights"
    s = fighting("israel", "2030 Iska", "2031 Eg-inf-1 Eg-inf-2")
    assert label(s, "attack 2031") == "Attack 2031 (Eg-inf-1 and Eg-inf-2)"
    t = attack(s, "2031", "Iska")
    assert label(t, "confirm") == "Make the attack at +3"
    assert label(t, "cancel") == "Call the attack off"
    s = fighting("arab", "0425 Eg-arm-1", "3115 Is-mech-2", scenario="1973")
    assert label(s, "attack 0525") == "Attack 0525 (Bar Lev Line)"
    s = fighting("israel", "2030 Iska", "1731 Mtke", "1929 Elhn", "1931 Mnhm", "1930 Eg-inf-1")
    assert label(attack(s, "1930", "Iska"), "waive 1931") == "Waive the zone of Mnhm in 1931 [12.2]"
    s = position("1973", "Raids", "0323 Eg-SAM-1", "3115 Is-mech-2", turn=4)
    assert label(s, "raid Eg-SAM-1 3") == "Attack Eg-SAM-1 with 3 markers: 3 of 6"
    assert "1 marker:" in label(s, "raid Eg-SAM-1 1")


def costs(details: Any) -> list[int]:
    return [step["cost"] for step in details["steps"]]


def test_details_tell_the_whole_cost() -> None:
    s = moving("arab", "2234 Eg-inf-1", "2713 Iska", entrucked=["Eg-inf-1"])
    assert (s.details("detruck Eg-inf-1 2234")["cost"], s.details("detruck Eg-inf-1 2234")["left"]) == (2, 2)
    d = s.details("detruck Eg-inf-1 2234-2233")
    assert (d["cost"], d["left"], d["path"], costs(d)) == (3, 1, ["2234", "2233"], [1])
    s = moving("arab", "0130 Eg-mech-5", "3115 Is-mech-2", scenario="1973", turn=4, strikes=["0130"])
    assert s.details("exit Eg-mech-5 0130-off")["cost"] == 4
    s = moving("israel", "2030 Iska", "2031 Eg-19NG", "2713 Aw")
    d = s.details("overrun Iska 2030-2031")
    assert costs(d) == [4]
    assert d["steps"][0]["to"] == "2031"
    assert "+3 for the Overrun [11.14]" in d["steps"][0]["why"]
    d = s.details("fly Aw 2723")
    assert (d["cost"], d["left"], d["path"], costs(d)) == (10, 5, ["2713", "2723"], [10])
    s = moving("arab", "2030 Eg-arm-1", "2713 Iska", strikes=["2030"])
    assert "+3 for Air Strikes [16.11]" in s.details("move Eg-arm-1 2030-2031")["steps"][0]["why"]
    assert s.details("move Eg-arm-1 2030-2031-2032")["steps"][1]["why"] == "clear [5.31]"
    s = position("1973", "Movement arab", "3115 Is-mech-2", "to-come Eg-mech-11", turn=2)
    d = s.details("enter Eg-mech-11 0127-0226")
    assert d["path"] == ["0127", "0226"]
    assert len(d["steps"]) == 2
    assert d["cost"] == sum(costs(d))


def test_supply_overlay_names_line_and_reason() -> None:
    s = moving("israel", "2432 Iska", "2524 Is-Supply", "0130 Eg-19NG", turn=9, trail=["2524"])
    layer = s.game.overlay(s, "israel", "supply-israel")
    assert "mechanized Movement Points to" in layer["2432"]["text"]
    assert any(x["text"] == "Line of supply" for x in layer.values())
    s = moving("arab", "2030 Eg-arm-1", "2028 Iska", "2032 Elhn", "2229 Mtke", "2231 Mnhm", "1829 Albt", "1831 Mshe")
    assert "no open line of clear or road hexes" in s.game.overlay(s, "arab", "supply-arab")["2030"]["text"]


def test_command_overlay_names_digit_and_dice() -> None:
    s = moving("arab", "2034 Eg-arm-1", "3503 Sy-90", "3605 Sy-40", "2713 Iska")
    layer = s.game.overlay(s, "arab", "command")
    assert layer["2034"] == {"sign": "24", "tone": "bad", "text": "Digit 4: lost on 2 or 4 [14.4]"}
    assert "3503" not in layer  # a fortified position [14.1]
    assert (layer["3605"]["sign"], layer["3605"]["text"]) == ("35", "Digit 5: lost on 3 or 5 [14.4]")


def test_umbrella_overlay_shows_the_multiplier() -> None:
    s = moving("arab", "0323 Eg-SAM-1", "3115 Is-mech-2", scenario="1973")
    layer = s.game.overlay(s, "arab", "umbrella")
    assert layer["0323"]["sign"] == "x4"
    assert layer["0523"]["sign"] == "x4"
    assert {x["sign"] for x in layer.values()} == {"x4", "x3"}
    s = moving("arab", "0323 Eg-SAM-1", "3115 Is-mech-2", scenario="mid-1970s")
    assert {x["sign"] for x in s.game.overlay(s, "arab", "umbrella").values()} == {"x3"}


def test_threat_overlay_counts_only_units_that_may_attack() -> None:
    s = moving("israel", "0323 Eg-SAM-1", "2713 Is-mech-2", scenario="1973", turn=9)
    assert not s.game.overlay(s, "israel", "attack-threat")
    ring = ("2028 Iska", "2032 Elhn", "2229 Mtke", "2231 Mnhm", "1829 Albt", "1831 Mshe")
    s = moving("israel", "2030 Eg-arm-1", *ring)
    assert not s.game.overlay(s, "israel", "attack-threat")  # unsupplied [10.32]
    s = moving("israel", "2030 Eg-inf-1", "2713 Iska", entrucked=["Eg-inf-1"])
    layer = s.game.overlay(s, "israel", "attack-threat")
    assert "2033" in layer  # two hexes, two points to get down, and one hex of reach
    assert "2034" not in layer
