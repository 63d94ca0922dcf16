//! An opening of the stones family with the pie rule, as a game around the game.

use sowlab_games::stones::Board;
use sowlab_solvers::search::proof::{Claim, ProofSearch};
use sowlab_solvers::{
    Cancelled, Interval, JointGame, JointProblem, Numbers, Player, Resolution, Step, Turn,
    VisitRound,
};

/// A game in which the side that leads in the first round may swap the roles after it. From then on it is the game
/// inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieRule<P>(pub(super) P);

/// A state of the game with the pie rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum PieState {
    /// The opening.
    Opening(Board),
    /// After the first round; the side that led in it leads here, and chooses a role.
    Decision {
        /// The board after the first round, as its leader sees it.
        board: Board,
        /// The margin of the side that led in the first round.
        gain: i8,
        /// Whether it leads in the second round, as long as the roles are not swapped.
        turn: Turn,
    },
    /// After the decision.
    Played(Board),
}

/// Limits on rounds without progress under the pie rule.
pub(super) static PIE_QUIET: [u8; 1] = [12];

/// The choices of a decision.
const KEEP: u8 = 0;
const SWAP: u8 = 1;

/// How many bits of a key no board uses: the highest of each byte, except the last, which is that of
/// [`ByZero`](sowlab_solvers::search::proof::ByZero).
const FREE_BITS: u32 = 15;

/// Spreads the bits of a code over the free bits of a key.
fn spread(code: u32) -> u128 {
    (0..FREE_BITS)
        .map(|i| u128::from(code >> i & 1) << (8 * i + 7))
        .sum()
}

/// Returns whether a key is that of a board, and not that of an opening or a decision under the pie rule.
pub(super) fn is_key_of_a_board(key: u128) -> bool {
    key & spread(u32::MAX) == 0
}

impl<P: JointProblem<State = Board, Choice = u8>> PieRule<P> {
    /// What a first round leads to.
    fn first(resolution: Resolution<Board>) -> Resolution<PieState> {
        match resolution {
            Resolution::Over { margin } => Resolution::Over {
                margin: margin.abs(),
            },
            Resolution::Endless => Resolution::Endless,
            Resolution::Next(Step { state, gain, turn }) => Resolution::Next(Step {
                state: PieState::Decision {
                    board: state,
                    gain: gain as i8,
                    turn,
                },
                gain: 0,
                turn: Turn::Same,
            }),
        }
    }

    /// What a role leads to.
    fn role(board: Board, gain: i8, turn: Turn, role: u8) -> Step<PieState> {
        let (gain, turn) = match (role, turn) {
            (KEEP, turn) => (gain, turn),
            (_, Turn::Same) => (-gain, Turn::Other),
            (_, Turn::Other) => (-gain, Turn::Same),
        };
        Step {
            state: PieState::Played(board),
            gain: gain.into(),
            turn,
        }
    }
}

impl<P: JointProblem<State = Board, Choice = u8>> JointGame for PieRule<P> {
    type State = PieState;
    type Choice = u8;

    fn terminal(&self, state: &PieState) -> Option<i32> {
        match state {
            PieState::Opening(board) | PieState::Played(board) => self.0.terminal(board),
            PieState::Decision { .. } => None,
        }
    }

    fn leader_choices(&self, state: &PieState, choices: &mut Vec<u8>) {
        match state {
            PieState::Opening(board) | PieState::Played(board) => {
                self.0.leader_choices(board, choices);
            }
            PieState::Decision { .. } => choices.extend([KEEP, SWAP]),
        }
    }

    fn follower_choices(&self, state: &PieState, first: u8, choices: &mut Vec<u8>) {
        match state {
            PieState::Opening(board) | PieState::Played(board) => {
                self.0.follower_choices(board, first, choices);
            }
            PieState::Decision { .. } => choices.push(0),
        }
    }

    fn resolve(&self, state: &PieState, first: u8, second: u8) -> Resolution<PieState> {
        match *state {
            PieState::Opening(board) => Self::first(self.0.resolve(&board, first, second)),
            PieState::Decision { board, gain, turn } => {
                Resolution::Next(Self::role(board, gain, turn, first))
            }
            PieState::Played(board) => played(self.0.resolve(&board, first, second)),
        }
    }

    fn expand(&self, states: &[PieState], visit: &mut VisitRound<'_, PieState, u8>) {
        for (index, state) in states.iter().enumerate() {
            match state {
                PieState::Opening(board) => self.0.expand(&[*board], &mut |_, one, two, after| {
                    visit(index, one, two, Self::first(after));
                }),
                PieState::Played(board) => self.0.expand(&[*board], &mut |_, one, two, after| {
                    visit(index, one, two, played(after));
                }),
                PieState::Decision { .. } => {
                    for role in [KEEP, SWAP] {
                        visit(index, role, 0, self.resolve(state, role, 0));
                    }
                }
            }
        }
    }

    #[inline]
    fn bound(&self, state: &PieState) -> i32 {
        match state {
            PieState::Opening(board) | PieState::Played(board) => self.0.bound(board),
            PieState::Decision { board, gain, .. } => self.0.bound(board) + i32::from(gain.abs()),
        }
    }

    #[inline]
    fn margins_have_parity_of_bound(&self) -> bool {
        self.0.margins_have_parity_of_bound()
    }
}

/// A round after the decision.
#[inline]
fn played(resolution: Resolution<Board>) -> Resolution<PieState> {
    match resolution {
        Resolution::Over { margin } => Resolution::Over { margin },
        Resolution::Endless => Resolution::Endless,
        Resolution::Next(step) => Resolution::Next(step.map(PieState::Played)),
    }
}

impl<P: JointProblem<State = Board, Choice = u8>> JointProblem for PieRule<P> {
    const BY_ZERO: bool = P::BY_ZERO;

    #[inline]
    fn key(&self, state: &PieState) -> u128 {
        match state {
            PieState::Played(board) => self.0.key(board),
            PieState::Opening(board) => self.0.key(board) | spread(1),
            PieState::Decision { board, gain, turn } => {
                let turn = u32::from(*turn == Turn::Same);
                self.0.key(board) | spread(2 | turn << 2 | u32::from(*gain as u8) << 3)
            }
        }
    }

    #[inline]
    fn interval(&self, state: &PieState, loser: Option<Player>) -> Option<Interval> {
        match state {
            PieState::Played(board) => self.0.interval(board, loser),
            _ => None,
        }
    }

    #[inline]
    fn oracle_margin_by_key(
        &self,
        state: &PieState,
        key: u128,
        loser: Option<Player>,
    ) -> Option<i32> {
        match state {
            PieState::Played(board) => self.0.oracle_margin_by_key(board, key, loser),
            _ => None,
        }
    }

    #[inline]
    fn prefetch(&self, state: &PieState, key: u128) -> bool {
        match state {
            PieState::Played(board) => self.0.prefetch(board, key),
            _ => false,
        }
    }

    #[inline]
    fn effort(&self, state: &PieState, claimant: Player, need: i32) -> Numbers {
        match *state {
            PieState::Opening(board) | PieState::Played(board) => {
                self.0.effort(&board, claimant, need)
            }
            PieState::Decision { board, gain, turn } => {
                let roles = [KEEP, SWAP].map(|role| {
                    let step = Self::role(board, gain, turn, role);
                    let need = need - claimant.margin_of(step.gain);
                    let bound = self.0.bound(&board);
                    let claimant = claimant.after(step.turn);
                    if need <= -bound || need > bound {
                        return Numbers::of_decided(need <= -bound);
                    }
                    match self.0.oracle_margin(&board, claimant) {
                        Some(margin) => Numbers::of_decided(claimant.margin_of(margin) >= need),
                        None => self.0.effort(&board, claimant, need),
                    }
                });
                let [one, other] = roles;
                let numbers = match claimant {
                    Player::Leader => Numbers {
                        prove: one.prove.min(other.prove),
                        refute: one.refute.saturating_add(other.refute).min(Numbers::NEVER),
                    },
                    Player::Follower => Numbers {
                        prove: one.prove.saturating_add(other.prove).min(Numbers::NEVER),
                        refute: one.refute.min(other.refute),
                    },
                };
                // What is decided is left to the search.
                Numbers {
                    prove: numbers.prove.clamp(1, Numbers::NEVER - 1),
                    refute: numbers.refute.clamp(1, Numbers::NEVER - 1),
                }
            }
        }
    }
}

/// Finds claims about boards after the first round that show the bounds `least` and `greatest` of an opening under the
/// pie rule. Returns `None` if the search no longer proves them.
///
/// # Errors
/// The monitor cancelled.
pub(super) fn pie_claims<P>(
    search: &ProofSearch<'_, PieRule<P>>,
    board: Board,
    least: i32,
    greatest: i32,
) -> Result<Option<Vec<Claim<Board>>>, Cancelled>
where
    P: JointProblem<State = Board, Choice = u8>,
{
    let [quiet] = PIE_QUIET;
    let game = search.game();
    let state = PieState::Opening(board);
    let bound = game.bound(&state);
    let mut claims = Vec::new();
    // The first choice that secures `least`, every reply to it, and a role after each.
    if least > -bound {
        let gains = Claim {
            state,
            claimant: Player::Leader,
            need: least,
        };
        let Some(first) = search.securing_choice(&state, least, quiet)? else {
            return Ok(None);
        };
        let mut replies = Vec::new();
        game.follower_choices(&state, first, &mut replies);
        for reply in replies {
            let Ok(decision) = search.claim_after(&gains, game.resolve(&state, first, reply))
            else {
                continue;
            };
            if decision.need <= -game.bound(&decision.state) {
                continue;
            }
            let role = search.securing_choice(&decision.state, decision.need, quiet)?;
            let Some(role) = role else {
                return Ok(None);
            };
            claims.extend(claim_of_role(search, &decision, role));
        }
    }
    // To each first choice a reply that holds the margin to `greatest`, whatever the role after it.
    if greatest < bound {
        let holds = Claim {
            state,
            claimant: Player::Follower,
            need: -greatest,
        };
        let mut choices = Vec::new();
        game.leader_choices(&state, &mut choices);
        for first in choices {
            let Some(reply) = search.holding_reply(&state, first, holds.need, quiet)? else {
                return Ok(None);
            };
            if let Ok(decision) = search.claim_after(&holds, game.resolve(&state, first, reply)) {
                claims.extend(
                    [KEEP, SWAP]
                        .into_iter()
                        .filter_map(|role| claim_of_role(search, &decision, role)),
                );
            }
        }
    }
    Ok(Some(claims))
}

/// The claim about the board after a decision that a claim about the decision rests on; `None` if the game itself
/// shows it.
fn claim_of_role<P>(
    search: &ProofSearch<'_, PieRule<P>>,
    decision: &Claim<PieState>,
    role: u8,
) -> Option<Claim<Board>>
where
    P: JointProblem<State = Board, Choice = u8>,
{
    let after = search.game().resolve(&decision.state, role, 0);
    let Claim {
        state,
        claimant,
        need,
    } = search.claim_after(decision, after).ok()?;
    match state {
        PieState::Played(state) if need > -search.game().bound(&PieState::Played(state)) => {
            Some(Claim {
                state,
                claimant,
                need,
            })
        }
        _ => None,
    }
}
