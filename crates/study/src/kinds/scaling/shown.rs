//! Learned evaluations as tables, claims and plots.

use super::model::Model;
use super::options::Scaling;
use crate::names::board_name;
use crate::plot::{Lines, Series};
use crate::report::page::{Claim, Grid, Label};
use crate::sheet::Picture;
use crate::stored::Stored;
use crate::text::{grouped, heading};

pub(super) fn headings(layers: &[u32]) -> Vec<String> {
    let before = ["game", "model", "weights", "positions", "epochs", "seconds"];
    let layers = layers.iter().map(|stones| format!("{stones} stones"));
    let before = before.into_iter().map(str::to_owned);
    before
        .chain(layers)
        .chain(["Elo", "error (95 %)"].map(str::to_owned))
        .collect()
}

impl Model {
    /// What it is, in words.
    fn model(&self) -> String {
        match self.hidden {
            None => "pair tables".to_owned(),
            Some([first, second]) => format!("network, {first} and {second} cells"),
        }
    }

    fn correlation(&self, stones: u32) -> Option<f64> {
        let of = self.layers.iter().find(|layer| layer.stones == stones)?;
        of.agreement.correlation
    }

    pub(super) fn cells(&self) -> Vec<String> {
        let number = |value: Option<f64>, digits| {
            value.map_or(String::new(), |value| format!("{value:.digits$}"))
        };
        let mut cells = vec![
            self.game.clone(),
            self.model(),
            self.weights.to_string(),
            self.trained.positions.to_string(),
            self.trained.epochs.to_string(),
            self.trained.seconds.to_string(),
        ];
        cells.extend((self.layers.iter()).map(|layer| number(layer.agreement.correlation, 3)));
        cells.extend([number(self.tally.elo, 0), number(self.tally.elo_error, 0)]);
        cells
    }
}

/// What was found in each game.
pub(super) fn games(all: &[Model]) -> impl Iterator<Item = &[Model]> {
    all.chunk_by(|one, other| one.game == other.game)
}

/// What is varied, everything else being that of the first model.
#[derive(Clone, Copy)]
enum Varied {
    Data,
    Weights,
    Training,
}

impl Varied {
    const ALL: [Varied; 3] = [Varied::Data, Varied::Weights, Varied::Training];

    const fn name(self) -> &'static str {
        match self {
            Varied::Data => "data",
            Varied::Weights => "weights",
            Varied::Training => "training",
        }
    }

    const fn axis(self) -> &'static str {
        match self {
            Varied::Data => "positions, powers of ten",
            Varied::Weights => "weights, powers of ten",
            Varied::Training => "positions seen in training, powers of ten",
        }
    }

    /// The number that is varied.
    fn of(self, model: &Model) -> f64 {
        match self {
            Varied::Data => model.trained.positions as f64,
            Varied::Weights => model.weights as f64,
            Varied::Training => model.seen(),
        }
    }

    /// The models that differ from the first in nothing else, from the least on.
    fn models(self, game: &[Model]) -> Vec<&Model> {
        let first = &game[0];
        let same = |model: &&Model| {
            let data = model.trained.positions == first.trained.positions;
            let weights = model.hidden == first.hidden;
            let network = model.hidden.is_some();
            let training = model.seen() == first.seen();
            match self {
                Varied::Data => weights && training,
                Varied::Weights => data && training && network,
                Varied::Training => data && weights,
            }
        };
        let mut all: Vec<&Model> = game.iter().filter(same).collect();
        all.sort_by(|one, other| self.of(one).total_cmp(&self.of(other)));
        all
    }
}

impl Model {
    /// How many positions training saw, each as often as it did.
    fn seen(&self) -> f64 {
        self.trained.positions as f64 * self.trained.epochs
    }
}

/// Correlation by layer and Elo, over what is varied.
pub(super) fn pictures_of(index: usize, game: &[Model], options: &Scaling) -> Vec<Picture> {
    let board = board_name(&game[0].game);
    let [first, last] = options.learned;
    let mut pictures = Vec::new();
    for varied in Varied::ALL {
        let models = varied.models(game);
        if models.len() < 2 {
            continue;
        }
        let points = |of: &dyn Fn(&Model) -> Option<f64>| -> Vec<(f64, f64)> {
            let points = models.iter();
            let point = |model: &&&Model| Some((varied.of(model).log10(), of(model)?));
            points.filter_map(|model| point(&model)).collect()
        };
        let layers = options.layers.iter().map(|&stones| Series {
            label: match (first..=last).contains(&stones) {
                true => format!("{stones} stones"),
                false => format!("{stones} stones, unseen"),
            },
            points: points(&|model| model.correlation(stones)),
        });
        let picture = |what: &str, title: String, y, series| {
            let lines = Lines {
                title,
                x: varied.axis(),
                y,
                logarithmic: false,
                series,
            };
            Picture::new(format!("{what}-{}-{}", varied.name(), index + 1), lines)
        };
        pictures.push(picture(
            "correlation",
            format!(
                "Correlation with exact margins over {}, {board}",
                varied.name()
            ),
            "correlation",
            layers.collect(),
        ));
        let elo = Series {
            label: options.engine.clone(),
            points: points(&|model| model.tally.elo),
        };
        pictures.push(picture(
            "elo",
            format!(
                "Elo over the same search without, over {}, {board}",
                varied.name()
            ),
            "Elo",
            vec![elo],
        ));
    }
    pictures
}

/// What each thing that is varied brings, from the least to the most of it.
pub(super) fn claims(stored: &Stored<'_, Scaling>, game: &[Model]) -> Vec<Claim> {
    let Some(&stones) = stored.options.layers.iter().max() else {
        return Vec::new();
    };
    let of = |varied: Varied| {
        let models = varied.models(game);
        let [least, .., most] = models[..] else {
            return None;
        };
        let written = |model: &Model| {
            let elo = model.tally.elo.zip(model.tally.elo_error);
            let elo = elo.map_or(String::new(), |(elo, error)| {
                format!(", {elo:+.0} ± {error:.0} Elo")
            });
            let correlation = model.correlation(stones).unwrap_or(f64::NAN);
            let number = grouped(varied.of(model) as u64);
            format!("{number}: {correlation:.2}{elo}")
        };
        let text = format!(
            "{} `{}`, {}, the least and the most; correlation with exact margins on {stones} stones, and Elo over the same search \
             without weights: {}; {}.",
            heading(stored.asked.title),
            board_name(&game[0].game),
            match varied {
                Varied::Data => "positions to learn from",
                Varied::Weights => "weights",
                Varied::Training => "positions seen in training",
            },
            written(least),
            written(most)
        );
        Some(Claim::new(Label::Measured, text, stored.source()))
    };
    Varied::ALL.into_iter().filter_map(of).collect()
}

pub(super) fn grid(stored: &Stored<'_, Scaling>) -> Grid {
    let rows = stored.rows.iter().map(|row| {
        let mut cells = row.cells();
        cells[0] = format!("`{}`", cells[0]);
        cells
    });
    let headings = headings(&stored.options.layers);
    let caption = stored.asked.title.to_owned();
    Grid::new(caption, &headings, rows, stored.source()).folded()
}
