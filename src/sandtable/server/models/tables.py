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


class PlayerInfo(BaseModel):
    """Who plays a side, as everybody is told."""

    kind: Literal["here", "elsewhere", "bot"]
    name: str = ""
    level: str = ""
    taken: bool = False
    """Somebody has sat down: the owner can no longer change who plays this side."""
    stand_in: str = ""
    """The bot that plays on for a person whose time ran out."""


class Pace(Incoming):
    """How fast: no clock, a live one (budget and increment per turn, seconds), or days per turn."""

    kind: Literal["none", "live", "days"] = "none"
    budget: Annotated[int, Field(ge=30, le=86_400)] = 3_600
    increment: Annotated[int, Field(ge=0, le=3_600)] = 30
    days: Annotated[float, Field(ge=0.01, le=30)] = 3
    time_out: Literal["warn", "bot", "lose"] = "warn"
    vacation: Annotated[int, Field(ge=0, le=60)] = 0
    """Days each side may add to its clock in one game."""


class Terms(Incoming):
    """What is agreed before the game."""

    pace: Pace = Pace()
    listed: Literal["", "public"] = ""
    """`public`: an open invitation in the lobby."""
    words: Annotated[str, Field(max_length=300)] = ""
    watching: Literal["", "closed"] = ""
    behind: Annotated[int, Field(ge=0, le=20)] = 0
    """So many turns later than the players spectators see a game with secrets."""
    draws: bool = True
    practice: bool = False
    """Against bots: moves may be taken back across dice and secrets. It stands in the record."""
    abandon_days: Annotated[int, Field(ge=1, le=365)] = 30
    """After so many days without a decision the other side may call the game abandoned."""


class NewTable(Incoming):
    game: Text
    name: Annotated[str, Field(max_length=80)] = ""
    options: Annotated[dict[str, OptionValue], Field(max_length=50)] = {}
    dice: Literal["seeded", "typed"] = "seeded"
    components: Annotated[str, Field(max_length=200)] = ""
    players: Annotated[dict[str, Player], Field(max_length=10)] = {}
    terms: Terms = Terms()


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
    players: dict[str, PlayerInfo]
    turn_name: str
    actor: str | None
    prompt: str
    entries: int
    result: str
    """How it ended: "Israeli victory"; empty while it goes on."""
    won: str
    """The side that won; empty where nobody did."""
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
