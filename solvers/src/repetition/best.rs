//! Positions in which infinite play is optimal.

use rayon::prelude::*;

use super::graph::{Components, Edge, Graph, node};
use super::shortest::shortest_cycle;
use crate::retrograde::{Layered, Reply, Sink};
use crate::table::{TableError, Tables};
use crate::{Monitor, Turn, Value};

/// The number of positions that a thread examines at a time.
const CHUNK: u64 = 4096;

/// Statistics of optimal play in a layer, from its endgame tables. A choice is optimal here if it keeps `zero`, where
/// infinite play is a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestPlay {
    /// The number of positions with `lower < upper`.
    pub undetermined: u64,
    /// The number of positions with `lower < 0 < upper`. There neither side can force an end as good as a draw by
    /// infinite play. A side that lets the play end loses, or both agree to a draw.
    pub forced: u64,
    /// The number of positions where a non-terminating reply is optimal for both sides.
    pub endless: u64,
    /// The rank of the first of these positions.
    pub first_endless: Option<u64>,
    /// The ranks of a shortest cycle of `forced` positions along choices that are optimal for both sides. They are in
    /// order, and the first is not repeated; empty if there is none.
    pub cycle: Vec<u64>,
}

/// Examines a layer whose endgame tables, and those of all smaller layers, are open.
pub fn best_play(
    game: &impl Layered,
    tables: &Tables,
    layer: u32,
    monitor: &dyn Monitor,
) -> Result<BestPlay, TableError> {
    let positions = game.positions(layer).unwrap_or(0);
    monitor.begin(&format!("layer {layer}: best play"), positions);
    let chunks: Result<Vec<ChunkResult>, TableError> = (0..positions.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            monitor.check()?;
            let ranks = chunk * CHUNK..positions.min((chunk + 1) * CHUNK);
            let part = search_chunk(game, tables, layer, ranks.clone())?;
            monitor.advance(ranks.end - ranks.start);
            Ok(part)
        })
        .collect();
    let mut found = BestPlay::default();
    let mut forced: Vec<(u64, Vec<(u64, Turn)>)> = Vec::new();
    for part in chunks? {
        found.undetermined += part.undetermined;
        found.endless += part.endless.len() as u64;
        found.first_endless = found.first_endless.or(part.endless.first().copied());
        forced.extend(part.forced);
    }
    found.forced = forced.len() as u64;
    let ranks: Vec<u64> = forced.iter().map(|&(rank, _)| rank).collect();
    let mut graph = Graph::default();
    for (_, edges) in forced {
        let edges = edges.into_iter().filter_map(|(to, turn)| {
            let index = ranks.binary_search(&to).ok()?;
            Some(Edge::new(node(index as u64), turn))
        });
        graph.push(&mut edges.collect());
    }
    if let Some(cycle) = shortest_cycle(&graph, &Components::find(&graph)) {
        found.cycle = cycle.iter().map(|&node| ranks[node as usize]).collect();
    }
    Ok(found)
}

/// The result for some positions of a layer.
#[derive(Default)]
struct ChunkResult {
    undetermined: u64,
    endless: Vec<u64>,
    /// The forced positions, with the edges of optimal play that stay in the layer.
    forced: Vec<(u64, Vec<(u64, Turn)>)>,
}

fn search_chunk(
    game: &impl Layered,
    tables: &Tables,
    layer: u32,
    ranks: std::ops::Range<u64>,
) -> Result<ChunkResult, TableError> {
    let mut part = ChunkResult::default();
    // Infinite play has the value 0, so it is optimal only in positions with that value.
    let mut level: Vec<(u64, bool)> = Vec::new();
    for rank in ranks {
        let Value { lower, zero, upper } = tables.probe(layer, rank)?;
        part.undetermined += u64::from(lower < upper);
        if zero == 0 {
            level.push((rank, lower < 0 && 0 < upper));
        }
    }
    let ranks: Vec<u64> = level.iter().map(|&(rank, _)| rank).collect();
    let mut replies = BestReplySink {
        tables,
        layer,
        worst: i32::MAX,
        option: Vec::new(),
        best: Vec::new(),
        positions: Vec::new(),
        error: None,
    };
    let mut scratch = game.scratch();
    for ranks in ranks.chunks(64) {
        game.expand(&mut scratch, layer, ranks, &mut replies);
    }
    if let Some(error) = replies.error {
        return Err(error);
    }
    for ((rank, forced), best) in level.into_iter().zip(replies.positions) {
        if best.contains(&BestReply::Endless) {
            part.endless.push(rank);
        }
        if forced {
            let edges = best.into_iter().filter_map(|best| match best {
                BestReply::Same(rank, turn) => Some((rank, turn)),
                BestReply::Endless | BestReply::Leaves => None,
            });
            part.forced.push((rank, edges.collect()));
        }
    }
    Ok(part)
}

/// A reply that is optimal for both sides.
#[derive(Clone, Copy, PartialEq)]
enum BestReply {
    Same(u64, Turn),
    Endless,
    Leaves,
}

/// A sink that gathers, for positions with the value 0, the replies with the value 0 of the options with the value 0.
struct BestReplySink<'a> {
    tables: &'a Tables,
    layer: u32,
    worst: i32,
    /// The replies of the current option with the value 0.
    option: Vec<BestReply>,
    best: Vec<BestReply>,
    positions: Vec<Vec<BestReply>>,
    error: Option<TableError>,
}

impl BestReplySink<'_> {
    fn zero(&mut self, layer: u32, rank: u64, turn: Turn) -> i32 {
        match self.tables.probe(layer, rank) {
            Ok(value) => turn.convert(value.zero),
            Err(error) => {
                self.error.get_or_insert(error);
                0
            }
        }
    }
}

impl Sink for BestReplySink<'_> {
    fn reply(&mut self, reply: Reply) {
        let (worth, best) = match reply {
            Reply::Same { rank, turn } => (
                self.zero(self.layer, rank, turn),
                BestReply::Same(rank, turn),
            ),
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => (gain + self.zero(layer, rank, turn), BestReply::Leaves),
            Reply::Over { margin } => (margin, BestReply::Leaves),
            Reply::Endless => (0, BestReply::Endless),
        };
        self.worst = self.worst.min(worth);
        if worth == 0 {
            self.option.push(best);
        }
    }

    fn end_option(&mut self) {
        if self.worst == 0 {
            self.best.append(&mut self.option);
        }
        self.option.clear();
        self.worst = i32::MAX;
    }

    fn end_position(&mut self) {
        self.positions.push(std::mem::take(&mut self.best));
    }
}
