//! Checking a proof without any search.

use std::iter;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::file::Kept;
use super::follow::{Open, Requirements};
use crate::Monitor;
use crate::Player;
use crate::retrograde::{Layered, Reply, Sink};
use crate::table::{TableError, Unpacked};

/// A claim on a position of a layered game: that a side gains at least so much over the other from
/// there on, where infinite play costs that side everything left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lemma {
    /// The layer of the position.
    pub layer: u32,
    /// Its rank.
    pub rank: u64,
    /// Whose claim it is: [`Player::Leader`] stands for the side to move.
    pub claimant: Player,
    /// The margin of the claimant.
    pub need: i32,
}

/// Claims to prove at a time.
const TOGETHER: usize = 64;
/// Ranks expanded at once.
const CHUNK: usize = 256;

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
/// The monitor stopped the work ([`TableError::Solve`]).
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
            if !holds {
                failed.push(*lemma);
            }
            false
        }
        None => true,
    });
    monitor.advance((all - sorted.len() - failed.len()) as u64);
    let mut proven = Proven {
        game,
        tables,
        needs: FxHashMap::default(),
        finished: FxHashMap::default(),
    };
    for of_layer in sorted.chunk_by(|a, b| a.lemma.layer == b.lemma.layer) {
        let layer = of_layer[0].lemma.layer;
        let mut open = Vec::new();
        let positions: Vec<&[Kept]> = of_layer
            .chunk_by(|a, b| a.lemma.rank == b.lemma.rank)
            .collect();
        for chunk in positions.chunks(CHUNK) {
            if monitor.cancelled() {
                return Err(interrupted().into());
            }
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
            if monitor.cancelled() {
                return Err(interrupted().into());
            }
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

/// Whether a side gains `need` or more, where that is sure of margins up to `bound`.
fn within(bound: i32, need: i32) -> Option<bool> {
    match need {
        _ if need <= -bound => Some(true),
        _ if need > bound => Some(false),
        _ => None,
    }
}

fn interrupted() -> TableError {
    crate::retrograde::SolveError::Interrupted.into()
}

/// The options of positions, as the game gives them.
#[derive(Default)]
struct Collected {
    positions: Vec<Vec<Vec<Reply>>>,
    options: Vec<Vec<Reply>>,
    replies: Vec<Reply>,
}

impl Sink for Collected {
    fn reply(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    fn end_option(&mut self) {
        self.options.push(std::mem::take(&mut self.replies));
    }

    fn end_position(&mut self) {
        self.positions.push(std::mem::take(&mut self.options));
    }
}

/// What is known to follow.
pub(super) struct Proven<'a, G> {
    game: &'a G,
    tables: Option<&'a Unpacked>,
    /// The greatest margin proven, by layer, rank and claimant.
    needs: FxHashMap<(u32, u64, Player), i32>,
    /// What the side to move gains where the game is over, by layer and rank.
    finished: FxHashMap<(u32, u64), i32>,
}

impl<G: Layered> Proven<'_, G> {
    pub(super) fn add(&mut self, lemma: &Lemma) {
        let need = self
            .needs
            .entry((lemma.layer, lemma.rank, lemma.claimant))
            .or_insert(lemma.need);
        *need = lemma.need.max(*need);
    }

    /// Looks at every position of the layer that these rest on, for those where the game is over.
    fn find_finished<'r>(&mut self, layer: u32, open: impl Iterator<Item = &'r Requirements>) {
        let replies = open.flat_map(|Requirements(options)| options);
        let same = replies.flatten().filter_map(|reply| reply.as_ref().err());
        let mut ranks: Vec<u64> = same.map(|lemma| lemma.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        for ranks in ranks.chunks(CHUNK) {
            let mut collected = Collected::default();
            let mut scratch = self.game.scratch();
            self.game.expand(&mut scratch, layer, ranks, &mut collected);
            for (rank, options) in ranks.iter().zip(&collected.positions) {
                if let [replies] = &options[..]
                    && let [Reply::Over { margin }] = replies[..]
                {
                    self.finished.insert((layer, *rank), margin);
                }
            }
        }
    }

    /// Whether a lemma found to follow says so much, or the end of the game.
    pub(super) fn states(&self, lemma: &Lemma) -> bool {
        let finished = self.finished.get(&(lemma.layer, lemma.rank));
        if finished.is_some_and(|&margin| lemma.claimant.margin_of(margin) >= lemma.need) {
            return true;
        }
        self.needs
            .get(&(lemma.layer, lemma.rank, lemma.claimant))
            .is_some_and(|&need| need >= lemma.need)
    }

    fn requirements(&self, lemma: &Lemma, options: &[Vec<Reply>]) -> Requirements {
        let all = self.game.bound(lemma.layer);
        let reply = |reply: &Reply| match *reply {
            Reply::Over { margin } => Ok(lemma.claimant.margin_of(margin) >= lemma.need),
            Reply::Endless => Ok(-all >= lemma.need),
            Reply::Same { rank, turn } => self.decided(&Lemma {
                rank,
                claimant: lemma.claimant.after(turn),
                ..*lemma
            }),
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => {
                let below = Lemma {
                    layer,
                    rank,
                    claimant: lemma.claimant.after(turn),
                    need: lemma.need - lemma.claimant.margin_of(gain),
                };
                // All lemmas of smaller layers that follow were found.
                self.decided(&below)
                    .or_else(|lemma| Ok(self.states(&lemma)))
            }
        };
        let of_option = |replies: &Vec<Reply>| replies.iter().map(reply).collect();
        Requirements(options.iter().map(of_option).collect())
    }

    /// Whether a claim holds by the stones that are left or by a table.
    fn decided(&self, lemma: &Lemma) -> Result<bool, Lemma> {
        if let Some(holds) = within(self.game.bound(lemma.layer), lemma.need) {
            return Ok(holds);
        }
        match self.tables {
            Some(tables) if lemma.layer <= tables.most() => {
                let (lower, upper) = tables.probe(lemma.layer, lemma.rank);
                let margin = match lemma.claimant {
                    Player::Leader => lower,
                    Player::Follower => -upper,
                };
                Ok(margin >= lemma.need)
            }
            _ => Err(*lemma),
        }
    }
}
