//! An evaluation fitted to solved boards, and the order of moves that it yields.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sowlab_solvers::retrograde::{FinishedLayer, Layered};
use sowlab_solvers::{Guide, Step, Turn};

use sowlab_games::two_rank::{Capture, MAX_PITS, MAX_SEEDS, Move, State, TwoRank, TwoRankLayers};

/// The number of units per unit of [`TwoRank::order`](Guide::order), which counts a gained seed as 16.
const UNITS: i32 = 256;
/// A seed of estimated margin in units of the order: a fifth of a gained seed.
const SEED: f32 = 16.0 * UNITS as f32 / 5.0;
/// The maximum count with its own weight. Greater counts are extrapolated from the slope up to it.
const COUNTS: usize = 8;
/// The maximum number of samples for the fit, in total and per board of the layer.
const SAMPLES: u64 = 200_000;
const SAMPLES_PER_BOARD: u64 = 4;
/// The minimum number of seeds of boards for which an estimate saves time. Smaller boards are solved first.
const LEAST_SEEDS: u32 = 40;
/// The initial step of least mean squares, and the number of samples after which it is halved.
const FIRST_RATE: f32 = 0.008;
const HALF_RATE: f32 = 50_000.0;

/// The estimated margin of a board as a sum over pits of the values of their seeds. It is fitted to solved boards by
/// least mean squares (B. Widrow and M. E. Hoff, *Adaptive switching circuits*, 1960).
pub(super) struct PitSums {
    /// The values by pit and number of seeds, in units of the order. The pits of the side to move come first.
    worth: [[i32; MAX_SEEDS + 1]; 2 * MAX_PITS],
    pits: usize,
}

/// Returns whether an estimate shortens the search of a board with this number of seeds. It does not in games without
/// captures.
pub(super) fn pays(game: &TwoRank, seeds: u32) -> bool {
    seeds >= LEAST_SEEDS && game.rules().capture != Capture::Nothing
}

impl PitSums {
    /// Fits the sums to the boards of the last finished layer; `None` if there is none. Equal layers give equal sums.
    pub(super) fn fit(
        layers: &TwoRankLayers,
        finished: &[FinishedLayer<Vec<u8>>],
    ) -> Option<PitSums> {
        let seeds = finished.len().checked_sub(1)?;
        let layer = &finished[seeds];
        let boards = layers.positions(seeds as u32)?;
        let pits = layers.game().rules().pits;
        let mut weights = [[0.0f32; COUNTS + 1]; 2 * MAX_PITS];
        let weights_used = &mut weights[..2 * pits];
        let mut random = ChaCha8Rng::seed_from_u64(0);
        for sample in 0..SAMPLES.min(SAMPLES_PER_BOARD.saturating_mul(boards)) {
            let rank = random.random_range(0..boards);
            let state = layers.state(seeds as u32, rank)?;
            let margin = layer.get(rank).margin(None) as f32;
            let counts = state.pits(pits).map(|count| usize::from(count).min(COUNTS));
            let guess: f32 = weights_used
                .iter()
                .zip(counts)
                .map(|(worth, count)| worth[count])
                .sum();
            let rate = FIRST_RATE / (1.0 + sample as f32 / HALF_RATE);
            let change = (margin - guess) * rate;
            for (worth, count) in weights_used.iter_mut().zip(counts) {
                worth[count] += change;
            }
        }
        let worth = weights.map(|worth| {
            let slope = (worth[COUNTS] - worth[0]) / COUNTS as f32;
            std::array::from_fn(|count| {
                let near = count.min(COUNTS);
                let seeds = worth[near] + slope * (count - near) as f32;
                (seeds * SEED).round() as i32
            })
        });
        Some(PitSums { worth, pits })
    }

    /// Returns the estimated margin of the side to move in seeds.
    #[inline]
    pub(super) fn seeds(&self, state: &State) -> f64 {
        f64::from(self.margin(state)) / f64::from(SEED)
    }

    /// Returns the estimated margin of the side to move in units of the order.
    #[inline]
    fn margin(&self, state: &State) -> i32 {
        let counts = state.pits(self.pits);
        let worth = self.worth[..2 * self.pits].iter().zip(counts);
        worth
            .map(|(worth, count)| worth[usize::from(count) & MAX_SEEDS])
            .sum()
    }
}

/// The order of the game, plus a fifth of the estimated value of moves that pass the turn.
pub(super) struct Estimated<'a> {
    pub(super) game: &'a TwoRank,
    /// The estimate; `None`: the order of the game itself.
    pub(super) sums: Option<&'a PitSums>,
}

impl Guide<State, Move> for Estimated<'_> {
    #[inline]
    fn order(&self, chosen: Move, step: &Step<State>) -> i32 {
        let order = UNITS * self.game.order(chosen, step);
        match (self.sums, step.turn) {
            (Some(sums), Turn::Other) => order + step.gain * SEED as i32 - sums.margin(&step.state),
            _ => order,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::endgame::Endgame;
    use sowlab_games::contest::Play;
    use sowlab_games::two_rank::parse;
    use sowlab_solvers::{Game, Oracle};

    fn solved(name: &str, seeds: u32) -> Endgame {
        let mut endgame = Endgame::new(&parse(name).unwrap()).unwrap();
        while endgame.seeds() <= seeds {
            endgame.solve_one_more(&()).unwrap();
        }
        endgame
    }

    #[test]
    fn the_estimate_explains_boards_that_it_was_not_fitted_to() {
        let game = parse("kalah:pits=4,seeds=4").unwrap();
        let sums = solved("kalah:pits=4,seeds=4", 9).sums().unwrap();
        let more = solved("kalah:pits=4,seeds=4", 10);
        let layers = TwoRankLayers::new(game, 10).unwrap();
        let [mut left, mut whole] = [0.0, 0.0];
        for rank in 0..layers.positions(10).unwrap() {
            let state = layers.state(10, rank).unwrap();
            let margin = f64::from(more.interval(&state, None).unwrap().low);
            left += (margin - f64::from(sums.margin(&state)) / f64::from(SEED)).powi(2);
            whole += margin.powi(2);
        }
        assert!(left < 0.6 * whole, "{left} of {whole}");
    }

    #[test]
    fn the_same_boards_give_the_same_sums() {
        let sums = || solved("kalah:pits=3,seeds=3", 6).sums().unwrap().worth;
        assert_eq!(sums(), sums());
        assert!(sums()[0][1..].iter().any(|&worth| worth != 0));
    }

    /// Among moves that pass the turn, one that leaves the other side less comes earlier. The other moves keep their
    /// places.
    #[test]
    fn only_moves_that_pass_the_turn_are_estimated() {
        let game = parse("kalah:pits=3,seeds=3").unwrap();
        let sums = solved("kalah:pits=3,seeds=3", 6).sums();
        let guide = |sums| Estimated { game: &game, sums };
        let state = game.state(&game.opening());
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mut passed = 0;
        for chosen in moves {
            let step = game.play(&state, chosen);
            let plain = guide(None).order(chosen, &step);
            let found = guide(sums.as_ref()).order(chosen, &step);
            assert_eq!(plain, UNITS * game.order(chosen, &step));
            match step.turn {
                Turn::Other => {
                    let rest = sums.as_ref().unwrap().margin(&step.state);
                    assert_eq!(found - plain, step.gain * SEED as i32 - rest);
                    passed += 1;
                }
                _ => assert_eq!(found, plain),
            }
        }
        assert!(passed > 0);
    }
}
