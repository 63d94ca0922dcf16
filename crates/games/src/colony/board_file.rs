//! The file of a board, and checks of its contents.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::super::shortened;
use super::board::{Board, Log, LogSet, MAX_EGGS, MAX_LOGS, Through, members};
use super::board_error::BoardError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardFile {
    about: String,
    logs: usize,
    eggs: usize,
    eggs_per_log: usize,
    ants: usize,
    rows: Vec<Vec<String>>,
    neighbours: BTreeMap<String, Vec<String>>,
    exits: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    through: BTreeMap<String, ThroughRule>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ThroughRule {
    Always(String),
    From(BTreeMap<String, String>),
}

impl Board {
    /// Reads a board that comes with the program, whose file is given as JSON.
    pub(super) fn built_in(name: &str, json: &str) -> Board {
        let board = serde_json::from_str(json).ok();
        let board = board.and_then(|file| Board::checked(name, file).ok());
        board.expect("tests read every board that comes along")
    }

    /// Creates the board of a file.
    ///
    /// # Errors
    /// The error names the first fault.
    pub(super) fn checked(name: &str, file: BoardFile) -> Result<Board, BoardError> {
        let names = names(&file)?;
        counts(&file, &names)?;
        let find = |place: &str, name: &str| {
            let log = names.iter().position(|known| known == name);
            log.map(|log| log as Log)
                .ok_or_else(|| BoardError::Dangling {
                    place: place.to_owned(),
                    name: shortened(name),
                })
        };
        let neighbours = lists("neighbours", &file.neighbours, &names, &find)?;
        let exits = lists("exits", &file.exits, &names, &find)?;
        let mut through = vec![Through::Exits; names.len()];
        for (log, way) in &file.through {
            let at = usize::from(find("through", log)?);
            through[at] = read_way(log, way, &names, &exits, &find)?;
        }
        let board = Board {
            name: name.to_owned(),
            about: file.about,
            rows: file.rows.iter().map(Vec::len).collect(),
            neighbours: neighbours.iter().map(|logs| set(logs)).collect(),
            exits,
            through,
            eggs_per_log: file.eggs_per_log as u8,
            ants: file.ants as u8,
            names,
        };
        board.check_neighbours()?;
        board.check_reachable()?;
        Ok(board)
    }

    fn check_neighbours(&self) -> Result<(), BoardError> {
        for one in 0..self.logs() as Log {
            for other in members(self.neighbours(one)) {
                if self.neighbours(other) >> one & 1 == 0 {
                    return Err(BoardError::OneSided {
                        one: self.log_name(one).to_owned(),
                        other: self.log_name(other).to_owned(),
                    });
                }
            }
        }
        Ok(())
    }

    /// Every log must be reached by eggs from every other.
    fn check_reachable(&self) -> Result<(), BoardError> {
        for from in 0..self.logs() as Log {
            let mut reached: LogSet = 1 << from;
            let mut todo = vec![from];
            while let Some(log) = todo.pop() {
                for &to in self.exits(log) {
                    if reached >> to & 1 == 0 {
                        reached |= 1 << to;
                        todo.push(to);
                    }
                }
            }
            if let Some(log) = (0..self.logs() as Log).find(|log| reached >> log & 1 == 0) {
                return Err(BoardError::Unreachable {
                    log: self.log_name(log).to_owned(),
                    from: self.log_name(from).to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// The names of all logs, row by row.
fn names(file: &BoardFile) -> Result<Vec<String>, BoardError> {
    let names: Vec<String> = file.rows.iter().flatten().cloned().collect();
    for (index, name) in names.iter().enumerate() {
        let mut letters = name.chars();
        let proper = letters.next().is_some_and(|c| c.is_ascii_uppercase())
            && name.len() > 1
            && letters.all(|c| c.is_ascii_digit());
        if !proper {
            return Err(BoardError::Name(shortened(name)));
        }
        if names[..index].contains(name) {
            return Err(BoardError::Twice(name.clone()));
        }
    }
    Ok(names)
}

fn counts(file: &BoardFile, names: &[String]) -> Result<(), BoardError> {
    let logs = names.len();
    let wrong = |what, found, expected: String| {
        Err(BoardError::Count {
            what,
            found,
            expected,
        })
    };
    if file.logs != logs {
        return wrong("logs", file.logs, format!("the rows have {logs}"));
    }
    if !(2..=MAX_LOGS).contains(&logs) {
        return wrong("logs", logs, format!("a board has 2 to {MAX_LOGS}"));
    }
    if let Some(empty) = file.rows.iter().position(Vec::is_empty) {
        return wrong("rows", empty + 1, "no row is empty".into());
    }
    let eggs = logs.saturating_mul(file.eggs_per_log);
    if file.eggs != eggs {
        let expected = format!("{logs} logs with {} each are {eggs}", file.eggs_per_log);
        return wrong("eggs", file.eggs, expected);
    }
    if !(1..=MAX_EGGS).contains(&eggs) {
        return wrong("eggs", eggs, format!("there are 1 to {MAX_EGGS}"));
    }
    if file.ants > logs / 2 {
        let expected = format!("both players' ants must find room on {logs} logs");
        return wrong("ants", file.ants, expected);
    }
    Ok(())
}

/// The logs listed for each log.
fn lists(
    what: &'static str,
    lists: &BTreeMap<String, Vec<String>>,
    names: &[String],
    find: &impl Fn(&str, &str) -> Result<Log, BoardError>,
) -> Result<Vec<Vec<Log>>, BoardError> {
    for log in lists.keys() {
        find(what, log)?;
    }
    let of_log = |log: &String| {
        let place = format!("{what}.{log}");
        let mut found: Vec<Log> = Vec::new();
        for name in lists.get(log).into_iter().flatten() {
            let to = find(&place, name)?;
            if name == log || found.contains(&to) {
                return Err(BoardError::Repeated {
                    place,
                    name: name.clone(),
                });
            }
            found.push(to);
        }
        match found.is_empty() {
            true => Err(BoardError::None {
                log: log.clone(),
                what,
            }),
            false => Ok(found),
        }
    };
    names.iter().map(of_log).collect()
}

/// Reads the exits for eggs that pass through a log.
fn read_way(
    log: &str,
    way: &ThroughRule,
    names: &[String],
    exits: &[Vec<Log>],
    find: &impl Fn(&str, &str) -> Result<Log, BoardError>,
) -> Result<Through, BoardError> {
    let place = format!("through.{log}");
    let at = find(&place, log)?;
    // A way on is one of the exits.
    let exit = |name: &str| {
        let to = find(&place, name)?;
        match exits[usize::from(at)].contains(&to) {
            true => Ok(to),
            false => Err(BoardError::Dangling {
                place: format!("{place}: exits.{log}"),
                name: name.to_owned(),
            }),
        }
    };
    let table = match way {
        ThroughRule::Always(to) => return Ok(Through::Always(exit(to)?)),
        ThroughRule::From(table) => table,
    };
    let mut ways = [None; MAX_LOGS];
    for (from, to) in table {
        ways[usize::from(find(&place, from)?)] = Some(exit(to)?);
    }
    let missing = (0..names.len()).find(|&from| ways[from].is_none() && exits[from].contains(&at));
    match missing {
        None => Ok(Through::From(ways)),
        Some(from) => Err(BoardError::NoWayOn {
            log: log.to_owned(),
            from: names[from].clone(),
        }),
    }
}

fn set(logs: &[Log]) -> LogSet {
    logs.iter().fold(0, |set, log| set | 1 << log)
}
