//! How encounters are shown: as a table, sentences and plots.

use super::options::Ladder;
use super::step::{Step, Tested};
use crate::plot::{Lines, Series};
use crate::report::bars::{Bar, Bars};
use crate::report::page::{Claim, Grid, Label};
use crate::sheet::Picture;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, heading, signed_decimal};
use sowlab_engines::standings::Tally;

pub(super) fn table(steps: &[Step]) -> Table {
    let tested = steps.iter().any(|step| step.tested.is_some());
    let mut headings = vec![
        "game",
        "pie",
        "engine",
        "against",
        "games",
        "distinct",
        "points, per cent",
        "Elo",
        "error (95 %)",
        "LOS, per cent",
        "points of the first side, per cent",
    ];
    let with_error = steps.iter().any(|step| step.first_side_error.is_some());
    if with_error {
        headings.push("its error (95 %)");
    }
    if tested {
        headings.extend(["test", "LLR", "accepted"]);
    }
    let mut table = Table::new(&headings);
    for step in steps {
        let tally = &step.tally;
        let number =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1}"));
        let mut cells = vec![
            step.game.clone(),
            if step.pie { "yes" } else { "no" }.into(),
            step.engine.clone(),
            step.before.clone(),
            tally.games.to_string(),
            step.distinct.to_string(),
            format!("{:.1}", step.percent()),
            number(tally.elo),
            number(tally.elo_error),
            number(tally.los.map(|los| 100.0 * los)),
            format!("{:.1}", 100.0 * step.first_side),
        ];
        if with_error {
            cells.push(number(step.first_side_error.map(|error| 100.0 * error)));
        }
        if tested {
            let of = step.tested.as_ref();
            cells.extend([
                of.map_or(String::new(), |of| of.test.clone()),
                of.map_or(String::new(), |of| format!("{:.2}", of.llr)),
                of.map_or("", Tested::in_words).to_owned(),
            ]);
        }
        table.row(cells);
    }
    table
}

pub(super) fn remarks(steps: &[Step]) -> Vec<String> {
    let mut remarks = vec![
        "Elo is that of each engine against the one before it in the list, over pairs of games from \
         one opening with the sides exchanged. The first side is the one that has sente, or moves \
         first, in the opening of the game; openings are random and about even, which brings its \
         share nearer to one half."
            .to_owned(),
    ];
    let few = steps
        .iter()
        .filter(|step| 2 * step.distinct < step.tally.games);
    remarks.extend(few.map(|step| {
        format!(
            "{}, {} against {}: only {} of {} games are distinct, so that the error is too small.",
            step.game, step.engine, step.before, step.distinct, step.tally.games
        )
    }));
    remarks
}

/// The points of each rung, a line for each game and rule.
pub(super) fn picture(steps: &[Step]) -> Picture {
    let mut series: Vec<Series> = Vec::new();
    for step in steps {
        let label = format!("{}, {}", step.game, if step.pie { "pie" } else { "no pie" });
        let point = (step.rung as f64, step.percent());
        match series.iter_mut().find(|series| series.label == label) {
            Some(series) => series.points.push(point),
            None => series.push(Series {
                label,
                points: vec![point],
            }),
        }
    }
    let lines = Lines {
        title: "Each engine against the one before it in the list".to_owned(),
        x: "place in the list",
        y: "points, per cent",
        logarithmic: false,
        series,
    };
    Picture::new("", lines)
}

/// The Elo that an encounter brought; in words, where there is none.
fn rated(tally: &Tally) -> Result<String, &'static str> {
    let (Some(elo), Some(error)) = (tally.elo, tally.elo_error) else {
        return Err("no pair of games");
    };
    if tally.points <= 0.0 {
        Err("lost all")
    } else if tally.points >= tally.games as f64 {
        Err("won all")
    } else {
        Ok(format!("{} ± {error:.0}", signed_decimal(elo, 0)))
    }
}

/// What an encounter brought.
fn written(tally: &Tally) -> String {
    rated(tally).unwrap_or_else(str::to_owned)
}

/// An engine without the options that only say how much memory it has.
fn engine(name: &str) -> String {
    let Some((engine, options)) = name.split_once(':') else {
        return format!("`{name}`");
    };
    let memory = ["hash=", "memory=", "tables="];
    let kept: Vec<&str> = options
        .split(',')
        .filter(|option| !memory.iter().any(|start| option.starts_with(start)))
        .collect();
    match kept.is_empty() {
        true => format!("`{engine}`"),
        false => format!("`{engine}:{}`", kept.join(",")),
    }
}

/// How the last of a list of engines does, in the first of its games.
pub(super) fn summary(stored: &Stored<'_, Ladder>, steps: Option<&[Step]>) -> Vec<Claim> {
    let claim = |steps: &[Step]| {
        // Names leave out some settings: an engine against itself tells a reader nothing.
        let mut told = steps.iter().rev();
        let last = told.find(|step| engine(&step.engine) != engine(&step.before))?;
        let games: u64 = stored.rows.iter().map(|step| step.tally.games).sum();
        let brought = rated(&last.tally).map_or_else(str::to_owned, |elo| elo + " Elo");
        let text = format!(
            "{} In `{}` {} against {}: {}, of {} games in all.",
            heading(stored.asked.title),
            last.game,
            engine(&last.engine),
            engine(&last.before),
            brought,
            grouped(games)
        );
        Some(Claim::new(Label::Measured, text, stored.source()))
    };
    steps.and_then(claim).into_iter().collect()
}

/// What the first side gets, where it was asked for, of the games of engines that think alike.
pub(super) fn of_first_side(stored: &Stored<'_, Ladder>) -> Vec<Claim> {
    let alike = |step: &&Step| engine(&step.engine) == engine(&step.before);
    let each = stored.rows.iter().filter(alike).filter_map(|step| {
        let error = 100.0 * step.first_side_error?;
        Some(format!(
            "`{}` {:.1} ± {error:.1} % ({})",
            step.game,
            100.0 * step.first_side,
            engine(&step.engine)
        ))
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() {
        return Vec::new();
    }
    let text = format!(
        "{} points of the side that moves first between equals: {}.",
        heading(stored.asked.title),
        each.join(", ")
    );
    vec![Claim::new(Label::Measured, text, stored.source())]
}

/// The Elo of each engine against the one before it, as bars.
pub(super) fn bars(steps: &[Step]) -> Bars {
    let first = &steps[0];
    let pie = if first.pie { "pie" } else { "no pie" };
    let bars = steps.iter().filter_map(|step| {
        Some(Bar {
            label: engine(&step.engine).replace('`', ""),
            value: step.tally.elo?,
            error: step.tally.elo_error?,
            text: written(&step.tally),
        })
    });
    Bars {
        title: format!("Elo over the engine before, `{}`, {pie}", first.game),
        bars: bars.collect(),
    }
}

pub(super) fn grid(stored: &Stored<'_, Ladder>) -> Grid {
    let rows = stored.rows.iter().map(|step| {
        vec![
            format!("`{}`", step.game),
            if step.pie { "pie" } else { "no pie" }.to_owned(),
            engine(&step.engine),
            engine(&step.before),
            step.tally.games.to_string(),
            format!("{:.1} %", step.percent()),
            written(&step.tally),
            match step.first_side_error {
                None => format!("{:.1} %", 100.0 * step.first_side),
                Some(error) => {
                    format!("{:.1} ± {:.1} %", 100.0 * step.first_side, 100.0 * error)
                }
            },
        ]
    });
    let headings = [
        "game",
        "rule",
        "engine",
        "against",
        "games",
        "points",
        "Elo",
        "first side",
    ];
    Grid::new(
        stored.asked.title.to_owned(),
        &headings,
        rows,
        stored.source(),
    )
    .folded()
}
