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
const MOST_MOVES: usize = 1000;

/// The positions to draw, and the means to value them.
#[derive(Clone, Debug)]
pub struct DrawRequest {
    /// The number of positions.
    pub number: usize,
    /// The maximum number of random games, of each of which one position is drawn.
    pub games: u64,
    /// The seed of the random games.
    pub seed: u64,
    /// The means; its position and its scratch directory are not used. Positions whose choices have no exact value by its limit are left out.
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
        let drawn = one_of(random_game(&opening, &mut random), &mut random);
        found.games += 1;
        let Some((ply, position)) = drawn.filter(|(_, position)| seen.insert(position.clone()))
        else {
            continue;
        };
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

/// Returns the positions of a game of random moves.
fn random_game(
    opening: &Arc<dyn DynPosition>,
    random: &mut ChaCha8Rng,
) -> Vec<Arc<dyn DynPosition>> {
    let mut positions = vec![opening.clone()];
    while positions.len() <= MOST_MOVES {
        let position = &positions[positions.len() - 1];
        let actions = position.actions();
        let Some(&action) = actions.choose(random) else {
            break;
        };
        let played = position.play_action(action);
        positions.push(played.expect("the action is legal").position);
    }
    positions
}

/// Returns one of the positions with a choice, and its number in the game.
fn one_of(positions: Vec<Arc<dyn DynPosition>>, random: &mut ChaCha8Rng) -> Option<(u64, String)> {
    let with_choice: Vec<_> = (0..)
        .zip(positions)
        .filter(|(_, position)| position.actions().len() >= 2)
        .collect();
    let (ply, position) = with_choice.choose(random)?;
    Some((*ply, position.text()))
}
