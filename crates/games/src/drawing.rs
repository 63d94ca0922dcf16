//! Boards of two and of four ranks as pictures of text.

use std::fmt::Write;

/// Draws a line of numbers after a margin of this width.
fn line(margin: &str, width: usize, counts: impl Iterator<Item = usize>) -> String {
    let mut text = format!("  {margin:width$}");
    for count in counts {
        // Writing to a string cannot fail.
        let _ = write!(text, "{count:4}");
    }
    text
}

/// Returns the name of a side, with `*` if it is to move.
fn named(side: &str, moves: bool) -> String {
    match moves {
        true => format!("{side} *"),
        false => side.to_owned(),
    }
}

/// Draws two ranks in Lower's view. Each pit faces the one above or below it, and numbers are outside. Stores are at
/// their owner's right hand, and `*` marks the side to move. Ranks are in the order of sowing, Lower's first.
pub(crate) fn two_ranks(ranks: [&[usize]; 2], stores: [usize; 2], moves: [bool; 2]) -> String {
    let [lower, upper] = ranks;
    let pits = lower.len();
    let upper_numbers = line(&named("Upper", moves[1]), 7, 1..=pits);
    let upper_seeds = line(&format!("{:5}", stores[1]), 7, upper.iter().rev().copied());
    let lower_seeds = line("", 7, lower.iter().copied());
    let lower_numbers = line(&named("Lower", moves[0]), 7, (1..=pits).rev());
    format!(
        "{upper_numbers}\n{upper_seeds}\n{lower_seeds}  {:4}\n{lower_numbers}\n",
        stores[0]
    )
}

/// Draws four ranks in Lower's view: both outer ranks with the numbers of their pits outside, the inner ones between
/// them. `*` marks the side to move. The pits of a side are in the order of sowing, Lower's first.
pub(crate) fn four_ranks(sides: [&[usize]; 2], moves: [bool; 2]) -> String {
    let [lower, upper] = sides;
    let pits = lower.len() / 2;
    let (outer, inner) = lower.split_at(pits);
    let (upper_outer, upper_inner) = upper.split_at(pits);
    let lines = [
        line("", 8, (1..=pits).rev()),
        line(
            &named("Upper", moves[1]),
            8,
            upper_outer.iter().rev().copied(),
        ),
        line(
            &format!("{}..{}", pits + 1, 2 * pits),
            8,
            upper_inner.iter().copied(),
        ),
        format!("           {}", "-".repeat(4 * pits - 1)),
        line(
            &format!("{}..{}", 2 * pits, pits + 1),
            8,
            inner.iter().rev().copied(),
        ),
        line(&named("Lower", moves[0]), 8, outer.iter().copied()),
        line("", 8, 1..=pits),
    ];
    lines.join("\n") + "\n"
}
