//! Requests as bytes: nothing stands between test and server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use super::child::Server;

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("no JSON: {text}"))
    }
}

/// A connection with a limit on waiting.
pub(crate) fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(120)))
        .unwrap();
    stream
}

/// The text of a request with these headers besides.
pub(crate) fn request(server: &Server, path: &str, headers: &str) -> String {
    let port = server.port;
    format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{headers}\r\n")
}

/// Sends bytes, and reads the answer until the server closes the connection.
pub(crate) fn raw(server: &Server, bytes: &[u8]) -> Answer {
    let mut stream = connect(server);
    // A server that refuses early closes before everything is written.
    let _ = stream.write_all(bytes);
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(&all)));
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer {
        status,
        head,
        body: all[end + 4..].to_vec(),
    }
}

/// One request, one connection.
pub(crate) fn get(server: &Server, path: &str) -> Answer {
    raw(
        server,
        request(server, path, "Connection: close\r\n").as_bytes(),
    )
}

/// The document at a path below `/api/v1/`.
pub(crate) fn document(server: &Server, path: &str) -> Value {
    let answer = get(server, &format!("/api/v1/{path}"));
    let text = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, 200, "{path}: {text}");
    answer.json()
}

/// A text as a parameter.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// An event of a stream: its name and data.
pub(crate) type Event = (String, Value);

/// A stream of events.
pub(crate) struct Events {
    reader: BufReader<TcpStream>,
}

impl Events {
    /// Asks for `/api/v1/choices?…`.
    pub(crate) fn open(server: &Server, query: &str) -> Events {
        let mut stream = connect(server);
        let path = format!("/api/v1/choices?{query}");
        let text = request(server, &path, "Connection: close\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert!(line.starts_with("HTTP/1.1 200"), "{line}");
        Events { reader }
    }

    /// The next event; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Event> {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = event.trim().to_owned();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).unwrap()));
            }
        }
    }
}
