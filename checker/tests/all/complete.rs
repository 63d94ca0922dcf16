//! Complete proofs made from values found by plain iteration, and what the checker says of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use sowlab_check::established::EstablishedClaims;
use sowlab_check::proof::Proof;
use sowlab_check::replies::{Game, Reply};
use sowlab_check::table::Table;
use tempfile::TempDir;

use crate::made::{Values, plenty, read, solved};

/// Stones, rank, whether the side with gote gains.
pub(crate) type At = (usize, u64, bool);

/// A proof as plain data: its claims in groups, each with the least gain.
#[derive(Clone)]
pub(crate) struct Plain {
    pub(crate) name: String,
    pub(crate) seeds: usize,
    pub(crate) stated: [(i32, i32); 2],
    pub(crate) tables: Vec<String>,
    pub(crate) groups: Vec<Vec<(At, i32)>>,
}

fn number(bytes: &mut Vec<u8>, number: u64) {
    match number {
        0..0x80 => bytes.push(number as u8),
        _ => {
            bytes.push(number as u8 | 0x80);
            self::number(bytes, number >> 7);
        }
    }
}

fn signed(bytes: &mut Vec<u8>, value: i32) {
    number(
        bytes,
        if value < 0 { -2 * value - 1 } else { 2 * value } as u64,
    );
}

impl Plain {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        number(&mut bytes, self.name.len() as u64);
        bytes.extend(self.name.as_bytes());
        number(&mut bytes, self.seeds as u64);
        for (low, high) in self.stated {
            signed(&mut bytes, low);
            signed(&mut bytes, high);
        }
        number(&mut bytes, self.tables.len() as u64);
        for checksum in &self.tables {
            let digits =
                (0..16).map(|byte| u8::from_str_radix(&checksum[2 * byte..][..2], 16).unwrap());
            bytes.extend(digits);
        }
        for group in &self.groups {
            // In the file the claims of a group differ in their ranks alone.
            let mut alike: BTreeMap<(usize, bool, i32), BTreeSet<u64>> = BTreeMap::new();
            for &((stones, rank, gote), need) in group {
                alike.entry((stones, gote, need)).or_default().insert(rank);
            }
            for ((stones, gote, need), ranks) in alike {
                number(&mut bytes, ranks.len() as u64);
                number(&mut bytes, stones as u64);
                number(&mut bytes, u64::from(gote));
                signed(&mut bytes, need);
                let mut next = 0;
                for rank in ranks {
                    number(&mut bytes, rank - next);
                    next = rank + 1;
                }
            }
        }
        number(&mut bytes, 0);
        let mut file = b"SOWPROOF\x02\0\0\0".to_vec();
        let mut packed = zstd::Encoder::new(Vec::new(), 3).unwrap();
        packed.include_checksum(true).unwrap();
        std::io::Write::write_all(&mut packed, &bytes).unwrap();
        file.extend(packed.finish().unwrap());
        file
    }

    pub(crate) fn write(&self, directory: &Path) -> PathBuf {
        let path = directory.join("a.complete");
        std::fs::write(&path, self.bytes()).unwrap();
        path
    }
}

/// A game with its values, tables of the smaller layers and a proof for the opening above them.
pub(crate) struct Made {
    pub(crate) directory: TempDir,
    pub(crate) game: Game,
    pub(crate) values: Vec<Values>,
    pub(crate) tables: Vec<Table>,
    pub(crate) proof: Plain,
}

/// The most that a side gains, where infinite play costs it everything left.
pub(crate) fn gain(values: &[Values], (stones, rank, gote): At) -> i32 {
    let [lower, _, upper] = values[stones][rank as usize];
    if gote { -upper } else { lower }
}

/// Returns the claim that remains after a reply, or whether the need is met.
pub(crate) fn after((stones, _, gote): At, need: i32, reply: Reply) -> Result<(At, i32), bool> {
    let sign = if gote { -1 } else { 1 };
    match reply {
        Reply::Over(margin) => Err(sign * margin >= need),
        Reply::Endless => Err(need <= -(stones as i32)),
        Reply::Next {
            stones,
            rank,
            gain,
            passes,
        } => Ok(((stones, rank, gote != passes), need - sign * gain)),
    }
}

/// Returns the claims from which a claim follows, by independent rules. `known` returns the known gain of a position.
pub(crate) fn support(
    game: &Game,
    at: At,
    need: i32,
    known: impl Fn(At) -> i32,
) -> Option<Vec<At>> {
    let (stones, rank, gote) = at;
    let holes = game.boards.board(stones, rank);
    if let Some(margin) = game.finished(&holes) {
        return (if gote { -margin } else { margin } >= need).then(Vec::new);
    }
    let serves = |reply| match after(at, need, reply) {
        Err(met) => met.then(Vec::new),
        Ok((next, rest)) => (known(next) >= rest).then(|| vec![next]),
    };
    let mut all = Vec::new();
    for replies in game.choices(&holes) {
        let replies: Vec<Option<Vec<At>>> = replies.map(serves).collect();
        if gote {
            all.extend(replies.into_iter().flatten().next()?);
        } else if let Some(every) = replies.into_iter().collect::<Option<Vec<_>>>() {
            return Some(every.concat());
        }
    }
    gote.then_some(all)
}

/// Claims above the tables that follow from what is known, and from which this one follows with that: what a proof may
/// leave out.
pub(crate) fn left_out(
    made: &Made,
    at: At,
    need: i32,
    known: impl Fn(At) -> i32,
) -> Option<Vec<(At, i32)>> {
    let holes = made.game.boards.board(at.0, at.1);
    let mut for_gote = Vec::new();
    for replies in made.game.choices(&holes) {
        let replies: Vec<_> = replies.map(|reply| after(at, need, reply)).collect();
        let serves = |reply: &&Result<(At, i32), bool>| match **reply {
            Err(met) => met,
            Ok((next, rest)) => known(next) >= rest,
        };
        let found = |reply: &Result<(At, i32), bool>| {
            let (next, rest) = (*reply)
                .ok()
                .filter(|(next, _)| next.0 >= made.tables.len())?;
            support(&made.game, next, rest, &known).map(|_| (next, rest))
        };
        if !at.2 {
            let open = replies.iter().filter(|reply| !serves(reply));
            if let Some(all) = open.map(found).collect() {
                return Some(all);
            }
        } else if !replies.iter().any(|reply| serves(&reply)) {
            for_gote.push(replies.iter().find_map(found)?);
        }
    }
    at.2.then_some(for_gote)
}

pub(crate) fn make(name: &str, seeds: usize, tabled: usize) -> Made {
    let holes = game_holes(name);
    let most = holes * seeds;
    let (directory, game, values) = solved(name, most);
    let tables = read(directory.path(), &game, tabled);
    // In which order claims to all that can be gained follow from each other.
    let mut order: BTreeMap<At, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<(At, i32)>> = Vec::new();
    for stones in tabled + 1..=most {
        let ranks = 0..game.boards.in_layer(stones);
        let mut open: Vec<At> = ranks
            .flat_map(|rank| [(stones, rank, false), (stones, rank, true)])
            .collect();
        loop {
            let known = |at: At| match at.0 <= tabled || order.contains_key(&at) {
                true => gain(&values, at),
                false => -(at.0 as i32),
            };
            let (follow, left): (Vec<At>, Vec<At>) = open
                .into_iter()
                .partition(|&at| support(&game, at, gain(&values, at), known).is_some());
            open = left;
            if follow.is_empty() {
                break;
            }
            order.extend(follow.iter().map(|&at| (at, groups.len())));
            groups.push(
                follow
                    .into_iter()
                    .map(|at| (at, gain(&values, at)))
                    .collect(),
            );
        }
        assert_eq!(open, [], "values by iteration are forced");
    }
    // Only what the opening needs, without the pie rule.
    let mut board = [0; 16];
    board[..holes].fill(seeds as u8);
    let opening = game.boards.rank(&board);
    let mut needed: BTreeSet<At> = [(most, opening, false), (most, opening, true)].into();
    for (number, group) in groups.iter().enumerate().rev() {
        for &(at, need) in group {
            if needed.contains(&at) {
                let earlier = |at: &At| order.get(at).is_some_and(|&of| of < number);
                let known = |at: At| match at.0 <= tabled || earlier(&at) {
                    true => gain(&values, at),
                    false => -(at.0 as i32),
                };
                // Where no more is needed than to lose everything, no claim is.
                needed.extend(
                    support(&game, at, need, known)
                        .unwrap()
                        .into_iter()
                        .filter(earlier),
                );
            }
        }
    }
    for group in &mut groups {
        group.retain(|(at, _)| needed.contains(at));
    }
    let [lower, _, upper] = values[most][opening as usize];
    let checksums = tables.iter().map(|table| table.checksum.clone()).collect();
    let all = most as i32;
    let stated = [(lower, upper), (-all, all)];
    let proof = Plain {
        name: game.rules.to_string(),
        seeds,
        stated,
        tables: checksums,
        groups,
    };
    Made {
        directory,
        game,
        values,
        tables,
        proof,
    }
}

pub(crate) fn game_holes(name: &str) -> usize {
    sowlab_check::variant::Variant::parse(name).unwrap().holes()
}

impl Made {
    pub(crate) fn claims(&self) -> usize {
        self.proof.groups.iter().map(Vec::len).sum()
    }

    /// Stones and claims in the order of the file, those of one layer in a row together, but for the last.
    pub(crate) fn layers(&self) -> Vec<(usize, usize)> {
        let mut layers: Vec<(usize, usize)> = Vec::new();
        for group in &self.proof.groups {
            let mut stones: Vec<usize> = group.iter().map(|((stones, _, _), _)| *stones).collect();
            stones.sort_unstable();
            for stones in stones {
                match layers.last_mut() {
                    Some((last, claims)) if *last == stones => *claims += 1,
                    _ => layers.push((stones, 1)),
                }
            }
        }
        layers.pop();
        layers
    }

    /// Returns the checker's result for a proof with these tables.
    pub(crate) fn check(&self, proof: &Plain) -> Result<u64, String> {
        let opened =
            Proof::open(&proof.write(self.directory.path())).map_err(|error| error.to_string())?;
        assert_eq!(opened.tables, proof.tables);
        let most = self.game.rules.holes() * proof.seeds;
        let game = Game::new(opened.rules, most).unwrap();
        let mut known = EstablishedClaims::new(&game, &self.tables, plenty()).unwrap();
        opened
            .check(&game, &mut known, |_, _| ())
            .map_err(|error| error.to_string())
    }

    /// Whether every claim follows, by replaying them here, and the opening has what is stated.
    pub(crate) fn replay(&self, proof: &Plain) -> bool {
        let tabled = self.tables.len();
        let mut accepted: BTreeMap<At, i32> = BTreeMap::new();
        let known = |accepted: &BTreeMap<At, i32>, at: At| {
            if at.0 < tabled {
                return gain(&self.values, at);
            }
            let holes = self.game.boards.board(at.0, at.1);
            let finished = self.game.finished(&holes);
            let worth = finished.map(|margin| if at.2 { -margin } else { margin });
            worth
                .or(accepted.get(&at).copied())
                .unwrap_or(-(at.0 as i32))
        };
        let accept = |accepted: &mut BTreeMap<At, i32>, at: At, need: i32| {
            let gain = accepted.entry(at).or_insert(need);
            *gain = need.max(*gain);
        };
        for group in &proof.groups {
            // In the file a group is split into those that are alike, which come one after the other.
            let mut alike: BTreeMap<(usize, bool, i32), Vec<At>> = BTreeMap::new();
            for &(at, need) in group {
                alike.entry((at.0, at.2, need)).or_default().push(at);
            }
            for ((_, _, need), group) in alike {
                let before = accepted.clone();
                let follows = |accepted, at: &At| {
                    support(&self.game, *at, need, |next| known(accepted, next)).is_some()
                };
                for &at in group.iter().filter(|at| !follows(&before, at)) {
                    let found = left_out(self, at, need, |next| known(&before, next));
                    for (at, need) in found.into_iter().flatten() {
                        accept(&mut accepted, at, need);
                    }
                }
                if !group.iter().all(|at| follows(&accepted, at)) {
                    return false;
                }
                for at in group {
                    accept(&mut accepted, at, need);
                }
            }
        }
        // Everything that the checker accepts is true.
        assert!(
            accepted
                .iter()
                .all(|(at, need)| gain(&self.values, *at) >= *need)
        );
        let most = self.game.rules.holes() * proof.seeds;
        let mut board = [0; 16];
        board[..self.game.rules.holes()].fill(proof.seeds as u8);
        let rank = self.game.boards.rank(&board);
        let (low, high) = proof.stated[0];
        known(&accepted, (most, rank, false)) >= low
            && -known(&accepted, (most, rank, true)) <= high
    }
}
