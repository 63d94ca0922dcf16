//! Canonical forms, each stored once.

use rustc_hash::FxHashMap;

use super::named::{FormKind, Named, kind_of, name_of};

/// A canonical form in its [`Forms`]. Equal values have equal forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

/// The options of a form: sorted, none twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Options {
    left: Box<[Form]>,
    right: Box<[Form]>,
}

/// Canonical forms, each stored once.
///
/// ```
/// use sowlab_solvers::combinatorial::Forms;
/// let mut forms = Forms::default();
/// let zero = forms.form(&[], &[]);
/// let one = forms.form(&[zero], &[]);
/// let star = forms.form(&[zero], &[zero]);
/// let half = forms.form(&[zero, star], &[one]);
/// assert_eq!(forms.text(half), "1/2");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Forms {
    options: Vec<Options>,
    numbers: FxHashMap<Options, Form>,
    names: Vec<Option<Named>>,
    /// Whether the first form of a pair is at most the second.
    order: FxHashMap<(Form, Form), bool>,
}

impl Forms {
    /// Returns the canonical form of the position with these options.
    pub fn form(&mut self, left: &[Form], right: &[Form]) -> Form {
        let (left, right) = (distinct(left.to_vec()), distinct(right.to_vec()));
        let left_options = self.irreversible_left(&left, &right);
        let right_options = self.irreversible_right(&left, &right);
        let options = Options {
            left: self.undominated(left_options, |forms, one, other| forms.at_most(one, other)),
            right: self.undominated(right_options, |forms, one, other| forms.at_most(other, one)),
        };
        if let Some(&form) = self.numbers.get(&options) {
            return form;
        }
        let form = Form(u32::try_from(self.options.len()).expect("fewer than 2^32 forms"));
        let name = name_of(self, &options.left, &options.right);
        self.names.push(name);
        self.numbers.insert(options.clone(), form);
        self.options.push(options);
        form
    }

    /// Returns the options of Left.
    pub fn left(&self, form: Form) -> &[Form] {
        &self.options[form.0 as usize].left
    }

    /// Returns the options of Right.
    pub fn right(&self, form: Form) -> &[Form] {
        &self.options[form.0 as usize].right
    }

    /// Returns the form as a number, ups and a nimber, if it is such a sum.
    pub fn named(&self, form: Form) -> Option<Named> {
        self.names[form.0 as usize]
    }

    /// Returns the kind of the form.
    pub fn kind(&self, form: Form) -> FormKind {
        kind_of(self, form)
    }

    /// Returns whether the form is 0.
    pub fn is_zero(&self, form: Form) -> bool {
        self.left(form).is_empty() && self.right(form).is_empty()
    }

    /// Returns the number of pairs whose order is stored.
    pub(super) fn pairs(&self) -> usize {
        self.order.len()
    }

    /// Returns whether a form is at most another: Left has no good first move in the first less the second.
    pub fn at_most(&mut self, one: Form, other: Form) -> bool {
        if one == other {
            return true;
        }
        if let Some(&known) = self.order.get(&(one, other)) {
            return known;
        }
        let worse = (0..self.left(one).len()).any(|place| {
            let option = self.left(one)[place];
            self.at_most(other, option)
        });
        let at_most = !worse
            && !(0..self.right(other).len()).any(|place| {
                let option = self.right(other)[place];
                self.at_most(option, one)
            });
        self.order.insert((one, other), at_most);
        at_most
    }

    /// Returns whether a form is at most the position with these options.
    fn at_most_position(&mut self, form: Form, left: &[Form], right: &[Form]) -> bool {
        let options = self.left(form).to_vec();
        !right.iter().any(|&option| self.at_most(option, form))
            && !options
                .into_iter()
                .any(|option| self.at_least_position(option, left, right))
    }

    /// Returns whether a form is at least the position with these options.
    fn at_least_position(&mut self, form: Form, left: &[Form], right: &[Form]) -> bool {
        let options = self.right(form).to_vec();
        !left.iter().any(|&option| self.at_most(form, option))
            && !options
                .into_iter()
                .any(|option| self.at_most_position(option, left, right))
    }

    /// Returns the options of Left with each reversible one replaced: if Right can answer it by a form that is at most
    /// the position, by the options of Left in that form.
    fn irreversible_left(&mut self, left: &[Form], right: &[Form]) -> Vec<Form> {
        let mut open = left.to_vec();
        let mut kept = Vec::new();
        while let Some(option) = open.pop() {
            let answers = self.right(option).to_vec();
            let reverses = |&answer: &Form| self.at_most_position(answer, left, right);
            match answers.into_iter().find(reverses) {
                Some(answer) => open.extend_from_slice(self.left(answer)),
                None => kept.push(option),
            }
        }
        kept
    }

    /// Returns the options of Right with each reversible one replaced.
    fn irreversible_right(&mut self, left: &[Form], right: &[Form]) -> Vec<Form> {
        let mut open = right.to_vec();
        let mut kept = Vec::new();
        while let Some(option) = open.pop() {
            let answers = self.left(option).to_vec();
            let reverses = |&answer: &Form| self.at_least_position(answer, left, right);
            match answers.into_iter().find(reverses) {
                Some(answer) => open.extend_from_slice(self.right(answer)),
                None => kept.push(option),
            }
        }
        kept
    }

    /// Returns the options without those that are as good as another or worse, in order.
    fn undominated(
        &mut self,
        options: Vec<Form>,
        at_best: impl Fn(&mut Forms, Form, Form) -> bool,
    ) -> Box<[Form]> {
        let options = distinct(options);
        let mut kept = Vec::new();
        for &option in &options {
            let dominated = options
                .iter()
                .any(|&other| other != option && at_best(self, option, other));
            if !dominated {
                kept.push(option);
            }
        }
        kept.into_boxed_slice()
    }
}

fn distinct(mut options: Vec<Form>) -> Vec<Form> {
    options.sort_unstable();
    options.dedup();
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of two forms, by its definition.
    fn sum(forms: &mut Forms, one: Form, other: Form) -> Form {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().enumerate() {
            for (moved, still) in [(one, other), (other, one)] {
                let moves = [forms.left(moved), forms.right(moved)][side].to_vec();
                options.extend(moves.into_iter().map(|option| sum(forms, option, still)));
            }
        }
        forms.form(&sides[0], &sides[1])
    }

    /// Forms from the text of their options, such as `0,*` and `1`, that were named before.
    struct Built(Forms, FxHashMap<String, Form>);

    impl Built {
        fn new() -> Built {
            let mut built = Built(Forms::default(), FxHashMap::default());
            for (left, right, text) in [
                ("", "", "0"),
                ("0", "", "1"),
                ("", "0", "-1"),
                ("1", "", "2"),
                ("", "-1", "-2"),
                ("0", "0", "*"),
                ("0,*", "0,*", "*2"),
                ("0", "*", "^"),
                ("*", "0", "v"),
            ] {
                built.check(left, right, text);
            }
            built
        }

        fn of(&self, texts: &str) -> Vec<Form> {
            let texts = texts.split(',').filter(|text| !text.is_empty());
            texts.map(|text| self.1[text]).collect()
        }

        /// Forms the position and compares its text.
        fn check(&mut self, left: &str, right: &str, text: &str) {
            let (left, right) = (self.of(left), self.of(right));
            let form = self.0.form(&left, &right);
            assert_eq!(self.0.text(form), text);
            self.1.insert(text.to_owned(), form);
        }

        fn sum(&mut self, one: &str, other: &str) -> Form {
            let (one, other) = (self.1[one], self.1[other]);
            sum(&mut self.0, one, other)
        }
    }

    /// Values as in *Winning Ways* (Berlekamp, Conway and Guy).
    #[test]
    fn published_values() {
        let mut built = Built::new();
        for (left, right, text) in [
            ("0", "1", "1/2"),
            ("0", "1/2", "1/4"),
            ("1/2", "1", "3/4"),
            // The simplest number between two.
            ("-2", "2", "0"),
            ("1/4", "2", "1"),
            ("-1", "1/2", "0"),
            ("2", "", "3"),
            ("-2,-1", "", "0"),
            // Dominated options.
            ("0,-1", "1,2", "1/2"),
            ("1,0", "-1,2", "{1|-1}"),
            ("0", "-2", "{0|-2}"),
            ("2", "0", "{2|0}"),
            ("1", "1", "1*"),
            // A nimber is the least that is left out.
            ("0,*,*2", "0,*,*2", "*3"),
            ("*,*2", "*,*2", "0"),
            ("0,*2", "0,*2", "*"),
            // The option * is reversible.
            ("0,*", "*", "^"),
            ("0", "^", "^2*"),
            ("0,*", "0", "^*"),
            ("0", "^*", "^2"),
            ("0", "v", "*"),
            ("0", "*2", "^*3"),
            ("0", "*3", "^*2"),
            ("^", "v", "*"),
            ("*", "*", "0"),
            // Tiny-two.
            ("0", "{0|-2}", "{0|{0|-2}}"),
        ] {
            built.check(left, right, text);
        }
    }

    #[test]
    fn sums_have_the_names_of_their_parts() {
        let mut built = Built::new();
        built.check("0", "1", "1/2");
        built.check("0,*,*2", "0,*,*2", "*3");
        built.check("2", "-2", "{2|-2}");
        for (one, other, text) in [
            ("*", "*", "0"),
            ("*2", "*3", "*"),
            ("^", "v", "0"),
            ("^", "^", "^2"),
            ("v", "*2", "v*2"),
            ("1/2", "^", "1/2^"),
            ("-2", "*", "-2*"),
            ("1/2", "1/2", "1"),
            ("1", "{2|-2}", "{3|-1}"),
            ("{2|-2}", "{2|-2}", "0"),
        ] {
            let built_sum = |built: &mut Built| built.sum(one, other);
            if text == "{3|-1}" {
                built.check("2", "", "3");
                built.check("3", "-1", text);
            }
            let form = built_sum(&mut built);
            assert_eq!(built.0.text(form), text, "{one} + {other}");
        }
        let mut ups = built.1["^"];
        for many in 2..6 {
            ups = sum(&mut built.0, ups, built.1["^"]);
            assert_eq!(built.0.text(ups), format!("^{many}"));
            for (nimber, text) in [("*", "*"), ("*2", "*2"), ("*3", "*3")] {
                let nimber = built.1[nimber];
                let form = sum(&mut built.0, ups, nimber);
                assert_eq!(built.0.text(form), format!("^{many}{text}"));
            }
        }
    }

    #[test]
    fn kinds() {
        let mut built = Built::new();
        built.check("0", "-2", "{0|-2}");
        built.check("0", "{0|-2}", "{0|{0|-2}}");
        for (text, kind) in [
            ("0", FormKind::Number),
            ("-2", FormKind::Number),
            ("*2", FormKind::Nimber),
            ("^", FormKind::NumberUpNimber),
            ("{0|-2}", FormKind::Switch),
            ("{0|{0|-2}}", FormKind::Other),
        ] {
            assert_eq!(built.0.kind(built.1[text]), kind, "{text}");
        }
        let one_star = built.sum("1", "*");
        assert_eq!(built.0.kind(one_star), FormKind::NumberUpNimber);
    }
}
