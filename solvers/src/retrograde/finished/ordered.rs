//! Lower, zero and upper as one number of two bytes.

use crate::Value;

/// The maximum margin of a numbered value, for either side: the numbers of larger ones do not fit two bytes.
pub(super) const MOST: i32 = 35;

/// The value of each number, margins as signed bytes; past the last number there are zeros.
static VALUES: [[i8; 4]; 1 << u16::BITS] = values();

/// Returns the number of three margins with `0 ≤ lower ≤ zero ≤ upper ≤ 2 · MOST`. The order is by upper, then by zero,
/// then by lower. It is the rank of the three margins, made distinct, in the combinatorial number system.
#[inline(always)]
const fn number_of(lower: usize, zero: usize, upper: usize) -> usize {
    upper * (upper + 1) * (upper + 2) / 6 + zero * (zero + 1) / 2 + lower
}

const fn values() -> [[i8; 4]; 1 << u16::BITS] {
    let mut values = [[0; 4]; 1 << u16::BITS];
    let margins = 2 * MOST as usize + 1;
    let mut upper = 0;
    while upper < margins {
        let mut zero = 0;
        while zero <= upper {
            let mut lower = 0;
            while lower <= zero {
                values[number_of(lower, zero, upper)] = [
                    (lower as i32 - MOST) as i8,
                    (zero as i32 - MOST) as i8,
                    (upper as i32 - MOST) as i8,
                    0,
                ];
                lower += 1;
            }
            zero += 1;
        }
        upper += 1;
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
