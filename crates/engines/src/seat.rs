//! A player of a game whose type is erased.

use sowlab_analysis::Analyses;
use sowlab_analysis::secured::shipped_proof;
use sowlab_analysis::tables::{TableError, default_folder, most_of_small_tables, with_tables_of};
use sowlab_base::threads::ONE_THREAD;
use sowlab_games::catalog::{CatalogGame, Family, NameError};
use sowlab_games::contest::{Contest, MoveError, legal_moves, position_after, read_moves};
use sowlab_games::dynamic::Line;
use sowlab_games::for_family;
use sowlab_solvers::{Monitor, Side};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::limits::Limits;
use super::player::{Choice, Fault, Player, SearchInfo, Turn};
use super::spec::{EngineError, EngineSpec};

/// The error of an engine that cannot be set up for a game.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The engine cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// The error of a seat that gives no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// The start position is not one of this game.
    #[error("{0}")]
    Start(String),
    /// A move of the game so far is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The engine failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// An engine that plays a game.
pub trait Seat: Send {
    /// Begins a new game.
    ///
    /// # Errors
    /// The engine cannot play.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// Chooses a move in the position at the end of a line; `None` if no move is legal. The monitor may end the search
    /// early.
    ///
    /// # Errors
    /// The engine gives no legal move.
    fn choose(
        &mut self,
        line: &Line,
        limits: Limits,
        monitor: &dyn Monitor,
        report: &dyn Fn(SearchInfo),
    ) -> Result<Option<Choice<String>>, SeatError>;
}

struct Seated<C: Contest> {
    game: C,
    player: Box<dyn Player<C>>,
}

impl<C: Contest> Seat for Seated<C> {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.player.new_game(seed)
    }

    fn choose(
        &mut self,
        line: &Line,
        limits: Limits,
        monitor: &dyn Monitor,
        report: &dyn Fn(SearchInfo),
    ) -> Result<Option<Choice<String>>, SeatError> {
        let game = &self.game;
        let start = game
            .read_position(&line.start().text())
            .map_err(|error| SeatError::Start(error.to_string()))?;
        let played = read_moves(game, &start, line.moves())?;
        let position = position_after(game, &start, &played);
        let legal = legal_moves(game, &position);
        let state = game.state(&position);
        if legal.is_empty() || game.endless(&state) {
            return Ok(None);
        }
        let Choice { chosen, value } = self.player.choose(&Turn {
            game,
            start: &start,
            played: &played,
            state: &state,
            legal: &legal,
            limits,
            monitor,
            report,
        })?;
        let chosen = game.move_text(&position, chosen);
        Ok(Some(Choice { chosen, value }))
    }
}

/// The error of small tables that cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// The game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The tables cannot be built.
    #[error(transparent)]
    Tables(#[from] TableError),
}

/// Returns the stones of the small tables that `solved` can play a game from, because they hold the whole game, or because
/// the rest of a game can be proven during it; `None` for other games.
///
/// # Errors
/// The game is invalid.
pub fn small_tables(game: &CatalogGame) -> Result<Option<u32>, NameError> {
    fn stones<C: Contest>(game: &C) -> u32 {
        game.bound(&game.state(&game.opening())).unsigned_abs()
    }
    let Ok(tabled) = game.analyses().tables() else {
        return Ok(None);
    };
    let small = most_of_small_tables(&*tabled);
    let stones = for_family!(game, family => stones(&family.contest(false)?));
    // A page has no time for proofs above small tables.
    let proves_rest = !ONE_THREAD && game.joint("proofs").is_ok();
    Ok((proves_rest || stones <= small).then_some(stones.min(small)))
}

/// Builds the [small tables](small_tables) of a game in a folder, as far as they are not there: 20 CPU seconds and 12 MB
/// at most. It waits for a process that builds tables of this game in the folder.
///
/// # Errors
/// The folder cannot be used, or the monitor cancelled.
pub fn build_small_tables(
    game: &CatalogGame,
    folder: &Path,
    monitor: &dyn Monitor,
) -> Result<(), PrepareError> {
    let (Some(stones), Ok(tabled)) = (small_tables(game)?, game.analyses().tables()) else {
        return Ok(());
    };
    let mut waits = false;
    loop {
        match tabled.build_tables(folder, stones, monitor, &mut |_| ()) {
            Err(TableError::Busy(_)) => {}
            built => return Ok(built?),
        }
        if !waits {
            monitor.begin("waiting for tables that another process builds", 0);
            waits = true;
        }
        monitor.check().map_err(TableError::from)?;
        std::thread::sleep(BETWEEN);
    }
}

/// The time between two attempts at tables that another process builds.
const BETWEEN: Duration = Duration::from_millis(100);

/// Returns the default folder of tables, if it has tables of this game.
pub fn default_tables(game: &CatalogGame) -> Option<PathBuf> {
    with_tables_of(&*game.analyses().tables().ok()?, default_folder()?)
}

/// Builds the [small tables](small_tables) for `solved` in the default folder, unless the engine names tables or a proof.
/// It does nothing for other engines.
///
/// # Errors
/// As of [`build_small_tables`].
pub fn prepare(
    game: &CatalogGame,
    engine: &EngineSpec,
    monitor: &dyn Monitor,
) -> Result<(), PrepareError> {
    let unnamed = matches!(
        engine,
        EngineSpec::Solved {
            tables: None,
            proof: None,
            ..
        }
    );
    match default_folder() {
        Some(folder) if unnamed => build_small_tables(game, &folder, monitor),
        _ => Ok(()),
    }
}

/// The winning side of a shipped proof, with the margin that it secures from the opening on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningSide {
    /// The side that wins.
    pub side: Side,
    /// The margin that it secures.
    pub margin: i32,
}

/// Returns what the proof of a game secures that ships with the program; `None` if there is none.
///
/// # Errors
/// The game is invalid.
pub fn winning_side(game: &CatalogGame, pie: bool) -> Result<Option<WinningSide>, NameError> {
    fn winning<C: Contest>(game: &C) -> Option<WinningSide> {
        let shipped = shipped_proof(game)?;
        Some(WinningSide {
            side: shipped.side,
            margin: shipped.margin,
        })
    }
    Ok(for_family!(game, family => winning(&family.contest(pie)?)))
}

/// Sets up an engine for a game and begins a game; with the pie rule or without, in the stones family.
///
/// # Errors
/// The engine does not play this game, or cannot be started.
pub fn open_seat(
    game: &CatalogGame,
    pie: bool,
    engine: &EngineSpec,
    seed: u64,
) -> Result<Box<dyn Seat>, OpenError> {
    fn seat<C: Contest>(
        game: C,
        engine: &EngineSpec,
        seed: u64,
    ) -> Result<Box<dyn Seat>, OpenError> {
        let player = engine.start(&game, seed)?;
        Ok(Box::new(Seated { game, player }))
    }
    for_family!(game, family => seat(family.contest(pie)?, engine, seed))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use sowlab_solvers::table::Directory;

    use super::*;

    /// A monitor that reports when the wait begins.
    struct Waiting(std::sync::mpsc::Sender<()>);

    impl Monitor for Waiting {
        fn begin(&self, what: &str, _: u64) {
            if what.starts_with("waiting") {
                self.0.send(()).unwrap();
            }
        }
    }

    #[test]
    fn small_tables_wait_for_another_process() {
        let game: CatalogGame = "stones:holes=5,seeds=2".parse().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let name = game.analyses().tables().unwrap().table_name().unwrap();
        let directory = Directory::new(folder.path(), &name);
        let lock = directory.lock().unwrap();
        let (sender, waits) = channel();
        std::thread::scope(|scope| {
            let build = scope.spawn(|| build_small_tables(&game, folder.path(), &Waiting(sender)));
            waits.recv().unwrap();
            assert!(!directory.table_path(0).exists());
            drop(lock);
            build.join().unwrap().unwrap();
        });
        assert!(directory.table_path(10).exists());
        assert!(waits.recv().is_err());
    }

    #[test]
    fn the_wait_for_small_tables_can_be_cancelled() {
        let game: CatalogGame = "stones:holes=5,seeds=2".parse().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let name = game.analyses().tables().unwrap().table_name().unwrap();
        let _lock = Directory::new(folder.path(), &name).lock().unwrap();
        let monitor = sowlab_base::Switched::new(&());
        monitor.stop();
        let refused = build_small_tables(&game, folder.path(), &monitor).unwrap_err();
        assert!(matches!(
            refused,
            PrepareError::Tables(TableError::Cancelled(_))
        ));
    }
}
