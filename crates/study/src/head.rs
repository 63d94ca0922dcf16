//! The common fields of every experiment.

use super::error::Unfit;
use sowlab_games::Files;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::stones::Rules;

/// An experiment without its kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExperimentHead<'a> {
    /// The name of its files.
    pub(super) id: &'a str,
    /// The games, by their names in the catalog.
    pub(super) games: &'a [String],
    /// Whether each game is run under all variants of the cases that the sources leave open.
    pub(super) all_readings: bool,
}

impl ExperimentHead<'_> {
    /// Parses the games.
    ///
    /// # Errors
    /// A name is not a game.
    pub(super) fn catalog_games(&self) -> Result<Vec<CatalogGame>, Unfit> {
        let games = self
            .games
            .iter()
            .map(|name| Ok(CatalogGame::read(name, Files::Allowed)?));
        games.collect()
    }

    /// Returns the full names of the games.
    ///
    /// # Errors
    /// A name is not a game.
    pub(super) fn catalog_names(&self) -> Result<Vec<String>, Unfit> {
        let games = self.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    /// Returns the variants to run, of games in which both sides sow at once.
    ///
    /// # Errors
    /// A name is not a game, or the game is of another family.
    pub(super) fn rule_sets(&self) -> Result<Vec<Rules>, Unfit> {
        let mut rule_sets = Vec::new();
        for (name, game) in self.games.iter().zip(self.catalog_games()?) {
            let not_joint = |_| Unfit::NotJoint { game: name.clone() };
            let rules = game.joint("this kind").map_err(not_joint)?;
            if self.all_readings {
                rule_sets.extend(rules.option_variants());
            } else {
                rule_sets.push(rules);
            }
        }
        Ok(rule_sets)
    }

    /// Returns the full names of [`ExperimentHead::rule_sets`].
    pub(super) fn full_names(&self) -> Result<Vec<String>, Unfit> {
        let rule_sets = self.rule_sets()?;
        Ok(rule_sets.iter().map(Rules::to_string).collect())
    }
}
