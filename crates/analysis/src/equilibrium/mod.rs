//! Equilibria of positions of games in which both sides choose at once, by commit order.

mod compared;
mod deepened;
mod document;
mod estimated;
mod exploited;
mod layers;
mod of_world;
mod played;
mod requested;
mod root;
mod strategy;

pub use compared::{OrderValues, Ordering};
pub use deepened::deepen;
pub use document::{
    Comparison, EquilibriumDocument, EstimatedStrategies, OfOrder, RatedStrategies,
};
pub use estimated::{EstimateRequest, EstimatedEquilibrium, Leaves, estimate_equilibrium};
pub use exploited::{StrategiesRequest, StrategyError, exploit};
pub use layers::{ComparedBoard, ComparedLayer, LayerComparison};
pub use of_world::find_world_equilibrium;
pub use played::{WellPlayed, WellPlayedRound, play_well};
pub use requested::{EquilibriumRequest, FoundEquilibrium, Settled, find_equilibrium};
pub use root::{Equilibrium, EquilibriumRoot, NoEquilibrium};
pub use strategy::Committed;

pub(crate) use estimated::Estimating;

pub use sowlab_solvers::equilibrium::MOST_ROUNDS;
pub use sowlab_solvers::order::CommitOrder;
