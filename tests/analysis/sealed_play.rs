//! Strategies for sealed rounds that are found board by board.

use sowlab::analysis::sealed_play::{SealedPlay, SealedPlayRequest, sealed_play};
use sowlab::games::stones::Rules;

#[test]
fn ways_that_look_far_enough_are_not_exploited() {
    let directory = tempfile::tempdir().unwrap();
    let rules = Rules::from_name("55stones").unwrap();
    let request = SealedPlayRequest {
        rules: &rules,
        stones: 8,
        boards: 4,
        seed: 1,
        reached: 50_000,
        rounds: 50,
        horizons: &[1, 3],
        regret_horizon: 3,
        iterations: &[1, 300],
        playouts: &[1, 300],
        directory: directory.path(),
    };
    let found = sealed_play(&request, &()).unwrap();
    let mean = |one: &SealedPlay| {
        let all = &one.exploitability;
        assert_eq!(all.len(), 4);
        assert!(all.iter().all(|&gained| gained > -1e-9));
        all.iter().sum::<f64>() / 4.0
    };
    let of = |way: &str, effort| {
        let named = |one: &&SealedPlay| one.way.starts_with(way) && one.effort == effort;
        mean(found.iter().find(named).unwrap())
    };
    let even = of("all equally likely", 0);
    for way in ["CFR⁺", "regret matching⁺"] {
        assert!(of(way, 300) < even, "{way}");
    }
    // Regrets come to what the matrix games of the same rounds are.
    let matrix_games = of("matrix games, then learned values", 3);
    assert!((of("CFR⁺", 300) - matrix_games).abs() < 0.2);
    let decisions: Vec<usize> = found.iter().map(|one| one.decisions).collect();
    assert!(decisions.iter().all(|&each| each == decisions[0]));
    let again = sealed_play(&request, &()).unwrap();
    let gains = |all: &[SealedPlay]| -> Vec<Vec<f64>> {
        all.iter().map(|one| one.exploitability.clone()).collect()
    };
    assert_eq!(gains(&found), gains(&again));
}

#[test]
fn what_cannot_be_measured_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let refused = |rules: &str, stones, reached, part: &str| {
        let rules = Rules::from_name(rules).unwrap();
        let request = SealedPlayRequest {
            rules: &rules,
            stones,
            boards: 3,
            seed: 1,
            reached,
            rounds: 5,
            horizons: &[1],
            regret_horizon: 1,
            iterations: &[1],
            playouts: &[1],
            directory: directory.path(),
        };
        let error = sealed_play(&request, &()).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    refused("stones:holes=5,seeds=2", 4, 1000, "no weights");
    refused("55stones", 3, 1000, "fewer than 3 boards");
    refused("55stones", 8, 3, "more than 3 boards");
}
