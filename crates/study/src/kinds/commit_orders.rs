//! What seeing the other's choice is worth, over the stones left, and which orderings of the commit
//! orders hold.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::layers::Games;
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::{board_name, short_name};
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::{Picture, Sheet};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, listed, signed_decimal};
use sowlab_analysis::equilibrium::{
    ComparedLayer, LayerComparison, MOST_ROUNDS, OrderValues, Ordering,
};
use sowlab_base::MemorySize;
use sowlab_games::stones::Rules;

/// For the values of the boards of one game.
pub(super) const MEMORY: MemorySize = MemorySize::new(1 << 27);

pub(super) const PRICE_OF_SENTE: Topic = Topic {
    id: "price-of-sente",
    title: "The price of sente",
    lead: Some(
        "Under the rules sente chooses a hole and gote, who sees it, another: *open* choices. They may be *reverse* (gote chooses \
         first) or *sealed* (neither sees). The *price of sente* is what sente would gain if gote chose first, reverse minus open; \
         the *worth of seeing* is sealed minus open. Values look a number of rounds ahead.",
    ),
    layout: Layout::TablesLast,
};

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitOrders {
    /// The fewest stones on the board.
    pub least: u32,
    /// The most stones on the board.
    pub stones: u32,
    /// The most boards of a layer, spread evenly; a smaller layer is taken whole.
    pub boards: u64,
    /// The horizon in rounds.
    pub horizon: u8,
}

/// A game under the commit orders.
#[derive(Serialize, Deserialize)]
pub(crate) struct Compared {
    game: String,
    horizon: u8,
    layers: Vec<Layer>,
    orderings: Vec<Kept>,
}

/// Means over the boards of a layer that are not finished.
#[derive(Serialize, Deserialize)]
struct Layer {
    stones: u32,
    /// All boards of the layer that were looked at are part of the means: `whole` says whether
    /// these are all there are.
    boards: u64,
    whole: bool,
    open: f64,
    reverse: f64,
    sealed: f64,
    price_of_sente: f64,
    worth_of_seeing: f64,
    /// The share of boards where gote's seeing costs sente something.
    seeing_matters: f64,
}

impl Layer {
    fn of(stones: u32, found: &ComparedLayer) -> Layer {
        let boards = found.boards.len() as f64;
        let mean = |of: &dyn Fn(&OrderValues) -> f64| {
            found
                .boards
                .iter()
                .map(|board| of(&board.values))
                .sum::<f64>()
                / boards
        };
        Layer {
            stones,
            boards: found.boards.len() as u64,
            whole: found.whole,
            open: mean(&|values| values.open),
            reverse: mean(&|values| values.reverse),
            sealed: mean(&|values| values.sealed),
            price_of_sente: mean(&OrderValues::price_of_sente),
            worth_of_seeing: mean(&OrderValues::worth_of_seeing),
            seeing_matters: mean(&|values| f64::from(u8::from(values.worth_of_seeing() > 1e-7))),
        }
    }
}

/// How often an ordering holds, over all layers.
#[derive(Serialize, Deserialize)]
struct Kept {
    ordering: String,
    boards: u64,
    fails: u64,
    /// The board with the fewest stones where it fails.
    first: Option<Example>,
}

/// A board where an ordering fails.
#[derive(Serialize, Deserialize)]
struct Example {
    position: String,
    #[serde(flatten)]
    values: OrderValues,
}

impl ExperimentKind for CommitOrders {
    type Row = Compared;

    const TOPIC: Topic = PRICE_OF_SENTE;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        check_horizon(self.horizon)?;
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Compared>, Failure> {
        of_each_rule_set(asked, |rules| self.compare(rules, monitor))
    }

    fn present(answer: &Answer<'_, CommitOrders>) -> Sheet {
        let remarks = answer.rows.iter().flat_map(Compared::remarks);
        Sheet::new(table(&answer.rows), remarks.collect()).with_pictures(pictures(&answer.rows))
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let all = answers.of::<CommitOrders>()?;
        let mut blocks = vec![Block::Claims(orderings(&all).into_iter().collect())];
        for stored in all {
            let price = stored.rows.iter().find_map(|game| game.price(&stored));
            blocks.push(Block::Claims(price.into_iter().collect()));
            // Fewer layers are no course.
            if stored.rows.iter().all(|game| game.layers.len() >= 12) {
                blocks.extend(stored.charts(pictures(&stored.rows)));
            }
            blocks.push(Block::Grid(how_often(&stored)));
        }
        Ok(blocks)
    }
}

/// Checks the horizon of an equilibrium.
pub(super) fn check_horizon(horizon: u8) -> Result<(), Unfit> {
    Unfit::unless_within("horizon", horizon.into(), 1, MOST_ROUNDS.into())
}

/// A row of results for each rule set of an experiment.
pub(super) fn of_each_rule_set<Row>(
    asked: &Asked<'_>,
    find: impl Fn(&Rules) -> Result<Row, Failure>,
) -> Result<Found<Row>, Failure> {
    let rows = asked
        .rule_sets()?
        .iter()
        .map(find)
        .collect::<Result<_, _>>()?;
    Ok(Found::new(rows))
}

impl CommitOrders {
    fn compare(&self, rules: &Rules, monitor: &dyn Monitor) -> Result<Compared, Failure> {
        let most = self.stones.min(rules.stones() as u32);
        let comparison = LayerComparison::new(rules, most, self.horizon, MEMORY)?;
        let mut layers = Vec::new();
        let mut orderings: Vec<Kept> = (Ordering::ALL.into_iter())
            .map(|ordering| Kept {
                ordering: ordering.statement().to_owned(),
                boards: 0,
                fails: 0,
                first: None,
            })
            .collect();
        for stones in self.least..=most {
            let found = comparison.layer(stones, self.boards, monitor)?;
            for (ordering, kept) in Ordering::ALL.into_iter().zip(&mut orderings) {
                kept.boards += found.boards.len() as u64;
                for board in (found.boards.iter()).filter(|board| !board.values.keep(ordering)) {
                    kept.fails += 1;
                    kept.first.get_or_insert_with(|| Example {
                        position: comparison.position(board),
                        values: board.values,
                    });
                }
            }
            if !found.boards.is_empty() {
                layers.push(Layer::of(stones, &found));
            }
        }
        Ok(Compared {
            game: rules.to_string(),
            horizon: self.horizon,
            layers,
            orderings,
        })
    }
}

impl Compared {
    fn remarks(&self) -> impl Iterator<Item = String> {
        let Compared { game, horizon, .. } = self;
        self.orderings.iter().map(move |kept| {
            let Kept {
                ordering,
                boards,
                fails,
                first,
            } = kept;
            match first {
                None => format!("{game}, horizon {horizon}: {ordering} on all {boards} boards."),
                Some(Example { position, values }) => format!(
                    "{game}, horizon {horizon}: {ordering} fails on {fails} of {boards} boards, first on \
                     `{position}`: open {:+.4}, sealed {:+.4}, reverse {:+.4}.",
                    values.open, values.sealed, values.reverse
                ),
            }
        })
    }

    /// The mean over all layers of a game that was sampled.
    fn price(&self, stored: &Stored<'_, CommitOrders>) -> Option<Claim> {
        if self.layers.iter().all(|layer| layer.whole) {
            return None;
        }
        let half = self.layers.last()?.stones / 2;
        let (few, many): (Vec<&Layer>, Vec<&Layer>) =
            self.layers.iter().partition(|layer| layer.stones <= half);
        let price = |layer: &Layer| layer.price_of_sente;
        let worth = |layer: &Layer| layer.worth_of_seeing;
        let boards: u64 = self.layers.iter().map(|layer| layer.boards).sum();
        let text = format!(
            "In `{}` (mean of {} boards, {} ahead) choosing first is a burden with many stones on the board and an advantage with \
             few: the price of sente is {} above {half} stones and {} below. The worth of seeing is {} and {}.",
            board_name(&self.game),
            grouped(boards),
            rounds(self.horizon),
            signed_decimal(mean(&many, price), 2),
            signed_decimal(mean(&few, price), 2),
            signed_decimal(mean(&many, worth), 2),
            signed_decimal(mean(&few, worth), 2),
        );
        // The sentence is about this order of the two.
        let as_said = mean(&many, price) > 0.0 && mean(&few, price) < 0.0;
        let claim = Claim::new(Label::Measured, text, stored.source());
        as_said.then_some(claim)
    }
}

/// Over all boards of some layers.
fn mean(layers: &[&Layer], of: impl Fn(&Layer) -> f64) -> f64 {
    let boards: u64 = layers.iter().map(|layer| layer.boards).sum();
    let each = layers.iter().map(|layer| layer.boards as f64 * of(layer));
    each.sum::<f64>() / boards.max(1) as f64
}

/// A horizon in words.
pub(super) fn rounds(horizon: u8) -> String {
    match horizon {
        1 => "one round".to_owned(),
        rounds => format!("{rounds} rounds"),
    }
}

/// How often each ordering fails, over all results.
fn orderings(all: &[Stored<'_, CommitOrders>]) -> Option<Claim> {
    let games = || all.iter().flat_map(|stored| &stored.rows);
    let first = games().next()?;
    let each = first.orderings.iter().map(|kept| {
        let all = games().flat_map(|game| &game.orderings);
        let same = all.filter(|one| one.ordering == kept.ordering);
        let fails: u64 = same.map(|one| one.fails).sum();
        format!("`{}` fails on {}", kept.ordering, grouped(fails))
    });
    let each: Vec<String> = each.collect();
    let counted = games().filter_map(|game| game.orderings.first());
    let boards: u64 = counted.map(|kept| kept.boards).sum();
    let text = format!(
        "Of {} boards of small games and samples of larger ones, looking at most {} ahead: {}.",
        grouped(boards),
        rounds(games().map(|game| game.horizon).max()?),
        listed(&each)
    );
    Some(Claim {
        label: Label::Measured,
        text,
        sources: all.iter().map(|stored| stored.source()).collect(),
    })
}

fn how_often(stored: &Stored<'_, CommitOrders>) -> Grid {
    let mut headings = vec!["game".to_owned(), "horizon".to_owned(), "boards".to_owned()];
    if let Some(first) = stored.rows.first() {
        let named = first.orderings.iter();
        headings.extend(named.map(|kept| format!("fails: `{}`", kept.ordering)));
    }
    let rows = stored.rows.iter().map(|game| {
        let boards = game.orderings.first().map_or(0, |kept| kept.boards);
        let mut row = vec![
            format!("`{}`", short_name(&game.game)),
            game.horizon.to_string(),
            grouped(boards),
        ];
        row.extend(game.orderings.iter().map(|kept| grouped(kept.fails)));
        row
    });
    let title = stored.asked.title.to_owned();
    Grid::new(title, &headings, rows, stored.source()).folded()
}

/// More lines than this cannot be told apart.
const MOST_LINES: usize = 4;

/// Nothing of more games than can be told apart.
fn pictures(all: &[Compared]) -> Vec<Picture> {
    if all.len() > MOST_LINES {
        return Vec::new();
    }
    let games = Games {
        games: (all.iter())
            .map(|compared| (compared.game.as_str(), compared.layers.as_slice()))
            .collect(),
        label: &short_name,
        stones: |layer: &Layer| layer.stones,
    };
    let lines = |title, value: fn(&Layer) -> f64| {
        games.lines(title, "stones, mean of the boards", false, |layer| {
            Some(value(layer))
        })
    };
    let price = lines("The price of sente: reverse minus open", |layer| {
        layer.price_of_sente
    });
    let worth = lines("The worth of seeing: sealed minus open", |layer| {
        layer.worth_of_seeing
    });
    vec![Picture::new("price", price), Picture::new("worth", worth)]
}

fn table(all: &[Compared]) -> Table {
    let mut table = Table::new(&[
        "game",
        "horizon",
        "stones",
        "boards",
        "open",
        "reverse",
        "sealed",
        "price of sente",
        "worth of seeing",
        "seeing matters, per cent",
    ]);
    for compared in all {
        for layer in &compared.layers {
            table.row([
                compared.game.clone(),
                compared.horizon.to_string(),
                layer.stones.to_string(),
                layer.boards.to_string(),
                format!("{:.4}", layer.open),
                format!("{:.4}", layer.reverse),
                format!("{:.4}", layer.sealed),
                format!("{:.4}", layer.price_of_sente),
                format!("{:.4}", layer.worth_of_seeing),
                format!("{:.1}", 100.0 * layer.seeing_matters),
            ]);
        }
    }
    table
}
