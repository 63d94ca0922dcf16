//! Certificates: true ones are accepted, changed ones are not, and all that are committed are true.

use std::path::{Path, PathBuf};

use crate::outside::{Arguments, json, refused, sowlab};
use proptest::prelude::*;
use sowlab::analysis::certificates::{Certificate, Claim, Verified, verify};
use sowlab::analysis::endless::{
    CyclicGame, board_certificate, certificate_of_game, certificate_of_repetition,
};
use sowlab::analysis::endless::{Reached, scan_layer};
use sowlab::games::stones::sowing::Sower;
use sowlab::games::stones::{
    BothOut, Capture, Ending, MixedOut, Position, Record, RecordItem, Rules, StonesGame,
};

fn certificates_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            certificates_below(&path, found);
        } else if path.to_string_lossy().ends_with(".certificate.json") {
            found.push(path);
        }
    }
}

#[test]
fn certificates_of_games_that_have_a_name_state_their_size() {
    for name in ["33stones", "55stones"] {
        let rules = Rules::from_name(name).unwrap();
        let scanned = (2..=8).map(|stones| scan_layer(&rules, stones, &()).unwrap());
        let endless = scanned.into_iter().find_map(|layer| layer.first).unwrap();
        let certificate = board_certificate(&rules, endless).unwrap();
        assert!(certificate.to_json().contains("\"holes\": 11"));
        assert!(verify(&certificate).is_ok(), "{name}");
    }
}

/// Every certificate in `results`.
pub(crate) fn committed() -> Vec<PathBuf> {
    let mut files = Vec::new();
    certificates_below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("results"),
        &mut files,
    );
    assert!(!files.is_empty());
    files
}

#[test]
fn every_committed_certificate_is_true() {
    for file in committed() {
        let certificate = Certificate::read(&file).unwrap();
        verify(&certificate).unwrap_or_else(|refusal| panic!("{}: {refusal}", file.display()));
    }
}

/// Every rule set on boards of the given number of holes.
fn rule_sets(holes: usize) -> impl Iterator<Item = Rules> {
    let normal = Rules::new(holes, 1).unwrap();
    let mut reversed = normal;
    reversed.capture = Capture::Reversed;
    [normal, reversed]
        .into_iter()
        .flat_map(|rules| rules.option_variants())
}

/// An endless round of each of many layers under every rule set.
fn endless_rounds() -> Vec<Certificate> {
    let mut all = Vec::new();
    for holes in [2, 3, 4, 5, 7] {
        for rules in rule_sets(holes) {
            for stones in 4..=17 {
                let layer = scan_layer(&rules, stones, &()).unwrap();
                let found = [layer.first, layer.longest_period_at].into_iter().flatten();
                all.extend(found.map(|found| board_certificate(&rules, found).unwrap()));
            }
        }
    }
    all
}

/// Games from the opening into an endless round with a short period.
fn games() -> Vec<Certificate> {
    let mut all = Vec::new();
    for (holes, seeds) in [(4, 3), (5, 2), (5, 3), (6, 2)] {
        let rules = Rules::new(holes, seeds).unwrap();
        for rules in rules.option_variants() {
            let game = StonesGame::new(&rules);
            let start = Position::opening(&rules);
            let found = Reached::search(&game, start, 5, &()).unwrap();
            all.extend(
                found.witness.map(|witness| {
                    certificate_of_game(game.sower(), start, &witness.record).unwrap()
                }),
            );
        }
    }
    assert!(all.len() >= 8);
    let with_play = all
        .iter()
        .filter(|certificate| !certificate.play.is_empty());
    assert!(with_play.count() >= 6);
    all
}

#[test]
fn what_the_kernel_finds_is_true() {
    let all = endless_rounds();
    assert!(all.len() > 300);
    let mut with_tail = 0;
    for certificate in &all {
        let verified = verify(certificate);
        assert!(
            matches!(verified, Ok(Verified::EndlessRound { .. })),
            "{verified:?}"
        );
        let Claim::EndlessRound { first_step, .. } = certificate.claim else {
            panic!("{certificate:?}");
        };
        with_tail += usize::from(first_step > 0);
        // A certificate without disputed cases is true under all rule options.
        for both_out in ["relay", "end"] {
            let mut other = certificate.clone();
            set(&mut other, "both-out", both_out);
            let holds = verify(&resigned(other)).is_ok();
            assert_eq!(
                holds,
                certificate.disputed == 0 || option(certificate, "both-out") == both_out
            );
        }
    }
    assert!(with_tail > 20);
    assert!(games().iter().all(|game| verify(game).is_ok()));
}

/// Repetitions under every reading.
fn repetitions() -> Vec<Certificate> {
    let mut all = Vec::new();
    for holes in [4, 5, 6] {
        for rules in rule_sets(holes) {
            for stones in 6..=10 {
                let layer = rules.cycles(stones, None, &()).unwrap();
                all.extend(
                    layer
                        .line
                        .map(|line| rules.certify_cycle(&line).unwrap().unwrap()),
                );
            }
        }
    }
    assert!(all.len() > 40);
    assert!(all.iter().all(|repetition| verify(repetition).is_ok()));
    all
}

/// The setting of an option.
fn option(certificate: &Certificate, name: &str) -> String {
    let options = certificate.rules.to_string();
    let mut settings = options
        .split(',')
        .filter_map(|option| option.split_once('='));
    settings
        .find(|(known, _)| *known == name)
        .unwrap()
        .1
        .to_owned()
}

/// Sets an option to something else.
fn set(certificate: &mut Certificate, name: &str, setting: &str) {
    let old = format!("{name}={}", option(certificate, name));
    let options = certificate.rules.to_string();
    let options = options.replace(&old, &format!("{name}={setting}"));
    certificate.rules = options.parse().unwrap();
}

fn resigned(certificate: Certificate) -> Certificate {
    let game = certificate.full_name();
    let Certificate {
        start,
        play,
        position,
        claim,
        disputed,
        ..
    } = certificate;
    Certificate::new(&game, start, play, position, claim, disputed).unwrap()
}

/// One change to a certificate, chosen by a few numbers.
fn changed(mut certificate: Certificate, what: u8, at: usize, by: u64) -> Certificate {
    let by_small = by as u32 % 9 + 1;
    let flip = |certificate: &mut Certificate, name: &str, one: &str, two: &str| {
        let other = if option(certificate, name) == one {
            two
        } else {
            one
        };
        set(certificate, name, other);
    };
    let more = |certificate: &mut Certificate, name: &str| {
        let number: u32 = option(certificate, name).parse().unwrap();
        set(certificate, name, &(number + by_small).to_string());
    };
    // A stone from one hole to another, or one more.
    let move_stone = |text: &mut String| {
        let (holes, rest) = text.split_once(' ').unwrap();
        let mut holes: Vec<u32> = holes.split(',').map(|hole| hole.parse().unwrap()).collect();
        let (from, to) = (at % holes.len(), by as usize % holes.len());
        if from != to && holes[from] > 0 {
            holes[from] -= 1;
        }
        holes[to] += 1;
        let holes: Vec<String> = holes.iter().map(u32::to_string).collect();
        *text = format!("{} {rest}", holes.join(","));
    };
    let other_hole = |round: &mut String| {
        let end = round.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let hole: u32 = round[end..].parse().unwrap_or(0);
        *round = format!("{}{}", &round[..end], hole + by_small);
    };
    match what {
        0 => move_stone(&mut certificate.start),
        1 => move_stone(&mut certificate.position),
        2 => flip(&mut certificate, "capture", "normal", "reversed"),
        3 => flip(&mut certificate, "both-out", "relay", "end"),
        4 => flip(&mut certificate, "mixed-out", "end", "forfeit"),
        5 => more(&mut certificate, "holes"),
        6 => more(&mut certificate, "seeds"),
        7 => certificate.disputed += by,
        8 => certificate.version += by_small,
        9 if !certificate.play.is_empty() => {
            let at = at % certificate.play.len();
            other_hole(&mut certificate.play[at]);
        }
        10 if !certificate.play.is_empty() => {
            certificate.play.remove(at % certificate.play.len());
        }
        11 => certificate.play.push("stay".into()),
        _ => match &mut certificate.claim {
            Claim::EndlessRound {
                round,
                first_step,
                period,
            } => match what % 5 {
                0 => *period += by,
                1 => *period -= 1 + by % *period,
                2 => *first_step += by,
                3 => *first_step = first_step.saturating_sub(by),
                _ => other_hole(round),
            },
            Claim::Repetition { rounds } => match what % 3 {
                0 => {
                    rounds.pop();
                }
                1 => rounds.extend(rounds.clone()),
                _ => {
                    let at = at % rounds.len();
                    other_hole(&mut rounds[at]);
                }
            },
            Claim::EndlessMove { .. } => panic!("a game of the stones family has rounds"),
        },
    }
    certificate
}

/// Whether a changed certificate, signed again, happens to be true: made anew from its own start,
/// play and round it is the same.
fn is_true(certificate: &Certificate) -> bool {
    let size = |name| option(certificate, name).parse().unwrap();
    let Ok(mut rules) = Rules::new(size("holes"), size("seeds")) else {
        return false;
    };
    rules.capture = match option(certificate, "capture").as_str() {
        "normal" => Capture::Normal,
        _ => Capture::Reversed,
    };
    rules.both_out = match option(certificate, "both-out").as_str() {
        "relay" => BothOut::Relay,
        _ => BothOut::End,
    };
    rules.mixed_out = match option(certificate, "mixed-out").as_str() {
        "end" => MixedOut::End,
        _ => MixedOut::Forfeit,
    };
    let Ok(start) = Position::parse(&rules, &certificate.start) else {
        return false;
    };
    let (sower, play) = (Sower::new(&rules), certificate.play.join(" "));
    let made = match &certificate.claim {
        Claim::EndlessRound { round, .. } => {
            let Ok(record) = format!("{play} {round}").parse() else {
                return false;
            };
            certificate_of_game(&sower, start, &record)
        }
        Claim::Repetition { rounds } => {
            let (Ok(before), Ok(cycle)) = (play.parse(), rounds.join(" ").parse()) else {
                return false;
            };
            if !comes_back(&sower, &rules, certificate, &cycle) {
                return false;
            }
            certificate_of_repetition(&sower, start, &before, &cycle)
        }
        Claim::EndlessMove { .. } => return false,
    };
    made.is_ok_and(|made| made == *certificate)
}

/// Whether rounds without captures lead from a certificate's position back to it, and not before the last
/// of them.
fn comes_back(sower: &Sower, rules: &Rules, certificate: &Certificate, cycle: &Record) -> bool {
    let Ok(start) = Position::parse(rules, &certificate.position) else {
        return false;
    };
    let mut position = start;
    for (at, item) in cycle.0.iter().enumerate() {
        let RecordItem::Round(written) = item else {
            return false;
        };
        let chosen = position.joint_move(written.east.into(), written.west.into());
        let Ok(chosen) = chosen else {
            return false;
        };
        let played = position.play(sower, chosen);
        let (Ending::Quiet, Some(after)) = (played.round.ending, played.position) else {
            return false;
        };
        position = after;
        let back = position.board() == start.board();
        if back != (at + 1 == cycle.0.len()) {
            return false;
        }
    }
    !cycle.0.is_empty()
}

#[test]
fn changed_certificates_are_refused() {
    let mut all = endless_rounds();
    let repetitions = repetitions();
    // Games weigh as much as boards.
    let games = games();
    let times = all.len() / games.len();
    all.extend(
        games
            .into_iter()
            .flat_map(|game| std::iter::repeat_n(game, times)),
    );
    all.extend(repetitions);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(
            &(
                any::<prop::sample::Index>(),
                0..20u8,
                any::<usize>(),
                1..1000u64,
            ),
            |(which, what, at, by)| {
                let original = which.get(&all).clone();
                let changed = changed(original.clone(), what, at, by);
                if changed == original {
                    return Ok(());
                }
                prop_assert!(verify(&changed).is_err());
                // Signed again it is judged by what it says.
                if what != 8 {
                    let signed = resigned(changed);
                    prop_assert_eq!(verify(&signed).is_ok(), is_true(&signed), "{:?}", signed);
                }
                Ok(())
            },
        )
        .unwrap();
}

#[test]
fn the_command_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.certificate.json");
    let path = file.to_str().unwrap();
    let reach = [
        "loops",
        "reach",
        "33stones",
        "--rounds",
        "3",
        "--certificate",
        path,
    ];
    sowlab(&reach).assert().success();
    let checked = json(&["loops", "verify", path]);
    assert_eq!(checked["valid"], true);
    assert_eq!(checked["claim"], "endless-round");
    assert_eq!(checked["rounds_before"], 2);
    assert!(checked["reason"].is_null());

    let none = folder.path().join("none.certificate.json");
    let nothing = [
        &"loops reach 33stones --rounds 1 --certificate".words()[..],
        &[none.to_str().unwrap()][..],
    ];
    assert!(json(&nothing.concat())["certificate"].is_null());
    assert!(!none.exists());

    let text = std::fs::read_to_string(&file).unwrap();
    let certificate = Certificate::parse(&text).unwrap();
    let Claim::EndlessRound { period, .. } = certificate.claim else {
        panic!("{text}");
    };
    let cut: String = text.chars().take(text.len() / 2).collect();
    let other = text.replace(&period.to_string(), &(period + 2).to_string());
    let unsigned = text.replace(&certificate.sha256, &"0".repeat(64));
    let option = text.replace("\"relay\"", "\"maybe\"");
    for (damaged, checked, reason) in [
        (cut.as_str(), false, "not a certificate"),
        ("", false, "not a certificate"),
        (&other, true, "the period is"),
        (&unsigned, true, "checksum"),
        (&option, false, "both-out"),
    ] {
        std::fs::write(&file, damaged).unwrap();
        let output = sowlab(&["loops", "verify", path]).output().unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty(), "{line}");
        assert!(line.contains(reason) && line.lines().count() == 1, "{line}");
        assert_eq!(line.contains("does not hold"), checked, "{line}");
        let output = sowlab(&["loops", "verify", path, "--format", "json"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["valid"], false);
        assert!(document["reason"].as_str().unwrap().contains(reason));
    }
    refused(
        &["loops", "verify", "no-such-file.certificate.json"],
        &["no-such-file"],
    );
}
