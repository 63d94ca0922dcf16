use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::*;
use crate::reach::reach;
use crate::{JointGame, Resolution, Step, Successors, Turn, VisitRound};
use sowlab_base::files::OwnedFolder;

/// A game with arbitrary rounds, where a hash determines the result of a round.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    seed: u64,
    states: u32,
    /// The number of rounds per thousand that do not terminate.
    endless: u64,
}

impl JointGame for Drawn {
    type State = u32;
    type Choice = u8;

    fn terminal(&self, _: &u32) -> Option<i32> {
        None
    }

    fn leader_choices(&self, state: &u32, choices: &mut Vec<u8>) {
        choices.extend(0..=(state % 3) as u8);
    }

    fn follower_choices(&self, _: &u32, first: u8, choices: &mut Vec<u8>) {
        choices.extend(first..4);
    }

    fn resolve(&self, state: &u32, first: u8, second: u8) -> Resolution<u32> {
        let mut round = state.to_le_bytes().to_vec();
        round.extend([first, second]);
        let drawn = xxh3_64_with_seed(&round, self.seed);
        match drawn % 1000 {
            kind if kind < self.endless => Resolution::Endless,
            900.. => Resolution::Over { margin: 0 },
            _ => Resolution::Next(Step {
                state: (drawn >> 32) as u32 % self.states,
                gain: 0,
                turn: Turn::Same,
            }),
        }
    }

    fn bound(&self, _: &u32) -> i32 {
        0
    }
}

impl PackedStates for Drawn {
    type Packing = Drawn;

    fn packing(&self) -> &Drawn {
        self
    }
}

impl Packing<u32> for Drawn {
    fn packed_bytes(&self) -> usize {
        3
    }

    fn pack(&self, state: &u32) -> u128 {
        // The order of the codes differs from that of the numbers.
        u128::from(*state ^ 0x5a_a5_5a)
    }

    fn unpack(&self, code: u128) -> u32 {
        code as u32 ^ 0x5a_a5_5a
    }
}

/// Creates a folder, in memory where the system has such a place, because each save forces its data to the disk.
fn fresh() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => tempfile::tempdir_in(memory).unwrap(),
        false => tempfile::tempdir().unwrap(),
    }
}

/// Returns the names of the files of codes in a folder whose contents are not `precious`, sorted.
fn left_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| fs::read(entry.path()).is_ok_and(|bytes| bytes != b"precious"))
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| {
            ["level-", "run-", "endless-", "leading-"]
                .iter()
                .any(|start| name.starts_with(start))
        })
        .collect();
    names.sort();
    names
}

/// Searches with files in a folder that persists.
fn on_disk<G: PackedStates<State = u32>>(
    game: &G,
    search: &str,
    rounds: u32,
    folder: &Path,
    memory: usize,
    monitor: &dyn Monitor,
) -> Result<Reach<G::Choice>, ReachError> {
    let owned = OwnedFolder::open(folder, "tests").unwrap();
    let files = ReachFiles {
        folder: &owned,
        search,
        memory,
        checkpointed: true,
    };
    reach_on_disk(game, 0, rounds, &files, monitor)
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}

/// A monitor that cancels after the given number of polls.
struct CancelAfter(AtomicU32);

impl Monitor for CancelAfter {
    fn cancelled(&self) -> bool {
        let less = |left: u32| left.checked_sub(1);
        let (set, fetch) = (Ordering::SeqCst, Ordering::SeqCst);
        self.0.fetch_update(set, fetch, less).is_err()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn finds_what_is_found_in_memory(
        seed: u64,
        states in 1u32..3000,
        endless in prop::sample::select(&[0u64, 1, 2, 10, 100][..]),
        rounds in 1u32..9,
        memory in prop::sample::select(&[600usize, 5000, 50_000, 1 << 24][..]),
        threads in 1usize..4,
    ) {
        let game = Drawn { seed, states, endless };
        let folder = fresh();
        let found = on_threads(threads, || {
            on_disk(&game, "drawn", rounds, folder.path(), memory, &())
        });
        prop_assert_eq!(found.unwrap(), reach(&game, 0, rounds, &()));
    }

    #[test]
    fn interrupted_again_and_again_it_finds_the_same(
        seed: u64,
        states in 100u32..1000,
        endless in prop::sample::select(&[0u64, 1, 3][..]),
    ) {
        let game = Drawn { seed, states, endless };
        let folder = fresh();
        // Each search makes more polls, and has more rounds once it is complete.
        let (mut polls, mut rounds) = (0, 1);
        loop {
            let monitor = CancelAfter(AtomicU32::new(polls));
            let found =
                on_disk(&game, "drawn", rounds, folder.path(), 4000, &monitor).unwrap();
            let expected = reach(&game, 0, found.rounds.len() as u32, &());
            prop_assert_eq!(&found.rounds, &expected.rounds);
            prop_assert_eq!(&found.witness, &expected.witness);
            if !found.cancelled {
                if rounds == 6 {
                    break;
                }
                rounds += 1;
            }
            polls += 3;
        }
        // Fewer rounds than are saved.
        let found = on_disk(&game, "drawn", 2, folder.path(), 4000, &()).unwrap();
        prop_assert_eq!(found, reach(&game, 0, 2, &()));
    }
}

/// A monitor that counts the states of rounds that an earlier process expanded, and those expanded now. It cancels
/// after the given number of polls.
struct Counted {
    cancel: CancelAfter,
    round: AtomicBool,
    counts: [AtomicU64; 3],
}

impl Monitor for Counted {
    fn begin(&self, what: &str, units: u64) {
        let round = what.starts_with("round");
        self.round.store(round, Ordering::SeqCst);
        if round {
            self.counts[0].fetch_add(units, Ordering::SeqCst);
        }
    }

    fn resume(&self, units: u64) {
        self.counts[1].fetch_add(units, Ordering::SeqCst);
    }

    fn advance(&self, units: u64) {
        if self.round.load(Ordering::SeqCst) {
            self.counts[2].fetch_add(units, Ordering::SeqCst);
        }
    }

    fn cancelled(&self) -> bool {
        self.cancel.cancelled()
    }
}

#[test]
fn states_of_an_earlier_process_are_not_counted_as_expanded() {
    let kept = fresh();
    let (mut polls, mut resumed) = (1, 0);
    loop {
        let counted = Counted {
            cancel: CancelAfter(AtomicU32::new(polls)),
            round: AtomicBool::new(false),
            counts: Default::default(),
        };
        let found = on_disk(&GAME, "drawn", 7, kept.path(), 4000, &counted).unwrap();
        let [all, before, now] = counted.counts.map(AtomicU64::into_inner);
        resumed += before;
        if !found.cancelled {
            assert_eq!(before + now, all);
            break;
        }
        assert!(before + now <= all);
        polls += 3;
    }
    assert!(resumed > 0);
}

const GAME: Drawn = Drawn {
    seed: 1,
    states: 5000,
    endless: 1,
};

#[test]
fn more_runs_than_are_merged_together() {
    let folder = fresh();
    let found = on_disk(&GAME, "drawn", 9, folder.path(), 1500, &()).unwrap();
    assert_eq!(found, reach(&GAME, 0, 9, &()));
}

#[test]
fn no_memory_at_all_is_enough() {
    let game = Drawn { states: 60, ..GAME };
    let folder = fresh();
    let found = on_disk(&game, "drawn", 4, folder.path(), 0, &()).unwrap();
    assert_eq!(found, reach(&game, 0, 4, &()));
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let kept = fresh();
    let search = |name: &str, rounds| on_disk(&GAME, name, rounds, kept.path(), 1 << 16, &());
    search("drawn", 4).unwrap();
    assert!(matches!(
        search("something else", 4),
        Err(ReachError::Foreign { .. })
    ));
    for name in ["reach.json", "level-1.codes", "level-3.codes"] {
        let path = kept.path().join(name);
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len().min(200) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&path, bytes).unwrap();
            assert!(
                matches!(search("drawn", 5), Err(ReachError::Damaged { .. })),
                "{name}, byte {at}"
            );
        }
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let shorter = search("drawn", 5);
        // Without the end of its last line the checkpoint is still valid.
        assert_eq!(shorter.is_err(), name != "reach.json", "{name}");
        fs::write(&path, &whole).unwrap();
    }
    fs::remove_file(kept.path().join("level-2.codes")).unwrap();
    assert!(matches!(
        search("drawn", 5),
        Err(ReachError::Damaged { .. })
    ));
}

#[cfg(unix)]
#[test]
fn no_link_is_followed() {
    for name in [
        "reach.json",
        "work.txt",
        "round.json",
        "level-1.codes",
        "level-2.codes",
    ] {
        let (folder, elsewhere) = (fresh(), fresh());
        let target = elsewhere.path().join("precious");
        fs::write(&target, "precious").unwrap();
        drop(OwnedFolder::open(folder.path(), "tests").unwrap());
        std::os::unix::fs::symlink(&target, folder.path().join(name)).unwrap();
        let found = on_disk(&GAME, "drawn", 2, folder.path(), 1 << 16, &());
        assert!(
            matches!(found, Err(ReachError::File { .. })),
            "{name}: {found:?}"
        );
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
    }
}

/// A process that was killed before its first checkpoint leaves the first level, which is on the list.
#[test]
fn a_search_that_saved_nothing_begins_again() {
    let folder = fresh();
    drop(OwnedFolder::open(folder.path(), "tests").unwrap());
    let list = "sowlab-reach-work 1\nlevel-1.codes\n";
    fs::write(folder.path().join("work.txt"), list).unwrap();
    fs::write(folder.path().join("level-1.codes"), "to").unwrap();
    let found = on_disk(&QUIET, "drawn", 5, folder.path(), 4000, &()).unwrap();
    assert_eq!(found, reach(&QUIET, 0, 5, &()));
}

/// All other files in a folder of this program stay unchanged.
#[test]
fn foreign_files_stay() {
    let folder = fresh();
    drop(OwnedFolder::open(folder.path(), "tests").unwrap());
    let names = [
        "work/precious",
        "lock",
        "run-1",
        "endless-1",
        ".reach.json.tmp",
        "level-9.codes",
    ];
    for name in names {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "precious").unwrap();
    }
    for polls in [0, 30, 100, 300, u32::MAX] {
        let polls = CancelAfter(AtomicU32::new(polls));
        on_disk(&QUIET, "drawn", 5, folder.path(), 4000, &polls).unwrap();
    }
    for name in names {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text, "precious", "{name}");
    }
    let levels: Vec<String> = (1..=5).map(|n| format!("level-{n}.codes")).collect();
    assert_eq!(left_in(folder.path()), levels);
}

/// The random game without some of its choices. They are those of the leader in a state, or those of the follower after
/// a choice of the leader.
struct Withholds<Tells> {
    game: Drawn,
    tells: Tells,
}

impl<Tells: Fn(u32, Option<u8>) -> bool + Sync> Successors for Withholds<Tells> {
    type State = u32;
    type Choice = u8;

    fn is_over(&self, _: &u32) -> bool {
        false
    }

    fn each_round(&self, states: &[u32], visit: &mut VisitRound<'_, u32, u8>) {
        for (index, state) in states.iter().enumerate() {
            let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
            if (self.tells)(*state, None) {
                self.game.leader_choices(state, &mut firsts);
            }
            for first in firsts {
                seconds.clear();
                if (self.tells)(*state, Some(first)) {
                    self.game.follower_choices(state, first, &mut seconds);
                }
                for &second in &seconds {
                    visit(
                        index,
                        first,
                        second,
                        self.game.resolve(state, first, second),
                    );
                }
            }
        }
    }
}

impl<Tells: Fn(u32, Option<u8>) -> bool + Sync> PackedStates for Withholds<Tells> {
    type Packing = Drawn;

    fn packing(&self) -> &Drawn {
        &self.game
    }
}

/// Creates a game that stops when it is cancelled, as one that searches does: from then on it reports no round.
fn breaks_off(monitor: &CancelAfter) -> impl PackedStates<State = u32, Choice = u8> {
    Withholds {
        game: BRIEF,
        tells: |_, _| !monitor.cancelled(),
    }
}

/// Creates a game that reports the rounds of a state `times` times, and then none.
fn forgets(times: u32) -> impl PackedStates<State = u32, Choice = u8> {
    let asked: Mutex<HashMap<u32, u32>> = Mutex::default();
    Withholds {
        game: BRIEF,
        tells: move |state, first: Option<u8>| {
            let mut asked = asked.lock().unwrap();
            let asked = asked.entry(state).or_default();
            *asked += u32::from(first.is_none());
            *asked <= times
        },
    }
}

/// A game with few states, and a path of more than one round into a non-terminating one.
const BRIEF: Drawn = Drawn {
    states: 100,
    endless: 20,
    ..GAME
};

#[test]
fn a_game_that_breaks_off_leaves_only_complete_rounds() {
    const ROUNDS: u32 = 4;
    // A witness is found before the last round, and could be lost.
    let whole = reach(&BRIEF, 0, ROUNDS, &());
    let way = whole.witness.as_ref().unwrap().len();
    assert!((2..ROUNDS as usize).contains(&way));
    let mut kept_in_memory = 0;
    for polls in 0.. {
        let folder = fresh();
        let cancels = || CancelAfter(AtomicU32::new(polls));
        let in_memory = {
            let monitor = &cancels();
            reach(&breaks_off(monitor), 0, ROUNDS, monitor)
        };
        let search = |polls: &CancelAfter| {
            let game = breaks_off(polls);
            on_disk(&game, "drawn", ROUNDS, folder.path(), 4000, polls).unwrap()
        };
        let at_once = search(&cancels());
        for found in [&in_memory, &at_once] {
            let rounds = found.rounds.len();
            assert_eq!(found.rounds, whole.rounds[..rounds]);
            let expected = whole.witness.as_ref().filter(|_| rounds >= way);
            assert_eq!(found.witness.as_ref(), expected);
            assert_eq!(found.cancelled, rounds < ROUNDS as usize);
        }
        kept_in_memory += usize::from(in_memory.cancelled && in_memory.witness.is_some());
        // A second cancelled search may have no time for the witness; at the end everything is found.
        let again = search(&CancelAfter(AtomicU32::new(polls % 50)));
        assert_eq!(again.rounds, whole.rounds[..again.rounds.len()]);
        assert!(again.rounds.len() >= at_once.rounds.len());
        assert!(again.witness.is_none() || again.witness == whole.witness);
        assert!(again.cancelled || again == whole);
        assert_eq!(search(&CancelAfter(AtomicU32::new(u32::MAX))), whole);
        if !at_once.cancelled && !in_memory.cancelled {
            break;
        }
    }
    assert!(kept_in_memory > 0);
}

#[test]
fn a_game_that_tells_fewer_rounds_later_is_a_clear_error() {
    let whole = reach(&BRIEF, 0, 4, &());
    let rounds = whole.witness.as_ref().unwrap().len() as u32;
    let search = |times| {
        let folder = fresh();
        on_disk(
            &forgets(times),
            "drawn",
            rounds,
            folder.path(),
            1 << 16,
            &(),
        )
    };
    // The states are expanded once for the counts, and then for the path to the non-terminating round and the choices
    // along it.
    for times in 1..=3 {
        assert!(matches!(search(times), Err(ReachError::Fickle)), "{times}");
    }
    assert_eq!(search(4).unwrap().witness, whole.witness);
}

/// A game that counts the states for which its rounds are requested.
struct CountedGame {
    game: Drawn,
    states: AtomicU32,
}

impl Successors for CountedGame {
    type State = u32;
    type Choice = u8;

    fn is_over(&self, _: &u32) -> bool {
        false
    }

    fn each_round(&self, states: &[u32], visit: &mut VisitRound<'_, u32, u8>) {
        self.states
            .fetch_add(states.len() as u32, Ordering::Relaxed);
        self.game.each_round(states, visit);
    }
}

impl PackedStates for CountedGame {
    type Packing = Drawn;

    fn packing(&self) -> &Drawn {
        &self.game
    }
}

/// A game without non-terminating rounds, so that no path to one is searched.
const QUIET: Drawn = Drawn { endless: 0, ..GAME };

#[test]
fn what_is_played_of_a_round_is_not_played_again() {
    let counted = || CountedGame {
        game: QUIET,
        states: AtomicU32::new(0),
    };
    let folder = fresh();
    let (at_once, again) = (counted(), counted());
    let whole = on_disk(&at_once, "drawn", 9, folder.path(), 20_000, &()).unwrap();
    let folder = fresh();
    let mut interruptions = 0;
    loop {
        // This is enough for one or two sections of the hundreds that the last rounds have.
        let polls = CancelAfter(AtomicU32::new(30));
        let found = on_disk(&again, "drawn", 9, folder.path(), 20_000, &polls).unwrap();
        if !found.cancelled {
            assert_eq!(found, whole);
            break;
        }
        interruptions += 1;
    }
    assert!(interruptions > 20, "{interruptions}");
    let [at_once, again] = [at_once, again].map(|game| game.states.into_inner());
    // A cancelled section is played again, and no other; each has some tens of states.
    let section = 20_000 / 4 / 16 / 4;
    assert!(
        again <= at_once + interruptions * section,
        "{again}, {at_once}"
    );
    assert!(again < 3 * at_once, "{again}, {at_once}");
    let left = left_in(folder.path());
    assert!(
        left.iter().all(|name| name.starts_with("level-")),
        "{left:?}"
    );
}

#[test]
fn damaged_work_of_a_round_is_done_again() {
    let expected = reach(&QUIET, 0, 8, &());
    let interrupted = |polls| {
        let folder = fresh();
        let polls = CancelAfter(AtomicU32::new(polls));
        let found = on_disk(&QUIET, "drawn", 8, folder.path(), 4000, &polls).unwrap();
        assert!(found.cancelled);
        folder
    };
    let (mut damaged, mut merging) = (0, 0);
    for polls in (40..2000).step_by(97) {
        let folder = interrupted(polls);
        let state = fs::read_to_string(folder.path().join("round.json")).unwrap();
        merging += u32::from(!state.contains("\"partial\":null"));
        let names: Vec<String> = left_in(folder.path())
            .into_iter()
            .filter(|name| name.starts_with("run-"))
            .chain(["round.json".to_owned()])
            .collect();
        for name in names.iter().take(2).chain(names.iter().rev().take(2)) {
            let folder = interrupted(polls);
            let path = folder.path().join(name);
            let mut bytes = fs::read(&path).unwrap();
            let at = bytes.len() / 2;
            bytes[at] ^= 1;
            fs::write(&path, bytes).unwrap();
            let found = on_disk(&QUIET, "drawn", 8, folder.path(), 4000, &());
            assert_eq!(found.unwrap(), expected, "{polls}, {}", path.display());
            damaged += 1;
        }
    }
    assert!(damaged > 20 && merging > 2, "{damaged}, {merging}");
}

#[test]
fn work_of_another_round_is_not_gone_on_from() {
    let folder = fresh();
    let interrupted = |rounds, polls| {
        let polls = CancelAfter(AtomicU32::new(polls));
        on_disk(&QUIET, "drawn", rounds, folder.path(), 4000, &polls).unwrap()
    };
    // The search is cancelled in the third round, the last requested; then a fourth one is requested.
    let mut polls = 0;
    let found = loop {
        let found = interrupted(3, polls);
        if !found.cancelled || found.rounds.len() == 2 {
            break found;
        }
        polls += 1;
    };
    assert!(found.cancelled);
    let found = interrupted(6, u32::MAX);
    assert_eq!(found, reach(&QUIET, 0, 6, &()));
}
