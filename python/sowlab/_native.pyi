"""The compiled part, whose classes have docstrings at run time. Use the names of `sowlab`; these signatures may change."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Required, TypedDict, final

import numpy as np
from numpy.typing import NDArray

__version__: str

_Path = str | PathLike[str]
_Progress = Callable[[str, int, int], object] | None
_Interval = tuple[int, int]
_Choice = tuple[str | None, str, float]

@final
class Game:
    def __new__(cls, name: str, *, pie: bool | None = None) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def pie(self) -> bool: ...
    @property
    def has_pie(self) -> bool: ...
    @property
    def joint(self) -> bool: ...
    @property
    def sides(self) -> tuple[str, str]: ...
    @property
    def actions(self) -> int: ...
    @property
    def cells(self) -> tuple[int, int]: ...
    @property
    def scalars(self) -> tuple[str, ...]: ...
    @property
    def rules(self) -> str: ...
    def position(self, text: str | None = None) -> Position: ...
    def replay(self, record: str) -> list[Position]: ...
    def _after(self, before: str, choice: str) -> Position: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    @property
    def game(self) -> Game: ...
    @property
    def text(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def side(self) -> int: ...
    @property
    def choices(self) -> list[str]: ...
    @property
    def actions(self) -> list[int]: ...
    @property
    def score(self) -> tuple[int, int]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_endless(self) -> bool: ...
    @property
    def winner(self) -> int | None: ...
    def play(self, choice: str | int) -> Position: ...
    def observe(self) -> NDArray[np.uint8]: ...
    def drawing(self, *, color: bool = True) -> str: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

def games() -> list[tuple[str, str, str, list[tuple[str, str, str, str]]]]: ...

class _Hand(TypedDict):
    hole: int
    toward: int
    hand: int

class _Step(TypedDict):
    step: int
    holes: list[int]
    east: _Hand
    west: _Hand
    event: str

class _Sown(TypedDict):
    round: str
    position: str | None
    outcome: str
    captured: tuple[int, int]
    steps: int | None
    period: int | None
    finished: bool
    final: tuple[int, int] | None
    trace: list[_Step] | None
    trace_complete: bool

def sow(
    game: Game, position: str | Position | None, east: int, west: int, limit: int | None, period: bool
) -> _Sown: ...

class _LineRound(TypedDict):
    position: str
    round: str
    east: int
    west: int
    value: int

class _Line(TypedDict):
    rounds: list[_LineRound]
    ends: str

class _Bounds(TypedDict):
    lower: _Interval
    zero: _Interval
    upper: _Interval

class _Estimate(TypedDict):
    margin: int
    depth: int

class _Certainty(TypedDict, total=False):
    label: Required[str]
    claims: int
    ways: int

class _Evidence(TypedDict):
    certainty: _Certainty
    file: str
    recompute: str

class _Proven(TypedDict, total=False):
    pie_bounds: _Bounds | None
    estimate: _Estimate
    evidence: _Evidence

class _SolvedChoice(TypedDict):
    choice: str
    bounds: _Bounds

class _SolvedParts(_Proven, total=False):
    explanation: _Line | None
    pie_best: list[str]

class _Solution(_SolvedParts):
    game: str
    position: str
    margin_of: str
    bounds: _Bounds
    best: list[str]
    best_complete: bool
    nodes: int
    choices: list[_SolvedChoice]
    combinatorial_value: str | None

def solve(
    game: Game,
    position: str | Position | None,
    tables: _Path | None,
    memory: str,
    time_limit: float | None,
    proof: _Path | None,
    save_proof: _Path | None,
    node_budget: int | None,
    explain: bool,
    recompute: bool,
    progress: _Progress,
    threads: int | None,
) -> _Solution: ...

class _OfReply(_Proven):
    choice: str
    bounds: _Bounds

class _ChoiceParts(_OfReply, total=False):
    replies: list[_OfReply]
    pie_estimate: _Estimate

class _OfChoice(_ChoiceParts):
    best_reply: str | None

class _ValuedParts(_Proven, total=False):
    advice: str
    pie_advice: str

class _Valued(_ValuedParts):
    game: str
    position: str
    margin_of: str
    chooser: str | None
    bounds: _Bounds
    choices: list[_OfChoice]
    best: list[str]
    best_complete: bool
    nodes: int

def choices(
    game: Game,
    position: str | Position | None,
    tables: _Path | None,
    memory: str,
    nodes: int | None,
    time_limit: float | None,
    search: bool,
    replies: bool,
    progress: _Progress,
    threads: int | None,
) -> _Valued: ...
def build_tables(
    game: Game, stones: int, directory: _Path, progress: _Progress, threads: int | None
) -> list[dict[str, Any]]: ...

class Published:
    def __new__(cls, url: str) -> Published: ...

def fetch_tables(
    game: Game, published: Published, directory: _Path, stones: int | None, progress: _Progress
) -> list[dict[str, Any]]: ...
def table_stats(game: Game, directory: _Path, stones: int | None) -> list[dict[str, Any]]: ...
def verify_tables(
    game: Game,
    stones: int,
    directory: _Path,
    sample: int | None,
    progress: _Progress,
    threads: int | None,
) -> list[dict[str, Any]]: ...
def probe(
    game: Game, place: _Path | Published, positions: Sequence[str | Position]
) -> list[tuple[str, str, tuple[int, int, int] | None]]: ...
def probe_boards(
    game: Game, place: _Path | Published, boards: NDArray[np.uint8]
) -> tuple[NDArray[np.int16], NDArray[np.bool_]]: ...
def table_layer(
    game: Game, directory: _Path, stones: int, progress: _Progress
) -> tuple[NDArray[np.uint8], NDArray[np.int16]]: ...
def default_tables() -> str | None: ...

class _Found(TypedDict):
    order: str
    value: float
    sente: list[_Choice]
    gote: list[_Choice]
    exploitability: float
    sente_answers: float
    gote_answers: float
    nodes: int
    seconds: float

class _All(TypedDict):
    game: str
    position: str
    holes: int
    settled: str
    found: _Found
    compared: list[_Found]

def equilibrium(
    game: Game,
    position: str | Position | None,
    order: str,
    horizon: int | None,
    tables: _Path | None,
    memory: str,
    compare: bool,
    progress: _Progress,
    threads: int | None,
) -> _All: ...
def exploitability(
    game: Game,
    position: str | Position | None,
    order: str,
    horizon: int | None,
    sente: list[_Choice] | None,
    gote: list[_Choice] | None,
    memory: str,
    progress: _Progress,
    threads: int | None,
) -> tuple[float, float]: ...
def scan(
    game: Game,
    stones: int,
    checkpoint: _Path | None,
    certificates: bool,
    progress: _Progress,
    threads: int | None,
) -> list[dict[str, Any]]: ...

class _Reached(TypedDict):
    game: str
    position: str
    rounds: list[tuple[int, int, int, int]]
    first: str | None
    first_position: str | None
    first_period: int | None
    period_unit: str | None
    certificate: str | None
    unresolved: int | None

def reach(
    game: Game,
    rounds: int,
    position: str | Position | None,
    follow: str,
    tables: _Path | None,
    memory: str,
    checkpoint: _Path | None,
    certificate: bool,
    progress: _Progress,
    threads: int | None,
) -> _Reached: ...
def cycles(
    game: Game, stones: int, progress: _Progress, threads: int | None
) -> list[dict[str, Any]]: ...
def verify_certificate(text: str) -> tuple[str, int]: ...
def verify_certificate_file(path: _Path) -> tuple[str, int]: ...
def require_joint(game: Game, what: str) -> None: ...

#: The most rounds of a horizon of `equilibrium`.
MOST_ROUNDS: int

_Bytes = NDArray[np.uint8] | None
_Floats = NDArray[np.float32] | None
_Bools = NDArray[np.bool_] | None
_Arrays = tuple[
    _Bytes, _Floats, _Bools, _Bools, _Bytes, _Floats, _Bools, _Bools, _Bools, _Bytes
]

@final
class VectorGames:
    """What `sowlab.VectorEnv` is made of."""

    def __new__(
        cls,
        game: Game,
        count: int,
        order: str,
        auto_reset: str,
        max_steps: int,
        opening_steps: int,
        starts: list[str],
        threads: int,
    ) -> VectorGames: ...
    @property
    def widths(self) -> tuple[int, int, int, int]: ...
    def reset(self, seed: int | None, which: _Bools, given: _Arrays) -> None: ...
    def step(self, actions: NDArray[np.int64], given: _Arrays) -> None: ...
    def sample(self, first: NDArray[np.int64] | None, both: NDArray[np.int64] | None) -> None: ...
    def texts(self) -> list[str]: ...
    def save(self) -> str: ...
    def load(self, state: str) -> None: ...

class _FoundMove(TypedDict):
    best: str
    value: float
    choices: list[tuple[str, int, float, int]]
    evaluated: int

def alphabeta(
    position: Position, depth: int, evaluate: Callable[..., object], progress: _Progress
) -> _FoundMove: ...
def mcts(
    position: Position,
    playouts: int,
    evaluate: Callable[..., object],
    exploration: float,
    together: int,
    memory: str,
    seed: int,
    progress: _Progress,
) -> _FoundMove: ...
def engine_name(specification: str) -> str: ...
def choose(position: Position, specification: str, seed: int) -> tuple[str, int | None]: ...

class _Sprt(TypedDict):
    test: str
    llr: float
    lower: float
    upper: float
    accepted: str | None

class _Played(TypedDict):
    standings: list[tuple[int, int, str, int, dict[str, Any]]]
    crosstable: list[list[dict[str, Any] | None]]
    sprt: _Sprt | None
    beyond: int

def tournament(
    game: Game,
    engines: Sequence[str | tuple[str, Callable[[Position], str | int]]],
    names: list[str],
    games: int | None,
    form: str,
    rounds: int,
    seed: int,
    openings: list[str] | None,
    max_rounds: int,
    unfinished: str,
    move_time: float | None,
    sprt: str | None,
    threads: int,
    progress: _Progress,
) -> _Played: ...
