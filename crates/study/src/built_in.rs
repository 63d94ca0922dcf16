//! The experiment files that are part of the program, so that it needs no files.

use super::error::StudyError;
use super::experiment::{Effort, Experiment, Study};

/// Every file of `experiments/`: its name and its text, in the order in which all are run.
pub const BUILT_IN: [(&str, &str); 28] = [
    (
        "standard.toml",
        include_str!("../experiments/standard.toml"),
    ),
    (
        "never-ending.toml",
        include_str!("../experiments/never-ending.toml"),
    ),
    (
        "small-openings.toml",
        include_str!("../experiments/small-openings.toml"),
    ),
    (
        "full-size-openings.toml",
        include_str!("../experiments/full-size-openings.toml"),
    ),
    (
        "first-moves.toml",
        include_str!("../experiments/first-moves.toml"),
    ),
    (
        "other-games.toml",
        include_str!("../experiments/other-games.toml"),
    ),
    (
        "opening-values.toml",
        include_str!("../experiments/opening-values.toml"),
    ),
    ("owela.toml", include_str!("../experiments/owela.toml")),
    ("solved.toml", include_str!("../experiments/solved.toml")),
    (
        "opening-choices.toml",
        include_str!("../experiments/opening-choices.toml"),
    ),
    (
        "commit-orders.toml",
        include_str!("../experiments/commit-orders.toml"),
    ),
    ("colony.toml", include_str!("../experiments/colony.toml")),
    ("mcts.toml", include_str!("../experiments/mcts.toml")),
    ("ladder.toml", include_str!("../experiments/ladder.toml")),
    (
        "evaluation.toml",
        include_str!("../experiments/evaluation.toml"),
    ),
    (
        "estimates.toml",
        include_str!("../experiments/estimates.toml"),
    ),
    (
        "tables-33.toml",
        include_str!("../experiments/tables-33.toml"),
    ),
    (
        "best-choices.toml",
        include_str!("../experiments/best-choices.toml"),
    ),
    (
        "scaling.toml",
        include_str!("../experiments/scaling.toml"),
    ),
    ("levels.toml", include_str!("../experiments/levels.toml")),
    (
        "solved-play.toml",
        include_str!("../experiments/solved-play.toml"),
    ),
    (
        "ladder-clock.toml",
        include_str!("../experiments/ladder-clock.toml"),
    ),
    (
        "held-values.toml",
        include_str!("../experiments/held-values.toml"),
    ),
    (
        "sealed-play.toml",
        include_str!("../experiments/sealed-play.toml"),
    ),
    (
        "random-setups.toml",
        include_str!("../experiments/random-setups.toml"),
    ),
    ("tables.toml", include_str!("../experiments/tables.toml")),
    (
        "rule-sets.toml",
        include_str!("../experiments/rule-sets.toml"),
    ),
    (
        "large-tables.toml",
        include_str!("../experiments/large-tables.toml"),
    ),
];

/// The built-in studies.
///
/// # Errors
/// None: the tests read them all.
pub fn built_in() -> Result<Vec<Study>, StudyError> {
    BUILT_IN
        .iter()
        .map(|(_, text)| Study::parse(text))
        .collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_file_is_built_in_and_says_what_it_costs() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().unwrap().is_file())
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        files.sort();
        let mut names: Vec<&str> = BUILT_IN.iter().map(|&(name, _)| name).collect();
        names.sort_unstable();
        assert_eq!(names, files);
        for (study, (file, _)) in built_in().unwrap().iter().zip(BUILT_IN) {
            assert_eq!(format!("{}.toml", study.name), file);
            for experiment in &study.experiment {
                assert!(!experiment.cost.is_empty(), "{file}: {}", experiment.id);
            }
        }
    }
}
