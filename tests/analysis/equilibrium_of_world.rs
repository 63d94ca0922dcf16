//! Equilibria of agsinnoninka, whose players choose at once.

use sowlab::analysis::equilibrium::{CommitOrder, EquilibriumRequest, find_world_equilibrium};
use sowlab::games::world::{Move, WorldRounds, WorldVariant};
use sowlab_solvers::{JointGame, Resolution};

type State = <WorldRounds as JointGame>::State;

fn choices(game: &WorldRounds, state: &State) -> [Vec<Move>; 2] {
    let [mut first, mut second] = [Vec::new(), Vec::new()];
    game.leader_choices(state, &mut first);
    if let Some(&chosen) = first.first() {
        game.follower_choices(state, chosen, &mut second);
    }
    [first, second]
}

/// The margin of the first side after a round and optimal play for some more rounds; later seeds count for nobody.
fn after(
    game: &WorldRounds,
    state: &State,
    [first, second]: [Move; 2],
    rounds: u32,
    open: bool,
) -> i32 {
    match game.resolve(state, first, second) {
        Resolution::Over { margin } => margin,
        Resolution::Endless => 0,
        Resolution::Next(step) => step.gain + value(game, &step.state, rounds, open),
    }
}

/// The value where one side sees the choice of the other: the second side if `open`, or the first.
fn value(game: &WorldRounds, state: &State, rounds: u32, open: bool) -> i32 {
    if rounds == 0 {
        return 0;
    }
    let [first, second] = choices(game, state);
    let of = |pair| after(game, state, pair, rounds - 1, open);
    let replies = |one: &Move| second.iter().map(|&reply| of([*one, reply])).min();
    let answers = |reply: &Move| first.iter().map(|&one| of([one, *reply])).max();
    match open {
        true => first.iter().filter_map(replies).max(),
        false => second.iter().filter_map(answers).min(),
    }
    .unwrap_or(0)
}

#[test]
fn sealed_values_lie_between_those_of_a_plain_recursion() {
    for name in [
        "agsinnoninka:pits=2,seeds=2",
        "agsinnoninka:pits=3,seeds=2",
        "agsinnoninka:pits=3,seeds=3,capture=at-end",
        "agsinnoninka:pits=3,seeds=3,tie=upper",
    ] {
        let variant: WorldVariant = name.parse().unwrap();
        let game = WorldRounds::new(variant.game()).unwrap();
        let start = game.sequential().start();
        for rounds in 1..=3 {
            let request = EquilibriumRequest {
                order: CommitOrder::Sealed,
                rounds: Some(rounds),
                tables: None,
                compare: true,
                memory: "1M".parse().unwrap(),
            };
            let (found, position) = find_world_equilibrium(&variant, None, &request, &()).unwrap();
            assert!(position.ends_with('L'));
            let of = |order| {
                let one = found
                    .compared
                    .iter()
                    .find(|one| one.order == order)
                    .unwrap();
                assert!(one.exploitability.total() < 1e-6, "{name} {order}");
                one.value
            };
            let [open, reverse] =
                [true, false].map(|open| value(&game, &start, rounds.into(), open));
            assert!(
                (of(CommitOrder::Open) - f64::from(open)).abs() < 1e-9,
                "{name} {rounds}"
            );
            assert!(
                (of(CommitOrder::Reverse) - f64::from(reverse)).abs() < 1e-9,
                "{name} {rounds}"
            );
            let sealed = of(CommitOrder::Sealed);
            let between = f64::from(open) - 1e-9..=f64::from(reverse) + 1e-9;
            assert!(between.contains(&sealed), "{name} {rounds}: {sealed}");
        }
    }
}

#[test]
fn games_in_turn_and_positions_within_a_round_are_refused() {
    let request = EquilibriumRequest {
        order: CommitOrder::Open,
        rounds: Some(1),
        tables: None,
        compare: false,
        memory: "1M".parse().unwrap(),
    };
    let error = |name: &str, position| {
        let variant: WorldVariant = name.parse().unwrap();
        let found = find_world_equilibrium(&variant, position, &request, &());
        found.unwrap_err().to_string()
    };
    assert!(error("togyz", None).contains("togyz"));
    assert!(error("agsinnoninka:mode=alternate", None).contains("alternate"));
    let within = Some("5,5,5,5,5/5,5,5,5,5 U 0 0 L3");
    assert!(error("agsinnoninka", within).contains("start of a round"));
}
