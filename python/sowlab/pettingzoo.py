"""Games of sowlab as PettingZoo environments.

>>> import sowlab.pettingzoo
>>> env = sowlab.pettingzoo.env("kalah")
>>> both = sowlab.pettingzoo.parallel_env(sowlab.Game("55stones", pie=False))

`raw_env` (also called `aec`) is a turn-based environment in the open or reverse order. `env` is the same in the wrappers
of PettingZoo that check the order of calls and the bounds of actions. `parallel_env` (also called `parallel`) is an
environment of sealed choices, where both sides of a joint game choose at once. All can be copied (`copy.deepcopy`) and
pickled at any time: the copy goes on from where the original is.

Agents are called as the sides of the game: `east_0` and `west_1`, `lower_0` and `upper_1`,
`red_0` and `black_1`.

Observations are dictionaries: `observation`, the counts of `Position.observe` as the side to choose sees them (shape
(counts,), uint8), and `action_mask` (shape (actions,), int8). Rewards are margins: what an agent gained over the other by
the last step, in stones. An endless sowing terminates the game (`infos[agent]["endless"]`); after `max_steps` steps it
is truncated. An illegal action raises ValueError; with `illegal="lose"` it ends the game instead, and its agent loses
all that is left on the board to the other (wrappers of PettingZoo do so, too).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces  # type: ignore[import-not-found, import-untyped, unused-ignore]
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-not-found, import-untyped, unused-ignore]
from pettingzoo.utils import wrappers  # type: ignore[import-not-found, import-untyped, unused-ignore]

from . import _arguments as check
from ._common import game_of
from ._native import Game
from ._vector import VectorEnv

__all__ = ["aec", "env", "parallel", "parallel_env", "raw_env"]

_AEC: Any = AECEnv
_PARALLEL: Any = ParallelEnv


class _One:
    """One game, stepped by a VectorEnv of one."""

    def __init__(self, game: Game | str, order: str, max_steps: int, opening_steps: int, illegal: str) -> None:
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal='{illegal}': 'raise' or 'lose'")
        self.game, self.illegal = game_of(game), illegal
        self.env = VectorEnv(
            self.game,
            1,
            order=order,
            auto_reset="disabled",
            max_steps=max_steps,
            opening_steps=opening_steps,
        )
        self.agents = [f"{side.lower()}_{index}" for index, side in enumerate(self.game.sides)]
        self.space = spaces.Box(0, 255, (self.env.counts,), np.uint8)

    # Looked up at each use: in a copy of this object the arrays are others.
    @property
    def counts(self) -> NDArray[np.uint8]:
        assert self.env.buffers.counts is not None
        row: NDArray[np.uint8] = self.env.buffers.counts[0]
        return row

    @property
    def masks(self) -> NDArray[np.bool_]:
        assert self.env.buffers.masks is not None
        row: NDArray[np.bool_] = self.env.buffers.masks[0]
        return row

    @property
    def second_masks(self) -> NDArray[np.bool_]:
        assert self.env.buffers.second_masks is not None
        row: NDArray[np.bool_] = self.env.buffers.second_masks[0]
        return row

    @property
    def side(self) -> int:
        sides = self.env.buffers.sides
        assert sides is not None
        return int(sides[0])

    def observation_space(self, actions: int) -> spaces.Dict:
        mask = spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict({"observation": self.space, "action_mask": mask})

    def left(self) -> float:
        """What is left on the board: what an illegal action loses."""
        rows, columns = self.game.cells
        return float(self.counts[: rows * columns].sum())

    def step(self, actions: np.ndarray[Any, Any]) -> tuple[float, bool, bool, bool]:
        """What side 0 gained, and whether the game is terminated, truncated, endless."""
        out = self.env.step(actions)
        flags = (out.rewards, out.terminated, out.truncated, out.endless)
        reward, terminated, truncated, endless = (flag[0] for flag in flags if flag is not None)
        return float(reward), bool(terminated), bool(truncated), bool(endless)

    def drawing(self) -> str:
        return self.game.position(self.env.positions()[0]).drawing()


class _Sequential(_AEC):  # type: ignore[misc, unused-ignore]
    """One choice of one side at a time."""

    metadata = {"name": "sowlab_v1", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 2}

    def __init__(self, **arguments: Any) -> None:
        super().__init__()
        self.render_mode = arguments.pop("render_mode")
        self._one = _One(**arguments)
        self.possible_agents = list(self._one.agents)
        actions = self._one.env.actions
        self.observation_spaces = {
            agent: self._one.observation_space(actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as the side to choose sees it; the mask is that of an agent who is to choose."""
        own = self.possible_agents[self._one.side] == agent
        mask = self._one.masks if own and not self._over else np.zeros_like(self._one.masks)
        return {"observation": self._one.counts.copy(), "action_mask": mask.astype(np.int8)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._one.env.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._over = False
        self.agent_selection = self.agents[self._one.side]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        side = self.possible_agents.index(agent)
        legal = 0 <= number < len(self._one.masks) and bool(self._one.masks[number])
        if not legal and self._one.illegal == "lose":
            reward = self._one.left() * (2 * side - 1)
            flags = (True, False, False)
        else:
            # Of an illegal action an exception says what is legal.
            reward, *rest = self._one.step(np.array([number]))
            flags = (rest[0], rest[1], rest[2])
        self._cumulative_rewards[agent] = 0.0
        terminated, truncated, endless = flags
        for index, other in enumerate(self.possible_agents):
            self.rewards[other] = reward * (1 - 2 * index)
            self.terminations[other], self.truncations[other] = terminated, truncated
            self.infos[other] = {"endless": endless}
        self._over = terminated or truncated
        if not self._over:
            self.agent_selection = self.possible_agents[self._one.side]
        else:
            self.agent_selection = self.possible_agents[1 - side]
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self._one.drawing() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


class _Sealed(_PARALLEL):  # type: ignore[misc, unused-ignore]
    """Both sides choose at once.

    Both agents have the same spaces, of holes * holes actions: the side with sente takes hole a by any action whose
    mask is set, a * holes + a; the other seals a * holes + b: it wants a, and takes b if a is gone. Holes are as the
    side with sente sees them; the scalar `sente` of an agent's observation says whether it has sente.
    """

    metadata = {"name": "sowlab_sealed_v1", "render_modes": ["ansi"], "render_fps": 2}

    def __init__(self, **arguments: Any) -> None:
        self.render_mode = arguments.pop("render_mode")
        self._one = _One(order="sealed", **arguments)
        self.possible_agents = list(self._one.agents)
        self.agents: list[str] = []
        self._holes = self._one.env.actions
        actions = self._holes**2
        self.observation_spaces = {
            agent: self._one.observation_space(actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._sente_at = self._one.game.cells[0] * self._one.game.cells[1] + self._one.game.scalars.index("sente")

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _mask(self, side: int) -> np.ndarray[Any, Any]:
        if side != self._one.side:
            second: np.ndarray[Any, Any] = self._one.second_masks.astype(np.int8)
            return second
        mask = np.zeros(self._holes**2, np.int8)
        mask[:: self._holes + 1] = self._one.masks
        return mask

    def _observations(self) -> dict[str, dict[str, Any]]:
        seen = {}
        for side, agent in enumerate(self.possible_agents):
            counts = self._one.counts.copy()
            counts[self._sente_at] = side == self._one.side
            seen[agent] = {"observation": counts, "action_mask": self._mask(side)}
        return seen

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._one.env.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            raise ValueError("the game is over: reset it first")
        numbers = [int(actions[agent]) for agent in self.possible_agents]
        allowed = [
            0 <= number < self._holes**2 and bool(self._mask(side)[number])
            for side, number in enumerate(numbers)
        ]
        sente = self._one.side
        if not all(allowed) and self._one.illegal == "lose":
            # Who alone is at fault loses all that is left.
            at_fault = allowed[1] - allowed[0]
            reward, terminated, truncated, endless = -self._one.left() * at_fault, True, False, False
        else:
            if not all(allowed):
                side = allowed.index(False)
                legal = np.flatnonzero(self._mask(side)).tolist()
                raise ValueError(f"{self.possible_agents[side]}: action {numbers[side]}: legal actions are {legal}")
            pair = np.array([[numbers[sente] // self._holes, numbers[1 - sente]]])
            reward, terminated, truncated, endless = self._one.step(pair)
        observations = self._observations()
        agents = self.agents
        if terminated or truncated:
            self.agents = []
        return (
            observations,
            {agent: reward * (1 - 2 * side) for side, agent in enumerate(agents)},
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            {agent: {"endless": endless} for agent in agents},
        )

    def render(self) -> str | None:
        return self._one.drawing() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


def raw_env(
    game: Game | str = "55stones",
    *,
    order: str = "open",
    max_steps: int = 1000,
    opening_steps: int = 0,
    illegal: str = "raise",
    render_mode: str | None = None,
) -> Any:
    """A turn-based environment (AECEnv). Arguments as of `sowlab.VectorEnv`; `illegal`: "raise" or "lose".

    Raises ValueError for an argument that is wrong or asks for what the game does not offer.
    """
    if order == "sealed":
        raise ValueError("order=sealed: both sides choose at once: sowlab.pettingzoo.parallel_env")
    return _Sequential(
        game=game,
        order=order,
        max_steps=max_steps,
        opening_steps=opening_steps,
        illegal=illegal,
        render_mode=check.render_mode(render_mode),
    )


def env(game: Game | str = "55stones", **arguments: Any) -> Any:
    """`raw_env` in the wrappers of PettingZoo: an action out of bounds and calls out of order raise an error.

    Arguments and exceptions are those of `raw_env`.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **arguments)))


def parallel_env(
    game: Game | str = Game("55stones", pie=False),
    *,
    max_steps: int = 1000,
    opening_steps: int = 0,
    illegal: str = "raise",
    render_mode: str | None = None,
) -> Any:
    """An environment of sealed choices (ParallelEnv) of a game of the stones family without the pie rule.

    Arguments and exceptions are those of `raw_env`.
    """
    return _Sealed(
        game=game,
        max_steps=max_steps,
        opening_steps=opening_steps,
        illegal=illegal,
        render_mode=check.render_mode(render_mode),
    )


#: Other names of `raw_env` and `parallel_env`.
aec = raw_env
parallel = parallel_env
