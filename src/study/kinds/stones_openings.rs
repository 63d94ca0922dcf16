//! The values of the openings of the stones family on boards of many sizes, with and without the pie
//! rule.

use std::path::Path;

use serde::Serialize;
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Budget, Monitor};

use crate::games::stones::{Position, Rules, StonesGame};
use crate::solve::{Growing, Solution, solve_growing, solve_stones};
use crate::study::plot::{Lines, Series};
use crate::study::readings::Readings;
use crate::study::{Experiment, Finding, Plot, StudyError, Table};

/// Bytes of what a search keeps, and of unpacked tables.
const MEMORY: usize = 128 << 20;
/// Openings with no more boards below them are also searched without tables, and must agree.
const BOARDS_SEARCHED_TOO: u64 = 20_000;

/// How far it goes.
#[derive(Clone, Copy)]
pub(in crate::study) struct Sizes<'a> {
    /// Holes, from 2 on.
    pub(in crate::study) holes: usize,
    /// Stones a hole, from 2 on.
    pub(in crate::study) seeds: usize,
    /// The nodes searched for an opening at most, tables made on the way not counted.
    pub(in crate::study) nodes: u64,
    /// Where the tables are, no part of the results.
    pub(in crate::study) directory: &'a Path,
}

#[derive(Serialize)]
struct Opening {
    game: String,
    holes: usize,
    seeds: usize,
    /// For East, who has sente; no pie rule.
    value: Readings,
    /// For East, who may turn the board after the first round; none where no first round exists.
    pie: Option<Readings>,
    nodes: u64,
    /// Whether a search without tables found the same.
    searched_too: bool,
}

/// The rule sets of all sizes.
pub(in crate::study) fn rule_sets(rules: &[Rules], holes: usize, seeds: usize) -> Vec<Rules> {
    let mut all = Vec::new();
    for &readings in rules {
        for seeds in 2..=seeds {
            for holes in 2..=holes {
                if let Ok(size) = Rules::new(holes, seeds) {
                    all.push(size.read_as(&readings));
                }
            }
        }
    }
    all
}

pub(in crate::study) fn run(
    experiment: &Experiment,
    sizes: Sizes<'_>,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let mut openings = Vec::new();
    for rules in rule_sets(&experiment.rule_sets()?, sizes.holes, sizes.seeds) {
        monitor.begin(&rules.to_string(), 0);
        match opening(&rules, sizes, monitor).map_err(|reason| experiment.failed(reason))? {
            Some(opening) => openings.push(opening),
            None => return Ok(None),
        }
    }
    Ok(Some(finding(experiment, &openings)))
}

/// `None` if the monitor cancelled.
fn opening(
    rules: &Rules,
    sizes: Sizes<'_>,
    monitor: &dyn Monitor,
) -> Result<Option<Opening>, String> {
    let position = Position::opening(rules);
    let table = ProofTable::new(MEMORY).map_err(|error| error.to_string())?;
    let limits = Growing {
        directory: sizes.directory,
        memory: MEMORY,
        nodes: sizes.nodes,
    };
    let solved = solve_growing(rules, &position, &limits, &table, monitor);
    let solution = match solved {
        Err(TableError::Solve(SolveError::Interrupted)) => return Ok(None),
        solved => solved.map_err(|error| error.to_string())?,
    };
    if monitor.cancelled() {
        return Ok(None);
    }
    let stones = rules.stones();
    let boards = Ranking::new(rules.holes() + 1, stones)
        .and_then(|ranking| ranking.boards(stones))
        .map_err(|error| error.to_string())?;
    let mut searched_too = boards <= BOARDS_SEARCHED_TOO;
    if searched_too {
        let budget = Budget::new(monitor, sizes.nodes);
        let table = ProofTable::new(MEMORY / 4).map_err(|error| error.to_string())?;
        let search = solve_stones(&StonesGame::new(rules), &position, &table, &budget);
        if monitor.cancelled() {
            return Ok(None);
        }
        // Where infinite play matters a search may not come to an end by itself.
        searched_too = search.nodes < sizes.nodes;
        if searched_too {
            agree(rules, &solution, &search)?;
        }
    }
    Ok(Some(Opening {
        game: rules.to_string(),
        holes: rules.holes(),
        seeds: rules.seeds(),
        value: Readings::of(&solution.bounds),
        pie: solution.pie.as_ref().map(Readings::of),
        nodes: solution.nodes,
        searched_too,
    }))
}

/// Search proves a margin for sente where infinite play costs sente, and for gote where it costs
/// gote: these ends must be what the tables say, and the others must not exclude it.
fn agree(rules: &Rules, tables: &Solution, search: &Solution) -> Result<(), String> {
    let mut pairs = vec![(&tables.bounds, &search.bounds)];
    if let (Some(tables), Some(search)) = (&tables.pie, &search.pie) {
        pairs.push((tables, search));
    }
    for (known, found) in pairs {
        let same = known.lower.start() == found.lower.start()
            && known.upper.end() == found.upper.end()
            && found.lower.contains(known.lower.end())
            && found.upper.contains(known.upper.start());
        if !same {
            return Err(format!("{rules}: tables say {known:?}, search {found:?}"));
        }
    }
    Ok(())
}

fn finding(experiment: &Experiment, openings: &[Opening]) -> Finding {
    let mut table = Table::new(&[
        "game",
        "lower",
        "zero",
        "upper",
        "pie lower",
        "pie zero",
        "pie upper",
        "searched too",
    ]);
    for opening in openings {
        let [lower, zero, upper] = opening.value.cells();
        let pie = opening.pie.as_ref().map(Readings::cells);
        let [pie_lower, pie_zero, pie_upper] = pie.unwrap_or_default();
        table.row([
            opening.game.clone(),
            lower,
            zero,
            upper,
            pie_lower,
            pie_zero,
            pie_upper,
            if opening.searched_too { "yes" } else { "" }.to_owned(),
        ]);
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
