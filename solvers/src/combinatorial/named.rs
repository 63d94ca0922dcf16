//! Forms with a name: a number plus ups plus a nimber, and the kinds of forms.

use super::dyadic::Dyadic;
use super::forms::{Form, Forms};

/// A number plus ups plus a nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The number.
    pub number: Dyadic,
    /// The number of ups; negative for downs.
    pub ups: i32,
    /// The size of the nimber; 0 for none.
    pub nimber: u32,
}

impl Named {
    const fn number(number: Dyadic) -> Named {
        Named {
            number,
            ups: 0,
            nimber: 0,
        }
    }

    /// Returns the number, if it is nothing else.
    fn as_number(self) -> Option<Dyadic> {
        (self.ups == 0 && self.nimber == 0).then_some(self.number)
    }
}

/// The kinds of forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormKind {
    /// A number, such as `0`, `-2` and `1/2`.
    Number,
    /// A nimber other than 0, such as `*` and `*2`.
    Nimber,
    /// A sum of a number, ups and a nimber that is neither a number nor a nimber, such as `^`, `1*` and `v*2`.
    NumberUpNimber,
    /// A switch of two numbers, such as `{2|0}`.
    Switch,
    /// Any other form.
    Other,
}

/// Returns the kind of a form.
pub(super) fn kind_of(forms: &Forms, form: Form) -> FormKind {
    if let Some(named) = forms.named(form) {
        return match named {
            Named {
                ups: 0, nimber: 0, ..
            } => FormKind::Number,
            Named {
                number: Dyadic::ZERO,
                ups: 0,
                ..
            } => FormKind::Nimber,
            _ => FormKind::NumberUpNimber,
        };
    }
    let is_number = |&option: &Form| forms.named(option).and_then(Named::as_number).is_some();
    match (forms.left(form), forms.right(form)) {
        ([left], [right]) if is_number(left) && is_number(right) => FormKind::Switch,
        _ => FormKind::Other,
    }
}

/// Returns the name of the canonical form with these options, if it has one.
pub(super) fn name_of(forms: &Forms, left: &[Form], right: &[Form]) -> Option<Named> {
    if let Some(number) = number_of(forms, left, right) {
        return Some(Named::number(number));
    }
    // A canonical number plus an infinitesimal has the options of the infinitesimal, each plus the number.
    let named = |options: &[Form]| -> Option<Vec<Named>> {
        options.iter().map(|&option| forms.named(option)).collect()
    };
    let (left, right) = (named(left)?, named(right)?);
    let number = left.first()?.number;
    let all = left.iter().chain(&right);
    if right.is_empty() || all.clone().any(|option| option.number != number) {
        return None;
    }
    let parts = |options: &[Named]| -> Vec<(i32, u32)> {
        let mut parts: Vec<(i32, u32)> = options.iter().map(|one| (one.ups, one.nimber)).collect();
        parts.sort_unstable();
        parts
    };
    let (left, right) = (parts(&left), parts(&right));
    let mirrored = |options: &[(i32, u32)]| -> Vec<(i32, u32)> {
        options
            .iter()
            .map(|&(ups, nimber)| (-ups, nimber))
            .collect()
    };
    let (ups, nimber) = nimber_of(&left, &right)
        .map(|nimber| (0, nimber))
        .or_else(|| ups_of(&left, &right))
        .or_else(|| {
            ups_of(&mirrored(&right), &mirrored(&left)).map(|(ups, nimber)| (-ups, nimber))
        })?;
    Some(Named {
        number,
        ups,
        nimber,
    })
}

/// Returns the number that a canonical form with these options is.
fn number_of(forms: &Forms, left: &[Form], right: &[Form]) -> Option<Dyadic> {
    let number = |option: Form| forms.named(option).and_then(Named::as_number);
    match (left, right) {
        ([], []) => Some(Dyadic::ZERO),
        (&[left], []) => Some(Dyadic::integer(number(left)?.as_integer()? + 1)),
        ([], &[right]) => Some(Dyadic::integer(number(right)?.as_integer()? - 1)),
        (&[left], &[right]) => {
            let (left, right) = (number(left)?, number(right)?);
            (left < right).then(|| left.halfway(right))?
        }
        _ => None,
    }
}

/// Returns the size of the nimber whose options are these: the smaller nimbers, on both sides.
fn nimber_of(left: &[(i32, u32)], right: &[(i32, u32)]) -> Option<u32> {
    let are_smaller = left
        .iter()
        .copied()
        .eq((0..).map(|nimber| (0, nimber)).take(left.len()));
    (left == right && are_smaller).then_some(left.len() as u32)
}

/// Returns the ups, at least one, and the nimber whose canonical options are these (Siegel, theorem II.3.4): `n·^ *k` is
/// {0 | (n-1)·^ *(k xor 1)}, except for `^*`, which is {0, * | 0}.
fn ups_of(left: &[(i32, u32)], right: &[(i32, u32)]) -> Option<(i32, u32)> {
    match (left, right) {
        ([(0, 0), (0, 1)], [(0, 0)]) => Some((1, 1)),
        ([(0, 0)], &[(ups, nimber)]) if ups >= 0 && (ups, nimber) != (0, 0) => {
            Some((ups + 1, nimber ^ 1))
        }
        _ => None,
    }
}
