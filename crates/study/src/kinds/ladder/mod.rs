//! How much each rung of a ladder of engines brings over the one before.

mod options;
mod shown;
mod step;

pub(super) use options::Ladder;

use sowlab_solvers::Monitor;

use self::shown::{bars, grid, of_first_side, picture, remarks, summary, table};
use self::step::{Step, by_clock, first_side_error, ratings, ratings_agree};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::report::agreement::Agreement;
use crate::report::page::{Block, Layout, Topic};
use crate::sheet::Sheet;
use sowlab_engines::openings::Openings;
use sowlab_games::catalog::CatalogGame;

impl ExperimentKind for Ladder {
    type Row = Step;

    const TOPIC: Topic = Topic {
        id: "ladder",
        title: "The ladder of engines",
        lead: Some(
            "Each engine plays the one before it in a list, in pairs of games from one opening with the sides exchanged. Elo \
             with its 95 % interval; the share of the first side is that of all points.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        self.specs()?;
        self.openings.parse::<Openings>()?;
        self.test()?;
        if self.games_each < 2 || self.pie.is_empty() {
            return Err(Unfit::Ladder);
        }
        let games = asked.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Step>, Failure> {
        let seed = self.seed.wrapping_add(seed);
        let specs = self.specs()?;
        let test = self.test()?;
        let mut steps = Vec::new();
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
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
        Ok(Found::new(steps))
    }

    /// Engines that think by the clock play other games each time: their ratings must agree within their errors.
    fn agreement(new: &[Step], earlier: &[Step]) -> Option<Agreement> {
        let all = || new.iter().chain(earlier);
        let clocked =
            all().any(|step| [&step.engine, &step.before].iter().any(|one| by_clock(one)));
        clocked.then(|| ratings_agree(&ratings(new), &ratings(earlier)))
    }

    fn present(answer: &Answer<'_, Ladder>) -> Sheet {
        let steps = &answer.rows;
        Sheet::new(table(steps), remarks(steps)).with_pictures(vec![picture(steps)])
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<Ladder>()? {
            let of_game =
                |one: &Step, other: &Step| (&one.game, one.pie) == (&other.game, other.pie);
            let games = || stored.rows.chunk_by(of_game);
            blocks.push(Block::Claims(summary(&stored, games().next())));
            blocks.push(Block::Claims(of_first_side(&stored)));
            // Fewer engines are no ladder.
            let drawn = games().filter(|steps| steps.len() > 4);
            blocks.extend(
                drawn
                    .filter_map(|steps| stored.bars(bars(steps)))
                    .map(Block::Chart),
            );
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}
