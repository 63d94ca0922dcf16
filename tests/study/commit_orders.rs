//! Commit orders at the opening, looking further and further ahead.

use serde_json::Value;

use crate::outside::json;

#[test]
fn horizons_of_an_opening_are_those_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("x.toml"), folder.path().join("out"));
    let experiment = "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'commit-order-openings'\n\
                      games = ['33stones']\nseen = 3\nsealed = 2\nmemory = '1M'";
    std::fs::write(&file, experiment).unwrap();
    let results = out.to_str().unwrap();
    json(&["study", file.to_str().unwrap(), "--out", results, "--quiet"]);
    let rows: Value =
        serde_json::from_slice(&std::fs::read(out.join("x/a.json")).unwrap()).unwrap();
    let horizons = rows[0]["horizons"].as_array().unwrap();
    assert_eq!(horizons.len(), 3 + 3 + 2);
    for ahead in horizons {
        let (order, horizon) = (
            ahead["order"].as_str().unwrap(),
            ahead["horizon"].to_string(),
        );
        let found = json(&[
            "equilibrium",
            "33stones",
            "--order",
            order,
            "--horizon",
            &horizon,
        ]);
        assert_eq!(ahead["value"], found["value"], "{order} {horizon}");
        assert!(ahead["exploitability"].as_f64().unwrap() < 1e-9);
        if order == "reverse" {
            assert_eq!(ahead["first"], serde_json::json!([]));
        } else {
            assert_eq!(ahead["first"], found["sente"], "{order} {horizon}");
        }
    }
}
