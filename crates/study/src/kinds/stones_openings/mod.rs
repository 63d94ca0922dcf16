//! The values of the openings of the stones family on boards of many sizes, with and without the pie
//! rule.

mod record;
mod rows;
mod search;
mod words;

use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::boards_to;

pub(super) use self::rows::StonesOpenings;
use self::rows::{Opening, count};
use super::solve::{OPENING_VALUES, Proven, Solve, check_searchable};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::{reading, usual};
use crate::plot::{Lines, Series};
use crate::readings::HEADINGS_WITH_PIE;
use crate::report::page::{Block, Topic};
use crate::sheet::{Picture, Sheet};
use crate::table::Table;
use crate::text::grouped;
use sowlab_games::stones::{MAX_HOLES, MAX_STONES, MIN_HOLES};

impl ExperimentKind for StonesOpenings {
    type Row = Opening;

    const TOPIC: Topic = OPENING_VALUES;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        let (least, fewest, most) = (self.least_holes as u64, MIN_HOLES as u64, MAX_HOLES as u64);
        Unfit::unless_within("holes", self.holes as u64, fewest, most)?;
        Unfit::unless_within("least_holes", least, fewest, self.holes as u64)?;
        Unfit::unless_within("seeds", self.seeds as u64, 2, MAX_STONES as u64)?;
        check_searchable(&self.sizes(&asked.rule_sets()?))
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Opening>, Failure> {
        let all = self.sizes(&asked.rule_sets()?);
        Ok(Found::new(search::search(&all, self, monitor)?))
    }

    fn present(answer: &Answer<'_, StonesOpenings>) -> Sheet {
        let openings = &answer.rows;
        // The first rule set alone.
        let first = openings.first().map(|opening| reading(&opening.game));
        let shown = |opening: &&Opening| Some(reading(&opening.game)) == first;
        let shown: Vec<&Opening> = openings.iter().filter(shown).collect();
        let pictures = match of_one_width(openings) {
            true => Vec::new(),
            false => pictures(&shown, openings, " (zero)"),
        };
        Sheet::new(table(openings), remarks(openings)).with_pictures(pictures)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let searches = answers.of::<Solve>()?;
        let mut blocks = Vec::new();
        for stored in answers.of::<StonesOpenings>()? {
            // As the experiment's own drawing, which the page on a forge shows, has it.
            let shown = stored.rows.iter().filter(|opening| usual(&opening.game));
            let shown: Vec<&Opening> = shown.collect();
            // A single point is no line.
            if !of_one_width(&stored.rows) {
                let pictures = pictures(&shown, &stored.rows, "")
                    .into_iter()
                    .map(|picture| picture.with_lines(|line| line.points.len() > 1));
                blocks.extend(stored.charts(pictures));
            }
            let mut sources = vec![stored.source()];
            // What a search of its own proved of one of them counts, too.
            let mut openings = stored.rows.clone();
            for opening in &mut openings {
                for search in &searches {
                    let game = opening.game.clone();
                    for row in search.rows.iter().filter(|row| row.game == game) {
                        let Proven { bounds, pie_bounds } = row.proven();
                        opening.learn((&bounds, pie_bounds.as_ref()));
                        sources.push(search.source());
                    }
                }
            }
            blocks.push(Block::Claims(words::claims(&stored, &sources, &openings)));
            blocks.push(Block::Grid(words::values(&stored, &openings)));
        }
        Ok(blocks)
    }
}

/// Whether there is nothing to draw over the number of holes.
fn of_one_width(openings: &[Opening]) -> bool {
    openings.windows(2).all(|two| two[0].holes == two[1].holes)
}

/// Why openings are not settled; `None` if all are.
fn left_open(openings: &[Opening]) -> Option<String> {
    let open = openings.iter().filter(|opening| !opening.closed());
    let (even, odd): (Vec<&Opening>, Vec<&Opening>) =
        open.partition(|opening| opening.holes.is_multiple_of(2));
    let boards = |opening: &&Opening| boards_to(opening.holes, opening.holes * opening.seeds);
    let fewest = |openings: &[&Opening]| grouped(openings.iter().map(boards).min().unwrap_or(0));
    let mut reasons = Vec::new();
    if !even.is_empty() {
        reasons.push(format!(
            "{} with an even number of holes, where gote can go on for ever, whose boards, {} and more, were searched within the \
             number of nodes",
            even.len(),
            fewest(&even),
        ));
    }
    if !odd.is_empty() {
        reasons.push(format!(
            "{} with an odd number, whose boards, {} and more, were searched within the number of nodes",
            odd.len(),
            fewest(&odd),
        ));
    }
    (!reasons.is_empty()).then(|| format!("Left open: {}.", reasons.join("; ")))
}

/// What these openings are worth, a line for each number of stones a hole that there is among all.
fn pictures(shown: &[&Opening], all: &[Opening], mark: &str) -> Vec<Picture> {
    let mut seeds: Vec<usize> = all.iter().map(|opening| opening.seeds).collect();
    seeds.sort_unstable();
    seeds.dedup();
    let picture = |name: &str, title: &str, worth: &dyn Fn(&Opening) -> Option<i32>| {
        let series = seeds.iter().map(|&seeds| {
            let drawn = shown.iter().filter(|opening| opening.seeds == seeds);
            let points = drawn
                .filter_map(|opening| Some((opening.holes as f64, f64::from(worth(opening)?))));
            Series {
                label: format!("{seeds} stones a hole"),
                points: points.collect(),
            }
        });
        let lines = Lines {
            title: format!("{title}{mark}"),
            x: "holes",
            y: "stones, margin of East",
            logarithmic: false,
            series: series.collect(),
        };
        Picture::new(name, lines)
    };
    let pie = |opening: &Opening| opening.pie.as_ref()?.zero_value();
    vec![
        picture("value", "What the opening is worth to East", &|opening| {
            opening.value.zero_value()
        }),
        picture("pie", "The same with the pie rule", &pie),
    ]
}

fn table(openings: &[Opening]) -> Table {
    let headings = [&["game"], &HEADINGS_WITH_PIE[..], &["searched too"]];
    let mut table = Table::new(&headings.concat()).with_intervals(&HEADINGS_WITH_PIE);
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
    table
}

fn remarks(openings: &[Opening]) -> Vec<String> {
    let proven = count(openings, |opening| opening.value.closed());
    let matters = count(openings, Opening::infinite_play_matters);
    let odd_with_pie = |opening: &Opening| {
        let odd = opening.holes * opening.seeds % 2 == 1;
        opening
            .pie
            .as_ref()
            .filter(|pie| odd && pie.closed())
            .cloned()
    };
    let all_odd = count(openings, |opening| odd_with_pie(opening).is_some());
    let wins = count(openings, |opening| {
        odd_with_pie(opening).is_some_and(|pie| pie.lower[0] > 0)
    });
    let mut remarks = vec![
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
    ];
    remarks.extend(left_open(openings));
    remarks
}
