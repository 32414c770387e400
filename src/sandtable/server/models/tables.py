"""Tables, their players and their links."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from .base import Count, Incoming, OptionValue, Text, Token


class Player(Incoming):
    """Who plays a side: a person at the owner's screen, a person with a link, or a bot."""

    kind: Literal["here", "elsewhere", "bot"]
    name: Annotated[str, Field(max_length=60)] = ""
    level: Annotated[str, Field(max_length=30)] = ""


class NewTable(Incoming):
    game: Text
    name: Annotated[str, Field(max_length=80)] = ""
    options: Annotated[dict[str, OptionValue], Field(max_length=50)] = {}
    dice: Literal["seeded", "typed"] = "seeded"
    components: Annotated[str, Field(max_length=200)] = ""
    players: Annotated[dict[str, Player], Field(max_length=10)] = {}


class ImportRecord(Incoming):
    record: Annotated[str, Field(max_length=2_000_000)]
    as_: Annotated[Literal["game", "replay"], Field(alias="as")] = "replay"
    name: Annotated[str, Field(max_length=80)] = ""
    players: Annotated[dict[str, Player], Field(max_length=10)] = {}


class ForkTable(Incoming):
    entry: Count
    name: Annotated[str, Field(max_length=80)] = ""
    players: Annotated[dict[str, Player], Field(max_length=10)] = {}


class ChangeTable(Incoming):
    name: Annotated[str | None, Field(max_length=80)] = None
    players: Annotated[dict[str, Player], Field(max_length=10)] = {}


class Links(BaseModel):
    seats: dict[str, str]
    spectator: str


class Created(Links):
    """A new table with its tokens, shown this once."""

    table: str
    owner: str


class Claimed(BaseModel):
    token: str
    role: Literal["owner"] = "owner"


class LobbyRequest(Incoming):
    tokens: Annotated[list[Token], Field(max_length=500)] = []


class TableSummary(BaseModel):
    table: str
    name: str
    game: str
    title: str
    scenario: str
    kind: Literal["game", "replay"]
    players: dict[str, Player]
    turn_name: str
    actor: str | None
    prompt: str
    entries: int
    result: str
    created: str
    updated: str
    role: Literal["owner", "seat", "spectator"] | None
    side: str | None
    token: str | None


class Lobby(BaseModel):
    tables: list[TableSummary]


class Problem(BaseModel):
    """The body of every HTTP error."""

    code: str
    text: str
