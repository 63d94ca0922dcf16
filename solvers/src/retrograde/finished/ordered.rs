//! Lower, zero and upper as one number of two bytes.

use std::sync::LazyLock;

use crate::Value;

/// The maximum margin of a numbered value, for either side: the numbers of larger ones do not fit two bytes.
pub(super) const MOST: i32 = 35;

/// The number of numbers.
const NUMBERS: usize = 1 << u16::BITS;

/// The value of each number, margins as signed bytes; past the last number there are zeros. They are made at the first
/// use, because a quarter of a megabyte is long to load for a page.
static VALUES: LazyLock<Box<[[i8; 4]; NUMBERS]>> = LazyLock::new(values);

/// Returns the number of three margins with `0 ≤ lower ≤ zero ≤ upper ≤ 2 · MOST`. The order is by upper, then by zero,
/// then by lower. It is the rank of the three margins, made distinct, in the combinatorial number system.
#[inline(always)]
fn number_of(lower: usize, zero: usize, upper: usize) -> usize {
    upper * (upper + 1) * (upper + 2) / 6 + zero * (zero + 1) / 2 + lower
}

fn values() -> Box<[[i8; 4]; NUMBERS]> {
    let mut values = Box::new([[0; 4]; NUMBERS]);
    for upper in 0..=2 * MOST {
        for zero in 0..=upper {
            for lower in 0..=zero {
                let number = number_of(lower as usize, zero as usize, upper as usize);
                let [lower, zero, upper] = [lower, zero, upper].map(|margin| (margin - MOST) as i8);
                values[number] = [lower, zero, upper, 0];
            }
        }
    }
    values
}

/// Returns the number of a value; `None` if a margin is greater than [`MOST`], or the margins are not in order.
#[inline(always)]
pub(super) fn number(value: Value) -> Option<u16> {
    let in_order = value.lower <= value.zero && value.zero <= value.upper;
    if !in_order || value.lower < -MOST || value.upper > MOST {
        return None;
    }
    let from_least = |margin: i32| (margin + MOST) as usize;
    let [lower, zero, upper] = [value.lower, value.zero, value.upper].map(from_least);
    Some(number_of(lower, zero, upper) as u16)
}

/// Returns the value of a number.
#[inline(always)]
pub(super) fn value(number: u16) -> Value {
    let [lower, zero, upper, _] = VALUES[usize::from(number)];
    Value {
        lower: lower.into(),
        zero: zero.into(),
        upper: upper.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_one_value_each() {
        let mut numbered = 0;
        for lower in -MOST - 1..=MOST + 1 {
            for zero in -MOST - 1..=MOST + 1 {
                for upper in -MOST - 1..=MOST + 1 {
                    let given = Value { lower, zero, upper };
                    let margins = [lower, zero, upper];
                    let fits = margins.is_sorted() && margins.iter().all(|m| m.abs() <= MOST);
                    assert_eq!(number(given).is_some(), fits, "{given}");
                    if let Some(number) = number(given) {
                        assert_eq!(value(number), given);
                        numbered += 1;
                    }
                }
            }
        }
        // The number of choices of three of 73.
        assert_eq!(numbered, 73 * 72 * 71 / 6);
    }
}
