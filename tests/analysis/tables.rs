//! Tables on disk: the same bytes however they were built, and a clear error for anything that is
//! not the table asked for.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::outside::sowlab;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sowlab::games::stones::{Capture, ReferenceLayers, Rest, Rules, StonesLayers};
use sowlab_solvers::retrograde::{Layered, Sink, solve_in_memory};
use sowlab_solvers::table::{
    BLOCK, BuiltTable, Directory, PackedBlock, TableError, TableShapes, TableWriter, Tables, build,
    build_distances, build_with_checkpoints, remove_tables, verify,
};
use sowlab_solvers::{Monitor, Value};

/// Where the child process builds; without it the child's test does nothing.
const CHILD_DIRECTORY: &str = "SOWLAB_TEST_BUILD_IN";
/// Large enough for a build that takes several times as long as a process takes to start.
const HOLES: usize = if cfg!(debug_assertions) { 7 } else { 11 };
const MOST: u32 = 13;

fn game(holes: usize, most: u32) -> StonesLayers {
    StonesLayers::new(&Rules::new(holes, 1).unwrap(), most as usize).unwrap()
}

fn build_quietly(
    game: &StonesLayers,
    path: &Path,
    most: u32,
) -> Result<Vec<BuiltTable>, TableError> {
    build(game, path, most, &(), &mut |_| ())
}

/// All tables of a directory, and the names of what else is there.
fn contents(path: &Path) -> (BTreeMap<String, Vec<u8>>, Vec<String>) {
    let mut tables = BTreeMap::new();
    let mut others = Vec::new();
    for entry in fs::read_dir(path).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name.ends_with(".table") {
            tables.insert(name, fs::read(entry.path()).unwrap());
        } else {
            others.push(name);
        }
    }
    (tables, others)
}

fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

/// The bytes of the name of their format at the start of checkpoints.
const FORMAT_NAME: usize = 8;

/// Not a test of its own: what the processes of the other tests run.
#[test]
fn child() {
    if let Some(path) = std::env::var_os(CHILD_DIRECTORY) {
        let game = game(HOLES, MOST);
        let every = Duration::from_millis(5);
        match build_with_checkpoints(&game, Path::new(&path), MOST, every, &(), &mut |_| ()) {
            Ok(_) => println!("built"),
            Err(error) => println!("error: {error}"),
        }
    }
}

/// This program again, running only [`child`].
fn child_command(path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["tables::child", "--exact", "--nocapture"])
        .env(CHILD_DIRECTORY, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

#[test]
fn killed_at_random_moments_it_ends_with_the_same_bytes() {
    let reference = tempfile::tempdir().unwrap();
    in_pool(1, || {
        build_quietly(&game(HOLES, MOST), reference.path(), MOST)
    })
    .unwrap();
    let (expected, _) = contents(reference.path());
    assert_eq!(expected.len() as u32, MOST + 1);

    let mut directory = tempfile::tempdir().unwrap();
    let mut killed = 0;
    let mut killed_within_a_layer = 0;
    // How long a build takes is the machine's affair: as often as it takes, from the start again when it
    // has come to the end.
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..400 {
        if killed >= 3 && killed_within_a_layer > 0 {
            break;
        }
        let mut child = child_command(directory.path()).spawn().unwrap();
        let moment = Duration::from_millis(random.random_range(5..150));
        std::thread::sleep(moment);
        if child.try_wait().unwrap().is_some() {
            directory = tempfile::tempdir().unwrap();
            killed = 0;
            continue;
        }
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        killed += 1;
        let (tables, others) = contents(directory.path());
        killed_within_a_layer += u32::from(others.iter().any(|name| name.ends_with(".work")));
        for (name, bytes) in &tables {
            assert!(bytes == &expected[name], "{name} after a kill");
        }
        damage_checkpoints(directory.path(), &mut random);
    }
    assert!(killed >= 3, "killed {killed} times");
    assert!(killed_within_a_layer > 0, "never killed within a layer");

    let output = child_command(directory.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("built"), "{said}");
    let (tables, others) = contents(directory.path());
    assert!(tables == expected, "other bytes than without a kill");
    let left: Vec<&String> = others
        .iter()
        .filter(|name| !name.ends_with(".lock") && !name.ends_with(".seconds"))
        .collect();
    assert!(left.is_empty(), "left behind: {left:?}");
}

/// Flips a bit in each of some bytes of what a killed build left: in its checkpoints alone, and behind the name of
/// their format. A file without that name is somebody else's, and stops the build.
fn damage_checkpoints(path: &Path, random: &mut ChaCha8Rng) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|kind| kind == "work") {
            let mut bytes = fs::read(&path).unwrap();
            for _ in 0..3 {
                let at = random.random_range(FORMAT_NAME..bytes.len());
                bytes[at] ^= 1 << random.random_range(0..8);
            }
            fs::write(&path, bytes).unwrap();
        }
    }
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    let reference = tempfile::tempdir().unwrap();
    in_pool(1, || build_quietly(&game(7, 12), reference.path(), 12)).unwrap();
    for threads in 2..=4 {
        let directory = tempfile::tempdir().unwrap();
        in_pool(threads, || {
            build_quietly(&game(7, 12), directory.path(), 12)
        })
        .unwrap();
        assert!(contents(directory.path()).0 == contents(reference.path()).0);
    }
}

/// A limit on the size of files stands for a full disk: a write fails.
#[test]
fn a_write_that_fails_is_an_error_and_breaks_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let child = child_command(directory.path());
    let output = Command::new("sh")
        .args([
            "-c",
            r#"trap '' XFSZ; ulimit -f 64; exec "$0" tables::child --exact --nocapture"#,
        ])
        .arg(child.get_program())
        .env(CHILD_DIRECTORY, directory.path())
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        stdout.contains("error: ") && stdout.contains("File too large"),
        "{stdout}"
    );
    let (tables, others) = contents(directory.path());
    assert!(!tables.is_empty() && (tables.len() as u32) < MOST + 1);
    assert!(!others.iter().any(|name| name.ends_with(".partial")));

    build_quietly(&game(HOLES, MOST), directory.path(), MOST).unwrap();
    let reference = tempfile::tempdir().unwrap();
    build_quietly(&game(HOLES, MOST), reference.path(), MOST).unwrap();
    assert!(contents(directory.path()).0 == contents(reference.path()).0);
}

#[test]
fn two_builds_do_not_share_a_directory() {
    let directory = tempfile::tempdir().unwrap();
    let mut others = Vec::new();
    build(&game(4, 3), directory.path(), 3, &(), &mut |made| {
        let other = |most| build_quietly(&game(4, 3), directory.path(), most);
        others.push((other(made.header.layer), other(3)));
    })
    .unwrap();
    // A finished layer needs no work.
    assert!(others.iter().all(|(finished, _)| finished.is_ok()));
    let (last, before) = others.split_last().unwrap();
    let busy = |other: &Result<_, _>| matches!(other, Err(TableError::Busy(_)));
    assert!(before.iter().all(|(_, unfinished)| busy(unfinished)));
    assert!(last.1.is_ok());
}

#[test]
fn probes_give_every_value_from_any_thread() {
    let game = game(6, 14);
    let directory = tempfile::tempdir().unwrap();
    build_quietly(&game, directory.path(), 14).unwrap();
    let expected = solve_in_memory(&game, 14, &()).unwrap();
    let shapes = TableShapes::of_boards(game.name(), 6);
    let tables = Tables::open_all(directory.path(), &shapes).unwrap();
    assert_eq!(tables.highest_layer(), 14);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for (layer, values) in expected.iter().enumerate().rev() {
                    for rank in 0..values.positions() {
                        let found = tables.probe(layer as u32, rank).unwrap();
                        assert_eq!(found, values.get(rank));
                    }
                }
            });
        }
    });
    for (table, values) in tables.tables().iter().zip(&expected) {
        let header = table.header();
        assert_eq!(header.undetermined, values.undetermined());
        assert_eq!(header.wins + header.draws + header.losses, header.positions);
        let wins = (0..values.positions()).filter(|&rank| values.get(rank).zero > 0);
        assert_eq!(header.wins, wins.count() as u64);
        table.check(&()).unwrap();
    }
    assert!(matches!(
        tables.probe(15, 0),
        Err(TableError::NoLayer { layer: 15, .. })
    ));
    let past = expected[14].positions();
    assert!(matches!(
        tables.probe(14, past),
        Err(TableError::NoPosition { .. })
    ));
}

#[test]
fn what_is_not_the_table_is_an_error() {
    let game = game(5, 10);
    let directory = tempfile::tempdir().unwrap();
    build_quietly(&game, directory.path(), 10).unwrap();
    let name = game.name();
    let path = Directory::new(directory.path(), &name).table_path(10);
    let good = fs::read(&path).unwrap();
    let shapes = TableShapes::of_boards(name.clone(), 5);
    let open = || Tables::open(directory.path(), &shapes, 10);

    assert!(matches!(
        Tables::open(directory.path(), &shapes, 11),
        Err(TableError::Missing(_))
    ));

    // Every single byte counts: change one, and the table is refused or its block is.
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        fs::write(&path, &bad).unwrap();
        let error = match open() {
            Err(error) => error,
            Ok(tables) => tables.tables()[10].check(&()).expect_err("a changed byte"),
        };
        assert!(
            matches!(
                error,
                TableError::Format { .. } | TableError::Damaged { .. }
            ),
            "byte {at}: {error}"
        );
    }
    for length in [0, 7, 50, good.len() - 1] {
        fs::write(&path, &good[..length]).unwrap();
        assert!(open().is_err(), "cut to {length} bytes");
    }
    fs::write(&path, [good.clone(), vec![0]].concat()).unwrap();
    assert!(matches!(open(), Err(TableError::Damaged { .. })));

    let mut reversed = Rules::new(5, 1).unwrap();
    reversed.capture = Capture::Reversed;
    let other = StonesLayers::new(&reversed, 10).unwrap();
    build_quietly(&other, directory.path(), 10).unwrap();
    let foreign = Directory::new(directory.path(), &other.name()).table_path(10);
    fs::copy(&foreign, &path).unwrap();
    let error = open().err().unwrap();
    assert!(matches!(error, TableError::Foreign { .. }));
    assert!(error.to_string().contains("capture=reversed"), "{error}");
    // Nor does a build go on above a table that is not its own.
    assert!(matches!(
        build_quietly(&game, directory.path(), 10),
        Err(TableError::Foreign { .. })
    ));
}

/// The table of a layer serves every game whose boards it holds.
/// A monitor that cancels after a number of questions.
struct Patience(AtomicU64);

impl Monitor for Patience {
    fn cancelled(&self) -> bool {
        let left = |left: u64| left.checked_sub(1);
        (self.0)
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left)
            .is_err()
    }
}

/// The distances of a directory by file name.
fn distances(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let entries = entries.filter(|path| path.extension().is_some_and(|end| end == "distances"));
    entries
        .map(|path| {
            let bytes = fs::read(&path).unwrap();
            (path.file_name().unwrap().to_string_lossy().into(), bytes)
        })
        .collect()
}

#[test]
fn distances_resume_are_verified_and_removed() {
    let (game, most) = (game(7, 9), 9);
    let whole = tempfile::tempdir().unwrap();
    build_quietly(&game, whole.path(), most).unwrap();
    build_distances(&game, whole.path(), most, &(), &mut |_| ()).unwrap();
    let expected = distances(whole.path());
    assert_eq!(expected.len() as u32, most + 1);

    // An interrupted build ends with the same bytes, on any number of threads.
    let parts = tempfile::tempdir().unwrap();
    build_quietly(&game, parts.path(), most).unwrap();
    let mut cancelled = 0;
    for questions in (0..).step_by(10) {
        let patience = Patience(AtomicU64::new(questions));
        let threads = 1 + questions as usize % 3;
        match in_pool(threads, || {
            build_distances(&game, parts.path(), most, &patience, &mut |_| ())
        }) {
            Ok(()) => break,
            Err(TableError::Cancelled(_)) => cancelled += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(cancelled > 2, "{cancelled}");
    assert_eq!(distances(parts.path()), expected);
    let (_, others) = contents(parts.path());
    assert!(
        !others.iter().any(|name| name.ends_with(".work")),
        "{others:?}"
    );

    // The stepper finds the same distances. Damage, and the distances of other values, are errors.
    let reference = ReferenceLayers::new(&Rules::new(7, 1).unwrap(), most as usize).unwrap();
    let check = |sample| verify(&reference, whole.path(), most, sample, &(), &mut |_| ());
    for sample in [None, Some(50)] {
        let verified = check(sample).unwrap();
        assert!(verified.iter().all(|layer| layer.distances));
    }
    let (name, bytes) = expected.iter().next_back().unwrap();
    let path = whole.path().join(name);
    let mut damaged = bytes.clone();
    let at = damaged.len() - 9;
    damaged[at] ^= 4;
    fs::write(&path, damaged).unwrap();
    assert!(matches!(check(None), Err(TableError::Damaged { .. })));
    let (_, of_less) = expected.iter().next().unwrap();
    fs::write(&path, of_less).unwrap();
    assert!(matches!(check(None), Err(TableError::Foreign { .. })));
    fs::write(&path, bytes).unwrap();

    let removed = remove_tables(whole.path(), &game.name()).unwrap();
    assert_eq!(removed, 2 * u64::from(most + 1));
    assert_eq!(distances(whole.path()).len(), 0);
}

#[test]
fn the_seeds_are_no_part_of_the_name() {
    let names: Vec<String> = [Rules::FIFTY_FIVE, Rules::THIRTY_THREE]
        .iter()
        .map(|rules| StonesLayers::new(rules, 1).unwrap().name())
        .collect();
    assert_eq!(names[0], names[1]);
}

/// Plays by one rule set and calls itself by the name of another.
struct Impostor {
    plays: StonesLayers,
    name: String,
}

impl Layered for Impostor {
    type Scratch = <StonesLayers as Layered>::Scratch;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        self.plays.positions(layer)
    }

    fn scratch(&self) -> Self::Scratch {
        self.plays.scratch()
    }

    fn expand(&self, scratch: &mut Self::Scratch, layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        self.plays.expand(scratch, layer, ranks, sink);
    }
}

#[test]
fn verification_by_the_stepper_accepts_right_values_and_no_others() {
    let rules = Rules::new(5, 1).unwrap();
    let reference = ReferenceLayers::new(&rules, 12).unwrap();
    let mut reversed = rules;
    reversed.capture = Capture::Reversed;
    let mut exchanged = [rules, reversed];
    exchanged
        .iter_mut()
        .for_each(|rules| rules.rest = Rest::Exchanged);
    for readings in [
        &rules.option_variants()[..],
        &reversed.option_variants(),
        &exchanged,
    ]
    .concat()
    {
        let directory = tempfile::tempdir().unwrap();
        let plays = StonesLayers::new(&readings, 12).unwrap();
        build_quietly(&plays, directory.path(), 12).unwrap();
        let itself = ReferenceLayers::new(&readings, 12).unwrap();
        let all = verify(&itself, directory.path(), 12, None, &(), &mut |_| ()).unwrap();
        assert!(
            all.iter()
                .all(|layer| layer.checked == layer.header.positions)
        );
        let some = verify(&itself, directory.path(), 12, Some(50), &(), &mut |_| ()).unwrap();
        assert_eq!(some[12].checked, 50);

        let impostor = Impostor {
            plays,
            name: reference.name(),
        };
        let directory = tempfile::tempdir().unwrap();
        build(&impostor, directory.path(), 12, &(), &mut |_| ()).unwrap();
        let result = verify(&reference, directory.path(), 12, None, &(), &mut |_| ());
        assert_eq!(result.is_ok(), readings == rules, "{readings}");
        if let Err(error) = result {
            assert!(matches!(error, TableError::Contradiction { .. }), "{error}");
            // The command has the exit code of `sowlab-check tables` for such a table.
            let (game, place) = (rules.to_string(), directory.path().to_str().unwrap());
            let verify = ["tables", "verify", &game, "--stones", "12", "--dir", place];
            let output = sowlab(&verify).output().unwrap();
            let line = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{line}");
            assert!(line.contains("does not hold"), "{line}");
        }
    }
}

fn exact(margin: i32) -> Value {
    Value {
        lower: margin,
        zero: margin,
        upper: margin,
    }
}

/// A table that anybody may have written: its checksums are right.
fn forge(directory: &Path, game: &StonesLayers, layer: u32, positions: u64, wrong: Value) {
    let files = Directory::new(directory, &game.name());
    let path = files.table_path(layer);
    let mut writer = TableWriter::create(&path, &game.name(), layer, positions).unwrap();
    for block in 0..writer.blocks() {
        let ranks = block * u64::from(BLOCK)..positions.min((block + 1) * u64::from(BLOCK));
        let values = ranks.map(|rank| if rank == 3 { wrong } else { exact(0) });
        writer.push(&PackedBlock::pack(values).unwrap()).unwrap();
    }
    writer.commit().unwrap();
}

#[test]
fn wrong_values_and_sizes_with_right_checksums_are_refused() {
    let game = game(5, 8);
    let positions = game.positions(6).unwrap();
    let value = |lower, zero, upper| Value { lower, zero, upper };
    let shapes = TableShapes::of_boards(game.name(), 5);
    for (positions, wrong) in [
        (positions, exact(7)),
        (positions, exact(-7)),
        (positions, exact(127)),
        (positions, value(2, 1, 3)),
        (positions, value(-3, 2, 1)),
        (positions, value(-7, 0, 6)),
        (positions, value(-6, 0, 7)),
        (positions + 1, exact(0)),
        (positions - 1, exact(0)),
        (20_000, exact(0)),
    ] {
        let directory = tempfile::tempdir().unwrap();
        build_quietly(&game, directory.path(), 5).unwrap();
        forge(directory.path(), &game, 6, positions, wrong);
        let refused = |error: TableError| {
            let expected = matches!(
                error,
                TableError::Damaged { .. } | TableError::Positions { .. }
            );
            assert!(expected, "{positions}, {wrong:?}: {error}");
        };
        refused(build_quietly(&game, directory.path(), 8).unwrap_err());
        let verified = verify(&game, directory.path(), 6, None, &(), &mut |_| ());
        refused(verified.unwrap_err());
        match Tables::open_all(directory.path(), &shapes) {
            Err(error) => refused(error),
            Ok(tables) => {
                refused(tables.probe(6, 3).unwrap_err());
                refused(tables.tables()[6].finished().err().unwrap());
            }
        }
    }
}
