//! Values of small boards: a plain solver of the references' positions against the library's solvers.

use std::collections::HashMap;

use sowlab::analysis::solve::{Beyond, LISTED_STATES, solve_sequential};
use sowlab_base::MemorySize;
use sowlab_solvers::{Keyed, Reachable, Value};

use super::agreement::{found, game};
use super::reference::agsinnoninka::Agsinnoninka;
use super::reference::bao::Bao;
use super::reference::congkak::Congkak;
use super::reference::omweso::Omweso;
use super::reference::one_rank::{Kind, OneRank};
use super::reference::togyz::Togyz;
use super::reference::{After, Position, Stepper};

/// The result of a move in the graph.
#[derive(Clone, Copy, Debug)]
enum Edge {
    To(usize),
    /// The game is over with this margin of South.
    Settled(i32),
}

/// All positions that can be reached from the start, with the final margin of South, stores included.
struct Graph {
    positions: Vec<Position>,
    edges: Vec<Vec<Edge>>,
    /// The final margin of positions without moves.
    over: Vec<Option<i32>>,
    /// Whether seeds are counted, or only the winner.
    seeds: bool,
}

fn margin([south, north]: [u32; 2]) -> i32 {
    south as i32 - north as i32
}

impl Graph {
    fn of(stepper: &dyn Stepper, seeds: bool) -> Graph {
        let mut positions = vec![stepper.start()];
        let mut numbers = HashMap::from([(stepper.start(), 0)]);
        let mut edges: Vec<Vec<Edge>> = Vec::new();
        let mut over = Vec::new();
        while let Some(position) = positions.get(edges.len()).cloned() {
            let moves = stepper.moves(&position);
            over.push(moves.is_empty().then(|| margin(stepper.score(&position))));
            let edge = |(_, after)| match after {
                After::Won(side) => Edge::Settled(if side == 0 { 1 } else { -1 }),
                After::Endless => Edge::Settled(0),
                After::To(after) => {
                    let known = numbers.len();
                    Edge::To(*numbers.entry(after.clone()).or_insert_with(|| {
                        positions.push(after);
                        known
                    }))
                }
            };
            edges.push(moves.into_iter().map(edge).collect());
        }
        Graph {
            positions,
            edges,
            over,
            seeds,
        }
    }

    /// The seeds on the board, which infinite play leaves open; 1 where only the winner counts.
    fn open(&self, number: usize) -> i32 {
        match self.seeds {
            true => self.positions[number].pits.iter().sum::<u32>() as i32,
            false => 1,
        }
    }

    fn stores(&self, number: usize) -> i32 {
        margin(self.positions[number].stores)
    }

    /// Applies the minimax equations of a layer until nothing changes.
    fn settle(&self, layer: &[usize], margins: &mut [i32]) {
        loop {
            let mut changed = false;
            for &number in layer {
                let replies = self.edges[number].iter().map(|&edge| match edge {
                    Edge::To(next) => margins[next],
                    Edge::Settled(margin) => margin,
                });
                let best = match self.positions[number].turn {
                    0 => replies.max(),
                    _ => replies.min(),
                };
                let value = self.over[number].or(best).unwrap();
                changed |= margins[number] != value;
                margins[number] = value;
            }
            if !changed {
                return;
            }
        }
    }

    /// Lower, zero and upper of every position, for South. Within a layer no seed leaves the board.
    fn values(&self) -> Vec<[i32; 3]> {
        let count = self.positions.len();
        let mut layers: HashMap<u32, Vec<usize>> = HashMap::new();
        for number in 0..count {
            let seeds = self.positions[number].pits.iter().sum();
            layers.entry(seeds).or_default().push(number);
        }
        let mut seeds: Vec<u32> = layers.keys().copied().collect();
        seeds.sort_unstable();
        let [mut lower, mut zero, mut upper] = [vec![0; count], vec![0; count], vec![0; count]];
        for seeds in seeds {
            let layer = &layers[&seeds];
            let (mut least, mut greatest) = (zero.clone(), zero.clone());
            for &number in layer {
                let (stores, open) = (self.stores(number), self.open(number));
                for (margins, start) in [
                    (&mut lower, stores - open),
                    (&mut least, stores - open),
                    (&mut upper, stores + open),
                    (&mut greatest, stores + open),
                ] {
                    margins[number] = start;
                }
            }
            for margins in [&mut lower, &mut least, &mut upper, &mut greatest] {
                self.settle(layer, margins);
            }
            for &number in layer {
                zero[number] = self.stores(number).clamp(least[number], greatest[number]);
            }
        }
        (0..count)
            .map(|number| [lower[number], zero[number], upper[number]])
            .collect()
    }
}

/// The value from here on for the side to move.
fn for_mover(graph: &Graph, number: usize, [lower, zero, upper]: [i32; 3]) -> Value {
    let from_here = |margin| margin - graph.stores(number);
    match graph.positions[number].turn {
        0 => Value {
            lower: from_here(lower),
            zero: from_here(zero),
            upper: from_here(upper),
        },
        _ => Value {
            lower: -from_here(upper),
            zero: -from_here(zero),
            upper: -from_here(lower),
        },
    }
}

/// Solves a board in both ways and compares the values of all positions. Returns the value of the start for South.
fn solved(stepper: &dyn Stepper, seeds: bool) -> [i32; 3] {
    let game = game(stepper);
    let graph = Graph::of(stepper, seeds);
    let values = graph.values();
    let start = found(&game, stepper, &graph.positions[0]);
    let memory = MemorySize::new(1 << 24);
    let searched = (LISTED_STATES, Beyond::Deepening);
    let solution = solve_sequential(&game, &start, searched, memory, &()).unwrap();
    let bounds = [
        solution.bounds.lower,
        solution.bounds.zero,
        solution.bounds.upper,
    ];
    let expected = for_mover(&graph, 0, values[0]);
    let expected = [expected.lower, expected.zero, expected.upper];
    assert_eq!(
        bounds,
        expected.map(|margin| margin..=margin),
        "{}",
        game.name()
    );

    let reachable = Reachable::solve(&game, *start.state(), LISTED_STATES, &()).unwrap();
    for (number, position) in graph.positions.iter().enumerate() {
        let here = found(&game, stepper, position);
        let value = reachable.value(game.key(here.state()));
        let expected = for_mover(&graph, number, values[number]);
        assert_eq!(
            value,
            Some(expected),
            "{} {}",
            game.name(),
            stepper.text(position)
        );
    }
    values[0]
}

#[test]
fn togyz_on_small_boards() {
    for (pits, most) in [(1, 6), (2, 4), (3, 2), (4, 1)] {
        for seeds in 1..=most {
            solved(&Togyz { pits, seeds }, true);
        }
    }
}

/// Play always ends, so the three values are equal.
#[test]
fn congkak_on_small_boards() {
    for (pits, seeds) in [(1, 4), (2, 1), (2, 2), (2, 3), (3, 1)] {
        for stepper in Congkak::all(pits, seeds) {
            let [lower, zero, upper] = solved(&stepper, true);
            assert_eq!([lower, upper], [zero; 2], "{}", stepper.name());
        }
    }
}

#[test]
fn agsinnoninka_on_small_boards() {
    for (pits, seeds) in [(1, 4), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)] {
        for stepper in Agsinnoninka::all(pits, seeds) {
            solved(&stepper, true);
        }
    }
}

#[test]
fn bao_on_small_boards() {
    for (pits, seeds) in [(2, 1), (2, 2), (2, 3), (3, 1)] {
        for big in [true, false] {
            solved(&Bao { pits, seeds, big }, false);
        }
    }
}

#[test]
fn omweso_on_small_boards() {
    for (pits, seeds) in [(2, 1), (2, 2), (2, 3), (3, 1)] {
        for stepper in Omweso::all(pits, seeds) {
            solved(&stepper, false);
        }
    }
}

/// Also by looking at every continuation, without a table.
#[test]
fn one_rank_games_on_small_boards() {
    let starts: [&[u32]; 8] = [
        &[1, 1],
        &[1, 2, 2, 3],
        &[2, 1, 1, 1],
        &[3, 0, 2, 1, 2],
        &[2, 2, 2, 2, 2, 2],
        &[1, 1, 1, 1, 1, 1, 1],
        &[3, 3, 3, 3, 3],
        &[4, 4, 4, 4],
    ];
    for start in starts {
        for kind in [Kind::Sowing, Kind::Impartial, Kind::Wari] {
            let stepper = OneRank {
                kind,
                start: start.to_vec(),
            };
            let won = if stepper.wins(start, 0) { 1 } else { -1 };
            assert_eq!(solved(&stepper, false), [won; 3], "{}", stepper.name());
        }
    }
}

/// The margin of South by looking at every continuation.
fn minimax(stepper: &dyn Stepper, position: &Position) -> i32 {
    let moves = stepper.moves(position).into_iter();
    let replies = moves.map(|(_, after)| minimax(stepper, &after.position()));
    let best = if position.turn == 0 {
        replies.max()
    } else {
        replies.min()
    };
    best.unwrap_or_else(|| margin(stepper.score(position)))
}

#[test]
fn congkak_by_every_continuation() {
    for (pits, seeds) in [(2, 1), (2, 2)] {
        for stepper in Congkak::all(pits, seeds) {
            let value = minimax(&stepper, &stepper.start());
            assert_eq!(solved(&stepper, true), [value; 3], "{}", stepper.name());
        }
    }
}
