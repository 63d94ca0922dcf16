//! Progress on standard error, and the cancellation by signals.

use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sowlab_base::interrupt::Interrupt;
use sowlab_solvers::Monitor;

use super::Common;
use super::signals;
use super::stage::Stage;
use sowlab_terminal::note;

/// The interval between two lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// The interval between two drawings of the line on a terminal.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// The number of steps of the bar.
const PARTS: u64 = 1000;
/// The template of the line where the total is known.
const KNOWN_END: &str = "{wide_msg} {bar:16} {prefix}";
/// The template of the line where the total is unknown.
const OPEN_END: &str = "{spinner} {wide_msg} {prefix}";

/// A bar with rate and time left on a terminal, a plain line every few seconds elsewhere.
pub(super) struct Progress {
    /// The bar, on a terminal.
    bar: Option<ProgressBar>,
    /// The stage, and the time when it was last shown; `None` if progress is not shown.
    shown: Option<Mutex<(Stage, Instant)>>,
    quiet: bool,
    rounds: Interrupt,
}

impl Progress {
    /// Creates the progress of a command. From here on Ctrl-C and SIGTERM cancel the work; a second one ends the
    /// process at once.
    pub(super) fn new(common: &Common) -> Progress {
        signals::listen();
        let quiet = common.quiet;
        let terminal = std::io::stderr().is_terminal();
        let stage = || Mutex::new((Stage::new(String::new(), 0), Instant::now()));
        Progress {
            bar: (!quiet && terminal).then(|| ProgressBar::new(0)),
            shown: (!quiet).then(stage),
            quiet,
            rounds: signals::rounds(),
        }
    }

    /// Prints a remark on standard error, unless that is suppressed.
    pub(super) fn say(&self, line: &str) {
        if self.quiet {
            return;
        }
        match &self.bar {
            Some(bar) => bar.suspend(|| note(line)),
            None => note(line),
        }
    }

    /// Locks the stage and returns it, unless progress is not shown.
    fn stage(&self) -> Option<MutexGuard<'_, (Stage, Instant)>> {
        let shown = self.shown.as_ref()?;
        Some(shown.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn draw(&self, bar: &ProgressBar, stage: &mut Stage) {
        let share = stage.share();
        let template = if share.is_some() { KNOWN_END } else { OPEN_END };
        bar.set_style(ProgressStyle::with_template(template).expect("a valid template"));
        bar.set_length(PARTS);
        bar.set_message(stage.what().to_owned());
        bar.set_prefix(stage.numbers());
        bar.set_position(share.map_or(0, |share| (share * PARTS as f64) as u64));
        bar.tick();
    }
}

impl Monitor for Progress {
    fn begin(&self, what: &str, units: u64) {
        let Some(mut shown) = self.stage() else {
            return;
        };
        shown.0 = Stage::new(what.to_owned(), units);
        if let Some(bar) = &self.bar {
            self.draw(bar, &mut shown.0);
        }
    }

    fn resume(&self, units: u64) {
        if let Some(mut shown) = self.stage() {
            shown.0.resume(units);
        }
    }

    fn advance(&self, units: u64) {
        let Some(mut shown) = self.stage() else {
            return;
        };
        let (stage, last) = &mut *shown;
        stage.advance(units);
        let every = if self.bar.is_some() {
            DRAW_EVERY
        } else {
            LINE_EVERY
        };
        if last.elapsed() < every {
            return;
        }
        *last = Instant::now();
        match &self.bar {
            Some(bar) => self.draw(bar, stage),
            None => {
                let numbers = stage.numbers();
                note(&format!("{}: {numbers}", stage.what()));
            }
        }
    }

    fn remark(&self, line: &str) {
        self.say(line);
    }

    fn cancelled(&self) -> bool {
        signals::stop_requested() || self.rounds.exhausted()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
