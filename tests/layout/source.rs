//! The files of a package as tokens, without comments, literals and tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A module with a file of its own.
#[derive(Debug)]
pub(crate) struct Source {
    /// Path below `src`.
    pub(crate) file: String,
    /// Identifiers, `::` and single characters.
    pub(crate) tokens: Vec<String>,
}

/// Each module by its path from the root; the root's is empty.
pub(crate) type Sources = BTreeMap<Vec<String>, Source>;

/// Reads all modules below a folder. What only tests use is left out, programs (`main.rs`) too.
pub(crate) fn read(src: &Path) -> Sources {
    let mut sources = Sources::new();
    let mut tests = Vec::new();
    let mut folders = vec![src.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let below = path.strip_prefix(src).unwrap();
            if below.extension().is_none_or(|extension| extension != "rs") || below == "main.rs" {
                continue;
            }
            let mut module: Vec<String> = below
                .with_extension("")
                .iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .collect();
            if matches!(module.last().unwrap().as_str(), "mod" | "lib") {
                module.pop();
            }
            let text = fs::read_to_string(&path).unwrap();
            let (tokens, test_modules) = without_tests(without_macros(&tokens(&text)));
            tests.extend(test_modules.into_iter().map(|name| {
                let mut module = module.clone();
                module.push(name);
                module
            }));
            let file = below.to_str().unwrap().to_owned();
            sources.insert(module, Source { file, tokens });
        }
    }
    sources.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    sources
}

/// The tokens of a text; a literal is one `"`.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if let Some(length) = comment(rest) {
            length
        } else if let Some(length) = literal(rest) {
            found.push("\"".to_owned());
            length
        } else if rest.starts_with("::") {
            found.push("::".to_owned());
            2
        } else if first.is_alphanumeric() || first == '_' {
            let length = word(rest);
            found.push(rest[..length].to_owned());
            length
        } else {
            if !first.is_whitespace() {
                found.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len())
}

fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(text.find("*/").unwrap() + 2);
    }
    None
}

/// The length of a string or character at the start of the text, a lifetime's quotation mark aside.
fn literal(text: &str) -> Option<usize> {
    let prefix = ["br", "r", "b", "c", ""].into_iter().find(|prefix| {
        text.strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with(['"', '#', '\'']))
    })?;
    let rest = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let end = format!("\"{}", "#".repeat(hashes));
        let body = rest[hashes..].strip_prefix('"')?;
        return Some(prefix.len() + hashes + 1 + body.find(&end)? + end.len());
    }
    let quote = rest.chars().next().filter(|&quote| quote != '#')?;
    if quote == '\'' {
        let mut characters = rest[1..].chars();
        let (first, second) = (characters.next()?, characters.next()?);
        if first != '\\' && second != '\'' {
            return None;
        }
    }
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        if character == quote && !escaped {
            return Some(prefix.len() + at + 1);
        }
        escaped = character == '\\' && !escaped;
    }
    None
}

/// The tokens without the definitions of macros: what they say holds where they are expanded.
fn without_macros(tokens: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "macro_rules" {
            at = item_end(tokens, at);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// The tokens without items under `#[cfg(test)]`, and which modules with files of their own are such items.
fn without_tests(tokens: Vec<String>) -> (Vec<String>, Vec<String>) {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut modules = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..]
            .iter()
            .map(String::as_str)
            .take(MARK.len())
            .eq(MARK)
        {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let start = at + MARK.len();
        at = item_end(&tokens, start);
        let item = &tokens[start..at];
        if let Some(name) = item.iter().position(|token| token == "mod")
            && item[name + 2..] == [";"]
        {
            modules.push(item[name + 1].clone());
        }
    }
    (kept, modules)
}

/// Where an item ends: after `;` or a block, outside of all brackets.
pub(crate) fn item_end(tokens: &[String], start: usize) -> usize {
    let mut depth = 0;
    let is_use = tokens[start..].iter().take(2).any(|token| token == "use");
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && (token == ";" || token == "}" && !is_use) {
            return at + 1;
        }
    }
    tokens.len()
}
