//! The agreement of repeated searches with earlier ones.

use super::rows::{Proven, Solved};
use crate::report::Agreement;

/// Compares the bounds that searches prove for each game, not their course.
pub(super) fn agreement(new: &[Solved], old: &[Solved]) -> Agreement {
    compare(&proven(new), &proven(old))
}

fn proven(all: &[Solved]) -> Vec<(&str, Proven)> {
    let games = all.iter();
    games
        .map(|solved| (solved.game.as_str(), solved.proven()))
        .collect()
}

fn compare(new: &[(&str, Proven)], old: &[(&str, Proven)]) -> Agreement {
    if new == old {
        return Agreement::Same;
    }
    if new.len() != old.len() {
        let (new, old) = (new.len(), old.len());
        return Agreement::Differs(format!(": {new} entries where there were {old}"));
    }
    let contradiction = new.iter().zip(old).find(|((game, new), (old_game, old))| {
        let same_rule = new.pie_bounds.is_some() == old.pie_bounds.is_some();
        game != old_game || !same_rule || new.and(old).is_none()
    });
    match contradiction {
        None => Agreement::Compatible,
        Some(((game, _), _)) => Agreement::Differs(format!("{game}: the bounds contradict")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_findings::Values;

    #[test]
    fn searches_may_prove_more_or_less_but_nothing_else() {
        let proven = |from: i32, to: i32, pie: Option<[i32; 2]>| {
            let proven = Proven {
                bounds: Values::alike([from, to]),
                pie_bounds: pie.map(Values::alike),
            };
            vec![("a", proven)]
        };
        let old = proven(-3, -3, Some([1, 7]));
        assert_eq!(compare(&old, &old), Agreement::Same);
        for less in [proven(-55, -3, Some([1, 7])), proven(-3, -3, Some([-1, 5]))] {
            assert_eq!(compare(&less, &old), Agreement::Compatible);
        }
        for other in [
            proven(-2, 0, Some([1, 7])),
            proven(-3, -3, Some([8, 9])),
            proven(-3, -3, None),
            Vec::new(),
        ] {
            assert!(matches!(compare(&other, &old), Agreement::Differs(_)));
        }
    }
}
