"""Adapters: the test suites of OpenSpiel, PettingZoo and Gymnasium, and what they agree on with our solvers."""

from __future__ import annotations

import copy
import os
import pathlib
import pickle
import unittest

import numpy as np
import pytest
import sowlab

SMALL = "stones:holes=5,seeds=2"
#: Games without the pie rule, which only the open order has.
SEALED = sowlab.Game(SMALL, pie=False)
SEALED_33 = sowlab.Game("33stones", pie=False)


@pytest.fixture(scope="module")
def spiel():  # type: ignore[no-untyped-def]
    module = pytest.importorskip("pyspiel")
    import sowlab.openspiel

    sowlab.openspiel.register()
    sowlab.openspiel.register()
    return module


PARAMETERS = [
    ("python_sowlab", {"game": "kalah:pits=4,seeds=2"}),
    ("python_sowlab", {"game": "55stones", "max_steps": 60}),
    ("python_sowlab", {"game": SMALL, "order": "reverse", "pie": False}),
    ("python_sowlab", {"game": "awari:pits=3,seeds=2", "max_steps": 40}),
    ("python_sowlab", {"game": "owela:pits=3", "max_steps": 40}),
    ("python_sowlab", {"game": "colony:board=toy", "max_steps": 60}),
    ("python_sowlab_sealed", {"game": SMALL, "max_steps": 30}),
    ("python_sowlab_sealed", {"game": "33stones", "max_steps": 30}),
]


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS)
def test_openspiel_simulates_at_random_with_serialisation(spiel, name, parameters) -> None:  # type: ignore[no-untyped-def]
    game = spiel.load_game(name, parameters)
    spiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    again = spiel.load_game(str(game))
    assert str(again) == str(game)
    state = game.new_initial_state()
    other = spiel.deserialize_game_and_state(spiel.serialize_game_and_state(game, state))[1]
    assert str(other) == str(state)


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS)
def test_openspiel_api(spiel, name, parameters) -> None:  # type: ignore[no-untyped-def]
    """What OpenSpiel's own API test asks of states of every registered game."""
    api = pytest.importorskip("open_spiel.integration_tests.api_test")
    game = spiel.load_game(name, parameters)
    asked = type("Asked", (api.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    passed = unittest.TestResult()
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(asked)
    assert tests.countTestCases() >= 5
    tests.run(passed)
    assert passed.testsRun >= 5 and not passed.errors and not passed.failures


def test_openspiel_plays_what_sowlab_plays(spiel) -> None:  # type: ignore[no-untyped-def]
    game = spiel.load_game("python_sowlab", {"game": "kalah"})
    rng = np.random.default_rng(1)
    state, position = game.new_initial_state(), sowlab.Game("kalah").position()
    while not state.is_terminal():
        assert state.legal_actions() == sorted(position.actions)
        assert state.current_player() == position.side
        action = int(rng.choice(state.legal_actions()))
        text = state.action_to_string(state.current_player(), action)
        assert position.play(text) == position.play(action)
        state.apply_action(action)
        position = position.play(action)
    assert position.is_over and state.returns()[0] == position.score[0] - position.score[1]


@pytest.mark.parametrize("pie", [True, False])
def test_openspiel_plays_the_pie_rule_unless_switched_off(spiel, pie: bool) -> None:  # type: ignore[no-untyped-def]
    state = spiel.load_game("python_sowlab", {"game": "55stones", "pie": pie}).new_initial_state()
    for move in ("E4", "W1"):
        state.apply_action(state.string_to_action(state.current_player(), move))
    texts = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
    assert texts == ["turn", "stay"] if pie else "W6" in texts
    again = pickle.loads(pickle.dumps(state))
    assert again.get_game().sowlab == sowlab.Game("55stones", pie=pie) and str(again) == str(state)
    assert spiel.load_game("python_sowlab").sowlab.pie and not spiel.load_game("python_sowlab_sealed").sowlab.pie


@pytest.mark.parametrize(("name", "parameters"), [PARAMETERS[0], PARAMETERS[2], PARAMETERS[6]])
def test_openspiel_playthroughs(spiel, name, parameters) -> None:  # type: ignore[no-untyped-def]
    """Compared with the files beside this one; SOWLAB_PLAYTHROUGHS=write makes them anew."""
    generate = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    game = spiel.load_game(name, parameters)
    text = generate.playthrough(str(game), action_sequence=None, seed=1)
    # A line of OpenSpiel's own description, which other versions may word anew.
    lines = [line for line in text.splitlines() if not line.startswith("GameType.")]
    file = pathlib.Path(__file__).parent / "playthroughs" / f"{name}-{parameters['game'].split(':')[0]}.txt"
    if os.environ.get("SOWLAB_PLAYTHROUGHS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n")
    assert file.read_text().splitlines() == lines


@pytest.mark.parametrize("position", ["0,2,0,2,3 E 2 1 - 3", "2,2,2,2,2 E 0 0 - 2", "2,0,3,2,2 W 1 0 - 2"])
def test_openspiel_mcts_agrees_with_the_solver(spiel, position: str) -> None:  # type: ignore[no-untyped-def]
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = spiel.load_game("python_sowlab", {"game": SMALL, "start": position, "max_steps": 100})
    state = game.new_initial_state()
    rng = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(2, rng)
    bot = mcts.MCTSBot(
        game, uct_c=5, max_simulations=2000, evaluator=evaluator, solve=False, random_state=rng
    )
    chosen = state.action_to_string(state.current_player(), bot.step(state))
    assert chosen in sowlab.choices(SMALL, position).best


@pytest.mark.parametrize("horizon", [1, 2])
def test_openspiel_cfr_agrees_with_our_equilibrium(spiel, horizon: int) -> None:  # type: ignore[no-untyped-def]
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    expected = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")
    if horizon == 1:
        start = sowlab.Game(SMALL).position()
    else:
        # Few stones, so that two rounds have a tree that Python can walk.
        start = sowlab.Game(SMALL).position("0,2,0,2,3 E 2 1 - 3")
    sealed = sowlab.equilibrium(start, horizon=horizon)
    parameters = {"game": SMALL, "start": str(start), "max_steps": horizon}
    game = spiel.load_game("python_sowlab_sealed", parameters)
    turns = spiel.convert_to_turn_based(game)
    solver = cfr.CFRPlusSolver(turns)
    for _ in range(60 if horizon == 1 else 25):
        solver.evaluate_and_update_policy()
    values = expected.policy_value(turns.new_initial_state(), [solver.average_policy()] * 2)
    before = start.score[0] - start.score[1]
    assert values[0] - before == pytest.approx(sealed.value, abs=0.1)


def test_openspiel_refuses_what_is_wrong(spiel) -> None:  # type: ignore[no-untyped-def]
    for name, parameters in [
        ("python_sowlab", {"game": "56stones"}),
        ("python_sowlab", {"game": "kalah", "order": "reverse"}),
        ("python_sowlab", {"game": SMALL, "order": "reverse"}),
        ("python_sowlab", {"game": "55stones", "order": "sealed"}),
        ("python_sowlab", {"game": "55stones", "max_steps": 0}),
        ("python_sowlab_sealed", {"game": "kalah"}),
    ]:
        with pytest.raises((ValueError, spiel.SpielError, RuntimeError)):
            spiel.load_game(name, parameters)


@pytest.mark.parametrize(
    ("game", "arguments"),
    [
        ("kalah", {}),
        ("55stones", {}),
        (SEALED_33, {"order": "reverse"}),
        ("awari", {"max_steps": 100}),
        ("owela", {"max_steps": 50, "illegal": "lose"}),
        ("colony", {}),
    ],
)
def test_pettingzoo_aec(game: str | sowlab.Game, arguments: dict) -> None:  # type: ignore[type-arg]
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, render_test, seed_test

    import sowlab.pettingzoo

    api_test(sowlab.pettingzoo.aec(game, **arguments), num_cycles=300)
    seed_test(lambda: sowlab.pettingzoo.aec(game, opening_steps=2, **arguments), num_cycles=20)
    # It begins with render_mode="human", which no environment here has.
    render_test(lambda render_mode: sowlab.pettingzoo.aec(game, render_mode="ansi", **arguments))
    env = sowlab.pettingzoo.aec(game, render_mode="ansi", **arguments)
    env.reset(seed=1)
    assert env.render() == env._one.game.position().drawing()
    assert pickle.loads(pickle.dumps(env)).possible_agents == env.possible_agents


def test_pettingzoo_parallel() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import parallel_api_test

    import sowlab.pettingzoo

    for game in (sowlab.Game("55stones", pie=False), SEALED):
        parallel_api_test(sowlab.pettingzoo.parallel(game, max_steps=50), num_cycles=300)
        parallel_api_test(sowlab.pettingzoo.parallel(game, illegal="lose"), num_cycles=50)
        env = sowlab.pettingzoo.parallel(game, render_mode="ansi")
        env.reset(seed=1)
        assert env.render() == game.position().drawing()
        assert sowlab.pettingzoo.parallel(game).render() is None


def test_pettingzoo_names() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    import sowlab.pettingzoo as module

    api_test(module.raw_env(), num_cycles=50)
    api_test(module.env("kalah", max_steps=60), num_cycles=100)
    parallel_api_test(module.parallel_env(), num_cycles=50)
    assert module.aec is module.raw_env and module.parallel is module.parallel_env
    wrapped = module.env("kalah")
    assert isinstance(wrapped, OrderEnforcingWrapper)
    wrapped.reset(seed=1)
    with pytest.raises(AssertionError):
        wrapped.step(99)
    with pytest.raises(ValueError, match="render_mode='human'"):
        module.env("kalah", render_mode="human")


def _rest(env) -> list[object]:  # type: ignore[no-untyped-def]
    """The rest of a turn-based game, each time the first legal action."""
    seen: list[object] = []
    for agent in env.agent_iter():
        observed, reward, terminated, truncated, info = env.last()
        mask = observed["action_mask"]
        seen.append((agent, observed["observation"].tolist(), mask.tolist(), reward, terminated, truncated, info))
        env.step(None if terminated or truncated else int(np.flatnonzero(mask)[0]))
    return seen


@pytest.mark.parametrize("make", ["env", "raw_env"])
@pytest.mark.parametrize(
    ("game", "arguments"),
    [
        ("kalah:pits=3,seeds=2", {}),
        (SEALED_33, {"order": "reverse", "opening_steps": 1}),
        ("33stones", {"max_steps": 12, "illegal": "lose"}),
        ("55stones", {"max_steps": 30, "render_mode": "ansi"}),
        ("colony:board=toy", {"max_steps": 30}),
    ],
)
def test_a_copy_of_a_game_goes_on_from_where_it_is(make: str, game: object, arguments: dict) -> None:  # type: ignore[type-arg]
    pytest.importorskip("pettingzoo")
    import sowlab.pettingzoo

    def env():  # type: ignore[no-untyped-def]
        return getattr(sowlab.pettingzoo, make)(game, **arguments)

    def played(steps: int):  # type: ignore[no-untyped-def]
        one = env()
        one.reset(seed=5)
        for _ in range(steps):
            observed, _, terminated, truncated, _ = one.last()
            mask = np.flatnonzero(observed["action_mask"])
            one.step(None if terminated or truncated else int(mask[-1]))
        return one

    # Before it began, and in the middle, with an odd and an even number of steps.
    for copied in (copy.deepcopy(env()), pickle.loads(pickle.dumps(env()))):
        copied.reset(seed=5)
        assert _rest(copied) == _rest(played(0))
    for steps in (1, 2, 5):
        original = played(steps)
        copies = [copy.deepcopy(original), pickle.loads(pickle.dumps(original))]
        expected = _rest(played(steps))
        assert len(expected) > 2
        for copied in copies:
            assert copied.render() == original.render()
            assert _rest(copied) == expected
        # And the copies left the original as it was.
        assert _rest(original) == expected


def test_a_copy_of_a_parallel_game_goes_on_from_where_it_is() -> None:
    pytest.importorskip("pettingzoo")
    import sowlab.pettingzoo

    def rest(env, observed) -> list[object]:  # type: ignore[no-untyped-def]
        seen: list[object] = []
        while env.agents:
            actions = {
                agent: int(np.flatnonzero(observed[agent]["action_mask"])[0]) for agent in env.agents
            }
            observed, *others = env.step(actions)
            seen.append([{a: o["observation"].tolist() for a, o in observed.items()}, others])
        return seen

    for steps in range(3):
        env = sowlab.pettingzoo.parallel_env(SEALED_33, max_steps=20)
        observed, _ = env.reset(seed=2)
        for _ in range(steps):
            actions = {
                agent: int(np.flatnonzero(observed[agent]["action_mask"])[-1]) for agent in env.agents
            }
            observed, *_ = env.step(actions)
        assert env.agents
        copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        expected = rest(env, observed)
        assert [rest(one, observed) for one in copies] == [expected] * 2


def test_a_copy_of_a_gymnasium_environment_goes_on_from_where_it_is() -> None:
    pytest.importorskip("gymnasium")
    import sowlab.gymnasium

    envs = sowlab.gymnasium.make_vec("kalah", 5, max_steps=20, opening_steps=2)
    _, infos = envs.reset(seed=1)
    for _ in range(3):
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        *_, infos = envs.step(actions)
    twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    for _ in range(40):
        actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in infos["action_mask"]])
        *found, infos = envs.step(actions)
        for twin in twins:
            for a, b in zip(found, twin.step(actions)):
                assert (a == b).all()


def test_a_copy_of_an_openspiel_state_is_the_same_state(spiel) -> None:  # type: ignore[no-untyped-def]
    for name, parameters in PARAMETERS[:3]:
        game = spiel.load_game(name, parameters)
        assert str(pickle.loads(pickle.dumps(game))) == str(game)
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.clone()):
            assert str(twin) == str(state) and twin.legal_actions() == state.legal_actions()
            twin.apply_action(twin.legal_actions()[0])
            assert str(twin) != str(state)


def test_pettingzoo_rewards_and_illegal_actions() -> None:
    pytest.importorskip("pettingzoo")
    import sowlab.pettingzoo

    env = sowlab.pettingzoo.aec("kalah:pits=3,seeds=2")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    won = dict.fromkeys(env.possible_agents, 0.0)
    position = sowlab.Game("kalah:pits=3,seeds=2").position()
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        won[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert seen["observation"].tolist() == position.observe().tolist()
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        position = position.play(action)
        env.step(action)
    assert won["lower_0"] == -won["upper_1"] == position.score[0] - position.score[1]
    env.reset()
    with pytest.raises(ValueError, match="legal"):
        env.step(99)
    lenient = sowlab.pettingzoo.aec("kalah:pits=3,seeds=2", illegal="lose")
    lenient.reset()
    lenient.step(99)
    assert lenient.terminations["lower_0"] and lenient.rewards["lower_0"] == -12
    both = sowlab.pettingzoo.parallel(SEALED)
    both.reset()
    with pytest.raises(ValueError, match="legal"):
        both.step({"east_0": 1, "west_1": 0})
    with pytest.raises(ValueError, match="sealed"):
        sowlab.pettingzoo.aec("55stones", order="sealed")
    with pytest.raises(ValueError):
        sowlab.pettingzoo.parallel("kalah")
    with pytest.raises(ValueError, match="pie=False"):
        sowlab.pettingzoo.parallel(SMALL)
    with pytest.raises(ValueError, match="illegal"):
        sowlab.pettingzoo.aec("kalah", illegal="ignore")


@pytest.mark.parametrize("game", ["kalah:pits=3,seeds=2", sowlab.Game("33stones")])
def test_gymnasium_draws_every_game(game: str | sowlab.Game) -> None:
    pytest.importorskip("gymnasium")
    import sowlab.gymnasium

    envs = sowlab.gymnasium.make_vec(game, 3, render_mode="ansi", opening_steps=1)
    assert envs.render_mode in envs.metadata["render_modes"]
    _, infos = envs.reset(seed=1)
    for _ in range(40):
        drawings = envs.render()
        positions = envs.games.positions()
        assert drawings == tuple(envs.games.game.position(text).drawing() for text in positions)
        _, _, _, _, infos = envs.step([int(np.argmax(mask)) for mask in infos["action_mask"]])
    plain = sowlab.gymnasium.make_vec(game, 3)
    assert plain.render_mode is None and plain.render() is None
    for wrong, error in [("human", ValueError), (5, TypeError)]:
        with pytest.raises(error, match="render_mode"):
            sowlab.gymnasium.make_vec(game, 3, render_mode=wrong)


@pytest.mark.parametrize("auto_reset", ["next-step", "same-step", "disabled"])
@pytest.mark.parametrize(("game", "order"), [("kalah", "open"), (SEALED, "sealed")])
@pytest.mark.parametrize("planes", [False, True])
def test_gymnasium_vector(game: str | sowlab.Game, order: str, auto_reset: str, planes: bool) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import sowlab.gymnasium

    envs = sowlab.gymnasium.make_vec(
        game, 6, order=order, auto_reset=auto_reset, max_steps=40, planes=planes
    )
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert envs.metadata["autoreset_mode"].value.lower() == auto_reset.replace("-", "")
    wrapped = envs
    if auto_reset != "disabled":
        wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    seen, infos = wrapped.reset(seed=4)
    again, _ = wrapped.reset(seed=4)
    assert (seen == again).all()
    rng = np.random.default_rng(1)
    finished = 0
    for _ in range(120):
        assert seen in envs.observation_space
        actions = [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in infos["action_mask"]]
        if order == "sealed":
            seconds = infos["second_action_mask"]
            others = [rng.choice(np.flatnonzero(mask)) if mask.any() else 1 for mask in seconds]
            actions = np.stack([actions, others], axis=1)
        actions = np.asarray(actions)
        assert actions in envs.action_space
        before, told = seen, infos
        seen, rewards, terminated, truncated, infos = wrapped.step(actions)
        # What was given earlier stays as it was.
        assert not np.shares_memory(before, seen)
        assert not np.shares_memory(told["action_mask"], infos["action_mask"])
        done = terminated | truncated
        assert rewards.dtype == np.float64 and terminated.dtype == truncated.dtype == np.bool_
        if auto_reset == "same-step" and done.any():
            assert (infos["_final_obs"] == done).all()
            for last, over in zip(infos["final_obs"], done):
                assert last in envs.single_observation_space if over else last is None
        if auto_reset == "disabled" and done.any():
            seen, infos = wrapped.reset(options={"reset_mask": done})
        finished += int(done.sum())
    assert finished > 6
    envs.close()
