//! The pairings of tournaments.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The form of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Every engine against every other.
    #[default]
    RoundRobin,
    /// The first engine against each of the others.
    Gauntlet,
    /// Rounds in which each engine meets one with about the same score, a new one if possible.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

/// Two engines that meet, by number.
pub type Pairing = (usize, usize);

impl Form {
    /// Returns the number of rounds. All pairings of a round are determined before it begins.
    pub fn rounds(self) -> u32 {
        match self {
            Form::RoundRobin | Form::Gauntlet => 1,
            Form::Swiss { rounds } => rounds,
        }
    }

    /// Returns the pairings of the next round, given the earlier pairings and the half points of each engine.
    pub fn pairings(self, half_points: &[u64], before: &[Pairing]) -> Vec<Pairing> {
        let engines = half_points.len();
        match self {
            Form::RoundRobin => (0..engines)
                .flat_map(|one| (one + 1..engines).map(move |other| (one, other)))
                .collect(),
            Form::Gauntlet => (1..engines).map(|other| (0, other)).collect(),
            Form::Swiss { .. } => swiss(half_points, before),
        }
    }
}

/// Pairs engines from the top: each meets the next engine among those that it has met least often. If their number is
/// odd, the engine with the fewest rests rests, the lowest-ranked of equals.
fn swiss(half_points: &[u64], before: &[Pairing]) -> Vec<Pairing> {
    let played = |engine: usize| {
        before
            .iter()
            .filter(|e| e.0 == engine || e.1 == engine)
            .count()
    };
    let met = |one: usize, other: usize| {
        let same = |&&(a, b): &&Pairing| (a, b) == (one, other) || (b, a) == (one, other);
        before.iter().filter(same).count()
    };
    let mut order: Vec<usize> = (0..half_points.len()).collect();
    order.sort_by_key(|&engine| (Reverse(half_points[engine]), engine));
    if order.len() % 2 == 1 {
        // The fewest rests are the most games.
        let resting = (0..order.len()).max_by_key(|&place| (played(order[place]), place));
        if let Some(place) = resting {
            order.remove(place);
        }
    }
    let mut pairings = Vec::new();
    while !order.is_empty() {
        let one = order.remove(0);
        let Some(place) = (0..order.len()).min_by_key(|&place| met(one, order[place])) else {
            break;
        };
        pairings.push((one, order.remove(place)));
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        let pairings = Form::RoundRobin.pairings(&[0; 4], &[]);
        assert_eq!(pairings, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        assert_eq!(Form::Gauntlet.pairings(&[0; 3], &[]), [(0, 1), (0, 2)]);
    }

    #[test]
    fn swiss_rounds_bring_new_opponents_and_one_rest_each() {
        let form = Form::Swiss { rounds: 5 };
        let mut before = Vec::new();
        for _ in 0..form.rounds() {
            let round = form.pairings(&[0; 5], &before);
            assert_eq!(round.len(), 2);
            before.extend(round);
        }
        for engine in 0..5 {
            assert_eq!(
                before
                    .iter()
                    .filter(|e| e.0 == engine || e.1 == engine)
                    .count(),
                4
            );
        }
        // Engines with equal points meet: the two leaders.
        let round = form.pairings(&[0, 8, 2, 8], &[]);
        assert_eq!(round, [(1, 3), (2, 0)]);
    }
}
