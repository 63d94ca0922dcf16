//! Games as arrays of numbers: what every game of the catalogue promises of its actions and observations.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use sowlab::catalog::{CatalogGame, Family, entries};
use sowlab::games::contest::{Contest, legal_moves};
use sowlab::games::for_family;
use sowlab::games::stones::sowing::{Batch, JointMove, Sower};
use sowlab::games::stones::{Position, Rules};
use sowlab_solvers::Side;

/// The rows of the first field of a position: counts, with what else is written there left out.
fn written_rows(text: &str) -> Vec<Vec<u8>> {
    let rows = text.split_whitespace().next().unwrap().split('/');
    let count = |cell: &str| cell.trim_end_matches(['r', 'b']).parse().unwrap();
    rows.map(|row| row.split(',').map(count).collect())
        .collect()
}

/// The position after a move; all that a step says is what the rules say one by one.
fn stepped<C: Contest>(contest: &C, position: &C::Position, chosen: C::Move) -> C::Position {
    let after = contest.advance(position, chosen);
    let step = contest.step(position, chosen);
    let state = contest.state(&after);
    let text = contest.position_text(&after);
    assert_eq!(contest.position_text(&step.position), text);
    assert_eq!(contest.state(&step.position), state);
    let won = |position: &C::Position| contest.score(position).map(|won| won as i32);
    let ([first, second], [before, other]) = (won(&after), won(position));
    assert_eq!(step.gain, first - second - (before - other), "{text}");
    assert_eq!(step.endless, contest.endless(&state), "{text}");
    let finished = contest.terminal(&state).is_some() && !step.endless;
    assert_eq!(step.over, finished, "{text}");
    assert_eq!(step.legal, contest.legal_actions(&after), "{text}");
    after
}

/// Plays a random game and checks each position.
fn walk<C: Contest>(contest: C, seed: u64) {
    let shape = contest.shape();
    let mut random = SmallRng::seed_from_u64(seed);
    let mut position = contest.opening();
    for _ in 0..200 {
        let state = contest.state(&position);
        let legal = legal_moves(&contest, &position);
        let text = contest.position_text(&position);
        let mut seen = BTreeSet::new();
        for &chosen in &legal {
            let action = contest.action(&position, chosen);
            assert!(action < contest.actions(), "{text}: {chosen:?}");
            assert!(
                seen.insert(action),
                "{text}: {chosen:?} has the number of another"
            );
            assert_eq!(contest.chosen(&position, action), Some(chosen), "{text}");
        }
        assert_eq!(contest.chosen(&position, contest.actions()), None);

        let mut counts = vec![255; shape.counts()];
        contest.observe(&position, &mut counts);
        let mut written: Vec<u8> = written_rows(&text).concat();
        let mut cells = counts[..written.len()].to_vec();
        written.sort_unstable();
        cells.sort_unstable();
        assert_eq!(cells, written, "{text}");
        if let Some(board) = contest.board(&counts[..shape.rows * shape.columns]) {
            let mut again = vec![255; shape.counts()];
            contest.observe(&board, &mut again);
            let cells = shape.rows * shape.columns;
            assert_eq!(again[..cells], counts[..cells]);
            assert_eq!(contest.side_to_move(&contest.state(&board)), Side::First);
        }
        if let Some(bits) = contest.legal_actions(&position) {
            let listed: BTreeSet<usize> = (0..64).filter(|at| bits >> at & 1 == 1).collect();
            assert_eq!(listed, seen, "{text}");
        }
        match legal.choose(&mut random) {
            Some(&chosen) if !contest.endless(&state) => {
                position = stepped(&contest, &position, chosen);
            }
            _ => break,
        }
    }
}

#[test]
fn actions_number_the_legal_moves_and_observations_hold_what_is_written() {
    let names = entries().map(|entry| entry.name.to_owned());
    let more = [
        "stones:holes=6,seeds=3",
        "colony:board=toy,entry=stop",
        "owela:pits=3",
    ];
    for name in names.chain(more.map(str::to_owned)) {
        let game: CatalogGame = name.parse().unwrap();
        for seed in 0..20 {
            for_family!(&game, family => walk(family.contest(seed % 2 == 0).unwrap(), seed));
        }
    }
}

#[test]
fn both_sides_see_their_own_side() {
    for (game, one, other) in [
        (
            "stones:holes=4,seeds=3",
            "1,2,3,4 E 2 0 3 4",
            "4,3,2,1 W 0 2 2 4",
        ),
        (
            "stones:holes=4,seeds=3",
            "1,2,3,4 E 2 0 - 4",
            "4,3,2,1 W 0 2 - 4",
        ),
        (
            "kalah:pits=3,seeds=2",
            "1,2,0/3,4,0 L 2 0",
            "3,4,0/1,2,0 U 0 2",
        ),
        ("random:pits=2,base=basic", "1,5/0,3 U 2 1", "0,3/1,5 L 1 2"),
        ("owela:pits=2", "2,1/2,3/0,1/1,2 L", "0,1/1,2/2,1/2,3 U"),
        (
            "colony:board=toy",
            "3/0r,2/1b R 4 5 must log",
            "3/0b,2/1r B 5 4 must log",
        ),
    ] {
        let game: CatalogGame = game.parse().unwrap();
        let game = game.for_play(false).unwrap();
        // One position with the names of the sides exchanged.
        let [one, other] = [one, other].map(|text| {
            let position = game.read_position(text).unwrap();
            let mut actions = position.actions();
            actions.sort_unstable();
            (position.observe(), actions)
        });
        assert_eq!(one, other);
    }
}

#[test]
fn the_numbers_after_the_cells_are_those_named() {
    for (game, position, counts) in [
        // West answers: sees the board turned, and that the other side has taken its second hole.
        (
            "stones:holes=4,seeds=3",
            "1,2,3,4 E 2 0 3 4",
            &[4, 3, 2, 1, 0, 2, 0, 2, 0][..],
        ),
        (
            "stones:holes=4,seeds=3",
            "1,2,3,4 E 2 0 - 4",
            &[1, 2, 3, 4, 2, 0, 1, 0, 0],
        ),
        (
            "kalah:pits=3,seeds=2",
            "1,2,0/3,4,0 U 2 0",
            &[3, 4, 0, 1, 2, 0, 0, 2],
        ),
        (
            "random:pits=2,base=basic",
            "1,5/0,3 ? 1 1",
            &[1, 5, 0, 3, 1, 1, 1],
        ),
        (
            "owela:pits=2",
            "2,1/2,3/0,1/1,2 L 3",
            &[2, 1, 2, 3, 0, 1, 1, 2, 3],
        ),
    ] {
        let game: CatalogGame = game.parse().unwrap();
        let game = game.for_play(false).unwrap();
        let observed = game.read_position(position).unwrap().observe();
        assert_eq!(observed, counts, "{position}");
    }
}

#[test]
fn one_round_of_each_of_many_boards_is_the_same_as_that_round_alone() {
    let mut random = SmallRng::seed_from_u64(5);
    for rules in [Rules::FIFTY_FIVE, Rules::new(5, 2).unwrap()] {
        let sower = Sower::new(&rules);
        let mut batch = Batch::new();
        let mut pushed = Vec::new();
        let mut position = Position::opening(&rules);
        for _ in 0..700 {
            let mut all = Vec::new();
            JointMove::for_each(position.board().playable(), |joint_move| {
                all.push(joint_move)
            });
            let Some(&chosen) = all.choose(&mut random) else {
                position = Position::opening(&rules);
                continue;
            };
            batch.push_round(position.board(), chosen);
            let round =
                sower.sow_without_period(position.board(), chosen.east.into(), chosen.west.into());
            let after = position.after(&rules, &round).position;
            position = after.unwrap_or_else(|| Position::opening(&rules));
            pushed.push((chosen, round));
        }
        batch.sow_without_periods(&sower);
        let mut next = 0;
        batch.for_each(&sower, |board, chosen, round| {
            assert_eq!(board, next);
            let (expected, sown) = pushed[board];
            assert_eq!(chosen, expected);
            assert_eq!((round.board, round.captured), (sown.board, sown.captured));
            assert_eq!(round.ending.turn(), sown.ending.turn());
            next += 1;
        });
        assert_eq!(next, pushed.len());
    }
}
