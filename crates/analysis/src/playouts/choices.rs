//! The frequency with which Monte Carlo tree search finds an optimal choice, compared with tables.

use std::path::Path;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rayon::prelude::*;
use sowlab_solvers::mcts::{Limits, Options, Uct};
use sowlab_solvers::order::{Open, OpenOracle, OpenState};
use sowlab_solvers::{Cancelled, JointGame, Monitor, Problem, Side};

use super::random_board::random_board;
use crate::RequestError;
use crate::solve::{TabledBelow, TabledStones};
use crate::tables::{TabledGame, refused};
use sowlab_games::stones::{Board, Rules, StonesGame};

/// The memory for unpacked tables, in bytes.
const UNPACKED_BYTES: usize = 1 << 28;

/// The maximum number of random games per board. A few are enough if a suitable board exists.
const MOST_GAMES: usize = 10_000;

/// The measurement.
#[derive(Clone, Copy, Debug)]
pub struct KnownChoicesRequest<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The maximum number of stones. Each board is the first of a random game within this limit.
    pub stones: u32,
    /// The maximum number of stones in the tables that one of the searches probes.
    pub probed: u32,
    /// The number of boards. Each has a seed of its own, one greater than the seed before.
    pub positions: u64,
    /// The seed of the first board.
    pub seed: u64,
    /// The numbers of playouts after which to measure, in ascending order.
    pub playouts: &'a [u64],
    /// The directory of the tables. Missing tables are built.
    pub directory: &'a Path,
}

/// Boards of random games in which not every choice is optimal, with the optimal choices.
pub struct KnownChoices<'a> {
    request: KnownChoicesRequest<'a>,
    tabled: TabledStones,
    drawn: Vec<Drawn>,
}

struct Drawn {
    board: Board,
    best: Vec<u8>,
}

/// The results of one search on all boards.
pub struct SearchCourse {
    /// The name of the search.
    pub search: &'static str,
    /// The results on each board after each number of playouts.
    pub boards: Vec<Vec<Said>>,
}

/// The result of a search after a number of playouts.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// Whether its choice is optimal.
    pub best: bool,
    /// Whether its value is proven.
    pub proven: bool,
}

impl<'a> KnownChoices<'a> {
    /// Selects the boards. `None` if random games lead to none on which the choice matters.
    ///
    /// # Errors
    /// The tables cannot be built or read, or the monitor cancelled.
    pub fn draw(
        request: KnownChoicesRequest<'a>,
        monitor: &dyn Monitor,
    ) -> Result<Option<KnownChoices<'a>>, RequestError> {
        let KnownChoicesRequest {
            rules,
            directory,
            seed,
            ..
        } = request;
        (rules.build_tables(directory, request.stones, monitor, &mut |_| ())).map_err(refused)?;
        let tabled = TabledStones::open(StonesGame::new(rules), directory, UNPACKED_BYTES)
            .map_err(refused)?;
        let drawn: Option<Vec<Drawn>> = (seed..seed.saturating_add(request.positions))
            .into_par_iter()
            .map(|seed| draw(&tabled, &request, seed))
            .collect();
        Ok(drawn.map(|drawn| KnownChoices {
            request,
            tabled,
            drawn,
        }))
    }

    /// Returns the number of boards.
    pub fn boards(&self) -> usize {
        self.drawn.len()
    }

    /// Returns the mean probability that a random choice is optimal.
    pub fn chance(&self) -> f64 {
        let share = |drawn: &Drawn| {
            drawn.best.len() as f64 / f64::from(drawn.board.playable().count_ones())
        };
        self.drawn.iter().map(share).sum::<f64>() / self.drawn.len() as f64
    }

    /// Runs all searches on all boards.
    ///
    /// # Errors
    /// The monitor cancelled.
    pub fn search(&self, monitor: &dyn Monitor) -> Result<Vec<SearchCourse>, RequestError> {
        monitor.begin(&format!("{}, playouts", self.request.rules), 0);
        let courses = searches(self.request.probed).map(|(search, probed, options)| {
            let course = |drawn| self.course(drawn, probed, options, monitor);
            let boards: Result<Vec<_>, Cancelled> = self.drawn.par_iter().map(course).collect();
            Ok(SearchCourse {
                search,
                boards: boards?,
            })
        });
        courses.into_iter().collect()
    }

    /// Returns the results of a search after each number of playouts.
    fn course(
        &self,
        drawn: &Drawn,
        probed: u32,
        options: Options,
        monitor: &dyn Monitor,
    ) -> Result<Vec<Said>, Cancelled> {
        let game = Open(self.tabled.game());
        let below = TabledBelow::new(&self.tabled, probed);
        let known = OpenOracle(&below);
        let problem = Problem::new(&game).with_oracle(&known).with_guide(&game);
        let mut uct = Uct::new(problem, options);
        let start = OpenState::Leader {
            state: drawn.board,
            leader: Side::First,
        };
        let mut made = 0;
        let said = self.request.playouts.iter().map(|&total| {
            let report = uct.search(&start, Limits::playouts(total - made), 1, monitor);
            made = total;
            let chosen = report.best.expect("a board with choices");
            monitor.check()?;
            Ok(Said {
                best: drawn.best.contains(&chosen),
                proven: report.proven().is_some(),
            })
        });
        said.collect()
    }
}

/// Returns the searches: their names, the limits on stones of probed tables, and their options.
fn searches(probed: u32) -> [(&'static str, u32, Options); 4] {
    let usual = Options {
        memory: 64 << 20,
        ..Options::default()
    };
    let plain = Options { bias: 0.0, ..usual };
    let narrow = Options {
        exploration: plain.exploration / 10.0,
        ..plain
    };
    [
        ("a tenth of the exploration", 0, narrow),
        ("plain", 0, plain),
        ("with bias", 0, usual),
        ("with bias and tables", probed, usual),
    ]
}

/// Returns the first board within the limit on stones of a random game in which not every choice is
/// optimal.
fn draw(tabled: &TabledStones, request: &KnownChoicesRequest<'_>, seed: u64) -> Option<Drawn> {
    let mut random = SmallRng::seed_from_u64(seed);
    (0..MOST_GAMES)
        .map_while(|_| random_board(tabled.game(), request.stones, &mut random))
        .find_map(|board| {
            let mut choices = Vec::new();
            tabled.game().leader_choices(&board, &mut choices);
            let best = tabled.best_choices(&board)?;
            (best.len() < choices.len()).then_some(Drawn { board, best })
        })
}
