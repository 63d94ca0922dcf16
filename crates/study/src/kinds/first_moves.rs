//! The value of each first move of a two-rank game, and the value of the pie rule that follows.

use sowlab_findings::{Bounds, Choices, ValuedChoice, Values};
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::Analyses;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::solve::exchange_after;
use sowlab_analysis::tables::TablesTo;
use sowlab_analysis::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::two_rank::Variant;

/// The options of the experiment. Games are named with the size of their board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstMoves {
    /// The memory of the search after each move; a part of it is for boards with few seeds.
    pub memory: MemorySize,
    /// The tables to probe, built before the search if they are missing.
    pub tables: TablesTo,
    /// The maximum number of seeds in the tables of a second search, which must not contradict the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<u32>,
}

/// The folder, within that of the tables, for the tables of the second search.
const AGAIN: &str = "again";

/// The values of the first moves of a game, for the player who moves first.
#[derive(Serialize, Deserialize)]
pub(crate) struct MovesOfOpening {
    pub(super) game: String,
    /// The bounds of the opening that follow from its moves.
    bounds: Values,
    /// The gain of the player who moves second by swapping after the first move, under the infinite-play convention
    /// *draw*.
    pub(super) pie: [i32; 2],
    moves: Vec<FirstMove>,
    /// The searches that found all values, in order.
    searches: Vec<MovesSearch>,
}

/// A search after each move.
#[derive(Serialize, Deserialize)]
struct MovesSearch {
    /// The maximum number of seeds on probed boards.
    tables: u32,
    nodes: u64,
    seconds: f64,
}

/// A first move.
#[derive(Serialize, Deserialize)]
struct FirstMove {
    #[serde(rename = "move")]
    text: String,
    bounds: Values,
}

impl FirstMove {
    fn of(choice: &ValuedChoice) -> FirstMove {
        FirstMove {
            text: choice.choice.clone(),
            bounds: Values::ends(&choice.bounds),
        }
    }

    /// Returns the gain of the side that may swap after the move.
    fn pie(&self) -> [i32; 2] {
        share_after(&[self.bounds.zero])
    }
}

/// Returns the gain by a swap after the best of moves with these margins.
fn share_after(margins: &[[i32; 2]]) -> [i32; 2] {
    let margins: Vec<_> = margins.iter().map(|[from, to]| *from..=*to).collect();
    let share = exchange_after(&margins);
    [*share.start(), *share.end()]
}

impl MovesOfOpening {
    fn of(choices: &Choices, searches: Vec<MovesSearch>) -> MovesOfOpening {
        let moves: Vec<FirstMove> = choices.choices.iter().map(FirstMove::of).collect();
        let margins: Vec<[i32; 2]> = moves.iter().map(|one| one.bounds.zero).collect();
        MovesOfOpening {
            game: choices.game.clone(),
            bounds: Values::ends(&choices.bounds),
            pie: share_after(&margins),
            moves,
            searches,
        }
    }
}

impl ExperimentKind for FirstMoves {
    type Row = MovesOfOpening;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        let mut full_names = Vec::new();
        for (name, game) in head.games.iter().zip(head.catalog_games()?) {
            let full_name = game.to_string();
            let variant: Option<Variant> = full_name.parse().ok();
            let size = variant.and_then(|variant| variant.size());
            let (pits, seeds) = size.ok_or_else(|| Unfit::Family { game: name.clone() })?;
            let all = 2 * (pits * seeds) as u64;
            Unfit::unless_within("stones", self.tables.stones.into(), 0, all)?;
            Unfit::unless_within("again", self.again.unwrap_or(0).into(), 0, all)?;
            full_names.push(full_name);
        }
        Ok(full_names)
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<MovesOfOpening>, Failure> {
        let Job { head, monitor, .. } = *job;
        let (stones, directory) = (self.tables.stones, self.tables.folder());
        let mut all = Vec::new();
        for game in head.catalog_games()? {
            let (choices, search) = self.search(&game, stones, &directory, monitor)?;
            let mut searches = vec![search];
            if let Some(fewer) = self.again {
                let directory = directory.join(AGAIN);
                let (again, search) = self.search(&game, fewer, &directory, monitor)?;
                if !agree(&choices, &again) {
                    return Err(Failure::Contradiction(choices.game));
                }
                let found_too = values(&again) == values(&choices);
                searches.extend(found_too.then_some(search));
            }
            all.push(MovesOfOpening::of(&choices, searches));
        }
        Ok(Rows::new(all))
    }

    fn table(rows: &[MovesOfOpening]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.moves.iter().map(move |one| (game, one)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .code("move", |(_, one)| &one.text)
            .interval("lower", |(_, one)| one.bounds.lower)
            .interval("zero", |(_, one)| one.bounds.zero)
            .interval("upper", |(_, one)| one.bounds.upper)
            .interval("pie", |(_, one)| one.pie())
            .table()
    }
}

impl FirstMoves {
    /// Searches with tables of boards up to this number of seeds.
    fn search(
        &self,
        game: &CatalogGame,
        seeds: u32,
        directory: &Path,
        monitor: &dyn Monitor,
    ) -> Result<(Choices, MovesSearch), Failure> {
        let not_offered = |error| RequestError::field(Field::Game, error);
        let tabled = game.analyses().tables().map_err(not_offered)?;
        tabled.build_tables(directory, seeds, monitor, &mut |_| ())?;
        let request = ChoicesRequest::of_opening(directory, self.memory);
        let started = Instant::now();
        let choices = game.analyses().choices(&request, monitor)?;
        monitor.check()?;
        let search = MovesSearch {
            tables: seeds,
            nodes: choices.nodes,
            seconds: started.elapsed().as_secs_f64(),
        };
        Ok((choices, search))
    }
}

/// Returns whether the bounds of two searches intersect for each move.
fn agree(one: &Choices, other: &Choices) -> bool {
    let both = values(one).into_iter().zip(values(other));
    let mut both = both.map(|((_, one), (_, other))| [one, other].map(Values::ends));
    both.all(|[one, other]| one.and(&other).is_some())
}

/// Returns the bounds of each move from a search.
fn values(choices: &Choices) -> Vec<(&str, &Bounds)> {
    let each = choices.choices.iter();
    each.map(|choice| (&*choice.choice, &choice.bounds))
        .collect()
}

#[cfg(test)]
mod tests {
    use sowlab_solvers::Game;

    use super::*;
    use sowlab_analysis::solve::TwoRankTables;

    fn opening(name: &str) -> MovesOfOpening {
        let game: CatalogGame = name.parse().unwrap();
        let tables = tempfile::tempdir().unwrap();
        let kind = FirstMoves {
            memory: MemorySize::new(1 << 20),
            tables: TablesTo {
                stones: 4,
                directory: Some(tables.path().to_owned()),
            },
            again: Some(2),
        };
        let games = [game.to_string()];
        let head = ExperimentHead {
            id: "one",
            games: &games,
            all_readings: false,
        };
        kind.check(&head).unwrap();
        let job = Job {
            head: &head,
            seed: 0,
            monitor: &(),
        };
        kind.run(&job).unwrap().rows.remove(0)
    }

    /// The table of all boards gives the same value, by separate code.
    #[test]
    fn tables_know_what_the_pie_rule_is_worth() {
        for name in [
            "kalah:pits=3,seeds=2",
            "basic:pits=2,seeds=3",
            "warri:pits=2,seeds=2",
        ] {
            let found = opening(name);
            let game = sowlab_games::two_rank::parse(name).unwrap();
            let all = TwoRankTables::in_memory(&game, game.total(), &()).unwrap();
            let start = game.start();
            let worth = |chosen| {
                let step = game.play(&start, chosen);
                step.value(all.value(step.state).unwrap()).zero
            };
            let moves: Vec<(String, i32)> = game
                .legal(start)
                .map(|chosen| (game.move_text(start.mover(), chosen), worth(chosen)))
                .collect();
            let least = moves.iter().map(|(_, margin)| margin.abs()).min().unwrap();
            assert_eq!(found.pie, [least, least], "{name}");
            for (one, (text, margin)) in found.moves.iter().zip(&moves) {
                assert_eq!(
                    (&one.text, one.bounds.zero),
                    (text, [*margin, *margin]),
                    "{name}"
                );
            }
            for (one, (_, margin)) in found.moves.iter().zip(&moves) {
                assert_eq!(one.pie(), [margin.abs(), margin.abs()], "{name}");
            }
            assert_eq!(found.searches.len(), 2);
        }
    }

    fn kind(stones: u32, again: Option<u32>) -> FirstMoves {
        FirstMoves {
            memory: MemorySize::new(1 << 20),
            tables: TablesTo {
                stones,
                directory: Some("tables".into()),
            },
            again,
        }
    }

    #[test]
    fn tables_end_with_the_seeds_of_the_opening() {
        let games = ["kalah:pits=2,seeds=3".to_owned()];
        let head = ExperimentHead {
            id: "one",
            games: &games,
            all_readings: false,
        };
        assert!(kind(12, Some(12)).check(&head).is_ok());
        for kind in [kind(13, None), kind(0, Some(u32::MAX))] {
            assert!(matches!(kind.check(&head), Err(Unfit::Range { .. })));
        }
    }

    #[test]
    fn games_need_a_board_of_a_size() {
        let kind = kind(4, None);
        for name in ["55stones", "colony:board=ring"] {
            let games = [name.to_owned()];
            let head = ExperimentHead {
                id: "one",
                games: &games,
                all_readings: false,
            };
            assert!(
                matches!(kind.check(&head), Err(Unfit::Family { .. })),
                "{name}"
            );
        }
    }
}
