//! Random Mancala: what the choice of side and starter is worth.

use std::ops::RangeInclusive;

use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::{Monitor, Value};

use super::best::keeping;
use super::{Bounds, MemorySize, Solution, TwoRankTables, exact, solve_two_rank};
use crate::games::two_rank::{Choice, Position, RandomMancala, Seat};

/// One of the four choices, and what it is worth to the player who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceBounds {
    /// The choice.
    pub choice: Choice,
    /// The margin of the chooser from the setup on.
    pub bounds: Bounds,
}

/// Proves what a setup is worth to the player who chooses his side and who starts, and what each
/// choice is. `best` names the choices. Stores are not counted: a setup has none.
///
/// # Errors
/// As [`solve_two_rank`].
pub fn solve_choice(
    game: &RandomMancala,
    setup: &Position,
    tables: Option<&TwoRankTables>,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<(Solution, Vec<ChoiceBounds>), TableSizeError> {
    let base = game.base();
    let mut nodes = 0;
    let mut solve = |choice: Choice| {
        debug_assert_eq!(choice.starter, Seat::Lower);
        let position = game.choose(setup, choice);
        let solution = solve_two_rank(base, &position, tables, memory, monitor)?;
        nodes += solution.nodes;
        Ok(solution.bounds)
    };
    let (stay, turn) = (solve(Choice::ALL[0])?, solve(Choice::ALL[2])?);
    // The chooser who stays and lets the other start faces what the other would have by turning.
    let choices: Vec<ChoiceBounds> = Choice::ALL
        .into_iter()
        .zip([stay.clone(), turn.flipped(), turn.clone(), stay.flipped()])
        .map(|(choice, bounds)| ChoiceBounds { choice, bounds })
        .collect();
    let best_of = |reading: fn(&Bounds) -> &RangeInclusive<i32>| {
        let all = || choices.iter().map(|choice| reading(&choice.bounds));
        let least = all().map(|interval| *interval.start()).max().unwrap_or(0);
        let most = all().map(|interval| *interval.end()).max().unwrap_or(0);
        least..=most
    };
    let bounds = Bounds {
        lower: best_of(|bounds| &bounds.lower),
        zero: best_of(|bounds| &bounds.zero),
        upper: best_of(|bounds| &bounds.upper),
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

/// Where everything is proven all choices that keep the value; otherwise those that secure `lower`
/// if that is.
fn best_choices(choices: &[ChoiceBounds], bounds: &Bounds) -> (Vec<String>, bool) {
    let proven: Option<Vec<(String, Value)>> = choices
        .iter()
        .map(|choice| Some((choice.choice.to_string(), choice.bounds.value()?)))
        .collect();
    if let (Some(value), Some(options)) = (bounds.value(), proven) {
        return (keeping(options, value), true);
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
