//! What can be sealed.

use crate::JointGame;
use crate::order::{Choices, SealedChoice};

/// What both sides can seal in a state, and the rounds that this leads to.
#[derive(Clone, Debug)]
pub struct Plans<Choice> {
    /// What the leader can seal.
    pub first: Vec<Choice>,
    /// What the other side can seal: see [`Choices::sealed`].
    pub second: Vec<SealedChoice<Choice>>,
    /// The different rounds: both choices as they are made in the end.
    pub rounds: Vec<(Choice, Choice)>,
    /// The number of the round, for each first choice and each plan.
    round: Vec<u32>,
}

impl<Choice: Copy + Eq> Plans<Choice> {
    /// What can be sealed in a state that is not over.
    ///
    /// # Panics
    /// If nothing can: a game in which no wish has one other choice to fall back on, whatever the leader
    /// takes, cannot be played sealed.
    pub fn new<J: JointGame<Choice = Choice>>(game: &J, state: &J::State) -> Plans<Choice> {
        let choices = Choices::of(game, state);
        let second = choices.sealed();
        assert!(!second.is_empty(), "nothing can be sealed in {state:?}");
        let (firsts, seconds) = (choices.firsts(), choices.seconds());
        let mut rounds = Vec::new();
        let mut round = Vec::with_capacity(firsts.len() * second.len());
        for (row, &first) in firsts.iter().enumerate() {
            let legal = (0..seconds.len()).filter(|&column| choices.legal(row, column));
            let begin = rounds.len();
            let legal: Vec<usize> = legal.collect();
            rounds.extend(legal.iter().map(|&column| (first, seconds[column])));
            round.extend(second.iter().map(|&sealed| {
                let made = choices.unsealed(row, sealed);
                let place = legal.binary_search(&made).expect("what is made is legal");
                (begin + place) as u32
            }));
        }
        Plans {
            first: firsts.to_vec(),
            second,
            rounds,
            round,
        }
    }

    /// The number of the round (in `rounds`) that two sealed choices, given by their places, lead
    /// to.
    #[inline]
    pub fn round(&self, first: usize, second: usize) -> usize {
        self.round[first * self.second.len() + second] as usize
    }
}
