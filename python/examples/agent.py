# %% [markdown]
# # An agent in 30 lines
#
# An agent is a Python function that takes a position and returns a move. `sowlab.tournament` plays it against built-in engines
# and other agents. A sequential test (SPRT) stops as soon as it decides which one is stronger.

# %%
# %config InlineBackend.figure_formats = ["svg"]
import os

import matplotlib.pyplot as plt
import numpy as np
import sowlab

# Continuous integration plays fewer games.
QUICK = "SOWLAB_QUICK" in os.environ
GAME = "kalah"

# %% [markdown]
# ## The agents
#
# The first agent looks one move ahead. The second one searches: `sowlab.alphabeta` calls its evaluation with many positions at
# once, an array of observations of shape (n, counts), and receives n margins. A neural network can replace `balance`.


# %%
def gatherer(position: sowlab.Position) -> str:
    """Takes the move with the largest gain at once, the first of equals."""

    def gain(choice: str) -> int:
        after = position.play(choice).score
        return after[position.side] - position.score[position.side]

    return max(position.choices, key=gain)


def balance(counts: np.ndarray) -> np.ndarray:
    """Half of the difference between the seeds in the own and in the other pits: shape (n, counts) to (n,)."""
    pits = (counts.shape[1] - 2) // 2
    own, other = counts[:, :pits].astype(float), counts[:, pits : 2 * pits].astype(float)
    return 0.5 * (own.sum(axis=1) - other.sum(axis=1))


def searcher(position: sowlab.Position) -> str:
    """Looks three moves ahead."""
    return sowlab.alphabeta(position, 3, balance).best


position = sowlab.Game(GAME).position()
print(gatherer(position), searcher(position), sowlab.Engine("alphabeta:depth=6")(position))
position

# %% [markdown]
# ## A tournament
#
# Each opening is played twice with the sides exchanged. The statistics count these pairs of games.

# %%
played = sowlab.tournament(GAME, [searcher, gatherer, "random", "alphabeta:depth=3"], games=10 if QUICK else 100)
for line in played.standings:
    print(f"{line.rank}  {line.engine:26} {line.tally.points:5.1f} of {line.tally.games}")

# %%
figure, axes = plt.subplots(figsize=(7, 2.4), layout="constrained")
standings = played.standings[::-1]
axes.barh([line.engine for line in standings], [line.tally.points / line.tally.games for line in standings])
axes.set(xlim=(0, 1), xlabel="points a game")
plt.show()

# %% [markdown]
# ## Which is stronger?
#
# H0: the searcher is as strong as the gatherer. H1: it is 100 Elo stronger. The test stops as soon as it accepts one of them.

# %%
tested = sowlab.tournament(GAME, [searcher, gatherer], sprt="elo0=0,elo1=100", games=20 if QUICK else 1000)
print(tested.sprt, "after", tested.standings[0].tally.games, "games")

# %%
points = {line.engine: line.tally.points for line in played.standings}
assert points["searcher"] > points["random"]
