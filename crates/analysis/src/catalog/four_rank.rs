//! The four-rank family.

use sowlab_solvers::Monitor;

use super::family::for_play;
use super::shown::position_of;
use super::{BoardSizes, Entry, Family, NotOffered};
use crate::certificates::{Certificate, Claim};
use crate::solve::{FoundTwice, SharedTables, four_rank_twice};
use crate::{Field, RequestError};
use sowlab_games::Files;
use sowlab_games::contest::{move_texts, position_after, read_moves};
use sowlab_games::four_rank::{
    FourRank, FourRankVariant, GameError, Move, NAME, OPTIONS, Outcome, Period, State,
};

/// The longest rows whose states are all listed, and the most seeds on them.
const MOST_PITS_LISTED: usize = 3;
const MOST_SEEDS_LISTED: u32 = 16;
/// No fewer than those have: 13,037,895 boards and what their endless moves lead to.
const MOST_STATES: usize = 1 << 24;

const RULES_TEXT: &str = "\
Owela, or ǁHus (Namibia). Each player owns two rows of pits and sows only
there, counterclockwise.
- Choose a pit with two seeds or more and sow them one by one.
- The last seed falls into an empty pit: your move ends.
- It falls into an occupied inner pit, and the opponent's pits facing it hold
  seeds: you capture them and sow them on from the next pit.
- It falls into any other occupied pit: lift everything there and sow on.
- If you have no pit with two seeds or more you lose. A move can go on for
  ever.
All of it: docs/games-four-rank.md";

impl Family for FourRankVariant {
    type Error = GameError;
    type Contest = FourRank;

    const NAME: &'static str = "four-rank";
    const ENDLESS_MOVES: bool = true;
    const CERTIFICATES: bool = true;

    fn entries() -> impl Iterator<Item = Entry> {
        std::iter::once(Entry {
            name: NAME,
            family: Self::NAME,
            about: "Owela, or ǁHus (Namibia): four ranks, sown in relays that may never end",
            options: OPTIONS,
        })
    }

    fn read(text: &str, _: Files) -> Result<FourRankVariant, GameError> {
        text.parse()
    }

    fn rules_text(&self) -> String {
        RULES_TEXT.to_owned()
    }

    fn contest(&self, _: bool) -> Result<FourRank, GameError> {
        Ok(self.game())
    }

    /// All states of the boards that have few; the rest have billions.
    fn listed_states(&self) -> usize {
        match (self.rules().pits(), self.rules().seeds()) {
            (0..=MOST_PITS_LISTED, 0..=MOST_SEEDS_LISTED) => MOST_STATES,
            _ => 0,
        }
    }

    fn boards(&self, _: &BoardSizes) -> Result<Vec<Self>, NotOffered> {
        Ok(vec![*self])
    }

    fn opening_twice(
        &self,
        _: &mut SharedTables,
        monitor: &dyn Monitor,
    ) -> Result<FoundTwice, RequestError> {
        four_rank_twice(&self.game(), monitor)
    }

    fn certify(&self, start: &str, record: &str) -> Result<Certificate, RequestError> {
        let game = for_play(self)?;
        let start = position_of(&game, Some(start))?;
        let moves = read_moves(&game, &start, record.split_whitespace());
        let moves = moves.map_err(|error| RequestError::field(Field::Certificate, error))?;
        let (position, period) = endless(&game, &start, &moves).ok_or_else(|| {
            let error = format!("the last move of '{record}' ends");
            RequestError::field(Field::Certificate, error)
        })?;
        let mut play = move_texts(&game, &start, &moves);
        let claim = Claim::EndlessMove {
            r#move: play.pop().unwrap_or_default(),
            first_lap: period.first_lap,
            period: period.laps,
        };
        let [start, position] = [start, position].map(|state| game.position_text(&state));
        Certificate::new(game.name(), start, play, position, claim, 0).map_err(RequestError::failed)
    }
}

/// The position before the last move, and how that move goes, if it never ends.
fn endless(game: &FourRank, start: &State, moves: &[Move]) -> Option<(State, Period)> {
    let (&Move::Sow(pit), before) = moves.split_last()? else {
        return None;
    };
    let position = position_after(game, start, before);
    match game.course(&position, pit).outcome {
        Outcome::Ends { .. } => None,
        Outcome::Endless(period) => Some((position, period)),
    }
}
