//! Which named games have the boards of an experiment in common.

use sowlab_games::stones::{NAMES, Rules};

/// A remark on boards that say nothing of the game they come from, if several named games have them.
pub(super) fn remark<'a>(games: impl Iterator<Item = &'a str>) -> Option<String> {
    let rules = games
        .map(Rules::from_name)
        .collect::<Result<Vec<_>, _>>()
        .ok()?;
    let holes = rules.first()?.holes();
    let mut names: Vec<&str> = NAMES
        .iter()
        .filter(|name| name.options.iter().all(|option| option.name != "holes"))
        .filter(|name| Rules::from_name(name.name).is_ok_and(|named| named.holes() == holes))
        .map(|name| name.name)
        .collect();
    names.sort_unstable();
    let shared = rules.iter().all(|rules| rules.holes() == holes) && names.len() > 1;
    shared.then(|| {
        format!(
            "These are boards on their own. What a round does and what a board is worth does not depend on the \
             stones that a game began with, so {} share all of this on the boards that they share: those with no \
             more stones than the smaller game has.",
            names.join(" and ")
        )
    })
}
