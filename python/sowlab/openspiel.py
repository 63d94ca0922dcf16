"""Games of sowlab in OpenSpiel.

>>> import pyspiel, sowlab.openspiel
>>> sowlab.openspiel.register()
>>> game = pyspiel.load_game("python_sowlab", {"game": "stones:holes=5,seeds=2"})
>>> sealed = pyspiel.load_game("python_sowlab_sealed(game=stones:holes~5;seeds~2)")

Parameters (OpenSpiel's texts cannot hold `=` and `,` in a value: write `~` and `;` there):

- `game`: the game; default 55stones.
- `pie` of `python_sowlab`: whether the pie rule is played where the game has it; default True. The reverse order and
  `python_sowlab_sealed` are without it.
- `order` of `python_sowlab`: "open", the rules, or "reverse" (gote commits first, sente sees it). Both are of perfect
  information and sequential. `python_sowlab_sealed` is simultaneous: both sides choose without seeing the other's
  choice; actions of the side with sente are holes, those of the other side ordered pairs a * holes + b of different
  holes: it wants a, and takes b if a is gone.
- `start`: the position to start from, in the notation of the game; default the opening.
- `max_steps`: a game ends after N steps (choices; when sealed, rounds), and what is left counts for nobody.

Actions are those of `sowlab.VectorEnv` in the same order: as the side to choose sees the board. Returns are margins in
stones. An endless sowing ends the game; what is left counts for nobody. Python games exist in OpenSpiel only after
`register()`, in each process.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
from numpy.typing import NDArray
from open_spiel.python.observation import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    IIGObserverForPublicInfoGame,
)

from ._native import Game, Position

__all__ = ["register"]

#: The longest games, in steps, if nothing is said.
_MAX_STEPS = 1000
#: What `python_sowlab` has besides.
_OPEN = {"order": "open", "pie": True}


def _type(sealed: bool) -> Any:
    dynamics = pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name="python_sowlab_sealed" if sealed else "python_sowlab",
        long_name="sowlab: sowing games" + (", sealed choices" if sealed else ""),
        dynamics=dynamics.SIMULTANEOUS if sealed else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"game": "55stones", "start": "", "max_steps": _MAX_STEPS}
        | ({} if sealed else _OPEN),
    )


class _Play:
    """A game under way in one order. Each step makes a new one."""

    __slots__ = ("endless", "game", "order", "position", "taken")

    def __init__(
        self, game: Game, order: str, position: Position, taken: int | None = None, endless: bool = False
    ) -> None:
        self.game, self.order, self.position = game, order, position
        #: In the reverse order: the action of gote, as sente sees that hole.
        self.taken, self.endless = taken, endless

    @property
    def is_over(self) -> bool:
        return self.endless or self.position.is_over

    @property
    def side(self) -> int:
        """The side to choose; in the sealed order the one with sente."""
        if self.order == "reverse" and self.taken is None:
            return 1 - self.position.side
        return self.position.side

    def _mirrored(self, action: int) -> int:
        return self.game.cells[1] - 1 - action

    def legal(self, second: bool = False) -> list[int]:
        if self.is_over:
            return []
        actions = self.position.actions
        if second:
            holes = self.game.cells[1]
            return [a * holes + b for a in actions for b in actions if a != b]
        if self.order == "reverse":
            if self.taken is None:
                return sorted(self._mirrored(action) for action in actions)
            return [action for action in actions if action != self.taken]
        return sorted(actions)

    def round(self, first: int, second: int) -> _Play:
        """After sente took the hole `first` and gote `second`, both as sente sees them."""
        after = self.position.play(first).play(self._mirrored(second))
        return _Play(self.game, self.order, after, endless=after.is_endless)

    def play(self, action: int) -> _Play:
        if self.order == "open":
            after = self.position.play(action)
            return _Play(self.game, self.order, after, endless=after.is_endless)
        if self.taken is None:
            return _Play(self.game, self.order, self.position, self._mirrored(action))
        return self.round(action, self.taken)

    def play_sealed(self, first: int, pair: int) -> _Play:
        wish, otherwise = divmod(pair, self.game.cells[1])
        return self.round(first, otherwise if wish == first else wish)

    @property
    def margin(self) -> int:
        first, second = self.position.score
        return first - second

    def action_text(self, action: int, side: int, pair: bool = False) -> str:
        """As it is written in the notation of the game."""
        if self.order == "open":
            for text, number in zip(self.position.choices, self.position.actions):
                if number == action:
                    return text
            return str(action)
        holes = self.game.cells[1]
        letter = self.game.sides[side][0]

        def hole(seen: int) -> str:
            # In the sealed order both sides' holes are as sente sees them.
            viewer = self.position.side if pair else side
            return f"{letter}{seen + 1 if viewer == 0 else holes - seen}"

        if pair:
            wish, otherwise = divmod(action, holes)
            return f"{hole(wish)}/{hole(otherwise)}"
        return hole(action)

    def counts(self) -> NDArray[np.uint8]:
        return self.position.observe()

    def __str__(self) -> str:
        taken = "" if self.taken is None else f" gote {self.taken}"
        return f"{self.position}{taken}{' endless' if self.endless else ''}"


def _at_start(position: Position) -> str:
    """The position with the phase of the start of a round."""
    fields = position.text.split(" ")
    return " ".join([*fields[:4], "-", *fields[5:]])


class _Common:
    """What both kinds of game share."""

    def _set_up(self, params: dict[str, Any], order: str, *, sealed: bool = False) -> None:
        name = str(params["game"]).replace(";", ",").replace("~", "=")
        self.sowlab = Game(name, pie=False if sealed or not params["pie"] else None)
        start = str(params["start"]).replace(";", ",") or None
        self.start = self.sowlab.position(start)
        if order != "open" and self.start.text != _at_start(self.start):
            raise ValueError(f"start={start}: the start of a round is needed in the {order} order")
        params["game"] = self.sowlab.name.replace(",", ";").replace("=", "~")
        params["start"] = "" if start is None else self.start.text.replace(",", ";")
        self.order = order
        if order not in ("open", "reverse") and not sealed:
            raise ValueError(f"order={order}: open or reverse; python_sowlab_sealed for sealed choices")
        if order != "open" and not self.sowlab.joint:
            raise ValueError(f"order={order}: in {self.sowlab.name} one side moves at a time")
        if order != "open" and self.sowlab.pie:
            raise ValueError(f"order={order}: only the open order has the pie rule: pie=False")
        self.max_steps = int(params["max_steps"])
        if self.max_steps < 1:
            raise ValueError(f"max_steps={self.max_steps}: a number from 1 on")

    def _info(self) -> Any:
        # All that can be won: what lies on the board at the start; at least 1 for games that count only who wins.
        rows, columns = self.sowlab.cells
        first, second = self.start.score
        left = int(self.start.observe()[: rows * columns].sum())
        most = float(max(1, left + abs(first - second)))
        actions = columns * columns if self.order == "sealed" else self.sowlab.actions
        return pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.max_steps,
        )


class _Observer:
    """The counts of a position as the side to choose sees them, then the side and the number of steps to come."""

    def __init__(self, game: Any, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        rows, columns = game.sowlab.cells
        self._length = rows * columns + len(game.sowlab.scalars)
        self.tensor = np.zeros(self._length + 2, np.float32)
        self.dict = {"counts": self.tensor[: self._length], "turn": self.tensor[self._length :]}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[: self._length] = state.play.counts()
        self.tensor[self._length] = float(state.play.side == player)
        self.tensor[self._length + 1] = float(state.play.taken is not None) + (state.play.taken or 0)

    def string_from(self, state: Any, player: int) -> str:
        return str(state.play)


def _observer(game: Any, iig_obs_type: Any, params: Any) -> Any:
    if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
        return _Observer(game, iig_obs_type, params)
    return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _terminal(state: Any, play: _Play, steps: int) -> bool:
    return play.is_over or steps >= state.get_game().max_steps


def _make() -> tuple[Any, Any]:
    """The two kinds of game, each with its type; classes of pyspiel, which mypy does not know."""
    base_game: Any = pyspiel.Game
    base_state: Any = pyspiel.State
    sequential, sealed = _type(False), _type(True)

    class SowlabGame(base_game, _Common):  # type: ignore[misc, unused-ignore]
        """One choice of one side at a time."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            given = {"game": "55stones", "start": "", "max_steps": _MAX_STEPS} | _OPEN | params
            self._set_up(given, str(given["order"]))
            super().__init__(sequential, self._info(), given)

        def new_initial_state(self, state: Any = None) -> Any:
            return SowlabState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return _observer(self, iig_obs_type, params)

        def __reduce__(self) -> tuple[Any, ...]:
            return _load_game, (str(self),)

    class SowlabState(base_state):  # type: ignore[misc, unused-ignore]
        """A state of it."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.play = _Play(game.sowlab, game.order, game.start)
            self.steps = 0

        def current_player(self) -> Any:
            return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.play.side

        def _legal_actions(self, player: int) -> list[int]:
            return self.play.legal()

        def _apply_action(self, action: int) -> None:
            self.play = self.play.play(action)
            self.steps += 1

        def _action_to_string(self, player: int, action: int) -> str:
            return self.play.action_text(action, player)

        def is_terminal(self) -> bool:
            return _terminal(self, self.play, self.steps)

        def returns(self) -> list[float]:
            margin = float(self.play.margin) if self.is_terminal() else 0.0
            return [margin, -margin]

        def __str__(self) -> str:
            return str(self.play)

        def __reduce__(self) -> tuple[Any, ...]:
            return _load_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    class SealedGame(base_game, _Common):  # type: ignore[misc, unused-ignore]
        """Both sides choose at once."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            given = {"game": "55stones", "start": "", "max_steps": _MAX_STEPS} | params
            self._set_up(given, "sealed", sealed=True)
            super().__init__(sealed, self._info(), given)

        def new_initial_state(self, state: Any = None) -> Any:
            return SealedState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return _observer(self, iig_obs_type, params)

        def __reduce__(self) -> tuple[Any, ...]:
            return _load_game, (str(self),)

    class SealedState(base_state):  # type: ignore[misc, unused-ignore]
        """A state of it."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.play = _Play(game.sowlab, game.order, game.start)
            self.steps = 0

        def current_player(self) -> Any:
            terminal, simultaneous = pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.SIMULTANEOUS
            return terminal if self.is_terminal() else simultaneous

        def _legal_actions(self, player: int) -> list[int]:
            return self.play.legal(second=player != self.play.side)

        def _apply_actions(self, actions: list[int]) -> None:
            sente = self.play.side
            self.play = self.play.play_sealed(actions[sente], actions[1 - sente])
            self.steps += 1

        def _action_to_string(self, player: int, action: int) -> str:
            return self.play.action_text(action, player, pair=player != self.play.side)

        def is_terminal(self) -> bool:
            return _terminal(self, self.play, self.steps)

        def returns(self) -> list[float]:
            margin = float(self.play.margin) if self.is_terminal() else 0.0
            return [margin, -margin]

        def __str__(self) -> str:
            return str(self.play)

        def __reduce__(self) -> tuple[Any, ...]:
            return _load_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    return (sequential, SowlabGame), (sealed, SealedGame)


def _load_game(text: str) -> Any:
    """A game from its pickle, in a process that may not have registered it."""
    register()
    return pyspiel.load_game(text)


def _load_state(text: str) -> Any:
    """A state from its pickle."""
    register()
    return pyspiel.deserialize_game_and_state(text)[1]


def register() -> None:
    """Registers `python_sowlab` and `python_sowlab_sealed` with OpenSpiel; again does nothing."""
    known = set(pyspiel.registered_names())
    for kind, game in _make():
        if kind.short_name not in known:
            pyspiel.register_game(kind, game)
