//! The option `--pie`.

use clap::ValueEnum;

use super::failure::Failure;
use sowlab_games::catalog::CatalogGame;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum YesNo {
    Yes,
    No,
}

/// Refuses `--pie` where there is no pie rule.
pub(super) fn check_pie(given: Option<YesNo>, game: &CatalogGame) -> Result<(), Failure> {
    if given.is_some() && !game.has_pie() {
        let reason = format!("{game} has no pie rule; only the stones family has one");
        return Err(Failure::input("--pie", reason));
    }
    Ok(())
}
