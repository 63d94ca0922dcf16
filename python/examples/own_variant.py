# %% [markdown]
# # Solve your own variant and plot its values
#
# A game is a name with options. This notebook proves the value of a variant, plots what each choice is worth, and
# compares variants that differ in one rule.

# %%
# %config InlineBackend.figure_formats = ["svg"]
import os

import matplotlib.pyplot as plt
import numpy as np
import sowlab

# Continuous integration runs smaller boards.
QUICK = "SOWLAB_QUICK" in os.environ
HOLES = 5 if QUICK else 7

# %% [markdown]
# `sowlab.games()` lists the games and their options. Here: the stones family, a smaller board with two stones a hole, and
# a round ends when both last stones fall outside the board.

# %%
game = sowlab.Game(f"stones:holes={HOLES},seeds=2,both-out=end")
print(game.name)
game.position()

# %% [markdown]
# ## The value
#
# A value is a margin in stones for the side with sente, under three readings of infinite play: it loses all that is left
# (`lower`), it counts for nobody (`zero`), it wins all that is left (`upper`).

# %%
solved = sowlab.solve(game)
print(solved.value, "best:", ", ".join(solved.best))

# %% [markdown]
# ## Every choice and every reply
#
# `choices(replies=True)` values the whole matrix. A row is a choice of the side with sente; the value of the choice is the
# smallest number of its row, because the other side replies after it has seen the choice.

# %%
valued = sowlab.choices(game, replies=True)
valued.to_pandas().pivot(index="choice", columns="reply", values="zero")

# %%
holes = range(1, HOLES + 1)
matrix = np.full((HOLES, HOLES), np.nan)
for choice in valued.choices:
    for reply in choice.replies:
        matrix[int(choice.choice[1:]) - 1, int(reply.choice[1:]) - 1] = reply.bounds.zero.exact

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
worth = {int(one.choice[1:]): one.bounds.zero.exact for one in valued.choices}
left.bar(list(worth), list(worth.values()), color=["#3a7d44" if v >= 0 else "#a23b3b" for v in worth.values()])
left.axhline(0, color="#555", linewidth=0.8)
left.set(title="Value of each choice", xlabel="hole of the side with sente", ylabel="margin in stones", xticks=holes)
limit = np.nanmax(np.abs(matrix))
image = right.imshow(matrix, cmap="RdYlGn", vmin=-limit, vmax=limit, extent=(0.5, HOLES + 0.5, HOLES + 0.5, 0.5))
right.set(title="Value of each round", xlabel="hole of the other side", ylabel="hole of the side with sente")
right.set(xticks=holes, yticks=holes)
figure.colorbar(image, label="margin in stones")
plt.show()

# %%
assert solved.value is not None and max(worth.values()) == solved.value.zero
assert all(np.nanmin(matrix[hole - 1]) == value for hole, value in worth.items())

# %% [markdown]
# ## What one rule changes
#
# The same board under each combination of two options. A bar spans `lower` to `upper`; the dot is `zero`. A bar of no length
# means that infinite play does not matter for the value.

# %%
variants = [(both, mixed) for both in ("relay", "end") for mixed in ("end", "forfeit")]
values = [
    sowlab.solve(f"stones:holes={HOLES},seeds=2,both-out={both},mixed-out={mixed}").value for both, mixed in variants
]
figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
for row, value in enumerate(values):
    assert value is not None
    axes.plot([value.lower, value.upper], [row, row], color="#4a6fa5", linewidth=6, solid_capstyle="round")
    axes.plot(value.zero, row, "o", color="white", markersize=4)
axes.set_yticks(range(len(variants)), [f"both-out={both}\nmixed-out={mixed}" for both, mixed in variants])
axes.axvline(0, color="#555", linewidth=0.8)
axes.set(xlabel="value for the side with sente, in stones", ylim=(-0.6, len(variants) - 0.4))
plt.show()
