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

/// The public modules of `sowlab_solvers` that solve.
const SOLVING: [&str; 11] = [
    "cycle",
    "equilibrium",
    "matrix",
    "mcts",
    "order",
    "progress",
    "reach",
    "repetition",
    "retrograde",
    "search",
    "table",
];

/// The others.
const HELPING: [&str; 3] = ["files", "interrupt", "ranking"];

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

#[test]
fn every_public_module_of_the_solvers_is_known_to_solve_or_not() {
    let sources = sources("solvers/src");
    let found = sources[&Vec::new()]
        .tokens
        .windows(3)
        .filter_map(|three| (three[0] == "pub" && three[1] == "mod").then_some(three[2].as_str()));
    let found: BTreeSet<&str> = found.collect();
    let known: BTreeSet<&str> = SOLVING.into_iter().chain(HELPING).collect();
    assert_eq!(found, known);
    let defined = |name: &&str| {
        let mut tokens = sources.values().map(|source| &source.tokens);
        tokens.any(|tokens| (tokens.windows(2)).any(|two| two[0] == "struct" && two[1] == **name))
    };
    assert!(SOLVERS.iter().all(defined));
}

#[test]
fn the_page_on_adding_a_game_names_all_that_a_family_offers() {
    let sources = sources("src");
    let tokens = &sources[&["catalog", "family"].map(str::to_owned)[..]].tokens;
    let start = tokens.iter().position(|token| token == "Family").unwrap();
    let of_trait = &tokens[start..source::item_end(tokens, start)];
    let offered = of_trait.windows(2).filter_map(|two| {
        ["fn", "const"]
            .contains(&two[0].as_str())
            .then_some(two[1].as_str())
    });
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/adding-a-game.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows: Vec<&str> = (page.lines())
        .filter_map(|line| line.strip_prefix("| ")?.split(" |").next())
        .collect();
    let named = |name: &str| rows.iter().any(|row| row.contains(&format!("`{name}`")));
    let left_out: Vec<&str> = offered.filter(|name| !named(name)).collect();
    assert!(left_out.is_empty(), "{left_out:?}");
}

fn is_capital(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
