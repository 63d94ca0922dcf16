//! Losses of an engine against optimal play, measured where endgame tables reach.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::{Monitor, Side, Unwatched};

use super::player::{Fault, Player};
use super::players::{AlphaBetaPlayer, Perfect};
use super::referee::{Conditions, Referee};
use super::spec::{EngineError, EngineSpec};
use sowlab_analysis::tables::{Drawn, OpenTables, TabledGame, TablesError};
use sowlab_base::MemorySize;
use sowlab_games::catalog::{CatalogGame, Family, NameError};
use sowlab_games::contest::Contest;
use sowlab_games::for_family;

/// The transposition table in bytes for a search that never starts.
const LEAST: MemorySize = MemorySize::new(1 << 12);

/// The setting of the measured games.
#[derive(Clone, Copy, Debug)]
pub struct LossSetting<'a> {
    /// The measured engine.
    pub engine: &'a EngineSpec,
    /// The directory of the endgame tables, from which the opponent plays optimally.
    pub directory: &'a Path,
    /// The layer of the random start positions, in stones.
    pub layer: u32,
    /// The number of games; the engine moves first in every other one.
    pub games: u64,
    /// The limit on the moves of a game.
    pub most_moves: usize,
    /// The seed of the start positions and of the players.
    pub seed: u64,
}

/// Total losses of an engine. The loss of a choice is the best value minus its own value, in stones by the tables, with
/// the infinite-play convention *draw*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// The number of games.
    pub games: u64,
    /// The number of games without a loss.
    pub held: u64,
    /// The number of the engine's choices in all games.
    pub choices: u64,
    /// The number of choices with a loss.
    pub wrong: u64,
    /// The sum of all losses, in stones.
    pub lost: u64,
}

impl Losses {
    /// Returns the mean loss per game, in stones.
    pub fn mean(&self) -> f64 {
        self.lost as f64 / self.games.max(1) as f64
    }

    /// Returns the share of games without a loss.
    pub fn share_held(&self) -> f64 {
        self.held as f64 / self.games.max(1) as f64
    }

    /// Returns the share of choices with a loss.
    pub fn share_wrong(&self) -> f64 {
        self.wrong as f64 / self.choices.max(1) as f64
    }

    /// Adds one game, given the loss of each choice of the engine.
    fn add(&mut self, given: &[u64]) {
        let lost: u64 = given.iter().sum();
        self.games += 1;
        self.held += u64::from(lost == 0);
        self.choices += given.len() as u64;
        self.wrong += given.iter().filter(|&&lost| lost > 0).count() as u64;
        self.lost += lost;
    }
}

/// The error of a measurement of losses.
#[derive(Debug, thiserror::Error)]
pub enum LossError {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The engine does not play the game.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A player failed in a game.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The tables cannot be used.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A position of a game is not in the tables.
    #[error("{0}: a position of the game is not in the tables")]
    Unknown(String),
    /// The memory cannot be allocated.
    #[error(transparent)]
    Memory(#[from] TableSizeError),
    /// The thread cannot be started.
    #[error(transparent)]
    Thread(#[from] rayon::ThreadPoolBuildError),
    /// The monitor cancelled the games.
    #[error(transparent)]
    Cancelled(#[from] sowlab_solvers::Cancelled),
}

/// Plays the games one after the other on one thread and measures the loss of each choice of the engine.
///
/// # Errors
/// See [`LossError`].
pub fn measure_losses(
    game: &CatalogGame,
    tables: &dyn TabledGame,
    setting: &LossSetting<'_>,
    monitor: &dyn Monitor,
) -> Result<Losses, LossError> {
    for_family!(game, family => measure(&family.contest(false)?, tables, setting, monitor))
}

fn measure<C: Contest>(
    game: &C,
    tables: &dyn TabledGame,
    setting: &LossSetting<'_>,
    monitor: &dyn Monitor,
) -> Result<Losses, LossError> {
    let starts = starts(game, tables, setting, monitor)?;
    let known = Arc::new(OpenTables::open(game, setting.directory)?);
    // The tables cover every position, so this player never searches.
    let above = AlphaBetaPlayer::new(Some(1), None, LEAST)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| {
        let mut engine = setting.engine.player(game)?;
        let mut perfect = Perfect::new(known.clone(), above);
        let mut losses = Losses::default();
        for (number, start) in (0..).zip(&starts) {
            let (players, side): ([&mut dyn Player<C>; 2], Side) = match number % 2 {
                0 => ([&mut *engine, &mut perfect], Side::First),
                _ => ([&mut perfect, &mut *engine], Side::Second),
            };
            let seed = setting.seed.wrapping_add(number);
            let unwatched = Unwatched(monitor);
            let conditions = Conditions::to_the_end(setting.most_moves, &unwatched);
            let mut referee = Referee::default();
            let outcome = referee.play(game, start, players, [seed; 2], &conditions)?;
            if let Some((_, fault)) = outcome.fault {
                return Err(fault.into());
            }
            let given = given_away(game, &known, (start, referee.moves()), side);
            let given = given.ok_or_else(|| LossError::Unknown(game.full_name()))?;
            losses.add(&given);
            monitor.advance(1);
        }
        Ok(losses)
    })
}

/// Samples the start positions of the games.
fn starts<C: Contest>(
    game: &C,
    tables: &dyn TabledGame,
    setting: &LossSetting<'_>,
    monitor: &dyn Monitor,
) -> Result<Vec<C::Position>, LossError> {
    let drawn = Drawn {
        layer: setting.layer,
        positions: setting.games,
        seed: setting.seed,
    };
    let mut starts = Vec::new();
    let mut visit = |cells: &[u8], _| starts.extend(game.board(cells));
    let drawn = tables.sample_table(setting.directory, drawn, &Unwatched(monitor), &mut visit);
    drawn.map_err(TablesError::Table)?;
    Ok(starts)
}

/// Returns the loss of each choice of a side in a game; `None` where the tables do not reach.
fn given_away<C: Contest>(
    game: &C,
    tables: &OpenTables<C::State>,
    (start, moves): (&C::Position, &[C::Move]),
    side: Side,
) -> Option<Vec<u64>> {
    let mut state = game.state(start);
    let mut given = Vec::new();
    let mut legal = Vec::new();
    for &chosen in moves {
        if game.side_to_move(&state) == side {
            let worth = |of: C::Move| {
                let step = game.play(&state, of);
                let (margin, _) = tables.worth(game, &step.state)?;
                Some(step.margin(margin))
            };
            legal.clear();
            game.moves(&state, &mut legal);
            let all: Option<Vec<i32>> = legal.iter().map(|&of| worth(of)).collect();
            let best = all?.into_iter().max()?;
            given.push(u64::try_from(best - worth(chosen)?).ok()?);
        }
        state = game.play(&state, chosen).state;
    }
    Some(given)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::EngineSpec;
    use sowlab_games::Files;
    use sowlab_games::two_rank::{TwoRank, parse};

    const SEEDS: u32 = 8;

    fn tables(folder: &Path) -> TwoRank {
        let game = parse("kalah:pits=3,seeds=3").unwrap();
        let built = game.build_tables(folder, SEEDS, &(), &mut |_| ());
        built.unwrap();
        game
    }

    fn setting<'a>(engine: &'a EngineSpec, directory: &'a Path) -> LossSetting<'a> {
        LossSetting {
            engine,
            directory,
            layer: SEEDS,
            games: 40,
            most_moves: 1000,
            seed: 3,
        }
    }

    #[test]
    fn perfect_play_gives_nothing_away() {
        let folder = tempfile::tempdir().unwrap();
        let game = tables(folder.path());
        let text = format!("perfect:tables={}", folder.path().display());
        let engine = EngineSpec::read(&text, Files::Allowed).unwrap();
        let setting = setting(&engine, folder.path());
        let losses = measure(&game, &game, &setting, &()).unwrap();
        assert_eq!((losses.games, losses.held, losses.lost), (40, 40, 0));
        assert!(losses.choices > 40);
    }

    /// The losses of a side sum to its value at the start minus its margin against optimal play.
    #[test]
    fn what_is_given_away_is_what_the_margin_lacks() {
        let folder = tempfile::tempdir().unwrap();
        let game = tables(folder.path());
        let engine: EngineSpec = "random".parse().unwrap();
        let setting = setting(&engine, folder.path());
        let known = Arc::new(OpenTables::open(&game, folder.path()).unwrap());
        let mut random = engine.player(&game).unwrap();
        let above = AlphaBetaPlayer::new(Some(1), None, LEAST).unwrap();
        let mut perfect = Perfect::new(known.clone(), above);
        let mut all = Losses::default();
        for (number, start) in (0..).zip(starts(&game, &game, &setting, &()).unwrap()) {
            let (players, side): ([&mut dyn Player<TwoRank>; 2], Side) = match number % 2 {
                0 => ([&mut *random, &mut perfect], Side::First),
                _ => ([&mut perfect, &mut *random], Side::Second),
            };
            let conditions = Conditions::to_the_end(1000, &());
            let seeds = [setting.seed + number; 2];
            let mut referee = Referee::default();
            let outcome = referee.play(&game, &start, players, seeds, &conditions);
            let margin = outcome.unwrap().margin.unwrap();
            // In tables the first side is to move.
            let value = known.probe(&start.state()).unwrap().zero;
            let lacking = match side {
                Side::First => value - margin,
                Side::Second => margin - value,
            };
            let given = given_away(&game, &known, (&start, referee.moves()), side).unwrap();
            assert_eq!(given.iter().sum::<u64>(), lacking as u64);
            all.add(&given);
        }
        let losses = measure(&game, &game, &setting, &()).unwrap();
        assert_eq!(losses, all);
        assert!(losses.lost > 0 && losses.wrong > 0 && losses.held < losses.games);
    }
}
