//! How often sequential tests err, by simulation. Run with
//! `cargo test --release --test command sprt_simulation -- --ignored --nocapture`.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sowlab::tournament::rating::{Hypothesis, Model, PairCounts, Sprt};

const ALPHA: f64 = 0.05;
const BETA: f64 = 0.05;
const ELO1: f64 = 30.0;

/// Wins and draws of a game whose score is the given number of normalized Elo above even.
fn probabilities(nelo: f64, draws: f64) -> (f64, f64) {
    let mut score = 0.5;
    for _ in 0..50 {
        let win = score - draws / 2.0;
        let variance = win + draws / 4.0 - score * score;
        score = 0.5 + nelo / (800.0 / std::f64::consts::LN_10) * variance.sqrt();
    }
    (score - draws / 2.0, draws)
}

/// One test: what is accepted, and after how many pairs.
fn test(sprt: &Sprt, (win, draw): (f64, f64), random: &mut SmallRng) -> (Hypothesis, u64) {
    let mut counts = PairCounts::default();
    loop {
        let points = (0..2).map(|_| match random.random::<f64>() {
            chance if chance < win => 2,
            chance if chance < win + draw => 1,
            _ => 0,
        });
        counts.add(points.sum());
        // After every pair, as a tournament does.
        if let Some(accepted) = sprt.verdict(&counts).accepted {
            return (accepted, counts.total());
        }
    }
}

/// The share of tests that accept H1, and the mean number of pairs.
fn simulate(nelo: f64, draws: f64, tests: u64) -> (f64, f64) {
    let sprt = Sprt::new(0.0, ELO1, ALPHA, BETA, Model::Normalized).unwrap();
    let game = probabilities(nelo, draws);
    let (mut accepted, mut pairs) = (0, 0);
    for seed in 0..tests {
        let (hypothesis, taken) = test(&sprt, game, &mut SmallRng::seed_from_u64(seed));
        accepted += u64::from(hypothesis == Hypothesis::H1);
        pairs += taken;
    }
    (accepted as f64 / tests as f64, pairs as f64 / tests as f64)
}

#[test]
#[ignore = "takes minutes; docs/tournaments.md cites its figures"]
fn error_rates_are_kept() {
    const TESTS: u64 = 4000;
    println!("| true nelo | draws | H1 accepted | pairs, mean |\n|---|---|---|---|");
    for draws in [0.0, 0.4] {
        for nelo in [-15.0, 0.0, 15.0, 30.0, 45.0] {
            let (accepted, pairs) = simulate(nelo, draws, TESTS);
            println!(
                "| {nelo} | {draws} | {:.2} % | {pairs:.0} |",
                100.0 * accepted
            );
            // Four standard errors of 4000 tests are 1.4 per cent.
            match nelo {
                0.0 => assert!(accepted < ALPHA + 0.014, "{accepted}"),
                ELO1 => assert!(accepted > 1.0 - BETA - 0.014, "{accepted}"),
                _ => {}
            }
        }
    }
}

#[test]
fn a_few_tests_err_seldom() {
    assert!(simulate(0.0, 0.2, 60).0 < 0.2);
    assert!(simulate(ELO1, 0.2, 60).0 > 0.8);
}
