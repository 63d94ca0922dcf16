//! The first ply in which a move never ends, by the reference and by `loops reach`.

use std::collections::HashSet;

use sowlab::analysis::Analyses;
use sowlab::analysis::endless::{Followed, ReachRequest, ReachedRound};
use sowlab::catalog::CatalogGame;
use sowlab_base::MemorySize;

use super::reference::{Board, Owela, Sown};

/// Every position that the opening leads to, ply by ply, up to the first with an endless move.
fn by_reference(owela: &Owela) -> Vec<ReachedRound> {
    let mut boards = vec![owela.start()];
    let mut seen = HashSet::from([owela.start()]);
    let mut plies = Vec::new();
    for round in 1.. {
        let mut ply = ReachedRound {
            round,
            boards: 0,
            joint_moves: 0,
            endless: 0,
        };
        let mut next = Vec::new();
        for board in &boards {
            let moves = owela.moves(board);
            ply.boards += u64::from(!moves.is_empty());
            for pit in moves {
                ply.joint_moves += 1;
                match owela.sow(board, pit, 20_000) {
                    Sown::Ends { board, .. } => {
                        let (own, other) = (board.other, board.own);
                        let after = Board { own, other };
                        if seen.insert(after.clone()) {
                            next.push(after);
                        }
                    }
                    Sown::Endless { .. } => ply.endless += 1,
                    Sown::Unknown => panic!("{} {board:?} pit {}", owela.name(), pit + 1),
                }
            }
        }
        plies.push(ply);
        if ply.endless > 0 {
            return plies;
        }
        boards = next;
    }
    unreachable!("plies are numbers")
}

#[test]
fn both_find_it_in_the_same_ply() {
    for (pits, plies) in [
        (2, [4, 4]),
        (3, [6, 6]),
        (4, [5, 5]),
        (5, [5, 5]),
        (6, [5, 6]),
    ] {
        for (both, plies) in [true, false].into_iter().zip(plies) {
            let owela = Owela { pits, both };
            let expected = by_reference(&owela);
            assert_eq!(expected.len(), plies, "{}", owela.name());
            let game: CatalogGame = owela.name().parse().unwrap();
            let request = ReachRequest {
                position: None,
                rounds: plies as u32,
                followed: Followed::All,
                memory: MemorySize::new(1 << 28),
                checkpoint: None,
                certificate: false,
            };
            let found = game.analyses().reach(&request, &()).unwrap();
            assert_eq!(found.rounds, expected, "{}", owela.name());
            assert!(found.witness.is_some());
        }
    }
}
