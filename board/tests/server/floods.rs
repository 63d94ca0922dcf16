//! Many requests, slow readers, cut connections: the memory stays flat, and the server answers.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::child::{Server, eventually};
use super::client::{Events, connect, get, request};

/// The allowed growth of memory in kilobytes, which allocators reserve for threads.
const SLACK: u64 = 24_000;

const PATHS: [&str; 6] = [
    "/api/v1/games",
    "/api/v1/show?game=55stones&record=E4W1+stay+W6E8",
    "/api/v1/sow?game=55stones&east=10&west=1",
    "/api/v1/show?game=nothing",
    "/",
    "/nothing",
];

fn flood(server: &Server, requests: usize, threads: usize) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= requests {
                        break;
                    }
                    let path = PATHS[number % PATHS.len()];
                    let status = get(server, path).status;
                    assert!(matches!(status, 200 | 400 | 404), "{path}: {status}");
                }
            });
        }
    });
}

#[test]
fn ten_thousand_requests_leave_nothing_behind() {
    let mut server = Server::start(&[]);
    flood(&server, 2000, 8);
    let (memory, files) = (server.resident(), server.open_files());
    flood(&server, 10_000, 8);
    // Two hundred at once.
    flood(&server, 2000, 200);
    server.runs();
    let after = server.resident();
    assert!(after < memory + SLACK, "{memory} kB, then {after} kB");
    eventually(Duration::from_secs(5), "connections stay open", || {
        server.open_files() <= files + 2
    });
}

#[test]
fn searches_leave_no_memory_behind() {
    // The memory of two concurrent searches in kilobytes. Allocators reserve a varying part of it for the next search.
    // So the memory after some rounds is compared with that after many more, in which a leak of 1 MB per search shows.
    const AT_ONCE: u64 = 2 * (64 << 10);
    const FIRST_ROUNDS: usize = 6;
    const MORE_ROUNDS: usize = 24;
    let mut server = Server::start(&["--memory", "64M", "--searches", "2"]);
    let round = || {
        for _ in 0..6 {
            let mut events = Events::open(&server, "game=33stones");
            events.next().unwrap();
        }
        let mut events = Events::open(&server, "game=stones:holes=4,seeds=2&replies=1");
        while events.next().is_some() {}
    };
    let idle = || {
        let before = server.ticks();
        std::thread::sleep(Duration::from_millis(300));
        server.ticks() <= before + 2
    };
    let after_rounds = |rounds| {
        for _ in 0..rounds {
            round();
        }
        eventually(Duration::from_secs(60), "a search goes on", idle);
        server.resident()
    };
    let memory = after_rounds(FIRST_ROUNDS);
    let after = after_rounds(MORE_ROUNDS);
    assert!(after < memory + AT_ONCE, "{memory} kB, then {after} kB");
    server.runs();
}

#[test]
fn slow_readers_and_cut_connections_hold_nobody_up() {
    let mut server = Server::start(&["--memory", "64M", "--searches", "1"]);
    // These say nothing, half of a request, or do not read.
    let silent: Vec<_> = (0..50).map(|_| connect(&server)).collect();
    let mut halves = Vec::new();
    for _ in 0..50 {
        let mut stream = connect(&server);
        stream.write_all(b"GET / HT").unwrap();
        halves.push(stream);
    }
    let mut unread = Vec::new();
    for _ in 0..50 {
        let mut stream = connect(&server);
        let text = request(&server, PATHS[2], "").repeat(20);
        stream.write_all(text.as_bytes()).unwrap();
        unread.push(stream);
    }
    // One reads a stream byte by byte: what it gets late is still whole lines in order.
    let mut slow = connect(&server);
    let path = "/api/v1/choices?game=stones:holes=4,seeds=2";
    slow.write_all(request(&server, path, "Connection: close\r\n").as_bytes())
        .unwrap();
    let mut text = Vec::new();
    let mut byte = [0];
    while slow.read(&mut byte).unwrap() == 1 {
        text.push(byte[0]);
        if text.len() % 512 == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("event: done"), "{text}");
    for _ in 0..100 {
        let mut stream = connect(&server);
        let _ = stream.write_all(request(&server, PATHS[1], "").as_bytes());
        let _ = stream.shutdown(Shutdown::Both);
    }
    assert_eq!(get(&server, PATHS[0]).status, 200);
    drop((silent, halves, unread));
    assert_eq!(get(&server, PATHS[0]).status, 200);
    server.runs();
}

#[test]
fn searches_that_find_no_turn_are_told_so() {
    let server = Server::start(&["--searches", "1", "--memory", "64M"]);
    let mut events = Events::open(&server, "game=55stones:capture=reversed");
    events.next().unwrap();
    let answer = get(&server, "/api/v1/choices?game=55stones:capture=reversed");
    assert_eq!(answer.status, 503);
    let line = answer.json()["error"].to_string();
    assert!(line.contains("--searches"), "{line}");
    // Quick requests are still answered.
    assert_eq!(get(&server, PATHS[1]).status, 200);
}
