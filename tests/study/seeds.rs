//! The effect of `--seed`: it changes random choices and nothing else.

use serde_json::Value;

use crate::outside::json;

const STUDY: &str = r#"
    name = "drawn"
    title = "Drawn"
    [[experiment]]
    id = "setups"
    title = "Setups?"
    kind = "drawn-setups"
    games = ["random:base=egyptian,pits=3,most=2"]
    samples = 3
    [[experiment]]
    id = "sealed"
    title = "Sealed?"
    kind = "sealed-search"
    games = ["stones:holes=3,seeds=2"]
    rounds = 1
    playouts = [50]
    runs = 2
    [[experiment]]
    id = "counts"
    title = "Counts?"
    kind = "perft"
    games = ["stones:holes=4,seeds=3"]
    depth = 1
"#;

#[test]
fn another_seed_draws_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("drawn.toml");
    std::fs::write(&file, STUDY).unwrap();
    let run = |seed: &str| {
        let out = folder.path().join(seed);
        let options = ["--out", out.to_str().unwrap(), "--seed", seed, "--quiet"];
        json(&[&["study", file.to_str().unwrap()], &options[..]].concat());
        ["setups", "sealed", "counts"].map(|id| {
            let file = out.join(format!("drawn/{id}.json"));
            serde_json::from_slice::<Value>(&std::fs::read(file).unwrap()).unwrap()
        })
    };
    let [setups, sealed, counts] = run("0");
    assert_eq!(setups[0]["which"], "seeds 1 to 3");
    let [others, other_runs, same_counts] = run("3");
    assert_eq!(others[0]["which"], "seeds 4 to 6");
    assert_ne!(sealed, other_runs);
    assert_eq!(counts, same_counts);
}
