//! Positions of random games, with the value of every choice.

use std::collections::HashSet;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use sowlab_findings::{ExactPosition, ExactPositions};
use sowlab_games::catalog::CatalogGame;
use sowlab_games::dynamic::DynPosition;
use sowlab_solvers::{Monitor, Unwatched};

use crate::choices::ChoicesRequest;
use crate::tables::TableFolder;
use crate::{Analyses, RequestError};

/// The maximum number of moves of a random game: play may never end.
const MOST_MOVES: u64 = 1000;

/// The positions to draw, and the means to value them.
#[derive(Clone, Debug)]
pub struct DrawRequest {
    /// The number of positions.
    pub number: usize,
    /// The maximum number of random games, of each of which one position is drawn.
    pub games: u64,
    /// The seed of the random games.
    pub seed: u64,
    /// The means; its position and its scratch directory are not used. Positions whose choices have no exact value by its
    /// limit are left out.
    pub values: ChoicesRequest,
}

/// Draws positions: each from a random game of its own, any of its positions with two or more choices with equal
/// probability. Only those are kept in which the value of every choice is exact, under each infinite-play convention,
/// and no position is kept twice. Games have no pie rule here.
///
/// The finding has fewer positions than requested if the games do not suffice, or if the monitor cancels.
///
/// # Errors
/// The values cannot be computed: see [`Solve::improving_choices`](crate::Solve::improving_choices).
pub fn draw_positions(
    game: &CatalogGame,
    request: &DrawRequest,
    monitor: &dyn Monitor,
) -> Result<ExactPositions, RequestError> {
    let opening = game.for_play(false)?.opening();
    let analyses = game.analyses();
    let mut random = ChaCha8Rng::seed_from_u64(request.seed);
    let mut found = ExactPositions {
        game: game.to_string(),
        seed: request.seed,
        games: 0,
        inexact: 0,
        positions: Vec::new(),
    };
    let mut seen = HashSet::new();
    // Tables that are built for one position serve the next ones.
    let scratch = TableFolder::passing().map_err(RequestError::failed)?;
    monitor.begin("positions", request.number as u64);
    let unwatched = Unwatched(monitor);
    while found.positions.len() < request.number && found.games < request.games {
        let positions = positions_of_random_game(&opening, &mut random);
        found.games += 1;
        let Some((ply, drawn)) = positions.choose(&mut random) else {
            continue;
        };
        let (ply, position) = (*ply, drawn.text());
        if !seen.insert(position.clone()) {
            continue;
        }
        let wanted = ChoicesRequest {
            position: Some(position.clone()),
            scratch: Some(scratch.path().to_owned()),
            ..request.values.clone()
        };
        let values = analyses.choices(&wanted, &unwatched)?;
        if monitor.cancelled() {
            break;
        }
        let exact = (values.choices.iter()).all(|choice| choice.bounds.value().is_some());
        if !exact {
            found.inexact += 1;
            continue;
        }
        let (best, _) = values.best();
        found.positions.push(ExactPosition {
            position,
            ply,
            values,
            best,
        });
        monitor.advance(1);
    }
    Ok(found)
}

/// Returns the positions of a game of random moves that have two choices or more, each with the number of moves before
/// it.
fn positions_of_random_game(
    opening: &Arc<dyn DynPosition>,
    random: &mut ChaCha8Rng,
) -> Vec<(u64, Arc<dyn DynPosition>)> {
    let mut positions = Vec::new();
    let mut position = opening.clone();
    for ply in 0..=MOST_MOVES {
        let actions = position.actions();
        if actions.len() >= 2 {
            positions.push((ply, position.clone()));
        }
        let chosen = (ply < MOST_MOVES).then(|| actions.choose(random));
        let Some(&action) = chosen.flatten() else {
            break;
        };
        let played = position.play_action(action);
        position = played.expect("the action is legal").position;
    }
    positions
}
