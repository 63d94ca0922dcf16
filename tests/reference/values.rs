//! The plainest way to the three values of every state that can be reached: list them all, and repeat the
//! minimax equations until nothing changes, once from below and once from above.

use std::collections::HashMap;

use sowlab::games::contest::Contest;
use sowlab_solvers::{Side, Value};

/// A state with its moves: where each leads, and what one fixed side gains by it.
struct Node {
    /// Whether that side chooses.
    own: bool,
    /// The margin of that side where the game is over.
    over: Option<i32>,
    /// A move that never ends.
    endless: bool,
    bound: i32,
    moves: Vec<(usize, i32)>,
}

/// The values of all states that can be reached from one, as one fixed side counts them.
pub(crate) struct Values<S> {
    numbers: HashMap<S, usize>,
    values: Vec<Value>,
}

impl<S: std::hash::Hash + Eq> Values<S> {
    pub(crate) fn of(&self, state: &S) -> Value {
        self.values[self.numbers[state]]
    }
}

pub(crate) fn values<C: Contest>(game: &C, from: C::State, side: Side) -> Values<C::State> {
    let seen = |state: &C::State, margin: i32| match game.side_to_move(state) == side {
        true => margin,
        false => -margin,
    };
    let mut states = vec![from];
    let mut numbers = HashMap::from([(from, 0)]);
    let mut nodes: Vec<Node> = Vec::new();
    let mut number = 0;
    while number < states.len() {
        let state = states[number];
        number += 1;
        let endless = game.endless(&state);
        let mut moves = Vec::new();
        if !endless {
            game.moves(&state, &mut moves);
        }
        let mut to = Vec::new();
        for chosen in moves {
            let step = game.play(&state, chosen);
            let place = *numbers.entry(step.state).or_insert_with(|| {
                states.push(step.state);
                states.len() - 1
            });
            to.push((place, seen(&state, step.gain)));
        }
        nodes.push(Node {
            own: game.side_to_move(&state) == side,
            over: game
                .terminal(&state)
                .filter(|_| !endless)
                .map(|rest| seen(&state, rest)),
            endless,
            bound: game.bound(&state),
            moves: to,
        });
    }
    // An endless state stands for what is left where it was entered.
    for place in 0..nodes.len() {
        for (to, _) in nodes[place].moves.clone() {
            if nodes[to].endless {
                nodes[to].bound = nodes[to].bound.max(nodes[place].bound);
            }
        }
    }
    // Repeats the equations of some nodes until nothing changes.
    let fixed = |places: &[usize], mut margins: Vec<i32>| -> Vec<i32> {
        loop {
            let mut changed = false;
            for &place in places {
                let node = &nodes[place];
                let replies = node.moves.iter().map(|&(to, gain)| gain + margins[to]);
                let best = if node.own {
                    replies.max()
                } else {
                    replies.min()
                };
                let margin = node.over.or(best).unwrap();
                changed |= margins[place] != margin;
                margins[place] = margin;
            }
            if !changed {
                return margins;
            }
        }
    };
    let all: Vec<usize> = (0..nodes.len())
        .filter(|&place| !nodes[place].endless)
        .collect();
    let lower = fixed(&all, nodes.iter().map(|node| -node.bound).collect());
    let upper = fixed(&all, nodes.iter().map(|node| node.bound).collect());
    // Layer by layer, what is left after infinite play counting for nobody.
    let mut bounds: Vec<i32> = nodes.iter().map(|node| node.bound).collect();
    bounds.sort_unstable();
    bounds.dedup();
    let mut zero = vec![0; nodes.len()];
    for bound in bounds {
        let layer = all
            .iter()
            .copied()
            .filter(|&place| nodes[place].bound == bound);
        let layer: Vec<usize> = layer.collect();
        let from = |start: i32| {
            let mut margins = zero.clone();
            let here = nodes
                .iter()
                .enumerate()
                .filter(|(_, node)| node.bound == bound);
            here.for_each(|(place, _)| margins[place] = start);
            fixed(&layer, margins)
        };
        let (least, greatest) = (from(-bound), from(bound));
        for place in layer {
            zero[place] = 0.clamp(least[place], greatest[place]);
        }
    }
    let values = (0..nodes.len()).map(|place| Value {
        lower: lower[place],
        zero: zero[place],
        upper: upper[place],
    });
    Values {
        values: values.collect(),
        numbers,
    }
}
