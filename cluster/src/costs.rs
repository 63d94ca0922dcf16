//! What the work on a layer took, of all processes together.

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::solve::Effort;
use crate::team::Team;

/// What a layer took this process.
pub struct Costs {
    /// Of solving it.
    pub effort: Effort,
    /// How long it waited for others while it was solved, and how many bytes it sent.
    pub of_solving: (Duration, u64),
    /// How long solving took.
    pub solving: Duration,
    /// How long all took: solving, compressing, writing.
    pub elapsed: Duration,
}

impl Costs {
    /// Adds to what is said of a layer what it took all processes: shares are of the time of all of them.
    pub fn add_to(&self, layer: &mut Json, team: &mut Team) {
        let Effort {
            sweeps,
            steps,
            look_ups,
            asked,
            expanding,
            answering,
            tightening,
            saving,
            blocks_read,
            memory,
        } = self.effort;
        let processes = team.spread().processes() as f64;
        let (waiting, sent) = self.of_solving;
        let [look_ups, asked, sent, blocks_read] = team.sum([look_ups, asked, sent, blocks_read]);
        let memory = team.greatest(memory);
        let parts = [expanding, answering, tightening, saving, waiting];
        let parts = team.sum(parts.map(|part| part.as_micros() as u64));
        let all = self.elapsed.as_secs_f64();
        let share = |micros: u64| micros as f64 / 1e6 / processes / all;
        let [expanding, answering, tightening, saving, waiting] = parts.map(share);
        layer["seconds"] = json!(all);
        layer["sweeps"] = json!(sweeps);
        layer["steps"] = json!(steps);
        layer["look_ups"] = json!(look_ups);
        layer["asked"] = json!(asked);
        layer["bytes_sent"] = json!(sent);
        layer["blocks_read"] = json!(blocks_read);
        layer["memory"] = json!(memory);
        layer["shares"] = json!({
            "expanding": expanding,
            "answering": answering,
            "tightening": tightening,
            "saving": saving,
            "waiting": waiting,
            "writing": 1.0 - self.solving.as_secs_f64() / all,
        });
    }
}

/// The memory in bytes that this process has of its own, pages of files left out; 0 where the system does not say.
pub fn own_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    kilobytes.map_or(0, |number| 1024 * number.parse().unwrap_or(0))
}

/// What all layers that were built took together, as far as they say.
pub fn in_all(layers: &[Json]) -> Json {
    let sum = |of: &dyn Fn(&Json) -> Option<f64>| layers.iter().filter_map(of).sum::<f64>();
    let field = |name: &'static str| sum(&move |layer: &Json| layer[name].as_f64());
    let seconds = field("seconds");
    let share = |name: &'static str| {
        let spent = sum(&move |layer: &Json| {
            Some(layer["seconds"].as_f64()? * layer["shares"][name].as_f64()?)
        });
        if seconds > 0.0 { spent / seconds } else { 0.0 }
    };
    json!({
        "seconds": seconds,
        "look_ups": field("look_ups") as u64,
        "asked": field("asked") as u64,
        "bytes_sent": field("bytes_sent") as u64,
        "steps": field("steps") as u64,
        "blocks_read": field("blocks_read") as u64,
        "memory": layers.iter().filter_map(|layer| layer["memory"].as_u64()).max(),
        "shares": {
            "expanding": share("expanding"),
            "answering": share("answering"),
            "tightening": share("tightening"),
            "saving": share("saving"),
            "waiting": share("waiting"),
            "writing": share("writing"),
        },
    })
}

/// A line about a layer.
pub fn line(layer: &Json) -> String {
    let start = format!(
        "layer {}: {} positions, {} undetermined, {} bytes",
        layer["layer"], layer["positions"], layer["undetermined"], layer["bytes"]
    );
    match layer.get("seconds") {
        None => format!("{start}; was there"),
        Some(_) => format!("{start}; {} sweeps, {}", layer["sweeps"], took(layer)),
    }
}

/// What a layer, or [all](in_all) of them, took.
pub fn took(costs: &Json) -> String {
    let of = |field: &str| costs[field].as_f64().unwrap_or_default();
    let share = |name: &str| 100.0 * costs["shares"][name].as_f64().unwrap_or_default();
    format!(
        "{:.2} s, {:.1} million look-ups a second, {:.0} % of them elsewhere, {:.0} MB sent; of the time {:.0} % \
         expanding, {:.0} % answering, {:.0} % tightening, {:.0} % waiting, {:.0} % saving, {:.0} % writing",
        of("seconds"),
        of("look_ups") / of("seconds").max(1e-9) / 1e6,
        100.0 * of("asked") / of("look_ups").max(1.0),
        of("bytes_sent") / 1e6,
        share("expanding"),
        share("answering"),
        share("tightening"),
        share("waiting"),
        share("saving"),
        share("writing"),
    )
}
