//! A search for moves that secure a margin and make progress.

use rustc_hash::FxHashMap;
use sowlab_solvers::{Game, Key, Keyed, Monitor, Player};

use super::margins::SecuredMargins;

/// The maximum number of consecutive rounds without progress.
const MOST_ROUNDS: u32 = 64;

/// A search for a move that secures a margin against every reply, by reaching a state *nearer to the end*. Such a state
/// has less left to play for, an earlier group of the proof, or fewer rounds until one of these.
pub struct Force<'a, G: Game> {
    game: &'a G,
    margins: &'a SecuredMargins<G::State>,
    monitor: &'a dyn Monitor,
    /// The stones left to play for at the root.
    bound: i32,
    /// Claims of groups before this one count as nearer to the end.
    group: u32,
    /// The number of states that may still be expanded.
    nodes: u64,
    /// Whether to search states between the tables and those that the proof requires.
    searches_gap: bool,
    /// Failures: the number of rounds within which a side does not secure this margin from a state.
    failed: FxHashMap<(Key, Player, i32), u32>,
}

/// The error of a search whose node budget is exhausted, or whose monitor cancelled.
pub struct Stopped;

impl<'a, G> Force<'a, G>
where
    G: Game + Keyed<G::State>,
{
    /// Creates a search with this node budget. Claims of groups before this one count as nearer to the end.
    pub fn new(
        game: &'a G,
        margins: &'a SecuredMargins<G::State>,
        group: u32,
        nodes: u64,
        monitor: &'a dyn Monitor,
    ) -> Force<'a, G> {
        Force {
            game,
            margins,
            monitor,
            bound: 0,
            group,
            nodes,
            searches_gap: false,
            failed: FxHashMap::default(),
        }
    }

    /// Returns a legal move after which the side to move secures a margin within this number of rounds. The move needs
    /// the fewest rounds.
    ///
    /// # Errors
    /// The node budget is exhausted, or the monitor cancelled.
    pub fn find(
        &mut self,
        state: &G::State,
        legal: &[G::Move],
        need: i32,
        rounds: u32,
    ) -> Result<Option<G::Move>, Stopped> {
        self.bound = self.game.bound(state);
        for rounds in 0..=rounds.min(MOST_ROUNDS) {
            // Claims come first, because a search takes longer.
            for searches_gap in [false, true] {
                if searches_gap && !self.margins.has_gap() {
                    continue;
                }
                if self.searches_gap != searches_gap {
                    self.searches_gap = searches_gap;
                    self.failed.clear();
                }
                for &chosen in legal {
                    if self.after(state, chosen, Player::Leader, need, rounds)? {
                        return Ok(Some(chosen));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns whether a side secures a margin from a state on, if this move is made there.
    fn after(
        &mut self,
        state: &G::State,
        chosen: G::Move,
        side: Player,
        need: i32,
        rounds: u32,
    ) -> Result<bool, Stopped> {
        let step = self.game.play(state, chosen);
        let rest = need - side.margin_of(step.gain);
        self.secures(&step.state, side.after(step.turn), rest, rounds)
    }

    fn secures(
        &mut self,
        state: &G::State,
        side: Player,
        need: i32,
        rounds: u32,
    ) -> Result<bool, Stopped> {
        let bound = self.game.bound(state);
        if self.game.terminal(state).is_none() && need > bound {
            return Ok(false);
        }
        if self.margins.is_in_gap(state) {
            return match self.searches_gap {
                false => Ok(false),
                true => self
                    .margins
                    .secured_in_gap(state, side, need, self.monitor)
                    .ok_or(Stopped),
            };
        }
        let mut left = rounds;
        if let Some(secured) = self.margins.secured(self.game, state, side) {
            let over = self.game.terminal(state).is_some();
            let holds = match over || bound < self.bound {
                true => secured.margin >= need,
                false => self
                    .margins
                    .claimed_before(state, side, self.group)
                    .is_some_and(|claimed| claimed >= need),
            };
            if holds {
                return Ok(true);
            }
            // A claim that the proof omits takes one more round.
            let exact = over || self.margins.tables().probe(state).is_some();
            if rounds == 0 || (exact && secured.margin < need) {
                return Ok(false);
            }
            left -= 1;
        }
        let key = (self.game.key(state), side, need);
        if self.failed.get(&key).is_some_and(|&most| rounds <= most) {
            return Ok(false);
        }
        self.nodes = self.nodes.checked_sub(1).ok_or(Stopped)?;
        if self.nodes.is_multiple_of(256) && self.monitor.cancelled() {
            return Err(Stopped);
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let chooses = side == Player::Leader;
        if self.searches_gap {
            moves.sort_by_cached_key(|&chosen| {
                self.margins.is_in_gap(&self.game.play(state, chosen).state)
            });
        }
        for chosen in moves {
            if self.after(state, chosen, side, need, left)? == chooses {
                if !chooses {
                    self.failed.insert(key, rounds);
                }
                return Ok(chooses);
            }
        }
        if chooses {
            self.failed.insert(key, rounds);
        }
        Ok(!chooses)
    }
}
