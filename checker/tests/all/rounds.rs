//! The rounds that were checked by hand (docs/rules.md), and the rank of boards.

use sowlab_check::boards::Boards;
use sowlab_check::reason::Reason;
use sowlab_check::rules::{Holes, Rules};
use sowlab_check::sowing::{Round, recurs, sow};
use sowlab_check::variant::Variant;

fn board(stones: &[(usize, u8)]) -> Holes {
    let mut holes = [0; 16];
    for &(hole, count) in stones {
        holes[hole - 1] = count;
    }
    holes
}

fn full(stones: &[u8; 11]) -> Holes {
    let mut holes = [0; 16];
    holes[..11].copy_from_slice(stones);
    holes
}

#[test]
fn rounds_checked_by_hand() {
    let rules = Rules::read("55stones").unwrap();
    let fives = full(&[5; 11]);
    let over = |holes, east: u8, west: u8| (holes, east, west);
    for (start, [east, west], expected) in [
        (
            board(&[(8, 2), (4, 3)]),
            [8, 4],
            over(board(&[(4, 1), (5, 2), (8, 1)]), 1, 0),
        ),
        (
            board(&[(9, 2), (3, 2), (7, 1), (5, 1)]),
            [9, 3],
            over(board(&[(4, 1), (5, 1), (6, 2), (7, 1), (8, 1)]), 0, 0),
        ),
        (
            board(&[(9, 2), (3, 2), (7, 1)]),
            [9, 3],
            over(board(&[(4, 1), (5, 1), (7, 2), (8, 1)]), 0, 0),
        ),
        (
            board(&[(8, 2), (4, 2)]),
            [8, 4],
            over(board(&[(5, 1), (6, 2), (7, 1)]), 0, 0),
        ),
        (
            board(&[(1, 3), (10, 2)]),
            [1, 10],
            over(board(&[(2, 1), (3, 1), (10, 1), (11, 1)]), 0, 1),
        ),
        (
            board(&[(6, 2), (1, 5)]),
            [6, 1],
            over(board(&[(2, 1), (3, 1), (4, 1), (5, 1)]), 3, 0),
        ),
        (
            fives,
            [11, 1],
            over(full(&[0, 6, 6, 6, 6, 7, 6, 6, 6, 6, 0]), 0, 0),
        ),
        (
            fives,
            [1, 2],
            over(full(&[0, 1, 7, 7, 7, 0, 1, 8, 1, 9, 7]), 7, 0),
        ),
        (
            fives,
            [10, 1],
            over(full(&[0, 10, 1, 3, 4, 1, 11, 11, 2, 0, 7]), 5, 0),
        ),
        (
            fives,
            [4, 1],
            over(full(&[1, 8, 1, 3, 8, 3, 9, 9, 9, 2, 0]), 0, 2),
        ),
    ] {
        let round = sow(&rules, &start, east - 1, west - 1, 1000);
        let Round::Over {
            holes,
            east: to_east,
            west: to_west,
            steps,
            ..
        } = round
        else {
            panic!("{start:?} E{east} W{west} does not end");
        };
        assert_eq!(
            (holes, to_east, to_west),
            expected,
            "{start:?} E{east} W{west}"
        );
        // So many steps are enough, and one fewer is not.
        let with = |most| sow(&rules, &start, east - 1, west - 1, most);
        assert!(matches!(with(steps), Round::Over { .. }));
        assert!(matches!(with(steps - 1), Round::Longer));
    }
}

/// All boards of up to 6 holes and 9 stones, and of up to 16 holes and 3 stones: ranks count the boards in the order of
/// their running sums, the last sum first.
#[test]
fn every_rank_is_that_of_its_board() {
    for (holes, most) in (2..=6)
        .map(|holes| (holes, 9))
        .chain((7..=16).map(|holes| (holes, 3)))
    {
        let boards = Boards::new(holes, most).unwrap();
        for stones in 0..=most {
            let mut sums = running_sums(holes - 1, stones);
            sums.sort_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
            assert_eq!(sums.len() as u64, boards.in_layer(stones));
            for (rank, sums) in (0..).zip(sums) {
                let mut board = [0; 16];
                for hole in 0..holes {
                    let to = sums.get(hole).copied().unwrap_or(stones);
                    let from = if hole > 0 { sums[hole - 1] } else { 0 };
                    board[hole] = (to - from) as u8;
                }
                assert_eq!(boards.board(stones, rank), board);
                assert_eq!(boards.rank(&board), rank);
            }
        }
    }
    // The example of docs/checking.md.
    let eleven = Boards::new(11, 24).unwrap();
    assert_eq!(
        eleven.rank(&full(&[2, 0, 1, 0, 0, 3, 0, 0, 0, 1, 0])),
        12_602
    );
    assert_eq!(eleven.text(7, 12_602), "2,0,1,0,0,3,0,0,0,1,0");
    assert_eq!(eleven.in_layer(7), 19_448);
    assert_eq!(
        (0..=24).map(|stones| eleven.in_layer(stones)).sum::<u64>(),
        417_225_900
    );
}

/// All ascending lists of this length, up to this number.
fn running_sums(length: usize, most: usize) -> Vec<Vec<usize>> {
    if length == 0 {
        return vec![Vec::new()];
    }
    let ended = (0..=most).flat_map(|last| {
        running_sums(length - 1, last)
            .into_iter()
            .map(move |sums| [sums, vec![last]].concat())
    });
    ended.collect()
}

/// Every round of small boards, against a list of all its states: whether it ends, after how many steps and with how many
/// disputed ones, and where its states begin to recur.
#[test]
fn rounds_recur_where_a_list_of_their_states_says() {
    let (mut endless, mut tails, mut ended) = (0, 0, 0);
    for (name, most) in [
        ("stones:holes=2", 20),
        ("stones:holes=3,both-out=end", 16),
        ("stones:holes=4", 12),
        ("stones:holes=5,both-out=end,mixed-out=forfeit", 9),
    ] {
        let rules = Rules::read(name).unwrap();
        let boards = Boards::new(rules.holes, most).unwrap();
        for (stones, rank) in
            (4..=most).flat_map(|n| (0..boards.in_layer(n)).map(move |rank| (n, rank)))
        {
            let board = boards.board(stones, rank);
            let full = |hole: &usize| board[*hole] >= 2;
            for east in (0..rules.holes).filter(full) {
                for west in (0..rules.holes).filter(|west| *west != east).filter(full) {
                    let (states, cases, ends) = listed(&rules, &board, east, west);
                    let at = [east, west];
                    let disputed = cases.iter().filter(|case| **case).count() as u64;
                    match (sow(&rules, &board, east, west, 100_000), ends) {
                        (
                            Round::Over {
                                steps,
                                disputed: met,
                                ..
                            },
                            None,
                        ) => {
                            assert_eq!((steps, met), (states.len() as u64, disputed));
                            ended += 1;
                            let reason = recurs(&rules, &board, at, 0, steps, "E1W2").unwrap_err();
                            assert!(matches!(reason, Reason::RoundEnds { .. }), "{reason}");
                        }
                        (Round::Endless, Some(first)) => {
                            let period = (states.len() - first) as u64;
                            let first = first as u64;
                            assert_eq!(
                                recurs(&rules, &board, at, first, period, "E1W2"),
                                Ok(disputed)
                            );
                            for (first, period, reason) in [
                                (first, 2 * period, "its period is"),
                                (first, period + 1, "its period is"),
                                (first, period - 1, "does not recur"),
                                (first, 0, "does not recur"),
                                (first + 1, period, "not the first"),
                                (first + period, period, "not the first"),
                            ] {
                                let found =
                                    recurs(&rules, &board, at, first, period, "E1W2").unwrap_err();
                                assert!(
                                    found.to_string().contains(reason),
                                    "{first} {period}: {found}"
                                );
                            }
                            if let Some(before) = first.checked_sub(1) {
                                let found =
                                    recurs(&rules, &board, at, before, period, "E1W2").unwrap_err();
                                assert!(matches!(found, Reason::NotRecurring { .. }), "{found}");
                                tails += 1;
                            }
                            endless += 1;
                        }
                        _ => panic!("{name} {board:?} E{east} W{west}"),
                    }
                }
            }
        }
    }
    assert!(
        endless > 200 && tails >= 4 && ended > 10_000,
        "{endless} {tails} {ended}"
    );
}

/// All states of a round before the first that recurs, whether each leads into a disputed case, and the number of the state
/// that recurs: by the wording of docs/rules.md, with numbers that may be negative.
#[allow(clippy::type_complexity)]
fn listed(
    rules: &Rules,
    board: &Holes,
    east: usize,
    west: usize,
) -> (Vec<Vec<i32>>, Vec<bool>, Option<usize>) {
    let last = rules.holes as i32 - 1;
    let mut holes: Vec<i32> = board[..rules.holes]
        .iter()
        .map(|&stones| stones.into())
        .collect();
    let mut lift = |hole: i32| std::mem::take(&mut holes[hole as usize]);
    let (east, west) = (east as i32, west as i32);
    let mut hands = [
        [lift(east), east, if east == 0 { 1 } else { -1 }],
        [lift(west), west, if west == last { -1 } else { 1 }],
    ];
    let (mut states, mut cases): (Vec<Vec<i32>>, Vec<bool>) = Default::default();
    loop {
        let state = [hands.concat(), holes.clone()].concat();
        if let Some(first) = states.iter().position(|earlier| *earlier == state) {
            return (states, cases, Some(first));
        }
        states.push(state);
        for [stones, hole, direction] in &mut hands {
            *hole += *direction;
            holes[*hole as usize] += 1;
            *stones -= 1;
            if *hole == 0 || *hole == last {
                *direction = if *hole == 0 { 1 } else { -1 };
            }
        }
        let full = hands.map(|[_, hole, _]| holes[hole as usize] > 1);
        let out = hands.map(|[stones, ..]| stones == 0);
        let apart = hands[0][1] != hands[1][1];
        cases.push(out == [true; 2] && apart && full != [false; 2]);
        let over = match out {
            [false, false] => false,
            [true, true] if !apart || full == [false; 2] => true,
            [true, true] if full == [true; 2] => !rules.relay,
            [true, true] => true,
            [east_out, _] => !full[usize::from(!east_out)],
        };
        if over {
            return (states, cases, None);
        }
        for ([stones, hole, _], out) in hands.iter_mut().zip(out) {
            if out {
                *stones = std::mem::take(&mut holes[*hole as usize]);
            }
        }
    }
}

#[test]
fn names_of_games_state_no_option_twice_and_only_words_that_there_are() {
    for name in [
        "stones:holes=4,holes=4",
        "stones:seeds=2,holes=4,seeds=3",
        "stones:mixed-out=end,both-out=end,mixed-out=end",
        "55stones:capture=normal,capture=normal",
        "stones:both-out=end,both-out=relay",
        "stones:rest=usual,rest=usual",
        "55stones:holes=11",
        "55stones:seeds=5",
        "stones:holes=1",
        "stones:holes=17",
        "stones:holes=16,seeds=16",
        "stones:seeds=0",
        "stones:capture=end",
        "stones:relay",
        "stone",
        "",
    ] {
        let error = Variant::parse(name).unwrap_err().to_string();
        assert!(error.contains("no option twice"), "{name}: {error}");
    }
    for (name, full) in [
        (
            "55stones",
            "stones:holes=11,capture=normal,both-out=relay,mixed-out=end",
        ),
        (
            "33stones:rest=exchanged,capture=reversed",
            "stones:holes=11,capture=reversed,both-out=relay,mixed-out=end,rest=exchanged",
        ),
        (
            "stones:holes=16,seeds=15,both-out=end,mixed-out=forfeit,rest=usual",
            "stones:holes=16,capture=normal,both-out=end,mixed-out=forfeit",
        ),
    ] {
        assert_eq!(Rules::read(name).unwrap().to_string(), full);
    }
    let seeds = ["55stones", "33stones", "stones:holes=2", "stones:seeds=7"];
    assert_eq!(
        seeds.map(|name| Rules::read(name).unwrap().seeds),
        [5, 3, 5, 7]
    );
}

/// Who gets the rest, of every combination: no full hole after a quiet round or a capture, one full hole, two.
#[test]
fn the_rest_goes_to_the_side_that_the_rules_say() {
    let none = board(&[(1, 1), (3, 1)]);
    let one = board(&[(1, 1), (3, 2)]);
    for (options, sign) in [
        ("", 1),
        (",capture=reversed", -1),
        (",rest=exchanged", -1),
        (",capture=reversed,rest=exchanged", 1),
    ] {
        let rules = Rules::read(&format!("stones:holes=4{options}")).unwrap();
        assert_eq!(rules.finished(&none, false), Some(-2 * sign));
        assert_eq!(rules.finished(&none, true), Some(2 * sign));
        assert_eq!(
            [false, true].map(|after| rules.finished(&one, after)),
            [Some(3 * sign); 2]
        );
        assert_eq!(rules.finished(&board(&[(1, 2), (4, 2)]), true), None);
    }
}

/// The mark of the cycle search moves on after twice as many steps each time: a period of 924 is found within 4,000.
#[test]
fn a_period_is_found_within_a_few_times_its_length() {
    let rules = Rules::read("stones:holes=8,both-out=end").unwrap();
    let holes = board(&[(1, 4), (2, 1), (3, 3), (4, 2), (5, 1), (7, 3), (8, 2)]);
    assert!(matches!(sow(&rules, &holes, 2, 0, 4_000), Round::Endless));
    assert!(matches!(sow(&rules, &holes, 2, 0, 900), Round::Longer));
}
