//! Late positions of games that an engine plays against itself, each searched within a number of nodes: what endgames
//! are worth, and how many turns before its end a game is decided.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;
use sowlab_solvers::search::TableSizeError;

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::heading;
use sowlab_analysis::RequestError;
use sowlab_analysis::catalog::CatalogGame;
use sowlab_engines::late::{Late, LateSetting, Proven, late_positions, prove_late};
use sowlab_engines::losses::LossError;
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;
use sowlab_games::contest::{Contest, Visit};

/// The options. Positions of the games by each rule set are searched under every rule set of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LatePositions {
    /// The engine of both sides.
    pub engine: String,
    /// Games by each rule set.
    pub games_each: u64,
    /// Random moves at the start of a game.
    pub random_moves: u32,
    /// How many turns before the end of a game its positions are taken.
    pub turns: Vec<usize>,
    /// The nodes to search for each position.
    pub nodes: u64,
    /// The seed of the games.
    pub seed: u64,
}

/// What is proven of the positions so many turns before the end of games.
#[derive(Serialize, Deserialize)]
pub(crate) struct Endings {
    /// The rules by which the games were played.
    played: String,
    /// The rules under which the positions were searched.
    game: String,
    turns: usize,
    positions: u64,
    /// What is left to win, in all positions.
    left: u64,
    /// The nodes of all searches.
    nodes: u64,
    /// Positions whose three values are known.
    solved: u64,
    /// Those of them in which infinite play matters.
    infinite: u64,
    /// Positions in which it is known who wins the game.
    decided: u64,
    /// Solved positions in which both sides held the value to the end of the game.
    held: u64,
    /// Positions solved under the rules of the game too, if they are others.
    both: u64,
    /// Those of them that are worth the same.
    same: u64,
}

/// A game that is longer has no late positions.
const MOST_MOVES: usize = 2000;

impl ExperimentKind for LatePositions {
    type Row = Endings;

    const TOPIC: Topic = Topic {
        id: "late-positions",
        title: "Endgames of played games",
        lead: Some(
            "An engine plays against itself, and the last positions of the games, each at the start of a turn, are searched \
             within a number of nodes. A game is decided once the proven interval tells who wins it.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        EngineSpec::read(&self.engine, Files::Allowed)?;
        Unfit::unless_within("games_each", self.games_each, 1, u64::MAX)?;
        for &turns in &self.turns {
            Unfit::unless_within("turns", turns as u64, 1, MOST_MOVES as u64)?;
        }
        let games = asked.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    /// On one thread, so that what is proven within a number of nodes is always the same.
    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Endings>, Failure> {
        let engine = EngineSpec::read(&self.engine, Files::Allowed).map_err(Unfit::from)?;
        let setting = LateSetting {
            engine: &engine,
            games: self.games_each,
            random_moves: self.random_moves,
            turns: &self.turns,
            most_moves: MOST_MOVES,
            seed: self.seed.wrapping_add(seed),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let games = asked.catalog_games()?;
        let mut rows = Vec::new();
        for (played, game) in asked.games.iter().zip(&games) {
            let play = Play {
                setting: &setting,
                monitor,
            };
            let late = game.visit(false, play).map_err(Unfit::Name)??;
            let prove = |game: &CatalogGame| -> Result<Vec<Option<Proven>>, Failure> {
                let prove = Prove {
                    late: &late,
                    nodes: self.nodes,
                    monitor,
                };
                let proven = pool.install(|| game.visit(false, prove));
                let proven = proven.map_err(Unfit::Name)?;
                monitor.check()?;
                Ok(proven.map_err(RequestError::failed)?)
            };
            let own = prove(game)?;
            for (name, other) in asked.games.iter().zip(&games) {
                let of_others = match other == game {
                    true => None,
                    false => Some(prove(other)?),
                };
                let proven = of_others.as_ref().unwrap_or(&own);
                for &turns in &self.turns {
                    let mut row = Endings::new(played, name, turns);
                    for (late, (proven, own)) in late.iter().zip(proven.iter().zip(&own)) {
                        if let Some(proven) = proven.as_ref().filter(|_| late.turns == turns) {
                            row.add(late, proven, own.as_ref().filter(|_| played != name));
                        }
                    }
                    rows.push(row);
                }
            }
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, LatePositions>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for row in &answer.rows {
            table.row(row.cells());
        }
        let remarks = vec![
            "A position counts as solved if its values are known by all three readings of infinite play, and as decided if the \
             eggs or seeds captured before and the proven interval tell who wins the game. `held`: solved positions from which \
             the engine won what the position is worth. `both`: positions solved by the rules of the game as well, and of \
             these those that are worth the same."
                .to_owned(),
        ];
        Sheet::new(table, remarks)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<LatePositions>()? {
            blocks.push(Block::Claims(claims(&stored)));
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}

struct Play<'a> {
    setting: &'a LateSetting<'a>,
    monitor: &'a dyn Monitor,
}

impl Visit for Play<'_> {
    type Output = Result<Vec<Late>, LossError>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        late_positions(&contest, self.setting, self.monitor)
    }
}

struct Prove<'a> {
    late: &'a [Late],
    nodes: u64,
    monitor: &'a dyn Monitor,
}

impl Visit for Prove<'_> {
    type Output = Result<Vec<Option<Proven>>, TableSizeError>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let of = |late: &Late| prove_late(&contest, &late.position, self.nodes, self.monitor);
        self.late.iter().map(of).collect()
    }
}

const HEADINGS: [&str; 12] = [
    "played by",
    "searched under",
    "turns before the end",
    "positions",
    "left to win, mean",
    "decided",
    "solved",
    "infinite play matters",
    "held",
    "both",
    "of these the same",
    "nodes, mean",
];

impl Endings {
    fn new(played: &str, game: &str, turns: usize) -> Endings {
        Endings {
            played: played.to_owned(),
            game: game.to_owned(),
            turns,
            positions: 0,
            left: 0,
            nodes: 0,
            solved: 0,
            infinite: 0,
            decided: 0,
            held: 0,
            both: 0,
            same: 0,
        }
    }

    /// One more position; `own` is what is proven of it by the rules of the game, if they are others.
    fn add(&mut self, late: &Late, proven: &Proven, own: Option<&Proven>) {
        let zero = &proven.bounds.zero;
        let value = proven.bounds.value();
        self.positions += 1;
        self.left += u64::from(proven.left.unsigned_abs());
        self.nodes += proven.nodes;
        self.decided += u64::from(proven.lead + zero.start() > 0 || proven.lead + zero.end() < 0);
        self.solved += u64::from(value.is_some());
        self.infinite += u64::from(value.is_some_and(|value| value.lower != value.upper));
        self.held += u64::from(value.is_some_and(|value| value.zero == late.won));
        let values = value.zip(own.and_then(|own| own.bounds.value()));
        self.both += u64::from(values.is_some());
        self.same += u64::from(values.is_some_and(|(one, other)| one == other));
    }

    fn mean(&self, all: u64) -> f64 {
        all as f64 / self.positions.max(1) as f64
    }

    fn cells(&self) -> Vec<String> {
        let other = self.played != self.game;
        let of_other = |number: u64| match other {
            true => number.to_string(),
            false => String::new(),
        };
        vec![
            self.played.clone(),
            self.game.clone(),
            self.turns.to_string(),
            self.positions.to_string(),
            format!("{:.1}", self.mean(self.left)),
            self.decided.to_string(),
            self.solved.to_string(),
            self.infinite.to_string(),
            match other {
                true => String::new(),
                false => self.held.to_string(),
            },
            of_other(self.both),
            of_other(self.same),
            format!("{:.0}", self.mean(self.nodes)),
        ]
    }
}

/// How long before the end games are decided, and what the other rules change.
fn claims(stored: &Stored<'_, LatePositions>) -> Vec<Claim> {
    let title = heading(stored.asked.title);
    let own = |row: &&Endings| row.played == row.game;
    let mut claims: Vec<Claim> = Vec::new();
    for played in stored
        .rows
        .chunk_by(|one, other| one.played == other.played)
    {
        let each: Vec<String> = played
            .iter()
            .filter(own)
            .map(|row| format!("{} of {} ({})", row.decided, row.positions, row.turns))
            .collect();
        let text = format!(
            "{title} `{}`: games whose winner is proven, of all (turns before the end): {}.",
            played[0].played,
            each.join(", ")
        );
        claims.push(Claim::new(Label::Searched, text, stored.source()));
    }
    let others = stored.rows.iter().filter(|row| !own(row));
    let (both, same) = others.fold((0, 0), |(both, same), row| {
        (both + row.both, same + row.same)
    });
    if both > 0 {
        let text = format!(
            "{title} of {both} positions solved by the rules of their game and by the others here, {same} are worth the same."
        );
        claims.push(Claim::new(Label::Searched, text, stored.source()));
    }
    claims
}

fn grid(stored: &Stored<'_, LatePositions>) -> Grid {
    let rows = stored.rows.iter().map(|row| {
        let mut cells = row.cells();
        for name in &mut cells[..2] {
            *name = format!("`{name}`");
        }
        cells
    });
    let caption = stored.asked.title.to_owned();
    Grid::new(caption, &HEADINGS, rows, stored.source()).folded()
}
