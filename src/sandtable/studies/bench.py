"""Benchmarks of the engine beside its peers. On a shared machine only the ratios within one run mean anything."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import sandtable
from sandtable.core import CHANCE, State


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work per second: `work` returns how many it did."""
    work()  # warm up
    done = 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        done += work()
    return done / spent


def per_call(work: Callable[[], object], seconds: float) -> float:
    """Seconds that one call takes."""

    def batch() -> int:
        for _ in range(10):
            work()
        return 10

    return 1 / rate(batch, seconds)


def random_game(game: str, rng: Random) -> Callable[[], int]:
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


def middle(game: str, share: float = 0.3) -> State:
    """A typical position: the decision with the most options near a point of a random game."""
    rng = Random(7)
    s = sandtable.load(game).start()
    line: list[State] = [s]
    while s.actor is not None and len(line) < 20_000:
        s = s.copy().apply(s.sample(rng.randrange))
        line.append(s)
    at = int(len(line) * share)
    near = [x for x in line[at : at + 200] if x.actor not in (None, CHANCE)]
    return max(near, key=lambda x: sum(1 for _ in x.options()))


def measure(game: str, seconds: float) -> dict[str, Any]:
    """The figures of one game."""
    rng = Random(1)
    s = middle(game)
    games = 0

    def play_and_count() -> int:
        nonlocal games
        games += 1
        return play()

    play = random_game(game, rng)
    begin = time.perf_counter()
    decisions = rate(play_and_count, seconds)
    spent = time.perf_counter() - begin
    options = list(s.options())
    return {
        "decisions_per_second": round(decisions),
        "games_per_second": round(games / spent, 2),
        "copy_us": round(1e6 * per_call(s.copy, seconds / 10), 2),
        "options": len(options),
        "options_ms": round(1e3 * per_call(lambda: list(s.options()), seconds / 5), 3),
        "check_us": round(1e6 * per_call(lambda: s.check(options[0]), seconds / 10), 1),
        "view_ms": round(1e3 * per_call(lambda: s.view(s.game.sides[0]), seconds / 10), 3),
        "checksum_us": round(1e6 * per_call(s.checksum, seconds / 10), 1),
    }


def chess_plies(seconds: float) -> float:
    """python-chess: whole random games."""
    import chess

    rng = Random(1)

    def play() -> int:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[rng.randrange(len(moves))])
        return int(board.ply())

    return rate(play, seconds)


def pettingzoo_steps(seconds: float) -> float:
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

    return rate(play, seconds)


def openspiel_steps(seconds: float) -> float:
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

    return rate(play, seconds)


PEERS: dict[str, Callable[[float], float]] = {
    "python-chess plies/s": chess_plies,
    "PettingZoo chess steps/s": pettingzoo_steps,
    "OpenSpiel chess steps/s": openspiel_steps,
}


def peers(seconds: float) -> Iterator[tuple[str, float | None]]:
    """Every peer that is installed; None for the others."""
    for name, work in PEERS.items():
        try:
            yield name, round(work(seconds))
        except ImportError:
            yield name, None
