//! `sowlab sow --move`: a move of a game in which one side moves at a time.

use std::fmt::Write;

use super::amount::counted;
use super::failure::Failure;
use super::output::Document;
use super::show;
use sowlab_analysis::Analyses;
use sowlab_analysis::SownMoveDocument;
use sowlab_analysis::{SownMove, SownMoveRequest};
use sowlab_games::contest::SeedEvent;

/// Sows a move, and shows the given number of its steps.
pub(super) fn run(
    game: &str,
    position: Option<&str>,
    chosen: &str,
    trace: Option<u64>,
) -> Result<Document, Failure> {
    let game = show::game(game)?;
    let sown = game.analyses().sown_move(SownMoveRequest {
        position,
        chosen,
        from: 0,
        limit: trace.unwrap_or(0) as usize + 1,
    })?;
    let mut text = format!("{}\n\n{}\n", sown.game, game.show(position)?.drawing);
    if trace.is_some() {
        text += &trace_text(&sown);
    }
    text += &format!("{}: {}\n", sown.chosen, summary(&sown));
    if let Some(after) = &sown.after {
        let shown = game.show(Some(after))?;
        text += &format!("\n{}\n", shown.drawing);
        if let Some(over) = shown.over {
            text += &format!("The game is over: {over}\n");
        }
        text += &format!("Position: {after}\n");
    }
    Ok(Document::new(
        text,
        &SownMoveDocument::new(&sown, trace.is_some()),
    ))
}

/// Returns a summary of the move in one line.
fn summary(sown: &SownMove) -> String {
    match (sown.recurrence, sown.steps, sown.laps) {
        (Some(found), _, _) => format!(
            "It never ends: the sowing repeats every {}, {}.",
            counted(found.steps, "step"),
            counted(found.laps, "lap")
        ),
        (None, Some(steps), Some(laps)) if laps > 0 => {
            format!("{} in {}.", counted(steps, "seed"), counted(laps, "lap"))
        }
        _ => "Nothing is sown.".to_owned(),
    }
}

/// Returns one line per step: its number, the board, the hand, and the event.
fn trace_text(sown: &SownMove) -> String {
    let mut text = String::new();
    for (number, step) in &sown.trace {
        let pits: Vec<String> = step.pits().iter().map(u8::to_string).collect();
        let event = match step.event {
            SeedEvent::Start => "the pit is lifted",
            SeedEvent::Drop => "",
            SeedEvent::Relay => "all in the pit are lifted",
            SeedEvent::Take => "seeds are taken and sown on",
            SeedEvent::Capture => "seeds are captured",
            SeedEvent::Keep => "the last seed is captured",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{number:6}  {}  hand {:2}  {event}",
            pits.join(","),
            step.hand
        );
    }
    if !sown.complete && !sown.trace.is_empty() {
        let shown = counted(sown.trace.len() as u64 - 1, "step");
        text += &format!("       … {shown} shown, --trace-limit shows more\n");
    }
    text.push('\n');
    text
}
