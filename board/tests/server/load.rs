//! Random requests, right ones and wrong ones, of every endpoint, also hard ones, with clients that leave: each has an
//! answer in time.
//!
//! `BOARD_REQUESTS=1000000 cargo test --release -p sowlab-board --test server -- --ignored --nocapture load` sends a
//! million. `BOARD_SEED` makes others.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::child::{Server, eventually};
use super::client::{encoded, request};

/// The longest time for an answer.
const MOST: Duration = Duration::from_secs(10);
/// Clients at one time.
const CLIENTS: usize = 24;

/// A stream of numbers for each request, whatever thread sends it (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

const GAMES: [&str; 16] = [
    "55stones",
    "33stones",
    "stones:holes=4,seeds=2",
    "stones:holes=13,seeds=7",
    "stones:holes=16,seeds=15",
    "stones:capture=reversed,both-out=end",
    "kalah",
    "kalah:pits=8,seeds=7",
    "awari",
    "trysse",
    "warri",
    "egyptian",
    "random:seed=3",
    "owela",
    "owela:pits=8",
    "colony:board=rows",
];
const WRONG_GAMES: [&str; 8] = [
    "",
    "56stones",
    "stones:holes=99",
    "colony:board=/etc/passwd",
    "colony:board=/dev/zero.toml",
    "random:seed=x",
    "\u{1f600}\0",
    "kalah:pits=0,seeds=-1",
];
const ENGINES: [&str; 10] = [
    "random",
    "greedy",
    "medium",
    "alphabeta:depth=2",
    "mcts:playouts=30",
    "mcts:playouts=20,eval=built-in",
    "mcts:eval=/dev/ptmx",
    "perfect",
    "external:/bin/true",
    "alphabeta:hash=64G",
];
/// They take seconds: searches without end, and rounds that take hours.
const HARD: [&str; 6] = [
    "sow?game=stones:holes=13,seeds=7&position=4,11,8,9,6,7,8,5,8,5,4,6,10+E+0+0+-+3&east=12&west=13&limit=1",
    "equilibrium?game=stones:holes=16,seeds=15&order=sealed&horizon=12",
    "equilibrium?game=55stones&order=sealed&horizon=5&compare=1",
    "play?game=55stones&engine=alphabeta:depth=60",
    "play?game=owela:pits=8&engine=mcts:playouts=1000000000",
    "review?game=55stones&record=E4W1+stay+W6E8+E2W1&time=9",
];

/// A position of some stones, right or wrong for whatever game.
fn position(random: &mut Random) -> String {
    let holes = random.of(&["4", "11", "13", "16"]).parse().unwrap();
    let stones: Vec<String> = (0..holes).map(|_| random.below(12).to_string()).collect();
    let side = random.of(&["E", "W", "L", "X"]);
    let total = random.below(40);
    format!("{} {side} {total} 0 - 3", stones.join(","))
}

/// Text without sense.
fn noise(random: &mut Random) -> String {
    (0..random.below(60))
        .map(|_| char::from_u32(random.below(0x250) as u32).unwrap_or('?'))
        .collect()
}

/// A path. Every 5000th is hard.
fn path(random: &mut Random) -> String {
    if random.one_in(5000) {
        return format!("/api/v1/{}", random.of(&HARD));
    }
    let game = match random.below(8) {
        0 => random.of(&WRONG_GAMES),
        _ => random.of(&GAMES),
    };
    let mut query = vec![("game", game.to_owned())];
    let endpoint = match random.below(100) {
        0..=34 => {
            let record = random.of(&["", "E4W1 stay", "L3", "E4", "R5 R3", "E12W13"]);
            query.push(("record", record.to_owned()));
            "show"
        }
        35..=74 => {
            query.push(("east", random.below(17).to_string()));
            query.push(("west", random.below(17).to_string()));
            query.push(("limit", random.below(200).to_string()));
            if random.one_in(4) {
                query.push(("from", random.next().to_string()));
            }
            "sow"
        }
        75..=84 => {
            query.push(("move", random.of(&["L1", "L5", "R3", "E4", "x"]).to_owned()));
            query.push(("limit", "50".to_owned()));
            if random.one_in(4) {
                query.push(("from", random.below(1 << 53).to_string()));
            }
            "sow"
        }
        85 => {
            query.push(("time", random.below(3).to_string()));
            "choices"
        }
        86 => {
            query[0].1 = "stones:holes=4,seeds=2".to_owned();
            query.push((
                "order",
                random.of(&["open", "sealed", "reverse", "x"]).to_owned(),
            ));
            query.push(("horizon", random.below(4).to_string()));
            "equilibrium"
        }
        87 => {
            query[0].1 = "stones:holes=4,seeds=2".to_owned();
            query.push(("record", random.of(&["E2W1", "E3W2 stay", "W1"]).to_owned()));
            query.push(("time", "1".to_owned()));
            "review"
        }
        88 => {
            query.push(("engine", random.of(&ENGINES).to_owned()));
            query.push(("seed", random.next().to_string()));
            "play"
        }
        89..=93 => "games",
        94 => random.of(&["engines", "rules"]),
        95..=96 => {
            return random
                .of(&["/", "/main.js", "/nothing", "/api", "/../x"])
                .to_owned();
        }
        _ => "nothing",
    };
    if matches!(endpoint, "games" | "engines") && !random.one_in(4) {
        query.clear();
    }
    if random.one_in(3) && endpoint != "games" {
        query.push(("position", position(random)));
    }
    if random.one_in(20) {
        let place = random.below(query.len().max(1) as u64) as usize;
        if let Some((_, value)) = query.get_mut(place) {
            *value = noise(random);
        }
    }
    let query: Vec<String> = (query.iter())
        .map(|(name, value)| format!("{name}={}", encoded(value)))
        .collect();
    format!("/api/v1/{endpoint}?{}", query.join("&"))
}

/// The outcome of a request.
enum Came {
    Status(u16),
    /// The client left before it did.
    Left,
    Nothing(String),
}

struct Client<'a> {
    server: &'a Server,
    stream: Option<BufReader<TcpStream>>,
}

impl Client<'_> {
    fn connect(&self) -> std::io::Result<BufReader<TcpStream>> {
        let stream = TcpStream::connect(("127.0.0.1", self.server.port))?;
        // Later than an answer may come, so that one that comes late is told from none.
        stream.set_read_timeout(Some(3 * MOST))?;
        stream.set_nodelay(true)?;
        Ok(BufReader::new(stream))
    }

    /// Sends a request, on the connection of the one before if that is open.
    fn ask(&mut self, path: &str, leaves: bool) -> Came {
        match self.try_ask(path, leaves) {
            Ok(came) => came,
            Err(error) => {
                self.stream = None;
                Came::Nothing(error.to_string())
            }
        }
    }

    fn try_ask(&mut self, path: &str, leaves: bool) -> std::io::Result<Came> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => self.connect()?,
        };
        let text = request(self.server, path, "");
        stream.get_mut().write_all(text.as_bytes())?;
        if leaves {
            return Ok(Came::Left);
        }
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| std::io::Error::other(format!("no status: {line:?}")))?;
        let mut length = None;
        loop {
            line.clear();
            if stream.read_line(&mut line)? <= 2 {
                break;
            }
            let field = line.to_ascii_lowercase();
            if let Some(value) = field.strip_prefix("content-length:") {
                length = value.trim().parse().ok();
            }
        }
        // A stream of events has no length: its client leaves after the first line.
        match length {
            Some(length) => {
                let mut body = vec![0; length];
                stream.read_exact(&mut body)?;
                self.stream = Some(stream);
            }
            None => drop(stream.read_line(&mut line)?),
        }
        Ok(Came::Status(status))
    }
}

/// The outcomes of all requests.
#[derive(Default)]
struct Report {
    by_status: BTreeMap<u16, u64>,
    left: u64,
    unanswered: Vec<String>,
    late: Vec<(Duration, String)>,
    slowest: (Duration, String),
}

impl Report {
    fn note(&mut self, came: Came, took: Duration, path: &str) {
        match came {
            Came::Left => self.left += 1,
            Came::Nothing(why) => self
                .unanswered
                .push(format!("{path}: {why} after {took:?}")),
            Came::Status(status) => {
                *self.by_status.entry(status).or_default() += 1;
                if took > MOST {
                    self.late.push((took, path.to_owned()));
                }
                if took > self.slowest.0 {
                    self.slowest = (took, path.to_owned());
                }
            }
        }
    }
}

fn load(requests: u64, seed: u64) {
    let mut server = Server::start(&["--memory", "64M"]);
    let next = AtomicU64::new(0);
    let report = Mutex::new(Report::default());
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let (server, stream) = (&server, None);
                let mut client = Client { server, stream };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= requests {
                        break;
                    }
                    let mut random = Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d) ^ number);
                    random.next();
                    let path = path(&mut random);
                    let leaves = random.one_in(50);
                    let asked = Instant::now();
                    let came = client.ask(&path, leaves);
                    report.lock().unwrap().note(came, asked.elapsed(), &path);
                    if number > 0 && number.is_multiple_of(50_000) {
                        println!("{number} requests, {:?}", started.elapsed());
                    }
                }
            });
        }
    });
    let Report {
        by_status,
        left,
        unanswered,
        late,
        slowest,
    } = report.into_inner().unwrap();
    println!(
        "{requests} requests of seed {seed} by {CLIENTS} clients in {:?}",
        started.elapsed()
    );
    println!("answers by status: {by_status:?}; clients that left: {left}");
    println!("slowest answer: {:?} {}", slowest.0, slowest.1);
    println!("memory at the end: {} kB", server.resident());
    assert!(
        unanswered.is_empty(),
        "{}: {:?}",
        unanswered.len(),
        unanswered.first()
    );
    assert!(late.is_empty(), "{}: {:?}", late.len(), late.first());
    assert_eq!(by_status.get(&500), None, "a fault");
    server.runs();
    eventually(Duration::from_secs(30), "a search goes on", || {
        let before = server.ticks();
        std::thread::sleep(Duration::from_millis(300));
        server.ticks() <= before + 2
    });
}

#[test]
fn random_requests_have_answers() {
    load(20_000, 1);
}

#[test]
#[ignore = "a million requests, half an hour"]
fn load_of_a_million() {
    let of = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let requests = of("BOARD_REQUESTS").unwrap_or(1_000_000);
    load(requests, of("BOARD_SEED").unwrap_or(1));
}
