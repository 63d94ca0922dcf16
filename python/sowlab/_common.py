"""What the modules share: values, and progress."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from os import PathLike
from typing import Any, NamedTuple, TypeVar

from . import _native
from ._arguments import kind, many, text
from ._native import Game, Position

#: A file or directory.
Path = str | PathLike[str]
#: `progress(what, done, total)`: what is done, how many units of it are done, and how many there are (0: unknown).
#: It is called about twenty times a second, on the thread that made the call; an exception in it ends the work.
Callback = Callable[[str, int, int], object]
#: No progress, a callback, or True for a bar of `tqdm`, if that is installed.
Progress = Callback | bool | None
#: A position of the game, its text, or None for the opening.
At = Position | str | None


class Value(NamedTuple):
    """A value by three readings of infinite play, in stones.

    A margin from the position on: what one side wins over the other. `lower`: infinite play loses all that is
    left, for the side with sente (to move, in a sequential game); `zero`: it counts for nobody; `upper`: it wins
    all that is left.
    """

    lower: int
    zero: int
    upper: int


class Interval(NamedTuple):
    """What is proven of a margin: no less than `low`, no more than `high`."""

    low: int
    high: int

    @property
    def exact(self) -> int | None:
        """The margin, if it is proven."""
        return self.low if self.low == self.high else None

    def __str__(self) -> str:
        return f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The proven intervals of the three readings."""

    lower: Interval
    zero: Interval
    upper: Interval

    @property
    def value(self) -> Value | None:
        """The value, if all of it is proven."""
        lower, zero, upper = self.lower.exact, self.zero.exact, self.upper.exact
        if lower is None or zero is None or upper is None:
            return None
        return Value(lower, zero, upper)

    def __str__(self) -> str:
        texts = {field.name: str(getattr(self, field.name)) for field in fields(self)}
        if len(set(texts.values())) == 1:
            return texts["zero"]
        return ", ".join(f"{name} {text}" for name, text in texts.items())


@dataclass(frozen=True, slots=True)
class Estimate:
    """A guess at `zero`: what a search `depth` choices deep expects, where play beyond it gains nothing."""

    margin: int
    depth: int


def bounds_of(bounds: _native._Bounds) -> Bounds:
    """The bounds of a finding as data."""
    return Bounds(Interval(*bounds["lower"]), Interval(*bounds["zero"]), Interval(*bounds["upper"]))


T = TypeVar("T")


def fields_of(kind: type[T], found: dict[str, Any]) -> T:
    """A finding as data: those members that the class has."""
    return kind(**{field.name: found[field.name] for field in fields(kind)})  # type: ignore[arg-type]


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows as lines of text below a heading, with aligned columns: texts to the left, numbers to the right."""

    def cell(value: Any) -> str:
        return "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)

    lines = [list(rows[0]), *([cell(value) for value in row.values()] for row in rows)] if rows else []
    widths = [max(map(len, column)) for column in zip(*lines)]
    right = [not isinstance(value, str) for row in rows[:1] for value in row.values()]
    aligned = (
        [text.rjust(width) if at_right else text.ljust(width) for text, width, at_right in zip(line, widths, right)]
        for line in lines
    )
    return "\n".join("  ".join(line).rstrip() for line in aligned)


def needed(package: str, method: str) -> Any:
    """An optional package. Raises ImportError, which names it, if it cannot be imported."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise ImportError(f"{method} needs the package {package}: {error}", name=package) from error


def side_of(game: Game, letter: str) -> str:
    """The name of a side by its letter."""
    return next(side for side in game.sides if side.startswith(letter))


def game_of(game: Game | str) -> Game:
    """A game, or the one of this name."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise TypeError(f"game: a Game or its name is needed, not {kind(game)}")
    return Game(game)


def asked(game: Game | str | Position, position: At) -> tuple[Game, At]:
    """A game and a position of it: a position brings its game along."""
    if isinstance(game, Position):
        if position is not None:
            raise TypeError("a position brings its own game: give one position only")
        return game.game, game
    if not isinstance(game, (Game, str)):
        raise TypeError(f"game: a Game, its name or a Position is needed, not {kind(game)}")
    if position is not None and not isinstance(position, (Position, str)):
        raise TypeError(f"position: a Position, a str or None is needed, not {kind(position)}")
    if isinstance(position, str):
        position = text("position", position)
    return game_of(game), position


def texts_in(game: Game, name: str, positions: object) -> list[str]:
    """Positions of this game as texts. Raises ValueError for one of another game, and for a text that is none."""
    texts = []
    for position in many(name, positions, "positions"):
        if isinstance(position, Position):
            if position.game.name != game.name:
                raise ValueError(f"{name}: '{position}' is a position of {position.game.name}, not of {game.name}")
        elif not isinstance(position, str):
            raise TypeError(f"{name}: a position is a Position or a str, not {kind(position)}")
        try:
            texts.append(game.position(text("position", str(position))).text)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return texts


@contextmanager
def told(progress: Progress) -> Iterator[Callback | None]:
    """The callback for progress; True makes a bar of tqdm."""
    if progress is None or progress is False:
        yield None
        return
    if progress is not True:
        if not callable(progress):
            raise TypeError(f"progress: a callable, True, False or None is needed, not {kind(progress)}")
        yield progress
        return
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        yield None
        return
    bar: Any = tqdm(unit_scale=True)

    def tell(what: str, done: int, total: int) -> None:
        if bar.desc != f"{what}: " or (bar.total or 0) != total:
            bar.reset(total or None)
            bar.set_description(what)
        bar.update(done - bar.n)

    try:
        yield tell
    finally:
        bar.close()
