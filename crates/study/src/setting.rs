//! The setting of a run.

/// The setting of a run, which is part of every manifest.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The command line.
    pub command: String,
    /// The number added to the seeds of everything random, at most 2³².
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// A note on the run, for its manifest.
    pub note: Option<String>,
    /// Whether experiments are skipped if their whole result exists already, from the same experiment, version and
    /// seed.
    pub keep: bool,
}
