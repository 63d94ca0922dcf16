//! Play of the engine `solved` from an opening: the results compared with the secured margins, and its time.

use std::collections::HashSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sowlab_base::Instant;
use sowlab_solvers::{Cancelled, Monitor, Side, Unwatched};

use super::player::{Choice, Fault, Player, Turn};
use super::players::{LongestProof, Solved};
use super::referee::{Conditions, Ending, Referee};
use super::spec::{EngineError, EngineSpec, SpecError};
use sowlab_games::Files;
use sowlab_games::catalog::{CatalogGame, Family, NameError};
use sowlab_games::contest::{Contest, Play};
use sowlab_games::for_family;

/// The opponent of the engine `solved`.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// An engine.
    Engine(EngineSpec),
    /// The player that plays for the longest proof.
    LongestProof,
}

impl Opponent {
    /// The name of [`Opponent::LongestProof`].
    const LONGEST_PROOF: &str = "longest-proof";

    /// Reads an engine, or `longest-proof`.
    ///
    /// # Errors
    /// The text is no engine.
    pub fn read(text: &str, files: Files) -> Result<Opponent, SpecError> {
        match text {
            Opponent::LONGEST_PROOF => Ok(Opponent::LongestProof),
            engine => EngineSpec::read(engine, files).map(Opponent::Engine),
        }
    }
}

/// The setting of the games. They start from the opening. The engine has the first side in every other one, or always the
/// side that secures more.
#[derive(Clone, Copy, Debug)]
pub struct SecuredSetting<'a> {
    /// The engine `solved`.
    pub engine: &'a EngineSpec,
    /// Its opponent.
    pub opponent: &'a Opponent,
    /// The number of games.
    pub games: u64,
    /// The number of the opponent's first decisions in which it plays every legal choice: so many times the games as
    /// these can be combined, with the engine on the side that secures more. 0: the opponent decides.
    pub varied: usize,
    /// The limit on the moves of a game.
    pub most_moves: usize,
    /// The seed of both players.
    pub seed: u64,
}

/// The results of the games. Margins are those of the engine `solved`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SecuredPlay {
    /// The secured margins at the opening, as the first and as the second side.
    pub secured: [i32; 2],
    /// The number of games.
    pub games: u64,
    /// The number of distinct games.
    pub distinct: u64,
    /// The number of games that ended with the secured margin or more.
    pub held: u64,
    /// The number of games that did not end under the rules: non-terminating rounds, repetitions, the limit on moves.
    pub unfinished: u64,
    /// The least difference of a margin and the secured one.
    pub least_gain: Option<i32>,
    /// The sum of all differences of margins and the secured ones.
    pub gain: i64,
    /// The number of choices of the engine.
    pub choices: u64,
    /// The wall seconds of all choices.
    pub seconds: f64,
    /// The wall seconds of the slowest choice.
    pub slowest: f64,
}

impl SecuredPlay {
    /// Returns the mean difference of a margin and the secured one.
    pub fn mean_gain(&self) -> f64 {
        self.gain as f64 / self.games.max(1) as f64
    }

    /// Adds one game, with the final margin of the first side.
    fn add(&mut self, side: Side, ending: Ending, margin: i32) {
        let gain = match side {
            Side::First => margin - self.secured[0],
            Side::Second => -margin - self.secured[1],
        };
        self.games += 1;
        self.held += u64::from(gain >= 0);
        self.unfinished += u64::from(ending != Ending::Finished);
        self.gain += i64::from(gain);
        self.least_gain = Some(self.least_gain.map_or(gain, |least| least.min(gain)));
    }
}

/// The error of a measurement.
#[derive(Debug, thiserror::Error)]
pub enum SecuredError {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] NameError),
    /// An engine does not play the game.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine is not `solved`.
    #[error("{0}: only `solved` tells what it secures")]
    NotSolved(String),
    /// A player failed in a game.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The thread cannot be started.
    #[error(transparent)]
    Thread(#[from] rayon::ThreadPoolBuildError),
    /// The monitor cancelled the games.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A player whose choices are timed.
struct Timed<P> {
    player: P,
    choices: u64,
    all: Duration,
    slowest: Duration,
}

impl<G: Play, P: Player<G>> Player<G> for Timed<P> {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.player.new_game(seed)
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let begun = Instant::now();
        let chosen = self.player.choose(turn);
        let took = begun.elapsed();
        self.choices += 1;
        self.all += took;
        self.slowest = self.slowest.max(took);
        chosen
    }
}

/// A player whose first decisions are given.
struct Varied<P: ?Sized> {
    /// The places of its first choices among the legal ones.
    places: Vec<usize>,
    /// The number of legal choices at each of these decisions of the game.
    legal: Vec<usize>,
    player: Box<P>,
}

impl<G: Play, P: Player<G> + ?Sized> Player<G> for Varied<P> {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.legal.clear();
        self.player.new_game(seed)
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Some(&place) = self.places.get(self.legal.len()) else {
            return self.player.choose(turn);
        };
        self.legal.push(turn.legal.len());
        Ok(Choice {
            chosen: turn.legal[place],
            value: None,
        })
    }
}

impl<P: ?Sized> Varied<P> {
    /// Goes on to the next first decisions after a game; `false` if they were the last.
    fn go_on(&mut self) -> bool {
        while let Some(legal) = self.legal.pop() {
            let place = &mut self.places[self.legal.len()];
            if *place + 1 < legal {
                *place += 1;
                self.places[self.legal.len() + 1..].fill(0);
                return true;
            }
        }
        false
    }
}

/// Plays the games one after the other on one thread.
///
/// # Errors
/// See [`SecuredError`].
pub fn measure_secured_play(
    game: &CatalogGame,
    pie: bool,
    setting: &SecuredSetting<'_>,
    monitor: &dyn Monitor,
) -> Result<SecuredPlay, SecuredError> {
    for_family!(game, family => measure(&family.contest(pie)?, setting, monitor))
}

fn measure<C: Contest>(
    game: &C,
    setting: &SecuredSetting<'_>,
    monitor: &dyn Monitor,
) -> Result<SecuredPlay, SecuredError> {
    let solved = |engine: &EngineSpec| -> Result<Solved<C>, SecuredError> {
        let solved = engine.solved(game)?;
        solved.ok_or_else(|| SecuredError::NotSolved(engine.to_string()))
    };
    let player = solved(setting.engine)?;
    let start = game.opening();
    let mut found = SecuredPlay {
        secured: player.secured_at(game, &start),
        ..SecuredPlay::default()
    };
    let mut engine = Timed {
        player,
        choices: 0,
        all: Duration::ZERO,
        slowest: Duration::ZERO,
    };
    let player: Box<dyn Player<C> + Send> = match setting.opponent {
        Opponent::Engine(engine) => engine.player(game)?,
        Opponent::LongestProof => Box::new(LongestProof::against(solved(setting.engine)?)),
    };
    let mut opponent = Varied {
        places: vec![0; setting.varied],
        legal: Vec::new(),
        player,
    };
    let mut courses = HashSet::new();
    let unwatched = Unwatched(monitor);
    let conditions = Conditions::to_the_end(setting.most_moves, &unwatched);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| {
        let more = match found.secured[0] < found.secured[1] {
            true => Side::Second,
            false => Side::First,
        };
        let mut number = 0;
        loop {
            let side = match (setting.varied, number % 2) {
                (1.., _) => more,
                (0, 0) => Side::First,
                (0, _) => Side::Second,
            };
            let players: [&mut dyn Player<C>; 2] = match side {
                Side::First => [&mut engine, &mut opponent],
                Side::Second => [&mut opponent, &mut engine],
            };
            let seeds = [setting.seed.wrapping_add(number); 2];
            let outcome = Referee::default().play(game, &start, players, seeds, &conditions)?;
            if let Some((_, fault)) = outcome.fault {
                return Err(SecuredError::Fault(fault));
            }
            // A margin is missing only after a fault.
            if let Some(margin) = outcome.margin {
                found.add(side, outcome.ending, margin);
            }
            courses.insert((side, outcome.course));
            monitor.advance(1);
            number += 1;
            if number % setting.games.max(1) == 0 && !opponent.go_on() {
                break;
            }
        }
        Ok(())
    })?;
    found.distinct = courses.len() as u64;
    found.choices = engine.choices;
    found.seconds = engine.all.as_secs_f64();
    found.slowest = engine.slowest.as_secs_f64();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::EngineSpec;
    use sowlab_analysis::tables::TabledGame;
    use sowlab_games::stones::Rules;

    /// Plays games of this engine against a random player, in a game whose tables hold all its boards.
    fn played(engine: &str) -> Result<SecuredPlay, SecuredError> {
        let rules = Rules::from_name("stones:holes=5,seeds=3").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let built = rules.build_tables(folder.path(), 15, &(), &mut |_| ());
        built.unwrap();
        let game = CatalogGame::Stones(rules);
        let engine = engine.replace("DIR", &folder.path().display().to_string());
        let setting = SecuredSetting {
            engine: &EngineSpec::read(&engine, Files::Allowed).unwrap(),
            opponent: &Opponent::read("random", Files::Refused).unwrap(),
            games: 40,
            varied: 0,
            most_moves: 400,
            seed: 1,
        };
        measure_secured_play(&game, false, &setting, &())
    }

    #[test]
    fn solved_ends_with_what_it_secures_or_more() {
        let found = played("solved:tables=DIR,depth=3,hash=64K").unwrap();
        assert_eq!((found.games, found.held), (40, 40));
        // The secured margins sum to 0 at most, and to 0 if infinite play does not matter.
        assert!(found.secured[0] + found.secured[1] <= 0);
        assert!(found.distinct > 10 && found.mean_gain() > 1.0);
        assert!(found.least_gain >= Some(0) && found.choices >= 40);
        assert!(found.slowest > 0.0 && found.slowest <= found.seconds);
    }

    /// The proofs that ship with the program rest on larger tables than those that are built here. The opponent plays every
    /// first choice, and every reply to the first choice of the engine. One opponent chooses by the proof itself.
    #[test]
    fn proofs_that_ship_win_above_small_tables() {
        let rules = Rules::from_name("33stones").unwrap();
        let folder = tempfile::tempdir().unwrap();
        rules
            .build_tables(folder.path(), 18, &(), &mut |_| ())
            .unwrap();
        let game = CatalogGame::Stones(rules);
        let engine = format!("solved:tables={},depth=3,hash=64K", folder.path().display());
        let settings = [
            (false, [-3, 3], "mcts:playouts=100"),
            (true, [1, -1], "mcts:playouts=100"),
            (false, [-3, 3], "longest-proof"),
        ];
        for (pie, secured, opponent) in settings {
            let setting = SecuredSetting {
                engine: &EngineSpec::read(&engine, Files::Allowed).unwrap(),
                opponent: &Opponent::read(opponent, Files::Refused).unwrap(),
                games: 1,
                varied: 1,
                most_moves: 400,
                seed: 1,
            };
            let found = measure_secured_play(&game, pie, &setting, &()).unwrap();
            assert_eq!(found.secured, secured);
            assert!(found.games >= 10 && found.distinct == found.games);
            assert_eq!(
                (found.held, found.unfinished),
                (found.games, 0),
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_game_below_what_is_secured_is_not_held() {
        let mut found = SecuredPlay {
            secured: [2, -2],
            ..SecuredPlay::default()
        };
        found.add(Side::First, Ending::Finished, 1);
        found.add(Side::Second, Ending::Repetition, 2);
        found.add(Side::Second, Ending::Finished, -3);
        assert_eq!((found.games, found.held, found.unfinished), (3, 2, 1));
        assert_eq!((found.least_gain, found.gain), (Some(-1), 4));
    }

    #[test]
    fn other_engines_do_not_tell_what_they_secure() {
        let refused = played("greedy").unwrap_err();
        assert!(matches!(refused, SecuredError::NotSolved(_)), "{refused}");
    }
}
