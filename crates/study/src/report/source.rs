//! Where what the report says comes from.

/// Where a claim or a figure comes from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The file, from the folder of the report.
    pub(crate) data: String,
    /// The command that made it.
    pub(crate) command: String,
}

/// Files, by the command that made them.
pub(crate) fn by_command(sources: &[Source]) -> Vec<(&str, Vec<&str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for Source { data, command } in sources {
        match all.iter_mut().find(|(known, _)| known == command) {
            Some((_, files)) => files.push(data),
            None => all.push((command, vec![data])),
        }
    }
    all
}
