# %% [markdown]
# # A value network trained on endgame tables
#
# Endgame tables are training data without noise: every board with its exact value. This notebook trains a small network on
# them, in minutes on a CPU. It measures the network on boards with more stones than it was trained on, and lets it play.

# %%
# %config InlineBackend.figure_formats = ["svg"]
import os
import tempfile

import matplotlib.pyplot as plt
import numpy as np
import sowlab
import torch

# Continuous integration runs a smaller board and fewer epochs.
QUICK = "SOWLAB_QUICK" in os.environ
# Without the pie rule: the network values boards at the start of a round, not the pie decision.
GAME = sowlab.Game("stones:holes=7,seeds=2", pie=False)
STONES, BEYOND, EPOCHS = (8, 9, 4) if QUICK else (13, 14, 40)
torch.manual_seed(1)
torch.set_num_threads(1);

# %% [markdown]
# ## The data
#
# `tables.layer(stones)` returns all boards of a layer as an array of shape (n, holes), and their values as an array of shape
# (n, 3): `lower`, `zero` and `upper`, for the side with sente.

# %%
with tempfile.TemporaryDirectory() as directory:
    sowlab.tables.build(GAME, BEYOND, directory)
    tables = sowlab.tables.open(GAME, directory)
    layers = {stones: tables.layer(stones) for stones in range(4, BEYOND + 1)}


def observations(boards: np.ndarray) -> np.ndarray:
    """Counts as `Position.observe` gives them: nothing won yet, the side to choose has sente."""
    scalars = np.zeros((len(boards), len(GAME.scalars)), np.uint8)
    scalars[:, GAME.scalars.index("sente")] = 1
    return np.concatenate([boards, scalars], axis=1)


def tensor(counts: np.ndarray) -> torch.Tensor:
    """Planes for the network, shape (n, planes, rows, columns); they share numpy's memory."""
    return torch.from_dlpack(sowlab.planes(GAME, counts))


boards = np.concatenate([layers[stones].boards for stones in range(4, STONES + 1)])
zero = np.concatenate([layers[stones].values[:, 1] for stones in range(4, STONES + 1)])
inputs, targets = tensor(observations(boards)), torch.from_dlpack(zero.astype(np.float32))
order = torch.randperm(len(targets))
held, train = order[: len(order) // 10], order[len(order) // 10 :]
print(f"{len(targets)} boards of 4 to {STONES} stones, {len(held)} of them held out")

# %% [markdown]
# ## The network
#
# The network has two hidden layers. Its target is the value `zero`.

# %%
network = torch.nn.Sequential(
    torch.nn.Flatten(),
    torch.nn.Linear(inputs[0].numel(), 128),
    torch.nn.ReLU(),
    torch.nn.Linear(128, 64),
    torch.nn.ReLU(),
    torch.nn.Linear(64, 1),
    torch.nn.Flatten(0),
)
optimizer = torch.optim.Adam(network.parameters(), 2e-3)


def error(inputs: torch.Tensor, targets: torch.Tensor) -> float:
    """Mean absolute error, in stones."""
    with torch.no_grad():
        return float((network(inputs) - targets).abs().mean())


errors = [error(inputs[held], targets[held])]
for epoch in range(EPOCHS):
    for batch in train[torch.randperm(len(train))].split(256):
        optimizer.zero_grad()
        torch.nn.functional.smooth_l1_loss(network(inputs[batch]), targets[batch]).backward()
        optimizer.step()
    errors.append(error(inputs[held], targets[held]))
constant = float((targets[held] - targets[train].median()).abs().mean())
print(f"mean error on held-out boards: {errors[-1]:.2f} stones; of a constant: {constant:.2f}")

# %% [markdown]
# ## More stones than in training

# %%
by_stones = {
    stones: error(tensor(observations(layer.boards)), torch.from_dlpack(layer.values[:, 1].astype(np.float32)))
    for stones, layer in layers.items()
}
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
left.plot(errors, color="#4a6fa5")
left.axhline(constant, color="#a23b3b", linestyle=":", label="a constant")
left.set(xlabel="epoch", ylabel="mean error in stones", title="Held-out boards", ylim=(0, None))
left.legend()
colours = ["#4a6fa5" if stones <= STONES else "#d08c3c" for stones in by_stones]
right.bar(list(by_stones), list(by_stones.values()), color=colours)
right.set(xlabel="stones on the board (orange: never seen)", title="All boards, by stones", xticks=list(by_stones))
plt.show()

# %% [markdown]
# ## Play
#
# The network evaluates boards at the start of a round, as the side with sente sees them. Values do not depend on the cups. The
# agent therefore searches to the start of a round: two rounds ahead, or the rest of this round and one more.

# %%
HOLES = GAME.cells[1]
SENTE = HOLES + GAME.scalars.index("sente")


def evaluate(counts: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        return np.from_dlpack(network(tensor(observations(counts[:, :HOLES]))))


def learned(position: sowlab.Position) -> str:
    return sowlab.alphabeta(position, 4 if position.observe()[SENTE] else 3, evaluate).best


played = sowlab.tournament(GAME, [learned, "random", "greedy"], games=10 if QUICK else 100)
for line in played.standings:
    print(f"{line.rank}  {line.engine:10} {line.tally.points:5.1f} of {line.tally.games}")

# %%
assert errors[-1] < 0.9 * constant and errors[-1] < errors[0]
