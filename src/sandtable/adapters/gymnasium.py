"""Gymnasium: one side as the agent, the other played by a bot.

import gymnasium, sandtable.adapters.gymnasium
env = gymnasium.make("sandtable/across-suez-1980-v0", side="israel", opponent="random")
envs = gymnasium.make_vec("sandtable/across-suez-1980-v0", num_envs=8)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces

from sandtable import bots
from sandtable.core.title import OptionValue

from .observation import Encoder
from .play import Play, Settings
from .registration import env_id, register

__all__ = ["SandtableEnv", "env_id", "register", "spaces_of"]


def spaces_of(encoder: Encoder) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """The spaces of the observation (without mask) and of the words."""
    inside: dict[str, spaces.Space[Any]] = {
        k: spaces.Box(-np.inf, np.inf, shape, np.float32) for k, shape in encoder.shapes.items()
    }
    return spaces.Dict(inside), spaces.Discrete(len(encoder.words))


class SandtableEnv(gymnasium.Env[Any, Any]):
    """A word a step. The observation holds `action_mask`; a word that cannot be said changes nothing and is explained in
    `info["refusal"]`. `flat=True` gives `{"observation": vector, "action_mask"}`: units, scalars and prefix in a row."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        game: str,
        side: str = "",
        opponent: str = "random",
        options: Mapping[str, OptionValue] | None = None,
        *,
        flat: bool = False,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self.play = Play(game, options, **settings)
        self.side = side or self.play.sides[0]
        if self.side not in self.play.sides:
            raise ValueError(f"{game} has no side {side!r}; its sides are {', '.join(self.play.sides)}")
        self.opponent, self.flat, self.render_mode = opponent, flat, render_mode
        inside, self.action_space = spaces_of(self.play.encoder)
        mask = spaces.Box(0, 1, (len(self.play.encoder.words),), np.int8)
        if flat:
            shapes = self.play.encoder.shapes
            size = sum(int(np.prod(shapes[k])) for k in ("units", "scalars", "prefix"))
            self.observation_space = spaces.Dict(
                {"observation": spaces.Box(-np.inf, np.inf, (size,), np.float32), "action_mask": mask}
            )
        else:
            self.observation_space = spaces.Dict({**inside.spaces, "action_mask": mask})

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """`options={"position": text}` starts from a position; other keys are ignored."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**31))
        self.play.begin(number, (options or {}).get("position", ""))
        others = [x for x in self.play.sides if x != self.side]
        self.bots = {x: bots.make(self.opponent, self.play.game, x, number) for x in others}
        self._others()
        self.play.take_reward(self.side)
        return self._observation(), self.play.info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        refusal = self.play.say(int(action)) if not self.play.over else "The game is over."
        self._others()
        info = self.play.info()
        if refusal:
            info["refusal"] = refusal
        return self._observation(), self.play.take_reward(self.side), self.play.over, self.play.cut_off, info

    def _others(self) -> None:
        """The other side's decisions, until it is the agent's turn again."""
        while (actor := self.play.actor) and actor != self.side and not self.play.cut_off:
            self.play.decide(bots.decide(self.bots[actor], self.play.s).action)

    def _observation(self) -> dict[str, Any]:
        seen = self.play.observe(self.side)
        mask = self.play.mask(self.side)
        if self.flat:
            parts = [seen[k].ravel() for k in ("units", "scalars", "prefix")]
            return {"observation": np.concatenate(parts), "action_mask": mask}
        return {**seen, "action_mask": mask}

    def render(self) -> Any:
        return self.play.s.position() if self.render_mode == "ansi" else None


register()
