"""Engines, evaluations written in Python, and tournaments."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest
import sowlab


def nothing(counts: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    return np.zeros(len(counts))


def material(counts: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """Of Kalah with three pits: half a stone for each that lies on the own side."""
    return (counts[:, :3].sum(axis=1) - counts[:, 3:6].sum(axis=1).astype(float)) * 0.5


def plain_search(position: sowlab.Position, depth: int, evaluate) -> float:  # type: ignore[no-untyped-def]
    """Plain minimax: the margin of side 0 from here on."""
    if position.is_over:
        return 0.0
    if depth == 0:
        value = float(evaluate(position.observe()[None])[0])
        return value if position.side == 0 else -value
    values = []
    for action in position.actions:
        after = position.play(action)
        gain = (after.score[0] - after.score[1]) - (position.score[0] - position.score[1])
        values.append(gain + plain_search(after, depth - 1, evaluate))
    return max(values) if position.side == 0 else min(values)


@pytest.mark.parametrize("name", ["kalah:pits=3,seeds=2", "stones:holes=4,seeds=2"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_alphabeta_is_minimax_over_the_evaluation(name: str, depth: int) -> None:
    evaluate = material if name.startswith("kalah") else nothing
    rng = random.Random(2)
    position = sowlab.Game(name).position()
    for _ in range(12):
        if position.is_over:
            position = position.game.position()
        found = sowlab.alphabeta(position, depth, evaluate)
        sign = 1 if position.side == 0 else -1
        assert found.value == pytest.approx(sign * plain_search(position, depth, evaluate))
        assert found.value == max(one.value for one in found.choices)
        assert [one.choice for one in found.choices] == position.choices
        assert [one.action for one in found.choices] == position.actions
        position = position.play(rng.choice(position.choices))


def test_an_evaluation_is_asked_of_many_positions_at_once() -> None:
    sizes: list[int] = []

    def evaluate(counts: np.ndarray) -> list[float]:  # type: ignore[type-arg]
        assert counts.dtype == np.uint8 and counts.shape[1] == 14
        sizes.append(len(counts))
        return [0.0] * len(counts)

    position = sowlab.Game("kalah").position()
    found = sowlab.alphabeta(position, 4, evaluate)
    assert found.evaluated == sum(sizes) and max(sizes) > 400
    sizes.clear()
    found = sowlab.mcts(position, 2000, evaluate, together=32)
    assert found.evaluated == sum(sizes) and max(sizes) == 32
    assert sum(one.visits for one in found.choices) >= 1900
    assert sum(found.policy.values()) == pytest.approx(1)
    assert sowlab.mcts(position, 2000, evaluate, together=32) == found


def test_mcts_proves_small_games() -> None:
    for name in ("kalah:pits=2,seeds=2", "basic:pits=2,seeds=3"):
        position = sowlab.Game(name).position()
        found = sowlab.mcts(position, 20_000, nothing)
        value = sowlab.solve(position).value
        assert value is not None and found.value == value.zero


def test_evaluations_that_fail_are_exceptions() -> None:
    position = sowlab.Game("kalah").position()

    class Broken(Exception):
        pass

    def broken(counts: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        raise Broken

    for evaluate, error in [
        (broken, Broken),
        (lambda counts: np.zeros(len(counts) + 1), ValueError),
        (lambda counts: np.full(len(counts), np.nan), ValueError),
        (lambda counts: np.zeros((len(counts), 2)), TypeError),
        (lambda counts: None, (TypeError, ValueError)),
        (lambda counts: "nonsense", (TypeError, ValueError)),
        (5, TypeError),
    ]:
        with pytest.raises(error):
            sowlab.alphabeta(position, 2, evaluate)  # type: ignore[arg-type]
        with pytest.raises(error):
            sowlab.mcts(position, 50, evaluate)  # type: ignore[arg-type]
    over = sowlab.Game("kalah:pits=1,seeds=1").position("0/0 L 1 1")
    for wrong in (
        lambda: sowlab.alphabeta(over, 2, nothing),
        lambda: sowlab.mcts(over, 2, nothing),
        lambda: sowlab.alphabeta(position, 0, nothing),
        lambda: sowlab.alphabeta(position, 13, nothing),
        lambda: sowlab.mcts(position, 0, nothing),
        lambda: sowlab.mcts(position, 5, nothing, together=65),
        lambda: sowlab.mcts(position, 5, nothing, exploration=-1.0),
        lambda: sowlab.Engine("deep thought"),
        lambda: sowlab.Engine("greedy")(over),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_planes_of_counts_are_those_of_the_environment() -> None:
    env = sowlab.VectorEnv("stones:holes=6,seeds=3", 20, planes=True)
    for _ in range(7):
        env.step(env.sample())
        assert env.buffers.counts is not None and env.buffers.planes is not None
        assert (sowlab.planes(env.game, env.buffers.counts) == env.buffers.planes).all()
    with pytest.raises(ValueError, match="shape"):
        sowlab.planes("kalah", np.zeros((3, 5), np.uint8))


def test_engines_choose_legal_moves() -> None:
    for name in ("55stones", "kalah", "owela:pits=4", "colony:board=toy"):
        position = sowlab.Game(name).position()
        for specification in ("random", "greedy", "alphabeta:depth=3", "mcts:playouts=100"):
            engine = sowlab.Engine(specification)
            assert engine(position) in position.choices
            assert engine(position) == sowlab.Engine(specification)(position)
    position = sowlab.Game("stones:holes=4,seeds=2").position()
    engine = sowlab.Engine("alphabeta:depth=4")
    assert len({engine(position) for _ in range(200)}) == 1


def first(position: sowlab.Position) -> str:
    return position.choices[0]


def last_action(position: sowlab.Position) -> int:
    return position.actions[-1]


def illegal(position: sowlab.Position) -> str:
    return "E99"


def test_agents_meet_built_in_engines() -> None:
    found = sowlab.tournament(
        "kalah:pits=3,seeds=2", [first, last_action, "alphabeta:depth=4", illegal], games=4
    )
    assert {line.engine for line in found.standings} == {
        "first",
        "last_action",
        "alphabeta:depth=4,hash=4M",
        "illegal",
    }
    faults = {line.engine: line.faults for line in found.standings}
    assert faults["illegal"] == 12 and faults["first"] == 0
    assert found.crosstable[0][0] is None and found.crosstable[2][3].wins == 4  # type: ignore[union-attr]
    assert sowlab.tournament(
        "kalah:pits=3,seeds=2", [first, last_action, "alphabeta:depth=4", illegal], games=4
    ) == found


def test_a_sequential_test_stops_a_tournament() -> None:
    found = sowlab.tournament(
        "33stones",
        ["alphabeta:depth=2", lambda position: position.choices[0]],
        sprt="elo0=0,elo1=200",
        games=400,
    )
    assert found.sprt is not None and found.sprt.accepted == "H1"
    assert str(found).splitlines()[-1].startswith(f"{found.sprt.test}: H1 accepted, LLR ")
    played = found.standings[0].tally.games
    assert played < 400 and found.standings[0].engine == "alphabeta:depth=2,hash=4M"


def test_a_tournament_as_rows_and_as_text() -> None:
    played = sowlab.tournament("kalah:pits=3,seeds=2", [first, "greedy", illegal], games=4)
    rows = played.rows()
    assert [row["engine"] for row in rows] == [line.engine for line in played.standings]
    assert not any(isinstance(value, tuple) for row in rows for value in row.values())
    assert rows[-1] | {"rank": 3, "engine": "illegal", "number": 2, "faults": 8, "games": 8, "losses": 8} == rows[-1]
    lines = str(played).splitlines()
    assert len(lines) == 4 and lines[0].split()[:3] == ["rank", "engine", "games"]
    assert lines[3].split()[:7] == ["3", "illegal", "8", "0", "0", "8", "0.00"]
    pandas = pytest.importorskip("pandas")
    frame = played.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == list(rows[0])
    assert frame.set_index("engine")["points"].to_dict() == {row["engine"]: row["points"] for row in rows}


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    played = sowlab.tournament("kalah:pits=2,seeds=2", ["greedy", "random"], games=2)
    choices = sowlab.choices("kalah:pits=2,seeds=2")
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for call, package in [(played.to_pandas, "pandas"), (choices.to_pandas, "pandas"), (choices.to_arrow, "pyarrow")]:
        with pytest.raises(ImportError, match=f"{call.__name__} needs the package {package}") as caught:
            call()
        assert caught.value.name == package


def test_tournaments_refuse_what_is_wrong() -> None:
    class Broken(Exception):
        pass

    def broken(position: sowlab.Position) -> str:
        raise Broken(str(position))

    with pytest.raises(Broken):
        sowlab.tournament("kalah", [broken, "random"], games=10)
    for engines, arguments, error in [
        (["random"], {}, ValueError),
        (["random", "nobody"], {}, ValueError),
        (["random", 5], {}, TypeError),
        (["random", "greedy"], {"form": "duel"}, ValueError),
        (["random", "greedy"], {"games": 0}, ValueError),
        (["random", "greedy"], {"sprt": "elo0=5"}, ValueError),
        (["random", "greedy", first], {"sprt": "elo0=0,elo1=5"}, ValueError),
        (["random", "greedy"], {"openings": ["nonsense"]}, ValueError),
        (["random", "greedy"], {"openings": "random:0"}, ValueError),
        (["random", "greedy"], {"unfinished": "maybe"}, ValueError),
        (["random", "greedy"], {"threads": 0}, ValueError),
        (["random", "greedy"], {"move_time": -1.0}, ValueError),
    ]:
        with pytest.raises(error):
            sowlab.tournament("kalah", engines, **arguments)  # type: ignore[arg-type]
