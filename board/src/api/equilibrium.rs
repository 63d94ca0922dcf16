//! `/equilibrium`: value and mixed strategies under an order of commitment.

use std::time::Instant;

use axum::extract::State;
use sowlab_analysis::equilibrium::EquilibriumDocument;
use sowlab_analysis::equilibrium::{
    CommitOrder, EquilibriumRequest, MOST_ROUNDS, find_equilibrium,
};

use super::{Answer, ApiError, Parameters, document};
use crate::searches::Watched;
use crate::state::Board;

/// Answers with the document of `sowlab equilibrium`.
pub(super) async fn answer(State(board): State<Board>, parameters: Parameters) -> Answer {
    let names = ["game", "position", "order", "horizon", "compare", "within"];
    parameters.known(&names)?;
    let within = parameters.within(&board)?;
    let game = parameters.game()?;
    let rules = parameters.stones("equilibrium")?;
    let position = parameters.stones_position(&rules)?;
    let rounds = match parameters.text("horizon") {
        Some("none") => None,
        _ => parameters.number("horizon", 0..=MOST_ROUNDS.into())?,
    };
    let rounds = rounds.map(|rounds| rounds as u8);
    let order = parameters.text("order").unwrap_or("open");
    let named = |one: &CommitOrder| one.to_string() == order;
    let order = CommitOrder::ALL.into_iter().find(named);
    let request = EquilibriumRequest {
        order: order.ok_or_else(|| ApiError::input("order", "open, reverse or sealed"))?,
        rounds,
        tables: None,
        compare: parameters.flag("compare", false)?,
        memory: board.memory,
    };
    let shared = board.clone();
    let found = board.searches.search(within, move |watched: &Watched| {
        let started = Instant::now();
        let request = EquilibriumRequest {
            tables: shared.tables_of(&game),
            ..request
        };
        let found = find_equilibrium(&rules, &position, &request, watched)?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(EquilibriumDocument::new(
            &rules, &position, rounds, &found, seconds,
        ))
    });
    document(&found.await?)
}
