//! Retrograde analysis beside a plain in-place value iteration of the same work; every bench
//! asserts the counts that it times.

mod backwards;
mod plain;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::{ThreadPool, ThreadPoolBuilder};
use sowlab::games::stones::{Rules, StonesLayers};
use sowlab::games::two_rank::{TwoRankLayers, parse};
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::retrograde::{Layered, solve_in_memory};

use backwards::solve_zero_in_memory;
use plain::plain_iteration;

/// Stones of awari, and its positions won, drawn and lost for the side to move (Lincke 2002).
const AWARI: [(u32, [u64; 3]); 2] = [
    (8, [37_767, 8_351, 29_464]),
    (10, [157_721, 93_743, 101_252]),
];

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
