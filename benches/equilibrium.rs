//! Sealed rounds: serialized bounds and a double oracle against plain backward induction, which solves
//! every cell of every matrix. Prints both and asserts that the values agree.
//!
//! `cargo bench --bench equilibrium [-- ROUNDS]`

use std::time::Instant;

use sowlab::games::stones::{Position, Rules, StonesGame};
use sowlab_solvers::Problem;
use sowlab_solvers::equilibrium::{Horizon, Solver, WorkCounts, plain::Plain};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;

fn main() {
    let most = std::env::args().find_map(|argument| argument.parse().ok());
    let games = [
        ("33stones", Rules::THIRTY_THREE),
        ("55stones", Rules::FIFTY_FIVE),
        ("stones:holes=6,seeds=3", Rules::new(6, 3).expect("a size")),
    ];
    println!("threads: {}", rayon::current_num_threads());
    for (name, rules) in games {
        let board = Position::opening(&rules).canonical_board();
        let game = StonesGame::new(&rules);
        for rounds in 1..=most.unwrap_or(2) {
            let left = Horizon::Rounds(rounds);
            for order in CommitOrder::ALL {
                let started = Instant::now();
                let mut plain = Plain::new(&game, order);
                let expected = plain.value(&board, left).expect("a value");
                let plainly = started.elapsed();
                let table = TranspositionTable::new(1 << 26).expect("the memory");
                let started = Instant::now();
                let solver = Solver::new(Problem::new(&game), order, &table, &());
                let found = solver.value(&board, left).expect("a value");
                let pruned = started.elapsed();
                assert!((found - expected).abs() < 1e-8, "{found} {expected}");
                let WorkCounts {
                    nodes,
                    by_bounds,
                    by_oracle,
                    cells,
                    cells_solved,
                } = solver.counts();
                println!(
                    "{name} {order} {rounds}: plain {} states, {} cells, {plainly:.2?}; pruned {nodes} \
                     nodes, {by_bounds} by bounds, {by_oracle} by oracle with {cells_solved} of {cells} \
                     cells solved, {pruned:.2?}",
                    plain.states(),
                    plain.cells,
                );
            }
        }
    }
}
