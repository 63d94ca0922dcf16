//! `sowlab loops verify` and `sowlab-check certificate` share no code: both say the same of every certificate.

use std::collections::BTreeSet;
use std::path::Path;

use sha2::{Digest, Sha256};
use sowlab::analysis::certificates::{Certificate, Refusal, verify_within};
use sowlab_solvers::Monitor;

use crate::certificates::committed;
use crate::outside::sowlab;

/// Enough for the certificates that are changed here.
const STEPS: u64 = 1_000_000;

/// Returns the result of `loops verify`.
fn first(text: &str, steps: u64) -> Result<(), String> {
    let certificate = Certificate::parse(text).map_err(|error| error.to_string())?;
    let verified = verify_within(&certificate, steps, &());
    verified.map(|_| ()).map_err(|refusal| refusal.to_string())
}

/// Returns the result of `sowlab-check certificate`.
fn second(folder: &Path, text: &str, steps: u64) -> Result<(), String> {
    let file = folder.join("a.certificate.json");
    std::fs::write(&file, text).unwrap();
    let checked = sowlab_check::certificate::check(&file, steps);
    checked.map(|_| ()).map_err(|error| error.to_string())
}

/// The lines of a certificate with the checksum that fits them.
fn signed(lines: &[String]) -> String {
    let compact = |line: &String| line.trim_start().replacen("\": ", "\":", 1);
    let unsigned = |line: &String| !line.starts_with("  \"sha256\"");
    let (kept, end): (Vec<_>, Vec<_>) = lines.iter().cloned().partition(unsigned);
    assert_eq!(end.len(), 1, "{lines:?}");
    let body: String = kept[..kept.len() - 1].iter().map(compact).collect();
    let sum = Sha256::digest(format!("{body}\"sha256\":\"\"}}"));
    let body = kept[..kept.len() - 1].join("\n");
    format!("{body}\n  \"sha256\": \"{sum:x}\"\n}}")
}

/// Other values of a field.
fn others(value: &str) -> Vec<String> {
    let text = |text: String| format!("{text:?}");
    if let Ok(number) = value.parse::<u64>() {
        let numbers = [
            number + 1,
            number.wrapping_sub(1),
            2 * number,
            0,
            1,
            2,
            255,
            1 << 32,
            u64::MAX,
        ];
        let others = ["-1", "1.5", "1e2", "null", "true", "[]"];
        let others = others.into_iter().map(str::to_owned);
        let numbers = numbers.into_iter().map(|number| number.to_string());
        return numbers
            .chain(others)
            .chain([text(value.to_owned())])
            .collect();
    }
    let Some(word) = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    else {
        return ["null", "0", "\"\"", "[[]]"].map(str::to_owned).into();
    };
    let bumped = |by: u32| {
        let bump = |(at, character): (usize, char)| match character.to_digit(10) {
            Some(digit) if at as u32 % 2 == by => char::from_digit((digit + 1) % 10, 10).unwrap(),
            _ => character,
        };
        word.chars().enumerate().map(bump).collect::<String>()
    };
    let mut words: Vec<String> = [
        "",
        "end",
        "relay",
        "forfeit",
        "normal",
        "reversed",
        "usual",
        "turn",
        "stay",
        "E1W2",
        "repetition",
        "endless-round",
        "endless-move",
        "stones",
        "sowlab-certificate",
    ]
    .map(str::to_owned)
    .into();
    words.extend([
        format!("{word},both-out=end"),
        format!("{word},mixed-out=forfeit"),
        format!("{word} "),
        format!(" {word}"),
        word.to_uppercase(),
        word.replace('E', "W"),
        word.replace('E', "X").replace('W', "E").replace('X', "W"),
        word.replace(" - ", " pie "),
        word.replacen(char::is_numeric, "0", 1),
        word.replacen(',', ",0", 1),
        word.chars().rev().collect(),
        bumped(0),
        bumped(1),
    ]);
    // The greatest numbers of rounds.
    if let Some((before, _)) = word.rsplit_once(' ') {
        words.extend([u32::MAX, u32::MAX - 1].map(|round| format!("{before} {round}")));
    }
    let others = ["null", "7", "[]"].map(str::to_owned);
    words.into_iter().map(text).chain(others).collect()
}

/// Returns the line with another value.
fn with_value(line: &str, other: &str) -> Option<String> {
    let value = value_of(line)?;
    let at = line.len() - value.len() - usize::from(line.ends_with(','));
    let comma = if line.ends_with(',') { "," } else { "" };
    Some(format!("{}{other}{comma}", &line[..at]))
}

/// The value of a field or of an item of a list, where it stands on one line.
fn value_of(line: &str) -> Option<&str> {
    let value = line.strip_suffix(',').unwrap_or(line);
    let value = value
        .split_once("\": ")
        .map_or(value.trim_start(), |(_, value)| value);
    (!matches!(value, "{" | "}" | "[" | "]")).then_some(value)
}

#[test]
fn two_verifiers_say_the_same_of_what_is_committed() {
    let folder = tempfile::tempdir().unwrap();
    let mut checked = 0;
    for file in committed() {
        let text = std::fs::read_to_string(&file).unwrap();
        if text.contains("\"game\": \"owela\"") {
            continue;
        }
        let found = second(folder.path(), &text, 1_000_000_000);
        found.unwrap_or_else(|refusal| panic!("{}: {refusal}", file.display()));
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn two_verifiers_say_the_same_of_what_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut valid, mut seen) = (0, BTreeSet::new());
    let mut compare = |text: String| {
        let [one, two] = [first(&text, STEPS), second(folder.path(), &text, STEPS)];
        assert_eq!(one.is_ok(), two.is_ok(), "{one:?}, {two:?}: {text}");
        valid += u32::from(one.is_ok());
        seen.insert(text);
    };
    let short = |text: &String| {
        let certificate = Certificate::parse(text).unwrap();
        verify_within(&certificate, 5_000, &()).is_ok()
    };
    let texts = committed()
        .into_iter()
        .map(|file| std::fs::read_to_string(file).unwrap());
    let texts: Vec<String> = texts.filter(short).collect();
    let of_game = |name: Option<&str>, most: usize| {
        let of_game = |text: &&String| Certificate::parse(text).unwrap().game.as_deref() == name;
        let texts: Vec<String> = texts.iter().filter(of_game).take(most).cloned().collect();
        assert_eq!(texts.len(), most, "{name:?}");
        texts
    };
    let texts = [
        of_game(None, 12),
        of_game(Some("omweso"), 2),
        of_game(Some("agsinnoninka"), 3),
        of_game(Some("bao"), 3),
    ]
    .concat();
    for text in &texts {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(format!("{}\n", signed(&lines)), *text);
        for (at, line) in lines.iter().enumerate() {
            for other in value_of(line).map(others).unwrap_or_default() {
                let mut changed = lines.clone();
                changed[at] = with_value(line, &other).unwrap();
                compare(changed.join("\n"));
                if !line.starts_with("  \"sha256\"") {
                    compare(signed(&changed));
                    // A start that the play does not leave.
                    for position in &mut changed {
                        if line.starts_with("  \"start\"") && position.starts_with("  \"position\"")
                        {
                            *position = with_value(position, &other).unwrap();
                        }
                    }
                    compare(signed(&changed));
                }
            }
            if value_of(line).is_some() {
                let mut twice = lines.clone();
                twice.insert(at, line.strip_suffix(',').unwrap_or(line).to_owned() + ",");
                compare(twice.join("\n"));
                let mut without = lines.clone();
                without.remove(at);
                compare(without.join("\n"));
            }
        }
        // The order of the fields is of no importance.
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        compare(value.to_string());
        for option in value["rules"].as_object().unwrap().keys() {
            let mut without = value.clone();
            without["rules"].as_object_mut().unwrap().remove(option);
            compare(without.to_string());
        }
    }
    let changed = seen.len();
    assert!(
        changed > 5_000 && valid > 100,
        "{changed} changed, {valid} valid"
    );
}

/// Tells a check to stop as soon as it is asked.
struct Stop;

impl Monitor for Stop {
    fn cancelled(&self) -> bool {
        true
    }
}

/// A round that takes hours to recur.
const LONG: &str = include_str!("../../checker/tests/all/long.json");

#[test]
fn a_round_is_followed_for_no_longer_than_is_claimed_and_can_be_stopped() {
    let long = Certificate::parse(LONG).unwrap();
    let refusal = verify_within(&long, STEPS, &()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "the state after 0 steps does not recur after 1 more"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.json");
    let run = |text: &str, steps: &str| {
        std::fs::write(&file, text).unwrap();
        let output = sowlab(&["loops", "verify", file.to_str().unwrap(), "--steps", steps])
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), error)
    };
    assert_eq!(run(LONG, "1000").0, 2);
    // As part of the play it has to end.
    let played = LONG.replace("\"play\": []", "\"play\": [\"E12W13\"]");
    assert_ne!(played, LONG);
    let certificate = Certificate::parse(&played).unwrap();
    assert_eq!(
        verify_within(&certificate, STEPS, &()),
        Err(Refusal::Steps(STEPS))
    );
    let (code, error) = run(&played, "100000");
    assert_eq!(code, 2);
    assert!(error.contains("takes more than 100000 steps"), "{error}");
    let claims_much = LONG.replace("\"period\": 1", "\"period\": 1000000000");
    let (code, error) = run(&claims_much, "999999999");
    assert_eq!(code, 2);
    assert!(error.contains("takes more than 999999999 steps"), "{error}");
    for text in [&played, &claims_much] {
        let certificate = Certificate::parse(text).unwrap();
        let stopped = verify_within(&certificate, u64::MAX, &Stop);
        assert!(matches!(stopped, Err(Refusal::Cancelled(_))), "{stopped:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_loops_verify() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.json");
    std::fs::write(
        &file,
        LONG.replace("\"play\": []", "\"play\": [\"E12W13\"]"),
    )
    .unwrap();
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let steps = u64::MAX.to_string();
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
            .args(["loops", "verify", file.to_str().unwrap(), "--steps", &steps])
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert!(child.try_wait().unwrap().is_none(), "it is still sown");
        let pid = child.id().to_string();
        let kill = std::process::Command::new("kill")
            .args([signal, &pid])
            .status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.contains("interrupted before anything was completed"),
            "{error}"
        );
    }
}
