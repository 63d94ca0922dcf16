//! The claims that follow from each other and the rules, by the plainest method.

use std::collections::HashMap;

use sowlab_solvers::Player;
use sowlab_solvers::retrograde::{Layered, Reply, Sink};
use sowlab_solvers::search::proof::Lemma;

/// The options of one position.
#[derive(Default)]
struct Options {
    replies: Vec<Reply>,
    all: Vec<Vec<Reply>>,
}

impl Sink for Options {
    fn reply(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    fn end_option(&mut self) {
        self.all.push(std::mem::take(&mut self.replies));
    }

    fn end_position(&mut self) {}
}

fn options<G: Layered>(game: &G, layer: u32, rank: u64) -> Vec<Vec<Reply>> {
    let mut options = Options::default();
    game.expand(&mut game.scratch(), layer, &[rank], &mut options);
    options.all
}

/// The greatest margin found to follow, by layer, rank and claimant.
type Proven = HashMap<(u32, u64, Player), i32>;

/// Returns whether a claim follows from the bound, from the end of the game or from a known value.
fn is_said<G: Layered>(game: &G, proven: &Proven, lemma: &Lemma) -> bool {
    let bound = game.bound(lemma.layer);
    if lemma.need <= -bound || lemma.need > bound {
        return lemma.need <= -bound;
    }
    if let [replies] = &options(game, lemma.layer, lemma.rank)[..]
        && let [Reply::Over { margin }] = replies[..]
    {
        return lemma.claimant.margin_of(margin) >= lemma.need;
    }
    (proven.get(&(lemma.layer, lemma.rank, lemma.claimant))).is_some_and(|&need| need >= lemma.need)
}

fn follows<G: Layered>(game: &G, proven: &Proven, lemma: &Lemma) -> bool {
    let holds = |reply: &Reply| match *reply {
        Reply::Over { margin } => lemma.claimant.margin_of(margin) >= lemma.need,
        Reply::Endless => -game.bound(lemma.layer) >= lemma.need,
        Reply::Same { rank, turn } => {
            let claimant = lemma.claimant.after(turn);
            is_said(
                game,
                proven,
                &Lemma {
                    rank,
                    claimant,
                    ..*lemma
                },
            )
        }
        Reply::Below {
            layer,
            rank,
            gain,
            turn,
        } => {
            let (claimant, need) = (
                lemma.claimant.after(turn),
                lemma.need - lemma.claimant.margin_of(gain),
            );
            is_said(
                game,
                proven,
                &Lemma {
                    layer,
                    rank,
                    claimant,
                    need,
                },
            )
        }
    };
    let options = options(game, lemma.layer, lemma.rank);
    match lemma.claimant {
        Player::Leader => options.iter().any(|replies| replies.iter().all(holds)),
        Player::Follower => options.iter().all(|replies| replies.iter().any(holds)),
    }
}

/// The claims, all on positions of the game, that do not follow from other claims that follow.
pub(crate) fn unproven<G: Layered>(game: &G, lemmas: &[Lemma]) -> Vec<Lemma> {
    let mut open = lemmas.to_vec();
    open.sort_unstable();
    let mut proven = Proven::new();
    let mut failed = Vec::new();
    for of_layer in open.chunk_by(|a, b| a.layer == b.layer) {
        let mut left = of_layer.to_vec();
        loop {
            let before = left.len();
            left.retain(|lemma| {
                let found = follows(game, &proven, lemma);
                if found {
                    let need = proven.entry((lemma.layer, lemma.rank, lemma.claimant));
                    let need = need.or_insert(lemma.need);
                    *need = lemma.need.max(*need);
                }
                !found
            });
            if left.len() == before {
                break;
            }
        }
        failed.extend(left);
    }
    failed
}
