//! Games into a move that never ends, where one side moves at a time: a shortest one each.

use serde::{Deserialize, Serialize};
use sowlab_analysis::Analyses;
use sowlab_solvers::{Cancelled, Monitor};

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::file_stem;
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::{Sheet, Written};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::grouped;
use sowlab_analysis::endless::{self, Followed, Period, ReachRequest, ReachedRound};
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;

/// Memory for positions.
const MEMORY: MemorySize = MemorySize::new(2 << 30);

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndlessMoves {
    /// The most moves of both sides together: the search stops after the first ply with an endless one.
    pub plies: u32,
}

/// The moves of a game up to the first ply in which one never ends.
#[derive(Serialize, Deserialize)]
pub(crate) struct Reached {
    game: String,
    plies: Vec<ReachedRound>,
    /// A shortest game into an endless move; `null` if there is none.
    first: Option<String>,
    /// The position before its last move.
    first_position: Option<String>,
    /// Laps after which its last move repeats.
    first_period: Option<u64>,
}

impl ExperimentKind for EndlessMoves {
    type Row = Reached;

    const TOPIC: Topic = Topic {
        id: "endless-moves",
        title: "Moves that never end",
        lead: Some(
            "In Owela a move goes on, lap after lap, until its last seed falls into an empty pit. Some never do. \
             Every position that play can reach was searched, ply by ply.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("plies", self.plies.into(), 1, 100)?;
        let games = asked.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Reached>, Failure> {
        let (mut rows, mut files) = (Vec::new(), Vec::new());
        for game in asked.catalog_games()? {
            let found = self.search(&game, monitor)?;
            let witness = found.witness.as_ref();
            if let Some(certificate) = witness.and_then(|witness| witness.certificate.as_ref()) {
                let file = format!("{}.certificate.json", file_name(asked.id, &found.game));
                files.push(Written::certificate(file, certificate));
            }
            rows.push(Reached::of(found));
        }
        Ok(Found::new(rows).with_files(files))
    }

    fn present(answer: &Answer<'_, EndlessMoves>) -> Sheet {
        let mut table = Table::new(&["game", "ply", "new positions", "moves", "endless"]);
        for reached in &answer.rows {
            for ply in &reached.plies {
                let counts = [ply.boards, ply.joint_moves, ply.endless].map(|n| n.to_string());
                let game = [reached.game.clone(), ply.round.to_string()];
                table.row([&game[..], &counts].concat());
            }
        }
        let remarks = answer.rows.iter().map(|row| {
            let text = row.text();
            match answer.evidence_in(&row.file(answer.asked.id)) {
                Some(found) => format!("{text} ([certificate]({}))", found.file),
                None => text,
            }
        });
        Sheet::new(table, remarks.collect())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<EndlessMoves>()? {
            blocks.push(Block::Claims(
                summary(&stored).into_iter().flatten().collect(),
            ));
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}

impl EndlessMoves {
    /// Searches ply after ply until a move never ends.
    fn search(
        &self,
        game: &CatalogGame,
        monitor: &dyn Monitor,
    ) -> Result<endless::Reachable, Failure> {
        let mut plies = 1;
        loop {
            let request = ReachRequest {
                position: None,
                rounds: plies,
                followed: Followed::All,
                memory: MEMORY,
                checkpoint: None,
                certificate: true,
            };
            let found = game.analyses().reach(&request, monitor)?;
            if found.cancelled {
                return Err(Cancelled.into());
            }
            if found.witness.is_some() || plies == self.plies {
                return Ok(found);
            }
            plies += 1;
        }
    }
}

fn file_name(id: &str, game: &str) -> String {
    format!("{id}-{}", file_stem(game))
}

impl Reached {
    fn of(found: endless::Reachable) -> Reached {
        let witness = found.witness;
        Reached {
            game: found.game,
            plies: found.rounds,
            first: witness.as_ref().map(|witness| witness.record.clone()),
            first_position: witness.as_ref().map(|witness| witness.position.clone()),
            first_period: witness
                .and_then(|witness| witness.period)
                .map(Period::length),
        }
    }

    /// The file of its certificate.
    fn file(&self, id: &str) -> String {
        format!("{}.certificate.json", file_name(id, &self.game))
    }

    fn moves(&self) -> u64 {
        self.plies.iter().map(|ply| ply.joint_moves).sum()
    }

    fn text(&self) -> String {
        let (game, plies, moves) = (&self.game, self.plies.len(), grouped(self.moves()));
        match (&self.first, self.first_period) {
            (Some(record), Some(period)) => format!(
                "In `{game}` a move can go on for ever from ply {plies} on: the last of `{record}` repeats every {} \
                 laps. No shorter game does it: all {moves} moves to there were sown.",
                grouped(period)
            ),
            _ => format!("In `{game}` all {moves} moves of the first {plies} plies end."),
        }
    }
}

/// On how many boards a move can go on for ever, which certificates prove, and when it first does, which they do not.
fn summary(stored: &Stored<'_, EndlessMoves>) -> Option<[Claim; 2]> {
    let endless = || stored.rows.iter().filter(|row| row.first.is_some());
    let plies = || endless().map(|row| row.plies.len());
    let longest = endless().filter_map(|row| row.first_period).max()?;
    let certified = format!(
        "In {} of {} games tried a move can go on for ever. Of the games that the certificates show the longest period is {} \
         laps.",
        endless().count(),
        stored.rows.len(),
        grouped(longest)
    );
    let searched = format!(
        "The first ply in which a move can go on for ever is, from game to game, ply {} to {}.",
        plies().min()?,
        plies().max()?
    );
    Some(
        [(Label::Proven, certified), (Label::Searched, searched)]
            .map(|(label, text)| Claim::new(label, text, stored.source())),
    )
}

fn grid(stored: &Stored<'_, EndlessMoves>) -> Grid {
    let rows = stored.rows.iter().map(|row| {
        let last = row.plies.last();
        vec![
            format!("`{}`", row.game),
            row.plies.len().to_string(),
            last.map_or(String::new(), |ply| grouped(ply.joint_moves)),
            last.map_or(String::new(), |ply| grouped(ply.endless)),
            row.first
                .as_ref()
                .map_or("none found".to_owned(), |record| format!("`{record}`")),
            row.first_period.map(grouped).unwrap_or_default(),
        ]
    });
    let headings = [
        "game",
        "first ply with an endless move",
        "its moves",
        "endless",
        "a shortest game",
        "period, laps",
    ];
    let caption = stored.asked.title.to_owned();
    Grid::new(caption, &headings, rows, stored.source()).folded()
}
