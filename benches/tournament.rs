//! Games a second of whole tournaments: schedule, players, referee, results. What is timed is counted.

use std::time::Duration;

use criterion::{Criterion, Throughput};
use sowlab::catalog::CatalogGame;
use sowlab::tournament::openings::Openings;
use sowlab::tournament::records::{GameRecord, RecordError};
use sowlab::tournament::referee::Unfinished;
use sowlab::tournament::results::Listener;
use sowlab::tournament::runner::Runner;
use sowlab::tournament::schedule::Form;
use sowlab::tournament::setting::Setting;
use sowlab::tournament::spec::EngineSpec;
use sowlab::tournament::standings::Pair;

struct Nobody;

impl Listener for Nobody {
    fn finished(&mut self, _: &[GameRecord]) -> Result<(), RecordError> {
        Ok(())
    }

    fn standings(&mut self, _: &[Pair]) {}
}

/// Plays a tournament of two engines from the opening of the game; how many games were played.
fn play(game: &str, engines: [&str; 2], games: u64, threads: usize) -> usize {
    let game: CatalogGame = game.parse().expect("a game");
    let specs: Vec<EngineSpec> = engines
        .iter()
        .map(|engine| engine.parse().expect("an engine"))
        .collect();
    let setting = Setting {
        game: game.to_string(),
        pie: true,
        engines: engines.map(str::to_owned).into(),
        form: Form::RoundRobin,
        games,
        seed: 1,
        openings: vec!["start".into()],
        max_rounds: 1000,
        unfinished: Unfinished::Cups,
        move_time: None,
        sprt: None,
        adjudicate: None,
    };
    let runner = Runner {
        game,
        setting: &setting,
        specs: &specs,
        openings: &Openings::Start,
        shard: None,
        threads,
        recorded: false,
        monitor: &(),
    };
    let results = runner
        .run(&Default::default(), &mut Nobody)
        .expect("a tournament");
    results
        .pairs
        .iter()
        .flat_map(|pair| pair.games)
        .flatten()
        .count()
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .measurement_time(Duration::from_secs(5))
        .configure_from_args();
    for (name, game, engines, games) in [
        (
            "random against random, kalah(6,4)",
            "kalah",
            ["random", "random"],
            20_000,
        ),
        (
            "random against greedy, 55stones",
            "55stones",
            ["random", "greedy"],
            1_000,
        ),
    ] {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(games));
        for threads in [1, 2] {
            group.bench_function(format!("{threads} threads"), |bencher| {
                bencher.iter(|| {
                    assert_eq!(play(game, engines, games, threads) as u64, games);
                });
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
