//! External programs as players.

mod heard;
mod marked;
mod process;

use crate::limits::{TIME_TOLERANCE, go_line};
use crate::player::{Choice, Fault, Player, Turn};
use process::{Process, Wait};
use sowlab_base::Instant;
use sowlab_games::contest::{Notation, move_texts, position_after, read_move};
use sowlab_games::shortened;

pub use process::ExternalSetting;

/// A program that speaks the protocol of [`protocol`](crate::protocol). After a fault it is killed and started again
/// for the next game.
pub struct External {
    setting: ExternalSetting,
    /// The name of the game.
    game: String,
    process: Option<Process>,
    /// The answer to `id name`.
    name: Option<String>,
    note: Note,
}

/// A `bestmove` that answers no `go`, noted once.
enum Note {
    Nothing,
    Stray(String),
    Told,
}

impl Note {
    fn stray(&mut self, stray: Option<String>) {
        if let (Note::Nothing, Some(line)) = (&*self, stray) {
            *self = Note::Stray(line);
        }
    }
}

impl External {
    /// Creates a player of the game with this full name. The program is started for its first game.
    pub fn new(setting: ExternalSetting, game: String) -> External {
        External {
            setting,
            game,
            process: None,
            name: None,
            note: Note::Nothing,
        }
    }

    fn ready(&mut self) -> Result<(), Fault> {
        let timeout = self.setting.timeout;
        let process = match &self.process {
            Some(process) => process,
            None => {
                let process = Process::start(&self.setting)?;
                process.say("ugi");
                let process = self.process.insert(process);
                let (limit, after_stop) = (Some(timeout), timeout);
                let monitor = &();
                let wait = Wait {
                    limit,
                    after_stop,
                    monitor,
                };
                let name = &mut self.name;
                process.wait(&wait, |line| {
                    if let Some(given) = line.strip_prefix("id name ") {
                        *name = Some(shortened(given.trim()));
                    }
                    (line == "ugiok").then_some(())
                })?;
                process.say(&format!("setoption name Game value {}", self.game));
                process
            }
        };
        process.say("uginewgame");
        let stray = process.synchronize(timeout)?;
        self.note.stray(stray);
        Ok(())
    }

    /// Kills the program after a fault and adds the last lines of its standard error to the fault.
    fn end(&mut self, fault: Fault) -> Fault {
        let said = self.process.take().map(|process| process.last_words());
        match said {
            Some(said) if !said.is_empty() => Fault::Said {
                fault: Box::new(fault),
                said,
            },
            _ => fault,
        }
    }

    fn ask<G: Notation>(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Some(process) = &self.process else {
            return Err(Fault::Exited);
        };
        let game = turn.game;
        let mut position = format!("position fen {}", game.position_text(turn.start));
        if !turn.played.is_empty() {
            position += " moves ";
            position += &move_texts(game, turn.start, turn.played).join(" ");
        }
        process.say(&position);
        let timeout = self.setting.timeout;
        let stray = process.synchronize(timeout)?;
        self.note.stray(stray);
        process.say(&go_line(&turn.limits));
        let asked = Instant::now();
        let allowed = match turn.limits.time {
            Some(time) => time.saturating_add(timeout.min(TIME_TOLERANCE)),
            None => timeout,
        };
        let wait = Wait {
            limit: (!turn.limits.infinite).then_some(allowed),
            after_stop: timeout,
            monitor: turn.monitor,
        };
        let mut value = None;
        let answer = process.wait(&wait, |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    let score = words.skip_while(|&word| word != "score").nth(1);
                    value = score.and_then(|score| score.parse().ok()).or(value);
                    None
                }
                Some("bestmove") => Some(words.next().unwrap_or_default().to_owned()),
                _ => None,
            }
        });
        let chosen = match (answer, turn.limits.time) {
            (Err(Fault::Silent(_)), Some(time)) if asked.elapsed() >= allowed => {
                return Err(Fault::Overtime(time));
            }
            (answer, _) => answer?,
        };
        let position = position_after(game, turn.start, turn.played);
        match read_move(game, &position, &chosen) {
            Ok(chosen) => Ok(Choice { chosen, value }),
            Err(_) => Err(Fault::Illegal(sowlab_games::shortened(&chosen))),
        }
    }
}

impl<G: Notation> Player<G> for External {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        let ready = self.ready();
        ready.map_err(|fault| self.end(fault))
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let chosen = self.ask(turn);
        chosen.map_err(|fault| self.end(fault))
    }

    fn note(&mut self) -> Option<String> {
        let Note::Stray(line) = &self.note else {
            return None;
        };
        let note = format!("printed '{line}' before it was asked: this is no answer");
        self.note = Note::Told;
        Some(note)
    }

    fn name(&self) -> Option<String> {
        self.name.clone()
    }
}
