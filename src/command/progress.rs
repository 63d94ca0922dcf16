//! Progress on standard error, and being told to stop.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sowlab_solvers::Monitor;

use super::Common;
use super::failure::note;
use super::signals;

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// The bar where it is known how much there is to do.
const KNOWN_END: &str = "{msg:24} {wide_bar} {human_pos}/{human_len} {per_sec} {eta} left";
/// The bar where it is not.
const OPEN_END: &str = "{spinner} {msg} {human_pos}, {per_sec}";

/// A bar with rate and time left on a terminal, a plain line every few seconds elsewhere.
pub(super) struct Progress {
    bar: ProgressBar,
    /// When the last plain line was printed; `None` if none are wanted.
    lines: Option<Mutex<Instant>>,
    quiet: bool,
}

impl Progress {
    /// Progress as the common options want it. From here on Ctrl-C and SIGTERM ask the work to stop; a
    /// second one ends the process at once.
    pub(super) fn new(common: &Common) -> Progress {
        signals::listen();
        let terminal = std::io::stderr().is_terminal();
        let bar = if common.quiet || !terminal {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(0)
        };
        Progress {
            bar,
            lines: (!common.quiet && !terminal).then(|| Mutex::new(Instant::now())),
            quiet: common.quiet,
        }
    }

    /// A remark on standard error.
    pub(super) fn say(&self, line: &str) {
        if !self.quiet {
            self.bar.suspend(|| note(line));
        }
    }
}

impl Monitor for Progress {
    fn begin(&self, what: &str, units: u64) {
        let style = if units == 0 { OPEN_END } else { KNOWN_END };
        self.bar
            .set_style(ProgressStyle::with_template(style).expect("a valid template"));
        self.bar.reset();
        self.bar.set_length(units);
        self.bar.set_message(what.to_owned());
    }

    fn advance(&self, units: u64) {
        self.bar.inc(units);
        let Some(Ok(mut last)) = self.lines.as_ref().map(Mutex::try_lock) else {
            return;
        };
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let (message, rate) = (self.bar.message(), self.bar.per_sec());
            if all == 0 {
                note(&format!("{message}: {done}, {rate:.0}/s"));
            } else {
                let left = self.bar.eta().as_secs_f64();
                note(&format!(
                    "{message}: {done}/{all}, {rate:.0}/s, {left:.0} s left"
                ));
            }
        }
    }

    fn remark(&self, line: &str) {
        self.say(line);
    }

    fn cancelled(&self) -> bool {
        signals::told_to_stop()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
