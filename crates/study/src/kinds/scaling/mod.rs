//! How learned evaluations grow with data, weights and training.

mod model;
mod options;
mod shown;

pub(super) use options::Scaling;

use std::path::Path;
use std::sync::Arc;

use sowlab_base::files::read_limited;
use sowlab_solvers::Monitor;

use self::model::{Model, list};
use self::shown::{claims, games, grid, headings, pictures_of};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::report::page::{Block, Layout, Topic};
use crate::sheet::Sheet;
use crate::table::Table;
use crate::text::grouped;
use sowlab_analysis::accuracy::accuracy_of_weights;
use sowlab_analysis::learned::Evaluation;
use sowlab_analysis::tables::{TabledGame, folder_or_default};
use sowlab_base::checksum::sha256;
use sowlab_engines::standings::Standings;

/// The most bytes of a file of weights.
const MOST_WEIGHTS: u64 = 4 << 20;

impl ExperimentKind for Scaling {
    type Row = Model;

    const TOPIC: Topic = Topic {
        id: "scaling",
        title: "Data, weights and training",
        lead: Some(
            "Evaluations that differ in one thing each: how many exact positions they were trained on, how many weights they \
             have, how long they were trained. How far do their estimates agree with exact margins on layers that were not \
             learned, and what do they bring to a search of the same depth?",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        self.ladder([&self.engine, &self.engine].map(Clone::clone))
            .specs()?;
        Unfit::unless_within("games_each", self.games_each, 2, u64::MAX)?;
        Unfit::unless_within("layers", self.layers.len() as u64, 1, 255)?;
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Model>, Failure> {
        let directory = folder_or_default(self.directory.as_deref());
        let seed = self.seed.wrapping_add(seed);
        let folder = self.models.parent().unwrap_or(Path::new(""));
        let mut rows = Vec::new();
        for (rules, game) in asked.rule_sets()?.iter().zip(asked.catalog_games()?) {
            let name = rules
                .table_name()
                .map_err(|error| Unfit::Tables(Box::new(error)))?;
            let mut read = Vec::new();
            for trained in list(&self.models)? {
                let path = folder.join(&trained.file);
                let failed = |error: &dyn std::fmt::Display| Failure::file(&path, error);
                let bytes = read_limited(&path, MOST_WEIGHTS).map_err(|error| failed(&error))?;
                let weights = Evaluation::read(&path, &bytes, &name, rules.holes());
                let weights = weights.map_err(|error| failed(&error))?;
                read.push((trained, path, sha256(&bytes), weights));
            }
            let weights: Vec<Arc<Evaluation>> =
                read.iter().map(|(.., weights)| weights.clone()).collect();
            let layers = accuracy_of_weights(
                rules,
                &directory,
                &weights,
                &self.layers,
                self.positions,
                seed,
                monitor,
            )?;
            for ((trained, path, sha256, weights), layers) in read.into_iter().zip(layers) {
                let with = format!("{},eval={}", self.engine, path.display());
                let ladder = self.ladder([self.engine.clone(), with]);
                let specs = ladder.specs()?;
                let pair = [specs[1].clone(), specs[0].clone()];
                let results = ladder.play((game, false), &pair, seed, monitor)?;
                let names = pair.each_ref().map(ToString::to_string);
                let standings = Standings::new(&names, &results.pairs);
                let cell = standings.crosstable[0][1].clone();
                let description = weights.description();
                rows.push(Model {
                    game: rules.to_string(),
                    trained,
                    hidden: description.hidden,
                    weights: description.weights() as u64,
                    sha256,
                    layers,
                    tally: cell.map(|cell| cell.tally).unwrap_or_default(),
                });
            }
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, Scaling>) -> Sheet {
        let options = answer.options;
        let mut table = Table::new(&headings(&options.layers));
        for row in &answer.rows {
            table.row(row.cells());
        }
        let [first, last] = options.learned;
        let remarks = vec![
            format!(
                "Learned from positions with {first} to {last} stones; {} positions of each layer to measure, the same for all, \
                 each equally likely. In the columns of the layers: correlation with the exact margin.",
                grouped(options.positions)
            ),
            format!(
                "Elo: `{}` with the weights against the same without, {} games in pairs from one opening, with its 95 % \
                 interval.",
                options.engine, options.games_each
            ),
        ];
        let pictures = games(&answer.rows).enumerate();
        let pictures = pictures.flat_map(|(index, game)| pictures_of(index, game, options));
        Sheet::new(table, remarks).with_pictures(pictures.collect())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<Scaling>()? {
            for (index, game) in games(&stored.rows).enumerate() {
                blocks.push(Block::Claims(claims(&stored, game)));
                blocks.extend(stored.charts(pictures_of(index, game, stored.options)));
            }
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}
