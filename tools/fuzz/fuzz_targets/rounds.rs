//! A round that was saved when it was interrupted, changed after what says of which search it is: with
//! the checksum that the file has to have, and with another. Without, the round is played from its beginning and
//! all that is counted is right. With, it may say what is not so, and nothing panics.
#![no_main]

mod common;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use common::{folder, fresh, one_line};
use libfuzzer_sys::fuzz_target;
use sowlab_base::checksum::sha256;
use sowlab_base::files::OwnedFolder;
use sowlab_games::stones::{Position, Rules, StonesGame};
use sowlab_solvers::Monitor;
use sowlab_solvers::reach::{Reach, ReachError, ReachFiles, reach_on_disk};
use tempfile::TempDir;

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
        checkpointed: true,
    };
    let start = Position::opening(&rules).canonical_board();
    reach_on_disk(&StonesGame::new(&rules), start, ROUNDS, &files, monitor)
}

/// The result of an undisturbed search.
static RIGHT: LazyLock<Reach<u8>> = LazyLock::new(|| {
    let folder = folder().join("undisturbed");
    search(&folder, &()).expect("room")
});

/// The start of the file before its contents, which follow the checksum.
const HEAD: &str = "{\"format\":\"sowlab-reach-round\",\"version\":2,\"sha256\":\"";
const CONTENTS: &str = "\",\"contents\":";

/// A folder of an interrupted search, what says in the contents of its file which it is, and what follows.
static INTERRUPTED: LazyLock<(TempDir, String, String)> = LazyLock::new(|| {
    let after = |polls: u32| {
        let folder = fresh();
        let found = search(folder.path(), &CancelAfter(polls.into())).expect("room");
        let saved = fs::read_to_string(folder.path().join("round.json")).unwrap_or_default();
        found.cancelled.then_some((folder, saved))
    };
    let saved = (0..)
        .step_by(STEP)
        .map_while(|polls| Some((polls, after(polls)?.1)));
    // The one that names most files.
    let (polls, _) = saved
        .max_by_key(|(_, saved)| saved.len())
        .expect("cancelled at once");
    let (folder, saved) = after(polls).expect("as before");
    let (_, contents) = saved.split_once(CONTENTS).expect("contents");
    let contents = contents.strip_suffix("}\n").expect("its end");
    let (of, rest) = contents.split_at(contents.find("},").expect("of which round") + 2);
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
    for (checksum, is_sealed) in [(sha256(&[]), false), (sha256(&body), true)] {
        let head = [HEAD, &checksum, CONTENTS].concat();
        let text = [head.as_bytes(), &body, b"}\n"].concat();
        let disturbed = fresh();
        copy(interrupted.path(), disturbed.path());
        fs::write(disturbed.path().join("round.json"), text).expect("room");
        match search(disturbed.path(), &()) {
            Err(error) => one_line(&error),
            Ok(found) => assert!(is_sealed || found == *RIGHT),
        }
    }
});
