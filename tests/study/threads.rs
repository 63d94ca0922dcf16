//! Experiments that search: the number of threads makes no difference.

use std::path::Path;

use crate::outside::json;

#[test]
fn searched_choices_and_sealed_searches_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("searches.toml");
    let tables = folder.path().join("tables");
    let text = format!(
        r#"
        name = "searches"
        title = "Searches"
        [[experiment]]
        id = "choices"
        title = "Choices"
        kind = "searched-choices"
        games = ["stones:holes=5,seeds=3"]
        stones = 10
        probed = 4
        positions = 40
        playouts = [30, 300, 3000]
        directory = {tables:?}
        [[experiment]]
        id = "sealed"
        title = "Sealed"
        kind = "sealed-search"
        games = ["stones:holes=5,seeds=2"]
        rounds = 2
        playouts = [100, 1000]
        runs = 4
        "#
    );
    std::fs::write(&file, text).unwrap();
    let results = |threads| {
        let out = folder.path().join(threads);
        let arguments = ["--threads", threads, "--quiet", "--out"];
        let (file, folder) = (file.to_str().unwrap(), out.to_str().unwrap());
        json(&[&["study", file], &arguments[..], &[folder]].concat());
        ["choices", "sealed"].map(|id| read(&out.join(format!("searches/{id}.json"))))
    };
    let one = results("1");
    assert!(one[0].contains("with bias and tables"));
    for _ in 0..2 {
        assert_eq!(results("2"), one);
    }
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap()
}
