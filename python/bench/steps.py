"""Steps a second of batched environments, side by side on one core.

    python bench/steps.py [--batch 4096] [--seconds 2]

Each line: what is stepped, millions of steps (or rounds) a second of processor time, and the ratio to OpenSpiel's
mancala driven from Python. Libraries that are not installed are left out. Actions are uniformly random and legal; drawing
them is not counted for VectorEnv, Pgx and EnvPool, and is one call of Python's random for the others.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

# One core, before any library counts them.
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
for variable in ("OMP_NUM_THREADS", "XLA_FLAGS"):
    os.environ.setdefault(variable, "1" if variable.startswith("OMP") else "--xla_cpu_multi_thread_eigen=false")

import numpy as np

#: Makes a function that does some steps, and returns how many and their processor time.
Run = Callable[[], tuple[int, float]]


def timed(steps: int, work: Callable[[], object]) -> tuple[int, float]:
    before = time.process_time()
    work()
    return steps, time.process_time() - before


def vector(game: str, batch: int, order: str = "open", observe: bool = True) -> Run:
    import sowlab

    # Without the pie rule, which the sealed order does not have.
    env = sowlab.VectorEnv(sowlab.Game(game, pie=False), batch, order=order, auto_reset="same-step")
    out = env.buffers
    if not observe:
        out = sowlab.Buffers(rewards=out.rewards, terminated=out.terminated)
    for _ in range(100):
        env.step(env.sample())

    def run() -> tuple[int, float]:
        spent, steps = 0.0, 0
        for _ in range(20):
            actions = env.sample()
            steps += batch
            spent += timed(0, lambda: env.step(actions, out))[1]
        return steps, spent

    return run


def openspiel(batch: int) -> Run:
    import pyspiel

    game = pyspiel.load_game("mancala")
    rng = random.Random(1)

    def run() -> tuple[int, float]:
        before, steps = time.process_time(), 0
        while steps < batch:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps, time.process_time() - before

    return run


def plain_pettingzoo(batch: int) -> Run:
    from plain_kalah import PlainKalah

    env = PlainKalah()
    rng = random.Random(1)

    def run() -> tuple[int, float]:
        before, steps = time.process_time(), 0
        while steps < batch:
            env.reset()
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = [pit for pit, allowed in enumerate(seen["action_mask"]) if allowed]
                env.step(rng.choice(legal))
                steps += 1
        return steps, time.process_time() - before

    return run


def own_pettingzoo(batch: int) -> Run:
    import sowlab.pettingzoo

    env = sowlab.pettingzoo.aec("kalah")
    rng = random.Random(1)

    def run() -> tuple[int, float]:
        before, steps = time.process_time(), 0
        while steps < batch:
            env.reset()
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                steps += 1
        return steps, time.process_time() - before

    return run


def pgx(game: str, batch: int) -> Run:
    import jax
    import pgx as library

    env = library.make(game)
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    state = init(jax.random.split(jax.random.PRNGKey(0), batch))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9)))
    key = jax.random.PRNGKey(1)
    hold: list[Any] = [state, key]

    def run() -> tuple[int, float]:
        spent = 0.0
        for _ in range(10):
            hold[1], sub = jax.random.split(hold[1])
            actions = choose(sub, hold[0].legal_action_mask).block_until_ready()

            def one() -> None:
                hold[0] = jax.block_until_ready(step(hold[0], actions))

            spent += timed(0, one)[1]
            if bool(hold[0].terminated.all()):
                hold[0] = init(jax.random.split(sub, batch))
        return 10 * batch, spent

    run()
    return run


def envpool(batch: int) -> Run:
    import envpool as library

    env = library.make("CartPole-v1", env_type="gymnasium", num_envs=batch, num_threads=1)
    env.reset()
    rng = np.random.default_rng(1)

    def run() -> tuple[int, float]:
        spent = 0.0
        for _ in range(10):
            actions = rng.integers(0, 2, batch, dtype=np.int32)
            spent += timed(0, lambda: env.step(actions))[1]
        return 10 * batch, spent

    return run


def cases(batch: int) -> Iterator[tuple[str, str, Callable[[], Run]]]:
    yield "OpenSpiel mancala (C++), from Python", "moves", lambda: openspiel(2000)
    yield "VectorEnv kalah, counts and masks", "moves", lambda: vector("kalah", batch)
    yield "VectorEnv kalah, rewards alone", "moves", lambda: vector("kalah", batch, observe=False)
    yield "VectorEnv 55stones sealed, counts and both masks", "rounds", lambda: vector("55stones", batch, "sealed")
    yield "VectorEnv 55stones sealed, rewards alone", "rounds", lambda: vector("55stones", batch, "sealed", False)
    yield "VectorEnv 55stones open, one choice a step", "choices", lambda: vector("55stones", batch)
    yield "VectorEnv awari, counts and masks", "moves", lambda: vector("awari", batch)
    yield "sowlab.pettingzoo kalah", "moves", lambda: own_pettingzoo(2000)
    yield "PettingZoo Kalah written plainly", "moves", lambda: plain_pettingzoo(2000)
    yield "Pgx othello (no mancala there)", "moves", lambda: pgx("othello", batch)
    yield "Pgx connect_four", "moves", lambda: pgx("connect_four", batch)
    yield "EnvPool CartPole-v1", "steps", lambda: envpool(batch)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    runs: dict[str, tuple[str, Run]] = {}
    for name, unit, make in cases(arguments.batch):
        if arguments.only not in name:
            continue
        try:
            runs[name] = unit, make()
        except ImportError as error:
            print(f"{name}: not installed ({error})")
    best = dict.fromkeys(runs, 0.0)
    # In turn, so that what else the machine does meets all alike; the best of each counts.
    end = time.monotonic() + arguments.seconds * len(runs)
    while time.monotonic() < end:
        for name, (_, run) in runs.items():
            steps, spent = run()
            best[name] = max(best[name], steps / spent)
    base = best.get("OpenSpiel mancala (C++), from Python")
    for name, (unit, _) in runs.items():
        ratio = f"{best[name] / base:8.1f} x" if base else ""
        print(f"{name:50} {best[name] / 1e6:8.3f} M {unit}/s {ratio}")


if __name__ == "__main__":
    main()
