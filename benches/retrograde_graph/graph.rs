//! The open positions of a layer as a stored graph, and a worklist on it.

use std::collections::VecDeque;

use sowlab_solvers::retrograde::{Layered, Reply};

use crate::layer::{BATCH, Bounds, Layer, Listed, NO_OPTION, NO_REPLY};
use sowlab_solvers::Turn;

/// Numbers of the open positions: a bit a position, and a count for every 64.
struct Numbers {
    words: Vec<u64>,
    before: Vec<u32>,
}

impl Numbers {
    fn new(cells: &[Bounds]) -> Numbers {
        let mut numbers = Numbers {
            words: Vec::new(),
            before: Vec::new(),
        };
        let mut before = 0;
        for run in cells.chunks(64) {
            let open = run.iter().enumerate();
            let word = open.fold(0, |word, (bit, cell)| word | u64::from(cell.open()) << bit);
            numbers.words.push(word);
            numbers.before.push(before);
            before += word.count_ones();
        }
        numbers
    }

    fn get(&self, rank: u64) -> Option<u32> {
        let (word, bit) = ((rank / 64) as usize, rank % 64);
        let open = self.words[word] >> bit & 1 == 1;
        let lower = self.words[word] & ((1 << bit) - 1);
        open.then(|| self.before[word] + lower.count_ones())
    }
}

/// An option: the worst of its replies to settled positions, and where its other replies end.
struct Choice {
    known: Bounds,
    end: u32,
}

/// What is stored.
#[derive(Default)]
pub(crate) struct Graph {
    ranks: Vec<u32>,
    /// Where the options of each position end.
    positions: Vec<u32>,
    options: Vec<Choice>,
    /// Replies to open positions: twice the number, and one more if the other side is to move there.
    replies: Vec<u32>,
    /// Where the positions before each position end, and those positions.
    ends_before: Vec<u32>,
    before: Vec<u32>,
    /// Bytes of all that, of the numbers and of the marks.
    pub(crate) bytes: usize,
}

impl Graph {
    pub(crate) fn new<G: Layered>(layer: &Layer<'_, G>, cells: &[Bounds]) -> Graph {
        let numbers = Numbers::new(cells);
        let open = (0..cells.len() as u64).filter(|&rank| cells[rank as usize].open());
        let ranks: Vec<u64> = open.collect();
        let mut graph = Graph::default();
        let mut listed = Listed::default();
        let mut scratch = layer.game.scratch();
        for batch in ranks.chunks(BATCH) {
            layer.list(&mut scratch, batch, &mut listed);
            for (rank, options) in batch.iter().zip(listed.positions()) {
                graph.ranks.push(*rank as u32);
                for replies in options {
                    graph.option(layer, cells, &numbers, *rank, replies);
                }
                graph.positions.push(graph.options.len() as u32);
            }
        }
        graph.go_back();
        graph.bytes = 4 * (graph.ranks.len() + graph.positions.len() + graph.ends_before.len())
            + size_of::<Choice>() * graph.options.len()
            + 4 * (graph.replies.len() + graph.before.len())
            + 12 * numbers.words.len()
            + graph.ranks.len();
        graph
    }

    /// Stores an option unless it can no longer matter.
    fn option<G: Layered>(
        &mut self,
        layer: &Layer<'_, G>,
        cells: &[Bounds],
        numbers: &Numbers,
        rank: u64,
        replies: &[Reply],
    ) {
        let start = self.replies.len();
        let mut known = NO_REPLY;
        let mut most = NO_REPLY;
        for &reply in replies {
            let bounds = layer.bounds(reply, cells);
            most = most.worse(bounds);
            match reply {
                Reply::Same { rank, turn } => match numbers.get(rank) {
                    Some(number) => self.replies.push(2 * number + u32::from(turn.is_other())),
                    None => known = known.worse(bounds),
                },
                _ => known = known.worse(bounds),
            }
        }
        if most.upper < cells[rank as usize].lower {
            self.replies.truncate(start);
            return;
        }
        self.replies[start..].sort_unstable();
        let end = self.replies.len() as u32;
        self.options.push(Choice { known, end });
    }

    /// Turns the replies round.
    fn go_back(&mut self) {
        let mut starts = vec![0; self.ranks.len() + 1];
        self.each_reply(|_, to| starts[to + 1] += 1);
        for number in 0..self.ranks.len() {
            starts[number + 1] += starts[number];
        }
        let mut before = vec![0; self.replies.len()];
        self.each_reply(|from, to| {
            before[starts[to] as usize] = from as u32;
            starts[to] += 1;
        });
        starts.pop();
        (self.ends_before, self.before) = (starts, before);
    }

    fn each_reply(&self, mut visit: impl FnMut(usize, usize)) {
        for number in 0..self.ranks.len() {
            for option in range(&self.positions, number) {
                let start = match option {
                    0 => 0,
                    _ => self.options[option - 1].end,
                };
                for reply in start..self.options[option].end {
                    visit(number, (self.replies[reply as usize] / 2) as usize);
                }
            }
        }
    }

    fn value(&self, number: usize, cells: &[Bounds]) -> Bounds {
        let mut best = NO_OPTION;
        let options = range(&self.positions, number);
        let mut start = match options.start {
            0 => 0,
            first => self.options[first - 1].end as usize,
        };
        for option in &self.options[options] {
            let end = option.end as usize;
            let mut worst = option.known;
            for reply in &self.replies[start..end] {
                let cell = cells[self.ranks[(reply / 2) as usize] as usize];
                worst = worst.worse(cell.seen(Turn::other_if(reply % 2 == 1)));
            }
            best = best.better(worst);
            start = end;
        }
        best
    }

    /// Looks at positions until no reply of any has changed since; how many looks that took.
    pub(crate) fn settle(&self, cells: &mut [Bounds]) -> u64 {
        let mut queue: VecDeque<u32> = (0..self.ranks.len() as u32).collect();
        let mut queued = vec![true; self.ranks.len()];
        let mut looks = 0;
        while let Some(number) = queue.pop_front() {
            let number = number as usize;
            queued[number] = false;
            let rank = self.ranks[number] as usize;
            if !cells[rank].open() {
                continue;
            }
            looks += 1;
            let found = cells[rank].tightened(self.value(number, cells));
            if found != cells[rank] {
                cells[rank] = found;
                for &before in &self.before[range(&self.ends_before, number)] {
                    if !std::mem::replace(&mut queued[before as usize], true) {
                        queue.push_back(before);
                    }
                }
            }
        }
        looks
    }
}

fn range(ends: &[u32], number: usize) -> std::ops::Range<usize> {
    let start = match number {
        0 => 0,
        _ => ends[number - 1],
    };
    start as usize..ends[number] as usize
}
