//! Boards drawn from an endgame table, searched with the tables of much smaller boards alone: what both say must agree.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sowlab_solvers::search::proof::{Narrowing, ProofSearch, ProofTable};
use sowlab_solvers::{Interval, Monitor, Value};

use super::requested::too_large;
use super::tabled_opening::TabledOpening;
use crate::RequestError;
use crate::tables::{Drawn, TabledGame, unusable};
use sowlab_base::MemorySize;
use sowlab_games::stones::Board;

/// Which boards to draw, and with what to search them.
#[derive(Clone, Copy, Debug)]
pub struct SearchedLayerRequest<'a> {
    /// The directory of the tables.
    pub directory: &'a Path,
    /// Stones on the boards.
    pub layer: u32,
    /// How many boards to draw, each equally likely.
    pub boards: u64,
    /// The seed of the boards.
    pub seed: u64,
    /// The most stones on a board that the search looks up.
    pub stones: u32,
    /// Memory of the search, half of it for tables.
    pub memory: MemorySize,
    /// The nodes that a claim may take, roughly.
    pub nodes: u64,
}

/// What came of a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedLayer {
    /// Stones on the boards.
    pub stones: u32,
    /// The search looked up boards with at most the given number of stones.
    pub tables: u32,
    /// The boards drawn.
    pub boards: u64,
    /// Those of them on which the search proved both `lower` and `upper`: the table says the same.
    pub proven: u64,
    /// Those on which it proved a value that infinite play does not change.
    pub one_value: u64,
    /// The nodes of all searches.
    pub nodes: u64,
}

/// A table and a search contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "board {board}: the table says lower {} and upper {}, the search lower {} to {} and upper {} to {}",
    .table.lower, .table.upper, .lower.low, .lower.high, .upper.low, .upper.high
)]
pub struct Contradicted {
    /// The board.
    pub board: String,
    /// What the table says.
    pub table: Value,
    /// What the search proved of `lower`.
    pub lower: Interval,
    /// What it proved of `upper`.
    pub upper: Interval,
}

/// Draws boards of a layer from its table and searches each, without that table: what is proven must hold what the
/// table says.
///
/// # Errors
/// The game is none of the stones family, tables are missing, the memory does not suffice, the monitor cancelled, or a
/// table and a search contradict each other ([`Contradicted`]).
pub fn search_layer(
    game: &str,
    request: &SearchedLayerRequest<'_>,
    monitor: &dyn Monitor,
) -> Result<SearchedLayer, RequestError> {
    let directory = request.directory.to_owned();
    let stones = Some(request.stones);
    let TabledOpening {
        rules,
        game,
        memory,
        ..
    } = TabledOpening::new(game, Some(&directory), stones, request.memory)?;
    let drawn = Drawn {
        layer: request.layer,
        positions: request.boards,
        seed: request.seed,
    };
    let mut boards: Vec<(Board, Value)> = Vec::new();
    let mut visit = |cells: &[u8], value| {
        boards.extend(Board::from_holes(cells).map(|board| (board, value)));
    };
    rules
        .sample_table(&directory, drawn, monitor, &mut visit)
        .map_err(unusable)?;
    let table = ProofTable::new(memory).map_err(too_large)?;
    let mut found = SearchedLayer {
        stones: request.layer,
        tables: game.searched_to(),
        ..SearchedLayer::default()
    };
    for (board, value) in boards {
        let search = ProofSearch::new(game.problem(), &table, monitor);
        let mut narrowing = Narrowing::new(&search, board);
        while narrowing.narrow(request.nodes)? {}
        let proven = narrowing.proven();
        let text = board.text(rules.holes());
        if let Some(wrong) = contradiction(text, value, proven.lower, proven.upper) {
            return Err(RequestError::failed(wrong));
        }
        let both = proven.lower.is_exact() && proven.upper.is_exact();
        found.boards += 1;
        found.proven += u64::from(both);
        found.one_value += u64::from(both && proven.lower == proven.upper);
        found.nodes += search.nodes();
    }
    game.finish().map_err(unusable)?;
    Ok(found)
}

/// What is wrong if a search proved that `lower` and `upper` lie in these intervals.
fn contradiction(
    board: String,
    table: Value,
    lower: Interval,
    upper: Interval,
) -> Option<Contradicted> {
    let holds = |interval: Interval, value| (interval.low..=interval.high).contains(&value);
    let agree = holds(lower, table.lower) && holds(upper, table.upper);
    (!agree).then_some(Contradicted {
        board,
        table,
        lower,
        upper,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_games::stones::Rules;

    const LAYER: u32 = 8;

    fn search(game: &str, directory: &Path) -> Result<SearchedLayer, RequestError> {
        let request = SearchedLayerRequest {
            directory,
            layer: LAYER,
            boards: 60,
            seed: 1,
            stones: 4,
            memory: "64M".parse().unwrap(),
            nodes: 100_000,
        };
        search_layer(game, &request, &())
    }

    fn build(game: &str, directory: &Path) {
        let rules = Rules::from_name(game).unwrap();
        rules
            .build_tables(directory, LAYER, &(), &mut |_| ())
            .unwrap();
    }

    #[test]
    fn tables_and_search_agree() {
        let folder = tempfile::tempdir().unwrap();
        let game = "stones:holes=6,seeds=2";
        build(game, folder.path());
        let found = search(game, folder.path()).unwrap();
        assert_eq!((found.stones, found.tables, found.boards), (LAYER, 4, 60));
        assert!(found.proven > 40 && found.one_value > 30, "{found:?}");
        assert!(found.one_value <= found.proven && found.nodes > 0);
    }

    #[test]
    fn what_contradicts_a_table() {
        let board = Board::from_holes(&[2, 3, 0]).unwrap();
        let wrong = |lower: [i32; 2], upper: [i32; 2]| {
            let of = |[low, high]: [i32; 2]| Interval { low, high };
            let value = Value {
                lower: -1,
                zero: 0,
                upper: 3,
            };
            contradiction(board.text(3), value, of(lower), of(upper)).map(|wrong| wrong.to_string())
        };
        assert_eq!(wrong([-1, -1], [3, 3]), None);
        assert_eq!(wrong([-5, 5], [1, 5]), None);
        let said = "board 2,3,0: the table says lower -1 and upper 3, the search lower 1 to 5 and upper 3 to 5";
        assert_eq!(wrong([1, 5], [3, 5]).as_deref(), Some(said));
        assert!(wrong([-1, -1], [-5, 1]).is_some());
    }
}
