# %% [markdown]
# # An agent in 30 lines against ours
#
# An agent is a Python function from a position to a choice. `sowlab.tournament` lets it meet the built-in engines and other
# agents, and a sequential test (SPRT) stops as soon as it is decided which is stronger.

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
# The first looks one choice ahead. The second searches: `sowlab.alphabeta` asks its evaluation of many positions in one call,
# as an array of observations of shape (n, counts), and gets n margins back. So a network can take the place of `balance`.


# %%
def gatherer(position: sowlab.Position) -> str:
    """Takes what brings most at once, the first of equals."""

    def gain(choice: str) -> int:
        after = position.play(choice).score
        return after[position.side] - position.score[position.side]

    return max(position.choices, key=gain)


def balance(counts: np.ndarray) -> np.ndarray:
    """Half of the seeds that lie in the own pits more than in the other side's: shape (n, counts) to (n,)."""
    pits = (counts.shape[1] - 2) // 2
    own, other = counts[:, :pits].astype(float), counts[:, pits : 2 * pits].astype(float)
    return 0.5 * (own.sum(axis=1) - other.sum(axis=1))


def searcher(position: sowlab.Position) -> str:
    """Looks three choices ahead."""
    return sowlab.alphabeta(position, 3, balance).best


position = sowlab.Game(GAME).position()
print(gatherer(position), searcher(position), sowlab.Engine("alphabeta:depth=6")(position))
position

# %% [markdown]
# ## A tournament
#
# Each opening is played twice, with the sides exchanged; statistics are of pairs of games.

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
# H0: the searcher is as strong as the gatherer. H1: it is 100 Elo stronger. The test stops at the first proof of either.

# %%
tested = sowlab.tournament(GAME, [searcher, gatherer], sprt="elo0=0,elo1=100", games=20 if QUICK else 1000)
print(tested.sprt, "after", tested.standings[0].tally.games, "games")

# %%
points = {line.engine: line.tally.points for line in played.standings}
assert points["searcher"] > points["random"]
