//! What a side secures from a position on: by endgame tables, complete proofs, and books of winning play.

mod book;
mod books;
mod force;
mod make_book;
mod margins;
mod rest;

pub use book::{BOOK_ENDS, Book, BookError, BookMove};
pub use books::Books;
pub use force::{Force, Stopped};
pub use make_book::{MadeBook, MakeBookError, MakeBookRequest, make_books};
pub use margins::{LEAST_TABLES, NEVER, Secured, SecuredMargins, SolvedError};
pub use rest::prove_rest;
