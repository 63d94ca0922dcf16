//! The files of the player: ES modules and a style sheet. An import or export of theirs stands on one line.

/// The modules by name and text, each after those that it imports.
const MODULES: [(&str, &str); 13] = [
    ("words.js", include_str!("words.js")),
    ("stones.js", include_str!("stones.js")),
    ("position.js", include_str!("position.js")),
    ("heaps.js", include_str!("heaps.js")),
    ("layout.js", include_str!("layout.js")),
    ("stage.js", include_str!("stage.js")),
    ("trace.js", include_str!("trace.js")),
    ("timeline.js", include_str!("timeline.js")),
    ("moves.js", include_str!("moves.js")),
    ("view.js", include_str!("view.js")),
    ("clock.js", include_str!("clock.js")),
    ("transport.js", include_str!("transport.js")),
    ("player.js", include_str!("player.js")),
];

/// The style sheet.
pub const STYLE: &str = include_str!("player.css");

/// Every file by name and text.
pub const FILES: [(&str, &str); 14] = {
    let mut files = [("player.css", STYLE); 14];
    let mut at = 0;
    while at < MODULES.len() {
        files[at] = MODULES[at];
        at += 1;
    }
    files
};

/// All modules as one, which exports nothing.
pub(super) fn script() -> String {
    let mut script = String::new();
    for line in MODULES.iter().flat_map(|(_, text)| text.lines()) {
        if !line.starts_with("import ") {
            script += line.strip_prefix("export ").unwrap_or(line);
            script.push('\n');
        }
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_come_after_those_that_they_import() {
        for (at, (name, text)) in MODULES.iter().enumerate() {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let imported = MODULES[..at]
                    .iter()
                    .any(|(before, _)| line.contains(&format!("\"./{before}\"")));
                assert!(imported, "{name}: {line}");
            }
        }
        assert!(
            !script()
                .lines()
                .any(|line| { line.starts_with("import ") || line.starts_with("export ") })
        );
    }
}
