"""Play that never ends: rounds whose sowing recurs, repetitions, and certificates of them.

>>> import sowlab
>>> layers = sowlab.loops.scan("stones:holes=2,seeds=1", 4, certificates=True)
>>> sowlab.loops.verify(layers[-1].certificate)
Claim(claim='endless-round', length=2)
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from . import _arguments as check
from . import _native
from ._common import At, Path, Progress, asked, fields_of, game_of, told
from ._native import Game, Position

__all__ = [
    "Claim",
    "CyclesLayer",
    "Reached",
    "ReachedRound",
    "ScannedLayer",
    "cycles",
    "reach",
    "scan",
    "verify",
]


@dataclass(frozen=True, slots=True)
class ScannedLayer:
    """All joint moves on all boards with the given number of stones."""

    stones: int
    boards: int
    joint_moves: int
    #: Joint moves whose sowing never ends, and the boards that have one.
    endless: int
    endless_boards: int
    #: The most steps of a sowing that ends, and where: holes and choices, as in "5,5,5 E1W3".
    longest_finite: int
    longest_finite_at: str | None
    #: The longest period of an endless sowing in steps, and where; None if there is none.
    longest_period: int | None
    longest_period_at: str | None
    #: The first endless round, in the order of boards.
    first: str | None
    #: With `certificates`: its certificate, a JSON text for `verify`.
    certificate: str | None


def scan(
    game: Game | str,
    stones: int,
    *,
    checkpoint: Path | None = None,
    certificates: bool = False,
    progress: Progress = None,
    threads: int | None = None,
) -> list[ScannedLayer]:
    """Every joint move on every board with 2 to `stones` stones (2 to 255): `sowlab loops scan`. Exact.

    With `checkpoint` a file keeps what is known, also after Ctrl-C.

    Raises:
        ValueError: the game is not of the stones family, or there are more boards than can be numbered.
    """
    with told(progress) as callback:
        found = _native.scan(
            game_of(game),
            check.integer("stones", stones, 2, 255),
            check.path_or_none("checkpoint", checkpoint),
            check.flag("certificates", certificates),
            callback,
            check.threads(threads),
        )
    return [ScannedLayer(**layer) for layer in found]


@dataclass(frozen=True, slots=True)
class ReachedRound:
    """Boards first reached at the start of a round, the joint moves on them, and how many of these are endless."""

    round: int
    boards: int
    joint_moves: int
    endless: int


@dataclass(frozen=True, slots=True)
class Reached:
    """What breadth-first search from a position found."""

    game: str
    position: str
    rounds: tuple[ReachedRound, ...]
    #: A shortest game into an endless round, the position before that round, and its period.
    first: str | None
    first_position: str | None
    first_period: int | None
    #: `steps` of a round, or `laps` of a move.
    period_unit: str | None
    #: With `certificate`: a JSON text for `verify`.
    certificate: str | None
    #: With `follow="best"`: choices of which it is not known whether they lose anything.
    unresolved: int | None


def reach(
    game: Game | str | Position,
    rounds: int,
    *,
    position: At = None,
    follow: str = "all",
    tables: Path | None = None,
    memory: str = "2G",
    checkpoint: Path | None = None,
    certificate: bool = False,
    progress: Progress = None,
    threads: int | None = None,
) -> Reached:
    """Searches breadth-first for rounds that never end: `sowlab loops reach`.

    In a game in which one side moves at a time a round is a move. `follow` is "all", "undisputed" (only rounds that
    meet no case on which the sources are silent) or "best" (only rounds in which neither side loses anything); the
    last two and `checkpoint` are for the stones family.

    Raises ValueError for an argument that is wrong or asks for what the game does not offer.
    """
    game, position = asked(game, position)
    with told(progress) as callback:
        found = _native.reach(
            game,
            check.integer("rounds", rounds, 1, check.U32),
            position,
            check.word("follow", follow, ("all", "undisputed", "best")),
            check.path_or_none("tables", tables),
            check.memory(memory),
            check.path_or_none("checkpoint", checkpoint),
            check.flag("certificate", certificate),
            callback,
            check.threads(threads),
        )
    return Reached(
        game=found["game"],
        position=found["position"],
        rounds=tuple(ReachedRound(*one) for one in found["rounds"]),
        first=found["first"],
        first_position=found["first_position"],
        first_period=found["first_period"],
        period_unit=found["period_unit"],
        certificate=found["certificate"],
        unresolved=found["unresolved"],
    )


@dataclass(frozen=True, slots=True)
class CyclesLayer:
    """Repetitions without capture among the boards with the given number of stones."""

    stones: int
    boards: int
    #: Boards that can recur, the groups within which each leads to every other, and the largest of these.
    boards_on_cycles: int
    groups: int
    largest_group: int
    #: The fewest rounds (moves, in a sequential game) after which a position is back.
    shortest: int | None


def cycles(
    game: Game | str, stones: int, *, progress: Progress = None, threads: int | None = None
) -> list[CyclesLayer]:
    """Repetitions without capture on boards with 2 to `stones` stones: `sowlab loops cycles`.

    Raises ValueError if positions of the game never recur or are not numbered.
    """
    with told(progress) as callback:
        found = _native.cycles(
            game_of(game), check.integer("stones", stones, 2, 255), callback, check.threads(threads)
        )
    return [fields_of(CyclesLayer, layer) for layer in found]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a certificate shows: `endless-round`, `endless-move` or `repetition`.

    `length` is the period in steps of a round or laps of a move, or the rounds of a repetition.
    """

    claim: str
    length: int


def verify(certificate: str | os.PathLike[str]) -> Claim:
    """Checks a certificate, one stone at a time, with code of its own: a JSON text, or the `Path` of a file.

    Raises ValueError, which says what is wrong, if it does not hold; OSError if the file cannot be read.
    """
    if isinstance(certificate, os.PathLike):
        return Claim(*_native.verify_certificate_file(check.path("certificate", certificate)))
    if not isinstance(certificate, str):
        raise TypeError(f"certificate: a str or os.PathLike[str] is needed, not {check.kind(certificate)}")
    return Claim(*_native.verify_certificate(check.text("certificate", certificate)))
