//! Distances against a plain search of explicit graphs.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU16, Ordering};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::distances::{DistancePair, DistanceWork};
use super::layered::{Layered, Reply, Sink};
use super::reply_queue::MarginKind;
use super::{FinishedLayer, fresh_cells, solve_in_memory};
use crate::{Turn, Value};

const LAYERS: u32 = 3;
const POSITIONS: u64 = 60;

/// The options of a position, and the replies of each.
type Options = Vec<Vec<Reply>>;

/// A random game, in much of which play can repeat.
struct Drawn(Vec<Vec<Options>>);

fn bound(layer: u32) -> i32 {
    2 + layer as i32
}

impl Drawn {
    fn new(seed: u64) -> Drawn {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut reply = |layer: u32| {
            let rank = random.random_range(0..POSITIONS);
            let turn = Turn::other_if(random.random_bool(0.5));
            match random.random_range(0..16) {
                0 => Reply::Endless,
                1 => Reply::Over {
                    margin: random.random_range(-2..=2),
                },
                2..4 if layer > 0 => {
                    let gain = random.random_range(-1..=1);
                    let layer = layer - 1;
                    Reply::Below {
                        layer,
                        rank,
                        gain,
                        turn,
                    }
                }
                _ => Reply::Same { rank, turn },
            }
        };
        let layers = (0..LAYERS).map(|layer| {
            let options = (0..POSITIONS).map(|rank| {
                let [options, replies] = [1 + rank % 3, 1 + rank / 3 % 3];
                let mut option = || (0..replies).map(|_| reply(layer)).collect();
                (0..options).map(|_| option()).collect()
            });
            options.collect()
        });
        Drawn(layers.collect())
    }
}

impl Layered for Drawn {
    type Scratch = ();

    fn name(&self) -> String {
        "drawn".into()
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        (layer < LAYERS).then_some(POSITIONS)
    }

    fn bound(&self, layer: u32) -> i32 {
        bound(layer)
    }

    fn scratch(&self) {}

    fn expand(&self, (): &mut (), layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        for &rank in ranks {
            for option in &self.0[layer as usize][rank as usize] {
                for &reply in option {
                    sink.reply(reply);
                }
                sink.end_option();
            }
            sink.end_position();
        }
    }
}

/// The plain search: the positions from which a side forces an exit within a number of rounds.
struct Plain<'a> {
    game: &'a Drawn,
    layers: &'a [FinishedLayer<Vec<u8>>],
    layer: u32,
    kind: MarginKind,
    /// By rank, and whether the side to move forces the exit.
    distances: HashMap<(u64, bool), u32>,
}

impl Plain<'_> {
    /// Returns the value for the side to move, or for the other side.
    fn own(value: Value, leads: bool) -> Value {
        if leads { value } else { value.flipped() }
    }

    fn of_kind(&self, value: Value) -> i32 {
        match self.kind {
            MarginKind::Ends => value.lower,
            MarginKind::Zero => value.zero,
        }
    }

    /// Returns the margin that this side forces, if it has to force an exit.
    fn goal(&self, rank: u64, leads: bool) -> Option<i32> {
        let value = Plain::own(self.layers[self.layer as usize].get(rank), leads);
        let forced = match self.kind {
            MarginKind::Ends => value.lower > -bound(self.layer),
            MarginKind::Zero => value.zero > 0 && value.zero > value.lower,
        };
        forced.then(|| self.of_kind(value))
    }

    /// Whether a reply keeps the margin of this side and is an exit, or leads to a position with a known distance.
    fn forces(&self, reply: Reply, leads: bool, goal: i32) -> bool {
        let sign = if leads { 1 } else { -1 };
        match reply {
            Reply::Endless => -bound(self.layer) >= goal,
            Reply::Over { margin } => sign * margin >= goal,
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => {
                let leads = leads == (turn == Turn::Same);
                let value = Plain::own(self.layers[layer as usize].get(rank), leads);
                sign * gain + self.of_kind(value) >= goal
            }
            Reply::Same { rank, turn } => {
                let leads = leads == (turn == Turn::Same);
                let value = Plain::own(self.layers[self.layer as usize].get(rank), leads);
                let margin = self.of_kind(value);
                let rises = margin > goal || self.kind == MarginKind::Zero && value.lower >= goal;
                rises || margin == goal && self.distances.contains_key(&(rank, leads))
            }
        }
    }

    fn search(&mut self) {
        for distance in 1.. {
            let mut found = Vec::new();
            for rank in 0..POSITIONS {
                for leads in [true, false] {
                    let Some(goal) = self.goal(rank, leads) else {
                        continue;
                    };
                    let forced = |reply: &Reply| self.forces(*reply, leads, goal);
                    let mut options = self.game.0[self.layer as usize][rank as usize].iter();
                    let forces = match leads {
                        true => options.any(|replies| replies.iter().all(forced)),
                        false => options.all(|replies| replies.iter().any(forced)),
                    };
                    if forces && !self.distances.contains_key(&(rank, leads)) {
                        found.push(((rank, leads), distance));
                    }
                }
            }
            if found.is_empty() {
                return;
            }
            self.distances.extend(found);
        }
    }
}

fn words(cells: &[AtomicU16]) -> Vec<u16> {
    cells
        .iter()
        .map(|cell| cell.load(Ordering::Relaxed))
        .collect()
}

#[test]
fn distances_are_those_of_a_plain_search() {
    let (mut longest, mut of_zero) = (0, 0);
    for seed in 0..60 {
        let game = Drawn::new(seed);
        let layers = solve_in_memory(&game, LAYERS - 1, &()).unwrap();
        for layer in 0..LAYERS {
            for kind in [MarginKind::Ends, MarginKind::Zero] {
                let layers = &layers[..=layer as usize];
                let mut plain = Plain {
                    game: &game,
                    layers,
                    layer,
                    kind,
                    distances: HashMap::new(),
                };
                plain.search();
                let work = DistanceWork::new(&game, kind, layers);
                let cells = fresh_cells(POSITIONS as usize);
                work.solve(&cells, &()).unwrap();
                let found = words(&cells);
                for (rank, &word) in found.iter().enumerate() {
                    let DistancePair { leader, follower } = DistancePair::of_word(word);
                    for (leads, found) in [(true, leader), (false, follower)] {
                        let expected = plain.distances.get(&(rank as u64, leads));
                        let expected = expected.copied().unwrap_or(0);
                        assert_eq!(u32::from(found), expected, "{seed}, {layer}, {rank}");
                        longest = longest.max(expected);
                        of_zero += u32::from(kind == MarginKind::Zero && expected > 0);
                    }
                }
                assert_eq!(work.first_wrong(&cells, |_| true, &()), Ok(None));
                // A wrong distance is found. Another distance of the same position may be needed there.
                for rank in (0..POSITIONS).step_by(7) {
                    let cell = &cells[rank as usize];
                    let right = cell.swap(found[rank as usize] + 1, Ordering::Relaxed);
                    assert_ne!(work.first_wrong(&cells, |_| true, &()), Ok(None));
                    cell.store(right, Ordering::Relaxed);
                }
                // Any part of the distances is a start.
                for (rank, cell) in cells.iter().enumerate() {
                    if (rank as u64 + seed).is_multiple_of(3) {
                        cell.store(0, Ordering::Relaxed);
                    }
                }
                work.solve(&cells, &()).unwrap();
                assert_eq!(words(&cells), found);
            }
        }
    }
    assert!(longest > 4 && of_zero > 50, "{longest}, {of_zero}");
}
