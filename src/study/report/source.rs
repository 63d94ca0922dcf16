//! Where what the report says comes from.

/// Where a claim or a figure comes from.
#[derive(Clone, Debug)]
pub(in crate::study) struct Source {
    /// The file, from the folder of the report.
    pub(in crate::study) data: String,
    /// The command that made it.
    pub(in crate::study) command: String,
}
