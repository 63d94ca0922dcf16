//! The texts about results: templates, rendered with the rows as values.
//!
//! A template is Markdown in the language of `minijinja`. An undefined value and a failed `assert` are errors, so that
//! every printed sentence is supported by the rows. Tables and drawings are blocks: the text has a mark for each, which
//! is replaced once the format is known to be Markdown or HTML.
//!
//! A template sees one result:
//!
//! | name | content |
//! |---|---|
//! | `rows` | the entries of `ID.json` |
//! | `lines` | the lines of `ID.csv`: values by column heading, in lower case and without units, as in `bits_a_position` |
//! | `options`, `id`, `title`, `games`, `threads` | the experiment and its run |
//! | `certificates` | the certificates of the result |
//! | `in_report` | whether the report is rendered, not the page of the study |
//! | `link`, `sources` | its data, and the pages of studies whose results narrow its bounds |
//!
//! Functions place tables and drawings; filters calculate over rows and format numbers. A list item that begins with a
//! bold label is a claim, to which the report adds the link to its data. The templates of the report see all results;
//! tables are on the pages of the studies, and the report has claims and charts.

mod blocks;
mod filters;
mod functions;

use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::Kwargs;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior, Value};

pub(super) use self::blocks::{Block, Text};
use super::draw::syntax;
use super::error::StudyError;
use super::kinds::TEMPLATES;

/// The shared templates of the kinds, and those of the report.
const SHARED: [(&str, &str); 9] = [
    ("words", include_str!("../../templates/words.md")),
    ("setups", include_str!("../../templates/setups.md")),
    ("report", include_str!("../../templates/report.md")),
    ("head", include_str!("../../templates/head.md")),
    ("answers", include_str!("../../templates/answers.md")),
    ("certainty", include_str!("../../templates/certainty.md")),
    ("contents", include_str!("../../templates/contents.md")),
    ("index", include_str!("../../templates/index.md")),
    ("sections", include_str!("../../templates/sections.md")),
];

/// Blocks in the order in which templates placed them.
#[derive(Clone, Default)]
pub(super) struct Blocks(Arc<Mutex<Vec<Block>>>);

impl Blocks {
    /// Adds a block and returns its mark.
    pub(super) fn place(&self, block: Block) -> Value {
        let mut blocks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        blocks.push(block);
        Value::from(Text::mark(blocks.len() - 1))
    }
}

/// All templates, ready to render.
pub(super) struct Templates {
    environment: Environment<'static>,
    blocks: Blocks,
}

impl Templates {
    pub(super) fn new() -> Result<Templates, StudyError> {
        let blocks = Blocks::default();
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_syntax(syntax());
        filters::add(&mut environment);
        functions::add(&mut environment, &blocks);
        for (name, text) in SHARED.iter().chain(&TEMPLATES) {
            let added = environment.add_template(name, text);
            added.map_err(|error| failure(name, &error))?;
        }
        Ok(Templates {
            environment,
            blocks,
        })
    }

    /// Adds a function, which may place blocks.
    pub(super) fn add_function(
        &mut self,
        name: &'static str,
        function: impl Fn(&State<'_, '_>, &Blocks, &[Value], &Kwargs) -> Result<Value, Error>
        + Send
        + Sync
        + 'static,
    ) {
        functions::add_one(&mut self.environment, &self.blocks, name, function);
    }

    /// Renders a template.
    ///
    /// # Errors
    /// The template and the line.
    pub(super) fn render(&self, name: &str, values: Value) -> Result<String, StudyError> {
        let template = self.environment.get_template(name);
        let rendered = template.and_then(|template| template.render(values));
        rendered.map_err(|error| failure(name, &error))
    }

    /// Returns a rendered text with the blocks placed so far.
    pub(super) fn text(&self, text: String) -> Text {
        let blocks = self.blocks.0.lock().unwrap_or_else(PoisonError::into_inner);
        Text::new(text, blocks.clone())
    }
}

/// Creates the error of a template, with its line.
fn failure(name: &str, error: &Error) -> StudyError {
    // The cause is in the included template, or in the function of the report.
    let mut innermost = error;
    while let Some(cause) = std::error::Error::source(innermost)
        && let Some(cause) = cause.downcast_ref::<Error>()
    {
        innermost = cause;
    }
    StudyError::Template {
        name: format!("{}.md", innermost.name().unwrap_or(name)),
        line: innermost.line().unwrap_or(0),
        reason: sowlab_base::one_line(&match innermost.detail() {
            Some(detail) => format!("{}: {detail}", innermost.kind()),
            None => innermost.kind().to_string(),
        }),
    }
}

/// Creates an error of a filter or a function.
fn wrong(reason: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, reason.into())
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    fn rendered(template: &'static str, values: Value) -> Result<String, StudyError> {
        let mut templates = Templates::new().unwrap();
        templates.environment.add_template("x", template).unwrap();
        templates.render("x", values)
    }

    #[test]
    fn a_sentence_that_does_not_hold_is_an_error_with_its_line() {
        let text = "one\n{{ assert(wins > 2, 'more wins') }}Most games are won.";
        assert_eq!(
            rendered(text, context! { wins => 3 }).unwrap(),
            "one\nMost games are won."
        );
        for values in [context! { wins => 2 }, context! {}] {
            let error = rendered(text, values).unwrap_err().to_string();
            assert!(error.starts_with("template x.md, line 2: "), "{error}");
        }
    }

    #[test]
    fn every_kind_has_one_section_of_the_report() {
        let sections = include_str!("../../templates/sections.md");
        for (kind, _) in TEMPLATES {
            assert_eq!(
                sections.matches(&format!("\"{kind}\"")).count(),
                1,
                "{kind}"
            );
        }
    }

    #[test]
    fn filters_calculate_over_lines() {
        let lines = [(1, 20), (2, -5), (3, 1000)].map(|(stones, margin)| {
            context! { stones, margin, layers => vec![context! { part => stones }] }
        });
        let values = context! { lines => lines.to_vec() };
        for (expression, expected) in [
            (
                "lines | where('margin > 0') | total('margin') | grouped",
                "1,020",
            ),
            ("(lines | top('margin')).stones", "3"),
            ("(lines | bottom('margin')).margin | signed", "−5"),
            (
                "lines | where('stones == least', least=2) | length | of('line')",
                "1 line",
            ),
            ("lines | each('stones * 2') | listed", "2, 4 and 6"),
            (
                "lines | expand('layers') | each('part + stones') | listed",
                "2, 4 and 6",
            ),
            ("[-1, 4] | interval", "−1 to +4"),
            ("-1.25 | signed(1)", "−1.2"),
            ("'33stones:both-out=end' | short", "33stones:both-out=end"),
        ] {
            let template: &'static str = Box::leak(format!("{{{{ {expression} }}}}").into());
            let found = rendered(template, values.clone()).unwrap();
            assert_eq!(found, expected, "{expression}");
        }
        let error = rendered("{{ lines | each('lines.x') }}", values).unwrap_err();
        assert!(error.to_string().contains("`lines.x`"), "{error}");
    }
}
