//! Any game, one choice of one side at a time.

use sowlab_games::contest::{Contest, Shape};
use sowlab_solvers::Side;

use super::kernel::{Actions, Kernel, Outcome, Random};

/// A game of any family.
pub(super) struct Sequential<C>(pub(super) C);

/// A game in progress.
pub(super) struct Lane<P> {
    position: P,
    /// The legal actions, one bit each; `None` if the game does not provide them.
    legal: Option<u64>,
}

impl<P: Copy> Clone for Lane<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Copy> Copy for Lane<P> {}

impl<C: Contest> Sequential<C> {
    fn lane(&self, position: C::Position) -> Lane<C::Position> {
        Lane {
            legal: self.0.legal_actions(&position),
            position,
        }
    }

    /// Lists the legal moves.
    #[inline]
    fn list(&self, moves: &mut Vec<C::Move>, position: &C::Position) {
        moves.clear();
        self.0.moves(&self.0.state(position), moves);
    }
}

impl<C: Contest> Kernel for Sequential<C> {
    type Lane = Lane<C::Position>;
    type Scratch = Vec<C::Move>;
    const TOGETHER: usize = 256;

    fn name(&self) -> String {
        self.0.full_name()
    }

    fn scratch(&self) -> Vec<C::Move> {
        Vec::new()
    }

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn actions(&self) -> usize {
        self.0.actions()
    }

    fn seconds(&self) -> usize {
        0
    }

    fn opening(&self) -> Self::Lane {
        self.lane(self.0.opening())
    }

    fn read(&self, text: &str) -> Result<Self::Lane, String> {
        let position = self
            .0
            .read_position(text)
            .map_err(|error| error.to_string())?;
        Ok(self.lane(position))
    }

    fn write(&self, lane: &Self::Lane) -> String {
        self.text(lane)
    }

    fn text(&self, lane: &Self::Lane) -> String {
        self.0.position_text(&lane.position)
    }

    #[inline]
    fn side(&self, lane: &Self::Lane) -> u8 {
        match self.0.side_to_move(&self.0.state(&lane.position)) {
            Side::First => 0,
            Side::Second => 1,
        }
    }

    fn is_over(&self, lane: &Self::Lane) -> bool {
        let state = self.0.state(&lane.position);
        self.0.terminal(&state).is_some() || self.0.endless(&state)
    }

    #[inline]
    fn legal(&self, moves: &mut Vec<C::Move>, lane: &Self::Lane, [action, _]: Actions) -> bool {
        if let Some(legal) = lane.legal {
            return (0..64).contains(&action) && legal >> action & 1 == 1;
        }
        let Ok(action) = usize::try_from(action) else {
            return false;
        };
        let Some(chosen) = self.0.chosen(&lane.position, action) else {
            return false;
        };
        self.list(moves, &lane.position);
        moves.contains(&chosen)
    }

    #[inline]
    fn mask(&self, moves: &mut Vec<C::Move>, lane: &Self::Lane, mask: &mut [bool], _: &mut [bool]) {
        if let Some(legal) = lane.legal {
            for (action, element) in mask.iter_mut().enumerate() {
                *element = legal >> action & 1 == 1;
            }
            return;
        }
        mask.fill(false);
        self.list(moves, &lane.position);
        for &chosen in moves.iter() {
            mask[self.0.action(&lane.position, chosen)] = true;
        }
    }

    #[inline]
    fn observe(&self, lane: &Self::Lane, counts: &mut [u8]) {
        self.0.observe(&lane.position, counts);
    }

    fn step(
        &self,
        _: &mut Vec<C::Move>,
        lanes: &mut [Self::Lane],
        active: &[u32],
        actions: &[Actions],
        outcomes: &mut [Outcome],
    ) {
        for (&index, outcome) in active.iter().zip(outcomes) {
            let lane = &mut lanes[index as usize];
            let action = actions[index as usize][0] as usize;
            *outcome = Outcome::default();
            let Some(chosen) = self.0.chosen(&lane.position, action) else {
                continue;
            };
            let stepped = self.0.step(&lane.position, chosen);
            *outcome = Outcome {
                gain: stepped.gain,
                over: stepped.over,
                endless: stepped.endless,
            };
            *lane = Lane {
                position: stepped.position,
                legal: stepped.legal,
            };
        }
    }

    #[inline]
    fn sample(&self, moves: &mut Vec<C::Move>, lane: &Self::Lane, random: &mut Random) -> Actions {
        if let Some(mut legal) = lane.legal.filter(|&legal| legal != 0) {
            for _ in 0..random.below(legal.count_ones() as usize) {
                legal &= legal - 1;
            }
            return [legal.trailing_zeros().into(), 0];
        }
        self.list(moves, &lane.position);
        if moves.is_empty() {
            return [0; 2];
        }
        let chosen = moves[random.below(moves.len())];
        [self.0.action(&lane.position, chosen) as i64, 0]
    }
}
