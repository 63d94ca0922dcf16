//! What a family of games offers.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

use sowlab_solvers::Monitor;

use super::not_offered::NotOffered;
use super::shown::{Shown, position_of, shown};
use crate::certificates::{Certificate, Claim};
use crate::choices::{Choices, ChoicesRequest, Listener, choices_of_moves};
use crate::endless::{CyclicGame, Period, ReachRequest, Reachable, reach_moves};
use crate::solve::{
    Beyond, ByMovesLimits, FoundTwice, LISTED_STATES, OpeningByMoves, SharedTables, SolveRequest,
    Solved, solve_moves,
};
use crate::tables::{LayersVisitor, TabledGame};
use crate::{Estimate, Estimator, Field, Perft, PerftRequest, RequestError, perft_of_moves};
use sowlab_base::Deadline;
use sowlab_games::Files;
use sowlab_games::contest::{Contest, Play};
use sowlab_games::options::OptionSpec;
use sowlab_games::stones::Rules;
use sowlab_games::two_rank::{RandomVariant, Variant};

/// A line of the catalog.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name of the game.
    pub name: &'static str,
    /// The family that it belongs to.
    pub family: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
}

/// Sizes of boards whose openings are solved.
#[derive(Clone, Debug)]
pub struct BoardSizes {
    /// The pits a side.
    pub pits: RangeInclusive<u32>,
    /// The seeds in a pit.
    pub seeds: RangeInclusive<u32>,
    /// Boards with more positions in their tables are left out.
    pub positions: u64,
}

/// A game of a family with its options set: small, and printed as its full name. What has no default
/// every family has; the rest a family offers or not.
pub trait Family: Copy + Debug + Display + Eq + Hash {
    /// Why a text names no game of the family.
    type Error: std::error::Error + Clone + Eq + Send + Sync + 'static;
    /// The game for play.
    type Contest: Contest;

    /// The name of the family, as the list of games has it.
    const NAME: &'static str;

    /// Whether its games have a pie rule.
    const PIE: bool = false;

    /// Whether a move, or a round, can go on for ever.
    const ENDLESS_MOVES: bool = false;

    /// Whether [`certify`](Family::certify) is offered.
    const CERTIFICATES: bool = false;

    /// Names that [`read`](Family::read) reads besides those of the list, short for one of these with an option.
    const SHORT_NAMES: &'static [&'static str] = &[];

    /// Its games, in the order in which they are listed.
    fn entries() -> impl Iterator<Item = Entry>;

    /// Reads one of its games with its options, the inverse of printing. Unless `files` allows it, no text opens
    /// a file.
    ///
    /// # Errors
    /// Names the option at fault and what is allowed.
    fn read(text: &str, files: Files) -> Result<Self, Self::Error>;

    /// The game for play. `pie` says whether the pie rule is played, in a family that
    /// [has it](Family::PIE).
    ///
    /// # Errors
    /// Not for a game that was parsed.
    fn contest(&self, pie: bool) -> Result<Self::Contest, Self::Error>;

    /// The rules, if both sides sow at once; `what` names the request, as in "loops scan".
    ///
    /// # Errors
    /// In this family one side moves at a time.
    fn joint(&self, what: &'static str) -> Result<Rules, NotOffered> {
        Err(NotOffered::Joint { what })
    }

    /// The rules, if setups of Random Mancala are played by them.
    ///
    /// # Errors
    /// Setups are played by others.
    fn setup_rules(&self) -> Result<Variant, NotOffered> {
        let why = "setups are played by the rules of a two-rank game";
        Err(NotOffered::of(self, why))
    }

    /// The game as one whose setup is drawn.
    ///
    /// # Errors
    /// The game begins with an opening of its own.
    fn drawn(&self) -> Result<RandomVariant, NotOffered> {
        let why = "its opening is not drawn, as that of `random` is";
        Err(NotOffered::of(self, why))
    }

    /// A position, drawn and written; the opening where none is given.
    ///
    /// # Errors
    /// The text is no position of the game.
    fn show(&self, position: Option<&str>) -> Result<Shown, RequestError> {
        let game = for_play(self)?;
        let position = position_of(&game, position)?;
        Ok(shown(&game, &position))
    }

    /// The rules, on one screen.
    fn rules_text(&self) -> String;

    /// The most states that [`solve`](Family::solve) lists of a sequential game: where there are more,
    /// search deepens over moves.
    fn listed_states(&self) -> usize {
        LISTED_STATES
    }

    /// How [`solve`](Family::solve) searches where there are more.
    fn beyond(&self) -> Beyond {
        Beyond::Deepening
    }

    /// Proves what a position is worth. The monitor heeds the time limit of the request. Without it
    /// the graph of all states is solved where they are few, otherwise a search goes
    /// [beyond](Family::beyond); there are no tables.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
    fn solve(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = for_play(self)?;
        let position = position_of(&game, request.position.as_deref())?;
        solve_moves(
            &game,
            &position,
            request,
            (self.listed_states(), self.beyond()),
            monitor,
        )
    }

    /// The game on every board within these sizes, the smallest first; the game alone where its boards have no
    /// sizes. These are the games of [`opening_twice`](Family::opening_twice).
    ///
    /// # Errors
    /// The family does not solve openings in two ways.
    fn boards(&self, _sizes: &BoardSizes) -> Result<Vec<Self>, NotOffered> {
        let why = "its openings are not solved in two ways";
        Err(NotOffered::of(self, why))
    }

    /// Solves the opening in two ways that must agree. Of several boards the largest comes first: tables of
    /// it may hold the others.
    ///
    /// # Errors
    /// The two ways disagree, there are too many positions, or the family does not offer it.
    fn opening_twice(
        &self,
        _shared: &mut SharedTables,
        _monitor: &dyn Monitor,
    ) -> Result<FoundTwice, RequestError> {
        let why = "its openings are not solved in two ways";
        Err(RequestError::field(Field::Game, NotOffered::of(self, why)))
    }

    /// Searches the opening within limits, as a whole and by the positions after its first moves.
    ///
    /// # Errors
    /// The searches disagree, there is no memory, or the family does not offer it.
    fn opening_by_moves(
        &self,
        _limits: &ByMovesLimits,
        _monitor: &dyn Monitor,
    ) -> Result<OpeningByMoves, RequestError> {
        let why = "its openings are not searched by their first moves";
        Err(RequestError::field(Field::Game, NotOffered::of(self, why)))
    }

    /// Values every choice of a position, in any phase. Without it the graph of all states is solved
    /// where they are few, otherwise the position after each choice is searched; there are no tables.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
    fn choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        let game = for_play(self)?;
        choices_of_moves(&game, self.listed_states(), request, listener, monitor)
    }

    /// Searches breadth-first from a position, counts what is reached, and finds rounds that never end.
    /// Without it a round is a move, and all positions are held in memory.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError> {
        if request.certificate && !Self::CERTIFICATES {
            let error = NotOffered::of(
                self,
                "certificates show moves that never end, and it has none",
            );
            return Err(RequestError::field(Field::Certificate, error));
        }
        let game = for_play(self)?;
        let position = position_of(&game, request.position.as_deref())?;
        let mut found = reach_moves(&game, &position, request, monitor)?;
        if let Some(witness) = found.witness.as_mut().filter(|_| Self::CERTIFICATES) {
            let certificate = self.certify(&found.position, &witness.record)?;
            if let Claim::EndlessMove { period, .. } = certificate.claim {
                witness.period = Some(Period::Laps(period));
            }
            witness.certificate = request.certificate.then_some(certificate);
        }
        Ok(found)
    }

    /// The certificate of a game from a position whose last move never ends.
    ///
    /// # Errors
    /// The record cannot be played or does not end so; or there are no certificates of this game.
    fn certify(&self, start: &str, record: &str) -> Result<Certificate, RequestError> {
        let _ = (start, record);
        let error = NotOffered::of(
            self,
            "certificates show moves that never end, and it has none",
        );
        Err(RequestError::field(Field::Certificate, error))
    }

    /// The game as one that endgame tables can be built for.
    ///
    /// # Errors
    /// It has none.
    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        Err(NotOffered::of(
            self,
            "its positions are not numbered, so it has no tables",
        ))
    }

    /// Hands the layers of up to this number of stones to a visitor that works on the layers of any game.
    ///
    /// # Errors
    /// The game has no tables, or there are more positions than can be numbered.
    fn visit_layers<V: LayersVisitor>(
        &self,
        stones: u32,
        visitor: V,
    ) -> Result<V::Output, RequestError> {
        let _ = (stones, visitor);
        let no_tables = self.tables().err();
        let error =
            no_tables.unwrap_or_else(|| NotOffered::of(self, "its layers are not handed out"));
        Err(RequestError::field(Field::Game, error))
    }

    /// The game as one whose repetitions can be listed.
    ///
    /// # Errors
    /// Its positions never recur, or are not numbered.
    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        Err(NotOffered::of(self, "its positions are not numbered"))
    }

    /// Counts sequences of moves, or of rounds in a game in which both sides sow at once.
    ///
    /// # Errors
    /// The position is none of the game, or rounds cannot be counted from it.
    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError> {
        let game = for_play(self)?;
        let position = position_of(&game, request.position.as_deref())?;
        let endless = Self::ENDLESS_MOVES;
        Ok(perft_of_moves(
            &game,
            &position,
            request.depth,
            endless,
            monitor,
        ))
    }
}

/// The game for play, without a pie rule.
pub(super) fn for_play<F: Family>(family: &F) -> Result<F::Contest, RequestError> {
    let game = family.contest(false);
    game.map_err(|error| RequestError::field(Field::Game, error))
}

/// A guess at the margin of the side to move in a position, within what is proven, by the time limit.
pub(super) fn estimate<F: Family>(
    family: &F,
    position: &str,
    proven: &RangeInclusive<i32>,
    time: &Deadline<'_>,
) -> Result<Option<Estimate>, RequestError> {
    let game = for_play(family)?;
    let position = position_of(&game, Some(position))?;
    let estimator = Estimator::new(&game, time).map_err(RequestError::failed)?;
    Ok(estimator.estimate(&game.state(&position), proven))
}
