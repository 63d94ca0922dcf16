//! Drawings of results as SVG: lines, squares of values, bars, and sequences of boards.

pub(super) mod bars;
pub(super) mod boards;
pub(super) mod frames;
pub(super) mod heat_map;
pub(super) mod plot;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};

/// Renders a drawing from its template.
fn rendered(template: &str, values: Value) -> String {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_syntax(syntax());
    let drawn = environment.render_str(template, values);
    drawn.expect("drawings have all that their templates name")
}

/// Returns a syntax in which blocks of a template leave no blank lines.
pub(super) fn syntax() -> SyntaxConfig {
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build();
    syntax.expect("these are the usual delimiters")
}
