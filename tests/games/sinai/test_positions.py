"""Position texts that leave lines out, or say something odd, play on or are refused with a sentence."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable

SCENARIOS = ["1967-napping", "1956", "1973", "mid-1970s-jihad"]


def played(scenario: str, decisions: int) -> Any:
    rng, s = Random(scenario), sandtable.load(f"sinai/{scenario}").start()
    for _ in range(decisions):
        if s.actor is None:
            break
        s = s.play(s.sample(rng.randrange))
    return s


def plays_on_or_is_refused(game: Any, text: str) -> None:
    """Some decisions with their options, details, labels and views; or a ValueError with a sentence."""
    try:
        s = game.position(text)
    except ValueError:
        return
    rng = Random(1)
    for n in range(12):
        s.prompt  # noqa: B018
        for side in game.sides:
            s.view(side)
        if s.actor is None:
            return
        a = s.sample(rng.randrange)
        s.details(a)
        s.forecast()
        s.choice.label(s, a)
        if n == 0:
            next(iter(s.options()))
        s = s.play(a)


@pytest.mark.parametrize("decisions", [40, 150])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_line_left_out(scenario: str, decisions: int) -> None:
    s = played(scenario, decisions)
    lines = s.position().splitlines()
    kept = {i for i, line in enumerate(lines) if line.startswith("at ")}
    left_out = [i for i in range(1, len(lines)) if i not in kept or i % 4 == 0]
    for i in left_out:
        plays_on_or_is_refused(s.game, "\n".join(lines[:i] + lines[i + 1 :]))


@pytest.mark.parametrize(
    "line",
    [
        "flown []", "goals []", "goals [1]", "crossed_arab [\"0424\"]", "trod_units [\"Iska\"]", "strikes [\"9999\"]",
        "turn 0", "turn 99", "ones 9", "drops -1", "trail []", "entrucked [\"Iska\"]", "dormant [\"Iska\"]",
        "west_phases -3", "strikes_away [1, 2, 3, 4, 5, 6, 7, 8, 9]", "destroyed [\"2030\"]", "dice []", "raids 9",
    ],
)  # fmt: skip
@pytest.mark.parametrize("scenario", ["1967", "1973"])
def test_an_odd_line(scenario: str, line: str) -> None:
    s = played(scenario, 60)
    key = line.split()[0]
    lines = [x for x in s.position().splitlines() if x.split()[0] != key]
    plays_on_or_is_refused(s.game, "\n".join([lines[0], line, *lines[1:]]))


@pytest.mark.parametrize("frame", ["RaidResult {\"unit\": \"Eg-SAM-1\", \"markers\": 2}", "Joins", "Ones", "LoseControl", "Declared", "Displace {\"side\": \"arab\", \"arrived\": \"Eg-arm-1\", \"hex\": \"0125\"}", "SendToSyria", "Landing {\"number\": 2}", "Retreat {\"side\": \"arab\", \"units\": [\"Eg-arm-1\"], \"result\": 2}", "Advance {\"side\": \"arab\", \"hexes\": [\"0125\"], \"units\": [\"Eg-arm-1\"]}", "LoseAttacker {\"units\": [\"Eg-arm-1\"], \"hex\": \"0524\"}", "AfterOverrun {\"units\": [\"Eg-arm-1\"], \"spent\": 3}", "SamRetreat {\"unit\": \"Eg-SAM-1\", \"hexes\": 2}", "PlaceAtEdge", "Raids", "PlaceStrikes", "IraqisArrive", "Attack {\"side\": \"arab\", \"hexes\": [\"0524\"]}"])  # fmt: skip
def test_a_frame_out_of_the_blue(frame: str) -> None:
    game = sandtable.load("sinai/mid-1970s-soviet")
    plays_on_or_is_refused(game, f"{game.id}\nturn 12\n> {frame}")
    plays_on_or_is_refused(game, f"{game.id}\nturn 12\nat 0225 Eg-arm-1\nat 0523 Is-arm-1\n> {frame}")
