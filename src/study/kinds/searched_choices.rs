//! How often Monte Carlo tree search finds a best choice where tables know them.

use std::path::PathBuf;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sowlab_solvers::mcts::{Limits, Options, Uct};
use sowlab_solvers::order::{Open, OpenOracle, OpenState};
use sowlab_solvers::{JointGame, Monitor, Problem, Resolution, Side, Step};

use super::sealed_search::{MONTE_CARLO, check_playouts};
use crate::analysis::solve::{TabledBelow, TabledStones};
use crate::analysis::tables::TabledGame;
use crate::games::stones::{Board, Position, Rules, StonesGame};
use crate::study::answers::Answers;
use crate::study::asked::Asked;
use crate::study::error::{Failure, StudyError, Unfit};
use crate::study::kind::{Answer, ExperimentKind, Found as Results};
use crate::study::names::board_name;
use crate::study::plot::{Lines, Series};
use crate::study::report::page::{Block, Claim, Label, Topic};
use crate::study::sheet::{Picture, Sheet};
use crate::study::stored::Stored;
use crate::study::table::Table;
use crate::study::text::grouped;

/// The memory for tables in which the search looks boards up.
const UNPACKED_BYTES: usize = 1 << 28;

/// Random games that are played for a board; more than a few are never needed, if there is one.
const MOST_GAMES: usize = 10_000;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedChoices {
    /// The boards: the first with at most so many stones in random games.
    pub stones: u32,
    /// Boards with at most so many stones are looked up in one of the searches.
    pub probed: u32,
    /// How many boards.
    pub positions: u64,
    /// After how many playouts it is asked, in rising order.
    pub playouts: Vec<u64>,
    /// The directory of the tables, which is no part of the results; missing tables are built.
    pub directory: PathBuf,
}

/// How often a search found a best choice.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Found {
    game: String,
    /// Which search, in words.
    search: String,
    playouts: u64,
    /// Boards on which the choice was a best one.
    best: usize,
    /// Boards whose value was proven.
    proven: usize,
    /// All boards.
    positions: usize,
}

impl Found {
    /// The boards on which the choice was a best one, per cent.
    fn percent(&self) -> f64 {
        100.0 * self.best as f64 / self.positions.max(1) as f64
    }
}

impl ExperimentKind for SearchedChoices {
    type Row = Found;

    const TOPIC: Topic = MONTE_CARLO;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        check_playouts(&self.playouts, "positions", self.positions)?;
        asked.full_names()
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Results<Found>, Failure> {
        let (mut all, mut notes) = (Vec::new(), Vec::new());
        for rules in asked.rule_sets()? {
            rules.build_tables(&self.directory, self.stones, monitor, &mut |_| ())?;
            let tabled =
                TabledStones::open(StonesGame::new(&rules), &self.directory, UNPACKED_BYTES)?;
            let drawn: Vec<Drawn> = (seed..seed.saturating_add(self.positions))
                .into_par_iter()
                .map(|seed| self.draw(&tabled, &rules, seed))
                .collect::<Result<_, _>>()?;
            monitor.begin(&format!("{rules}, playouts"), 0);
            for (search, probed, options) in self.searches() {
                let courses: Vec<_> = drawn
                    .par_iter()
                    .map(|drawn| self.course(&tabled, drawn, probed, options, monitor))
                    .collect::<Option<_>>()
                    .ok_or(Failure::Cancelled)?;
                all.extend(
                    self.playouts
                        .iter()
                        .enumerate()
                        .map(|(at, &playouts)| Found {
                            game: rules.to_string(),
                            search: search.to_owned(),
                            playouts,
                            best: courses.iter().filter(|course| course[at].best).count(),
                            proven: courses.iter().filter(|course| course[at].proven).count(),
                            positions: drawn.len(),
                        }),
                );
            }
            notes.push(self.note(&rules, &drawn));
        }
        Ok(Results::new(all).with_notes(notes))
    }

    fn present(answer: &Answer<'_, SearchedChoices>) -> Sheet {
        let mut table = Table::new(&["game", "search", "playouts", "best", "proven", "positions"]);
        for found in &answer.rows {
            table.row([
                found.game.clone(),
                found.search.clone(),
                found.playouts.to_string(),
                found.best.to_string(),
                found.proven.to_string(),
                found.positions.to_string(),
            ]);
        }
        let pictures = games(&answer.rows).enumerate().map(|(index, game)| {
            let rules = &game[0].game;
            let title = format!("Boards on which the search finds a best choice, {rules}");
            picture(index, title, "%", game)
                .titled(format!("Best choices found over playouts, {rules}"))
        });
        Sheet::new(table, Vec::new()).with_pictures(pictures.collect())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<SearchedChoices>()? {
            for (index, game) in games(&stored.rows).enumerate() {
                blocks.push(Block::Claims(vec![claim(&stored, game)]));
                let title = format!("Best choices found, {}", board_name(&game[0].game));
                let picture = picture(index, title, "boards, per cent", game);
                blocks.extend(stored.charts([picture]));
            }
        }
        Ok(blocks)
    }
}

/// A board of a random game in which not every choice is best, and the best ones.
struct Drawn {
    board: Board,
    best: Vec<u8>,
}

/// What a search says after a number of playouts.
struct Said {
    /// Whether its choice is a best one.
    best: bool,
    /// Whether the value is proven.
    proven: bool,
}

impl SearchedChoices {
    /// The searches: what they are called, up to how many stones they look boards up, their options.
    fn searches(&self) -> [(&'static str, u32, Options); 4] {
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
            ("with bias and tables", self.probed, usual),
        ]
    }

    /// The first board with few stones of a random game in which not every choice is best.
    fn draw(&self, tabled: &TabledStones, rules: &Rules, seed: u64) -> Result<Drawn, Failure> {
        let mut random = SmallRng::seed_from_u64(seed);
        let drawn = (0..MOST_GAMES)
            .map_while(|_| self.random_board(tabled, rules, &mut random))
            .find_map(|board| {
                let mut choices = Vec::new();
                tabled.game().leader_choices(&board, &mut choices);
                let best = tabled.best_choices(&board)?;
                (best.len() < choices.len()).then_some(Drawn { board, best })
            });
        drawn.ok_or(Failure::NoBoard {
            rules: *rules,
            stones: self.stones,
        })
    }

    /// The first board with few stones of a random game; one without stones if the game ends before.
    fn random_board(
        &self,
        tabled: &TabledStones,
        rules: &Rules,
        random: &mut SmallRng,
    ) -> Option<Board> {
        let mut board = Position::opening(rules).canonical_board();
        while board.stones() > self.stones {
            let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
            tabled.game().leader_choices(&board, &mut firsts);
            let &first = firsts.choose(random)?;
            tabled.game().follower_choices(&board, first, &mut seconds);
            let &second = seconds.choose(random)?;
            board = match tabled.game().resolve(&board, first, second) {
                Resolution::Next(Step { state, .. }) => state,
                Resolution::Over { .. } | Resolution::Endless => Board::EMPTY,
            }
        }
        Some(board)
    }

    /// What a search says after each number of playouts. `None` if the monitor cancelled.
    fn course(
        &self,
        tabled: &TabledStones,
        drawn: &Drawn,
        probed: u32,
        options: Options,
        monitor: &dyn Monitor,
    ) -> Option<Vec<Said>> {
        let game = Open(tabled.game());
        let below = TabledBelow::new(tabled, probed);
        let known = OpenOracle(&below);
        let problem = Problem::new(&game).with_oracle(&known).with_guide(&game);
        let mut uct = Uct::new(problem, options);
        let start = OpenState::Leader {
            state: drawn.board,
            leader: Side::First,
        };
        let mut made = 0;
        let said = self.playouts.iter().map(|&total| {
            let report = uct.search(&start, Limits::playouts(total - made), 1, monitor);
            made = total;
            let chosen = report.best.expect("a board with choices");
            (!monitor.cancelled()).then(|| Said {
                best: drawn.best.contains(&chosen),
                proven: report.proven().is_some(),
            })
        });
        said.collect()
    }

    fn note(&self, rules: &Rules, drawn: &[Drawn]) -> String {
        let share = |drawn: &Drawn| {
            drawn.best.len() as f64 / f64::from(drawn.board.playable().count_ones())
        };
        let chance = drawn.iter().map(share).sum::<f64>() / drawn.len() as f64;
        format!(
            "{rules}: {} boards with at most {} stones from random games, boards on which every choice is best left \
             out. A choice at random is best on {:.0} % of them. The bias is by the gain of the round; the tables are \
             of boards with at most {} stones.",
            drawn.len(),
            self.stones,
            100.0 * chance,
            self.probed
        )
    }
}

/// What was found in each game.
fn games(all: &[Found]) -> impl Iterator<Item = &[Found]> {
    all.chunk_by(|one, other| one.game == other.game)
}

/// What was found by each search.
fn searches(game: &[Found]) -> impl Iterator<Item = &[Found]> {
    game.chunk_by(|one, other| one.search == other.search)
}

fn claim(stored: &Stored<'_, SearchedChoices>, game: &[Found]) -> Claim {
    let last = searches(game).filter_map(<[_]>::last);
    let each: Vec<String> = last
        .map(|one| format!("{:.0} % ({})", one.percent(), one.search))
        .collect();
    let playouts = searches(game).next().and_then(<[_]>::last);
    let text = format!(
        "`{}` under the real rules, {} boards with few stones: after {} playouts the search takes a best choice on {} of them.",
        board_name(&game[0].game),
        game[0].positions,
        grouped(playouts.map_or(0, |one| one.playouts)),
        each.join(", ")
    );
    Claim::new(Label::Measured, text, stored.source())
}

/// How often each search finds a best choice, over playouts.
fn picture(index: usize, title: String, y: &'static str, game: &[Found]) -> Picture {
    let series = searches(game).map(|course| {
        let points = course.iter();
        let points = points.map(|one| ((one.playouts as f64).log10(), one.percent()));
        Series {
            label: course[0].search.clone(),
            points: points.collect(),
        }
    });
    let lines = Lines {
        title,
        x: "playouts, powers of ten",
        y,
        logarithmic: false,
        series: series.collect(),
    };
    Picture::new((index + 1).to_string(), lines)
}
