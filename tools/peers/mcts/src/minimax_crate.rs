use minimax::strategies::mcts::{MCTSOptions, MonteCarloTreeSearch};
use minimax::{Game, Strategy, Winner};

use crate::naive::Naive;

struct Kalah;

impl Game for Kalah {
    type S = Naive;
    type M = usize;

    fn generate_moves(state: &Naive, moves: &mut Vec<usize>) -> Option<Winner> {
        let (pits, found) = state.legal();
        if found == 0 {
            return Self::get_winner(state);
        }
        moves.extend(&pits[..found]);
        None
    }

    fn apply(state: &mut Naive, pit: usize) -> Option<Naive> {
        let mut after = *state;
        after.play(pit);
        Some(after)
    }

    fn get_winner(state: &Naive) -> Option<Winner> {
        state.is_over().then(|| {
            let margin = if state.upper_to_move() {
                -state.margin()
            } else {
                state.margin()
            };
            match margin {
                0 => Winner::Draw,
                1.. => Winner::PlayerToMove,
                _ => Winner::PlayerJustMoved,
            }
        })
    }
}

pub(crate) fn search(playouts: u32, threads: usize) {
    let options = MCTSOptions::default().with_num_threads(threads);
    let mut search = MonteCarloTreeSearch::<Kalah>::new(options);
    search.set_max_rollouts(playouts);
    assert!(search.choose_move(&Naive::START).is_some());
}
