//! Certificates of omweso, agsinnoninka and bao: both verifiers play as the games do, and accept what the program
//! certifies.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sowlab::analysis::Analyses;
use sowlab::analysis::certificates::{Certificate, Claim, Refusal, verify_within};
use sowlab::catalog::CatalogGame;
use sowlab::games::contest::{Notation, Play, legal_moves};
use sowlab::games::world::{Position, WorldGame, WorldVariant};
use sowlab_check::certificate::check_text;
use sowlab_check::reason::Reason;
use sowlab_solvers::Game;

use super::agreement::random_pits;
use super::reference::agsinnoninka::Agsinnoninka;
use super::reference::bao::Bao;
use super::reference::omweso::Omweso;
use super::reference::{Extra, Position as Plain, Stepper};

/// Enough for the certificates that are checked here.
pub(super) const STEPS: u64 = 20_000_000;
/// A claim about this is refused, but only after the play.
const NOTHING: &str = "none";

/// The result of `sowlab-check certificate`.
fn checked(certificate: &Certificate) -> Result<(), Reason> {
    let checked = check_text(&certificate.to_json(), STEPS);
    checked.map(|_| ()).map_err(|error| error.reason().clone())
}

/// The result of `sowlab loops verify`.
pub(super) fn verified(certificate: &Certificate) -> Result<(), Refusal> {
    verify_within(certificate, STEPS, &()).map(|_| ())
}

/// Returns whether both sides of a game sow at once.
fn has_rounds(game: &WorldGame) -> bool {
    game.name().contains("mode=simultaneous")
}

/// A claim about a move or a round of a game.
fn claim(game: &WorldGame, chosen: &str, first: u64, period: u64) -> Claim {
    match has_rounds(game) {
        true => Claim::EndlessRound {
            round: chosen.to_owned(),
            first_step: first,
            period,
        },
        false => Claim::EndlessMove {
            r#move: chosen.to_owned(),
            first_lap: first,
            period,
        },
    }
}

/// A certificate that plays moves and then claims nothing that can be true.
fn played(game: &WorldGame, start: &str, moves: &[String], to: &str) -> Certificate {
    let (start, to) = (start.to_owned(), to.to_owned());
    let claim = claim(game, NOTHING, 0, 1);
    Certificate::new(game.name(), start, moves.to_vec(), to, claim, 0).unwrap()
}

/// What a verifier says of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Leads,
    Elsewhere,
    Endless,
    Illegal,
    NoStart,
}

/// What both verifiers say of moves from a position to another one.
fn said(game: &WorldGame, start: &str, moves: &[String], to: &str) -> Said {
    let certificate = played(game, start, moves, to);
    let context = format!("{} {start}: {moves:?} {to}", game.name());
    let second = match checked(&certificate).expect_err(&context) {
        Reason::NotPlayable { round } if round == NOTHING => Said::Leads,
        Reason::NotPlayable { .. } => Said::Illegal,
        Reason::OtherPosition => Said::Elsewhere,
        Reason::NothingFollows { .. } => Said::Endless,
        Reason::NoPosition { .. } => Said::NoStart,
        other => panic!("{context}: {other}"),
    };
    let first = match verified(&certificate).expect_err(&context) {
        Refusal::Round { field: "claim", .. } => Said::Leads,
        Refusal::Round { reason, .. } => match reason.to_string().contains("never ends") {
            true => Said::Endless,
            false => Said::Illegal,
        },
        Refusal::Elsewhere { .. } => Said::Elsewhere,
        Refusal::Position { field: "start", .. } => Said::NoStart,
        other => panic!("{context}: {other}"),
    };
    assert_eq!(first, second, "{context}");
    second
}

/// Every text that could name a move.
fn names(game: &WorldGame) -> Vec<String> {
    let pits =
        (0..=2 * game.shape().columns()).flat_map(|pit| [format!("L{pit}"), format!("U{pit}")]);
    let others = ["+", "-", "", "L", "L01", "pass"].map(str::to_owned);
    let pits: Vec<String> = pits.collect();
    let directed = pits
        .iter()
        .flat_map(|pit| [format!("{pit}+"), format!("{pit}-")]);
    directed.chain(pits.clone()).chain(others).collect()
}

/// What the checks met.
#[derive(Debug, Default)]
struct Met {
    moves: usize,
    choices: usize,
    certified: usize,
    with_first: usize,
    after_choices: usize,
}

/// Compares every move of a position, legal or not. Certifies those that never end.
fn compare(game: &WorldGame, here: &Position, met: &mut Met) {
    let all = game.annulling().unwrap();
    let start = game.position_text(here);
    let moves = legal_moves(&all, here);
    met.choices += usize::from(start.contains(':') && !start.contains(" quiet:"));
    for name in names(game) {
        let chosen = moves
            .iter()
            .find(|&&chosen| all.move_text(here, chosen) == name);
        let Some(&chosen) = chosen else {
            let moves = [name];
            assert_eq!(said(game, &start, &moves, &start), Said::Illegal);
            continue;
        };
        met.moves += 1;
        let after = all.advance(here, chosen);
        if all.endless(after.state()) {
            let name = [name];
            assert_eq!(
                said(game, &start, &name, &start),
                Said::Endless,
                "{start} {name:?}"
            );
            certify(game, &start, &name[0], met);
            continue;
        }
        let to = all.position_text(&after);
        let name = [name];
        let context = format!("{} {start} {name:?}", game.name());
        assert_eq!(
            said(game, &start, &name, &to),
            Said::Leads,
            "{context} {to}"
        );
        assert_eq!(
            said(game, &start, &name, &start),
            Said::Elsewhere,
            "{context}"
        );
    }
}

/// Certifies a move that never ends, and changes the certificate.
fn certify(game: &WorldGame, start: &str, name: &str, met: &mut Met) {
    let variant: CatalogGame = game.name().parse().unwrap();
    // The certificate of a round needs the choices of both sides.
    let (start, record) = match start.split_once(" U ") {
        Some((pits, rest)) if has_rounds(game) => {
            let (stores, first) = rest.rsplit_once(' ').unwrap();
            let stores = match stores {
                "0 0" => String::new(),
                stores => format!(" {stores}"),
            };
            (format!("{pits} L{stores}"), format!("{first} {name}"))
        }
        _ => (start.to_owned(), name.to_owned()),
    };
    let certificate = variant.analyses().certify(&start, &record).unwrap();
    met.certified += 1;
    met.after_choices += usize::from(matches!(name, "+" | "-"));
    assert_eq!(certificate.full_name(), game.name());
    holds(&certificate);
    let (chosen, first, period) = match &certificate.claim {
        Claim::EndlessRound {
            round,
            first_step,
            period,
        } => (round, *first_step, *period),
        Claim::EndlessMove {
            r#move,
            first_lap,
            period,
        } => (r#move, *first_lap, *period),
        Claim::Repetition { .. } => panic!("{certificate:?}"),
    };
    met.with_first += usize::from(first > 0);
    let claims = [
        (first, period + 1),
        (first, period - 1),
        (first, 2 * period),
        (first, 0),
        (first + 1, period),
        (first + period, period),
        (first.wrapping_sub(1), period),
    ];
    for (first, period) in claims {
        refused(&with(&certificate, claim(game, chosen, first, period)));
    }
    let moved = Claim::EndlessMove {
        r#move: chosen.clone(),
        first_lap: first,
        period,
    };
    let round = Claim::EndlessRound {
        round: chosen.clone(),
        first_step: first,
        period,
    };
    let other = if has_rounds(game) { moved } else { round };
    refused(&with(&certificate, other));
    let mut unsigned = certificate.clone();
    unsigned.sha256 = "0".repeat(64);
    refused(&unsigned);
}

fn with(certificate: &Certificate, claim: Claim) -> Certificate {
    let Certificate {
        start,
        play,
        position,
        ..
    } = certificate.clone();
    Certificate::new(&certificate.full_name(), start, play, position, claim, 0).unwrap()
}

pub(super) fn holds(certificate: &Certificate) {
    assert_eq!(verified(certificate), Ok(()), "{certificate:?}");
    assert_eq!(checked(certificate), Ok(()), "{certificate:?}");
    let parsed = Certificate::parse(&certificate.to_json()).unwrap();
    assert_eq!(parsed, *certificate);
}

pub(super) fn refused(certificate: &Certificate) {
    assert!(verified(certificate).is_err(), "{certificate:?}");
    assert!(checked(certificate).is_err(), "{certificate:?}");
}

/// Compares the positions of random games from a position.
fn compare_games(
    stepper: &dyn Stepper,
    start: &Plain,
    plies: usize,
    random: &mut SmallRng,
    met: &mut Met,
) {
    let game = stepper.name().parse::<WorldVariant>().unwrap().game();
    let mut here = game.read_position(&stepper.text(start)).unwrap();
    for _ in 0..plies {
        compare(&game, &here, met);
        let moves = legal_moves(&game, &here);
        if moves.is_empty() {
            return;
        }
        here = game.advance(&here, moves[random.random_range(0..moves.len())]);
        if game.endless(here.state()) {
            return;
        }
    }
}

#[test]
fn the_verifiers_play_omweso_as_the_game_does() {
    let mut random = SmallRng::seed_from_u64(21);
    let mut met = Met::default();
    for (pits, seeds, games) in [
        (2, 2, 40),
        (2, 7, 60),
        (3, 3, 40),
        (4, 4, 20),
        (6, 4, 10),
        (8, 4, 6),
    ] {
        for stepper in Omweso::all(pits, seeds) {
            compare_games(&stepper, &stepper.start(), 8, &mut random, &mut met);
            for _ in 0..games {
                let mut start = stepper.start();
                start.pits = random_pits(4 * pits, 2 * seeds * pits as u32, &mut random);
                start.turn = random.random_range(0..2);
                if !stepper.first_capture {
                    start.extra = Extra::Quiet(random.random_range(0..3));
                }
                compare_games(&stepper, &start, 6, &mut random, &mut met);
            }
        }
    }
    assert!(met.moves > 10_000 && met.choices > 300, "{met:?}");
    assert!(met.certified > 80 && met.with_first > 10, "{met:?}");
    assert!(met.after_choices > 3, "{met:?}");
}

#[test]
fn the_verifiers_play_agsinnoninka_as_the_game_does() {
    let mut random = SmallRng::seed_from_u64(22);
    let mut met = Met::default();
    for (pits, seeds, games) in [(1, 3, 10), (2, 3, 60), (3, 4, 60), (5, 5, 40), (9, 3, 4)] {
        for stepper in Agsinnoninka::all(pits, seeds) {
            compare_games(&stepper, &stepper.start(), 12, &mut random, &mut met);
            for _ in 0..games {
                let mut start = stepper.start();
                let most = 2 * seeds * pits as u32;
                start.pits = random_pits(2 * pits, most, &mut random);
                let left = most - start.pits.iter().sum::<u32>();
                start.stores = [random.random_range(0..=left), 0];
                if stepper.alternate {
                    start.turn = random.random_range(0..2);
                }
                compare_games(&stepper, &start, 6, &mut random, &mut met);
            }
        }
    }
    assert!(met.moves > 5_000 && met.certified > 50, "{met:?}");
    assert!(met.with_first > 5, "{met:?}");
}

#[test]
fn the_verifiers_play_bao_as_the_game_does() {
    let mut random = SmallRng::seed_from_u64(23);
    let mut met = Met::default();
    for (pits, seeds, games) in [
        (2, 3, 300),
        (3, 2, 600),
        (3, 3, 600),
        (4, 3, 300),
        (5, 3, 200),
        (6, 4, 40),
        (8, 2, 40),
    ] {
        for big in [true, false] {
            let stepper = Bao {
                big,
                ..Bao::new(pits, seeds)
            };
            compare_games(&stepper, &stepper.start(), 8, &mut random, &mut met);
            for _ in 0..games {
                let mut start = stepper.start();
                start.pits = random_pits(4 * pits, 4 * seeds * pits as u32, &mut random);
                start.turn = random.random_range(0..2);
                compare_games(&stepper, &start, 6, &mut random, &mut met);
            }
        }
    }
    assert!(met.moves > 10_000 && met.certified > 40, "{met:?}");
}

/// Texts that are not positions in the notation of the game.
#[test]
fn the_verifiers_read_only_positions_of_the_game() {
    let omweso = "omweso:pits=2,seeds=3,first-capture=no";
    let agsinnoninka = "agsinnoninka:pits=2,seeds=3";
    for (name, right, wrong) in [
        (
            omweso,
            vec![
                "3,3/0,0/3,3/0,0 L quiet:2",
                "3,3/0,0/3,2/0,0 U",
                "0,2/2,0/3,0/0,3 L 1:2",
            ],
            vec![
                "3,3/0,0/3,3/0,0 L quiet:3",
                "3,3/0,0/3,3/0,0 L quiet:0",
                "3,3/0,0/3,3/0,1 L",
                "3,3/0,0/3,3/0,0  L",
                "3,3/0,0/3,3/0,0 X",
                "3,3/0,0/3,3/00,0 L",
                "3,3/0,0/3,3 L",
                "3,3,0/0/3,3/0,0 L",
                "3,3/0,0/3,3/0,0 L laps:3",
                "3,3/0,0/3,3/0,0 L 1",
                "3,3/0,0/3,3/0,0",
                "0,2/2,0/3,0/0,3 L 1:2,laps:0",
                "0,2/2,0/3,0/0,3 L laps:1,1:2",
                "0,2/2,0/3,0/0,3 L 1:2,laps:16777216",
                "0,2/2,0/3,0/0,3 L 1:2,quiet:1",
                "0,2/2,0/0,0/0,3 L 1:2",
                "0,2/2,0/3,0/0,3 L 5:2",
                "0,2/2,0/3,0/0,3 L 1:0",
            ],
        ),
        (
            agsinnoninka,
            vec!["3,3/3,3 L", "3,3/3,0 L 0 3", "3,3/3,3 U 0 0 L1"],
            vec![
                "3,3/3,3 L 0 0",
                "3,3/3,3 U",
                "3,3/3,3 L 0 0 L1",
                "3,0/3,3 U 0 0 L1",
                "3,3/3,3 U 0 0 L3",
                "3,3/3,3 L 1 0",
                "3,3/3,3 L 0",
                "3,3/3,3 U L1",
                "3,3,3/3 L",
            ],
        ),
        (
            "bao:pits=2,seeds=3",
            vec!["3,3/3,3/3,3/3,3 L", "3,3/3,0/3,3/3,0 U"],
            vec![
                "3,3/3,3/3,3/3,4 L",
                "3,3/3,3/3,3/3,3",
                "3,3/3,3/3,3/3,3 X",
                "3,3/3,3/3,3/3,3 L ",
                "3,3/3,3/3,3/3,03 L",
                "3,3/3,3/3,3 L",
                "3,3/3,3/3,3/3,3 L 1:2",
            ],
        ),
    ] {
        let game = name.parse::<WorldVariant>().unwrap().game();
        for position in right {
            let written = game.position_text(&game.read_position(position).unwrap());
            assert_eq!(written, position);
            assert_eq!(
                said(&game, position, &[], position),
                Said::Leads,
                "{position}"
            );
        }
        for position in wrong {
            let read = game.read_position(position).ok();
            let same = read.is_some_and(|read| game.position_text(&read) == position);
            assert!(!same, "{position}");
            assert_eq!(
                said(&game, position, &[], position),
                Said::NoStart,
                "{position}"
            );
        }
    }
}
