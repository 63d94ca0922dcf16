//! What seeing the other's choice is worth, round by round of a game that both sides play well.

use sowlab_solvers::equilibrium::{EquilibriumError, Horizon, Solver};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{JointGame, Monitor, Problem};

use super::commit_orders::TABLE_BYTES;
use crate::analysis::equilibrium::OrderValues;
use crate::games::stones::{Position, Rules, StonesGame, record_of_choices};
use crate::study::entries::played::{PlayedGame, PlayedRound};
use crate::study::names::short_name;
use crate::study::plot::{Lines, Series};
use crate::study::{Experiment, Finding, Plot, StudyError, Table};

pub(in crate::study) fn run(
    experiment: &Experiment,
    rounds: u32,
    horizon: u8,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let mut table = Table::new(&[
        "game",
        "round",
        "position",
        "open",
        "reverse",
        "sealed",
        "price of sente",
        "worth of seeing",
    ]);
    let mut remarks = Vec::new();
    let mut all = Vec::new();
    for rules in experiment.rule_sets()? {
        let played = match play(&rules, rounds, horizon, monitor) {
            Ok(played) => played,
            Err(EquilibriumError::Cancelled) => return Ok(None),
            Err(error) => return Err(experiment.failed(error)),
        };
        for round in &played.rounds {
            table.row([
                played.game.clone(),
                round.round.to_string(),
                round.position.clone(),
                format!("{:.4}", round.values.open),
                format!("{:.4}", round.values.reverse),
                format!("{:.4}", round.values.sealed),
                format!("{:.4}", round.price_of_sente),
                format!("{:.4}", round.worth_of_seeing),
            ]);
        }
        remarks.push(format!(
            "{}: both look {horizon} rounds ahead and play `{}`{}; on the way the price of sente is {:.2} \
             on average and the worth of seeing {:.2}.",
            played.game,
            played.record,
            if played.ended { ", which ends the game" } else { "" },
            played.mean(|round| round.price_of_sente),
            played.mean(|round| round.worth_of_seeing),
        ));
        all.push(played);
    }
    let plots = plots(&experiment.id, &all);
    Ok(Some(
        Finding::new(experiment, &all, table, remarks).plotted(plots),
    ))
}

/// Under the rules of the game (the open order) both sides always make their first best choice up to
/// the horizon; the pie is left alone.
fn play(
    rules: &Rules,
    rounds: u32,
    horizon: u8,
    monitor: &dyn Monitor,
) -> Result<PlayedGame, EquilibriumError> {
    let game = StonesGame::new(rules);
    let memory = TranspositionTable::new(TABLE_BYTES).expect("the memory of a small table");
    let left = Horizon::Rounds(horizon);
    let opening = Position::opening(rules);
    let mut choices = Vec::new();
    let mut played = Vec::new();
    let mut position = Some(opening);
    monitor.begin("nodes of good play", 0);
    for round in 1..=rounds {
        let Some(now) = position else { break };
        let board = now.canonical_board();
        if game.terminal(&board).is_some() {
            break;
        }
        let values = OrderValues::of(&game, &board, left, &memory, monitor)?;
        let solver = Solver::new(Problem::new(&game), CommitOrder::Open, &memory, monitor);
        let solved = solver.solve(&board, left)?;
        let first = solved.leader[0].choice;
        let reply = solved
            .follower
            .iter()
            .find(|reply| reply.after == Some(first));
        choices.push((first, reply.expect("a reply to every choice").choice));
        played.push(PlayedRound {
            round,
            position: now.to_string(),
            stones: board.stones(),
            values,
            price_of_sente: values.price_of_sente(),
            worth_of_seeing: values.worth_of_seeing(),
        });
        let record = record_of_choices(game.sower(), opening, &choices);
        let replayed = record.replay(game.sower(), opening);
        let replayed = replayed.expect("choices of a solver can be played");
        position = replayed.last().and_then(|played| played.position);
    }
    let ended = position.is_none_or(|last| game.terminal(&last.canonical_board()).is_some());
    Ok(PlayedGame {
        game: rules.to_string(),
        horizon,
        record: record_of_choices(game.sower(), opening, &choices).to_string(),
        rounds: played,
        ended,
    })
}

fn plots(id: &str, all: &[PlayedGame]) -> Vec<Plot> {
    let mut series = Vec::new();
    for played in all {
        for (name, of) in [
            (
                "price of sente",
                (|round| round.price_of_sente) as fn(&PlayedRound) -> f64,
            ),
            ("worth of seeing", |round| round.worth_of_seeing),
        ] {
            series.push(Series {
                label: format!("{name}, {}", short_name(&played.game)),
                points: (played.rounds.iter())
                    .map(|round| (f64::from(round.round), of(round)))
                    .collect(),
            });
        }
    }
    let lines = Lines {
        title: "The price of sente and the worth of seeing in good play",
        x: "round",
        y: "stones",
        logarithmic: false,
        series,
    };
    (lines.svg().into_iter())
        .map(|svg| Plot {
            file: format!("{id}.svg"),
            title: lines.title.to_owned(),
            svg,
        })
        .collect()
}
