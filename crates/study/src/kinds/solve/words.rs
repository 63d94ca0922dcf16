//! Single openings in the words of the report.

use std::path::Path;

use super::checked::{CheckedProof, checked_proof, checked_winner};
use super::options::Solve;
use super::rows::{Proven, Run, chains, together};
use crate::error::StudyError;
use crate::kinds::every_opening::OpeningLine;
use crate::names::{board_name, number_name, short_name, unusual, usual};
use crate::readings::Readings;
use crate::report::page::{Answer, Block, Claim, Grid, Label, Question};
use crate::report::source::Source;
use crate::stored::Stored;
use crate::text::{grouped, interval};

/// What all results together say of an opening.
struct Opening<'a> {
    game: &'a str,
    proven: Proven,
    searches: Vec<Search<'a>>,
    sources: Vec<Source>,
    /// Its complete proof, if other code has checked the claims of one.
    checked: Option<CheckedProof>,
    /// Its complete proof of who wins without the pie rule, if other code has checked one whole.
    winner: Option<CheckedProof>,
}

/// A search of one run or of several that resume each other.
struct Search<'a> {
    runs: &'a [Run],
    proven: Proven,
    source: Source,
}

/// What the report says of all results.
///
/// # Errors
/// An opening without a run, or with two that contradict each other; a complete proof in the directory of the results that is not
/// the one that was checked.
pub(super) fn blocks(
    all: &[Stored<'_, Solve>],
    directory: &Path,
) -> Result<Vec<Block>, StudyError> {
    let openings = checked_openings(all, directory)?;
    let mut blocks = Vec::new();
    if let Some(opening) = openings
        .iter()
        .find(|opening| opening.game_name() == "55stones")
    {
        blocks.extend(opening.answers().map(Block::Answer));
    }
    let Some(first) = openings.first() else {
        return Ok(blocks);
    };
    let (named, others): (Vec<_>, Vec<_>) = openings
        .iter()
        .partition(|opening| number_name(opening.game).is_some());
    let headings = ["opening", "margin", "with pie", "how sure"];
    let rows = named.iter().map(|opening| opening.row().to_vec());
    let source = first.sources[0].clone();
    let overview = Grid::new(
        "Solved openings: East's margin".to_owned(),
        &headings,
        rows,
        source.clone(),
    );
    if !named.is_empty() {
        blocks.push(Block::Overview(overview));
    }
    let (by_usual, by_others): (Vec<&Opening<'_>>, Vec<&Opening<'_>>) =
        others.into_iter().partition(|opening| usual(opening.game));
    blocks.push(Block::Claims(
        by_usual.into_iter().map(Opening::claim).collect(),
    ));
    if let Some(first) = by_others.first() {
        let rows = by_others.iter().map(|opening| {
            let [_, margin, pie, sure] = opening.row();
            vec![format!("`{}`", short_name(opening.game)), margin, pie, sure]
        });
        let caption =
            "Other readings of the rules: East's margin by these searches alone".to_owned();
        let source = first.sources[0].clone();
        let sources = by_others.iter().flat_map(|opening| opening.sources.clone());
        let grid = Grid::new(caption, &headings, rows, source);
        blocks.push(Block::Grid(grid.and(sources)));
    }
    blocks.push(Block::Grid(searches(&openings, source)));
    Ok(blocks)
}

/// The openings that people call by a number, as lines of the table of every opening.
///
/// # Errors
/// As [`blocks`].
pub(in crate::kinds) fn lines(
    all: &[Stored<'_, Solve>],
    directory: &Path,
) -> Result<Vec<OpeningLine>, StudyError> {
    let openings = checked_openings(all, directory)?;
    let lines = openings.iter().filter_map(|opening| {
        let [game, margin, pie, sure] = opening.row();
        let mut best = opening.searches.iter().flat_map(|search| search.runs);
        (!game.is_empty()).then(|| OpeningLine {
            game,
            margin,
            sure,
            best: best.find_map(|run| run.best.first().cloned()),
            pie,
        })
    });
    Ok(lines.collect())
}

/// The openings, with what other code has checked of them.
fn checked_openings<'a>(
    all: &'a [Stored<'_, Solve>],
    directory: &Path,
) -> Result<Vec<Opening<'a>>, StudyError> {
    let mut openings = openings(all)?;
    for opening in &mut openings {
        if let Some(name) = number_name(opening.game) {
            let (name, game, known) = (name.to_lowercase(), opening.game, &opening.proven);
            opening.checked = checked_proof(directory, &name, game, known)?;
            opening.winner = checked_winner(directory, &name, game, known)?;
        }
    }
    Ok(openings)
}

fn openings<'a>(all: &'a [Stored<'_, Solve>]) -> Result<Vec<Opening<'a>>, StudyError> {
    let mut openings: Vec<Opening<'a>> = Vec::new();
    for (stored, solved) in
        (all.iter()).flat_map(|stored| stored.rows.iter().map(move |solved| (stored, solved)))
    {
        let source = stored.source();
        let contradiction = || StudyError::Report {
            path: source.data.clone(),
            reason: format!(
                "{}: there is no run, or two of them contradict each other",
                solved.game
            ),
        };
        let searches = chains(&solved.runs).map(|runs| {
            Some(Search {
                runs,
                proven: together(runs)?,
                source: source.clone(),
            })
        });
        let searches: Option<Vec<_>> = searches.collect();
        let mut searches = searches
            .filter(|all| !all.is_empty())
            .ok_or_else(contradiction)?;
        let known = openings.iter_mut().find(|known| known.game == solved.game);
        match known {
            Some(known) => {
                let both = known.proven.and(&solved.proven());
                known.proven = both.ok_or_else(contradiction)?;
                known.searches.append(&mut searches);
                known.sources.push(source);
            }
            None => openings.push(Opening {
                game: &solved.game,
                proven: solved.proven(),
                searches,
                sources: vec![source],
                checked: None,
                winner: None,
            }),
        }
    }
    openings.sort_by_key(|opening| number_name(opening.game));
    Ok(openings)
}

/// The sign of a margin, where it is known.
fn sign(readings: &Readings) -> Option<i32> {
    let [from, to] = readings.zero;
    (from.signum() == to.signum()).then(|| from.signum())
}

/// `1 run`, `4 runs`.
fn runs(number: usize) -> String {
    match number {
        1 => "1 run".to_owned(),
        _ => format!("{number} runs"),
    }
}

impl Opening<'_> {
    /// Its name, if its readings are the usual ones.
    fn game_name(&self) -> String {
        match unusual(self.game).as_str() {
            "" => board_name(self.game),
            _ => String::new(),
        }
    }

    /// The searches from nothing that prove the same of a value by themselves.
    fn agreeing<T: PartialEq>(&self, of: impl Fn(&Proven) -> T) -> Vec<&Search<'_>> {
        let known = of(&self.proven);
        let alone = self.searches.iter().filter(|search| {
            let from_nothing = search
                .runs
                .first()
                .is_some_and(|run| run.claims_before == 0);
            from_nothing && of(&search.proven) == known
        });
        alone.collect()
    }

    /// Who wins, and what the pie rule makes of it.
    fn answers(&self) -> impl Iterator<Item = Answer> {
        let label = match self.checked {
            Some(CheckedProof { whole: true, .. }) => Label::Proven,
            _ => Label::Searched,
        };
        let checked = self
            .checked
            .map_or(String::new(), |proof| format!("; {proof}"));
        let answer = move |question, text, runs: String, found: &[&Search<'_>]| Answer {
            question,
            text,
            label,
            sure: format!("{runs}{checked}"),
            source: (found.first())
                .map_or(&self.sources[0], |search| &search.source)
                .clone(),
        };
        let same = self.agreeing(|proven| proven.bounds.clone());
        let agree = format!("{} of one program agree", runs(same.len()));
        let sure = match self.winner {
            Some(proof) if label == Label::Searched => {
                format!("that he wins is proven ({proof}); by how much: {agree}")
            }
            _ => agree,
        };
        let outcome = format!("{}.", self.proven.bounds.outcome());
        let winner = answer(Question::Winner, outcome, sure, &same);
        let pie = self.proven.pie_bounds.as_ref().map(|pie| {
            let outcome = pie.outcome_with_pie();
            let text = match pie.one_value() {
                Some(0) => "Yes: neither side wins then.".to_owned(),
                _ => {
                    format!("No: {outcome}, for he may take the better side after the first round.")
                }
            };
            let exact = self.agreeing(|proven| proven.pie_bounds.clone());
            let signs = self.agreeing(|proven| proven.pie_bounds.as_ref().map(sign));
            let sure = format!("{}; {} agree on who wins", runs(exact.len()), signs.len());
            answer(Question::Pie, text, sure, &exact)
        });
        std::iter::once(winner).chain(pie)
    }

    /// Its row among the solved openings.
    fn row(&self) -> [String; 4] {
        let bounds = self.agreeing(|proven| proven.bounds.clone()).len();
        let pie = self.agreeing(|proven| proven.pie_bounds.clone()).len();
        let searched = match bounds == pie {
            true => format!("{}, {}", Label::Searched.word(), runs(bounds)),
            false => format!(
                "{}, {}; pie {}",
                Label::Searched.word(),
                runs(bounds),
                runs(pie)
            ),
        };
        let sure = match self.checked {
            None => searched,
            Some(proof) if proof.whole => format!("{}, {proof}", Label::Proven.word()),
            Some(proof) => match self.winner {
                Some(_) => {
                    format!("who wins without pie: proven; by how much: {searched}; {proof}")
                }
                None => format!("{searched}; {proof}"),
            },
        };
        [
            number_name(self.game).unwrap_or_default(),
            interval(&self.proven.bounds.zero),
            (self.proven.pie_bounds.as_ref()).map_or(String::new(), |pie| interval(&pie.zero)),
            sure,
        ]
    }

    /// What is known, in a sentence.
    fn claim(&self) -> Claim {
        let mut text = format!(
            "`{}`{}: without the pie rule {}",
            board_name(self.game),
            unusual(self.game),
            self.proven.bounds.outcome()
        );
        if let Some(pie) = &self.proven.pie_bounds {
            text += &format!("; with it {}", pie.outcome_with_pie());
        }
        Claim {
            label: Label::Searched,
            text: text + ".",
            sources: self.sources.clone(),
        }
    }
}

/// Every search, whether it came to an end or not.
fn searches(openings: &[Opening<'_>], source: Source) -> Grid {
    let rows = openings.iter().flat_map(|opening| {
        opening.searches.iter().map(|search| {
            let Search { runs, proven, .. } = search;
            let sum = runs.iter().map(|run| run.nodes).sum::<u64>();
            let seconds = runs.iter().map(|run| run.seconds).sum::<f64>();
            let pie = proven.pie_bounds.as_ref();
            let mut best: Vec<String> = runs.iter().flat_map(|run| run.best.clone()).collect();
            best.dedup();
            vec![
                number_name(opening.game)
                    .unwrap_or_else(|| format!("`{}`", short_name(opening.game))),
                runs.iter()
                    .map(|run| run.tables)
                    .max()
                    .unwrap_or(0)
                    .to_string(),
                grouped(sum),
                format!("{seconds:.0}"),
                interval(&proven.bounds.zero),
                pie.map_or(String::new(), |pie| interval(&pie.zero)),
                best.join(" "),
            ]
        })
    });
    let headings = [
        "opening",
        "tables to, stones",
        "boards expanded",
        "seconds",
        "East's margin",
        "with the pie rule",
        "best first choice",
    ];
    let caption = "Every search, and what it proves alone".to_owned();
    let sources = openings.iter().flat_map(|opening| opening.sources.clone());
    Grid::new(caption, &headings, rows, source)
        .and(sources)
        .folded()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_of_an_interval_is_that_of_both_ends() {
        let readings = |zero| Readings {
            lower: zero,
            zero,
            upper: zero,
        };
        assert_eq!(sign(&readings([1, 7])), Some(1));
        assert_eq!(sign(&readings([-3, -3])), Some(-1));
        assert_eq!(sign(&readings([-1, 7])), None);
    }
}
