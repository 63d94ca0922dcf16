//! Openings that several results have in common.

use super::SizedOpenings;
use super::row::SizedOpening;
use crate::error::StudyError;
use crate::kinds::openings::{Opening, Openings};
use crate::report::Results;
use sowlab_findings::{Certainty, Values};

/// An opening in another result.
pub(super) struct OtherOpening {
    game: String,
    bounds: Values,
    best: Vec<String>,
    /// The value of the pie rule; `None` if it was not computed.
    pie: Option<[i32; 2]>,
    certainty: Option<Certainty>,
    /// The maximum number of seeds in tables built before the search, if there were any.
    tables: Option<u32>,
    /// Whether another result has the same value by a search with other tables.
    again: bool,
}

impl OtherOpening {
    fn in_two_ways(opening: &Opening) -> OtherOpening {
        OtherOpening {
            game: opening.game.clone(),
            bounds: opening.value.map(|margin| [margin, margin]),
            best: opening.best.clone(),
            pie: None,
            certainty: Certainty::solved(2),
            tables: None,
            again: false,
        }
    }

    fn sized(row: &SizedOpening, tables: Option<u32>) -> OtherOpening {
        OtherOpening {
            game: row.game.clone(),
            bounds: row.bounds,
            best: row.best.clone(),
            pie: Some(row.pie),
            certainty: row.certainty,
            tables,
            again: false,
        }
    }

    /// Returns whether another search with other tables found the same value.
    fn is_found_by(&self, other: &OtherOpening) -> bool {
        let once = |known: &OtherOpening| known.certainty == Certainty::solved(1);
        let same = (&self.game, &self.bounds) == (&other.game, &other.bounds);
        same && once(self) && once(other) && self.tables != other.tables
    }

    /// Replaces the values of a row of the same opening, if this one has a higher certainty. Returns whether it does.
    pub(super) fn replaces(&self, row: &mut SizedOpening) -> bool {
        let surer = self.game == row.game && self.certainty > row.certainty;
        if surer {
            row.bounds = self.bounds;
            row.best.clone_from(&self.best);
            row.pie = self.pie.unwrap_or(row.pie);
            row.certainty = self.certainty;
        }
        surer
    }

    /// Returns whether a row has its value from two results, one of them this.
    pub(super) fn confirms(&self, row: &SizedOpening) -> bool {
        self.again && self.game == row.game && row.certainty == Certainty::solved(2)
    }
}

/// Returns the openings of all results, with the links to the results.
///
/// # Errors
/// A file cannot be read.
pub(super) fn all(results: &Results<'_>) -> Result<Vec<(String, Vec<OtherOpening>)>, StudyError> {
    let in_two_ways = results.of::<Openings>()?;
    let sized = results.of::<SizedOpenings>()?;
    let mut all: Vec<(String, Vec<OtherOpening>)> = (in_two_ways.into_iter())
        .map(|stored| {
            (
                stored.link,
                stored.rows.iter().map(OtherOpening::in_two_ways).collect(),
            )
        })
        .collect();
    all.extend(sized.into_iter().map(|stored| {
        let tables = stored.options.tables.as_ref().map(|tables| tables.stones);
        let rows = stored
            .rows
            .iter()
            .map(|row| OtherOpening::sized(row, tables));
        (stored.link, rows.collect())
    }));
    find_again(&mut all);
    Ok(all)
}

/// Raises the certainty of values that two results found by searches with different tables.
fn find_again(elsewhere: &mut [(String, Vec<OtherOpening>)]) {
    let all = || elsewhere.iter().flat_map(|(_, found)| found);
    let again: Vec<bool> = all()
        .map(|known| all().any(|other| known.is_found_by(other)))
        .collect();
    let all = elsewhere.iter_mut().flat_map(|(_, found)| found);
    for (known, again) in all.zip(again) {
        if again {
            (known.again, known.certainty) = (true, Certainty::solved(2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: &str, margin: [i32; 2], searches: usize) -> SizedOpening {
        SizedOpening {
            game: game.to_owned(),
            pits: 6,
            seeds: 3,
            bounds: Values::alike(margin),
            certainty: Certainty::solved(searches),
            best: vec![format!("L{searches}")],
            pie: margin,
            nodes: 1,
        }
    }

    #[test]
    fn what_is_surer_elsewhere_counts() {
        let open = || row("one", [-6, 18], 0);
        let once = row("one", [2, 2], 1);
        let sized = |row: &SizedOpening| OtherOpening::sized(row, Some(20));
        let mut found = open();
        assert!(sized(&once).replaces(&mut found));
        assert_eq!((found.bounds.zero, found.pie), ([2, 2], [2, 2]));
        assert_eq!(
            (found.certainty, &found.best[0][..]),
            (Certainty::solved(1), "L1")
        );
        // Other games, and values of equal certainty, replace nothing; the pie value changes only if it was computed.
        let mut other = row("other", [-6, 18], 0);
        assert!(!sized(&once).replaces(&mut other));
        let mut known = row("one", [4, 4], 2);
        assert!(!sized(&once).replaces(&mut known));
        let twice = OtherOpening {
            pie: None,
            certainty: Certainty::solved(2),
            ..sized(&once)
        };
        let mut found = open();
        assert!(twice.replaces(&mut found));
        assert_eq!((found.bounds.zero, found.pie), ([2, 2], [-6, 18]));
    }

    #[test]
    fn searches_with_different_tables_are_two() {
        let found = |margin, searches, tables| {
            let one = OtherOpening::sized(&row("one", margin, searches), tables);
            ("one.json".to_owned(), vec![one])
        };
        let certainty = |mut all: Vec<(String, Vec<OtherOpening>)>| -> Vec<Option<Certainty>> {
            find_again(&mut all);
            all.iter().map(|(_, found)| found[0].certainty).collect()
        };
        let [open, once, twice] = [0, 1, 2].map(Certainty::solved);
        let first = || found([2, 2], 1, Some(20));
        assert_eq!(
            certainty(vec![first(), found([2, 2], 1, Some(22))]),
            [twice, twice]
        );
        assert_eq!(
            certainty(vec![first(), found([2, 2], 1, None)]),
            [twice, twice]
        );
        assert_eq!(certainty(vec![first(), first()]), [once, once]);
        assert_eq!(
            certainty(vec![first(), found([2, 4], 0, Some(22))]),
            [once, open]
        );
        let mut all = [first(), found([2, 2], 1, Some(22))];
        find_again(&mut all);
        let mut once = row("one", [2, 2], 1);
        assert!(!all[1].1[0].confirms(&once));
        assert!(all[0].1[0].replaces(&mut once) && all[1].1[0].confirms(&once));
    }
}
