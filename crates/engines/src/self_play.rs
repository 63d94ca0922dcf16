//! Games of an engine against itself, as positions to train on.

use std::thread;

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sowlab_solvers::{Monitor, Side, Unwatched};

use super::limits::Limits;
use super::player::{SearchInfo, Turn};
use super::spec::{EngineError, EngineSpec};
use sowlab_games::catalog::{CatalogGame, Family, NameError};
use sowlab_games::contest::{Contest, legal_moves};
use sowlab_games::for_family;

/// The setting of self-play.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// The engine of both sides.
    pub engine: &'a EngineSpec,
    /// The number of games.
    pub games: u64,
    /// The maximum number of random moves at the start of a game; their number is random, at least 1.
    pub random_moves: u32,
    /// The limit on the moves of a game.
    pub most_moves: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A position that the engine searched; in games of rounds, at the start of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met<'a> {
    /// The cells, from the view of the side to move.
    pub cells: &'a [u8],
    /// The margin in stones from here on that the engine expected for the side to move.
    pub expected: i32,
    /// The final margin in stones from here on of that side. In unfinished games the remaining stones count for neither
    /// side.
    pub won: i32,
}

/// The error of self-play.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The engine does not play the game.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine failed in a game.
    #[error(transparent)]
    Fault(#[from] super::player::Fault),
    /// The game has positions that cells alone do not describe.
    #[error("positions of this game have more state than the counts in their cells")]
    NoCells,
    /// The engine reports no expected margins.
    #[error("'{0}' reports no expected margin for any position")]
    NoValues(String),
    /// The thread cannot be started.
    #[error(transparent)]
    Thread(#[from] rayon::ThreadPoolBuildError),
    /// The monitor cancelled the games.
    #[error(transparent)]
    Cancelled(#[from] sowlab_solvers::Cancelled),
}

struct Seen {
    cells: Vec<u8>,
    side: Side,
    expected: i32,
    /// The lead of [`Side::First`] at that position, in stones.
    lead: i32,
}

/// Plays the games one after the other on one thread. Visits every position that the engine searched, in games of
/// rounds only those at the start of one.
///
/// # Errors
/// See [`SelfPlayError`].
pub fn self_play(
    game: &CatalogGame,
    pie: bool,
    setting: &SelfPlay<'_>,
    monitor: &dyn Monitor,
    visit: &mut (dyn FnMut(Met<'_>) + Send),
) -> Result<(), SelfPlayError> {
    let games = || {
        // A pool of one, so that searches wait for no other thread.
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build()?;
        pool.install(|| for_family!(game, family => play_games(&family.contest(pie)?, setting, monitor, visit)))
    };
    thread::scope(|scope| match scope.spawn(games).join() {
        Ok(played) => played,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

fn play_games<C: Contest>(
    game: &C,
    setting: &SelfPlay<'_>,
    monitor: &dyn Monitor,
    visit: &mut (dyn FnMut(Met<'_>) + Send),
) -> Result<(), SelfPlayError> {
    let count = game.cell_count();
    let mut player = setting.engine.player(game)?;
    let mut random = ChaCha8Rng::seed_from_u64(setting.seed);
    let mut seen: Vec<Seen> = Vec::new();
    let (mut any_board, mut any_value) = (false, false);
    let mut cells = vec![0; count];
    monitor.begin("games", setting.games);
    let unwatched = Unwatched(monitor);
    for number in 0..setting.games {
        monitor.check()?;
        player.new_game(setting.seed.wrapping_add(number))?;
        let start = game.opening();
        let mut place = start;
        let mut played = Vec::new();
        seen.clear();
        let at_random = random.random_range(1..=setting.random_moves.max(1)) as usize;
        let mut lead = 0;
        for _ in 0..setting.most_moves {
            let legal = legal_moves(game, &place);
            let state = game.state(&place);
            if legal.is_empty() || game.endless(&state) {
                break;
            }
            let side = game.side_to_move(&state);
            let chosen = if played.len() < at_random {
                *legal.choose(&mut random).unwrap_or(&legal[0])
            } else {
                let choice = player.choose(&Turn {
                    game,
                    start: &start,
                    played: &played,
                    state: &state,
                    legal: &legal,
                    limits: Limits::default(),
                    monitor: &unwatched,
                    report: &|_: SearchInfo| (),
                })?;
                let is_board = game.cells(&state, &mut cells);
                any_board |= is_board;
                if let Some(expected) = choice.value
                    && is_board
                {
                    seen.push(Seen {
                        cells: cells.clone(),
                        side,
                        expected,
                        lead,
                    });
                }
                choice.chosen
            };
            let step = game.step(&place, chosen);
            lead += step.gain;
            place = step.position;
            played.push(chosen);
        }
        any_value |= !seen.is_empty();
        for seen in &seen {
            let won = match seen.side {
                Side::First => lead - seen.lead,
                Side::Second => seen.lead - lead,
            };
            visit(Met {
                cells: &seen.cells,
                expected: seen.expected,
                won,
            });
        }
        monitor.advance(1);
    }
    match (any_board, any_value) {
        (_, true) => Ok(()),
        (true, false) => Err(SelfPlayError::NoValues(setting.engine.to_string())),
        (false, false) => Err(SelfPlayError::NoCells),
    }
}
