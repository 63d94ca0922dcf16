//! Infinite play: the work of `sowlab loops`.

mod best_play;
mod certify;
mod cycles;
mod lines;
mod reach;
mod reached;
mod requested;
mod scan;
mod searched_best_play;

pub use best_play::{BestPlayGame, BestRounds, PlayedRound};
pub use certify::{
    CertifyError, board_certificate, certificate_of_game, certificate_of_repetition,
    position_of_board, write,
};
pub use cycles::{BestPlayLayer, CyclesError, CyclesLayer, CyclicGame, RepeatingGame};
pub use lines::{Line, Lines};
pub use reach::{
    BestPlayRequest, Followed, Period, ReachRequest, Reachable, Reached, ReachedError,
    ReachedRound, Witness, reach_moves, reach_rounds,
};
pub use reached::{
    NearOpening, NearOpeningRequest, ReachedRepetition, ReachedRepetitions,
    repetitions_near_opening,
};
pub use requested::{CyclesRequest, Layers, ScanRequest, find_cycles, scan_layers};
pub use scan::{
    BoardMove, Damage, LayerCounts, Scan, ScanError, ScannedLayer, ScannedPiece,
    ScannedPieceRequest, Scanner, scan_layer,
};
pub use searched_best_play::SearchedRounds;
