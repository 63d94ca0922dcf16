"""Values, tables, equilibria and endless play."""

from __future__ import annotations

import itertools
import json
import pathlib
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import sowlab
from against_command import GAMES, difference, drawn


def test_known_values() -> None:
    # Kalah(2, 2) and (3, 3) as in the literature's small boards; 22Stones by its proof.
    ready = sowlab.solve("55stones")
    assert ready.bounds.zero == (-3, -3) and ready.pie is not None and ready.pie.zero == (3, 3)
    assert (ready.best, ready.pie_best, ready.nodes) == (("E3",), ("E8",), 0)
    assert ready.evidence is not None and ready.evidence.label == "verified"
    choices = sowlab.choices("55stones")
    assert (choices.advice, choices.pie_advice) == ("E3", "E8")
    kalah = sowlab.solve("kalah:pits=3,seeds=3", explain=False)
    assert kalah.margin_of == "Lower" and kalah.value == sowlab.Value(2, 2, 2)
    assert kalah.best_complete and kalah.best
    stones = sowlab.solve("stones:holes=5,seeds=2", explain=True)
    assert stones.pie is not None
    assert stones.value is not None and stones.bounds.zero.exact == stones.value.zero
    assert stones.combinatorial_value is None
    assert sowlab.solve("sowing:start=1+2+2+3").combinatorial_value == "{0|-2}"


def test_a_file_of_rules_is_a_game(tmp_path: pathlib.Path) -> None:
    """Egyptian Mancala in a file of the user has the values of the game that the program has."""
    file = tmp_path / "mine.toml"
    rules = """
name = "mine"
about = "as Egyptian Mancala"
[rules]
own-store = "sown"
origin = "skipped"
capture = "facing"
last-in-store = "moves-again"
"""
    file.write_text(rules)
    mine, known = f"file:{file},pits=3,seeds=2", "egyptian:pits=3,seeds=2"
    assert sowlab.Game(mine).position().choices == sowlab.Game(known).position().choices
    found, expected = sowlab.choices(mine), sowlab.choices(known)
    assert found.bounds.zero.exact is not None and found.bounds == expected.bounds
    assert found.rows() == expected.rows()
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(rules.replace("facing", "everything"))
    with pytest.raises(ValueError, match="everything"):
        sowlab.Game(f"file:{wrong}")


@pytest.mark.parametrize("name", GAMES)
def test_values_equal_those_of_the_command(command: str, name: str) -> None:
    """Some positions of each game: `against_command.py` compares thousands."""
    for place, position in enumerate(itertools.islice(drawn(name, seed=1), 6)):
        assert difference(command, name, position, stopped=place == 0) is None


def test_choices_agree_with_the_position() -> None:
    for name in ("stones:holes=5,seeds=2", "kalah:pits=3,seeds=2"):
        choices = sowlab.choices(name, replies=True)
        solved = sowlab.solve(name)
        assert choices.bounds == solved.bounds
        assert max(choice.bounds.zero.high for choice in choices.choices) == solved.bounds.zero.high
        rows = choices.rows()
        assert {row["choice"] for row in rows} == {one.choice for one in choices.choices}
        assert all(row["zero_low"] <= row["zero_high"] for row in rows)


def test_results_as_text() -> None:
    low, zero, high = sowlab.Interval(-3, -3), sowlab.Interval(-3, 2), sowlab.Interval(4, 4)
    assert str(sowlab.Bounds(low, zero, high)) == "lower -3, zero -3 to 2, upper 4"
    assert str(sowlab.Bounds(zero, zero, zero)) == "-3 to 2"
    solved = str(sowlab.solve("55stones")).splitlines()
    assert solved[1:] == [
        "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1",
        "value for East: -3",
        "with the pie rule: 3",
        "best: E3",
        "best with the pie rule: E8",
    ]
    choices = str(sowlab.choices("55stones")).splitlines()
    assert choices[5:8] == ["choice  value  with pie", "E1      -5     1", "E2      -7     1"]
    replies = sowlab.choices("kalah:pits=2,seeds=2", replies=True)
    assert str(replies).splitlines()[4].split() == ["choice", "reply", "value"]
    assert str(replies).splitlines()[-1].split() == ["L1", "U1", str(replies.choices[-1].replies[-1].bounds)]
    over = sowlab.Game("kalah:pits=1,seeds=1").position("0/0 L 1 1")
    assert str(sowlab.choices(over)).splitlines()[-1] == "value for Lower: 0"
    found = sowlab.equilibrium("stones:holes=4,seeds=2", order="open", horizon=1)
    lines = str(found).splitlines()
    assert lines[0] == f"open order: {found.value:+.4f} stones for the side with sente"
    assert lines[1].startswith("sente: E") and "→W" in lines[2]
    searched = sowlab.alphabeta(sowlab.Game("kalah:pits=2,seeds=2").position(), 1, lambda counts: [0.0] * len(counts))
    assert str(searched).splitlines() == [
        "choice  action  value  visits",
        "L2           0   1.00       1",
        "L1           1   1.00       1",
        "best: L2",
    ]


def test_tabular_results() -> None:
    choices = sowlab.choices("kalah:pits=3,seeds=2")
    pandas = pytest.importorskip("pandas")
    frame = choices.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(choices.choices)
    pytest.importorskip("pyarrow")
    assert choices.to_arrow().to_pylist() == choices.rows()


@pytest.mark.parametrize("name", ["stones:holes=5,seeds=2", "kalah:pits=3,seeds=2", "awari:pits=2,seeds=3"])
def test_tables(name: str, tmp_path: pathlib.Path) -> None:
    told = []
    layers = sowlab.tables.build(
        name, 8, tmp_path, progress=lambda what, done, total: told.append((what, done, total))
    )
    assert [layer.stones for layer in layers] == list(range(9))
    assert all(isinstance(what, str) and done >= 0 and total >= 0 for what, done, total in told)
    assert sowlab.tables.stats(name, tmp_path, 8) == sowlab.tables.stats(name, tmp_path)
    assert all(layer.forced for layer in sowlab.tables.verify(name, 8, tmp_path))
    tables = sowlab.tables.open(name, tmp_path)
    boards, values = tables.layer(8)
    rows, columns = tables.game.cells
    assert boards.shape == (layers[8].positions, rows * columns) and boards.dtype == np.uint8
    assert values.shape == (layers[8].positions, 3) and values.dtype == np.int16
    assert (boards.sum(axis=1) == 8).all()
    assert (values[:, 0] <= values[:, 1]).all() and (values[:, 1] <= values[:, 2]).all()
    assert (values[:, 0] < values[:, 2]).sum() == layers[8].undetermined
    again, known = tables.probe_boards(boards)
    assert known.all() and (again == values).all()
    every_second, _ = tables.probe_boards(boards[::2])
    assert (every_second == values[::2]).all()
    _, known = tables.probe_boards(np.full((1, rows * columns), 2, np.uint8))
    assert known[0] == (2 * rows * columns <= 8)
    # The same through positions as text, and through solving.
    game = tables.game
    for index in range(0, len(boards), max(1, len(boards) // 25)):
        board = boards[index]
        cells = ",".join(map(str, board)) if rows == 1 else "/".join(
            ",".join(map(str, row)) for row in board.reshape(rows, columns)
        )
        side = "E" if game.joint else "L"
        total = int(game.position().observe()[: rows * columns].sum())
        text = f"{cells} {side} {total - 8} 0"
        probed = tables.probe(text)
        assert probed.value == tuple(values[index])
        solved = sowlab.solve(game, text, tables=tmp_path)
        assert solved.value == probed.value
    with pytest.raises(TypeError):
        tables.probe_boards(boards.astype(np.int64))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tables.probe_boards(boards[0])
    with pytest.raises(ValueError, match="shape"):
        tables.probe_boards(boards[:, 1:])
    with pytest.raises(ValueError, match=r"boards\[0\]"):
        tables.probe_boards(np.full((1, rows * columns), 255, np.uint8))
    with pytest.raises(ValueError):
        tables.probe("nonsense")
    with pytest.raises(OSError):
        tables.layer(9)
    with pytest.raises(NotADirectoryError):
        sowlab.tables.open(name, tmp_path / "nowhere")


def test_equilibria_and_exploitability() -> None:
    name = "stones:holes=5,seeds=2"
    found = sowlab.equilibrium(name, horizon=2, compare=True)
    assert set(found.compared) == {"open", "reverse", "sealed"}
    assert found.compared["open"].value <= found.value <= found.compared["reverse"].value
    for order, one in found.compared.items():
        assert one.exploitability < 1e-9
        sente, gote = one.sente_array, one.gote_array
        again = sowlab.exploitability(name, order=order, horizon=2, sente=sente, gote=gote)
        assert again.total == pytest.approx(0, abs=1e-9)
        assert again.sente_answers == pytest.approx(one.value, abs=1e-9)
    # A worse strategy can be exploited, a mixed one too.
    holes = 5
    even = np.full(holes, 1 / holes)
    worse = sowlab.exploitability(name, horizon=2, sente=even)
    assert worse.gote_answers <= found.value + 1e-9 and worse.sente_answers == pytest.approx(found.value)
    pairs = np.full((holes, holes), 1 / (holes * holes - holes))
    np.fill_diagonal(pairs, 0)
    assert sowlab.exploitability(name, horizon=2, gote=pairs).sente_answers >= found.value - 1e-9
    mixed = sowlab.exploitability(name, order="open", horizon=2, sente=even)
    pure = [
        sowlab.exploitability(name, order="open", horizon=2, sente=np.eye(holes)[hole]).gote_answers
        for hole in range(holes)
    ]
    assert mixed.gote_answers == pytest.approx(np.mean(pure))
    # West's point of view is the same game turned.
    turned = sowlab.equilibrium(name, "2,2,2,2,2 W 0 0 - 2", horizon=2)
    assert turned.value == pytest.approx(found.value)
    assert (
        sowlab.exploitability(name, "2,2,2,2,2 W 0 0 - 2", horizon=2, sente=turned.sente_array).gote_answers
        == pytest.approx(found.value)
    )
    for wrong in (even[1:], -even, even * 2, even * np.nan):
        with pytest.raises(ValueError):
            sowlab.exploitability(name, horizon=2, sente=wrong)
    with pytest.raises(ValueError, match="moves"):
        sowlab.exploitability(name, horizon=2, gote=np.full((holes, holes), 1 / holes**2))
    with pytest.raises(ValueError, match="give a number of rounds|round"):
        sowlab.equilibrium(name, "2,2,2,2,2 E 0 0 1 1", horizon=2)


def test_loops() -> None:
    layers = sowlab.loops.scan("55stones", 5, certificates=True)
    assert [layer.stones for layer in layers] == [2, 3, 4, 5]
    for layer in layers:
        assert (layer.first is None) == (layer.endless == 0) == (layer.certificate is None)
    small = sowlab.loops.scan("stones:holes=2,seeds=1", 4, certificates=True)
    assert small[-1].certificate is not None
    assert sowlab.loops.verify(small[-1].certificate).claim == "endless-round"
    forged = json.loads(small[-1].certificate)
    forged["checksum"] = "0" * 32
    with pytest.raises(ValueError):
        sowlab.loops.verify(json.dumps(forged))
    reached = sowlab.loops.reach("stones:holes=7,seeds=2", 6, certificate=True)
    assert reached.rounds[0].boards == 1
    if reached.certificate is not None:
        assert sowlab.loops.verify(reached.certificate).length == reached.first_period
    assert sowlab.loops.cycles("stones:holes=5,seeds=2", 6)
    with pytest.raises(ValueError, match="comes back"):
        sowlab.loops.cycles("kalah", 4)


def test_an_exception_in_the_callback_ends_the_work() -> None:
    class Enough(Exception):
        pass

    def stop(what: str, done: int, total: int) -> None:
        raise Enough(what)

    before = time.monotonic()
    with pytest.raises(Enough):
        sowlab.loops.scan("55stones", 20, progress=stop, threads=1)
    assert time.monotonic() - before < 20


def test_other_threads_go_on_while_one_works() -> None:
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    try:
        sowlab.solve("kalah:pits=6,seeds=4", time_limit=0.5, threads=1, recompute=True)
    finally:
        stop.set()
        other.join()
    assert counted > 20


@pytest.mark.parametrize(
    "call",
    [
        "sowlab.loops.scan('55stones', 20, threads=1)",
        "sowlab.solve('55stones', threads=1, memory='64M', recompute=True)",
        "sowlab.equilibrium('55stones', horizon=5, threads=1)",
    ],
)
def test_ctrl_c_ends_long_work(call: str) -> None:
    program = f"""
import signal, sowlab, threading, time
main = threading.main_thread().ident
threading.Timer(1.5, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == "interrupted\n", done.stderr
