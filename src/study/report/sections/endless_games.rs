//! Games into a round that never ends.

use super::with;
use crate::study::entries::reachable::Reachable;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::names::{board_name, reading, unusual, usual};
use crate::study::report::evidence::Evidence;
use crate::study::report::page::{Block, Claim, Grid, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, listed};

/// Steps of a long endless round that are drawn.
const STEPS: u64 = 14;

impl Reachable {
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
}

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let searches: Vec<&Stored> = results
        .of(|kind| matches!(kind, Kind::Reach { .. }))
        .collect();
    let certified = |stored: &&&Stored| {
        matches!(
            stored.experiment().kind,
            Kind::Reach {
                certificates: true,
                ..
            }
        )
    };
    // Where there are searches with certificates, those without say nothing more.
    let any = searches.iter().any(|stored| certified(&stored));
    let mut claims = Vec::new();
    let mut blocks = Vec::new();
    let mut drawing = None;
    for stored in searches.iter().filter(|stored| !any || certified(stored)) {
        let reached: Vec<Reachable> = results.read(stored)?;
        let evidence = Evidence::all(results, stored)?;
        let undisputed = matches!(
            stored.experiment().kind,
            Kind::Reach {
                undisputed: true,
                ..
            }
        );
        let best_play = match stored.experiment().kind {
            Kind::Reach {
                best_play: Some(_),
                rounds,
                ..
            } => Some(rounds),
            _ => None,
        };
        if let Some(rounds) = best_play {
            claims.extend(
                reached
                    .iter()
                    .map(|found| in_good_play(stored, found, rounds)),
            );
        } else if undisputed {
            claims.extend(without_disputes(stored, &reached));
        } else {
            claims.extend(shortest(stored, &reached, &evidence));
            claims.extend(under_every_reading(stored, &reached));
            if let (None, Some(first)) = (&drawing, evidence.first()) {
                drawing = Some(drawn(stored, first)?);
            }
        }
        blocks.push(Block::Grid(table(stored, &reached, &evidence)));
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let mut all = vec![
        Block::Text(
            "Its inventor wrote of 55Stones that it is not known whether never-ending moves exist. A certificate is a \
             short file that `sowlab loops verify` checks one stone at a time, with code that shares nothing with the \
             search."
                .to_owned(),
        ),
        Block::Claims(claims),
    ];
    all.extend(drawing);
    all.extend(blocks);
    Ok(with("endless-games", "Games that never end", all))
}

/// The shortest game under the usual readings, for each board.
fn shortest(stored: &Stored, reached: &[Reachable], evidence: &[Evidence]) -> Vec<Claim> {
    let usual = reached.iter().filter(|found| usual(&found.game));
    usual
        .filter_map(|found| {
            let (round, game) = (found.first_round()?, board_name(&found.game));
            let text = format!(
                "In `{game}` sowing can go on for ever from round {round} on: after `{}` neither hand ever stops, \
                 and the last round repeats every {} steps. No shorter game does it: all {} joint moves of the \
                 rounds to there were sown.",
                found.first.as_ref()?,
                grouped(found.first_period?),
                grouped(found.joint_moves(round))
            );
            let claim = Claim::new(Label::Proven, text, stored.source());
            let certificate = evidence.iter().find(|one| one.is_of(&found.game));
            let claim = match certificate {
                Some(certificate) => claim.and(stored.source_of(&certificate.file)),
                None => claim,
            };
            Some(if game == "55stones" { claim.headline() } else { claim })
        })
        .collect()
}

fn under_every_reading(stored: &Stored, reached: &[Reachable]) -> Option<Claim> {
    if reached.len() < 2 || reached.iter().any(|found| found.first.is_none()) {
        return None;
    }
    let last = reached.iter().filter_map(Reachable::first_round).max()?;
    let mut boards: Vec<String> = reached
        .iter()
        .map(|found| format!("`{}`", board_name(&found.game)))
        .collect();
    boards.dedup();
    let text = format!(
        "Whatever the cases mean that the rules leave open, there is such a game: under each of the {} rule sets of {} \
         tried, within {last} rounds of the opening.",
        reached.len(),
        listed(&boards)
    );
    Some(Claim::new(Label::Proven, text, stored.source()).headline())
}

fn without_disputes(stored: &Stored, reached: &[Reachable]) -> Option<Claim> {
    let games: Vec<String> = reached
        .iter()
        .filter_map(|found| {
            let (game, record) = (board_name(&found.game), found.first.as_ref()?);
            Some(format!(
                "`{game}` in round {}, by `{record}`",
                found.first_round()?
            ))
        })
        .collect();
    let text = format!(
        "There are such games in which no disputed case ever comes up, so that they never end under every reading: {}.",
        listed(&games)
    );
    (!games.is_empty()).then(|| Claim::new(Label::Proven, text, stored.source()).headline())
}

/// Of a search among the rounds in which neither side loses anything, to so many rounds.
fn in_good_play(stored: &Stored, found: &Reachable, rounds: u32) -> Claim {
    let game = board_name(&found.game);
    let with = unusual(&found.game);
    let good = format!("In `{game}`{with}, where neither side ever gives anything away,");
    let searched = found.rounds.len();
    let text = match (found.first_round(), &found.first) {
        (Some(round), Some(record)) => format!(
            "{good} sowing can go on for ever too: in round {round} and no sooner, by `{record}`. Infinite play counts for \
             nobody there."
        ),
        _ if searched < rounds as usize => {
            format!("{good} every round ends: after {searched} rounds nothing is left to play.")
        }
        _ => format!("{good} every round of the first {searched} ends."),
    };
    let claim = Claim::new(Label::Proven, text, stored.source());
    // That of the board of eleven holes.
    match usual(&found.game) && found.first.is_some() && game.contains("holes=11") {
        true => claim.headline(),
        false => claim,
    }
}

fn drawn(stored: &Stored, evidence: &Evidence) -> Result<Block, StudyError> {
    let note = format!(
        "The holes from West's end to East's. East's hand is above the board, West's below: where it is, which way \
         it goes, how many stones it holds. The first {STEPS} steps of the last round; its period is far too long to draw."
    );
    let title = "From the opening into a round that never ends";
    evidence.drawn(stored, title, &note, "endless-round.svg", STEPS)
}

fn table(stored: &Stored, reached: &[Reachable], evidence: &[Evidence]) -> Grid {
    let rows = reached.iter().map(|found| {
        let certificate = evidence.iter().find(|one| one.is_of(&found.game));
        let reading = reading(&found.game);
        vec![
            format!("`{}`", board_name(&found.game)),
            if reading.is_empty() {
                "as usual".to_owned()
            } else {
                format!("`{reading}`")
            },
            (found.first.as_ref()).map_or("none found".to_owned(), |record| format!("`{record}`")),
            found.first_period.map(grouped).unwrap_or_default(),
            certificate
                .map(|one| format!("[certificate]({})", stored.link(&one.file)))
                .unwrap_or_default(),
        ]
    });
    let headings = [
        "game",
        "reading",
        "a shortest game",
        "period, steps",
        "certificate",
    ];
    Grid::new(
        stored.experiment().title.clone(),
        &headings,
        rows,
        stored.source(),
    )
}
