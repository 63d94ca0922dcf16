//! The setting of a run.

/// The setting of a run; part of every manifest.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The command that was given.
    pub command: String,
    /// Added to the seeds of everything that uses chance; at most 2³².
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// A note on the run, for its manifest.
    pub note: Option<String>,
    /// Whether an experiment is left out whose whole result is there already, from the same
    /// experiment, version and seed.
    pub keep: bool,
}
