"""Wrong arguments: an exception of the right kind that names the argument and what is allowed."""

from __future__ import annotations

import inspect
import pathlib
import re
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sowlab

SMALL = "stones:holes=4,seeds=2"
GAME = sowlab.Game(SMALL)
#: Without the pie rule, which only the open order has.
SEALED = sowlab.Game(SMALL, pie=False)
NO_PIE = sowlab.Game("55stones", pie=False)
#: The decision of the pie rule.
PIE = sowlab.Game("55stones").replay("E4W1")[-1]
START = GAME.position()


def _zero(counts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.zeros(len(counts), np.float32)


#: What no message says: words of the compiled part and of what binds it.
INTERNAL = re.compile(
    r"argument '|extract|borrow|\bcast\b|converted|integral type|invalid zero|panick|Given|PyAny|Py[A-Z]|NoneType object|"
    r"usize|\bu(8|16|32|64)\b|unwrap|can't convert|no attribute|unexpected keyword|ufunc|codec"
)
#: Values that are wrong for most arguments.
WRONG: list[Any] = [
    None,
    -1,
    2**31,
    2**63,
    2**64,
    2**200,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x\0y",
    "\ud800",
    "x" * 10_000,
    b"bytes",
    [],
    [1, "a"],
    {},
    object(),
    np.zeros(3),
    np.zeros((2, 2), np.int64),
    np.array(["a"]),
    np.int64(-5),
    True,
]


def _calls(directory: pathlib.Path) -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Callables with arguments that are right."""
    env = sowlab.VectorEnv(SMALL, 2)
    sealed = sowlab.VectorEnv(SEALED, 2, order="sealed")
    tables = sowlab.tables.open(SMALL, directory)
    observed = START.observe()[None]
    near: dict[str, Any] = {"game": SMALL, "position": START.text}
    return {
        "Game": (sowlab.Game, {"name": SMALL, "pie": False}),
        "Game.position": (GAME.position, {"text": START.text}),
        "Game.replay": (GAME.replay, {"record": ""}),
        "Position.play": (START.play, {"choice": START.choices[0]}),
        "Position.drawing": (START.drawing, {"color": True}),
        "planes": (sowlab.planes, {"game": SMALL, "counts": observed}),
        "sow": (sowlab.sow, {**near, "east": 1, "west": 2, "trace": False, "period": False}),
        "solve": (
            sowlab.solve,
            {
                **near,
                "tables": None,
                "memory": "64M",
                "time_limit": 5.0,
                "proof": None,
                "save_proof": None,
                "node_budget": None,
                "explain": False,
                "recompute": False,
                "progress": None,
                "threads": 1,
            },
        ),
        "choices": (
            sowlab.choices,
            {
                **near,
                "tables": None,
                "memory": "64M",
                "nodes": None,
                "time_limit": 5.0,
                "search": True,
                "replies": False,
                "progress": None,
                "threads": 1,
            },
        ),
        "equilibrium": (
            sowlab.equilibrium,
            {
                **near,
                "order": "sealed",
                "horizon": 1,
                "tables": None,
                "memory": "64M",
                "compare": False,
                "progress": None,
                "threads": 1,
            },
        ),
        "exploitability": (
            sowlab.exploitability,
            {
                **near,
                "order": "sealed",
                "horizon": 1,
                "sente": None,
                "gote": None,
                "memory": "64M",
                "progress": None,
                "threads": 1,
            },
        ),
        "alphabeta": (
            sowlab.alphabeta,
            {"position": START, "depth": 1, "evaluate": _zero, "progress": None},
        ),
        "mcts": (
            sowlab.mcts,
            {
                "position": START,
                "playouts": 5,
                "evaluate": _zero,
                "exploration": 1.0,
                "together": 4,
                "memory": "64M",
                "seed": 0,
                "progress": None,
            },
        ),
        "Engine": (sowlab.Engine, {"specification": "greedy", "seed": 0}),
        "Engine()": (sowlab.Engine("greedy"), {"position": START}),
        "tournament": (
            sowlab.tournament,
            {
                "game": SMALL,
                "engines": ["greedy", "random"],
                "games": 2,
                "form": "round-robin",
                "rounds": 1,
                "seed": 1,
                "openings": "start",
                "max_rounds": 9,
                "unfinished": "cups",
                "move_time": None,
                "sprt": None,
                "threads": 1,
                "progress": None,
            },
        ),
        "tables.build": (
            sowlab.tables.build,
            {"game": SMALL, "stones": 4, "directory": directory, "progress": None, "threads": 1},
        ),
        "tables.stats": (
            sowlab.tables.stats,
            {"game": SMALL, "directory": directory, "stones": None},
        ),
        "tables.verify": (
            sowlab.tables.verify,
            {
                "game": SMALL,
                "stones": 4,
                "directory": directory,
                "sample": None,
                "progress": None,
                "threads": 1,
            },
        ),
        "tables.open": (sowlab.tables.open, {"game": SMALL, "directory": directory}),
        "Tables.probe": (tables.probe, {"position": "1,1,1,1 E 2 2"}),
        "Tables.probe_many": (tables.probe_many, {"positions": []}),
        "Tables.probe_boards": (tables.probe_boards, {"boards": np.ones((1, 4), np.uint8)}),
        "Tables.layer": (tables.layer, {"stones": 3, "progress": None}),
        "loops.scan": (
            sowlab.loops.scan,
            {
                "game": SMALL,
                "stones": 3,
                "checkpoint": None,
                "certificates": False,
                "progress": None,
                "threads": 1,
            },
        ),
        "loops.reach": (
            sowlab.loops.reach,
            {
                "game": SMALL,
                "rounds": 1,
                "position": None,
                "follow": "all",
                "tables": None,
                "memory": "64M",
                "checkpoint": None,
                "certificate": False,
                "progress": None,
                "threads": 1,
            },
        ),
        "loops.cycles": (
            sowlab.loops.cycles,
            {"game": SMALL, "stones": 3, "progress": None, "threads": 1},
        ),
        "loops.verify": (sowlab.loops.verify, {"certificate": ""}),
        "VectorEnv": (
            sowlab.VectorEnv,
            {
                "game": SMALL,
                "num_envs": 2,
                "order": "open",
                "auto_reset": "next-step",
                "max_steps": 0,
                "opening_steps": 0,
                "starts": (),
                "threads": 1,
                "planes": False,
            },
        ),
        "VectorEnv.reset": (env.reset, {"seed": 1, "mask": None, "out": None}),
        "VectorEnv.step": (env.step, {"actions": env.sample(), "out": None}),
        "VectorEnv.step, sealed": (sealed.step, {"actions": sealed.sample(), "out": None}),
        "VectorEnv.sample": (env.sample, {"out": None}),
        "VectorEnv.sample, sealed": (sealed.sample, {"out": None}),
        "VectorEnv.set_state": (env.set_state, {"state": env.get_state(), "out": None}),
    }


NAMES = [
    *("Game", "Game.position", "Game.replay", "Position.play", "Position.drawing", "planes", "sow", "solve"),
    *("choices", "equilibrium"),
    *("exploitability", "alphabeta", "mcts", "Engine", "Engine()", "tournament", "tables.build", "tables.stats"),
    *("tables.verify", "tables.open", "Tables.probe", "Tables.probe_many", "Tables.probe_boards", "Tables.layer"),
    *("loops.scan", "loops.reach", "loops.cycles", "loops.verify", "VectorEnv", "VectorEnv.reset"),
    *("VectorEnv.step", "VectorEnv.step, sealed", "VectorEnv.sample", "VectorEnv.sample, sealed"),
    "VectorEnv.set_state",
]


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    directory = tmp_path_factory.mktemp("tables")
    sowlab.tables.build(SMALL, 4, directory)
    found = _calls(directory)
    assert list(found) == NAMES
    return found


#: What a message says instead of the name of the argument.
CALLED = {
    "game": ("game", "name"),
    "name": ("name", "game"),
    "text": ("text", "position"),
    "record": ("record", "move"),
    "choice": ("choice", "move", "action"),
    "specification": ("specification", "engine"),
    "engines": ("engine",),
    "positions": ("position",),
    "openings": ("opening", "position"),
    "starts": ("start", "position"),
    "actions": ("action",),
    "horizon": ("horizon", "a number of rounds"),
    "state": ("state", "expected"),
    "certificate": ("certificate", "JSON", "column", "EOF"),
    "sprt": ("sprt",),
    "stones": ("stones", "table"),
    "east": ("east", "hole", "East", "choice", "E", "chosen"),
    "west": ("west", "hole", "West", "choice", "W", "chosen"),
}


@pytest.mark.parametrize("name", NAMES)
def test_messages_name_the_argument_and_nothing_internal(
    name: str,
    calls: dict[str, tuple[Callable[..., Any], dict[str, Any]]],
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    call, right = calls[name]
    if name not in ("loops.verify", "VectorEnv.step, sealed"):
        call(**right)
    parameters = inspect.signature(call).parameters
    assert set(parameters) == set(right), "every argument is tried"
    refused, problems = 0, []
    for argument in right:
        for wrong in WRONG:
            if argument == "playouts" and isinstance(wrong, int) and 1000 < wrong < 2**64:
                continue  # Allowed, and too many for a test.
            shown = f"{name}({argument}={str(wrong)[:40]!r})"
            try:
                call(**{**right, argument: wrong})
            except (ValueError, TypeError, OSError) as error:
                refused += 1
                message = str(error)
                called = CALLED.get(argument, (argument,))
                if (
                    INTERNAL.search(message)
                    or isinstance(error, UnicodeError)
                    or "\n" in message
                    or len(message) > 700
                    or not any(word in message for word in called)
                ):
                    problems.append(f"{shown}: {type(error).__name__}: {message[:1000]}")
            except BaseException as error:  # noqa: BLE001
                problems.append(f"{shown}: {error!r}")
    assert refused > 0 and problems == []


def _beaten(choose: Callable[[sowlab.Position], Any]) -> sowlab.Tournament:
    """A tournament with an agent."""

    class Nobody:
        def __call__(self, position: sowlab.Position) -> Any:
            return choose(position)

    return sowlab.tournament(SMALL, [Nobody(), "greedy"], games=2)


def test_an_action_that_is_none_loses_the_game() -> None:
    for action in (-1, 99, 2**63, 2**200, "nonsense"):
        found = _beaten(lambda position, action=action: action)  # type: ignore[misc]
        assert found.standings[-1].faults == 2


@pytest.mark.parametrize(
    ("wrong", "error", "parts"),
    [
        (lambda: START.play(2**63), ValueError, ["action 9223372036854775808", "legal actions are 0 1 2 3"]),
        (lambda: START.play(-1), ValueError, ["action -1", "legal actions are"]),
        (lambda: START.play(True), TypeError, ["choice", "str as in 'choices' or an int as in 'actions'", "bool"]),
        (lambda: START.play(np.int64(9)), ValueError, ["action 9", "legal actions are"]),
        (lambda: GAME.position(5), TypeError, ["text", "a str", "int"]),
        (lambda: sowlab.Game(None), TypeError, ["name", "a str", "NoneType"]),
        (lambda: sowlab.Game(SMALL, pie=1), TypeError, ["pie", "True or False", "int"]),
        (lambda: NO_PIE.replay("E4W1 stay W6E8"), ValueError, ["move 'stay'", "legal moves are W10", "pie=True"]),
        (lambda: NO_PIE.replay("E4W1")[-1].play("Turn"), ValueError, ["move 'Turn'", "pie=True"]),
        (lambda: NO_PIE.position(str(PIE)), ValueError, ["position", "pie=True"]),
        (lambda: PIE.play("W6"), ValueError, ["move 'W6'", "legal moves are turn stay", "pie=False"]),
        (lambda: PIE.play(5), ValueError, ["action 5", "legal actions are 11 12", "pie=False"]),
        (lambda: sowlab.VectorEnv("55stones", 1, order="sealed"), ValueError, ["order=sealed", "open", "pie=False"]),
        (lambda: sowlab.VectorEnv(NO_PIE, 1, starts=[PIE]), ValueError, ["position", "pie=True"]),
        (lambda: sowlab.tournament(NO_PIE, ["random"] * 2, openings=[PIE]), ValueError, ["position", "pie=True"]),
        (lambda: sowlab.Game("kalah", pie=True), ValueError, ["pie=True", "kalah", "no pie rule"]),
        (lambda: sowlab.solve(5), TypeError, ["game", "Game", "int"]),
        (lambda: sowlab.solve(SMALL, 5), TypeError, ["position", "str", "int"]),
        (lambda: sowlab.solve(SMALL, node_budget=0), ValueError, ["node_budget=0", "1 to 2**64 - 1", "None"]),
        (lambda: sowlab.solve(SMALL, node_budget=-3), ValueError, ["node_budget=-3"]),
        (lambda: sowlab.solve(SMALL, threads=-1), ValueError, ["threads=-1", "1 to 1024", "None"]),
        (lambda: sowlab.solve(SMALL, threads=1.0), TypeError, ["threads", "an int or None", "float"]),
        (lambda: sowlab.solve(SMALL, memory=5), TypeError, ["memory", "'512M'", "int"]),
        (lambda: sowlab.solve(SMALL, tables=5), TypeError, ["tables", "PathLike", "int"]),
        (lambda: sowlab.solve(SMALL, proof="a\0b"), ValueError, ["proof", "NUL"]),
        (lambda: sowlab.solve(SMALL, time_limit=1e300), ValueError, ["time_limit=1e+300", "seconds"]),
        (lambda: sowlab.solve(SMALL, progress=5), TypeError, ["progress", "callable"]),
        (lambda: sowlab.equilibrium(SMALL, order="both"), ValueError, ["order='both'", "'sealed'"]),
        (lambda: sowlab.equilibrium(SMALL, horizon=300), ValueError, ["horizon=300", "None"]),
        (lambda: sowlab.mcts(START, 0, _zero), ValueError, ["playouts=0", "1 to"]),
        (lambda: sowlab.mcts(START, 5, _zero, exploration=float("nan")), ValueError, ["exploration=nan", "0 to 100"]),
        (lambda: sowlab.mcts(START, 5, None), TypeError, ["evaluate", "callable"]),
        (lambda: sowlab.alphabeta(START, 13, _zero), ValueError, ["depth=13", "1 to 12"]),
        (lambda: sowlab.Engine("greedy", seed=-1), ValueError, ["seed=-1", "0 to 2**64 - 1"]),
        (lambda: sowlab.tournament(SMALL, 5), TypeError, ["engines", "sequence"]),
        (lambda: sowlab.tournament(SMALL, "greedy"), TypeError, ["engines", "sequence", "str"]),
        (lambda: sowlab.tournament(SMALL, ["greedy", 5]), TypeError, ["engines", "callable", "int"]),
        (lambda: sowlab.tournament(SMALL, ["greedy", "random"], games=0), ValueError, ["games=0", "1000000000"]),
        (lambda: sowlab.tournament(SMALL, ["greedy"] * 2, form="cup"), ValueError, ["form='cup'", "'swiss'"]),
        (lambda: sowlab.VectorEnv(SMALL, 0), ValueError, ["num_envs=0", "16777216"]),
        (lambda: sowlab.VectorEnv(SMALL, 1, opening_steps=2**32), ValueError, ["opening_steps", "10000"]),
        (lambda: sowlab.VectorEnv(SMALL, 1, starts="start"), TypeError, ["starts", "sequence"]),
        (lambda: sowlab.loops.verify(5), TypeError, ["certificate", "int"]),
        (lambda: sowlab.loops.verify(pathlib.Path("/nowhere")), FileNotFoundError, ["/nowhere"]),
        (lambda: sowlab.loops.verify(pathlib.Path("/dev/null")), OSError, ["/dev/null", "regular file"]),
        (lambda: sowlab.exploitability("kalah"), ValueError, ["kalah", "55stones"]),
        (lambda: sowlab.exploitability(SMALL, horizon=1, sente="x"), TypeError, ["sente", "probabilities"]),
        (lambda: sowlab.mcts(START, 5, lambda counts: "x"), TypeError, ["evaluate", "floats of shape", "not str"]),
        (lambda: sowlab.mcts(START, 5, lambda counts: [1.0] * (len(counts) + 1)), ValueError, ["evaluate", "finite margins"]),
        (lambda: _beaten(lambda position: None), TypeError, ["agent 'Nobody'", "int as in 'actions'", "NoneType"]),
        (lambda: _beaten(lambda position: 1.5), TypeError, ["agent 'Nobody'", "float"]),
        (lambda: sowlab.planes(SMALL, [["a"]]), TypeError, ["counts", "integers"]),
    ],
)
def test_messages_say_what_is_allowed(wrong: Callable[[], Any], error: type[Exception], parts: list[str]) -> None:
    with pytest.raises(error) as caught:
        wrong()
    for part in parts:
        assert part in str(caught.value), str(caught.value)


@pytest.mark.parametrize("field", list(sowlab.Buffers.__dataclass_fields__))
def test_an_array_that_cannot_be_written_to_is_named(field: str) -> None:
    env = sowlab.VectorEnv(SEALED, 2, order="sealed", auto_reset="same-step", planes=True)
    before = env.get_state()
    right = getattr(env.buffers, field)
    frozen = right.copy()
    frozen.flags.writeable = False
    other = np.float64 if right.dtype != np.float64 else np.float32
    for wrong, error, part in [
        (5, TypeError, f"dtype {right.dtype}"),
        ([[0]], TypeError, "list"),
        (right.astype(other), TypeError, f"not {np.dtype(other)}"),
        (np.zeros((9, 9, 9), right.dtype), ValueError, f"shape {right.shape}"),
        (frozen, ValueError, "cannot be written"),
    ]:
        out = env.new_buffers(planes=True)
        setattr(out, field, wrong)
        for use in (lambda: env.step(env.sample(), out), lambda: env.reset(1, out=out)):
            state = env.get_state()
            with pytest.raises(error, match=re.escape(part)) as caught:
                use()
            assert field in str(caught.value)
            assert not INTERNAL.search(str(caught.value))
            assert env.positions() == sowlab.VectorEnv(SEALED, 2, order="sealed").positions()
            env.set_state(state)
    out = env.new_buffers(planes=True)
    out.terminated = out.truncated
    with pytest.raises(ValueError, match="truncated: the array shares memory"):
        env.step(env.sample(), out)
    env.set_state(before)


def test_threads_at_one_environment_are_told_so() -> None:
    env = sowlab.VectorEnv(sowlab.Game("55stones", pie=False), 20_000, order="sealed")
    messages: set[str] = set()

    def step() -> None:
        for _ in range(20):
            try:
                env.step(env.sample(), env.new_buffers())
                env.get_state()
            except (RuntimeError, ValueError) as error:
                messages.add(str(error).split(":")[0])

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "another thread is using this environment" in messages
    assert not any(INTERNAL.search(message) for message in messages)
