//! Lines that a person types, read on a thread of their own so that Ctrl-C ends the wait.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use sowlab_solvers::Monitor;

/// The time between checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// The result of a wait for input.
pub(super) enum Typed {
    /// A line, without white space around it.
    Line(String),
    /// There are no more.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Standard input, line by line: with editing and a history on a terminal, as it comes from elsewhere.
pub(super) struct Input {
    lines: Receiver<Typed>,
    /// The prompts of an editor; `None` where nobody edits.
    prompts: Option<Sender<String>>,
}

impl Input {
    /// Begins to read. Lines are edited if both standard input and output are a terminal and `text` goes there.
    pub(super) fn new(text: bool) -> Input {
        let terminal = text && io::stdin().is_terminal() && io::stdout().is_terminal();
        if let Some(editor) = terminal.then(DefaultEditor::new).and_then(Result::ok) {
            return Input::edited(editor);
        }
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if sender.send(Typed::Line(text)).is_err() {
                    break;
                }
            }
        });
        Input {
            lines,
            prompts: None,
        }
    }

    fn edited(mut editor: DefaultEditor) -> Input {
        let (sender, lines) = channel();
        let (prompts, asked) = channel::<String>();
        thread::spawn(move || {
            for prompt in asked {
                let typed = match editor.readline(&prompt) {
                    Ok(line) => {
                        // Without it the line is only not offered again.
                        let _ = editor.add_history_entry(line.trim());
                        Typed::Line(line.trim().to_owned())
                    }
                    Err(ReadlineError::Interrupted) => Typed::Interrupted,
                    Err(_) => Typed::End,
                };
                if sender.send(typed).is_err() {
                    break;
                }
            }
        });
        Input {
            lines,
            prompts: Some(prompts),
        }
    }

    /// Shows a prompt and waits for a line.
    ///
    /// # Errors
    /// The prompt cannot be written.
    pub(super) fn next(
        &self,
        prompt: &str,
        out: &mut dyn Write,
        monitor: &dyn Monitor,
    ) -> io::Result<Typed> {
        match &self.prompts {
            Some(prompts) => {
                out.flush()?;
                // Where the editor is gone, so are its lines.
                let _ = prompts.send(prompt.to_owned());
            }
            None => {
                write!(out, "{prompt}")?;
                out.flush()?;
            }
        }
        loop {
            if monitor.cancelled() {
                return Ok(Typed::Interrupted);
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(typed) => return Ok(typed),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Typed::End),
            }
        }
    }
}
