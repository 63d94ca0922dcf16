//! Tests of every method to expand boards against rounds sown individually and boards ranked individually.

use proptest::prelude::*;
use sowlab_solvers::Turn;
use sowlab_solvers::ranking::Ranking;

use super::*;
use crate::stones::round::Ending;
use crate::stones::rules::{BothOut, MixedOut, Rules};
use crate::stones::sowing::joint_move::JointMove;
use crate::stones::sowing::terms::Terms;

/// Recorder of all results; rounds sown individually are reduced to their distinguishing parts.
#[derive(Default)]
struct Record(Vec<(u32, u8, RoundResult)>);

impl Visit for Record {
    fn found(&mut self, board: u32, east: u8, found: RoundResult) {
        self.0.push((board, east, found));
    }
}

/// Computes the result of a round directly.
fn plain(rules: &Rules, ranking: &Ranking, round: &Round) -> RoundResult {
    let left = round.board.stones() as u8;
    let gain = round.captured.east as i8 - round.captured.west as i8;
    match round.ending {
        // The period is irrelevant here, whether it was found or not.
        Ending::Endless { .. } => RoundResult::Long(Round {
            ending: Ending::Endless { period: 0 },
            ..*round
        }),
        Ending::Quiet => RoundResult::Quiet {
            rank: ranking.rank(round.board.lanes()) as u32,
        },
        Ending::Capture => {
            let turned = round.board.turned(rules.holes());
            match rules.given_out(&turned, Turn::Other) {
                Some(_) => RoundResult::Finished { left, gain },
                None => RoundResult::Capture {
                    rank: ranking.rank(turned.lanes()) as u32,
                    left,
                    gain,
                },
            }
        }
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    let options = (any::<bool>(), any::<bool>(), any::<bool>());
    (2..=MAX_HOLES, options).prop_map(|(holes, (reversed, end, forfeit))| {
        let mut rules = Rules::new(holes, 1).unwrap();
        if reversed {
            rules.capture = Capture::Reversed;
        }
        if end {
            rules.both_out = BothOut::End;
        }
        if forfeit {
            rules.mixed_out = MixedOut::Forfeit;
        }
        rules
    })
}

/// Generates boards with the given number of stones, mostly concentrated on few holes, but also spread.
fn boards(rules: Rules) -> impl Strategy<Value = (Rules, usize, Vec<Board>)> {
    let holes = rules.holes();
    // The largest layer whose boards fit 32-bit ranks.
    let most = (1..=63)
        .take_while(|&stones| {
            let ranking = Ranking::new(holes, stones);
            ranking.is_ok_and(|ranking| ranking.boards(stones).unwrap() <= 1 << 32)
        })
        .last();
    (0..=most.unwrap()).prop_flat_map(move |stones| {
        let board = prop::collection::vec((0..holes, 0..holes), stones);
        let board = board.prop_map(move |places| {
            let mut lanes = [0; MAX_HOLES];
            for (one, other) in places {
                lanes[one.min(other)] += 1;
            }
            Board::from_lanes(lanes)
        });
        prop::collection::vec(board, 0..150).prop_map(move |boards| (rules, stones, boards))
    })
}

proptest! {
    #[test]
    fn every_round_leads_where_the_plain_way_says((rules, stones, boards) in rules().prop_flat_map(boards)) {
        let ranking = Ranking::new(rules.holes(), stones).unwrap();
        let sower = Sower::new(&rules);
        let mut expected = Vec::new();
        for (number, board) in boards.iter().enumerate() {
            JointMove::for_each(board.playable(), |JointMove { east, west }| {
                let round = sower.sow_without_period(*board, east.into(), west.into());
                expected.push((number as u32, east, plain(&rules, &ranking, &round)));
            });
        }
        let terms = Terms::new(&ranking);
        let terms = terms.of_layer(&ranking, stones).unwrap();
        let key = |(board, east, found): &(u32, u8, RoundResult)| (*board, *east, format!("{found:?}"));
        expected.sort_by_key(key);
        for mut expansion in [Expansion::new(), Expansion::baseline()] {
            let mut record = Record::default();
            expansion.expand(&sower, &terms, &boards, &mut record);
            for (_, _, found) in &mut record.0 {
                if let RoundResult::Long(round) = found {
                    *found = plain(&rules, &ranking, round);
                }
            }
            record.0.sort_by_key(key);
            prop_assert_eq!(&record.0, &expected);
        }
    }
}

#[test]
fn layers_with_too_many_boards_are_refused() {
    let ranking = Ranking::new(11, 64).unwrap();
    let terms = Terms::new(&ranking);
    assert!(terms.of_layer(&ranking, 36).is_some());
    assert!(terms.of_layer(&ranking, 37).is_none());
    let ranking = Ranking::new(3, 64).unwrap();
    let terms = Terms::new(&ranking);
    assert!(terms.of_layer(&ranking, 63).is_some());
    assert!(terms.of_layer(&ranking, 64).is_none());
}
