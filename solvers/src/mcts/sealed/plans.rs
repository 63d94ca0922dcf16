//! What can be sealed.

use crate::JointGame;

/// What the side without sente seals: a choice, and the one to make instead if the other side has
/// taken that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan<Choice> {
    /// The choice.
    pub choice: Choice,
    /// What is chosen if the first choice of the other side leaves no room for `choice`; none if
    /// every one does.
    pub fallback: Option<Choice>,
}

/// What both sides can seal in a state, and the rounds that this leads to.
///
/// Where several first choices rule a second one out, the fallback is one that is open after all of
/// them.
#[derive(Clone, Debug)]
pub struct Plans<Choice> {
    /// What the side with sente can seal.
    pub first: Vec<Choice>,
    /// What the other side can seal.
    pub second: Vec<Plan<Choice>>,
    /// The different rounds: both choices as they are made in the end.
    pub rounds: Vec<(Choice, Choice)>,
    /// The number of the round, for each first choice and each plan.
    round: Vec<u32>,
}

impl<Choice: Copy + Eq> Plans<Choice> {
    /// What can be sealed in a state that is not over.
    pub fn new<J: JointGame<Choice = Choice>>(game: &J, state: &J::State) -> Plans<Choice> {
        let mut first = Vec::new();
        game.first_choices(state, &mut first);
        let seconds: Vec<Vec<Choice>> = first
            .iter()
            .map(|&taken| {
                let mut open = Vec::new();
                game.second_choices(state, taken, &mut open);
                open
            })
            .collect();
        let mut all: Vec<Choice> = Vec::new();
        for open in &seconds {
            for &choice in open {
                if !all.contains(&choice) {
                    all.push(choice);
                }
            }
        }
        let mut second = Vec::new();
        for &choice in &all {
            let without = seconds.iter().filter(|open| !open.contains(&choice));
            match without.clone().next() {
                None => second.push(Plan {
                    choice,
                    fallback: None,
                }),
                Some(_) => second.extend(
                    all.iter()
                        .filter(|&other| without.clone().all(|open| open.contains(other)))
                        .map(|&other| Plan {
                            choice,
                            fallback: Some(other),
                        }),
                ),
            }
        }
        let mut rounds = Vec::new();
        let mut round = Vec::new();
        for (&taken, open) in first.iter().zip(&seconds) {
            let begin = rounds.len();
            rounds.extend(open.iter().map(|&choice| (taken, choice)));
            for plan in &second {
                let made = match plan.fallback {
                    Some(other) if !open.contains(&plan.choice) => other,
                    _ => plan.choice,
                };
                let place = open.iter().position(|&choice| choice == made);
                round.push((begin + place.expect("the fallback is open")) as u32);
            }
        }
        Plans {
            first,
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
