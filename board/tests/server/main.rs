//! The server from outside: a child process, asked over plain sockets.

mod child;
mod client;

mod access;
mod choices;
mod documents;
mod files;
mod floods;
mod input;
mod load;
mod puzzles;
mod rounds;
mod stops;
