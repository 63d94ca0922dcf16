//! Why no equilibrium was found.

/// Why no equilibrium was found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatrixError {
    /// The programmes did not come close enough to each other.
    #[error("a matrix game was solved to {gap:e} only, which is not precise enough")]
    Imprecise {
        /// The distance between the guarantees.
        gap: f64,
    },
    /// The library gave up.
    #[error("a linear programme was not solved: {0}")]
    Programme(String),
}
