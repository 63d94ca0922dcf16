"""Values and intervals through Python beside those of the command, on random positions of small boards.

    python tests/against_command.py PATH-OF-THE-COMMAND [POSITIONS]

compares N different positions in all (10000 if no number is given) of all families with the values of
`sowlab solve --choices`: the position, and each of its choices. Every fourth is also compared after a search that
has to stop at once, which proves intervals and no values. Every difference is printed.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import sowlab
from conftest import SMALL

#: Small boards with thousands of positions; `SMALL` has some with tens.
GAMES = [
    *SMALL,
    "stones:holes=6,seeds=2",
    "kalah:pits=3,seeds=3,empty-capture=yes",
    "awari:pits=3,seeds=2",
    "oware:pits=3,seeds=2,grand-slam=illegal",
    "bestemshe:pits=3,seeds=2",
    "trysse:pits=3,seeds=2",
    "warri:pits=3,seeds=2",
    "ethiopian:pits=3,seeds=2",
    "random:pits=3,most=4,seed=5",
]
#: Enough for small boards: a gigabyte, as it is else, takes longer to clear than they take to solve.
MEMORY = "16M"
#: Random games that are played for a new position before there is taken to be none.
TRIES = 200


def drawn(name: str, seed: int) -> Iterator[str]:
    """Different positions from random games, those within a round and finished ones included."""
    rng = random.Random(seed)
    game = sowlab.Game(name)
    seen: set[str] = set()
    while True:
        for _ in range(TRIES):
            position = game.position()
            for _ in range(rng.randrange(60)):
                if position.is_over:
                    break
                position = position.play(rng.choice(position.choices))
            # What came before an endless sowing or an unquiet end is not in the text.
            if str(position) not in seen:
                break
        else:
            return
        seen.add(str(position))
        yield str(position)


def of_command(command: str, name: str, position: str, *more: str) -> dict[str, Any]:
    """What the command says."""
    arguments = [command, "solve", name, "--choices", "--position", position, "--threads", "1", "--memory", MEMORY, *more]
    done = subprocess.run([*arguments, "--format", "json", "--quiet"], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def printed(bounds: sowlab.Bounds) -> tuple[dict[str, Any], dict[str, Any]]:
    """Values and intervals as the command prints them."""
    readings = {name: getattr(bounds, name) for name in ("lower", "zero", "upper")}
    values = {name: interval.exact for name, interval in readings.items()}
    return values, {name: list(interval) for name, interval in readings.items()}


def agrees(found: sowlab.Solution | sowlab.Choices | sowlab.Valued, expected: dict[str, Any]) -> bool:
    """Whether values and intervals are those that the command printed."""
    same = printed(found.bounds) == (expected["value"], expected["bounds"])
    if found.pie is not None:
        same &= printed(found.pie) == (expected["pie"], expected["pie_bounds"])
    return same


def same_choices(choices: sowlab.Choices, expected: dict[str, Any]) -> bool:
    """Whether a position and all its choices have the values and intervals that the command printed."""
    others = expected.get("choices") or []
    return (
        agrees(choices, expected)
        and [one.choice for one in choices.choices] == [other["choice"] for other in others]
        and all(agrees(one, other) for one, other in zip(choices.choices, others))
        and list(choices.best) == expected.get("best", [])
    )


def difference(command: str, name: str, position: str, stopped: bool) -> str | None:
    """What the two do not agree on; `stopped`: also where the search has to stop at once."""
    expected = of_command(command, name, position)
    choices = sowlab.choices(name, position, threads=1, memory=MEMORY)
    solved = sowlab.solve(name, position, threads=1, memory=MEMORY)
    if not same_choices(choices, expected) or not agrees(solved, expected):
        return f"{name} {position}: {choices} but the command says {expected}"
    if stopped:
        expected = of_command(command, name, position, "--time-limit", "0s")
        choices = sowlab.choices(name, position, threads=1, time_limit=0.0, memory=MEMORY)
        if not same_choices(choices, expected):
            return f"{name} {position}, stopped: {choices} but the command says {expected}"
    return None


def main() -> int:
    command = sys.argv[1]
    positions = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    under_way = {name: drawn(name, seed=place) for place, name in enumerate(GAMES)}
    counts = dict.fromkeys(GAMES, 0)
    different: list[str] = []
    while under_way and sum(counts.values()) < positions:
        for name, source in list(under_way.items()):
            position = next(source, None)
            if position is None:
                del under_way[name]
            elif sum(counts.values()) < positions:
                found = difference(command, name, position, stopped=counts[name] % 4 == 0)
                different += [found] if found else []
                counts[name] += 1
                if sum(counts.values()) % 1000 == 0:
                    print(f"{sum(counts.values())} positions, {len(different)} different", flush=True)
    for name, count in counts.items():
        print(f"{name}: {count} positions")
    print(f"{sum(counts.values())} positions, {len(different)} different", *different, sep="\n")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
