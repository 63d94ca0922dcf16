//! The experiments to run.

use super::experiment::{Effort, Experiment, Study};

/// Experiments of one study to run.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The study.
    pub study: &'a Study,
    /// Some of its experiments, in its order.
    pub experiments: Vec<&'a Experiment>,
}

impl Study {
    /// Returns all experiments.
    pub fn whole(&self) -> Task<'_> {
        self.up_to(Effort::Full)
    }

    /// Returns the experiments of a selection.
    pub fn up_to(&self, effort: Effort) -> Task<'_> {
        Task {
            study: self,
            experiments: (self.experiment.iter())
                .filter(|experiment| experiment.effort <= effort)
                .collect(),
        }
    }
}
