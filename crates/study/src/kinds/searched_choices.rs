//! How often Monte Carlo tree search finds a best choice where tables know them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::sealed_search::{MONTE_CARLO, check_playouts};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found as Results};
use crate::names::board_name;
use crate::plot::{Lines, PLAYOUTS, Series};
use crate::report::page::{Block, Claim, Label, Topic};
use crate::sheet::{Picture, Sheet};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::grouped;
use sowlab_analysis::playouts::{KnownChoices, KnownChoicesRequest, Said, SearchCourse};
use sowlab_games::stones::Rules;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedChoices {
    /// The boards are the first of random games with at most this number of stones.
    pub stones: u32,
    /// One of the searches probes tables of boards with at most this number of stones.
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
pub(crate) struct Found {
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
            let request = KnownChoicesRequest {
                rules: &rules,
                stones: self.stones,
                probed: self.probed,
                positions: self.positions,
                seed,
                playouts: &self.playouts,
                directory: &self.directory,
            };
            let known = KnownChoices::draw(request, monitor)?;
            let stones = self.stones;
            let known = known.ok_or(Failure::NoBoard { rules, stones })?;
            for SearchCourse { search, boards } in known.search(monitor)? {
                let count =
                    |of: &dyn Fn(&Vec<Said>) -> bool| boards.iter().filter(|said| of(said)).count();
                let found = self.playouts.iter().enumerate();
                all.extend(found.map(|(at, &playouts)| Found {
                    game: rules.to_string(),
                    search: search.to_owned(),
                    playouts,
                    best: count(&|said| said[at].best),
                    proven: count(&|said| said[at].proven),
                    positions: boards.len(),
                }));
            }
            notes.push(self.note(&rules, &known));
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

impl SearchedChoices {
    fn note(&self, rules: &Rules, known: &KnownChoices<'_>) -> String {
        format!(
            "{rules}: {} boards with at most {} stones from random games, boards on which every choice is best left \
             out. A choice at random is best on {:.0} % of them. The bias is by the gain of the round; the tables are \
             of boards with at most {} stones.",
            known.boards(),
            self.stones,
            100.0 * known.chance(),
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
        x: PLAYOUTS,
        y,
        logarithmic: false,
        series: series.collect(),
    };
    Picture::new((index + 1).to_string(), lines)
}
