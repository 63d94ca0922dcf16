//! The costs of a layer, for all processes together.

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::solve::Effort;
use crate::team::Team;

/// The costs of a layer for this process.
pub struct Costs {
    /// The effort of solving.
    pub effort: Effort,
    /// The wall time spent waiting for others while solving, and the number of bytes sent.
    pub of_solving: (Duration, u64),
    /// The wall time of solving.
    pub solving: Duration,
    /// The wall time of solving, compressing and writing.
    pub elapsed: Duration,
}

impl Costs {
    /// Adds the costs of all processes to the description of a layer; shares are relative to the total time of all of
    /// them.
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

/// Returns the anonymous memory of this process in bytes, without pages of files; 0 if the system does not report it.
pub fn own_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    kilobytes.map_or(0, |number| 1024 * number.parse().unwrap_or(0))
}

/// Returns the total costs of all layers that have costs.
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

/// Returns a line about a layer.
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

/// Returns the costs of a layer, or of [all](in_all) layers, in words.
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
