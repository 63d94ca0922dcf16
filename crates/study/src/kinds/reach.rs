//! Games into a round that never ends: breadth-first search from the opening, with a shortest witness each.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sowlab_solvers::{Cancelled, Monitor};

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::{board_name, distinct_stems, reading, reading_stem, usual};
use crate::report::evidence::Evidence;
use crate::report::page::{self, Block, Claim, Grid, Label, Layout, Question, Topic};
use crate::sheet::{Sheet, Written};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, listed};
use sowlab_analysis::Solve;
use sowlab_analysis::endless::{self, BestPlayRequest, Followed, ReachRequest, ReachedRound};
use sowlab_analysis::tables::TabledGame;
use sowlab_base::MemorySize;
use sowlab_games::stones::{Record, RecordItem, WrittenRound};

/// Steps of a long endless round that are drawn.
const STEPS: u64 = 40;
/// The steps of the endless round that the report as HTML plays.
const PLAYED: u64 = 400;

/// Memory for boards; more of them go to files.
const MEMORY: MemorySize = MemorySize::new(2 << 30);

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// How many rounds.
    pub rounds: u32,
    /// Whether only rounds are played that no reading disputes.
    #[serde(default)]
    pub undisputed: bool,
    /// Only rounds in which neither side loses anything: a directory for the tables that tell, no part of
    /// the results. Missing tables are built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_play: Option<PathBuf>,
    /// Whether a certificate of each witness is written.
    #[serde(default)]
    pub certificates: bool,
}

/// What can be reached in a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Reachable {
    game: String,
    rounds: Vec<ReachedRound>,
    /// A shortest game into an endless round, the witness; `null` if there is none.
    first: Option<String>,
    /// The position before the last round of the witness.
    first_position: Option<String>,
    /// Steps after which the last round of the witness repeats.
    first_period: Option<u64>,
}

impl ExperimentKind for Reach {
    type Row = Reachable;

    const TOPIC: Topic = Topic {
        id: "endless-games",
        title: "Games that never end",
        lead: Some(
            "The inventor wrote that it is not known whether never-ending moves exist. A *certificate* is a short file with a game \
             and its last round; `sowlab loops verify` and `sowlab-check` replay it one stone at a time, each with code of its own.",
        ),
        layout: Layout::TablesLast,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        if self.undisputed && self.best_play.is_some() {
            return Err(Unfit::Exclusive("undisputed", "best_play"));
        }
        asked.full_names()
    }

    fn resumes(&self) -> bool {
        self.best_play.is_some()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Reachable>, Failure> {
        let (mut all, mut certificates) = (Vec::new(), Vec::new());
        let started = Instant::now();
        let rule_sets = asked.rule_sets()?;
        let stems = distinct_stems(&rule_sets, |rules| {
            format!("{}-{}", rules.stones(), reading_stem(rules))
        });
        for (rules, stem) in rule_sets.iter().zip(stems) {
            if let Some(directory) = &self.best_play {
                rules.build_tables(directory, rules.stones() as u32, monitor, &mut |_| ())?;
            }
            let found = rules.reach(&self.request(), monitor)?;
            if found.cancelled {
                return Err(Cancelled.into());
            }
            let witness = found.witness.as_ref();
            if let Some(certificate) = witness.and_then(|witness| witness.certificate.as_ref()) {
                let file = format!("{}-{stem}.certificate.json", asked.id);
                certificates.push(Written::certificate(file, certificate));
            }
            all.push(Reachable::of(found));
        }
        let notes = vec![self.estimate(&all, started.elapsed())];
        Ok(Found::new(all).with_files(certificates).with_notes(notes))
    }

    fn present(answer: &Answer<'_, Reach>) -> Sheet {
        let Answer {
            options,
            rows,
            evidence,
            ..
        } = answer;
        let mut table = Table::new(&["game", "round", "new boards", "joint moves", "endless"]);
        for reached in rows {
            for round in &reached.rounds {
                table.row([
                    reached.game.clone(),
                    round.round.to_string(),
                    round.boards.to_string(),
                    round.joint_moves.to_string(),
                    round.endless.to_string(),
                ]);
            }
        }
        let each = rows.iter().map(|row| row.remark(options, evidence));
        let mut remarks: Vec<String> = each.collect();
        remarks.extend(options.remarks(rows));
        Sheet::new(table, remarks)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut all = answers.of::<Reach>()?;
        // Where there are searches with certificates, those without say nothing more.
        if all.iter().any(|stored| stored.options.certificates) {
            all.retain(|stored| stored.options.certificates);
        }
        let mut blocks = Vec::new();
        let mut drawn = false;
        for stored in &all {
            let Reach {
                rounds,
                undisputed,
                ref best_play,
                ..
            } = *stored.options;
            let claims: Vec<Claim> = if best_play.is_some() {
                in_good_play(stored, rounds).into_iter().collect()
            } else if undisputed {
                without_disputes(stored).into_iter().collect()
            } else {
                if let (Some(first), false) = (stored.evidence.first(), drawn) {
                    blocks.push(drawing(stored, first)?);
                    drawn = true;
                }
                let games = || stored.rows.iter();
                blocks.extend(
                    games()
                        .find_map(|found| found.answer(stored))
                        .map(Block::Answer),
                );
                let shortest = games().filter_map(|found| found.shortest(stored));
                shortest.chain(under_every_reading(stored)).collect()
            };
            blocks.push(Block::Claims(claims));
            blocks.push(Block::Grid(grid(stored)));
        }
        Ok(blocks)
    }
}

impl Reach {
    /// What is searched, from the opening.
    fn request(&self) -> ReachRequest {
        let followed = match &self.best_play {
            Some(tables) => Followed::Best(BestPlayRequest {
                tables: Some(tables.clone()),
                nodes: 0,
                proof: None,
            }),
            None if self.undisputed => Followed::Undisputed,
            None => Followed::All,
        };
        ReachRequest {
            position: None,
            rounds: self.rounds,
            followed,
            memory: MEMORY,
            checkpoint: None,
            certificate: self.certificates,
        }
    }

    /// How long one round more would take at the rate of this run.
    fn estimate(&self, all: &[Reachable], taken: Duration) -> String {
        let joint_moves = |round: &ReachedRound| round.joint_moves as f64;
        let growth = all
            .iter()
            .filter_map(|reached| match reached.rounds.as_slice() {
                [.., before, last] => Some(joint_moves(last) / joint_moves(before).max(1.0)),
                _ => None,
            });
        let growth = growth.fold(0f64, f64::max);
        let seconds = taken.as_secs_f64().max(1e-3) * growth;
        let estimate = if seconds < 120.0 {
            format!("{seconds:.0} seconds")
        } else {
            format!("{:.0} minutes", seconds / 60.0)
        };
        let option = match self.best_play {
            Some(_) => " --best",
            None if self.undisputed => " --undisputed",
            None => "",
        };
        format!(
            "With more time: each round more has up to {growth:.0} times the joint moves; round {next} of all \
             games above would take some {estimate} at this run's rate (`sowlab loops reach GAME --rounds {next}{option}`).",
            next = self.rounds + 1
        )
    }

    /// What is said of all games together.
    fn remarks(&self, all: &[Reachable]) -> Vec<String> {
        let reached = all.iter().filter(|reached| reached.first.is_some()).count();
        let mut remarks = vec![if self.best_play.is_some() {
            format!(
                "These are games of good play: in each round both sides choose among the holes that lose nothing, infinite \
                 play counting for nobody, as tables of every board say. In {reached} of {} good play comes to a round \
                 that never ends.",
                all.len()
            )
        } else if reached == all.len() {
            "So yes: under every rule set above there is a sowing that never ends, and play from the opening \
             reaches it."
                .to_owned()
        } else {
            format!(
                "Sowing that never ends is reached under {reached} of the {} rule sets above; for the others nothing is \
                 said beyond the rounds searched.",
                all.len()
            )
        }];
        if self.undisputed {
            remarks.push(
                "No round of these games meets a case on which the sources are silent, so what is found \
                 holds under every reading."
                    .to_owned(),
            );
        }
        remarks
    }
}

impl Reachable {
    fn of(found: endless::Reachable) -> Reachable {
        let witness = found.witness;
        Reachable {
            game: found.game,
            rounds: found.rounds,
            first: witness.as_ref().map(|witness| witness.record.clone()),
            first_position: witness.as_ref().map(|witness| witness.position.clone()),
            first_period: witness.and_then(|witness| Some(witness.period?.length())),
        }
    }

    /// The first round in which sowing can go on for ever.
    fn first_round(&self) -> Option<u32> {
        let endless = self.rounds.iter().find(|round| round.endless > 0);
        endless.map(|round| round.round)
    }

    /// How many joint moves there are up to a round.
    fn joint_moves(&self, round: u32) -> u64 {
        let to_there = self.rounds.iter().filter(|one| one.round <= round);
        to_there.map(|one| one.joint_moves).sum()
    }

    /// The last round of the witness, as options of `sowlab sow`.
    fn last_round(&self) -> Option<String> {
        let record: Record = self.first.as_ref()?.parse().ok()?;
        let &RecordItem::Round(WrittenRound { east, west, .. }) = record.0.last()? else {
            return None;
        };
        let position = self.first_position.as_ref()?;
        Some(format!(
            "--position \"{position}\" --east {east} --west {west}"
        ))
    }

    fn certificate<'a>(&self, evidence: &'a [Evidence]) -> Option<&'a str> {
        let certificate = evidence.iter().find(|one| one.is_of(&self.game))?;
        Some(&certificate.file)
    }

    fn remark(&self, asked: &Reach, evidence: &[Evidence]) -> String {
        let (game, rounds) = (&self.game, self.rounds.len());
        match (&self.first, self.first_period, self.last_round()) {
            (Some(record), Some(period), Some(last_round)) => {
                let certificate = self.certificate(evidence);
                let link = certificate.map(|file| format!(" ([certificate]({file}))"));
                format!(
                    "{game}: sowing never ends after `{record}`: the last round repeats every {period} steps{}. \
                     See it: `sowlab sow {game} {last_round} --trace`.",
                    link.unwrap_or_default()
                )
            }
            _ if rounds < asked.rounds as usize => {
                format!(
                    "{game}: no endless round at all: after {rounds} rounds nothing is left to play."
                )
            }
            _ => format!("{game}: no endless round within {rounds} rounds of the opening."),
        }
    }

    /// Whether 55Stones can go on for ever, for the head of the report.
    fn answer(&self, stored: &Stored<'_, Reach>) -> Option<page::Answer> {
        let of_55 = board_name(&self.game) == "55stones" && usual(&self.game);
        let file = self.certificate(&stored.evidence).filter(|_| of_55)?;
        Some(page::Answer {
            question: Question::Endless,
            text: format!(
                "Yes: in round {}, after `{}`, neither hand ever stops. The sowing repeats every {} steps.",
                self.first_round()?,
                self.first.as_ref()?,
                grouped(self.first_period?)
            ),
            label: Label::Proven,
            sure: "other code replays the certificate stone by stone".to_owned(),
            source: stored.source_of(file),
        })
    }

    /// That there is no shorter game, under the usual readings.
    fn shortest(&self, stored: &Stored<'_, Reach>) -> Option<Claim> {
        let (round, game) = (self.first_round()?, board_name(&self.game));
        let text = format!(
            "The first round of `{game}` that can go on for ever is round {round}: all {} joint moves (a hole of East and one of \
             West) of the rounds to there were sown.",
            grouped(self.joint_moves(round))
        );
        let claim = Claim::new(Label::Searched, text, stored.source());
        usual(&self.game).then_some(claim)
    }
}

/// What a search to depth `rounds` found among the rounds in which neither side gives anything away.
fn in_good_play(stored: &Stored<'_, Reach>, rounds: u32) -> Option<Claim> {
    let games = &stored.rows;
    let endless: Vec<&Reachable> = games.iter().filter(|found| found.first.is_some()).collect();
    let first = endless
        .iter()
        .filter_map(|found| found.first_round())
        .min()?;
    let text = match games.as_slice() {
        [only] => format!(
            "In `{}` good play, in which neither side ever gives anything away, can go on for ever, too: from round {first} on.",
            board_name(&only.game)
        ),
        all => format!(
            "So it can in {} of {} smaller games tried to round {rounds}, from round {first} on at the earliest.",
            endless.len(),
            all.len()
        ),
    };
    (!endless.is_empty()).then(|| Claim::new(Label::Searched, text, stored.source()))
}

fn under_every_reading(stored: &Stored<'_, Reach>) -> Option<Claim> {
    let reached = &stored.rows;
    if reached.len() < 2 || reached.iter().any(|found| found.first.is_none()) {
        return None;
    }
    let last = reached.iter().filter_map(Reachable::first_round).max()?;
    let boards = reached
        .iter()
        .map(|found| format!("`{}`", board_name(&found.game)));
    let mut boards: Vec<String> = boards.collect();
    boards.dedup();
    let text = format!(
        "The rules leave two cases open. However they are read, sowing can go on for ever: under all {} readings of {}, within \
         {last} rounds of the opening.",
        reached.len(),
        listed(&boards)
    );
    Some(Claim::new(Label::Proven, text, stored.source()))
}

fn without_disputes(stored: &Stored<'_, Reach>) -> Option<Claim> {
    let games = stored.rows.iter().filter_map(|found| {
        let (game, round) = (board_name(&found.game), found.first_round()?);
        Some(format!("`{game}` (round {round})"))
    });
    let games: Vec<String> = games.collect();
    let text = format!(
        "There are endless games in which no such case ever comes up: in {}.",
        listed(&games)
    );
    (!games.is_empty()).then(|| Claim::new(Label::Proven, text, stored.source()))
}

fn drawing(stored: &Stored<'_, Reach>, evidence: &Evidence) -> Result<Block, StudyError> {
    let note =
        format!("East's hand above, West's below. Of the last round {STEPS} steps are shown.");
    let title = "Three rounds from the opening, a round that never ends";
    let source = stored.source_of(&evidence.file);
    let path = Path::new(&evidence.file);
    let player = evidence.player(title, PLAYED);
    let player = player.map_err(|error| StudyError::unreadable(path, error))?;
    let drawn = evidence.drawn(source, title, &note, "endless-round.svg", STEPS)?;
    Ok(Block::Drawing(drawn.at_head().played_by(player)))
}

fn grid(stored: &Stored<'_, Reach>) -> Grid {
    let rows = stored.rows.iter().map(|found| {
        let certificate = found.certificate(&stored.evidence);
        let link = certificate.map(|file| format!("[certificate]({})", stored.origin.link(file)));
        vec![
            format!("`{}`", board_name(&found.game)),
            match reading(&found.game) {
                reading if reading.is_empty() => "as usual".to_owned(),
                reading => format!("`{reading}`"),
            },
            (found.first.as_ref()).map_or("none found".to_owned(), |record| format!("`{record}`")),
            found.first_period.map(grouped).unwrap_or_default(),
            link.unwrap_or_default(),
        ]
    });
    let headings = [
        "game",
        "reading",
        "a shortest game",
        "period, steps",
        "certificate",
    ];
    let title = stored.asked.title.to_owned();
    Grid::new(title, &headings, rows, stored.source()).folded()
}
