//! A round that was saved when it was interrupted, changed after the lines that say of which search it is: with
//! the checksum that the file has to have, and without one. Without, the round is played from its beginning and
//! all that is counted is right. With, it may say what is not so, and nothing panics.
#![no_main]

mod common;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use common::{folder, fresh, one_line};
use libfuzzer_sys::fuzz_target;
use sowlab_games::stones::{Position, Rules, StonesGame};
use sowlab_solvers::Monitor;
use sowlab_base::files::OwnedFolder;
use sowlab_solvers::reach::{Reach, ReachError, ReachFiles, reach_on_disk};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

const ROUNDS: u32 = 4;
/// Questions between the moments at which a search is interrupted, to find a good one.
const STEP: usize = 16;

/// Cancels after this number of questions.
struct CancelAfter(AtomicU32);

impl Monitor for CancelAfter {
    fn cancelled(&self) -> bool {
        let less = |left: u32| left.checked_sub(1);
        let (set, fetch) = (Ordering::SeqCst, Ordering::SeqCst);
        self.0.fetch_update(set, fetch, less).is_err()
    }
}

fn search(folder: &Path, monitor: &dyn Monitor) -> Result<Reach<u8>, ReachError> {
    let rules = Rules::new(4, 3).expect("a small board");
    let folder = OwnedFolder::open(folder, "fuzzing").expect("a folder of this target");
    let files = ReachFiles {
        folder: &folder,
        search: "fuzz",
        memory: 2000,
        kept: true,
    };
    let start = Position::opening(&rules).canonical_board();
    reach_on_disk(&StonesGame::new(&rules), start, ROUNDS, &files, monitor)
}

/// What is found undisturbed.
static RIGHT: LazyLock<Reach<u8>> = LazyLock::new(|| {
    let folder = folder().join("undisturbed");
    search(&folder, &()).expect("room")
});

/// A folder of an interrupted search, the two lines that say which it is, and the lines after them.
static INTERRUPTED: LazyLock<(TempDir, String, String)> = LazyLock::new(|| {
    let after = |polls: u32| {
        let folder = fresh();
        let found = search(folder.path(), &CancelAfter(polls.into())).expect("room");
        let saved = fs::read_to_string(folder.path().join("round.txt")).unwrap_or_default();
        found.cancelled.then_some((folder, saved))
    };
    let saved = (0..)
        .step_by(STEP)
        .map_while(|polls| Some((polls, after(polls)?.1)));
    // The one that names most files.
    let (polls, _) = saved
        .max_by_key(|(_, saved)| saved.lines().count())
        .expect("cancelled at once");
    let (folder, saved) = after(polls).expect("as before");
    let (body, _) = saved.rsplit_once("\nchecksum ").expect("its last line");
    let (end, _) = body.match_indices('\n').nth(1).expect("two lines");
    let (of, rest) = body.split_at(end + 1);
    (folder, of.to_owned(), rest.to_owned())
});

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("room");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        match entry.file_type().expect("a kind").is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).expect("room")),
        }
    }
}

/// Other bytes than the saved ones after a zero, else edits of these: a place in two bytes, and a byte.
fn changed(saved: &str, data: &[u8]) -> Vec<u8> {
    if let Some((0, other)) = data.split_first() {
        return other.to_vec();
    }
    let mut bytes = saved.as_bytes().to_vec();
    for edit in data.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % bytes.len();
        bytes[at] = edit[2];
    }
    bytes
}

fuzz_target!(|data: &[u8]| {
    let (interrupted, of, rest) = &*INTERRUPTED;
    let mut body = of.clone().into_bytes();
    body.extend(changed(rest, data));
    let mut sealed = body.clone();
    sealed.extend(format!("\nchecksum {:x}\n", xxh3_64(&body)).bytes());
    for (text, is_sealed) in [(body, false), (sealed, true)] {
        let disturbed = fresh();
        copy(interrupted.path(), disturbed.path());
        fs::write(disturbed.path().join("round.txt"), text).expect("room");
        match search(disturbed.path(), &()) {
            Err(error) => one_line(&error),
            Ok(found) => assert!(is_sealed || found == *RIGHT),
        }
    }
});
