//! The analyses that every sequential game of the catalogue gets without code of its own.

use std::collections::BTreeSet;

use sowlab::analysis::endless::{Followed, ReachRequest, Reachable, reach_moves};
use sowlab::analysis::solve::{
    Beyond, LISTED_STATES, TwoRankTables, solve_sequential, solve_two_rank,
};
use sowlab::analysis::{Field, PerftCounts, RequestError, perft_of_moves};
use sowlab::games::contest::{Contest, Notation, Play};
use sowlab::games::two_rank::{TwoRank, parse};
use sowlab_base::MemorySize;

const MEMORY: MemorySize = MemorySize::new(1 << 24);

fn request(rounds: u32) -> ReachRequest {
    ReachRequest {
        position: None,
        rounds,
        followed: Followed::All,
        memory: MEMORY,
        checkpoint: None,
        certificate: false,
    }
}

fn reached(game: &TwoRank, request: &ReachRequest) -> Result<Reachable, RequestError> {
    reach_moves(game, &Play::opening(game), request, &())
}

#[test]
fn the_graph_of_all_states_and_tables_agree() {
    for name in [
        "kalah:pits=2,seeds=2",
        "kalah:pits=3,seeds=2,empty-capture=yes",
        "awari",
        "egyptian:pits=2,seeds=2",
    ] {
        let game = parse(name).unwrap();
        let position = match name {
            "awari" => game
                .read_position("0,1,0,0,2,0/1,0,0,0,0,1 L 21 22")
                .unwrap(),
            _ => Play::opening(&game),
        };
        let general = solve_sequential(
            &game,
            &position,
            (LISTED_STATES, Beyond::Deepening),
            MEMORY,
            &(),
        )
        .unwrap();
        let tables = TwoRankTables::in_memory(&game, position.state().seeds(), &()).unwrap();
        let special = solve_two_rank(&game, &position, Some(&tables), MEMORY, &()).unwrap();
        assert_eq!(general.bounds, special.bounds, "{name}");
        assert_eq!(general.best, special.best, "{name}");
    }
}

#[test]
fn counting_endless_moves_changes_no_other_count() {
    let game = parse("kalah:pits=3,seeds=2").unwrap();
    let opening = Play::opening(&game);
    let nodes = |endless| {
        let PerftCounts::Plies(plies) = perft_of_moves(&game, &opening, 6, endless, &()).counts
        else {
            panic!("kalah is played in plies");
        };
        assert!(plies.iter().all(|ply| ply.endless == endless.then_some(0)));
        plies.iter().map(|ply| ply.nodes).collect::<Vec<_>>()
    };
    assert_eq!(nodes(true), nodes(false));
    assert_eq!(nodes(true).len(), 6);
}

/// Positions first reached after each number of moves, by sets of their keys.
fn layers<C: Contest>(game: &C, plies: usize) -> Vec<(u64, u64)> {
    let key = |state: &C::State| game.key(state).bits;
    let mut layer = vec![game.state(&game.opening())];
    let mut seen = BTreeSet::from([key(&layer[0])]);
    let mut counts = Vec::new();
    for _ in 0..plies {
        let (mut moves, mut next) = (0, Vec::new());
        for state in &layer {
            let mut choices = Vec::new();
            game.moves(state, &mut choices);
            moves += choices.len() as u64;
            for chosen in choices {
                let after = game.play(state, chosen).state;
                if game.terminal(&after).is_none() && seen.insert(key(&after)) {
                    next.push(after);
                }
            }
        }
        counts.push((layer.len() as u64, moves));
        layer = next;
    }
    counts
}

#[test]
fn reach_goes_breadth_first_over_moves() {
    let game = parse("kalah:pits=3,seeds=2").unwrap();
    let found = reached(&game, &request(7)).unwrap();
    let counts: Vec<_> = found
        .rounds
        .iter()
        .map(|round| (round.boards, round.joint_moves))
        .collect();
    assert_eq!(counts, layers(&game, 7));
    assert!(found.witness.is_none() && !found.cancelled);
    assert!(found.rounds.iter().all(|round| round.endless == 0));
}

#[test]
fn reach_refuses_what_only_rounds_have_and_too_little_memory() {
    let game = parse("kalah:pits=3,seeds=2").unwrap();
    let undisputed = ReachRequest {
        followed: Followed::Undisputed,
        ..request(2)
    };
    let small = ReachRequest {
        memory: MemorySize::new(1000),
        ..request(9)
    };
    for (request, expected) in [(undisputed, Field::Undisputed), (small, Field::Memory)] {
        match reached(&game, &request) {
            Err(RequestError::Field { field, .. }) => assert_eq!(field, expected),
            other => panic!("{other:?}"),
        }
    }
}
