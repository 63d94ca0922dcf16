"""Processes and threads: what a forked child can do, and copies of environments."""

from __future__ import annotations

import contextlib
import copy
import multiprocessing
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sowlab

SMALL = "stones:holes=4,seeds=2"


def _margins(counts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    # An evaluation that uses the library itself.
    return np.full(len(counts), sowlab.solve("kalah:pits=1,seeds=1").bounds.zero.low, np.float32)


def _work(directory: pathlib.Path, env: sowlab.VectorEnv) -> dict[str, Callable[[], Any]]:
    start = sowlab.Game(SMALL).position()
    return {
        "solve": lambda: sowlab.solve("kalah:pits=2,seeds=2").value,
        "solve, tables": lambda: sowlab.solve(SMALL).value,
        "solve, threads": lambda: sowlab.solve(SMALL, threads=2).value,
        "choices": lambda: sowlab.choices(SMALL, replies=True).best,
        "sow": lambda: sowlab.sow("55stones", 10, 1).captured,
        "tables.build": lambda: len(sowlab.tables.build(SMALL, 8, directory)),
        "tables.verify": lambda: len(sowlab.tables.verify(SMALL, 8, directory)),
        "tables.stats": lambda: len(sowlab.tables.stats(SMALL, directory)),
        "tables.probe": lambda: sowlab.tables.open(SMALL, directory).probe(start).value,
        "tables.layer": lambda: sowlab.tables.open(SMALL, directory).layer(6).values.sum(),
        "equilibrium": lambda: sowlab.equilibrium(SMALL, horizon=2, compare=True).value,
        "exploitability": lambda: sowlab.exploitability(SMALL, horizon=2).total,
        "loops.scan": lambda: sowlab.loops.scan(SMALL, 8)[-1].endless,
        "loops.reach": lambda: sowlab.loops.reach("33stones", 3).rounds[-1].boards,
        "loops.cycles": lambda: sowlab.loops.cycles(SMALL, 6)[-1].boards_on_cycles,
        "alphabeta": lambda: sowlab.alphabeta(start, 2, _margins).best,
        "mcts": lambda: sowlab.mcts(start, 50, _margins).best,
        "engine": lambda: sowlab.Engine("alphabeta:depth=4")(start),
        "tournament": lambda: sowlab.tournament(
            SMALL, ["greedy", "alphabeta:depth=2"], games=4, threads=2
        ).standings[0].engine,
        "vector": lambda: env.step(env.sample()).counts.sum(),  # type: ignore[union-attr]
    }


def _in_child(directory: pathlib.Path, env: sowlab.VectorEnv, answers: Any) -> None:
    try:
        for name, work in _work(directory, env).items():
            answers.send((name, work()))
        answers.send(("end", None))
    except BaseException as error:  # noqa: BLE001
        answers.send(("error", repr(error)))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_does_what_its_parent_did(tmp_path: pathlib.Path) -> None:
    env = sowlab.VectorEnv(SMALL, 64, threads=2, auto_reset="same-step")
    env.reset(seed=1)
    state = env.get_state()
    parents = {name: work() for name, work in _work(tmp_path, env).items()}
    env.set_state(state)
    context = multiprocessing.get_context("fork")
    # Twice: a child of a child would begin with the pools of both.
    for _ in range(2):
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(target=_in_child, args=(tmp_path, env, sender))
        child.start()
        sender.close()
        found: dict[str, Any] = {}
        try:
            while "end" not in found:
                assert receiver.poll(120), f"no answer after {list(found)}"
                name, value = receiver.recv()
                assert name != "error", value
                found[name] = value
        finally:
            child.kill()
            child.join()
        found.pop("end")
        assert {name: str(value) for name, value in found.items()} == {
            name: str(value) for name, value in parents.items()
        }
    # The parent goes on as before.
    again = {name: work() for name, work in _work(tmp_path, env).items()}
    assert {name: str(value) for name, value in again.items()} == {
        name: str(value) for name, value in parents.items()
    }


def test_calls_within_calls_and_beside_each_other_all_end() -> None:
    def agent(position: sowlab.Position) -> str:
        return sowlab.choices(position, threads=None).best[0]

    played = sowlab.tournament(SMALL, [agent, "random"], games=4, threads=2)
    assert played.standings[0].tally.games == 4
    start = sowlab.Game(SMALL).position()
    expected = sowlab.mcts(start, 40, _margins, seed=1)
    found: list[sowlab.Search] = []
    threads = [
        threading.Thread(target=lambda: found.append(sowlab.mcts(start, 40, _margins, seed=1)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert found == [expected] * 4


def _twins(env: Any) -> list[Any]:
    return [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), copy.copy(pickle.loads(pickle.dumps(env)))]


def _same(one: sowlab.Buffers, other: sowlab.Buffers) -> None:
    for name in sowlab.Buffers.__dataclass_fields__:
        a, b = getattr(one, name), getattr(other, name)
        assert (a is None) == (b is None), name
        if a is not None:
            np.testing.assert_array_equal(a, b, err_msg=name)
            assert a.dtype == b.dtype


@pytest.mark.parametrize("order", ["open", "reverse", "sealed"])
@pytest.mark.parametrize("auto_reset", ["next-step", "same-step", "disabled"])
def test_copies_of_a_vector_environment_go_on_from_where_it_is(order: str, auto_reset: str) -> None:
    env = sowlab.VectorEnv(
        sowlab.Game(SMALL, pie=False),
        7,
        order=order,
        auto_reset=auto_reset,
        max_steps=9,
        opening_steps=1,
        starts=["2,2,2,2 E 0 0", "1,3,2,2 W 0 0"],
        threads=2,
        planes=True,
    )
    env.reset(seed=3)

    def step(env: sowlab.VectorEnv) -> sowlab.Buffers:
        out = env.buffers
        if auto_reset == "disabled":
            env.reset(mask=out.terminated | out.truncated)
        return env.step(env.sample())

    for _ in range(5):
        step(env)
    for twin in _twins(env):
        assert twin is not env and twin._games is not env._games
        _same(twin.buffers, env.buffers)
        assert twin.get_state() == env.get_state()
        # The copy does not move the original, and both go on alike.
        before = env.get_state()
        original = copy.deepcopy(env)
        for _ in range(20):
            _same(step(twin), step(original))
            assert twin.positions() == original.positions()
        assert env.get_state() == before


def test_other_values_can_be_copied_too(tmp_path: pathlib.Path) -> None:
    game = sowlab.Game("55stones", pie=False)
    position = game.position().play("E4")
    sowlab.tables.build(SMALL, 4, tmp_path)
    tables = sowlab.tables.open(SMALL, tmp_path)
    engine = sowlab.Engine("greedy", seed=3)
    solution = sowlab.solve(SMALL)
    for make in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        assert make(game) == game and make(position) == position
        assert make(solution) == solution
        assert make(tables).probe("1,1,1,1 E 2 2") == tables.probe("1,1,1,1 E 2 2")
        assert make(engine)(position) == engine(position)


def _start_engine(program: str) -> None:
    # It answers nothing: that is the exception.
    with contextlib.suppress(Exception):
        sowlab.Engine(f"external:{program}")(sowlab.Game(SMALL).position())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_engines_of_a_forked_child_are_not_those_of_its_parent(tmp_path: pathlib.Path) -> None:
    program, marks = tmp_path / "engine", tmp_path / "marks"
    # By its mark an engine is found again and ended.
    program.write_text(f"#!/bin/sh\necho \"$SOWLAB_ENGINE\" >> '{marks}'\n")
    program.chmod(0o755)
    _start_engine(str(program))
    child = multiprocessing.get_context("fork").Process(target=_start_engine, args=(str(program),))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    _start_engine(str(program))
    found = marks.read_text().split()
    assert len(found) == len(set(found)) == 3


LONG_ROUND = """
import sowlab
print("ready", flush=True)
try:
    sowlab.sow(
        "stones:holes=13,seeds=7",
        12,
        13,
        position="4,11,8,9,6,7,8,5,8,5,4,6,10 E 0 0 - 3",
        period=True,
    )
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_a_long_round_obeys_ctrl_c():
    child = subprocess.Popen([sys.executable, "-c", LONG_ROUND], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1)
    started = time.monotonic()
    child.send_signal(signal.SIGINT)
    said, _ = child.communicate(timeout=30)
    assert said == "stopped\n"
    assert time.monotonic() - started < 10
