//! Oware and Bestemshe by their written rules alone, one seed at a time on a list of pits, and the values of all small
//! boards by plain iteration. Nothing here is shared with the library.
//!
//! Pits 0 to n-1 are South's and n to 2n-1 are North's, both in the order of sowing.

use std::collections::HashMap;

/// The treatment of a grand slam in Oware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slam {
    NoCapture,
    Illegal,
    IllegalUnlessOnly,
    Capture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Oware(Slam),
    Bestemshe,
}

/// Every game that the stepper plays, by the name that the program has for it.
pub(crate) const GAMES: [(&str, Written); 5] = [
    (
        "oware:grand-slam=no-capture",
        Written::Oware(Slam::NoCapture),
    ),
    ("oware:grand-slam=illegal", Written::Oware(Slam::Illegal)),
    (
        "oware:grand-slam=illegal-unless-only",
        Written::Oware(Slam::IllegalUnlessOnly),
    ),
    ("oware:grand-slam=capture", Written::Oware(Slam::Capture)),
    ("bestemshe", Written::Bestemshe),
];

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) pits: Vec<u8>,
    /// 0 is South, 1 is North.
    pub(crate) mover: usize,
}

impl Board {
    fn half(&self) -> usize {
        self.pits.len() / 2
    }

    fn row(&self, side: usize) -> std::ops::Range<usize> {
        side * self.half()..(side + 1) * self.half()
    }

    pub(crate) fn seeds_of(&self, side: usize) -> u32 {
        self.pits[self.row(side)]
            .iter()
            .map(|&seeds| u32::from(seeds))
            .sum()
    }

    pub(crate) fn seeds(&self) -> u32 {
        self.seeds_of(0) + self.seeds_of(1)
    }
}

impl Written {
    /// The board after a move of the pit, and the seeds that the mover captured.
    pub(crate) fn play(self, board: &Board, pit: usize) -> (Board, u32) {
        let mut after = board.clone();
        let last = self.sow(&mut after.pits, pit);
        let marked = self.marked(&after, last);
        let taken: u32 = marked.iter().map(|&pit| u32::from(after.pits[pit])).sum();
        let spared = self == Written::Oware(Slam::NoCapture) && self.is_slam(board, pit);
        let taken = if spared { 0 } else { taken };
        if !spared {
            for pit in marked {
                after.pits[pit] = 0;
            }
        }
        after.mover = 1 - board.mover;
        (after, taken)
    }

    /// Sows and returns the pit of the last seed.
    fn sow(self, pits: &mut [u8], from: usize) -> usize {
        let mut hand = pits[from];
        pits[from] = 0;
        let mut at = from;
        if self == Written::Bestemshe && hand >= 2 {
            pits[from] = 1;
            hand -= 1;
        }
        while hand > 0 {
            at = (at + 1) % pits.len();
            if at == from && self != Written::Bestemshe {
                continue;
            }
            pits[at] += 1;
            hand -= 1;
        }
        at
    }

    /// The pits that the last seed marks for capture on the sown board, whose mover has not changed yet.
    fn marked(self, sown: &Board, last: usize) -> Vec<usize> {
        let enemy = sown.row(1 - sown.mover);
        if !enemy.contains(&last) {
            return Vec::new();
        }
        if self == Written::Bestemshe {
            return if sown.pits[last].is_multiple_of(2) {
                vec![last]
            } else {
                Vec::new()
            };
        }
        let backwards = enemy.take_while(|&pit| pit <= last).collect::<Vec<_>>();
        let wanted = |pit: &usize| matches!(sown.pits[*pit], 2 | 3);
        backwards.into_iter().rev().take_while(wanted).collect()
    }

    /// Whether the marked pits hold all seeds of the enemy row.
    fn is_slam(self, board: &Board, pit: usize) -> bool {
        let mut sown = board.clone();
        let last = self.sow(&mut sown.pits, pit);
        let marked = self.marked(&sown, last);
        let held: u32 = marked.iter().map(|&pit| u32::from(sown.pits[pit])).sum();
        held > 0 && held == sown.seeds_of(1 - board.mover)
    }

    /// The legal moves, in the order of sowing; none if the game is over.
    pub(crate) fn legal(self, board: &Board) -> Vec<usize> {
        let mut moves: Vec<usize> = board
            .row(board.mover)
            .filter(|&pit| board.pits[pit] > 0)
            .collect();
        let Written::Oware(slam) = self else {
            return moves;
        };
        let enemy = 1 - board.mover;
        if board.seeds_of(enemy) == 0 {
            moves.retain(|&pit| self.play(board, pit).0.seeds_of(enemy) > 0);
        }
        let fair: Vec<usize> = moves
            .iter()
            .copied()
            .filter(|&pit| !self.is_slam(board, pit))
            .collect();
        match slam {
            Slam::Illegal => fair,
            Slam::IllegalUnlessOnly if !fair.is_empty() => fair,
            _ => moves,
        }
    }

    /// The margin of South when the game is over and the board is swept.
    pub(crate) fn swept(board: &Board) -> i32 {
        board.seeds_of(0) as i32 - board.seeds_of(1) as i32
    }

    pub(crate) fn perft(self, board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal(board).into_iter();
        moves
            .map(|pit| self.perft(&self.play(board, pit).0, depth - 1))
            .sum()
    }
}

/// All boards with this number of pits and seeds, with either side to move.
fn boards(pits: usize, seeds: u32) -> Vec<Board> {
    let mut lists: Vec<Vec<u8>> = vec![Vec::new()];
    for pit in 0..pits {
        lists = lists
            .into_iter()
            .flat_map(|list| {
                let left = seeds - list.iter().map(|&seeds| u32::from(seeds)).sum::<u32>();
                let least = if pit + 1 == pits { left } else { 0 };
                (least..=left).map(move |seeds| [list.clone(), vec![seeds as u8]].concat())
            })
            .collect();
    }
    let both = |pits: Vec<u8>| {
        [0, 1].map(|mover| Board {
            pits: pits.clone(),
            mover,
        })
    };
    lists.into_iter().flat_map(both).collect()
}

/// The margins of South from each board on: lower (North gets the seeds of endless play), zero (nobody does), upper
/// (South does).
pub(crate) type Margins = HashMap<Board, [i32; 3]>;

/// The margins of all boards with up to `most` seeds, layer by layer, as fixed points of the Bellman operator.
pub(crate) fn margins(game: Written, pits: usize, most: u32) -> Margins {
    let mut known = Margins::new();
    for seeds in 0..=most {
        let layer = boards(2 * pits, seeds);
        let places: HashMap<&Board, usize> = layer.iter().zip(0..).collect();
        let options: Vec<Vec<Choice>> = layer
            .iter()
            .map(|board| choices(game, board, &known, &places))
            .collect();
        let limit = seeds as i32;
        let lower = fixed_point(&layer, &options, 0, -limit);
        let upper = fixed_point(&layer, &options, 2, limit);
        // With the margins of lower layers in which nobody gets the seeds of endless play.
        let least = fixed_point(&layer, &options, 1, -limit);
        let greatest = fixed_point(&layer, &options, 1, limit);
        let values = (0..layer.len()).map(|place| {
            let mut three = [least[place], 0, greatest[place]];
            three.sort_unstable();
            [lower[place], three[1], upper[place]]
        });
        let values: Vec<_> = values.collect();
        known.extend(layer.into_iter().zip(values));
    }
    known
}

enum Choice {
    /// South's margins, final.
    Known([i32; 3]),
    /// A board of the same layer.
    Same(usize),
}

fn choices(
    game: Written,
    board: &Board,
    known: &Margins,
    places: &HashMap<&Board, usize>,
) -> Vec<Choice> {
    let legal = game.legal(board);
    if legal.is_empty() {
        return vec![Choice::Known([Written::swept(board); 3])];
    }
    let choice = |pit| {
        let (after, taken) = game.play(board, pit);
        match taken {
            0 => Choice::Same(places[&after]),
            _ => {
                let gain = [1, -1][board.mover] * taken as i32;
                Choice::Known(known[&after].map(|margin| margin + gain))
            }
        }
    };
    legal.into_iter().map(choice).collect()
}

/// Iterates from the same margin everywhere until nothing changes.
fn fixed_point(layer: &[Board], options: &[Vec<Choice>], convention: usize, from: i32) -> Vec<i32> {
    let mut margins = vec![from; layer.len()];
    loop {
        let worth = |choice: &Choice| match choice {
            Choice::Known(margins) => margins[convention],
            Choice::Same(place) => margins[*place],
        };
        let next: Vec<i32> = layer
            .iter()
            .zip(options)
            .map(|(board, options)| {
                let worths = options.iter().map(worth);
                match board.mover {
                    0 => worths.max(),
                    _ => worths.min(),
                }
                .expect("a board has an option")
            })
            .collect();
        if next == margins {
            return margins;
        }
        margins = next;
    }
}
