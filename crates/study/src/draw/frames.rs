//! The boards of a drawing from a certificate: the rounds that are played, then the first steps of the non-terminating
//! round, sown stone by stone.

use super::boards::{Frame, Hand};
use crate::text::grouped;
use sowlab_analysis::certificates::{Certificate, Claim};
use sowlab_games::stones::stepper::{self, Event, Sowing};
use sowlab_games::stones::{
    ChoiceError, NotationError, Position, Record, RecordItem, Rules, WrittenRound,
};

/// The duration of a board in ticks: at the start of a round, within it, and at the end of the drawing.
const TICKS: [u32; 3] = [5, 1, 8];

/// Returns the rules that a certificate states; `None` if they are invalid.
pub(crate) fn rules(certificate: &Certificate) -> Option<Rules> {
    Rules::from_name(&certificate.full_name()).ok()
}

/// The error of a certificate that cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FramesError {
    /// The rules are not those of a stones-family game.
    #[error("the rules of the certificate are none")]
    Rules,
    /// The claim is not that of a non-terminating round.
    #[error("the certificate claims no endless round")]
    Claim,
    /// A round before the last is non-terminating.
    #[error("a round before the last never ends")]
    Endless,
    /// A position, record or round cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A choice is not legal.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
}

/// Returns the boards of a non-terminating round. Each round before it has one; the round itself has at most `steps`
/// steps, or its whole period if that is not longer.
///
/// # Errors
/// The certificate is not that of a non-terminating round, or its play is not legal.
pub(crate) fn frames(certificate: &Certificate, steps: u64) -> Result<Vec<Frame>, FramesError> {
    let rules = rules(certificate).ok_or(FramesError::Rules)?;
    let Claim::EndlessRound { round, period, .. } = &certificate.claim else {
        return Err(FramesError::Claim);
    };
    let mut position = Position::parse(&rules, &certificate.start)?;
    let sower = sowlab_games::stones::sowing::Sower::new(&rules);
    let record: Record = certificate.play.join(" ").parse()?;
    let mut frames = Vec::new();
    for item in &record.0 {
        let chosen = match *item {
            RecordItem::Round(chosen) => chosen,
            RecordItem::Pie { turn } => {
                position = position.decide_pie(turn)?;
                continue;
            }
        };
        let joint = position.joint_move(chosen.east.into(), chosen.west.into())?;
        let played = position.play(&sower, joint);
        let captured = played.round.captured;
        let outcome = match (captured.east, captured.west) {
            (0, 0) => "nothing is captured".to_owned(),
            (east, 0) => format!("East captures {east}"),
            (_, west) => format!("West captures {west}"),
        };
        frames.push(taking(
            &rules,
            &position,
            chosen,
            &format!("{chosen}: {outcome}"),
        ));
        position = played.position.ok_or(FramesError::Endless)?;
    }
    let last: WrittenRound = round.parse()?;
    frames.push(taking(
        &rules,
        &position,
        last,
        &format!("{last}: never ends"),
    ));
    frames.extend(sowing(&rules, &position, last, steps, *period));
    Ok(frames)
}

/// Returns the frame of a board with the holes that are about to be sown.
fn taking(rules: &Rules, position: &Position, chosen: WrittenRound, what: &str) -> Frame {
    let (east, west) = (usize::from(chosen.east) - 1, usize::from(chosen.west) - 1);
    let start = Sowing::start(rules, position.board(), east, west);
    Frame {
        caption: format!("Round {}, {what}", position.round()),
        holes: position.board().lanes()[..rules.holes()].to_vec(),
        east: Some(hand(&start.east)),
        west: Some(hand(&start.west)),
        ticks: TICKS[0],
    }
}

fn sowing(
    rules: &Rules,
    position: &Position,
    chosen: WrittenRound,
    steps: u64,
    period: u64,
) -> Vec<Frame> {
    let (east, west) = (usize::from(chosen.east) - 1, usize::from(chosen.west) - 1);
    let mut sowing = Sowing::start(rules, position.board(), east, west);
    let start = sowing;
    let shown = |sowing: &Sowing, caption: String| Frame {
        caption,
        holes: sowing.board.lanes()[..rules.holes()].to_vec(),
        east: Some(hand(&sowing.east)),
        west: Some(hand(&sowing.west)),
        ticks: TICKS[1],
    };
    let mut frames = vec![shown(&sowing, "Both hands lift".to_owned())];
    for step in 1..=steps {
        let event = sowing.step(rules);
        let lifts = match event {
            Event::Dropped => "",
            Event::Lifted {
                east: true,
                west: true,
            } => ": both lift",
            Event::Lifted { east: true, .. } => ": East lifts",
            Event::Lifted { .. } => ": West lifts",
            Event::Over(_) => ": the end",
        };
        let caption = if sowing == start {
            format!("Step {step}: as before step 1, for ever")
        } else if step == steps {
            format!("For ever: period {} steps", grouped(period))
        } else {
            format!("Step {step}{lifts}")
        };
        frames.push(shown(&sowing, caption));
        if sowing == start {
            break;
        }
    }
    if let Some(last) = frames.last_mut() {
        last.ticks = TICKS[2];
    }
    frames
}

fn hand(sower: &stepper::SowingHand) -> Hand {
    Hand {
        at: sower.at,
        rising: sower.rising,
        stones: sower.hand,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smallest() -> Certificate {
        let rules = "stones:holes=11,seeds=5,capture=normal,both-out=relay,mixed-out=end";
        let start = "0,1,0,1,0,1,0,1,0,2,2 E 47 0 - 3".to_owned();
        let claim = Claim::EndlessRound {
            round: "E10W11".into(),
            first_step: 0,
            period: 20,
        };
        Certificate::new(rules, start.clone(), Vec::new(), start, claim, 0).unwrap()
    }

    #[test]
    fn a_short_period_is_drawn_whole() {
        let frames = frames(&smallest(), 40).unwrap();
        assert_eq!(frames.len(), 1 + 1 + 20);
        let (first, last) = (&frames[1], &frames[21]);
        assert_eq!(first.holes, last.holes);
        let end = "Step 20: as before step 1, for ever";
        assert_eq!(last.caption, end);
        assert_eq!(
            first
                .holes
                .iter()
                .map(|&stones| u32::from(stones))
                .sum::<u32>(),
            4
        );
    }

    #[test]
    fn a_long_one_is_cut() {
        let frames = frames(&smallest(), 5).unwrap();
        assert_eq!(frames.len(), 1 + 1 + 5);
        let last = &frames[6];
        assert!(
            last.caption.ends_with("period 20 steps"),
            "{}",
            last.caption
        );
        assert!(last.ticks > frames[5].ticks, "the end is shown longer");
    }
}
