//! Progress on standard error, and being told to stop.

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

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// How often the line on a terminal is drawn.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// Parts in which the bar grows.
const PARTS: u64 = 1000;
/// The line where it is known how much there is to do.
const KNOWN_END: &str = "{wide_msg} {bar:16} {prefix}";
/// The line where it is not.
const OPEN_END: &str = "{spinner} {wide_msg} {prefix}";

/// A bar with rate and time left on a terminal, a plain line every few seconds elsewhere.
pub(super) struct Progress {
    /// On a terminal.
    bar: Option<ProgressBar>,
    /// The stage, and when it was last shown; `None` if progress is not shown.
    shown: Option<Mutex<(Stage, Instant)>>,
    quiet: bool,
    rounds: Interrupt,
}

impl Progress {
    /// Progress as the common options want it. From here on Ctrl-C and SIGTERM ask the work to stop; a
    /// second one ends the process at once.
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

    /// A remark on standard error.
    pub(super) fn say(&self, line: &str) {
        if self.quiet {
            return;
        }
        match &self.bar {
            Some(bar) => bar.suspend(|| note(line)),
            None => note(line),
        }
    }

    /// The stage, unless another thread is showing it.
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
        signals::told_to_stop() || self.rounds.exhausted()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
