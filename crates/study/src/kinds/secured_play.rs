//! Games of the engine `solved` from openings of known value.

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::report::Agreement;
use crate::table::{Columns, Format, Table};
use sowlab_engines::seat::prepare;
use sowlab_engines::secured_play::{
    Opponent, SecuredPlay as Played, SecuredSetting, measure_secured_play,
};
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecuredPlay {
    /// The engine: `solved`, by specification.
    pub engine: String,
    /// Its opponents: engines by specification, or `longest-proof`.
    pub opponents: Vec<String>,
    /// The number of games against each opponent, from the opening.
    pub games_each: u64,
    /// The number of the opponent's first decisions in which it plays every legal choice, `games_each` games for each
    /// combination; the engine then has the side that secures more. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub varied: usize,
    /// The settings of the pie rule; each is played.
    pub pie: Vec<bool>,
    /// The seed of the engines.
    pub seed: u64,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Games of one opening against one opponent.
#[derive(Serialize, Deserialize)]
pub(crate) struct OpponentGames {
    game: String,
    pie: bool,
    opponent: String,
    #[serde(flatten)]
    played: Played,
}

/// The limit on the moves of a game; a longer game counts as it stands.
const MOST_MOVES: usize = 2000;

impl ExperimentKind for SecuredPlay {
    type Row = OpponentGames;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        let (engine, opponents) = self.specs()?;
        let solved = matches!(engine, EngineSpec::Solved { .. });
        if !solved || opponents.is_empty() || self.pie.is_empty() {
            return Err(Unfit::Secured);
        }
        Unfit::unless_within("games_each", self.games_each, 1, u64::MAX)?;
        head.catalog_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<OpponentGames>, Failure> {
        let (head, seed, monitor) = (job.head, job.seed, job.monitor);
        let (engine, opponents) = self.specs()?;
        let mut rows = Vec::new();
        let all = head.games.len() * self.pie.len() * opponents.len();
        // With varied choices the number of games is not known before.
        let games = match self.varied {
            0 => all as u64 * self.games_each,
            _ => 0,
        };
        let catalog_games = head.catalog_games()?;
        for game in &catalog_games {
            prepare(game, &engine, monitor)?;
        }
        monitor.begin("games of what is solved", games);
        for (name, game) in head.games.iter().zip(catalog_games) {
            for &pie in &self.pie {
                for (text, opponent) in self.opponents.iter().zip(&opponents) {
                    let setting = SecuredSetting {
                        engine: &engine,
                        opponent,
                        games: self.games_each,
                        varied: self.varied,
                        most_moves: MOST_MOVES,
                        seed: self.seed.wrapping_add(seed),
                    };
                    rows.push(OpponentGames {
                        game: name.clone(),
                        pie,
                        opponent: text.clone(),
                        played: measure_secured_play(&game, pie, &setting, monitor)?,
                    });
                }
            }
        }
        Ok(Rows::new(rows))
    }

    /// Compares the secured margins and the number of games that kept them. The games themselves differ from run to run
    /// if engines think by the clock.
    fn agreement(new: &[OpponentGames], earlier: &[OpponentGames]) -> Option<Agreement> {
        let promise =
            |row: &OpponentGames| (row.game.clone(), row.pie, row.played.secured, row.below());
        let [new, earlier] = [new, earlier].map(|rows| rows.iter().map(promise));
        let (new, earlier): (Vec<_>, Vec<_>) = (new.collect(), earlier.collect());
        Some(match new == earlier {
            true => Agreement::Same,
            false => Agreement::Differs("what is secured, or held of it".to_owned()),
        })
    }

    fn table(rows: &[OpponentGames]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .text("pie", |row| if row.pie { "yes" } else { "no" })
            .code("opponent", |row| &row.opponent)
            .column("secured as the first side", Format::Margin, |row| {
                row.played.secured[0]
            })
            .column("as the second", Format::Margin, |row| row.played.secured[1])
            .count("games", |row| row.played.games)
            .count("distinct", |row| row.played.distinct)
            .count("held", |row| row.played.held)
            .column("least gained", Format::Margin, |row| row.played.least_gain)
            .column("mean gained", Format::Signed(1), |row| {
                row.played.mean_gain()
            })
            .decimal("mean seconds", 2, |row| {
                row.played.seconds / row.played.choices.max(1) as f64
            })
            .decimal("most seconds", 2, |row| row.played.slowest)
            .table()
    }
}

impl SecuredPlay {
    fn specs(&self) -> Result<(EngineSpec, Vec<Opponent>), Unfit> {
        let read = |text: &String| Opponent::read(text, Files::Allowed);
        let opponents: Result<Vec<Opponent>, _> = self.opponents.iter().map(read).collect();
        Ok((EngineSpec::read(&self.engine, Files::Allowed)?, opponents?))
    }
}

impl OpponentGames {
    /// Returns the number of games that ended below the secured margin.
    fn below(&self) -> u64 {
        self.played.games - self.played.held
    }
}
