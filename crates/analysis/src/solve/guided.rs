//! What a proof takes with a learned evaluation that tells where to look first, and what without.

use std::path::PathBuf;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;
use sowlab_solvers::search::proof::ProofTable;

use super::requested::too_large;
use super::stones::DEFAULT_NODE_BUDGET;
use super::tabled_opening::TabledOpening;
use super::{Bounds, Solution};
use crate::learned::Evaluation;
use crate::tables::{TabledGame, refused, unusable};
use crate::{Field, RequestError};
use sowlab_base::MemorySize;

/// With what to prove an opening.
#[derive(Clone, Debug)]
pub struct GuidanceRequest {
    /// The directory of tables; `None`: the default folder.
    pub tables: Option<PathBuf>,
    /// The most stones on a board that is looked up.
    pub stones: u32,
    /// The memory allowed, at most half of it for tables.
    pub memory: MemorySize,
    /// Whether the weights that come with the program guess margins.
    pub guided: bool,
}

/// What a proof took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuidedProof {
    /// Whether weights guessed margins.
    pub guided: bool,
    /// Boards of at most the given number of stones were looked up.
    pub tables: u32,
    /// The proven margin of the side with sente where infinite play counts for nobody: least and greatest.
    pub zero: [i32; 2],
    /// The same under the pie rule, for the side that may turn the board.
    pub pie_zero: Option<[i32; 2]>,
    /// The boards searched.
    pub nodes: u64,
    /// The time of the search.
    pub seconds: f64,
}

/// There are no weights for the rules.
#[derive(Clone, Debug, thiserror::Error)]
#[error("no weights for {0} come with the program")]
struct NoWeights(String);

/// Proves what the opening of a game of this name is worth. What is proven does not depend on guesses.
///
/// # Errors
/// The game is none of the stones family or too large, there are no tables or no weights, or the monitor cancelled.
pub fn prove_guided(
    name: &str,
    request: &GuidanceRequest,
    monitor: &dyn Monitor,
) -> Result<GuidedProof, RequestError> {
    let stones = Some(request.stones);
    let opening = TabledOpening::new(name, request.tables.as_ref(), stones, request.memory)?;
    let TabledOpening {
        rules,
        position,
        game,
        memory,
    } = opening;
    let name = rules.table_name().map_err(refused)?;
    let guess = match request.guided {
        true => {
            let found = Evaluation::built_in(&name, rules.holes());
            let found = found.map_err(|error| RequestError::field(Field::Game, error))?;
            Some(found.ok_or_else(|| RequestError::field(Field::Game, NoWeights(name)))?)
        }
        false => None,
    };
    let table = ProofTable::new(memory).map_err(too_large)?;
    let started = Instant::now();
    let tables = game.searched_to();
    let game = game.with_guess(guess);
    let solution = game.solve(&position, &table, DEFAULT_NODE_BUDGET, monitor);
    let Solution {
        bounds, nodes, pie, ..
    } = solution.map_err(unusable)?;
    monitor.check()?;
    let zero = |bounds: &Bounds| [*bounds.zero.start(), *bounds.zero.end()];
    Ok(GuidedProof {
        guided: request.guided,
        tables,
        zero: zero(&bounds),
        pie_zero: pie.as_ref().map(zero),
        nodes,
        seconds: started.elapsed().as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sowlab_solvers::{Guide, Player};

    use super::super::TabledStones;
    use super::super::effort::Effort;
    use super::*;
    use sowlab_games::stones::{Position, Rules, StonesGame};

    const MEMORY: usize = 1 << 24;

    fn tables(name: &str, folder: &Path) -> TabledStones {
        let rules = Rules::from_name(name).unwrap();
        rules.build_tables(folder, 4, &(), &mut |_| ()).unwrap();
        TabledStones::open(StonesGame::new(&rules), folder, MEMORY).unwrap()
    }

    #[test]
    fn the_guess_is_the_leaders_margin() {
        let folder = tempfile::tempdir().unwrap();
        let name = "stones:holes=11,seeds=2";
        let rules = Rules::from_name(name).unwrap();
        let guess = Evaluation::built_in(&rules.table_name().unwrap(), 11).unwrap();
        let board = Position::opening(&rules).canonical_board();
        let expected = guess.as_ref().unwrap().stones(&board.lanes()[..11]);
        assert_ne!(expected, 0.0);
        let plain = tables(name, folder.path());
        let guided = tables(name, folder.path()).with_guess(guess);
        let found = |game: &TabledStones, claimant| game.effort(&board, claimant, 3);
        let effort = |beyond: f64| Effort::STONES.numbers(22, 4, beyond);
        for claimant in [Player::Leader, Player::Follower] {
            assert_eq!(found(&plain, claimant), effort(3.0));
        }
        assert_eq!(found(&guided, Player::Leader), effort(3.0 - expected));
        assert_eq!(found(&guided, Player::Follower), effort(3.0 + expected));
    }

    #[test]
    fn games_without_weights_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let name = "stones:holes=5,seeds=2";
        drop(tables(name, folder.path()));
        let prove = |guided| {
            let request = GuidanceRequest {
                tables: Some(folder.path().to_owned()),
                stones: 4,
                memory: "64M".parse().unwrap(),
                guided,
            };
            prove_guided(name, &request, &())
        };
        let plain = prove(false).unwrap();
        // Lower is -4, upper 2: infinite play matters, and search finds zero.
        assert_eq!((plain.tables, plain.zero), (4, [2, 2]));
        let error = prove(true).unwrap_err().to_string();
        assert!(error.contains("no weights"), "{error}");
    }
}
