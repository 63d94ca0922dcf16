//! What is found of openings: a table, plots, remarks.

use crate::study::entries::stones_openings::Opening;
use crate::study::plot::{Lines, Series};
use crate::study::readings::{HEADINGS_WITH_PIE, Readings};
use crate::study::{Experiment, Finding, Plot, Table};

pub(super) fn finding(experiment: &Experiment, openings: &[Opening]) -> Finding {
    let headings = [&["game"], &HEADINGS_WITH_PIE[..], &["searched too"]];
    let mut table = Table::new(&headings.concat());
    for opening in openings {
        let searched_too = if opening.searched_too { "yes" } else { "" };
        let values = opening.value.cells_with_pie(opening.pie.as_ref());
        table.row(
            [
                std::slice::from_ref(&opening.game),
                &values[..],
                &[searched_too.to_owned()],
            ]
            .concat(),
        );
    }
    let finding = Finding::new(experiment, &openings, table, remarks(openings));
    finding.plotted(plots(&experiment.id, openings))
}

/// What is drawn of an opening.
type Worth<'a> = &'a dyn Fn(&Opening) -> Option<i32>;

/// The first rule set alone: a line for each number of seeds.
fn plots(id: &str, openings: &[Opening]) -> Vec<Plot> {
    let zero = |opening: &Opening| opening.value.zero_value();
    let pie = |opening: &Opening| opening.pie.as_ref().and_then(Readings::zero_value);
    let plots: [(&str, &str, Worth<'_>); 2] = [
        ("value", "What the opening is worth to East (zero)", &zero),
        ("pie", "The same with the pie rule (zero)", &pie),
    ];
    let Some(readings) = openings.first().map(|opening| readings_of(&opening.game)) else {
        return Vec::new();
    };
    let mut seeds: Vec<usize> = openings.iter().map(|opening| opening.seeds).collect();
    seeds.sort_unstable();
    seeds.dedup();
    let plot = |(name, title, worth): (&str, &str, Worth<'_>)| {
        let of = |seeds: usize| {
            let drawn = openings
                .iter()
                .filter(|opening| opening.seeds == seeds && readings_of(&opening.game) == readings);
            Series {
                label: format!("{seeds} stones a hole"),
                points: drawn
                    .filter_map(|opening| {
                        worth(opening).map(|worth| (opening.holes as f64, f64::from(worth)))
                    })
                    .collect(),
            }
        };
        let lines = Lines {
            title,
            x: "holes",
            y: "stones, margin of East",
            logarithmic: false,
            series: seeds.iter().map(|&seeds| of(seeds)).collect(),
        };
        Some(Plot {
            file: format!("{id}-{name}.svg"),
            title: title.to_owned(),
            svg: lines.svg()?,
        })
    };
    plots.into_iter().filter_map(plot).collect()
}

/// The options of a full name that do not give the size of the board.
fn readings_of(game: &str) -> &str {
    game.find("capture=").map_or(game, |at| &game[at..])
}

fn remarks(openings: &[Opening]) -> Vec<String> {
    let count = |of: &dyn Fn(&Opening) -> bool| openings.iter().filter(|o| of(o)).count();
    let proven = count(&|o| o.value.closed());
    let matters = count(&|o| o.value.closed() && o.value.one_value().is_none());
    let odd = |o: &Opening| o.holes * o.seeds % 2 == 1;
    let with_pie = |o: &Opening| o.pie.as_ref().is_some_and(Readings::closed);
    let wins = count(&|o| odd(o) && with_pie(o) && o.pie.as_ref().is_some_and(|p| p.lower[0] > 0));
    let all_odd = count(&|o| odd(o) && with_pie(o));
    vec![
        format!(
            "{} openings: the value is proven for {proven}; in {matters} of these infinite play \
             matters. Where a value is not proven the proven interval stands.",
            openings.len()
        ),
        format!(
            "With the pie rule East loses nothing that needs searching for: after the first round \
             one of the two roles is worth at least as much as the other, and East takes it. If the \
             number of stones is odd a finished game has a winner, so East wins, unless infinite \
             play interferes. Of the {all_odd} proven openings with an odd number of stones East \
             wins {wins} even where infinite play costs East all that is left."
        ),
    ]
}
