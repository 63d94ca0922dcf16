//! The end of the server.

use std::time::Duration;

use rustix::process::Signal;

use super::child::Server;
use super::client::Events;

#[test]
fn a_signal_ends_open_streams_in_order() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut server = Server::start(&["--memory", "64M"]);
        let mut events = Events::open(&server, "game=55stones:capture=reversed");
        assert_eq!(events.next().unwrap().0, "choices");
        server.signal(signal);
        let mut last = None;
        while let Some(event) = events.next() {
            last = Some(event);
        }
        let (name, data) = last.unwrap();
        assert_eq!(
            (name.as_str(), data["reason"].as_str()),
            ("done", Some("stopping"))
        );
        assert_eq!(server.ended(Duration::from_secs(20)).code(), Some(code));
    }
}

#[test]
fn bad_options_end_it_at_once() {
    use std::process::Command;
    for (options, part) in [
        (&["--port", "no"][..], "--port"),
        (&["--tables", "/nowhere"], "--tables"),
        (&["--proof", "/nowhere"], "--proof"),
        (&["--page", "/nowhere"], "--page"),
        (&["--searches", "0"], "--searches"),
        (&["--listen", "here"], "--listen"),
        (&["--memory", "much"], "--memory"),
        (&["--time-limit", "0"], "--time-limit"),
        (&["--time-limit", "18446744073709551615"], "--time-limit"),
        (&["--host", ""], "--host"),
        (&["--host", "a b"], "--host"),
    ] {
        let program = env!("CARGO_BIN_EXE_sowlab-board");
        let output = Command::new(program).args(options).output().unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}: {line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains(part), "{line}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_address_that_cannot_be_printed_ends_it() {
    use std::fs::File;
    use std::process::{Command, Stdio};
    for (options, code) in [
        (&["--port", "0"][..], 1),
        (&["--help"], 1),
        (&["-V"], 1),
        (&["--nonsense"], 2),
    ] {
        let full = || File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_sowlab-board"))
            .args(options)
            .stdout(full())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{options:?}: {line}");
        assert_eq!(line.lines().count(), 1, "{options:?}: {line}");
        let silent = Command::new(env!("CARGO_BIN_EXE_sowlab-board"))
            .args(options)
            .stdout(full())
            .stderr(full())
            .status()
            .unwrap();
        assert_eq!(silent.code(), Some(code), "{options:?}");
    }
}
