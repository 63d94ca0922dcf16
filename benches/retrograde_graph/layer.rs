//! A layer above finished ones: its replies, and plain sweeps over them, on one thread.

use sowlab_solvers::Turn;
use sowlab_solvers::retrograde::{Finished, Layered, Reply, Sink};

/// Positions that are expanded together.
pub(crate) const BATCH: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
}

/// Better than any reply.
pub(crate) const NO_REPLY: Bounds = Bounds {
    lower: i8::MAX,
    upper: i8::MAX,
};
/// Worse than any option.
pub(crate) const NO_OPTION: Bounds = Bounds {
    lower: i8::MIN,
    upper: i8::MIN,
};

impl Bounds {
    pub(crate) fn open(self) -> bool {
        self.lower < self.upper
    }

    pub(crate) fn seen(self, turn: Turn) -> Bounds {
        match turn {
            Turn::Same => self,
            Turn::Other => Bounds {
                lower: -self.upper,
                upper: -self.lower,
            },
        }
    }

    pub(crate) fn worse(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.min(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    pub(crate) fn better(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    pub(crate) fn tightened(self, found: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(found.lower),
            upper: self.upper.min(found.upper),
        }
    }
}

/// The replies of some positions.
#[derive(Default)]
pub(crate) struct Listed {
    replies: Vec<Reply>,
    options: Vec<usize>,
    positions: Vec<usize>,
}

impl Listed {
    /// For each position the replies of each of its options.
    pub(crate) fn positions(&self) -> impl Iterator<Item = impl Iterator<Item = &[Reply]>> {
        let start = |ends: &[usize], place: usize| match place {
            0 => 0,
            _ => ends[place - 1],
        };
        (0..self.positions.len()).map(move |position| {
            let options = start(&self.positions, position)..self.positions[position];
            options.map(move |option| {
                &self.replies[start(&self.options, option)..self.options[option]]
            })
        })
    }
}

impl Sink for Listed {
    #[inline(always)]
    fn reply(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    #[inline(always)]
    fn end_option(&mut self) {
        self.options.push(self.replies.len());
    }

    #[inline(always)]
    fn end_position(&mut self) {
        self.positions.push(self.options.len());
    }
}

pub(crate) struct Layer<'a, G> {
    pub(crate) game: &'a G,
    /// The layers below.
    pub(crate) below: &'a [Finished<Vec<u8>>],
    /// Whether smaller layers stand for zero, not for lower and upper.
    pub(crate) zero: bool,
}

impl<G: Layered> Layer<'_, G> {
    fn number(&self) -> u32 {
        self.below.len() as u32
    }

    /// Nothing known.
    pub(crate) fn start(&self) -> Vec<Bounds> {
        let positions = self.game.positions(self.number()).expect("a layer");
        let bound = self.game.bound(self.number()) as i8;
        let nothing = Bounds {
            lower: -bound,
            upper: bound,
        };
        vec![nothing; positions as usize]
    }

    pub(crate) fn list(&self, scratch: &mut G::Scratch, ranks: &[u64], listed: &mut Listed) {
        listed.replies.clear();
        listed.options.clear();
        listed.positions.clear();
        self.game.expand(scratch, self.number(), ranks, listed);
    }

    #[inline(always)]
    pub(crate) fn bounds(&self, reply: Reply, cells: &[Bounds]) -> Bounds {
        let exactly = |margin: i32| Bounds {
            lower: margin as i8,
            upper: margin as i8,
        };
        match reply {
            Reply::Same { rank, turn } => cells[rank as usize].seen(turn),
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => {
                let value = self.below[layer as usize].get(rank);
                let (lower, upper) = match self.zero {
                    true => (value.zero, value.zero),
                    false => (value.lower, value.upper),
                };
                let value = Bounds {
                    lower: lower as i8,
                    upper: upper as i8,
                };
                let value = value.seen(turn);
                Bounds {
                    lower: value.lower + gain as i8,
                    upper: value.upper + gain as i8,
                }
            }
            Reply::Over { margin } => exactly(margin),
            Reply::Endless => {
                let bound = self.game.bound(self.number()) as i8;
                Bounds {
                    lower: -bound,
                    upper: bound,
                }
            }
        }
    }

    /// Looks at every open position once, in place; how many were looked at, and how many changed.
    pub(crate) fn sweep(&self, cells: &mut [Bounds]) -> (u64, u64) {
        let (mut looks, mut changes) = (0, 0);
        let mut scratch = self.game.scratch();
        let mut listed = Listed::default();
        let mut ranks = Vec::new();
        let positions = cells.len() as u64;
        for rank in 0..positions {
            if cells[rank as usize].open() {
                ranks.push(rank);
            }
            if ranks.len() < BATCH && rank + 1 < positions {
                continue;
            }
            self.list(&mut scratch, &ranks, &mut listed);
            for (&rank, options) in ranks.iter().zip(listed.positions()) {
                let best = options.fold(NO_OPTION, |best, replies| {
                    let worst = replies.iter().fold(NO_REPLY, |worst, &reply| {
                        worst.worse(self.bounds(reply, cells))
                    });
                    best.better(worst)
                });
                looks += 1;
                let found = cells[rank as usize].tightened(best);
                changes += u64::from(found != cells[rank as usize]);
                cells[rank as usize] = found;
            }
            ranks.clear();
        }
        (looks, changes)
    }
}
