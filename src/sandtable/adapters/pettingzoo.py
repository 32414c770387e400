"""PettingZoo: both sides as agents of an AEC environment.

from sandtable.adapters import pettingzoo
env = pettingzoo.env("across-suez-1980")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sandtable.core.title import OptionValue

from .gymnasium import spaces_of
from .play import Play, Settings


def env(game: str, **settings: Any) -> AECEnv[Any, Any, Any]:
    """The environment with PettingZoo's usual wrappers: an illegal word ends the game as a loss."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The same side may act many times running; it says one word a step. `infos[side]["refusal"]` tells why a word was refused."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue] | None = None,
        *,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        super().__init__()
        self.play = Play(game, options, **settings)
        self.metadata = {"name": f"sandtable/{game}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(self.play.sides)
        inside, actions = spaces_of(self.play.encoder)
        mask = spaces.Box(0, 1, (len(self.play.encoder.words),), np.int8)
        self.observation_spaces = {
            a: spaces.Dict({"observation": inside, "action_mask": mask}) for a in self.possible_agents
        }
        self.action_spaces = {a: spaces.Discrete(int(actions.n)) for a in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """`options={"position": text}` starts from a position; other keys are ignored."""
        self.play.begin(seed, (options or {}).get("position", ""))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self.agent_selection = self.play.actor or self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self.play.observe(agent), "action_mask": self.play.mask(agent)}

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        refusal = self.play.say(action)
        self.rewards = {a: self.play.take_reward(a) for a in self.agents}
        over, cut = self.play.over, self.play.cut_off
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        info = self.play.info() if over or cut else {}
        self.infos = {a: dict(info) for a in self.agents}
        if refusal:
            self.infos[agent]["refusal"] = refusal
        self.agent_selection = self.play.actor or agent
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.play.s.position() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
