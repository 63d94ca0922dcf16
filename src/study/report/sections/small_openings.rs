//! Openings of small boards of the games with one choice at a time.

use super::with;
use crate::study::entries::small_openings::Opening;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::report::page::{Block, Claim, Grid, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, signed};

impl Opening {
    fn option(&self, name: &str) -> Option<usize> {
        let (_, options) = self.game.split_once(':')?;
        let mut values = options
            .split(',')
            .filter_map(|option| option.split_once('='));
        values.find(|(key, _)| *key == name)?.1.parse().ok()
    }

    /// The game without the size of its board.
    fn variant(&self) -> String {
        let Some((name, options)) = self.game.split_once(':') else {
            return self.game.clone();
        };
        let size = |option: &&str| option.starts_with("pits=") || option.starts_with("seeds=");
        let rest: Vec<&str> = options.split(',').filter(|option| !size(option)).collect();
        match rest.is_empty() {
            true => name.to_owned(),
            false => format!("{name}:{}", rest.join(",")),
        }
    }

    fn written(&self) -> String {
        match self.infinite_play_matters() {
            true => [self.lower, self.zero, self.upper].map(signed).join(" … "),
            false => signed(self.zero),
        }
    }
}

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let mut claims = Vec::new();
    let mut grids = Vec::new();
    for stored in results.of(|kind| matches!(kind, Kind::Openings { .. })) {
        let openings: Vec<Opening> = results.read(stored)?;
        let matters = openings
            .iter()
            .filter(|one| one.infinite_play_matters())
            .count();
        let text = format!(
            "{}: {} openings, each value found in two ways that agree; in {matters} of them infinite play matters.",
            stored.experiment().title,
            grouped(openings.len() as u64)
        );
        claims.push(Claim::new(Label::Proven, text, stored.source()));
        for variant in openings.chunk_by(|one, other| one.variant() == other.variant()) {
            grids.extend(by_size(stored, variant).map(Block::Grid));
        }
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let mut blocks = vec![
        Block::Text(
            "Kalah, awari, Trysse, Warri, John Pratt's games and The Colony: the margin of the player who moves first. \
             Where infinite play has a part there are three values: it loses, counts for nobody, or wins what is left."
                .to_owned(),
        ),
        Block::Claims(claims),
    ];
    blocks.extend(grids);
    Ok(with("small-openings", "Openings of other games", blocks))
}

/// A table of pits by seeds, for a game whose boards have them.
fn by_size(stored: &Stored, openings: &[Opening]) -> Option<Grid> {
    let sized: Vec<(usize, usize, &Opening)> = (openings.iter())
        .filter_map(|one| Some((one.option("pits")?, one.option("seeds")?, one)))
        .collect();
    let pits = sized.iter().map(|one| one.0).max()?;
    let seeds = sized.iter().map(|one| one.1).max()?;
    let cell = |wanted: (usize, usize)| {
        let found = sized.iter().find(|one| (one.0, one.1) == wanted);
        found.map(|one| one.2.written()).unwrap_or_default()
    };
    let rows = (1..=pits).map(|pits| {
        let mut row = vec![pits.to_string()];
        row.extend((1..=seeds).map(|seeds| cell((pits, seeds))));
        row
    });
    let mut headings = vec!["pits".to_owned()];
    headings.extend((1..=seeds).map(|seeds| match seeds {
        1 => "1 seed each".to_owned(),
        seeds => format!("{seeds}"),
    }));
    let caption = format!(
        "`{}`: pits a side and seeds in each",
        openings.first()?.variant()
    );
    Some(Grid::new(caption, &headings, rows, stored.source()).folded())
}
