//! Which games an experiment runs, and whether its kind is for them.

use super::error::StudyError;
use super::experiment::Experiment;
use super::kind::Kind;
use super::kinds;
use super::kinds::openings::Sizes;
use crate::analysis::solve::MOST_STONES;
use crate::catalog::CatalogGame;
use crate::games::stones::Rules;

impl Experiment {
    /// The rule sets that it runs.
    ///
    /// # Errors
    /// A name that is no game.
    pub fn rule_sets(&self) -> Result<Vec<Rules>, StudyError> {
        let mut rule_sets = Vec::new();
        for name in &self.games {
            let CatalogGame::Stones(rules) = self.game(name)? else {
                return Err(StudyError::Family {
                    id: self.id.clone(),
                    game: name.clone(),
                });
            };
            if self.all_readings {
                rule_sets.extend(rules.readings());
            } else {
                rule_sets.push(rules);
            }
        }
        Ok(rule_sets)
    }

    fn game(&self, name: &str) -> Result<CatalogGame, StudyError> {
        name.parse().map_err(|error| StudyError::Game {
            id: self.id.clone(),
            error,
        })
    }

    /// The full names of the rule sets that it runs.
    pub(super) fn full_names(&self) -> Vec<String> {
        match self.kind {
            Kind::Tables { .. } => self
                .games
                .iter()
                .filter_map(|name| {
                    let game = name.parse::<CatalogGame>().ok()?;
                    game.tables().ok()?.table_name().ok()
                })
                .collect(),
            Kind::Openings {
                pits,
                seeds,
                positions,
            } => kinds::openings::names(
                self,
                Sizes {
                    pits,
                    seeds,
                    positions,
                },
            ),
            Kind::StonesOpenings {
                least_holes,
                holes,
                seeds,
                ..
            } => {
                let readings = self.rule_sets().unwrap_or_default();
                let holes = least_holes..=holes;
                let all = kinds::stones_openings::rule_sets(&readings, &holes, seeds);
                all.iter().map(ToString::to_string).collect()
            }
            Kind::DrawnSetups { .. } => self.games.clone(),
            Kind::Ladder(_) | Kind::AllSetups { .. } => self
                .games
                .iter()
                .filter_map(|name| Some(name.parse::<CatalogGame>().ok()?.to_string()))
                .collect(),
            Kind::Perft { .. }
            | Kind::OpeningRounds {}
            | Kind::SealedSearch { .. }
            | Kind::SearchedChoices { .. }
            | Kind::CommitOrders { .. }
            | Kind::CommitOrderPlay { .. }
            | Kind::Solve(_)
            | Kind::Reach { .. }
            | Kind::Scan { .. }
            | Kind::Cycles { .. } => self
                .rule_sets()
                .unwrap_or_default()
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }

    /// Checks that there are such games, and that the kind is for them.
    pub(super) fn check_games(&self) -> Result<(), StudyError> {
        if self.games.is_empty() {
            return Err(StudyError::Unfit {
                id: self.id.clone(),
                reason: "games is empty, and there is nothing to compute without a game".to_owned(),
            });
        }
        match &self.kind {
            Kind::Ladder(ladder) => {
                ladder.specs().map_err(|reason| StudyError::Ladder {
                    id: self.id.clone(),
                    reason,
                })?;
                for name in &self.games {
                    self.game(name)?;
                }
            }
            Kind::Tables { .. } => {
                for name in &self.games {
                    self.game(name)?
                        .tables()
                        .map_err(|reason| StudyError::Unfit {
                            id: self.id.clone(),
                            reason: reason.to_string(),
                        })?;
                }
            }
            Kind::Openings { .. } => self.check_family(str::to_owned, |game| {
                matches!(game, CatalogGame::TwoRank(_) | CatalogGame::Colony(_))
            })?,
            Kind::AllSetups { .. } => {
                self.check_family(str::to_owned, |game| {
                    matches!(game, CatalogGame::TwoRank(_))
                })?;
            }
            Kind::DrawnSetups { .. } => {
                let drawn = |name: &str| kinds::drawn_setups::drawn(name, 1);
                self.check_family(drawn, |game| matches!(game, CatalogGame::Random(_)))?;
            }
            Kind::Solve(_) | Kind::StonesOpenings { .. } => self.check_searchable()?,
            // All others are for the stones family.
            _ => {
                self.rule_sets()?;
            }
        }
        Ok(())
    }

    /// Checks that the openings are games of the stones family, with no more stones than a proof search
    /// takes on.
    fn check_searchable(&self) -> Result<(), StudyError> {
        let all = match &self.kind {
            Kind::StonesOpenings {
                least_holes,
                holes,
                seeds,
                ..
            } => kinds::stones_openings::rule_sets(
                &self.rule_sets()?,
                &(*least_holes..=*holes),
                *seeds,
            ),
            _ => self.rule_sets()?,
        };
        match all
            .iter()
            .find(|rules| rules.stones() > MOST_STONES as usize)
        {
            None => Ok(()),
            Some(rules) => Err(StudyError::Unfit {
                id: self.id.clone(),
                reason: format!(
                    "{rules}: {} stones, and no more than {MOST_STONES} can be searched",
                    rules.stones()
                ),
            }),
        }
    }

    /// Checks that there are such games, once their names are complete, and that they are of a
    /// family that this kind is for.
    fn check_family(
        &self,
        complete: impl Fn(&str) -> String,
        fits: impl Fn(&CatalogGame) -> bool,
    ) -> Result<(), StudyError> {
        for name in &self.games {
            let game = self.game(&complete(name))?;
            if !fits(&game) {
                return Err(StudyError::Unfit {
                    id: self.id.clone(),
                    reason: format!("{name}: this kind is for games of another family"),
                });
            }
        }
        Ok(())
    }
}
