//! Openings that `sowlab solve` has proven, as it printed them.

use serde::Deserialize;

use crate::study::error::StudyError;
use crate::study::names::{board_name, reading};
use crate::study::report::page::{Claim, Label, Source};
use crate::study::report::stored::Results;
use crate::study::report::text::{grouped, interval};

/// What `sowlab solve GAME --format json` prints, kept under this name.
const FILE: &str = "solve.json";

#[derive(Deserialize)]
struct Solved {
    game: String,
    bounds: Readings,
    pie_bounds: Option<Readings>,
    best: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// A proven interval by each reading of infinite play.
#[derive(Deserialize)]
pub(super) struct Readings {
    pub(super) lower: [i32; 2],
    pub(super) zero: [i32; 2],
    pub(super) upper: [i32; 2],
}

impl Readings {
    /// Whether all three values are known.
    pub(super) fn closed(&self) -> bool {
        [self.lower, self.zero, self.upper]
            .iter()
            .all(|[from, to]| from == to)
    }

    /// The value where infinite play counts for nobody, if it is known.
    pub(super) fn zero_value(&self) -> Option<i32> {
        (self.zero[0] == self.zero[1]).then_some(self.zero[0])
    }

    /// The value, if all three are known and one.
    pub(super) fn one_value(&self) -> Option<i32> {
        (self.closed() && self.lower == self.upper).then_some(self.zero[0])
    }
}

/// In words: who wins and by how much, if infinite play has no part in it.
fn outcome(readings: &Readings) -> String {
    match readings.one_value() {
        Some(0) => "the opening is level".to_owned(),
        Some(margin) if margin > 0 => format!("East, who has sente, wins by {margin}"),
        Some(margin) => format!("West, who sees East's choice, wins by {}", -margin),
        None => format!(
            "East's margin is {} where infinite play costs East all that is left, {} where it counts for nobody, {} \
             where it costs West",
            interval(&readings.lower),
            interval(&readings.zero),
            interval(&readings.upper)
        ),
    }
}

pub(super) fn claims(results: &Results<'_>) -> Result<Vec<Claim>, StudyError> {
    let solved: Vec<(String, Solved)> = results.printed(FILE)?;
    let claims = solved.into_iter().map(|(data, solved)| {
        let name = board_name(&solved.game);
        let with = match reading(&solved.game) {
            reading if reading.is_empty() => String::new(),
            reading => format!(" with `{reading}`"),
        };
        let what = if solved.bounds.closed() {
            "is solved"
        } else {
            "is not solved, but bounded"
        };
        let mut text = format!(
            "`{name}`{with} {what}: without the pie rule {}",
            outcome(&solved.bounds)
        );
        if let Some(pie) = &solved.pie_bounds {
            text += &format!("; with it {}", outcome(pie).replace(", who has sente,", ""));
        }
        if let (Some(best), true) = (solved.best.first(), solved.bounds.closed()) {
            text += &format!(". `{best}` is a best first choice");
        }
        text += &format!(
            ". Proof search with tables, {} boards expanded in {:.0} s.",
            grouped(solved.nodes),
            solved.seconds
        );
        let source = Source {
            data,
            command: format!("sowlab solve {} --format json", solved.game),
        };
        Claim::new(Label::Proven, text, source).headline()
    });
    Ok(claims.collect())
}
