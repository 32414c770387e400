"""Programs as players, in any language: what UCI is to chess. One JSON object a line, described in docs/bots.md.

A program that is late, answers what may not be done, or dies, loses that decision: a random legal one is taken instead, the
reason says so, and a line on standard error reports it. It is started again for the next decision.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final, TextIO, TypeVar

from sandtable.core import Action, Game, State

from .base import Bot, Decision

PREFIX: Final = "exec:"
PROTOCOL: Final = 1
S = TypeVar("S", bound=State)
SECONDS: Final = 30.0
"""What a decision may take, unless the environment says otherwise."""
LIMIT: Final = "SANDTABLE_EXEC_SECONDS"
ALLOWED: Final = "SANDTABLE_EXEC"
NAMED: Final = "SANDTABLE_BOTS"
"""Programs a host offers by name: `mine=python bot.py; other=node bot.js`."""


class Trouble(RuntimeError):
    """The program did not do its part."""


def allow() -> None:
    """Programs may be named by their command: for people who start matches on their own machine."""
    os.environ[ALLOWED] = "1"


def named() -> dict[str, str]:
    """The programs a host offers."""
    pairs = (item.partition("=") for item in os.environ.get(NAMED, "").split(";") if "=" in item)
    return {name.strip(): command.strip() for name, _, command in pairs}


def command_of(level: str) -> str:
    """The command behind `exec:...`; ValueError where the host does not allow it."""
    wanted = level.removeprefix(PREFIX).strip()
    offered = named()
    if wanted in offered:
        return offered[wanted]
    if os.environ.get(ALLOWED) == "1" and wanted:
        return wanted
    have = f"; it offers {', '.join(PREFIX + name for name in offered)}" if offered else ""
    raise ValueError(f"programs may not play here: this host does not allow {level!r}{have}")


class Program:
    """A running program, one line there and one back."""

    def __init__(self, command: str) -> None:
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
                encoding="utf-8",
            )
        except OSError as e:
            raise Trouble(f"cannot be started: {e.strerror}") from None
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream
        for line in stream:
            self.lines.put(line)
        self.lines.put("")

    def tell(self, message: dict[str, Any]) -> None:
        stream = self.process.stdin
        assert stream
        try:
            stream.write(json.dumps(message, ensure_ascii=False, default=str) + "\n")
            stream.flush()
        except (BrokenPipeError, OSError):
            raise Trouble("has ended") from None

    def hear(self, until: float) -> dict[str, Any]:
        """Its next line, as an object."""
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Trouble("took too long") from None
        if not line:
            raise Trouble("has ended")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise Trouble(f"answered {line.strip()[:80]!r}, which is no JSON object")
        return answer

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                try:
                    stream.close()
                except OSError:
                    continue


class External(Bot[S]):
    """A player that is another program."""

    def __init__(self, game: Game[S], side: str, rng: Random, command: str, seed: str) -> None:
        super().__init__(game, side, rng)
        self.command, self.seed = command, seed
        self.seconds = float(os.environ.get(LIMIT, SECONDS))
        self.program: Program | None = None
        self.troubles: list[str] = []

    def decide(self, s: S) -> Decision:
        """Its answer; after trouble a random decision."""
        try:
            return self._asked(s)
        except Trouble as trouble:
            self._report(str(trouble))
            self.close()
            return Decision(s.sample(self.rng.randrange), f"The program {trouble}; a random decision instead.")

    def _asked(self, s: S) -> Decision:
        until = time.monotonic() + self.seconds
        program = self._running(until)
        program.tell(
            {
                "do": "decide",
                "position": s.position(),
                "view": s.view(self.side),
                "prompt": str(s.prompt),
                "seconds": self.seconds,
            }
        )
        while True:
            answer = program.hear(until)
            if "action" in answer:
                return self._judged(s, answer)
            program.tell(answered(s, answer))

    def _judged(self, s: S, answer: dict[str, Any]) -> Decision:
        text = str(answer["action"])
        action: Action = s.game.parse(s, text)
        refusal = s.check(action)
        if refusal:
            raise Trouble(f"answered “{text[:80]}”, which is refused: {refusal}")
        return Decision(action, str(answer.get("reason", "")))

    def _running(self, until: float) -> Program:
        if self.program is None:
            self.program = Program(self.command)
            self.program.tell(
                {
                    "do": "new",
                    "protocol": PROTOCOL,
                    "game": self.game.id,
                    "options": self.game.options,
                    "side": self.side,
                    "seed": self.seed,
                }
            )
            if not self.program.hear(until).get("ready"):
                raise Trouble("did not say that it is ready")
        return self.program

    def _report(self, trouble: str) -> None:
        self.troubles.append(trouble)
        print(f"{PREFIX}{self.command} ({self.side}, trouble {len(self.troubles)}): it {trouble}", file=sys.stderr)

    def close(self) -> None:
        if self.program:
            self.program.end()
            self.program = None

    def __del__(self) -> None:
        self.close()


def answered(s: State, question: dict[str, Any]) -> dict[str, Any]:
    """What a program may ask before it decides: the words that may follow, all options, or whether an action is legal."""
    match question:
        case {"ask": "words"}:
            return {"words": list(s.words(tuple(map(str, question.get("prefix", ())))))}
        case {"ask": "options"}:
            return {"options": [str(a) for a in s.options()]}
        case {"ask": "check", "action": text}:
            refusal = s.check(str(text))
            return {"legal": refusal is None, "refusal": str(refusal or "")}
        case {"ask": "spelled", "words": words}:
            try:
                return {"action": str(s.spelled(tuple(map(str, words))))}
            except ValueError as e:
                return {"error": str(e)}
    return {
        "error": f"cannot answer {json.dumps(question)[:120]}; ask words, options, check or spelled, or give an action"
    }


def external(level: str, game: Game[S], side: str, rng: Random, seed: int | str) -> External[S]:
    return External(game, side, rng, command_of(level), str(seed))


# our bots as such a program ---------------------------------------------------------------------------------------------
def speak(
    make: Callable[[Game[Any], str, int | str], Bot[Any]],
    load: Callable[[str], Game[Any]],
    title: str,
    incoming: TextIO,
    outgoing: TextIO,
) -> None:
    """Answer on a pair of streams for one of our own bots, until the other end closes. `make(game, side, seed)` gives the bot."""
    bot: Bot[Any] | None = None
    for line in incoming:
        if not line.strip():
            continue
        try:
            message = json.loads(line)
            answer: dict[str, Any] | None = None
            match message:
                case {"do": "new"}:
                    game = load(message.get("game", title)).configured(message.get("options") or {})
                    bot = make(game, message["side"], message.get("seed", 0))
                    answer = {"ready": True, "protocol": PROTOCOL}
                case {"do": "decide"} if bot is not None:
                    found = bot.decide(bot.game.position(message["position"]))
                    answer = {"action": str(found.action), "reason": str(found.reason)}
                case {"do": "end"}:
                    bot = None
                case _:
                    answer = {"error": "say new, decide or end (docs/bots.md); a decision needs a new game before it"}
        except (ValueError, KeyError, TypeError) as e:
            answer = {"error": str(e)}
        if answer is not None:
            outgoing.write(json.dumps(answer, ensure_ascii=False) + "\n")
            outgoing.flush()
