//! The stones family in each commit order, with rounds sown together.

use sowlab_analysis::equilibrium::CommitOrder;
use sowlab_games::contest::{Encode, Shape};
use sowlab_games::stones::sowing::{Batch, JointMove, Sower};
use sowlab_games::stones::{Phase, Position, Round, Rules, Seat, StonesGame, StonesTurns};

use super::kernel::{Actions, Kernel, Outcome, Random};

/// The bits of each byte, the lowest first: faster than testing each bit.
static BITS: [[bool; 8]; 256] = {
    let mut all = [[false; 8]; 256];
    let mut place = 0;
    while place < 256 * 8 {
        all[place / 8][place % 8] = (place / 8) >> (place % 8) & 1 == 1;
        place += 1;
    }
    all
};

/// The stones family without the pie rule.
pub(super) struct Stones {
    rules: Rules,
    sower: Sower,
    order: CommitOrder,
    /// The second actions in the simultaneous order: the preferred hole of the second side, and the hole that it takes
    /// if that one is taken.
    pairs: Vec<[u8; 2]>,
}

/// A game in progress.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    position: Position,
    /// The hole that gote has taken in the reversed order, from 1; 0 if none.
    taken: u8,
    /// The legal holes of the side to choose, in its view, one bit each.
    legal: u16,
}

/// The rounds of a step.
pub(super) struct Scratch {
    batch: Batch,
    /// The indices of the rounds in the list of active lanes.
    places: Vec<u32>,
    rounds: Vec<Round>,
}

/// Converts a mask of holes to the view of a side, with bit 0 for the farthest; and back.
#[inline]
fn seen(side: Seat, holes: usize, mask: u16) -> u16 {
    match side {
        Seat::East => mask,
        Seat::West => mask.reverse_bits() >> (16 - holes),
    }
}

/// Converts the index of a hole from the view of a side, and back.
#[inline]
fn hole(side: Seat, holes: usize, action: usize) -> usize {
    match side {
        Seat::East => action,
        Seat::West => holes - 1 - action,
    }
}

/// Writes a bool for each bit, the lowest first, as far as there is room.
#[inline]
fn put_bits(bits: u16, into: &mut [bool]) {
    let [low, high] = bits.to_le_bytes();
    let (low, high) = (&BITS[usize::from(low)], &BITS[usize::from(high)]);
    let (first, second) = into.split_at_mut(into.len().min(8));
    match first.first_chunk_mut() {
        Some(first) => *first = *low,
        None => first.copy_from_slice(&low[..first.len()]),
    }
    match second.first_chunk_mut() {
        Some(second) => *second = *high,
        None => second
            .iter_mut()
            .zip(high)
            .for_each(|(to, from)| *to = *from),
    }
}

/// Returns the index of a set bit, counted from the lowest.
#[inline]
fn nth(mut mask: u16, place: usize) -> usize {
    for _ in 0..place {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as usize
}

impl Stones {
    pub(super) fn new(rules: &Rules, order: CommitOrder) -> Stones {
        let holes = rules.holes() as u8;
        let pairs = (0..holes).flat_map(|wish| (0..holes).map(move |otherwise| [wish, otherwise]));
        Stones {
            rules: *rules,
            sower: Sower::new(rules),
            order,
            pairs: pairs.collect(),
        }
    }

    #[inline]
    fn chooser(&self, lane: &Lane) -> Seat {
        match self.order {
            CommitOrder::Open => lane.position.to_choose(),
            CommitOrder::Reverse if lane.taken == 0 => !lane.position.sente(),
            CommitOrder::Reverse | CommitOrder::Sealed => lane.position.sente(),
        }
    }

    /// Creates the lane of a position.
    #[inline]
    fn lane(&self, position: Position, taken: u8) -> Lane {
        let mut lane = Lane {
            position,
            taken,
            legal: 0,
        };
        let mut choices = position.choices();
        if taken > 0 {
            choices &= !(1 << (taken - 1));
        }
        lane.legal = seen(self.chooser(&lane), self.rules.holes(), choices);
        lane
    }

    /// Returns the round that these actions complete; `None` if they only commit one side, which the lane then stores.
    #[inline]
    fn commit(&self, lane: &mut Lane, actions: Actions) -> Option<JointMove> {
        let holes = self.rules.holes();
        let sente = lane.position.sente();
        let chosen = hole(self.chooser(lane), holes, actions[0] as usize);
        match self.order {
            CommitOrder::Open => match lane.position.phase() {
                Phase::Gote { taken } => Some(JointMove::of(sente, taken, chosen as u8)),
                _ => {
                    if let Ok(taken) = lane.position.take(chosen + 1) {
                        *lane = self.lane(taken, 0);
                    }
                    None
                }
            },
            CommitOrder::Reverse if lane.taken == 0 => {
                *lane = self.lane(lane.position, chosen as u8 + 1);
                None
            }
            CommitOrder::Reverse => {
                let second = std::mem::take(&mut lane.taken) - 1;
                Some(JointMove::of(sente, chosen as u8, second))
            }
            CommitOrder::Sealed => {
                let [wish, otherwise] = self.pairs[actions[1] as usize];
                let wish = hole(sente, holes, wish.into());
                let second = match wish == chosen {
                    true => hole(sente, holes, otherwise.into()),
                    false => wish,
                };
                Some(JointMove::of(sente, chosen as u8, second as u8))
            }
        }
    }

    #[inline]
    fn after(&self, lane: &mut Lane, round: &Round) -> Outcome {
        let played = lane.position.after(&self.rules, round);
        let Some(mut after) = played.position else {
            return Outcome {
                endless: true,
                ..Outcome::default()
            };
        };
        if after.phase() == Phase::Pie {
            after = after.decide_pie(false).unwrap_or(after);
        }
        let lead = |cups: sowlab_games::stones::Cups| i32::from(cups.east) - i32::from(cups.west);
        let cups = played.settled.unwrap_or(after.cups());
        let gain = lead(cups) - lead(lane.position.cups());
        *lane = self.lane(after, 0);
        Outcome {
            gain,
            over: played.settled.is_some(),
            endless: false,
        }
    }
}

impl Kernel for Stones {
    type Lane = Lane;
    type Scratch = Scratch;
    const TOGETHER: usize = 512;

    fn name(&self) -> String {
        format!("{} {}", self.rules, self.order)
    }

    fn scratch(&self) -> Scratch {
        Scratch {
            batch: Batch::new(),
            places: Vec::new(),
            rounds: Vec::new(),
        }
    }

    fn shape(&self) -> Shape {
        StonesTurns::new(StonesGame::new(&self.rules), false).shape()
    }

    fn actions(&self) -> usize {
        self.rules.holes()
    }

    fn seconds(&self) -> usize {
        match self.order {
            CommitOrder::Sealed => self.rules.holes() * self.rules.holes(),
            CommitOrder::Open | CommitOrder::Reverse => 0,
        }
    }

    fn opening(&self) -> Lane {
        self.lane(Position::opening(&self.rules), 0)
    }

    fn read(&self, text: &str) -> Result<Lane, String> {
        let (taken, text) = match text.split_once('|') {
            Some((taken, text)) => (taken, text),
            None => ("0", text),
        };
        let position = Position::parse(&self.rules, text).map_err(|error| error.to_string())?;
        match (position.phase(), self.order) {
            (Phase::Sente, _) | (Phase::Gote { .. }, CommitOrder::Open) => {}
            (_, order) => {
                return Err(format!(
                    "position '{text}': the start of a round is needed in the {order} order"
                ));
            }
        }
        let playable = position.choices();
        let wrong = || format!("a hole that gote has taken: '{taken}'");
        let taken: u8 = taken.parse().map_err(|_| wrong())?;
        let free = |hole: u8| hole == 0 || hole <= 16 && playable >> (hole - 1) & 1 == 1;
        match (taken, self.order) {
            (0, _) => {}
            (hole, CommitOrder::Reverse) if free(hole) => {}
            _ => return Err(wrong()),
        }
        Ok(self.lane(position, taken))
    }

    fn write(&self, lane: &Lane) -> String {
        format!("{}|{}", lane.taken, lane.position)
    }

    fn text(&self, lane: &Lane) -> String {
        lane.position.to_string()
    }

    #[inline]
    fn side(&self, lane: &Lane) -> u8 {
        u8::from(self.chooser(lane) == Seat::West)
    }

    fn is_over(&self, lane: &Lane) -> bool {
        lane.legal == 0
    }

    #[inline]
    fn legal(&self, _: &mut Scratch, lane: &Lane, [first, second]: Actions) -> bool {
        let choices = lane.legal;
        let open = |action: u32| choices >> action & 1 == 1;
        let first = u32::try_from(first).is_ok_and(|first| first < 16 && open(first));
        if self.order != CommitOrder::Sealed {
            return first;
        }
        let pair = usize::try_from(second)
            .ok()
            .and_then(|pair| self.pairs.get(pair));
        let Some(&[wish, otherwise]) = pair else {
            return false;
        };
        first && open(wish.into()) && open(otherwise.into()) && wish != otherwise
    }

    #[inline]
    fn mask(&self, _: &mut Scratch, lane: &Lane, mask: &mut [bool], second: &mut [bool]) {
        put_bits(lane.legal, mask);
        if second.is_empty() {
            return;
        }
        // Each write has sixteen elements; the next row overwrites the excess.
        let holes = self.rules.holes();
        for wish in 0..holes {
            let others = match lane.legal >> wish & 1 {
                0 => 0,
                _ => lane.legal & !(1 << wish),
            };
            put_bits(others, &mut second[wish * holes..]);
        }
    }

    #[inline]
    fn observe(&self, lane: &Lane, counts: &mut [u8]) {
        let position = &lane.position;
        let taken = match (position.phase(), lane.taken) {
            (Phase::Gote { taken }, _) => Some(taken),
            (_, 0) => None,
            (_, taken) => Some(taken - 1),
        };
        position.observe(self.chooser(lane), taken, counts);
    }

    fn step(
        &self,
        scratch: &mut Scratch,
        lanes: &mut [Lane],
        active: &[u32],
        actions: &[Actions],
        outcomes: &mut [Outcome],
    ) {
        let Scratch {
            batch,
            places,
            rounds,
        } = scratch;
        batch.clear();
        places.clear();
        for (place, &index) in active.iter().enumerate() {
            let lane = &mut lanes[index as usize];
            outcomes[place] = Outcome::default();
            if let Some(joint_move) = self.commit(lane, actions[index as usize]) {
                batch.push_round(lane.position.board(), joint_move);
                places.push(place as u32);
            }
        }
        batch.sow_without_periods(&self.sower);
        rounds.clear();
        batch.for_each(&self.sower, |_, _, round| rounds.push(*round));
        for (&place, round) in places.iter().zip(rounds.iter()) {
            let index = active[place as usize] as usize;
            outcomes[place as usize] = self.after(&mut lanes[index], round);
        }
    }

    #[inline]
    fn sample(&self, _: &mut Scratch, lane: &Lane, random: &mut Random) -> Actions {
        let choices = lane.legal;
        let count = choices.count_ones() as usize;
        if count == 0 {
            return [0; 2];
        }
        let first = nth(choices, random.below(count));
        if self.order != CommitOrder::Sealed {
            return [first as i64, 0];
        }
        let wish = nth(choices, random.below(count));
        let otherwise = nth(choices & !(1 << wish), random.below(count - 1));
        [first as i64, (wish * self.rules.holes() + otherwise) as i64]
    }
}
