"""The server's messages carry the facts of `core/facts.py`, no more and no less."""

from __future__ import annotations

from typing import Any, NotRequired, get_origin, get_type_hints

import pytest

from sandtable.core import facts
from sandtable.server.models import view

PAIRS = (
    (facts.UnitFacts, view.ViewUnit),
    (facts.MarkerFacts, view.Marker),
    (facts.TrackFacts, view.Track),
    (facts.GoalPart, view.GoalPart),
    (facts.GoalFacts, view.Goal),
    (facts.ScoreItem, view.ScoreItem),
    (facts.OutcomeFacts, view.OutcomeInfo),
    (facts.View, view.View),
    (facts.StrengthFacts, view.ForecastUnit),
    (facts.ShiftFacts, view.ForecastShift),
    (facts.ResultFacts, view.ForecastResult),
    (facts.LossFacts, view.ForecastLoss),
    (facts.DecidesFacts, view.ForecastDecides),
    (facts.OutlookFacts, view.ForecastOutlook),
    (facts.ForecastFacts, view.Forecast),
    (facts.StepFacts, view.Step),
    (facts.DetailsFacts, view.MoveDetails),
    (facts.OptionFacts, view.Option),
    (facts.LayerEntry, view.LayerEntry),
)


@pytest.mark.parametrize(("fact", "model"), PAIRS, ids=lambda x: x.__name__)
def test_messages_have_the_keys_of_the_facts(fact: Any, model: Any) -> None:
    hints = get_type_hints(fact, include_extras=True)
    assert set(model.model_fields) == set(hints)
    assert model.model_config["extra"] == "forbid"
    for key, field in model.model_fields.items():
        optional = not fact.__total__ or get_origin(hints[key]) is NotRequired
        assert field.is_required() != optional, f"{key} is optional in one of the two"
