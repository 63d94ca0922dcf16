//! Writes the games and boards that come with the program as JSON. The page without a server has no reader of TOML.

use std::path::Path;
use std::{env, fs};

/// The folders with TOML files, below `src`.
const FOLDERS: [&str; 2] = ["two_rank/games", "colony/boards"];

fn main() {
    let out = env::var("OUT_DIR").expect("Cargo sets it");
    for folder in FOLDERS {
        let source = Path::new("src").join(folder);
        println!("cargo::rerun-if-changed={}", source.display());
        let target = Path::new(&out).join(folder);
        fs::create_dir_all(&target).expect("the output folder can be written");
        for entry in fs::read_dir(&source).expect("the folder is part of the package") {
            let path = entry.expect("the folder can be read").path();
            let text = fs::read_to_string(&path).expect("the file is text");
            let file: serde_json::Value =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let name = path.file_stem().expect("a file has a name");
            let json = target.join(name).with_extension("json");
            fs::write(json, file.to_string()).expect("the output folder can be written");
        }
    }
}
