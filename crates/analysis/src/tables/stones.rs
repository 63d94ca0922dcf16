//! Tables of the stones family.

use sowlab_solvers::order::{OpenState, PieState};
use sowlab_solvers::ranking::{MAX_STONES, Ranking, RankingError};
use sowlab_solvers::{Game, Value};

use super::error::ProbeError;
use super::game::{CellsWriter, LayeredGame, PositionWriter};
use super::located::{Continuation, Located, Place};
use super::prober::Locator;
use sowlab_games::stones::{
    Board, Phase, Position, ReferenceLayers, Rules, Seat, StonesGame, StonesLayers, StonesTurns,
    state_of,
};

impl LayeredGame for Rules {
    type Layers = StonesLayers;
    type Reference = ReferenceLayers;

    fn layers(&self, stones: u32) -> Result<StonesLayers, RankingError> {
        StonesLayers::new(self, stones as usize)
    }

    fn reference(&self, stones: u32) -> Result<ReferenceLayers, RankingError> {
        ReferenceLayers::new(self, stones as usize)
    }

    /// Locates positions with any number of stones, whatever the opening has. If gote is to reply or the pie decision
    /// is open, the value follows from the positions after each choice.
    fn locator(&self) -> Result<Locator<'_>, ProbeError> {
        let most = (0..=MAX_STONES).rev();
        let mut rankings = most.filter_map(|most| Ranking::new(self.holes(), most).ok());
        let ranking = match rankings.next() {
            Some(ranking) => ranking,
            None => Ranking::new(self.holes(), 0)?,
        };
        let turns = StonesTurns::new(StonesGame::new(self), false);
        Ok(Box::new(move |text| {
            let position = Position::parse_any(self, text).map_err(ProbeError::position)?;
            let stones = position.board().stones() as usize;
            if stones > ranking.most_stones() {
                // Returns the error with the limit on stones.
                Ranking::new(self.holes(), stones)?;
            }
            let margin_of = position.sente().name();
            if position.phase() != Phase::Sente {
                return Ok(Located {
                    position: position.to_string(),
                    margin_of,
                    greatest: position.to_choose() == position.sente(),
                    continuations: continuations(&turns, &position, &ranking),
                });
            }
            let board = position.canonical_board();
            let rank = ranking.rank(board.lanes());
            let stones = board.stones();
            Ok(Located::itself(
                position.to_string(),
                margin_of,
                stones,
                rank,
            ))
        }))
    }

    /// Writes positions in which East has sente. The other stones of the game are in East's cup.
    fn writer(&self, layer: u32) -> Result<PositionWriter<'_>, RankingError> {
        let ranking = Ranking::new(self.holes(), layer as usize)?;
        let cup = (self.stones() as u32).saturating_sub(layer);
        Ok(Box::new(move |rank| {
            let board = Board::from_lanes(ranking.unrank(layer as usize, rank).ok()?);
            let board = board.text(self.holes());
            Some(format!("{board} {} {cup} 0 - 1", Seat::East.letter()))
        }))
    }

    fn cells(&self) -> usize {
        self.holes()
    }

    fn cells_writer(&self, layer: u32) -> Result<CellsWriter<'_>, RankingError> {
        let ranking = Ranking::new(self.holes(), layer as usize)?;
        Ok(Box::new(move |rank, cells| {
            let Ok(lanes) = ranking.unrank(layer as usize, rank) else {
                return false;
            };
            cells.copy_from_slice(&lanes[..cells.len()]);
            true
        }))
    }
}

/// Returns the result of each choice if gote is to reply or the pie decision is open.
fn continuations(turns: &StonesTurns, position: &Position, ranking: &Ranking) -> Vec<Continuation> {
    let state = state_of(position, false);
    let of = position.sente().side();
    let mut moves = Vec::new();
    turns.moves(&state, &mut moves);
    let continuation = |chosen| {
        let step = turns.play(&state, chosen);
        let own = turns.side_to_move(&state) == of;
        let gain = if own { step.gain } else { -step.gain };
        let to = match step.state {
            PieState::Play(OpenState::Endless) => {
                let all = turns.bound(&state);
                Place::Known(Value {
                    lower: -all,
                    zero: 0,
                    upper: all,
                })
            }
            PieState::Play(OpenState::Leader {
                state: board,
                leader,
            }) => Place::At {
                layer: board.stones(),
                rank: ranking.rank(board.lanes()),
                flipped: leader != of,
            },
            // The gain includes the stones given out at the end.
            _ => Place::Known(Value::settled(0)),
        };
        Continuation { gain, to }
    };
    moves.into_iter().map(continuation).collect()
}
