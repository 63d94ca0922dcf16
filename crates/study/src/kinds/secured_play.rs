//! What the engine `solved` makes of openings.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::board_name;
use crate::report::agreement::Agreement;
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::heading;
use sowlab_engines::secured_play::{SecuredPlay as Played, SecuredSetting, measure_secured_play};
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;
use sowlab_games::catalog::CatalogGame;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecuredPlay {
    /// The engine: `solved`, by specification.
    pub engine: String,
    /// Its opponents by specification.
    pub opponents: Vec<String>,
    /// Games against each of them, from the opening.
    pub games_each: u64,
    /// Whether the pie rule is in force; each of the list.
    pub pie: Vec<bool>,
    /// The seed of the engines.
    pub seed: u64,
}

/// Games of one opening against one opponent.
#[derive(Serialize, Deserialize)]
pub(crate) struct Secured {
    game: String,
    pie: bool,
    opponent: String,
    #[serde(flatten)]
    played: Played,
}

/// A game that is longer counts as it stands.
const MOST_MOVES: usize = 2000;

impl ExperimentKind for SecuredPlay {
    type Row = Secured;

    const TOPIC: Topic = Topic {
        id: "secured-play",
        title: "The solved game, played",
        lead: Some(
            "The engine `solved` plays from openings whose value a complete proof and endgame tables tell. A game holds what is secured if the \
             engine ends with no less than the value of its side.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        let (engine, opponents) = self.specs()?;
        let solved = matches!(engine, EngineSpec::Solved { .. });
        if !solved || opponents.is_empty() || self.pie.is_empty() {
            return Err(Unfit::Secured);
        }
        Unfit::unless_within("games_each", self.games_each, 1, u64::MAX)?;
        let games = asked.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Secured>, Failure> {
        let (engine, opponents) = self.specs()?;
        let mut rows = Vec::new();
        let all = asked.games.len() * self.pie.len() * opponents.len();
        monitor.begin("games of what is solved", all as u64 * self.games_each);
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
            for &pie in &self.pie {
                for (text, opponent) in self.opponents.iter().zip(&opponents) {
                    let setting = SecuredSetting {
                        engine: &engine,
                        opponent,
                        games: self.games_each,
                        most_moves: MOST_MOVES,
                        seed: self.seed.wrapping_add(seed),
                    };
                    rows.push(Secured {
                        game: name.clone(),
                        pie,
                        opponent: text.clone(),
                        played: measure_secured_play(&game, pie, &setting, monitor)?,
                    });
                }
            }
        }
        Ok(Found::new(rows))
    }

    /// The games differ from run to run where engines think by the clock: what is secured must agree, and that it is held.
    fn agreement(new: &[Secured], earlier: &[Secured]) -> Option<Agreement> {
        let promise = |row: &Secured| (row.game.clone(), row.pie, row.played.secured, row.below());
        let [new, earlier] = [new, earlier].map(|rows| rows.iter().map(promise));
        let (new, earlier): (Vec<_>, Vec<_>) = (new.collect(), earlier.collect());
        Some(match new == earlier {
            true => Agreement::Same,
            false => Agreement::Differs("what is secured, or held of it".to_owned()),
        })
    }

    fn present(answer: &Answer<'_, SecuredPlay>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for row in &answer.rows {
            table.row(row.cells());
        }
        let remarks = vec![
            "Margins are those of the engine; gained is the margin at the end less what was secured at the opening. \
             Seconds are those of one choice."
                .to_owned(),
        ];
        Sheet::new(table, remarks)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<SecuredPlay>()? {
            let of_game = |one: &Secured, other: &Secured| one.game == other.game;
            let claims = stored.rows.chunk_by(of_game);
            let claims = claims.map(|rows| claim(&stored, rows)).collect();
            blocks.push(Block::Claims(claims));
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}

impl SecuredPlay {
    fn specs(&self) -> Result<(EngineSpec, Vec<EngineSpec>), Unfit> {
        let read = |text: &String| EngineSpec::read(text, Files::Allowed);
        let opponents: Result<Vec<EngineSpec>, _> = self.opponents.iter().map(read).collect();
        Ok((read(&self.engine)?, opponents?))
    }
}

const HEADINGS: [&str; 12] = [
    "game",
    "pie",
    "opponent",
    "secured as the first side",
    "as the second",
    "games",
    "distinct",
    "held",
    "least gained",
    "mean gained",
    "mean seconds",
    "most seconds",
];

impl Secured {
    /// Games that ended below what was secured.
    fn below(&self) -> u64 {
        self.played.games - self.played.held
    }

    fn cells(&self) -> Vec<String> {
        let of = &self.played;
        let [first, second] = of.secured.map(|margin| format!("{margin:+}"));
        vec![
            self.game.clone(),
            if self.pie { "yes" } else { "no" }.to_owned(),
            self.opponent.clone(),
            first,
            second,
            of.games.to_string(),
            of.distinct.to_string(),
            of.held.to_string(),
            of.least_gain
                .map_or(String::new(), |gain| format!("{gain:+}")),
            format!("{:+.1}", of.mean_gain()),
            format!("{:.2}", of.seconds / of.choices.max(1) as f64),
            format!("{:.2}", of.slowest),
        ]
    }
}

/// Whether one game's openings were held, against all opponents.
fn claim(stored: &Stored<'_, SecuredPlay>, rows: &[Secured]) -> Claim {
    let sum = |of: fn(&Secured) -> u64| rows.iter().map(of).sum::<u64>();
    let slowest = rows.iter().map(|row| row.played.slowest);
    let text = format!(
        "{} `{}`: {} of {} games ended with what was secured or more; the slowest choice took {:.1} s.",
        heading(stored.asked.title),
        board_name(&rows[0].game),
        sum(|row| row.played.held),
        sum(|row| row.played.games),
        slowest.fold(0.0, f64::max),
    );
    Claim::new(Label::Measured, text, stored.source())
}

fn grid(stored: &Stored<'_, SecuredPlay>) -> Grid {
    let rows = stored.rows.iter().map(|row| {
        let mut cells = row.cells();
        for place in [0, 2] {
            cells[place] = format!("`{}`", cells[place]);
        }
        cells
    });
    let caption = stored.asked.title.to_owned();
    Grid::new(caption, &HEADINGS, rows, stored.source())
}
