//! `loops reach --best` against a breadth-first search of the simplest kind.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use sowlab::analysis::endless::Reached;
use sowlab::analysis::endless::{BestPlayGame, BestRounds, SearchedRounds};
use sowlab::analysis::solve::TabledStones;
use sowlab::analysis::tables::TabledGame;
use sowlab::games::stones::{Board, BothOut, MixedOut, Position, Rules, StonesGame, StonesLayers};
use sowlab_base::files::OwnedFolder;
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::reach::ReachFiles;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::table::{TableShapes, Tables};
use sowlab_solvers::{JointGame, Monitor, Resolution, Step, Turn};

/// Round by round: boards, joint moves of best play, endless ones.
fn simplest(
    game: &StonesGame,
    zero: impl Fn(&Board) -> i32,
    opening: Board,
    rounds: u32,
) -> Vec<[u64; 3]> {
    let mut seen = BTreeSet::from([opening]);
    let mut frontier = vec![opening];
    let mut counts = Vec::new();
    for _ in 0..rounds {
        if frontier.is_empty() {
            break;
        }
        let mut count = [frontier.len() as u64, 0, 0];
        let mut next = Vec::new();
        for board in std::mem::take(&mut frontier) {
            let worth = zero(&board);
            let mut firsts = Vec::new();
            game.leader_choices(&board, &mut firsts);
            for first in firsts {
                let mut seconds = Vec::new();
                game.follower_choices(&board, first, &mut seconds);
                let outcome = |second| {
                    let resolution = game.resolve(&board, first, second);
                    let gets = match resolution {
                        Resolution::Endless => 0,
                        Resolution::Over { margin } => margin,
                        Resolution::Next(Step {
                            state,
                            gain,
                            turn: Turn::Other,
                        }) => gain - zero(&state),
                        Resolution::Next(Step { state, gain, .. }) => gain + zero(&state),
                    };
                    (gets, resolution)
                };
                let outcomes: Vec<_> = seconds.into_iter().map(outcome).collect();
                // Sente loses nothing: whatever the reply, it gets what the board is worth.
                if outcomes.iter().any(|&(gets, _)| gets < worth) {
                    continue;
                }
                // Nor does gote: it gives no more than that.
                for (_, resolution) in outcomes.into_iter().filter(|&(gets, _)| gets == worth) {
                    count[1] += 1;
                    match resolution {
                        Resolution::Endless => count[2] += 1,
                        Resolution::Next(Step { state, .. }) if seen.insert(state) => {
                            next.push(state)
                        }
                        _ => {}
                    }
                }
            }
        }
        counts.push(count);
        frontier = next;
    }
    counts
}

#[test]
fn follows_just_the_rounds_that_lose_nothing() {
    for (holes, seeds) in [(5, 2), (6, 2), (3, 4), (4, 3)] {
        for both_out in [BothOut::Relay, BothOut::End] {
            for mixed_out in [MixedOut::End, MixedOut::Forfeit] {
                let mut rules = Rules::new(holes, seeds).unwrap();
                (rules.both_out, rules.mixed_out) = (both_out, mixed_out);
                let stones = (holes * seeds) as u32;
                let folder = tempfile::tempdir().unwrap();
                let built = rules.build_tables(folder.path(), stones, &(), &mut |_| ());
                built.unwrap();
                let game = StonesGame::new(&rules);
                let opening = Position::opening(&rules);
                let tabled = TabledStones::open(StonesGame::new(&rules), folder.path(), 0).unwrap();
                let best = BestPlayGame::new(&game, &tabled);
                let found = Reached::search_in(&best, game.sower(), opening, 8, &()).unwrap();
                let counts: Vec<[u64; 3]> = found
                    .rounds
                    .iter()
                    .map(|round| [round.boards, round.joint_moves, round.endless])
                    .collect();

                let layers = StonesLayers::new(&rules, stones as usize).unwrap();
                let values = Tables::open(
                    folder.path(),
                    &TableShapes::of_layers(&layers, stones),
                    stones,
                )
                .unwrap();
                let ranking = Ranking::new(holes, stones as usize).unwrap();
                let zero = |board: &Board| {
                    let rank = ranking.rank(board.lanes());
                    values.probe(board.stones(), rank).unwrap().zero
                };
                let expected = simplest(&game, zero, opening.canonical_board(), 8);
                assert_eq!(counts, expected, "{rules}");
                assert!(counts.iter().all(|count| count[1] > 0), "{rules}");
            }
        }
    }
}

/// Tables of all boards with the given number of stones or fewer, in memory.
fn tables(rules: Rules, stones: u32) -> TabledStones {
    let folder = tempfile::tempdir().unwrap();
    let built = rules.build_tables(folder.path(), stones, &(), &mut |_| ());
    built.unwrap();
    TabledStones::open(StonesGame::new(&rules), folder.path(), 64 << 20).unwrap()
}

#[test]
fn search_tells_the_same_rounds_as_tables() {
    // Openings whose value infinite play has no part in.
    for (holes, seeds, value, tabled, depth) in [(7, 2, -2, 9, 5), (5, 4, 2, 14, 4)] {
        let rules = Rules::new(holes, seeds).unwrap();
        let game = StonesGame::new(&rules);
        let (whole, part) = (tables(rules, (holes * seeds) as u32), tables(rules, tabled));
        let opening = Position::opening(&rules).canonical_board();
        let table = ProofTable::new(16 << 20).unwrap();
        let searched = SearchedRounds::new(&part, &table, 20_000, &(), (opening, value));
        let mut seen = BTreeSet::from([opening]);
        let mut frontier = vec![opening];
        let mut compared = 0;
        for _ in 0..depth {
            let mut next = Vec::new();
            for board in std::mem::take(&mut frontier) {
                let before = searched.unresolved();
                let told = searched.best_rounds(&game, &board);
                let all = whole.best_rounds(&game, &board);
                let unresolved = searched.unresolved() - before;
                assert!(told.iter().all(|round| all.contains(round)), "{board:?}");
                assert!(unresolved > 0 || told == all, "{board:?}");
                compared += usize::from(unresolved == 0 && board.stones() > tabled);
                for (_, _, resolution) in told {
                    match resolution {
                        Resolution::Next(Step { state, .. }) if seen.insert(state) => {
                            next.push(state)
                        }
                        _ => {}
                    }
                }
            }
            frontier = next;
        }
        assert!(compared > 3, "{holes}: {compared}");
    }
}

/// Cancels at the second question.
struct OnceAsked(AtomicBool);

impl Monitor for OnceAsked {
    fn cancelled(&self) -> bool {
        self.0.swap(true, Ordering::SeqCst)
    }
}

#[test]
fn a_round_in_which_search_is_cancelled_is_not_listed() {
    let rules = Rules::new(7, 2).unwrap();
    let game = StonesGame::new(&rules);
    let part = tables(rules, 9);
    let start = Position::opening(&rules);
    let opening = start.canonical_board();
    let folder = tempfile::tempdir().unwrap();
    for on_disk in [false, true] {
        let table = ProofTable::new(1 << 20).unwrap();
        let monitor = OnceAsked(AtomicBool::new(false));
        let searched = SearchedRounds::new(&part, &table, 20_000, &monitor, (opening, -2));
        let best = BestPlayGame::new(&game, &searched);
        let found = if on_disk {
            let folder = OwnedFolder::open(folder.path(), "tests").unwrap();
            let files = in_folder(&folder);
            Reached::search_on_disk(&best, game.sower(), start, 2, &files, &monitor).unwrap()
        } else {
            Reached::search_in(&best, game.sower(), start, 2, &monitor).unwrap()
        };
        assert!(found.cancelled && found.rounds.is_empty(), "{found:?}");
        assert_eq!(searched.unresolved(), 0);
    }
}

fn in_folder(folder: &OwnedFolder) -> ReachFiles<'_> {
    ReachFiles {
        folder,
        search: "best play",
        memory: 1 << 20,
        checkpointed: true,
    }
}

#[test]
fn what_is_not_known_of_a_board_is_counted_once() {
    let rules = Rules::new(7, 2).unwrap();
    let game = StonesGame::new(&rules);
    let part = tables(rules, 9);
    let start = Position::opening(&rules);
    let opening = start.canonical_board();
    // Every claim on so small a board is searched to its end: what is not known is where infinite play
    // matters, whatever the order of the boards.
    let nodes = 400_000;
    let fresh = |table| SearchedRounds::new(&part, table, nodes, &(), (opening, -2));
    let tables = [(); 2].map(|()| ProofTable::new(16 << 20).unwrap());
    let searched = fresh(&tables[0]);
    let best = BestPlayGame::new(&game, &searched);
    let in_memory = Reached::search_in(&best, game.sower(), start, 5, &()).unwrap();
    let unresolved = searched.unresolved();

    let searched = fresh(&tables[1]);
    let best = BestPlayGame::new(&game, &searched);
    // Enough for the seven boards of round 2, and not for the fourteen after them.
    let given_up = Reached::search_within(&best, game.sower(), start, 5, 2000, &());
    assert!(given_up.is_none());
    assert_ne!(searched.unresolved(), 0);
    let folder = tempfile::tempdir().unwrap();
    let folder = OwnedFolder::open(folder.path(), "tests").unwrap();
    let files = in_folder(&folder);
    let found = Reached::search_on_disk(&best, game.sower(), start, 5, &files, &()).unwrap();
    assert_eq!(found, in_memory);
    assert_eq!(searched.unresolved(), unresolved);
}
