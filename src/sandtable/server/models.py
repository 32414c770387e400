"""Every message of docs/protocol.md. The OpenAPI description, and so the client's types, come from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

OptionValue = bool | int | str
Text = Annotated[str, Field(max_length=200)]
Line = Annotated[str, Field(max_length=2_000)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Token = Annotated[str, Field(min_length=20, max_length=100, pattern=r"^[\w-]+$")]
Count = Annotated[int, Field(ge=0, le=1_000_000)]


class Incoming(BaseModel):
    """What a client sends: nothing but the fields we know."""

    model_config = ConfigDict(extra="forbid")


# What can be played -------------------------------------------------------------------------------------------
class About(BaseModel):
    name: str
    version: str
    local: bool
    components: str = ""


class SideInfo(BaseModel):
    id: str
    name: str


class OptionInfo(BaseModel):
    """An optional rule of a title."""

    name: str
    title: str
    rule: str
    default: OptionValue
    choices: list[OptionValue]


class ScenarioInfo(BaseModel):
    game: str
    id: str
    name: str
    turns: int
    summary: str
    rule: str


class TitleInfo(BaseModel):
    id: str
    name: str
    summary: str
    difficulty: str
    sides: list[SideInfo]
    options: list[OptionInfo]
    scenarios: list[ScenarioInfo]
    bots: list[str]
    hidden: bool
    components: list[str] = []


class ChosenOption(BaseModel):
    name: str
    title: str
    rule: str
    value: OptionValue


class PhaseInfo(BaseModel):
    id: str
    name: str
    side: str
    rule: str


class TurnInfo(BaseModel):
    turn: int
    name: str
    note: str


class OverlayInfo(BaseModel):
    id: str
    name: str


class TableInfo(BaseModel):
    """A chart: combat results, terrain effects ..."""

    id: str
    title: str
    columns: list[str]
    rows: list[str]
    cells: list[list[str]]
    notes: list[str]
    basis: str
    ref: str


class HexInfo(BaseModel):
    id: str
    x: float
    y: float
    terrain: str
    country: str
    features: list[str]
    places: list[str]
    neighbours: list[str]


class MapInfo(BaseModel):
    """Coordinates are those of the map picture."""

    url: str
    width: float
    height: float
    pitch: float
    flat: bool
    hexes: list[HexInfo]


class UnitInfo(BaseModel):
    name: str
    printed: str
    side: str
    nation: str
    formation: str
    type: str
    size: str
    basis: str


class Sheet(BaseModel):
    """Everything about a game that never changes during play."""

    game: str
    title: str
    scenario: str
    sides: list[SideInfo]
    hidden: bool
    options: list[ChosenOption]
    components: str = ""
    boxes: list[str]
    phases: list[PhaseInfo]
    turns: list[TurnInfo]
    overlays: list[OverlayInfo]
    tables: list[TableInfo]
    map: MapInfo
    units: list[UnitInfo]
    look: dict[str, Any]


class RuleInfo(BaseModel):
    id: str
    title: str
    text: str
    status: str
    reason: str


class RulingInfo(BaseModel):
    id: str
    rule: str
    kind: str
    problem: str
    alternatives: list[str]
    ruling: str
    why: str


class RuleBook(BaseModel):
    book: str
    rules: list[RuleInfo]
    rulings: list[RulingInfo]


class BlockInfo(BaseModel):
    file: str
    block: str
    basis: str
    why: str


class Provenance(BaseModel):
    counts: dict[str, int]
    meaning: dict[str, str]
    blocks: list[BlockInfo]


# Tables -------------------------------------------------------------------------------------------------------
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


# The view (docs/view.md) ----------------------------------------------------------------------------------------
class ViewUnit(BaseModel):
    model_config = ConfigDict(extra="allow")

    name: str
    printed: str = ""
    side: str
    nation: str = ""
    formation: str = ""
    type: str = ""
    size: str = ""
    at: str
    factors: list[str]
    status: list[str]
    basis: str = ""
    hidden: bool = False


class Marker(BaseModel):
    model_config = ConfigDict(extra="allow")

    at: str
    kind: str
    text: str = ""


class Track(BaseModel):
    model_config = ConfigDict(extra="allow")

    id: str
    name: str
    value: int | float | str
    max: int | float | None = None


class OutcomeInfo(BaseModel):
    winner: str | None
    level: str
    score: dict[str, int | float]
    reasons: list[str]


class View(BaseModel):
    """What a side may see."""

    model_config = ConfigDict(extra="allow")

    game: str
    side: str
    turn: int
    turn_name: str
    phase: str
    actor: str | None
    prompt: str
    units: list[ViewUnit]
    markers: list[Marker]
    tracks: list[Track]
    outcome: OutcomeInfo | None


class ForecastUnit(BaseModel):
    model_config = ConfigDict(extra="allow")

    unit: str
    strength: str | int | float
    why: str = ""


class ForecastShift(BaseModel):
    model_config = ConfigDict(extra="allow")

    text: str
    rule: str = ""
    columns: int = 0


class ForecastResult(BaseModel):
    model_config = ConfigDict(extra="allow")

    result: str
    name: str = ""
    probability: float
    dice: list[str] = []


class ForecastLoss(BaseModel):
    model_config = ConfigDict(extra="allow")

    unit: str
    probability: float


class ForecastOutlook(BaseModel):
    """The same fight on another table."""

    model_config = ConfigDict(extra="allow")

    table: str
    column: int | None = None
    column_name: str = ""
    results: list[ForecastResult] = []
    losses: list[ForecastLoss] = []
    take_hex: float | None = None


class Forecast(BaseModel):
    """The exact odds of what is being prepared."""

    model_config = ConfigDict(extra="allow")

    kind: str
    title: str = ""
    attackers: list[ForecastUnit] = []
    defenders: list[ForecastUnit] = []
    value: str | int | float = ""
    value_name: str = ""
    shifts: list[ForecastShift] = []
    table: str = ""
    column: int | None = None
    column_name: str = ""
    results: list[ForecastResult] = []
    losses: list[ForecastLoss] = []
    take_hex: float | None = None
    other_tables: list[ForecastOutlook] = []


class MoveDetails(BaseModel):
    model_config = ConfigDict(extra="allow")

    cost: float | None = None
    left: float | None = None
    path: list[str] = []
    steps: list[float] = []
    warning: str = ""


class Option(BaseModel):
    """One thing that can be done, its words sorted by what they are."""

    action: str
    verb: str
    label: str
    units: list[str]
    path: list[str]
    to: str
    boxes: list[str]
    words: list[str]
    details: MoveDetails | None = None


# The live table: from the client ----------------------------------------------------------------------------------
class Have(Incoming):
    """What a reconnecting client still holds."""

    version: Count
    entries: Count


class Hello(Incoming):
    type: Literal["hello"]
    id: Id
    token: Token
    side: Text | None = None
    have: Have | None = None


class Show(Incoming):
    type: Literal["show"]
    id: Id
    side: Text


class Act(Incoming):
    type: Literal["act"]
    id: Id
    version: Count
    actions: Annotated[list[Line], Field(min_length=1, max_length=200)]


class Undo(Incoming):
    type: Literal["undo"]
    id: Id
    version: Count


class Redo(Incoming):
    type: Literal["redo"]
    id: Id
    version: Count


class Propose(Incoming):
    type: Literal["propose"]
    id: Id
    version: Count
    to: Count | None = None


class Answer(Incoming):
    type: Literal["answer"]
    id: Id
    accept: bool


class Options(Incoming):
    type: Literal["options"]
    id: Id
    mention: Annotated[list[Text], Field(max_length=20)] = []
    verb: Text = ""
    prefix: Line = ""
    details: bool = False
    limit: Annotated[int, Field(ge=1, le=5_000)] = 500


class Check(Incoming):
    type: Literal["check"]
    id: Id
    action: Line


class Hint(Incoming):
    type: Literal["hint"]
    id: Id


class Overlay(Incoming):
    type: Literal["overlay"]
    id: Id
    overlay: Text
    entry: Count | None = None


class Replay(Incoming):
    type: Literal["replay"]
    id: Id
    entry: Count
    side: Text | None = None


class Position(Incoming):
    type: Literal["position"]
    id: Id
    entry: Count | None = None


class BotControl(Incoming):
    type: Literal["bot"]
    id: Id
    paused: bool | None = None
    delay: Annotated[float | None, Field(ge=0, le=10)] = None
    step: bool = False


class Ping(Incoming):
    type: Literal["ping"]
    id: Id


Question = Act | Undo | Redo | Propose | Answer | Options | Check | Hint | Overlay | Replay | Position | BotControl
"""What can be asked with a socket or without one."""
AnyQuestion = Annotated[Question, Field(discriminator="type")]
ClientMessage = Annotated[Hello | Show | Ping | Question, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[Hello | Show | Ping | Question] = TypeAdapter(ClientMessage)


# The live table: from the server ----------------------------------------------------------------------------------
class EventInfo(BaseModel):
    text: str
    rules: list[str]
    at: list[str]


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


class TakeBackInfo(BaseModel):
    by: str
    to: int
    waiting_for: list[str]
    yours_to_answer: bool


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
    prompt: str
    rules: list[str]
    options: OptionSummary | None
    forecast: Forecast | None
    keep: int
    entries: list[EntryInfo]
    undo: Chance
    redo: Chance
    take_back: TakeBackInfo | None
    bot: BotInfo
    players: dict[str, Player]
    present: dict[str, int]


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


class OverlayHexes(BaseModel):
    """Result of `overlay`."""

    hexes: dict[str, str]


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
    Done | OneAction | TakenBack | OptionList | Checked | HintGiven | OverlayHexes | ReplayView | PositionText | BotInfo | Nothing
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
    State | Choices | Reply | Error | Present | BotNews | Gone,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[State | Choices | Reply | Error | Present | BotNews | Gone] = TypeAdapter(ServerMessage)


class LiveMessages(BaseModel):
    """Only here to carry the WebSocket messages into the OpenAPI description."""

    client: ClientMessage
    server: ServerMessage
