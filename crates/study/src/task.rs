//! Which experiments are to be run.

use super::experiment::{Effort, Experiment, Study};

/// Experiments of one study that are to be run.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The study.
    pub study: &'a Study,
    /// Some of its experiments, in its order.
    pub experiments: Vec<&'a Experiment>,
}

impl Study {
    /// All of it.
    pub fn whole(&self) -> Task<'_> {
        self.up_to(Effort::Full)
    }

    /// The experiments that belong to a selection.
    pub fn up_to(&self, effort: Effort) -> Task<'_> {
        Task {
            study: self,
            experiments: (self.experiment.iter())
                .filter(|experiment| experiment.effort <= effort)
                .collect(),
        }
    }
}
