//! Monte Carlo tree search where the exact answer is known.

use super::with;
use crate::study::entries::monte_carlo::{Found, Measured};
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::names::board_name;
use crate::study::report::chart::{Axes, NamedLine, chart};
use crate::study::report::page::{Block, Claim, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, signed_decimal};

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let (mut claims, mut charts) = (Vec::new(), Vec::new());
    for stored in results.of(|kind| matches!(kind, Kind::SealedSearch { .. })) {
        let measured: Vec<Measured> = results.read(stored)?;
        for (index, game) in measured
            .chunk_by(|one, other| one.game == other.game)
            .enumerate()
        {
            let claim = sealed(stored, game);
            // One game shows what there is to see.
            claims.extend(claim.map(|claim| if index == 0 { claim.headline() } else { claim }));
            charts.extend(exploitability(stored, game, index + 1));
        }
    }
    for stored in results.of(|kind| matches!(kind, Kind::SearchedChoices { .. })) {
        let found: Vec<Found> = results.read(stored)?;
        for (index, game) in found
            .chunk_by(|one, other| one.game == other.game)
            .enumerate()
        {
            claims.extend(open(stored, game));
            charts.extend(best_choices(stored, game, index + 1));
        }
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let mut blocks = vec![
        Block::Text(
            "How good is the search where the answer is known? Under sealed choices by exploitability, what best responses to \
             both average strategies gain together: zero is an equilibrium. Under the real rules by how often it finds a best \
             choice of the endgame tables."
                .to_owned(),
        ),
        Block::Claims(claims),
    ];
    blocks.extend(charts);
    Ok(with("mcts", "Monte Carlo tree search", blocks))
}

/// The last measurement of each algorithm.
fn last<T>(all: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<&T> {
    all.chunk_by(same).filter_map(<[T]>::last).collect()
}

fn sealed(stored: &Stored, game: &[Measured]) -> Option<Claim> {
    let last = last(game, |one, other| one.algorithm == other.algorithm);
    let best = last
        .iter()
        .min_by(|one, other| one.mean.total_cmp(&other.mean))?;
    let worst = last
        .iter()
        .max_by(|one, other| one.mean.total_cmp(&other.mean))?;
    let secured = game.iter().map(|one| one.secured).reduce(f64::max)?;
    let allowed = game.iter().map(|one| one.allowed).reduce(f64::min)?;
    let text = format!(
        "{} sealed rounds of `{}`: after {} playouts the strategies of the best algorithm ({}) are exploitable by \
         {:.3} stones, those of the worst ({}) by {:.2}. The strategies \
         found prove that the value lies between {} and {} for sente.",
        best.rounds,
        board_name(&best.game),
        grouped(best.playouts),
        best.algorithm,
        best.mean,
        worst.algorithm,
        worst.mean,
        signed_decimal(secured, 3),
        signed_decimal(allowed, 3)
    );
    Some(Claim::new(Label::Measured, text, stored.source()))
}

fn exploitability(stored: &Stored, game: &[Measured], number: usize) -> Option<Block> {
    let first = game.first()?;
    let title = format!(
        "Exploitability, {} sealed rounds of {}",
        first.rounds,
        board_name(&first.game)
    );
    let axes = Axes {
        title: &title,
        x: "playouts, powers of ten",
        y: "stones, mean of the runs",
        logarithmic: true,
    };
    let lines: Vec<NamedLine> = game
        .chunk_by(|one, other| one.algorithm == other.algorithm)
        .map(|course| {
            let points = course
                .iter()
                .map(|one| ((one.playouts as f64).log10(), one.mean));
            (course[0].algorithm.clone(), points.collect())
        })
        .collect();
    let file = format!("{}-{number}.svg", stored.experiment().id);
    chart(&axes, lines, stored, Some(file)).map(Block::Chart)
}

fn open(stored: &Stored, game: &[Found]) -> Option<Claim> {
    let last = last(game, |one, other| one.search == other.search);
    let first = last.first()?;
    let each: Vec<String> = last
        .iter()
        .map(|one| {
            let share = 100.0 * one.best as f64 / one.positions.max(1) as f64;
            format!("{share:.0} % ({})", one.search)
        })
        .collect();
    let text = format!(
        "`{}` under the real rules, {} boards with few stones: after {} playouts the search takes a best choice on {} of them.",
        board_name(&first.game),
        first.positions,
        grouped(first.playouts),
        each.join(", ")
    );
    Some(Claim::new(Label::Measured, text, stored.source()))
}

fn best_choices(stored: &Stored, game: &[Found], number: usize) -> Option<Block> {
    let title = format!("Best choices found, {}", board_name(&game.first()?.game));
    let axes = Axes {
        title: &title,
        x: "playouts, powers of ten",
        y: "boards, per cent",
        logarithmic: false,
    };
    let lines = game
        .chunk_by(|one, other| one.search == other.search)
        .map(|course| {
            let points = course.iter().map(|one| {
                let share = 100.0 * one.best as f64 / one.positions.max(1) as f64;
                ((one.playouts as f64).log10(), share)
            });
            (course[0].search.clone(), points.collect())
        });
    let file = format!("{}-{number}.svg", stored.experiment().id);
    chart(&axes, lines.collect(), stored, Some(file)).map(Block::Chart)
}
