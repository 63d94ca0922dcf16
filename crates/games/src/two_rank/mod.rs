//! The two-rank family: two players, one rank of pits each, sowing round the board.
//!
//! A game is a set of [`Rules`]: rule options that combine freely. [`TwoRank`] plays any of them with one
//! sowing routine on one packed [`State`]; [`DECLARATIONS`] lists the named games. Pits are numbered from 1, nearest
//! the owner's store. They are listed in the order in which their owner sows them counterclockwise: the highest number
//! first.

mod answers;
mod capture;
mod contest;
mod declaration;
mod declared;
mod drawing;
mod encode;
mod from_file;
mod game;
mod halves;
mod layered;
mod moves;
mod notation;
mod numbers;
mod perft;
pub mod plain;
mod playout;
mod position;
mod procedure;
mod random;
mod reference;
mod rows;
mod rules;
mod rules_file;
mod rules_text;
mod searchable;
mod simulated;
mod sowing;
mod state;
mod variant;

pub use answers::{AnswerError, Answers, CaptureAnswer, FacingEmpty, Parity};
pub use declaration::{Declaration, GameError};
pub use declared::{
    AWARI, BASIC, BESTEMSHE, DECLARATIONS, EGYPTIAN, ETHIOPIAN, KALAH, OWARE, RULES_FILES, TRYSSE,
    WARRI,
};
pub(crate) use from_file::is_path;
pub use game::TwoRank;
pub use layered::TwoRankLayers;
pub use moves::{Direction, Move, MoveSet};
pub use notation::NotationError;
pub use numbers::BoardNumbers;
pub use playout::{Playout, PlayoutEnd};
pub use position::{MoveError, Position};
pub use random::{
    Choice, RANDOM_OPTIONS, RandomMancala, RandomMove, RandomMoveError, RandomPosition,
    RandomState, RandomVariant,
};
pub use reference::ReferenceLayers;
pub use rules::{
    Capture, Counts, Directions, End, Feeding, GrandSlam, Laps, Lift, Origin, PlayersNotation,
    Remaining, Rules, RulesError, StoreLanding, Stores,
};
pub use rules_file::{FailingValues, RuleOption, RuleValue, RulesFile, RulesFileError};
pub use state::{MAX_PITS, MAX_SEEDS, Seat, State};
pub use variant::{FROM_FILE, Variant, parse};
