//! Searches with an evaluation from outside, beside plain minimax over it.

use std::sync::atomic::{AtomicUsize, Ordering};

use sowlab::analysis::evaluated::{EvaluatedError, SampleRequest, alpha_beta, sample};
use sowlab::games::contest::{Play, legal_moves};
use sowlab::games::stones::{Rules, StonesGame, StonesTurns};
use sowlab::games::two_rank::{Position, TwoRank, Variant};
use sowlab_base::MemorySize;

fn kalah(name: &str) -> TwoRank {
    name.parse::<Variant>().unwrap().game()
}

/// Half a seed for each on the own side.
fn own_side(position: &Position) -> f32 {
    let state = position.state();
    (state.mover_seeds() as f32 - state.other_seeds() as f32) / 2.0
}

/// The margin of the side to move, by plain minimax.
fn minimax<G: Play>(
    game: &G,
    position: &G::Position,
    depth: u8,
    evaluate: &dyn Fn(&G::Position) -> f32,
) -> f64 {
    let state = game.state(position);
    if game.endless(&state) {
        return 0.0;
    }
    if let Some(rest) = game.terminal(&state) {
        return rest.into();
    }
    if depth == 0 {
        return evaluate(position).into();
    }
    let worth = |chosen| {
        let step = game.play(&state, chosen);
        let after = game.advance(position, chosen);
        let rest = minimax(game, &after, depth - 1, evaluate);
        f64::from(step.gain) + if step.turn.is_other() { -rest } else { rest }
    };
    let values = legal_moves(game, position).into_iter().map(worth);
    values.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    let game = kalah("kalah:pits=3,seeds=2");
    let mut position = game.opening();
    for turn in 0..8 {
        for depth in 1..=4 {
            let all = |positions: &[Position]| Some(positions.iter().map(own_side).collect());
            let found = alpha_beta(&game, &position, depth, &all, &()).unwrap();
            assert_eq!(found.value, minimax(&game, &position, depth, &own_side));
            let best = found.choices.iter().map(|choice| choice.value);
            assert_eq!(best.fold(f64::NEG_INFINITY, f64::max), found.value);
        }
        let legal = legal_moves(&game, &position);
        let Some(&chosen) = legal.get(turn % legal.len().max(1)) else {
            break;
        };
        position = game.advance(&position, chosen);
    }
    let stones = StonesTurns::new(StonesGame::new(&Rules::new(5, 2).unwrap()), true);
    let opening = stones.opening();
    for depth in 1..=4 {
        let all = |positions: &[_]| Some(vec![0.25; positions.len()]);
        let found = alpha_beta(&stones, &opening, depth, &all, &()).unwrap();
        assert_eq!(found.value, minimax(&stones, &opening, depth, &|_| 0.25));
    }
}

#[test]
fn positions_are_evaluated_together() {
    let game = kalah("kalah");
    let most = AtomicUsize::new(0);
    let evaluate = |positions: &[Position]| {
        most.fetch_max(positions.len(), Ordering::Relaxed);
        Some(vec![0.0; positions.len()])
    };
    alpha_beta(&game, &game.opening(), 4, &evaluate, &()).unwrap();
    assert!(most.swap(0, Ordering::Relaxed) > 400);
    let request = SampleRequest {
        playouts: 3000,
        exploration: 1.0,
        together: 16,
        memory: MemorySize::new(64 << 20),
        seed: 1,
    };
    let found = sample(&game, &game.opening(), &request, &evaluate, &()).unwrap();
    assert_eq!(most.load(Ordering::Relaxed), 16);
    assert_eq!(
        sample(&game, &game.opening(), &request, &evaluate, &()),
        Ok(found)
    );
}

#[test]
fn searches_say_why_there_is_nothing() {
    let game = kalah("kalah:pits=2,seeds=1");
    let over = game.parse_position("0,0/0,0 L 2 2").unwrap();
    let even = |positions: &[Position]| Some(vec![0.0; positions.len()]);
    assert_eq!(
        alpha_beta(&game, &over, 2, &even, &()),
        Err(EvaluatedError::Over)
    );
    for wrong in [None, Some(vec![]), Some(vec![f32::NAN])] {
        let evaluate = |_: &[Position]| wrong.clone();
        let found = alpha_beta(&game, &game.opening(), 1, &evaluate, &());
        assert_eq!(found, Err(EvaluatedError::Evaluation));
    }
}
