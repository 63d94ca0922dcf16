//! The experiment files that are part of the program, so that it needs no files.

use sowlab_study::{Study, StudyError};

/// Every file of `experiments/`, in the order in which all are run.
const FILES: [&str; 27] = [
    include_str!("../../../experiments/standard.toml"),
    include_str!("../../../experiments/never-ending.toml"),
    include_str!("../../../experiments/small-openings.toml"),
    include_str!("../../../experiments/full-size-openings.toml"),
    include_str!("../../../experiments/first-moves.toml"),
    include_str!("../../../experiments/other-games.toml"),
    include_str!("../../../experiments/opening-values.toml"),
    include_str!("../../../experiments/owela.toml"),
    include_str!("../../../experiments/world.toml"),
    include_str!("../../../experiments/solved.toml"),
    include_str!("../../../experiments/opening-choices.toml"),
    include_str!("../../../experiments/commit-orders.toml"),
    include_str!("../../../experiments/colony.toml"),
    include_str!("../../../experiments/mcts.toml"),
    include_str!("../../../experiments/ladder.toml"),
    include_str!("../../../experiments/evaluation.toml"),
    include_str!("../../../experiments/tables-33.toml"),
    include_str!("../../../experiments/best-choices.toml"),
    include_str!("../../../experiments/levels.toml"),
    include_str!("../../../experiments/solved-play.toml"),
    include_str!("../../../experiments/ladder-clock.toml"),
    include_str!("../../../experiments/held-values.toml"),
    include_str!("../../../experiments/sealed-play.toml"),
    include_str!("../../../experiments/random-setups.toml"),
    include_str!("../../../experiments/tables.toml"),
    include_str!("../../../experiments/rule-sets.toml"),
    include_str!("../../../experiments/large-tables.toml"),
];

/// Returns the built-in studies.
///
/// # Errors
/// No error is expected: the tests read all of them.
pub(super) fn built_in() -> Result<Vec<Study>, StudyError> {
    FILES.iter().map(|text| Study::parse(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_file_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().unwrap().is_file())
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        files.sort();
        let studies = built_in().unwrap();
        let mut names: Vec<String> = (studies.iter())
            .map(|study| format!("{}.toml", study.name))
            .collect();
        names.sort();
        assert_eq!(names, files);
    }
}
