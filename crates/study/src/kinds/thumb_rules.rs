//! Rules of thumb for the choice in Random Mancala, measured by the exact values of drawn setups.

use serde::{Deserialize, Serialize};
use sowlab_solvers::{Game, Monitor};

use super::drawn_setups::{drawn, seeded};
use super::setups::RANDOM_MANCALA;
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::report::page::{Block, Claim, Grid, Label, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::grouped;
use sowlab_analysis::catalog::CatalogGame;
use sowlab_analysis::setups::{ThumbRuleRecord, ThumbRuleRecords, measure_thumb_rules};

/// The options. Games are `random:…` without a seed, by base rules in which play always ends.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThumbRules {
    /// How many setups are drawn of each game, from the seeds 1, 2 and so on.
    pub samples: u64,
}

impl ExperimentKind for ThumbRules {
    type Row = ThumbRuleRecords;

    const TOPIC: Topic = RANDOM_MANCALA;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("samples", self.samples, 1, u64::MAX)?;
        for name in asked.games {
            let random = seeded(name, 1).parse::<CatalogGame>()?;
            let of_another = |_| Unfit::Family { game: name.clone() };
            let random = random.drawn().map_err(of_another)?;
            let ends = random.game().is_ok_and(|game| game.base().always_ends());
            if !ends {
                return Err(Unfit::CanRepeat { game: name.clone() });
            }
        }
        Ok(asked.games.to_vec())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<ThumbRuleRecords>, Failure> {
        let mut all = Vec::new();
        for name in asked.games {
            let found = measure_thumb_rules(&drawn(name, seed + 1)?, self.samples, monitor)?;
            all.push(ThumbRuleRecords {
                game: name.clone(),
                ..found
            });
        }
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, ThumbRules>) -> Sheet {
        let mut table = Table::new(&[
            "game",
            "setups",
            "rule",
            "best, per cent",
            "wins, per cent",
            "draws, per cent",
            "mean margin",
        ]);
        for records in &answer.rows {
            let setups = records.setups.len() as u64;
            for record in &records.rules {
                let [best, won, drawn, mean] = figures(record, setups);
                let (game, rule) = (records.game.clone(), record.rule.clone());
                table.row([game, setups.to_string(), rule, best, won, drawn, mean]);
            }
        }
        let remarks = vec![
            "Each rule chooses side and starter by what can be seen on the board; the margin is that of the player who \
             chooses, if both play perfectly from there on. Where both sides look alike to a rule, it takes the one with \
             more seeds."
                .to_owned(),
            "A rule is best where no other choice is worth more. To choose at random has a mean margin of 0. A sample of \
             drawn setups, not all; the file of results has every setup with its value for both starts."
                .to_owned(),
        ];
        Sheet::new(table, remarks)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let all = answers.of::<ThumbRules>()?;
        Ok(all.iter().flat_map(blocks).collect())
    }
}

/// How often it is best, wins and draws, per cent, and its mean margin.
fn figures(record: &ThumbRuleRecord, setups: u64) -> [String; 4] {
    let share = |count: u64| format!("{:.1}", 100.0 * count as f64 / setups.max(1) as f64);
    let mean = record.margins as f64 / setups.max(1) as f64;
    [
        share(record.best),
        share(record.won),
        share(record.drawn),
        format!("{mean:+.2}"),
    ]
}

/// A sentence and a table of each game.
fn blocks(stored: &Stored<'_, ThumbRules>) -> Vec<Block> {
    let headings = ["rule", "best, %", "wins, %", "draws, %", "mean margin"];
    let mut blocks = Vec::new();
    for records in &stored.rows {
        let setups = records.setups.len() as u64;
        if let [best, rule, ..] = records.rules.as_slice() {
            let [_, wins, _, most] = figures(best, setups);
            let [is_best, rule_wins, _, mean] = figures(rule, setups);
            let text = format!(
                "Of {} drawn setups of `{}` the chooser wins {wins} %, by {most} on average. A rule that needs no search, \
                 \u{201c}{}\u{201d}, wins {rule_wins} %, by {mean} on average, and is a best choice in {is_best} %.",
                grouped(setups),
                records.game,
                rule.rule
            );
            let claim = Claim::new(Label::Measured, text, stored.source());
            blocks.push(Block::Claims(vec![claim]));
        }
        let rows = records.rules.iter().map(|record| {
            let mut row = vec![record.rule.clone()];
            row.extend(figures(record, setups));
            row
        });
        let caption = format!(
            "Rules of thumb for the choice in `{}`: how often a rule is best, wins and draws, and its mean margin, of {} setups",
            records.game,
            grouped(setups)
        );
        blocks.push(Block::Grid(
            Grid::new(caption, &headings, rows, stored.source()).folded(),
        ));
    }
    blocks
}
