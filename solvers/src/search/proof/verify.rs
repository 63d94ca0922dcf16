//! Checking a proof without any search.

use rustc_hash::FxHashMap;

use super::Charged;
use crate::Monitor;
use crate::retrograde::{Layered, Reply, Sink};
use crate::table::{TableError, Tables};

/// A claim on a position of a layered game: that a side gains at least so much over the other from
/// there on, where infinite play costs that side everything left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lemma {
    /// The layer of the position.
    pub layer: u32,
    /// Its rank.
    pub rank: u64,
    /// Whose claim it is: [`Charged::Sente`] stands for the side to move.
    pub claimant: Charged,
    /// The margin of the claimant.
    pub need: i32,
}

/// Ranks expanded at once.
const CHUNK: usize = 256;

/// Which of these claims do *not* follow from each other, the rules, and the tables. A claim follows if
/// the claimant has a choice (or, against every choice of the other side, a reply) after which what
/// remains to be gained is given by the rules, stated by a table, or claimed by a lemma that has
/// been found to follow before: so no two lemmas are ever taken as proof of each other.
///
/// Nothing of how the lemmas were found is used. Give a [`Layered`] that is written apart from the
/// one that the search used, to trust neither.
///
/// # Errors
/// A table is damaged, or the monitor stopped the work ([`TableError::Solve`]).
pub fn unproven<G: Layered>(
    game: &G,
    tables: Option<&Tables>,
    lemmas: &[Lemma],
    monitor: &dyn Monitor,
) -> Result<Vec<Lemma>, TableError> {
    let mut sorted = lemmas.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    monitor.begin("lemmas", sorted.len() as u64);
    let mut proven = Proven {
        game,
        tables,
        needs: FxHashMap::default(),
        finished: FxHashMap::default(),
    };
    let mut failed = Vec::new();
    for of_layer in sorted.chunk_by(|a, b| a.layer == b.layer) {
        let mut open = Vec::new();
        let positions: Vec<&[Lemma]> = of_layer.chunk_by(|a, b| a.rank == b.rank).collect();
        for chunk in positions.chunks(CHUNK) {
            if monitor.cancelled() {
                return Err(crate::retrograde::SolveError::Interrupted.into());
            }
            let ranks: Vec<u64> = chunk.iter().map(|lemmas| lemmas[0].rank).collect();
            let mut collected = Collected::default();
            let mut scratch = game.scratch();
            game.expand(&mut scratch, of_layer[0].layer, &ranks, &mut collected);
            for (lemmas, options) in chunk.iter().zip(&collected.positions) {
                for &lemma in *lemmas {
                    open.push((lemma, proven.requirements(&lemma, options)?));
                }
            }
            // Positions that do not exist have no options.
            for lemmas in chunk.iter().skip(collected.positions.len()) {
                failed.extend_from_slice(lemmas);
            }
            monitor.advance(chunk.iter().map(|lemmas| lemmas.len() as u64).sum());
        }
        // Within the layer one lemma may rest on another, which must have been proven before.
        proven.settle(&mut open);
        if !open.is_empty() {
            // Or on a position where the game is over, which is nobody's lemma.
            proven.find_finished(of_layer[0].layer, &open);
            proven.settle(&mut open);
        }
        failed.extend(open.into_iter().map(|(lemma, _)| lemma));
    }
    Ok(failed)
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

/// What a lemma rests on: for each option its replies, each decided or a lemma of the same layer.
struct Requirements(Vec<Vec<Result<bool, Lemma>>>);

impl Requirements {
    /// Whether the claim follows, given which lemmas of the same layer hold.
    fn hold(&self, claimant: Charged, states: impl Fn(&Lemma) -> bool) -> bool {
        let holds = |reply: &Result<bool, Lemma>| match reply {
            Ok(decided) => *decided,
            Err(lemma) => states(lemma),
        };
        match claimant {
            Charged::Sente => self.0.iter().any(|replies| replies.iter().all(holds)),
            Charged::Gote => self.0.iter().all(|replies| replies.iter().any(holds)),
        }
    }
}

/// What is known to follow.
struct Proven<'a, G> {
    game: &'a G,
    tables: Option<&'a Tables>,
    /// The greatest margin proven, by layer, rank and claimant.
    needs: FxHashMap<(u32, u64, Charged), i32>,
    /// What the side to move gains where the game is over, by layer and rank.
    finished: FxHashMap<(u32, u64), i32>,
}

impl<G: Layered> Proven<'_, G> {
    fn add(&mut self, lemma: &Lemma) {
        let need = self
            .needs
            .entry((lemma.layer, lemma.rank, lemma.claimant))
            .or_insert(lemma.need);
        *need = lemma.need.max(*need);
    }

    /// Takes out what follows from what was found before, until nothing more does.
    fn settle(&mut self, open: &mut Vec<(Lemma, Requirements)>) {
        loop {
            let before = open.len();
            open.retain(|(lemma, requirements)| {
                let follows = requirements.hold(lemma.claimant, |same| self.states(same));
                if follows {
                    self.add(lemma);
                }
                !follows
            });
            if open.len() == before {
                return;
            }
        }
    }

    /// Looks at every position of the layer that these rest on, for those where the game is over.
    fn find_finished(&mut self, layer: u32, open: &[(Lemma, Requirements)]) {
        let replies = open.iter().flat_map(|(_, Requirements(options))| options);
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
    fn states(&self, lemma: &Lemma) -> bool {
        let finished = self.finished.get(&(lemma.layer, lemma.rank));
        if finished.is_some_and(|&margin| lemma.claimant.margin_of(margin) >= lemma.need) {
            return true;
        }
        self.needs
            .get(&(lemma.layer, lemma.rank, lemma.claimant))
            .is_some_and(|&need| need >= lemma.need)
    }

    fn requirements(
        &self,
        lemma: &Lemma,
        options: &[Vec<Reply>],
    ) -> Result<Requirements, TableError> {
        let all = self.game.bound(lemma.layer);
        let reply = |reply: &Reply| match *reply {
            Reply::Over { margin } => Ok(Ok(lemma.claimant.margin_of(margin) >= lemma.need)),
            Reply::Endless => Ok(Ok(-all >= lemma.need)),
            Reply::Same { rank, flips } => self.decided(&Lemma {
                rank,
                claimant: lemma.claimant.after(flips),
                ..*lemma
            }),
            Reply::Below {
                layer,
                rank,
                gain,
                flips,
            } => {
                let below = Lemma {
                    layer,
                    rank,
                    claimant: lemma.claimant.after(flips),
                    need: lemma.need - lemma.claimant.margin_of(gain),
                };
                // All lemmas of smaller layers that follow were found.
                Ok(self
                    .decided(&below)?
                    .or_else(|lemma| Ok(self.states(&lemma))))
            }
        };
        let of_option = |replies: &Vec<Reply>| replies.iter().map(reply).collect();
        Ok(Requirements(
            options
                .iter()
                .map(of_option)
                .collect::<Result<_, TableError>>()?,
        ))
    }

    /// Whether a claim holds by the stones that are left or by a table.
    fn decided(&self, lemma: &Lemma) -> Result<Result<bool, Lemma>, TableError> {
        let all = self.game.bound(lemma.layer);
        if lemma.need <= -all || lemma.need > all {
            return Ok(Ok(lemma.need <= -all));
        }
        match self.tables {
            Some(tables) if lemma.layer <= tables.most() => {
                let value = tables.probe(lemma.layer, lemma.rank)?;
                let margin = match lemma.claimant {
                    Charged::Sente => value.lower,
                    Charged::Gote => -value.upper,
                };
                Ok(Ok(margin >= lemma.need))
            }
            _ => Ok(Err(*lemma)),
        }
    }
}
