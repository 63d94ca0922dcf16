//! The end of the server.

use std::time::Duration;

use rustix::process::Signal;

use super::child::Server;
use super::client::Events;

#[test]
fn a_signal_ends_open_streams_in_order() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut server = Server::start(&["--memory", "64M"]);
        let mut events = Events::open(&server, "game=55stones");
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
