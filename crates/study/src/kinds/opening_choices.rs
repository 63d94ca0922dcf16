//! The value of every round that can open a game: a matrix of first choices and replies.

use sowlab_findings::{Choices, ValuedChoice, Values};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::solve::check_searchable;
use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::choices::{ChoicesRequest, Listener, choices_of_rounds};
use sowlab_analysis::tables::{TabledGame, TablesTo};
use sowlab_base::MemorySize;
use sowlab_games::stones::Rules;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningChoices {
    /// The memory of each search, half of it for tables, as in `512M` or `10G`.
    pub memory: MemorySize,
    /// The tables to probe, built before the search if they are missing.
    pub tables: TablesTo,
    /// The time limit of each search, as in `90s` or `2h`; the bounds proven by then are the result. Building tables
    /// does not count.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "humantime_serde"
    )]
    pub time_limit: Option<Duration>,
}

/// The values of all rounds that can open a game. All margins are those of East, who has sente.
#[derive(Serialize, Deserialize)]
pub(crate) struct Matrix {
    game: String,
    margin_of: String,
    /// The bounds of the opening, without the pie rule and with it.
    bounds: Values,
    pie_bounds: Option<Values>,
    choices: Vec<FirstChoice>,
    /// The maximum number of stones on probed boards.
    tables: u32,
    /// The expanded nodes, and the wall seconds of the search.
    nodes: u64,
    seconds: f64,
}

/// A first choice.
#[derive(Serialize, Deserialize)]
struct FirstChoice {
    choice: String,
    bounds: Values,
    pie_bounds: Option<Values>,
    /// An optimal reply without the pie rule, if one is known.
    best_reply: Option<String>,
    replies: Vec<Reply>,
}

/// A reply to a first choice: together they are an opening round.
#[derive(Serialize, Deserialize)]
struct Reply {
    choice: String,
    bounds: Values,
    pie_bounds: Option<Values>,
}

impl FirstChoice {
    fn of(choice: &ValuedChoice) -> FirstChoice {
        let replies = choice.replies().iter().map(|reply| Reply {
            choice: reply.choice.clone(),
            bounds: Values::ends(&reply.bounds),
            pie_bounds: reply.pie.as_ref().map(Values::ends),
        });
        FirstChoice {
            choice: choice.choice.clone(),
            bounds: Values::ends(&choice.bounds),
            pie_bounds: choice.pie.as_ref().map(Values::ends),
            best_reply: choice.best_reply.clone(),
            replies: replies.collect(),
        }
    }
}

impl Matrix {
    fn of(choices: &Choices, tables: u32, seconds: f64) -> Matrix {
        Matrix {
            game: choices.game.clone(),
            margin_of: choices.margin_of.to_owned(),
            bounds: Values::ends(&choices.bounds),
            pie_bounds: choices.pie.as_ref().map(Values::ends),
            choices: choices.choices.iter().map(FirstChoice::of).collect(),
            tables,
            nodes: choices.nodes,
            seconds,
        }
    }
}

impl ExperimentKind for OpeningChoices {
    type Row = Matrix;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        check_searchable(&head.rule_sets()?)
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Matrix>, Failure> {
        job.of_each_rule_set(|rules| self.matrix(rules, job.monitor))
    }

    fn table(rows: &[Matrix]) -> Table {
        let lines = rows.iter().flat_map(|game| {
            let rounds = game
                .choices
                .iter()
                .flat_map(|one| one.replies.iter().map(move |reply| (one, reply)));
            rounds.map(move |(choice, reply)| (game, choice, reply))
        });
        Columns::of(lines)
            .game(|(game, ..)| &game.game)
            .code("choice", |(_, choice, _)| &choice.choice)
            .code("reply", |(.., reply)| &reply.choice)
            .values_with_pie(|(.., reply)| (&reply.bounds, reply.pie_bounds.as_ref()))
            .table()
    }
}

impl OpeningChoices {
    fn matrix(&self, rules: &Rules, monitor: &dyn Monitor) -> Result<Matrix, Failure> {
        let directory = self.tables.folder();
        let tables = self.tables.stones.min(rules.stones() as u32);
        rules.build_tables(&directory, tables, monitor, &mut |_| ())?;
        let request = ChoicesRequest {
            time_limit: self.time_limit,
            replies: true,
            ..ChoicesRequest::of_opening(&directory, self.memory)
        };
        let started = Instant::now();
        let choices = choices_of_rounds(rules, &request, &mut Listener::nobody(), monitor)?;
        monitor.check()?;
        Ok(Matrix::of(
            &choices,
            tables,
            started.elapsed().as_secs_f64(),
        ))
    }
}
