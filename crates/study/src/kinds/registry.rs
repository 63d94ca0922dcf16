//! What the list of kinds expands to: the kind of any experiment, and the calls of its
//! [`ExperimentKind`](crate::kind::ExperimentKind).

/// Makes [`Kind`](super::Kind) and its calls from the list of kinds. The report has their results in the
/// order of the list.
macro_rules! kinds {
    ($($(#[$about:meta])* $name:ident($options:ty),)+) => {
        use std::any::Any;
        use std::path::Path;

        use serde::{Deserialize, Serialize};
        use sowlab_solvers::Monitor;

        use crate::answers::{Answers, read_json};
        use crate::asked::Asked;
        use crate::error::{Failure, StudyError, Unfit};
        use crate::finding::Finding;
        use crate::kind::ExperimentKind;
        use crate::report::agreement::Agreement;
        use crate::report::page::{Block, Topic};

        /// What an experiment computes, with its options.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        pub enum Kind {
            $($(#[$about])* $name($options),)+
        }

        /// A kind as an experiment file has it: its name, and a table of options.
        #[derive(Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum NamedKind {
            $($name($options),)+
        }

        impl From<NamedKind> for Kind {
            fn from(named: NamedKind) -> Kind {
                match named {
                    $(NamedKind::$name(options) => Kind::$name(options),)+
                }
            }
        }

        impl Kind {
            /// Checks the options and games; the full names of the rule sets that it runs.
            pub(super) fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
                match self {
                    $(Kind::$name(options) => options.check(asked),)+
                }
            }

            /// Whether its work is kept in a directory, so that an interrupted experiment resumes.
            pub(super) fn resumes(&self) -> bool {
                match self {
                    $(Kind::$name(options) => options.resumes(),)+
                }
            }

            /// Runs it, with `seed` added to the seeds of whatever uses chance.
            pub(super) fn run(
                &self,
                asked: &Asked<'_>,
                seed: u64,
                monitor: &dyn Monitor,
            ) -> Result<Finding, Failure> {
                match self {
                    $(Kind::$name(options) => {
                        let found = options.run(asked, seed, monitor)?;
                        Ok(Finding::of(*asked, options, found))
                    })+
                }
            }

            /// The options, by whose type kinds are told apart.
            pub(super) fn options(&self) -> &dyn Any {
                match self {
                    $(Kind::$name(options) => options,)+
                }
            }

            /// How the figures of a result agree with earlier ones, each in a file, if the kind has its own
            /// way to tell.
            pub(super) fn agreement(
                &self,
                new: &Path,
                earlier: &Path,
            ) -> Result<Option<Agreement>, StudyError> {
                match self {
                    $(Kind::$name(_) => {
                        let rows = read_json::<Vec<<$options as ExperimentKind>::Row>>;
                        Ok(<$options as ExperimentKind>::agreement(&rows(new)?, &rows(earlier)?))
                    })+
                }
            }
        }

        #[cfg(test)]
        impl Kind {
            /// What rows from a file of results, with its other files, show.
            pub(super) fn shown(
                &self,
                asked: &Asked<'_>,
                rows: &str,
                files: Vec<crate::sheet::Written>,
            ) -> serde_json::Result<Finding> {
                match self {
                    $(Kind::$name(options) => {
                        let found = crate::kind::Found::new(serde_json::from_str(rows)?);
                        Ok(Finding::of(*asked, options, found.with_files(files)))
                    })+
                }
            }
        }

        /// What each kind says of its results, for the report.
        pub(super) fn report(answers: &Answers<'_>) -> Result<Vec<(Topic, Vec<Block>)>, StudyError> {
            Ok(vec![
                $((<$options as ExperimentKind>::TOPIC, <$options as ExperimentKind>::report(answers)?),)+
            ])
        }
    };
}

pub(super) use kinds;
