"""People: their keys, their games, invitations, what they agree on, talk and standing orders."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from .base import Count, Id, Incoming, Text
from .playable import ChosenOption, SideInfo
from .tables import PlayerInfo, TableSummary, Terms

PersonName = Annotated[str, Field(max_length=60)]


# Who somebody is ----------------------------------------------------------------------------------------------------
class NewPerson(Incoming):
    name: PersonName = ""


class Me(BaseModel):
    """What a person has told us; nobody else is shown the addresses."""

    id: str
    name: str
    email: str
    webhook: str
    confirmed: bool
    """The e-mail address is his: he has followed the link that was sent there. Before that nothing else goes there."""
    digest_hours: int
    messages: bool


class PersonMade(BaseModel):
    """A new key, shown this once: keep it in the browser, or in a link behind the `#`."""

    key: str
    me: Me


class ChangeMe(Incoming):
    name: PersonName | None = None
    email: Annotated[str | None, Field(max_length=200)] = None
    webhook: Annotated[str | None, Field(max_length=500)] = None
    digest_hours: Annotated[int | None, Field(ge=0, le=168)] = None
    """0: a message for every turn; 24: one a day for all games."""
    messages: bool | None = None


class Phrase(BaseModel):
    """Words that make another browser the same person; the words before these are dead."""

    phrase: str


class Restore(Incoming):
    phrase: Annotated[str, Field(max_length=200)]


class FeedAddress(BaseModel):
    address: str


class MyGame(TableSummary):
    sides: list[str]
    your_turn: bool
    left: float | None
    """Seconds on my clock, where one runs."""


class MyGames(BaseModel):
    """Mine, my turn first."""

    games: list[MyGame]


# Sitting down -------------------------------------------------------------------------------------------------------
class Invitation(BaseModel):
    """What a link, or the lobby, invites to."""

    table: str
    name: str
    game: str
    title: str
    scenario: str
    by: str
    side: str | None
    """The side of this link."""
    free: list[SideInfo]
    players: dict[str, PlayerInfo]
    options: list[ChosenOption]
    dice: str
    hidden: bool
    terms: Terms
    created: str


class Invitations(BaseModel):
    invitations: list[Invitation]


class SitDown(Incoming):
    side: Text | None = None
    name: PersonName = ""


class SeatTaken(BaseModel):
    """The seat is yours: the link that invited is dead."""

    table: str
    side: str
    token: str


class HandOver(Incoming):
    """By the holder of a seat: to a bot, or free it for somebody else by a new link."""

    side: Text | None = None
    to: Literal["bot", "link"]
    level: Annotated[str, Field(max_length=30)] = ""


class HandedOver(BaseModel):
    link: str
    """The token of the new invitation; empty for a bot."""


class Rematch(Incoming):
    swap: bool = True


class NextTable(BaseModel):
    """The tokens of the table before open this one too."""

    table: str


# From the client, at a live table -----------------------------------------------------------------------------------
class Conduct(Incoming):
    """What players do beside the rules."""

    type: Literal["conduct"]
    id: Id
    version: Count
    what: Literal["resign", "draw", "end", "pause", "resume", "return", "vacation", "abandoned", "edition"]
    days: Annotated[int, Field(ge=0, le=60)] = 0


class Say(Incoming):
    type: Literal["say"]
    id: Id
    room: Literal["table", "watchers", "self"] = "table"
    text: Annotated[str, Field(min_length=1, max_length=1_000)]


class TalkAsked(Incoming):
    type: Literal["talk"]
    id: Id
    before: Count = 1_000_000
    limit: Annotated[int, Field(ge=1, le=200)] = 100


class Mute(Incoming):
    type: Literal["mute"]
    id: Id
    who: Text
    on: bool = True


class MarkItem(Incoming):
    """An arrow or a mark on a hex, in the hex numbers of the map."""

    kind: Literal["arrow", "hex", "text"]
    at: list[Annotated[str, Field(max_length=12)]] = Field(min_length=1, max_length=12)
    text: Annotated[str, Field(max_length=80)] = ""
    colour: Annotated[str, Field(max_length=20, pattern=r"^[a-z-]*$")] = ""


class Mark(Incoming):
    """All my marks, in place of those before."""

    type: Literal["mark"]
    id: Id
    marks: Annotated[list[MarkItem], Field(max_length=100)]
    shared: bool = False


class Order(Incoming):
    """An answer given beforehand.

    single: where there is one choice, take it. decline: when asked for `verb`, say no, unless it leads to a hex of `unless`.
    toward: of the ways to `verb`, the one that ends nearest to `hex`. below: say no to `verb` while the odds are below `value`.
    """

    kind: Literal["single", "decline", "toward", "below"]
    verb: Annotated[str, Field(max_length=40)] = ""
    hex: Annotated[str, Field(max_length=12)] = ""
    unless: Annotated[list[Annotated[str, Field(max_length=12)]], Field(max_length=40)] = []
    value: Annotated[int, Field(ge=-100, le=100)] = 0
    turn: Annotated[int | None, Field(ge=1, le=1000)] = None
    """Only in this turn."""


class Orders(Incoming):
    """Read (no `orders`), or replace, the standing orders of a side."""

    type: Literal["orders"]
    id: Id
    side: Text | None = None
    orders: Annotated[list[Order] | None, Field(max_length=40)] = None


# From the server ------------------------------------------------------------------------------------------------------
class ClockInfo(BaseModel):
    """`left`: seconds of every side, as they were at `since` (seconds since 1970); the running one has less by now."""

    kind: Literal["live", "days"]
    left: dict[str, float]
    running: str
    since: float
    paused: bool
    time_out: str
    out: list[str]
    """Sides whose time has run out."""


class OfferInfo(BaseModel):
    """A draw, an end or a pause that somebody offers."""

    what: str
    by: str
    waiting_for: list[str]
    yours_to_answer: bool


class TalkLine(BaseModel):
    n: int
    at: float
    room: str
    by: str
    name: str
    text: str


class Spoken(BaseModel):
    type: Literal["talk"] = "talk"
    line: TalkLine


class Talked(BaseModel):
    """Result of `talk`."""

    lines: list[TalkLine]
    muted: list[str]


class MarksOf(BaseModel):
    by: str
    shared: bool
    marks: list[MarkItem]


class MarkNews(BaseModel):
    """All marks that this seat may see."""

    type: Literal["marks"] = "marks"
    marks: list[MarksOf]


class OrdersKept(BaseModel):
    """Result of `orders`."""

    orders: list[Order]


Facts = dict[str, Any]
