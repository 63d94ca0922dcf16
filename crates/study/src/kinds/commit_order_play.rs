//! What seeing the other's choice is worth, round by round of a game that both sides play well.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::commit_orders::{MEMORY, PRICE_OF_SENTE, check_horizon, of_each_rule_set, rounds};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::{board_name, short_name};
use crate::plot::{Lines, Series};
use crate::report::page::{Block, Claim, Label, Topic};
use crate::sheet::{Picture, Sheet};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::signed_decimal;
use sowlab_analysis::equilibrium::{OrderValues, WellPlayed, play_well};
use sowlab_games::stones::Rules;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitOrderPlay {
    /// The most rounds.
    pub rounds: u32,
    /// The horizon in rounds, also that of the players.
    pub horizon: u8,
}

/// A game in which both sides look ahead as far as the horizon.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayedGame {
    game: String,
    horizon: u8,
    record: String,
    rounds: Vec<PlayedRound>,
    /// Whether the game ended, or a round never did, within the rounds asked for.
    ended: bool,
}

/// A round of it.
#[derive(Serialize, Deserialize)]
struct PlayedRound {
    /// From 1.
    round: u32,
    /// The position at its start.
    position: String,
    /// Those on the board.
    stones: u32,
    #[serde(flatten)]
    values: OrderValues,
    price_of_sente: f64,
    worth_of_seeing: f64,
}

impl ExperimentKind for CommitOrderPlay {
    type Row = PlayedGame;

    const TOPIC: Topic = PRICE_OF_SENTE;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        check_horizon(self.horizon)?;
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<PlayedGame>, Failure> {
        of_each_rule_set(asked, |rules| self.play(rules, monitor))
    }

    fn present(answer: &Answer<'_, CommitOrderPlay>) -> Sheet {
        let mut table = Table::new(&[
            "game",
            "round",
            "position",
            "open",
            "reverse",
            "sealed",
            "price of sente",
            "worth of seeing",
        ]);
        for played in &answer.rows {
            for round in &played.rounds {
                table.row([
                    played.game.clone(),
                    round.round.to_string(),
                    round.position.clone(),
                    format!("{:.4}", round.values.open),
                    format!("{:.4}", round.values.reverse),
                    format!("{:.4}", round.values.sealed),
                    format!("{:.4}", round.price_of_sente),
                    format!("{:.4}", round.worth_of_seeing),
                ]);
            }
        }
        let remarks = answer.rows.iter().map(PlayedGame::remark).collect();
        let series = answer.rows.iter().flat_map(|played| {
            let name = short_name(&played.game);
            played.series(move |what| format!("{what}, {name}"))
        });
        let title = "The price of sente and the worth of seeing in good play";
        let picture = picture("", title.to_owned(), series.collect());
        Sheet::new(table, remarks).with_pictures(vec![picture])
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<CommitOrderPlay>()? {
            let claims = stored.rows.iter().filter_map(|game| game.claim(&stored));
            blocks.push(Block::Claims(claims.collect()));
            let courses = stored.rows.iter().map(|game| {
                let title = format!("A well-played game of {}", board_name(&game.game));
                picture("course", title, game.series(str::to_owned).collect())
            });
            blocks.extend(stored.charts(courses));
        }
        Ok(blocks)
    }
}

impl CommitOrderPlay {
    fn play(&self, rules: &Rules, monitor: &dyn Monitor) -> Result<PlayedGame, Failure> {
        let WellPlayed {
            rounds,
            record,
            ended,
        } = play_well(rules, self.rounds, self.horizon, MEMORY, monitor)?;
        let played = (1..).zip(rounds).map(|(round, played)| PlayedRound {
            round,
            position: played.position.to_string(),
            stones: played.position.board().stones(),
            values: played.values,
            price_of_sente: played.values.price_of_sente(),
            worth_of_seeing: played.values.worth_of_seeing(),
        });
        Ok(PlayedGame {
            game: rules.to_string(),
            horizon: self.horizon,
            record: record.to_string(),
            rounds: played.collect(),
            ended,
        })
    }
}

/// The name of a course and the figure of a round in it.
type CourseOfRound = (&'static str, fn(&PlayedRound) -> f64);

/// What is drawn over the rounds.
const COURSES: [CourseOfRound; 2] = [
    ("price of sente", |round| round.price_of_sente),
    ("worth of seeing", |round| round.worth_of_seeing),
];

impl PlayedGame {
    /// A mean over its rounds; 0 if there is none.
    fn mean(&self, of: impl Fn(&PlayedRound) -> f64) -> f64 {
        self.rounds.iter().map(of).sum::<f64>() / self.rounds.len().max(1) as f64
    }

    /// Both courses over the rounds, each called as `label` says.
    fn series(&self, label: impl Fn(&str) -> String) -> impl Iterator<Item = Series> {
        COURSES.into_iter().map(move |(name, of)| Series {
            label: label(name),
            points: (self.rounds.iter())
                .map(|round| (f64::from(round.round), of(round)))
                .collect(),
        })
    }

    fn remark(&self) -> String {
        format!(
            "{}: both look {} rounds ahead and play `{}`{}; on the way the price of sente is {:.2} \
             on average and the worth of seeing {:.2}.",
            self.game,
            self.horizon,
            self.record,
            if self.ended {
                ", which ends the game"
            } else {
                ""
            },
            self.mean(|round| round.price_of_sente),
            self.mean(|round| round.worth_of_seeing),
        )
    }

    fn claim(&self, stored: &Stored<'_, CommitOrderPlay>) -> Option<Claim> {
        let count = self.rounds.len();
        let text = format!(
            "In a game of `{}` in which both look {} ahead ({count} rounds), the price of sente is {} on average and the worth \
             of seeing {}.",
            board_name(&self.game),
            rounds(self.horizon),
            signed_decimal(self.mean(|round| round.price_of_sente), 2),
            signed_decimal(self.mean(|round| round.worth_of_seeing), 2)
        );
        (count > 0).then(|| Claim::new(Label::Measured, text, stored.source()))
    }
}

fn picture(name: &str, title: String, series: Vec<Series>) -> Picture {
    let lines = Lines {
        title,
        x: "round",
        y: "stones",
        logarithmic: false,
        series,
    };
    Picture::new(name, lines)
}
