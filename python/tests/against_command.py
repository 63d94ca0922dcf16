"""Values through Python beside those of the command, on random positions of small boards.

    python tests/against_command.py PATH-OF-THE-COMMAND [POSITIONS]

compares so many positions in all (10000 if none are named), over every family, and prints every difference.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import sowlab


def drawn(name: str, positions: int, rng: random.Random) -> list[str]:
    """Positions from random games, those within a round and finished ones included."""
    game = sowlab.Game(name)
    found: list[str] = []
    while len(found) < positions:
        position = game.position()
        for _ in range(rng.randrange(60)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.choices))
        # What came before an endless sowing or an unquiet end is not in the text.
        found.append(str(position))
    return found


def of_command(command: str, name: str, position: str, *more: str) -> dict[str, Any]:
    """What the command says."""
    arguments = [command, "solve", name, "--position", position, *more, "--format", "json"]
    done = subprocess.run([*arguments, "--quiet"], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def printed(bounds: sowlab.Bounds) -> tuple[dict[str, Any], dict[str, Any]]:
    """Values and intervals as the command prints them."""
    readings = {name: getattr(bounds, name) for name in ("lower", "zero", "upper")}
    values = {name: interval.exact for name, interval in readings.items()}
    return values, {name: list(interval) for name, interval in readings.items()}


def agrees(found: sowlab.Solution | sowlab.Choices, expected: dict[str, Any]) -> bool:
    """Whether the values and intervals of a position are those that the command printed."""
    same = printed(found.bounds) == (expected["value"], expected["bounds"])
    if found.pie is not None:
        same &= printed(found.pie) == (expected["pie"], expected["pie_bounds"])
    return same


def differences(command: str, name: str, positions: int, seed: int) -> list[str]:
    """Every position on which the two do not say the same of it or of one of its choices."""
    different = []
    for position in drawn(name, positions, random.Random(seed)):
        expected = of_command(command, name, position, "--choices")
        choices = sowlab.choices(name, position)
        solved = sowlab.solve(name, position)
        same = agrees(choices, expected)
        if not choices.choices:
            # Of a finished game of the stones family `--choices` leaves out what is given out at the end.
            expected = of_command(command, name, position)
        same &= agrees(solved, expected)
        for one, other in zip(choices.choices, expected.get("choices") or [], strict=True):
            value, bounds = printed(one.bounds)
            same &= one.choice == other["choice"] and value == other["value"]
            same &= bounds == other.get("bounds", bounds)
        if not same:
            different.append(f"{name} {position}: {solved} but the command says {expected}")
    return different


def main() -> int:
    from conftest import SMALL

    command = sys.argv[1]
    positions = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    different: list[str] = []
    for place, name in enumerate(SMALL):
        share = positions * (place + 1) // len(SMALL) - positions * place // len(SMALL)
        found = differences(command, name, share, seed=place)
        print(f"{name}: {share} positions, {len(found)} different", flush=True)
        different += found
    print("\n".join(different))
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
