//! The transposition table of proof searches.

use std::sync::atomic::{AtomicU16, Ordering};

use super::super::slot::Slot;
use super::super::table::{TableSizeError, empty_buckets, hash};
use super::zero::is_by_zero;
use crate::Key;
use crate::Numbers;
use crate::Player;

/// The four slots of a state and a claimant. The first three store the results of the most work, the last the latest
/// result.
#[derive(Default)]
#[repr(align(128))]
struct Bucket([Slot; 4]);

/// The results of proof searches of one game: proven claims, refuted claims, and the numbers of open ones. The table
/// has a fixed size and replaces entries of least work. States are compared in full. All threads may read and write at
/// any time.
pub struct ProofTable {
    buckets: Box<[Bucket]>,
    /// The number of times that limited results were forgotten; older results count as misses. The first is for claims
    /// in which infinite play costs the claimant everything left, the second for those by `zero`.
    generations: [AtomicU16; 2],
}

/// A proven claim, on a state by its [key](crate::Keyed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyedClaim {
    /// The key of the state.
    pub bits: u128,
    /// The side that claims.
    pub claimant: Player,
    /// The margin of the claimant, −128 to 127.
    pub need: i32,
    /// The height of its proof: [`ProvenClaim::height`](super::ProvenClaim::height).
    pub height: u8,
    /// The work of its search: [`ProvenClaim::work`](super::ProvenClaim::work).
    pub work: u8,
}

/// The status of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimStatus {
    /// The claim holds. `height` is the height of its proof in rounds, with the proofs of its supports within the same
    /// bound. `limited` is true if it may rest on claims refuted because of the limit.
    Proven {
        height: u8,
        limited: bool,
    },
    /// The claim does not hold; `limited` is true if only because of the limit.
    Refuted {
        limited: bool,
    },
    /// The claim was searched before and is open.
    Open(Numbers),
    Nothing,
}

/// The key of a claim in the table: a state in 128 bits, the claimant, its margin, and its number of rounds without
/// progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClaimKey {
    pub(super) bits: u128,
    pub(super) claimant: Player,
    pub(super) need: i32,
    /// The number of consecutive rounds without progress that are left, now and after the next progress.
    pub(super) left: u8,
    pub(super) limit: u8,
}

const OPEN: u64 = 0;
const PROVEN: u64 = 1;
const REFUTED: u64 = 2;
const LIMITED: u64 = 3;

/// | bits | contents |
/// |---|---|
/// | 0–7 | need, a signed byte |
/// | 8–9 | status: open, proven, refuted, decided because of the limit |
/// | 10–15 | rounds left without progress |
/// | 16–39 | open: proof number; proven: height; refuted because of the limit: rounds left; proven because of it: height + 256 |
/// | 40–63 | open: disproof number; decided because of the limit: the limit in 8 bits and the generation in 16 |
#[derive(Clone, Copy)]
struct Entry(u64);

/// The flag of a claim that is proven because of the limit, beside its height.
const PROVEN_LIMITED: u32 = 1 << 8;

/// Packs the limit and the generation.
fn limit_and(key: &ClaimKey, generation: u16) -> u32 {
    u32::from(key.limit) | u32::from(generation) << 8
}

impl Entry {
    fn new(key: &ClaimKey, known: ClaimStatus, generation: u16) -> Entry {
        debug_assert!(i8::try_from(key.need).is_ok());
        let (kind, a, b) = match known {
            ClaimStatus::Proven {
                height,
                limited: false,
            } => (PROVEN, u32::from(height), 0),
            ClaimStatus::Proven {
                height,
                limited: true,
            } => {
                let height = PROVEN_LIMITED | u32::from(height);
                (LIMITED, height, limit_and(key, generation))
            }
            ClaimStatus::Refuted { limited: false } => (REFUTED, 0, 0),
            ClaimStatus::Refuted { limited: true } => {
                (LIMITED, u32::from(key.left), limit_and(key, generation))
            }
            ClaimStatus::Open(numbers) => (OPEN, numbers.prove, numbers.refute),
            ClaimStatus::Nothing => unreachable!("`ClaimStatus::Nothing` is never stored"),
        };
        Entry(
            u64::from(key.need as i8 as u8)
                | kind << 8
                | u64::from(key.left & 0x3f) << 10
                | u64::from(a) << 16
                | u64::from(b) << 40,
        )
    }

    #[inline]
    fn need(self) -> i32 {
        (self.0 as u8 as i8).into()
    }

    #[inline]
    fn kind(self) -> u64 {
        self.0 >> 8 & 3
    }

    #[inline]
    fn left(self) -> u8 {
        (self.0 >> 10) as u8 & 0x3f
    }

    /// Returns whether the entry is valid for any number of rounds left.
    #[inline]
    fn for_any_left(self) -> bool {
        match self.kind() {
            PROVEN | REFUTED => true,
            LIMITED => self.numbers().0 & PROVEN_LIMITED != 0,
            _ => false,
        }
    }

    #[inline]
    fn numbers(self) -> (u32, u32) {
        (
            (self.0 >> 16) as u32 & Numbers::NEVER,
            (self.0 >> 40) as u32 & Numbers::NEVER,
        )
    }
}

impl ClaimKey {
    #[inline]
    pub(super) fn code(&self) -> Key {
        Key {
            bits: self.bits,
            tag: self.claimant.tag(),
        }
    }
}

impl ProofTable {
    /// Creates an empty table of at most `bytes` bytes.
    ///
    /// # Errors
    /// An error if no bucket fits, or if the memory is not available.
    pub fn new(bytes: usize) -> Result<ProofTable, TableSizeError> {
        Ok(ProofTable {
            buckets: empty_buckets(bytes)?,
            generations: Default::default(),
        })
    }

    /// Forgets refutations that rest on a limit of rounds without progress. Once more is known of smaller states, the
    /// same claims may be proven within the same limit. Proven claims and refutations without a limit stay. No search
    /// may be running.
    pub fn forget_limited(&self) {
        for generation in &self.generations {
            generation.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Forgets only the results of claims [by zero](super::ByZero) that rest on a limit.
    pub fn forget_limited_by_zero(&self) {
        self.generations[1].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the generation of a claim on the state with this key.
    #[inline]
    fn generation(&self, bits: u128) -> u16 {
        self.generations[usize::from(is_by_zero(bits))].load(Ordering::Relaxed)
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> usize {
        4 * self.buckets.len()
    }

    #[inline]
    fn bucket(&self, code: Key) -> &[Slot; 4] {
        let index = (u128::from(hash(code)) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// Prefetches the entries of a claim.
    #[inline]
    pub(super) fn prefetch(&self, bits: u128, claimant: Player) {
        let tag = claimant.tag();
        let [first, _, third, _] = self.bucket(Key { bits, tag });
        // A bucket is two cache lines.
        first.prefetch();
        third.prefetch();
    }

    /// Returns the status of a claim.
    #[inline]
    pub(super) fn get(&self, key: &ClaimKey) -> ClaimStatus {
        self.get_with_need(key).0
    }

    /// Returns the status of a claim, and the margin of the claim from which it follows.
    #[inline]
    pub(super) fn get_with_need(&self, key: &ClaimKey) -> (ClaimStatus, i32) {
        let code = key.code();
        let mut known = (ClaimStatus::Nothing, key.need);
        for slot in self.bucket(code) {
            let Some(entry) = slot.get(code).map(Entry) else {
                continue;
            };
            let need = entry.need();
            match entry.kind() {
                // A stronger claim may have a higher proof; the lowest proof is returned.
                PROVEN if need >= key.need => {
                    let height = entry.numbers().0 as u8;
                    let lower = match known.0 {
                        ClaimStatus::Proven {
                            height: other,
                            limited: false,
                        } => height < other,
                        _ => true,
                    };
                    if lower {
                        let limited = false;
                        known = (ClaimStatus::Proven { height, limited }, need);
                    }
                }
                _ if matches!(known.0, ClaimStatus::Proven { limited: false, .. }) => {}
                REFUTED if need <= key.need => {
                    return (ClaimStatus::Refuted { limited: false }, need);
                }
                LIMITED => {
                    let (left, rest) = entry.numbers();
                    let (limit, generation) = (rest & 0xff, rest >> 8);
                    if generation != u32::from(self.generation(key.bits))
                        || u32::from(key.limit) > limit
                    {
                        continue;
                    }
                    if left & PROVEN_LIMITED != 0 {
                        if need >= key.need {
                            let (height, limited) = (left as u8, true);
                            known = (ClaimStatus::Proven { height, limited }, need);
                        }
                    } else if need <= key.need && u32::from(key.left) <= left {
                        known = (ClaimStatus::Refuted { limited: true }, need);
                    }
                }
                OPEN if need == key.need
                    && entry.left() == key.left & 0x3f
                    && known.0 == ClaimStatus::Nothing =>
                {
                    let (prove, refute) = entry.numbers();
                    known = (ClaimStatus::Open(Numbers { prove, refute }), need);
                }
                _ => {}
            }
        }
        known
    }

    /// Returns the least work of a stored proof of a claim.
    pub(super) fn work(&self, key: &ClaimKey) -> Option<u8> {
        let code = key.code();
        let proven = self.bucket(code).iter().filter_map(|slot| {
            let entry = Entry(slot.get(code)?);
            (entry.kind() == PROVEN && entry.need() >= key.need).then(|| slot.work())
        });
        proven.min()
    }

    /// Returns the stored proven claims that took at least the given work. Those that another thread is changing, and
    /// those [by zero](super::ByZero), are left out.
    pub fn proven(&self, work: u8) -> impl Iterator<Item = KeyedClaim> {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        let held = slots.filter(move |slot| slot.work() >= work);
        held.filter_map(|slot| {
            let (code, data, work) = slot.contents()?;
            let entry = Entry(data);
            (entry.kind() == PROVEN && !is_by_zero(code.bits)).then_some(KeyedClaim {
                bits: code.bits,
                claimant: Player::of_tag(code.tag)?,
                need: entry.need(),
                height: entry.numbers().0 as u8,
                work,
            })
        })
    }

    /// Stores a claim that was proven before, unchecked. A claim to a margin outside −128 to 127 is left out, because
    /// it does not fit an entry, and searches have smaller bounds.
    pub fn add(&self, proven: &KeyedClaim) {
        if i8::try_from(proven.need).is_err() {
            return;
        }
        let key = ClaimKey {
            bits: proven.bits,
            claimant: proven.claimant,
            need: proven.need,
            left: 0,
            limit: 0,
        };
        let known = ClaimStatus::Proven {
            height: proven.height,
            limited: false,
        };
        self.put(&key, known, proven.work);
    }

    /// Stores the status of a claim.
    pub(super) fn put(&self, key: &ClaimKey, known: ClaimStatus, work: u8) {
        let code = key.code();
        let new = Entry::new(key, known, self.generation(key.bits));
        let slots = self.bucket(code);
        let same = slots.iter().find(|slot| {
            slot.get(code).map(Entry).is_some_and(|old| {
                old.need() == new.need()
                    && (old.kind() == OPEN || old.kind() == LIMITED || old.kind() == new.kind())
                    && (old.left() == new.left() || new.for_any_left())
            })
        });
        let slot = same.unwrap_or_else(|| {
            let [kept @ .., last] = slots;
            let least = kept.iter().min_by_key(|slot| slot.work());
            least.filter(|slot| slot.work() <= work).unwrap_or(last)
        });
        slot.put(code, new.0, work);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(bits: u128) -> ClaimKey {
        ClaimKey {
            bits,
            claimant: Player::Leader,
            need: 3,
            left: 5,
            limit: 12,
        }
    }

    fn proven(height: u8, limited: bool) -> ClaimStatus {
        ClaimStatus::Proven { height, limited }
    }

    #[test]
    fn what_rests_on_a_limit_can_be_forgotten() {
        let table = ProofTable::new(1 << 12).unwrap();
        let limited = ClaimStatus::Refuted { limited: true };
        let kept = [
            (1, proven(2, false)),
            (2, ClaimStatus::Refuted { limited: false }),
            (3, limited),
            (4, proven(7, true)),
        ];
        for (bits, known) in kept {
            table.put(&claim(bits), known, 1);
            assert_eq!(table.get(&claim(bits)), known);
        }
        table.forget_limited();
        assert_eq!(table.get(&claim(1)), kept[0].1);
        assert_eq!(table.get(&claim(2)), kept[1].1);
        assert_eq!(table.get(&claim(3)), ClaimStatus::Nothing);
        assert_eq!(table.get(&claim(4)), ClaimStatus::Nothing);
        table.put(&claim(3), limited, 1);
        assert_eq!(table.get(&claim(3)), limited);
        let longer = ClaimKey {
            limit: 13,
            ..claim(3)
        };
        assert_eq!(table.get(&longer), ClaimStatus::Nothing);
    }

    #[test]
    fn claims_by_zero_are_forgotten_by_themselves() {
        let table = ProofTable::new(1 << 12).unwrap();
        let limited = ClaimStatus::Refuted { limited: true };
        let (plain, by_zero) = (claim(3), claim(3 | 1 << 127));
        for key in [&plain, &by_zero] {
            table.put(key, limited, 1);
        }
        table.forget_limited_by_zero();
        assert_eq!(table.get(&plain), limited);
        assert_eq!(table.get(&by_zero), ClaimStatus::Nothing);
        table.put(&by_zero, proven(1, false), 1);
        assert_eq!(table.proven(0).count(), 0, "they are not kept");
    }

    #[test]
    fn a_proof_that_rests_on_no_limit_takes_the_place_of_one_that_does() {
        let table = ProofTable::new(1 << 12).unwrap();
        for (put, got) in [
            (proven(3, true), proven(3, true)),
            (proven(9, false), proven(9, false)),
            (proven(4, false), proven(4, false)),
            (proven(1, true), proven(4, false)),
        ] {
            table.put(&claim(1), put, 1);
            assert_eq!(table.get(&claim(1)), got);
        }
        let most = ClaimKey {
            need: 2,
            ..claim(1)
        };
        assert_eq!(table.get_with_need(&most), (proven(4, false), 3));
    }
}
