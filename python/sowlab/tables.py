"""Endgame tables: exact values of every board with few stones.

>>> import sowlab, tempfile
>>> directory = tempfile.TemporaryDirectory()
>>> layers = sowlab.tables.build("stones:holes=5,seeds=2", 6, directory.name)
>>> layers[-1].positions
210
>>> tables = sowlab.tables.open("stones:holes=5,seeds=2", directory.name)
>>> tables.probe("0,2,2,2,0 E 4 0").value
Value(lower=6, zero=6, upper=6)
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _arguments as check
from . import _native
from ._common import Path, Progress, Value, fields_of, game_of, told
from ._native import Game, Position

__all__ = [
    "Checked",
    "Layer",
    "LayerValues",
    "Probed",
    "Tables",
    "build",
    "default_directory",
    "fetch",
    "open",
    "stats",
    "verify",
]


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of tables: all boards with the given number of stones."""

    stones: int
    positions: int
    #: Positions with `lower < upper`: infinite play matters.
    undetermined: int
    #: Positions by the sign of `zero`, for the side with sente or to move.
    wins: int
    draws: int
    losses: int
    #: How long it took to build; None if nobody knows.
    seconds: float | None
    #: XXH3 of the values, 128 bits, hexadecimal: equal for equal values.
    checksum: str
    #: Size of the file.
    bytes: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A layer that was checked against the rules."""

    stones: int
    positions: int
    checked: int
    #: Whether every value was found to be forced as well; False for a sample.
    forced: bool
    checksum: str


class Probed(NamedTuple):
    """A position that was looked up; `value` is None where no table has it. Margins are those of `margin_of`."""

    position: str
    margin_of: str
    value: Value | None


class LayerValues(NamedTuple):
    """Every board of a layer with its value: a row a board, in the order of ranks.

    `boards`: shape (positions, cells), dtype uint8, as the side with sente or to move sees them. `values`: shape
    (positions, 3), dtype int16: lower, zero, upper of that side, in stones.
    """

    boards: NDArray[np.uint8]
    values: NDArray[np.int16]


def _stones(given: int) -> int:
    return check.integer("stones", given, 0, 255)


def build(
    game: Game | str,
    stones: int,
    directory: Path,
    *,
    progress: Progress = None,
    threads: int | None = None,
) -> list[Layer]:
    """Builds the tables of 0 to `stones` stones that are not there yet, and returns all of them.

    Interrupted (Ctrl-C raises KeyboardInterrupt), the next call goes on from the layers that are complete.

    Raises:
        ValueError: the game has no tables, or boards of N stones cannot be numbered.
        OSError: the directory cannot be written, the disk is full, or another process builds there.
    """
    with told(progress) as callback:
        found = _native.build_tables(
            game_of(game),
            _stones(stones),
            check.path("directory", directory),
            callback,
            check.threads(threads),
        )
    return [fields_of(Layer, layer) for layer in found]


def stats(game: Game | str, directory: Path, stones: int | None = None) -> list[Layer]:
    """What the tables of 0 to `stones` stones say of themselves; of all that are there, if no number is given.

    Raises OSError if a table is missing, of another game or cut off.
    """
    found = _native.table_stats(
        game_of(game),
        check.path("directory", directory),
        check.integer_or_none("stones", stones, 0, 255),
    )
    return [fields_of(Layer, layer) for layer in found]


def verify(
    game: Game | str,
    stones: int,
    directory: Path,
    *,
    sample: int | None = None,
    progress: Progress = None,
    threads: int | None = None,
) -> list[Checked]:
    """Checks tables against the rules, every position or a sample of `sample` positions a layer.

    Raises OSError for the first value that does not hold, and for a damaged or missing file.
    """
    with told(progress) as callback:
        found = _native.verify_tables(
            game_of(game),
            _stones(stones),
            check.path("directory", directory),
            check.integer_or_none("sample", sample, 1),
            callback,
            check.threads(threads),
        )
    return [fields_of(Checked, layer) for layer in found]


def fetch(
    game: Game | str,
    url: str,
    directory: Path,
    stones: int | None = None,
    *,
    progress: Progress = None,
) -> list[Layer]:
    """Downloads the published tables of 0 to `stones` stones, or all, that are not in the directory yet.

    Returns all of them. A download that was interrupted goes on with the next call. Every checksum is compared; `verify`
    checks the values against the rules.

    Raises:
        ValueError: the game has no tables, or the text is not the URL of a directory.
        OSError: the network failed, a table is missing or damaged, or the directory cannot be written.
    """
    with told(progress) as callback:
        found = _native.fetch_tables(
            game_of(game),
            _native.Published(check.text("url", url)),
            check.path("directory", directory),
            check.integer_or_none("stones", stones, 0, 255),
            callback,
        )
    return [fields_of(Layer, layer) for layer in found]


def default_directory() -> str | None:
    """Where `solve` looks for tables if none are given: $SOWLAB_TABLES, else ~/.cache/sowlab/tables."""
    found = _native.default_tables()
    return None if found is None else str(found)


def open(game: Game | str, directory: Path) -> Tables:
    """Tables in a directory, or in one that a web server publishes under a URL, for look-ups.

    Of a published set only the needed parts are read: a few kilobytes a position, each once. Look up many positions in
    one call, so that requests are merged.

    Raises ValueError if the game has none or the URL is not one of a directory, NotADirectoryError if there is no such
    directory.
    """
    return Tables(game_of(game), directory)


class Tables:
    """Tables of a game in a directory or a published set; each file is opened when a look-up needs it."""

    def __init__(self, game: Game, directory: Path) -> None:
        directory = check.path("directory", directory)
        is_url = "://" in directory
        self._place: str | _native.Published = (
            _native.Published(directory) if is_url else directory
        )
        _native.probe(game, self._place, [])
        if not is_url and not os.path.isdir(directory):
            raise NotADirectoryError(f"{directory}: no such directory")
        self.game = game
        self.directory = directory

    def __repr__(self) -> str:
        return f"<Tables of {self.game.name} in {self.directory}>"

    def probe(self, position: str | Position) -> Probed:
        """The value of a position in any phase, for the side with sente or to move.

        Raises ValueError if it is no position of the game, OSError if a table is of another game or damaged.
        """
        return self.probe_many([position])[0]

    def probe_many(self, positions: Sequence[str | Position]) -> list[Probed]:
        """The same of many positions, in one call."""
        all_of_them = check.many("positions", positions, "positions")
        for position in all_of_them:
            if not isinstance(position, (str, Position)):
                raise TypeError(f"a position is a Position or a str, not {check.kind(position)}")
        found = _native.probe(self.game, self._place, all_of_them)
        return [
            Probed(text, side, None if value is None else Value(*value))
            for text, side, value in found
        ]

    def probe_boards(
        self, boards: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """The values of boards at the start of a turn, as the side with sente or to move sees them.

        Args:
            boards: shape (n, cells), dtype uint8, where cells is rows times columns of `game.cells`.

        Returns:
            values of shape (n, 3), dtype int16: lower, zero, upper of the side with sente or to move, in stones; and
            whether tables have them, shape (n,), dtype bool: the values of others are 0.

        Raises:
            TypeError: `boards` is no array of two dimensions of dtype uint8.
            ValueError: its rows are not boards of the game.
        """
        if not isinstance(boards, np.ndarray) or boards.dtype != np.uint8 or boards.ndim != 2:
            found = (
                f"one of dtype {boards.dtype} and shape {boards.shape}"
                if isinstance(boards, np.ndarray)
                else check.kind(boards)
            )
            raise TypeError(f"boards: an array of dtype uint8 and two dimensions is needed, not {found}")
        return _native.probe_boards(self.game, self._place, boards)

    def layer(self, stones: int, *, progress: Progress = None) -> LayerValues:
        """Every board with N stones, and its value. Raises OSError if the table is missing or damaged.

        A published set has to be fetched first: ValueError.
        """
        if self._place != self.directory:
            raise ValueError(f"{self.directory}: `tables.fetch` downloads the tables of a published set")
        with told(progress) as callback:
            return LayerValues(
                *_native.table_layer(self.game, self.directory, _stones(stones), callback)
            )
