"""What the messages have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

OptionValue = bool | int | str
Text = Annotated[str, Field(max_length=200)]
Line = Annotated[str, Field(max_length=2_000)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Token = Annotated[str, Field(min_length=20, max_length=100, pattern=r"^[\w-]+$")]
Count = Annotated[int, Field(ge=0, le=1_000_000)]


class Incoming(BaseModel):
    """What a client sends: nothing but the fields we know."""

    model_config = ConfigDict(extra="forbid")
