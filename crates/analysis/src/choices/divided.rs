//! The division of proofs into shards, and the union of their results.

use sowlab_findings::{Bounds, Choices, Selection, ValuedPiece};
use std::collections::BTreeMap;

use sowlab_solvers::Monitor;

use super::guesses::SharedEstimates;
use super::listener::Listener;
use super::prove::{Improved, LeafBounds, LeafProgress, Prove};
use super::tree::ChoicesProblem;
use crate::{Field, RequestError, Times};
use sowlab_base::Deadline;
use sowlab_base::pieces::Shard;
use sowlab_findings::ValuedPosition;
use sowlab_games::contest::Contest;

/// The error of shards that do not have every position exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the shards do not have every position exactly once")]
pub struct NotEveryPosition;

/// A prover that returns the results of shards without a search.
struct Joined<'a>(&'a [ValuedPiece]);

impl<C: Contest> Prove<C> for Joined<'_> {
    fn prove(
        &mut self,
        positions: &[C::Position],
        _: &dyn Fn(&[Bounds]) -> Vec<bool>,
        _: &mut Improved<'_>,
        _: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let mut found: Vec<_> = (self.0.iter()).flat_map(|piece| &piece.positions).collect();
        found.sort_by_key(|&(number, _)| number);
        let numbers = found.iter().map(|&(&number, _)| number);
        if !numbers.eq(0..positions.len()) {
            return Err(RequestError::field(Field::File, NotEveryPosition));
        }
        let known = found.into_iter().map(|(_, position)| LeafBounds {
            bounds: position.bounds.clone(),
            best: position.best.clone(),
            source: position.source,
        });
        Ok(known.collect())
    }

    fn nodes(&self) -> u64 {
        self.0.iter().map(|piece| piece.nodes).sum()
    }
}

impl<C: Contest> ChoicesProblem<'_, C> {
    /// Answers from solved positions, or joins the results of shards, if the request selects this. Rejects an empty
    /// shard before tables are built.
    pub(super) fn without_search(&self) -> Result<Option<Choices>, RequestError> {
        match self.part {
            Selection::All => Ok(self.solved_whole()),
            Selection::Piece(shard) => {
                let positions = self.tree().positions.len() as u64;
                let checked = shard.check(positions, "positions after a reply");
                checked.map_err(|error| RequestError::field(Field::Shard, error))?;
                Ok(None)
            }
            Selection::Joined(pieces) => {
                let (mut joined, times) = (Joined(pieces), Times::new(None));
                let nobody = &mut Listener::nobody();
                self.answer(&mut joined, nobody, &times, &()).map(Some)
            }
        }
    }

    /// Proves the positions of a shard. The others keep trivial bounds, and there are no estimates.
    pub(super) fn answer_piece(
        &self,
        shard: Shard,
        prover: &mut dyn Prove<C>,
        times: &Times,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        let tree = self.tree();
        let dealt: Vec<usize> = (0..tree.positions.len())
            .filter(|&number| shard.deals(number as u64))
            .collect();
        let positions: Vec<C::Position> =
            (dealt.iter().map(|&number| tree.positions[number])).collect();
        // All replies are requested, so that each of them matters.
        let open = |known: &[Bounds]| known.iter().map(|bounds| !bounds.closed()).collect();
        let deadline = Deadline::after(monitor, times.proofs());
        let found = prover.prove(&positions, &open, &mut |_| (), &deadline)?;
        let mut piece = ValuedPiece {
            positions: BTreeMap::new(),
            nodes: prover.nodes(),
        };
        let bound = |position| self.game.bound(&self.game.state(position));
        let mut known: Vec<LeafBounds> = (tree.positions.iter())
            .map(|position| LeafBounds::nothing(bound(position)))
            .collect();
        for (number, found) in dealt.into_iter().zip(found) {
            let position = ValuedPosition {
                bounds: found.bounds.clone(),
                best: found.best.clone(),
                source: found.source,
            };
            piece.positions.insert(number, position);
            known[number] = found;
        }
        let found = LeafProgress::of(&known, piece.nodes);
        let mut finding = self.finding(&tree, &found, &SharedEstimates::default());
        finding.piece = Some(piece);
        Ok(finding)
    }
}
