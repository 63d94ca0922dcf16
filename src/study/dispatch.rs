//! From the kind of an experiment to the code that computes it.

use sowlab_solvers::Monitor;

use super::error::StudyError;
use super::experiment::Experiment;
use super::finding::Finding;
use super::kind::Kind;
use super::kinds;
use super::kinds::openings::Sizes;
use super::kinds::stones_openings::Sizes as StonesSizes;

impl Experiment {
    /// Runs it, with `seed` added to the seeds of whatever uses chance. `None` if the monitor cancelled.
    pub(super) fn run(
        &self,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Option<Finding>, StudyError> {
        match &self.kind {
            &Kind::Perft { depth } => kinds::perft::run(self, depth, monitor),
            Kind::OpeningRounds {} => kinds::opening_rounds::run(self),
            &Kind::Openings {
                pits,
                seeds,
                positions,
            } => kinds::openings::run(
                self,
                Sizes {
                    pits,
                    seeds,
                    positions,
                },
                monitor,
            ),
            Kind::StonesOpenings {
                least_holes,
                holes,
                seeds,
                nodes,
                boards,
                directory,
            } => {
                let sizes = StonesSizes {
                    holes: *least_holes..=*holes,
                    seeds: *seeds,
                    nodes: *nodes,
                    boards: *boards,
                    directory,
                };
                kinds::stones_openings::run(self, &sizes, monitor)
            }
            &Kind::AllSetups { seeds } => kinds::all_setups::run(self, seeds, monitor),
            &Kind::DrawnSetups { samples } => {
                kinds::drawn_setups::run(self, (seed, samples), monitor)
            }
            Kind::Solve(wanted) => kinds::solve::run(self, wanted, monitor),
            Kind::Ladder(ladder) => kinds::ladder::run(self, ladder, seed, monitor),
            &Kind::CommitOrders {
                least,
                stones,
                boards,
                horizon,
            } => {
                let layers = kinds::commit_orders::Layers {
                    least,
                    stones,
                    boards,
                    horizon,
                };
                kinds::commit_orders::run(self, &layers, monitor)
            }
            &Kind::CommitOrderPlay { rounds, horizon } => {
                kinds::commit_order_play::run(self, rounds, horizon, monitor)
            }
            Kind::SealedSearch {
                rounds,
                playouts,
                runs,
            } => kinds::sealed_search::run(self, *rounds, playouts, (seed, *runs), monitor),
            Kind::SearchedChoices {
                stones,
                probed,
                positions,
                playouts,
                directory,
            } => {
                let boards = kinds::searched_choices::Boards {
                    stones: *stones,
                    probed: *probed,
                    positions: *positions,
                    seed,
                    directory,
                };
                kinds::searched_choices::run(self, &boards, playouts, monitor)
            }
            Kind::Reach {
                rounds,
                undisputed,
                best_play,
                certificates,
            } => {
                let wanted = kinds::reach::Wanted {
                    rounds: *rounds,
                    undisputed: *undisputed,
                    best_play: best_play.as_deref(),
                    certificates: *certificates,
                };
                kinds::reach::run(self, wanted, monitor)
            }
            Kind::Scan {
                stones,
                checkpoints,
            } => kinds::scan::run(self, *stones, checkpoints.as_deref(), monitor),
            Kind::Cycles { stones, directory } => {
                kinds::cycles::run(self, *stones, directory, monitor)
            }
            Kind::Tables { stones, directory } => {
                kinds::tables::run(self, *stones, directory, monitor)
            }
        }
    }
}
