//! Ranks of a layer as positions and moves that can be replayed.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_solvers::ranking::{Holes, Ranking};

use super::certify::position_of_board;
use sowlab_games::stones::sowing::JointMove;
use sowlab_games::stones::{self, Board, Ending, RecordItem, Rules, WrittenRound, stepper};
use sowlab_games::two_rank::{self, Seat, State, TwoRank};

/// A cycle of positions that can be replayed. The last move leads back to the first position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// The game of the position, if it is not the requested one: a game with enough stones for the board.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "named")]
    #[schemars(with = "Option<String>")]
    pub game: Option<Rules>,
    /// The position at the start.
    pub position: String,
    /// The rounds, or the moves of both sides in turn.
    pub moves: Vec<String>,
}

impl fmt::Display for Line {
    /// Writes game, position and moves for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = &self.game {
            write!(f, "{game}, ")?;
        }
        write!(f, "{} : {}", self.position, self.moves.join(" "))
    }
}

/// The serialized form of a game: its name.
mod named {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use sowlab_games::stones::Rules;

    pub(super) fn serialize<S: Serializer>(
        game: &Option<Rules>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        game.map(|rules| rules.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Rules>, D::Error> {
        let name: Option<String> = Option::deserialize(deserializer)?;
        let rules = name.map(|name| Rules::from_name(&name).map_err(D::Error::custom));
        rules.transpose()
    }
}

/// A writer of the positions of a layer.
pub trait Lines {
    /// Returns the line through the positions with these ranks, in order and back to the first.
    fn cycle(&self, stones: u32, ranks: &[u64]) -> Option<Line>;
    /// Returns a position and a round on it that never ends.
    fn endless(&self, stones: u32, rank: u64) -> Option<Line>;
}

pub(super) struct StonesLines {
    pub(super) rules: Rules,
    pub(super) ranking: Ranking,
}

impl StonesLines {
    fn board(&self, stones: u32, rank: u64) -> Option<Board> {
        let lanes = self.ranking.unrank(stones as usize, rank).ok()?;
        Some(Board::from_lanes(lanes))
    }

    /// Returns the first round on a board that satisfies a condition.
    fn round(&self, board: Board, wanted: impl Fn(&stones::Round) -> bool) -> Option<String> {
        let mut found = None;
        JointMove::for_each(board.playable(), |chosen| {
            if found.is_none() {
                let (east, west) = (chosen.east.into(), chosen.west.into());
                let round = stepper::sow(&self.rules, board, east, west);
                if wanted(&round) {
                    let written = WrittenRound::new(stones::Seat::East, chosen);
                    found = Some(RecordItem::Round(written).to_string());
                }
            }
        });
        found
    }

    fn line(&self, board: Board, moves: Vec<String>) -> Option<Line> {
        let (rules, position) = position_of_board(&self.rules, board).ok()?;
        Some(Line {
            game: (rules != self.rules).then_some(rules),
            position: position.to_string(),
            moves,
        })
    }
}

impl Lines for StonesLines {
    fn cycle(&self, stones: u32, ranks: &[u64]) -> Option<Line> {
        let boards: Option<Vec<Board>> =
            ranks.iter().map(|&rank| self.board(stones, rank)).collect();
        let boards = boards?;
        let first = *boards.first()?;
        let next = boards.iter().skip(1).chain([&first]);
        let moves: Option<Vec<String>> = boards
            .iter()
            .zip(next)
            .map(|(&board, &next)| {
                self.round(board, |round| {
                    round.ending == Ending::Quiet && round.board == next
                })
            })
            .collect();
        self.line(first, moves?)
    }

    fn endless(&self, stones: u32, rank: u64) -> Option<Line> {
        let board = self.board(stones, rank)?;
        let endless = |round: &stones::Round| matches!(round.ending, Ending::Endless { .. });
        self.line(board, vec![self.round(board, endless)?])
    }
}

pub(super) struct TwoRankLines<'a> {
    pub(super) game: &'a TwoRank,
    pub(super) ranking: Ranking,
}

impl TwoRankLines<'_> {
    /// Returns a position from the view of its mover.
    fn holes(&self, stones: u32, rank: u64) -> Option<Holes> {
        self.ranking.unrank(stones as usize, rank).ok()
    }
}

impl Lines for TwoRankLines<'_> {
    fn cycle(&self, stones: u32, ranks: &[u64]) -> Option<Line> {
        let pits = self.game.rules().pits;
        let first = self.holes(stones, *ranks.first()?)?;
        let mut state = State::from_pits(Seat::Lower, &first[..2 * pits])?;
        let start = state;
        let mut moves = Vec::new();
        for &rank in ranks.iter().skip(1).chain(ranks.first()) {
            let wanted = self.holes(stones, rank)?;
            let (chosen, after) = self.game.legal(state).find_map(|chosen| {
                let (after, gained) = self.game.after(state, chosen);
                let there = gained == 0 && after.pits(pits) == wanted;
                there.then_some((chosen, after))
            })?;
            moves.push(self.game.move_text(state.mover(), chosen));
            state = after;
        }
        let stores = [(self.game.total() - stones) as u8, 0];
        let position = two_rank::Position::new(start, pits, stores)?;
        (state == start).then(|| Line {
            game: None,
            position: position.to_string(),
            moves,
        })
    }

    /// Returns `None`, because a move of these games always ends.
    fn endless(&self, _: u32, _: u64) -> Option<Line> {
        None
    }
}
