//! Strongly connected components.

use super::graph::Graph;

const UNSEEN: u32 = u32::MAX;

/// A state on the way down, and which of its edges is looked at next.
struct Visit {
    state: u32,
    next: usize,
}

/// Calls `visit` with each strongly connected component, every one after all that it leads to
/// (R. Tarjan, *Depth-first search and linear graph algorithms*, 1972). `None` as soon as `visit`
/// gives it.
pub(super) fn components(graph: &Graph, mut visit: impl FnMut(&[u32]) -> Option<()>) -> Option<()> {
    let states = graph.len();
    // The order in which a state was met; and the earliest still open state that it leads back to.
    let mut met = vec![UNSEEN; states];
    let mut back = vec![UNSEEN; states];
    let mut closed = vec![false; states];
    let mut open: Vec<u32> = Vec::new();
    let mut count = 0;
    let mut path: Vec<Visit> = Vec::new();
    for root in 0..states as u32 {
        if met[root as usize] != UNSEEN {
            continue;
        }
        let mut entering = Some(root);
        loop {
            if let Some(state) = entering.take() {
                met[state as usize] = count;
                back[state as usize] = count;
                count += 1;
                open.push(state);
                path.push(Visit {
                    state,
                    next: graph.range(state).start,
                });
            }
            let Some(top) = path.last_mut() else {
                break;
            };
            let state = top.state as usize;
            if top.next < graph.range(top.state).end {
                let to = graph.edge(top.next).to;
                top.next += 1;
                if met[to as usize] == UNSEEN {
                    entering = Some(to);
                } else if !closed[to as usize] {
                    back[state] = back[state].min(met[to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(above) = path.last() {
                let above = above.state as usize;
                back[above] = back[above].min(back[state]);
            }
            if back[state] == met[state] {
                let at = open.iter().rposition(|&other| other as usize == state)?;
                for &other in &open[at..] {
                    closed[other as usize] = true;
                }
                visit(&open[at..])?;
                open.truncate(at);
            }
        }
    }
    Some(())
}
