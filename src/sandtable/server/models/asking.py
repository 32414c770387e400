"""The live table: what a client sends."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from .base import Count, Id, Incoming, Line, Text, Token
from .people import Conduct, Mark, Mute, Orders, Say, TalkAsked

Hash = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]


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
    changes: bool = False
    """I take `change` messages in place of whole states."""


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
    """What is proposed (`take back`, or the `what` of an offer), accepted or not. With `what` and, for a take-back, `to` as
    they were shown, nothing else is accepted that has been proposed meanwhile."""

    type: Literal["answer"]
    id: Id
    accept: bool
    what: Text | None = None
    to: Count | None = None


class Commit(Incoming):
    """My share in the dice, promised: its hash. `stream` is the server's commitment, which names the dice meant."""

    type: Literal["commit"]
    id: Id
    side: Text
    stream: Hash
    commitment: Hash


class Reveal(Incoming):
    """My share itself, when everybody has committed."""

    type: Literal["reveal"]
    id: Id
    side: Text
    stream: Hash
    share: Annotated[str, Field(pattern=r"^[0-9a-f]{32,128}$")]


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


class Compare(Incoming):
    """Which of two ways on is better? Both are sequences of actions from the position of this decision."""

    type: Literal["compare"]
    id: Id
    first: Annotated[list[Line], Field(min_length=1, max_length=60)]
    second: Annotated[list[Line], Field(min_length=1, max_length=60)]


class Instead(Incoming):
    """What would the strongest level have decided in place of these entries of a game that hides nothing any more?"""

    type: Literal["instead"]
    id: Id
    first: Annotated[Count, Field(ge=1)]
    last: Annotated[Count, Field(ge=1)]


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


Shares = Commit | Reveal
"""What browsers do by themselves, so that nobody chooses the dice."""
Beside = Conduct | Say | TalkAsked | Mute | Mark | Orders
"""What people do at a table beside the game."""
Question = (
    Beside
    | Shares
    | Act
    | Undo
    | Redo
    | Propose
    | Answer
    | Options
    | Check
    | Hint
    | Compare
    | Instead
    | Overlay
    | Replay
    | Position
    | BotControl
)
"""What can be asked with a socket or without one."""
AnyQuestion = Annotated[Question, Field(discriminator="type")]
ClientMessage = Annotated[Hello | Show | Ping | Question, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[Hello | Show | Ping | Question] = TypeAdapter(ClientMessage)
