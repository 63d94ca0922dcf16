//! Endless rounds on all boards with few stones.

use super::layers::{drawn_lines, reading_name};
use super::with;
use crate::analysis::certificates::Claim as Claimed;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::layered::scanned::{Scanned, lines};
use crate::study::names::{rank_of, reading, usual};
use crate::study::report::evidence::Evidence;
use crate::study::report::page::{Block, Claim, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::grouped;

/// A period of so many steps is drawn whole.
const STEPS: u64 = 40;

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let mut blocks = Vec::new();
    let scans = results.of(|kind| matches!(kind, Kind::Scan { .. }));
    let scans: Vec<(&Stored, Vec<Scanned>)> = scans
        .map(|stored| Ok((stored, results.read(stored)?)))
        .collect::<Result<_, StudyError>>()?;
    // What one scan says of a game another may say of more boards.
    let widest = |game: &Scanned| {
        let mut others = scans.iter().flat_map(|(_, scanned)| scanned);
        others.all(|other| other.game != game.game || other.layers.len() <= game.layers.len())
    };
    let mut drawn = false;
    for (stored, scanned) in &scans {
        let games = || scanned.iter().filter(|game| widest(game));
        let claims = games().filter_map(|game| smallest(stored, game));
        let further = games().find_map(|game| larger_boards(stored, game));
        blocks.push(Block::Claims(claims.chain(further).collect()));
        if let (Some(file), false) = (
            scanned.iter().find_map(|game| game.certificate.as_ref()),
            drawn,
        ) {
            drawn = true;
            blocks.push(drawing(results, stored, file)?);
        }
        blocks.extend(drawn_lines(stored, lines(scanned, &reading_name)));
    }
    Ok(with(
        "endless-boards",
        "Boards on which sowing never ends",
        blocks,
    ))
}

fn drawing(results: &Results<'_>, stored: &Stored, file: &str) -> Result<Block, StudyError> {
    let evidence = Evidence::read(results, stored, file)?;
    let start = evidence.start();
    let (stones, holes) = start.map_or((0, 0), |start| (start.board().stones(), start.holes()));
    let again = match evidence.certificate.claim {
        Claimed::EndlessRound {
            first_step: 0,
            period,
            ..
        } if period <= STEPS => " The last board is the first one again.",
        _ => "",
    };
    let note = format!(
        "{stones} stones on a rank of {holes} holes: the hands chase each other round the board, and neither ever finds a hole \
         with less than two stones where it runs out.{again}"
    );
    let title = "The smallest board whose sowing never ends, step by step";
    evidence.drawn(stored, title, &note, "endless-smallest.svg", STEPS)
}

fn smallest(stored: &Stored, game: &Scanned) -> Option<Claim> {
    let first = game.layers.iter().find(|layer| layer.endless > 0)?;
    let last = game.layers.last()?;
    let with = match reading(&game.game).as_str() {
        "" => "By the usual readings".to_owned(),
        reading => format!("With `{reading}`"),
    };
    let text = format!(
        "{with}, on {}, {} stones are the fewest with which a sowing can never end: `{}`. Of the {} joint moves on \
         boards with {} stones, {} never end; the longest period there is {} steps, and the longest sowing that ends \
         takes {}.",
        rank_of(&game.game),
        first.stones,
        first.first.as_ref()?,
        grouped(last.joint_moves),
        last.stones,
        grouped(last.endless),
        grouped(last.longest_period.unwrap_or(0)),
        grouped(last.longest_finite)
    );
    let claim = Claim::new(Label::Proven, text, stored.source());
    let claim = match &game.certificate {
        Some(file) => claim.and(stored.source_of(file)),
        None => claim,
    };
    Some(if usual(&game.game) {
        claim.headline()
    } else {
        claim
    })
}

/// That larger boards have such rounds as well, if every layer has from the first on.
fn larger_boards(stored: &Stored, game: &Scanned) -> Option<Claim> {
    const LAYERS: usize = 5;
    let from = game.layers.iter().position(|layer| layer.endless > 0)?;
    let layers = &game.layers[from..];
    let (first, last) = (layers.first()?, layers.last()?);
    let text = format!(
        "There is such a board with every number of stones from {} on: so it is up to {}.",
        first.stones, last.stones
    );
    let all = layers.len() >= LAYERS && layers.iter().all(|layer| layer.endless > 0);
    (all && usual(&game.game)).then(|| Claim::new(Label::Conjectured, text, stored.source()))
}
