//! The signals that stop the server.

use std::process::ExitCode;

/// The signal that stopped the server.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stopped {
    /// SIGINT: Ctrl-C.
    Interrupted,
    /// SIGTERM.
    #[cfg(unix)]
    Terminated,
}

impl Stopped {
    /// Returns the exit code that shells use for the signal.
    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Stopped::Interrupted => 130,
            #[cfg(unix)]
            Stopped::Terminated => 143,
        })
    }
}

/// The signals from the time of [`listen`](Signals::listen) on.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    pub(crate) fn listen() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next signal.
    pub(crate) async fn next(&mut self) -> Stopped {
        tokio::select! {
            _ = self.interrupt.recv() => Stopped::Interrupted,
            _ = self.terminate.recv() => Stopped::Terminated,
        }
    }
}

/// Ctrl-C from the time of [`listen`](Signals::listen) on.
#[cfg(windows)]
pub(crate) struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    pub(crate) fn listen() -> std::io::Result<Signals> {
        tokio::signal::windows::ctrl_c().map(Signals)
    }

    /// Waits for the next Ctrl-C.
    pub(crate) async fn next(&mut self) -> Stopped {
        self.0.recv().await;
        Stopped::Interrupted
    }
}
