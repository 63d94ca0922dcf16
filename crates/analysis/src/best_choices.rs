//! Statistics of choices from endgame tables: the number of optimal choices, the loss of the others, the length of
//! optimal play.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;
use sowlab_solvers::progress::Progress;

use super::tables::{Drawn, OpenTables, TabledGame, TablesError};
use sowlab_games::catalog::{CatalogGame, Family, NameError};
use sowlab_games::contest::Contest;
use sowlab_games::for_family;

/// The maximum number of moves in a line of optimal play. A longer line counts as a repetition.
const MOST_MOVES: usize = 2000;

/// The positions to measure.
#[derive(Clone, Copy, Debug)]
pub struct BestChoicesRequest<'a> {
    /// The directory of the tables.
    pub directory: &'a Path,
    /// The layer.
    pub layer: u32,
    /// The number of random positions.
    pub positions: u64,
    /// The seed of the positions.
    pub seed: u64,
}

/// Statistics of the choices in positions with more than one choice. Infinite play counts as a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChoiceFigures {
    /// The number of positions.
    pub positions: u64,
    /// The number of their choices.
    pub choices: u64,
    /// The number of optimal choices.
    pub best: u64,
    /// The number of positions with exactly one optimal choice.
    pub only: u64,
    /// The number of positions in which all choices are optimal.
    pub alike: u64,
    /// The sum over positions of the mean loss of a random choice.
    pub at_random: f64,
    /// The sum over positions with exactly one optimal choice of the loss of the second best.
    pub second: u64,
}

impl ChoiceFigures {
    /// Adds a position with the values of its choices.
    fn add(&mut self, worths: &[i32]) {
        let Some(&best) = worths.iter().max() else {
            return;
        };
        if worths.len() < 2 {
            return;
        }
        let given: Vec<u64> = worths
            .iter()
            .map(|worth| worth.abs_diff(best).into())
            .collect();
        let all = worths.len() as u64;
        let best = given.iter().filter(|&&given| given == 0).count() as u64;
        self.positions += 1;
        self.choices += all;
        self.best += best;
        self.alike += u64::from(best == all);
        self.at_random += given.iter().sum::<u64>() as f64 / all as f64;
        if best == 1 {
            self.only += 1;
            self.second += given.iter().filter(|&&given| given > 0).min().unwrap_or(&0);
        }
    }

    /// Returns a number of positions as a share of all.
    pub fn share(&self, positions: u64) -> f64 {
        positions as f64 / self.positions.max(1) as f64
    }

    /// Returns the share of optimal choices.
    pub fn share_best(&self) -> f64 {
        self.best as f64 / self.choices.max(1) as f64
    }

    /// Returns the mean loss of a random choice.
    pub fn mean_at_random(&self) -> f64 {
        self.at_random / self.positions.max(1) as f64
    }

    /// Returns the mean loss of the second best choice where exactly one choice is optimal.
    pub fn mean_second(&self) -> f64 {
        self.second as f64 / self.only.max(1) as f64
    }
}

/// The statistics of a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LayerChoices {
    /// The number of stones on the board.
    pub stones: u32,
    /// The choices of the side to move.
    pub first: ChoiceFigures,
    /// The second chooser's replies to an optimal choice. Empty in games in which one side moves at a time.
    pub reply: ChoiceFigures,
    /// The number of moves of both sides in lines of optimal play that end.
    pub moves: u64,
    /// The number of lines of optimal play that end.
    pub ended: u64,
    /// The number of lines of optimal play that come back to a position, or exceed the maximum length.
    pub repeated: u64,
}

impl LayerChoices {
    /// Returns the mean number of moves of both sides in a line of optimal play that ends.
    pub fn mean_moves(&self) -> f64 {
        self.moves as f64 / self.ended.max(1) as f64
    }
}

/// The error of [`best_choices`].
#[derive(Debug, thiserror::Error)]
pub enum BestChoicesError {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The tables cannot be used.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A position of the game is missing in the tables.
    #[error("{0}: a position of the game is not in the tables")]
    Unknown(String),
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] sowlab_solvers::Cancelled),
}

/// Selects random positions of a layer, and probes all choices there and along a line of optimal play.
///
/// # Errors
/// See [`BestChoicesError`].
pub fn best_choices(
    game: &CatalogGame,
    tables: &dyn TabledGame,
    request: BestChoicesRequest<'_>,
    monitor: &dyn Monitor,
) -> Result<LayerChoices, BestChoicesError> {
    for_family!(game, family => measure(&family.contest(false)?, tables, request, monitor))
}

fn measure<C: Contest>(
    game: &C,
    tables: &dyn TabledGame,
    request: BestChoicesRequest<'_>,
    monitor: &dyn Monitor,
) -> Result<LayerChoices, BestChoicesError> {
    let drawn = Drawn {
        layer: request.layer,
        positions: request.positions,
        seed: request.seed,
    };
    let mut states = Vec::new();
    let mut visit =
        |cells: &[u8], _| states.extend(game.board(cells).map(|position| game.state(&position)));
    let sampled = tables.sample_table(request.directory, drawn, monitor, &mut visit);
    sampled.map_err(TablesError::Table)?;
    let known = OpenTables::open(game, request.directory)?;
    let mut found = LayerChoices {
        stones: request.layer,
        ..LayerChoices::default()
    };
    let unknown = || BestChoicesError::Unknown(game.full_name());
    monitor.begin("positions probed", states.len() as u64);
    let mut progress = Progress::new(Progress::MOST_STATES);
    for state in states {
        monitor.check()?;
        Line::new(game, &known, state)
            .follow(&mut found, &mut progress, monitor)
            .ok_or_else(unknown)?;
        monitor.advance(1);
    }
    Ok(found)
}

/// A line of optimal play.
struct Line<'a, C: Contest> {
    game: &'a C,
    tables: &'a OpenTables<C::State>,
    state: C::State,
    /// The states so far.
    seen: Vec<C::State>,
    legal: Vec<C::Move>,
}

impl<'a, C: Contest> Line<'a, C> {
    fn new(game: &'a C, tables: &'a OpenTables<C::State>, state: C::State) -> Line<'a, C> {
        Line {
            game,
            tables,
            state,
            seen: vec![state],
            legal: Vec::new(),
        }
    }

    /// Plays the line to its end. Returns `None` if a position is missing in the tables.
    fn follow(
        mut self,
        found: &mut LayerChoices,
        progress: &mut Progress,
        monitor: &dyn Monitor,
    ) -> Option<()> {
        progress.new_game();
        let (game, tables) = (self.game, self.tables);
        for move_number in 0..MOST_MOVES {
            self.legal.clear();
            game.moves(&self.state, &mut self.legal);
            if self.legal.is_empty() || game.endless(&self.state) {
                found.moves += move_number as u64;
                found.ended += 1;
                return Some(());
            }
            // The choices of the first position, and the replies to the optimal one.
            match (move_number, game.mid_round(&self.state)) {
                (0, _) => found.first.add(&self.worths()?),
                (1, true) => found.reply.add(&self.worths()?),
                _ => {}
            }
            let (state, legal) = (&self.state, &self.legal);
            let best = tables.best(game, state, legal, &self.seen, progress, monitor)?;
            self.state = game.play(&self.state, best.chosen).state;
            if self.seen.contains(&self.state) {
                break;
            }
            self.seen.push(self.state);
        }
        found.repeated += 1;
        Some(())
    }

    /// Returns the value of each choice.
    fn worths(&self) -> Option<Vec<i32>> {
        let worth = |&chosen: &C::Move| {
            let step = self.game.play(&self.state, chosen);
            let (margin, _) = self.tables.worth(self.game, &step.state)?;
            Some(step.margin(margin))
        };
        self.legal.iter().map(worth).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_games::two_rank::parse;

    #[test]
    fn figures_by_hand() {
        let mut figures = ChoiceFigures::default();
        for worths in [&[3, 1, -1][..], &[2, 2], &[0, 0, -4], &[7], &[]] {
            figures.add(worths);
        }
        assert_eq!(
            (figures.positions, figures.choices, figures.best),
            (3, 8, 5)
        );
        assert_eq!((figures.only, figures.alike, figures.second), (1, 1, 2));
        assert!((figures.at_random - (6.0 / 3.0 + 4.0 / 3.0)).abs() < 1e-12);
    }

    /// In every random position the best choice has the value of the table.
    #[test]
    fn best_play_comes_to_what_tables_say() {
        let folder = tempfile::tempdir().unwrap();
        let game = parse("kalah:pits=3,seeds=3").unwrap();
        let built = game.build_tables(folder.path(), 7, &(), &mut |_| ());
        built.unwrap();
        let request = BestChoicesRequest {
            directory: folder.path(),
            layer: 7,
            positions: 200,
            seed: 1,
        };
        let found = measure(&game, &game, request, &()).unwrap();
        assert_eq!((found.ended, found.repeated), (200, 0));
        assert!(found.first.positions > 100 && found.first.positions <= 200);
        assert!(found.first.best >= found.first.positions);
        assert_eq!(found.reply, ChoiceFigures::default());
        let known = OpenTables::open(&game, folder.path()).unwrap();
        let mut checked = 0;
        let drawn = Drawn {
            layer: 7,
            positions: 200,
            seed: 1,
        };
        let mut visit = |cells: &[u8], value: sowlab_solvers::Value| {
            use sowlab_games::contest::Encode;
            let state = game.board(cells).unwrap().state();
            let mut line = Line::new(&game, &known, state);
            line.legal.extend(game.legal(state));
            if let Some(best) = line.worths().unwrap().into_iter().max() {
                assert_eq!(best, value.zero);
                checked += 1;
            }
        };
        game.sample_table(folder.path(), drawn, &(), &mut visit)
            .unwrap();
        assert!(checked > 100);
    }
}
