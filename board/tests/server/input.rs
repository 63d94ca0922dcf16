//! Bad input: one line in JSON, and the server goes on.

use super::child::Server;
use super::client::{encoded, get, raw, request};

#[test]
fn bad_parameters_are_refused_in_one_line() {
    let mut server = Server::start(&[]);
    let long = "5".repeat(40_000);
    let many = "E4W1+".repeat(5000);
    for (path, parts) in [
        ("show", &["game", "must be given"][..]),
        ("rules", &["game", "must be given"]),
        ("rules?game=kalah&position=x", &["position"]),
        ("show?game=56stones", &["game", "56stones", "33stones"]),
        ("show?game=55stones&position=5,5", &["position"]),
        ("show?game=55stones&record=E4W1+E9", &["record"]),
        ("show?game=55stones&board=1", &["board", "position"]),
        ("show?game=55stones&game=33stones", &["game", "twice"]),
        (
            &format!("show?game=55stones&record={many}"),
            &["record", "4000"],
        ),
        (
            &format!("show?game=55stones&position={long}"),
            &["position", "bytes"],
        ),
        ("sow?game=55stones&east=10", &["west", "must be given"]),
        ("sow?game=55stones&east=10&west=17", &["west", "1 to 16"]),
        ("sow?game=55stones&east=3&west=3", &["east, west"]),
        (
            "sow?game=55stones&east=10&west=1&limit=0",
            &["limit", "10000"],
        ),
        ("sow?game=55stones&east=10&west=1&from=-1", &["from"]),
        ("sow?game=kalah&east=1&west=2", &["game"]),
        ("choices?game=55stones&position=x", &["position"]),
        (
            "choices?game=55stones&replies=maybe",
            &["replies", "1 or 0"],
        ),
        ("choices?game=55stones&time=0", &["time"]),
        ("equilibrium?game=kalah", &["game"]),
        ("equilibrium?game=55stones&order=last", &["order", "sealed"]),
        ("equilibrium?game=55stones&horizon=999", &["horizon"]),
        ("equilibrium?game=55stones", &["horizon"]),
        ("review?game=55stones&record=E4W1+E9", &["record"]),
        ("play?game=55stones&engine=alfabeta", &["engine"]),
        (
            "play?game=55stones&engine=external:/bin/sh",
            &["engine", "programs"],
        ),
        (
            "play?game=55stones&engine=perfect:tables=/etc",
            &["engine", "perfect"],
        ),
        (
            "play?game=55stones&engine=alphabeta:hash=64G",
            &["engine", "memory"],
        ),
        (
            "play?game=55stones&engine=mcts:memory=64G",
            &["engine", "memory"],
        ),
        (
            "play?game=kalah:pits=2,seeds=1&record=L1+U1+L2+U2+L1+U1",
            &["record"],
        ),
        ("show?game=55stones&within=0", &["within", "3600"]),
        ("show?game=55stones&within=soon", &["within"]),
        ("games?x=1", &["x"]),
        (
            &format!("show?game={}", encoded("\0\n\u{1b}[31m")),
            &["unknown game"],
        ),
    ] {
        let answer = get(&server, &format!("/api/v1/{path}"));
        let document = answer.json();
        let short = &path[..path.len().min(80)];
        assert_eq!(answer.status, 400, "{short}: {document}");
        let line = document["error"].as_str().unwrap();
        assert!(!line.contains(char::is_control), "{short}: {line:?}");
        assert!(line.len() < 600, "{short}: {line}");
        for part in parts {
            assert!(line.contains(part), "{short}: {line}");
        }
    }
    server.runs();
}

#[test]
fn what_is_not_there_is_not_found() {
    let server = Server::start(&[]);
    for path in [
        "/api/v1/nothing",
        "/api/v2/games",
        "/nothing.html",
        "/Cargo.toml",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/player/../index.html",
        "/player/",
    ] {
        let answer = get(&server, path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.json()["error"].is_string(), "{path}");
    }
    for path in [
        "/",
        "/main.js",
        "/style.css",
        "/player/player.js",
        "/player/player.css",
    ] {
        let answer = get(&server, path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.body.is_empty());
    }
}

#[test]
fn what_is_no_request_ends_the_connection_alone() {
    let mut server = Server::start(&[]);
    let long = request(&server, &format!("/{}", "x".repeat(100_000)), "");
    let headers = request(&server, "/", &"X-Much: of it\r\n".repeat(10_000));
    for bytes in [
        b"\0\0\0\0\r\n\r\n".as_slice(),
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        long.as_bytes(),
        headers.as_bytes(),
    ] {
        let status = raw(&server, bytes).status;
        assert!((400..500).contains(&status), "{status}");
    }
    // 64 kB are the limit, of a request that would have an answer too.
    for (bytes, status) in [
        (60_000, 200),
        (70_000, 431),
        (100_000, 431),
        (1_000_000, 431),
    ] {
        let headers = format!("X-Much: {}\r\nConnection: close\r\n", "x".repeat(bytes));
        let text = request(&server, "/api/v1/games", &headers);
        assert_eq!(raw(&server, text.as_bytes()).status, status, "{bytes}");
    }
    let post =
        request(&server, "/api/v1/games", "Connection: close\r\n").replacen("GET", "POST", 1);
    assert_eq!(raw(&server, post.as_bytes()).status, 405);
    server.runs();
    assert_eq!(get(&server, "/api/v1/games").status, 200);
}
