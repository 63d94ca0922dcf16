//! The choices of both sides in a round, under any commit order.

use crate::JointGame;

/// The legal joint moves of a state, as a table of first choices against second choices. The choices under every commit
/// order follow from it.
#[derive(Clone, Debug)]
pub struct Choices<C> {
    firsts: Vec<C>,
    seconds: Vec<C>,
    legal: Vec<bool>,
}

impl<C: Copy + PartialEq> Choices<C> {
    /// Creates the table of a state. First choices are in the game's order; second choices are in the order in which
    /// they first appear after the first choices.
    pub fn of<J: JointGame<Choice = C>>(game: &J, state: &J::State) -> Choices<C> {
        let mut firsts = Vec::new();
        game.leader_choices(state, &mut firsts);
        let mut seconds: Vec<C> = Vec::new();
        let mut replies = Vec::new();
        let mut pairs = Vec::new();
        for (first, &choice) in firsts.iter().enumerate() {
            replies.clear();
            game.follower_choices(state, choice, &mut replies);
            for reply in &replies {
                let known = seconds.iter().position(|second| second == reply);
                pairs.push((first, known.unwrap_or(seconds.len())));
                if known.is_none() {
                    seconds.push(*reply);
                }
            }
        }
        let mut legal = vec![false; firsts.len() * seconds.len()];
        for (first, second) in pairs {
            legal[first * seconds.len() + second] = true;
        }
        Choices {
            firsts,
            seconds,
            legal,
        }
    }

    /// Returns the choices of the leader. Under the reversed order the other side's choice may make some of them
    /// illegal.
    pub fn first_choices(&self) -> &[C] {
        &self.firsts
    }

    /// Returns the choices of the follower that are legal after at least one first choice.
    pub fn second_choices(&self) -> &[C] {
        &self.seconds
    }

    /// Returns whether the second choice with index `second` is legal together with the first choice with index
    /// `first`.
    #[inline]
    pub fn legal(&self, first: usize, second: usize) -> bool {
        self.legal[first * self.seconds.len() + second]
    }

    /// Returns the indices of the first choices that make this second choice illegal.
    pub fn blocking(&self, second: usize) -> impl Iterator<Item = usize> {
        (0..self.firsts.len()).filter(move |&first| !self.legal(first, second))
    }

    /// Returns the indices of the second choices that are legal after every first choice that makes this one illegal.
    /// These may be sealed together with it.
    pub fn fallbacks(&self, second: usize) -> impl Iterator<Item = usize> {
        (0..self.seconds.len())
            .filter(move |&other| self.blocking(second).all(|first| self.legal(first, other)))
    }

    /// Returns everything that the follower may seal, ordered by the preferred choice and then by its fallback. If no
    /// second choice has such a fallback where it needs one, the game cannot be played sealed and the list is empty.
    pub fn sealed(&self) -> Vec<SealedChoice<C>> {
        let mut all = Vec::new();
        for (second, &choice) in self.seconds.iter().enumerate() {
            let mut seal = |otherwise| all.push(SealedChoice { choice, otherwise });
            if self.blocking(second).next().is_none() {
                seal(None);
            } else {
                for other in self.fallbacks(second) {
                    seal(Some(self.seconds[other]));
                }
            }
        }
        all
    }

    /// Returns the index of the second choice that results from a sealed choice and the first choice of this index.
    ///
    /// # Panics
    /// Panics if the sealed choice is not one of [`sealed`](Choices::sealed).
    pub fn unsealed(&self, first: usize, sealed: SealedChoice<C>) -> usize {
        let index = |choice| self.seconds.iter().position(|&second| second == choice);
        let wish = index(sealed.choice).expect("a second choice");
        match sealed.otherwise {
            Some(otherwise) if !self.legal(first, wish) => {
                index(otherwise).expect("a second choice")
            }
            _ => wish,
        }
    }
}

/// A choice sealed by the follower, with a fallback for the case that the leader's choice makes it illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SealedChoice<C> {
    /// The choice where it is legal.
    pub choice: C,
    /// The fallback; `None` if the first choice is always legal.
    pub otherwise: Option<C>,
}
