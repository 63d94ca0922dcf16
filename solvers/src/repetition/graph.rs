//! A graph in memory: the edges of each node in one list.

/// An edge: the node it leads to, and whether the side to move differs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge(u32);

impl Edge {
    /// An edge to a node (at most 2³¹ − 1).
    pub fn new(node: u32, flips: bool) -> Edge {
        debug_assert!(node < 1 << 31);
        Edge(node << 1 | u32::from(flips))
    }

    /// The node that it leads to.
    #[inline]
    pub fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the side to move differs there.
    #[inline]
    pub fn flips(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A graph with nodes 0, 1, 2, …; four bytes an edge, eight a node.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Where the edges of each node end.
    ends: Vec<u64>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Adds a node with these edges; they are sorted and freed of repetitions.
    pub fn push(&mut self, edges: &mut Vec<Edge>) {
        edges.sort_unstable();
        edges.dedup();
        self.edges.extend_from_slice(edges);
        self.ends.push(self.edges.len() as u64);
    }

    /// Adds all nodes of another graph after those of this one; its edges already lead to the
    /// nodes as they are numbered here.
    pub(super) fn append(&mut self, other: &Graph) {
        let before = self.edges.len() as u64;
        self.edges.extend_from_slice(&other.edges);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The edges of a node, in ascending order.
    #[inline]
    pub fn edges(&self, node: u32) -> &[Edge] {
        let from = match node {
            0 => 0,
            _ => self.ends[node as usize - 1],
        };
        &self.edges[from as usize..self.ends[node as usize] as usize]
    }

    /// Whether an edge leads from the node to itself.
    pub fn loops(&self, node: u32) -> bool {
        self.edges(node).iter().any(|edge| edge.node() == node)
    }
}
