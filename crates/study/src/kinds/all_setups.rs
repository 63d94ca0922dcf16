//! Every setup of Random Mancala on a small board.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::setups::{RANDOM_MANCALA, blocks, largest, table, worth_of};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::plot::{Lines, Series};
use crate::report::page::{Block, Label, Topic};
use crate::sheet::{Picture, Sheet};
use sowlab_analysis::setups::{Setup, Setups};
use sowlab_analysis::solve::{AllSetups as EverySetup, SolvedSetup};
use sowlab_games::two_rank::{MAX_SEEDS, Variant};

/// The options. Games are named with their pits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSetups {
    /// The most seeds on the board, from 1 on.
    pub seeds: u32,
}

impl ExperimentKind for AllSetups {
    type Row = Setups;

    const TOPIC: Topic = RANDOM_MANCALA;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("seeds", self.seeds.into(), 1, MAX_SEEDS as u64)?;
        let variants = variants(asked)?;
        Ok(variants.iter().map(Variant::to_string).collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Setups>, Failure> {
        let mut all: Vec<Setups> = Vec::new();
        for (name, variant) in asked.games.iter().zip(variants(asked)?) {
            let setups = EverySetup::new(&variant, self.seeds, monitor)?;
            for total in 1..=self.seeds {
                monitor.check()?;
                all.push(with_seeds(name, &setups, total)?);
            }
        }
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, AllSetups>) -> Sheet {
        let all = &answer.rows;
        let largest = largest(all);
        let mut remarks = vec![
            "The worth of the choice is the margin of the player who has it; where play may repeat, \
             what is left then counts for nobody. The table shows the most seeds, the data all."
                .to_owned(),
        ];
        remarks.extend(largest.iter().map(|setups| remark(setups)));
        let shown = table(largest.iter().copied()).text();
        let fair = by_seeds(
            all,
            "Setups that leave the chooser nothing",
            "fair setups, per cent",
            |setups| setups.percent(setups.fair()),
        );
        let mean = by_seeds(
            all,
            "What the choice is worth on average",
            "margin of the chooser, seeds",
            Setups::mean,
        );
        let pictures = vec![
            Picture::new("fair", fair),
            Picture::new("mean", mean),
            worth_of(largest),
        ];
        Sheet::new(table(all), remarks)
            .with_drawing(shown)
            .with_pictures(pictures)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let all = answers.of::<AllSetups>()?;
        Ok(all
            .iter()
            .flat_map(|stored| blocks(stored, Label::Searched))
            .collect())
    }
}

/// The games, which all are of the two-rank family.
fn variants(asked: &Asked<'_>) -> Result<Vec<Variant>, Unfit> {
    let games = asked.games.iter().zip(asked.catalog_games()?);
    let variants = games.map(|(name, game)| {
        let of_another = |_| Unfit::Family { game: name.clone() };
        game.setup_rules().map_err(of_another)
    });
    variants.collect()
}

/// A value of each group of setups over the seeds, a line a game.
fn by_seeds(all: &[Setups], title: &str, y: &'static str, value: impl Fn(&Setups) -> f64) -> Lines {
    let games = all.chunk_by(|one, other| one.game == other.game);
    let series = games.map(|setups| {
        let points = setups.iter().enumerate();
        Series {
            label: setups[0].game.clone(),
            points: points
                .map(|(index, setups)| (index as f64 + 1.0, value(setups)))
                .collect(),
        }
    });
    Lines {
        title: title.to_owned(),
        x: "seeds on the board",
        y,
        logarithmic: false,
        series: series.collect(),
    }
}

fn remark(setups: &Setups) -> String {
    format!(
        "{}, {}: {} of {} setups are fair; {}.",
        setups.game,
        setups.which,
        setups.fair(),
        setups.setups,
        setups.summary()
    )
}

/// All setups with a number of seeds.
fn with_seeds(name: &str, every: &EverySetup, seeds: u32) -> Result<Setups, Failure> {
    let mut setups = Setups::new(name.to_owned(), format!("{seeds} seeds"));
    every.each(seeds, |state, worth| {
        setups.add(worth, state, || {
            let SolvedSetup {
                game,
                position,
                worth,
                best,
            } = every.describe(state)?;
            Ok::<Setup, Failure>(Setup {
                name: game,
                position,
                seeds: state.seeds(),
                worth,
                best,
            })
        })
    })?;
    Ok(setups)
}
