# %% [markdown]
# # A policy for sealed choices
#
# With simultaneous commitment neither side sees the other's choice, so both play mixed strategies. This notebook learns a
# strategy for the first round by regret matching (CFR+). It measures the distance from the equilibrium, which
# `sowlab.equilibrium` computes exactly.

# %%
# %config InlineBackend.figure_formats = ["svg"]
import os

import matplotlib.pyplot as plt
import numpy as np
import sowlab

# Continuous integration runs fewer steps.
QUICK = "SOWLAB_QUICK" in os.environ
# Without the pie rule, which simultaneous commitment does not have.
GAME = sowlab.Game("stones:holes=5,seeds=3", pie=False)
HOLES = GAME.cells[1]
# The horizon in rounds; after them the margin so far counts.
HORIZON = 2

# %% [markdown]
# ## The equilibrium
#
# The side with sente commits to a hole. The other side commits to an ordered pair: the hole that it wants, and the hole that it
# takes if the side with sente has taken that one.

# %%
exact = sowlab.equilibrium(GAME, order="sealed", horizon=HORIZON)
print(f"value {exact.value:+.4f} stones for the side with sente")
with np.printoptions(precision=3, suppress=True):
    print("sente:", exact.sente_array)

# %% [markdown]
# ## The payoffs of the first round
#
# `table[a, b]` is the margin of the side with sente when it takes hole a + 1 and the other side takes hole b + 1: the stones
# captured in the round, and the equilibrium value of the position after it.


# %%
def payoff(first: int, second: int) -> float:
    sown = sowlab.sow(GAME, first + 1, second + 1)
    if sown.position is None:
        return 0.0  # A non-terminating round is a draw.
    if sown.final is not None:
        return sown.final[0] - sown.final[1]
    rest = sowlab.equilibrium(sown.position, order="sealed", horizon=HORIZON - 1).value
    gain = sown.captured[0] - sown.captured[1]
    # The value is that of the side with sente, which a capture may have changed.
    return gain + (rest if sown.position.side == 0 else -rest)


table = np.array(
    [[payoff(first, second) if first != second else 0.0 for second in range(HOLES)] for first in range(HOLES)]
)

# %% [markdown]
# ## Regret matching
#
# Each side plays in proportion to its positive regrets. The learned strategy is the average of what it played, with more
# weight on later steps.

# %%
pairs = [(wish, other) for wish in range(HOLES) for other in range(HOLES) if wish != other]
worth = np.array([[table[hole, other if wish == hole else wish] for wish, other in pairs] for hole in range(HOLES)])


def matching(regret: np.ndarray) -> np.ndarray:
    return regret / regret.sum() if regret.any() else np.full(len(regret), 1 / len(regret))


def learn(steps: int) -> tuple[np.ndarray, np.ndarray]:
    """The average strategies: over holes, and over pairs as an array of shape (holes, holes)."""
    regrets = [np.zeros(HOLES), np.zeros(len(pairs))]
    average = [np.zeros(HOLES), np.zeros(len(pairs))]
    for step in range(1, steps + 1):
        sente, gote = map(matching, regrets)
        values = [worth @ gote, -(sente @ worth)]
        for side, policy in enumerate((sente, gote)):
            regrets[side] = np.maximum(regrets[side] + values[side] - values[side] @ policy, 0)
            average[side] += step * policy
    sealed = np.zeros((HOLES, HOLES))
    sealed[tuple(np.array(pairs).T)] = average[1] / average[1].sum()
    return average[0] / average[0].sum(), sealed


# %% [markdown]
# ## Distance from the equilibrium
#
# `sowlab.exploitability` returns the gain of a best response to each strategy. The sum of both gains is zero exactly in an
# equilibrium.

# %%
steps = [1, 3, 10, 30, 100, 300] if QUICK else [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000]
distances = []
for count in steps:
    sente, gote = learn(count)
    found = sowlab.exploitability(GAME, order="sealed", horizon=HORIZON, sente=sente, gote=gote)
    distances.append(found.total)
    print(f"{count:6} steps: exploitability {found.total:.5f} stones")
uniform = np.full(HOLES, 1 / HOLES)
even = sowlab.exploitability(GAME, order="sealed", horizon=HORIZON, sente=uniform)
print(f"choosing evenly instead of in equilibrium costs the side with sente {exact.value - even.gote_answers:.3f} stones")

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
left.loglog(steps, np.maximum(distances, 1e-12), "o-", color="#4a6fa5")
left.set(title="Distance from the equilibrium", xlabel="steps of learning", ylabel="exploitability in stones")
left.grid(alpha=0.3)
width = 0.4
numbers = np.arange(1, HOLES + 1)
right.bar(numbers - width / 2, exact.sente_array, width, label="equilibrium", color="#3a7d44")
right.bar(numbers + width / 2, sente, width, label=f"learned, {steps[-1]} steps", color="#d08c3c")
right.set(title="Strategy of the side with sente", xlabel="hole", ylabel="probability", xticks=numbers)
right.legend()
plt.show()

# %%
assert distances[-1] < 0.05 * distances[0]
