//! What the sides can commit to in the games of perfect information.

use crate::Turn;
use crate::order::Choices;

/// Which side sees the other's choice, round after round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Serialized {
    /// The leader is seen: the open order.
    Open,
    /// The leader sees: the reverse order.
    Reverse,
    /// The leader *in this state* is seen in this round and, with whatever role, in all later
    /// ones. What it secures so, it secures sealed: a lower bound.
    Lower,
    /// The leader in this state sees what the other has sealed, here and later: an upper
    /// bound.
    Upper,
}

impl Serialized {
    /// The same as seen from the state after a round.
    pub(super) fn after(self, turn: Turn) -> Serialized {
        match (self, turn) {
            (Serialized::Lower, Turn::Other) => Serialized::Upper,
            (Serialized::Upper, Turn::Other) => Serialized::Lower,
            _ => self,
        }
    }

    /// 1 if the leader commits first, so that the line chosen is the greatest of least
    /// cells; -1 if the other does, and everything is seen with its eyes.
    pub(super) fn sign(self) -> i32 {
        match self {
            Serialized::Open | Serialized::Lower => 1,
            Serialized::Reverse | Serialized::Upper => -1,
        }
    }

    pub(super) fn tag(self) -> u16 {
        match self {
            Serialized::Open => 1 << 8,
            Serialized::Reverse => 2 << 8,
            Serialized::Lower => 3 << 8,
            Serialized::Upper => 4 << 8,
        }
    }
}

/// What the side that commits first can commit to: the cells among which the other then chooses.
pub(super) struct Line {
    /// The index of the choice.
    pub(super) choice: usize,
    /// Indices of cells.
    pub(super) cells: Vec<usize>,
    /// What is left to the side that sealed a wish, should the other make it impossible: the cells
    /// for each fallback. Empty where nothing collides.
    pub(super) fallbacks: Vec<Fallback>,
}

/// What is sealed besides a wish.
pub(super) struct Fallback {
    /// The index of the choice.
    pub(super) choice: usize,
    /// Indices of the cells where the wish is impossible.
    pub(super) cells: Vec<usize>,
}

/// The lines of a state, in the order of the choices of the side that commits first.
pub(super) fn lines<C: Copy + PartialEq>(choices: &Choices<C>, kind: Serialized) -> Vec<Line> {
    let (firsts, seconds) = (choices.firsts().len(), choices.seconds().len());
    let at = |first: usize, second: usize| first * seconds + second;
    let row = |first: usize| Line {
        choice: first,
        cells: (0..seconds)
            .filter(|&second| choices.legal(first, second))
            .map(|second| at(first, second))
            .collect(),
        fallbacks: Vec::new(),
    };
    let column = |second: usize| Line {
        choice: second,
        cells: (0..firsts)
            .filter(|&first| choices.legal(first, second))
            .map(|first| at(first, second))
            .collect(),
        fallbacks: Vec::new(),
    };
    let sealed = |second: usize| {
        let blocking: Vec<usize> = choices.blocking(second).collect();
        let fallbacks = match blocking.is_empty() {
            true => Vec::new(),
            false => (choices.fallbacks(second))
                .map(|other| Fallback {
                    choice: other,
                    cells: blocking.iter().map(|&first| at(first, other)).collect(),
                })
                .collect(),
        };
        let possible = blocking.is_empty() || !fallbacks.is_empty();
        possible.then(|| Line {
            fallbacks,
            ..column(second)
        })
    };
    match kind {
        Serialized::Open | Serialized::Lower => (0..firsts).map(row).collect(),
        Serialized::Reverse => (0..seconds).map(column).collect(),
        Serialized::Upper => (0..seconds).filter_map(sealed).collect(),
    }
}

/// Beyond every margin.
pub(super) const INFINITE: i32 = i32::MAX / 4;
