//! The four-rank family.

use sowlab_findings::{Choices, Solved};

use sowlab_games::catalog::{CatalogGame, NotOffered};
use sowlab_games::contest::{move_texts, position_after, read_moves};
use sowlab_games::four_rank::{FourRank, FourRankVariant, Move, Outcome, Period as Laps, State};
use sowlab_solvers::Monitor;

use super::sequential::{self, position_of};
use super::{BoardSizes, Solve};
use crate::certificates::{Certificate, Claim};
use crate::choices::{ChoicesRequest, Listener, choices_of_moves};
use crate::endless::{CyclicGame, Period, ReachRequest, Reachable, reach_moves};
use crate::solve::{
    AgreedOpening, Beyond, SharedTables, SolveRequest, four_rank_twice, solve_moves,
};
use crate::tables::TabledGame;
use crate::{Field, Perft, PerftRequest, RequestError};

/// The maximum row length and the maximum number of seeds of boards whose states are all listed.
const MOST_PITS_LISTED: usize = 3;
const MOST_SEEDS_LISTED: u32 = 16;
/// The maximum number of listed states. The largest such board has 13,037,895 states before those
/// after endless moves.
const MOST_STATES: usize = 1 << 24;

/// Returns the maximum number of states to list: 0 on larger boards, which have billions.
fn listed_states(variant: &FourRankVariant) -> usize {
    match (variant.rules().pits(), variant.rules().seeds()) {
        (0..=MOST_PITS_LISTED, 0..=MOST_SEEDS_LISTED) => MOST_STATES,
        _ => 0,
    }
}

impl Solve for FourRankVariant {
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        let listed = listed_states(self);
        solve_moves(
            &game,
            &position,
            request,
            (listed, Beyond::Deepening),
            monitor,
        )
    }

    fn improving_choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        choices_of_moves(
            &self.game(),
            listed_states(self),
            request,
            listener,
            monitor,
        )
    }

    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        let mut found = reach_moves(&game, &position, request, monitor)?;
        if let Some(witness) = found.witness.as_mut() {
            let certificate = self.certify(&found.position, &witness.record)?;
            if let Claim::EndlessMove { period, .. } = certificate.claim {
                witness.period = Some(Period::Laps(period));
            }
            witness.certificate = request.certificate.then_some(certificate);
        }
        Ok(found)
    }

    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError> {
        sequential::perft(self, true, request, monitor)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        let why = "its positions are not numbered, so it has no tables";
        Err(NotOffered::of(self, why))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        Err(NotOffered::of(self, "its positions are not numbered"))
    }

    fn certify(&self, start: &str, record: &str) -> Result<Certificate, RequestError> {
        let game = self.game();
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

    fn boards(&self, _: &BoardSizes) -> Result<Vec<CatalogGame>, NotOffered> {
        Ok(vec![CatalogGame::FourRank(*self)])
    }

    fn opening_twice(
        &self,
        _: &mut SharedTables,
        monitor: &dyn Monitor,
    ) -> Result<AgreedOpening, RequestError> {
        four_rank_twice(&self.game(), monitor)
    }
}

/// Returns the position before the last move and the period of that move, if it never ends.
fn endless(game: &FourRank, start: &State, moves: &[Move]) -> Option<(State, Laps)> {
    let (&Move::Sow(pit), before) = moves.split_last()? else {
        return None;
    };
    let position = position_after(game, start, before);
    match game.course(&position, pit).outcome {
        Outcome::Ends { .. } => None,
        Outcome::Endless(period) => Some((position, period)),
    }
}
