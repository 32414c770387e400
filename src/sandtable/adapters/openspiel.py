"""OpenSpiel: every title as a Python game with explicit chance.

import pyspiel, sandtable.adapters.openspiel
game = pyspiel.load_game("sandtable_across_suez_1980")

Python games are OpenSpiel's slow path, by its own account: good for search and for checking ideas, not for millions of games.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel

import sandtable
from sandtable.core import CHANCE, Action, Chance, State, Title

from .observation import Encoder
from .spelling import Spelling

MOST_OUTCOMES: Final = 1296
"""Faces of the largest roll: four dice."""
MOST_WORDS: Final = 60_000
"""A bound on the words of a game."""


class World:
    """What all states of one game share. OpenSpiel may drop the Python half of a game, so it is looked up by name."""

    def __deepcopy__(self, memo: Any) -> World:
        return self  # nothing in it ever changes

    def __init__(self, short: str, scenario: str, position: str) -> None:
        title = next(t.id for t in sandtable.games() if short_name(t.id) == short)
        self.game = sandtable.load(f"{title}/{scenario}" if scenario else title)
        self.encoder = Encoder(self.game)
        text = position.replace("|", "\n")
        self.first: State = self.game.position(text) if text else self.game.start()


_world = cache(World)


def world_of(game: Any) -> World:
    settings = game.get_parameters()
    return _world(game.get_type().short_name, settings.get("scenario", ""), settings.get("position", ""))


class SandtableGame(pyspiel.Game):  # type: ignore[misc]
    """One scenario of one title. Parameters: `scenario`, and `position` to start from a position as text (lines joined by |)."""

    def __init__(self, kind: Any, params: dict[str, Any] | None = None) -> None:
        settings = dict(params or {})
        world = _world(kind.short_name, settings.get("scenario", ""), settings.get("position", ""))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(world.encoder.words),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_WORDS,
        )
        super().__init__(kind, info, settings)

    def new_initial_state(self, state: str | None = None) -> SandtableState:
        return SandtableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SandtableObserver:
        return SandtableObserver(world_of(self).encoder)


class Moment:
    """What changes from word to word. A copy leaves behind what can be worked out again, so that it stays cheap."""

    def __init__(self, s: State, said: tuple[str, ...], told: dict[str, tuple[str, ...]]) -> None:
        self.s, self.said, self.told = s, said, told
        self._spelling: Spelling | None = None

    def __deepcopy__(self, memo: Any) -> Moment:
        return Moment(self.s.copy(), self.said, dict(self.told))

    @property
    def spelling(self) -> Spelling:
        if self._spelling is None:
            self._spelling = Spelling(self.s, forced=False)
            for word in self.said:
                self._spelling.say(word)
        return self._spelling

    def say(self, word: str) -> None:
        """One word more; a complete action is done."""
        spelling = self.spelling
        spelling.say(word)
        self.said = spelling.prefix
        if spelling.complete:
            self.do(spelling.action())

    def do(self, action: Action) -> None:
        choice, actor = self.s.choice, self.s.actor
        secret = choice.secret_from(self.s) if choice else ()
        for side in self.told:
            self.told[side] += (f"{actor}: {'(secret)' if side in secret else action}",)
        self.s.apply(action)
        self.said, self._spelling = (), None


class SandtableState(pyspiel.State):  # type: ignore[misc]
    """A position and the words said so far in its decision."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.of = world_of(game)
        self.at = Moment(self.of.first.copy(), (), dict.fromkeys(self.of.game.sides, ()))

    @property
    def s(self) -> State:
        return self.at.s

    # OpenSpiel's questions --------------------------------------------------------------------------------
    def current_player(self) -> int:
        actor = self.s.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else self.of.game.sides.index(actor)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.of.encoder.number[w] for w in self.at.spelling.words)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self._outcomes()
        total = sum(w for _, w in outcomes)
        return [(i, w / total) for i, (_, w) in enumerate(outcomes)]

    def _outcomes(self) -> Any:
        choice = self.s.choice
        assert isinstance(choice, Chance)
        return choice.outcomes(self.s)

    def _apply_action(self, action: int) -> None:
        if self.s.actor == CHANCE:
            self.at.do(self._outcomes()[action][0])
            return
        self.at.say(self.of.encoder.words[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._outcomes()[action][0])
        return self.of.encoder.words[action]

    def is_terminal(self) -> bool:
        return self.s.actor is None

    def returns(self) -> list[float]:
        o = self.s.outcome
        if o is None or o.winner is None:
            return [0.0, 0.0]
        return [1.0 if side == o.winner else -1.0 for side in self.of.game.sides]

    def observation_text(self, player: int) -> str:
        """What the side sees now: its view, and its own words."""
        side = self.of.game.sides[player]
        mine = " ".join(self.at.said) if self.s.actor == side else ""
        return json.dumps(self.s.view(side), ensure_ascii=False, default=str) + "\n" + mine

    def information_state_text(self, player: int) -> str:
        """Everything the side was told since the beginning, and what it sees."""
        return "\n".join((*self.at.told[self.of.game.sides[player]], self.observation_text(player)))

    def __str__(self) -> str:
        return str(self.s.position()) + " ".join(self.at.said)


class SandtableObserver:
    """The arrays of `sandtable.adapters.observation` as OpenSpiel's flat tensor."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        shapes = encoder.shapes
        self.tensor = np.zeros(sum(int(np.prod(x)) for x in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: SandtableState, player: int) -> None:
        side = state.of.game.sides[player]
        for name, values in self.encoder.encode(state.s, side).items():
            self.dict[name][:] = values
        if state.s.actor == side:
            self.dict["prefix"][:] = self.encoder.prefix(state.at.said)

    def string_from(self, state: SandtableState, player: int) -> str:
        return state.information_state_text(player)


def short_name(title: str) -> str:
    """across-suez-1980 is sandtable_across_suez_1980."""
    return "sandtable_" + title.replace("-", "_")


def register() -> None:
    """Make every title known to OpenSpiel; done when this module is imported."""
    known = set(pyspiel.registered_names())
    for title in sandtable.games():
        if short_name(title.id) not in known:
            _register(title)


def _register(title: Title) -> None:
    hidden = sandtable.load(title.id).hidden
    kind = pyspiel.GameType(
        short_name=short_name(title.id),
        long_name=title.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=getattr(pyspiel.GameType.Information, f"{'IM' if hidden else ''}PERFECT_INFORMATION"),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"scenario": "", "position": ""},
    )

    def make(self: Any, params: dict[str, Any] | None = None) -> None:
        SandtableGame.__init__(self, kind, params)

    pyspiel.register_game(kind, type("SandtableGame", (SandtableGame,), {"__init__": make}))


register()
