//! Books from complete proofs.

use std::path::PathBuf;

use sowlab_base::MemorySize;

use sowlab_games::stones::{Position, Rules, StonesGame, StonesTurns, TurnState};

use sowlab_solvers::search::proof::CompleteProof;
use sowlab_solvers::{Game, Monitor, Player, Side};

use super::book::{Book, BookError, MAGIC, Visit};
use super::force::Force;
use super::margins::SecuredMargins;
use crate::solve::{ExportRequest, prove_position};
use crate::tables::{OpenTables, TablesError};
use crate::{Field, RequestError};

/// The maximum number of nodes for one move. A claim of a proof with all its claims takes one round.
const NODES: u64 = 1 << 20;

/// The settings of the search for a proof.
#[derive(Clone, Debug)]
pub struct MakeBookRequest {
    /// The folder of the tables, to at least 26 stones.
    pub tables: PathBuf,
    /// The memory of the search, tables included.
    pub memory: MemorySize,
    /// A proof cache to resume from and to save to.
    pub save_proof: Option<PathBuf>,
    /// The complete proof with all its claims, which is made if it is not there.
    pub proof: PathBuf,
}

/// A book.
#[derive(Clone, Debug)]
pub struct MadeBook {
    /// Whether it is for the game with the pie rule.
    pub pie: bool,
    /// The side of the book.
    pub side: Side,
    /// The margin that the side secures at the opening.
    pub margin: i32,
    /// The number of positions in which the book has a move.
    pub moves: usize,
    /// The number of positions at which the book ends. The tables secure the margin in each.
    pub ends: usize,
    /// The contents of the file.
    pub file: Vec<u8>,
}

/// The error of a book that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeBookError {
    /// The game cannot be searched, or the search failed.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The tables cannot be used.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The proof does not give a winning strategy.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Proves who wins a game of the stones family, and makes the books of the winning sides, without the pie rule and with it.
///
/// # Errors
/// The game is not of the stones family, or the tables, the memory or the proof do not suffice.
pub fn make_books(
    game: &str,
    request: &MakeBookRequest,
    monitor: &dyn Monitor,
) -> Result<Vec<MadeBook>, MakeBookError> {
    let rules = Rules::from_name(game).map_err(|error| RequestError::field(Field::Game, error))?;
    let opening = Position::opening(&rules).to_string();
    let export = ExportRequest {
        tables: Some(request.tables.clone()),
        stones: None,
        memory: request.memory,
        save_proof: request.save_proof.clone(),
        time_limit: None,
        winner: true,
    };
    let proof = match request.proof.is_file() {
        true => CompleteProof::read(&request.proof).map_err(RequestError::failed)?,
        false => {
            let proof = prove_position(game, &opening, &export, monitor)?;
            proof.write(&request.proof).map_err(RequestError::failed)?;
            proof
        }
    };
    let stated = proof.stated;
    let plain = StonesTurns::new(StonesGame::new(&rules), false);
    let mut tables = OpenTables::open(&plain, &request.tables)?;
    tables.unpack()?;
    let margins = SecuredMargins::new(tables, proof);
    let mut books = Vec::new();
    for (pie, (least, most)) in [false, true].into_iter().zip(stated) {
        let (side, margin) = match (least, most) {
            (1.., _) => (Side::First, least),
            (_, ..=-1) => (Side::Second, -most),
            _ => continue,
        };
        let game = StonesTurns::new(StonesGame::new(&rules), pie);
        books.push(made(&game, pie, side, margin, &margins)?);
    }
    Ok(books)
}

fn made(
    game: &StonesTurns,
    pie: bool,
    side: Side,
    margin: i32,
    margins: &SecuredMargins<TurnState>,
) -> Result<MadeBook, MakeBookError> {
    let mut file = MAGIC.to_vec();
    file.extend([u8::from(side == Side::Second), margin as u8]);
    let mut choose = |visit: &Visit<TurnState>, legal: &[_]| {
        // The claim about the start of the round says which claims come before it.
        let start = visit.start.unwrap_or(visit.state);
        let claimant = claimant(game, &start, side);
        let claimed = margins.secured(game, &start, claimant);
        let group = claimed.and_then(|claimed| claimed.group);
        let need = match group {
            Some(_) => claimed.map_or(visit.secures, |claimed| claimed.margin),
            None => visit.secures,
        };
        let mut force = Force::new(game, margins, group.unwrap_or(u32::MAX), NODES, &());
        let found = force.find(&visit.state, legal, need, 0).ok().flatten();
        let chosen = found.ok_or(BookError::NotWinning("a claim does not follow"))?;
        let place = legal.iter().position(|&one| one == chosen);
        let place = place.map_or(0, |place| place as u8);
        file.push(place);
        Ok(place)
    };
    let book = Book::walk(game, side, margin, &mut choose)?;
    let mut ends = 0;
    let mut least = Ok(());
    book.check_ends(game, &mut |state, secures| {
        ends += 1;
        let secured = margins.secured(game, state, claimant(game, state, side));
        if secured.is_none_or(|secured| secured.margin < secures) {
            least = Err(BookError::NotWinning("the tables secure less"));
        }
    })?;
    least?;
    Ok(MadeBook {
        pie,
        side,
        margin,
        moves: book.moves(),
        ends,
        file,
    })
}

fn claimant(game: &StonesTurns, state: &TurnState, side: Side) -> Player {
    match game.side_to_move(state) == side {
        true => Player::Leader,
        false => Player::Follower,
    }
}
