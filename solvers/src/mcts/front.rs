//! One thread's copy of the most visited nodes.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use super::node::{Edge, EdgeBlock};
use super::select::Statistics;

/// The number of a node outside the account.
pub(super) const OUTSIDE: u32 = u32::MAX;
/// The number of visits at which a node enters the account.
const VISITS: u32 = 128;
/// The reciprocal of the share of new visits at which the account of a node is synchronized.
const SHARE: u32 = 16;
/// The maximum number of nodes in the account.
const NODES: usize = 4096;

/// A thread's copy of the statistics of an edge, with its own new visits.
pub(super) struct Account {
    visits: u32,
    sum: i64,
    /// The visits that the tree does not have yet.
    new_visits: u32,
    new_sum: i64,
    /// The node behind it, in the account, or [`OUTSIDE`].
    child: u32,
}

impl Account {
    fn new(edge: &Edge) -> Account {
        Account {
            visits: edge.visits(),
            sum: edge.sum.load(Ordering::Relaxed),
            new_visits: 0,
            new_sum: 0,
            child: OUTSIDE,
        }
    }

    /// Adds the new statistics to the tree, and reads those of other threads.
    fn exchange_statistics(&mut self, edge: &Edge) {
        // The margin of a playout may arrive after its visit was added.
        if self.new_visits > 0 || self.new_sum != 0 {
            edge.visits.fetch_add(self.new_visits, Ordering::Relaxed);
            edge.sum.fetch_add(self.new_sum, Ordering::Relaxed);
        }
        let child = self.child;
        *self = Account {
            child,
            ..Account::new(edge)
        };
    }
}

impl Statistics for &[Account] {
    #[inline]
    fn visits(&self, edge: usize) -> u32 {
        self[edge].visits
    }

    #[inline]
    fn margin_sum(&self, edge: usize) -> i64 {
        self[edge].sum
    }
}

struct FrontNode {
    block: EdgeBlock,
    /// The index of the account of its first edge.
    first: usize,
    new_visits: u32,
    visits: u32,
}

/// A thread's account of the nodes near the root. Every playout changes these nodes; if threads did that in the tree
/// itself, each would constantly wait for the others' changes. So each thread has its own account of these nodes, and
/// synchronizes it with the tree after enough changes. The nodes are a tree from the root down, as far as visits reach.
pub(super) struct Front {
    /// The loss counted for a playout in progress.
    virtual_loss: i64,
    nodes: Vec<FrontNode>,
    accounts: Vec<Account>,
    /// The nodes by the numbers of their first edges.
    places: FxHashMap<u32, u32>,
}

impl Front {
    /// Creates an account without nodes, in which a playout in progress counts as lost by the given margin.
    pub(super) fn new(virtual_loss: i64) -> Front {
        Front {
            virtual_loss,
            nodes: Vec::new(),
            accounts: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    /// Adds a node to the account if there is room.
    pub(super) fn add(&mut self, block: EdgeBlock, edges: &[Edge]) -> u32 {
        if let Some(&node) = self.places.get(&block.start) {
            return node;
        }
        if self.nodes.len() >= NODES {
            return OUTSIDE;
        }
        let node = self.nodes.len() as u32;
        self.places.insert(block.start, node);
        let first = self.accounts.len();
        self.accounts.extend(edges.iter().map(Account::new));
        self.nodes.push(FrontNode {
            block,
            first,
            new_visits: 0,
            visits: edges.iter().map(Edge::visits).sum(),
        });
        node
    }

    /// Returns the accounts of the edges of a node.
    #[inline]
    pub(super) fn accounts(&self, node: u32) -> &[Account] {
        let FrontNode { first, block, .. } = self.nodes[node as usize];
        &self.accounts[first..][..block.count as usize]
    }

    #[inline]
    fn account(&mut self, node: u32, edge: usize) -> &mut Account {
        let first = self.nodes[node as usize].first;
        &mut self.accounts[first + edge]
    }

    /// Counts a playout in progress. Returns the number of playouts that went through the edge before.
    #[inline]
    pub(super) fn begin_visit(&mut self, node: u32, edge: usize) -> u32 {
        let loss = self.virtual_loss;
        let account = self.account(node, edge);
        account.visits += 1;
        account.new_visits += 1;
        account.sum -= loss;
        account.new_sum -= loss;
        account.visits - 1
    }

    /// Returns the node behind an edge, if it is in the account or enters it now.
    #[inline]
    pub(super) fn child(&mut self, node: u32, edge: usize, to: EdgeBlock, edges: &[Edge]) -> u32 {
        let account = self.account(node, edge);
        if account.child == OUTSIDE && account.visits >= VISITS {
            let child = self.add(to, edges);
            self.account(node, edge).child = child;
            return child;
        }
        account.child
    }

    /// Adds the result of a playout in progress.
    #[inline]
    pub(super) fn leave(&mut self, node: u32, edge: usize, margin: i32, edges: &[Edge]) {
        let news = i64::from(margin) + self.virtual_loss;
        let account = self.account(node, edge);
        account.sum += news;
        account.new_sum += news;
        let front = &mut self.nodes[node as usize];
        front.new_visits += 1;
        if front.new_visits > front.visits / SHARE {
            self.exchange_statistics(node, edges);
        }
    }

    #[cold]
    fn exchange_statistics(&mut self, node: u32, edges: &[Edge]) {
        let front = &mut self.nodes[node as usize];
        let accounts = &mut self.accounts[front.first..][..edges.len()];
        for (account, edge) in accounts.iter_mut().zip(edges) {
            account.exchange_statistics(edge);
        }
        front.new_visits = 0;
        front.visits = accounts.iter().map(|account| account.visits).sum();
    }

    /// Adds all new statistics to the tree.
    pub(super) fn close<'a>(&mut self, edges: impl Fn(EdgeBlock) -> &'a [Edge]) {
        for node in 0..self.nodes.len() {
            let block = self.nodes[node].block;
            self.exchange_statistics(node as u32, edges(block));
        }
    }
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;

    use super::*;
    use crate::Side;

    #[test]
    fn the_margin_of_a_playout_is_told_though_its_visit_was_told_before() {
        let edges = [Edge::zeroed()];
        let block = EdgeBlock {
            start: 0,
            count: 1,
            side: Side::First,
        };
        let mut front = Front::new(7);
        let node = front.add(block, &edges);
        front.begin_visit(node, 0);
        front.begin_visit(node, 0);
        assert_eq!(front.accounts(node)[0].sum, -14, "both count as lost");
        // Few visits are added at once, here those of both playouts.
        front.leave(node, 0, 5, &edges);
        assert_eq!(edges[0].visits(), 2);
        assert_eq!(edges[0].sum.load(Ordering::Relaxed), 5 - 7);
        front.leave(node, 0, 4, &edges);
        front.close(|_| &edges);
        assert_eq!(edges[0].visits(), 2);
        assert_eq!(edges[0].sum.load(Ordering::Relaxed), 9);
    }
}
