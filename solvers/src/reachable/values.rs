//! The values of a graph, component by component.

use super::graph::Graph;
use crate::components::{Graph as _, components};
use crate::{Cancelled, Interval, Monitor, Value};

/// The three values of every state.
pub(super) fn solve(graph: &Graph, monitor: &dyn Monitor) -> Result<Vec<Value>, Cancelled> {
    let states = graph.nodes() as usize;
    monitor.begin("states solved", states as u64);
    let mut ends: Vec<Interval> = vec![Interval::exact(0); states];
    let mut zero: Vec<Interval> = vec![Interval::exact(0); states];
    components(graph, |component| {
        for &state in component {
            ends[state as usize] = Interval::within(graph.bound(state));
        }
        settle(graph, component, &mut ends, monitor)?;
        // The values of zero lie between the ends: a closer start.
        for &state in component {
            zero[state as usize] = ends[state as usize];
        }
        settle(graph, component, &mut zero, monitor)?;
        for &state in component {
            let Interval { low, high } = zero[state as usize];
            zero[state as usize] = Interval::exact(0.clamp(low, high));
        }
        monitor.advance(component.len() as u64);
        Ok::<(), Cancelled>(())
    })?;
    let values = ends.into_iter().zip(zero);
    Ok(values
        .map(|(ends, zero)| Value {
            lower: ends.low,
            zero: zero.low,
            upper: ends.high,
        })
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
            let tighter = old.and(new);
            intervals[state as usize] = tighter;
            changed |= tighter != old;
            tighter.is_open()
        });
        if !changed {
            return Ok(());
        }
    }
}

/// What the intervals of the states that a state leads to say of it.
fn equation(graph: &Graph, state: u32, intervals: &[Interval]) -> Interval {
    if let Some(margin) = graph.over(state) {
        return Interval::exact(margin);
    }
    graph
        .edges(state)
        .iter()
        .map(|edge| edge.turn.interval(edge.gain, intervals[edge.to as usize]))
        .fold(Interval::exact(i32::MIN), |best, reply| Interval {
            low: best.low.max(reply.low),
            high: best.high.max(reply.high),
        })
}
