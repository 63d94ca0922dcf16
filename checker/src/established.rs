//! The foundations of a proof: accepted claims, and values of tables.
//!
//! Every used value of a table is noted as a claim that a side gains at least that much. These claims are then derived,
//! layer by layer from the largest down, so tables only suggest what to look for. Within a layer, the claims to the
//! greatest margin come first. A claim is derived once it follows from the rules, from derived claims of the layer, and
//! from claims about smaller layers. The latter are noted in turn. When the layer of no stones is done, all foundations
//! are derived, by induction from there, and no claim supports itself.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use crate::error::{CheckError, Result, input_unless};
use crate::memory::Memory;
use crate::reason::Reason;
use crate::replies::{Game, Reply, support};
use crate::table::Table;

/// A claim without the rank of its board: a side gains at least a margin from there on, in finitely many rounds.
#[derive(Clone, Copy)]
pub struct Claim {
    /// The stones on the board.
    pub stones: usize,
    /// The sign of the gaining side's margin: 1 for the side with sente, −1 for the other.
    pub side: i32,
    /// The margin that it gains at least.
    pub need: i32,
}

impl Claim {
    /// Returns the claim that must hold after a reply that does not end the game, and the rank of the board there.
    fn after(self, reply: Reply) -> Option<(Claim, u64)> {
        let Reply::Next {
            stones,
            rank,
            gain,
            passes,
        } = reply
        else {
            return None;
        };
        // The same side has the other role if the other side has sente now.
        let side = if passes { -self.side } else { self.side };
        Some((
            Claim {
                stones,
                side,
                need: self.need - self.side * gain,
            },
            rank,
        ))
    }

    /// Returns the code of the claim while it is noted but not derived. It fits, because the need never exceeds the
    /// stones on the board, at most 63.
    fn noted(self) -> i8 {
        2 * self.need as i8
    }
}

/// A board of a layer and a side, as twice the rank of the board, plus one for the side without sente.
#[derive(Clone, Copy)]
struct Place(u64);

impl Place {
    fn new(rank: u64, side: i32) -> Place {
        Place(2 * rank + u64::from(side == -1))
    }

    fn rank(self) -> u64 {
        self.0 / 2
    }

    fn side(self) -> i32 {
        1 - 2 * (self.0 % 2) as i32
    }

    /// Returns the claim of the side.
    fn claim(self, stones: usize, need: i32) -> Claim {
        Claim {
            stones,
            side: self.side(),
            need,
        }
    }
}

/// Returns the index of a side's needs.
fn of_gote(side: i32) -> usize {
    usize::from(side == -1)
}

/// The number of claims that are checked in parallel, against the claims derived before all of them.
const AT_ONCE: usize = 1 << 16;

/// The claims of its own layer that a claim of a table may rest on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Any,
    Derived,
}

/// The memory of an accepted claim in bytes. A slot of a hash table takes 17 bytes, and while the table grows it has 24
/// slots for 7 claims.
pub const BYTES_OF_CLAIM: u64 = 60;
/// The memory of a noted claim in bytes while its layer is derived. It is in a list that may have just doubled, and in
/// two others.
const BYTES_OF_NOTED: u64 = 32;

/// The number of claims for which omitted ones are searched before their memory is counted.
const LOOKED_AT_ONCE: usize = 1 << 12;
/// The memory in bytes of an omitted claim, and of a reply that it follows from, before it is accepted.
const BYTES_OF_FOUND: u64 = 64;

/// The code of a board without notes.
const NOTHING: i8 = i8::MIN;

/// The established claims about boards.
pub struct EstablishedClaims<'a> {
    game: &'a Game,
    tables: &'a [Table],
    /// The greatest need of accepted claims, by stones, side (sente first) and rank.
    needs: Vec<[HashMap<u64, i8>; 2]>,
    /// The notes for boards of tables, likewise indexed: twice the greatest need that was noted, plus one once it is
    /// derived.
    noted: Vec<[Vec<i8>; 2]>,
    memory: Memory,
}

impl<'a> EstablishedClaims<'a> {
    /// Starts with the values of the tables only.
    ///
    /// # Errors
    /// The tables have more than 63 stones, or the memory is too small.
    pub fn new(
        game: &'a Game,
        tables: &'a [Table],
        mut memory: Memory,
    ) -> Result<EstablishedClaims<'a>> {
        input_unless(tables.len() <= 64, Reason::LargeTables)?;
        memory.take(2 * tables.iter().map(Table::positions).sum::<u64>())?;
        let nothing = |table: &Table| [0, 1].map(|_| vec![NOTHING; table.positions() as usize]);
        let noted = tables.iter().map(nothing).collect();
        Ok(EstablishedClaims {
            game,
            tables,
            needs: vec![Default::default(); 128],
            noted,
            memory,
        })
    }

    /// Accepts claims that differ only in their boards. Each must follow from established claims, or from these and
    /// omitted claims that follow from established ones.
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

    /// Returns omitted claims about the boards after a round: they follow from established claims, and together with
    /// those support this claim.
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

    /// Returns bounds on the margin of the side with sente, which hold under every infinite-play convention.
    pub fn interval(&mut self, stones: usize, rank: u64) -> [i32; 2] {
        [1, -1].map(|side| {
            let need = self.gain(stones, rank, side);
            self.note(Claim { stones, side, need }, rank);
            side * need
        })
    }

    /// Returns the greatest margin that a side is established to gain, under the infinite-play convention *loss* for
    /// this side.
    fn gain(&self, stones: usize, rank: u64, side: i32) -> i32 {
        if let Some(table) = self.tables.get(stones) {
            let [lower, _, upper] = table.value(rank);
            return if side == 1 { lower } else { -upper };
        }
        if let Some(&need) = self.needs[stones][of_gote(side)].get(&rank) {
            return i32::from(need).max(-(stones as i32));
        }
        let finished = self.game.finished(&self.game.boards.board(stones, rank));
        finished.map_or(-(stones as i32), |margin| side * margin)
    }

    /// Returns the replies from which a claim follows at least cost; `None` if it does not follow.
    fn support(&self, claim: Claim, rank: u64, within: Within) -> Option<Vec<Reply>> {
        let holes = self.game.boards.board(claim.stones, rank);
        if let Some(margin) = self.game.finished(&holes) {
            return (claim.side * margin >= claim.need).then(Vec::new);
        }
        support(self.game.choices(&holes), claim.side == 1, |reply| {
            self.cost(claim, reply, within)
        })
    }

    /// Returns the cost of resting a claim on a reply. It is 0 if no further claim has to be derived for it, otherwise
    /// more for larger layers. `None` if the reply does not give the need.
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
        // In its own layer, a note of a greater need is derived already.
        match noted.cmp(&rest.noted()) {
            Ordering::Greater => Some(0),
            _ if own && within == Within::Derived => None,
            Ordering::Equal => Some(own.into()),
            Ordering::Less => Some(self.tables[rest.stones].positions()),
        }
    }

    /// Returns the note of a board, if a table has it and the claim is not trivial.
    fn noted(&self, claim: Claim, rank: u64) -> Option<i8> {
        let noted = self
            .noted
            .get(claim.stones)
            .filter(|_| claim.need > -(claim.stones as i32))?;
        Some(noted[of_gote(claim.side)][rank as usize])
    }

    /// Notes a claim as a foundation, if a table has its board. Returns whether it exceeds the earlier note.
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

    /// Derives the claims noted for a table, after those of larger ones. Returns their number.
    ///
    /// # Errors
    /// A claim does not follow from the rules, so the value in the table is wrong; or too little memory.
    pub fn derive(&mut self, stones: usize) -> Result<u64> {
        let derived = self.derive_layer(stones);
        self.game.within_steps(derived)
    }

    fn derive_layer(&mut self, stones: usize) -> Result<u64> {
        // Where the turn passes within a layer, the claims of one role rest on those of the other.
        if self.game.passes_within_layer() {
            return self.derive_sides(stones, &[1, -1]);
        }
        Ok(self.derive_sides(stones, &[1])? + self.derive_sides(stones, &[-1])?)
    }

    /// Derives the claims of a layer by these sides, to the greatest margin first.
    fn derive_sides(&mut self, stones: usize, sides: &[i32]) -> Result<u64> {
        let mut by_need = BTreeMap::<i8, Vec<Place>>::new();
        for &side in sides {
            let noted = &self.noted[stones][of_gote(side)];
            let noted = (0..).zip(noted).filter(|(_, noted)| **noted != NOTHING);
            for (rank, &noted) in noted {
                by_need
                    .entry(noted)
                    .or_default()
                    .push(Place::new(rank, side));
            }
            let claims: usize = by_need.values().map(Vec::len).sum();
            self.memory.room(BYTES_OF_NOTED * claims as u64)?;
        }
        let mut derived = 0;
        while let Some((noted, mut places)) = by_need.pop_last() {
            // A greater need may have been noted since.
            let layer = &self.noted[stones];
            places.retain(|place| layer[of_gote(place.side())][place.rank() as usize] == noted);
            derived += self.derive_claims(stones, i32::from(noted) / 2, places)?;
        }
        Ok(derived)
    }

    /// Derives claims of a layer to one need, and the claims of the same need that they rest on.
    fn derive_claims(&mut self, stones: usize, need: i32, places: Vec<Place>) -> Result<u64> {
        let (mut waiting, mut new, mut derived) = (Vec::new(), places, 0);
        while !(waiting.is_empty() && new.is_empty()) {
            derived += new.len() as u64;
            let mut left = self.derive_ready(stones, need, &waiting);
            let stuck = new.is_empty() && left.len() == waiting.len();
            let unready = self.derive_ready(stones, need, &new);
            let resting = if stuck { &left } else { &unready };
            new = self.note_within(stones, need, resting, stuck)?;
            if stuck && new.is_empty() {
                return Err(self.refused(left[0].claim(stones, need), left[0].rank()));
            }
            left.extend(unready);
            waiting = left;
        }
        Ok(derived)
    }

    /// Derives the claims that follow from derived ones, and returns the others.
    fn derive_ready(&mut self, stones: usize, need: i32, places: &[Place]) -> Vec<Place> {
        let mut left = Vec::new();
        for part in places.chunks(AT_ONCE) {
            let look = |&place: &Place| {
                let claim = place.claim(stones, need);
                (place, self.support(claim, place.rank(), Within::Derived))
            };
            for (place, replies) in part.par_iter().map(look).collect::<Vec<_>>() {
                if let Some(replies) = replies {
                    let claim = place.claim(stones, need);
                    self.note_all(claim, replies);
                    self.noted[stones][of_gote(claim.side)][place.rank() as usize] =
                        claim.noted() + 1;
                } else {
                    left.push(place);
                }
            }
        }
        left
    }

    /// Notes claims of the same layer that claims may rest on: those of least cost, or all. Returns the new ones.
    fn note_within(
        &mut self,
        stones: usize,
        need: i32,
        places: &[Place],
        all: bool,
    ) -> Result<Vec<Place>> {
        let mut new = Vec::new();
        for part in places.chunks(AT_ONCE) {
            let look = |place: &Place| {
                let (claim, rank) = (place.claim(stones, need), place.rank());
                let holes = self.game.boards.board(stones, rank);
                let serves = |reply: &Reply| self.cost(claim, *reply, Within::Any).is_some();
                let replies: Vec<Reply> = match all {
                    true => self.game.choices(&holes).flatten().filter(serves).collect(),
                    false => self
                        .support(claim, rank, Within::Any)
                        .ok_or_else(|| self.refused(claim, rank))?,
                };
                let rests = replies.into_iter().filter_map(|reply| claim.after(reply));
                let within = rests.filter(|(rest, _)| rest.stones == stones);
                Ok(within.collect())
            };
            let found: Vec<Vec<(Claim, u64)>> = part.par_iter().map(look).collect::<Result<_>>()?;
            for (rest, rank) in found.into_iter().flatten() {
                if self.note(rest, rank) {
                    new.push(Place::new(rank, rest.side));
                }
            }
        }
        Ok(new)
    }

    /// Returns the error of a claim that does not follow.
    fn refused(&self, Claim { stones, side, need }: Claim, rank: u64) -> CheckError {
        CheckError::Refused(Reason::DoesNotFollow {
            board: self.game.boards.text(stones, rank),
            stones,
            side: if side == 1 { "sente" } else { "gote" },
            need: format!("{need:+}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All needs that tables of up to 63 stones can note.
    #[test]
    fn every_note_has_a_code_of_its_own_in_the_order_of_needs() {
        let claim = |need| Claim {
            stones: 63,
            side: 1,
            need,
        };
        let codes: Vec<i8> = (-63..=63)
            .flat_map(|need| [claim(need).noted(), claim(need).noted() + 1])
            .collect();
        assert!(codes.is_sorted_by(|a, b| a < b) && codes[0] > NOTHING);
        for need in -63..=63 {
            let noted = claim(need).noted();
            assert_eq!(i32::from(noted) / 2, need);
        }
    }

    /// All needs, gains and sides of boards of up to 127 stones: what remains is what the side still has to gain.
    #[test]
    fn what_remains_of_every_need() {
        let sides = [(1, true), (1, false), (-1, true), (-1, false)];
        for (side, passes) in sides {
            for need in -127..=127 {
                for gain in -127..=127 {
                    let claim = Claim {
                        stones: 127,
                        side,
                        need,
                    };
                    let reply = Reply::Next {
                        stones: 1,
                        rank: 2,
                        gain,
                        passes,
                    };
                    let (rest, rank) = claim.after(reply).unwrap();
                    assert_eq!((rest.stones, rank), (1, 2));
                    // Any end of the game, as the final margin of the side that had sente in the round.
                    for end in [-1, 0, 1] {
                        let margin = gain + end;
                        let left = if passes { -end } else { end };
                        assert_eq!(side * margin >= need, rest.side * left >= rest.need);
                    }
                }
            }
        }
    }
}
