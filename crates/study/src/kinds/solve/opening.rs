//! Single openings in the report, with the bounds of all searches together.

use std::path::Path;

use serde::Serialize;

use super::checked::{CheckedProof, checked_proof, checked_winner};
use super::rows::{Proven, Run, chains, together};
use super::{Solve, all_proven};
use crate::error::StudyError;
use crate::names::number_name;
use crate::report::Results;
use sowlab_findings::{Certainty, Values};

/// An opening with the bounds of all results together.
#[derive(Serialize)]
pub(crate) struct SolvedOpening {
    game: String,
    /// The common name, if the opening has eleven holes and the default rule options.
    name: Option<String>,
    #[serde(flatten)]
    pub(in crate::kinds) proven: Proven,
    searches: Vec<Search>,
    certainty: Certainty,
    /// The numbers of searches from nothing that prove by themselves the value, the value with the pie rule, and the
    /// winner with it.
    pub(in crate::kinds) agreeing: usize,
    agreeing_with_pie: usize,
    agreeing_on_winner_with_pie: usize,
    /// The results of the first of these searches, without the pie rule and with it.
    link: String,
    link_with_pie: String,
    links: Vec<String>,
    /// Its complete proof, if separate code has checked the claims of one.
    checked: Option<CheckedProof>,
    /// Its complete proof of the winner without the pie rule, if separate code has checked all of one.
    winner: Option<CheckedProof>,
}

/// A search of one run, or of several that resume each other.
#[derive(Serialize)]
struct Search {
    #[serde(flatten)]
    proven: Proven,
    /// The maximum number of stones on probed boards.
    tables: u32,
    nodes: u64,
    seconds: f64,
    best: Vec<String>,
    from_nothing: bool,
    link: String,
}

impl Search {
    fn of(runs: &[Run], link: &str) -> Option<Search> {
        let mut best: Vec<String> = runs.iter().flat_map(|run| run.best.clone()).collect();
        best.dedup();
        Some(Search {
            proven: together(runs)?,
            tables: runs.iter().map(|run| run.tables).max()?,
            nodes: runs.iter().map(|run| run.nodes).sum(),
            seconds: runs.iter().map(|run| run.seconds).sum(),
            best,
            from_nothing: runs.first()?.claims_before == 0,
            link: link.to_owned(),
        })
    }
}

/// Returns the openings that were searched; those with names come last, in the order of their names.
///
/// # Errors
/// An error if the runs of an opening are missing or contradict each other. It is also an error if a complete proof in
/// the directory of the results is not the one that was checked.
pub(crate) fn openings(results: &Results<'_>) -> Result<Vec<SolvedOpening>, StudyError> {
    let mut openings: Vec<SolvedOpening> = Vec::new();
    for stored in results.of::<Solve>()? {
        for solved in &stored.rows {
            let contradiction = || StudyError::Report {
                path: stored.link.clone(),
                reason: format!(
                    "{}: there is no run, or two of them contradict each other",
                    solved.game
                ),
            };
            let searches = chains(&solved.runs).map(|runs| Search::of(runs, &stored.link));
            let searches: Option<Vec<Search>> = searches.collect();
            let searches = searches.filter(|all| !all.is_empty());
            let mut searches = searches.ok_or_else(contradiction)?;
            match openings.iter_mut().find(|known| known.game == solved.game) {
                Some(known) => {
                    let both = known.proven.and(&solved.proven());
                    known.proven = both.ok_or_else(contradiction)?;
                    known.searches.append(&mut searches);
                    known.links.push(stored.link.clone());
                }
                None => openings.push(SolvedOpening {
                    game: solved.game.clone(),
                    name: number_name(&solved.game),
                    proven: solved.proven(),
                    searches,
                    certainty: Certainty::Solved { ways: 0 },
                    agreeing: 0,
                    agreeing_with_pie: 0,
                    agreeing_on_winner_with_pie: 0,
                    link: stored.link.clone(),
                    link_with_pie: stored.link.clone(),
                    links: vec![stored.link.clone()],
                    checked: None,
                    winner: None,
                }),
            }
        }
    }
    for (_, game, more) in all_proven(results)? {
        for opening in openings.iter_mut().filter(|opening| opening.game == game) {
            opening.proven = opening.proven.and(&more).unwrap_or(opening.proven);
        }
    }
    openings.sort_by(|one, other| one.name.cmp(&other.name));
    for opening in &mut openings {
        opening.count();
        opening.check(results.directory)?;
    }
    Ok(openings)
}

impl SolvedOpening {
    /// Returns an optimal first choice, if a search found one.
    pub(in crate::kinds) fn best(&self) -> Option<&String> {
        self.searches.iter().find_map(|search| search.best.first())
    }

    /// Returns whether the opening has a common name.
    pub(in crate::kinds) fn is_named(&self) -> bool {
        self.name.is_some()
    }

    /// Returns the full name of the game.
    pub(in crate::kinds) fn game(&self) -> &str {
        &self.game
    }

    /// Counts the searches from nothing that agree with the bounds of the whole.
    fn count(&mut self) {
        let alone = |same: &dyn Fn(&Proven) -> bool| {
            let found: Vec<&Search> = (self.searches.iter())
                .filter(|search| search.from_nothing && same(&search.proven))
                .collect();
            (found.len(), found.first().map(|search| search.link.clone()))
        };
        let sign_with_pie = |proven: &Proven| proven.pie_bounds.as_ref().map(sign);
        let (agreeing, link) = alone(&|proven| proven.bounds == self.proven.bounds);
        let (with_pie, link_with_pie) =
            alone(&|proven| proven.pie_bounds == self.proven.pie_bounds);
        let (on_winner, _) = alone(&|proven| sign_with_pie(proven) == sign_with_pie(&self.proven));
        self.agreeing = agreeing;
        self.agreeing_with_pie = with_pie;
        self.agreeing_on_winner_with_pie = on_winner;
        self.link = link.unwrap_or_else(|| self.link.clone());
        self.link_with_pie = link_with_pie.unwrap_or_else(|| self.link_with_pie.clone());
    }

    /// Finds the complete proofs that separate code has checked, and sets the certainty of the value.
    fn check(&mut self, directory: &Path) -> Result<(), StudyError> {
        if let Some(name) = &self.name {
            let name = name.to_lowercase();
            self.checked = checked_proof(directory, &name, &self.game, &self.proven)?;
            self.winner = checked_winner(directory, &name, &self.game, &self.proven)?;
        }
        self.certainty = match self.checked {
            Some(CheckedProof {
                whole: true,
                claims,
                ..
            }) => Certainty::Verified { claims },
            _ => Certainty::Solved {
                ways: self.agreeing,
            },
        };
        Ok(())
    }
}

/// Returns the sign of a margin, if it is determined.
fn sign(value: &Values) -> Option<i32> {
    let [from, to] = value.zero;
    (from.signum() == to.signum()).then(|| from.signum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_of_an_interval_is_that_of_both_ends() {
        let value = |zero| Values::alike(zero);
        assert_eq!(sign(&value([1, 7])), Some(1));
        assert_eq!(sign(&value([-3, -3])), Some(-1));
        assert_eq!(sign(&value([-1, 7])), None);
    }
}
