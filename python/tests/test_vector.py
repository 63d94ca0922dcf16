"""VectorEnv beside games stepped one by one, and what it refuses."""

from __future__ import annotations

import threading

import numpy as np
import pytest
import sowlab
from conftest import SMALL
from plain_vector import PlainGame, planes_of

STONES = [name for name in SMALL if name.startswith("stones")]
CASES = [
    *((name, "open", None) for name in [*SMALL, "kalah", "ethiopian", "owela:pits=4", "random"]),
    *((name, order, False) for name in [*STONES, "55stones"] for order in ("open", "reverse", "sealed")),
]


def actions_of(env: sowlab.VectorEnv, rng: np.random.Generator) -> np.ndarray:  # type: ignore[type-arg]
    """Legal actions by the masks; anything where there are none."""
    masks = [env.buffers.masks] + ([env.buffers.second_masks] if env.sealed else [])
    drawn = []
    for mask in masks:
        assert mask is not None
        rows = [np.flatnonzero(row) for row in mask]
        drawn.append([rng.choice(row) if len(row) else 12345 for row in rows])
    return np.array(drawn).T if env.sealed else np.array(drawn[0])


@pytest.mark.parametrize(("name", "order", "pie"), CASES)
@pytest.mark.parametrize("auto_reset", ["next-step", "same-step", "disabled"])
def test_games_stepped_together_are_those_stepped_one_by_one(
    name: str, order: str, pie: bool | None, auto_reset: str
) -> None:
    n, max_steps = 9, 37
    env = sowlab.VectorEnv(
        sowlab.Game(name, pie=pie), n, order=order, auto_reset=auto_reset, max_steps=max_steps, planes=True, threads=2
    )
    plain = [PlainGame(env.game, order, auto_reset, max_steps) for _ in range(n)]
    rng = np.random.default_rng(3)
    out = env.reset(seed=1)
    finished = 0
    for _ in range(120):
        actions = actions_of(env, rng)
        done = np.array([game.done for game in plain])
        if auto_reset == "disabled" and done.any():
            with pytest.raises(ValueError, match="reset it first"):
                env.step(actions)
            env.reset(mask=done)
            for game in plain:
                if game.done:
                    game.reset()
            actions = actions_of(env, rng)
        out = env.step(actions)
        for index, game in enumerate(plain):
            given = actions[index] if env.sealed else (actions[index], 0)
            seen = game.step(int(given[0]), int(given[1]))
            assert out.counts[index].tolist() == seen.counts, (index, env.positions()[index])
            assert out.masks[index].tolist() == seen.mask
            assert out.second_masks[index].tolist() == seen.second_mask
            if not game.done:
                assert out.sides[index] == seen.side
            assert out.rewards[index] == seen.reward
            assert out.terminated[index] == seen.terminated
            assert out.truncated[index] == seen.truncated
            assert out.endless[index] == seen.endless
            assert (out.planes[index] == planes_of(seen.counts, env.game.cells)).all()
            if seen.final_counts is not None:
                assert out.final_counts[index].tolist() == seen.final_counts
            finished += seen.terminated or seen.truncated
    assert finished >= n


@pytest.mark.parametrize(("name", "order"), [("stones:holes=5,seeds=2", "open"), ("kalah", "open")])
def test_the_pie_rule_and_random_openings(name: str, order: str) -> None:
    game = sowlab.Game(name)
    env = sowlab.VectorEnv(game, 64, order=order, opening_steps=3)
    env.reset(seed=5)
    first = env.positions()
    assert len(set(first)) > 3
    env.reset(seed=5)
    assert env.positions() == first
    env.reset(seed=6)
    assert env.positions() != first
    other = sowlab.VectorEnv(game, 64, order=order, opening_steps=3, threads=2)
    other.reset(seed=5)
    assert other.positions() == first
    if game.pie:
        pies = [position for position in first if " pie " in position]
        assert not pies  # A round is two steps: the third is the decision.
        env = sowlab.VectorEnv(game, 8, opening_steps=2)
        assert all(" pie " in position for position in env.positions())
        assert env.buffers.masks[:, -2:].all() and not env.buffers.masks[:, :-2].any()


def test_an_endless_round_terminates_with_a_flag() -> None:
    for order in ("open", "reverse", "sealed"):
        # Whatever the two sides choose on this board, the sowing never ends.
        game = sowlab.Game("stones:holes=2,seeds=2", pie=False)
        env = sowlab.VectorEnv(game, 16, order=order, auto_reset="disabled")
        for _ in range(1 if order == "sealed" else 2):
            out = env.step(env.sample())
        assert out.endless.all() and out.terminated.all() and not out.truncated.any()
        assert (out.rewards == 0).all() and not out.masks.any()


def test_starts_are_drawn_from_the_list() -> None:
    starts = ["0,2,2,2,0 E 4 0", "2,2,0,2,0 W 0 4"]
    env = sowlab.VectorEnv("stones:holes=5,seeds=2", 200, starts=starts)
    counts = {start: 0 for start in starts}
    for position in env.positions():
        counts[" ".join(position.split()[:4])] += 1
    assert min(counts.values()) > 50
    with pytest.raises(ValueError, match="starts"):
        sowlab.VectorEnv("kalah", 1, starts=["nonsense"])
    with pytest.raises(ValueError, match="a position of awari"):
        sowlab.VectorEnv("kalah", 1, starts=[sowlab.Game("awari").position()])
    with pytest.raises(ValueError, match="over"):
        sowlab.VectorEnv("stones:holes=5,seeds=2", 1, starts=["0,1,1,1,0 E 4 3"])


@pytest.mark.parametrize(("name", "order"), [("33stones", "reverse"), ("33stones", "sealed"), ("awari", "open")])
def test_states_are_saved_and_restored(name: str, order: str) -> None:
    game = sowlab.Game(name, pie=False)
    env = sowlab.VectorEnv(game, 32, order=order, max_steps=40, opening_steps=1)
    env.reset(seed=9)
    for _ in range(25):
        env.step(env.sample())
    state = env.get_state()
    looks = [env.buffers.counts.copy(), env.buffers.masks.copy()]

    def play() -> list[str]:
        line = []
        for _ in range(60):
            env.step(env.sample())
            line += [*env.positions(), str(env.buffers.rewards)]
        return line

    line = play()
    env.set_state(state)
    assert env.get_state() == state
    assert (env.buffers.counts == looks[0]).all() and (env.buffers.masks == looks[1]).all()
    assert play() == line
    for wrong in (b"", b"\xff", state[:-30], state.replace(b"33stones", b"55stones").replace(b"awari", b"warri")):
        before = env.get_state()
        with pytest.raises(ValueError):
            env.set_state(wrong)
        assert env.get_state() == before
    with pytest.raises(ValueError):
        sowlab.VectorEnv(game, 31, order=order).set_state(state)
    with pytest.raises(TypeError):
        env.set_state(5)  # type: ignore[arg-type]


def test_samples_are_legal_and_alike_likely() -> None:
    env = sowlab.VectorEnv(sowlab.Game("55stones", pie=False), 4096, order="sealed")
    actions = env.sample()
    pairs = actions[:, 1]
    assert (pairs // 11 != pairs % 11).all()
    for drawn in (actions[:, 0], pairs // 11, pairs % 11):
        assert np.bincount(drawn, minlength=11).min() > 4096 / 11 * 0.75
    env.step(actions)


def test_arrays_of_the_caller_are_written_and_others_are_not() -> None:
    env = sowlab.VectorEnv("kalah", 16)
    mine = sowlab.Buffers(rewards=np.full(16, 99, np.float32))
    before = env.buffers.counts.copy()
    assert env.step(env.sample(), out=mine) is mine
    assert (mine.rewards != 99).all() and mine.counts is None
    assert (env.buffers.counts == before).all()
    part = np.zeros((32, env.counts), np.uint8)
    env.step(env.sample(), out=sowlab.Buffers(counts=part[16:]))
    assert part[16:].any() and not part[:16].any()
    shared = np.from_dlpack(env.buffers.counts)
    assert np.shares_memory(shared, env.buffers.counts)
    env.step(env.sample())
    assert (shared == env.buffers.counts).all()


def wrong_buffers(**arrays: object) -> sowlab.Buffers:
    return sowlab.Buffers(**arrays)  # type: ignore[arg-type]


def test_bad_arrays_and_actions_are_exceptions() -> None:
    env = sowlab.VectorEnv("kalah", 4)
    good = env.sample()
    before = env.get_state()
    read_only = np.zeros(4, np.float32)
    read_only.flags.writeable = False
    memory = np.zeros(8, np.float32)
    for actions, out, error in [
        (good[:3], None, ValueError),
        (good.reshape(2, 2), None, ValueError),
        (good.astype(float), None, TypeError),
        (np.array(["1", "2", "3", "4"]), None, TypeError),
        (np.array([0, 1, 2, 6]), None, ValueError),
        (np.array([0, 1, 2, -1]), None, ValueError),
        (np.array([0, 1, 2, 2**63], np.uint64), None, ValueError),
        (good, wrong_buffers(rewards=np.zeros(5, np.float32)), ValueError),
        (good, wrong_buffers(rewards=np.zeros(4, np.float64)), TypeError),
        (good, wrong_buffers(rewards=[0, 0, 0, 0]), TypeError),
        (good, wrong_buffers(rewards=np.zeros(8, np.float32)[::2]), ValueError),
        (good, wrong_buffers(counts=np.zeros((env.counts, 4), np.uint8).T), ValueError),
        (good, wrong_buffers(counts=np.zeros((4, 1), np.uint8)), ValueError),
        (good, wrong_buffers(rewards=read_only), (TypeError, ValueError)),
        (good, wrong_buffers(terminated=env.buffers.truncated, truncated=env.buffers.truncated), (TypeError, ValueError)),
        (good, wrong_buffers(masks=memory), (TypeError, ValueError)),
        (good, 5, TypeError),
    ]:
        with pytest.raises(error):
            env.step(actions, out=out)  # type: ignore[arg-type]
        assert env.get_state() == before
    with pytest.raises(ValueError, match="mask"):
        env.reset(mask=np.zeros(3, np.bool_))
    with pytest.raises(TypeError):
        env.reset(mask=np.zeros(4))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed=-1"):
        env.reset(seed=-1)
    with pytest.raises(ValueError, match="shape"):
        env.sample(np.zeros(5, np.int64))
    for arguments in [
        {"num_envs": 0},
        {"num_envs": 2**40},
        {"order": "both"},
        {"order": "sealed"},
        {"auto_reset": "sometimes"},
        {"threads": 0},
        {"threads": 10**6},
    ]:
        with pytest.raises(ValueError):
            sowlab.VectorEnv(**{"game": "kalah", "num_envs": 4, **arguments})  # type: ignore[arg-type]
    sealed = sowlab.VectorEnv(sowlab.Game("stones:holes=4,seeds=2", pie=False), 2, order="sealed")
    for actions in ([[0, 0], [0, 1]], [[0, 5], [0, 1]], [[0, 16], [0, 1]], [[-1, 1], [0, 1]], [[0, -1], [0, 1]]):
        with pytest.raises(ValueError, match="legal"):
            sealed.step(np.array(actions))


def test_threads_that_share_an_environment_get_an_exception_or_their_turn() -> None:
    env = sowlab.VectorEnv(sowlab.Game("55stones", pie=False), 20_000, order="sealed")
    refused, failed = [], []

    def step() -> None:
        for _ in range(15):
            try:
                env.step(env.sample())
            except (RuntimeError, ValueError, TypeError) as error:
                refused.append(error)
            except BaseException as error:  # noqa: BLE001
                failed.append(error)

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    env.reset(seed=1)
    env.step(env.sample())
