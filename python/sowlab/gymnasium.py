"""Games of sowlab as a Gymnasium vector environment.

>>> import sowlab.gymnasium
>>> envs = sowlab.gymnasium.make_vec("kalah", 64)
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((64, 14), (64, 6))

One agent plays both sides: an action is that of the side to choose, and the reward is what that side gained over the
other by it, in stones. Observations are counts (uint8) or, with `planes=True`, planes (float32), as of
`sowlab.VectorEnv`. `infos["action_mask"]` has the legal actions, `infos["side"]` the side to choose, both for the
next step. In the sealed order an action is a pair, of the side with sente and of the other, the reward is that of the
side with sente, and `infos["second_action_mask"]` has the legal actions of the other side.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces  # type: ignore[import-not-found, import-untyped, unused-ignore]
from gymnasium.vector import AutoresetMode  # type: ignore[import-not-found, import-untyped, unused-ignore]
from gymnasium.vector import VectorEnv as _VectorEnv
from gymnasium.vector.utils import batch_space  # type: ignore[import-not-found, import-untyped, unused-ignore]

from . import _arguments as check
from ._engines import planes as planes_of
from ._native import Game
from ._vector import VectorEnv

__all__ = ["make_vec"]

_BASE: Any = _VectorEnv
_MODES = {
    "next-step": AutoresetMode.NEXT_STEP,
    "same-step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class _Games(_BASE):  # type: ignore[misc, unused-ignore]
    """Games of sowlab, stepped together."""

    def __init__(
        self, game: Game | str, num_envs: int, planes: bool, render_mode: str | None, arguments: dict[str, Any]
    ) -> None:
        self.games = VectorEnv(game, num_envs, planes=planes, **arguments)
        self.metadata = {"autoreset_mode": _MODES[self.games.auto_reset], "render_modes": ["ansi"], "render_fps": 2}
        self.render_mode = check.render_mode(render_mode)
        self.num_envs = self.games.num_envs
        rows, columns = self.games.game.cells
        shape = (self.games.planes, rows, columns) if planes else (self.games.counts,)
        kind: Any = np.float32 if planes else np.uint8
        self.single_observation_space = spaces.Box(0, 255, shape, kind)
        self.single_action_space = (
            spaces.MultiDiscrete([self.games.actions, self.games.second_actions])
            if self.games.sealed
            else spaces.Discrete(self.games.actions)
        )
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._planes = planes

    def _seen(self) -> np.ndarray[Any, Any]:
        out = self.games.buffers
        seen = out.planes if self._planes else out.counts
        assert seen is not None
        return seen.copy()

    def _infos(self) -> dict[str, Any]:
        out = self.games.buffers
        assert out.masks is not None and out.sides is not None and out.second_masks is not None
        infos: dict[str, Any] = {"action_mask": out.masks.astype(np.int8), "side": out.sides.copy()}
        if self.games.sealed:
            infos["second_action_mask"] = out.second_masks.astype(np.int8)
        everywhere = np.ones(self.num_envs, np.bool_)
        return infos | {f"_{name}": everywhere for name in infos}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """New episodes; of those in `options["reset_mask"]` (bool, shape (num_envs,)) if there is one."""
        mask = (options or {}).get("reset_mask")
        self.games.reset(seed, mask=None if mask is None else np.asarray(mask))
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[Any, ...]:
        """One step of every game; see the module for what is returned."""
        acting = self.games.buffers.sides
        assert acting is not None
        sign = 1.0 - 2.0 * acting
        out = self.games.step(np.asarray(actions))
        assert out.rewards is not None and out.terminated is not None
        assert out.truncated is not None and out.endless is not None
        infos = self._infos()
        infos["endless"] = out.endless.copy()
        infos["_endless"] = np.ones(self.num_envs, np.bool_)
        finished = out.terminated | out.truncated
        if self.games.auto_reset == "same-step" and finished.any():
            assert out.final_counts is not None
            rows = out.final_counts[finished]
            seen = planes_of(self.games.game, rows) if self._planes else rows
            final = np.full(self.num_envs, None, object)
            for index, row in zip(np.flatnonzero(finished), seen):
                final[index] = row
            infos["final_obs"], infos["_final_obs"] = final, finished
            infos["final_info"] = {"endless": out.endless.copy(), "_endless": finished}
            infos["_final_info"] = finished
        return (
            self._seen(),
            (out.rewards * sign).astype(np.float64),
            out.terminated.copy(),
            out.truncated.copy(),
            infos,
        )

    def render(self) -> tuple[str, ...] | None:
        """The board of every game as lines of text, with `render_mode="ansi"`."""
        if self.render_mode is None:
            return None
        return tuple(self.games.game.position(text).drawing() for text in self.games.positions())

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held."""


def make_vec(
    game: Game | str,
    num_envs: int,
    *,
    planes: bool = False,
    render_mode: str | None = None,
    **arguments: Any,
) -> Any:
    """A vector environment (gymnasium.vector.VectorEnv).

    With `render_mode="ansi"` its `render` returns the drawing of every game (`Position.drawing`). Other arguments are
    those of `sowlab.VectorEnv`: order, auto_reset (which sets `metadata["autoreset_mode"]`), max_steps, opening_steps,
    starts, threads. With auto-reset in the same step `infos["final_obs"]` has the last observations of finished games.

    Raises ValueError for an argument that is wrong or asks for what the game does not offer.
    """
    return _Games(game, num_envs, planes, render_mode, arguments)
