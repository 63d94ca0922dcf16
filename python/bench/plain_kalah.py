"""Kalah as a PettingZoo environment, written as one writes it first: lists and loops."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv


class PlainKalah(AECEnv):
    """Six pits a side, four seeds each; a last seed in the own store moves again."""

    metadata = {"name": "plain_kalah_v0", "render_modes": []}

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = ["south", "north"]
        self._actions = spaces.Discrete(6)
        self._observations = spaces.Dict(
            {"observation": spaces.Box(0, 48, (14,), np.int8), "action_mask": spaces.Box(0, 1, (6,), np.int8)}
        )

    def observation_space(self, agent: str) -> Any:
        return self._observations

    def action_space(self, agent: str) -> Any:
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board = [4] * 6 + [0] + [4] * 6 + [0]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        first = 0 if agent == "south" else 7
        seen = self.board[first:] + self.board[:first]
        mask = [int(agent == self.agent_selection and seeds > 0) for seeds in seen[:6]]
        return {"observation": np.array(seen, np.int8), "action_mask": np.array(mask, np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        first = 0 if agent == "south" else 7
        store, other_store = first + 6, (first + 13) % 14
        at = first + int(action)
        seeds, self.board[at] = self.board[at], 0
        while seeds:
            at = (at + 1) % 14
            if at != other_store:
                self.board[at] += 1
                seeds -= 1
        if first <= at < store and self.board[at] == 1 and self.board[12 - at]:
            self.board[store] += 1 + self.board[12 - at]
            self.board[at] = self.board[12 - at] = 0
        if not any(self.board[0:6]) or not any(self.board[7:13]):
            self.board[6] += sum(self.board[0:6])
            self.board[13] += sum(self.board[7:13])
            self.board[0:6] = self.board[7:13] = [0] * 6
            margin = self.board[6] - self.board[13]
            self.rewards = {"south": margin, "north": -margin}
            self.terminations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[agent] = 0
        if at != store or self.terminations[agent]:
            self.agent_selection = "north" if agent == "south" else "south"
        self._accumulate_rewards()
