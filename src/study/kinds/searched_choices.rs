//! How often Monte Carlo tree search finds a best choice where tables know them.

use std::path::Path;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use sowlab_solvers::mcts::{Limits, Options, Uct};
use sowlab_solvers::order::{Open, OpenOracle, OpenState};
use sowlab_solvers::{JointGame, Monitor, Problem, Resolution, Side, Step};

use crate::analysis::solve::{TabledBelow, TabledStones};
use crate::games::stones::{Board, Position, Rules, StonesGame};
use crate::study::entries::monte_carlo::Found;
use crate::study::plot::{Lines, Series};
use crate::study::{Experiment, Finding, Plot, StudyError, Table};

/// The memory for tables in which the search looks boards up.
const UNPACKED_BYTES: usize = 1 << 28;

/// Random games that are played for a board; more than a few are never needed, if there is one.
const MOST_GAMES: usize = 10_000;

/// Which boards are searched, and with which tables.
pub(in crate::study) struct Boards<'a> {
    pub(in crate::study) stones: u32,
    pub(in crate::study) probed: u32,
    pub(in crate::study) positions: u64,
    /// Of the first random game.
    pub(in crate::study) seed: u64,
    pub(in crate::study) directory: &'a Path,
}

/// The first board with at most `stones` stones of a random game in which not every choice is best;
/// the best ones with it. `None` if no game comes to one.
fn draw(tabled: &TabledStones, rules: &Rules, stones: u32, seed: u64) -> Option<(Board, Vec<u8>)> {
    let mut random = SmallRng::seed_from_u64(seed);
    let game = tabled.game();
    for _ in 0..MOST_GAMES {
        let mut board = Position::opening(rules).canonical_board();
        while board.stones() > stones {
            let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
            game.leader_choices(&board, &mut firsts);
            let &first = firsts.choose(&mut random)?;
            game.follower_choices(&board, first, &mut seconds);
            let &second = seconds.choose(&mut random)?;
            match game.resolve(&board, first, second) {
                Resolution::Next(Step { state, .. }) => board = state,
                Resolution::Over { .. } | Resolution::Endless => board = Board::EMPTY,
            }
        }
        let mut choices = Vec::new();
        game.leader_choices(&board, &mut choices);
        match tabled.best_choices(&board) {
            Some(best) if best.len() < choices.len() => return Some((board, best)),
            _ => {}
        }
    }
    None
}

/// For each number of playouts: whether the choice was a best one, and whether it was proven.
fn course(
    tabled: &TabledStones,
    (board, best): &(Board, Vec<u8>),
    most: u32,
    options: Options,
    playouts: &[u64],
    monitor: &dyn Monitor,
) -> Option<Vec<(bool, bool)>> {
    let game = Open(tabled.game());
    let below = TabledBelow::new(tabled, most);
    let known = OpenOracle(&below);
    let problem = Problem::new(&game).with_oracle(&known).with_guide(&game);
    let mut uct = Uct::new(problem, options);
    let start = OpenState::Leader {
        state: *board,
        leader: Side::First,
    };
    let mut made = 0;
    playouts
        .iter()
        .map(|&total| {
            let report = uct.search(&start, Limits::playouts(total - made), 1, monitor);
            made = total;
            let chosen = report.best.expect("a board with choices");
            (!monitor.cancelled()).then(|| (best.contains(&chosen), report.proven().is_some()))
        })
        .collect()
}

pub(in crate::study) fn run(
    experiment: &Experiment,
    boards: &Boards<'_>,
    playouts: &[u64],
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    if !playouts.is_sorted() || playouts.is_empty() || boards.positions == 0 {
        return Err(experiment.failed("playouts must rise, and there must be positions".to_owned()));
    }
    let mut all = Vec::new();
    let mut table = Table::new(&["game", "search", "playouts", "best", "proven", "positions"]);
    let mut remarks = Vec::new();
    let mut plots = Vec::new();
    for rules in experiment.rule_sets()? {
        if !experiment.build_tables(&rules, boards.directory, boards.stones, monitor)? {
            return Ok(None);
        }
        let tabled = TabledStones::open(StonesGame::new(&rules), boards.directory, UNPACKED_BYTES)
            .map_err(|error| experiment.failed(error))?;
        let drawn: Option<Vec<_>> = (boards.seed..boards.seed.saturating_add(boards.positions))
            .into_par_iter()
            .map(|seed| draw(&tabled, &rules, boards.stones, seed))
            .collect();
        let drawn = drawn.ok_or_else(|| {
            experiment.failed(format!(
                "{rules}: no random game comes to a board with at most {} stones on which the choice matters",
                boards.stones
            ))
        })?;
        let share = |(board, best): &(Board, Vec<u8>)| {
            best.len() as f64 / f64::from(board.playable().count_ones())
        };
        let chance = drawn.iter().map(share).sum::<f64>() / drawn.len() as f64;
        let Options {
            exploration, bias, ..
        } = Options::default();
        let searches = [
            ("a tenth of the exploration", 0, exploration / 10.0, 0.0),
            ("plain", 0, exploration, 0.0),
            ("with bias", 0, exploration, bias),
            ("with bias and tables", boards.probed, exploration, bias),
        ];
        monitor.begin(&format!("{rules}, playouts"), 0);
        let mut series = Vec::new();
        for (search, most, exploration, bias) in searches {
            let options = Options {
                exploration,
                bias,
                memory: 64 << 20,
                ..Options::default()
            };
            let courses: Option<Vec<_>> = drawn
                .par_iter()
                .map(|drawn| course(&tabled, drawn, most, options, playouts, monitor))
                .collect();
            let Some(courses) = courses else {
                return Ok(None);
            };
            let mut points = Vec::new();
            for (at, &made) in playouts.iter().enumerate() {
                let best = courses.iter().filter(|course| course[at].0).count();
                let proven = courses.iter().filter(|course| course[at].1).count();
                table.row([
                    rules.to_string(),
                    search.to_owned(),
                    made.to_string(),
                    best.to_string(),
                    proven.to_string(),
                    drawn.len().to_string(),
                ]);
                let share = best as f64 / drawn.len() as f64;
                points.push(((made as f64).log10(), 100.0 * share));
                all.push(Found {
                    game: rules.to_string(),
                    search: search.to_owned(),
                    playouts: made,
                    best,
                    proven,
                    positions: drawn.len(),
                });
            }
            series.push(Series {
                label: search.to_owned(),
                points,
            });
        }
        remarks.push(format!(
            "{rules}: {} boards with at most {} stones from random games, boards on which every choice is best left \
             out. A choice at random is best on {:.0} % of them. The bias is by the gain of the round; the tables are \
             of boards with at most {} stones.",
            drawn.len(),
            boards.stones,
            100.0 * chance,
            boards.probed
        ));
        let lines = Lines {
            title: &format!("Boards on which the search finds a best choice, {rules}"),
            x: "playouts, powers of ten",
            y: "%",
            logarithmic: false,
            series,
        };
        if let Some(svg) = lines.svg() {
            plots.push(Plot {
                file: format!("{}-{}.svg", experiment.id, plots.len() + 1),
                title: format!("Best choices found over playouts, {rules}"),
                svg,
            });
        }
    }
    Ok(Some(
        Finding::new(experiment, &all, table, remarks).plotted(plots),
    ))
}
