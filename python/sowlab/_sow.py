"""One round of the stones family, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from . import _arguments as check
from . import _native
from ._common import At, asked
from ._native import Game, Position


#: The most steps of a trace.
MOST_STEPS = 1_000_000


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand after a step: the hole it last dropped into or lifted, the hole it sows toward, its stones."""

    hole: int
    toward: int
    hand: int


@dataclass(frozen=True, slots=True)
class Step:
    """The board after a step, one stone dropped from each hand.

    `event`: `start`, `drop`, `east-lifts`, `west-lifts`, `both-lift` or `end`.
    """

    step: int
    holes: tuple[int, ...]
    east: Hand
    west: Hand
    event: str


@dataclass(frozen=True, slots=True)
class Sown:
    """What a round did. `captured` and `final` are East's stones and West's."""

    round: str
    #: The position after it; None after an endless round.
    position: Position | None
    #: `quiet`, `capture` or `endless`.
    outcome: str
    captured: tuple[int, int]
    #: Steps; None for an endless round.
    steps: int | None
    #: With `period`, of an endless round: the steps after which the sowing recurs.
    period: int | None
    finished: bool
    #: The cups once the rest is given out, if the round ended the game.
    final: tuple[int, int] | None
    #: With `trace`: the steps.
    trace: tuple[Step, ...] | None
    #: Whether the trace goes on to the end, or through one period.
    trace_complete: bool


def sow(
    game: Game | str | Position,
    east: int,
    west: int,
    *,
    position: At = None,
    trace: bool | int = False,
    period: bool = False,
) -> Sown:
    """Resolves one round of the stones family: `sowlab sow`.

    Args:
        game: the game, its name, or a position of it.
        east, west: the holes taken, numbered from 1 at West's end.
        position: the position or its text; None: the opening. An open pie decision counts as stay; after the first
            round of a game with the pie rule it is open.
        trace: whether to list every step; a number limits how many, up to 1000000 (True: 1000).
        period: whether to follow an endless round until it recurs, which can take very long; Ctrl-C does not end
            it.

    Raises:
        ValueError: the holes are equal, do not exist or hold fewer than two stones, or sente has taken another.
    """
    game, position = asked(game, position)
    limit = None if trace is False else 1000 if trace is True else check.integer("trace", trace, 0, MOST_STEPS)
    found = _native.sow(
        game,
        position,
        check.integer("east", east, 0, check.U32),
        check.integer("west", west, 0, check.U32),
        limit,
        check.flag("period", period),
    )
    steps = found["trace"]
    after = found["position"]
    return Sown(
        round=found["round"],
        position=None if after is None else game.position(_decided(game, after)),
        outcome=found["outcome"],
        captured=found["captured"],
        steps=found["steps"],
        period=found["period"],
        finished=found["finished"],
        final=found["final"],
        trace=None
        if steps is None
        else tuple(
            Step(
                step=one["step"],
                holes=tuple(one["holes"]),
                east=Hand(**one["east"]),
                west=Hand(**one["west"]),
                event=one["event"],
            )
            for one in steps
        ),
        trace_complete=found["trace_complete"],
    )


def _decided(game: Game, after: str) -> str:
    """The position after a round; without the pie rule the board stays after the first round, too."""
    return after if game.pie else after.replace(" pie ", " - ")
