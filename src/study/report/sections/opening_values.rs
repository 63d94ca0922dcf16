//! What the openings of the stones family are worth, and what the pie rule makes of it.

use super::solved;
use super::with;
use crate::study::entries::solved::Proven;
use crate::study::entries::stones_openings::Opening;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::names::{by_readings, reading, usual};
use crate::study::readings::Readings;
use crate::study::report::chart::{Axes, chart};
use crate::study::report::page::{Block, Claim, Grid, Label, Section, Source};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{interval, signed_decimal};

impl Opening {
    /// Shortens the intervals to what another proof leaves of them.
    fn learn(&mut self, proven: &Proven) {
        let value = self.value.and(&proven.bounds);
        self.value = value.unwrap_or_else(|| self.value.clone());
        if let (Some(known), Some(more)) = (&mut self.pie, &proven.pie_bounds) {
            *known = known.and(more).unwrap_or_else(|| known.clone());
        }
    }
}

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let mut claims = solved::claims(results)?;
    let mut blocks = Vec::new();
    let solved = solved::proven(results)?;
    for stored in results.of(|kind| matches!(kind, Kind::StonesOpenings { .. })) {
        let mut openings: Vec<Opening> = results.read(stored)?;
        // As the experiment's own drawing, which the page on a forge shows, has it.
        blocks.extend(charts(stored, &openings));
        let mut sources = vec![stored.source()];
        // What a search of its own proved of one of them counts, too.
        for opening in &mut openings {
            if let Some(solved) = solved.get(&opening.game) {
                opening.learn(&solved.proven);
                sources.push(solved.source.clone());
            }
        }
        claims.extend(all_boards(stored, &sources, &openings));
        for of_reading in openings.chunk_by(|one, other| reading(&one.game) == reading(&other.game))
        {
            blocks.push(Block::Grid(values(stored, of_reading)));
        }
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let mut all = vec![
        Block::Text(
            "Values are margins of East, who has sente in the opening. By the pie rule East may turn the board after the \
             first round. Where infinite play has a part there are three values, for what it costs East, nobody or West; \
             where a value is not proven, the interval that is. The tables of all boards have what the searches of single \
             openings add."
                .to_owned(),
        ),
        Block::Claims(claims),
    ];
    all.extend(blocks);
    Ok(with("openings", "Opening values and the pie rule", all))
}

/// The means of the margins that are proven with and without the pie rule.
struct Fairness {
    openings: usize,
    east: usize,
    west: usize,
    level: usize,
    /// Mean margins of East, without the pie rule and with it.
    margin: [f64; 2],
    /// Mean margin of whoever wins without it.
    size: f64,
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
            level: count(&|value| value == 0),
            margin: [mean(&|values| values[0]), mean(&|values| values[1])],
            size: mean(&|values| values[0].abs()),
        })
    }
}

fn all_boards(stored: &Stored, sources: &[Source], openings: &[Opening]) -> Vec<Claim> {
    let closed = openings
        .iter()
        .filter(|opening| opening.value.closed())
        .count();
    let matters = (openings.iter())
        .filter(|opening| opening.value.closed() && opening.value.one_value().is_none())
        .count();
    let readings = match stored.experiment().all_readings {
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
        label: Label::Proven,
        text,
        sources: sources.to_vec(),
        headline: true,
    };
    let mut claims = vec![claim(text)];
    let Some(fairness) = Fairness::of(openings) else {
        return claims;
    };
    let Fairness {
        openings,
        east,
        west,
        level,
        margin,
        size,
    } = fairness;
    let text = format!(
        "Infinite play counting for nobody, {openings} of these are known with the pie rule and without. Without it East \
         wins {east}, West {west}, and {level} are level: {} for East on average, {:.2} for whoever wins. With it the \
         mean margin of East is {}: East has the choice of role, and with it the better one.",
        signed_decimal(margin[0], 2),
        size,
        signed_decimal(margin[1], 2),
    );
    claims.push(claim(text));
    claims
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
    format!("{} to {} holes", least.unwrap_or(0), most.unwrap_or(0))
}

fn values(stored: &Stored, openings: &[Opening]) -> Grid {
    let rows = openings.iter().map(|opening| {
        vec![
            opening.holes.to_string(),
            opening.seeds.to_string(),
            written(&opening.value),
            opening.pie.as_ref().map(written).unwrap_or_default(),
        ]
    });
    let game = openings.first().map_or("", |opening| &opening.game);
    let caption = format!("Boards of {} {}", holes(openings), by_readings(game));
    let headings = [
        "holes",
        "stones a hole",
        "East's margin",
        "with the pie rule",
    ];
    let grid = Grid::new(caption, &headings, rows, stored.source());
    if usual(game) { grid } else { grid.folded() }
}

/// By the usual readings: a line for each number of stones a hole.
fn charts(stored: &Stored, openings: &[Opening]) -> Vec<Block> {
    let known = |zero: &[i32; 2]| (zero[0] == zero[1]).then(|| f64::from(zero[0]));
    let lines = |value: &dyn Fn(&Opening) -> Option<f64>| {
        let mut seeds: Vec<usize> = openings.iter().map(|opening| opening.seeds).collect();
        seeds.sort_unstable();
        seeds.dedup();
        let of = |seeds: usize| {
            (openings.iter())
                .filter(|opening| opening.seeds == seeds && usual(&opening.game))
                .filter_map(|opening| Some((opening.holes as f64, value(opening)?)))
                .collect()
        };
        let lines = seeds
            .iter()
            .map(|&seeds| (format!("{seeds} stones a hole"), of(seeds)));
        // A single point is no line.
        lines
            .filter(|(_, points): &(_, Vec<_>)| points.len() > 1)
            .collect::<Vec<_>>()
    };
    let axes = |title| Axes {
        title,
        x: "holes",
        y: "stones, margin of East",
        logarithmic: false,
    };
    let id = &stored.experiment().id;
    let value = lines(&|opening| known(&opening.value.zero));
    let pie = lines(&|opening| known(&opening.pie.as_ref()?.zero));
    let drawn = [
        chart(
            &axes("What the opening is worth to East"),
            value,
            stored,
            Some(format!("{id}-value.svg")),
        ),
        chart(
            &axes("The same with the pie rule"),
            pie,
            stored,
            Some(format!("{id}-pie.svg")),
        ),
    ];
    drawn.into_iter().flatten().map(Block::Chart).collect()
}
