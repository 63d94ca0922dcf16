//! Complete proofs made here pass; forged ones do not.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use sowlab_check::established::{Claim, EstablishedClaims};
use sowlab_check::memory::Memory;
use sowlab_check::proof::Proof;
use sowlab_check::replies::{Game, Reply};
use sowlab_check::table::Table;

use crate::complete::{At, Made, Plain, gain, game_holes, left_out, make, support};
use crate::made::{iterate, plenty, read_one, write};

/// Small games with claims that rest on quiet rounds.
fn all() -> impl Iterator<Item = Made> {
    [
        ("stones:holes=4", 3, 6),
        ("stones:holes=5,both-out=end", 2, 6),
        ("stones:holes=6,capture=reversed", 2, 8),
        ("stones:holes=5,rest=exchanged", 2, 6),
        ("bestemshe:pits=2", 3, 6),
        ("oware:pits=2", 3, 8),
        ("kalah:pits=3", 2, 5),
    ]
    .into_iter()
    .map(|(name, seeds, tabled)| make(name, seeds, tabled))
}

#[test]
fn whole_proofs_pass_and_state_no_more_than_they_show() {
    for made in all() {
        assert_eq!(made.check(&made.proof), Ok(made.claims() as u64));
        let (name, claims) = (&made.proof.name, made.claims());
        assert!(
            claims >= 20 && made.replay(&made.proof),
            "{name}: {claims} claims"
        );
        for (low, high) in [(1, 0), (0, -1)] {
            let mut more = made.proof.clone();
            more.stated[0].0 += low;
            more.stated[0].1 += high;
            assert!(
                made.check(&more)
                    .unwrap_err()
                    .contains("the margins of the opening")
            );
        }
        let mut with_pie = made.proof.clone();
        with_pie.stated[1].0 = (made.game.rules.holes() * with_pie.seeds) as i32;
        assert!(
            made.check(&with_pie)
                .unwrap_err()
                .contains("the margins of the opening")
        );
    }
}

/// By hand: in the first, E1W2 ends the game at −9, which turning the board makes +9.
#[test]
fn under_the_pie_rule_a_first_round_that_ends_the_game_can_be_turned() {
    for (name, seeds, pie) in [
        ("stones:holes=3,both-out=end,mixed-out=forfeit", 3, (9, 9)),
        ("stones:holes=4", 2, (-8, 8)),
        ("stones:holes=3", 2, (4, 6)),
    ] {
        let mut made = make(name, seeds, game_holes(name) * seeds);
        made.proof.stated[1] = pie;
        assert_eq!(made.check(&made.proof), Ok(0), "{name}");
        for stated in [(pie.0 + 1, pie.1), (pie.0, pie.1 - 1), (1, 1)] {
            let mut more = made.proof.clone();
            more.stated[1] = stated;
            assert!(
                made.check(&more)
                    .unwrap_err()
                    .contains("the margins of the opening"),
                "{name} {stated:?}"
            );
        }
    }
}

#[test]
fn claims_dropped_strengthened_or_moved_are_refused_where_a_replay_refuses_them() {
    let (mut refused, mut passed) = (0, 0);
    for made in all() {
        let mut agree = |forged: &Plain| {
            let found = made.check(forged);
            assert_eq!(found.is_ok(), made.replay(forged), "{found:?}");
            refused += u32::from(found.is_err());
            passed += u32::from(found.is_ok());
        };
        for group in 0..made.proof.groups.len() {
            // Some of the claims of a group can be found again from those before it, of several groups not.
            for end in group + 1..=made.proof.groups.len() {
                let mut forged = made.proof.clone();
                forged.groups.drain(group..end);
                agree(&forged);
            }
            for claim in 0..made.proof.groups[group].len() {
                let mut forged = made.proof.clone();
                let (at, need) = forged.groups[group].remove(claim);
                agree(&forged);
                // A claim to more than can be gained, first where it stood, then with the claims that it
                // could follow from after it.
                forged.groups[group].push((at, need + 1));
                assert!(made.check(&forged).is_err());
                forged.groups[group].pop();
                forged.groups.insert(0, vec![(at, need)]);
                agree(&forged);
            }
        }
    }
    assert!(
        refused > 200 && passed > 200,
        "{refused} refused, {passed} passed"
    );
}

#[test]
fn claims_that_support_each_other_or_themselves_are_refused() {
    let mut forged = 0;
    for name in [
        "stones:holes=4",
        "stones:holes=5",
        "stones:holes=6",
        "stones:holes=6,both-out=end",
        "bestemshe:pits=2",
        "bestemshe:pits=3",
        "trysse:pits=2",
        "ethiopian:pits=2",
    ] {
        let holes = game_holes(name);
        let tabled = 2 * holes - 1;
        let made = make(name, 2, tabled);
        let (stones, n) = (2 * holes, 2 * holes as i32);
        // The solutions of the equations in which infinite play wins for the claimant: positions support each
        // other in circles.
        let lower = iterate(&made.game, stones, &made.values, 0, n);
        let upper = iterate(&made.game, stones, &made.values, 2, -n);
        let claims_of = |gote: bool| {
            let (sign, other) = if gote { (-1, &upper) } else { (1, &lower) };
            let claim = move |(rank, value): (u64, &i32)| ((stones, rank, gote), sign * value);
            (0..).zip(other).map(claim).collect::<Vec<(At, i32)>>()
        };
        let sides = [false, true].map(claims_of);
        let circles = match made.game.passes_within_layer() {
            true => vec![sides.concat()],
            false => sides.to_vec(),
        };
        for too_much in circles {
            let own = |&(at, need): &(At, i32)| need > gain(&made.values, at);
            if !too_much.iter().any(own) {
                continue;
            }
            // Each of them follows from the others.
            let claimed: BTreeMap<At, i32> = too_much.iter().copied().collect();
            let known = |at: At| {
                claimed
                    .get(&at)
                    .copied()
                    .unwrap_or_else(|| gain(&made.values, at))
            };
            assert!(
                too_much
                    .iter()
                    .all(|&(at, need)| support(&made.game, at, need, known).is_some())
            );
            // In one group, in any order, behind the true ones, and one by one.
            let one_by_one: Vec<_> = too_much.iter().map(|&claim| vec![claim]).collect();
            let backwards: Vec<_> = one_by_one.iter().rev().cloned().collect();
            let whole = vec![too_much.clone()];
            let after = [made.proof.groups.clone(), whole.clone(), whole.clone()].concat();
            for groups in [whole, one_by_one, backwards, after] {
                let circle = Plain {
                    groups,
                    ..made.proof.clone()
                };
                assert!(
                    made.check(&circle).unwrap_err().contains("does not follow"),
                    "{name}"
                );
            }
            forged += 1;
        }
    }
    assert!(forged > 0, "no layer has another fixed point to forge");
}

#[test]
fn damaged_files_and_those_of_other_rules_are_refused() {
    let made = make("stones:holes=4", 2, 4);
    let whole = made.proof.bytes();
    let path = made.directory.path().join("a.complete");
    let checked = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        Proof::open(&path).and_then(|proof| {
            let game = Game::new(proof.rules, 12).unwrap();
            proof.check(
                &game,
                &mut EstablishedClaims::new(&game, &made.tables, plenty()).unwrap(),
                |_, _| (),
            )
        })
    };
    checked(&whole).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        // Format 3 is read like format 2. The first bits of the frame may only say how much memory it takes.
        let the_same = damaged[8] == 3 || (12..20).contains(&at);
        assert!(checked(&damaged).is_err() || the_same, "byte {at}");
        assert!(checked(&whole[..at]).is_err(), "{at} bytes");
    }
    assert!(checked(&[&whole[..], b"more"].concat()).is_err());
    // A second frame is more, also an empty one or one that readers skip.
    let empty = zstd::bulk::compress(b"", 3).unwrap();
    assert!(checked(&[&whole[..], &empty].concat()).is_err());
    let skipped = [0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0];
    assert!(checked(&[&whole[..], &skipped].concat()).is_err());
    // So is a frame without the checksum of its contents.
    let contents = zstd::decode_all(&whole[12..]).unwrap();
    let mut bare = zstd::Encoder::new(whole[..12].to_vec(), 3).unwrap();
    std::io::Write::write_all(&mut bare, &contents).unwrap();
    assert!(checked(&bare.finish().unwrap()).is_err());

    // The claims of one rule set are none of another.
    let made = make("stones:holes=5", 2, 0);
    let mut other = Plain {
        tables: Vec::new(),
        ..made.proof.clone()
    };
    assert!(
        made.check(&Plain {
            tables: Vec::new(),
            ..made.proof.clone()
        })
        .is_ok()
    );
    other.name = "stones:holes=5,capture=reversed,both-out=relay,mixed-out=end".to_owned();
    other.write(made.directory.path());
    let output = run(made.directory.path());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    other.name = "stones:holes=5".to_owned();
    assert!(made.check(&other).unwrap_err().contains("full name"));
}

#[test]
fn tables_that_are_false_or_others_are_refused() {
    let made = make("stones:holes=4", 3, 6);
    made.proof.write(made.directory.path());
    let output = run(made.directory.path());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["claims"], made.claims());
    assert_eq!(document["tables_checked"], true);
    let derived = document["derived"].as_array().unwrap();
    assert_eq!(derived.len(), 7);
    let values: u64 = derived
        .iter()
        .map(|layer| layer["claims"].as_u64().unwrap())
        .sum();
    let positions: u64 = derived
        .iter()
        .map(|layer| layer["positions"].as_u64().unwrap())
        .sum();
    assert!(0 < values && values < 2 * positions, "{derived:?}");
    // A value of a table that the opening has by a wrong table whose checksums are right.
    let made = make("stones:holes=4", 2, 8);
    made.proof.write(made.directory.path());
    assert_eq!(run(made.directory.path()).status.code(), Some(0));
    let opening = made
        .game
        .boards
        .rank(&[2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) as usize;
    for by in [-1, 1] {
        let mut wrong = made.values[8].clone();
        wrong[opening] = wrong[opening].map(|value| (value + by).clamp(-8, 8));
        write(made.directory.path(), &made.game, 8, &wrong);
        let output = run(made.directory.path());
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("checksum"),
            "{output:?}"
        );
        let table = read_one(made.directory.path(), &made.game, 8).unwrap();
        let [low, _, high] = wrong[opening];
        let mut proof = made.proof.clone();
        proof.tables[8] = table.checksum;
        proof.stated[0] = (low, high);
        proof.write(made.directory.path());
        let output = run(made.directory.path());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("does not follow"),
            "{output:?}"
        );
    }
}

/// The command on the proof and the tables of a directory.
fn run(directory: &Path) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_sowlab-check"))
        .args(["--format", "json", "proof"])
        .arg(directory.join("a.complete"))
        .arg("--tables")
        .arg(directory)
        .output()
        .unwrap()
}

/// The claims that a proof omits are counted before they are stored.
#[test]
fn claims_that_were_left_out_are_counted() {
    let made = make("stones:holes=5,both-out=end", 2, 6);
    let known = |at: At| {
        if at.0 < made.tables.len() {
            gain(&made.values, at)
        } else {
            -(at.0 as i32)
        }
    };
    let stones = made.tables.len();
    let case = (0..made.game.boards.in_layer(stones)).find_map(|rank| {
        let at = (stones, rank, true);
        let need = gain(&made.values, at);
        let found = left_out(&made, at, need, known)?;
        let all_gote = found.len() >= 2 && found.iter().all(|((_, _, gote), _)| *gote);
        (all_gote && support(&made.game, at, need, known).is_none()).then_some((rank, need, found))
    });
    let (rank, need, found) = case.unwrap();
    // Gote's claims follow from a reply to each choice.
    let replies = |&((stones, rank, _), _): &(At, i32)| {
        made.game
            .choices(&made.game.boards.board(stones, rank))
            .count() as u64
    };
    let needed = 64 * (found.len() as u64 + found.iter().map(replies).sum::<u64>());
    let held = 2 * made.tables.iter().map(Table::positions).sum::<u64>();
    let accepted = |limit| {
        let mut known =
            EstablishedClaims::new(&made.game, &made.tables, Memory::new(limit)).unwrap();
        known
            .accept_all(
                Claim {
                    stones,
                    side: -1,
                    need,
                },
                &[rank],
            )
            .is_ok()
    };
    assert!(needed > 60 * (found.len() as u64 + 1));
    assert!(accepted(held + needed) && !accepted(held + needed - 1));
}

/// The claims of a layer to be derived are counted before they are listed.
#[test]
fn claims_of_a_table_are_counted_before_they_are_derived() {
    let made = make("stones:holes=5,both-out=end", 2, 6);
    let stones = made.tables.len() - 1;
    let all = stones as i32;
    let says = |&rank: &u64| {
        [false, true]
            .iter()
            .all(|&gote| gain(&made.values, (stones, rank, gote)) > -all)
    };
    let rank = (0..made.game.boards.in_layer(stones)).find(says).unwrap();
    let held = 2 * made.tables.iter().map(Table::positions).sum::<u64>();
    let derived = |limit| {
        let mut known =
            EstablishedClaims::new(&made.game, &made.tables, Memory::new(limit)).unwrap();
        known.interval(stones, rank);
        known.derive(stones).is_ok()
    };
    // One claim of each side.
    assert!(derived(held + 32) && !derived(held + 31));
}

/// Whose claim does not follow is said.
#[test]
fn a_claim_that_is_refused_names_its_side() {
    let made = make("stones:holes=5,both-out=end", 2, 6);
    let stones = made.tables.len();
    for (side, name) in [(1, "sente"), (-1, "gote")] {
        let mut known = EstablishedClaims::new(&made.game, &made.tables, plenty()).unwrap();
        let refused = known
            .accept_all(
                Claim {
                    stones,
                    side,
                    need: stones as i32 + 1,
                },
                &[0],
            )
            .unwrap_err();
        let says = format!("{name} gains +{} or more: does not follow", stones + 1);
        assert!(refused.to_string().contains(&says), "{refused}");
    }
}

/// The margins with the pie rule, from values of all boards: the side that had sente takes the better role.
#[test]
fn the_pie_rule_is_shown_from_every_first_round() {
    for (name, seeds) in [
        ("stones:holes=3", 4),
        ("stones:holes=4", 2),
        ("stones:holes=4", 3),
        ("stones:holes=5", 2),
        ("stones:holes=5,both-out=end", 2),
        ("stones:holes=5,capture=reversed", 2),
    ] {
        let holes = game_holes(name);
        let most = holes * seeds;
        let made = make(name, seeds, most);
        let mut board = [0; 16];
        board[..holes].fill(seeds as u8);
        let worth = |reply| {
            let all = most as i32;
            let [low, high] = match reply {
                Reply::Over(margin) => [margin; 2],
                Reply::Endless => return [-all, all],
                Reply::Next {
                    stones,
                    rank,
                    gain,
                    passes,
                } => {
                    let [low, _, high] = made.values[stones][rank as usize];
                    if passes {
                        [gain - high, gain - low]
                    } else {
                        [low, high]
                    }
                }
            };
            [low.max(-high), high.max(-low)]
        };
        let least =
            |replies: Vec<[i32; 2]>| [0, 1].map(|end| replies.iter().map(|ends| ends[end]).min());
        let choices: Vec<[Option<i32>; 2]> = made
            .game
            .choices(&board)
            .map(|replies| least(replies.map(worth).collect()))
            .collect();
        let [low, high] =
            [0, 1].map(|end| choices.iter().filter_map(|ends| ends[end]).max().unwrap());
        let mut proof = made.proof.clone();
        for (stated, holds) in [
            ((low, high), true),
            ((low + 1, high), false),
            ((low, high - 1), false),
        ] {
            proof.stated[1] = stated;
            assert_eq!(made.check(&proof).is_ok(), holds, "{name}: {stated:?}");
        }
    }
}

#[test]
fn claims_about_no_board_and_openings_that_are_too_large_are_refused() {
    let made = make("stones:holes=5,both-out=end", 2, 6);
    let mut proof = made.proof.clone();
    // There is one board without stones.
    for (ranks, reason) in [(vec![0, 1], "without a board"), (vec![1], "out of range")] {
        proof.groups = vec![
            ranks
                .into_iter()
                .map(|rank| ((0, rank, false), 0))
                .collect(),
        ];
        let refused = made.check(&proof).unwrap_err();
        assert!(refused.contains(reason), "{refused}");
    }
    proof.groups = Vec::new();
    proof.name = sowlab_check::variant::Variant::parse("stones:holes=12")
        .unwrap()
        .to_string();
    for (seeds, opens) in [(10, true), (11, false)] {
        proof.seeds = seeds;
        let opened = Proof::open(&proof.write(made.directory.path()));
        assert_eq!(opened.is_ok(), opens, "{seeds}");
    }
}

/// A claim rests on what costs least, the first of these; nothing is looked at after what costs nothing.
#[test]
fn a_claim_rests_on_the_replies_of_least_cost() {
    use sowlab_check::replies::support as rests_on;
    let replies = |costs: &[u64]| {
        costs
            .iter()
            .map(|&cost| Reply::Over(cost as i32))
            .collect::<Vec<_>>()
    };
    let cost = |reply| match reply {
        Reply::Over(9) => None,
        Reply::Over(8) => panic!("it is not looked at"),
        Reply::Over(cost) => Some(cost as u64),
        other => panic!("{other:?}"),
    };
    let found = |choices: &[&[u64]], sente| {
        rests_on(
            choices.iter().map(|costs| replies(costs).into_iter()),
            sente,
            cost,
        )
    };
    for (choices, sente, expected) in [
        (&[&[3, 4][..], &[5], &[2, 3]][..], true, Some(&[5][..])),
        (&[&[5, 1], &[1, 9], &[2, 3], &[4, 1]], true, Some(&[2, 3])),
        (&[&[1, 9], &[9]], true, None),
        (&[&[2, 1], &[0, 0], &[8]], true, Some(&[0, 0])),
        (&[&[3, 4, 2, 2], &[9, 1]], false, Some(&[2, 1])),
        (&[&[3, 0, 8], &[7]], false, Some(&[0, 7])),
        (&[&[3], &[9]], false, None),
    ] {
        assert_eq!(found(choices, sente), expected.map(replies), "{choices:?}");
    }
}
