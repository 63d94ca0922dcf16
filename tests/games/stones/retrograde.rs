//! Every position of small boards, under every option, against a solver written for this test
//! alone: an explicit graph of all boards, sown by the one-stone stepper, and plain iteration from
//! both ends. It shares the numbering of no board, no kernel and no code with the engine.

use std::collections::{HashMap, HashSet};

use sowlab::games::stones::{Board, Capture, Ending, Rules, StonesLayers, stepper};
use sowlab_solvers::Value;
use sowlab_solvers::retrograde::{Layered, Reply, Scatter, Sink, solve_in_memory};

/// A result that gote can reach after one choice of sente.
enum Leads {
    Quiet(usize),
    Capture { after: Vec<u8>, gain: i32 },
    Over(i32),
    Endless,
}

/// All ways to lay the stones into the holes.
fn boards(holes: usize, stones: u8) -> Vec<Vec<u8>> {
    if holes == 1 {
        return vec![vec![stones]];
    }
    (0..=stones)
        .flat_map(|first| {
            boards(holes - 1, stones - first)
                .into_iter()
                .map(move |rest| [vec![first], rest].concat())
        })
        .collect()
}

/// The end of the game, word for word: fewer than two holes with two or more stones. None: the
/// rest goes to the side that had gote in the last round played. One: to the side with sente now.
/// The reversed rule gives it to the other. The margin is that of the side with sente now.
fn end(rules: &Rules, board: &[u8], sente_had_gote: bool) -> Option<i32> {
    let rest: i32 = board.iter().map(|&stones| i32::from(stones)).sum();
    let normal = match board.iter().filter(|&&stones| stones >= 2).count() {
        0 if sente_had_gote => rest,
        0 => -rest,
        1 => rest,
        _ => return None,
    };
    Some(match rules.capture {
        Capture::Normal => normal,
        Capture::Reversed => -normal,
    })
}

/// The options of a board, each with its replies.
fn options(rules: &Rules, board: &[u8], index: &HashMap<&[u8], usize>) -> Vec<Vec<Leads>> {
    if let Some(margin) = end(rules, board, false) {
        return vec![vec![Leads::Over(margin)]];
    }
    let holes = rules.holes();
    let start = Board::from_holes(board).unwrap();
    let reply = |east: usize, west: usize| {
        let round = stepper::sow(rules, start, east, west);
        let mut after = round.board.lanes()[..holes].to_vec();
        let gain = i32::from(round.captured.east) - i32::from(round.captured.west);
        match round.ending {
            Ending::Endless { .. } => Leads::Endless,
            Ending::Quiet => Leads::Quiet(index[after.as_slice()]),
            Ending::Capture => {
                // Sente is West's now; turn the board so that it is East's.
                after.reverse();
                match end(rules, &after, true) {
                    Some(margin) => Leads::Over(gain - margin),
                    None => Leads::Capture { after, gain },
                }
            }
        }
    };
    let choices: Vec<usize> = (0..holes).filter(|&hole| board[hole] >= 2).collect();
    choices
        .iter()
        .map(|&east| {
            choices
                .iter()
                .filter(|&&west| west != east)
                .map(|&west| reply(east, west))
                .collect()
        })
        .collect()
}

/// The fixed point reached from `from` for every board, endless play being worth `from`, too, and
/// `below` giving the value of a smaller board for its own side with sente.
fn fixed_point(graph: &[Vec<Vec<Leads>>], from: i32, below: impl Fn(&[u8]) -> i32) -> Vec<i32> {
    let mut values = vec![from; graph.len()];
    loop {
        let reply = |reply: &Leads| match reply {
            Leads::Quiet(index) => values[*index],
            Leads::Capture { after, gain } => gain - below(after),
            Leads::Over(margin) => *margin,
            Leads::Endless => from,
        };
        let next: Vec<i32> = graph
            .iter()
            .map(|options| {
                let worst = options
                    .iter()
                    .map(|replies| replies.iter().map(reply).min().unwrap());
                worst.max().unwrap()
            })
            .collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

fn naive(rules: &Rules, most: u8) -> HashMap<Vec<u8>, Value> {
    let mut solved: HashMap<Vec<u8>, Value> = HashMap::new();
    for stones in 0..=most {
        let layer = boards(rules.holes(), stones);
        let index: HashMap<&[u8], usize> = layer
            .iter()
            .enumerate()
            .map(|(index, board)| (board.as_slice(), index))
            .collect();
        let graph: Vec<_> = layer
            .iter()
            .map(|board| options(rules, board, &index))
            .collect();
        let all = i32::from(stones);
        // The side that loses by infinite play stays the same when sente passes on.
        let lower = fixed_point(&graph, -all, |board| solved[board].upper);
        let upper = fixed_point(&graph, all, |board| solved[board].lower);
        let zero_low = fixed_point(&graph, -all, |board| solved[board].zero);
        let zero_high = fixed_point(&graph, all, |board| solved[board].zero);
        for (index, board) in layer.iter().enumerate() {
            let zero = if zero_low[index] > 0 {
                zero_low[index]
            } else if zero_high[index] < 0 {
                zero_high[index]
            } else {
                0
            };
            let value = Value {
                lower: lower[index],
                zero,
                upper: upper[index],
            };
            solved.insert(board.clone(), value);
        }
    }
    solved
}

/// Both captures and the four readings of each.
fn every_option(holes: usize) -> impl Iterator<Item = Rules> {
    let rules = Rules::new(holes, 1).unwrap();
    [Capture::Normal, Capture::Reversed]
        .into_iter()
        .flat_map(move |capture| {
            let mut rules = rules;
            rules.capture = capture;
            rules.option_variants()
        })
}

/// Compares all boards, and returns how many of them were undetermined.
fn compare(holes: usize, most: u8) -> u64 {
    let mut undetermined = 0;
    for rules in every_option(holes) {
        let game = StonesLayers::new(&rules, usize::from(most)).unwrap();
        let tables = solve_in_memory(&game, u32::from(most), &()).unwrap();
        let expected = naive(&rules, most);
        for (board, value) in &expected {
            let board = Board::from_holes(board).unwrap();
            let table = &tables[board.stones() as usize];
            let found = table.get(game.ranking().rank(board.lanes()));
            assert_eq!(found, *value, "{board:?} under {rules}");
        }
        let positions: u64 = tables.iter().map(|table| table.positions()).sum();
        assert_eq!(positions, expected.len() as u64);
        undetermined += tables.iter().map(|table| table.undetermined()).sum::<u64>();
    }
    undetermined
}

#[test]
fn two_and_three_holes() {
    compare(2, 20);
    compare(3, 20);
}

#[test]
fn four_holes() {
    assert!(compare(4, 20) > 0, "infinite play matters somewhere");
}

#[test]
fn five_holes() {
    let most = if cfg!(debug_assertions) { 12 } else { 20 };
    assert!(compare(5, most) > 0, "infinite play matters somewhere");
}

/// The readings change values: a table of one cannot pass for a table of another.
#[test]
fn every_option_has_values_of_its_own() {
    let all: Vec<Vec<Value>> = every_option(5)
        .map(|rules| {
            let game = StonesLayers::new(&rules, 10).unwrap();
            let tables = solve_in_memory(&game, 10, &()).unwrap();
            (0..tables[10].positions())
                .map(|rank| tables[10].get(rank))
                .collect()
        })
        .collect();
    for (index, values) in all.iter().enumerate() {
        assert!(!all[..index].contains(values), "option {index}");
    }
}

/// Options as sets of replies, and positions as lists of their options.
#[derive(Default)]
struct Ordered {
    option: HashSet<String>,
    options: Vec<HashSet<String>>,
    positions: Vec<Vec<HashSet<String>>>,
}

impl Sink for Ordered {
    fn reply(&mut self, reply: Reply) {
        self.option.insert(format!("{reply:?}"));
    }

    fn end_option(&mut self) {
        self.options.push(std::mem::take(&mut self.option));
    }

    fn end_position(&mut self) {
        self.positions.push(std::mem::take(&mut self.options));
    }
}

/// The replies, collected in any order.
struct Collected(Vec<Vec<HashSet<String>>>);

impl Scatter for Collected {
    fn reply(&mut self, position: usize, option: usize, reply: Reply) {
        self.0[position][option].insert(format!("{reply:?}"));
    }
}

#[test]
fn replies_in_any_order_are_those_in_order() {
    for holes in [2, 3, 6, 11, 16] {
        for mut rules in Rules::new(holes, 1).unwrap().option_variants() {
            for capture in [Capture::Normal, Capture::Reversed] {
                rules.capture = capture;
                for stones in [0, 1, 4, 9, 18] {
                    let layers = StonesLayers::new(&rules, stones).unwrap();
                    let layer = stones as u32;
                    let boards = layers.positions(layer).unwrap();
                    let apart = boards.div_ceil(700) as usize;
                    let ranks: Vec<u64> = (0..boards).step_by(apart).collect();
                    let mut ordered = Ordered::default();
                    layers.expand(&mut layers.scratch(), layer, &ranks, &mut ordered);
                    let none = vec![HashSet::new(); layers.options()];
                    let mut found = Collected(vec![none; ranks.len()]);
                    let given = layers.scatter(&mut layers.scratch(), layer, &ranks, &mut found);
                    assert!(given);
                    for options in &mut found.0 {
                        options.retain(|replies| !replies.is_empty());
                    }
                    assert!(found.0 == ordered.positions, "{rules}, {stones} stones");
                }
            }
        }
    }
}
