//! Play that never ends: what `sowlab loops` does.

mod certify;
mod scan;

pub use certify::{
    CertifyError, board_certificate, certificate_of_game, certificate_of_repetition,
    position_of_board, write,
};
pub use scan::{Scan, ScanError};
