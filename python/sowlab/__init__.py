"""Exact games, solvers and batched environments for sowing (mancala) games, built around 55Stones.

>>> import sowlab
>>> game = sowlab.Game("55stones")
>>> after = game.position().play("E10").play("W1")
>>> str(after)
'0,10,1,3,4,1,11,11,2,0,7 W 5 0 pie 2'
>>> sowlab.solve("kalah:pits=2,seeds=2").value
Value(lower=-2, zero=-2, upper=-2)

Everything here is a thin layer over the Rust library. Long calls release the global interpreter lock, end with
Ctrl-C, take `progress=` (a callback, or True for a bar of tqdm) and `threads=`. Wrong arguments raise TypeError or
ValueError, whose messages name the argument and what is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import _native, loops, tables
from ._common import Bounds, Estimate, Interval, Value
from ._engines import (
    Engine,
    Evaluated,
    Search,
    Sprt,
    Standing,
    Tally,
    Tournament,
    alphabeta,
    mcts,
    planes,
    tournament,
)
from ._equilibrium import (
    Committed,
    Equilibrium,
    Exploitability,
    OfOrder,
    equilibrium,
    exploitability,
)
from ._native import Game, Position, __version__
from ._solve import BestRound, Choices, Evidence, Line, Solution, Valued, choices, solve
from ._sow import Hand, Sown, Step, sow
from ._vector import Buffers, VectorEnv

__all__ = [
    "BestRound",
    "Bounds",
    "Buffers",
    "Choices",
    "Committed",
    "Engine",
    "Entry",
    "Equilibrium",
    "Estimate",
    "Evaluated",
    "Evidence",
    "Exploitability",
    "Game",
    "Hand",
    "Interval",
    "Line",
    "OfOrder",
    "Option",
    "Position",
    "Search",
    "Solution",
    "Sown",
    "Sprt",
    "Standing",
    "Step",
    "Tally",
    "Tournament",
    "Value",
    "Valued",
    "VectorEnv",
    "__version__",
    "alphabeta",
    "choices",
    "equilibrium",
    "exploitability",
    "games",
    "loops",
    "mcts",
    "planes",
    "solve",
    "sow",
    "tables",
    "tournament",
]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: written `name=value` after the name of the game."""

    name: str
    default: str
    allowed: str
    about: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the catalog."""

    name: str
    family: str
    about: str
    options: tuple[Option, ...]


def games() -> list[Entry]:
    """The games and their options: `sowlab games`."""
    return [
        Entry(name, family, about, tuple(Option(*option) for option in options))
        for name, family, about, options in _native.games()
    ]


def _game(name: str, pie: bool) -> Game:
    """A game from its pickle."""
    return Game(name, pie=pie)


def _position(game: Game, text: str, choice: str | None) -> Position:
    """A position from its pickle."""
    return game.position(text) if choice is None else game._after(text, choice)
