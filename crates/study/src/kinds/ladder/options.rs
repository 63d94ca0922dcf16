//! The options of a ladder, and the games between two of its engines.

use serde::{Deserialize, Serialize};
use sowlab_solvers::{Cancelled, Monitor};

use crate::error::{Failure, Unfit};
use sowlab_engines::openings::Openings;
use sowlab_engines::rating::Sprt;
use sowlab_engines::records::{GameRecord, RecordError};
use sowlab_engines::referee::Unfinished;
use sowlab_engines::results::{Listener, Results};
use sowlab_engines::runner::Runner;
use sowlab_engines::schedule::Form;
use sowlab_engines::setting::Setting;
use sowlab_engines::spec::EngineSpec;
use sowlab_engines::standings::Pair;
use sowlab_games::Files;
use sowlab_games::catalog::CatalogGame;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The engines by specification, two or more.
    pub engines: Vec<String>,
    /// The number of games of two neighbouring engines, at least 2.
    pub games_each: u64,
    /// The openings of the games, as in `random:2`.
    pub openings: String,
    /// With the pie rule, without it, or both; only the stones family has it.
    pub pie: Vec<bool>,
    /// The seed of everything random.
    pub seed: u64,
    /// A sequential test that ends the games of two neighbours once it is decided, as in
    /// `elo0=0,elo1=50,model=logistic`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// Whether the share of the first side is reported with its error.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sides: bool,
}

impl Ladder {
    /// Parses the engines, two or more.
    pub(in crate::kinds) fn specs(&self) -> Result<Vec<EngineSpec>, Unfit> {
        let read = |text: &String| Ok(EngineSpec::read(text, Files::Allowed)?);
        let specs = self.engines.iter().map(read);
        let specs: Vec<EngineSpec> = specs.collect::<Result<_, Unfit>>()?;
        match specs.len() {
            0 | 1 => Err(Unfit::Ladder),
            _ => Ok(specs),
        }
    }

    /// Parses the sequential test, if there is one.
    pub(super) fn test(&self) -> Result<Option<Sprt>, Unfit> {
        let test = self.sprt.as_ref().map(|text| text.parse());
        Ok(test.transpose()?)
    }

    /// Plays all games of one rung against the one before.
    pub(in crate::kinds) fn play(
        &self,
        (game, pie): (CatalogGame, bool),
        specs: &[EngineSpec; 2],
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Results, Failure> {
        let openings: Openings = self.openings.parse().map_err(Unfit::Openings)?;
        let setting = Setting {
            game: game.to_string(),
            pie,
            engines: specs.iter().map(ToString::to_string).collect(),
            form: Form::RoundRobin,
            games: self.games_each,
            seed,
            openings: vec![openings.to_string()],
            max_rounds: 1000,
            unfinished: Unfinished::Cups,
            move_time: None,
            sprt: self.test()?,
            adjudicate: None,
        };
        let runner = Runner {
            game,
            setting: &setting,
            specs,
            openings: &openings,
            shard: None,
            threads: rayon::current_num_threads(),
            recorded: false,
            monitor,
        };
        runner.check()?;
        let results = runner.run(&Default::default(), &mut Nobody)?;
        match results.interrupted {
            true => Err(Cancelled.into()),
            false => Ok(results),
        }
    }
}

/// A listener that stores nothing.
struct Nobody;

impl Listener for Nobody {
    fn finished(&mut self, _: &[GameRecord]) -> Result<(), RecordError> {
        Ok(())
    }

    fn standings(&mut self, _: &[Pair]) {}
}
