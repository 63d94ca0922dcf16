//! The entries of the files of results: written by experiments, read by the report. Those over the layers
//! of boards are in [`super::layered`].

pub(super) mod first_rounds;
pub(super) mod ladder;
pub(super) mod monte_carlo;
pub(super) mod played;
pub(super) mod reachable;
pub(super) mod setups;
pub(super) mod small_openings;
pub(super) mod solved;
pub(super) mod stones_openings;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use super::*;
    use crate::study::built_in;
    use crate::study::kind::Kind;
    use crate::study::layered::{compared, repeating, scanned, tabled};

    /// Reads a file of results as entries of this type and writes it as experiments do.
    fn check<Entry: Serialize + DeserializeOwned>(file: &str, text: &str) {
        let entries: Vec<Entry> =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let again = serde_json::to_string_pretty(&entries).unwrap() + "\n";
        let same = again == text;
        assert!(same, "{file}: a field is left out, added, changed or moved");
    }

    fn check_entries_of(kind: &Kind, file: &str, text: &str) {
        match kind {
            Kind::Perft { .. } => check::<first_rounds::Counts>(file, text),
            Kind::OpeningRounds {} => check::<first_rounds::OpeningRounds>(file, text),
            Kind::Tables { .. } => check::<tabled::Tabled>(file, text),
            Kind::Openings { .. } => check::<small_openings::Opening>(file, text),
            Kind::StonesOpenings { .. } => check::<stones_openings::Opening>(file, text),
            Kind::Solve(_) => check::<solved::Solved>(file, text),
            Kind::AllSetups { .. } | Kind::DrawnSetups { .. } => {
                check::<setups::Setups>(file, text)
            }
            Kind::Ladder(_) => check::<ladder::Step>(file, text),
            Kind::SealedSearch { .. } => check::<monte_carlo::Measured>(file, text),
            Kind::SearchedChoices { .. } => check::<monte_carlo::Found>(file, text),
            Kind::CommitOrders { .. } => check::<compared::Compared>(file, text),
            Kind::CommitOrderPlay { .. } => check::<played::PlayedGame>(file, text),
            Kind::Reach { .. } => check::<reachable::Reachable>(file, text),
            Kind::Scan { .. } => check::<scanned::Scanned>(file, text),
            Kind::Cycles { .. } => check::<repeating::Repeating>(file, text),
        }
    }

    #[test]
    fn every_committed_file_of_entries_is_written_again_as_it_is() {
        let results = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/results"));
        for study in built_in().unwrap() {
            for experiment in &study.experiment {
                let file = format!("{}/{}.json", study.name, experiment.id);
                let text = std::fs::read_to_string(results.join(&file)).unwrap();
                check_entries_of(&experiment.kind, &file, &text);
            }
        }
    }

    #[test]
    fn files_have_the_names_that_tables_have() {
        use {first_rounds::Outcome, small_openings::Way, solved::Limit};
        for outcome in [Outcome::Quiet, Outcome::Capture, Outcome::Endless] {
            assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.name());
        }
        let searches = [Way::AlphaBeta, Way::Deepening, Way::DeepeningToInterval];
        for way in [Way::Tables, Way::Graph].into_iter().chain(searches) {
            assert_eq!(serde_json::to_value(way).unwrap(), way.name());
        }
        for limit in [Limit::Time, Limit::QuietRounds] {
            assert_eq!(serde_json::to_value(limit).unwrap(), limit.name());
        }
    }
}
