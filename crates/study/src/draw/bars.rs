//! Bars with their errors, for the report.

use std::fmt::Write as _;

/// Bars below each other.
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
    /// What stands beside it.
    pub(crate) text: String,
}

const WIDTH: f64 = 480.0;
const ROW: f64 = 34.0;
/// Where the bars begin; labels stand before it.
const LEFT: f64 = 172.0;
/// Space for the value after the longest bar.
const RIGHT: f64 = 112.0;

impl Bars {
    /// The drawing, in the colour of the text around it. `None` if there is nothing to draw.
    pub(crate) fn svg(&self) -> Option<String> {
        let ends = |of: fn(f64, f64) -> f64, sign: f64| {
            let all = self.bars.iter().map(|bar| bar.value + sign * bar.error);
            all.fold(0.0, of)
        };
        let (least, most) = (ends(f64::min, -1.0), ends(f64::max, 1.0));
        if most <= least {
            return None;
        }
        let x = |value: f64| LEFT + (value - least) / (most - least) * (WIDTH - LEFT - RIGHT);
        let height = ROW * self.bars.len() as f64 + 6.0;
        let mut text =
            format!("<svg viewBox=\"0 0 {WIDTH} {height}\" xmlns=\"http://www.w3.org/2000/svg\">");
        for (row, bar) in self.bars.iter().enumerate() {
            let middle = ROW * (row as f64 + 0.5) + 3.0;
            let (from, to) = (x(bar.value.min(0.0)), x(bar.value.max(0.0)));
            let _ = write!(
                text,
                "<text class=\"bar-text\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{}</text>\
                 <rect class=\"bar\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"20\"/>\
                 <path class=\"bar-error\" d=\"M{:.1} {middle:.1}H{:.1}\"/>\
                 <text class=\"bar-text\" x=\"{:.1}\" y=\"{:.0}\">{}</text>",
                LEFT - 8.0,
                middle + 6.0,
                bar.label,
                middle - 10.0,
                (to - from).max(1.0),
                x(bar.value - bar.error),
                x(bar.value + bar.error),
                x(bar.value + bar.error) + 8.0,
                middle + 6.0,
                bar.text
            );
        }
        let zero = x(0.0);
        let _ = write!(
            text,
            "<path class=\"bar-zero\" d=\"M{zero:.1} 0V{height}\"/></svg>"
        );
        Some(text)
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
        let full = WIDTH - LEFT - RIGHT;
        assert!(svg.contains(&format!("width=\"{full:.1}\"")), "{svg}");
        assert!(svg.contains(&format!("width=\"{:.1}\"", full / 2.0)));
        assert_eq!(bars(&[]).svg(), None);
    }
}
