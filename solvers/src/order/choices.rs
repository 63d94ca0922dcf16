//! The choices of both sides in a round, under any commit order.

use crate::JointGame;

/// The legal joint moves of a state, as a table of first choices against second choices. Every
/// commit order can be read off it.
#[derive(Clone, Debug)]
pub struct Choices<C> {
    firsts: Vec<C>,
    seconds: Vec<C>,
    legal: Vec<bool>,
}

impl<C: Copy + PartialEq> Choices<C> {
    /// The choices of a state: first choices in the game's order, second choices in the order in
    /// which they first appear after the first choices.
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

    /// The choices of the leader. Under the reverse order the other side's choice may make some of them illegal.
    pub fn first_choices(&self) -> &[C] {
        &self.firsts
    }

    /// The choices of the follower that are legal after at least one first choice.
    pub fn second_choices(&self) -> &[C] {
        &self.seconds
    }

    /// Returns whether the second choice of this index is legal together with the first choice of that index.
    #[inline]
    pub fn legal(&self, first: usize, second: usize) -> bool {
        self.legal[first * self.seconds.len() + second]
    }

    /// The first choices (indices) that make this second choice impossible.
    pub fn blocking(&self, second: usize) -> impl Iterator<Item = usize> {
        (0..self.firsts.len()).filter(move |&first| !self.legal(first, second))
    }

    /// The second choices (indices) that are legal after every first choice that makes this one
    /// impossible: what may be sealed together with it.
    pub fn fallbacks(&self, second: usize) -> impl Iterator<Item = usize> {
        (0..self.seconds.len())
            .filter(move |&other| self.blocking(second).all(|first| self.legal(first, other)))
    }

    /// Everything that the follower may seal: by the wish, then by the other. A game in which
    /// no wish has such a second one cannot be played sealed, and the list is empty.
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

    /// The index of the second choice that results from a sealed choice and the first choice of this index.
    ///
    /// # Panics
    /// If the sealed choice is not one of [`sealed`](Choices::sealed).
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
    /// The choice otherwise; `None` if the first is always legal.
    pub otherwise: Option<C>,
}
