//! The openings of small boards of the games with one choice at a time, each proven in two ways.

use serde::{Deserialize, Serialize};
use sowlab_analysis::{Analyses, BoardSizes};
use sowlab_solvers::Monitor;

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::readings::Readings;
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{heading, number_of_openings, signed};
use sowlab_analysis::solve::{FoundTwice, SharedTables, Way};
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::two_rank::{MAX_PITS, MAX_SEEDS, Variant};

/// The section on the games with one choice at a time.
pub(super) const OTHER_OPENINGS: Topic = Topic {
    id: "small-openings",
    title: "Openings of other games",
    lead: Some(
        "Kalah, awari, Trysse, Warri, John Pratt's games and The Colony: the margin of the player who moves first. \
         Where infinite play has a part there are three values: it loses, counts for nobody, or wins what is left.",
    ),
    layout: Layout::ClaimsFirst,
};

/// The options. Two-rank games are named without their size.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// The most pits a side, from 1 on.
    pub pits: u32,
    /// The fewest pits a side.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub least_pits: u32,
    /// The most seeds in a pit, from 1 on.
    pub seeds: u32,
    /// The fewest seeds in a pit.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub least_seeds: u32,
    /// Sizes with more positions are left out.
    pub positions: u64,
    /// The most seeds of a board in the tables, where play always ends: larger boards are searched, with these tables
    /// and without. All by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tabled: Option<u32>,
    /// Where play always ends, the memory of each search [default: 1G].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemorySize>,
}

fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

/// What an opening is worth to the player who moves first.
#[derive(Serialize, Deserialize)]
pub(crate) struct Opening {
    game: String,
    /// Where infinite play loses all that is left.
    lower: i32,
    /// Where it counts for nobody.
    zero: i32,
    /// Where it wins all that is left.
    upper: i32,
    /// Best first choices.
    best: Vec<String>,
    /// The two ways that agree.
    ways: [Way; 2],
}

impl ExperimentKind for Openings {
    type Row = Opening;

    const TOPIC: Topic = OTHER_OPENINGS;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("pits", self.pits.into(), 1, MAX_PITS as u64)?;
        Unfit::unless_within("seeds", self.seeds.into(), 1, MAX_SEEDS as u64)?;
        Unfit::unless_within("least_pits", self.least_pits.into(), 1, self.pits.into())?;
        Unfit::unless_within("least_seeds", self.least_seeds.into(), 1, self.seeds.into())?;
        let boards = self.boards(asked)?;
        Ok(boards
            .iter()
            .flatten()
            .map(CatalogGame::to_string)
            .collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Opening>, Failure> {
        let mut openings = Vec::new();
        for boards in self.boards(asked)? {
            let mut shared = SharedTables::new(self.tabled, self.memory);
            // The largest board of each width first: its tables hold the smaller ones.
            let of_game = boards
                .iter()
                .rev()
                .map(|board| board.analyses().opening_twice(&mut shared, monitor));
            let of_game: Vec<FoundTwice> = of_game.collect::<Result<_, _>>()?;
            openings.extend(of_game.into_iter().rev().map(Opening::from));
        }
        Ok(Found::new(openings))
    }

    fn present(answer: &Answer<'_, Openings>) -> Sheet {
        let openings = &answer.rows;
        let table = Table::new(&["game", "lower", "zero", "upper", "best", "proven by"]);
        let mut table = table.with_intervals(&["lower", "zero", "upper"]);
        for opening in openings {
            table.row([
                opening.game.clone(),
                format!("{:+}", opening.lower),
                format!("{:+}", opening.zero),
                format!("{:+}", opening.upper),
                opening.best.join(" "),
                opening.ways.map(Way::name).join(", "),
            ]);
        }
        let mut remarks = vec![
            format!(
                "{}, each solved in two ways that agree. Margins for the player who moves \
                 first; infinite play loses (lower), counts for nobody (zero) or wins (upper) what is \
                 left.",
                number_of_openings(openings.len())
            ),
            format!(
                "In {} of them infinite play matters.",
                infinite_play_matters(openings)
            ),
        ];
        let interval = |opening: &Opening| opening.within_interval();
        if openings.iter().any(interval) {
            remarks.push(
                "An interval is no proof of the value, only a bound that it lies in: there the first \
                 way stands alone."
                    .to_owned(),
            );
        }
        if openings.iter().any(Opening::searched_twice) {
            remarks.push(
                "Where both ways are alpha-beta, one program ran twice, with different tables: that is \
                 searched, not proven by other code."
                    .to_owned(),
            );
        }
        if openings.iter().any(Opening::shares_tables) {
            remarks.push(
                "Proof search looks boards with few seeds up in tables that the code of the first way made: that is \
                 searched, not proven by other code."
                    .to_owned(),
            );
        }
        Sheet::new(table, remarks)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<Openings>()? {
            let openings = &stored.rows;
            let heading = heading(stored.asked.title);
            let (searched, rest): (Vec<&Opening>, Vec<&Opening>) = openings
                .iter()
                .partition(|opening| opening.searched_twice());
            let (intervals, rest): (Vec<&Opening>, Vec<&Opening>) =
                (rest.into_iter()).partition(|opening| opening.within_interval());
            let (shared, proven): (Vec<&Opening>, Vec<&Opening>) =
                (rest.into_iter()).partition(|opening| opening.shares_tables());
            let mut claims = Vec::new();
            if !proven.is_empty() {
                let text = format!(
                    "{heading} {}, each value found in two ways that agree; in {} of them infinite play matters.",
                    number_of_openings(proven.len()),
                    infinite_play_matters(proven)
                );
                claims.push(Claim::new(Label::Proven, text, stored.source()));
            }
            if !searched.is_empty() {
                let text = format!(
                    "{heading} {} more, each by two runs of one search, with tables and without.",
                    number_of_openings(searched.len())
                );
                claims.push(Claim::new(Label::Searched, text, stored.source()));
            }
            if !shared.is_empty() {
                let text = format!(
                    "{heading} {}, each by tables of all boards and by proof search with tables of boards with few seeds; in {} of them \
                     infinite play matters.",
                    number_of_openings(shared.len()),
                    infinite_play_matters(shared)
                );
                claims.push(Claim::new(Label::Searched, text, stored.source()));
            }
            if !intervals.is_empty() {
                let text = format!(
                    "{heading} {}, each value found in one way; the other gave an interval that holds it. In {} of them infinite play \
                     matters.",
                    number_of_openings(intervals.len()),
                    infinite_play_matters(intervals)
                );
                claims.push(Claim::new(Label::Searched, text, stored.source()));
            }
            blocks.push(Block::Claims(claims));
            let sized: Vec<BySize<'_>> = openings.iter().filter_map(Opening::sized).collect();
            let games = sized.chunk_by(|one, other| one.name == other.name);
            blocks.extend(games.map(|game| Block::Grid(by_size(&stored, game))));
        }
        Ok(blocks)
    }
}

impl Openings {
    /// The games of the experiment, each on every board that is small enough.
    fn boards(&self, asked: &Asked<'_>) -> Result<Vec<Vec<CatalogGame>>, Unfit> {
        let sizes = BoardSizes {
            pits: self.least_pits..=self.pits,
            seeds: self.least_seeds..=self.seeds,
            positions: self.positions,
        };
        let boards = asked.games.iter().zip(asked.catalog_games()?);
        let boards = boards.map(|(name, game)| {
            let of_another = |_| Unfit::Family { game: name.clone() };
            game.analyses().boards(&sizes).map_err(of_another)
        });
        boards.collect()
    }
}

impl From<FoundTwice> for Opening {
    fn from(found: FoundTwice) -> Opening {
        let FoundTwice {
            game,
            value,
            best,
            ways,
        } = found;
        Opening {
            game,
            lower: value.lower,
            zero: value.zero,
            upper: value.upper,
            best,
            ways,
        }
    }
}

/// An opening of a game whose boards have pits and seeds.
struct BySize<'a> {
    /// The game without the size of its board.
    name: String,
    pits: usize,
    seeds: usize,
    opening: &'a Opening,
}

impl Opening {
    fn sized(&self) -> Option<BySize<'_>> {
        let variant: Variant = self.game.parse().ok()?;
        let (pits, seeds) = variant.size()?;
        Some(BySize {
            name: variant.name_without_size(),
            pits,
            seeds,
            opening: self,
        })
    }

    /// The full name of the game, its value and best first choices.
    pub(super) fn known(&self) -> (String, Readings, &[String]) {
        let exact = |margin| [margin, margin];
        let value = Readings {
            lower: exact(self.lower),
            zero: exact(self.zero),
            upper: exact(self.upper),
        };
        (self.game.clone(), value, &self.best)
    }

    /// Whether the value depends on what infinite play counts for.
    fn infinite_play_matters(&self) -> bool {
        self.lower != self.upper
    }

    /// Whether the second way only gave an interval that holds the value.
    fn within_interval(&self) -> bool {
        matches!(
            self.ways[1],
            Way::DeepeningToInterval | Way::ProofSearchToInterval
        )
    }

    /// Whether the second way looks boards with few seeds up in tables that the code of the first made.
    fn shares_tables(&self) -> bool {
        self.ways[1] == Way::ProofSearch
    }

    /// Whether both ways are one program, which tables only make faster.
    fn searched_twice(&self) -> bool {
        self.ways == [Way::AlphaBetaWithTables, Way::AlphaBeta]
    }

    fn written(&self) -> String {
        match self.infinite_play_matters() {
            true => [self.lower, self.zero, self.upper].map(signed).join(" … "),
            false => signed(self.zero),
        }
    }
}

fn infinite_play_matters<'a>(openings: impl IntoIterator<Item = &'a Opening>) -> usize {
    let matters = |opening: &&Opening| opening.infinite_play_matters();
    openings.into_iter().filter(matters).count()
}

/// A table of pits by seeds.
fn by_size(stored: &Stored<'_, Openings>, game: &[BySize<'_>]) -> Grid {
    let range = |of: fn(&BySize<'_>) -> usize| {
        let least = game.iter().map(of).min().unwrap_or(1);
        least..=game.iter().map(of).max().unwrap_or(0)
    };
    let (pits, seeds) = (range(|one| one.pits), range(|one| one.seeds));
    let cell = |pits: usize, seeds: usize| {
        let found = game
            .iter()
            .find(|one| (one.pits, one.seeds) == (pits, seeds));
        found.map(|one| one.opening.written()).unwrap_or_default()
    };
    let rows = pits.map(|pits| {
        let mut row = vec![pits.to_string()];
        row.extend(seeds.clone().map(|seeds| cell(pits, seeds)));
        row
    });
    let mut headings = vec!["pits".to_owned()];
    headings.extend(seeds.clone().map(|each| match each {
        1 => "1 seed each".to_owned(),
        each if each == *seeds.start() => format!("{each} seeds each"),
        each => each.to_string(),
    }));
    let caption = format!("`{}`: pits a side and seeds in each", game[0].name);
    Grid::new(caption, &headings, rows, stored.source()).folded()
}
