//! Torture for `sowlab`: kills at every place where it writes, damaged files, full disks, two processes at
//! once. What was disturbed and then left in peace must end as what was never disturbed, byte by byte.
//!
//! `sowlab-torture PROGRAM SECONDS [JOBS [SEED [FOLDERS]]]`; the program is built with the feature `kill-points`.

mod attacks;
mod command;
mod count;
mod files;
mod foreign;
mod jobs;
mod random;
mod room;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use attacks::{Attacker, Undisturbed};
use command::Sowlab;
use count::Counts;
use jobs::{Kind, Needs, jobs, kinds};
use random::Random;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| {
        let given = arguments
            .get(at)
            .map(|text| text.parse().expect("a number"));
        given.unwrap_or(usual)
    };
    let Some(program) = arguments.first() else {
        eprintln!("sowlab-torture PROGRAM SECONDS [JOBS [SEED [FOLDERS]]]");
        return ExitCode::from(2);
    };
    let seconds = Duration::from_secs(number(1, 60));
    let (workers, seed) = (number(2, 1), number(3, 1));
    // Folders of somebody else, which each attacker tries first.
    let folders = number(4, 0);
    let program = std::fs::canonicalize(program).expect("the program");
    let sowlab = Sowlab { program };
    let own = tempfile::tempdir().expect("a temporary folder");
    let place = own.path().to_owned();
    let kept = std::env::current_dir()
        .expect("a folder")
        .join("target/torture-failures");
    let started = Instant::now();
    let undisturbed = Undisturbed::all(&sowlab, &place);
    for one in &undisturbed {
        println!("{}", one.describe());
    }
    let kinds = kinds();
    let bases = bases(&sowlab, &place, &kinds);
    println!("prepared in {:?}", started.elapsed());
    let mut counts = Counts::default();
    room::try_full_disks(&sowlab, &place, &mut counts, &kept);
    if let Some(failure) = foreign::try_high_folders(&sowlab, &place) {
        counts.fail(failure, &place.join("high"), &kept);
    }
    let foreign_names = foreign::names(&sowlab, &place);
    let until = Instant::now() + seconds;
    std::thread::scope(|scope| {
        let attack = |worker: u64| {
            let mut attacker = Attacker {
                sowlab: &sowlab,
                undisturbed: &undisturbed,
                kinds: &kinds,
                folder: place.join(format!("worker-{worker}")),
                bases: &bases,
                foreign_names: &foreign_names,
                kept: &kept,
                random: Random::new(seed.wrapping_mul(1_000_003) + worker),
                counts: Counts::default(),
            };
            for _ in 0..folders {
                attacker.foreign();
            }
            while Instant::now() < until && attacker.counts.failures.len() < 10 {
                match attacker.random.below(40) {
                    0 => attacker.rivals(),
                    1..8 => attacker.kill(),
                    8..14 => attacker.foreign(),
                    _ => attacker.damage(),
                }
            }
            attacker.counts
        };
        let workers: Vec<_> = (0..workers)
            .map(|worker| scope.spawn(move || attack(worker)))
            .collect();
        for worker in workers {
            counts.add(worker.join().expect("an attacker does not panic"));
        }
    });
    print!("{}", counts.text());
    println!(
        "{:.0} s, {workers} at once, seed {seed}",
        started.elapsed().as_secs_f64()
    );
    match counts.failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// For each kind of file a folder with such files, and what its reader prints of it.
fn bases(sowlab: &Sowlab, place: &Path, kinds: &[Kind]) -> Vec<(PathBuf, String)> {
    let one = |(number, kind): (usize, &Kind)| {
        let job = jobs()
            .into_iter()
            .find(|job| job.name == kind.job)
            .expect("a job");
        let folder = place.join(format!("base-{number}"));
        files::fresh(&folder);
        job.needs.put(sowlab, &folder);
        // In the midst of its last layer, where checkpoints are.
        let fault = kind.in_work.then(|| {
            let places = sowlab.places(&folder, &job.arguments);
            files::fresh(&folder);
            let (_, cells) = places
                .into_iter()
                .find(|(name, _)| name == "cell")
                .expect("cells");
            format!("kill:cell:{}", cells * 9 / 10)
        });
        sowlab.run(&folder, &job.arguments, fault.as_deref());
        let names = files::all(&folder);
        let found = names
            .iter()
            .any(|name| (kind.is_one)(&name.to_string_lossy()));
        assert!(found, "{}: no such file among {names:?}", kind.name);
        let copied = place.join("copied");
        files::fresh(&copied);
        files::copy(&folder, &copied);
        let right = sowlab.run(&copied, &kind.reader, None);
        assert_eq!(right.code, Some(0), "{}: {}", kind.name, right.describe());
        (folder, files::settled_text(&right.printed))
    };
    debug_assert!(jobs().iter().any(|job| job.needs == Needs::Tables));
    kinds.iter().enumerate().map(one).collect()
}
