//! The Colony by names and maps, one egg at a time: as plain as the text.

use std::collections::BTreeMap;

/// A position and the board it is on.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    rows: Vec<Vec<String>>,
    neighbours: BTreeMap<String, Vec<String>>,
    exits: BTreeMap<String, Vec<String>>,
    through: BTreeMap<String, toml::Value>,
    ants_each: usize,
    entry_stop: bool,
    eggs: BTreeMap<String, u32>,
    /// `r` or `b`.
    ants: BTreeMap<String, char>,
    captured: BTreeMap<char, u32>,
    mover: char,
    mandatory: bool,
    phase: Vec<String>,
}

fn strings(value: &toml::Value) -> Vec<String> {
    let array = value.as_array().unwrap();
    array
        .iter()
        .map(|v| v.as_str().unwrap().to_owned())
        .collect()
}

impl Plain {
    pub(crate) fn start(board: &str, entry_stop: bool) -> Plain {
        let file: toml::Table = toml::from_str(board).unwrap();
        let lists = |key: &str| {
            let table = file[key].as_table().unwrap();
            table.iter().map(|(k, v)| (k.clone(), strings(v))).collect()
        };
        let rows: Vec<Vec<String>> = file["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(strings)
            .collect();
        let each = file["eggs_per_log"].as_integer().unwrap() as u32;
        let through = file.get("through").and_then(toml::Value::as_table).cloned();
        Plain {
            eggs: rows
                .iter()
                .flatten()
                .map(|log| (log.clone(), each))
                .collect(),
            rows,
            neighbours: lists("neighbours"),
            exits: lists("exits"),
            through: through.unwrap_or_default().into_iter().collect(),
            ants_each: file["ants"].as_integer().unwrap() as usize,
            entry_stop,
            ants: BTreeMap::new(),
            captured: BTreeMap::from([('r', 0), ('b', 0)]),
            mover: 'r',
            mandatory: false,
            phase: vec!["log".into()],
        }
    }

    fn other(&self) -> char {
        if self.mover == 'r' { 'b' } else { 'r' }
    }

    fn logs(&self) -> impl Iterator<Item = &String> {
        self.rows.iter().flatten()
    }

    fn on_board(&self, colour: char) -> usize {
        self.ants.values().filter(|&&ant| ant == colour).count()
    }

    fn ant_choices(&self) -> Vec<String> {
        let mut choices = Vec::new();
        for log in self.logs() {
            if !self.entry_stop
                && self.on_board(self.mover) < self.ants_each
                && !self.ants.contains_key(log)
            {
                choices.push(format!("+{log}"));
            }
            if self.ants.get(log) == Some(&self.mover) {
                for to in &self.neighbours[log] {
                    if !self.ants.contains_key(to) {
                        choices.push(format!("{log}-{to}"));
                    }
                }
            }
        }
        choices
    }

    fn has_to(&self) -> bool {
        self.mandatory && self.on_board(self.mover) > 0
    }

    /// Returns the choices, in no order; none if the game is over.
    pub(crate) fn choices(&self) -> Vec<String> {
        match self.phase[0].as_str() {
            "log" => {
                let open = |log: &&String| self.eggs[*log] > 0 && !self.ants.contains_key(*log);
                self.logs().filter(open).cloned().collect()
            }
            "exit" => self.exits[&self.phase[1]]
                .iter()
                .map(|to| format!(">{to}"))
                .collect(),
            "enter" => vec![format!("+{}", self.phase[1]), "pass".into()],
            "ant" => {
                let mut choices = self.ant_choices();
                if !self.has_to() {
                    choices.push("pass".into());
                }
                choices
            }
            "endless" => vec!["on".into()],
            other => panic!("{other}"),
        }
    }

    fn end_turn(&mut self) {
        self.mover = self.other();
        self.phase = vec!["log".into()];
    }

    fn second_phase(&mut self) {
        self.phase = vec!["ant".into()];
        if self.ant_choices().is_empty() && !self.has_to() {
            self.end_turn();
        }
    }

    /// Sows from `at` by the exit `to`.
    fn sow(&mut self, at: &str, to: &str, hand: u32) {
        let before = self.clone();
        let (mut from, mut to, mut left) = (at.to_owned(), to.to_owned(), hand);
        for _ in 0..200_000 {
            let ant = self.ants.get(&to).copied();
            let held = self.eggs[&to];
            let exits = if left > 1 {
                *self.eggs.get_mut(&to).unwrap() += 1;
                left -= 1;
                match self.through.get(&to) {
                    None => self.exits[&to].clone(),
                    Some(toml::Value::String(way)) => vec![way.clone()],
                    Some(table) => vec![table[&from].as_str().unwrap().to_owned()],
                }
            } else if ant == Some(self.mover) {
                *self.captured.get_mut(&self.mover).unwrap() += 1;
                return self.second_phase();
            } else if ant.is_none() && held == 3 {
                *self.captured.get_mut(&self.mover).unwrap() += 1;
                if self.entry_stop && self.on_board(self.mover) < self.ants_each {
                    self.phase = vec!["enter".into(), to];
                    return;
                }
                return self.second_phase();
            } else if held == 0 {
                self.eggs.insert(to, 1);
                return self.second_phase();
            } else {
                left = held + 1;
                self.eggs.insert(to.clone(), 0);
                self.exits[&to].clone()
            };
            if exits.len() > 1 {
                self.phase = vec!["exit".into(), to, left.to_string()];
                return;
            }
            from = std::mem::replace(&mut to, exits[0].clone());
        }
        // So long that it must be for ever.
        *self = before;
        self.phase = vec!["endless".into(), at.to_owned(), hand.to_string()];
    }

    pub(crate) fn play(&mut self, choice: &str) {
        match self.phase[0].as_str() {
            "log" => {
                let hand = self.eggs.insert(choice.to_owned(), 0).unwrap();
                match &self.exits[choice].clone()[..] {
                    [only] => self.sow(choice, only, hand),
                    _ => self.phase = vec!["exit".into(), choice.into(), hand.to_string()],
                }
            }
            "exit" => {
                let (at, hand) = (self.phase[1].clone(), self.phase[2].parse().unwrap());
                self.sow(&at, &choice[1..], hand);
            }
            "enter" => {
                if let Some(log) = choice.strip_prefix('+') {
                    self.ants.insert(log.to_owned(), self.mover);
                }
                self.second_phase();
            }
            "ant" => {
                if let Some(log) = choice.strip_prefix('+') {
                    self.ants.insert(log.to_owned(), self.mover);
                    self.mandatory = true;
                } else if let Some((from, to)) = choice.split_once('-') {
                    self.ants.remove(from);
                    self.ants.insert(to.to_owned(), self.mover);
                    self.mandatory = true;
                }
                self.end_turn();
            }
            _ => {}
        }
    }

    pub(crate) fn text(&self) -> String {
        let row = |row: &Vec<String>| {
            let logs = row.iter().map(|log| {
                let ant = self.ants.get(log).map(char::to_string).unwrap_or_default();
                format!("{}{ant}", self.eggs[log])
            });
            logs.collect::<Vec<_>>().join(",")
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        format!(
            "{} {} {} {} {} {}",
            rows.join("/"),
            self.mover.to_ascii_uppercase(),
            self.captured[&'r'],
            self.captured[&'b'],
            if self.mandatory { "must" } else { "free" },
            self.phase.join(":")
        )
    }

    /// Returns the margin of the mover besides captures, if the game is over.
    pub(crate) fn margin(&self) -> i32 {
        self.ants
            .iter()
            .map(|(log, &ant)| {
                let eggs = self.eggs[log] as i32;
                if ant == self.mover { eggs } else { -eggs }
            })
            .sum()
    }

    pub(crate) fn eggs(&self) -> u32 {
        let hand: u32 = self.phase.get(2).map_or(0, |hand| hand.parse().unwrap());
        self.eggs.values().sum::<u32>() + self.captured.values().sum::<u32>() + hand
    }
}
