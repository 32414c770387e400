"""The live table: what the server sends."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from .asking import ClientMessage
from .people import ClockInfo, MarkNews, OfferInfo, OrdersKept, Spoken, Talked, TalkLine
from .tables import PlayerInfo, Terms
from .view import Forecast, LayerEntry, Option, View, ViewUnit


class EventInfo(BaseModel):
    text: str
    rules: list[str]
    at: list[str]
    about: str = ""
    """What the line is about: fight, roll, result, retreat, advance, loss, arrival, ground ... (core.facts.About)."""
    units: list[str] = []
    """Whom it concerns."""


class EntryInfo(BaseModel):
    """One decision of the record with what happened in it, as this side may know it."""

    n: int
    actor: str
    action: str | None
    secret: bool
    label: str
    draw: int
    cut: bool
    turn: int
    phase: str
    events: list[EventInfo]


Names = list[str]
OptionsListed = list[Option]


class Choices(BaseModel):
    """What the options come to, when they are too many to send."""

    type: Literal["choices"] = "choices"
    version: int
    count: int
    units: Names
    hexes: Names
    verbs: dict[str, int]
    hand: list[ViewUnit]
    list: OptionsListed


class OptionSummary(BaseModel):
    count: int
    complete: bool
    hand: list[ViewUnit]
    list: OptionsListed
    units: Names
    verbs: dict[str, int]


class Chance(BaseModel):
    """Whether undo or redo is possible, why not, and what it would concern."""

    can: bool
    why: str
    action: str


class Allowed(BaseModel):
    """Whether something is possible, and why not."""

    can: bool
    why: str


class TakeBackInfo(BaseModel):
    by: str
    to: int
    waiting_for: list[str]
    yours_to_answer: bool


class ShareWanted(BaseModel):
    side: str
    what: Literal["commit", "reveal"]


class DiceInfo(BaseModel):
    """Whose the dice in use are: the server's alone, of all players together (docs/records.md), or typed in by people."""

    kind: Literal["server", "shared", "typed"]
    stream: str
    """The server's commitment, which names these dice; fresh dice have another one."""
    commitments: dict[str, str]
    """Of the server and of every player: a hash, `none` (nothing promised yet, or ever), `late:` and a hash (not handed in in time)."""
    handed: list[str]
    """Whose share the server holds."""
    settled: bool
    """Something has been rolled with them: who has no part by now has none."""
    after: int
    """The entry after which they began; 0: with the game."""
    wanted: list[ShareWanted]
    """What this seat's browser is asked for now."""


class BotInfo(BaseModel):
    sides: dict[str, str]
    thinking: str
    paused: bool
    delay: float
    reason: str
    trouble: str


class State(BaseModel):
    type: Literal["state"] = "state"
    table: str
    version: int
    kind: Literal["game", "replay"]
    name: str
    sheet: str
    role: Literal["owner", "seat", "spectator"]
    sides: list[str]
    side: str
    view: View
    actor: str | None
    yours: bool
    curtain: str | None
    nothing_hidden: bool
    unseen: list[Option]
    prompt: str
    rules: list[str]
    options: OptionSummary | None
    forecast: Forecast | None
    keep: int
    entries: list[EntryInfo]
    undo: Chance
    redo: Chance
    may_take_back: Allowed
    """May this seat propose to take back its last decision? Against bots across dice in practice games only."""
    take_back: TakeBackInfo | None
    bot: BotInfo
    players: dict[str, PlayerInfo]
    dice: DiceInfo
    play_on: Allowed
    """May this seat play on from a moment of this game at a new table (`fork`)?"""
    present: dict[str, int]
    terms: Terms
    clock: ClockInfo | None
    offer: OfferInfo | None
    ended: str
    """Why the players ended it before the rules did."""
    won: str
    """Who won when the players ended it; empty for nobody, and for a game that the rules ended."""
    next: str
    """The table of the rematch; the same tokens open it."""


class ViewChange(BaseModel):
    """The keys of a view that have changed; of the units those that have, by name; `order` where others are there now."""

    model_config = ConfigDict(extra="allow")

    units: list[ViewUnit] = []
    order: list[str] | None = None


class Change(BaseModel):
    """What makes the state of this version out of the one `from` which it changed."""

    type: Literal["change"] = "change"
    from_: Annotated[int, Field(alias="from")]
    version: int
    keep: int
    entries: list[EntryInfo]
    state: dict[str, Any]
    """Keys of `state` with their new values."""
    view: ViewChange


class Present(BaseModel):
    type: Literal["present"] = "present"
    present: dict[str, int]


class BotNews(BaseModel):
    type: Literal["bot"] = "bot"
    version: int
    bot: BotInfo


class Gone(BaseModel):
    type: Literal["gone"] = "gone"
    text: str


class RefusalInfo(BaseModel):
    rules: list[str]
    text: str


class Done(BaseModel):
    """Result of `act`."""

    done: int
    entries: list[int]
    left: list[str]
    stopped: str


class OneAction(BaseModel):
    """Result of `undo` and `redo`."""

    action: str


class TakenBack(BaseModel):
    """Result of `propose` and `answer`."""

    taken_back: bool


class OptionList(BaseModel):
    """Result of `options`."""

    count: int
    options: list[Option]


class Checked(BaseModel):
    """Result of `check`."""

    legal: bool
    action: str
    refusal: RefusalInfo | None
    option: Option | None


class HintGiven(BaseModel):
    """Result of `hint`."""

    option: Option
    reason: str
    level: str


class Judged(BaseModel):
    """Result of `compare`: the chance to win after either way; `error` is the standard error of their difference."""

    trials: int
    chances: tuple[float, float]
    error: float
    sure: bool


class WayInstead(Judged):
    """Result of `instead`: what the strongest level would have done, beside what was done."""

    level: str
    labels: list[str]
    reason: str
    same: bool


class OverlayHexes(BaseModel):
    """Result of `overlay`."""

    hexes: dict[str, LayerEntry]


class ReplayView(BaseModel):
    """Result of `replay`."""

    entry: int
    of: int
    view: View
    prompt: str
    forecast: Forecast | None


class PositionText(BaseModel):
    """Result of `position`."""

    text: str


class Nothing(BaseModel):
    """Result of `hello`, `show` and `ping`."""


Result = (
    Done | OneAction | TakenBack | OptionList | Checked | HintGiven | WayInstead | Judged | OverlayHexes | ReplayView | PositionText | BotInfo | TalkLine | Talked | OrdersKept | Nothing
)  # fmt: skip


class Reply(BaseModel):
    type: Literal["reply"] = "reply"
    id: str
    version: int
    result: Result


class Error(BaseModel):
    type: Literal["error"] = "error"
    id: str | None
    code: str
    text: str
    rules: list[str] = []
    action: str = ""
    done: int = 0
    version: int = 0


ServerMessage = Annotated[
    State | Change | Choices | Reply | Error | Present | BotNews | Gone | Spoken | MarkNews,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[State | Change | Choices | Reply | Error | Present | BotNews | Gone | Spoken | MarkNews] = (
    TypeAdapter(ServerMessage)
)


class LiveMessages(BaseModel):
    """Only here to carry the WebSocket messages into the OpenAPI description."""

    client: ClientMessage
    server: ServerMessage
