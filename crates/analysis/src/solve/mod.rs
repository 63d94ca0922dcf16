//! Proofs of the values of positions.
//!
//! A search can be stopped at any time. Its results are intervals that only tighten. A value is
//! proven when its interval has closed.

mod by_moves;
mod effort;
mod endgame;
mod ending;
mod estimate;
mod exchange;
mod export;
mod growing;
mod kept;
mod line;
mod looked_up;
mod opening;
mod pie;
mod pie_question;
mod proof_findings;
mod proofs;
mod proving;
mod quiet_rounds;
mod random;
mod reading_line;
mod repeating;
mod repeating_proof;
mod requested;
mod sequential;
mod sequential_proof;
mod setups;
mod shorten;
mod stones;
mod tabled;
mod tabled_choices;
mod tabled_opening;
mod twice;
mod two_rank;
mod two_rank_tables;
mod unlimited;
mod zero_proof;

pub use by_moves::{ByMovesLimits, OpeningByMoves, two_rank_by_moves};
pub use endgame::Endgame;
pub use exchange::{exchange_after, exchange_by_value};
pub(crate) use export::prove_position;
pub use export::{ExportRequest, ExportedProof, export_proof};
pub(crate) use growing::FIRST_BOARDS;
pub use growing::{FEW_BOARDS, Growing, solve_growing};
pub use kept::{KeptProof, proof_name};
pub(crate) use kept::{Places, load_proof, load_shipped_proofs};
pub use line::principal_line;
pub use opening::{OpeningLimits, SolvedOpening, solve_opening};
pub use pie::Pie;
pub use proof_findings::ProofClaim;
pub use proofs::{ProofContents, ProofLayer, ProofPart, most_work, proof_rules, read_proof};
pub use quiet_rounds::MOST_QUIET_BOARDS;
pub use random::{ChoiceBounds, solve_choice};
pub(crate) use reading_line::reading_line;
pub(crate) use repeating::search_repeating;
pub(crate) use requested::{DEFAULT_MEMORY, saving};
pub use requested::{
    ProvenRounds, RoundTables, RoundsRequest, SolveRequest, prove_rounds, searchable,
    solve_drawn_setup, solve_moves, solve_rounds, solve_two_rank_moves,
};
pub use sequential::{Beyond, LISTED_STATES, prove_opening, solve_sequential};
pub use setups::{AllSetups, MissingBoard, SolvedSetup};
pub use shorten::{ShortenedProof, rest_on_larger_tables, shorten_proof};
pub(crate) use stones::hole_text;
pub use stones::{DEFAULT_NODE_BUDGET, solve_stones};
pub use tabled::{TabledBelow, TabledProblem, TabledReverse, TabledStones, TabledZero};
pub use twice::{
    AgreedOpening, Disagreement, SharedTables, SolvingMethod, Unsolved, four_rank_twice,
    graph_twice, two_rank_twice,
};
pub use two_rank::solve_two_rank;
pub use two_rank_tables::TwoRankTables;

/// The maximum number of stones on a board in proof search, whose claims store a margin in a byte.
pub const MOST_STONES: u32 = 127;
