//! Which choices are the best ones.

use sowlab_solvers::Value;

/// Of these choices, each with what it is worth to the chooser, those that keep `value`: all that
/// secure its `lower`; of these, if there are any, those that keep `zero` too; and of these, if there
/// are any, those that keep `upper`.
pub fn best_by_convention(options: Vec<(String, Value)>, value: Value) -> Vec<String> {
    let readings: [fn(&Value) -> i32; 3] =
        [|value| value.lower, |value| value.zero, |value| value.upper];
    let mut kept: Vec<&(String, Value)> = options.iter().collect();
    for reading in readings {
        let keep: Vec<_> = kept
            .iter()
            .copied()
            .filter(|(_, worth)| reading(worth) == reading(&value))
            .collect();
        if !keep.is_empty() {
            kept = keep;
        }
    }
    kept.into_iter().map(|(text, _)| text.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str, lower: i32, zero: i32, upper: i32) -> (String, Value) {
        (text.to_owned(), Value { lower, zero, upper })
    }

    #[test]
    fn lower_first_then_zero_then_upper() {
        let options = vec![
            option("a", -2, 1, 3),
            option("b", -1, 0, 0),
            option("c", -1, 1, 1),
            option("d", -1, 1, 2),
        ];
        let value = Value {
            lower: -1,
            zero: 1,
            upper: 3,
        };
        assert_eq!(best_by_convention(options, value), ["c", "d"]);
    }
}
