//! What a learned evaluation is worth to proof search as guidance.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::board_name;
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, heading};
use sowlab_analysis::solve::{GuidanceRequest, GuidedProof, prove_guided};
use sowlab_base::MemorySize;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guidance {
    /// The most stones on a board that is looked up.
    pub stones: u32,
    /// Memory for each search, half of it for tables.
    pub memory: MemorySize,
    /// The directory of the tables, which is no part of the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
}

/// A proof of an opening, with guidance or without.
#[derive(Serialize, Deserialize)]
pub(crate) struct Proof {
    game: String,
    #[serde(flatten)]
    proof: GuidedProof,
}

impl ExperimentKind for Guidance {
    type Row = Proof;

    const TOPIC: Topic = Topic {
        id: "guidance",
        title: "Guidance in proof search",
        lead: Some(
            "The same opening is proven with the same tables twice: with the usual first guesses of the work left, and with \
             guesses that take the margin that learned weights expect into account. What is proven is the same; the nodes are \
             not.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Proof>, Failure> {
        let mut rows = Vec::new();
        for rules in asked.rule_sets()? {
            for guided in [false, true] {
                let request = GuidanceRequest {
                    tables: self.directory.clone(),
                    stones: self.stones,
                    memory: self.memory,
                    guided,
                };
                let game = rules.to_string();
                let proof = prove_guided(&game, &request, monitor)?;
                rows.push(Proof { game, proof });
            }
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, Guidance>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for row in &answer.rows {
            table.row(row.cells());
        }
        Sheet::new(table, Vec::new())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<Guidance>()? {
            let pairs = stored.rows.chunks_exact(2);
            let claims = pairs.map(|pair| claim(&stored, &pair[0], &pair[1]));
            blocks.push(Block::Claims(claims.collect()));
            let rows = stored.rows.iter().map(Proof::cells);
            let title = stored.asked.title.to_owned();
            blocks.push(Block::Grid(
                Grid::new(title, &HEADINGS, rows, stored.source()).folded(),
            ));
        }
        Ok(blocks)
    }
}

const HEADINGS: [&str; 6] = ["game", "tables", "guided", "zero", "nodes", "seconds"];

impl Proof {
    fn cells(&self) -> Vec<String> {
        let GuidedProof {
            guided,
            tables,
            zero: [low, high],
            nodes,
            seconds,
            ..
        } = self.proof;
        vec![
            self.game.clone(),
            tables.to_string(),
            if guided { "yes" } else { "no" }.to_owned(),
            match low == high {
                true => format!("{low:+}"),
                false => format!("{low:+} to {high:+}"),
            },
            nodes.to_string(),
            format!("{seconds:.1}"),
        ]
    }
}

fn claim(stored: &Stored<'_, Guidance>, plain: &Proof, guided: &Proof) -> Claim {
    let board = board_name(&plain.game);
    let text = format!(
        "{} `{board}` with tables to {} stones: {} nodes in {:.0} s with guidance, {} in {:.0} s without.",
        heading(stored.asked.title),
        plain.proof.tables,
        grouped(guided.proof.nodes),
        guided.proof.seconds,
        grouped(plain.proof.nodes),
        plain.proof.seconds
    );
    Claim::new(Label::Measured, text, stored.source())
}
