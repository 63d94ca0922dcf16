//! The value of every round that can open a game: a matrix of first choices and replies.

use sowlab_findings::{Bounds, Choices, ValuedChoice, Values, plus, with_the_pie};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::solve::{Solve, check_searchable};
use crate::error::{Failure, StudyError, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::report::Results;
use crate::table::{Columns, Table};
use sowlab_analysis::choices::{ChoicesRequest, Listener, choices_of_rounds};
use sowlab_analysis::tables::{TabledGame, TablesTo};
use sowlab_base::{Limit, MemorySize};
use sowlab_games::stones::sowing::{JointMove, Sower};
use sowlab_games::stones::{Played, Position, Rules, Seat};

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

    /// Takes narrower bounds from other results on the same rounds, and from searches of the positions after them.
    fn learn(&self, rows: &mut [Matrix], results: &Results<'_>) -> Result<Vec<String>, StudyError> {
        let mut links = Vec::new();
        for stored in results.of::<OpeningChoices>()? {
            let mut used = false;
            for row in &mut *rows {
                for other in &stored.rows {
                    used |= row.learn(other);
                }
            }
            links.extend(used.then_some(stored.link));
        }
        let mut searched = Vec::new();
        for stored in results.of::<Solve>()? {
            searched.extend(stored.rows.iter().filter_map(|row| {
                Some(After {
                    link: stored.link.clone(),
                    rules: Rules::from_name(&row.game).ok()?,
                    bounds: row.bounds,
                })
            }));
        }
        for row in rows {
            links.append(&mut row.learn_after(&searched));
        }
        Ok(links)
    }
}

/// A searched position after an opening round, with its margins for the side that chooses first.
struct After {
    link: String,
    rules: Rules,
    bounds: Values,
}

impl After {
    /// Returns the value of the opening round that leads to the position, for East; `None` if it does not.
    fn value_of(&self, rules: &Rules, played: &Played) -> Option<Values> {
        let position = played.position?;
        let board = position.canonical_board();
        let counts: Vec<u8> = (0..rules.holes()).map(|index| board.get(index)).collect();
        if Rules::with_start(&counts).ok()?.read_as(rules) != self.rules {
            return None;
        }
        let bounds = Bounds::from(&self.bounds);
        let of_east = match position.sente() {
            Seat::East => bounds,
            Seat::West => bounds.flipped(),
        };
        let cups = position.cups();
        let captured = cups.east as i32 - cups.west as i32;
        Some(Values::ends(&plus(&of_east, captured)))
    }
}

/// Returns the value of a round with the pie rule, after which East takes the better side.
fn with_pie(value: &Values) -> Values {
    Values::ends(&with_the_pie(&Bounds::from(value)))
}

impl Reply {
    /// Narrows the bounds. Returns whether that changed them.
    fn learn(&mut self, bounds: &Values, pie_bounds: Option<&Values>) -> bool {
        let before = (self.bounds, self.pie_bounds);
        self.bounds = self.bounds.and(bounds).unwrap_or(self.bounds);
        if let (Some(known), Some(more)) = (&mut self.pie_bounds, pie_bounds) {
            *known = known.and(more).unwrap_or(*known);
        }
        before != (self.bounds, self.pie_bounds)
    }

    fn is_closed(&self) -> bool {
        self.bounds.closed() && self.pie_bounds.as_ref().is_none_or(Values::closed)
    }
}

impl Matrix {
    /// Narrows the rounds by another matrix of the same game. Returns whether that changed them.
    fn learn(&mut self, other: &Matrix) -> bool {
        let mut used = false;
        for choice in self.choices.iter_mut().filter(|_| self.game == other.game) {
            let same = |one: &&FirstChoice| one.choice == choice.choice;
            for reply in &mut choice.replies {
                let more = other.choices.iter().find(same);
                let more = more
                    .and_then(|one| one.replies.iter().find(|more| more.choice == reply.choice));
                used |=
                    more.is_some_and(|more| reply.learn(&more.bounds, more.pie_bounds.as_ref()));
            }
        }
        used
    }

    /// Narrows the unresolved rounds by searches of the positions after them. Returns the links to these.
    fn learn_after(&mut self, searched: &[After]) -> Vec<String> {
        let mut links = Vec::new();
        let Ok(rules) = Rules::from_name(&self.game) else {
            return links;
        };
        let (opening, sower) = (Position::opening(&rules), Sower::new(&rules));
        let hole = |choice: &str| choice.get(1..)?.parse::<u8>().ok()?.checked_sub(1);
        for choice in &mut self.choices {
            for reply in choice.replies.iter_mut().filter(|reply| !reply.is_closed()) {
                let (Some(east), Some(west)) = (hole(&choice.choice), hole(&reply.choice)) else {
                    continue;
                };
                let played = opening.play(&sower, JointMove { east, west });
                for after in searched {
                    let value = after.value_of(&rules, &played);
                    if value.is_some_and(|value| reply.learn(&value, Some(&with_pie(&value)))) {
                        links.push(after.link.clone());
                    }
                }
            }
        }
        links
    }
}

impl OpeningChoices {
    fn matrix(&self, rules: &Rules, monitor: &dyn Monitor) -> Result<Matrix, Failure> {
        let directory = self.tables.folder();
        let tables = self.tables.stones.min(rules.stones() as u32);
        rules.build_tables(&directory, tables, monitor, &mut |_| ())?;
        let request = ChoicesRequest {
            limit: self.time_limit.map(Limit::Time),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_after_a_round_has_the_value_of_the_round() {
        let rules = Rules::from_name("55stones").unwrap();
        let after = After {
            link: String::new(),
            rules: Rules::from_name("stones:start=2+8+5+1+16+0+9+2+4+1+2").unwrap(),
            bounds: Values {
                lower: [-6, -6],
                zero: [-6, -6],
                upper: [-4, -4],
            },
        };
        let (opening, sower) = (Position::opening(&rules), Sower::new(&rules));
        let value = |east, west| {
            let played = opening.play(&sower, JointMove { east, west });
            after.value_of(&rules, &played)
        };
        let expected = Values {
            lower: [9, 9],
            zero: [11, 11],
            upper: [11, 11],
        };
        assert_eq!(value(3, 2), Some(expected));
        assert_eq!(value(3, 0), None);
        assert_eq!(with_pie(&expected), expected);
    }

    #[test]
    fn east_takes_the_better_side() {
        let value = Values {
            lower: [-2, -2],
            zero: [-1, 0],
            upper: [0, 0],
        };
        let expected = Values {
            lower: [0, 0],
            zero: [0, 1],
            upper: [2, 2],
        };
        assert_eq!(with_pie(&value), expected);
    }
}
