//! The playing of one round on all states of a level.

use super::checkpoint::Checkpoint;
use super::codes::{CodesFile, CodesWriter};
use super::round::{RoundCounts, RoundFile, RoundSaver};
use super::sections::Sections;
use super::sorter::Sorter;
use super::witness::{choices_along, path_into};
use super::{PackedStates, Packing, ReachError, ReachFiles};
use crate::reach::ReachRound;
use crate::{Monitor, Resolution, Step};

/// The results of the rounds on some states.
struct SectionResult {
    joint_moves: u64,
    endless: u64,
    /// The successors; empty if they are not needed.
    successors: Vec<u128>,
    /// The states with a non-terminating round, in their order; empty if they are not needed.
    endless_at: Vec<u128>,
}

/// A path into a non-terminating round: its states and choices.
struct EndlessPath<C> {
    states: Vec<u128>,
    choices: Vec<(C, C)>,
}

/// The result of a round.
pub(super) struct PlayedRound<C> {
    counts: ReachRound,
    /// The states of the next round, if they are needed.
    next: Option<CodesFile>,
    /// The path into a non-terminating round, if none was known before.
    endless_path: Option<EndlessPath<C>>,
}

impl<C> PlayedRound<C> {
    /// Plays the round of the last level, from where an earlier process stopped. If it is cancelled, it saves its
    /// progress.
    pub(super) fn play<G: PackedStates<Choice = C>>(
        game: &G,
        known: &Checkpoint,
        last: bool,
        files: &ReachFiles<'_>,
        monitor: &dyn Monitor,
    ) -> Result<PlayedRound<C>, ReachError> {
        let round = known.levels.len();
        let level = &known.levels[round - 1];
        let (work, next) = (&known.work, known.level_path(round + 1));
        let mut file = files
            .checkpointed
            .then(|| RoundFile::new(known.folder(), known.checksum.clone(), last));
        let begun = match &mut file {
            Some(file) => file.read(level.width, work)?,
            None => None,
        };
        known.clear_work(begun.as_ref())?;
        let memory = files.memory;
        let (mut counted, mut endless_at, mut sorter) = match begun {
            Some(begun) => (
                begun.counted,
                CodesWriter::resume(begun.endless_at)?.0,
                Sorter::resume(work, level.width, memory / 2, begun.sorted),
            ),
            None => (
                RoundCounts::default(),
                CodesWriter::create(&work.create("endless")?, level.width)?,
                Sorter::new(work, level.width, memory / 2),
            ),
        };
        monitor.begin(&format!("round {round}"), level.codes);
        monitor.resume(counted.states);
        let sections = Sections {
            game,
            level,
            memory: memory / 4,
            monitor,
        };
        let endless_wanted = known.endless_path.is_none();
        let play = |states: &[G::State]| play_all(game, states, endless_wanted, !last);
        let played = sections.each(counted.states, play, |section, states| {
            let mut codes = 0;
            for played in &section {
                counted.joint_moves += played.joint_moves;
                counted.endless += played.endless;
                for &code in &played.endless_at {
                    endless_at.write(code)?;
                }
                sorter.add(&played.successors)?;
                codes += played.successors.len();
            }
            counted.states = states;
            if let Some(file) = file.as_mut().filter(|file| file.is_due()) {
                file.save(&counted, &endless_at.snapshot()?, sorter.snapshot()?)?;
            }
            Ok(codes)
        });
        if let (Err(ReachError::Cancelled(_)), Some(file)) = (&played, &mut file) {
            file.save(&counted, &endless_at.snapshot()?, sorter.snapshot()?)?;
        }
        played?;
        // It is forced to the disk now, so that this is not needed again while the codes are merged.
        let endless_at = endless_at.finish(files.checkpointed)?;
        let next = match last {
            true => None,
            false => {
                let saver = file.as_mut().map(|file| RoundSaver {
                    file,
                    counted: &counted,
                    endless_at: &endless_at,
                });
                work.add_named(&next)?;
                Some(sorter.finish(&next, &known.levels, saver, monitor)?)
            }
        };
        let endless_path = match endless_at.codes {
            0 => None,
            _ => {
                let states = path_into(game, &known.levels, endless_at, work, memory, monitor)?;
                let choices = choices_along(game, &states);
                monitor.check()?;
                let choices = choices.ok_or(ReachError::Fickle)?;
                Some(EndlessPath { states, choices })
            }
        };
        Ok(PlayedRound {
            counts: ReachRound {
                round: round as u32,
                states: level.codes,
                joint_moves: counted.joint_moves,
                endless: counted.endless,
            },
            next,
            endless_path,
        })
    }

    /// Adds the round to the checkpoint. Returns the choices along the path, if there is one.
    pub(super) fn add_to(self, known: &mut Checkpoint) -> Option<Vec<(C, C)>> {
        known.rounds.truncate(self.counts.round as usize - 1);
        known.rounds.push(self.counts);
        known.levels.extend(self.next);
        let EndlessPath { states, choices } = self.endless_path?;
        known.endless_path = Some(states);
        Some(choices)
    }
}

fn play_all<G: PackedStates>(
    game: &G,
    states: &[G::State],
    endless_wanted: bool,
    successors_wanted: bool,
) -> SectionResult {
    let packing = game.packing();
    let mut played = SectionResult {
        joint_moves: 0,
        endless: 0,
        successors: Vec::new(),
        endless_at: Vec::new(),
    };
    game.each_round(states, &mut |index, _, _, resolution| {
        played.joint_moves += 1;
        match resolution {
            Resolution::Endless => {
                played.endless += 1;
                if endless_wanted {
                    played.endless_at.push(packing.pack(&states[index]));
                }
            }
            Resolution::Next(Step { state, .. }) if successors_wanted => {
                debug_assert!(!game.is_over(&state));
                played.successors.push(packing.pack(&state));
            }
            Resolution::Next(Step { .. }) | Resolution::Over { .. } => {}
        }
    });
    played.endless_at.dedup();
    played
}
