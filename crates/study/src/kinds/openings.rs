//! The openings of small boards of the games with one choice at a time, each solved by two methods.

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::solve::{AgreedOpening, SharedTables, SolvingMethod};
use sowlab_analysis::{Analyses, BoardSizes};
use sowlab_base::MemorySize;
use sowlab_findings::Values;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::two_rank::{MAX_PITS, MAX_SEEDS};

/// The options of the experiment. Two-rank games are named without their size.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// The maximum number of pits per side, at least 1.
    pub pits: u32,
    /// The minimum number of pits per side.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub least_pits: u32,
    /// The maximum number of seeds per pit, at least 1.
    pub seeds: u32,
    /// The minimum number of seeds per pit.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub least_seeds: u32,
    /// The maximum number of positions; larger sizes are omitted.
    pub positions: u64,
    /// The maximum number of seeds on boards in tables, for games in which play always ends. Larger boards are
    /// searched, with these tables and without. Default: all boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabled: Option<u32>,
    /// The memory of each search, for games in which play always ends [default: 1G].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemorySize>,
}

fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

/// The value of an opening for the player who moves first.
#[derive(Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(super) game: String,
    #[serde(flatten)]
    pub(super) value: Values<i32>,
    /// Optimal first choices.
    pub(super) best: Vec<String>,
    /// The two methods that agree.
    ways: [SolvingMethod; 2],
}

impl ExperimentKind for Openings {
    type Row = Opening;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("pits", self.pits.into(), 1, MAX_PITS as u64)?;
        Unfit::unless_within("seeds", self.seeds.into(), 1, MAX_SEEDS as u64)?;
        Unfit::unless_within("least_pits", self.least_pits.into(), 1, self.pits.into())?;
        Unfit::unless_within("least_seeds", self.least_seeds.into(), 1, self.seeds.into())?;
        let boards = self.boards(head)?;
        Ok(boards
            .iter()
            .flatten()
            .map(CatalogGame::to_string)
            .collect())
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Opening>, Failure> {
        let Job { head, monitor, .. } = *job;
        let mut openings = Vec::new();
        for boards in self.boards(head)? {
            let mut shared = SharedTables::new(self.tabled, self.memory);
            // The largest board of each width comes first, because its tables include the smaller ones.
            let of_game = boards
                .iter()
                .rev()
                .map(|board| board.analyses().opening_twice(&mut shared, monitor));
            let of_game: Vec<AgreedOpening> = of_game.collect::<Result<_, _>>()?;
            openings.extend(of_game.into_iter().rev().map(Opening::from));
        }
        Ok(Rows::new(openings))
    }

    fn table(rows: &[Opening]) -> Table {
        let exact = |margin: i32| [margin, margin];
        Columns::of(rows)
            .game(|row| &row.game)
            .interval("lower", |row| exact(row.value.lower))
            .interval("zero", |row| exact(row.value.zero))
            .interval("upper", |row| exact(row.value.upper))
            .code("best", |row| row.best.join(" "))
            .text("proven by", |row| {
                row.ways.map(SolvingMethod::name).join(", ")
            })
            .table()
    }
}

impl Openings {
    /// Returns the boards of each game that are small enough.
    fn boards(&self, head: &ExperimentHead<'_>) -> Result<Vec<Vec<CatalogGame>>, Unfit> {
        let sizes = BoardSizes {
            pits: self.least_pits..=self.pits,
            seeds: self.least_seeds..=self.seeds,
            positions: self.positions,
        };
        let boards = head.games.iter().zip(head.catalog_games()?);
        let boards = boards.map(|(name, game)| {
            let of_another = |_| Unfit::Family { game: name.clone() };
            game.analyses().boards(&sizes).map_err(of_another)
        });
        boards.collect()
    }
}

impl From<AgreedOpening> for Opening {
    fn from(found: AgreedOpening) -> Opening {
        let AgreedOpening {
            game,
            value,
            best,
            methods: ways,
        } = found;
        Opening {
            game,
            value: Values {
                lower: value.lower,
                zero: value.zero,
                upper: value.upper,
            },
            best,
            ways,
        }
    }
}
