//! The comparison of repeated results with earlier ones.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::agreement::Agreement;
use super::directory::{Results, Stored};
use crate::error::StudyError;
use crate::results::read_json;

/// Fields that differ from run to run of the same experiment.
const MEASURED: [&str; 2] = ["seconds", "microseconds"];

/// A result that both folders have.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The names of its study and of the experiment, as in `standard/first-rounds`.
    pub experiment: String,
    /// The agreement of the two.
    #[serde(flatten)]
    pub agreement: Agreement,
}

/// A comparison of a folder of results with an earlier one.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The results that both folders have.
    pub compared: Vec<Compared>,
    /// The names of the results that only the earlier folder has.
    pub missing: Vec<String>,
}

impl Comparison {
    /// Compares two folders of results: `directory` with `earlier`.
    ///
    /// # Errors
    /// A file of either folder cannot be read or does not match the schema.
    pub fn of(directory: &Path, earlier: &Path) -> Result<Comparison, StudyError> {
        let (results, before) = (Results::find(directory)?, Results::find(earlier)?);
        let (mut compared, mut missing) = (Vec::new(), Vec::new());
        for old in &before.all {
            let experiment = old.name();
            let same_name = |new: &&Stored| new.name() == experiment;
            match results.all.iter().find(same_name) {
                None => missing.push(experiment),
                Some(new) => compared.push(Compared {
                    experiment,
                    agreement: agreement((&results, new), (&before, old))?,
                }),
            }
        }
        Ok(Comparison { compared, missing })
    }

    /// Returns the results that differ.
    pub fn different(&self) -> impl Iterator<Item = &Compared> {
        let differs = |one: &&Compared| matches!(one.agreement, Agreement::Differs(_));
        self.compared.iter().filter(differs)
    }
}

type One<'a> = (&'a Results<'a>, &'a Stored);

fn agreement(new: One<'_>, old: One<'_>) -> Result<Agreement, StudyError> {
    if !new.1.experiment().is_same_as(old.1.experiment()) {
        return Ok(Agreement::Differs("it is another experiment".to_owned()));
    }
    let (figures, before) = (new.0.figures(new.1), old.0.figures(old.1));
    let kind = &new.1.experiment().kind;
    if let Some(told) = kind.any().agreement(&figures, &before)? {
        return Ok(told);
    }
    let found = difference("", &read_json(&figures)?, &read_json(&before)?).or_else(|| {
        let certificates = |one: One<'_>| -> Vec<(String, String)> {
            let all = one.1.manifest.checksums();
            all.filter(|(file, _)| file.ends_with(".certificate.json"))
                .cloned()
                .collect()
        };
        (certificates(new) != certificates(old)).then(|| "a certificate is another".to_owned())
    });
    Ok(found.map_or(Agreement::Same, Agreement::Differs))
}

/// Returns the first difference between two documents: its path and both values.
fn difference(path: &str, new: &Value, old: &Value) -> Option<String> {
    match (new, old) {
        (Value::Object(new_fields), Value::Object(old_fields)) => {
            let names = new_fields.keys().chain(old_fields.keys());
            names
                .filter(|name| !MEASURED.contains(&name.as_str()))
                .find_map(|name| {
                    let path = format!("{path}/{name}");
                    let of = |fields: &serde_json::Map<String, Value>| {
                        fields.get(name).cloned().unwrap_or(Value::Null)
                    };
                    difference(&path, &of(new_fields), &of(old_fields))
                })
        }
        (Value::Array(new_items), Value::Array(old_items))
            if new_items.len() == old_items.len() =>
        {
            let pairs = new_items.iter().zip(old_items).enumerate();
            pairs
                .map(|(index, (new, old))| difference(&format!("{path}/{index}"), new, old))
                .find_map(|found| found)
        }
        (Value::Array(new_items), Value::Array(old_items)) => Some(format!(
            "{path}: {} entries where there were {}",
            new_items.len(),
            old_items.len()
        )),
        _ => (new != old).then(|| format!("{path}: {new} where it was {old}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_told_and_times_are_none() {
        let old = json!([{"wins": 3, "seconds": 1.5, "first": null}, {"wins": 4}]);
        assert_eq!(difference("", &old, &old), None);
        let later = json!([{"wins": 3, "seconds": 9.0}, {"wins": 4, "seconds": 1}]);
        assert_eq!(difference("", &later, &old), None);
        let other = json!([{"wins": 3}, {"wins": 5}]);
        let told = difference("", &other, &old);
        assert_eq!(told.unwrap(), "/1/wins: 5 where it was 4");
        let shorter = json!([{"wins": 3}]);
        let told = difference("", &shorter, &old);
        assert_eq!(told.unwrap(), ": 1 entries where there were 2");
    }
}
