//! Plots as SVG, with a transparent background and colours that are legible on white and on black.

use plotters::coord::Shift;
use plotters::prelude::*;

pub(crate) const INK: RGBColor = RGBColor(125, 125, 125);
/// The ink as written by `plotters`.
pub(crate) const INK_WRITTEN: &str = "#7D7D7D";
const COLOURS: [RGBColor; 6] = [
    RGBColor(214, 84, 60),
    RGBColor(52, 128, 196),
    RGBColor(60, 150, 90),
    RGBColor(170, 110, 200),
    RGBColor(184, 134, 11),
    RGBColor(20, 150, 160),
];

/// The name of a logarithmic axis of playouts.
pub(crate) const PLAYOUTS: &str = "playouts, powers of ten";

/// Returns the number of colours of the lines on a page.
pub(crate) fn colours() -> usize {
    COLOURS.len()
}

/// The layout of a plot.
struct Form {
    size: (u32, u32),
    /// The font size of the numbers at the axes; other text is slightly larger.
    font: u32,
    /// The space for the numbers and names at the axes, below and beside.
    label_areas: (u32, u32),
    /// The maximum number of ticks of the horizontal axis.
    ticks: usize,
    /// The colours of the lines, in order.
    colours: &'static [RGBColor],
    /// Whether title and legend are drawn and the ink is grey. Otherwise the ink has the colour of the surrounding
    /// text, which shows the rest.
    alone: bool,
}

impl Form {
    /// The layout of a separate file.
    const FILE: Form = Form {
        size: (760, 420),
        font: 13,
        label_areas: (42, 74),
        ticks: 25,
        colours: COLOURS.split_at(5).0,
        alone: true,
    };
    /// The layout of a part of a page, also of a narrow one.
    const PAGE: Form = Form {
        size: (480, 340),
        font: 22,
        label_areas: (60, 92),
        ticks: 9,
        colours: &COLOURS,
        alone: false,
    };
}

/// A line of a plot.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) label: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Merges lines with equal points into one line with all their names.
fn merged(series: &[Series]) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for one in series {
        match all.iter_mut().find(|known| known.points == one.points) {
            Some(known) => known.label = format!("{} = {}", known.label, one.label),
            None => all.push(one.clone()),
        }
    }
    all
}

/// A plot of lines over a whole-numbered axis.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(crate) title: String,
    pub(crate) x: String,
    pub(crate) y: String,
    /// Whether the vertical axis is logarithmic; points at or below zero are then omitted.
    pub(crate) logarithmic: bool,
    pub(crate) series: Vec<Series>,
}

impl Lines {
    /// Draws the plot as a file; `None` if there is nothing to draw.
    pub(crate) fn svg(&self) -> Option<String> {
        self.svg_in(&Form::FILE)
    }

    /// Draws the plot for a page, narrow and in the colour of the surrounding text. Also returns the names of its lines
    /// in the order of their colours, if there are several. `None` if there is nothing to draw.
    pub(crate) fn on_page(&self) -> Option<(String, Vec<String>)> {
        let split = merged(&self.series).into_iter().flat_map(by_parity);
        let lines = Lines {
            series: split.collect(),
            ..self.clone()
        };
        let mut legend: Vec<String> =
            (lines.series.iter().map(|line| line.label.clone())).collect();
        if legend.len() == 1 {
            legend.clear();
        }
        Some((lines.svg_in(&Form::PAGE)?, legend))
    }

    /// Draws the plot in a layout; `None` if there is nothing to draw.
    fn svg_in(&self, form: &Form) -> Option<String> {
        let series = &merged(&self.series);
        let drawable = |&&(_, y): &&(f64, f64)| y > 0.0 || !self.logarithmic;
        let points = || {
            series
                .iter()
                .flat_map(|series| series.points.iter().filter(drawable))
        };
        let least_x = points().map(|point| point.0).reduce(f64::min)?;
        let most_x = points()
            .map(|point| point.0)
            .reduce(f64::max)?
            .max(least_x + 1.0);
        let least_y = points().map(|point| point.1).reduce(f64::min)?;
        // A linear axis shows zero.
        let from_y = least_y.min(0.0);
        let highest = points().map(|point| point.1).reduce(f64::max)?;
        // The room above the lines for a legend, as a share of the axis.
        let room = if form.alone && series.len() > 1 {
            0.3
        } else {
            0.05
        };
        let most_y = match self.logarithmic {
            true => highest * (highest / least_y).max(1.5).powf(room),
            false => highest + room * (highest - from_y),
        };
        // Whole powers of ten have marks.
        let (least_y, most_y) = match self.logarithmic && !form.alone {
            true => (decade(least_y, f64::floor), decade(most_y, f64::ceil)),
            false => (least_y, most_y),
        };
        // One tick per whole number, or a few fewer.
        let ticks = (most_x - least_x).min(form.ticks as f64 - 1.0) as usize + 1;
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, form.size).into_drawing_area();
            let x = least_x..most_x;
            if self.logarithmic {
                let chart = chart(&area, &self.title, form)
                    .build_cartesian_2d(x, (least_y..most_y).log_scale());
                self.draw(form, series, ticks, chart.ok()?)?;
            } else {
                let chart = chart(&area, &self.title, form)
                    .build_cartesian_2d(x, from_y..most_y.max(f64::EPSILON));
                self.draw(form, series, ticks, chart.ok()?)?;
            }
            area.present().ok()?;
        }
        if !form.alone {
            text = text.replace(INK_WRITTEN, "currentColor");
        }
        Some(text)
    }

    fn draw<'a, 'b: 'a, Y>(
        &self,
        form: &Form,
        series: &[Series],
        ticks: usize,
        mut chart: ChartContext<
            'a,
            SVGBackend<'b>,
            Cartesian2d<plotters::coord::types::RangedCoordf64, Y>,
        >,
    ) -> Option<()>
    where
        Y: Ranged<ValueType = f64> + plotters::coord::ranged1d::ValueFormatter<f64>,
    {
        let powers = self.x == PLAYOUTS && !form.alone;
        let y_scale = match self.logarithmic && !form.alone {
            true => ", log scale",
            false => "",
        };
        chart
            .configure_mesh()
            .x_desc(if powers {
                "playouts, log scale"
            } else {
                &self.x
            })
            .y_desc(format!("{}{y_scale}", self.y))
            .x_labels(ticks)
            .x_label_formatter(&|x| match powers {
                true => short(10f64.powf(*x).round()),
                false => format!("{x:.0}"),
            })
            .y_label_formatter(&|y| short(*y))
            .light_line_style(TRANSPARENT)
            .bold_line_style(INK.mix(0.25))
            .axis_style(INK)
            .label_style(("sans-serif", form.font).into_font().color(&INK))
            .axis_desc_style(("sans-serif", form.font + 1).into_font().color(&INK))
            .draw()
            .ok()?;
        for (series, colour) in series.iter().zip(form.colours.iter().cycle()) {
            let points: Vec<(f64, f64)> = series
                .points
                .iter()
                .copied()
                .filter(|&(_, y)| y > 0.0 || !self.logarithmic)
                .collect();
            let dots = points
                .iter()
                .map(|&point| Circle::new(point, 3, colour.filled()));
            chart
                .draw_series(LineSeries::new(
                    points.iter().copied(),
                    colour.stroke_width(2),
                ))
                .ok()?
                .label(&series.label)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
                });
            chart.draw_series(dots).ok()?;
        }
        if form.alone && series.len() > 1 {
            chart
                .configure_series_labels()
                .label_font(("sans-serif", form.font).into_font().color(&INK))
                .position(SeriesLabelPosition::UpperLeft)
                .draw()
                .ok()?;
        }
        Some(())
    }
}

/// Returns the power of ten at or next to a number, in the direction of `rounded`.
fn decade(number: f64, rounded: fn(f64) -> f64) -> f64 {
    10f64.powf(rounded(number.log10()))
}

/// Splits a line by the parity of its points if it zigzags; otherwise returns the line itself.
fn by_parity(series: Series) -> Vec<Series> {
    if !zigzags(&series.points) {
        return vec![series];
    }
    let part = |name: &str, odd: bool| Series {
        label: format!("{}, {name}", series.label),
        points: (series.points.iter().copied())
            .filter(|point| (point.0.round() as i64 % 2 != 0) == odd)
            .collect(),
    };
    vec![part("even", false), part("odd", true)]
}

/// Returns whether the second half of a line over consecutive whole numbers goes up and down in turn.
fn zigzags(points: &[(f64, f64)]) -> bool {
    const FEWEST: usize = 12;
    let whole = points.windows(2).all(|two| two[1].0 - two[0].0 == 1.0);
    let later = &points[points.len() / 2..];
    let turns = later.windows(3).all(|three| {
        let (before, after) = (three[1].1 - three[0].1, three[2].1 - three[1].1);
        before * after < 0.0
    });
    points.len() >= FEWEST && whole && turns
}

/// Formats a number for an axis, with the letters of thousands and millions.
fn short(number: f64) -> String {
    let rounded = |number: f64| (number * 1e3).round() / 1e3;
    match number.abs() {
        1e6.. => format!("{} M", rounded(number / 1e6)),
        1e3.. => format!("{} k", rounded(number / 1e3)),
        _ => rounded(number).to_string(),
    }
}

fn chart<'a, 'b, 'c>(
    area: &'b DrawingArea<SVGBackend<'c>, Shift>,
    title: &str,
    form: &Form,
) -> ChartBuilder<'b, 'a, SVGBackend<'c>> {
    let mut chart = ChartBuilder::on(area);
    if form.alone {
        chart.caption(title, ("sans-serif", 17).into_font().color(&INK));
    }
    chart
        .margin(12)
        .x_label_area_size(form.label_areas.0)
        .y_label_area_size(form.label_areas.1);
    chart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_what_there_is() {
        let lines = |points: Vec<(f64, f64)>, logarithmic| Lines {
            title: "t".into(),
            x: "stones".into(),
            y: "boards".into(),
            logarithmic,
            series: vec![Series {
                label: "s".into(),
                points,
            }],
        };
        let svg = lines(vec![(1.0, 2.0), (2.0, 200.0)], true).svg().unwrap();
        assert!(svg.contains("<svg") && svg.contains("stones") && svg.contains("boards"));
        assert!(lines(vec![(1.0, 0.0)], false).svg().is_some());
        assert!(
            lines(vec![(1.0, 0.0)], true).svg().is_none(),
            "nothing above zero"
        );
        assert!(lines(vec![], false).svg().is_none());
        assert!(svg.contains(INK_WRITTEN));
        let page = lines(vec![(1.0, 2.0)], false).svg_in(&Form::PAGE).unwrap();
        assert!(page.contains("currentColor") && !page.contains(INK_WRITTEN));
        assert_eq!(decade(320.0, f64::floor), 100.0);
        assert_eq!(decade(320.0, f64::ceil), 1000.0);
        assert_eq!(short(2_500_000.0), "2.5 M");
        assert_eq!(
            (short(1500.0), short(0.1 + 0.2)),
            ("1.5 k".into(), "0.3".into())
        );
    }

    #[test]
    fn a_line_that_goes_up_and_down_is_two() {
        let line = |of: fn(i32) -> f64| Series {
            label: "a".to_owned(),
            points: (0..14).map(|x| (f64::from(x), of(x))).collect(),
        };
        let split = by_parity(line(|x| f64::from(x % 2)));
        let labels: Vec<&str> = split.iter().map(|series| series.label.as_str()).collect();
        assert_eq!(labels, ["a, even", "a, odd"]);
        assert_eq!(split[1].points[..2], [(1.0, 1.0), (3.0, 1.0)]);
        assert_eq!(by_parity(line(f64::from)).len(), 1);
    }
}
