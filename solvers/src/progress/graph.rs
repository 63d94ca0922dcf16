//! The states that are reachable from one without an exit, and their distances from an exit.

use rustc_hash::FxHashMap;

use super::move_value::{Convention, DistanceSource, DistanceStore, ValueOf, move_value};
use crate::{Game, Key, Keyed, Monitor, Player, Step};

/// The mark of a missing number or distance.
const NONE: u32 = u32::MAX;

/// The number of expansions between two checks of the monitor.
const LOOK: usize = 256;

/// A state, and the known facts about its moves that keep the margin of the forcing side. The other moves of that side
/// are left out; those of the other side lose value, which is an exit.
struct Node<State> {
    state: State,
    key: Key,
    /// The player that forces an exit.
    player: Player,
    /// The minimum number of moves from the first state to this one.
    depth: u32,
    /// The index of the last edge that leads here.
    last: u32,
    /// The number of moves to other nodes; [`NONE`] where nothing can be forced.
    open: u32,
    /// Whether the player has an exit here, if it is to move.
    exit: bool,
}

/// A move without an exit, in the list of all that lead to the same node.
struct Edge {
    from: u32,
    previous: u32,
}

/// The graph of the states that moves without an exit lead to.
pub(super) struct Graph<'a, G: Game> {
    game: &'a G,
    value_of: &'a ValueOf<'a, G::State>,
    convention: Convention,
    /// The margin that the forcing side keeps.
    goal: i32,
    nodes: Vec<Node<G::State>>,
    numbers: FxHashMap<(Key, Player), u32>,
    edges: Vec<Edge>,
    /// The number of expanded nodes, which come before the others.
    expanded: usize,
    /// The depth below which all nodes are expanded.
    depth: u32,
    /// The distances of the nodes; [`NONE`] where no exit was found.
    distances: Vec<u32>,
    /// The moves of a node, and those of them without an exit; both reused to save allocations.
    moves: Vec<G::Move>,
    further: Vec<Step<G::State>>,
}

impl<'a, G: Game + Keyed<G::State>> Graph<'a, G> {
    pub(super) fn new(
        game: &'a G,
        value_of: &'a ValueOf<'a, G::State>,
        convention: Convention,
        goal: i32,
    ) -> Graph<'a, G> {
        Graph {
            game,
            value_of,
            convention,
            goal,
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            expanded: 0,
            depth: 0,
            distances: Vec::new(),
            moves: Vec::new(),
            further: Vec::new(),
        }
    }

    /// Lists states by depth until the distance of the first is certain. If that takes more than `most` states, a path
    /// to an exit may be longer than necessary. `None` if there is no path, or the monitor cancelled.
    pub(super) fn search(
        &mut self,
        state: G::State,
        player: Player,
        most: usize,
        monitor: &dyn Monitor,
    ) -> Option<DistanceSource> {
        self.number(state, player, 0);
        let mut measured = 0;
        loop {
            let level = self.nodes.len();
            while self.expanded < level && self.nodes.len() <= most {
                if self.expanded.is_multiple_of(LOOK) && monitor.cancelled() {
                    return None;
                }
                self.expand();
            }
            let full = self.expanded < level;
            if !full {
                self.depth += 1;
            }
            let complete = self.expanded == self.nodes.len();
            let last = complete || full;
            if last || self.nodes.len() >= 2 * measured {
                measured = self.nodes.len();
                self.measure();
                if complete {
                    self.depth = NONE;
                }
                match self.distances[0] {
                    NONE if last => return None,
                    NONE => {}
                    distance if distance <= self.depth => return Some(DistanceSource::Certain),
                    _ if last => return Some(DistanceSource::Limited),
                    _ => {}
                }
            }
        }
    }

    /// Stores the certain distances, or all known ones if that of the first node is not certain. A store with more than
    /// `most` entries is cleared first.
    pub(super) fn store(&self, distances: &mut DistanceStore, most: usize) {
        if distances.len() > most {
            distances.clear();
        }
        let all = self.distances[0] > self.depth;
        for (node, &distance) in self.nodes.iter().zip(&self.distances) {
            let certain = node.depth.saturating_add(distance) <= self.depth;
            if distance != NONE && (all || certain) {
                let known = distances.entry((node.key, node.player, self.convention));
                let known = known.or_insert(distance);
                *known = distance.min(*known);
            }
        }
    }

    fn number(&mut self, state: G::State, player: Player, depth: u32) -> u32 {
        let key = self.game.key(&state);
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry((key, player)).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                state,
                key,
                player,
                depth,
                last: NONE,
                open: 0,
                exit: false,
            });
        }
        number
    }

    /// Expands the next node.
    fn expand(&mut self) {
        let number = self.expanded;
        self.expanded += 1;
        let Node {
            state,
            player,
            depth,
            ..
        } = self.nodes[number];
        let forces = player == Player::Leader;
        let bound = self.game.bound(&state);
        let mut moves = std::mem::take(&mut self.moves);
        let mut further = std::mem::take(&mut self.further);
        moves.clear();
        further.clear();
        self.game.moves(&state, &mut moves);
        let node = &mut self.nodes[number];
        for &chosen in &moves {
            let step = self.game.play(&state, chosen);
            let looked = move_value(self.game, bound, &step, self.value_of);
            let looked = looked.map(|(value, exit)| (self.convention.margin(value, player), exit));
            match looked {
                Some((margin, exit)) if margin >= self.goal => {
                    if exit || margin > self.goal {
                        node.exit |= forces;
                    } else {
                        further.push(step);
                    }
                }
                // The forcing side does not choose this move.
                _ if forces => {}
                // An endgame table is damaged: nothing can be forced here.
                _ => node.open = NONE,
            }
            // A longer path is of no use.
            if node.exit || node.open == NONE {
                further.clear();
                break;
            }
        }
        if node.open != NONE {
            node.open = further.len() as u32;
        }
        for step in further.drain(..) {
            let to = self.number(step.state, player.after(step.turn), depth + 1);
            let edge = self.edges.len() as u32;
            self.edges.push(Edge {
                from: number as u32,
                previous: self.nodes[to as usize].last,
            });
            self.nodes[to as usize].last = edge;
        }
        (self.moves, self.further) = (moves, further);
    }

    /// Finds the distances from the exits backwards, in ascending order.
    fn measure(&mut self) {
        let mut open: Vec<u32> = self.nodes.iter().map(|node| node.open).collect();
        self.distances.clear();
        self.distances.resize(self.nodes.len(), NONE);
        let mut queue = Vec::new();
        for (number, node) in self.nodes[..self.expanded].iter().enumerate() {
            let at_once = match node.player {
                Player::Leader => node.exit,
                Player::Follower => node.open == 0,
            };
            if at_once {
                self.distances[number] = 1;
                queue.push(number as u32);
            }
        }
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            next += 1;
            let distance = self.distances[number as usize] + 1;
            let mut edge = self.nodes[number as usize].last;
            while edge != NONE {
                let Edge {
                    from,
                    previous: before,
                } = self.edges[edge as usize];
                edge = before;
                let from_node = &self.nodes[from as usize];
                if self.distances[from as usize] != NONE {
                    continue;
                }
                if from_node.player == Player::Follower {
                    let left = &mut open[from as usize];
                    *left -= 1;
                    if *left > 0 {
                        continue;
                    }
                }
                self.distances[from as usize] = distance;
                queue.push(from);
            }
        }
    }
}
