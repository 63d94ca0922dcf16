//! A small web server that answers as a test tells it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How a request is answered.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The requested range.
    Right,
    /// The whole file, with status 200.
    Whole,
    /// The range, stated as another one.
    Stated(String),
    /// The range, stated with a length of its own.
    Length(u64),
    /// The range without a stated length, and more bytes.
    Longer,
    /// The first bytes of the range; then the connection ends.
    Cut(usize),
    /// The range with one byte changed.
    Flipped,
    /// The range of a file with this tag.
    Tag(&'static str),
    /// The range, said to be compressed.
    Packed,
    /// Nothing but a status.
    Status(u16),
    /// A redirect to this place.
    Redirect(String),
    /// The first byte of the range, and then nothing.
    Silence,
    /// The end of the connection.
    Hangup,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The number of earlier requests.
    pub(crate) number: usize,
    pub(crate) path: String,
    /// The first byte, and the last.
    pub(crate) range: (u64, u64),
    pub(crate) if_range: Option<String>,
}

type Rule = dyn Fn(&Request) -> Answer + Send + Sync;

/// A server of the files in a folder. It ends with this value.
pub(crate) struct Server {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    stopped: Arc<AtomicBool>,
}

impl Server {
    pub(crate) fn new(
        folder: PathBuf,
        rule: impl Fn(&Request) -> Answer + Send + Sync + 'static,
    ) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let stopped: Arc<AtomicBool> = Arc::default();
        let connection = Arc::new(Connection {
            folder,
            rule: Box::new(rule),
            requests: Arc::clone(&requests),
            stopped: Arc::clone(&stopped),
        });
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if connection.stopped.load(Ordering::Relaxed) {
                    break;
                }
                let connection = Arc::clone(&connection);
                std::thread::spawn(move || connection.serve(stream.unwrap()));
            }
        });
        Server {
            url,
            requests,
            stopped,
        }
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        // The listener notices with its next connection.
        let _ = TcpStream::connect(self.url.trim_start_matches("http://"));
    }
}

struct Connection {
    folder: PathBuf,
    rule: Box<Rule>,
    requests: Arc<Mutex<Vec<Request>>>,
    stopped: Arc<AtomicBool>,
}

impl Connection {
    fn serve(&self, mut stream: TcpStream) {
        let mut input = BufReader::new(stream.try_clone().unwrap());
        while let Some(request) = self.read(&mut input) {
            let answer = (self.rule)(&request);
            // A client that has seen enough may end the connection.
            if !matches!(self.answer(&mut stream, &request, &answer), Ok(true)) {
                break;
            }
        }
    }

    fn read(&self, input: &mut BufReader<TcpStream>) -> Option<Request> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end() {
                "" => break,
                line => lines.push(line.to_owned()),
            }
        }
        let header = |name: &str| {
            let values = lines[1..].iter().filter_map(|line| line.split_once(": "));
            let mut values = values.filter(|(found, _)| found.eq_ignore_ascii_case(name));
            Some(values.next()?.1.to_owned())
        };
        let range = header("range").expect("a range");
        let (first, last) = range
            .strip_prefix("bytes=")
            .unwrap()
            .split_once('-')
            .unwrap();
        let mut requests = self.requests.lock().unwrap();
        let request = Request {
            number: requests.len(),
            path: lines[0].split(' ').nth(1).unwrap().to_owned(),
            range: (first.parse().unwrap(), last.parse().unwrap()),
            if_range: header("if-range"),
        };
        requests.push(request.clone());
        Some(request)
    }

    /// Writes an answer, and returns whether the connection continues.
    fn answer(
        &self,
        stream: &mut TcpStream,
        request: &Request,
        answer: &Answer,
    ) -> std::io::Result<bool> {
        let simple = |stream: &mut TcpStream, status: u16, more: &str| {
            write!(
                stream,
                "HTTP/1.1 {status} Some\r\nContent-Length: 0\r\n{more}\r\n"
            )?;
            Ok(true)
        };
        let Ok(contents) = fs::read(self.folder.join(request.path.trim_start_matches('/'))) else {
            return simple(stream, 404, "");
        };
        match answer {
            Answer::Status(status) => return simple(stream, *status, ""),
            Answer::Redirect(to) => return simple(stream, 302, &format!("Location: {to}\r\n")),
            Answer::Hangup => return Ok(false),
            _ => {}
        }
        let length = contents.len() as u64;
        let (first, last) = request.range;
        let tag = match answer {
            Answer::Tag(tag) => tag,
            _ => "\"first\"",
        };
        let changed = request.if_range.as_ref().is_some_and(|known| known != tag);
        if changed || matches!(answer, Answer::Whole) {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nETag: {tag}\r\nContent-Length: {length}\r\n\r\n"
            )?;
            stream.write_all(&contents)?;
            return Ok(true);
        }
        if first >= length {
            return simple(stream, 416, "");
        }
        let end = length.min(last + 1);
        let mut body = contents[first as usize..end as usize].to_vec();
        let stated = match answer {
            Answer::Stated(stated) => stated.clone(),
            _ => format!("bytes {first}-{}/{length}", end - 1),
        };
        write!(
            stream,
            "HTTP/1.1 206 Partial Content\r\nETag: {tag}\r\nContent-Range: {stated}\r\n"
        )?;
        match answer {
            Answer::Longer => write!(stream, "Connection: close\r\n\r\n")?,
            Answer::Length(length) => write!(stream, "Content-Length: {length}\r\n\r\n")?,
            Answer::Packed => write!(
                stream,
                "Content-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
                body.len()
            )?,
            _ => write!(stream, "Content-Length: {}\r\n\r\n", body.len())?,
        }
        match answer {
            Answer::Cut(bytes) => body.truncate(*bytes),
            Answer::Longer => body.push(0),
            Answer::Silence => body.truncate(1),
            Answer::Flipped => *body.last_mut().unwrap() ^= 1,
            _ => {}
        }
        stream.write_all(&body)?;
        if matches!(answer, Answer::Silence) {
            while !self.stopped.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        Ok(!matches!(
            answer,
            Answer::Cut(_) | Answer::Longer | Answer::Silence
        ))
    }
}
