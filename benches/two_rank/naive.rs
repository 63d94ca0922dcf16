//! Standard Kalah(6,4) the obvious way, as a yardstick: an array of fourteen counts, one seed
//! sown at a time.

use rand::Rng;

/// Six pits and a store for each side, in sowing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    places: [u8; 14],
    upper: bool,
}

impl Naive {
    pub(crate) const START: Naive = Naive {
        places: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0],
        upper: false,
    };

    /// Whether Upper is to move.
    #[allow(
        dead_code,
        reason = "tools/peers/mcts shares this file and asks for it"
    )]
    pub(crate) fn upper_to_move(&self) -> bool {
        self.upper
    }

    /// Lower's margin if the game ended here.
    pub(crate) fn margin(&self) -> i32 {
        let lower: i32 = self.places[..7].iter().map(|&seeds| i32::from(seeds)).sum();
        2 * lower - 48
    }

    fn first_pit(&self) -> usize {
        if self.upper { 7 } else { 0 }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.places[..6].iter().all(|&seeds| seeds == 0)
            || self.places[7..13].iter().all(|&seeds| seeds == 0)
    }

    /// The playable pits by place, and how many.
    pub(crate) fn legal(&self) -> ([usize; 6], usize) {
        let (mut pits, mut found) = ([0; 6], 0);
        if !self.is_over() {
            for pit in self.first_pit()..self.first_pit() + 6 {
                if self.places[pit] > 0 {
                    pits[found] = pit;
                    found += 1;
                }
            }
        }
        (pits, found)
    }

    pub(crate) fn play(&mut self, pit: usize) {
        let store = self.first_pit() + 6;
        let other_store = if self.upper { 6 } else { 13 };
        let mut at = pit;
        for _ in 0..std::mem::take(&mut self.places[pit]) {
            at += 1;
            if at == other_store {
                at += 1;
            }
            if at >= 14 {
                at = 0;
            }
            self.places[at] += 1;
        }
        if at == store {
            return;
        }
        let own = (self.first_pit()..store).contains(&at);
        if own && self.places[at] == 1 && self.places[12 - at] > 0 {
            self.places[store] += 1 + std::mem::take(&mut self.places[12 - at]);
            self.places[at] = 0;
        }
        self.upper = !self.upper;
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let (pits, found) = self.legal();
        if depth == 1 {
            return found as u64;
        }
        pits[..found]
            .iter()
            .map(|&pit| {
                let mut after = *self;
                after.play(pit);
                after.perft(depth - 1)
            })
            .sum()
    }

    /// Lower's margin and the number of moves of a random game.
    pub(crate) fn playout(&self, random: &mut impl Rng) -> (i32, u32) {
        let (mut board, mut plies) = (*self, 0);
        loop {
            let (pits, found) = board.legal();
            if found == 0 {
                return (board.margin(), plies);
            }
            let place = (u64::from(random.next_u32()) * found as u64) >> 32;
            board.play(pits[place as usize]);
            plies += 1;
        }
    }
}
