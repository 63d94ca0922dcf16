# %% [markdown]
# # Solving your own variant
#
# In this tutorial you choose rule options, prove the value of the variant, plot the value of each move, and compare variants
# that differ in one option.
#
# You need the Python package with its extra `notebooks`.

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
# A variant is the name of a game with its options, and `sowlab.games()` lists both. Here it is a small board of the stones
# family: seven holes with two stones each, and `both-out=end`.
#
# This option decides a case that the sources leave open. Both hands may run out in the same step, over two different holes
# that hold two or more stones. By default (`both-out=relay`) each side lifts its hole, and the round continues. With
# `both-out=end` the round ends there, and nothing is captured.

# %%
game = sowlab.Game(f"stones:holes={HOLES},seeds=2,both-out=end")
print(game.name)
game.position()

# %% [markdown]
# ## The value
#
# A value is the margin in stones that the side with sente wins under optimal play. It has three parts, one for each
# convention on infinite play: this loses all remaining stones for the side (`lower`), is a draw (`zero`), or wins them
# (`upper`).

# %%
solved = sowlab.solve(game)
print(solved.value, "best:", ", ".join(solved.best))

# %% [markdown]
# On seven holes optimal play is a draw. Only if infinite play counts as a loss for the side with sente, this side loses by two.
#
# ## Every move and every reply
#
# `choices(replies=True)` computes the whole matrix. A row belongs to a move of the side with sente. The value of the move is
# the smallest number in its row, because the other side sees the move before it replies.

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
left.set(title="Value of each move", xlabel="hole of the side with sente", ylabel="margin in stones", xticks=holes)
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
# ## Comparing variants
#
# The same board under each combination of two options. A bar spans `lower` to `upper`, and the dot is `zero`. Where a bar has
# no length, the value does not depend on infinite play.

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
