//! Random Mancala: the value of choosing side and starter.

use sowlab_findings::{Bounds, Solution, both, exact};
use std::ops::RangeInclusive;

use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::{Deadline, Game, Monitor, Value};

use super::{TwoRankTables, solve_two_rank};
use sowlab_base::MemorySize;
use sowlab_findings::best_by_convention;
use sowlab_games::two_rank::{Choice, Position, RandomMancala, Seat};

/// The node budget of the first search of each game after a choice.
const FIRST_NODES: u64 = 1 << 21;

/// One of the four choices, with its bounds for the player who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceBounds {
    /// The choice.
    pub choice: Choice,
    /// The margin of the chooser from the setup on.
    pub bounds: Bounds,
}

/// Proves the value of a setup for the player who chooses his side and the starter, and of each choice. `best` names
/// choices. Stores do not count, because a setup has none.
///
/// # Errors
/// Those of [`solve_two_rank`].
pub fn solve_choice(
    game: &RandomMancala,
    setup: &Position,
    tables: Option<&TwoRankTables>,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<(Solution, Vec<ChoiceBounds>), TableSizeError> {
    let base = game.base();
    let mut nodes = 0;
    let mut solve = |position: &Position, monitor: &dyn Monitor| {
        let solution = solve_two_rank(base, position, tables, memory, monitor)?;
        nodes += solution.nodes;
        Ok(solution.bounds)
    };
    let [staying, turning] = [Choice::ALL[0], Choice::ALL[2]].map(|choice| {
        debug_assert_eq!(choice.starter, Seat::Lower);
        game.choose(setup, choice)
    });
    let (stay, turn) = if staying.state() == turning.state() {
        let alike = solve(&staying, monitor)?;
        (alike.clone(), alike)
    } else {
        // Both games have bounds even if there is no time for one of them.
        let first = solve(&staying, &Deadline::of_nodes(monitor, FIRST_NODES))?;
        let turn = solve(&turning, &Deadline::of_nodes(monitor, FIRST_NODES))?;
        let mut to_the_end = |position, first: Bounds| match first.closed() {
            true => Ok(first),
            false => solve(position, monitor).map(|bounds| both(&first, &bounds)),
        };
        (to_the_end(&staying, first)?, to_the_end(&turning, turn)?)
    };
    // A chooser who stays and lets the other start faces the position that the other would have by turning.
    let choices: Vec<ChoiceBounds> = Choice::ALL
        .into_iter()
        .zip([stay.clone(), turn.flipped(), turn.clone(), stay.flipped()])
        .map(|(choice, bounds)| ChoiceBounds { choice, bounds })
        .collect();
    let best_of = |least: i32, reading: fn(&Bounds) -> &RangeInclusive<i32>| {
        let all = || choices.iter().map(|choice| reading(&choice.bounds));
        let least = all()
            .map(|interval| *interval.start())
            .fold(least, i32::max);
        let most = all().map(|interval| *interval.end()).max().unwrap_or(0);
        least..=most
    };
    // Staying and starting, and turning and letting the other start, are one game seen from both sides. The chooser
    // gains at least 0 in one of them, unless infinite play is his loss in both.
    let least_if_it_loses = match base.always_ends() {
        true => 0,
        false => -(setup.state().seeds() as i32),
    };
    let bounds = Bounds {
        lower: best_of(least_if_it_loses, |bounds| &bounds.lower),
        zero: best_of(0, |bounds| &bounds.zero),
        upper: best_of(0, |bounds| &bounds.upper),
    };
    let (best, best_complete) = best_choices(&choices, &bounds);
    let solution = Solution {
        bounds,
        best,
        best_complete,
        nodes,
        pie: None,
    };
    Ok((solution, choices))
}

/// Returns all choices that keep the value, if all bounds are exact. Otherwise returns those that secure `lower`, if it
/// is exact.
fn best_choices(choices: &[ChoiceBounds], bounds: &Bounds) -> (Vec<String>, bool) {
    let proven: Option<Vec<(String, Value)>> = choices
        .iter()
        .map(|choice| Some((choice.choice.to_string(), choice.bounds.value()?)))
        .collect();
    if let (Some(value), Some(options)) = (bounds.value(), proven) {
        return (best_by_convention(options, value), true);
    }
    let securing = exact(&bounds.lower).map(|lower| {
        choices
            .iter()
            .filter(|choice| *choice.bounds.lower.start() == lower)
            .map(|choice| choice.choice.to_string())
            .collect()
    });
    (securing.unwrap_or_default(), false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_games::two_rank::{State, parse};

    /// The chooser gains at least 0, however short the search. If both sides are equal, there is one search.
    #[test]
    fn the_chooser_loses_nothing() {
        let base = parse("kalah:pits=6,seeds=4").unwrap();
        let memory = MemorySize::new(1 << 20);
        let solve = |lower: &[u8], upper: &[u8], nodes: u64| {
            let state = State::new(Seat::Lower, lower, upper).unwrap();
            let setup = Position::new(state, 6, [0; 2]).unwrap();
            let game = RandomMancala::new("setup", base.clone(), setup).unwrap();
            let budget = Deadline::of_nodes(&(), nodes);
            let solved = solve_choice(&game, &setup, None, memory, &budget).unwrap();
            let started = solve_two_rank(&base, &setup, None, memory, &()).unwrap();
            (solved, started)
        };
        let cut_off = |nodes| solve(&[3, 1, 2, 2, 1, 3], &[0, 3, 0, 3, 0, 4], nodes).0.0;
        let worth = cut_off(u64::MAX).bounds.value().unwrap();
        for nodes in [0, 10, 1000, 10_000] {
            let bounds = cut_off(nodes).bounds;
            assert!(
                bounds.hold(worth) && *bounds.zero.start() >= 0,
                "{bounds:?}"
            );
        }
        assert_eq!(cut_off(0).bounds, Bounds::alike(0..=22));
        let alike = [0, 1, 0, 2, 2, 1];
        let ((whole, choices), started) = solve(&alike, &alike, u64::MAX);
        assert_eq!(choices[0].bounds, choices[2].bounds);
        assert!(whole.nodes < 2 * started.nodes);
        let started = started.bounds.one_value().unwrap();
        assert_eq!(whole.bounds.one_value(), Some(started.abs()));
    }
}
