//! The ladder of engines: each against the one before it.

use super::with;
use crate::study::entries::ladder::Step;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::report::page::{Block, Claim, Grid, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::signed_decimal;
use crate::tournament::standings::Tally;

/// What an encounter brought, in words.
fn written(tally: &Tally) -> String {
    let (Some(elo), Some(error)) = (tally.elo, tally.elo_error) else {
        return "no pair of games".to_owned();
    };
    if tally.points <= 0.0 {
        "lost all".to_owned()
    } else if tally.points >= tally.games as f64 {
        "won all".to_owned()
    } else {
        format!("{} ± {error:.0}", signed_decimal(elo, 0))
    }
}

/// An engine without the options that only say how much memory it has.
fn engine(name: &str) -> String {
    let Some((engine, options)) = name.split_once(':') else {
        return format!("`{name}`");
    };
    let memory = ["hash=", "memory=", "tables="];
    let kept: Vec<&str> = options
        .split(',')
        .filter(|option| !memory.iter().any(|start| option.starts_with(start)))
        .collect();
    match kept.is_empty() {
        true => format!("`{engine}`"),
        false => format!("`{engine}:{}`", kept.join(",")),
    }
}

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let (mut claims, mut grids) = (Vec::new(), Vec::new());
    for stored in results.of(|kind| matches!(kind, Kind::Ladder(_))) {
        let steps: Vec<Step> = results.read(stored)?;
        for game in steps.chunk_by(|one, other| (&one.game, one.pie) == (&other.game, other.pie)) {
            claims.extend(summary(stored, game));
        }
        grids.push(Block::Grid(table(stored, &steps)));
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let mut blocks = vec![
        Block::Text(
            "Each engine plays the one before it in a list, in pairs of games from one opening with the sides exchanged. Elo \
             with its 95 % interval; the share of the first side is that of all points."
                .to_owned(),
        ),
        Block::Claims(claims),
    ];
    blocks.extend(grids);
    Ok(with("ladder", "The ladder of engines", blocks))
}

/// The engines of the list, from the first to the last, with what each step brought.
fn summary(stored: &Stored, steps: &[Step]) -> Option<Claim> {
    let first = steps.first()?;
    let games: u64 = steps.iter().map(|step| step.tally.games).sum();
    let ladder: Vec<String> = steps
        .iter()
        .map(|step| format!("{} {}", engine(&step.engine), written(&step.tally)))
        .collect();
    let text = format!(
        "`{}` {}, {games} games, each against the one before, from {}: {}.",
        first.game,
        if first.pie {
            "with the pie rule"
        } else {
            "without the pie rule"
        },
        engine(&first.before),
        ladder.join(", ")
    );
    // The longest ladder is the one to show first.
    let headline = steps.len() > 4 && first.game == "55stones";
    let claim = Claim::new(Label::Measured, text, stored.source());
    Some(if headline { claim.headline() } else { claim })
}

fn table(stored: &Stored, steps: &[Step]) -> Grid {
    let rows = steps.iter().map(|step| {
        vec![
            format!("`{}`", step.game),
            if step.pie { "pie" } else { "no pie" }.to_owned(),
            engine(&step.engine),
            engine(&step.before),
            step.tally.games.to_string(),
            format!("{:.1} %", step.percent()),
            written(&step.tally),
            format!("{:.1} %", 100.0 * step.first_side),
        ]
    });
    let headings = [
        "game",
        "rule",
        "engine",
        "against",
        "games",
        "points",
        "Elo",
        "first side",
    ];
    Grid::new(
        stored.experiment().title.clone(),
        &headings,
        rows,
        stored.source(),
    )
    .folded()
}
