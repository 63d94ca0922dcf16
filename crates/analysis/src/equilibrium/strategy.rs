//! Strategies in the notation of the game.

use serde::{Deserialize, Serialize};
use sowlab_solvers::equilibrium::MixedChoice;

use sowlab_games::stones::{Position, Seat};

/// A choice with its probability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Committed {
    /// The choice of the other side that this side saw; left out if it saw none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The choice, as in `E4`. In a pair such as `W3/W5`, the second hole is taken if the first is
    /// not available.
    pub choice: String,
    /// Its probability.
    pub probability: f64,
}

impl Committed {
    /// Returns the strategy of one side in notation, ordered by holes. Its choices are holes of the
    /// canonical board.
    pub(super) fn all(
        position: &Position,
        side: Seat,
        strategy: &[MixedChoice<u8>],
    ) -> Vec<Committed> {
        let hole = |choice: u8| match position.sente() {
            Seat::East => usize::from(choice) + 1,
            Seat::West => position.holes() - usize::from(choice),
        };
        let name = |own: bool, choice: u8| {
            let side = if own { side } else { !side };
            format!("{}{}", side.letter(), hole(choice))
        };
        Committed::written(strategy, hole, name)
    }

    /// Writes a strategy in the order of `place`. `name` writes a choice of the own or of the other side.
    pub(super) fn written<C: Copy, P: Ord>(
        strategy: &[MixedChoice<C>],
        place: impl Fn(C) -> P,
        name: impl Fn(bool, C) -> String,
    ) -> Vec<Committed> {
        let mut ordered: Vec<&MixedChoice<C>> = strategy.iter().collect();
        ordered.sort_by_key(|one| {
            (
                one.after.map(&place),
                place(one.choice),
                one.otherwise.map(&place),
            )
        });
        (ordered.iter())
            .map(|one| Committed {
                after: one.after.map(|choice| name(false, choice)),
                choice: match one.otherwise {
                    None => name(true, one.choice),
                    Some(other) => format!("{}/{}", name(true, one.choice), name(true, other)),
                },
                probability: one.probability,
            })
            .collect()
    }
}
