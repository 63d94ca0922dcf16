//! The work whose speed `scripts/measure-web` compares: the same code native and as WebAssembly.

use sowlab_analysis::Analyses;
use sowlab_analysis::solve::SolveRequest;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::stones::sowing::{Batch, JointMove, Kernel, Sower};
use sowlab_games::stones::{Board, Ending, Rules};
use wasm_bindgen::prelude::wasm_bindgen;

/// The number of boards that a kernel sows.
const BOARDS: usize = 1024;
/// The number of boards in a batch.
const AT_ONCE: usize = 64;

/// The openings that are solved.
const OPENINGS: [&str; 4] = [
    "stones:holes=7,seeds=2",
    "stones:holes=9,seeds=2",
    "kalah:pits=3,seeds=3",
    "awari:pits=3,seeds=2",
];

/// Work of a fixed amount.
#[wasm_bindgen]
pub struct Work {
    name: String,
    run: Box<dyn FnMut() -> u64>,
}

#[wasm_bindgen]
impl Work {
    /// Returns the work with this number; `None` beyond the last.
    pub fn number(number: usize) -> Option<Work> {
        let kernels = [Kernel::Flights, Kernel::InStep];
        if let Some(&kernel) = kernels.get(number) {
            return Some(Work::sowing(kernel));
        }
        let game = OPENINGS.get(number - kernels.len())?;
        Some(Work::solving(game))
    }

    /// Returns the name of the work.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Does the work once. The result is equal in every run.
    pub fn run(&mut self) -> u64 {
        (self.run)()
    }
}

impl Work {
    /// Sows every joint move of boards of 55Stones.
    fn sowing(kernel: Kernel) -> Work {
        let sower = Sower::new(&Rules::FIFTY_FIVE);
        let boards = boards(&sower);
        let mut batch = Batch::with_kernel(kernel).expect("a portable kernel");
        let run = move || {
            let mut steps = 0;
            for boards in boards.chunks(AT_ONCE) {
                batch.clear();
                for &board in boards {
                    batch.push(board);
                }
                batch.sow(&sower);
                batch.for_each(&sower, |_, _, round| steps += round.steps);
            }
            steps
        };
        Work {
            name: format!("kernel, {}", kernel.name()),
            run: Box::new(run),
        }
    }

    fn solving(name: &str) -> Work {
        let game: CatalogGame = name.parse().expect("a game");
        let run = move || {
            let request = SolveRequest {
                recompute: true,
                ..SolveRequest::default()
            };
            let solved = game.analyses().solve(&request, &());
            solved.expect("it can be solved").solution.nodes
        };
        Work {
            name: format!("solve {name}"),
            run: Box::new(run),
        }
    }
}

/// Returns boards of games from the opening on, with moves from a fixed sequence.
fn boards(sower: &Sower) -> Vec<Board> {
    let opening = Board::from_holes(&[5; 11]).expect("the opening");
    let (mut boards, mut board, mut state) = (Vec::new(), opening, 55u64);
    while boards.len() < BOARDS {
        let mut moves = Vec::new();
        JointMove::for_each(board.playable(), |joint_move| moves.push(joint_move));
        if moves.is_empty() {
            board = opening;
            continue;
        }
        boards.push(board);
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let chosen = moves[(state >> 33) as usize % moves.len()];
        let round = sower.sow(board, chosen.east.into(), chosen.west.into());
        board = match round.ending {
            Ending::Endless { .. } => opening,
            _ => round.board,
        };
    }
    boards
}
