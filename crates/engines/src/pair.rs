//! The two games of a pair and their records.

use std::time::Duration;

use sowlab_base::Instant;
use sowlab_solvers::{Monitor, Side};

use super::error::PlayError;
use super::limits::Limits;
use super::player::{Fault, Player};
use super::records::GameRecord;
use super::referee::{Conditions, Outcome, Referee};
use super::results::PlayedPair;
use super::run::{PairTask, Tournament};
use super::setting::mixed;
use super::standings::Summary;
use sowlab_games::contest::{Contest, move_texts, position_after};

impl<C: Contest> Tournament<'_, C> {
    pub(super) fn play_pair(
        &self,
        place: usize,
        given: &PairTask,
        referee: &mut Referee<C>,
        players: [&mut dyn Player<C>; 2],
        monitor: &dyn Monitor,
    ) -> Result<PlayedPair, PlayError> {
        let mut done = PlayedPair {
            place,
            engines: given.engines,
            games: given.games,
            read: given.games.iter().flatten().count() as u64,
            records: Vec::new(),
        };
        let seed = self.setting.seed;
        let missing = done.games.iter().take(given.wanted).any(Option::is_none);
        if !missing {
            return Ok(done);
        }
        let start = self.openings.get(self.contest, seed, given.opening);
        let conditions = Conditions {
            unfinished: self.setting.unfinished,
            most_moves: 2 * self.setting.max_rounds as usize,
            limits: Limits {
                time: self.setting.move_time,
                ..Limits::default()
            },
            tables: self.tables,
            monitor,
        };
        let [one, other] = players;
        for place in 0..given.wanted {
            if done.games[place].is_some() {
                continue;
            }
            let number = 2 * given.number + place as u64;
            let seeds = [0, 1].map(|side| mixed(seed, &[1, number, side]));
            let seats: [&mut dyn Player<C>; 2] = match place {
                0 => [&mut *one, &mut *other],
                _ => [&mut *other, &mut *one],
            };
            let started = self.recorded.then(Instant::now);
            let Ok(outcome) = referee.play(self.contest, &start, seats, seeds, &conditions) else {
                break;
            };
            let (a, b) = given.engines;
            let engines = if place == 0 { [a, b] } else { [b, a] };
            if let Some((side, fault @ Fault::Table(_))) = &outcome.fault {
                let engine = engines[usize::from(*side == Side::Second)];
                return Err(PlayError::Table {
                    engine: self.specs[engine].to_string(),
                    fault: fault.clone(),
                });
            }
            done.games[place] = Some(Summary {
                half_points: outcome.half_points,
                course: outcome.course,
                at_fault: outcome
                    .fault
                    .as_ref()
                    .map(|&(side, _)| usize::from(side == Side::Second)),
            });
            if let Some(started) = started {
                let mut record = self.record(
                    number,
                    engines,
                    &start,
                    seeds,
                    referee,
                    &outcome,
                    started.elapsed(),
                );
                let mut notes = [one.note(), other.note()];
                if place == 1 {
                    notes.reverse();
                }
                let named = self.contest.sides().into_iter().zip(notes);
                record.notes = named
                    .filter_map(|(side, note)| Some(format!("{side} {}", note?)))
                    .collect();
                done.records.push(record);
            }
        }
        Ok(done)
    }

    #[allow(clippy::too_many_arguments)] // They are the fields of one record.
    fn record(
        &self,
        game: u64,
        players: [usize; 2],
        start: &C::Position,
        seeds: [u64; 2],
        referee: &Referee<C>,
        outcome: &Outcome,
        time: Duration,
    ) -> GameRecord {
        let contest = self.contest;
        let moves = referee.moves();
        let last = position_after(contest, start, moves);
        let points = f64::from(outcome.half_points) / 2.0;
        GameRecord {
            game,
            players,
            engines: players.map(|player| self.specs[player].to_string()),
            start: contest.position_text(start),
            seeds,
            moves: move_texts(contest, start, moves),
            values: referee.values().to_vec(),
            record: contest.record_text(start, moves),
            position: contest.position_text(&last),
            ending: outcome.ending,
            margin: outcome.margin,
            points: [points, 1.0 - points],
            course: format!("{:016x}", outcome.course),
            fault: outcome.fault.as_ref().map(|(side, fault)| {
                let name = contest.sides()[usize::from(*side == Side::Second)];
                format!("{name} {fault}")
            }),
            notes: Vec::new(),
            seconds: time.as_secs_f64(),
        }
    }
}

/// The part of a record that a resumed tournament needs.
impl From<&GameRecord> for Summary {
    fn from(record: &GameRecord) -> Summary {
        Summary {
            half_points: (2.0 * record.points[0]) as u8,
            course: u64::from_str_radix(&record.course, 16).unwrap_or_default(),
            at_fault: record
                .fault
                .as_ref()
                .map(|_| usize::from(record.points[0] > 0.5)),
        }
    }
}
