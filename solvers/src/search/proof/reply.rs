//! How the follower answers a choice.

use super::search::{Claim, Limits, ProofSearch, Verdict};
use crate::{Cancelled, JointProblem, Player};

/// The nodes searched for a reply before the next one has its turn.
const FIRST_NODES: u64 = 1_000;

impl<J: JointProblem> ProofSearch<'_, J> {
    /// A reply of the follower to a choice of the leader after which the follower gains the given margin or more, where infinite play
    /// costs the follower everything left; of such replies one that the search finds soon. `None` if there is
    /// none within the limit on rounds without progress.
    ///
    /// # Errors
    /// The monitor cancelled.
    pub fn holding(
        &self,
        state: &J::State,
        chosen: J::Choice,
        need: i32,
        quiet: u8,
    ) -> Result<Option<J::Choice>, Cancelled> {
        let claim = Claim {
            state: *state,
            claimant: Player::Follower,
            need,
        };
        let mut replies = Vec::new();
        self.game().expand(
            std::slice::from_ref(state),
            &mut |_, first, second, resolution| {
                if first == chosen {
                    replies.push((second, self.after(&claim, resolution)));
                }
            },
        );
        let mut nodes = FIRST_NODES;
        while !replies.is_empty() {
            let mut open = Vec::new();
            for (reply, after) in replies {
                let verdict = match &after {
                    Err(true) => Verdict::Proven,
                    Err(false) => Verdict::Refuted,
                    Ok(next) => self.decide(next, Limits { quiet, nodes })?,
                };
                match verdict {
                    Verdict::Proven => return Ok(Some(reply)),
                    Verdict::Open(_) => open.push((reply, after)),
                    Verdict::Refuted | Verdict::Limited => {}
                }
            }
            replies = open;
            nodes = nodes.saturating_mul(2);
        }
        Ok(None)
    }
}
