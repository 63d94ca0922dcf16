//! The values in combinatorial game theory of all boards with few seeds, by kind.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use sowlab_games::catalog::CatalogGame;
use sowlab_games::world::{Board, WorldVariant};
use sowlab_solvers::Cancelled;
use sowlab_solvers::combinatorial::{FormKind, ValueError, Values};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};

/// The options of the experiment. Each game stands for all boards with its number of pots.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombinatorialValues {
    /// The maximum number of seeds on a board.
    pub seeds: u8,
}

/// The maximum number of seeds: more boards do not fit in memory.
const MOST_SEEDS: u64 = 12;

/// The numbers of boards with values of each kind.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct BoardValues {
    game: String,
    pots: usize,
    /// The boards with at most the given number of seeds.
    boards: usize,
    /// The number of different values.
    values: usize,
    /// Boards whose value is 0.
    zeros: usize,
    /// Boards whose value is another number.
    numbers: usize,
    /// Boards whose value is a nimber other than 0.
    nimbers: usize,
    /// Boards whose value is another sum of a number, ups and a nimber.
    sums: usize,
    /// Boards whose value is a switch of two numbers.
    switches: usize,
    /// Boards with any other value.
    others: usize,
}

impl ExperimentKind for CombinatorialValues {
    type Row = BoardValues;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("seeds", self.seeds.into(), 0, MOST_SEEDS)?;
        let games = variants(head)?;
        Ok(games.iter().map(WorldVariant::to_string).collect())
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<BoardValues>, Failure> {
        let games = variants(job.head)?;
        let rows: Result<Vec<BoardValues>, Failure> =
            games.iter().map(|game| self.row(game, job)).collect();
        Ok(Rows::new(rows?))
    }

    fn table(rows: &[BoardValues]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .count("pots", |row| row.pots)
            .count("boards", |row| row.boards)
            .count("values", |row| row.values)
            .count("0", |row| row.zeros)
            .count("other numbers", |row| row.numbers)
            .count("nimbers", |row| row.nimbers)
            .count("other sums", |row| row.sums)
            .count("switches", |row| row.switches)
            .count("others", |row| row.others)
            .table()
    }
}

impl CombinatorialValues {
    fn row(&self, variant: &WorldVariant, job: &Job<'_>) -> Result<BoardValues, Failure> {
        let game = variant.game();
        let pots = game.shape().pits();
        let unfit = || Unfit::NoCombinatorialValues {
            game: variant.to_string(),
        };
        let normal_play = game.normal_play().ok_or_else(unfit)?;
        let mut values = Values::new(usize::MAX);
        let mut different = HashSet::new();
        let mut row = BoardValues {
            game: variant.to_string(),
            pots,
            ..BoardValues::default()
        };
        for counts in boards(pots, self.seeds) {
            let value = values.value(&normal_play, &Board::of(&counts), job.monitor);
            let value = value.map_err(|error| match error {
                ValueError::Cancelled(Cancelled) => Failure::Cancelled(Cancelled),
                ValueError::TooMany(_) | ValueError::Repeats => Failure::Unfit(unfit()),
            })?;
            different.insert(value);
            row.boards += 1;
            let forms = values.forms();
            let count = match forms.kind(value) {
                FormKind::Number if forms.is_zero(value) => &mut row.zeros,
                FormKind::Number => &mut row.numbers,
                FormKind::Nimber => &mut row.nimbers,
                FormKind::NumberUpNimber => &mut row.sums,
                FormKind::Switch => &mut row.switches,
                FormKind::Other => &mut row.others,
            };
            *count += 1;
        }
        row.values = different.len();
        Ok(row)
    }
}

/// Returns the games, if they have values in combinatorial game theory.
fn variants(head: &ExperimentHead<'_>) -> Result<Vec<WorldVariant>, Unfit> {
    let variant = |game| match game {
        CatalogGame::World(variant) if variant.rules().normal_play() => Ok(variant),
        game => Err(Unfit::NoCombinatorialValues {
            game: game.to_string(),
        }),
    };
    head.catalog_games()?.into_iter().map(variant).collect()
}

/// Returns all boards of these pots with at most this number of seeds.
fn boards(pots: usize, seeds: u8) -> Vec<Vec<u8>> {
    (0..pots).fold(vec![Vec::new()], |boards, _| {
        let longer = |board: Vec<u8>| {
            let left = seeds - board.iter().sum::<u8>();
            (0..=left).map(move |count| [&board[..], &[count]].concat())
        };
        boards.into_iter().flat_map(longer).collect()
    })
}
