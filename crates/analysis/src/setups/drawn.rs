//! Setups drawn from seeds that follow each other.

use sowlab_findings::{Bounds, Solved};
use sowlab_solvers::{Monitor, Unwatched};

use super::sample::{Setup, Setups};
use crate::solve::{SolveRequest, Unsolved, solve_drawn_setup};
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_base::pieces::Shard;
use sowlab_games::two_rank::{RandomMancala, RandomPosition, RandomVariant};

/// For the table of each solve: its pages are zeroed anew every time, and these are solved in less.
const MEMORY: MemorySize = MemorySize::new(32 << 20);

/// Which setups to solve.
#[derive(Clone, Copy, Debug)]
pub struct DrawnSetupsRequest {
    /// How many are drawn, from the seed of the game on.
    pub samples: u64,
    /// Only those of one piece, which are a run of them.
    pub shard: Option<Shard>,
}

/// The seeds would be greater than a seed can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{samples} setups from seed {first} on: seeds go to {}", u64::MAX)]
pub struct TooManySeeds {
    first: u64,
    samples: u64,
}

/// Solves drawn setups: what each is worth to the player who chooses side and starter.
///
/// # Errors
/// There are not as many seeds, or fewer setups than pieces; a setup is not solved.
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

/// Whether there are as many seeds from that of the game on.
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

/// The game with its setup.
fn game_of(game: &RandomVariant) -> Result<RandomMancala, RequestError> {
    let built = game.game();
    built.map_err(|error| RequestError::field(Field::Game, error))
}

/// None yet, of this many setups from the seed of the game on.
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

/// What the choice is worth, and each of the four choices.
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

/// The margin where infinite play counts for nobody.
///
/// # Errors
/// It is not proven.
pub(super) fn value(game: &str, bounds: &Bounds) -> Result<i32, RequestError> {
    let value = bounds.value();
    let value = value.ok_or_else(|| RequestError::failed(Unsolved(game.to_owned())))?;
    Ok(value.zero)
}
