"""Benchmarks of the engine beside its peers, in processor time. On a shared machine only the ratios within one run mean anything."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any, Final

import sandtable
from sandtable import bots
from sandtable.bots.search import Candidate, Rehearsal
from sandtable.core import CHANCE, NATIVE, State
from sandtable.core.agenda import package_of

from .scaling import curves

ROUNDS: Final = 5
"""Every figure is the median of so many measures; games and peers take turns, and ratios are those of each turn."""
CHESS: Final = "python-chess plies/s"
Work = Callable[[], int]
"""Does some units of work and says how many."""


# Taking the time ------------------------------------------------------------------------------------------------------
def rate(work: Work, seconds: float) -> float:
    """Units of work per second of processor time."""
    done, begin = 0, time.process_time()
    while True:
        done += work()
        spent = time.process_time() - begin
        if spent >= seconds:
            return done / spent


def rates(works: Mapping[str, Work], seconds: float) -> dict[str, list[float]]:
    """The rate of each in every round, measured in turns so that a machine that grows busy is busy for all."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()  # warm up
    for _ in range(ROUNDS):
        for name, work in works.items():
            found[name].append(rate(work, seconds / ROUNDS))
    return found


def beside(ours: list[float], peer: list[float]) -> float:
    """How many times as fast: the median of the rounds, each with its own measure of the peer."""
    return median(a / b for a, b in zip(ours, peer, strict=True))


def per_call(call: Callable[[], object], seconds: float) -> float:
    """Seconds that one call takes."""

    def batch() -> int:
        for _ in range(10):
            call()
        return 10

    batch()
    return 1 / median(rate(batch, seconds / ROUNDS) for _ in range(ROUNDS))


# Games ----------------------------------------------------------------------------------------------------------------
def random_game(game: str, rng: Random) -> Work:
    loaded = sandtable.load(game)

    def play() -> int:
        s = loaded.start()
        n = 0
        pick = rng.randrange
        while s.agenda:
            s.apply(s.sample(pick))
            n += 1
        return n

    return play


def game_between_bots(game: str, level: str, seed: int) -> None:
    s = sandtable.load(game).start()
    players = {side: bots.make(level, s.game, side, f"bench:{seed}") for side in s.game.sides}
    bots.play_out(s, players, Random(f"bench:{seed}:dice"))


def greedy_seconds(game: str, games: int) -> float:
    """Processor seconds of a whole game between `greedy` and itself: the median of several."""
    spent = []
    for seed in range(games + 1):  # the first warms up
        begin = time.process_time()
        game_between_bots(game, "greedy", seed)
        spent.append(time.process_time() - begin)
    return median(spent[1:])


def line(game: str) -> list[State]:
    """The positions of a random game."""
    rng = Random(7)
    s = sandtable.load(game).start()
    states: list[State] = [s]
    while s.actor is not None and len(states) < 20_000:
        s = s.copy().apply(s.sample(rng.randrange))
        states.append(s)
    return states


def middle(states: list[State], share: float = 0.3) -> State:
    """A typical position: the decision with the most options near a point of a game."""
    at = int(len(states) * share)
    near = [x for x in states[at : at + 200] if x.actor not in (None, CHANCE)]
    return max(near, key=lambda x: sum(1 for _ in x.options()))


# Figures --------------------------------------------------------------------------------------------------------------
def measure(game: str, seconds: float) -> dict[str, float]:
    """What one title's questions cost, in a typical position, and its bots."""
    s = middle(line(game))
    options = list(s.options())

    def fresh(call: Callable[[], object]) -> Callable[[], object]:
        """The call, with nothing remembered from the last time."""

        def forgetful() -> object:
            s.forget()
            return call()

        return forgetful

    figures = {
        "copy_us": 1e6 * per_call(s.copy, seconds / 10),
        "options": len(options),
        "options_ms": 1e3 * per_call(fresh(lambda: list(s.options())), seconds / 5),
        "unit_options_ms": 1e3 * options_of_a_unit(s, seconds / 5),
        "check_us": 1e6 * per_call(fresh(lambda: s.check(options[0])), seconds / 10),
        "view_ms": 1e3 * per_call(fresh(lambda: s.view(s.game.sides[0])), seconds / 10),
        "checksum_us": 1e6 * per_call(s.checksum, seconds / 10),
    }
    if threat := threat_of(s):
        figures["threat_ms"] = 1e3 * per_call(fresh(threat), seconds / 10)
    if book := bots.playbook(s.game):
        value, side = book.evaluator.value, s.game.sides[0]
        figures["evaluations_per_second"] = 1 / per_call(fresh(lambda: value(s, side)), seconds / 10)
        figures["plans_per_second"] = plans_per_second(game, seconds)
    figures["greedy_s"] = greedy_seconds(game, ROUNDS)
    return {name: round(value, 3 if value < 100 else 0) for name, value in figures.items()}


def options_of_a_unit(s: State, seconds: float) -> float:
    """Seconds to say what one unit can do: the median over the units and verbs of this decision."""
    index = s.game.roster.index
    starts = [(verb, unit) for verb in s.words() for unit in s.words((verb,)) if unit in index][:40]

    def ask(words: tuple[str, ...]) -> float:
        s.forget()
        begin = time.process_time()
        s.words(words)
        return time.process_time() - begin

    until, spent = time.process_time() + seconds, [0.0]
    while starts and time.process_time() < until:
        spent += [ask(words) for words in starts]
    return median(spent[1:] or spent)


def threat_of(s: State) -> Callable[[], object] | None:
    """What all enemy units could bring against every hex, where the title's layers ask for it."""
    module = f"{package_of(type(s.game))}.overlays"
    asked = getattr(import_module(module), "attack_threat", None) if find_spec(module) else None
    return (lambda: asked(s, s.game.sides[0])) if asked else None


def plans_per_second(game: str, seconds: float) -> float:
    """Trials of a way to fight in a second of processor time: its orders, the dice, the enemy's answer, the value."""
    s = sandtable.load(game).start()
    book = bots.playbook(s.game)
    assert book is not None
    side: str = s.actor if s.actor in s.game.sides else s.game.sides[0]  # type: ignore[assignment]
    done, spent = 0, 0.0
    while spent < seconds:
        rehearsal = Rehearsal(book, s, side, Random(f"bench:{done}"), 0.0)
        plan = Candidate(book.of(side)[0], f"bench:{done}")
        begin = time.process_time()
        rehearsal.trial(plan, done)
        spent += time.process_time() - begin
        done += 1
    return done / spent


# Peers ----------------------------------------------------------------------------------------------------------------
def chess_game() -> Work:
    """python-chess: whole random games."""
    import chess

    rng = Random(1)

    def play() -> int:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[rng.randrange(len(moves))])
        return int(board.ply())

    return play


def pettingzoo_game() -> Work:
    """PettingZoo's chess environment: random legal steps."""
    from pettingzoo.classic import chess_v6

    rng = Random(1)
    env = chess_v6.env()

    def play() -> int:
        env.reset(seed=1)
        n = 0
        for _ in env.agent_iter(100):
            observation, _, done, cut, _ = env.last()
            if done or cut:
                break
            mask = observation["action_mask"]
            legal = [i for i, ok in enumerate(mask) if ok]
            env.step(legal[rng.randrange(len(legal))])
            n += 1
        return max(n, 1)

    return play


def openspiel_game() -> Work:
    """OpenSpiel's chess, from Python: random legal actions."""
    import pyspiel

    rng = Random(1)
    game = pyspiel.load_game("chess")

    def play() -> int:
        state = game.new_initial_state()
        n = 0
        while not state.is_terminal() and n < 200:
            legal = state.legal_actions()
            state.apply_action(legal[rng.randrange(len(legal))])
            n += 1
        return n

    return play


PEERS: dict[str, Callable[[], Work]] = {
    CHESS: chess_game,
    "PettingZoo chess steps/s": pettingzoo_game,
    "OpenSpiel chess steps/s": openspiel_game,
}


def peers() -> dict[str, Work | None]:
    """Every peer that is installed; None for the others."""
    found: dict[str, Work | None] = {}
    for name, make in PEERS.items():
        try:
            found[name] = make()
        except ImportError:
            found[name] = None
    return found


# A whole run ----------------------------------------------------------------------------------------------------------
def run(games: list[str], seconds: float) -> dict[str, Any]:
    """All figures of these games, the peers measured in the same run, and the ratios, which are what counts."""
    others = peers()
    works = {name: work for name, work in others.items() if work} | {g: random_game(g, Random(1)) for g in games}
    speeds = rates(works, seconds)
    figures = {g: {"decisions_per_second": round(median(speeds[g])), **measure(g, seconds)} for g in games}
    timed = [name for name, work in others.items() if work]
    ratios = {name: {g: round(beside(speeds[g], speeds[name]), 3) for g in games} for name in timed}
    return {
        "machine": {"python": platform.python_version(), "native": NATIVE, "cores": os.cpu_count() or 1},
        "games": figures,
        "peers": {name: round(median(speeds[name])) if name in timed else None for name in others},
        "ratios": ratios,
        "scaling": curves(lambda call: per_call(call, seconds / 20)),
    }


# Beside an earlier run ------------------------------------------------------------------------------------------------
TOLERATED: Final = 0.10
"""A loss beyond this share is worth a warning."""
FASTER_IS_MORE: Final = ("_per_second",)


def losses(now: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """Every figure that has become more than a tenth worse. Both runs are measured by their own python-chess where they
    have it, so that the machine does not matter."""
    pace = _pace(now) / _pace(before)
    found = []
    for game, figures in now["games"].items():
        for name, value in figures.items():
            old = before["games"].get(game, {}).get(name)
            if name == "options" or not old or not value:
                continue
            more = name.endswith(FASTER_IS_MORE)
            worse = old * pace / value if more else value * pace / old
            if worse > 1 + TOLERATED:
                found.append(f"{game}: {name.replace('_', ' ')} was {old}, is {value} ({worse:.2f} times as slow)")
    return found


def _pace(run: Mapping[str, Any]) -> float:
    return float(run["peers"].get(CHESS) or 1.0)
