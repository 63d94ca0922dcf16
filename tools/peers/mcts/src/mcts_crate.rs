use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::naive::Naive;

/// The constant of UCB1 in seeds; the crate doubles it.
const EXPLORATION: f64 = 10.0;

#[derive(Clone)]
struct Kalah(Naive);

impl GameState for Kalah {
    type Move = usize;
    type Player = bool;
    type MoveList = Vec<usize>;

    fn current_player(&self) -> bool {
        self.0.upper_to_move()
    }

    fn available_moves(&self) -> Vec<usize> {
        let (pits, found) = self.0.legal();
        pits[..found].to_vec()
    }

    fn make_move(&mut self, pit: &usize) {
        self.0.play(*pit);
    }
}

/// Evaluates by a random game: Lower's margin.
struct Playout;

impl Evaluator<Spec> for Playout {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &Kalah,
        moves: &Vec<usize>,
        handle: Option<SearchHandle<Spec>>,
    ) -> (Vec<()>, i64) {
        let margin = match handle {
            Some(mut handle) => state.0.playout(&mut handle.thread_data().extra_data.0).0,
            // The root is evaluated before there are threads.
            None => 0,
        };
        (vec![(); moves.len()], margin.into())
    }

    fn evaluate_existing_state(
        &self,
        state: &Kalah,
        _: &i64,
        mut handle: SearchHandle<Spec>,
    ) -> i64 {
        state
            .0
            .playout(&mut handle.thread_data().extra_data.0)
            .0
            .into()
    }

    fn interpret_evaluation_for_player(&self, margin: &i64, upper: &bool) -> i64 {
        if *upper { -margin } else { *margin }
    }
}

struct Random(SmallRng);

impl Default for Random {
    fn default() -> Random {
        Random(SmallRng::seed_from_u64(55))
    }
}

#[derive(Default)]
struct Spec;

impl MCTS for Spec {
    type State = Kalah;
    type Eval = Playout;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Random;

    fn virtual_loss(&self) -> i64 {
        24
    }
}

pub(crate) fn search(playouts: u32, threads: usize) {
    let policy = UCTPolicy::new(EXPLORATION);
    let mut manager = MCTSManager::new(Kalah(Naive::START), Spec, Playout, policy, ());
    match threads {
        1 => manager.playout_n(playouts.into()),
        _ => manager.playout_n_parallel(playouts, threads),
    }
    assert!(manager.best_move().is_some());
}
