//! The sentences of a Markdown page or of a help text.

/// A sentence of prose, without Markdown's marks.
pub(crate) struct Sentence {
    /// The line that it begins on, from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Sentence {
    pub(crate) fn words(&self) -> usize {
        self.text
            .split_whitespace()
            .filter(|word| word.chars().any(char::is_alphanumeric))
            .count()
    }

    /// Words with a digit, code not counted.
    pub(crate) fn numbers(&self) -> usize {
        self.text
            .split_whitespace()
            .filter(|word| !word.contains('`') && word.chars().any(|c| c.is_ascii_digit()))
            .count()
    }
}

/// The prose of a page, block by block, and the number of words in its tables and code.
pub(crate) struct Page {
    pub(crate) sentences: Vec<Sentence>,
    /// The text of each paragraph and list item, with its first line.
    pub(crate) paragraphs: Vec<(usize, String)>,
    pub(crate) words_in_tables_and_code: usize,
    /// Paragraphs that a line break divides, by their first lines.
    pub(crate) divided: Vec<usize>,
}

/// A paragraph or a list item: its first line and its text.
struct Block {
    line: usize,
    text: String,
    lines: usize,
}

pub(crate) fn markdown(text: &str) -> Page {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    let mut fence = None;
    let mut comment = false;
    let mut words_in_tables_and_code = 0;
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some(mark) = fence {
            if trimmed.starts_with(mark) {
                fence = None;
            } else {
                words_in_tables_and_code += line.split_whitespace().count();
            }
            continue;
        }
        if comment {
            comment = !line.contains("-->");
            continue;
        }
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| trimmed.starts_with(mark));
        let code = line.starts_with("    ") && !open;
        if mark.is_some() {
            fence = mark;
            open = false;
        } else if trimmed.starts_with("<!--") {
            comment = !line.contains("-->");
            open = false;
        } else if code || trimmed.starts_with('|') {
            words_in_tables_and_code += line.split_whitespace().filter(|word| *word != "|").count();
        } else if trimmed.is_empty() || trimmed.starts_with(['#', '<']) {
            open = false;
        } else if let Some(item) = list_item(trimmed) {
            blocks.push(Block {
                line: number + 1,
                text: item.to_owned(),
                lines: 1,
            });
            open = true;
        } else if open {
            let block = blocks.last_mut().expect("a block is open");
            block.text = format!("{} {}", block.text, trimmed.trim_start_matches("> "));
            block.lines += 1;
        } else {
            let trimmed = trimmed.trim_start_matches("> ");
            blocks.push(Block {
                line: number + 1,
                text: trimmed.to_owned(),
                lines: 1,
            });
            open = true;
        }
    }
    let divided = blocks
        .iter()
        .filter(|block| block.lines > 1)
        .map(|block| block.line)
        .collect();
    let sentences = blocks.iter();
    let sentences = sentences.flat_map(|block| sentences_of(block.line, &plain(&block.text)));
    let sentences = sentences.collect();
    Page {
        sentences,
        paragraphs: blocks
            .into_iter()
            .map(|block| (block.line, block.text))
            .collect(),
        words_in_tables_and_code,
        divided,
    }
}

fn list_item(line: &str) -> Option<&str> {
    let bullet = ["- ", "* ", "+ "]
        .into_iter()
        .find_map(|mark| line.strip_prefix(mark));
    bullet.or_else(|| {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == line.len() {
            None
        } else {
            rest.strip_prefix(". ")
        }
    })
}

/// Links become their texts, images and emphasis go.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let image = rest[..start].ends_with('!');
        let Some(middle) = rest[start..].find("](").map(|at| start + at) else {
            break;
        };
        let Some(end) = rest[middle..].find(')').map(|at| middle + at) else {
            break;
        };
        plain.push_str(rest[..start].trim_end_matches('!'));
        if !image {
            plain.push_str(&rest[start + 1..middle]);
        }
        rest = &rest[end + 1..];
    }
    plain.push_str(rest);
    plain.replace("**", "").replace("*", "")
}

/// Sentences end with a stop, a semicolon or a colon before a space; what stands in code does not end one.
pub(crate) fn sentences_of(line: usize, text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut sentence = String::new();
    let mut in_code = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '`' {
            // Code is one word.
            if !in_code {
                sentence.push('`');
            }
            in_code = !in_code;
            if !in_code {
                sentence.push_str("code`");
            }
            continue;
        }
        if in_code {
            continue;
        }
        sentence.push(letter);
        let ends = matches!(letter, '.' | '!' | '?' | ';' | ':')
            && letters.peek().is_none_or(|next| next.is_whitespace());
        let abbreviation = [" e.g.", " i.e.", " vs.", " cf.", " al.", " no.", " St."]
            .iter()
            .any(|end| sentence.ends_with(end));
        if ends && !abbreviation {
            found.push(Sentence {
                line,
                text: std::mem::take(&mut sentence).trim().to_owned(),
            });
        }
    }
    found.push(Sentence {
        line,
        text: sentence.trim().to_owned(),
    });
    found.retain(|sentence| sentence.words() > 0);
    found
}
