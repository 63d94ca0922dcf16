"""Engines: built-in ones, searches with an evaluation of one's own, and tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments as check
from . import _native
from ._common import Progress, game_of, needed, table, texts_in, told
from ._native import Game, Position
from ._vector import THRESHOLDS

if TYPE_CHECKING:
    import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]

#: `evaluate(counts)`: margins of the side to choose from there on, in stones, shape (n,), for observations of shape
#: (n, counts), uint8, as of `Position.observe`. None of the positions is over.
Evaluation = Callable[[NDArray[np.uint8]], ArrayLike]
#: `agent(position)`: a choice as it is written, or its action.
Agent = Callable[[Position], str | int]


def planes(game: Game | str, counts: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Observations as planes, shape (n, planes, rows, columns), from counts of shape (n, counts): see `Buffers.planes`."""
    game = game_of(game)
    rows, columns = game.cells
    cells = rows * columns
    counts = np.asarray(counts)
    if counts.dtype.kind not in "iu":
        raise TypeError(f"counts: an array of integers is needed, not of dtype {counts.dtype}")
    if counts.ndim != 2 or counts.shape[1] != cells + len(game.scalars):
        raise ValueError(f"counts: shape (n, {cells + len(game.scalars)}) is needed, not {counts.shape}")
    board = counts[:, :cells].reshape(-1, 1, rows, columns)
    steps = np.array(THRESHOLDS, np.uint8).reshape(1, -1, 1, 1)
    scalars = counts[:, cells:].astype(np.float32)[:, :, None, None]
    shape = (len(counts), len(game.scalars), rows, columns)
    return np.concatenate(
        [
            (board >= steps).astype(np.float32),
            board.astype(np.float32) / 16,
            np.broadcast_to(scalars, shape),
        ],
        axis=1,
    )


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A choice and what a search makes of it: the margin of the side to choose, in stones."""

    choice: str
    action: int
    value: float
    #: How often it was tried; 1 in alpha-beta.
    visits: int


@dataclass(frozen=True, slots=True)
class Search:
    """What a search with an evaluation found. Margins are those of the side to choose, from the position on."""

    best: str
    value: float
    choices: tuple[Evaluated, ...]
    #: How many positions were evaluated.
    evaluated: int

    @property
    def policy(self) -> dict[int, float]:
        """The share of visits of each action."""
        visits = sum(one.visits for one in self.choices)
        return {one.action: one.visits / max(visits, 1) for one in self.choices}

    def __str__(self) -> str:
        return f"{table([asdict(one) for one in self.choices])}\nbest: {self.best}"


def _search(found: _native._FoundMove) -> Search:
    return Search(
        best=found["best"],
        value=found["value"],
        choices=tuple(Evaluated(*one) for one in found["choices"]),
        evaluated=found["evaluated"],
    )


def _check_search(position: Any, evaluate: Any) -> None:
    if not isinstance(position, Position):
        raise TypeError(f"position: a Position is needed, not {check.kind(position)}")
    if not callable(evaluate):
        raise TypeError(f"evaluate: a callable is needed, not {check.kind(evaluate)}")


def alphabeta(
    position: Position, depth: int, evaluate: Evaluation, *, progress: Progress = None
) -> Search:
    """Alpha-beta to a fixed depth: the positions there are evaluated first, up to 4096 in a call.

    Args:
        position: where to search from.
        depth: 1 to 12 choices, extra turns counted as choices; the number of positions grows with each.
        evaluate: see `Evaluation`. Margins are rounded to 1/64 of a stone, and cut at what can be won.

    Raises:
        ValueError: the game is over, the depth is out of range, or the evaluation gave other than a finite margin for
            each position. An exception of the evaluation is passed on.
    """
    with told(progress) as callback:
        _check_search(position, evaluate)
        return _search(
            _native.alphabeta(position, check.integer("depth", depth, 1, 12), evaluate, callback)
        )


def mcts(
    position: Position,
    playouts: int,
    evaluate: Evaluation,
    *,
    exploration: float = 1.0,
    together: int = 32,
    memory: str = "256M",
    seed: int = 0,
    progress: Progress = None,
) -> Search:
    """Monte Carlo tree search with an evaluation in place of playouts; what the rules decide is proven.

    Args:
        position: where to search from.
        playouts: how many.
        evaluate: see `Evaluation`; called with up to `together` positions at a time.
        exploration: the constant of UCB1, as a share of what can be won.
        together: 1 to 64.
        memory: memory for the tree.
        seed: where chance begins.

    Raises as `alphabeta`.
    """
    with told(progress) as callback:
        _check_search(position, evaluate)
        return _search(
            _native.mcts(
                position,
                check.integer("playouts", playouts, 1),
                evaluate,
                check.number("exploration", exploration, 0, 100),
                check.integer("together", together, 1, 64),
                check.memory(memory),
                check.integer("seed", seed, 0),
                callback,
            )
        )


class Engine:
    """A built-in engine, called with a position: the choice as it is written.

    `specification`: as in `sowlab tournament --help`: "random", "greedy", "alphabeta:depth=6", "mcts:playouts=10000",
    "perfect:tables=DIR", "external:PROGRAM". The same seed and position make the same choice, unless it thinks by the
    clock. Raises ValueError for a specification that is none, and when called with a position where the game is over.
    """

    def __init__(self, specification: str, seed: int = 0) -> None:
        self.specification = _native.engine_name(check.text("specification", specification))
        self.seed = check.integer("seed", seed, 0)

    def __repr__(self) -> str:
        return f"Engine('{self.specification}')"

    def __call__(self, position: Position) -> str:
        return self.expects(position)[0]

    def expects(self, position: Position) -> tuple[str, int | None]:
        """The choice, and the margin from there on that the engine expects for its side, if it says."""
        if not isinstance(position, Position):
            raise TypeError(f"position: a Position is needed, not {check.kind(position)}")
        return _native.choose(position, self.specification, check.integer("seed", self.seed, 0))


@dataclass(frozen=True, slots=True)
class Tally:
    """What an engine did against another, or against all."""

    games: int
    wins: int
    draws: int
    losses: int
    #: A point a win, half a point a draw.
    points: float
    #: Game pairs with 0, ½, 1, 1½ and 2 points.
    pairs: tuple[int, ...]
    #: The difference in Elo with its error (95 %), in normalized Elo, and the likelihood of superiority; None where
    #: pairs are too few.
    elo: float | None
    elo_error: float | None
    nelo: float | None
    nelo_error: float | None
    los: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings."""

    rank: int
    #: The number of the engine in the list, from 0.
    number: int
    engine: str
    #: Games lost by giving no legal choice.
    faults: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class Sprt:
    """Where a sequential test stands. `accepted`: "H0", "H1", or None."""

    test: str
    llr: float
    lower: float
    upper: float
    accepted: str | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """The results of a tournament; `str` writes the standings.

    >>> print(sowlab.tournament("kalah:pits=2,seeds=2", ["alphabeta:depth=9", "random"], games=20))
    rank  engine                     games  wins  draws  losses  points      elo  elo_error  faults
       1  alphabeta:depth=9,hash=4M     20     6     14       0   13.00   107.48      58.78       0
       2  random                        20     0     14       6    7.00  -107.48      58.78       0
    """

    standings: tuple[Standing, ...]
    #: For each engine, by number, what it did against each; None where they did not meet.
    crosstable: tuple[tuple[Tally | None, ...], ...]
    sprt: Sprt | None
    #: Games finished after the test was decided, which do not count.
    beyond: int

    def rows(self) -> list[dict[str, Any]]:
        """A row per engine, the best first: its standing and its tally against all, without `pairs`."""
        rows = []
        for line in self.standings:
            row = asdict(line)
            tally = row.pop("tally")
            del tally["pairs"]
            rows.append(row | tally)
        return rows

    def to_pandas(self) -> pandas.DataFrame:
        """`rows` as a data frame. Raises ImportError if pandas is not installed."""
        return needed("pandas", "to_pandas").DataFrame(self.rows())

    def __str__(self) -> str:
        shown = ("rank", "engine", "games", "wins", "draws", "losses", "points", "elo", "elo_error", "faults")
        standings = table([{name: row[name] for name in shown} for row in self.rows()])
        if self.sprt is None:
            return standings
        test = self.sprt
        verdict = f"{test.accepted} accepted" if test.accepted else "not decided"
        return f"{standings}\n{test.test}: {verdict}, LLR {test.llr:.2f} in {test.lower:.2f} to {test.upper:.2f}"


def _tally(found: dict[str, Any]) -> Tally:
    return Tally(**{**found, "pairs": tuple(found["pairs"])})


def tournament(
    game: Game | str,
    engines: Sequence[str | Engine | Agent],
    *,
    games: int | None = None,
    form: str = "round-robin",
    rounds: int = 5,
    seed: int = 1,
    openings: str | Sequence[str | Position] | None = None,
    max_rounds: int = 1000,
    unfinished: str = "cups",
    move_time: float | None = None,
    sprt: str | None = None,
    threads: int = 1,
    progress: Progress = None,
) -> Tournament:
    """Plays engines and agents against each other: `sowlab tournament`.

    Each opening is played twice with the sides exchanged; the two games are one pair, and all statistics are of pairs.

    Args:
        game: the game or its name.
        engines: two or more: specifications of built-in engines, and agents, callables from a position to a choice (its
            text or its action). An agent is called by the name in its attribute `name` or `__name__`. Agents may be
            called from several threads if `threads` is not 1.
        games: games per pairing; None: 100, with `sprt` at most 100000.
        form: "round-robin", "gauntlet" (the first engine plays each of the others) or "swiss" with N `rounds`.
        openings: "start", "random:MOVES" (about even positions), or positions; None: "start" if all engines play by
            chance, else "random:4".
        max_rounds: the most rounds of a game (two moves each).
        unfinished: what endless rounds, repetitions and games over `max_rounds` count: "cups" (who has won more so far
            wins) or "draw".
        move_time: seconds that built-in engines think about a move, in place of what their specifications say.
        sprt: stop when this test of two engines is decided, as in "elo0=0,elo1=10" (and alpha=, beta=,
            model=normalized|logistic).
        threads: how many games are played at once.

    Raises:
        ValueError: an argument is wrong. An exception of an agent ends the tournament and is passed on; an illegal
            choice loses the game (`Standing.faults`).
    """
    game = game_of(game)
    given: list[str | tuple[str, Agent]] = []
    names: list[str] = []
    for engine in check.many("engines", engines, "engines"):
        if isinstance(engine, Engine):
            engine = engine.specification
        if isinstance(engine, str):
            name = _native.engine_name(engine)
            given.append(engine)
        elif callable(engine):
            name = str(getattr(engine, "name", getattr(engine, "__name__", type(engine).__name__)))
            given.append((name, engine))
        else:
            raise TypeError(f"engines: an engine is a specification or a callable, not {check.kind(engine)}")
        same = sum(1 for one in names if one == name or one.startswith(f"{name} #"))
        names.append(f"{name} #{same + 1}" if same else name)
    starts = None
    if openings is not None:
        starts = (
            [check.text("openings", openings)]
            if isinstance(openings, str)
            else texts_in(game, "openings", openings)
        )
    with told(progress) as callback:
        found = _native.tournament(
            game,
            given,
            names,
            check.integer_or_none("games", games, 1, 1_000_000_000),
            check.word("form", form, ("round-robin", "gauntlet", "swiss")),
            check.integer("rounds", rounds, 1, check.U32),
            check.integer("seed", seed, 0),
            starts,
            check.integer("max_rounds", max_rounds, 1, 1_000_000),
            check.word("unfinished", unfinished, ("cups", "draw")),
            check.seconds("move_time", move_time),
            None if sprt is None else check.text("sprt", sprt),
            check.integer("threads", threads, 1, 1024),
            callback,
        )
    test = found["sprt"]
    return Tournament(
        standings=tuple(
            Standing(rank, number, engine, faults, _tally(tally))
            for rank, number, engine, faults, tally in found["standings"]
        ),
        crosstable=tuple(
            tuple(None if cell is None else _tally(cell) for cell in row)
            for row in found["crosstable"]
        ),
        sprt=None if test is None else Sprt(**test),
        beyond=found["beyond"],
    )
