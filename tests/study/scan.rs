//! Scans that go on from a checkpoint.

use tempfile::TempDir;

use crate::outside::json;

#[test]
fn a_checkpoint_changes_nothing_but_the_time() {
    let folder = TempDir::new().unwrap();
    let run = |name: &str, options: &str| {
        let file = folder.path().join("study.toml");
        let text = format!(
            "name = '{name}'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'scan'\n\
             games = ['55stones', '55stones:capture=reversed']\n{options}"
        );
        std::fs::write(&file, text).unwrap();
        let out = folder.path().join("out");
        let (file, out_text) = (file.to_str().unwrap(), out.to_str().unwrap());
        assert_eq!(
            json(&["study", file, "--out", out_text, "--quiet"])["complete"],
            true
        );
        std::fs::read_to_string(out.join(name).join("a.json")).unwrap()
    };
    let checkpoints = format!("checkpoints = '{}'", folder.path().join("kept").display());
    let eight = run("eight", "stones = 8");
    let seven = run("seven", "stones = 7");
    assert_ne!(eight, seven);
    // From nothing, from less, and from more than is asked for.
    for (index, (stones, expected)) in [(7, &seven), (8, &eight), (7, &seven)].iter().enumerate() {
        let found = run(
            &format!("kept-{index}"),
            &format!("stones = {stones}\n{checkpoints}"),
        );
        assert_eq!(&&found, expected);
    }
}
