//! `equilibrium`: value and mixed strategies under an order of commitment.

use std::sync::Arc;

use sowlab_base::Instant;

use sowlab_analysis::equilibrium::EquilibriumDocument;
use sowlab_analysis::equilibrium::{
    CommitOrder, EquilibriumRequest, MOST_ROUNDS, find_equilibrium,
};

use crate::{ApiError, Parameters, Request, Setting, document};

/// Reads a request for the document of `sowlab equilibrium`.
pub(crate) fn read(parameters: &Parameters, setting: &Arc<Setting>) -> Result<Request, ApiError> {
    let names = ["game", "position", "order", "horizon", "compare", "within"];
    parameters.known(&names)?;
    let within = parameters.within(setting)?;
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
        memory: setting.memory,
    };
    let shared = Arc::clone(setting);
    Ok(Request::search(within, move |monitor| {
        let started = Instant::now();
        let request = EquilibriumRequest {
            tables: shared.tables_of(&game),
            ..request
        };
        let found = find_equilibrium(&rules, &position, &request, monitor)?;
        let seconds = started.elapsed().as_secs_f64();
        document(&EquilibriumDocument::new(
            &rules, &position, rounds, &found, seconds,
        ))
    }))
}
