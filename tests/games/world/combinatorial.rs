//! Values in combinatorial game theory, checked by play: G equals H if the second player wins G - H.

use std::collections::HashMap;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use sowlab::analysis::combinatorial_value;

use super::agreement::random_pits;
use super::reference::Stepper;
use super::reference::one_rank::{Kind, OneRank};

/// Positions as options of Left and Right, without any simplification.
#[derive(Default)]
struct Trees {
    options: Vec<[Vec<usize>; 2]>,
    boards: HashMap<Vec<u32>, usize>,
    texts: HashMap<String, usize>,
    wins: HashMap<(Vec<(usize, bool)>, usize), bool>,
}

impl Trees {
    fn tree(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        self.options.push([left, right]);
        self.options.len() - 1
    }

    /// The tree of a board, by the plain rules.
    fn board(&mut self, rules: &OneRank, pots: &[u32]) -> usize {
        if let Some(&tree) = self.boards.get(pots) {
            return tree;
        }
        let options = [0, 1].map(|turn| {
            let moves = rules.moves(&rules.position(pots, turn)).into_iter();
            let after = moves.map(|(_, after)| self.board(rules, &after.position().pits));
            after.collect::<Vec<usize>>()
        });
        let [left, right] = options;
        let tree = self.tree(left, right);
        self.boards.insert(pots.to_vec(), tree);
        tree
    }

    /// The parts whose sum a text means.
    fn parts(&mut self, text: &str) -> Vec<(usize, bool)> {
        let text = text.trim();
        if let Some(inner) = text.strip_prefix('{') {
            let inner = inner.strip_suffix('}').expect("a closing brace");
            let [left, right] = [0, 1].map(|side| {
                let options = split(inner, '|')[side].clone();
                let options = split(&options, ',').into_iter();
                let options: Vec<String> = options.filter(|option| !option.is_empty()).collect();
                options
                    .into_iter()
                    .map(|option| self.single(&option))
                    .collect::<Vec<usize>>()
            });
            return vec![(self.tree(left, right), false)];
        }
        let number_end = text.find(['^', 'v', '*']).unwrap_or(text.len());
        let (number, rest) = text.split_at(number_end);
        let (ups, nimber) = rest.split_at(rest.find('*').unwrap_or(rest.len()));
        let count = |sign: &str| -> usize {
            match sign.len() {
                0 => 0,
                1 => 1,
                _ => sign[1..].parse().unwrap(),
            }
        };
        let mut parts = Vec::new();
        if !number.is_empty() {
            let (numerator, denominator) = number.split_once('/').unwrap_or((number, "1"));
            let negative = numerator.starts_with('-');
            let numerator = numerator.trim_start_matches('-').parse::<i64>().unwrap();
            parts.push((
                self.number(numerator, denominator.parse().unwrap()),
                negative,
            ));
        }
        let zero = self.tree(Vec::new(), Vec::new());
        let star = self.tree(vec![zero], vec![zero]);
        let up = self.tree(vec![zero], vec![star]);
        parts.extend((0..count(ups)).map(|_| (up, ups.starts_with('v'))));
        let mut nimbers = Vec::new();
        for _ in 0..=count(nimber) {
            let next = self.tree(nimbers.clone(), nimbers.clone());
            nimbers.push(next);
        }
        parts.push((nimbers[count(nimber)], false));
        parts
    }

    /// A number at least 0: n + 1 = {n | }, and (2m + 1) / 2^k = {m / 2^(k - 1) | (m + 1) / 2^(k - 1)}.
    fn number(&mut self, numerator: i64, denominator: i64) -> usize {
        if denominator > 1 && numerator % 2 == 0 {
            return self.number(numerator / 2, denominator / 2);
        }
        if denominator == 1 {
            let left = (numerator > 0).then(|| self.number(numerator - 1, 1));
            return self.tree(left.into_iter().collect(), Vec::new());
        }
        let left = self.number(numerator / 2, denominator / 2);
        let right = self.number(numerator / 2 + 1, denominator / 2);
        self.tree(vec![left], vec![right])
    }

    /// One tree for a text: the options of a sum.
    fn single(&mut self, text: &str) -> usize {
        if let Some(&tree) = self.texts.get(text) {
            return tree;
        }
        let parts = self.parts(text);
        let tree = self.sum(&parts);
        self.texts.insert(text.to_owned(), tree);
        tree
    }

    fn sum(&mut self, parts: &[(usize, bool)]) -> usize {
        let [left, right] = [0, 1].map(|turn| {
            let after = self.moves(parts, turn);
            after.iter().map(|parts| self.sum(parts)).collect()
        });
        self.tree(left, right)
    }

    /// The sums after each move of a side: 0 for Left. In a negated part the sides are exchanged.
    fn moves(&self, parts: &[(usize, bool)], turn: usize) -> Vec<Vec<(usize, bool)>> {
        let mut moves = Vec::new();
        for (place, &(tree, negated)) in parts.iter().enumerate() {
            for &option in &self.options[tree][turn ^ usize::from(negated)] {
                let mut after = parts.to_vec();
                after[place].0 = option;
                moves.push(after);
            }
        }
        moves
    }

    fn mover_wins(&mut self, parts: &[(usize, bool)], turn: usize) -> bool {
        let mut key = parts.to_vec();
        key.sort_unstable();
        if let Some(&wins) = self.wins.get(&(key.clone(), turn)) {
            return wins;
        }
        let moves = self.moves(&key, turn);
        let wins = moves.iter().any(|after| !self.mover_wins(after, 1 - turn));
        self.wins.insert((key, turn), wins);
        wins
    }

    fn is_zero(&mut self, parts: &[(usize, bool)]) -> bool {
        (0..2).all(|turn| !self.mover_wins(parts, turn))
    }
}

/// Divides a text at a sign outside of braces.
fn split(text: &str, sign: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in text.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter == sign && depth == 0 {
            true => parts.push(String::new()),
            false => parts.last_mut().unwrap().push(letter),
        }
    }
    parts
}

/// The value that the library computes.
fn value(rules: &OneRank, pots: &[u32]) -> String {
    let game = rules.name().parse().unwrap();
    let position = rules.text(&rules.position(pots, 0));
    combinatorial_value(&game, Some(&position), &())
        .unwrap()
        .expect("small boards have values")
}

const KINDS: [Kind; 3] = [Kind::Sowing, Kind::Impartial, Kind::Wari];

#[test]
fn values_equal_their_boards() {
    let mut random = SmallRng::seed_from_u64(11);
    for kind in KINDS {
        for pots in 2..=6 {
            let rules = OneRank {
                kind,
                start: vec![9; pots],
            };
            let mut trees = Trees::default();
            let mut found: Vec<(Vec<u32>, String)> = Vec::new();
            for _ in 0..40 {
                let board = random_pits(pots, 9, &mut random);
                let text = value(&rules, &board);
                let tree = trees.board(&rules, &board);
                let mut parts = trees.parts(&text);
                for part in &mut parts {
                    part.1 = !part.1;
                }
                parts.push((tree, false));
                assert!(trees.is_zero(&parts), "{kind:?} {board:?} is not {text}");
                found.push((board, text));
            }
            for pair in found.windows(2) {
                let [(one, first), (other, second)] = pair else {
                    unreachable!()
                };
                let parts = [
                    (trees.board(&rules, one), false),
                    (trees.board(&rules, other), true),
                ];
                assert_eq!(trees.is_zero(&parts), first == second, "{one:?} {other:?}");
            }
        }
    }
}

#[test]
fn published_values() {
    for (kind, pots, text) in [
        (Kind::Sowing, &[1, 2, 2, 3][..], "{0|-2}"),
        (Kind::Sowing, &[2, 0, 1], "2"),
        (Kind::Sowing, &[1, 1, 1], "0"),
        (Kind::Sowing, &[1, 1, 0, 1], "{2|0}"),
        (Kind::Sowing, &[2, 1, 1, 1], "1/2"),
        (Kind::Sowing, &[2, 1, 1], "*"),
        (Kind::Impartial, &[1, 2, 2, 3], "*2"),
        (Kind::Impartial, &[2, 0, 1], "0"),
        (Kind::Impartial, &[1, 1, 1], "*2"),
        (Kind::Impartial, &[1, 1, 0, 1], "*"),
    ] {
        let rules = OneRank {
            kind,
            start: pots.to_vec(),
        };
        assert_eq!(value(&rules, pots), text, "{kind:?} {pots:?}");
    }
}

/// The value does not depend on the side to move, and other games have none.
#[test]
fn values_of_positions_and_games() {
    let value = |name: &str, position: &str| {
        combinatorial_value(&name.parse().unwrap(), Some(position), &()).unwrap()
    };
    for side in ["L", "R"] {
        let position = format!("1,2,2,3 {side}");
        assert_eq!(value("sowing:start=2+2+2+2", &position).unwrap(), "{0|-2}");
    }
    let start = "2,2/2,2/2,2/2,2 L";
    assert_eq!(value("bao:pits=2", start), None);
    let too_many = ["4"; 36].join(",") + " L";
    assert_eq!(value("atomic-wari", &too_many), None);
    let error = combinatorial_value(&"sowing".parse().unwrap(), Some("1,2"), &());
    assert!(error.is_err());
}
