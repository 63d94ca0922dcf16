"""Many games stepped at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _arguments as check
from . import _native
from ._common import game_of, texts_in
from ._native import Game, Position

#: The most games of an environment, and the most random steps at the start of an episode.
MOST_GAMES = 2**24
MOST_OPENING_STEPS = 10_000
#: A cell is 1 on these planes of an observation from N stones on; the next plane is the count / 16.
THRESHOLDS = (1, 2, 3, 4, 6, 8, 12, 16)


@dataclass(slots=True)
class Buffers:
    """The arrays that a step writes to, for n games. An array that is None is not written.

    All are C-contiguous and belong to the caller: `np.from_dlpack`, `torch.from_dlpack` and the like share their
    memory. A finished game is one that is terminated or truncated.
    """

    #: Observations as counts: shape (n, counts), uint8. What the side to choose sees: cells, row by row, then scalars
    #: (`Game.cells`, `Game.scalars`); in the sealed order what the side with sente sees.
    counts: NDArray[np.uint8] | None = None
    #: The same as planes: shape (n, planes, rows, columns), float32. First a plane for each of `THRESHOLDS` (1 where
    #: the cell holds as many stones), then one of counts / 16, then one for each scalar, filled with it.
    planes: NDArray[np.float32] | None = None
    #: Legal actions of the side to choose, in the sealed order of the side with sente: shape (n, actions), bool. All
    #: False where a finished game waits for its reset.
    masks: NDArray[np.bool_] | None = None
    #: Sealed order: legal actions of the other side, shape (n, holes * holes), bool. Action a * holes + b: it wants
    #: hole a, and takes b if a is gone. Shape (n, 0) in the other orders.
    second_masks: NDArray[np.bool_] | None = None
    #: The side to choose, in the sealed order the one with sente: shape (n,), uint8; 0 is the side that begins. Of a
    #: finished game it says nothing.
    sides: NDArray[np.uint8] | None = None
    #: What side 0 gained over side 1 by the step, in stones, with what is given out at the end: shape (n,), float32.
    #: The rewards of an episode add up to the margin at its end. Side 1 has the opposite.
    rewards: NDArray[np.float32] | None = None
    #: Whether the game is over by the rules, an endless sowing included: shape (n,), bool.
    terminated: NDArray[np.bool_] | None = None
    #: Whether the episode is cut off at `max_steps`: shape (n,), bool.
    truncated: NDArray[np.bool_] | None = None
    #: Whether the step is a sowing that never ends: shape (n,), bool.
    endless: NDArray[np.bool_] | None = None
    #: With auto-reset in the same step: the last observation of the games that finished, shape (n, counts), uint8;
    #: rows of other games are left as they are.
    final_counts: NDArray[np.uint8] | None = None

    def _given(self) -> _native._Arrays:
        return (
            self.counts,
            self.planes,
            self.masks,
            self.second_masks,
            self.sides,
            self.rewards,
            self.terminated,
            self.truncated,
            self.endless,
            self.final_counts,
        )


class VectorEnv:
    """Many games of one kind under way, stepped at once.

    A step is one choice of the side to choose in the open and reversed orders, and a choice of each side in the
    sealed one. Actions and observations are those of `Position.actions` and `Position.observe`: as the side to choose
    sees the board. The loop runs in Rust, without the global interpreter lock, on `threads` threads; what happens
    does not depend on their number. An environment can be copied (`copy.deepcopy`) and pickled at any time: the copy
    goes on from where the original is.

    Args:
        game: the game or its name.
        num_envs: how many games, n.
        order: "open" (sente commits, gote sees it: the rules), "reverse" (gote commits, sente sees it) or "sealed"
            (neither sees the other's choice; if both want one hole, sente has it). The last two are for the stones
            family without the pie rule: `Game(…, pie=False)`.
        auto_reset: when a finished game starts again. "next-step": with the next step, whose action is ignored and
            whose reward is 0. "same-step": in the step that finishes it; `final_counts` has the last observation.
            "disabled": when `reset` is told to.
        max_steps: the episode is truncated after N steps; 0: never. Games that can repeat need it.
        opening_steps: uniformly random steps at the start of each episode, up to 10000.
        starts: positions that episodes start from, drawn at random; none: the opening.
        threads: how many threads.
        planes: whether `buffers` has planes.

    Raises:
        ValueError: an argument is wrong, or asks for what the game does not offer.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        order: str = "open",
        auto_reset: str = "next-step",
        max_steps: int = 0,
        opening_steps: int = 0,
        starts: Sequence[Position | str] = (),
        threads: int = 1,
        planes: bool = False,
    ) -> None:
        self.game = game_of(game)
        self.num_envs = check.integer("num_envs", num_envs, 1, MOST_GAMES)
        self.order = check.word("order", order, ("open", "reverse", "sealed"))
        self.auto_reset = check.word("auto_reset", auto_reset, ("next-step", "same-step", "disabled"))
        check.flag("planes", planes)
        self._settings = (
            check.integer("max_steps", max_steps, 0, check.U32),
            check.integer("opening_steps", opening_steps, 0, MOST_OPENING_STEPS),
            texts_in(self.game, "starts", starts),
            check.integer("threads", threads, 1, 1024),
        )
        self._games = _native.VectorGames(
            self.game, self.num_envs, self.order, self.auto_reset, *self._settings
        )
        #: How many actions each of the two masks has; the second 0 but in the sealed order.
        self.counts, self.actions, self.second_actions, self.planes = self._games.widths
        #: The arrays that are written where no others are given.
        self.buffers = self.new_buffers(planes=planes)
        self._games.reset(0, None, self.buffers._given())

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the compiled part, whose settings and state are written out: for pickle and copy."""
        return {**self.__dict__, "_games": self.get_state()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._games = _native.VectorGames(
            self.game, self.num_envs, self.order, self.auto_reset, *self._settings
        )
        self._games.load(state["_games"].decode())

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.num_envs} games of {self.game.name}, {self.order} order>"

    @property
    def sealed(self) -> bool:
        """Whether both sides choose at once, so that actions have shape (n, 2)."""
        return self.second_actions > 0

    def new_buffers(self, *, planes: bool = False) -> Buffers:
        """New arrays of the right shapes, zeroed."""
        n, (rows, columns) = self.num_envs, self.game.cells
        return Buffers(
            counts=np.zeros((n, self.counts), np.uint8),
            planes=np.zeros((n, self.planes, rows, columns), np.float32) if planes else None,
            masks=np.zeros((n, self.actions), np.bool_),
            second_masks=np.zeros((n, self.second_actions), np.bool_),
            sides=np.zeros(n, np.uint8),
            rewards=np.zeros(n, np.float32),
            terminated=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
            endless=np.zeros(n, np.bool_),
            final_counts=np.zeros((n, self.counts), np.uint8)
            if self.auto_reset == "same-step"
            else None,
        )

    def reset(
        self,
        seed: int | None = None,
        *,
        mask: NDArray[np.bool_] | None = None,
        out: Buffers | None = None,
    ) -> Buffers:
        """Starts new episodes, all or those of a mask, and writes what all games look like.

        Args:
            seed: where chance begins, 0 to 2**64 - 1: each game has a generator of its own, from the seed and its
                index. None: it goes on from where it is (at first from seed 0).
            mask: shape (n,), bool: which games to reset; None: all.
            out: the arrays to write to; None: `buffers`.

        Raises:
            ValueError or TypeError: an array of the wrong shape, dtype or layout; arrays that share memory.
            RuntimeError: another thread is using the environment.
        """
        out = self._into(out)
        self._games.reset(
            check.integer_or_none("seed", seed, 0),
            None if mask is None else check.bools("mask", mask, (self.num_envs,)),
            out._given(),
        )
        return out

    def _into(self, out: Buffers | None) -> Buffers:
        """The arrays to write to."""
        if out is None:
            return self.buffers
        if not isinstance(out, Buffers):
            raise TypeError(f"out: Buffers or None is needed, not {check.kind(out)}")
        return out

    def step(self, actions: NDArray[np.integer], out: Buffers | None = None) -> Buffers:
        """Plays an action in every game and writes what comes of it.

        Args:
            actions: integers of shape (n,); in the sealed order (n, 2): the action of the side with sente, and that of
                the other side. Those of games that wait for a reset are ignored.
            out: the arrays to write to; None: `buffers`.

        Raises:
            ValueError: an action is not legal, or (auto-reset disabled) a game is over: nothing is stepped then. An
                array of the wrong shape, or one that is not contiguous.
            TypeError: an array of the wrong dtype.
            RuntimeError: another thread is using the environment.
        """
        out = self._into(out)
        self._games.step(check.integers("actions", actions), out._given())
        return out

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Legal actions, all alike likely, from the generators of the games; 0 where a game waits for its reset."""
        shape = (self.num_envs, 2) if self.sealed else (self.num_envs,)
        if out is None:
            out = np.zeros(shape, np.int64)
        if not isinstance(out, np.ndarray) or out.dtype != np.int64:
            found = f"one of dtype {out.dtype}" if isinstance(out, np.ndarray) else check.kind(out)
            raise TypeError(f"out: an array of dtype int64 is needed, not {found}")
        if out.shape != shape:
            raise ValueError(f"out: shape {shape} is needed, not {out.shape}")
        if not out.flags.writeable:
            raise ValueError("out: the array cannot be written")
        if self.sealed:
            self._games.sample(None, out)
        else:
            self._games.sample(out, None)
        return out

    def positions(self) -> list[str]:
        """Every game's position, as it is written."""
        return self._games.texts()

    def get_state(self) -> bytes:
        """Everything that determines what happens next, for `set_state`: positions, steps, generators."""
        return self._games.save().encode()

    def set_state(self, state: bytes, out: Buffers | None = None) -> Buffers:
        """Goes back to a state of this game, order and number of games, and writes what all games look like.

        Raises ValueError if it is none, TypeError if it is no bytes; nothing is changed then.
        """
        out = self._into(out)
        if not isinstance(state, (bytes, bytearray, memoryview)):
            raise TypeError(f"state: bytes of get_state are needed, not {check.kind(state)}")
        try:
            text = str(state, "utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"state: {error}") from None
        self._games.load(text)
        nothing = np.zeros(self.num_envs, np.bool_)
        self._games.reset(None, nothing, out._given())
        return out
