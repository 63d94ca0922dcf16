"""Equilibria of joint games under the three commit orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments as check
from . import _native
from ._common import At, Path, Progress, asked, told
from ._native import Game, Position

#: The commit orders.
ORDERS = ("open", "reverse", "sealed")
#: The most rounds of a horizon.
MOST_ROUNDS = _native.MOST_ROUNDS
#: Probabilities below this are left out of strategies that are given as arrays.
_NOTHING = 1e-12


class Committed(NamedTuple):
    """A choice and its probability. `after`: the other side's choice that was seen; None where nothing is seen.

    Of a sealed pair, as in "W3/W5", the second hole is taken if the first is gone.
    """

    after: str | None
    choice: str
    probability: float

    def __str__(self) -> str:
        seen = "" if self.after is None else f"{self.after}→"
        return f"{seen}{self.choice} {self.probability:.3f}"


def _array(strategy: tuple[Committed, ...], holes: int) -> NDArray[np.float64]:
    def hole(text: str) -> int:
        return int(text[1:]) - 1

    plain = all(one.after is None and "/" not in one.choice for one in strategy)
    array = np.zeros(holes if plain else (holes, holes))
    for after, choice, probability in strategy:
        if plain:
            array[hole(choice)] = probability
        elif after is not None:
            array[hole(after), hole(choice)] = probability
        else:
            wish, otherwise = choice.split("/")
            array[hole(wish), hole(otherwise)] = probability
    return array


@dataclass(frozen=True, slots=True)
class OfOrder:
    """The equilibrium under one order. Margins are those of the side with sente, in stones."""

    order: str
    value: float
    sente: tuple[Committed, ...]
    gote: tuple[Committed, ...]
    #: What both sides together gain by answering these strategies best: 0 but for rounding.
    exploitability: float
    #: The margin of the side with sente when it answers best, and when the other side does.
    sente_answers: float
    gote_answers: float
    nodes: int
    seconds: float
    #: The number of holes of the board.
    holes: int

    @property
    def sente_array(self) -> NDArray[np.float64]:
        """The strategy of the side with sente as an array: see `exploitability`."""
        return _array(self.sente, self.holes)

    @property
    def gote_array(self) -> NDArray[np.float64]:
        """The strategy of the other side as an array: see `exploitability`."""
        return _array(self.gote, self.holes)

    def __str__(self) -> str:
        lines = [f"{self.order} order: {self.value:+.4f} stones for the side with sente"]
        lines += [f"{side}: {', '.join(map(str, getattr(self, side)))}" for side in ("sente", "gote")]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Equilibrium(OfOrder):
    """An equilibrium of a position, and with `compare` those of all three orders by name."""

    game: str
    position: str
    #: How play after the rounds looked at is settled: `horizon` (it counts for nobody), `ends`, or `tables`.
    settled: str
    compared: dict[str, OfOrder]


def equilibrium(
    game: Game | str | Position,
    position: At = None,
    *,
    order: str = "sealed",
    horizon: int | None = None,
    tables: Path | None = None,
    memory: str = "256M",
    compare: bool = False,
    progress: Progress = None,
    threads: int | None = None,
) -> Equilibrium:
    """The equilibrium of a position of the stones family at the start of a round: `sowlab equilibrium`.

    Args:
        game: the game, its name, or a position of it.
        position: the position or its text; None: the opening.
        order: "open" (sente commits, gote sees it: the rules), "reverse" (gote commits, sente sees it) or "sealed"
            (neither sees; if both want one hole, sente has it, so gote seals an ordered pair).
        horizon: how many rounds to look ahead, what is left then counts for nobody; None: as many as it takes, where
            play always ends (in the open order also where tables hold the position).
        tables: tables for the open order without a horizon.
        memory: memory for what is found.
        compare: find all three orders.

    Raises:
        ValueError: the game is not of the stones family, the position is within a round, or play need not end.
    """
    game, position = asked(game, position)
    with told(progress) as callback:
        found = _native.equilibrium(
            game,
            position,
            check.word("order", order, ORDERS),
            check.integer_or_none("horizon", horizon, 0, MOST_ROUNDS),
            check.path_or_none("tables", tables),
            check.memory(memory),
            check.flag("compare", compare),
            callback,
            check.threads(threads),
        )
    holes = found["holes"]

    def fields(one: _native._Found) -> OfOrder:
        return OfOrder(
            order=one["order"],
            value=one["value"],
            sente=tuple(Committed(*choice) for choice in one["sente"]),
            gote=tuple(Committed(*choice) for choice in one["gote"]),
            exploitability=one["exploitability"],
            sente_answers=one["sente_answers"],
            gote_answers=one["gote_answers"],
            nodes=one["nodes"],
            seconds=one["seconds"],
            holes=holes,
        )

    asked_for = fields(found["found"])
    return Equilibrium(
        **{name: getattr(asked_for, name) for name in OfOrder.__slots__},
        game=found["game"],
        position=found["position"],
        settled=found["settled"],
        compared={one["order"]: fields(one) for one in found["compared"]},
    )


class Exploitability(NamedTuple):
    """What answering best gains against strategies: margins of the side with sente, in stones."""

    #: When the side with sente answers best.
    sente_answers: float
    #: When the other side does.
    gote_answers: float

    @property
    def total(self) -> float:
        """What both together gain by answering best: 0 in an equilibrium."""
        return max(self.sente_answers - self.gote_answers, 0.0)


def exploitability(
    game: Game | str | Position,
    position: At = None,
    *,
    order: str = "sealed",
    horizon: int | None = None,
    sente: ArrayLike | None = None,
    gote: ArrayLike | None = None,
    memory: str = "256M",
    progress: Progress = None,
    threads: int | None = None,
) -> Exploitability:
    """What answering best gains against strategies of the next round, both sides in equilibrium afterwards.

    Args:
        sente, gote: probabilities as float arrays, indexed by hole number − 1; None: the side's part of an
            equilibrium. Shape (holes,) for a side that sees nothing and seals no pair. Shape (holes, holes) for a
            side that sees the other's choice (open: gote; reverse: sente), row = the hole seen, and for gote in the
            sealed order, row = the hole it wants, column = the hole it takes if that is gone.

    The other arguments and exceptions are those of `equilibrium`; ValueError also for probabilities that are
    negative, lie on choices that are not legal, or do not add up to 1 (in each row of a side that sees).
    """
    game, position = asked(game, position)
    order = check.word("order", order, ORDERS)
    _native.require_joint(game, "exploitability")
    start = game.position(position if isinstance(position, str) else str(position or game.position()))
    first = game.sides.index("East" if " E " in start.text else "West")
    letters = [game.sides[first][0], game.sides[1 - first][0]]

    def strategy(given: ArrayLike | None, own: int) -> list[tuple[str | None, str, float]] | None:
        if given is None:
            return None
        try:
            array = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise TypeError(f"{['sente', 'gote'][own]}: an array of probabilities is needed") from None
        holes = game.cells[1]
        sees = order == ("reverse" if own == 0 else "open")
        pairs = order == "sealed" and own == 1
        shape = (holes, holes) if sees or pairs else (holes,)
        side = ["sente", "gote"][own]
        if array.shape != shape:
            raise ValueError(f"{side} of shape {array.shape}: {shape} in the {order} order")
        if not np.isfinite(array).all() or (array < 0).any():
            raise ValueError(f"{side}: probabilities are finite and not negative")
        letter, other = letters[own], letters[1 - own]
        choices: list[tuple[str | None, str, float]] = []
        for index in np.argwhere(array > _NOTHING):
            named = [int(one) + 1 for one in index]
            probability = float(array[tuple(index)])
            if sees:
                choices.append((f"{other}{named[0]}", f"{letter}{named[1]}", probability))
            elif pairs:
                choices.append((None, f"{letter}{named[0]}/{letter}{named[1]}", probability))
            else:
                choices.append((None, f"{letter}{named[0]}", probability))
        return choices

    with told(progress) as callback:
        found = _native.exploitability(
            game,
            start,
            order,
            check.integer_or_none("horizon", horizon, 0, MOST_ROUNDS),
            strategy(sente, 0),
            strategy(gote, 1),
            check.memory(memory),
            callback,
            check.threads(threads),
        )
    return Exploitability(*found)
