//! What holds without a limit on rounds without progress.

use super::gathered::Gathered;
use super::search::{Claim, ProofSearch};
use super::way::Taken;
use crate::{Cancelled, JointProblem};

/// How many claims are taken in between two looks at whether to stop.
const CLAIMS_BETWEEN_LOOKS: u64 = 256;

/// Whether a claim was shown to hold without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upheld {
    /// It holds: so many claims, itself included, each follow from others among them, from what is known or from the rules.
    Yes {
        /// How many.
        claims: usize,
    },
    /// Nothing was found for it to rest on.
    No {
        /// Whether one of the claims on which it rests within the limit was refuted without one: the next search knows it.
        refuted: bool,
    },
    /// It rests on more claims than one in [`CLAIMS_PER_ENTRY`](Upheld::CLAIMS_PER_ENTRY) of what the table can hold.
    NoRoom,
}

impl Upheld {
    /// How many entries of the table one of the claims gathered stands for: together they take about a quarter as much memory.
    pub const CLAIMS_PER_ENTRY: usize = 16;
}

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Whether a claim holds that holds within a limit on rounds without progress. [By zero](super::ByZero) it is proven, to any
    /// margin, or the [opposite](Claim::opposite) one is refuted within the limit. Otherwise it is the opposite of one that is
    /// refuted so.
    ///
    /// The claims on which it rests are gathered: with each, those after one choice of the claimant and
    /// after every one of the other side. That set is the proof; the searches only tell which choices to
    /// try. A play that follows it and does not end makes no progress from some round on, so that the margin
    /// still to be gained no longer changes. By zero, if that is above 0, the rounds left become fewer with each
    /// round and cannot be put up again, so that there is no such play. If it is not, infinite
    /// play is as good as wanted, as it always is where it gains the claimant what the opposite claim loses by it.
    ///
    /// # Errors
    /// The monitor cancelled.
    ///
    /// # Panics
    /// As [`ProofSearch::decide`].
    pub fn upheld(&self, claim: &Claim<J::State>, quiet: u8) -> Result<Upheld, Cancelled> {
        self.upheld_by(claim, quiet, &mut Gathered::default())
    }

    /// The same with the claims gathered.
    pub(super) fn upheld_by(
        &self,
        claim: &Claim<J::State>,
        quiet: u8,
        gathered: &mut Gathered<J::State>,
    ) -> Result<Upheld, Cancelled> {
        let whole = [vec![self.goal(*claim, self.rounds(claim, quiet))]];
        let mut learned = false;
        loop {
            let mut goals = match self.take(&whole, gathered, quiet)? {
                Taken::One(goals) => goals.into_iter(),
                Taken::None { refuted } => {
                    let refuted = refuted | learned;
                    return Ok(Upheld::No { refuted });
                }
            };
            let goal = goals.next().expect("as many as asked for");
            let first = gathered.add(self.place_of(&goal.claim), goal);
            learned |= match self.gather(first, gathered, quiet)? {
                Some(learned) => learned,
                None => return Ok(Upheld::NoRoom),
            };
            if gathered.has(first) {
                let claims = gathered.len();
                return Ok(Upheld::Yes { claims });
            }
        }
    }

    /// Gathers what the claims of a set rest on until none is missing or the first is out; whether a claim that was taken
    /// out is refuted without a limit. `None` if there are too many.
    fn gather(
        &self,
        first: u32,
        gathered: &mut Gathered<J::State>,
        quiet: u8,
    ) -> Result<Option<bool>, Cancelled> {
        let most = self.table().entries() / Upheld::CLAIMS_PER_ENTRY;
        let mut learned = false;
        let mut looked_at = 0;
        while gathered.has(first) {
            let Some((number, goal)) = gathered.next() else {
                break;
            };
            looked_at += 1;
            if looked_at % CLAIMS_BETWEEN_LOOKS == 0 {
                self.monitor().check()?;
                self.monitor().advance(CLAIMS_BETWEEN_LOOKS);
                if gathered.seen() > most {
                    return Ok(None);
                }
            }
            for ways in self.needed(&goal, quiet) {
                match self.take(&ways, gathered, quiet)? {
                    Taken::One(goals) => {
                        for goal in goals {
                            let on = gathered.add(self.place_of(&goal.claim), goal);
                            gathered.rest(number, on);
                        }
                    }
                    Taken::None { refuted } => {
                        learned |= refuted;
                        gathered.fail(number);
                        break;
                    }
                }
            }
        }
        Ok(Some(learned))
    }
}
