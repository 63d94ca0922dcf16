//! Moves seed by seed.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sowlab::games::contest::{Notation, Play, SeedEvent, legal_moves};
use sowlab::games::world::{Counted, Position, WorldGame, WorldVariant};
use sowlab_solvers::Game;

/// The pits and stores that a position is written with.
fn counts(game: &WorldGame, position: &Position) -> (Vec<u8>, [u8; 2]) {
    let text = game.position_text(position);
    let pits = text.split(' ').next().unwrap();
    let pits = pits
        .split(['/', ','])
        .map(|pit| pit.parse().unwrap())
        .collect();
    (pits, position.stores())
}

/// Checks the steps of every legal move of a position, at most this number of a move.
fn check(game: &WorldGame, position: &Position, most: usize) {
    for chosen in legal_moves(game, position) {
        let name = game.move_text(position, chosen);
        let context = format!("{} {}: {name}", game.name(), game.position_text(position));
        let after = game.advance(position, chosen);
        let in_hand = game.rules().in_hand(position.state().board());
        let mut total = position.total() + u32::from(in_hand);
        let mut last = None;
        for step in game.seed_by_seed(position, chosen).take(most) {
            let pits: u32 = step.pits().iter().copied().map(u32::from).sum();
            let stores: u32 = step.stores.iter().copied().map(u32::from).sum();
            let seeds = pits + stores + u32::from(step.hand);
            if step.event == SeedEvent::Capture && game.rules().counted() == Counted::Win {
                // Captured seeds count for nobody.
                assert!(seeds < total, "{context}");
                total = seeds;
            }
            assert_eq!(seeds, total, "{context}");
            last = Some(step);
        }
        if let Some(last) = last
            && !game.endless(after.state())
            && last.hand == 0
        {
            let (pits, stores) = counts(game, &after);
            assert_eq!(last.pits(), pits, "{context}");
            assert_eq!(last.stores, stores, "{context}");
        }
    }
}

#[test]
fn steps_conserve_seeds_and_end_on_the_board_after_the_move() {
    let mut random = SmallRng::seed_from_u64(7);
    for name in [
        "togyz",
        "togyz:pits=4,seeds=3",
        "congkak",
        "congkak:pits=3,lone=store,foreign=forfeit,end=any-empty",
        "congkak:opening=lockstep",
        "agsinnoninka:mode=alternate",
        "agsinnoninka",
        "omweso:pits=3,seeds=3",
        "omweso:pits=4,seeds=3,first-capture=no",
        "omweso:pits=3,seeds=3,setup=free",
        "bao",
        "bao:pits=4",
        "sowing",
        "sowing:form=impartial",
        "atomic-wari:pits=12",
    ] {
        let game = name.parse::<WorldVariant>().unwrap().game();
        for _ in 0..20 {
            let mut position = game.opening();
            for _ in 0..40 {
                let legal = legal_moves(&game, &position);
                if legal.is_empty() {
                    break;
                }
                check(&game, &position, 20_000);
                position = game.advance(&position, legal[random.random_range(0..legal.len())]);
            }
        }
    }
}
