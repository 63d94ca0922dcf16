//! What a proof may rest on: claims that were accepted, and values of tables.
//!
//! What is used of a value is noted as a claim: that a side gains at least so much. These claims are then derived, layer by
//! layer from the largest down, so that tables only tell what to look for. In a layer, the claims to most come first. One is derived
//! once it follows from the rules, from claims of the layer that were derived before, and from claims about smaller
//! layers, which are noted in turn. When the layer of no stones is done, all that anything rests on is derived, by
//! induction from there, and nothing supports itself.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use crate::error::{CheckError, Result, input_unless};
use crate::memory::Memory;
use crate::replies::{Game, Reply, support};
use crate::table::Table;

/// A claim but for the rank of its board: a side gains at least a margin from there on, in finitely many rounds.
#[derive(Clone, Copy)]
pub struct Claim {
    /// Stones on the board.
    pub stones: usize,
    /// 1 if the side with sente gains, −1 if the other: the sign of its margin.
    pub side: i32,
    /// How much it gains at least.
    pub need: i32,
}

impl Claim {
    /// What has to hold after a reply that leaves something open, and the rank of the board there.
    fn after(self, reply: Reply) -> Option<(Claim, u64)> {
        let Reply::Next {
            stones,
            rank,
            gain,
            captured,
        } = reply
        else {
            return None;
        };
        // After a capture the other side has sente.
        let side = if captured { -self.side } else { self.side };
        Some((
            Claim {
                stones,
                side,
                need: self.need - self.side * gain,
            },
            rank,
        ))
    }

    /// As it is noted until it is derived. It fits: nobody needs more than the stones on the board, 63 at most.
    fn noted(self) -> i8 {
        2 * self.need as i8
    }
}

/// Where needs of a side are kept.
fn of_gote(side: i32) -> usize {
    usize::from(side == -1)
}

/// Ranks of claims that are looked at with what was derived before all of them.
const AT_ONCE: usize = 1 << 16;

/// Which claims of its own layer a claim of a table may rest on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Any,
    Derived,
}

/// Memory of an accepted claim: a slot of a hash table takes 17 bytes, and while it grows there are 24 slots to 7 claims.
pub const BYTES_OF_CLAIM: u64 = 60;
/// Memory of a noted claim while its layer is derived: it is in a list that may have just doubled, and in two others.
const BYTES_OF_NOTED: u64 = 32;

/// Claims for which left-out ones are looked for before their memory is counted.
const LOOKED_AT_ONCE: usize = 1 << 12;
/// Memory of a left-out claim, and of a reply that it follows from, before it is accepted.
const BYTES_OF_FOUND: u64 = 64;

/// Nothing is noted of a board.
const NOTHING: i8 = i8::MIN;

/// What is known of boards.
pub struct Known<'a> {
    game: &'a Game,
    tables: &'a [Table],
    /// The greatest need of accepted claims, by stones, side (sente first) and rank.
    needs: Vec<[HashMap<u64, i8>; 2]>,
    /// Of the boards of tables, likewise: twice the greatest need that was noted, and one more once it is derived.
    noted: Vec<[Vec<i8>; 2]>,
    memory: Memory,
}

impl<'a> Known<'a> {
    /// Nothing but what the tables say.
    ///
    /// # Errors
    /// Tables of more than 63 stones, or too little memory.
    pub fn new(game: &'a Game, tables: &'a [Table], mut memory: Memory) -> Result<Known<'a>> {
        input_unless(tables.len() <= 64, "tables of more than 63 stones")?;
        memory.take(2 * tables.iter().map(Table::positions).sum::<u64>())?;
        let nothing = |table: &Table| [0, 1].map(|_| vec![NOTHING; table.positions() as usize]);
        let noted = tables.iter().map(nothing).collect();
        Ok(Known {
            game,
            tables,
            needs: vec![Default::default(); 128],
            noted,
            memory,
        })
    }

    /// Accepts claims that differ in their boards alone: each follows from what is known, or else from that and from claims
    /// that a proof leaves out, as each of these follows from what is known.
    ///
    /// # Errors
    /// The first claim that does not follow, or too little memory.
    pub fn accept_all(&mut self, claim: Claim, ranks: &[u64]) -> Result<()> {
        let mut found = Vec::new();
        for part in ranks.chunks(LOOKED_AT_ONCE) {
            let open = part
                .par_iter()
                .filter(|&&rank| self.support(claim, rank, Within::Any).is_none());
            let more: Vec<_> = open
                .filter_map(|&rank| self.left_out(claim, rank))
                .collect();
            found.extend(more.into_iter().flatten());
            let replies = found
                .iter()
                .map(|(_, _, replies): &(_, _, Vec<Reply>)| replies.len() as u64);
            self.memory
                .room(BYTES_OF_FOUND * (found.len() as u64 + replies.sum::<u64>()))?;
        }
        for (claim, rank, replies) in found {
            self.accept(claim, rank, replies)?;
        }
        let follow: Vec<_> = ranks
            .par_iter()
            .map(|&rank| self.support(claim, rank, Within::Any))
            .collect();
        for (&rank, replies) in ranks.iter().zip(follow) {
            self.accept(
                claim,
                rank,
                replies.ok_or_else(|| self.refused(claim, rank))?,
            )?;
        }
        Ok(())
    }

    /// Accepts a claim about a board, which follows from these replies.
    fn accept(&mut self, claim: Claim, rank: u64, replies: Vec<Reply>) -> Result<()> {
        let known = self.needs[claim.stones][of_gote(claim.side)]
            .entry(rank)
            .or_insert(NOTHING);
        if *known == NOTHING {
            self.memory.take(BYTES_OF_CLAIM)?;
        }
        *known = (*known).max(claim.need as i8);
        self.note_all(claim, replies);
        Ok(())
    }

    /// Claims about the boards after a round, which follow from what is known, and from which with that this claim follows.
    fn left_out(&self, claim: Claim, rank: u64) -> Option<Vec<(Claim, u64, Vec<Reply>)>> {
        let holes = self.game.boards.board(claim.stones, rank);
        let found = |reply| {
            let (rest, rank) = claim
                .after(reply)
                .filter(|(rest, _)| rest.stones >= self.tables.len())?;
            Some((rest, rank, self.support(rest, rank, Within::Any)?))
        };
        let serves = |reply: &Reply| self.cost(claim, *reply, Within::Any).is_some();
        let mut split = self
            .game
            .choices(&holes)
            .map(|replies| replies.partition::<Vec<_>, _>(serves));
        if claim.side == 1 {
            return split.find_map(|(_, others)| others.into_iter().map(found).collect());
        }
        let open = split.filter(|(serving, _)| serving.is_empty());
        open.map(|(_, others)| others.into_iter().find_map(found))
            .collect()
    }

    /// What is known of the margin of the side with sente: it lies between these, whatever infinite play counts.
    pub fn interval(&mut self, stones: usize, rank: u64) -> [i32; 2] {
        [1, -1].map(|side| {
            let need = self.gain(stones, rank, side);
            self.note(Claim { stones, side, need }, rank);
            side * need
        })
    }

    /// The most that a side is known to gain, where infinite play costs it everything left.
    fn gain(&self, stones: usize, rank: u64, side: i32) -> i32 {
        if let Some(table) = self.tables.get(stones) {
            let [lower, _, upper] = table.value(rank);
            return if side == 1 { lower } else { -upper };
        }
        if let Some(&need) = self.needs[stones][of_gote(side)].get(&rank) {
            return i32::from(need).max(-(stones as i32));
        }
        let finished = self
            .game
            .rules
            .finished(&self.game.boards.board(stones, rank), false);
        finished.map_or(-(stones as i32), |margin| side * margin)
    }

    /// The replies that a claim follows from at least cost. `None` if it does not follow.
    fn support(&self, claim: Claim, rank: u64, within: Within) -> Option<Vec<Reply>> {
        let holes = self.game.boards.board(claim.stones, rank);
        if let Some(margin) = self.game.rules.finished(&holes, false) {
            return (claim.side * margin >= claim.need).then(Vec::new);
        }
        support(self.game.choices(&holes), claim.side == 1, |reply| {
            self.cost(claim, reply, within)
        })
    }

    /// What it costs to rest a claim on a reply: nothing if no other has to be derived for it, else the more, the larger
    /// the layer. `None` if the reply does not give what is needed.
    fn cost(&self, claim: Claim, reply: Reply, within: Within) -> Option<u64> {
        let Some((rest, rank)) = claim.after(reply) else {
            let all = claim.stones as i32;
            let gain = if let Reply::Over(margin) = reply {
                claim.side * margin
            } else {
                -all
            };
            return (gain >= claim.need).then_some(0);
        };
        if self.gain(rest.stones, rank, rest.side) < rest.need {
            return None;
        }
        let Some(noted) = self.noted(rest, rank) else {
            return Some(0);
        };
        let own = rest.stones == claim.stones;
        // In its own layer what was noted of a greater need is derived.
        match noted.cmp(&rest.noted()) {
            Ordering::Greater => Some(0),
            _ if own && within == Within::Derived => None,
            Ordering::Equal => Some(own.into()),
            Ordering::Less => Some(self.tables[rest.stones].positions()),
        }
    }

    /// What is noted of a board, if a table holds it and a claim about it says anything.
    fn noted(&self, claim: Claim, rank: u64) -> Option<i8> {
        let noted = self
            .noted
            .get(claim.stones)
            .filter(|_| claim.need > -(claim.stones as i32))?;
        Some(noted[of_gote(claim.side)][rank as usize])
    }

    /// Notes a claim that something rests on, if a table holds its board; whether it says more than what was noted.
    fn note(&mut self, claim: Claim, rank: u64) -> bool {
        let more = self
            .noted(claim, rank)
            .is_some_and(|noted| noted < claim.noted());
        if more {
            self.noted[claim.stones][of_gote(claim.side)][rank as usize] = claim.noted();
        }
        more
    }

    fn note_all(&mut self, claim: Claim, replies: Vec<Reply>) {
        for (rest, rank) in replies.into_iter().filter_map(|reply| claim.after(reply)) {
            self.note(rest, rank);
        }
    }

    /// Derives the claims that were noted of a table; those of larger ones were derived. Returns how many they were.
    ///
    /// # Errors
    /// A claim that does not follow from the rules: the value in the table is wrong. Or too little memory.
    pub fn derive(&mut self, stones: usize) -> Result<u64> {
        let derived = self.derive_layer(stones);
        self.game.within_steps(derived)
    }

    fn derive_layer(&mut self, stones: usize) -> Result<u64> {
        let mut derived = 0;
        for side in [1, -1] {
            let claims = self.noted[stones][of_gote(side)]
                .iter()
                .filter(|noted| **noted != NOTHING)
                .count();
            self.memory.room(BYTES_OF_NOTED * claims as u64)?;
            let mut by_need = BTreeMap::<i8, Vec<u64>>::new();
            let noted = (0..).zip(&self.noted[stones][of_gote(side)]);
            for (rank, &noted) in noted.filter(|(_, noted)| **noted != NOTHING) {
                by_need.entry(noted).or_default().push(rank);
            }
            while let Some((noted, mut ranks)) = by_need.pop_last() {
                // A greater need may have been noted since.
                ranks.retain(|&rank| self.noted[stones][of_gote(side)][rank as usize] == noted);
                derived += self.derive_claims(
                    Claim {
                        stones,
                        side,
                        need: i32::from(noted) / 2,
                    },
                    ranks,
                )?;
            }
        }
        Ok(derived)
    }

    /// Derives claims that differ in their boards alone, and those of the same need that they rest on.
    fn derive_claims(&mut self, claim: Claim, ranks: Vec<u64>) -> Result<u64> {
        let (mut waiting, mut new, mut derived) = (Vec::new(), ranks, 0);
        while !(waiting.is_empty() && new.is_empty()) {
            derived += new.len() as u64;
            let mut left = self.derive_ready(claim, &waiting);
            let stuck = new.is_empty() && left.len() == waiting.len();
            let unready = self.derive_ready(claim, &new);
            new = self.note_within(claim, if stuck { &left } else { &unready }, stuck)?;
            if stuck && new.is_empty() {
                return Err(self.refused(claim, left[0]));
            }
            left.extend(unready);
            waiting = left;
        }
        Ok(derived)
    }

    /// Derives those of the claims that follow from what is derived, and returns the others.
    fn derive_ready(&mut self, claim: Claim, ranks: &[u64]) -> Vec<u64> {
        let mut left = Vec::new();
        for part in ranks.chunks(AT_ONCE) {
            let look = |&rank: &u64| (rank, self.support(claim, rank, Within::Derived));
            for (rank, replies) in part.par_iter().map(look).collect::<Vec<_>>() {
                if let Some(replies) = replies {
                    self.note_all(claim, replies);
                    self.noted[claim.stones][of_gote(claim.side)][rank as usize] =
                        claim.noted() + 1;
                } else {
                    left.push(rank);
                }
            }
        }
        left
    }

    /// Notes claims of their layer that claims may rest on: those that cost least, or all there are. Returns the new ones.
    fn note_within(&mut self, claim: Claim, ranks: &[u64], all: bool) -> Result<Vec<u64>> {
        let mut new = Vec::new();
        for part in ranks.chunks(AT_ONCE) {
            let look = |&rank: &u64| {
                let holes = self.game.boards.board(claim.stones, rank);
                let serves = |reply: &Reply| self.cost(claim, *reply, Within::Any).is_some();
                match all {
                    true => Ok(self.game.choices(&holes).flatten().filter(serves).collect()),
                    false => self
                        .support(claim, rank, Within::Any)
                        .ok_or_else(|| self.refused(claim, rank)),
                }
            };
            let found: Vec<Vec<Reply>> = part.par_iter().map(look).collect::<Result<_>>()?;
            for (rest, rank) in found
                .into_iter()
                .flatten()
                .filter_map(|reply| claim.after(reply))
            {
                if rest.stones == claim.stones && self.note(rest, rank) {
                    new.push(rank);
                }
            }
        }
        Ok(new)
    }

    /// A claim that does not follow.
    fn refused(&self, Claim { stones, side, need }: Claim, rank: u64) -> CheckError {
        let who = if side == 1 { "sente" } else { "gote" };
        let board = self.game.boards.text(stones, rank);
        CheckError::Refused(format!(
            "{board}: {who} gains {need:+} or more: does not follow"
        ))
    }
}
