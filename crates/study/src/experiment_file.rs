//! The reader of experiment files, whose errors have the line of the invalid field.
//!
//! An [`Experiment`] has its common fields and those of its kind in one table. Serde would read such a table through a
//! buffer without the places of the fields. This reader therefore first separates the two groups of fields, and reads
//! each from the parsed file itself.

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error, ValueDeserializer};

use super::error::StudyError;
use super::experiment::{Effort, Experiment, Study};
use super::kinds::{Kind, NamedKind};
use sowlab_base::one_line;

/// The fields of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    name: String,
    title: String,
    #[serde(rename = "experiment")]
    _experiment: Vec<IgnoredAny>,
}

/// The fields of every experiment.
#[derive(Deserialize)]
struct Common {
    id: String,
    title: String,
    games: Vec<String>,
    #[serde(default)]
    all_readings: bool,
    #[serde(default)]
    effort: Effort,
    #[serde(default)]
    cost: String,
    #[serde(rename = "kind")]
    _kind: String,
}

/// The names of the fields of [`Common`].
const COMMON: [&str; 7] = [
    "id",
    "title",
    "games",
    "kind",
    "all_readings",
    "effort",
    "cost",
];

type Key<'t> = Spanned<DeString<'t>>;
type Value<'t> = Spanned<DeValue<'t>>;

impl Study {
    /// Parses and checks an experiment file.
    ///
    /// # Errors
    /// The line or the experiment that is invalid.
    pub fn parse(text: &str) -> Result<Study, StudyError> {
        let study = read(text).map_err(StudyError::Schema)?;
        check_name("name", &study.name)?;
        for (index, experiment) in study.experiment.iter().enumerate() {
            check_name("id", &experiment.id)?;
            let twice = |what, name: fn(&Experiment) -> &String| {
                let earlier = &study.experiment[..index];
                match earlier
                    .iter()
                    .any(|earlier| name(earlier) == name(experiment))
                {
                    true => Err(StudyError::Twice {
                        what,
                        name: sowlab_games::shortened(name(experiment)),
                    }),
                    false => Ok(()),
                }
            };
            twice("id", |experiment| &experiment.id)?;
            twice("title", |experiment| &experiment.title)?;
            experiment.rule_sets()?;
        }
        Ok(study)
    }
}

/// Parses a file; the message of an error has its line.
fn read(text: &str) -> Result<Study, String> {
    read_study(text).map_err(|(error, common)| {
        let mut message = one_line(&error.message());
        if common && message.starts_with("unknown field") {
            message += &format!("; every experiment also has {}", COMMON.join(", "));
        }
        match error.span() {
            Some(span) => {
                let before = text.bytes().take(span.start);
                let line = 1 + before.filter(|&byte| byte == b'\n').count();
                format!("line {line}: {message}")
            }
            None => message,
        }
    })
}

/// Parses a file; an error comes with a flag that the fields of every experiment are allowed as well.
fn read_study(text: &str) -> Result<Study, (Error, bool)> {
    let file = DeTable::parse(text).map_err(|error| (error, false))?;
    let span = file.span();
    let mut tables = Vec::new();
    for (key, value) in file.get_ref().iter() {
        if key.get_ref() == "experiment"
            && let DeValue::Array(array) = value.get_ref()
        {
            tables.extend(array.iter().cloned());
        }
    }
    let head = Spanned::new(span, DeValue::Table(file.into_inner()));
    let head = Head::deserialize(ValueDeserializer::from(head)).map_err(|error| (error, false))?;
    Ok(Study {
        name: head.name,
        title: head.title,
        experiment: tables
            .into_iter()
            .map(read_experiment)
            .collect::<Result<_, _>>()?,
    })
}

fn read_experiment(table: Value<'_>) -> Result<Experiment, (Error, bool)> {
    let common = Common::deserialize(ValueDeserializer::from(table.clone()));
    let common = common.map_err(|error| (error, false))?;
    let span = table.span();
    let (mut kind, mut options): (Option<Key<'_>>, DeTable<'_>) = (None, DeTable::new());
    if let DeValue::Table(fields) = table.into_inner() {
        for (key, value) in fields {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("kind", DeValue::String(name)) => {
                    kind = Some(Spanned::new(value.span(), name.clone()));
                }
                (name, _) if COMMON.contains(&name) => {}
                _ => {
                    options.insert(key, value);
                }
            }
        }
    }
    // Serde represents an enum as a table with the name of the variant as its only key.
    let mut tagged = DeTable::new();
    if let Some(kind) = kind {
        tagged.insert(kind, Spanned::new(span.clone(), DeValue::Table(options)));
    }
    let tagged = Spanned::new(span, DeValue::Table(tagged));
    let kind = NamedKind::deserialize(ValueDeserializer::from(tagged));
    Ok(Experiment {
        id: common.id,
        title: common.title,
        games: common.games,
        all_readings: common.all_readings,
        effort: common.effort,
        cost: common.cost,
        kind: Kind::from(kind.map_err(|error| (error, true))?),
    })
}

fn check_name(what: &'static str, name: &str) -> Result<(), StudyError> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(allowed) {
        return Err(StudyError::Name {
            what,
            name: sowlab_games::shortened(name),
        });
    }
    Ok(())
}
