//! The equations of single positions, and the values that a side can force.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::map::MappedBytes;
use crate::retrograde::{FinishedLayer, Reply, Sink};
use crate::{Turn, Value};

/// A check that derives the values of positions from those of their replies, compares them, and marks forced values.
pub(super) struct EquationCheck<'a> {
    layer: u32,
    bound: i32,
    layers: &'a [FinishedLayer<MappedBytes>],
    forced: Option<&'a ForcedMarks>,
    ranks: &'a [u64],
    /// The value of the current position in the table.
    stated: Value,
    /// The worst reply of the current option, and the best option so far.
    option: Value,
    position: Value,
    /// The marks that the replies and the options so far force.
    option_forces: u8,
    position_forces: u8,
    contradiction: Option<(u64, Value, Value)>,
}

/// A value better than any margin.
const NO_REPLY: Value = Value::settled(i32::MAX);
/// A value worse than any margin.
const NO_OPTION: Value = Value::settled(i32::MIN);

impl<'a> EquationCheck<'a> {
    /// Creates a check of the positions of a layer with these ranks. Forced values are marked if `forced` is given.
    pub(super) fn new(
        bound: i32,
        layer: u32,
        layers: &'a [FinishedLayer<MappedBytes>],
        ranks: &'a [u64],
        forced: Option<&'a ForcedMarks>,
    ) -> EquationCheck<'a> {
        let mut check = EquationCheck {
            layer,
            bound,
            layers,
            forced,
            ranks,
            stated: NO_OPTION,
            option: NO_REPLY,
            position: NO_OPTION,
            option_forces: 0,
            position_forces: 0,
            contradiction: None,
        };
        check.begin_position();
        check
    }

    /// Returns the first position whose value differs from that of its replies, with both values.
    pub(super) fn result(self) -> Option<(u64, Value, Value)> {
        let unanswered = self.ranks.first();
        let unanswered = unanswered.map(|&rank| (rank, self.stated, NO_OPTION));
        self.contradiction.or(unanswered)
    }

    fn begin_position(&mut self) {
        if let Some(&rank) = self.ranks.first() {
            self.stated = self.layers[self.layer as usize].get(rank);
        }
        self.position = NO_OPTION;
        // Some option has to force the gains of the side to move; every option those of the other side.
        self.position_forces = self.of_other();
        self.begin_option();
    }

    fn begin_option(&mut self) {
        self.option = NO_REPLY;
        // Every reply has to preserve the gains of the side to move; some reply those of the other side.
        self.option_forces = (LOWER | UPPER | ZERO) & !self.of_other();
    }

    /// Returns the marks that the other side has to force.
    fn of_other(&self) -> u8 {
        if self.stated.zero < 0 {
            UPPER | ZERO
        } else {
            UPPER
        }
    }

    /// Returns the marks that a reply of this value preserves, given its own marks for the side to move.
    fn marks_kept(&self, worth: Value, marks: u8) -> u8 {
        let kept = |mark: u8, enough: bool| if enough { marks & mark } else { 0 };
        let zero = match self.stated.zero {
            0 => true,
            margin if margin > 0 => worth.zero >= margin,
            margin => worth.zero <= margin,
        };
        kept(LOWER, worth.lower >= self.stated.lower)
            | kept(UPPER, worth.upper <= self.stated.upper)
            | kept(ZERO, zero)
    }

    /// Returns the marks of a position of the layer, for the current side to move.
    fn marks(&self, rank: u64, value: Value, turn: Turn) -> u8 {
        let Some(forced) = self.forced else {
            return 0;
        };
        let marks = forced.get(rank);
        let (mut lower, mut upper) = (marks & LOWER != 0, marks & UPPER != 0);
        if turn == Turn::Other {
            std::mem::swap(&mut lower, &mut upper);
        }
        let zero = match value.undetermined() {
            true => marks & ZERO != 0,
            // Without infinite play all conventions agree: a side that forces one value forces the others.
            false if self.stated.zero > 0 => lower,
            false => upper,
        };
        (u8::from(lower) * LOWER) | (u8::from(upper) * UPPER) | (u8::from(zero) * ZERO)
    }
}

impl Sink for EquationCheck<'_> {
    fn reply(&mut self, reply: Reply) {
        const ALL: u8 = LOWER | UPPER | ZERO;
        let of = |layer: u32, rank, gain, turn| {
            let value = self.layers[layer as usize].get(rank);
            let value = if turn == Turn::Other {
                value.flipped()
            } else {
                value
            };
            Value {
                lower: gain + value.lower,
                zero: gain + value.zero,
                upper: gain + value.upper,
            }
        };
        let (worth, marks) = match reply {
            Reply::Same { rank, turn } => {
                let worth = of(self.layer, rank, 0, turn);
                (worth, self.marks(rank, worth, turn))
            }
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => (of(layer, rank, gain, turn), ALL),
            Reply::Over { margin } => (Value::settled(margin), ALL),
            Reply::Endless => {
                let value = Value {
                    lower: -self.bound,
                    zero: 0,
                    upper: self.bound,
                };
                (value, ALL)
            }
        };
        self.option = Value {
            lower: self.option.lower.min(worth.lower),
            zero: self.option.zero.min(worth.zero),
            upper: self.option.upper.min(worth.upper),
        };
        let (kept, of_other) = (self.marks_kept(worth, marks), self.of_other());
        self.option_forces = self.option_forces & (kept | of_other) | kept & of_other;
    }

    fn end_option(&mut self) {
        let option = self.option;
        self.position = Value {
            lower: self.position.lower.max(option.lower),
            zero: self.position.zero.max(option.zero),
            upper: self.position.upper.max(option.upper),
        };
        let (forces, of_other) = (self.option_forces, self.of_other());
        self.position_forces = self.position_forces & (forces | !of_other) | forces & !of_other;
        self.begin_option();
    }

    fn end_position(&mut self) {
        let Some((&rank, rest)) = self.ranks.split_first() else {
            return;
        };
        let (stated, found) = (self.stated, self.position);
        if stated != found {
            self.contradiction.get_or_insert((rank, stated, found));
        }
        if let Some(forced) = self.forced {
            let mut marks = self.position_forces;
            // Neither side has to force the maximum that infinite play can cost.
            marks |= u8::from(stated.lower == -self.bound) * LOWER;
            marks |= u8::from(stated.upper == self.bound) * UPPER;
            let mut wanted = LOWER | UPPER;
            if stated.undetermined() && stated.zero != 0 {
                wanted |= ZERO;
            }
            if (marks | forced.get(rank)) & wanted == wanted {
                marks |= DONE;
            }
            forced.add(rank, marks);
        }
        self.ranks = rest;
        self.begin_position();
    }
}

/// The marks of a position, four bits. This one: the side to move can force `lower` or more.
pub(super) const LOWER: u8 = 1;
/// The other side can force `upper` or less.
pub(super) const UPPER: u8 = 2;
/// The side that `zero` favours can force it, where infinite play counts for neither side.
pub(super) const ZERO: u8 = 4;
/// All values of the position that have to be forced are forced.
pub(super) const DONE: u8 = 8;

/// The marks of a layer, set by several threads. Marks are only added, and each is true from the moment it is set, so
/// that threads need no order.
pub(super) struct ForcedMarks {
    /// One byte for two positions.
    bytes: Vec<AtomicU8>,
    positions: u64,
    /// The number of times that a mark was added.
    marks: AtomicU64,
}

impl ForcedMarks {
    /// Creates a layer without marks.
    pub(super) fn new(positions: u64) -> ForcedMarks {
        let bytes = (0..positions.div_ceil(2)).map(|_| AtomicU8::new(0));
        ForcedMarks {
            bytes: bytes.collect(),
            positions,
            marks: AtomicU64::new(0),
        }
    }

    pub(super) fn get(&self, rank: u64) -> u8 {
        let byte = self.bytes[(rank / 2) as usize].load(Ordering::Relaxed);
        byte >> (4 * (rank % 2)) & 0xf
    }

    pub(super) fn add(&self, rank: u64, marks: u8) {
        let shift = 4 * (rank % 2);
        let before = self.bytes[(rank / 2) as usize].fetch_or(marks << shift, Ordering::Relaxed);
        if before >> shift & marks != marks {
            self.marks.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(super) fn is_done(&self, rank: u64) -> bool {
        self.get(rank) & DONE != 0
    }

    /// Returns the number of times that a mark was added. An equal number later means that nothing changed.
    pub(super) fn marks(&self) -> u64 {
        self.marks.load(Ordering::Relaxed)
    }

    /// Returns the first position whose values are not all forced.
    pub(super) fn first_open(&self) -> Option<u64> {
        (0..self.positions).find(|&rank| !self.is_done(rank))
    }
}
