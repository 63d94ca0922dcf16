//! Sowing games of the world.

use sowlab_findings::{Choices, Solved};

use sowlab_games::catalog::{CatalogGame, NotOffered};
use sowlab_games::contest::{move_texts, position_after, read_moves};
use sowlab_games::world::{EndlessMove, Position, Recurrence, WorldVariant};
use sowlab_solvers::Monitor;

use super::sequential::{self, position_of};
use super::{BoardSizes, Solve};
use crate::certificates::{Certificate, Claim};
use crate::choices::{ChoicesRequest, Listener, choices_of_moves};
use crate::endless::{CyclicGame, Period, ReachRequest, Reachable, reach_moves};
use crate::solve::{AgreedOpening, Beyond, SharedTables, SolveRequest, graph_twice, solve_moves};
use crate::tables::TabledGame;
use crate::{Field, Perft, PerftCounts, PerftRequest, RequestError};

/// The maximum number of states to list. The search begins within a second where there are more.
const LISTED_STATES: usize = 1 << 18;

impl Solve for WorldVariant {
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        let searched = (LISTED_STATES, Beyond::Proof);
        solve_moves(&game, &position, request, searched, monitor)
    }

    fn improving_choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        choices_of_moves(&self.game(), LISTED_STATES, request, listener, monitor)
    }

    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError> {
        // Moves that never end are searched for also where they are illegal.
        let Some(game) = self.game().annulling() else {
            return sequential::reach(self, request, monitor);
        };
        let position = position_of(&game, request.position.as_deref())?;
        let mut found = reach_moves(&game, &position, request, monitor)?;
        if let Some(witness) = found.witness.as_mut() {
            let certificate = self.certify(&found.position, &witness.record)?;
            witness.period = match certificate.claim {
                Claim::EndlessRound { period, .. } => Some(Period::Steps(period)),
                Claim::EndlessMove { period, .. } => Some(Period::Laps(period)),
                Claim::Repetition { .. } => None,
            };
            witness.certificate = request.certificate.then_some(certificate);
        }
        Ok(found)
    }

    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError> {
        let mut perft = sequential::perft(self, true, request, monitor)?;
        if let PerftCounts::Plies(plies) = &mut perft.counts
            && self.rules().endless_moves() != EndlessMove::Annuls
        {
            plies.iter_mut().for_each(|ply| ply.endless = None);
        }
        Ok(perft)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        Err(NotOffered::of(self, NOT_NUMBERED))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        Err(NotOffered::of(self, NOT_NUMBERED))
    }

    /// The last move, or the choices of the last round, need not be legal: they may be illegal because they never end.
    /// Boards that the players set up are the start of a certificate, whose game has no set-up.
    fn certify(&self, start: &str, record: &str) -> Result<Certificate, RequestError> {
        let refused = |error: String| RequestError::field(Field::Certificate, error);
        let game = self.game().annulling().ok_or_else(|| {
            let why = "certificates show moves that never end, and it has none";
            RequestError::field(Field::Certificate, NotOffered::of(self, why))
        })?;
        let start = position_of(&game, Some(start))?;
        let moves = read_moves(&game, &start, record.split_whitespace());
        let moves = moves.map_err(|error| RequestError::field(Field::Certificate, error))?;
        let ends = || refused(format!("the last move of '{record}' ends"));
        let played = self.set_up().game();
        let is_set_up = |position: &Position| played.read(&game.written(position)).is_ok();
        let before_game = (0..moves.len())
            .find(|&count| is_set_up(&position_after(&game, &start, &moves[..count])))
            .ok_or_else(ends)?;
        let (set_up, moves) = moves.split_at(before_game);
        let start = position_after(&game, &start, set_up);
        let (&last, before) = moves.split_last().ok_or_else(ends)?;
        let here = position_after(&game, &start, before);
        let recurrence = game.rules().recurrence(here.state().board(), last);
        let mut play = move_texts(&game, &start, moves);
        let last = play.pop().unwrap_or_default();
        let (position, claim) = match recurrence.ok_or_else(ends)? {
            Recurrence::Laps { first, period } => {
                let claim = Claim::EndlessMove {
                    r#move: last,
                    first_lap: first,
                    period,
                };
                (here, claim)
            }
            Recurrence::Steps { first, period } => {
                let one = "the record must begin before the round that never ends";
                let first_choice = play.pop().ok_or_else(|| refused(one.to_owned()))?;
                let claim = Claim::EndlessRound {
                    round: first_choice + &last,
                    first_step: first,
                    period,
                };
                (position_after(&game, &start, &before[..play.len()]), claim)
            }
        };
        let text = |position: &Position| game.written(position);
        let (start, position) = (text(&start), text(&position));
        Certificate::new(played.name(), start, play, position, claim, 0)
            .map_err(RequestError::failed)
    }

    fn boards(&self, sizes: &BoardSizes) -> Result<Vec<CatalogGame>, NotOffered> {
        let all = sizes.pits.clone().flat_map(|pits| {
            let seeds = sizes.seeds.clone();
            seeds.map(move |seeds| (u64::from(pits), u64::from(seeds)))
        });
        let mut boards: Vec<WorldVariant> = all
            .filter_map(|(pits, seeds)| self.sized(pits, seeds))
            .collect();
        if boards.is_empty() {
            boards.push(*self);
        }
        boards.retain(|board| board.game().boards() <= sizes.positions.into());
        Ok(boards.into_iter().map(CatalogGame::World).collect())
    }

    fn opening_twice(
        &self,
        _: &mut SharedTables,
        monitor: &dyn Monitor,
    ) -> Result<AgreedOpening, RequestError> {
        graph_twice(&self.game(), monitor)
    }
}

const NOT_NUMBERED: &str = "its positions are not numbered by layers, so it has no tables";
