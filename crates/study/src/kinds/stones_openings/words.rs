//! Openings on boards of many sizes in the words of the report.

use super::rows::{Opening, StonesOpenings, count};
use crate::names::reading;
use crate::readings::Readings;
use crate::report::page::{Claim, Grid, Label};
use crate::report::source::Source;
use crate::stored::Stored;
use crate::text::{interval, signed_decimal};

/// What is proven of all of them.
pub(super) fn claims(
    stored: &Stored<'_, StonesOpenings>,
    sources: &[Source],
    openings: &[Opening],
) -> Vec<Claim> {
    let closed = count(openings, |opening| opening.value.closed());
    let matters = count(openings, Opening::infinite_play_matters);
    let readings = match stored.asked.all_readings {
        true => ", under all readings",
        false => "",
    };
    let most_seeds = openings.iter().map(|opening| opening.seeds).max();
    let text = format!(
        "Of the {} openings with {} and 2 to {} stones a hole{readings}, the value without the pie rule is proven for \
         {closed}; in {matters} of those infinite play matters.",
        openings.len(),
        holes(openings),
        most_seeds.unwrap_or(0),
    );
    let claim = |text| Claim {
        label: Label::Searched,
        text,
        sources: sources.to_vec(),
    };
    let mut claims = vec![claim(text)];
    let Some(fairness) = Fairness::of(openings) else {
        return claims;
    };
    let Fairness {
        openings,
        east,
        west,
        draws,
        margin,
    } = fairness;
    let text = format!(
        "Of {openings} openings solved both ways, if infinite play counts for nobody: without the pie rule East wins {east}, West \
         {west}, draws {draws}, East's mean margin {}; with it the mean margin is {}.",
        signed_decimal(margin[0], 2),
        signed_decimal(margin[1], 2),
    );
    claims.push(claim(text));
    claims
}

/// The means of the margins that are proven with and without the pie rule.
struct Fairness {
    openings: usize,
    east: usize,
    west: usize,
    draws: usize,
    /// Mean margins of East, without the pie rule and with it.
    margin: [f64; 2],
}

impl Fairness {
    /// Over the openings whose `zero` is known with and without the pie rule.
    fn of(openings: &[Opening]) -> Option<Fairness> {
        let known: Vec<[i32; 2]> = openings
            .iter()
            .filter_map(|opening| {
                let pie = opening.pie.as_ref()?;
                Some([opening.value.zero_value()?, pie.zero_value()?])
            })
            .collect();
        let mean = |of: &dyn Fn(&[i32; 2]) -> i32| {
            known
                .iter()
                .map(|values| f64::from(of(values)))
                .sum::<f64>()
                / known.len() as f64
        };
        let count = |of: &dyn Fn(i32) -> bool| known.iter().filter(|values| of(values[0])).count();
        (!known.is_empty()).then(|| Fairness {
            openings: known.len(),
            east: count(&|value| value > 0),
            west: count(&|value| value < 0),
            draws: count(&|value| value == 0),
            margin: [mean(&|values| values[0]), mean(&|values| values[1])],
        })
    }
}

/// A value by each reading of infinite play: one if they agree.
fn written(readings: &Readings) -> String {
    match readings.lower == readings.upper {
        true => interval(&readings.zero),
        false => format!(
            "{} … {} … {}",
            interval(&readings.lower),
            interval(&readings.zero),
            interval(&readings.upper)
        ),
    }
}

/// How many holes the boards have.
fn holes(openings: &[Opening]) -> String {
    let holes = openings.iter().map(|opening| opening.holes);
    let (least, most) = (holes.clone().min(), holes.max());
    match (least.unwrap_or(0), most.unwrap_or(0)) {
        (least, most) if least == most => format!("{least} holes"),
        (least, most) => format!("{least} to {most} holes"),
    }
}

/// What each of them is worth.
pub(super) fn values(stored: &Stored<'_, StonesOpenings>, openings: &[Opening]) -> Grid {
    let rows = openings.iter().map(|opening| {
        let reading = match reading(&opening.game) {
            reading if reading.is_empty() => "usual".to_owned(),
            reading => format!("`{reading}`"),
        };
        vec![
            reading,
            opening.holes.to_string(),
            opening.seeds.to_string(),
            written(&opening.value),
            opening.pie.as_ref().map(written).unwrap_or_default(),
        ]
    });
    let caption = format!(
        "Openings of {}, by all readings of the rules",
        holes(openings)
    );
    let headings = [
        "reading",
        "holes",
        "stones a hole",
        "East's margin",
        "with the pie rule",
    ];
    Grid::new(caption, &headings, rows, stored.source()).folded()
}
