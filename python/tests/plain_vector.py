"""The plainest environment: games stepped one by one through `Position`, in Python. What VectorEnv is compared with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import sowlab


@dataclass
class Seen:
    """What a game looks like after a step."""

    counts: list[int]
    mask: list[bool]
    second_mask: list[bool]
    side: int
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    endless: bool = False
    final_counts: list[int] | None = None


class PlainGame:
    """One game in one order, without randomness."""

    def __init__(self, game: sowlab.Game, order: str, auto_reset: str, max_steps: int) -> None:
        self.game, self.order = game, order
        self.auto_reset, self.max_steps = auto_reset, max_steps
        self.reset()

    def reset(self) -> None:
        self.position = self.game.position()
        #: In the reverse order: the hole that gote has taken, numbered from 1.
        self.taken: int | None = None
        self.steps, self.done = 0, False

    def margin(self) -> int:
        return self.position.score[0] - self.position.score[1]

    # The stones family, whose orders are played by `sow`.

    def sente(self) -> int:
        return 0 if self.position.text.split()[1] == "E" else 1

    def chooser(self) -> int:
        if self.order == "open":
            return self.position.side
        return 1 - self.sente() if self.order == "reverse" and self.taken is None else self.sente()

    def hole(self, side: int, action: int) -> int:
        """The number of the hole that an action of a side is."""
        return action + 1 if side == 0 else self.game.cells[1] - action

    def holes(self) -> list[int]:
        return [int(stones) for stones in self.position.text.split()[0].split(",")]

    def playable(self) -> list[bool]:
        """By action of the side to choose."""
        side = self.chooser()
        numbers = [self.hole(side, action) for action in range(self.game.cells[1])]
        holes = self.holes()
        return [holes[number - 1] >= 2 and number != self.taken for number in numbers]

    def sow(self, first: int, second: int) -> bool:
        """Plays the round in which sente takes the hole numbered `first`; whether it is endless."""
        east, west = (first, second) if self.sente() == 0 else (second, first)
        sown = sowlab.sow(self.position, east, west)
        if sown.position is None:
            return True
        letter = "EW"[self.sente()]
        other = "EW"[1 - self.sente()]
        # Through the choices of the open order, so that the end is that of the round.
        self.position = self.position.play(f"{letter}{first}").play(f"{other}{second}")
        assert str(self.position) == str(sown.position)
        return False

    def play(self, action: int, second: int) -> bool:
        """Plays a step; whether it is endless."""
        if self.order == "open":
            self.position = self.position.play(action)
            return self.position.is_endless
        chosen = self.hole(self.chooser(), action)
        if self.order == "reverse":
            if self.taken is None:
                self.taken = chosen
                return False
            taken, self.taken = self.taken, None
            return self.sow(chosen, taken)
        width = self.game.cells[1]
        wish, otherwise = (self.hole(self.sente(), one) for one in divmod(second, width))
        return self.sow(chosen, otherwise if wish == chosen else wish)

    def counts(self) -> list[int]:
        if self.order == "open":
            return [int(count) for count in self.position.observe()]
        side, width = self.chooser(), self.game.cells[1]
        holes = self.holes()
        seen = [holes[self.hole(side, action) - 1] for action in range(width)]
        # After the end the cups are those before the rest is given out.
        cups = [int(cup) for cup in self.position.text.split()[2:4]]
        taken = 0
        if self.taken is not None:
            taken = 1 + [self.hole(side, action) for action in range(width)].index(self.taken)
        return [*seen, cups[side], cups[1 - side], int(side == self.sente()), taken, 0]

    def look(self) -> Seen:
        actions, width = self.game.actions, self.game.cells[1]
        second = [False] * (width * width if self.order == "sealed" else 0)
        if self.done:
            mask = [False] * actions
        elif self.order == "open":
            mask = [action in self.position.actions for action in range(actions)]
        else:
            mask = self.playable()
            if self.order == "sealed":
                second = [
                    mask[wish] and mask[other] and wish != other
                    for wish in range(width)
                    for other in range(width)
                ]
        return Seen(self.counts(), mask, second, self.chooser())

    def step(self, action: int, second: int) -> Seen:
        if self.done:
            assert self.auto_reset == "next-step"
            self.reset()
            return self.look()
        before = self.margin()
        endless = self.play(action, second)
        self.steps += 1
        over = endless or self.position.is_over
        truncated = not over and 0 < self.max_steps <= self.steps
        reward = 0 if endless else self.margin() - before
        self.done = over or truncated
        final = None
        if self.done and self.auto_reset == "same-step":
            final = self.counts()
            self.reset()
        seen = self.look()
        seen.reward, seen.terminated, seen.truncated = float(reward), over, truncated
        seen.endless, seen.final_counts = endless, final
        return seen


def planes_of(counts: list[int], cells: tuple[int, int]) -> np.ndarray:  # type: ignore[type-arg]
    """The planes of an observation, by their definition."""
    rows, columns = cells
    board = np.array(counts[: rows * columns], np.float32).reshape(rows, columns)
    planes = [(board >= threshold).astype(np.float32) for threshold in (1, 2, 3, 4, 6, 8, 12, 16)]
    planes.append(board / 16)
    planes += [np.full((rows, columns), scalar, np.float32) for scalar in counts[rows * columns :]]
    return np.stack(planes)
