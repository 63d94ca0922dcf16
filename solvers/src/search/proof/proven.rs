//! What is known to follow, and what a claim rests on.

use rustc_hash::FxHashMap;

use super::lemma::Lemma;
use crate::retrograde::{Layered, Reply, Sink};
use crate::table::Unpacked;
use crate::{Player, Value};

/// Ranks expanded at once.
pub(super) const CHUNK: usize = 256;

/// Whether a side gains `need` or more, where that is sure of margins up to `bound`.
pub(super) fn within(bound: i32, need: i32) -> Option<bool> {
    match need {
        _ if need <= -bound => Some(true),
        _ if need > bound => Some(false),
        _ => None,
    }
}

/// What a lemma rests on: for each option its replies, each decided or a lemma of the same layer.
pub(super) struct Requirements(pub(super) Vec<Vec<Result<bool, Lemma>>>);

impl Requirements {
    /// Whether the claim follows, given which lemmas of the same layer hold.
    pub(super) fn hold(&self, claimant: Player, states: impl Fn(&Lemma) -> bool) -> bool {
        let holds = |reply: &Result<bool, Lemma>| match reply {
            Ok(decided) => *decided,
            Err(lemma) => states(lemma),
        };
        match claimant {
            Player::Leader => self.0.iter().any(|replies| replies.iter().all(holds)),
            Player::Follower => self.0.iter().all(|replies| replies.iter().any(holds)),
        }
    }
}

/// The options of positions, as the game gives them.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) positions: Vec<Vec<Vec<Reply>>>,
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

impl<'a, G: Layered> Proven<'a, G> {
    pub(super) fn new(game: &'a G, tables: Option<&'a Unpacked>) -> Self {
        Proven {
            game,
            tables,
            needs: FxHashMap::default(),
            finished: FxHashMap::default(),
        }
    }

    pub(super) fn add(&mut self, lemma: &Lemma) {
        let need = self
            .needs
            .entry((lemma.layer, lemma.rank, lemma.claimant))
            .or_insert(lemma.need);
        *need = lemma.need.max(*need);
    }

    /// Looks at every position of the layer that these rest on, for those where the game is over.
    pub(super) fn find_finished<'r>(
        &mut self,
        layer: u32,
        open: impl Iterator<Item = &'r Requirements>,
    ) {
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

    /// Whether a lemma found to follow says as much, or the end of the game.
    pub(super) fn states(&self, lemma: &Lemma) -> bool {
        let finished = self.finished.get(&(lemma.layer, lemma.rank));
        if finished.is_some_and(|&margin| lemma.claimant.margin_of(margin) >= lemma.need) {
            return true;
        }
        self.needs
            .get(&(lemma.layer, lemma.rank, lemma.claimant))
            .is_some_and(|&need| need >= lemma.need)
    }

    pub(super) fn requirements(&self, lemma: &Lemma, options: &[Vec<Reply>]) -> Requirements {
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
                let Value { lower, upper, .. } = tables.probe(lemma.layer, lemma.rank);
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
