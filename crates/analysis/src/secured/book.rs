//! Books of winning play: a move of one side for every position that the other side can bring about.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use sowlab_games::contest::{Arbitration, Notation, Play};
use sowlab_solvers::{Game, Key, Keyed, Side};

/// A book ends at the start of a round with at most this number of stones on the board. From there on a search above
/// small tables takes a second or two.
pub const BOOK_ENDS: i32 = 26;

/// A book that ships with the program.
struct Shipped {
    game: &'static str,
    pie: bool,
    file: &'static [u8],
    /// The book, once it is read.
    book: OnceLock<Arc<Book>>,
}

macro_rules! shipped {
    ($board:literal, $pie:literal, $file:literal) => {
        Shipped {
            game: concat!($board, "capture=normal,both-out=relay,mixed-out=end"),
            pie: $pie,
            file: include_bytes!(concat!("../../data/books/", $file, ".book")),
            book: OnceLock::new(),
        }
    };
}

/// The books that ship with the program. `cargo run --release -p sowlab-analysis --example make_book` makes them.
static SHIPPED: [Shipped; 2] = [
    shipped!("33stones:", false, "33stones"),
    shipped!("33stones:", true, "33stones-pie"),
];

/// The first bytes of a file.
pub(super) const MAGIC: &[u8; 8] = b"sowbook1";

/// The error of a file that is no book of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The file is not a book, or is cut off.
    #[error("not a book, or cut off")]
    Damaged,
    /// A move of the book is not legal, or moves are left over.
    #[error("a book of another game")]
    Foreign,
    /// A position of the book leads back to itself or to a non-terminating round, or may end with less than the margin.
    #[error("{0}")]
    NotWinning(&'static str),
}

/// The move of a book in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<Move> {
    /// The move.
    pub chosen: Move,
    /// The margin of the side that moves, from the position on, that the book secures.
    pub secures: i32,
}

/// What a book says of a position.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The margin of the side of the book from the position on.
    secures: i32,
    /// The place of the move among the legal ones; `None` where the other side moves, or the book ends.
    place: Option<u8>,
}

/// A strategy of one side from the opening on, that secures a margin in finitely many moves.
///
/// The positions of a book are those that its side reaches with it, down to the start of a round with at most
/// [`BOOK_ENDS`] stones, and without those in which it has won more than is left. The file holds the moves alone, in the order in which a breadth-first search from the opening
/// finds the positions.
pub struct Book {
    side: Side,
    margin: i32,
    lines: FxHashMap<(Key, bool), Line>,
}

impl Book {
    /// Returns whether a book of a game ships with the program.
    pub fn is_there<G: Notation + Arbitration>(game: &G) -> bool {
        shipped(game).is_some()
    }

    /// Returns the book of a game that ships with the program; `None` if there is none. It is read once: a second for
    /// the largest.
    pub fn of<G>(game: &G) -> Option<Arc<Book>>
    where
        G: Notation + Arbitration + Play + Keyed<G::State>,
    {
        let shipped = shipped(game)?;
        let read = || Book::read(game, shipped.file).expect("a book of the game");
        Some(Arc::clone(shipped.book.get_or_init(|| Arc::new(read()))))
    }

    /// Reads a book of a game.
    ///
    /// # Errors
    /// The file is damaged, or a book of another game.
    pub fn read<G>(game: &G, file: &[u8]) -> Result<Book, BookError>
    where
        G: Arbitration + Play + Keyed<G::State>,
    {
        let rest = file.strip_prefix(MAGIC).ok_or(BookError::Damaged)?;
        let [side, margin, moves @ ..] = rest else {
            return Err(BookError::Damaged);
        };
        let side = if *side == 0 {
            Side::First
        } else {
            Side::Second
        };
        let mut moves = moves.iter();
        let mut next = |_: &Visit<G::State>, legal: &[G::Move]| {
            let place = *moves.next().ok_or(BookError::Damaged)?;
            match usize::from(place) < legal.len() {
                true => Ok(place),
                false => Err(BookError::Foreign),
            }
        };
        let book = Book::walk(game, side, i32::from(*margin as i8), &mut next)?;
        match moves.next() {
            None => Ok(book),
            Some(_) => Err(BookError::Foreign),
        }
    }

    /// Returns the side of the book.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns the margin that the side secures at the opening.
    pub fn margin(&self) -> i32 {
        self.margin
    }

    /// Returns the number of positions in which the book has a move.
    pub fn moves(&self) -> usize {
        let own = self.lines.values().filter(|line| line.place.is_some());
        own.count()
    }

    /// Returns the move of the book in a state; `None` if it has none.
    pub fn find<G>(&self, game: &G, state: &G::State) -> Option<BookMove<G::Move>>
    where
        G: Play + Keyed<G::State>,
    {
        let line = self.lines.get(&key(game, state, self.side))?;
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        Some(BookMove {
            chosen: legal[usize::from(line.place?)],
            secures: line.secures,
        })
    }

    /// Returns the margin that the side of the book secures from a state on; `None` if the state is not in the book.
    pub fn secures<G>(&self, game: &G, state: &G::State) -> Option<i32>
    where
        G: Play + Keyed<G::State>,
    {
        let line = self.lines.get(&key(game, state, self.side))?;
        Some(line.secures)
    }

    /// Finds the positions of a book. `choose` is called once for each position in which the side of the book moves,
    /// and gives the place of a move among the legal ones.
    pub(super) fn walk<G>(
        game: &G,
        side: Side,
        margin: i32,
        choose: &mut Choose<'_, G>,
    ) -> Result<Book, BookError>
    where
        G: Arbitration + Play + Keyed<G::State>,
    {
        let mut book = Book {
            side,
            margin,
            lines: FxHashMap::default(),
        };
        let opening = Visit {
            state: game.state(&game.opening()),
            secures: margin,
            start: None,
        };
        let mut visits = VecDeque::from([opening]);
        let mut legal = Vec::new();
        while let Some(visit) = visits.pop_front() {
            if game.endless(&visit.state) {
                return Err(BookError::NotWinning("a non-terminating round"));
            }
            if let Some(rest) = game.terminal(&visit.state) {
                let own = game.side_to_move(&visit.state) == side;
                if (if own { rest } else { -rest }) < visit.secures {
                    return Err(BookError::NotWinning(
                        "a game ends with less than the margin",
                    ));
                }
                continue;
            }
            // The side has won so much that it wins whatever happens.
            if visit.secures <= -game.bound(&visit.state) {
                continue;
            }
            let ends = is_end(game, &visit.state);
            let own = game.side_to_move(&visit.state) == side;
            legal.clear();
            game.moves(&visit.state, &mut legal);
            let place = match book.lines.entry(key(game, &visit.state, side)) {
                Entry::Occupied(mut found) => {
                    let line = found.get_mut();
                    if line.secures >= visit.secures {
                        continue;
                    }
                    line.secures = visit.secures;
                    line.place
                }
                Entry::Vacant(new) => {
                    let place = match own && !ends {
                        true => Some(choose(&visit, &legal)?),
                        false => None,
                    };
                    let secures = visit.secures;
                    new.insert(Line { secures, place });
                    place
                }
            };
            if ends {
                continue;
            }
            let followed = match place {
                Some(place) => &legal[usize::from(place)..=usize::from(place)],
                None => &legal[..],
            };
            for &chosen in followed {
                visits.push_back(visit.after(game, side, chosen));
            }
        }
        Ok(book)
    }

    /// Calls `visit` with each state at which the book ends, and with the margin that its side has to secure there.
    ///
    /// # Errors
    /// A position leads back to itself.
    pub fn check_ends<G>(
        &self,
        game: &G,
        visit: &mut dyn FnMut(&G::State, i32),
    ) -> Result<(), BookError>
    where
        G: Arbitration + Play + Keyed<G::State>,
    {
        // Depth first: whether all that follows a state was visited, or the state is on the path.
        let mut done: FxHashMap<(Key, bool), bool> = FxHashMap::default();
        let mut path = vec![(game.state(&game.opening()), false)];
        while let Some((state, left)) = path.pop() {
            let key = key(game, &state, self.side);
            if left {
                done.insert(key, true);
                continue;
            }
            match done.get(&key) {
                Some(true) => continue,
                Some(false) => {
                    return Err(BookError::NotWinning("a position leads back to itself"));
                }
                None => {}
            }
            let Some(line) = self.lines.get(&key) else {
                // The game is over, or decided.
                continue;
            };
            if is_end(game, &state) {
                done.insert(key, true);
                visit(&state, line.secures);
                continue;
            }
            done.insert(key, false);
            path.push((state, true));
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            let followed = match line.place {
                Some(place) => &legal[usize::from(place)..=usize::from(place)],
                None => &legal[..],
            };
            for &chosen in followed {
                path.push((game.play(&state, chosen).state, false));
            }
        }
        Ok(())
    }
}

/// Gives the place of a move among the legal ones of a position.
pub(super) type Choose<'a, G> =
    dyn FnMut(&Visit<<G as Game>::State>, &[<G as Game>::Move]) -> Result<u8, BookError> + 'a;

/// A position on the way through a book.
pub(super) struct Visit<State> {
    pub(super) state: State,
    /// The margin that the side of the book has to secure.
    pub(super) secures: i32,
    /// The state at the start of the round, where this is within one.
    pub(super) start: Option<State>,
}

impl<State: Copy> Visit<State> {
    fn after<G>(&self, game: &G, side: Side, chosen: G::Move) -> Visit<State>
    where
        G: Arbitration + Play<State = State>,
    {
        let own = game.side_to_move(&self.state) == side;
        let step = game.play(&self.state, chosen);
        let start = match game.mid_round(&step.state) {
            true => self.start.or(Some(self.state)),
            false => None,
        };
        Visit {
            state: step.state,
            secures: if own {
                self.secures - step.gain
            } else {
                self.secures + step.gain
            },
            start,
        }
    }
}

/// The book of a game that ships with the program.
fn shipped<G: Notation + Arbitration>(game: &G) -> Option<&'static Shipped> {
    let (name, pie) = (game.full_name(), game.has_pie());
    SHIPPED
        .iter()
        .find(|book| book.game == name && book.pie == pie)
}

/// Returns whether a book ends in a state.
fn is_end<G: Arbitration>(game: &G, state: &G::State) -> bool {
    !game.mid_round(state) && game.bound(state) <= BOOK_ENDS
}

/// The key of a state, and whether the side of a book moves there.
fn key<G: Play + Keyed<G::State>>(game: &G, state: &G::State, side: Side) -> (Key, bool) {
    (game.key(state), game.side_to_move(state) == side)
}
