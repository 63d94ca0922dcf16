"""An agent in thirty lines, against the built-in engines."""

from __future__ import annotations

import sys

import numpy as np
import sowlab


def balance(counts: np.ndarray) -> np.ndarray:
    """What Kalah positions are thought to be worth: half of what lies on the own side more than on the other."""
    pits = (counts.shape[1] - 2) // 2
    own, other = counts[:, :pits].astype(float), counts[:, pits : 2 * pits].astype(float)
    return 0.5 * (own.sum(axis=1) - other.sum(axis=1))


def searcher(position: sowlab.Position) -> str:
    """Looks three choices ahead."""
    return sowlab.alphabeta(position, 3, balance).best


def gatherer(position: sowlab.Position) -> str:
    """Takes what brings most at once, the first of equals."""

    def gain(choice: str) -> int:
        after = position.play(choice).score
        return after[position.side] - position.score[position.side]

    return max(position.choices, key=gain)


def main(quick: bool) -> None:
    games = 10 if quick else 100
    found = sowlab.tournament("kalah", [searcher, gatherer, "random", "alphabeta:depth=3"], games=games)
    for line in found.standings:
        print(f"{line.rank}  {line.engine:28} {line.tally.points:5} of {line.tally.games}")
    points = {line.engine: line.tally.points for line in found.standings}
    assert points["searcher"] > points["random"]
    test = sowlab.tournament(
        "kalah", [searcher, "random"], sprt="elo0=0,elo1=100", games=20 if quick else 400
    )
    print(test.sprt)


if __name__ == "__main__":
    main("--quick" in sys.argv)
