//! Bars with error bars, for the report.

use minijinja::context;

use super::rendered;

/// Bars in a column.
#[derive(Clone, Debug)]
pub(crate) struct Bars {
    pub(crate) title: String,
    pub(crate) bars: Vec<Bar>,
}

/// A value with its error to either side.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) value: f64,
    pub(crate) error: f64,
    /// The text next to the bar.
    pub(crate) text: String,
}

const TEMPLATE: &str = include_str!("../../templates/bars.svg");
/// The horizontal range of the bars: labels are before it, values after it.
const FROM: f64 = 172.0;
const TO: f64 = 368.0;

impl Bars {
    /// Draws the bars in the colour of the surrounding text; `None` if there is nothing to draw.
    pub(crate) fn svg(&self) -> Option<String> {
        let ends = |of: fn(f64, f64) -> f64, sign: f64| {
            let all = self.bars.iter().map(|bar| bar.value + sign * bar.error);
            all.fold(0.0, of)
        };
        let (least, most) = (ends(f64::min, -1.0), ends(f64::max, 1.0));
        if most <= least {
            return None;
        }
        let x = |value: f64| {
            let place = FROM + (value - least) / (most - least) * (TO - FROM);
            (10.0 * place).round() / 10.0
        };
        let bars = self.bars.iter().map(|bar| {
            let (from, to) = (x(bar.value.min(0.0)), x(bar.value.max(0.0)));
            context! {
                label => &bar.label,
                text => &bar.text,
                from,
                width => (to - from).max(1.0),
                least => x(bar.value - bar.error),
                most => x(bar.value + bar.error),
            }
        });
        let values = context! { bars => bars.collect::<Vec<_>>(), zero => x(0.0) };
        Some(rendered(TEMPLATE, values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_value() {
        let bar = |value| Bar {
            label: "a".to_owned(),
            value,
            error: 0.0,
            text: String::new(),
        };
        let bars = |values: &[f64]| Bars {
            title: String::new(),
            bars: values.iter().copied().map(bar).collect(),
        };
        let svg = bars(&[100.0, 50.0]).svg().unwrap();
        assert!(
            svg.contains(&format!("width=\"{:.1}\"", TO - FROM)),
            "{svg}"
        );
        assert!(svg.contains(&format!("width=\"{:.1}\"", (TO - FROM) / 2.0)));
        assert_eq!(bars(&[]).svg(), None);
    }
}
