//! Forms as text, with the signs of *Winning Ways* (Berlekamp, Conway and Guy).

use std::fmt::{self, Display, Formatter, Write};

use super::dyadic::Dyadic;
use super::forms::{Form, Forms};
use super::named::Named;

impl Forms {
    /// Returns a form as text: a number, ups `^` or downs `v` with their count, and a nimber `*` with its size, as in
    /// `0`, `1/2`, `*2`, `^`, `-1v2*`; otherwise the options, as in `{0|-2}` and `{1,1*|{0|-4}}`. Equal values have
    /// equal texts. The text can be much longer than the number of options, because options recur in it.
    pub fn text(&self, form: Form) -> String {
        self.text_within(form, usize::MAX)
            .expect("a text is not longer")
    }

    /// Returns a form as text, if the text has at most `most` bytes.
    pub fn text_within(&self, form: Form, most: usize) -> Option<String> {
        let text = match self.named(form) {
            Some(named) => named.to_string(),
            None => {
                let left = self.options_text(self.left(form), most)?;
                let right = self.options_text(self.right(form), most)?;
                format!("{{{left}|{right}}}")
            }
        };
        (text.len() <= most).then_some(text)
    }

    fn options_text(&self, options: &[Form], most: usize) -> Option<String> {
        let texts = options.iter().map(|&option| self.text_within(option, most));
        let mut texts: Vec<String> = texts.collect::<Option<_>>()?;
        texts.sort_unstable();
        Some(texts.join(","))
    }
}

impl Display for Named {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Named {
            number,
            ups,
            nimber,
        } = self;
        if number != Dyadic::ZERO || (ups == 0 && nimber == 0) {
            write!(f, "{number}")?;
        }
        counted(f, if ups > 0 { '^' } else { 'v' }, ups.unsigned_abs())?;
        counted(f, '*', nimber)
    }
}

/// Writes a sign with its count; nothing for 0, and no count for 1.
fn counted(f: &mut Formatter<'_>, sign: char, count: u32) -> fmt::Result {
    match count {
        0 => Ok(()),
        1 => f.write_char(sign),
        _ => write!(f, "{sign}{count}"),
    }
}
