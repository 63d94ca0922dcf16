//! Claims under the convention *draw*, in which nobody gets the rest after infinite play, against the plain
//! definition.

use std::collections::{HashMap, HashSet};

use super::random_rounds::{Iterated, PlaceState, RandomRounds, STONES};
use sowlab_solvers::search::proof::{
    ByZero, Claim, Confirmation, LimitedVerdict, Limits, ProofSearch, ProofTable, UnlimitedVerdict,
    Verdict,
};
use sowlab_solvers::{JointGame, Player, Problem, Resolution, Step, Turn};

const SIDES: [Player; 2] = [Player::Leader, Player::Follower];
/// More rounds without progress than there are places with either side leading.
const FAR: u8 = 9;
/// The bytes of a table that forgets much.
const SMALL: usize = 1 << 12;

/// The value of every state under the convention *draw*. A side gains a margin above 0 if it can bring that about in
/// some number of rounds; where neither side can, the value is 0.
fn zeros(game: &RandomRounds) -> HashMap<PlaceState, i32> {
    let mut values = HashMap::new();
    for left in 1..=STONES {
        let mut layer = HashMap::new();
        for margin in 1..=left {
            let mut gain: HashSet<(u64, Player)> = HashSet::new();
            loop {
                let before = gain.len();
                for place in 0..game.places {
                    for claimant in SIDES {
                        if gains(game, (place, left), claimant, margin, &values, &gain) {
                            gain.insert((place, claimant));
                        }
                    }
                }
                if gain.len() == before {
                    break;
                }
            }
            for (place, claimant) in gain {
                layer.insert((place, left), claimant.margin_of(margin));
            }
        }
        for place in 0..game.places {
            values.insert((place, left), layer.remove(&(place, left)).unwrap_or(0));
        }
    }
    values
}

/// Returns whether the claimant gains the margin, by the values of smaller layers and of this one.
fn gains(
    game: &RandomRounds,
    at: PlaceState,
    claimant: Player,
    margin: i32,
    below: &HashMap<PlaceState, i32>,
    same: &HashSet<(u64, Player)>,
) -> bool {
    let succeeds = |first, second| match game.resolve(&at, first, second) {
        Resolution::Over { margin: gained } => claimant.margin_of(gained) >= margin,
        Resolution::Endless => false,
        Resolution::Next(Step { state, gain, turn }) => match below.get(&state) {
            Some(rest) => {
                let rest = if turn == Turn::Same { *rest } else { -*rest };
                claimant.margin_of(gain + rest) >= margin
            }
            None => same.contains(&(state.0, claimant.after(turn))),
        },
    };
    let mut firsts = Vec::new();
    game.leader_choices(&at, &mut firsts);
    let replies = |first| {
        let mut seconds = Vec::new();
        game.follower_choices(&at, first, &mut seconds);
        seconds
    };
    match claimant {
        Player::Leader => firsts.into_iter().any(|first| {
            replies(first)
                .into_iter()
                .all(|second| succeeds(first, second))
        }),
        Player::Follower => firsts.into_iter().all(|first| {
            replies(first)
                .into_iter()
                .any(|second| succeeds(first, second))
        }),
    }
}

/// Games of N seeds, in which quiet rounds keep the lead, and as many in which they may pass it on.
fn games(seeds: u64) -> impl Iterator<Item = RandomRounds> {
    [false, true].into_iter().flat_map(move |passing| {
        (0..seeds).map(move |seed| RandomRounds {
            seed,
            places: 4,
            passing,
        })
    })
}

/// The claims on all states with all stones.
fn claims(game: &RandomRounds) -> impl Iterator<Item = Claim<PlaceState>> {
    let states = (0..game.places).map(|place| (place, STONES));
    states.flat_map(|state| {
        SIDES.into_iter().flat_map(move |claimant| {
            (-STONES..=STONES + 1).map(move |need| Claim {
                state,
                claimant,
                need,
            })
        })
    })
}

/// The numbers of claims that rest on a limit and were, or were not, confirmed.
#[derive(Default)]
struct LimitedClaims {
    confirmed: u32,
    not_confirmed: u32,
}

impl LimitedClaims {
    /// Decides all claims on a game with this limit, and checks that each decision without the limit is right, as is
    /// each confirmed one.
    fn decide_all(&mut self, game: &RandomRounds, quiet: u8, bytes: usize, alone: bool) {
        let values = zeros(game);
        // All claims share a table, those in which infinite play costs the claimant everything among them.
        let table = ProofTable::new(bytes).unwrap();
        let mut others = ProofSearch::new(Problem::new(game), &table, &());
        let mut search = ProofSearch::new(ByZero(Problem::new(game)), &table, &());
        if alone {
            others = others.on_this_thread();
            search = search.on_this_thread();
        }
        let nodes = u64::MAX;
        let limits = Limits { quiet, nodes };
        for claim in claims(game) {
            let holds = claim.claimant.margin_of(values[&claim.state]) >= claim.need;
            if others.decide(&claim, limits).unwrap() == Verdict::Proven {
                assert!(holds, "{} {claim:?}", game.seed);
            }
            let (said, limited) = match search.decide_within(&claim, limits).unwrap() {
                LimitedVerdict::Holds { limited } => (true, limited),
                LimitedVerdict::Fails { limited } => (false, limited),
                LimitedVerdict::Open => panic!("nothing limits the nodes"),
            };
            if !limited || quiet == FAR {
                assert_eq!(said, holds, "{} {claim:?}", game.seed);
            }
            // A result without a limit needs no confirmation.
            if !limited && quiet < FAR {
                continue;
            }
            let winning = if said { claim } else { claim.opposite() };
            match search.confirm(&winning, quiet).unwrap() {
                Confirmation::Yes { .. } => {
                    assert_eq!(said, holds, "{} {claim:?}", game.seed);
                    self.confirmed += u32::from(limited);
                }
                Confirmation::No { .. } | Confirmation::NoRoom => {
                    // A small table forgets what the claim rests on.
                    let small = bytes == SMALL;
                    assert!(small || quiet < FAR, "{} {claim:?}", game.seed);
                    self.not_confirmed += 1;
                }
            }
        }
    }
}

#[test]
fn what_is_decided_or_upheld_is_so() {
    let mut claims = LimitedClaims::default();
    for game in games(60) {
        for quiet in [1, 2, FAR] {
            for bytes in [SMALL, 1 << 18] {
                claims.decide_all(&game, quiet, bytes, true);
            }
        }
    }
    let LimitedClaims {
        confirmed,
        not_confirmed,
    } = claims;
    assert!(
        confirmed > 1000 && not_confirmed > 100,
        "{confirmed}, {not_confirmed}"
    );
}

#[test]
fn threads_change_no_decision() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
    pool.unwrap().install(|| {
        for game in games(2) {
            for quiet in [2, FAR] {
                LimitedClaims::default().decide_all(&game, quiet, 1 << 18, false);
            }
        }
    });
}

/// A limit that is too short still helps: a claim that was not confirmed leaves results that make the next search
/// better.
#[test]
fn what_is_not_upheld_is_asked_again() {
    let (mut at_once, mut later, mut never) = (0, 0, 0);
    for game in games(60) {
        let game = RandomRounds { places: 12, ..game };
        let values = zeros(&game);
        for quiet in 1..=4 {
            let table = ProofTable::new(1 << 18).unwrap();
            let search =
                ProofSearch::new(ByZero(Problem::new(&game)), &table, &()).on_this_thread();
            for claim in claims(&game) {
                let holds = claim.claimant.margin_of(values[&claim.state]) >= claim.need;
                let mut asked_again = false;
                let mut decided = None;
                for _ in 0..20 {
                    match search.decide_unlimited(&claim, quiet).unwrap() {
                        UnlimitedVerdict::Holds => decided = Some(true),
                        UnlimitedVerdict::Fails => decided = Some(false),
                        UnlimitedVerdict::Open { learned: false } => {}
                        UnlimitedVerdict::Open { learned: true } => {
                            asked_again = true;
                            continue;
                        }
                    }
                    break;
                }
                match decided {
                    None => never += 1,
                    Some(said) => {
                        assert_eq!(said, holds, "{} {claim:?}", game.seed);
                        at_once += u32::from(!asked_again);
                        later += u32::from(asked_again);
                    }
                }
            }
        }
    }
    assert!(
        later > 0 && at_once > 100 * never,
        "{at_once}, {later}, {never}"
    );
}

/// A refutation because of the limit counts if it is confirmed, where infinite play costs the claimant everything
/// left.
#[test]
fn what_costs_the_claimant_is_decided_without_the_limit() {
    let (mut decided, mut open) = (0, 0);
    for game in games(60) {
        let game = RandomRounds { places: 9, ..game };
        let mut values = Iterated::new(&game);
        while values.step() {}
        for (quiet, bytes) in [(1, 1 << 18), (3, 1 << 18), (6, 1 << 18), (6, SMALL)] {
            let table = ProofTable::new(bytes).unwrap();
            let search = ProofSearch::new(Problem::new(&game), &table, &()).on_this_thread();
            for claim in claims(&game) {
                let of_leader = values.value(claim.state, claim.claimant);
                let holds = claim.claimant.margin_of(of_leader) >= claim.need;
                let mut claims = UnlimitedVerdict::Open { learned: true };
                for _ in 0..20 {
                    if claims == (UnlimitedVerdict::Open { learned: true }) {
                        claims = search.decide_unlimited(&claim, quiet).unwrap();
                    }
                }
                match claims {
                    UnlimitedVerdict::Holds => assert!(holds, "{} {claim:?}", game.seed),
                    UnlimitedVerdict::Fails => assert!(!holds, "{} {claim:?}", game.seed),
                    // The claim holds only within more rounds.
                    UnlimitedVerdict::Open { .. } => {
                        assert!(holds && quiet < 6, "{} {claim:?}", game.seed);
                        open += 1;
                    }
                }
                decided += 1;
            }
        }
    }
    assert!(decided > 100 * open && open > 0, "{decided}, {open} open");
}
