//! The openings of small boards of the games with one choice at a time, each proven in two ways.

use serde::{Deserialize, Serialize};
use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::retrograde::solve_in_memory;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Game, Keyed, Monitor, Reachable, Value};

use crate::analysis::solve::{
    Bounds, LISTED_STATES, MemorySize, Solution, TwoRankTables, search_repeating, solve_sequential,
    solve_two_rank,
};
use crate::games::colony::{Colony, ColonyVariant};
use crate::games::four_rank::{FourRank, FourRankLayer, FourRankVariant};
use crate::games::two_rank::{MAX_PITS, MAX_SEEDS, TwoRank, Variant};
use crate::study::answers::Answers;
use crate::study::asked::Asked;
use crate::study::error::{Failure, StudyError, Unfit};
use crate::study::kind::{Answer, ExperimentKind, Found};
use crate::study::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::study::sheet::Sheet;
use crate::study::stored::Stored;
use crate::study::table::Table;
use crate::study::text::{grouped, signed};

/// Bytes of the transposition table of a search.
const MEMORY: MemorySize = MemorySize::new(64 << 20);
/// The most states of a graph that is the second way.
const STATES: usize = 20_000_000;
/// How many moves deep a search goes whose bounds must hold the value of a graph.
const DEEPENING: u8 = 30;

/// The options. Two-rank games are named without their size.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// The most pits a side, from 1 on.
    pub pits: u32,
    /// The most seeds in a pit, from 1 on.
    pub seeds: u32,
    /// Sizes with more positions in their tables are left out.
    pub positions: u64,
}

/// What an opening is worth to the player who moves first.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Opening {
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

/// How a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    /// Tables of every position.
    Tables,
    /// The graph of all positions that can be reached.
    Graph,
    /// Search where play always ends.
    AlphaBeta,
    /// Search to a depth, which gave the value.
    Deepening,
    /// The same, which gave an interval that the value lies in.
    #[serde(rename = "deepening (interval)")]
    DeepeningToInterval,
}

impl Way {
    /// As tables and files write it.
    fn name(self) -> &'static str {
        match self {
            Way::Tables => "tables",
            Way::Graph => "graph",
            Way::AlphaBeta => "alpha-beta",
            Way::Deepening => "deepening",
            Way::DeepeningToInterval => "deepening (interval)",
        }
    }
}

impl ExperimentKind for Openings {
    type Row = Opening;

    const TOPIC: Topic = Topic {
        id: "small-openings",
        title: "Openings of other games",
        lead: Some(
            "Kalah, awari, Trysse, Warri, John Pratt's games and The Colony: the margin of the player who moves first. \
             Where infinite play has a part there are three values: it loses, counts for nobody, or wins what is left.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("pits", self.pits.into(), 1, MAX_PITS as u64)?;
        Unfit::unless_within("seeds", self.seeds.into(), 1, MAX_SEEDS as u64)?;
        let boards = self.boards(asked)?;
        let names = boards.iter().flat_map(|boards| match boards {
            Boards::Sizes(sizes) => sizes.iter().map(Variant::to_string).collect(),
            Boards::Colony(colony) => vec![colony.to_string()],
            Boards::FourRank(game) => vec![game.to_string()],
        });
        Ok(names.collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Opening>, Failure> {
        let mut openings = Vec::new();
        for boards in self.boards(asked)? {
            match boards {
                Boards::Sizes(sizes) => openings.extend(two_rank(&sizes, monitor)?),
                Boards::Colony(variant) => openings.push(colony(&variant.game(), monitor)?),
                Boards::FourRank(variant) => openings.push(four_rank(&variant.game(), monitor)?),
            }
        }
        Ok(Found::new(openings))
    }

    fn present(answer: &Answer<'_, Openings>) -> Sheet {
        let openings = &answer.rows;
        let mut table = Table::new(&["game", "lower", "zero", "upper", "best", "proven by"]);
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
                "{} openings, each solved in two ways that agree. Margins for the player who moves \
                 first; infinite play loses (lower), counts for nobody (zero) or wins (upper) what is \
                 left.",
                openings.len()
            ),
            format!(
                "In {} of them infinite play matters.",
                infinite_play_matters(openings)
            ),
        ];
        let interval = |opening: &Opening| opening.ways[1] == Way::DeepeningToInterval;
        if openings.iter().any(interval) {
            remarks.push(
                "An interval is no proof of the value, only a bound that it lies in: there the first \
                 way stands alone."
                    .to_owned(),
            );
        }
        Sheet::new(table, remarks)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<Openings>()? {
            let openings = &stored.rows;
            let text = format!(
                "{}: {} openings, each value found in two ways that agree; in {} of them infinite play matters.",
                stored.asked.title,
                grouped(openings.len() as u64),
                infinite_play_matters(openings)
            );
            let claim = Claim::new(Label::Proven, text, stored.source());
            blocks.push(Block::Claims(vec![claim]));
            let sized: Vec<BySize<'_>> = openings.iter().filter_map(Opening::sized).collect();
            let games = sized.chunk_by(|one, other| one.name == other.name);
            blocks.extend(games.map(|game| Block::Grid(by_size(&stored, game))));
        }
        Ok(blocks)
    }
}

/// What is solved of a game.
enum Boards {
    /// A two-rank game on every board that is small enough.
    Sizes(Vec<Variant>),
    /// The Colony on its board.
    Colony(ColonyVariant),
    /// A four-rank game on its board.
    FourRank(FourRankVariant),
}

impl Openings {
    fn boards(&self, asked: &Asked<'_>) -> Result<Vec<Boards>, Unfit> {
        asked.catalog_games()?;
        let boards = asked.games.iter().map(|name| {
            if name.parse::<Variant>().is_ok() {
                return Ok(Boards::Sizes(self.sizes(name)));
            }
            if let Ok(four_rank) = name.parse() {
                return Ok(Boards::FourRank(four_rank));
            }
            let of_another = |_| Unfit::Family { game: name.clone() };
            name.parse().map(Boards::Colony).map_err(of_another)
        });
        boards.collect()
    }

    /// A game on every board that is small enough.
    fn sizes(&self, name: &str) -> Vec<Variant> {
        let mark = if name.contains(':') { ',' } else { ':' };
        let all = (1..=self.pits).flat_map(|pits| (1..=self.seeds).map(move |seeds| (pits, seeds)));
        all.filter(|&(pits, seeds)| 2 * pits * seeds <= MAX_SEEDS as u32)
            .filter(|&(pits, seeds)| {
                boards_to(2 * pits as usize, 2 * (pits * seeds) as usize) <= self.positions
            })
            .filter_map(|(pits, seeds)| {
                let name = format!("{name}{mark}pits={pits},seeds={seeds}");
                name.parse().ok()
            })
            .collect()
    }
}

/// The openings of a game by size.
fn two_rank(sizes: &[Variant], monitor: &dyn Monitor) -> Result<Vec<Opening>, Failure> {
    let mut tables: Option<(usize, TwoRankTables)> = None;
    let mut found = Vec::new();
    // The largest board of each width first: its tables hold the smaller ones.
    for variant in sizes.iter().rev() {
        let game = variant.game();
        let pits = game.rules().pits;
        let known = match tables.take() {
            Some((width, known)) if width == pits => known,
            _ => TwoRankTables::in_memory(&game, game.rules().total() as u32, monitor)?,
        };
        found.push(two_rank_opening(&game, &known, monitor)?);
        tables = Some((pits, known));
    }
    found.reverse();
    Ok(found)
}

/// The opening by tables; and by search where play always ends, else by the graph of all states.
fn two_rank_opening(
    game: &TwoRank,
    tables: &TwoRankTables,
    monitor: &dyn Monitor,
) -> Result<Opening, Failure> {
    let start = game.start_position();
    let solve = |tables| solve_two_rank(game, &start, tables, MEMORY, monitor);
    let Solution { best, .. } = solve(Some(tables))?;
    // Tables are incomplete only if the monitor cancelled.
    let value = tables.value(start.state()).ok_or(Failure::Cancelled)?;
    let (second, way) = match game.always_ends() {
        true => (solve(None)?.bounds.value(), Way::AlphaBeta),
        false => {
            let graph = Reachable::solve(game, start.state(), STATES, monitor)?;
            (graph.value(game.key(&start.state())), Way::Graph)
        }
    };
    if monitor.cancelled() {
        return Err(Failure::Cancelled);
    }
    if second != Some(value) {
        let second = second.map_or("no value".to_owned(), |value| value.to_string());
        return Err(Failure::Disagreement {
            game: game.name().to_owned(),
            one: format!("tables say {value}"),
            other: format!("{} says {second}", way.name()),
        });
    }
    Ok(Opening::new(game.name(), value, best, [Way::Tables, way]))
}

/// The opening by the graph of all states, and by deepening, whose bounds must hold it.
fn colony(game: &Colony, monitor: &dyn Monitor) -> Result<Opening, Failure> {
    let (start, name) = (game.start_position(), game.name());
    let solution = solve_sequential(game, &start, LISTED_STATES, MEMORY, monitor)?;
    if monitor.cancelled() {
        return Err(Failure::Cancelled);
    }
    let value = solution.bounds.value();
    let value = value.ok_or_else(|| Failure::Unsolved(name.to_owned()))?;
    let table = TranspositionTable::new(MEMORY.bytes())?;
    let found = search_repeating(game, start.state(), &(), DEEPENING, &table, monitor);
    let Bounds { lower, upper, .. } = found.bounds;
    if monitor.cancelled() {
        return Err(Failure::Cancelled);
    }
    if !lower.contains(&value.lower) || !upper.contains(&value.upper) {
        return Err(Failure::Disagreement {
            game: name.to_owned(),
            one: format!("the graph says {value}"),
            other: format!("deepening {lower:?} and {upper:?}"),
        });
    }
    let closed = lower.start() == lower.end() && upper.start() == upper.end();
    let way = if closed {
        Way::Deepening
    } else {
        Way::DeepeningToInterval
    };
    Ok(Opening::new(name, value, solution.best, [Way::Graph, way]))
}

/// The opening by retrograde analysis of all positions, and by the graph of those that it leads to.
fn four_rank(game: &FourRank, monitor: &dyn Monitor) -> Result<Opening, Failure> {
    let (start, name) = (game.start(), game.name());
    let solution = solve_sequential(game, &start, STATES, MEMORY, monitor)?;
    if monitor.cancelled() {
        return Err(Failure::Cancelled);
    }
    let graph = solution.bounds.value();
    let graph = graph.ok_or_else(|| Failure::Unsolved(name.to_owned()))?;
    let layer = FourRankLayer::new(game.clone())?;
    let tables = solve_in_memory(&layer, 0, monitor).map_err(TableError::Solve)?;
    let value = tables[0].get(layer.rank(&start));
    if value != graph {
        return Err(Failure::Disagreement {
            game: name.to_owned(),
            one: format!("retrograde analysis says {value}"),
            other: format!("the graph says {graph}"),
        });
    }
    let ways = [Way::Tables, Way::Graph];
    Ok(Opening::new(name, value, solution.best, ways))
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
    fn new(game: &str, value: Value, best: Vec<String>, ways: [Way; 2]) -> Opening {
        Opening {
            game: game.to_owned(),
            lower: value.lower,
            zero: value.zero,
            upper: value.upper,
            best,
            ways,
        }
    }

    fn sized(&self) -> Option<BySize<'_>> {
        let variant: Variant = self.game.parse().ok()?;
        let (pits, seeds) = variant.size();
        Some(BySize {
            name: variant.name_without_size(),
            pits,
            seeds,
            opening: self,
        })
    }

    /// Whether the value depends on what infinite play counts for.
    fn infinite_play_matters(&self) -> bool {
        self.lower != self.upper
    }

    fn written(&self) -> String {
        match self.infinite_play_matters() {
            true => [self.lower, self.zero, self.upper].map(signed).join(" … "),
            false => signed(self.zero),
        }
    }
}

fn infinite_play_matters(openings: &[Opening]) -> usize {
    let matters = |opening: &&Opening| opening.infinite_play_matters();
    openings.iter().filter(matters).count()
}

/// A table of pits by seeds.
fn by_size(stored: &Stored<'_, Openings>, game: &[BySize<'_>]) -> Grid {
    let most = |of: fn(&BySize<'_>) -> usize| game.iter().map(of).max().unwrap_or(0);
    let (pits, seeds) = (most(|one| one.pits), most(|one| one.seeds));
    let cell = |pits: usize, seeds: usize| {
        let found = game
            .iter()
            .find(|one| (one.pits, one.seeds) == (pits, seeds));
        found.map(|one| one.opening.written()).unwrap_or_default()
    };
    let rows = (1..=pits).map(|pits| {
        let mut row = vec![pits.to_string()];
        row.extend((1..=seeds).map(|seeds| cell(pits, seeds)));
        row
    });
    let mut headings = vec!["pits".to_owned()];
    headings.extend((1..=seeds).map(|seeds| match seeds {
        1 => "1 seed each".to_owned(),
        seeds => format!("{seeds}"),
    }));
    let caption = format!("`{}`: pits a side and seeds in each", game[0].name);
    Grid::new(caption, &headings, rows, stored.source()).folded()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_names_that_tables_have() {
        let searches = [Way::AlphaBeta, Way::Deepening, Way::DeepeningToInterval];
        for way in [Way::Tables, Way::Graph].into_iter().chain(searches) {
            assert_eq!(serde_json::to_value(way).unwrap(), way.name());
        }
    }
}
