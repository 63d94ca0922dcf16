//! Rounds that take hours: they hold nobody up, and end with their client, with their time, and with the server.

use std::io::Write;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::child::{Server, eventually};
use super::client::{connect, encoded, get, request};

/// A round whose period nobody has seen the end of.
const GAME: &str = "stones:holes=13,seeds=7";
const POSITION: &str = "4,11,8,9,6,7,8,5,8,5,4,6,10 E 0 0 - 3";

fn long_round(more: &str) -> String {
    let position = encoded(POSITION);
    format!("/api/v1/sow?game={GAME}&position={position}&east=12&west=13&limit=1{more}")
}

fn idle(server: &Server) -> bool {
    let before = server.ticks();
    std::thread::sleep(Duration::from_millis(300));
    server.ticks() <= before + 2
}

#[test]
fn long_rounds_hold_nobody_up_and_end_with_their_clients() {
    let mut server = Server::start(&[]);
    let path = long_round("&within=most");
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = connect(&server);
            let text = request(&server, &path, "");
            stream.write_all(text.as_bytes()).unwrap();
            stream
        })
        .collect();
    for path in ["show?game=55stones", "sow?game=55stones&east=10&west=1"] {
        std::thread::sleep(Duration::from_millis(500));
        let started = Instant::now();
        assert_eq!(get(&server, &format!("/api/v1/{path}")).status, 200);
        assert!(started.elapsed() < Duration::from_secs(7), "{path}");
    }
    // The searches of all turns are long rounds. Their clients leave, and nothing is computed any more.
    drop(waiting);
    eventually(Duration::from_secs(20), "a round goes on", || idle(&server));
    server.runs();
}

#[test]
fn an_answer_has_a_time() {
    let server = Server::start(&[]);
    for (more, most) in [("&within=2", 5), ("", 10)] {
        let started = Instant::now();
        let answer = get(&server, &long_round(more));
        assert_eq!(answer.status, 503);
        let line = answer.json()["error"].to_string();
        assert!(line.contains("within=SECONDS"), "{line}");
        assert!(started.elapsed() < Duration::from_secs(most), "{line}");
    }
    // Step by step it is shown as far as it is wanted, by a request that says how far.
    let path = long_round("&from=0").replace("within", "");
    assert_eq!(get(&server, &path).status, 503);
    assert!(idle(&server));
}

#[test]
fn the_server_ends_in_the_middle_of_a_round() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut server = Server::start(&[]);
        let mut stream = connect(&server);
        let text = request(&server, &long_round("&within=most"), "");
        stream.write_all(text.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        server.signal(signal);
        let ended = server.ended(Duration::from_secs(4));
        assert_eq!(ended.code(), Some(code));
    }
}
