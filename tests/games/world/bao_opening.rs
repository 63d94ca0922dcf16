//! The opening of bao la kujifunza: the first player wins, by a proof search over the plain reference.

use std::collections::{HashMap, HashSet};

use super::reference::bao::Bao;
use super::reference::{After, Position, Stepper};

const NEVER: u64 = u64::MAX / 4;

/// Proof and disproof numbers of "South wins" (Allis, van der Meulen and van den Herik, 1994). A repetition counts as no
/// win, so that a proof needs none.
struct Search {
    rules: Bao,
    numbers: HashMap<Position, [u64; 2]>,
}

/// A position after a move, or the winner.
enum Next {
    To(Position),
    Won(usize),
}

impl Search {
    fn next(&self, position: &Position) -> Vec<Next> {
        let moves = self.rules.moves(position).into_iter();
        moves
            .map(|(_, after)| match after {
                After::To(position) => Next::To(position),
                After::Won(side) => Next::Won(side),
                After::Endless => panic!("such moves are illegal"),
            })
            .collect()
    }

    fn of(&self, next: &Next, path: &HashSet<Position>) -> [u64; 2] {
        match next {
            Next::Won(0) => [0, NEVER],
            Next::Won(_) => [NEVER, 0],
            Next::To(position) if path.contains(position) => [NEVER, 0],
            Next::To(position) => self.numbers.get(position).copied().unwrap_or([1, 1]),
        }
    }

    /// Expands below a position until one of its numbers reaches its limit (Nagai, 2002).
    fn search(&mut self, position: &Position, limits: [u64; 2], path: &mut HashSet<Position>) {
        let next = self.next(position);
        // The number that the side to move makes least: South the proof number, North the disproof number.
        let own = position.turn;
        if next.is_empty() {
            let lost = if own == 0 { [NEVER, 0] } else { [0, NEVER] };
            self.numbers.insert(position.clone(), lost);
            return;
        }
        path.insert(position.clone());
        loop {
            let all: Vec<[u64; 2]> = next.iter().map(|one| self.of(one, path)).collect();
            let least = all.iter().map(|numbers| numbers[own]).min().unwrap();
            let sum = all
                .iter()
                .map(|numbers| numbers[1 - own])
                .sum::<u64>()
                .min(NEVER);
            let mut numbers = [0; 2];
            (numbers[own], numbers[1 - own]) = (least, sum);
            if numbers.contains(&0) {
                numbers = numbers.map(|number| if number == 0 { 0 } else { NEVER });
            }
            self.numbers.insert(position.clone(), numbers);
            if (0..2).any(|of| numbers[of] >= limits[of]) {
                break;
            }
            let best = (0..all.len()).min_by_key(|&place| all[place][own]).unwrap();
            let second = (0..all.len())
                .filter(|&place| place != best)
                .map(|place| all[place][own])
                .min()
                .unwrap_or(NEVER);
            let Next::To(below) = &next[best] else {
                break;
            };
            let mut deeper = [0; 2];
            deeper[own] = limits[own].min(second + 1);
            deeper[1 - own] = (limits[1 - own] + all[best][1 - own]).saturating_sub(sum);
            let below = below.clone();
            self.search(&below, deeper, path);
        }
        path.remove(position);
    }

    /// Follows proven moves of South and all moves of North: every line ends with a win of South. Returns the length of
    /// the longest line in moves.
    fn follow(
        &self,
        position: &Position,
        path: &mut Vec<Position>,
        known: &mut HashMap<Position, u32>,
    ) -> u32 {
        if let Some(&length) = known.get(position) {
            return length;
        }
        assert!(!path.contains(position), "a line comes back");
        path.push(position.clone());
        let next = self.next(position);
        let length = match position.turn {
            0 if next.iter().any(|one| matches!(one, Next::Won(0))) => 1,
            0 => {
                let proven = next.iter().filter_map(|one| match one {
                    Next::To(after) if self.numbers.get(after).is_some_and(|of| of[0] == 0) => {
                        Some(after)
                    }
                    _ => None,
                });
                let lines = proven.map(|after| 1 + self.follow(after, path, known));
                lines.min().expect("a proven move")
            }
            _ => {
                let lines = next.iter().map(|one| match one {
                    Next::To(after) => 1 + self.follow(after, path, known),
                    Next::Won(winner) => {
                        assert_eq!(*winner, 0);
                        1
                    }
                });
                lines.max().unwrap_or(0)
            }
        };
        path.pop();
        known.insert(position.clone(), length);
        length
    }
}

/// The pages quote these numbers.
#[test]
fn south_wins_within_25_moves() {
    let mut search = Search {
        rules: Bao::new(8, 2),
        numbers: HashMap::new(),
    };
    let start = search.rules.start();
    search.search(&start, [NEVER; 2], &mut HashSet::new());
    assert_eq!(search.numbers[&start][0], 0);
    let mut known = HashMap::new();
    let longest = search.follow(&start, &mut Vec::new(), &mut known);
    assert!(longest <= 25, "{longest}");
    let moves = search.rules.moves(&start);
    let winning = moves.iter().filter(|(_, after)| match after {
        After::To(after) => search.numbers.get(after).is_some_and(|of| of[0] == 0),
        _ => false,
    });
    let names: Vec<&str> = winning.map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["L11+"]);
}
