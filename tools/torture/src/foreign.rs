//! Folders of other people: whatever an option names, their files stay as they are, to the byte.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::attacks::Attacker;
use crate::command::Sowlab;
use crate::files::{all, fresh};
use crate::random::Random;

/// How a command treats the path that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// A folder that must be new, empty or marked.
    Owned,
    /// A folder in which files are replaced only if they are ours.
    Shared,
    /// A file that is replaced because the user named it.
    Single,
    /// A file that is replaced only if it is ours.
    Guarded,
}

/// A command; `@` stands for the attacked folder.
struct Work {
    line: &'static str,
    class: Class,
    /// The name of the file in the folder, if it is one.
    file: &'static str,
}

const EXPERIMENT: &str = "name = 'small'\ntitle = 'Small'\n[[experiment]]\nid = 'games'\n\
    title = 'How many games begin how?'\nkind = 'perft'\ngames = ['stones:holes=4,seeds=2']\ndepth = 1\n";

const WORKS: [Work; 18] = [
    owned("loops reach stones:holes=4,seeds=2 --rounds 2 --checkpoint @"),
    owned("study study.toml --out @"),
    owned("study --report --out @"),
    shared("tables build stones:holes=4 --stones 4 --dir @"),
    shared("tables build kalah:pits=2,seeds=1 --stones 4 --dir @"),
    shared("solve stones:holes=4,seeds=2 --tables @"),
    shared("tables verify stones:holes=4 --stones 4 --dir @"),
    shared("tables stats stones:holes=4 --stones 4 --dir @"),
    shared("loops scan stones:holes=5 --stones 8 --certificates @"),
    shared("man --out @"),
    work(
        "loops scan stones:holes=4 --stones 5 --checkpoint @/scan.json",
        Class::Guarded,
        "scan.json",
    ),
    work(
        "solve stones:holes=4,seeds=2 --save-proof @/a.proof",
        Class::Guarded,
        "a.proof",
    ),
    work(
        "tournament kalah:pits=2,seeds=1 --engine random --engine greedy --games 2 --resume --out @/h",
        Class::Guarded,
        "h",
    ),
    work(
        "replay 55stones --record E8W4 --out @/r.html",
        Class::Single,
        "r.html",
    ),
    work(
        "loops scan stones:holes=4 --stones 5 --shard 1/1 --piece @/piece.json",
        Class::Single,
        "piece.json",
    ),
    work(
        "loops reach stones:holes=4,seeds=2 --rounds 6 --certificate @/c.json",
        Class::Single,
        "c.json",
    ),
    work(
        "self-play stones:holes=4,seeds=2 --engine random --games 2 --out @/games.npy",
        Class::Single,
        "games.npy",
    ),
    work(
        "tournament kalah:pits=2,seeds=1 --engine random --engine greedy --games 2 --csv @/t.csv",
        Class::Single,
        "t.csv",
    ),
];

/// Names that the program uses, or once used.
const NAMES: [&str; 22] = [
    "precious",
    "work",
    "lock",
    "reach.json",
    "work.txt",
    "round.json",
    "level-1.codes",
    "level-2.codes",
    "run-1",
    "endless-1",
    ".x.tmp",
    ".r.html.tmp",
    ".r.html.lock",
    ".scan.json.tmp",
    ".scan.json.lock",
    ".a.proof.lock",
    ".h.lock",
    "h.header.json",
    "README.md",
    "report.html",
    "small",
    ".sowlab-folder",
];

const fn work(line: &'static str, class: Class, file: &'static str) -> Work {
    Work { line, class, file }
}

const fn owned(line: &'static str) -> Work {
    work(line, Class::Owned, "")
}

const fn shared(line: &'static str) -> Work {
    work(line, Class::Shared, "")
}

impl Work {
    fn arguments(&self, folder: &str) -> Vec<String> {
        let words = self.line.split(' ');
        words.map(|word| word.replace('@', folder)).collect()
    }
}

/// The names that each work gives to files in a folder that nobody disturbs.
pub fn names(sowlab: &Sowlab, place: &Path) -> Vec<Vec<PathBuf>> {
    let of = |(number, work): (usize, &Work)| {
        let folder = place.join(format!("foreign-{number}"));
        prepare(&folder);
        fs::create_dir(folder.join("mine")).expect("room");
        sowlab.run(&folder, &work.arguments("mine"), None);
        let used = all(&folder.join("mine")).into_iter();
        used.filter(|name| name != Path::new(work.file))
            .chain(NAMES.map(PathBuf::from))
            .collect()
    };
    WORKS.iter().enumerate().map(of).collect()
}

fn prepare(folder: &Path) {
    fresh(folder);
    fs::write(folder.join("study.toml"), EXPERIMENT).expect("room");
    fs::create_dir(folder.join("elsewhere")).expect("room");
    fs::write(folder.join("elsewhere/file"), "of somebody else").expect("room");
}

impl Attacker<'_> {
    /// Fills a folder with files of somebody else, points an option at it, and compares before and after.
    pub fn foreign(&mut self) {
        let number = self.random.below(WORKS.len() as u64) as usize;
        let work = &WORKS[number];
        let folder = self.folder.clone();
        prepare(&folder);
        let theirs = folder.join("theirs");
        fs::create_dir(&theirs).expect("room");
        let mut story = Vec::new();
        for _ in 0..=self.random.below(4) {
            let name = self.random.of(&self.foreign_names[number]).clone();
            let path = theirs.join(&name);
            // Something else may be where its folder would be.
            let placed = fs::create_dir_all(path.parent().expect("below the folder")).is_ok();
            if placed && fs::symlink_metadata(&path).is_err() {
                story.push(format!(
                    "{}: {}",
                    name.display(),
                    put(&path, &mut self.random)
                ));
            }
        }
        if work.class == Class::Guarded && self.random.one_in(2) {
            fs::write(theirs.join(work.file), "of somebody else").expect("room");
            story.push(format!("{} itself", work.file));
        }
        symlink("theirs", folder.join("link")).expect("room");
        let given = *self
            .random
            .of(&["theirs", "link", "./theirs/", "link/../theirs"]);
        let before = snapshot(&folder);
        let ended = self.sowlab.run(&folder, &work.arguments(given), None);
        let after = snapshot(&folder);
        let group = "Folders of somebody else";
        let outcome = if ended.code == Some(0) {
            "done beside"
        } else {
            "refused"
        };
        self.counts
            .note(group, format!("{:?}: {outcome}", work.class));
        let changed = before
            .iter()
            .find(|(name, was)| after.get(*name) != Some(*was));
        // The own folder of the program does not count. No file may appear elsewhere.
        let elsewhere = after
            .keys()
            .find(|name| name.starts_with("elsewhere") && !before.contains_key(*name));
        let touched = changed.map(|(name, _)| name).or(elsewhere);
        let wrong_code = match work.class {
            Class::Owned => ended.code != Some(2) || after != before,
            _ => ended.code != Some(0) && !ended.is_refusal(),
        };
        if touched.is_some() || wrong_code {
            let what = format!(
                "{} ({given}), {story:?}: {touched:?} changed; {}",
                work.line,
                ended.describe()
            );
            self.counts.fail(what, &folder, self.kept);
        }
    }
}

/// The root, the home folder and the folder above are not ours either.
pub fn try_high_folders(sowlab: &Sowlab, place: &Path) -> Option<String> {
    let folder = place.join("high");
    prepare(&folder);
    for given in ["/", "..", ".", "/tmp", "/root", "/work"] {
        for work in WORKS.iter().filter(|work| work.class == Class::Owned) {
            if !Path::new(given).exists()
                || fs::read_dir(given).is_ok_and(|mut all| all.next().is_none())
            {
                continue;
            }
            let ended = sowlab.run(&folder, &work.arguments(given), None);
            if ended.code != Some(2) || !ended.is_refusal() {
                return Some(format!("{} at {given}: {}", work.line, ended.describe()));
            }
        }
    }
    None
}

/// Puts something of somebody else there; says what.
fn put(path: &Path, random: &mut Random) -> &'static str {
    let elsewhere = |name: &str| {
        let depth = path.components().count();
        let root = path
            .ancestors()
            .find(|above| above.join("elsewhere").is_dir());
        root.map(|root| root.join("elsewhere").join(name))
            .unwrap_or_else(|| panic!("depth {depth}"))
    };
    match random.below(8) {
        0 => {
            fs::write(path, "").expect("room");
            "an empty file"
        }
        1 => {
            fs::write(path, "of somebody else").expect("room");
            fs::set_permissions(path, fs::Permissions::from_mode(0o400)).expect("allowed");
            "a file to read"
        }
        2 => {
            fs::create_dir(path).expect("room");
            fs::write(path.join("file"), "of somebody else").expect("room");
            "a folder"
        }
        3 => {
            symlink(elsewhere("file"), path).expect("room");
            "a link to a file"
        }
        4 => {
            symlink(elsewhere(""), path).expect("room");
            "a link to a folder"
        }
        5 => {
            symlink(elsewhere("new"), path).expect("room");
            "a link to nothing"
        }
        6 => {
            let made = Command::new("mkfifo").arg(path).status();
            assert!(made.is_ok_and(|status| status.success()), "mkfifo");
            "a pipe"
        }
        _ => {
            let length = random.below(300);
            let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            fs::write(path, bytes).expect("room");
            "a file"
        }
    }
}

/// Everything below a folder, except temporary files: what it is, its permissions, its contents.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, (String, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).expect("below it").to_owned();
            if name == Path::new("tmp") {
                continue;
            }
            let metadata = fs::symlink_metadata(&path).expect("an entry");
            let kind = metadata.file_type();
            let contents = if kind.is_symlink() {
                fs::read_link(&path)
                    .expect("a link")
                    .to_string_lossy()
                    .into_owned()
                    .into_bytes()
            } else if kind.is_file() {
                fs::read(&path).expect("a file")
            } else {
                Vec::new()
            };
            if kind.is_dir() {
                open.push(path);
            }
            let described = format!(
                "{} {:o}",
                if kind.is_fifo() {
                    "pipe"
                } else if kind.is_dir() {
                    "folder"
                } else {
                    "file"
                },
                metadata.permissions().mode()
            );
            found.insert(name, (described, contents));
        }
    }
    found
}
