//! Rules of thumb for the choice of side and starter in Random Mancala, measured by exact values.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::drawn::{drawn_games, solve_setup, value};
use crate::RequestError;
use crate::solve::Unsolved;
use sowlab_games::two_rank::{Choice, RandomVariant, Seat, State};

/// How a player may choose side and starter by what he sees on the board, without looking ahead. Where both sides
/// look alike to a rule, it takes the one with more seeds, and then Lower's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThumbRule {
    /// The side with more seeds, and to start.
    MoreSeeds,
    /// The side with fewer seeds, and to start.
    FewerSeeds,
    /// The side with more seeds, and to let the other player start.
    MoreSeedsSecond,
    /// The side with more pits whose sowing ends in the store, and to start.
    MoreIntoStore,
    /// The side with more seeds in the half of its pits nearest its store, and to start.
    MoreNearStore,
    /// The side with more seeds in the half of its pits farthest from its store, and to start.
    MoreFarFromStore,
}

impl ThumbRule {
    /// All of them.
    pub const ALL: [ThumbRule; 6] = [
        ThumbRule::MoreSeeds,
        ThumbRule::FewerSeeds,
        ThumbRule::MoreSeedsSecond,
        ThumbRule::MoreIntoStore,
        ThumbRule::MoreNearStore,
        ThumbRule::MoreFarFromStore,
    ];

    /// What it tells the player to do.
    pub fn text(self) -> &'static str {
        match self {
            ThumbRule::MoreSeeds => "start, on the side with more seeds",
            ThumbRule::FewerSeeds => "start, on the side with fewer seeds",
            ThumbRule::MoreSeedsSecond => "take the side with more seeds, let the other start",
            ThumbRule::MoreIntoStore => {
                "start, on the side with more pits whose sowing ends in the store"
            }
            ThumbRule::MoreNearStore => {
                "start, on the side with more seeds in the half near the store"
            }
            ThumbRule::MoreFarFromStore => {
                "start, on the side with more seeds in the half far from the store"
            }
        }
    }

    /// What it chooses on a board with so many pits a side, Lower to move.
    pub fn choose(self, setup: State, pits: usize) -> Choice {
        let [lower, upper] = [Seat::Lower, Seat::Upper].map(|seat| {
            let side = setup.pits_of(seat);
            let all: i32 = side.iter().map(|&seeds| i32::from(seeds)).sum();
            (self.appeal(&side[..pits]), all)
        });
        Choice {
            turned: upper > lower,
            starter: match self {
                ThumbRule::MoreSeedsSecond => Seat::Upper,
                _ => Seat::Lower,
            },
        }
    }

    /// How much it likes a side, given in sowing order: the last pit is the nearest to the store.
    fn appeal(self, side: &[u8]) -> i32 {
        let sum = |pits: &[u8]| pits.iter().map(|&seeds| i32::from(seeds)).sum::<i32>();
        let far = side.len() / 2;
        match self {
            ThumbRule::MoreSeeds | ThumbRule::MoreSeedsSecond => sum(side),
            ThumbRule::FewerSeeds => -sum(side),
            ThumbRule::MoreIntoStore => {
                let ends = (side.iter().rev().zip(1..)).filter(|&(&seeds, number)| seeds == number);
                ends.count() as i32
            }
            ThumbRule::MoreNearStore => sum(&side[far..]),
            ThumbRule::MoreFarFromStore => sum(&side[..far]),
        }
    }
}

/// A drawn setup, solved for both starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedStarts {
    /// The setup, as `--position` of `random` reads it.
    pub position: String,
    /// The margin of the side that starts: if that is Lower, and if it is Upper.
    pub starts: [i32; 2],
}

impl SolvedStarts {
    /// The margin of the chooser by a choice.
    fn margin(&self, choice: Choice) -> i32 {
        let [lower, upper] = self.starts;
        match (choice.turned, choice.starter) {
            (false, Seat::Lower) => lower,
            (false, Seat::Upper) => -upper,
            (true, Seat::Lower) => upper,
            (true, Seat::Upper) => -lower,
        }
    }

    /// The margin of the chooser by his best choice.
    fn worth(&self) -> i32 {
        self.starts.map(i32::abs).into_iter().max().unwrap_or(0)
    }
}

/// How a way to choose does over many setups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThumbRuleRecord {
    /// What it tells the player to do.
    pub rule: String,
    /// In how many setups no other choice is worth more.
    pub best: u64,
    /// In how many it wins.
    pub won: u64,
    /// In how many nobody wins.
    pub drawn: u64,
    /// The margins of the chooser of all setups together.
    pub margins: i64,
}

impl ThumbRuleRecord {
    fn add(&mut self, margin: i32, worth: i32) {
        self.best += u64::from(margin == worth);
        self.won += u64::from(margin > 0);
        self.drawn += u64::from(margin == 0);
        self.margins += i64::from(margin);
    }
}

/// Solved setups of one game, and how each rule of thumb does there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThumbRuleRecords {
    /// The game that is played, with what its setups are drawn by.
    pub game: String,
    /// The best choice first, then the rules, that with the greatest margins first.
    pub rules: Vec<ThumbRuleRecord>,
    /// The setups.
    pub setups: Vec<SolvedStarts>,
}

/// Solves drawn setups for both starts, and measures every rule of thumb by them.
///
/// # Errors
/// There are not as many seeds, a setup is not solved, or the monitor cancelled.
pub fn measure_thumb_rules(
    game: &RandomVariant,
    samples: u64,
    monitor: &dyn Monitor,
) -> Result<ThumbRuleRecords, RequestError> {
    let mut best = ThumbRuleRecord {
        rule: "the best choice".to_owned(),
        ..ThumbRuleRecord::default()
    };
    let mut rules = ThumbRule::ALL.map(|rule| ThumbRuleRecord {
        rule: rule.text().to_owned(),
        ..ThumbRuleRecord::default()
    });
    let mut setups = Vec::new();
    let draws = drawn_games(game, samples)?;
    monitor.begin("setups", samples);
    for drawn in draws {
        let random = drawn?;
        let solved = solve_setup(&random, monitor)?;
        let margin = |choice: Choice| {
            let text = choice.to_string();
            let found = solved.choices.iter().find(|found| found.choice == text);
            match found {
                Some(found) => value(&solved.game, &found.bounds),
                None => Err(RequestError::failed(Unsolved(solved.game.clone()))),
            }
        };
        let solved = SolvedStarts {
            position: solved.position.clone(),
            starts: [margin(Choice::ALL[0])?, margin(Choice::ALL[2])?],
        };
        let setup = random.setup();
        let (state, pits) = (setup.state(), random.base().rules().pits);
        best.add(solved.worth(), solved.worth());
        for (rule, record) in ThumbRule::ALL.into_iter().zip(&mut rules) {
            record.add(solved.margin(rule.choose(state, pits)), solved.worth());
        }
        setups.push(solved);
        monitor.advance(1);
    }
    rules.sort_by_key(|record| -record.margins);
    Ok(ThumbRuleRecords {
        game: game.to_string(),
        rules: std::iter::once(best).chain(rules).collect(),
        setups,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solve_choice;
    use sowlab_base::MemorySize;

    /// Lower has 4 and 1, Upper 2 and 3: the pit nearest the store is the last.
    fn setup() -> State {
        State::new(Seat::Lower, &[4, 1], &[2, 3]).unwrap()
    }

    #[test]
    fn rules_look_at_what_they_say() {
        use ThumbRule::*;
        let side = |rule: ThumbRule| rule.choose(setup(), 2).turned;
        // Five seeds each: Lower's. One sowing of each side ends in its store: Lower's.
        assert_eq!([MoreSeeds, FewerSeeds, MoreIntoStore].map(side), [false; 3]);
        assert!(side(MoreNearStore));
        assert!(!side(MoreFarFromStore));
        for rule in ThumbRule::ALL {
            let second = rule.choose(setup(), 2).starter == Seat::Upper;
            assert_eq!(second, rule == MoreSeedsSecond);
            // With the sides exchanged the other side is chosen, unless they look alike.
            let exchanged = setup().turned().exchanged();
            let alike = matches!(
                rule,
                MoreSeeds | FewerSeeds | MoreSeedsSecond | MoreIntoStore
            );
            let same = rule.choose(exchanged, 2).turned == side(rule);
            assert_eq!(same, alike, "{rule:?}");
        }
    }

    #[test]
    fn ties_go_to_the_side_with_more_seeds() {
        let setup = State::new(Seat::Lower, &[0, 1, 3], &[3, 0, 1]).unwrap();
        assert!(!ThumbRule::MoreNearStore.choose(setup, 3).turned);
        let more = State::new(Seat::Lower, &[0, 2, 2], &[3, 1, 3]).unwrap();
        assert!(ThumbRule::MoreNearStore.choose(more, 3).turned);
    }

    #[test]
    fn the_margin_of_a_choice_is_that_of_solve() {
        let game: RandomVariant = "random:base=kalah,pits=3,most=3".parse().unwrap();
        let found = measure_thumb_rules(&game, 30, &()).unwrap();
        assert_eq!(found.setups.len(), 30);
        for (seed, solved) in (1..).zip(&found.setups) {
            let random = game.with_seed(seed).game().unwrap();
            let setup = random.setup();
            let memory = MemorySize::new(1 << 20);
            let (solution, choices) = solve_choice(&random, &setup, None, memory, &()).unwrap();
            assert_eq!(solution.bounds.value().unwrap().zero, solved.worth());
            for found in choices {
                let value = found.bounds.value().unwrap().zero;
                assert_eq!(value, solved.margin(found.choice), "{}", found.choice);
            }
        }
        let [best, rules @ ..] = found.rules.as_slice() else {
            panic!("no rules");
        };
        assert_eq!(best.best, 30);
        for rule in rules {
            assert!(rule.margins <= best.margins && rule.won <= best.won);
            assert!(rule.won + rule.drawn <= 30);
        }
    }
}
