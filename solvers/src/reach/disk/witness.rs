//! A path into the first non-terminating round, found backwards from the states of each level that lead to it.
//!
//! No file stores how a state was reached. Instead the earlier levels are expanded again. That costs little, because
//! each level is much smaller than the next.

use std::path::Path;

use super::codes::CodesFile;
use super::sections::Sections;
use super::sorter::{Merge, Sorter};
use super::work::WorkFiles;
use super::{PackedStates, Packing, ReachError};
use crate::{Monitor, Resolution, Step};

/// Returns the states on a path from the only state of the first level to one of `endless`, a subset of the last level.
/// It is the first such path in the order of choices. After the monitor cancels, the call fails, because a game that
/// searches may then give too few rounds.
pub(super) fn path_into<G: PackedStates>(
    game: &G,
    levels: &[CodesFile],
    endless: CodesFile,
    work: &WorkFiles,
    memory: usize,
    monitor: &dyn Monitor,
) -> Result<Vec<u128>, ReachError> {
    // From the last level to the first: the states from which the non-terminating rounds can be reached.
    let mut leading = vec![endless];
    for level in levels.iter().rev().skip(1) {
        let targets = leading.last().expect("it begins with one");
        let path = work.create("leading")?;
        leading.push(parents(game, level, targets, &path, work, memory, monitor)?);
    }
    leading.reverse();
    // Every state was reached from the start by the rounds of the game.
    let start = Merge::new(&leading[..1], memory)?.next()?;
    let mut way = vec![start.ok_or(ReachError::Fickle)?];
    for targets in &leading[1..] {
        let state = way[way.len() - 1];
        let next = first_successor_in(game, state, targets, memory)?;
        monitor.check()?;
        way.push(next.ok_or(ReachError::Fickle)?);
    }
    Ok(way)
}

/// Writes the states of a level with a round that leads to one of `targets` to a new file at `path`.
fn parents<G: PackedStates>(
    game: &G,
    level: &CodesFile,
    targets: &CodesFile,
    path: &Path,
    work: &WorkFiles,
    memory: usize,
    monitor: &dyn Monitor,
) -> Result<CodesFile, ReachError> {
    let mut sorter = Sorter::new(work, level.width, memory / 4);
    let mut reader = targets.read_from(0, 1 << 16)?;
    let capacity = (memory / 4 / size_of::<u128>()).max(1);
    loop {
        // As many targets as fit in memory; nearly always these are all.
        let mut some = Vec::new();
        while some.len() < capacity
            && let Some(code) = reader.next()?
        {
            some.push(code);
        }
        if some.is_empty() {
            break;
        }
        monitor.begin("the way back", level.codes);
        let leads = |states: &[G::State]| {
            let mut found: Vec<u128> = Vec::new();
            game.each_round(states, &mut |index, _, _, resolution| {
                if let Resolution::Next(Step { state, .. }) = resolution
                    && some.binary_search(&game.packing().pack(&state)).is_ok()
                {
                    found.push(game.packing().pack(&states[index]));
                }
            });
            found.dedup();
            found
        };
        let sections = Sections {
            game,
            level,
            memory: memory / 4,
            monitor,
        };
        sections.each(0, leads, |section, _| {
            for found in &section {
                sorter.add(found)?;
            }
            Ok(section.iter().map(Vec::len).sum())
        })?;
    }
    sorter.finish(path, &[], None, monitor)
}

/// Returns the first state, in the order of choices, that a round leads to and that is one of `targets`; `None` if the
/// game reports no such round.
fn first_successor_in<G: PackedStates>(
    game: &G,
    state: u128,
    targets: &CodesFile,
    memory: usize,
) -> Result<Option<u128>, ReachError> {
    let mut successors: Vec<(u128, usize)> = Vec::new();
    game.each_round(
        &[game.packing().unpack(state)],
        &mut |_, _, _, resolution| {
            if let Resolution::Next(Step { state, .. }) = resolution {
                successors.push((game.packing().pack(&state), successors.len()));
            }
        },
    );
    successors.sort_unstable();
    let mut targets = Merge::new(std::slice::from_ref(targets), memory)?;
    let mut first: Option<(usize, u128)> = None;
    for (code, order) in successors {
        if targets.contains(code)? && first.is_none_or(|(least, _)| order < least) {
            first = Some((order, code));
        }
    }
    Ok(first.map(|(_, code)| code))
}

/// Returns the first choices, in their order, that lead along these states and at last into a non-terminating round.
/// `None` if there are none, because the states are no such path.
pub(super) fn choices_along<G: PackedStates>(
    game: &G,
    way: &[u128],
) -> Option<Vec<(G::Choice, G::Choice)>> {
    let mut choices = Vec::with_capacity(way.len());
    for (index, &code) in way.iter().enumerate() {
        let next = way.get(index + 1);
        let mut chosen = None;
        game.each_round(
            &[game.packing().unpack(code)],
            &mut |_, first, second, resolution| {
                let fits = match resolution {
                    Resolution::Next(Step { state, .. }) => {
                        next == Some(&game.packing().pack(&state))
                    }
                    Resolution::Endless => next.is_none(),
                    Resolution::Over { .. } => false,
                };
                if fits && chosen.is_none() {
                    chosen = Some((first, second));
                }
            },
        );
        choices.push(chosen?);
    }
    Some(choices)
}
