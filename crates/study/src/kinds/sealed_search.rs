//! How much the strategies of Monte Carlo tree search can be exploited under sealed choices.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::board_name;
use crate::plot::{Lines, PLAYOUTS, Series};
use crate::report::page::{Block, Claim, Label, Layout, Topic};
use crate::sheet::{Picture, Sheet};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, signed_decimal};
use sowlab_analysis::playouts::{ALGORITHMS, BestResponses, SealedRequest, sealed_courses};
use sowlab_games::stones::Rules;

pub(super) const MONTE_CARLO: Topic = Topic {
    id: "mcts",
    title: "Monte Carlo tree search",
    lead: Some(
        "How good is the search where the answer is known? Under sealed choices by exploitability, what best responses to \
         both average strategies gain together: zero is an equilibrium. Under the real rules by how often it finds a best \
         choice of the endgame tables.",
    ),
    layout: Layout::ClaimsFirst,
};

/// What counts as near: the sum of what both best responses gain, in stones.
const NEAR: f64 = 0.05;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedSearch {
    /// How many rounds are played; what is left after them counts for nobody.
    pub rounds: u32,
    /// After how many playouts it is measured, in rising order.
    pub playouts: Vec<u64>,
    /// How often it is repeated, with the seeds 0, 1 and so on.
    pub runs: u64,
}

/// How much strategies for sealed choices can be exploited.
#[derive(Serialize, Deserialize)]
pub(crate) struct Measured {
    game: String,
    rounds: u32,
    algorithm: String,
    playouts: u64,
    /// Exploitability in stones: the mean of the runs, and the greatest.
    mean: f64,
    most: f64,
    /// What all runs together prove of the value: sente secures the one, gote allows the other.
    secured: f64,
    allowed: f64,
}

impl ExperimentKind for SealedSearch {
    type Row = Measured;

    const TOPIC: Topic = MONTE_CARLO;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        check_playouts(&self.playouts, "runs", self.runs)?;
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Measured>, Failure> {
        let mut all = Vec::new();
        for rules in asked.rule_sets()? {
            let request = SealedRequest {
                rules: &rules,
                rounds: self.rounds,
                playouts: &self.playouts,
                runs: self.runs,
                seed,
            };
            monitor.begin(&format!("{rules}, playouts"), 0);
            for algorithm in &ALGORITHMS {
                let courses = sealed_courses(&request, algorithm, monitor)?;
                let measured = self.playouts.iter().enumerate().map(|(at, &playouts)| {
                    let there: Vec<&BestResponses> =
                        courses.iter().map(|course| &course[at]).collect();
                    self.measured(&rules, algorithm.name, playouts, &there)
                });
                all.extend(measured);
            }
        }
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, SealedSearch>) -> Sheet {
        let (mut remarks, mut pictures) = (Vec::new(), Vec::new());
        for game in games(&answer.rows) {
            let (rules, rounds) = (&game[0].game, game[0].rounds);
            remarks.extend(near(game, answer.options.runs));
            let (secured, allowed) = value(game);
            remarks.push(format!(
                "{rules}, {rounds} rounds: the value is between {secured:+.4} and {allowed:+.4} for the side with sente."
            ));
            let title = format!("Exploitability, {rounds} sealed rounds of {rules}");
            let picture = picture(pictures.len(), title, "stones", game);
            pictures.push(picture.titled(format!("Exploitability over playouts, {rules}")));
        }
        remarks.push(
            "Exploitability is what the best responses to both average strategies gain together, by backward induction \
             over all rounds, so it bounds what either strategy misses of the value."
                .to_owned(),
        );
        Sheet::new(table(&answer.rows), remarks).with_pictures(pictures)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<SealedSearch>()? {
            for (index, game) in games(&stored.rows).enumerate() {
                blocks.push(Block::Claims(claim(&stored, game).into_iter().collect()));
                let (rounds, board) = (game[0].rounds, board_name(&game[0].game));
                let title = format!("Exploitability, {rounds} sealed rounds of {board}");
                let picture = picture(index, title, "stones", game);
                blocks.extend(stored.charts([picture]));
            }
        }
        Ok(blocks)
    }
}

/// Checks the numbers of playouts, and an option of which there must be one at least.
pub(super) fn check_playouts(
    playouts: &[u64],
    what: &'static str,
    number: u64,
) -> Result<(), Unfit> {
    match playouts.is_sorted() && !playouts.is_empty() && number > 0 {
        true => Ok(()),
        false => Err(Unfit::Playouts(what)),
    }
}

impl SealedSearch {
    /// What all runs come to after the given number of playouts.
    fn measured(
        &self,
        rules: &Rules,
        algorithm: &str,
        playouts: u64,
        runs: &[&BestResponses],
    ) -> Measured {
        let exploited = || runs.iter().map(|responses| responses.exploitability());
        let secured = runs.iter().map(|responses| responses.second);
        let allowed = runs.iter().map(|responses| responses.first);
        Measured {
            game: rules.to_string(),
            rounds: self.rounds,
            algorithm: algorithm.to_owned(),
            playouts,
            mean: exploited().sum::<f64>() / self.runs as f64,
            most: exploited().fold(f64::NEG_INFINITY, f64::max),
            secured: secured.fold(f64::NEG_INFINITY, f64::max),
            allowed: allowed.fold(f64::INFINITY, f64::min),
        }
    }
}

/// The measurements of each game.
fn games(all: &[Measured]) -> impl Iterator<Item = &[Measured]> {
    all.chunk_by(|one, other| one.game == other.game)
}

/// The measurements of each algorithm.
fn algorithms(game: &[Measured]) -> impl Iterator<Item = &[Measured]> {
    game.chunk_by(|one, other| one.algorithm == other.algorithm)
}

/// What is proven of the value: what sente secures, and what gote allows.
fn value(game: &[Measured]) -> (f64, f64) {
    let secured = game.iter().map(|one| one.secured);
    let allowed = game.iter().map(|one| one.allowed);
    (
        secured.fold(f64::NEG_INFINITY, f64::max),
        allowed.fold(f64::INFINITY, f64::min),
    )
}

/// From how many playouts on each algorithm is near in every run, and stays so.
fn near(game: &[Measured], runs: u64) -> impl Iterator<Item = String> {
    algorithms(game).filter_map(move |course| {
        let is_far = |one: &Measured| one.most > NEAR;
        let from = course.iter().rposition(is_far).map_or(0, |far| far + 1);
        let Measured {
            game,
            rounds,
            algorithm,
            playouts,
            ..
        } = course.get(from)?;
        Some(format!(
            "{game}, {rounds} rounds, {algorithm}: within {NEAR} stones in each of {runs} runs from {playouts} \
             playouts on."
        ))
    })
}

/// The last measurement of each algorithm.
fn claim(stored: &Stored<'_, SealedSearch>, game: &[Measured]) -> Option<Claim> {
    let last: Vec<&Measured> = algorithms(game).filter_map(<[_]>::last).collect();
    let by_mean = |one: &&&Measured, other: &&&Measured| one.mean.total_cmp(&other.mean);
    let best = last.iter().min_by(by_mean)?;
    let worst = last.iter().max_by(by_mean)?;
    let (secured, allowed) = value(game);
    let text = format!(
        "{} sealed rounds of `{}`: after {} playouts the strategies of the best algorithm ({}) are exploitable by \
         {:.3} stones, those of the worst ({}) by {:.2}. The strategies \
         found prove that the value lies between {} and {} for sente.",
        best.rounds,
        board_name(&best.game),
        grouped(best.playouts),
        best.algorithm,
        best.mean,
        worst.algorithm,
        worst.mean,
        signed_decimal(secured, 3),
        signed_decimal(allowed, 3)
    );
    Some(Claim::new(Label::Measured, text, stored.source()))
}

/// The exploitability of each algorithm over playouts.
fn picture(index: usize, title: String, y: &'static str, game: &[Measured]) -> Picture {
    let series = algorithms(game).map(|course| {
        let points = course.iter();
        let points = points.map(|one| ((one.playouts as f64).log10(), one.mean));
        Series {
            label: course[0].algorithm.clone(),
            points: points.collect(),
        }
    });
    let lines = Lines {
        title,
        x: PLAYOUTS,
        y,
        logarithmic: true,
        series: series.collect(),
    };
    Picture::new((index + 1).to_string(), lines)
}

fn table(all: &[Measured]) -> Table {
    let mut table = Table::new(&[
        "game",
        "rounds",
        "algorithm",
        "playouts",
        "exploitability",
        "of the worst run",
        "sente secures",
        "gote allows",
    ]);
    for measured in all {
        table.row([
            measured.game.clone(),
            measured.rounds.to_string(),
            measured.algorithm.clone(),
            measured.playouts.to_string(),
            format!("{:.4}", measured.mean),
            format!("{:.4}", measured.most),
            format!("{:.4}", measured.secured),
            format!("{:.4}", measured.allowed),
        ]);
    }
    table
}
