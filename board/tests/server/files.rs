//! No text of a client opens a file.

use std::path::Path;

use rustix::fs::inotify::{CreateFlags, Reader, WatchFlags, add_watch, init};
use sowlab_engines::levels::LEVELS;
use sowlab_games::catalog::entries;

use super::child::Server;
use super::client::{encoded, get};

/// Notices whatever is opened in a folder.
struct Watch(std::os::fd::OwnedFd);

impl Watch {
    fn new(folder: &Path) -> Watch {
        let watch = init(CreateFlags::NONBLOCK).unwrap();
        add_watch(&watch, folder, WatchFlags::OPEN | WatchFlags::ACCESS).unwrap();
        Watch(watch)
    }

    /// How often something was opened or read since the last call.
    fn opened(&self) -> usize {
        let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
        let mut reader = Reader::new(&self.0, &mut buffer);
        std::iter::from_fn(|| reader.next().ok().map(|_| ())).count()
    }
}

/// Files and a folder of a kind that each option might want.
fn files(folder: &Path) -> Vec<String> {
    let toy = include_str!("../../../crates/games/src/colony/boards/toy.toml");
    std::fs::write(folder.join("mine.toml"), toy).unwrap();
    std::fs::write(folder.join("bad.toml"), "secret = 1").unwrap();
    std::fs::write(folder.join("mine.eval"), "secret").unwrap();
    std::fs::create_dir(folder.join("tables")).unwrap();
    let names = [
        "mine.toml",
        "bad.toml",
        "mine.eval",
        "tables",
        "tables/none.toml",
    ];
    let paths = names.map(|name| folder.join(name).display().to_string());
    [
        &paths[..],
        &["/dev/ptmx".to_owned(), "/dev/zero.toml".to_owned()],
    ]
    .concat()
}

#[test]
fn no_option_of_a_game_or_an_engine_opens_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let paths = files(folder.path());
    let watch = Watch::new(folder.path());
    std::fs::read(folder.path().join("mine.toml")).unwrap();
    assert!(watch.opened() > 0, "the watch notices");

    let server = Server::start(&["--memory", "64M"]);
    let mut games = Vec::new();
    for entry in entries() {
        for path in &paths {
            games.push(path.clone());
            games.push(format!("{}:{path}", entry.name));
            let options = entry.options.iter().map(|option| option.name);
            games.extend(options.map(|option| format!("{}:{option}={path}", entry.name)));
        }
    }
    let mut engines = Vec::new();
    let names = [
        "random",
        "greedy",
        "alphabeta",
        "mcts",
        "perfect",
        "solved",
        "external",
    ];
    let options = [
        "depth", "time", "hash", "eval", "playouts", "c", "memory", "tables", "proof",
    ];
    for name in names.into_iter().chain(LEVELS.map(|level| level.name)) {
        for path in &paths {
            engines.push(format!("{name}:{path}"));
            engines.extend(options.map(|option| format!("{name}:{option}={path}")));
            engines.extend(options.map(|option| format!("{name}:playouts=10,{option}={path}")));
        }
    }
    let asked = |endpoint: &str, parameters: &[(&str, &str)]| {
        let query: Vec<String> = (parameters.iter())
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        let path = format!("/api/v1/{endpoint}?{}", query.join("&"));
        let answer = get(&server, &path);
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert_eq!(answer.status, 400, "{parameters:?}: {text}");
        assert!(
            !text.contains("secret") && text.len() < 600,
            "{parameters:?}: {text}"
        );
        text
    };
    for game in &games {
        asked("show", &[("game", game)]);
    }
    for engine in &engines {
        asked("play", &[("game", "55stones"), ("engine", engine)]);
    }
    for path in &paths {
        for (endpoint, name) in [
            ("show", "position"),
            ("show", "record"),
            ("sow", "position"),
            ("sow", "east"),
            ("sow", "from"),
            ("choices", "position"),
            ("choices", "time"),
            ("equilibrium", "position"),
            ("equilibrium", "order"),
            ("equilibrium", "horizon"),
            ("review", "record"),
            ("play", "position"),
            ("play", "record"),
            ("play", "seed"),
            ("show", "tables"),
            ("show", path),
        ] {
            asked(endpoint, &[("game", "55stones"), (name, path)]);
        }
        asked("sow", &[("game", "kalah"), ("move", path)]);
    }
    assert_eq!(watch.opened(), 0, "a file was opened");

    // Whether there is such a file makes no difference, and no spelling stays in memory.
    let of = |path: &str| {
        let game = format!("colony:board={path}");
        let said = asked("show", &[("game", &game)]);
        said.replace("mine", "none")
    };
    let there = folder.path().join("mine.toml").display().to_string();
    let nowhere = folder.path().join("none.toml").display().to_string();
    assert_eq!(of(&there), of(&nowhere));
}

#[test]
fn where_the_tables_are_is_nothing_to_clients() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().display().to_string();
    let server = Server::start(&["--tables", &place]);
    for path in [
        "play?game=stones:holes=4,seeds=2&engine=perfect",
        "play?game=stones:holes=4,seeds=2&engine=solved",
        "play?game=colony&engine=perfect",
        "equilibrium?game=stones:holes=4,seeds=2",
        "review?game=stones:holes=4,seeds=2&record=E2W1&time=1",
        "choices?game=stones:holes=4,seeds=2&time=1",
    ] {
        let answer = get(&server, &format!("/api/v1/{path}"));
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(!text.contains(&place), "{path}: {text}");
        assert!(!text.contains(".cache"), "{path}: {text}");
    }
}
