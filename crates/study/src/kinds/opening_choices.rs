//! The value of every round that can open a game: a matrix of first choices and replies.

use sowlab_findings::{Choices, ValuedChoice};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::solve::{OPENING_VALUES, check_searchable};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::heat_map::{Cell, HeatMap};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::{board_name, file_stem, short_name};
use crate::readings::{HEADINGS_WITH_PIE, Readings};
use crate::report::chart::Chart;
use crate::report::page::{Block, Claim, Label, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, interval, listed, signed};
use sowlab_analysis::choices::{ChoicesRequest, Listener, choices_of_rounds};
use sowlab_analysis::tables::{TabledGame, TablesTo};
use sowlab_base::MemorySize;
use sowlab_games::stones::Rules;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningChoices {
    /// Memory for each search, half of it for tables, as in `512M` or `10G`.
    pub memory: MemorySize,
    /// Tables to look boards up in, built before the search if need be.
    pub tables: TablesTo,
    /// A search stops after this time, as in `90s` or `2h`, and what is proven by then is the result. The time
    /// of building tables does not count.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "humantime_serde"
    )]
    pub time_limit: Option<Duration>,
}

/// The values of all rounds that can open a game. All margins are East's, who has sente.
#[derive(Serialize, Deserialize)]
pub(crate) struct Matrix {
    game: String,
    margin_of: String,
    /// What is proven of the opening, without the pie rule and with it.
    bounds: Readings,
    pie_bounds: Option<Readings>,
    choices: Vec<FirstChoice>,
    /// Boards of up to this number of stones were looked up.
    tables: u32,
    /// Boards expanded, and seconds of the search.
    nodes: u64,
    seconds: f64,
}

/// A first choice.
#[derive(Serialize, Deserialize)]
struct FirstChoice {
    choice: String,
    bounds: Readings,
    pie_bounds: Option<Readings>,
    /// A best reply without the pie rule, where it is known.
    best_reply: Option<String>,
    replies: Vec<Reply>,
}

/// A reply to a first choice: an opening round.
#[derive(Serialize, Deserialize)]
struct Reply {
    choice: String,
    bounds: Readings,
    pie_bounds: Option<Readings>,
}

impl FirstChoice {
    fn of(choice: &ValuedChoice) -> FirstChoice {
        let replies = choice.replies().iter().map(|reply| Reply {
            choice: reply.choice.clone(),
            bounds: Readings::of(&reply.bounds),
            pie_bounds: reply.pie.as_ref().map(Readings::of),
        });
        FirstChoice {
            choice: choice.choice.clone(),
            bounds: Readings::of(&choice.bounds),
            pie_bounds: choice.pie.as_ref().map(Readings::of),
            best_reply: choice.best_reply.clone(),
            replies: replies.collect(),
        }
    }
}

/// With the pie rule or without it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Plain,
    Pie,
}

impl Rule {
    const BOTH: [Rule; 2] = [Rule::Plain, Rule::Pie];

    fn name(self) -> &'static str {
        match self {
            Rule::Plain => "plain",
            Rule::Pie => "pie",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Rule::Plain => "without the pie rule",
            Rule::Pie => "with the pie rule",
        }
    }

    fn of<'a>(self, plain: &'a Readings, pie: &'a Option<Readings>) -> Option<&'a Readings> {
        match self {
            Rule::Plain => Some(plain),
            Rule::Pie => pie.as_ref(),
        }
    }
}

impl Matrix {
    fn of(choices: &Choices, tables: u32, seconds: f64) -> Matrix {
        Matrix {
            game: choices.game.clone(),
            margin_of: choices.margin_of.to_owned(),
            bounds: Readings::of(&choices.bounds),
            pie_bounds: choices.pie.as_ref().map(Readings::of),
            choices: choices.choices.iter().map(FirstChoice::of).collect(),
            tables,
            nodes: choices.nodes,
            seconds,
        }
    }

    /// Every round with what is proven of it.
    fn rounds(&self) -> impl Iterator<Item = (&FirstChoice, &Reply)> {
        let all = self.choices.iter();
        all.flat_map(|choice| choice.replies.iter().map(move |reply| (choice, reply)))
    }

    /// The first choices that are worth what the opening is; `None` where not all of them are proven.
    fn best(&self, rule: Rule) -> Option<Vec<String>> {
        let opening = rule.of(&self.bounds, &self.pie_bounds)?.zero_value()?;
        let mut best = Vec::new();
        for choice in &self.choices {
            let worth = rule.of(&choice.bounds, &choice.pie_bounds)?.zero_value()?;
            if worth == opening {
                best.push(choice.choice.clone());
            }
        }
        Some(best)
    }

    fn heat_map(&self, rule: Rule) -> HeatMap {
        let mut columns: Vec<&str> = self.rounds().map(|(_, reply)| &*reply.choice).collect();
        columns.sort_by_key(|name| (name.len(), *name));
        columns.dedup();
        let mut cells = Vec::new();
        for (row, choice) in self.choices.iter().enumerate() {
            let worth = |reply: &Reply| rule.of(&reply.bounds, &reply.pie_bounds).map(|of| of.zero);
            let least = choice.replies.iter().filter_map(worth).min();
            for reply in &choice.replies {
                let column = columns.iter().position(|name| *name == reply.choice);
                if let (Some(column), Some([from, to])) = (column, worth(reply)) {
                    cells.push(Cell {
                        row,
                        column,
                        value: f64::from(from + to) / 2.0,
                        text: match from == to {
                            true => signed(from),
                            false => format!("{}…{}", signed(from), signed(to)),
                        },
                        marked: from == to && least == Some([from, to]),
                    });
                }
            }
        }
        HeatMap {
            name: format!("{}-{}", file_stem(&short_name(&self.game)), rule.name()),
            title: format!(
                "{}: East's margin after each opening round, {}",
                board_name(&self.game),
                rule.words()
            ),
            rows: (self.choices.iter().map(|choice| choice.choice.clone())).collect(),
            columns: columns.into_iter().map(str::to_owned).collect(),
            cells,
        }
    }

    /// What it shows, with one of the rules.
    fn sentence(&self, rule: Rule) -> Option<String> {
        let all: Vec<&Readings> = self
            .rounds()
            .filter_map(|(_, reply)| rule.of(&reply.bounds, &reply.pie_bounds))
            .collect();
        if all.is_empty() {
            return None;
        }
        // Who wins may be known where the margin is an interval.
        let count = |of: fn([i32; 2]) -> bool| all.iter().filter(|round| of(round.zero)).count();
        let [east, west, drawn] = [
            count(|[least, _]| least > 0),
            count(|[_, most]| most < 0),
            count(|zero| zero == [0, 0]),
        ];
        let open = all.iter().filter(|of| !of.closed()).count();
        let apart = all.iter().filter(|of| of.lower[1] < of.upper[0]).count();
        let opening = rule.of(&self.bounds, &self.pie_bounds)?;
        let mut text = format!(
            "{}, {}: of {} opening rounds East wins {east}, West {west}, draws {drawn}, open {}.",
            board_name(&self.game),
            rule.words(),
            all.len(),
            all.len() - east - west - drawn,
        );
        if let Some(best) = self.best(rule) {
            let of = self.choices.len();
            let value = interval(&opening.zero);
            text += &match best.len() {
                1 => format!(" One first choice of {of}, {}, keeps {value}.", best[0]),
                more => format!(
                    " {more} first choices of {of} keep {value}: {}.",
                    listed(&best)
                ),
            };
        }
        if open > 0 {
            text += &format!(" The margin is an interval in {open} of the rounds.");
        }
        if apart > 0 {
            text += &format!(" Infinite play changes the margin in {apart} of the rounds.");
        }
        Some(text)
    }
}

impl ExperimentKind for OpeningChoices {
    type Row = Matrix;

    const TOPIC: Topic = OPENING_VALUES;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        check_searchable(&asked.rule_sets()?)
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Matrix>, Failure> {
        let mut all = Vec::new();
        for rules in asked.rule_sets()? {
            all.push(self.matrix(&rules, monitor)?);
        }
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, OpeningChoices>) -> Sheet {
        let headings = [&["game", "choice", "reply"], &HEADINGS_WITH_PIE[..]];
        let mut table = Table::new(&headings.concat()).with_intervals(&HEADINGS_WITH_PIE);
        for matrix in &answer.rows {
            for (choice, reply) in matrix.rounds() {
                let names = [&matrix.game, &choice.choice, &reply.choice];
                let values = reply.bounds.cells_with_pie(reply.pie_bounds.as_ref());
                table.row([&names.map(String::clone)[..], &values].concat());
            }
        }
        let mut remarks = Vec::new();
        for matrix in &answer.rows {
            remarks.extend(Rule::BOTH.iter().filter_map(|&rule| matrix.sentence(rule)));
            remarks.push(format!(
                "{}: {} boards expanded in {:.0} s, boards of up to {} stones looked up. Margins are East's.",
                board_name(&matrix.game),
                grouped(matrix.nodes),
                matrix.seconds,
                matrix.tables
            ));
        }
        let maps = answer.rows.iter();
        let maps = maps.flat_map(|matrix| Rule::BOTH.map(|rule| matrix.heat_map(rule)));
        Sheet::new(table, remarks).with_heat_maps(maps.collect())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let stored = answers.of::<OpeningChoices>()?;
        let all = || stored.iter().flat_map(|one| &one.rows);
        let mut blocks = Vec::new();
        for stored in &stored {
            // Of each game those with the largest tables.
            let of_larger = |matrix: &Matrix| {
                all().any(|other| other.game == matrix.game && other.tables > matrix.tables)
            };
            for matrix in stored.rows.iter().filter(|matrix| !of_larger(matrix)) {
                let sentences = Rule::BOTH.iter().filter_map(|&rule| matrix.sentence(rule));
                let claims =
                    sentences.map(|text| Claim::new(Label::Searched, text, stored.source()));
                blocks.push(Block::Claims(claims.collect()));
                blocks.extend(chart(stored, matrix, Rule::Plain).map(Block::Chart));
            }
        }
        Ok(blocks)
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

/// The matrix as a drawing of the report.
fn chart(stored: &Stored<'_, OpeningChoices>, matrix: &Matrix, rule: Rule) -> Option<Chart> {
    let map = matrix.heat_map(rule);
    let file = map.file(stored.asked.id);
    let known = stored.origin.files.contains(&file);
    Some(Chart {
        svg: map.part()?,
        title: map.title,
        legend: Vec::new(),
        file: known.then(|| stored.origin.link(&file)),
        source: stored.source(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix() -> Matrix {
        let one = |margin| Readings {
            lower: [margin, margin],
            zero: [margin, margin],
            upper: [margin, margin],
        };
        let reply = |choice: &str, margin: i32| Reply {
            choice: choice.into(),
            bounds: one(margin),
            pie_bounds: Some(one(margin.abs())),
        };
        let first = |choice: &str, replies: Vec<Reply>| {
            let least = |of: fn(&Reply) -> i32| replies.iter().map(of).min().unwrap();
            let worth = least(|reply| reply.bounds.zero[0]);
            let pie = least(|reply| reply.pie_bounds.as_ref().unwrap().zero[0]);
            FirstChoice {
                choice: choice.into(),
                bounds: one(worth),
                pie_bounds: Some(one(pie)),
                best_reply: None,
                replies,
            }
        };
        Matrix {
            game: "stones:holes=2,seeds=1".into(),
            margin_of: "E".into(),
            bounds: one(-1),
            pie_bounds: Some(one(1)),
            choices: vec![
                first("E1", vec![reply("W1", -3), reply("W2", 2)]),
                first("E2", vec![reply("W1", -1), reply("W2", 0)]),
            ],
            tables: 2,
            nodes: 7,
            seconds: 0.1,
        }
    }

    #[test]
    fn best_choices_keep_the_value_of_the_opening() {
        let matrix = matrix();
        assert_eq!(matrix.best(Rule::Plain), Some(vec!["E2".to_owned()]));
        // E1 may lose the chance: its worst reply under the pie rule is worth 2.
        assert_eq!(matrix.best(Rule::Pie), Some(Vec::new()));
        let said = matrix.sentence(Rule::Plain).unwrap();
        assert!(
            said.contains("of 4 opening rounds East wins 1, West 2, draws 1,"),
            "{said}"
        );
        assert!(
            said.contains("One first choice of 2, E2, keeps −1."),
            "{said}"
        );
    }

    #[test]
    fn who_wins_is_known_where_the_margin_is_an_interval() {
        let mut matrix = matrix();
        matrix.choices[0].replies[1].bounds = Readings {
            lower: [1, 1],
            zero: [1, 3],
            upper: [3, 3],
        };
        matrix.choices[1].replies[0].bounds = Readings {
            lower: [-1, 1],
            zero: [-1, 1],
            upper: [-1, 1],
        };
        let said = matrix.sentence(Rule::Plain).unwrap();
        assert!(
            said.contains("East wins 1, West 1, draws 1, open 1."),
            "{said}"
        );
        assert!(said.contains("an interval in 2 of the rounds"), "{said}");
        assert!(said.contains("margin in 1 of the rounds"), "{said}");
    }

    #[test]
    fn the_least_of_a_row_is_marked() {
        let map = matrix().heat_map(Rule::Plain);
        assert_eq!(map.columns, ["W1", "W2"]);
        let marked: Vec<&str> = (map.cells.iter())
            .filter(|cell| cell.marked)
            .map(|cell| &*cell.text)
            .collect();
        assert_eq!(marked, ["−3", "−1"]);
    }
}
