//! The values of a graph, component by component.

use super::graph::Graph;
use crate::components::{Graph as _, components};
use crate::{Cancelled, Monitor, Turn, Value};

/// A lower and an upper bound on the margin of the side to move.
type Interval = (i32, i32);

/// The three values of every state.
pub(super) fn solve(graph: &Graph, monitor: &dyn Monitor) -> Result<Vec<Value>, Cancelled> {
    let states = graph.nodes() as usize;
    monitor.begin("states solved", states as u64);
    let mut ends: Vec<Interval> = vec![(0, 0); states];
    let mut zero: Vec<Interval> = vec![(0, 0); states];
    components(graph, |component| {
        for &state in component {
            let bound = graph.bound(state);
            ends[state as usize] = (-bound, bound);
        }
        settle(graph, component, &mut ends, monitor)?;
        // The values of zero lie between the ends: a closer start.
        for &state in component {
            zero[state as usize] = ends[state as usize];
        }
        settle(graph, component, &mut zero, monitor)?;
        for &state in component {
            let (lower, upper) = zero[state as usize];
            let middle = 0.clamp(lower, upper);
            zero[state as usize] = (middle, middle);
        }
        monitor.advance(component.len() as u64);
        Ok::<(), Cancelled>(())
    })?;
    let values = ends.into_iter().zip(zero);
    Ok(values
        .map(|((lower, upper), (zero, _))| Value { lower, zero, upper })
        .collect())
}

/// Tightens the intervals of a component by the minimax equations until nothing changes: from
/// bounds that hold to the least and the greatest solution.
fn settle(
    graph: &Graph,
    component: &[u32],
    intervals: &mut [Interval],
    monitor: &dyn Monitor,
) -> Result<(), Cancelled> {
    let mut open = component.to_vec();
    loop {
        monitor.check()?;
        let mut changed = false;
        open.retain(|&state| {
            let new = equation(graph, state, intervals);
            let old = intervals[state as usize];
            let tighter = (old.0.max(new.0), old.1.min(new.1));
            intervals[state as usize] = tighter;
            changed |= tighter != old;
            tighter.0 < tighter.1
        });
        if !changed {
            return Ok(());
        }
    }
}

/// What the intervals of the states that a state leads to say of it.
fn equation(graph: &Graph, state: u32, intervals: &[Interval]) -> Interval {
    if let Some(margin) = graph.over(state) {
        return (margin, margin);
    }
    graph
        .edges(state)
        .iter()
        .map(|edge| {
            let (lower, upper) = intervals[edge.to as usize];
            match edge.turn {
                Turn::Same => (edge.gain + lower, edge.gain + upper),
                Turn::Other => (edge.gain - upper, edge.gain - lower),
            }
        })
        .fold((i32::MIN, i32::MIN), |best, reply| {
            (best.0.max(reply.0), best.1.max(reply.1))
        })
}
