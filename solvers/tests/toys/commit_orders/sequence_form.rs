//! The value of a game in extensive form by its sequence form (D. Koller, N. Megiddo and B. von
//! Stengel, *Efficient computation of equilibria for extensive two-person games*, 1996): one linear
//! programme for the whole tree, without any backward induction. The library keeps its constraints to
//! 1e-7 each, so the values of whole trees are compared to 1e-5.

use std::collections::HashMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use sowlab_solvers::Side;
use sowlab_solvers::equilibrium::{Horizon, plain::Plain};
use sowlab_solvers::order::CommitOrder;

use super::extensive::{Committed, Extensive};
use super::toys::Grab;

/// The sequences of one side: 0 is the empty one; a set has the sequence that leads to it and those
/// that leave it.
struct Sequences<S> {
    count: usize,
    sets: HashMap<S, (usize, Vec<usize>)>,
}

impl<S: Eq + std::hash::Hash> Sequences<S> {
    fn new() -> Self {
        Sequences {
            count: 1,
            sets: HashMap::new(),
        }
    }

    fn leaving(&mut self, set: S, before: usize, actions: usize) -> Vec<usize> {
        let count = &mut self.count;
        let (_, leaving) = self.sets.entry(set).or_insert_with(|| {
            let first = *count;
            *count += actions;
            (before, (first..first + actions).collect())
        });
        leaving.clone()
    }
}

struct Tree<S> {
    sides: [Sequences<S>; 2],
    payoffs: HashMap<(usize, usize), f64>,
}

fn visit<G: Extensive>(game: &G, node: &G::Node, at: [usize; 2], tree: &mut Tree<G::Set>) {
    let Some(side) = game.side_to_move(node) else {
        *tree.payoffs.entry((at[0], at[1])).or_default() += f64::from(game.gained(node));
        return;
    };
    let own = usize::from(side == Side::Second);
    let actions = game.actions(node);
    let leaving = tree.sides[own].leaving(game.set(node), at[own], actions.len());
    for (action, sequence) in actions.into_iter().zip(leaving) {
        let mut after = at;
        after[own] = sequence;
        visit(game, &game.play(node, action), after, tree);
    }
}

/// The payoff of the first side.
fn value<G: Extensive>(game: &G, root: &G::Node) -> f64 {
    let mut tree = Tree {
        sides: [Sequences::new(), Sequences::new()],
        payoffs: HashMap::new(),
    };
    visit(game, root, [0, 0], &mut tree);
    let [first, second] = &tree.sides;
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let plan: Vec<Variable> = (0..first.count)
        .map(|_| problem.add_var(0.0, (0.0, 1.0)))
        .collect();
    problem.add_constraint([(plan[0], 1.0)], ComparisonOp::Eq, 1.0);
    for (before, leaving) in first.sets.values() {
        let mut terms = vec![(plan[*before], -1.0)];
        terms.extend(leaving.iter().map(|&sequence| (plan[sequence], 1.0)));
        problem.add_constraint(&terms, ComparisonOp::Eq, 0.0);
    }
    // The margins that the second side concedes in each of its sets, and at the root.
    let free = (f64::NEG_INFINITY, f64::INFINITY);
    let at_root = problem.add_var(1.0, free);
    let conceded: HashMap<&G::Set, Variable> = second
        .sets
        .keys()
        .map(|set| (set, problem.add_var(0.0, free)))
        .collect();
    for sequence in 0..second.count {
        let own = second
            .sets
            .iter()
            .find(|(_, (_, leaving))| leaving.contains(&sequence));
        let own = own.map_or(at_root, |(set, _)| conceded[set]);
        let mut terms = vec![(own, 1.0)];
        let next = second
            .sets
            .iter()
            .filter(|(_, (before, _))| *before == sequence);
        terms.extend(next.map(|(set, _)| (conceded[set], -1.0)));
        let paid = tree
            .payoffs
            .iter()
            .filter(|((_, other), _)| *other == sequence);
        terms.extend(paid.map(|((own, _), payoff)| (plan[*own], -payoff)));
        problem.add_constraint(&terms, ComparisonOp::Le, 0.0);
    }
    problem
        .solve()
        .unwrap()
        .into_solution()
        .unwrap()
        .objective()
}

#[test]
fn backward_induction_gives_the_value_of_the_tree() {
    let mut mixed = 0;
    for seed in 0..100 {
        for order in CommitOrder::ALL {
            let game = Grab {
                seed,
                places: 3,
                most: 3,
                uneven: seed % 5 == 0,
                ends: false,
            };
            let rounds = if order == CommitOrder::Sealed { 2 } else { 3 };
            let committed = Committed::new(&game, order);
            let whole = value(&committed, &committed.root((0, 4), rounds));
            let mut plain = Plain::new(&game, order);
            let by_rounds = plain.value(&(0, 4), Horizon::Rounds(rounds as u8)).unwrap();
            assert!(
                (whole - by_rounds).abs() < 1e-5,
                "{seed} {order}: {whole} {by_rounds}"
            );
            mixed += u32::from(by_rounds.fract() != 0.0);
        }
    }
    assert!(mixed > 2, "mixed strategies were needed {mixed} times");
}
