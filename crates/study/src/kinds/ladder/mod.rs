//! The gain of each rung of a ladder of engines over the one before.

mod options;
mod step;

pub(super) use options::Ladder;

use self::step::{Step, by_clock, first_side_error, ratings, ratings_agree};
use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::report::Agreement;
use crate::table::Table;
use sowlab_engines::openings::Openings;

impl ExperimentKind for Ladder {
    type Row = Step;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        self.specs()?;
        self.openings.parse::<Openings>()?;
        self.test()?;
        if self.games_each < 2 || self.pie.is_empty() {
            return Err(Unfit::Ladder);
        }
        head.catalog_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Step>, Failure> {
        let (head, seed, monitor) = (job.head, job.seed, job.monitor);
        let seed = self.seed.wrapping_add(seed);
        let specs = self.specs()?;
        let test = self.test()?;
        let mut steps = Vec::new();
        for (name, game) in head.games.iter().zip(head.catalog_games()?) {
            for &pie in &self.pie {
                for (place, rungs) in specs.windows(2).enumerate() {
                    let pair = [rungs[1].clone(), rungs[0].clone()];
                    let results = self.play((game, pie), &pair, seed, monitor)?;
                    let names = pair.each_ref().map(ToString::to_string);
                    let mut step = Step::of((name, pie), place + 2, names, (test, &results));
                    step.first_side_error = first_side_error(&results.pairs, self.sides);
                    steps.push(step);
                }
            }
        }
        Ok(Rows::new(steps))
    }

    /// Compares ratings within their errors if engines think by the clock, because their games differ from run to run.
    fn agreement(new: &[Step], earlier: &[Step]) -> Option<Agreement> {
        let all = || new.iter().chain(earlier);
        let clocked =
            all().any(|step| [&step.engine, &step.before].iter().any(|one| by_clock(one)));
        clocked.then(|| ratings_agree(&ratings(new), &ratings(earlier)))
    }

    fn table(rows: &[Step]) -> Table {
        step::table(rows)
    }
}
