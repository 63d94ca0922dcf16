//! The commands of the protocol, one after the other.

use std::sync::Arc;

use sowlab_base::interrupt::caught;

use super::flags::Flags;
use super::refusal::Refusal;
use sowlab_engines::limits::{Limits, read_go};
use sowlab_engines::protocol::Session;
use sowlab_engines::seat::OpenError;
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;
use sowlab_games::catalog::CatalogGame;

/// The values of the protocol's options.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) game: CatalogGame,
    pub(super) spec: EngineSpec,
    pub(super) pie: bool,
    pub(super) seed: u64,
}

impl Settings {
    pub(super) fn open(&self) -> Result<Session, Arc<OpenError>> {
        Ok(Session::open(&self.game, self.pie, &self.spec, self.seed)?)
    }
}

pub(super) struct Engine {
    pub(super) settings: Settings,
    /// The session, or the error that prevents it: an engine from the command line can be for a game that is set later.
    pub(super) session: Result<Session, Arc<OpenError>>,
}

impl Engine {
    fn session(&mut self) -> Result<&mut Session, Refusal> {
        match &mut self.session {
            Ok(session) => Ok(session),
            Err(error) => Err(Arc::clone(error).into()),
        }
    }

    fn set_option(&mut self, text: &str) -> Result<(), Refusal> {
        let parts = text
            .trim()
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "));
        let Some((name, value)) = parts else {
            return Err(Refusal::Option);
        };
        let value = value.trim();
        let mut settings = self.settings.clone();
        match name.trim().to_ascii_lowercase().as_str() {
            "game" => settings.game = CatalogGame::read(value, Files::Allowed)?,
            "engine" => settings.spec = EngineSpec::read(value, Files::Allowed)?,
            "pie" => settings.pie = value.parse().map_err(|_| Refusal::Pie)?,
            "seed" => settings.seed = value.parse().map_err(|_| Refusal::Seed)?,
            _ => return Err(Refusal::OptionName),
        }
        // An engine that cannot be set up for the game is refused here, and the previous one stays.
        self.session = Ok(settings.open()?);
        self.settings = settings;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), Refusal> {
        let text = text.trim();
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (text, ""),
        };
        let start = match start.strip_prefix("fen ") {
            Some(position) => Some(position.trim()),
            None if start == "startpos" => None,
            None => return Err(Refusal::Position),
        };
        Ok(self.session()?.set(start, moves)?)
    }

    /// Sets up the engine again in the same position, so that the state of an interrupted search is not used.
    fn begin_again(&mut self) -> Result<(), Refusal> {
        let (_, position) = self.session()?.state();
        let mut session = self.settings.open()?;
        session.set(Some(&position), "")?;
        self.session = Ok(session);
        Ok(())
    }

    fn go(&mut self, limits: Limits, flags: &Flags) -> Result<(), Refusal> {
        let session = self.session()?;
        let chosen = match caught(|| session.go(limits, flags, &|line| flags.say(line))) {
            Ok(chosen) => chosen?,
            Err(interrupted) => {
                flags.say(&format!("info string error {interrupted}"));
                let chosen = session.legal().into_iter().next();
                self.begin_again()?;
                chosen
            }
        };
        flags.say(&format!("bestmove {}", chosen.as_deref().unwrap_or("none")));
        Ok(())
    }

    pub(super) fn obey(&mut self, line: &str, flags: &Flags) -> Result<(), Refusal> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "ugi" => {
                let Settings {
                    game,
                    spec,
                    pie,
                    seed,
                } = &self.settings;
                flags.say("id name sowlab");
                flags.say(&format!("id version {}", env!("CARGO_PKG_VERSION")));
                flags.say(&format!("option name Game type string default {game}"));
                flags.say(&format!("option name Engine type string default {spec}"));
                flags.say(&format!("option name Pie type check default {pie}"));
                flags.say(&format!("option name Seed type spin default {seed} min 0"));
                flags.say("ugiok");
                Ok(())
            }
            "isready" => {
                // An error of the session is reported first.
                if let Err(error) = &self.session {
                    flags.say(&format!("info string error {error}"));
                }
                flags.say("readyok");
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "uginewgame" => Ok(self.session()?.new_game()?),
            "position" => self.set_position(rest),
            "go" => self.go(read_go(rest.split_whitespace())?, flags),
            "d" => {
                flags.say(&self.session()?.drawing());
                Ok(())
            }
            "legal" => {
                let legal = self.session()?.legal();
                let words = ["legal".to_owned()].into_iter().chain(legal);
                flags.say(&words.collect::<Vec<_>>().join(" "));
                Ok(())
            }
            "state" => {
                let (stands, position) = self.session()?.state();
                flags.say(&format!("state {stands} {position}"));
                Ok(())
            }
            "stop" | "" => Ok(()),
            _ => Err(Refusal::Command),
        }
    }
}
