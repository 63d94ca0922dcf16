//! Kills, damage, full disks and rivals.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::command::{Ended, Signal, Sowlab, finish};
use crate::count::Counts;
use crate::files::{copy, damage, essences, fresh, left_over, settled_text};
use crate::jobs::{Job, Kind, is_given, jobs};
use crate::random::Random;

/// A job, and what an undisturbed run of it leaves.
pub struct Undisturbed {
    pub job: Job,
    files: BTreeMap<PathBuf, Vec<u8>>,
    printed: String,
    took: Duration,
    /// How often each place was come to.
    places: Vec<(String, u64)>,
}

impl Undisturbed {
    pub fn all(sowlab: &Sowlab, folder: &Path) -> Vec<Undisturbed> {
        let one = |(number, job): (usize, Job)| {
            let folder = folder.join(format!("undisturbed-{number}"));
            fresh(&folder);
            job.needs.put(sowlab, &folder);
            let places = sowlab.places(&folder, &job.arguments);
            fresh(&folder);
            job.needs.put(sowlab, &folder);
            let ended = sowlab.run(&folder, &job.arguments, None);
            assert_eq!(ended.code, Some(0), "{}: {}", job.name, ended.describe());
            assert_eq!(left_over(&folder, false), None, "{}", job.name);
            Undisturbed {
                files: essences(&folder, job.compared),
                printed: settled_text(&ended.printed),
                took: ended.took,
                places,
                job,
            }
        };
        jobs().into_iter().enumerate().map(one).collect()
    }

    pub fn describe(&self) -> String {
        let places = self
            .places
            .iter()
            .map(|(name, count)| format!("{name} {count}"));
        let places: Vec<String> = places.collect();
        let (name, files) = (self.job.name, self.files.len());
        format!(
            "{name}: {:?}, {files} files compared, places: {}",
            self.took,
            places.join(", ")
        )
    }

    /// A fault at a place drawn at random.
    fn fault(&self, random: &mut Random, kinds: &[&str]) -> (String, String) {
        let (place, count) = random.of(&self.places);
        let kind = match *random.of(kinds) {
            "torn" if place != "write" => "kill",
            "full" if place == "cell" => "kill",
            kind => kind,
        };
        // Places are not come to equally often in each run.
        let number = 1 + random.below(*count);
        (
            format!("{kind}:{place}:{number}"),
            format!("{kind} at a {place}"),
        )
    }
}

/// One attacker: a folder of its own, and chances.
pub struct Attacker<'a> {
    pub sowlab: &'a Sowlab,
    pub undisturbed: &'a [Undisturbed],
    pub kinds: &'a [Kind],
    pub folder: PathBuf,
    /// Where the files are that damage begins with, by kind.
    pub bases: &'a [(PathBuf, String)],
    /// Names of files that each work of [`foreign`](crate::foreign) may meet.
    pub foreign_names: &'a [Vec<PathBuf>],
    pub kept: &'a Path,
    pub random: Random,
    pub counts: Counts,
}

impl Attacker<'_> {
    /// Ends a job several times, may damage a file in between, and sees that it still ends as undisturbed.
    pub fn kill(&mut self) {
        let base: &Undisturbed = self.random.of(self.undisturbed);
        let folder = self.folder.clone();
        fresh(&folder);
        base.job.needs.put(self.sowlab, &folder);
        let mut story = Vec::new();
        for _ in 0..=self.random.below(3) {
            let ended = match self.random.below(4) {
                0 => {
                    let signal = *self.random.of(&[Signal::Kill, Signal::Terminate]);
                    let most = base.took.as_micros() as u64 * 11 / 10;
                    let after = Duration::from_micros(self.random.below(most));
                    let ended = self
                        .sowlab
                        .end_after(&folder, &base.job.arguments, after, signal);
                    let name = match signal {
                        Signal::Kill => "SIGKILL",
                        Signal::Terminate => "SIGTERM",
                    };
                    story.push(format!("{name} after {after:?}"));
                    let done = ended.code == Some(0);
                    let what = if done { "at random, too late" } else { name };
                    self.counts
                        .note(if done { "Not killed" } else { "Kills" }, what);
                    // Before the handler is there, the signal itself ends the process.
                    let refused = damaged(&story) && ended.is_refusal();
                    let right = match signal {
                        Signal::Kill => matches!(ended.code, None | Some(0)),
                        Signal::Terminate => matches!(ended.code, None | Some(0 | 143)),
                    };
                    if !right && !refused {
                        let what = format!("{}: {story:?}: {}", base.job.name, ended.describe());
                        self.counts.fail(what, &folder, self.kept);
                        return;
                    }
                    ended
                }
                1 => {
                    let (fault, what) = base.fault(&mut self.random, &["full"]);
                    let ended = self.sowlab.run(&folder, &base.job.arguments, Some(&fault));
                    story.push(fault);
                    match ended.code {
                        None => self.counts.note("Kills", what),
                        _ => self.counts.note("Full disks", what),
                    }
                    if matches!(ended.code, Some(code) if code != 0) && !ended.is_refusal() {
                        let what = format!("{}: {story:?}: {}", base.job.name, ended.describe());
                        self.counts.fail(what, &folder, self.kept);
                        return;
                    }
                    ended
                }
                _ => {
                    let (fault, what) = base.fault(&mut self.random, &["kill", "torn"]);
                    let ended = self.sowlab.run(&folder, &base.job.arguments, Some(&fault));
                    story.push(fault);
                    let group = if ended.code.is_none() {
                        "Kills"
                    } else {
                        "Not killed"
                    };
                    self.counts.note(group, what);
                    ended
                }
            };
            if ended.code == Some(0) {
                break;
            }
            if self.random.one_in(6) {
                self.damage_one(&folder, &mut story);
            }
        }
        self.end(base, &story);
    }

    /// Damages a file of the work between two runs.
    fn damage_one(&mut self, folder: &Path, story: &mut Vec<String>) {
        let mut names = crate::files::all(folder);
        // A folder whose marker is damaged, and locks and files that nobody reads, tell nothing.
        let hidden = |name: &Path| {
            let name = name.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with('.') || name.ends_with(".lock")
        };
        names.retain(|name| !is_given(name) && !hidden(name));
        if names.is_empty() {
            return;
        }
        let name = self.random.of(&names).clone();
        let how = damage(&folder.join(&name), &mut self.random);
        story.push(format!("{}: {how}", name.display()));
        let end = name
            .extension()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        self.counts
            .note("Damaged between two runs", format!(".{end}"));
    }

    /// Runs a job to its end and compares. What is refused as damaged is removed, and run again.
    fn end(&mut self, base: &Undisturbed, story: &[String]) {
        let folder = self.folder.clone();
        let damaged = damaged(story);
        let mut ended = self.sowlab.run(&folder, &base.job.arguments, None);
        for _ in 0..8 {
            if !(damaged && ended.is_refusal()) {
                break;
            }
            self.counts
                .note("Ends", "refused as damaged, removed, run again");
            if !remove_named(&folder, &ended) {
                // A part of it is missing: begin anew.
                fresh(&folder);
                base.job.needs.put(self.sowlab, &folder);
            }
            ended = self.sowlab.run(&folder, &base.job.arguments, None);
        }
        let difference = self.difference(base, &ended, story);
        match difference {
            None => self.counts.note("Ends", "as undisturbed"),
            Some(what) => {
                let what = format!("{}: {story:?}: {what}", base.job.name);
                self.counts.fail(what, &folder, self.kept);
            }
        }
    }

    /// Returns the difference from an undisturbed run, if there is one.
    fn difference(&self, base: &Undisturbed, ended: &Ended, story: &[String]) -> Option<String> {
        let (folder, damaged) = (&self.folder, damaged(story));
        if ended.code != Some(0) {
            return Some(ended.describe());
        }
        if let Some(name) = left_over(folder, killed(story)) {
            return Some(format!("{} is left over", name.display()));
        }
        if base.job.prints_the_same && settled_text(&ended.printed) != base.printed {
            return Some(format!("it printed {}", ended.printed));
        }
        if let Some(check) = &base.job.check {
            let checked = self.sowlab.run(folder, check, None);
            if checked.code != Some(0) {
                return Some(format!("{check:?}: {}", checked.describe()));
            }
        }
        let files = essences(folder, base.job.compared);
        let names = files.keys().chain(base.files.keys());
        let differing = names.filter(|name| files.get(*name) != base.files.get(*name));
        for name in differing {
            // A finished table is not read where nothing needs it; whoever reads it refuses it.
            let table = name.to_string_lossy().ends_with(".table");
            if !(damaged && table && self.is_refused(base)) {
                return Some(format!("{} differs", name.display()));
            }
        }
        None
    }

    fn is_refused(&self, base: &Undisturbed) -> bool {
        let mut verify = base.job.arguments.clone();
        verify[1] = "verify".to_owned();
        self.sowlab.run(&self.folder, &verify, None).is_refusal()
    }

    /// Damages a file at rest and reads it.
    pub fn damage(&mut self) {
        let number = self.random.below(self.kinds.len() as u64) as usize;
        let (kind, (base, right)) = (&self.kinds[number], &self.bases[number]);
        let folder = self.folder.clone();
        fresh(&folder);
        copy(base, &folder);
        let mut names = crate::files::all(&folder);
        names.retain(|name| (kind.is_one)(&name.to_string_lossy()));
        let name = self.random.of(&names).clone();
        let how = damage(&folder.join(&name), &mut self.random);
        let ended = self.sowlab.run(&folder, &kind.reader, None);
        let group = "Damaged at rest";
        let same =
            ended.code == Some(0) && (kind.by_hand || settled_text(&ended.printed) == *right);
        if same {
            self.counts.note(group, format!("{}: no harm", kind.name));
        } else if ended.is_refusal() {
            self.counts.note(group, format!("{}: refused", kind.name));
        } else {
            let what = format!(
                "{}, {}: {how}: {}, printed {}",
                kind.name,
                name.display(),
                ended.describe(),
                ended.printed
            );
            self.counts.fail(what, &folder, self.kept);
        }
    }

    /// Two processes at once with the same work: each ends well or is told that there is another.
    pub fn rivals(&mut self) {
        let base: &Undisturbed = self.random.of(self.undisturbed);
        let folder = self.folder.clone();
        fresh(&folder);
        base.job.needs.put(self.sowlab, &folder);
        let one = self.sowlab.start(&folder, &base.job.arguments, None);
        let most = base.took.as_micros() as u64;
        std::thread::sleep(Duration::from_micros(self.random.below(most.max(1))));
        let other = self.sowlab.start(&folder, &base.job.arguments, None);
        let first = std::thread::spawn(move || finish(one, None));
        let ended = [finish(other, None), first.join().expect("no panic here")];
        for ended in &ended {
            let refused = ended.is_refusal() && ended.said.contains("another");
            self.counts.note(
                "Two at once",
                match ended.code {
                    Some(0) => "done",
                    _ => "refused",
                },
            );
            if ended.code != Some(0) && !refused {
                let what = format!("{}: two at once: {}", base.job.name, ended.describe());
                self.counts.fail(what, &folder, self.kept);
                return;
            }
        }
        self.end(base, &["two at once".to_owned()]);
    }
}

/// Whether a file was damaged.
fn damaged(story: &[String]) -> bool {
    story.iter().any(|step| step.contains(": "))
}

/// Whether a process was ended without a chance to clean up.
fn killed(story: &[String]) -> bool {
    let hard = ["SIGKILL", "kill:", "torn:", "SIGTERM"];
    story
        .iter()
        .any(|step| hard.iter().any(|start| step.starts_with(start)))
}

/// Removes the files that a refusal names, or all work if it names none.
fn remove_named(folder: &Path, refused: &Ended) -> bool {
    let names = crate::files::all(folder);
    let named = names.iter().filter(|name| {
        let file_name = name.file_name().unwrap_or_default().to_string_lossy();
        !is_given(name) && refused.said.contains(&*file_name)
    });
    let mut removed = false;
    for name in named {
        removed |= fs::remove_file(folder.join(name)).is_ok();
    }
    removed
}
