//! Checking a proof without any search.

use std::iter;

use super::file::Kept;
use super::follow::Open;
use super::lemma::Lemma;
use super::proven::{CHUNK, Collected, Proven, within};
use crate::Monitor;
use crate::retrograde::Layered;
use crate::table::{TableError, Unpacked};

/// Claims to prove at a time.
const TOGETHER: usize = 64;

/// Which of these claims do *not* follow from each other, the rules, and the tables. A claim follows if
/// the claimant has a choice (or, against every choice of the other side, a reply) after which what
/// remains to be gained is given by the rules, stated by a table, or claimed by a lemma that has
/// been found to follow before: so no two lemmas are ever taken as proof of each other.
///
/// A claim on a position that the game does not have, or to more than the [bound](Layered::bound) of
/// its layer, does not follow, whatever the others say; one to no more than minus that bound always
/// does.
///
/// Nothing of how the lemmas were found is used. Give a [`Layered`] that is written apart from the
/// one that the search used, to trust neither.
///
/// # Errors
/// The monitor cancelled.
pub fn unproven<G: Layered>(
    game: &G,
    tables: Option<&Unpacked>,
    lemmas: &[Lemma],
    monitor: &dyn Monitor,
) -> Result<Vec<Lemma>, TableError> {
    let kept = lemmas.iter().map(|&lemma| Kept {
        lemma,
        height: 0,
        work: 0,
    });
    unproven_but(
        game,
        tables,
        &kept.collect::<Vec<_>>(),
        |kept| Ok(vec![false; kept.len()]),
        monitor,
    )
}

/// As [`unproven`], where claims that the others rest on may be missing: `prove` is asked for those that
/// do not follow, a few at a time, those that took least work first, and is believed in what it says of
/// each, whether it holds. Those that it says nothing of count as not holding. It is not asked for
/// claims on positions that there are not, or to more than the bound.
///
/// # Errors
/// As [`unproven`], and what `prove` fails with.
pub fn unproven_but<G: Layered, E: From<TableError>>(
    game: &G,
    tables: Option<&Unpacked>,
    claims: &[Kept],
    prove: impl FnMut(&[Kept]) -> Result<Vec<bool>, E>,
    monitor: &dyn Monitor,
) -> Result<Vec<Lemma>, E> {
    unproven_of_layers(game, tables, claims, |_| true, prove, monitor)
}

/// As [`unproven_but`], of the claims of some layers: those of the other layers are believed. So if each layer is
/// checked by some call, and none finds a claim that does not follow, then all claims follow: what one rests on is of
/// its own layer, or of a smaller one.
///
/// # Errors
/// As [`unproven_but`].
pub fn unproven_of_layers<G: Layered, E: From<TableError>>(
    game: &G,
    tables: Option<&Unpacked>,
    claims: &[Kept],
    checks: impl Fn(u32) -> bool,
    mut prove: impl FnMut(&[Kept]) -> Result<Vec<bool>, E>,
    monitor: &dyn Monitor,
) -> Result<Vec<Lemma>, E> {
    let mut sorted = claims.to_vec();
    sorted.sort_unstable();
    sorted.dedup_by_key(|kept| kept.lemma);
    monitor.begin("claims", sorted.len() as u64);
    let mut failed = Vec::new();
    // Claims come from files, which may say anything: what is worked out below rests on their
    // margins being within the bound, and on their positions being there.
    let all = sorted.len();
    sorted.retain(|Kept { lemma, .. }| match decided_by_bound(game, lemma) {
        Some(holds) => {
            if !holds && checks(lemma.layer) {
                failed.push(*lemma);
            }
            false
        }
        None => true,
    });
    monitor.advance((all - sorted.len() - failed.len()) as u64);
    let mut proven = Proven::new(game, tables);
    for of_layer in sorted.chunk_by(|a, b| a.lemma.layer == b.lemma.layer) {
        let layer = of_layer[0].lemma.layer;
        if !checks(layer) {
            for kept in of_layer {
                proven.add(&kept.lemma);
            }
            monitor.advance(of_layer.len() as u64);
            continue;
        }
        let mut open = Vec::new();
        let positions: Vec<&[Kept]> = of_layer
            .chunk_by(|a, b| a.lemma.rank == b.lemma.rank)
            .collect();
        for chunk in positions.chunks(CHUNK) {
            monitor.check().map_err(TableError::from)?;
            let ranks: Vec<u64> = chunk.iter().map(|kept| kept[0].lemma.rank).collect();
            let mut collected = Collected::default();
            let mut scratch = game.scratch();
            game.expand(&mut scratch, layer, &ranks, &mut collected);
            for (claims, options) in chunk.iter().zip(&collected.positions) {
                for &kept in *claims {
                    let requirements = proven.requirements(&kept.lemma, options);
                    open.push((kept, requirements));
                }
            }
            // What the game says nothing of does not follow.
            for claims in chunk.iter().skip(collected.positions.len()) {
                failed.extend(claims.iter().map(|kept| kept.lemma));
            }
        }
        // Within the layer one lemma may rest on another, which must have been proven before.
        let mut open = Open::new(open);
        let mut done = open.settle(&mut proven);
        if !open.is_empty() {
            // Or on a position where the game is over, which is nobody's lemma.
            proven.find_finished(layer, open.requirements());
            done += open.settle(&mut proven);
        }
        monitor.advance(done);
        let mut refused = Vec::new();
        let mut left = open.by_work();
        while !left.is_empty() {
            monitor.check().map_err(TableError::from)?;
            left.retain(|(index, _)| !open.is_settled(*index));
            let rest = left.split_off(left.len().min(TOGETHER));
            let claims: Vec<Kept> = left.iter().map(|(_, kept)| *kept).collect();
            let answers = prove(&claims)?.into_iter().chain(iter::repeat(false));
            for ((index, kept), holds) in left.into_iter().zip(answers) {
                match holds {
                    true => monitor.advance(open.found(index, &mut proven)),
                    false => refused.push((index, kept.lemma)),
                }
            }
            left = rest;
        }
        // One that `prove` did not come to the end of may follow from one that it was asked for later.
        refused.retain(|&(index, _)| !open.is_settled(index));
        failed.extend(refused.into_iter().map(|(_, lemma)| lemma));
    }
    Ok(failed)
}

/// Whether a claim holds, where the number of positions or the bound of its layer tells.
fn decided_by_bound<G: Layered>(game: &G, lemma: &Lemma) -> Option<bool> {
    match game.positions(lemma.layer) {
        Some(positions) if lemma.rank < positions => within(game.bound(lemma.layer), lemma.need),
        _ => Some(false),
    }
}
