use std::fmt::{Display, Formatter};

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{Alternating, Board, BoardDone, BoardMoves, Outcome, PlayError, Player};
use board_game::impl_unit_symmetry_board;
use internal_iterator::{Internal, IteratorExt};
use rand08::rngs::SmallRng;
use rand08::{Rng, SeedableRng};

use crate::naive::Naive;

/// The constant of UCB1 where a win counts 1 and a loss 0.
const EXPLORATION: f32 = 0.4;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Kalah(Naive);

impl Display for Kalah {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl_unit_symmetry_board!(Kalah);

/// Not true where a move gives another turn; the crate's search asks for it all the same.
impl Alternating for Kalah {}

impl<'a> BoardMoves<'a, Kalah> for Kalah {
    type AllMovesIterator = Internal<std::ops::Range<usize>>;
    type AvailableMovesIterator = Internal<std::iter::Take<std::array::IntoIter<usize, 6>>>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        (0..14).into_internal()
    }

    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        self.check_done()?;
        let (pits, found) = self.0.legal();
        Ok(pits.into_iter().take(found).into_internal())
    }
}

impl Board for Kalah {
    type Move = usize;

    fn next_player(&self) -> Player {
        if self.0.upper_to_move() {
            Player::B
        } else {
            Player::A
        }
    }

    fn is_available_move(&self, pit: usize) -> Result<bool, BoardDone> {
        self.check_done()?;
        let (pits, found) = self.0.legal();
        Ok(pits[..found].contains(&pit))
    }

    fn play(&mut self, pit: usize) -> Result<(), PlayError> {
        self.0.play(pit);
        Ok(())
    }

    fn play_random_available_move(&mut self, random: &mut impl Rng) -> Result<(), BoardDone> {
        let (pits, found) = self.0.legal();
        let place = (u64::from(random.next_u32()) * found as u64) >> 32;
        self.0.play(pits[place as usize]);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.is_over().then(|| match self.0.margin() {
            0 => Outcome::Draw,
            1.. => Outcome::WonBy(Player::A),
            _ => Outcome::WonBy(Player::B),
        })
    }

    fn can_lose_after_move() -> bool {
        true
    }
}

pub(crate) fn search(playouts: u32, _: usize) {
    let mut random = SmallRng::seed_from_u64(55);
    let tree = mcts_build_tree(
        &Kalah(Naive::START),
        playouts.into(),
        EXPLORATION,
        &mut random,
    );
    assert!(tree.best_move() < 6);
}
