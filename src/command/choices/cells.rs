//! Single values in tables.

use anstyle::{AnsiColor, Style};
use sowlab_findings::{Bounds, Estimate, exact};

const GAIN: Style = AnsiColor::Green.on_default();
const LOSS: Style = AnsiColor::Red.on_default();
const GUESS: Style = Style::new().dimmed();

/// Returns a value in few characters, and its style: `+3`; `+3*` where infinite play changes it; `~+3` for an estimate;
/// `?`.
pub(super) fn cell(bounds: &Bounds, estimate: Option<Estimate>) -> (String, Style) {
    match exact(&bounds.zero) {
        Some(margin) => {
            let one = bounds.one_value().is_some();
            let mark = if one { "" } else { "*" };
            (format!("{margin:+}{mark}"), style(margin))
        }
        None => match estimate {
            Some(Estimate { margin, .. }) => (format!("~{margin:+}"), GUESS),
            None => ("?".to_owned(), GUESS),
        },
    }
}

/// Returns the style of a value, marked if the choice is optimal.
pub(super) fn marked(style: Style, is_best: bool) -> Style {
    match is_best {
        true => style.bold().underline(),
        false => style,
    }
}

fn style(margin: i32) -> Style {
    match margin {
        0 => Style::new(),
        1.. => GAIN,
        _ => LOSS,
    }
}
