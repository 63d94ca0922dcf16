//! The counts of trials and of their outcomes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

#[derive(Default)]
pub struct Counts {
    /// By group, then by what was tried: how often.
    tried: BTreeMap<(&'static str, String), u64>,
    /// Descriptions of the failures.
    pub failures: Vec<String>,
}

impl Counts {
    pub fn note(&mut self, group: &'static str, what: impl Into<String>) {
        *self.tried.entry((group, what.into())).or_default() += 1;
    }

    /// Notes what should not be, and where it can be looked at.
    pub fn fail(&mut self, what: String, folder: &Path, kept: &Path) {
        let place = (1..)
            .map(|number| kept.join(format!("failure-{number}")))
            .find(|place| !place.exists())
            .expect("there is always another number");
        crate::files::copy(folder, &place);
        self.failures
            .push(format!("{what} (kept in {})", place.display()));
    }

    pub fn add(&mut self, other: Counts) {
        for (key, count) in other.tried {
            *self.tried.entry(key).or_default() += count;
        }
        self.failures.extend(other.failures);
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut last = "";
        for ((group, what), count) in &self.tried {
            if *group != last {
                let of_group = self.tried.iter().filter(|((other, _), _)| other == group);
                let all: u64 = of_group.map(|(_, count)| count).sum();
                let _ = writeln!(text, "{group}: {all}");
                last = group;
            }
            let _ = writeln!(text, "  {count:7} {what}");
        }
        for failure in &self.failures {
            let _ = writeln!(text, "FAILED: {failure}");
        }
        let _ = writeln!(text, "{} failures", self.failures.len());
        text
    }
}
