//! Proof search against value iteration, and on a game built to mislead it.

use std::sync::atomic::Ordering;

use super::random_rounds::{Counted, Iterated, RandomRounds, STONES, Stop};
use crate::follows::unproven;
use sowlab_solvers::retrograde::{Layered, Reply, Sink};
use sowlab_solvers::search::proof::{
    Claim, KeyedClaim, Lemma, Limits, Narrowing, ProofSearch, ProofTable, Verdict,
};
use sowlab_solvers::{
    Cancelled, Guide, Interval, JointGame, Key, Keyed, Numbers, Player, Problem, Resolution, Step,
    Turn,
};

const SIDES: [Player; 2] = [Player::Leader, Player::Follower];
/// More rounds without progress than there are places with either side leading.
const FAR: Limits = Limits {
    quiet: 9,
    nodes: u64::MAX,
};

/// The gain of the claimant.
fn margin(iterated: &Iterated<'_>, at: (u64, i32), claimant: Player) -> i32 {
    let of_leader = iterated.value(at, claimant);
    match claimant {
        Player::Leader => of_leader,
        Player::Follower => -of_leader,
    }
}

/// Games of N seeds, in which quiet rounds keep the lead, and as many in which they may pass it on.
fn seeds(count: u64) -> impl Iterator<Item = (u64, bool)> {
    [false, true]
        .into_iter()
        .flat_map(move |passing| (0..count).map(move |seed| (seed, passing)))
}

fn on_threads(threads: usize, work: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work);
}

#[test]
fn claims_hold_exactly_where_the_fixed_points_say_so() {
    let mut refuted = [0; 2];
    for (seed, passing) in seeds(40) {
        let game = RandomRounds {
            seed,
            places: 4,
            passing,
        };
        let mut iterated = Iterated::new(&game);
        while iterated.step() {}
        for (threads, bytes) in [(1, 1 << 12), (1, 1 << 16), (3, 1 << 16)] {
            on_threads(threads, || {
                // All questions share one table: none may mislead another.
                let table = ProofTable::new(bytes).unwrap();
                let search = ProofSearch::new(Problem::new(&game), &table, &());
                for place in 0..game.places {
                    for claimant in SIDES {
                        for need in -STONES..=STONES + 1 {
                            let state = (place, STONES);
                            let claim = Claim {
                                state,
                                claimant,
                                need,
                            };
                            let holds = margin(&iterated, state, claimant) >= need;
                            match search.decide(&claim, FAR).unwrap() {
                                Verdict::Proven => assert!(holds, "{seed} {claim:?}"),
                                Verdict::Refuted => {
                                    assert!(!holds, "{seed} {claim:?}");
                                    refuted[usize::from(passing)] += 1;
                                }
                                // More rounds than any fixed point takes were allowed.
                                Verdict::Limited => assert!(!holds, "{seed} {claim:?}"),
                                Verdict::Open(_) => panic!("nothing limits the nodes"),
                            }
                        }
                    }
                }
            });
        }
    }
    assert!(refuted.iter().all(|&count| count > 0), "{refuted:?}");
}

#[test]
fn intervals_hold_the_fixed_points() {
    let mut settled = 0;
    for (seed, passing) in seeds(60) {
        // Refuting with many quiet rounds takes long where roles change: there the board is smaller.
        let places = if passing { 2 } else { 3 };
        let game = RandomRounds {
            seed,
            places,
            passing,
        };
        let mut iterated = Iterated::new(&game);
        while iterated.step() {}
        let start = (0, STONES);
        let lower = iterated.value(start, Player::Leader);
        let upper = iterated.value(start, Player::Follower);
        for (threads, bytes, large) in [(1, 1 << 22, true), (3, 1 << 22, true), (1, 1 << 22, false)]
        {
            on_threads(threads, || {
                let table = ProofTable::new(bytes).unwrap();
                let search = ProofSearch::new(Problem::new(&game), &table, &());
                let mut narrowing = Narrowing::new(&search, start);
                let mut node_budget = if large { u64::MAX } else { 1 };
                loop {
                    let proven = narrowing.proven();
                    assert!(
                        (proven.lower.low..=proven.lower.high).contains(&lower),
                        "{seed}"
                    );
                    assert!(
                        (proven.upper.low..=proven.upper.high).contains(&upper),
                        "{seed}"
                    );
                    if narrowing.narrow(node_budget).unwrap() {
                        continue;
                    }
                    assert!(!(large && narrowing.may_prove_more()));
                    if !narrowing.may_prove_more() {
                        break;
                    }
                    node_budget *= 2;
                }
                let proven = narrowing.proven();
                assert_eq!(
                    (proven.lower.low, proven.upper.high),
                    (lower, upper),
                    "{seed}"
                );
                settled += u32::from(proven.is_exact());
                if lower > -STONES {
                    let choice = narrowing.securing_choice().unwrap().unwrap();
                    assert_eq!(worst(&game, &iterated, start, choice), lower, "{seed}");
                }
            });
        }
    }
    assert!(settled > 80, "only {settled} settled");
}

/// The value for the leader after a choice, where infinite play costs it everything left.
fn worst(game: &RandomRounds, iterated: &Iterated<'_>, at: (u64, i32), first: u8) -> i32 {
    let mut seconds = Vec::new();
    game.follower_choices(&at, first, &mut seconds);
    let margin = |second| match game.resolve(&at, first, second) {
        Resolution::Over { margin } => margin,
        Resolution::Endless => -at.1,
        Resolution::Next(Step {
            state,
            gain,
            turn: Turn::Same,
        }) => gain + iterated.value(state, Player::Leader),
        Resolution::Next(Step { state, gain, .. }) => {
            gain - iterated.value(state, Player::Follower)
        }
    };
    seconds.into_iter().map(margin).min().unwrap()
}

/// The games again, for the verifier.
impl Layered for RandomRounds {
    type Scratch = ();

    fn name(&self) -> String {
        "random rounds".into()
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        (1..=STONES as u32).contains(&layer).then_some(self.places)
    }

    fn scratch(&self) {}

    fn expand(&self, (): &mut (), layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        for &rank in ranks {
            let at = (rank, layer as i32);
            let mut firsts = Vec::new();
            self.leader_choices(&at, &mut firsts);
            for first in firsts {
                let mut seconds = Vec::new();
                self.follower_choices(&at, first, &mut seconds);
                for second in seconds {
                    sink.reply(match self.resolve(&at, first, second) {
                        Resolution::Over { margin } => Reply::Over { margin },
                        Resolution::Endless => Reply::Endless,
                        Resolution::Next(Step {
                            state,
                            gain: 0,
                            turn,
                        }) => Reply::Same {
                            rank: state.0,
                            turn,
                        },
                        Resolution::Next(Step { state, gain, turn }) => Reply::Below {
                            layer: state.1 as u32,
                            rank: state.0,
                            gain,
                            turn,
                        },
                    });
                }
                sink.end_option();
            }
            sink.end_position();
        }
    }
}

#[test]
fn proofs_are_collected_and_follow_and_nothing_false_does() {
    let mut false_ones = [0; 2];
    for (seed, passing) in seeds(60) {
        let game = RandomRounds {
            seed,
            places: 3,
            passing,
        };
        let mut iterated = Iterated::new(&game);
        while iterated.step() {}
        for bytes in [1 << 20, 1 << 22] {
            let table = ProofTable::new(bytes).unwrap();
            let search = ProofSearch::new(Problem::new(&game), &table, &());
            for claimant in SIDES {
                let state = (0, STONES);
                let need = margin(&iterated, state, claimant);
                let claim = Claim {
                    state,
                    claimant,
                    need,
                };
                let lemma = |claim: &Claim<(u64, i32)>| Lemma {
                    layer: claim.state.1 as u32,
                    rank: claim.state.0,
                    claimant: claim.claimant,
                    need: claim.need,
                };
                let claims = search.lemmas(&[claim]).unwrap().unwrap();
                let lemmas: Vec<Lemma> = claims.iter().map(lemma).collect();
                assert_eq!(unproven(&game, &lemmas), [], "{seed}");
                // All that holds is not enough for what does not.
                let more = Lemma {
                    need: need + 1,
                    ..lemma(&claim)
                };
                let mut all = vec![more];
                for place in 0..game.places {
                    for layer in 1..=STONES {
                        for claimant in SIDES {
                            let need = margin(&iterated, (place, layer), claimant);
                            all.push(Lemma {
                                layer: layer as u32,
                                rank: place,
                                claimant,
                                need,
                            });
                        }
                    }
                }
                assert_eq!(unproven(&game, &all), [more], "{seed}");
                // A claim on more than all there is false, and needs no search.
                false_ones[usize::from(passing)] += u32::from(more.need <= STONES);
                assert_eq!(
                    search.lemmas(&[Claim {
                        need: need + 1,
                        ..claim
                    }]),
                    Ok(None)
                );
            }
        }
    }
    assert!(
        false_ones.iter().all(|&count| count > 100),
        "{false_ones:?}"
    );
}

#[test]
fn a_table_takes_in_no_margin_that_does_not_fit() {
    let table = ProofTable::new(1 << 12).unwrap();
    let proven = |need: i32| KeyedClaim {
        bits: need as u32 as u128,
        claimant: Player::Leader,
        need,
        height: 0,
        work: 0,
    };
    for need in [i32::MIN, -129, 128, 256 + 3, i32::MAX] {
        table.add(&proven(need));
    }
    assert_eq!(table.proven(0).count(), 0);
    for need in [-128, 127] {
        table.add(&proven(need));
        assert!(table.proven(0).any(|held| held == proven(need)));
    }
}

/// Positions that lead to each other, so that a search which keeps what it concludes from a
/// repetition is wrong. Whoever is named in `claimant` chooses alone, but at A, where the other does.
///
/// A leads to B or to C, as the other side likes. B leads to C or, by a long way, to a win. C leads
/// back to B, or to a loss. Reached by A and B, C seems lost: its way back to B is a repetition. It
/// is not: B wins. So both B and C are won, and so is A.
struct Misleading {
    claimant: Player,
    /// The option at B that is listed first.
    long_way_first: bool,
    /// The property that makes the search examine one option before the other.
    efforts: [u32; 3],
}

const A: u8 = 0;
const B: u8 = 1;
const C: u8 = 2;
/// The long way begins here and ends with a win.
const WAY: u8 = 3;
const LENGTH: u8 = 3;
const LEFT: i32 = 3;

impl Misleading {
    fn ways(&self, at: u8) -> Vec<Resolution<u8>> {
        let to = |state| {
            Resolution::Next(Step {
                state,
                gain: 0,
                turn: Turn::Same,
            })
        };
        let sign = if self.claimant == Player::Leader {
            1
        } else {
            -1
        };
        match at {
            A => vec![to(B), to(C)],
            B if self.long_way_first => vec![to(WAY), to(C)],
            B => vec![to(C), to(WAY)],
            C => vec![
                to(B),
                Resolution::Over {
                    margin: -sign * LEFT,
                },
            ],
            last if last == WAY + LENGTH => vec![Resolution::Over {
                margin: sign * LEFT,
            }],
            way => vec![to(way + 1)],
        }
    }

    fn leader_chooses(&self, at: u8) -> bool {
        (self.claimant == Player::Leader) != (at == A)
    }
}

impl JointGame for Misleading {
    type State = u8;
    type Choice = u8;

    fn terminal(&self, _: &u8) -> Option<i32> {
        None
    }

    fn leader_choices(&self, at: &u8, choices: &mut Vec<u8>) {
        let count = if self.leader_chooses(*at) {
            self.ways(*at).len()
        } else {
            1
        };
        choices.extend(0..count as u8);
    }

    fn follower_choices(&self, at: &u8, _: u8, choices: &mut Vec<u8>) {
        let count = if self.leader_chooses(*at) {
            1
        } else {
            self.ways(*at).len()
        };
        choices.extend(0..count as u8);
    }

    fn resolve(&self, at: &u8, first: u8, second: u8) -> Resolution<u8> {
        self.ways(*at)[usize::from(first + second)]
    }

    fn bound(&self, _: &u8) -> i32 {
        LEFT
    }
}

impl Keyed<u8> for Misleading {
    fn key(&self, at: &u8) -> Key {
        Key {
            bits: (*at).into(),
            tag: 0,
        }
    }
}

impl Guide<u8, u8> for Misleading {
    fn effort(&self, at: &u8, _: Player, _: i32) -> Numbers {
        let prove = self.efforts[usize::from((*at).clamp(B, WAY) - 1)];
        Numbers { prove, refute: 1 }
    }
}

#[test]
fn what_a_repetition_decides_is_not_kept_for_other_paths() {
    for claimant in SIDES {
        for long_way_first in [true, false] {
            for efforts in [[1, 1, 1], [1, 1, 50], [50, 1, 50], [1, 50, 1], [50, 1, 1]] {
                let game = Misleading {
                    claimant,
                    long_way_first,
                    efforts,
                };
                // Each question after each other one, with what that left in the table.
                for before in [A, B, C] {
                    for quiet in 0..=FAR.quiet {
                        let table = ProofTable::new(1 << 14).unwrap();
                        let search =
                            ProofSearch::new(Problem::new(&game).with_guide(&game), &table, &());
                        let ask = |state, quiet| {
                            let nodes = u64::MAX;
                            let need = 1;
                            let claim = Claim {
                                state,
                                claimant,
                                need,
                            };
                            search.decide(&claim, Limits { quiet, nodes }).unwrap()
                        };
                        let found = ask(before, quiet);
                        // The most rounds that lead to the win.
                        let needed = LENGTH + 1 + if before == B { 0 } else { 1 };
                        let far = needed + u8::from(before == A);
                        match quiet {
                            _ if quiet < needed => assert_eq!(found, Verdict::Limited),
                            _ if quiet >= far => assert_eq!(found, Verdict::Proven),
                            _ => {}
                        }
                        for state in [A, B, C] {
                            assert_eq!(ask(state, FAR.quiet), Verdict::Proven);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn what_a_proof_rests_on_is_found_with_room_for_one_claim() {
    for claimant in SIDES {
        let game = Misleading {
            claimant,
            long_way_first: true,
            efforts: [1, 1, 1],
        };
        // One bucket, and all of it but the place of what came last is taken by other claims.
        let table = ProofTable::new(128).unwrap();
        for bits in 100..103 {
            table.add(&KeyedClaim {
                bits,
                claimant,
                need: LEFT,
                height: 0,
                work: 30,
            });
        }
        let search = ProofSearch::new(Problem::new(&game), &table, &()).on_this_thread();
        let claim = |state| Claim {
            state,
            claimant,
            need: 1,
        };
        // A needs B and C, which take each other's place.
        let mut lemmas = search.lemmas(&[claim(A)]).unwrap().unwrap();
        lemmas.sort_by_key(|claim| claim.state);
        assert_eq!(lemmas, (A..=WAY + LENGTH).map(claim).collect::<Vec<_>>());
    }
}

#[test]
fn two_questions_tell_who_wins() {
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..400 {
        let game = RandomRounds {
            seed,
            places: 4,
            passing: false,
        };
        let mut iterated = Iterated::new(&game);
        while iterated.step() {}
        let state = (0, STONES);
        let low = iterated.value(state, Player::Leader);
        let high = iterated.value(state, Player::Follower);
        if low.signum() != high.signum() {
            continue; // Infinite play decides.
        }
        let table = ProofTable::new(1 << 16).unwrap();
        let search = ProofSearch::new(Problem::new(&game), &table, &()).on_this_thread();
        let mut narrowing = Narrowing::new(&search, state).with_quiet(&[28]);
        for _ in 0..2 {
            narrowing.narrow(u64::MAX).unwrap();
        }
        let proven = narrowing.proven();
        let signs = [proven.lower.low, proven.upper.high].map(i32::signum);
        assert_eq!(signs, [low.signum(); 2], "seed {seed}: {proven:?}");
        wins += u32::from(low > 0);
        losses += u32::from(high < 0);
    }
    assert!(wins > 0 && losses > 0);
}

#[test]
fn cancelled_nothing_is_claimed() {
    let game = RandomRounds {
        seed: 3,
        places: 4,
        passing: false,
    };
    let table = ProofTable::new(1 << 12).unwrap();
    let search = ProofSearch::new(Problem::new(&game), &table, &Stop);
    let mut narrowing = Narrowing::new(&search, (0, STONES));
    assert_eq!(narrowing.narrow(u64::MAX), Err(Cancelled));
    assert_eq!(narrowing.proven().lower, Interval::within(STONES));
}

#[test]
fn cancelled_nothing_is_collected() {
    let game = RandomRounds {
        seed: 3,
        places: 4,
        passing: false,
    };
    let mut iterated = Iterated::new(&game);
    while iterated.step() {}
    let table = ProofTable::new(1 << 16).unwrap();
    let state = (0, STONES);
    let claim = Claim {
        state,
        claimant: Player::Follower,
        need: margin(&iterated, state, Player::Follower),
    };
    let lemmas = ProofSearch::new(Problem::new(&game), &table, &()).lemmas(&[claim]);
    assert!(!lemmas.unwrap().unwrap().is_empty());
    // All of it is in the table now.
    assert_eq!(
        ProofSearch::new(Problem::new(&game), &table, &Stop).lemmas(&[claim]),
        Err(Cancelled)
    );
}

#[test]
fn a_monitor_is_told_of_all_nodes() {
    let game = RandomRounds {
        seed: 3,
        places: 4,
        passing: false,
    };
    for threads in [1, 3] {
        on_threads(threads, || {
            let table = ProofTable::new(1 << 16).unwrap();
            let counted = Counted::default();
            let search = ProofSearch::new(Problem::new(&game), &table, &counted);
            let mut narrowing = Narrowing::new(&search, (0, STONES));
            while narrowing.narrow(u64::MAX).unwrap() {}
            assert!(search.nodes() > 0);
            assert_eq!(counted.0.load(Ordering::Relaxed), search.nodes());
        });
    }
}
