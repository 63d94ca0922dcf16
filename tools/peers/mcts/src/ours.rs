use sowlab_games::two_rank::KALAH;
use sowlab_solvers::Problem;
use sowlab_solvers::mcts::{Limits, Options, Uct};

/// With the options that everybody gets.
pub(crate) fn search(playouts: u32, threads: usize) {
    search_with(Options::default(), playouts, threads);
}

/// With a smaller tree: three playouts from a state before it becomes a node.
pub(crate) fn search_expanding_later(playouts: u32, threads: usize) {
    let options = Options {
        expansion: 3,
        ..Options::default()
    };
    search_with(options, playouts, threads);
}

fn search_with(options: Options, playouts: u32, threads: usize) {
    let kalah = KALAH.build(None).expect("the defaults of a declared game");
    let start = kalah.start();
    let mut uct = Uct::new(Problem::new(&kalah).with_guide(&kalah), options);
    let report = uct.search(&start, Limits::playouts(playouts.into()), threads, &());
    assert_eq!(report.playouts, u64::from(playouts));
}
