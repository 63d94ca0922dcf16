//! The rules of a game sentence by sentence. Each sentence has a key, by which pages in other languages translate it.

use std::collections::BTreeMap;

use serde::Serialize;

/// A sentence, or a few that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// The key; sentences that say the same with other values share it.
    pub key: &'static str,
    /// The place of the sentence in the text.
    pub place: Place,
    /// The values in the sentence, by name.
    pub values: BTreeMap<&'static str, Value>,
    /// The sentence in English.
    pub text: String,
}

/// The place of a sentence in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// It begins a paragraph.
    Paragraph,
    /// It begins an item of a list.
    Item,
    /// It follows another sentence.
    Next,
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(u64),
    /// A text that is the same in all languages.
    Text(String),
    /// Numbers of which each is meant.
    Numbers(Vec<u8>),
}

impl Sentence {
    /// Creates a sentence that begins a paragraph. A name in braces in its English text stands for a value.
    pub(crate) fn paragraph(key: &'static str, english: &str) -> Sentence {
        Sentence {
            key,
            place: Place::Paragraph,
            values: BTreeMap::new(),
            text: english.to_owned(),
        }
    }

    /// Creates a sentence that begins an item of a list.
    pub(crate) fn item(key: &'static str, english: &str) -> Sentence {
        Sentence {
            place: Place::Item,
            ..Sentence::paragraph(key, english)
        }
    }

    /// Creates a sentence that follows another.
    pub(crate) fn next(key: &'static str, english: &str) -> Sentence {
        Sentence {
            place: Place::Next,
            ..Sentence::paragraph(key, english)
        }
    }

    /// Sets a value.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: Value) -> Sentence {
        let written = match &value {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
                numbers.join(" or ")
            }
        };
        self.text = self.text.replace(&format!("{{{name}}}"), &written);
        self.values.insert(name, value);
        self
    }

    /// Sets a number.
    #[must_use]
    pub(crate) fn number(self, name: &'static str, number: usize) -> Sentence {
        self.with(name, Value::Number(number as u64))
    }
}

/// Returns the sentences as text: a line for each paragraph and item, and an empty line between paragraphs.
pub(crate) fn text_of(sentences: &[Sentence]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        text += match sentence.place {
            Place::Paragraph if text.is_empty() => "",
            Place::Paragraph => "\n\n",
            Place::Item => "\n- ",
            Place::Next => " ",
        };
        text += &sentence.text;
    }
    text
}
