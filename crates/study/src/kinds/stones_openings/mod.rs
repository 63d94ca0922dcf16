//! The values of the openings of the stones family on boards of many sizes, with and without the pie rule.

mod record;
mod rows;
mod search;

pub(super) use self::rows::Opening;
pub(super) use self::rows::StonesOpenings;
use super::solve::{Solve, check_searchable};
use crate::error::{Failure, StudyError, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::report::Results;
use crate::table::{Columns, Table};
use sowlab_games::stones::{MAX_HOLES, MAX_STONES, MIN_HOLES};

impl ExperimentKind for StonesOpenings {
    type Row = Opening;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        let (least, fewest, most) = (self.least_holes as u64, MIN_HOLES as u64, MAX_HOLES as u64);
        Unfit::unless_within("holes", self.holes as u64, fewest, most)?;
        Unfit::unless_within("least_holes", least, fewest, self.holes as u64)?;
        Unfit::unless_within("seeds", self.seeds as u64, 2, MAX_STONES as u64)?;
        check_searchable(&self.sizes(&head.rule_sets()?))
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Opening>, Failure> {
        let Job { head, monitor, .. } = *job;
        let all = self.sizes(&head.rule_sets()?);
        Ok(Rows::new(search::search(&all, self, monitor)?))
    }

    fn table(rows: &[Opening]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .values_with_pie(|row| (&row.value, row.pie.as_ref()))
            .text(
                "searched too",
                |row| if row.searched_too { "yes" } else { "" },
            )
            .table()
    }

    /// Takes narrower bounds from results of separate searches.
    fn learn(
        &self,
        rows: &mut [Opening],
        results: &Results<'_>,
    ) -> Result<Vec<String>, StudyError> {
        let mut links = Vec::new();
        for search in results.of::<Solve>()? {
            let mut used = false;
            for row in &mut *rows {
                for solved in &search.rows {
                    if solved.game == row.game {
                        used |= row.learn(&solved.bounds, solved.pie_bounds.as_ref());
                    }
                }
            }
            links.extend(used.then_some(search.link));
        }
        Ok(links)
    }
}
