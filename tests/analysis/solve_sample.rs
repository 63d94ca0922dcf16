//! Positions from random games of 33Stones: what proof search proves of them is what tables say that
//! hold them.

use std::path::Path;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sowlab::analysis::solve::{DEFAULT_NODE_BUDGET, TabledStones};
use sowlab::analysis::tables::TabledGame;
use sowlab::catalog::CatalogGame;
use sowlab::games::stones::sowing::Sower;
use sowlab::games::stones::{Phase, Position, Rules, Seat, StonesGame};
use sowlab_solvers::Deadline;
use sowlab_solvers::search::proof::ProofTable;

/// Bytes of tables unpacked for a search.
const MEMORY: usize = 1 << 30;
/// Nodes after which a search is given up: where infinite play matters it may not end by itself.
const NODES: u64 = 100_000;

fn pick(choices: u16, random: &mut SmallRng) -> usize {
    let holes: Vec<usize> = (0..16).filter(|hole| choices >> hole & 1 == 1).collect();
    holes[random.next_u32() as usize % holes.len()] + 1
}

/// The first position of a random game with at most `stones` stones; `None` if the game does not come
/// to one that can be played.
fn drawn(rules: &Rules, sower: &Sower, stones: u32, random: &mut SmallRng) -> Option<Position> {
    let mut position = Position::opening(rules);
    // Far more than it takes to a capture, hardly ever.
    for _ in 0..1000 {
        if position.phase() == Phase::Pie {
            position = position.decide_pie(random.next_u32() & 1 == 1).unwrap();
        }
        if position.board().stones() <= stones {
            return Some(position);
        }
        let first = pick(position.choices(), random);
        let second = pick(position.take(first).unwrap().choices(), random);
        let (east, west) = match position.sente() {
            Seat::East => (first, second),
            Seat::West => (second, first),
        };
        let played = position.play(sower, position.joint_move(east, west).unwrap());
        if played.settled.is_some() {
            return None;
        }
        position = played.position?;
    }
    None
}

fn open(rules: &Rules, directory: &Path, stones: u32, memory: usize) -> TabledStones {
    rules
        .build_tables(directory, stones, &(), &mut |_| ())
        .unwrap();
    TabledStones::open(StonesGame::new(rules), directory, memory).unwrap()
}

/// Searches N positions with at most `most` stones with tables of up to `tabled` stones.
fn compare(positions: usize, most: u32, tabled: u32) {
    let rules = Rules::THIRTY_THREE;
    let sower = Sower::new(&rules);
    let mut random = SmallRng::seed_from_u64(33);
    let folders = [most, tabled].map(|_| tempfile::tempdir().unwrap());
    let (mut compared, mut proven, mut matters) = (0, 0, 0);
    while compared < positions {
        let Some(position) = drawn(&rules, &sower, most, &mut random) else {
            continue;
        };
        if position.board().stones() <= tabled {
            continue;
        }
        let solve = |folder: &tempfile::TempDir, stones, memory, nodes| {
            let table = ProofTable::new(1 << 24).unwrap();
            let game = open(&rules, folder.path(), stones, memory);
            game.solve(
                &position,
                &table,
                DEFAULT_NODE_BUDGET,
                &Deadline::of_nodes(&(), nodes),
            )
            .unwrap()
            .0
        };
        let known = solve(&folders[0], most, 0, u64::MAX);
        assert_eq!(known.nodes, 0, "the tables hold {position}");
        let known = known.bounds.value().unwrap();
        let found = solve(&folders[1], tabled, MEMORY, NODES);
        let bounds = &found.bounds;
        assert!(bounds.hold(known), "{position}: {known}, {bounds}");
        compared += 1;
        matters += usize::from(known.lower < known.upper);
        proven += usize::from(found.bounds.value().is_some());
    }
    println!(
        "{compared} positions, tables to {most} stones, searched with tables to {tabled}: {proven} proven by search, all \
         as the tables say; infinite play matters in {matters}"
    );
    assert!(2 * proven > compared, "hardly anything was compared");
}

/// Every opening of these sizes under every rule set: all three values without the pie rule and with it, by search with
/// tables of few boards, are those of tables of all boards. On an even number of holes infinite play always matters.
#[test]
fn searches_of_openings_find_all_three_values() {
    let readings = [
        ["capture=normal", "capture=reversed"],
        ["both-out=relay", "both-out=end"],
        ["mixed-out=end", "mixed-out=forfeit"],
    ];
    let (mut matters, mut proven, mut of) = (0, 0, 0);
    for number in 0..8 {
        let reading: Vec<&str> = (0..3).map(|bit| readings[bit][number >> bit & 1]).collect();
        for (holes, seeds) in [(4, 3), (4, 4), (5, 3), (6, 2), (6, 3)] {
            let name = format!("stones:holes={holes},seeds={seeds},{}", reading.join(","));
            let Ok(CatalogGame::Stones(rules)) = name.parse() else {
                panic!("{name} is of the stones family");
            };
            let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
            let solve = |folder: usize, stones, memory| {
                let table = ProofTable::new(1 << 26).unwrap();
                let game = open(&rules, folders[folder].path(), stones, memory);
                let opening = Position::opening(&rules);
                game.solve(
                    &opening,
                    &table,
                    DEFAULT_NODE_BUDGET,
                    &Deadline::of_nodes(&(), NODES),
                )
                .unwrap()
                .0
            };
            let known = solve(0, rules.stones() as u32, 0);
            assert_eq!(known.nodes, 0, "{name}: the tables hold it");
            let found = solve(1, 5, MEMORY);
            let pies = known.pie.zip(found.pie).unwrap();
            for (known, found) in [(known.bounds, found.bounds), pies] {
                let known = known.value().unwrap();
                assert!(found.hold(known), "{name}: {known}, {found}");
                matters += usize::from(known.lower < known.upper);
                proven += usize::from(found.closed());
                of += 1;
            }
        }
    }
    println!("{of} values: {proven} proven by search; infinite play matters in {matters}");
    assert!(5 * proven >= 4 * of, "{proven} of {of} proven");
}

#[test]
fn searches_of_positions_from_play_find_what_tables_say() {
    compare(60, 15, 12);
}

/// `SOWLAB_SAMPLE` positions, a thousand if it is not set, with tables to 20 stones.
#[test]
#[ignore = "minutes"]
fn searches_of_many_positions_from_play_find_what_tables_say() {
    let positions = std::env::var("SOWLAB_SAMPLE").ok();
    compare(
        positions.map_or(1000, |positions| positions.parse().unwrap()),
        20,
        17,
    );
}
