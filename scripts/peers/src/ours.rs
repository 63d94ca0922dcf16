use sowlab::games::two_rank::KALAH;
use sowlab_solvers::mcts::{Limits, Options, Uct};

pub(crate) fn search(playouts: u32, threads: usize) {
    let kalah = KALAH.build(None).expect("the defaults of a declared game");
    let start = kalah.start();
    let mut uct = Uct::new(kalah, Options::default());
    let report = uct.search(&start, Limits::playouts(playouts.into()), threads, &());
    assert_eq!(report.playouts, u64::from(playouts));
}
