//! Values as CSV: one row per choice, and with replies one row per reply.

use sowlab_findings::{Bounds, Choices, Estimate, letter_of};
use std::ops::RangeInclusive;

use super::super::failure::Failure;

const COLUMNS: [&str; 17] = [
    "margin_of",
    "choice",
    "reply",
    "lower_min",
    "lower_max",
    "zero_min",
    "zero_max",
    "upper_min",
    "upper_max",
    "pie_lower_min",
    "pie_lower_max",
    "pie_zero_min",
    "pie_zero_max",
    "pie_upper_min",
    "pie_upper_max",
    "estimate",
    "best_reply",
];

pub(super) fn table(choices: &Choices) -> Result<Vec<u8>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::other(format!("--csv: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    for choice in &choices.choices {
        let best = choice.best_reply.as_deref().unwrap_or_default();
        let row = |reply: &str, bounds, pie, estimate, best: &str| {
            let mut row = vec![
                letter_of(choices.margin_of),
                choice.choice.clone(),
                reply.to_owned(),
            ];
            row.extend(ends(Some(bounds)));
            row.extend(ends(pie));
            row.push(guess(estimate));
            row.push(best.to_owned());
            row
        };
        rows.push(row(
            "",
            &choice.bounds,
            choice.pie.as_ref(),
            choice.estimate,
            best,
        ));
        for reply in choice.replies() {
            let (bounds, pie) = (&reply.bounds, reply.pie.as_ref());
            rows.push(row(&reply.choice, bounds, pie, reply.estimate, ""));
        }
    }
    for row in rows {
        writer.write_record(&row).map_err(|error| failed(&error))?;
    }
    writer.into_inner().map_err(|error| failed(&error))
}

/// Returns the ends of the three intervals; empty strings without bounds.
fn ends(bounds: Option<&Bounds>) -> [String; 6] {
    let Some(Bounds { lower, zero, upper }) = bounds else {
        return Default::default();
    };
    let of =
        |interval: &RangeInclusive<i32>| [interval.start().to_string(), interval.end().to_string()];
    let ([a, b], [c, d], [e, f]) = (of(lower), of(zero), of(upper));
    [a, b, c, d, e, f]
}

fn guess(estimate: Option<Estimate>) -> String {
    estimate.map_or(String::new(), |estimate| estimate.margin.to_string())
}
