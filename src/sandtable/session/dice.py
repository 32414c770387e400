"""Where chance comes from: a committed seed, shares of everybody at the table, people who roll, or a list.

A seeded stream is decided before the game: its hash is published at the start and the seed at the end, so that anyone
can verify every roll. Draw number i depends on the seed and i alone, and no number is ever used twice. Where two people
play, each of them adds a share of his own: then nobody can choose the stream, the host of the game included.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from typing import Final, Protocol

from sandtable.core import Action, Chance, State

SERVER: Final = "server"
NONE: Final = "none"
"""Stands for the commitment of a side that gave none in time."""
LATE: Final = "late:"
"""Stands before the commitment of a side whose share did not come in time."""
_COMMITMENT: Final = re.compile(r"sha256:[0-9a-f]{64}")
_SHARE: Final = re.compile(r"[0-9a-f]{32,128}")


class DiceError(ValueError):
    """A commitment, share or seed that does not do what it must."""


class Dice(Protocol):
    """Answers decisions of chance. `used` numbers the answers given so far."""

    used: int

    def answer(self, s: State) -> Action | None:
        """The action chance takes, or None when people must supply it."""
        ...

    @property
    def description(self) -> str:
        """For the record's header."""
        ...


class SeededDice:
    """A stream fixed by a secret seed."""

    def __init__(self, seed: str | None = None, used: int = 0) -> None:
        self.seed = seed if seed is not None else secrets.token_hex(16)
        self.used = used

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def description(self) -> str:
        return f"seeded {self.commitment}"

    @property
    def secret(self) -> str:
        """What must be kept to go on, and is revealed at the end."""
        return self.seed

    def answer(self, s: State) -> Action:
        self.used += 1
        return chance_answer(self.seed, self.used, s)

    def fresh(self) -> SeededDice:
        """Dice of the same kind that nobody knows yet; the numbers of the draws go on."""
        return SeededDice(used=self.used)


class SharedDice(SeededDice):
    """A stream that the server and the players fix together.

    Everybody commits first; shares are handed over when all have committed, so that nobody can fit his to the others'.
    The first roll waits for nobody: whoever has not committed or handed over by then has no part in the dice, and the
    record says so.
    """

    def __init__(self, sides: Iterable[str], seed: str | None = None, used: int = 0) -> None:
        self.shares = {SERVER: seed if seed is not None else secrets.token_hex(16)}
        self.commitments = {SERVER: commitment(self.shares[SERVER]), **dict.fromkeys(sides, NONE)}
        self.used = used
        self.sealed = False

    @classmethod
    def restored(cls, description: str, secret: str, used: int, begun: bool) -> SharedDice:
        """The dice that a header and what was kept of their secret describe; `begun`: something was rolled with them."""
        shares = _pairs(secret)
        dice = cls((), shares.get(SERVER, ""), used)
        dice.commitments = commitments_of(description)
        dice.shares = shares
        dice.sealed = begun
        for name, share in shares.items():
            if dice.commitments.get(name) != commitment(share):
                raise DiceError(f"the share of {name} does not fit its commitment in the header")
        return dice

    @property
    def seed(self) -> str:  # type: ignore[override]
        return joint_seed(self.shares, self.commitments)

    @property
    def commitment(self) -> str:
        return self.commitments[SERVER]

    @property
    def description(self) -> str:
        return "shared " + " ".join(f"{name}={value}" for name, value in self.commitments.items())

    @property
    def secret(self) -> str:
        return " ".join(f"{name}={self.shares[name]}" for name in self.commitments if name in self.shares)

    @property
    def committed(self) -> bool:
        """Has everybody committed? Then it is time to hand the shares over."""
        return NONE not in self.commitments.values()

    def commit(self, side: str, promise: str) -> None:
        """A side's commitment; it cannot be changed, and comes too late once a share is out."""
        if not _COMMITMENT.fullmatch(promise):
            raise DiceError("a commitment is “sha256:” and 64 hexadecimal digits")
        if side not in self.commitments or side == SERVER:
            raise DiceError(f"{side} has no part in these dice")
        if self.commitments[side] == promise:
            return
        if self.commitments[side] != NONE:
            raise DiceError(f"{side} has committed already")
        if self.sealed or len(self.shares) > 1:
            raise DiceError("the dice are settled: commitments come too late")
        self.commitments[side] = promise

    def hand_over(self, side: str, share: str) -> None:
        """A side's share, when all commitments are out."""
        if not _SHARE.fullmatch(share) or commitment(share) != self.commitments.get(side, "").removeprefix(LATE):
            raise DiceError(f"the share does not fit what {side} committed to")
        if side in self.shares:
            return
        if self.sealed:
            raise DiceError("the dice are settled: the share comes too late")
        if not self.committed:
            raise DiceError("not everybody has committed yet; keep the share until then")
        self.shares[side] = share

    def seal(self) -> None:
        """Settle the stream: who has not handed over a share has no part in it."""
        if not self.sealed:
            self.sealed = True
            for name, promise in self.commitments.items():
                if name not in self.shares and promise != NONE:
                    self.commitments[name] = LATE + promise

    def answer(self, s: State) -> Action:
        self.seal()
        return super().answer(s)

    def fresh(self) -> SharedDice:
        return SharedDice([name for name in self.commitments if name != SERVER], used=self.used)


class TypedDice:
    """Table dice: the players roll and type the result."""

    description = "typed"

    def __init__(self) -> None:
        self.used = 0

    def answer(self, s: State) -> None:
        return None


class ScriptedDice:
    """A list of results for tests: ints for single dice, or whole actions as text."""

    description = "scripted"

    def __init__(self, results: Iterable[int | str]) -> None:
        self.results = [f"roll {r}" if isinstance(r, int) else r for r in results]
        self.used = 0

    def answer(self, s: State) -> Action | None:
        if self.used >= len(self.results):
            return None
        self.used += 1
        return Action.read(self.results[self.used - 1])


def commitment(seed: str) -> str:
    """The published hash of a seed or share."""
    return "sha256:" + hashlib.sha256(f"sandtable dice {seed}".encode()).hexdigest()


def commitments_of(description: str) -> dict[str, str]:
    """Who takes part in shared dice, and what was committed to."""
    found = _pairs(description.removeprefix("shared "))
    good = all(c == NONE or _COMMITMENT.fullmatch(c.removeprefix(LATE)) for c in found.values())
    if not description.startswith("shared ") or not good or not _COMMITMENT.fullmatch(found.get(SERVER, "")):
        raise DiceError(f"the header's dice are not readable: {description[:60]!r}")
    return found


def is_committed(description: str) -> bool:
    """Does the header name a stream that was committed to?"""
    return description.startswith(("seeded ", "shared "))


def joint_seed(shares: dict[str, str], commitments: dict[str, str]) -> str:
    """The seed that all shares make together, in the order of the header."""
    text = " ".join(f"{name}={shares[name]}" for name in commitments if name in shares)
    return hashlib.sha256(f"sandtable shares {text}".encode()).hexdigest()


def _pairs(text: str) -> dict[str, str]:
    pairs = [word.partition("=")[::2] for word in text.split(" ") if word]
    if len({name for name, _ in pairs}) < len(pairs):
        raise DiceError(f"somebody is named twice: {text[:60]!r}")
    return dict(pairs)


def seed_of(description: str, revealed: str) -> str:
    """The seed of a committed stream; DiceError unless what was revealed fits what was committed to."""
    if description.startswith("seeded "):
        if description != f"seeded {commitment(revealed)}":
            raise DiceError(
                "the seed does not fit the commitment in the header: the dice were not fixed before the game"
            )
        return revealed
    commitments, shares = commitments_of(description), _pairs(revealed)
    due = [name for name, c in commitments.items() if c != NONE and not c.startswith(LATE)]
    if list(shares) != due:
        raise DiceError(f"the shares revealed are of {', '.join(shares)}; the header wants {', '.join(due)}")
    for name in due:
        if commitment(shares[name]) != commitments[name]:
            raise DiceError(f"the share of {name} does not fit its commitment: the dice were not fixed before the game")
    return joint_seed(shares, commitments)


def chance_answer(seed: str, number: int, s: State) -> Action:
    """Draw number `number` of the stream, as an answer to the decision of chance that `s` waits for."""
    tries = 0

    def pick(n: int) -> int:
        nonlocal tries
        limit = (1 << 64) - (1 << 64) % n  # reject the ragged end, so that every face is equally likely
        while True:
            digest = hashlib.sha256(f"{seed}:{number}:{tries}".encode()).digest()
            tries += 1
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % n

    return s.sample(pick)


def fits(seed: str, number: int, action: str, numbers: str) -> bool | None:
    """Whether draw `number` of the stream means this answer, by what the record says of it; None where only the rules know."""
    words = action.split()
    six_sided = words[:1] == ["roll"] and len(words) > 1 and set(words[1:]) <= set("123456")
    if bool(numbers) == six_sided:  # faces say it themselves
        return None
    if numbers:
        low, high, n = map(int, re.split("[-/]", numbers))
        if not low <= high < n:
            return False
    else:
        n = 6 ** (len(words) - 1)
        low = high = sum((int(face) - 1) * 6**i for i, face in enumerate(reversed(words[1:])))
    return low <= number_below(seed, number, n) <= high


def number_below(seed: str, number: int, n: int, tries: int = 0) -> int:
    """Draw `number` of the stream, as a number below n."""
    limit = (1 << 64) - (1 << 64) % n  # reject the ragged end, so that every face is equally likely
    value = limit
    while value >= limit:
        digest = hashlib.sha256(f"{seed}:{number}:{tries}".encode()).digest()
        value, tries = int.from_bytes(digest[:8], "big"), tries + 1
    return value % n


def among(s: State, a: Action) -> str:
    """Which numbers of a draw mean this answer: "3-5/12" for 3, 4 and 5 of twelve equally likely ones (0 to 11).

    Empty for six-sided dice, whose faces say it, so that a verifier needs no rules to follow the stream.
    """
    choice = s.choice
    if not isinstance(choice, Chance):
        return ""
    low = found = weight = 0
    for outcome, w in choice.outcomes(s):
        if outcome == a:
            found, weight = low, w
        low += w
    if a.verb == "roll" and low == 6 ** len(a.args):
        return ""
    return f"{found}-{found + weight - 1}/{low}"
