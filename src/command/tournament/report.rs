//! The output of a tournament.

use std::fmt::Write;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::command::amount::counted;
use crate::command::draw::{BOLD, DIM};
use crate::command::output::Document;
use sowlab_engines::rating::{Hypothesis, Sprt};
use sowlab_engines::referee::Unfinished;
use sowlab_engines::results::Results;
use sowlab_engines::schedule::Form;
use sowlab_engines::setting::Setting;
use sowlab_engines::standings::{Cell, Standing, Standings, Tally};

#[derive(Serialize, JsonSchema)]
pub(crate) struct TournamentDocument<'a> {
    #[serde(flatten)]
    setting: PlayedSetting<'a>,
    standings: &'a [Standing],
    crosstable: &'a [Vec<Option<Cell>>],
    sprt: Option<SprtReport<'a>>,
    /// Games played that count.
    played: u64,
    /// Games finished after the sequential test was decided, which do not count.
    beyond: u64,
    seconds: f64,
    interrupted: bool,
}

/// The setting, except the sequential test, which stands with its result.
#[derive(Serialize, JsonSchema)]
struct PlayedSetting<'a> {
    /// The full name of the game.
    game: &'a str,
    /// Whether the pie rule was played.
    pie: bool,
    /// The engines.
    engines: &'a [String],
    /// The form of the tournament.
    form: Form,
    /// Games per pairing.
    games: u64,
    /// The seed of all random numbers, as text: a JSON number does not hold it exactly.
    seed: String,
    /// The openings.
    openings: &'a [String],
    /// The most rounds of a game.
    max_rounds: u32,
    /// The score of games that do not end.
    unfinished: Unfinished,
    /// The time for a move; `null`: as the engines were set up.
    move_time: Option<Duration>,
    /// The directory of the endgame tables that adjudicate games.
    adjudicate: Option<&'a str>,
}

impl<'a> From<&'a Setting> for PlayedSetting<'a> {
    fn from(setting: &'a Setting) -> PlayedSetting<'a> {
        PlayedSetting {
            game: &setting.game,
            pie: setting.pie,
            engines: &setting.engines,
            form: setting.form,
            games: setting.games,
            seed: setting.seed.to_string(),
            openings: &setting.openings,
            max_rounds: setting.max_rounds,
            unfinished: setting.unfinished,
            move_time: setting.move_time,
            adjudicate: setting.adjudicate.as_deref(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct SprtReport<'a> {
    test: &'a Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: Option<Hypothesis>,
    /// Of the first engine; the strength that the pairs show.
    #[serde(flatten)]
    first: Option<&'a Tally>,
}

fn with_error(value: Option<f64>, error: Option<f64>) -> String {
    // This avoids a negative zero.
    let value = value.map(|value| (10.0 * value).round() / 10.0 + 0.0);
    match (value, error) {
        (Some(value), Some(error)) => format!("{value:+.1} ± {error:.1}"),
        (Some(value), None) => format!("{value:+.1} ± ?"),
        _ => "-".into(),
    }
}

/// The maximum width of a name that has its numbers on the same line.
const NAME: usize = 26;

pub(super) fn table(standings: &Standings) -> String {
    let lines = &standings.standings;
    let names = lines.iter().map(|line| line.engine.chars().count());
    let width = names.filter(|&name| name <= NAME).max();
    let width = width.unwrap_or(0).max("engine".len());
    let mut text = format!(
        "{BOLD}{:>3} {:width$} {:>7} {:>8} {:>6} {:>16} {:>6}{BOLD:#}\n",
        "", "engine", "games", "points", "score", "Elo (95 %)", "LOS"
    );
    for Standing {
        rank,
        engine,
        name,
        tally,
        faults,
        ..
    } in lines
    {
        let _ = match engine.chars().count() {
            0..=NAME => write!(text, "{rank:>3} {engine:width$}"),
            _ => write!(text, "{rank:>3} {engine}\n    {:width$}", ""),
        };
        let _ = writeln!(
            text,
            " {:>7} {:>8} {:>5.1}% {:>16} {:>6}",
            tally.games,
            tally.points,
            100.0 * tally.points / tally.games.max(1) as f64,
            with_error(tally.elo, tally.elo_error),
            match tally.los {
                Some(los) => format!("{:.1}%", 100.0 * los),
                None => "?".into(),
            },
        );
        if let Some(name) = name {
            let _ = writeln!(text, "    {DIM}reports the name {name}{DIM:#}");
        }
        if *faults > 0 {
            let _ = writeln!(text, "    {} lost by faults", counted(*faults, "game"));
        }
    }
    let unsure = |line: &Standing| line.tally.los.is_none();
    if lines.iter().any(unsure) {
        let _ = writeln!(
            text,
            "{DIM}?: fewer than 5 pairs, or all pairs alike{DIM:#}"
        );
    }
    text
}

fn crosstable(standings: &Standings, names: &[String]) -> String {
    let mut text = format!(
        "\n{BOLD}points of each against each, Elo (95 %), pairs with 0, ½, 1, 1½ and 2 points{BOLD:#}\n"
    );
    for (one, row) in standings.crosstable.iter().enumerate() {
        for (other, cell) in row.iter().enumerate().filter(|&(other, _)| other > one) {
            let Some(Cell { tally, distinct }) = cell else {
                continue;
            };
            let _ = writeln!(text, "{} : {}", names[one], names[other]);
            let _ = writeln!(
                text,
                "    {} : {}, {}, pairs {}, {DIM}{}{DIM:#}",
                tally.points,
                tally.games as f64 - tally.points,
                with_error(tally.elo, tally.elo_error),
                tally.pairs.map(|count| count.to_string()).join(" "),
                counted(*distinct, "distinct game"),
            );
        }
    }
    text
}

/// Returns the result of a tournament, and a warning where the same games were played repeatedly.
pub(super) fn document(
    setting: &Setting,
    names: &[String],
    standings: Standings,
    results: &Results,
    time: Duration,
) -> (Document, Vec<String>) {
    let warning = |(one, other, cell): (usize, usize, &Cell)| {
        format!(
            "warning: {} and {} played only {} in {}; use more openings",
            names[one],
            names[other],
            counted(cell.distinct, "different game"),
            counted(cell.tally.games, "game")
        )
    };
    let warnings = standings.repeated().into_iter().map(warning).collect();
    let mut text = format!("{}\n\n{}", setting.game, table(&standings));
    text += &crosstable(&standings, names);
    let first = standings
        .standings
        .iter()
        .find(|standing| standing.number == 0);
    let sprt = setting
        .sprt
        .as_ref()
        .zip(results.verdict)
        .map(|(test, verdict)| {
            let _ = writeln!(
                text,
                "\nSPRT {test}: LLR {:.3} [{:.3}, {:.3}]: {}",
                verdict.llr,
                verdict.lower,
                verdict.upper,
                verdict.in_words()
            );
            SprtReport {
                test,
                llr: verdict.llr,
                lower: verdict.lower,
                upper: verdict.upper,
                accepted: verdict.accepted,
                first: first.map(|standing| &standing.tally),
            }
        });
    let played = results
        .pairs
        .iter()
        .flat_map(|pair| pair.games)
        .flatten()
        .count() as u64;
    let seconds = time.as_secs_f64();
    let _ = writeln!(
        text,
        "\n{DIM}{}, {seconds:.2} s{DIM:#}",
        counted(played, "game")
    );
    let document = Document::new(
        text,
        &TournamentDocument {
            setting: setting.into(),
            standings: &standings.standings,
            crosstable: &standings.crosstable,
            sprt,
            played,
            beyond: results.beyond,
            seconds,
            interrupted: results.interrupted,
        },
    );
    (document, warnings)
}
