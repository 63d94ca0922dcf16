//! What each first move of a two-rank game is worth, and with these the pie rule.

use sowlab_findings::{Bounds, Choices, ValuedChoice};
use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use sowlab_analysis::Analyses;
use sowlab_solvers::Monitor;

use super::openings::OTHER_OPENINGS;
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::readings::{Readings, cell};
use crate::report::page::{Block, Claim, Grid, Label, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, heading, interval, number_of_openings};
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::solve::exchange_after;
use sowlab_analysis::tables::TablesTo;
use sowlab_analysis::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::two_rank::Variant;

/// The options. Games are named with the size of their board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstMoves {
    /// The memory of the search after each move, part of it for boards with few seeds.
    pub memory: MemorySize,
    /// Tables to look boards up in, built before the search if need be.
    pub tables: TablesTo,
    /// A second search looks boards of up to this number of seeds up, and must not contradict the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<u32>,
}

/// The folder in that of the tables where those of the second search are.
const AGAIN: &str = "again";

/// What the first moves of a game are worth to the player who moves first.
#[derive(Serialize, Deserialize)]
pub(crate) struct MovesOfOpening {
    game: String,
    /// What they prove of the opening.
    bounds: Readings,
    /// What the player who moves second gains if he may exchange the sides after the first move, infinite play counting for
    /// nobody.
    pie: [i32; 2],
    moves: Vec<FirstMove>,
    /// The searches that found all of it, one after the other.
    searches: Vec<MovesSearch>,
}

/// A search after each move.
#[derive(Serialize, Deserialize)]
struct MovesSearch {
    /// Boards of up to this number of seeds were looked up.
    tables: u32,
    nodes: u64,
    seconds: f64,
}

/// A first move.
#[derive(Serialize, Deserialize)]
struct FirstMove {
    #[serde(rename = "move")]
    text: String,
    bounds: Readings,
}

impl FirstMove {
    fn of(choice: &ValuedChoice) -> FirstMove {
        FirstMove {
            text: choice.choice.clone(),
            bounds: Readings::of(&choice.bounds),
        }
    }

    /// What the side gains that may exchange the sides after it.
    fn pie(&self) -> [i32; 2] {
        share_after(&[self.bounds.zero])
    }

    fn written(&self) -> String {
        format!("`{}` {}", self.text, self.bounds.written())
    }
}

/// What may be gained by an exchange after the best of moves with these margins.
fn share_after(margins: &[[i32; 2]]) -> [i32; 2] {
    let margins: Vec<_> = margins.iter().map(|[from, to]| *from..=*to).collect();
    let share = exchange_after(&margins);
    [*share.start(), *share.end()]
}

impl MovesSearch {
    fn written(&self) -> String {
        let (nodes, seconds) = (grouped(self.nodes), self.seconds);
        format!(
            "{nodes} nodes in {seconds:.0} s above tables of {} seeds",
            self.tables
        )
    }
}

impl MovesOfOpening {
    fn of(choices: &Choices, searches: Vec<MovesSearch>) -> MovesOfOpening {
        let moves: Vec<FirstMove> = choices.choices.iter().map(FirstMove::of).collect();
        let margins: Vec<[i32; 2]> = moves.iter().map(|one| one.bounds.zero).collect();
        MovesOfOpening {
            game: choices.game.clone(),
            bounds: Readings::of(&choices.bounds),
            pie: share_after(&margins),
            moves,
            searches,
        }
    }

    /// The full name of the game.
    pub(super) fn game(&self) -> &str {
        &self.game
    }

    /// What the pie rule is worth to the player who moves second.
    pub(super) fn pie(&self) -> [i32; 2] {
        self.pie
    }

    /// The moves whose margins come to `worth`; none where they are not all proven.
    fn worth(&self, of: fn(&FirstMove) -> [i32; 2], worth: [i32; 2]) -> Vec<String> {
        let known = self.moves.iter().all(|one| one.bounds.closed());
        let moves = self.moves.iter().filter(|one| known && of(one) == worth);
        moves.map(|one| format!("`{}`", one.text)).collect()
    }

    /// The moves that keep the value, where infinite play counts for nobody.
    fn best(&self) -> String {
        self.worth(|one| one.bounds.zero, self.bounds.zero)
            .join(" ")
    }

    /// The moves after which an exchange of sides gains least.
    fn fairest(&self) -> String {
        self.worth(FirstMove::pie, self.pie).join(" ")
    }
}

impl ExperimentKind for FirstMoves {
    type Row = MovesOfOpening;

    const TOPIC: Topic = OTHER_OPENINGS;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        let mut full_names = Vec::new();
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
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

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<MovesOfOpening>, Failure> {
        let (stones, directory) = (self.tables.stones, self.tables.folder());
        let mut all = Vec::new();
        for game in asked.catalog_games()? {
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
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, FirstMoves>) -> Sheet {
        let headings = ["game", "move", "lower", "zero", "upper", "pie"];
        let intervals = ["lower", "zero", "upper", "pie"];
        let mut table = Table::new(&headings).with_intervals(&intervals);
        for opening in &answer.rows {
            for one in &opening.moves {
                let [lower, zero, upper] = one.bounds.cells();
                let (game, chosen) = (opening.game.clone(), one.text.clone());
                table.row([game, chosen, lower, zero, upper, cell(one.pie())]);
            }
        }
        let mut remarks: Vec<String> = (answer.rows.iter())
            .map(|opening| {
                let searches: Vec<String> =
                    opening.searches.iter().map(MovesSearch::written).collect();
                format!(
                    "{}: {}, with the pie rule {}; {}.",
                    opening.game,
                    opening.bounds.written(),
                    interval(&opening.pie),
                    searches.join(", and the same by ")
                )
            })
            .collect();
        remarks.push(
            "Margins for the player who moves first; infinite play loses (lower), counts for nobody (zero) or wins (upper) what is \
             left. `pie` is what the player who moves second gains if he may exchange the sides after this move, infinite play \
             counting for nobody. Two searches are one program with different tables: that is searched, not proven by other code."
                .to_owned(),
        );
        Sheet::new(table, remarks)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<FirstMoves>()? {
            let count = |of: fn(&&MovesOfOpening) -> bool| stored.rows.iter().filter(of).count();
            let text = format!(
                "{} {}; of {} it is known what the pie rule is worth, of {} by two searches with different tables.",
                heading(stored.asked.title),
                number_of_openings(stored.rows.len()),
                count(|one| one.pie[0] == one.pie[1]),
                count(|one| one.pie[0] == one.pie[1] && one.searches.len() > 1)
            );
            let claim = Claim::new(Label::Searched, text, stored.source());
            blocks.push(Block::Claims(vec![claim]));
            blocks.push(Block::Grid(by_game(&stored)));
        }
        Ok(blocks)
    }
}

impl FirstMoves {
    /// Searches with tables of boards of up to this number of seeds.
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

/// Whether two searches leave something of each move.
fn agree(one: &Choices, other: &Choices) -> bool {
    let both = values(one).into_iter().zip(values(other));
    let mut both = both.map(|((_, one), (_, other))| [one, other].map(Readings::of));
    both.all(|[one, other]| one.and(&other).is_some())
}

/// What a search says of each move.
fn values(choices: &Choices) -> Vec<(&str, &Bounds)> {
    let each = choices.choices.iter();
    each.map(|choice| (&*choice.choice, &choice.bounds))
        .collect()
}

/// A line for each game.
fn by_game(stored: &Stored<'_, FirstMoves>) -> Grid {
    let headings = [
        "game",
        "first moves",
        "value",
        "kept by",
        "with the pie rule",
        "left by",
    ];
    let rows = stored.rows.iter().map(|opening| {
        let moves: Vec<String> = opening.moves.iter().map(FirstMove::written).collect();
        vec![
            format!("`{}`", opening.game),
            moves.join(", "),
            opening.bounds.written(),
            opening.best(),
            interval(&opening.pie),
            opening.fairest(),
        ]
    });
    let caption = "What each first move is worth to the player who makes it, and what the other gains if he may exchange the sides \
                   after it"
        .to_owned();
    Grid::new(caption, &headings, rows, stored.source()).whole()
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
        let asked = Asked {
            id: "one",
            title: "One",
            games: &games,
            all_readings: false,
        };
        kind.check(&asked).unwrap();
        kind.run(&asked, 0, &()).unwrap().rows.remove(0)
    }

    /// The table of all boards says the same, by its own code.
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
            let fairest = moves.iter().filter(|(_, margin)| margin.abs() == least);
            let fairest: Vec<String> = fairest.map(|(text, _)| format!("`{text}`")).collect();
            assert_eq!(found.fairest(), fairest.join(" "), "{name}");
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
        let asked = Asked {
            id: "one",
            title: "One",
            games: &games,
            all_readings: false,
        };
        assert!(kind(12, Some(12)).check(&asked).is_ok());
        for kind in [kind(13, None), kind(0, Some(u32::MAX))] {
            assert!(matches!(kind.check(&asked), Err(Unfit::Range { .. })));
        }
    }

    #[test]
    fn games_need_a_board_of_a_size() {
        let kind = kind(4, None);
        for name in ["55stones", "colony:board=ring"] {
            let games = [name.to_owned()];
            let asked = Asked {
                id: "one",
                title: "One",
                games: &games,
                all_readings: false,
            };
            assert!(
                matches!(kind.check(&asked), Err(Unfit::Family { .. })),
                "{name}"
            );
        }
    }
}
