//! Where a search keeps its states.

use sowlab_base::files::OwnedFolder;

/// Where a search keeps its states.
#[derive(Clone, Copy, Debug)]
pub struct ReachFiles<'a> {
    /// The folder.
    pub folder: &'a OwnedFolder,
    /// What is searched from where, in a line: the folder is of no other search.
    pub search: &'a str,
    /// Bytes of memory for the work, about.
    pub memory: usize,
    /// Whether the round at hand is saved, each minute and when the monitor cancels: not in a folder that is
    /// about to go.
    pub kept: bool,
}
