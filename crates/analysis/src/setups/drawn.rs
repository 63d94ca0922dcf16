//! Random setups from consecutive seeds.

use sowlab_findings::{Bounds, Solved};
use sowlab_solvers::{Monitor, Unwatched};

use super::sample::{Setup, Setups};
use crate::solve::{SolveRequest, Unsolved, solve_drawn_setup};
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_base::pieces::Shard;
use sowlab_games::two_rank::{RandomMancala, RandomPosition, RandomVariant};

/// The memory of each search. The system zeroes its pages for each setup, and these searches need
/// no more.
const MEMORY: MemorySize = MemorySize::new(32 << 20);

/// The setups to solve.
#[derive(Clone, Copy, Debug)]
pub struct DrawnSetupsRequest {
    /// The number of setups, from the seed of the game on.
    pub samples: u64,
    /// The shard to solve, which is a run of consecutive seeds.
    pub shard: Option<Shard>,
}

/// The error of seeds that exceed the greatest seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{samples} setups from seed {first} exceed the greatest seed, {}",
    u64::MAX
)]
pub struct TooManySeeds {
    first: u64,
    samples: u64,
}

/// Solves random setups: the value of each for the player who chooses side and starter.
///
/// # Errors
/// There are too few seeds, or fewer setups than shards, or a setup is not solved.
pub fn solve_drawn_setups(
    game: &RandomVariant,
    request: &DrawnSetupsRequest,
    monitor: &dyn Monitor,
) -> Result<Setups, RequestError> {
    let &DrawnSetupsRequest { samples, shard } = request;
    enough_seeds(game, samples)?;
    let drawn = match shard {
        None => 0..samples,
        Some(shard) => {
            let checked = shard.check(samples, "setups");
            checked.map_err(|error| RequestError::field(Field::Shard, error))?;
            shard.units(samples)
        }
    };
    let mut setups = of_seeds(game, samples);
    monitor.begin("setups", drawn.end - drawn.start);
    for number in drawn {
        add(&mut setups, &game.with_seed(game.seed() + number), monitor)?;
        monitor.advance(1);
    }
    Ok(setups)
}

/// Checks that there are enough seeds from that of the game on.
fn enough_seeds(game: &RandomVariant, samples: u64) -> Result<(), RequestError> {
    let first = game.seed();
    let last = samples.checked_sub(1);
    match last.is_none_or(|rest| first.checked_add(rest).is_some()) {
        true => Ok(()),
        false => Err(RequestError::field(
            Field::Samples,
            TooManySeeds { first, samples },
        )),
    }
}

/// Returns the game with its setup.
fn game_of(game: &RandomVariant) -> Result<RandomMancala, RequestError> {
    let built = game.game();
    built.map_err(|error| RequestError::field(Field::Game, error))
}

/// Returns an empty collection for `samples` setups from the seed of the game on.
fn of_seeds(game: &RandomVariant, samples: u64) -> Setups {
    let first = game.seed();
    let last = first.saturating_add(samples.saturating_sub(1));
    Setups::new(game.to_string(), format!("seeds {first} to {last}"))
}

/// Solves a setup and adds it.
fn add(
    setups: &mut Setups,
    game: &RandomVariant,
    monitor: &dyn Monitor,
) -> Result<(), RequestError> {
    let game = game_of(game)?;
    let Solved {
        game: name,
        position,
        solution,
        ..
    } = solve_setup(&game, monitor)?;
    let worth = value(&name, &solution.bounds)?;
    let state = game.setup().state();
    setups.add(worth, state, || {
        Ok::<Setup, RequestError>(Setup {
            name: name.clone(),
            position: position.clone(),
            seeds: state.seeds(),
            worth,
            best: solution.best.clone(),
        })
    })
}

/// Returns the value of the choice, and that of each of the four choices.
///
/// # Errors
/// The monitor cancelled.
pub(super) fn solve_setup(
    game: &RandomMancala,
    monitor: &dyn Monitor,
) -> Result<Solved, RequestError> {
    let request = SolveRequest {
        memory: MEMORY,
        ..SolveRequest::default()
    };
    let position = RandomPosition::Choosing(game.setup());
    let solved = solve_drawn_setup(game, &position, &request, &Unwatched(monitor))?;
    monitor.check()?;
    Ok(solved)
}

/// Returns the margin with infinite play as a draw.
///
/// # Errors
/// The margin is not proven.
pub(super) fn value(game: &str, bounds: &Bounds) -> Result<i32, RequestError> {
    let value = bounds.value();
    let value = value.ok_or_else(|| RequestError::failed(Unsolved(game.to_owned())))?;
    Ok(value.zero)
}
