"""The client's types of facts (web/src/server/facts.ts) have the keys of `core/facts.py`."""

from __future__ import annotations

import re
from typing import Any, get_type_hints

import pytest

from sandtable.core import facts

from .table import ROOT

TEXT = (ROOT / "web" / "src" / "server" / "facts.ts").read_text(encoding="utf-8")
TWINS = {
    "Unit": facts.UnitFacts,
    "Marker": facts.MarkerFacts,
    "Track": facts.TrackFacts,
    "GoalPart": facts.GoalPart,
    "Goal": facts.GoalFacts,
    "ScoreItem": facts.ScoreItem,
    "Outcome": facts.OutcomeFacts,
    "View": facts.View,
    "Strength": facts.StrengthFacts,
    "Shift": facts.ShiftFacts,
    "Result": facts.ResultFacts,
    "Loss": facts.LossFacts,
    "Decides": facts.DecidesFacts,
    "Outlook": facts.OutlookFacts,
    "Step": facts.StepFacts,
    "LayerEntry": facts.LayerEntry,
    "Option": facts.OptionFacts,
}


@pytest.mark.parametrize("name", TWINS)
def test_the_client_knows_the_keys_of_the_facts(name: str) -> None:
    found = re.search(rf"^export interface {name} \{{\n(.*?)^\}}", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"facts.ts has no interface {name}"
    keys = set(re.findall(r"^  (\w+)\??:", found[1], re.MULTILINE))
    kind: Any = TWINS[name]
    assert keys == set(get_type_hints(kind)), name
