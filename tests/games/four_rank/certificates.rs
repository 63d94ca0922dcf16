//! Certificates of endless moves: true ones are accepted, changed ones are not.

use proptest::prelude::*;
use sowlab::analysis::Analyses;
use sowlab::analysis::certificates::{Certificate, Claim, Verified, verify};
use sowlab::catalog::CatalogGame;
use sowlab::games::four_rank::{FourRankVariant, Outcome};

use super::reference::{Board, Owela, Sown};
use super::sowing::{any_board, game, state};
use sowlab::games::Seat;

/// A certificate of a move of a board by itself, whether it is true or not.
fn claimed(owela: &Owela, position: &str, pit: usize, first_lap: u64, period: u64) -> Certificate {
    let claim = Claim::EndlessMove {
        r#move: format!("L{}", pit + 1),
        first_lap,
        period,
    };
    let start = position.to_owned();
    Certificate::new(&owela.name(), start.clone(), Vec::new(), start, claim, 0).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// A claim about a move is accepted if and only if the kernel agrees.
    #[test]
    fn the_checker_agrees_with_the_kernel((owela, board) in any_board(), by in 0..3u64) {
        let game = game(&owela);
        let state = state(Seat::Lower, &board);
        let position = game.position_text(&state);
        for pit in owela.moves(&board) {
            if owela.sow(&board, pit, 5_000) == Sown::Unknown {
                continue;
            }
            match game.course(&state, pit as u8).outcome {
                Outcome::Ends { .. } => {
                    let certificate = claimed(&owela, &position, pit, 1, by + 1);
                    prop_assert!(verify(&certificate).is_err());
                }
                Outcome::Endless(found) => {
                    let (first, laps) = (found.first_lap, found.laps);
                    for (first_lap, period) in [
                        (first, laps + by),
                        (first + by, laps),
                        (first.saturating_sub(by), laps),
                        (first, laps * (by + 1)),
                    ] {
                        let certificate = claimed(&owela, &position, pit, first_lap, period);
                        let same = (first_lap, period) == (first, laps);
                        prop_assert_eq!(verify(&certificate).is_ok(), same, "{:?}", certificate);
                    }
                }
            }
        }
    }
}

/// The game that `loops reach` finds.
fn found() -> Certificate {
    let game: CatalogGame = "owela:pits=4".parse().unwrap();
    let request = sowlab::analysis::endless::ReachRequest {
        position: None,
        rounds: 5,
        followed: sowlab::analysis::endless::Followed::All,
        memory: sowlab_base::MemorySize::new(1 << 28),
        checkpoint: None,
        certificate: true,
    };
    let witness = game
        .analyses()
        .reach(&request, &())
        .unwrap()
        .witness
        .unwrap();
    witness.certificate.unwrap()
}

#[test]
fn a_game_into_an_endless_move_is_certified() {
    let certificate = found();
    assert_eq!(certificate.version, 2);
    assert_eq!(certificate.full_name(), "owela:pits=4,capture=both");
    assert_eq!(
        verify(&certificate),
        Ok(Verified::EndlessMove { period: 1632 })
    );
    let read = Certificate::parse(&certificate.to_json()).unwrap();
    assert_eq!(read, certificate);
}

#[test]
fn changed_games_are_refused() {
    let certificate = found();
    let text = certificate.to_json();
    let first = &certificate.play[0];
    let other = if first == "L1" { "L2" } else { "L1" };
    for (from, to) in [
        ("\"pits\": 4", "\"pits\": 5".to_owned()),
        ("\"pits\": 4", "\"pits\": \"4\"".to_owned()),
        ("\"both\"", "\"none\"".to_owned()),
        ("\"owela\"", "\"wela\"".to_owned()),
        ("\"version\": 2", "\"version\": 1".to_owned()),
        ("\"version\": 2", "\"version\": 3".to_owned()),
        ("1632", "3264".to_owned()),
        ("\"disputed\": 0", "\"disputed\": 1".to_owned()),
        ("endless-move", "endless-round".to_owned()),
        (first.as_str(), other.to_owned()),
        (" U\"", " L\"".to_owned()),
        ("\"sha256\": \"", "\"sha256\": \"0".to_owned()),
    ] {
        let changed = text.replacen(from, &to, 1);
        if changed == text {
            continue;
        }
        let refused = match Certificate::parse(&changed) {
            Ok(certificate) => verify(&certificate).is_err(),
            Err(_) => true,
        };
        assert!(refused, "{from} as {to}");
    }
}

/// Moves that lead back to a position are a repetition, captures or not.
#[test]
fn a_repetition_is_certified() {
    let owela = Owela {
        pits: 2,
        both: true,
    };
    let cycle = cycle(&owela);
    let (position, moves) = cycle.expect("positions recur on the smallest board");
    let start = position.clone();
    let claim = Claim::Repetition {
        rounds: moves.clone(),
    };
    let make = |claim| {
        let start = start.clone();
        Certificate::new(&owela.name(), start.clone(), Vec::new(), start, claim, 0).unwrap()
    };
    let rounds = moves.len();
    assert_eq!(verify(&make(claim)), Ok(Verified::Repetition { rounds }));
    let short = Claim::Repetition {
        rounds: moves[1..].to_vec(),
    };
    assert!(verify(&make(short)).is_err());
}

/// Every way to lay the given number of seeds into pits.
fn layouts(seeds: u8, pits: usize) -> Vec<Vec<u8>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let with_first = |first: u8| {
        let rest = layouts(seeds - first, pits - 1).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    };
    (0..=seeds).flat_map(with_first).collect()
}

/// A position with Lower to move that recurs after two moves or four, and the moves.
fn cycle(owela: &Owela) -> Option<(String, Vec<String>)> {
    let game = game(owela);
    layouts(12, 8).into_iter().find_map(|mut own| {
        let other = own.split_off(4);
        let start = state(Seat::Lower, &Board { own, other });
        let mut lines = vec![(start, Vec::new())];
        for _ in 0..4 {
            let mut next = Vec::new();
            for (state, moves) in &lines {
                for chosen in game.legal(state) {
                    let after = game.after(state, chosen);
                    let moves = [&moves[..], &[chosen.text(state.mover())]].concat();
                    if after == start {
                        return Some((game.position_text(&start), moves));
                    }
                    if after.endless().is_none() {
                        next.push((after, moves));
                    }
                }
            }
            lines = next;
        }
        None
    })
}

/// A start of its own is part of the rules that a certificate states: with another number of seeds it is
/// refused.
#[test]
fn a_start_of_its_own_is_stated_and_checked() {
    let uneven = "owela:start=2+1+2+3/0+1+1+2,capture=both";
    let game = uneven.parse::<FourRankVariant>().unwrap();
    assert_eq!(game.to_string(), uneven);
    let position = "2,1/2,3/0,1/1,2 L";
    assert_eq!(game.game().position_text(&game.game().start()), position);
    let claim = Claim::EndlessMove {
        r#move: "L3".to_owned(),
        first_lap: 3,
        period: 60,
    };
    let certificate = |name: &str, claim| {
        let start = position.to_owned();
        Certificate::new(name, start.clone(), Vec::new(), start, claim, 0).unwrap()
    };
    assert!(verify(&certificate(uneven, claim.clone())).is_ok());
    for other in [
        "owela:start=2+1+2+3/0+1+1+1,capture=both",
        "owela:start=2+1+2+3+0+0,capture=both",
        "owela:start=2+1+2/0+1+1,capture=both",
        "owela:start=2+1+2+x,capture=both",
        "owela:start=255+255+255+255,capture=both",
    ] {
        assert!(
            verify(&certificate(other, claim.clone())).is_err(),
            "{other}"
        );
    }
}
