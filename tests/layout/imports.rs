//! Which files use what other files define.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Source, Sources};

type Path = Vec<String>;

/// What a module makes of names: where imports, its own and passed on ones, come from.
struct Scope {
    names: BTreeMap<String, Path>,
    /// Imports of everything.
    globs: Vec<Path>,
    /// Paths used, from the root or from another crate.
    used: BTreeSet<Path>,
}

/// The modules of a package and what they use.
pub(crate) struct Imports<'a> {
    sources: &'a Sources,
    scopes: BTreeMap<&'a Path, Scope>,
}

impl<'a> Imports<'a> {
    pub(crate) fn new(sources: &'a Sources) -> Self {
        let scopes = sources
            .iter()
            .map(|(module, source)| (module, Scope::new(module, source, sources)))
            .collect();
        Imports { sources, scopes }
    }

    /// The paths into this package or another that the file of a module uses, with the names that it imports
    /// written out.
    pub(crate) fn paths(&self, module: &Path) -> &BTreeSet<Path> {
        &self.scopes[module].used
    }

    /// The modules whose files define what the file of a module uses. Names that are passed on count where
    /// they are defined, names of modules nowhere.
    pub(crate) fn modules(&self, module: &Path) -> BTreeSet<&'a Path> {
        let used = self.paths(module).iter();
        used.filter(|path| path[0] == "crate")
            .filter_map(|path| self.defined(path[1..].to_vec(), 0))
            .filter(|&definer| definer != module)
            .collect()
    }

    /// The module that defines what a path names.
    fn defined(&self, path: Path, depth: usize) -> Option<&'a Path> {
        assert!(depth < 50, "{path:?} is passed on in a circle");
        let length = (0..=path.len())
            .rev()
            .find(|&length| self.sources.contains_key(&path[..length]))?;
        let (module, _) = self.sources.get_key_value(&path[..length])?;
        let name = path.get(length)?;
        if name == "*" {
            return Some(module);
        }
        let scope = &self.scopes[module];
        let passed_on = scope.names.get(name);
        if let Some(target) = passed_on {
            if target[0] != "crate" {
                return None;
            }
            let target = [&target[1..], &path[length + 1..]].concat();
            return self.defined(target, depth + 1);
        }
        if self.defines(module, name) {
            return Some(module);
        }
        let globs = scope.globs.iter().filter(|glob| glob[0] == "crate");
        globs
            .filter_map(|glob| self.defined([&glob[1..], &path[length..]].concat(), depth + 1))
            .next()
            .or(Some(module))
    }

    fn defines(&self, module: &Path, name: &str) -> bool {
        const ITEMS: [&str; 7] = ["struct", "enum", "trait", "fn", "const", "static", "type"];
        let tokens = &self.sources[module].tokens;
        tokens
            .windows(2)
            .any(|two| two[1] == name && ITEMS.contains(&two[0].as_str()))
    }
}

impl Scope {
    fn new(module: &Path, source: &Source, sources: &Sources) -> Scope {
        let mut scope = Scope {
            names: BTreeMap::new(),
            globs: Vec::new(),
            used: BTreeSet::new(),
        };
        let tokens: Vec<&str> = source.tokens.iter().map(String::as_str).collect();
        let mut inside = vec![false; tokens.len()];
        for start in 0..tokens.len() {
            // `use<'a>` in a type is no import.
            if tokens[start] != "use" || tokens[start + 1] == "<" {
                continue;
            }
            let end = start
                + tokens[start..]
                    .iter()
                    .position(|&token| token == ";")
                    .unwrap();
            inside[start..end].fill(true);
            let passed_on = start > 0 && matches!(tokens[start - 1], "pub" | ")");
            let mut leaves = Vec::new();
            tree(&tokens[start + 1..end], &mut 0, &[], &mut leaves);
            for (path, name) in leaves {
                let Some(path) = absolute(module, &path, sources, &BTreeMap::new()) else {
                    continue;
                };
                if !passed_on {
                    scope.used.insert(path.clone());
                }
                match path.split_last() {
                    Some((last, folder)) if last == "*" => scope.globs.push(folder.to_vec()),
                    _ => drop(scope.names.insert(name, path)),
                }
            }
        }
        for start in 0..tokens.len() {
            if inside[start] || tokens.get(start + 1) != Some(&"::") {
                continue;
            }
            if start > 0 && matches!(tokens[start - 1], "::" | ".") {
                continue;
            }
            let mut path = vec![tokens[start].to_owned()];
            let mut at = start;
            while tokens.get(at + 1) == Some(&"::")
                && tokens.get(at + 2).is_some_and(|next| is_name(next))
            {
                path.push(tokens[at + 2].to_owned());
                at += 2;
            }
            scope
                .used
                .extend(absolute(module, &path, sources, &scope.names));
        }
        scope
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads one tree of an import: each path in it and the name that it gets.
fn tree(tokens: &[&str], at: &mut usize, before: &[String], leaves: &mut Vec<(Path, String)>) {
    let mut path = before.to_vec();
    while let Some(&token) = tokens.get(*at) {
        match token {
            "::" => *at += 1,
            "{" => {
                *at += 1;
                while tokens[*at] != "}" {
                    if tokens[*at] == "," {
                        *at += 1;
                    } else {
                        tree(tokens, at, &path, leaves);
                    }
                }
                *at += 1;
                return;
            }
            "," | "}" => break,
            "as" => {
                let name = tokens[*at + 1].to_owned();
                *at += 2;
                leaves.push((path, name));
                return;
            }
            "self" if !path.is_empty() => *at += 1,
            _ => {
                path.push(token.to_owned());
                *at += 1;
            }
        }
    }
    let name = path.last().unwrap().clone();
    leaves.push((path, name));
}

/// A path from the root (`crate`) or of a crate whose name is known; `None` for a name that is no path's
/// first here.
fn absolute(
    module: &Path,
    path: &[String],
    sources: &Sources,
    names: &BTreeMap<String, Path>,
) -> Option<Path> {
    let in_crate = |module: &[String], rest: &[String]| {
        Some([&["crate".to_owned()][..], module, rest].concat())
    };
    let first = path[0].as_str();
    match first {
        "crate" => Some(path.to_vec()),
        "self" => in_crate(module, &path[1..]),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            in_crate(&module[..module.len().checked_sub(ups)?], &path[ups..])
        }
        "sowlab_solvers" => Some(path.to_vec()),
        _ => {
            if let Some(target) = names.get(first) {
                return Some([target, &path[1..]].concat());
            }
            let child = [&module[..], &path[..1]].concat();
            sources
                .contains_key(&child)
                .then(|| in_crate(module, path))?
        }
    }
}
