"""Values of positions and of their choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _arguments as check
from . import _native
from ._common import At, Bounds, Estimate, Path, Progress, Value, asked, bounds_of, needed, side_of, table, told
from ._native import Game, Position

if TYPE_CHECKING:
    import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]


@dataclass(frozen=True, slots=True)
class BestRound:
    """A round of a line of best play: the position before it, the round, and the margin of sente from there on."""

    position: str
    round: str
    margin: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of best play by both sides. `end`: `over`, `recurs` or `stopped`."""

    rounds: tuple[BestRound, ...]
    end: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for a value that ships with the program."""

    #: "verified" (an independent checker confirmed it) or "solved" (exact, by this program).
    label: str
    #: Verified: the claims that were checked; solved: the independent ways that agree.
    count: int
    #: The committed result.
    file: str
    #: The command that computes it again.
    recompute: str


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven of a position. All margins are those of `margin_of`, from the position on, in stones."""

    game: str
    position: str
    #: The side with sente; in a sequential game the side to move.
    margin_of: str
    bounds: Bounds
    #: Of an opening with a pie rule: the same for the side that may turn the board.
    pie: Bounds | None
    #: Choices that attain `lower`; among those the ones that also attain `zero`, then `upper`, if any do.
    best: tuple[str, ...]
    #: Whether every choice that is as good is in `best`.
    best_complete: bool
    #: Nodes searched.
    nodes: int
    #: A guess at `zero`, where it is not proven.
    estimate: Estimate | None
    #: What each choice of side and starter is worth, in Random Mancala.
    choices: dict[str, Bounds]
    #: With `explain`: a line of best play, if the position has one value.
    line: Line | None
    #: Optimal choices under the pie rule, in an opening, where they are known.
    pie_best: tuple[str, ...]
    #: Where the value ships with the program.
    evidence: Evidence | None
    #: The value in combinatorial game theory, as in "{0|-2}", where it is known (sowing, atomic-wari).
    combinatorial_value: str | None

    @property
    def value(self) -> Value | None:
        """The value, if all of it is proven."""
        return self.bounds.value

    def __str__(self) -> str:
        pie_best = f"\nbest with the pie rule: {' '.join(self.pie_best)}" if self.pie_best else ""
        return _summary(self) + pie_best


@dataclass(frozen=True, slots=True)
class Valued:
    """A choice, or a reply, and what is proven of it."""

    choice: str
    bounds: Bounds
    #: Under the pie rule, in an opening.
    pie: Bounds | None
    #: A guess at `zero`, where it is not proven.
    estimate: Estimate | None
    #: The same under the pie rule, in an opening.
    pie_estimate: Estimate | None = None
    #: The best answer of the other side, where it is known and the other side is to answer.
    best_reply: str | None = None
    #: With `replies`: every reply, gains of both moves included.
    replies: tuple[Valued, ...] = ()

    @property
    def value(self) -> Value | None:
        """The value, if all of it is proven."""
        return self.bounds.value


@dataclass(frozen=True, slots=True)
class Choices:
    """The value of every choice of a position. All margins are those of `margin_of`, from the position on."""

    game: str
    position: str
    margin_of: str
    #: The side that chooses; None if the game is over.
    chooser: str | None
    bounds: Bounds
    pie: Bounds | None
    estimate: Estimate | None
    choices: tuple[Valued, ...]
    best: tuple[str, ...]
    best_complete: bool
    nodes: int
    #: The choice to make with what is known; of equals the first.
    advice: str | None
    #: The same under the pie rule, in an opening.
    pie_advice: str | None
    #: Where values ship with the program.
    evidence: Evidence | None

    def rows(self) -> list[dict[str, Any]]:
        """A row a choice, or with `replies` a row a reply: the ends of all intervals, as plain numbers."""
        rows = []
        for choice in self.choices:
            for reply in choice.replies or (None,):
                one = reply or choice
                row: dict[str, Any] = {"choice": choice.choice}
                if choice.replies:
                    row["reply"] = one.choice
                for name in ("lower", "zero", "upper"):
                    interval = getattr(one.bounds, name)
                    row |= {name: interval.exact, f"{name}_low": interval[0], f"{name}_high": interval[1]}
                rows.append(row)
        return rows

    def to_arrow(self) -> pyarrow.Table:
        """`rows` as an Arrow table. Raises ImportError if pyarrow is not installed."""
        return needed("pyarrow", "to_arrow").Table.from_pylist(self.rows())

    def to_pandas(self) -> pandas.DataFrame:
        """`rows` as a data frame. Raises ImportError if pandas is not installed."""
        return needed("pandas", "to_pandas").DataFrame(self.rows())

    def __str__(self) -> str:
        rows = []
        replied = any(choice.replies for choice in self.choices)
        for choice in self.choices:
            for one in choice.replies or (choice,):
                row = {"choice": choice.choice}
                if replied:
                    row["reply"] = one.choice if choice.replies else ""
                row["value"] = str(one.bounds)
                if self.pie is not None:
                    row["with pie"] = "" if one.pie is None else str(one.pie)
                rows.append(row)
        return "\n".join([_summary(self), *([table(rows)] if rows else [])])


def _summary(found: Solution | Choices) -> str:
    """The position, its value and the best choices, in lines of text."""
    lines = [found.game, found.position, f"value for {found.margin_of}: {found.bounds}"]
    if found.pie is not None:
        lines.append(f"with the pie rule: {found.pie}")
    if found.best:
        lines.append(f"best: {' '.join(found.best)}")
    return "\n".join(lines)


def _pie(found: _native._Proven) -> Bounds | None:
    bounds = found.get("pie_bounds")
    return None if bounds is None else bounds_of(bounds)


def _estimate(found: _native._Proven) -> Estimate | None:
    return _estimate_of(found.get("estimate"))


def _estimate_of(estimate: _native._Estimate | None) -> Estimate | None:
    return None if estimate is None else Estimate(estimate["margin"], estimate["depth"])


def _evidence(found: _native._Proven) -> Evidence | None:
    evidence = found.get("evidence")
    if evidence is None:
        return None
    certainty = evidence["certainty"]
    count = certainty["claims"] if "claims" in certainty else certainty["ways"]
    return Evidence(certainty["label"], count, evidence["file"], evidence["recompute"])


def _line(line: _native._Line) -> Line:
    rounds = (BestRound(one["position"], one["round"], one["value"]) for one in line["rounds"])
    return Line(tuple(rounds), line["ends"])


def solve(
    game: Game | str | Position,
    position: At = None,
    *,
    tables: Path | None = None,
    memory: str = "1G",
    time_limit: float | None = None,
    proof: Path | None = None,
    save_proof: Path | None = None,
    node_budget: int | None = None,
    explain: bool = False,
    recompute: bool = False,
    progress: Progress = None,
    threads: int | None = None,
) -> Solution:
    """Proves what a position is worth: `sowlab solve`.

    Args:
        game: the game, its name, or a position of it.
        position: the position or its text; None: the opening.
        tables: directory of endgame tables, only read. None: tables that speed up the search are made.
        memory: memory for tables and search, as in "512M" or "2G".
        time_limit: seconds; what is proven by then is returned.
        proof: file of proven claims to search from, a complete proof or a proof cache; only read (stones family).
        save_proof: proof cache to resume from and to save to (stones family).
        node_budget: nodes of a claim before the search turns to easier ones (stones family).
        explain: find a line of best play too (stones family).
        recompute: search, even if the solution of the position ships with the program.
        progress: a callback, or True for a bar of tqdm.
        threads: how many threads; None: all of the machine's.

    Raises:
        ValueError: an argument is wrong, or asks for what the game does not offer.
        KeyboardInterrupt: Ctrl-C; with `save_proof` what was found is in the file.
    """
    game, position = asked(game, position)
    with told(progress) as callback:
        found = _native.solve(
            game,
            position,
            check.path_or_none("tables", tables),
            check.memory(memory),
            check.seconds("time_limit", time_limit),
            check.path_or_none("proof", proof),
            check.path_or_none("save_proof", save_proof),
            check.integer_or_none("node_budget", node_budget, 1),
            check.flag("explain", explain),
            check.flag("recompute", recompute),
            callback,
            check.threads(threads),
        )
    line = found.get("explanation")
    return Solution(
        game=found["game"],
        position=found["position"],
        margin_of=side_of(game, found["margin_of"]),
        bounds=bounds_of(found["bounds"]),
        pie=_pie(found),
        best=tuple(found["best"]),
        best_complete=found["best_complete"],
        nodes=found["nodes"],
        estimate=_estimate(found),
        choices={one["choice"]: bounds_of(one["bounds"]) for one in found["choices"]},
        line=line and _line(line),
        pie_best=tuple(found.get("pie_best") or ()),
        evidence=_evidence(found),
        combinatorial_value=found["combinatorial_value"],
    )


def _reply(found: _native._OfReply) -> Valued:
    return Valued(
        choice=found["choice"],
        bounds=bounds_of(found["bounds"]),
        pie=_pie(found),
        estimate=_estimate(found),
    )


def _choice(found: _native._OfChoice) -> Valued:
    return Valued(
        choice=found["choice"],
        bounds=bounds_of(found["bounds"]),
        pie=_pie(found),
        estimate=_estimate(found),
        pie_estimate=_estimate_of(found.get("pie_estimate")),
        best_reply=found["best_reply"],
        replies=tuple(_reply(reply) for reply in found.get("replies") or ()),
    )


def choices(
    game: Game | str | Position,
    position: At = None,
    *,
    tables: Path | None = None,
    memory: str = "1G",
    nodes: int | None = None,
    time_limit: float | None = None,
    search: bool = True,
    replies: bool = False,
    progress: Progress = None,
    threads: int | None = None,
) -> Choices:
    """Values every choice of a position, in any phase: `sowlab solve --choices`.

    Arguments and exceptions are those of `solve`. `nodes` limits the search instead of `time_limit`: one thread
    searches this many nodes, and gives the same values on every machine. `search=False` values only what tables hold;
    `replies` values every reply to every choice.
    """
    game, position = asked(game, position)
    if nodes is not None and time_limit is not None:
        raise ValueError("nodes and time_limit: only one of them")
    with told(progress) as callback:
        found = _native.choices(
            game,
            position,
            check.path_or_none("tables", tables),
            check.memory(memory),
            check.integer_or_none("nodes", nodes, 0),
            check.seconds("time_limit", time_limit),
            check.flag("search", search),
            check.flag("replies", replies),
            callback,
            check.threads(threads),
        )
    return Choices(
        game=found["game"],
        position=found["position"],
        margin_of=side_of(game, found["margin_of"]),
        chooser=found["chooser"],
        bounds=bounds_of(found["bounds"]),
        pie=_pie(found),
        estimate=_estimate(found),
        choices=tuple(_choice(choice) for choice in found["choices"]),
        best=tuple(found["best"]),
        best_complete=found["best_complete"],
        nodes=found["nodes"],
        advice=found.get("advice"),
        pie_advice=found.get("pie_advice"),
        evidence=_evidence(found),
    )
