//! Retrograde analysis beside a plain in-place value iteration of the same work; every bench
//! asserts the counts that it times.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::{ThreadPool, ThreadPoolBuilder};
use sowlab::games::stones::{Rules, StonesLayers};
use sowlab::games::two_rank::{Seat, State, TwoRank, TwoRankLayers, parse};
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::retrograde::{Layered, solve_in_memory, solve_zero_in_memory};

/// Stones of awari, and its positions won, drawn and lost for the side to move (Lincke 2002).
const AWARI: [(u32, [u64; 3]); 2] = [
    (8, [37_767, 8_351, 29_464]),
    (10, [157_721, 93_743, 101_252]),
];

/// `zero` of every position of awari up to so many stones, all positions of a layer looked at over
/// and over until nothing changes, on one thread: what one writes first.
fn plain_iteration(game: &TwoRank, ranking: &Ranking, most: usize) -> Vec<Vec<i8>> {
    let pits = game.rules().pits;
    let mut solved: Vec<Vec<i8>> = Vec::new();
    for layer in 0..=most {
        let positions = ranking.boards(layer).unwrap() as usize;
        let bound = layer as i32;
        let mut lower = vec![-bound; positions];
        let mut upper = vec![bound; positions];
        loop {
            let mut changed = false;
            let mut holes = ranking.first(layer);
            for rank in 0..positions {
                let state = State::from_pits(Seat::Lower, &holes[..2 * pits]).unwrap();
                let moves = game.legal(state);
                let (mut low, mut high) = (-bound, -bound);
                if moves.is_empty() {
                    let (mover, other) = game.rest(state);
                    low = mover as i32 - other as i32;
                    high = low;
                }
                for chosen in moves {
                    let (after, gained) = game.after(state, chosen);
                    let next = ranking.rank(&after.pits(pits)) as usize;
                    let left = after.seeds() as usize;
                    let (next_low, next_high) = if left == layer {
                        (lower[next], upper[next])
                    } else {
                        let zero = i32::from(solved[left][next]);
                        (zero, zero)
                    };
                    low = low.max(gained as i32 - next_high);
                    high = high.max(gained as i32 - next_low);
                }
                changed |= (lower[rank], upper[rank]) != (low, high);
                (lower[rank], upper[rank]) = (low, high);
                ranking.advance(&mut holes);
            }
            if !changed {
                break;
            }
        }
        let zero = lower.iter().zip(&upper);
        solved.push(zero.map(|(&low, &high)| 0.clamp(low, high) as i8).collect());
    }
    solved
}

fn counts(zeros: impl Iterator<Item = i32>) -> [u64; 3] {
    let mut counts = [0; 3];
    for zero in zeros {
        counts[(1 - zero.signum()) as usize] += 1;
    }
    counts
}

/// Positions won, drawn and lost in the greatest layer.
fn engine(layers: &impl Layered, most: u32) -> [u64; 3] {
    let tables = solve_in_memory(layers, most, &()).unwrap();
    let top = &tables[most as usize];
    counts((0..top.positions()).map(|rank| top.get(rank).zero))
}

fn positions(layers: &impl Layered, most: u32) -> Throughput {
    let all = (0..=most).map(|layer| layers.positions(layer).unwrap());
    Throughput::Elements(all.sum())
}

fn awari(criterion: &mut Criterion) {
    let game = parse("awari").unwrap();
    for (stones, expected) in AWARI {
        let ranking = Ranking::new(12, stones as usize).unwrap();
        let layers = TwoRankLayers::new(game.clone(), stones as usize).unwrap();
        let plain = plain_iteration(&game, &ranking, stones as usize);
        let top = plain[stones as usize].iter();
        assert_eq!(counts(top.map(|&zero| zero.into())), expected);

        let mut group = criterion.benchmark_group(format!("awari, 0 to {stones} stones"));
        group.sample_size(10).throughput(positions(&layers, stones));
        group.bench_function("zero, plain iteration", |bencher| {
            bencher.iter(|| plain_iteration(&game, &ranking, stones as usize));
        });
        for (threads, pool) in pools() {
            group.bench_function(format!("zero, engine, {threads}"), |bencher| {
                let solve = || solve_zero_in_memory(&layers, stones, &()).unwrap();
                bencher.iter(|| assert_eq!(pool.install(solve), plain));
            });
            group.bench_function(format!("three values, engine, {threads}"), |bencher| {
                bencher.iter(|| assert_eq!(pool.install(|| engine(&layers, stones)), expected));
            });
        }
    }
}

/// One thread, and as many as there are processors.
fn pools() -> [(&'static str, ThreadPool); 2] {
    [("one thread", 1), ("all threads", 0)].map(|(name, threads)| {
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        (name, builder.build().unwrap())
    })
}

fn kalah(criterion: &mut Criterion) {
    let layers = TwoRankLayers::new(parse("kalah").unwrap(), 11).unwrap();
    let expected = engine(&layers, 11);
    assert_eq!(expected.iter().sum::<u64>(), layers.positions(11).unwrap());
    let mut group = criterion.benchmark_group("kalah, 0 to 11 stones");
    group.sample_size(10).throughput(positions(&layers, 11));
    for (threads, pool) in pools() {
        group.bench_function(format!("engine, {threads}"), |bencher| {
            bencher.iter(|| assert_eq!(pool.install(|| engine(&layers, 11)), expected));
        });
    }
}

fn stones(criterion: &mut Criterion) {
    let layers = StonesLayers::new(&Rules::FIFTY_FIVE, 12).unwrap();
    let mut group = criterion.benchmark_group("55stones, 0 to 12 stones");
    group.sample_size(10).throughput(positions(&layers, 12));
    group.bench_function("engine", |bencher| {
        bencher.iter(|| assert_eq!(engine(&layers, 12), [307_820, 8_777, 330_049]));
    });
}

criterion_group!(benches, awari, kalah, stones);
criterion_main!(benches);
