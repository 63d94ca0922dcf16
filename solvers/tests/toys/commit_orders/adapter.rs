//! Information sets and perfect recall, on whole trees.

use std::collections::HashMap;

use sowlab_solvers::Side;
use sowlab_solvers::order::CommitOrder;

use super::extensive::{Action, Committed, Extensive};
use super::toys::Grab;

/// The observations and actions of one side on the path to a node, in order.
type Recalled<G> = Vec<(<G as Extensive>::Set, <G as Extensive>::Action)>;

struct InSet<G: Extensive> {
    side: Side,
    actions: Vec<G::Action>,
    recalled: Recalled<G>,
    nodes: usize,
}

/// Visits every node below this one, and checks it against the others of its set.
fn visit<G: Extensive>(
    game: &G,
    node: &G::Node,
    recalled: &mut [Recalled<G>; 2],
    sets: &mut HashMap<G::Set, InSet<G>>,
) {
    let actions = game.actions(node);
    let Some(side) = game.side_to_move(node) else {
        assert!(actions.is_empty());
        return;
    };
    assert!(!actions.is_empty());
    let own = usize::from(side == Side::Second);
    let set = game.set(node);
    let known = sets.entry(set.clone()).or_insert_with(|| InSet {
        side,
        actions: actions.clone(),
        recalled: recalled[own].clone(),
        nodes: 0,
    });
    known.nodes += 1;
    assert_eq!(known.side, side);
    assert_eq!(
        known.actions, actions,
        "a side cannot tell the nodes of a set apart"
    );
    assert_eq!(known.recalled, recalled[own], "a side forgets nothing");
    for action in actions {
        recalled[own].push((set.clone(), action));
        visit(game, &game.play(node, action), recalled, sets);
        recalled[own].pop();
    }
}

fn game(seed: u64, uneven: bool) -> Grab {
    Grab {
        seed,
        places: 5,
        most: 3,
        uneven,
        ends: false,
    }
}

fn sets(seed: u64, order: CommitOrder, uneven: bool, rounds: u32) -> Vec<usize> {
    let game = game(seed, uneven);
    let committed = Committed::new(&game, order);
    let root = committed.root((0, 4), rounds);
    let mut sets = HashMap::new();
    visit(&committed, &root, &mut [Vec::new(), Vec::new()], &mut sets);
    sets.values().map(|set| set.nodes).collect()
}

#[test]
fn keys_are_consistent_and_recall_is_perfect() {
    for seed in 0..40 {
        for order in CommitOrder::ALL {
            for uneven in [false, true] {
                let rounds = if order == CommitOrder::Sealed { 2 } else { 3 };
                let sets = sets(seed, order, uneven, rounds);
                match order {
                    CommitOrder::Open | CommitOrder::Reverse => {
                        assert!(sets.iter().all(|&nodes| nodes == 1), "everything is seen");
                    }
                    CommitOrder::Sealed => {
                        assert!(sets.is_empty() || sets.iter().any(|&nodes| nodes > 1));
                    }
                }
            }
        }
    }
}

/// In the first sealed round the second side has a single information set, with a node for each choice of the first.
/// Every ordered pair of different choices can be sealed, and nothing else.
#[test]
fn a_sealed_round_is_one_set_and_pairs() {
    let game = game(1, false);
    let committed = Committed::new(&game, CommitOrder::Sealed);
    let root = committed.root((1, 4), 1);
    assert_eq!(committed.side_to_move(&root), Some(Side::First));
    let nodes: Vec<_> = (committed.actions(&root).into_iter())
        .map(|action| committed.play(&root, action))
        .collect();
    assert!(nodes.len() >= 2);
    for node in &nodes {
        assert_eq!(committed.side_to_move(node), Some(Side::Second));
        assert_eq!(committed.set(node), committed.set(&nodes[0]));
        let pairs = committed.actions(node);
        assert_eq!(pairs.len(), nodes.len() * (nodes.len() - 1));
        for pair in pairs {
            let Action::Sealed(pair) = pair else {
                panic!("{pair:?} is not sealed");
            };
            assert!(
                pair.otherwise
                    .is_some_and(|otherwise| otherwise != pair.choice)
            );
        }
    }
}
