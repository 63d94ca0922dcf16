//! Certificates of found play.

use std::path::Path;

use crate::certificates::{Certificate, CertificateError, Claim, OptionsError};
use crate::endless::BoardMove;
use sowlab_games::stones::sowing::{JointMove, Sower};
use sowlab_games::stones::{
    Board, ChoiceError, Course, Cups, NotationError, Phase, Position, PositionError, Record,
    RecordItem, Rest, Rules, Seat, WrittenRound,
};

/// The error of creating a certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// A round or decision cannot be played.
    #[error(transparent)]
    Record(#[from] NotationError),
    /// A board is not a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The last item of the record is not a round that never ends.
    #[error("the record '{0}' does not end in an endless round")]
    NotEndless(Record),
    /// The name of the game has no valid options.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// A round before the last one, or a round of a repetition, never ends.
    #[error("the sowing of {0} never ends, so nothing comes after it")]
    GoesOn(WrittenRound),
    /// The holes begin with different numbers of stones.
    #[error("certificates support only games set by holes and seeds, not the start of {0}")]
    Start(String),
    /// The stones left at the end go to the other side than under the standard rules.
    #[error(
        "certificates do not support rest=exchanged; leave it out, because infinite play does not depend on it"
    )]
    Rest,
}

/// The rounds from a start, the position after them, and the number of disputed cases.
struct Play {
    /// The rounds and decisions in notation.
    items: Vec<String>,
    position: Position,
    disputed: u64,
}

fn chosen(written: WrittenRound) -> JointMove {
    JointMove {
        east: written.east - 1,
        west: written.west - 1,
    }
}

impl Play {
    fn start(position: Position) -> Play {
        Play {
            items: Vec::new(),
            position,
            disputed: 0,
        }
    }

    /// Decides `stay` if the pie decision is open. A record may leave it out, a certificate may not.
    fn settle_pie(&mut self) {
        if let Ok(stayed) = self.position.decide_pie(false) {
            self.items.push(RecordItem::Pie { turn: false }.to_string());
            self.position = stayed;
        }
    }

    /// Plays items that end, one by one.
    fn on(mut self, sower: &Sower, items: &[RecordItem]) -> Result<Play, CertifyError> {
        for (index, &item) in items.iter().enumerate() {
            match item {
                RecordItem::Pie { turn } => {
                    let refused = |error: ChoiceError| NotationError::Record {
                        number: index + 1,
                        text: item.to_string(),
                        reason: error.to_string(),
                    };
                    self.position = self.position.decide_pie(turn).map_err(refused)?;
                }
                RecordItem::Round(written) => {
                    self.settle_pie();
                    let one = Record(vec![item]);
                    let played = one.replay(sower, self.position)?;
                    let board = self.position.board();
                    let course = Course::follow(sower.rules(), board, chosen(written));
                    self.disputed += course.disputed;
                    let after = played.last().and_then(|played| played.position);
                    self.position = after.ok_or(CertifyError::GoesOn(written))?;
                }
            }
            self.items.push(item.to_string());
        }
        Ok(self)
    }
}

/// Returns the name of the family with every option. It includes the size, which names such as 55stones leave out.
fn with_every_option(rules: &Rules) -> Result<String, CertifyError> {
    if !rules.is_even() {
        return Err(CertifyError::Start(rules.board_name()));
    }
    if rules.rest == Rest::Exchanged {
        return Err(CertifyError::Rest);
    }
    Ok(format!(
        "stones:holes={},seeds={},capture={},both-out={},mixed-out={}",
        rules.holes(),
        rules.seeds(),
        rules.capture.word(),
        rules.both_out.word(),
        rules.mixed_out.word()
    ))
}

/// Creates the certificate of a game from `start` whose last round never ends.
///
/// # Errors
/// The record cannot be played, or its last round ends.
pub fn certificate_of_game(
    sower: &Sower,
    start: Position,
    record: &Record,
) -> Result<Certificate, CertifyError> {
    let not_endless = || CertifyError::NotEndless(record.clone());
    let (last, before) = record.0.split_last().ok_or_else(not_endless)?;
    let RecordItem::Round(round) = *last else {
        return Err(not_endless());
    };
    let mut reached = Play::start(start).on(sower, before)?;
    reached.settle_pie();
    // Checks that the round can be played.
    Record(vec![*last]).replay(sower, reached.position)?;
    let course = Course::follow(sower.rules(), reached.position.board(), chosen(round));
    let repeats = course.repeats.ok_or_else(not_endless)?;
    Ok(Certificate::new(
        &with_every_option(sower.rules())?,
        start.to_string(),
        reached.items,
        reached.position.to_string(),
        Claim::EndlessRound {
            round: round.to_string(),
            first_step: repeats.first_step,
            period: repeats.period,
        },
        reached.disputed + course.disputed,
    )?)
}

/// Creates the certificate of a repetition: the rounds from `start`, and the rounds of the cycle after them.
///
/// # Errors
/// A round cannot be played or never ends.
pub fn certificate_of_repetition(
    sower: &Sower,
    start: Position,
    before: &Record,
    cycle: &Record,
) -> Result<Certificate, CertifyError> {
    let mut reached = Play::start(start).on(sower, &before.0)?;
    reached.settle_pie();
    let cycled = Play::start(reached.position).on(sower, &cycle.0)?;
    Ok(Certificate::new(
        &with_every_option(sower.rules())?,
        start.to_string(),
        reached.items,
        reached.position.to_string(),
        Claim::Repetition {
            rounds: cycled.items,
        },
        reached.disputed + cycled.disputed,
    )?)
}

/// Returns a position with this board. East has sente, and the stones that are not on the board are in East's cup. If
/// the game has fewer stones than the board, the returned game has more seeds per hole.
///
/// # Errors
/// The board has stones past the last hole, or more than fit a game.
pub fn position_of_board(rules: &Rules, board: Board) -> Result<(Rules, Position), PositionError> {
    let stones = board.stones() as usize;
    let seeds = rules.seeds().max(stones.div_ceil(rules.holes()));
    let too_many = PositionError::Stones {
        board: board.stones(),
        cups: 0,
        stones: rules.stones(),
    };
    let sized = Rules::new(rules.holes(), seeds).map_err(|_| too_many)?;
    let rules = sized.read_as(rules);
    let cups = Cups {
        east: (rules.stones() - stones) as u8,
        west: 0,
    };
    // There is no pie decision from round 3 on.
    let position = Position::new(&rules, board, cups, Seat::East, Phase::Sente, 3)?;
    Ok((rules, position))
}

/// Creates the certificate of an endless round on a single board.
///
/// # Errors
/// The round is not legal on the board, or it ends.
pub fn board_certificate(rules: &Rules, found: BoardMove) -> Result<Certificate, CertifyError> {
    let (rules, position) = position_of_board(rules, found.board)?;
    let round = RecordItem::Round(WrittenRound::new(Seat::East, found.chosen));
    certificate_of_game(&Sower::new(&rules), position, &Record(vec![round]))
}

/// Writes a certificate completely or not at all.
///
/// # Errors
/// The file cannot be written.
pub fn write(certificate: &Certificate, path: &Path) -> Result<(), CertificateError> {
    sowlab_base::files::write_whole(path, certificate.to_json().as_bytes()).map_err(|error| {
        CertificateError::File {
            path: path.to_owned(),
            error,
        }
    })
}
