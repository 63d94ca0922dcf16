"""Train a small value network on exact tables, and see how well it plays (needs torch)."""

from __future__ import annotations

import sys
import tempfile

import numpy as np
import sowlab

GAME = "stones:holes=7,seeds=2"


def main(quick: bool) -> None:
    try:
        import torch
    except ImportError:
        print("torch is not installed: nothing to do")
        return
    torch.manual_seed(1)
    torch.set_num_threads(1)
    stones = 8 if quick else 13
    game = sowlab.Game(GAME)
    with tempfile.TemporaryDirectory() as directory:
        sowlab.tables.build(game, stones, directory)
        layers = [sowlab.tables.open(game, directory).layer(layer) for layer in range(4, stones + 1)]
    boards = np.concatenate([layer.boards for layer in layers])
    zero = np.concatenate([layer.values[:, 1] for layer in layers]).astype(np.float32)
    # As observations: nothing won yet, the side to choose has sente.
    scalars = np.zeros((len(boards), len(game.scalars)), np.uint8)
    scalars[:, game.scalars.index("sente")] = 1
    planes = torch.from_numpy(sowlab.planes(game, np.concatenate([boards, scalars], axis=1)))
    targets = torch.from_numpy(zero)
    order = torch.randperm(len(targets))
    held, train = order[: len(order) // 10], order[len(order) // 10 :]
    network = torch.nn.Sequential(
        torch.nn.Flatten(), torch.nn.LazyLinear(64), torch.nn.ReLU(), torch.nn.Linear(64, 1)
    )
    network(planes[:2])
    optimizer = torch.optim.Adam(network.parameters(), 3e-3)

    def error() -> float:
        with torch.no_grad():
            return float((network(planes[held]).squeeze(1) - targets[held]).abs().mean())

    before = error()
    for _ in range(3 if quick else 40):
        for batch in train[torch.randperm(len(train))].split(512):
            optimizer.zero_grad()
            loss = torch.nn.functional.huber_loss(network(planes[batch]).squeeze(1), targets[batch])
            loss.backward()
            optimizer.step()
    print(f"{len(targets)} boards of 4 to {stones} stones; mean error {before:.2f} -> {error():.2f} stones")
    assert error() < before

    def evaluate(counts: np.ndarray) -> np.ndarray:
        """The network knows positions at the start of a round, of the side with sente."""
        with torch.no_grad():
            return network(torch.from_numpy(sowlab.planes(game, counts))).squeeze(1).numpy()

    def learned(position: sowlab.Position) -> str:
        return sowlab.alphabeta(position, 2, evaluate).best

    found = sowlab.tournament(game, [learned, "random"], games=20 if quick else 200)
    for line in found.standings:
        print(f"{line.engine:10} {line.tally.points} of {line.tally.games}")


if __name__ == "__main__":
    main("--quick" in sys.argv)
