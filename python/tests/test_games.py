"""Games and positions."""

from __future__ import annotations

import copy
import pickle
import random
import re
import xml.dom.minidom

import numpy as np
import pytest
import sowlab
from conftest import SMALL

NAMES = [entry.name for entry in sowlab.games()]


def random_games(name: str, pie: bool = False, games: int = 5) -> list[list[sowlab.Position]]:
    """Games of random choices, at most 150 moves each."""
    rng = random.Random(7)
    game = sowlab.Game(name, pie=pie)
    played = []
    for _ in range(games):
        line = [game.position()]
        while not line[-1].is_over and len(line) < 150:
            line.append(line[-1].play(rng.choice(line[-1].choices)))
        played.append(line)
    return played


@pytest.mark.parametrize("name", [*NAMES, *SMALL])
@pytest.mark.parametrize("pie", [False, True])
def test_random_games_agree_in_every_form(name: str, pie: bool) -> None:
    game = sowlab.Game(name)
    if pie and not game.has_pie:
        pytest.skip("no pie rule")
    for line in random_games(name, pie):
        for before, after in zip(line, line[1:]):
            assert len(before.choices) == len(set(before.choices)) == len(set(before.actions))
            reached = [before.play(action) for action in before.actions]
            assert after in reached
            assert [before.play(choice) for choice in before.choices] == reached
            rows, columns = before.game.cells
            assert before.observe().shape == (rows * columns + len(before.game.scalars),)
            assert before.observe().dtype == np.uint8
            assert max(before.actions) < before.game.actions
        for position in (line[0], line[len(line) // 2], line[-1]):
            again = pickle.loads(pickle.dumps(position))
            assert again == position and hash(again) == hash(position)
            assert copy.deepcopy(position) == position
            assert again.score == position.score and again.is_over == position.is_over
            if not position.is_over:
                assert position.game.position(str(position)) == position
            xml.dom.minidom.parseString(position.svg())
            assert position.drawing().strip()
        last = line[-1]
        if last.is_over:
            assert last.choices == [] and last.actions == []
            assert last.is_endless or sum(last.score) > 0 or "basic" in name
            with pytest.raises(ValueError, match="over|never ends"):
                last.play(0)


def test_a_known_round() -> None:
    game = sowlab.Game("55stones", pie=False)
    after = game.position().play("E10").play("W1")
    assert str(after) == "0,10,1,3,4,1,11,11,2,0,7 W 5 0 - 2"
    assert after.score == (5, 0) and after.side == 1
    assert game.replay("E10W1")[-1] == after
    with_pie = sowlab.Game("55stones")
    turned = with_pie.replay("E10W1 turn")[-1]
    assert str(turned) == "7,0,2,11,11,1,4,3,1,10,0 E 0 5 - 2"
    assert with_pie.replay("E10W1 W2") == with_pie.replay("E10W1 stay W2")


def test_the_pie_rule_is_played_where_a_game_has_it() -> None:
    for name in NAMES:
        game, without = sowlab.Game(name), sowlab.Game(name, pie=False)
        assert game.pie == game.has_pie and not without.pie
        assert (game == without) == (not game.has_pie)
        assert eval(repr(game), {"Game": sowlab.Game}) == game
        assert eval(repr(without), {"Game": sowlab.Game}) == without
    assert sowlab.VectorEnv("55stones", 1).game.pie
    assert sowlab.tournament("33stones", ["random", "random"], games=2) == sowlab.tournament(
        sowlab.Game("33stones", pie=True), ["random", "random"], games=2
    )


def test_drawings_without_styles() -> None:
    for name in NAMES:
        position = sowlab.Game(name).position()
        plain = position.drawing(color=False)
        assert "\x1b" not in plain
        assert plain == re.sub(r"\x1b\[[0-9;]*m", "", position.drawing())
    assert position.drawing(color=True) == position.drawing()
    assert "\x1b[" in sowlab.Game("55stones").position().drawing()


def test_sown_step_by_step() -> None:
    sown = sowlab.sow("55stones", 10, 1, trace=True)
    assert (sown.captured, sown.steps, sown.outcome) == ((5, 0), 27, "capture")
    assert sown.trace is not None and len(sown.trace) == 28 and sown.trace_complete
    assert sum(sown.trace[-1].holes) + sown.trace[-1].west.hand + sown.trace[-1].east.hand >= 50
    assert sown.position == sowlab.Game("55stones").replay("E10W1")[-1]
    start = sown.trace[0]
    assert start.event == "start" and start.east == sowlab.Hand(hole=10, toward=1, hand=5)
    endless = sowlab.sow("stones:holes=2,seeds=2", 1, 2, period=True)
    assert endless.outcome == "endless" and endless.period and endless.position is None
    short = sowlab.sow("55stones", 10, 1, trace=3)
    assert short.trace is not None and len(short.trace) == 4 and not short.trace_complete


def test_games_are_values() -> None:
    one, same = sowlab.Game("33stones"), sowlab.Game("33Stones:both-out=relay")
    assert one == same and hash(one) == hash(same) and len({one, same}) == 1
    assert one != sowlab.Game("33stones", pie=False) and one != sowlab.Game("55stones")
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(one).startswith("Game('33stones:")
    position = one.position()
    assert position != sowlab.Game("33stones", pie=False).position()
    with pytest.raises(AttributeError):
        one.name = "x"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        position.text = "x"  # type: ignore[misc]


def test_the_catalog_lists_what_can_be_made() -> None:
    for entry in sowlab.games():
        game = sowlab.Game(entry.name)
        assert game.family == entry.family
        assert game.rules and entry.about
        for option in entry.options:
            sowlab.Game(f"{entry.name}:{option.name}={option.default}")


@pytest.mark.parametrize(
    ("wrong", "error", "part"),
    [
        (lambda: sowlab.Game("56stones"), ValueError, "55stones"),
        (lambda: sowlab.Game("stones:holes=17"), ValueError, "2..16"),
        (lambda: sowlab.Game("kalah", pie=True), ValueError, "pie"),
        (lambda: sowlab.Game(5), TypeError, "str"),
        (lambda: sowlab.Game("55stones").position("5,5"), ValueError, "position"),
        (lambda: sowlab.Game("55stones").position("\0\ud7ff"), ValueError, "position"),
        (lambda: sowlab.Game("55stones").position().play("E12"), ValueError, "legal moves are"),
        (lambda: sowlab.Game("55stones").position().play("W1"), ValueError, "legal moves are"),
        (lambda: sowlab.Game("55stones").position().play(11), ValueError, "legal actions are"),
        (lambda: sowlab.Game("55stones").position().play(-1), ValueError, "action -1: legal actions are"),
        (lambda: sowlab.Game("55stones").position().play(2**70), ValueError, "legal actions are"),
        (lambda: sowlab.Game("55stones").position().play(1.5), TypeError, "float"),
        (lambda: sowlab.Game("55stones").position().play(None), TypeError, "NoneType"),
        (lambda: sowlab.Game("55stones").replay("E1W1"), ValueError, "W1"),
        (lambda: sowlab.sow("kalah", 1, 2), ValueError, "55stones"),
        (lambda: sowlab.sow("55stones", 1, 1), ValueError, "1"),
        (lambda: sowlab.sow("55stones", 0, 99), ValueError, "0"),
        (lambda: sowlab.sow("55stones", -1, 2), ValueError, "east=-1: 0 to"),
        (
            lambda: sowlab.solve("kalah", sowlab.Game("awari").position()),
            ValueError,
            "not one of",
        ),
        (
            lambda: sowlab.solve(sowlab.Game("kalah").position(), "4,4,4,4,4,4/4,4,4,4,4,4 L"),
            TypeError,
            "one position",
        ),
        (lambda: sowlab.solve("kalah", memory="-1M"), ValueError, "memory"),
        (lambda: sowlab.solve("kalah", time_limit=-1.0), ValueError, "time_limit"),
        (lambda: sowlab.solve("kalah", time_limit=float("nan")), ValueError, "time_limit"),
        (lambda: sowlab.solve("kalah", threads=0), ValueError, "threads"),
        (lambda: sowlab.solve("kalah", explain=True), ValueError, "stones family"),
        (lambda: sowlab.solve("kalah", tables="/nowhere"), ValueError, "nowhere"),
        (lambda: sowlab.equilibrium("kalah"), ValueError, "55stones"),
        (lambda: sowlab.equilibrium("55stones", order="both"), ValueError, "order='both'"),
        (lambda: sowlab.loops.scan("55stones", 1), ValueError, "2 to 255"),
        (lambda: sowlab.loops.reach("55stones", 0), ValueError, "rounds=0"),
        (lambda: sowlab.loops.reach("55stones", 1, follow="some"), ValueError, "undisputed"),
        (lambda: sowlab.loops.verify("{}"), ValueError, "missing"),
        (lambda: sowlab.tables.open("colony", "."), ValueError, "no tables"),
    ],
)
def test_bad_input_is_an_exception(wrong, error, part) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=part):
        wrong()


def test_positions_that_differ_by_the_round_alone_are_equal() -> None:
    game = sowlab.Game("stones:holes=5,seeds=2")
    one, other = (game.position(f"1,3,0,1,3 W 2 0 - {number}") for number in (4, 6))
    assert one == other and hash(one) == hash(other) and one.key == other.key
    assert one.text != other.text
    # In the first round the pie decision is still to come.
    first, second = (game.position(f"2,2,2,2,2 E 0 0 - {number}") for number in (1, 2))
    assert first != second and first.key != second.key
    plain = sowlab.Game("stones:holes=5,seeds=2", pie=False)
    assert plain.position("2,2,2,2,2 E 0 0 - 1") == plain.position("2,2,2,2,2 E 0 0 - 2")
