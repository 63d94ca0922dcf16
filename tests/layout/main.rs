//! The order of the house: which part of it may use which. What is allowed for the time being stands in
//! `exceptions.rs`.

mod circles;
mod exceptions;
mod imports;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use circles::circles;
use imports::Imports;
use source::{Sources, read};

/// The folders of `src`: each may use those after it.
const FOLDERS: [&str; 9] = [
    "command",
    "study",
    "replay",
    "documents",
    "tournament",
    "catalog",
    "analysis",
    "games",
    "pieces",
];

/// The modules of `sowlab_solvers` that solve.
const SOLVING: [&str; 8] = [
    "endgame",
    "equilibrium",
    "mcts",
    "reach",
    "repetition",
    "retrograde",
    "search",
    "simultaneous",
];

/// What solves or looks for something, by its name in `sowlab_solvers`, besides all functions.
const SOLVERS: [&str; 11] = [
    "AlphaBeta",
    "CompactTable",
    "Deepening",
    "ProofSearch",
    "ProofTable",
    "Reachable",
    "RoundSearch",
    "SealedSearch",
    "Solver",
    "TranspositionTable",
    "Uct",
];

/// Fails for what is found beyond the exceptions, and for exceptions that are none any more.
fn allow(what: &str, found: BTreeSet<String>, exceptions: &[&str]) {
    let allowed: BTreeSet<String> = exceptions.iter().map(|&one| one.to_owned()).collect();
    let new: Vec<_> = found.difference(&allowed).collect();
    assert!(new.is_empty(), "{what}: {new:#?}");
    let old: Vec<_> = allowed.difference(&found).collect();
    assert!(
        old.is_empty(),
        "no exceptions any more, take them out: {old:#?}"
    );
}

fn sources(folder: &str) -> Sources {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

/// The files that each file uses.
fn files(sources: &Sources) -> BTreeMap<&str, BTreeSet<&str>> {
    let imports = Imports::new(sources);
    let file = |module| sources[module].file.as_str();
    sources
        .keys()
        .map(|module| {
            let used = imports.modules(module);
            (file(module), used.into_iter().map(file).collect())
        })
        .collect()
}

/// The uses of `sowlab_solvers` in a folder of `src`: the file and the path.
fn uses_of_solvers(folder: &str) -> Vec<(String, Vec<String>)> {
    let sources = sources("src");
    let imports = Imports::new(&sources);
    let modules = sources
        .keys()
        .filter(|module| module.starts_with(&[folder.to_owned()]));
    let mut found = Vec::new();
    for module in modules {
        let paths = imports.paths(module).iter();
        let solvers = paths.filter(|path| path[0] == "sowlab_solvers");
        found.extend(solvers.map(|path| (sources[module].file.clone(), path[1..].to_vec())));
    }
    found
}

#[test]
fn folders_use_each_other_in_one_direction() {
    let sources = sources("src");
    let rank = |file: &str| {
        let folder = file.split('/').next();
        FOLDERS.iter().position(|&one| Some(one) == folder)
    };
    let mut found = BTreeSet::new();
    for (file, used) in files(&sources) {
        for other in used {
            if let (Some(from), Some(to)) = (rank(file), rank(other))
                && to < from
            {
                found.insert(format!("{file} -> {other}"));
            }
        }
    }
    allow(
        "against the direction",
        found,
        exceptions::AGAINST_DIRECTION,
    );
}

#[test]
fn files_do_not_use_each_other_in_circles() {
    for (folder, exceptions) in [
        ("src", exceptions::CIRCLES),
        ("solvers/src", exceptions::CIRCLES_OF_SOLVERS),
        ("checker/src", exceptions::CIRCLES_OF_CHECKER),
    ] {
        let sources = sources(folder);
        let found = circles(&files(&sources));
        let files = found.into_iter().flatten().map(str::to_owned);
        allow("in circles", files.collect(), exceptions);
    }
}

#[test]
fn only_the_catalog_knows_families() {
    let sources = sources("src");
    let found = sources
        .iter()
        .filter(|(module, _)| module.first().is_some_and(|folder| folder != "catalog"))
        .filter(|(_, source)| {
            source
                .tokens
                .windows(3)
                .any(|three| three[0] == "CatalogGame" && three[1] == "::" && is_capital(&three[2]))
        });
    let files = found.map(|(_, source)| source.file.clone());
    allow(
        "match on families",
        files.collect(),
        exceptions::KNOW_FAMILIES,
    );
}

#[test]
fn games_call_no_solver() {
    let solving = uses_of_solvers("games").into_iter().filter(|(_, path)| {
        let last = path.last().unwrap();
        let function = path.len() == 2 && !is_capital(last) && last != "*";
        SOLVING.contains(&path[0].as_str()) && function
            || path.iter().any(|name| SOLVERS.contains(&name.as_str()))
    });
    let found = solving.map(|(file, path)| format!("{file}: {}", path.join("::")));
    allow(
        "call solvers",
        found.collect(),
        exceptions::GAMES_THAT_SOLVE,
    );
}

#[test]
fn neither_commands_nor_studies_call_a_solver() {
    for (folder, exceptions) in [
        ("command", exceptions::COMMANDS_THAT_SOLVE),
        ("study", exceptions::STUDIES_THAT_SOLVE),
    ] {
        let solving = uses_of_solvers(folder).into_iter().filter(|(_, path)| {
            let error = path.iter().any(|name| name.ends_with("Error"));
            let named = path.iter().any(|name| SOLVERS.contains(&name.as_str()));
            named || SOLVING.contains(&path[0].as_str()) && !error
        });
        let found = solving.map(|(file, _)| file);
        allow("call solvers", found.collect(), exceptions);
    }
}

fn is_capital(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
