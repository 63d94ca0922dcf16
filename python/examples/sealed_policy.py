"""Sealed choices: a policy that is learned, and how far it is from the equilibrium.

Regret matching on the first round of a small board: both sides play against each other, the payoffs being the equilibrium
values of what follows. `sowlab.exploitability` tells what answering the average policy best would gain.
"""

from __future__ import annotations

import sys

import numpy as np
import sowlab

GAME = "stones:holes=5,seeds=2"
HORIZON = 2


def payoffs(game: sowlab.Game) -> np.ndarray:
    """The margin of the side with sente for each pair of holes, both sides in equilibrium afterwards."""
    holes = game.cells[1]
    table = np.zeros((holes, holes))
    for first in range(holes):
        for second in range(holes):
            if first == second:
                continue
            # Pure strategies: their exploitability by nobody is what the pair is worth.
            sown = sowlab.sow(game, first + 1, second + 1)
            gain = sown.captured[0] - sown.captured[1]
            if sown.position is None:
                continue
            if sown.finished and sown.final is not None:
                table[first, second] = sown.final[0] - sown.final[1]
                continue
            rest = sowlab.equilibrium(sown.position, order="sealed", horizon=HORIZON - 1).value
            table[first, second] = gain + (rest if sown.outcome == "quiet" else -rest)
    return table


def learn(table: np.ndarray, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Average policies: of the holes, and of the ordered pairs that the other side seals."""
    holes = len(table)
    pairs = [(a, b) for a in range(holes) for b in range(holes) if a != b]
    worth = np.array([[table[first, b if a == first else a] for a, b in pairs] for first in range(holes)])
    regrets = [np.zeros(holes), np.zeros(len(pairs))]
    average = [np.zeros(holes), np.zeros(len(pairs))]
    for step in range(1, steps + 1):
        policies = []
        for regret in regrets:
            positive = np.maximum(regret, 0)
            policies.append(positive / positive.sum() if positive.any() else np.full(len(regret), 1 / len(regret)))
        values = [worth @ policies[1], -(policies[0] @ worth)]
        for side in (0, 1):
            regrets[side] = np.maximum(regrets[side] + values[side] - values[side] @ policies[side], 0)
            average[side] += step * policies[side]
    sealed = np.zeros((holes, holes))
    for (a, b), probability in zip(pairs, average[1] / average[1].sum()):
        sealed[a, b] = probability
    return average[0] / average[0].sum(), sealed


def main(quick: bool) -> None:
    game = sowlab.Game(GAME)
    exact = sowlab.equilibrium(game, order="sealed", horizon=HORIZON)
    table = payoffs(game)
    print(f"equilibrium {exact.value:+.4f}")
    for steps in (1, 10, 100) if quick else (1, 10, 100, 1000, 10_000):
        sente, gote = learn(table, steps)
        found = sowlab.exploitability(game, order="sealed", horizon=HORIZON, sente=sente, gote=gote)
        print(f"{steps:6} steps: exploitability {found.total:.4f} stones")
    assert found.total < 0.2


if __name__ == "__main__":
    main("--quick" in sys.argv)
