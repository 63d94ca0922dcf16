//! `sowlab equilibrium`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Deserialize;
use sowlab_base::files::text_limited;

use super::amount::counted;
use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::{Common, show, tables_directory};
use sowlab_analysis::equilibrium::{
    CommitOrder, Committed, Equilibrium, EquilibriumRequest, EstimateRequest, FoundEquilibrium,
    Leaves, MOST_ROUNDS, Settled, StrategiesRequest, estimate_equilibrium, exploit,
    find_equilibrium, find_world_equilibrium,
};
use sowlab_analysis::equilibrium::{EquilibriumDocument, EstimatedStrategies, RatedStrategies};
use sowlab_analysis::learned::Evaluation;
use sowlab_analysis::tables::TabledGame;
use sowlab_base::MemorySize;
use sowlab_engines::spec::EvalSpec;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::stones::{Position, Rules};
use sowlab_games::world::WorldVariant;

#[derive(Debug, Args)]
#[command(after_help = "\
The value is the margin in stones from the position on for the first chooser (sente), with optimal play by both \
sides up to the horizon. What is left after the horizon, or in a non-terminating round, counts for neither side.

`sente` and `gote` are the strategies for the next round: moves with their probabilities. The side that sees the \
other's move has a reply to each (`after`). In the sealed order gote gives an ordered pair: W3/W5 takes hole 5 if \
sente takes hole 3. `exploitability` is the total gain of both sides from best answers to these strategies in all \
rounds; it is 0 except for rounding. Without a horizon, a position of the open or reverse order whose play can \
repeat has its `zero` value, and `exploitability` covers only the next round.

--compare also prints the cost of committing first (reverse minus open) and the value of observing (sealed minus \
open).

--eval adds strategies for which learned weights estimate the value beyond the horizon, and their estimate of the \
value. The weights were trained on the open order; `value` does not use them.

--strategy prints the loss of each given strategy for the next round against the best answer. Later rounds follow \
the equilibrium. An example file:
  {\"sente\": [{\"choice\": \"E4\", \"probability\": 1.0}]}

Examples:
  sowlab equilibrium 55stones --horizon 1
  sowlab equilibrium 33stones --order sealed --horizon 2
  sowlab equilibrium 33stones --horizon 2 --compare
  sowlab equilibrium 55stones --order sealed --horizon 2 --eval built-in
  sowlab equilibrium agsinnoninka:pits=3,seeds=2 --order sealed --horizon 6
  sowlab equilibrium 33stones --order sealed --horizon 1 --strategy mine.json")]
pub(super) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    game: String,
    /// Position at the start of a round [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// Commitment order
    #[arg(long, value_enum, default_value_t = Order::Open)]
    order: Order,
    /// Number of rounds to look ahead, or none. Without a horizon play must always end, or (open and reverse order)
    /// tables must hold the position
    #[arg(long, value_name = "ROUNDS", default_value = "none")]
    horizon: Rounds,
    /// Directory with endgame tables for the open order without a horizon; the reverse order needs those of
    /// rest=exchanged [default: built if that takes seconds]
    #[arg(long, value_name = "DIR", value_parser = tables_directory())]
    tables: Option<PathBuf>,
    /// Compare all three orders
    #[arg(long)]
    compare: bool,
    /// File of strategies whose loss to compute: JSON with `sente`, `gote` or both, as --format json prints them
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    strategy: Option<PathBuf>,
    /// Weights that estimate what lies beyond the horizon: `built-in`, or a file (see `docs/engines.md`)
    #[arg(long, value_name = "FILE")]
    eval: Option<EvalSpec>,
    /// Memory for the strategies, as in 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    memory: MemorySize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Sequential, as in the game: sente commits first, and gote sees the move
    Open,
    /// Reversed: gote commits first, and sente sees the move
    Reverse,
    /// Simultaneous: neither sees the other's move; if both want one hole, sente has it
    Sealed,
}

impl From<Order> for CommitOrder {
    fn from(order: Order) -> CommitOrder {
        match order {
            Order::Open => CommitOrder::Open,
            Order::Reverse => CommitOrder::Reverse,
            Order::Sealed => CommitOrder::Sealed,
        }
    }
}

/// A number of rounds, or none.
#[derive(Clone, Copy, Debug)]
struct Rounds(Option<u8>);

/// The error of a text that is not a number of rounds.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("write a number from 0 to {MOST_ROUNDS}, or none")]
struct RoundsError;

impl FromStr for Rounds {
    type Err = RoundsError;

    fn from_str(text: &str) -> Result<Rounds, RoundsError> {
        if text == "none" {
            return Ok(Rounds(None));
        }
        (text.parse().ok())
            .filter(|&rounds| rounds <= MOST_ROUNDS)
            .map(|rounds| Rounds(Some(rounds)))
            .ok_or(RoundsError)
    }
}

/// The maximum number of bytes of a file of strategies.
const MOST_STRATEGIES: u64 = 1 << 20;

/// Strategies for the next round, as in the document of an equilibrium.
#[derive(Deserialize)]
struct Strategies {
    sente: Option<Vec<Committed>>,
    gote: Option<Vec<Committed>>,
}

/// Reads a file of strategies.
fn strategies(path: &Path) -> Result<Strategies, Failure> {
    let wrong = |error: &dyn std::fmt::Display| {
        Failure::input("--strategy", format!("{}: {error}", path.display()))
    };
    let text = text_limited(path, MOST_STRATEGIES).map_err(|error| wrong(&error))?;
    let strategies: Strategies = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    match strategies {
        Strategies {
            sente: None,
            gote: None,
        } => Err(wrong(&"no strategy; give 'sente', 'gote' or both")),
        given => Ok(given),
    }
}

/// Returns the weights for a game.
fn weights(eval: &EvalSpec, rules: &Rules) -> Result<Arc<Evaluation>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::input("--eval", error);
    let name = rules.table_name().map_err(|error| wrong(&error))?;
    match eval {
        EvalSpec::BuiltIn => Evaluation::built_in(&name, rules.holes())
            .map_err(|error| wrong(&error))?
            .ok_or_else(|| {
                wrong(&format!(
                    "the program has no weights for {rules}; give a file of weights"
                ))
            }),
        EvalSpec::File(path) => {
            Evaluation::open(path, &name, rules.holes()).map_err(|error| wrong(&error))
        }
    }
}

/// Returns the strategies for which states at the horizon have the values that weights estimate.
fn estimated(
    eval: &EvalSpec,
    rules: &Rules,
    position: &Position,
    request: &EquilibriumRequest,
    progress: &Progress,
) -> Result<EstimatedStrategies, Failure> {
    let weights = weights(eval, rules)?;
    let rounds = request.rounds.ok_or_else(|| {
        Failure::input(
            "--eval",
            "requires a horizon; give --horizon a number of rounds",
        )
    })?;
    let request = EstimateRequest {
        order: request.order,
        rounds,
        leaves: Leaves::Learned(&weights),
        memory: request.memory,
    };
    let found = estimate_equilibrium(rules, position, &request, progress)?;
    Ok(EstimatedStrategies::new(eval.to_string(), &found))
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let Rounds(rounds) = arguments.horizon;
    let request = EquilibriumRequest {
        order: arguments.order.into(),
        rounds,
        tables: arguments.tables.clone(),
        compare: arguments.compare,
        memory: arguments.memory,
    };
    if let CatalogGame::World(variant) = show::game(&arguments.game)? {
        return of_world(&variant, arguments, &request, common);
    }
    let rules = show::stones(&arguments.game, "equilibrium")?;
    let position = show::position(&rules, arguments.position.as_deref())?;
    // Ctrl-C takes effect from here on, also while the table is cleared.
    let progress = Progress::new(common);
    let started = Instant::now();
    let given = arguments.strategy.as_deref().map(strategies).transpose()?;
    let answer = find_equilibrium(&rules, &position, &request, &progress)?;
    let estimated = (arguments.eval.as_ref())
        .map(|eval| estimated(eval, &rules, &position, &request, &progress))
        .transpose()?;
    let rated = given.map(|Strategies { sente, gote }| {
        let given = [sente.is_some(), gote.is_some()];
        let request = StrategiesRequest {
            order: request.order,
            rounds,
            sente,
            gote,
            memory: request.memory,
        };
        let answers = exploit(&rules, &position, &request, &progress)?;
        Ok::<_, Failure>(RatedStrategies::new(answer.found.value, answers, given))
    });
    let rated = rated.transpose()?;
    drop(progress);
    let seconds = started.elapsed().as_secs_f64();
    let document = EquilibriumDocument::new(&rules, &position, rounds, &answer, seconds);
    let document = document.with_strategies(rated).with_estimate(estimated);
    let head = format!("{rules}\n{position}\n");
    Ok(printed(head, &answer, &document, (rounds, seconds)))
}

/// Finds the equilibrium of a game of the world.
fn of_world(
    variant: &WorldVariant,
    arguments: &Arguments,
    request: &EquilibriumRequest,
    common: &Common,
) -> Result<Document, Failure> {
    for (option, given) in [
        ("--strategy", arguments.strategy.is_some()),
        ("--eval", arguments.eval.is_some()),
    ] {
        if given {
            let why = "only the stones family has this option";
            return Err(Failure::input(option, format!("{variant}: {why}")));
        }
    }
    let progress = Progress::new(common);
    let started = Instant::now();
    let position = arguments.position.as_deref();
    let (answer, position) = find_world_equilibrium(variant, position, request, &progress)?;
    drop(progress);
    let seconds = started.elapsed().as_secs_f64();
    let document = EquilibriumDocument::of_world(variant, &position, request, &answer, seconds);
    let head = format!("{variant}\n{position}\n");
    Ok(printed(head, &answer, &document, (request.rounds, seconds)))
}

/// Prints equilibria and the document about them.
fn printed(
    mut text: String,
    answer: &FoundEquilibrium,
    document: &EquilibriumDocument,
    (rounds, seconds): (Option<u8>, f64),
) -> Document {
    let _ = match answer.settled {
        Settled::Horizon => {
            let rounds = counted(rounds.unwrap_or_default().into(), "round");
            writeln!(text, "Horizon: {rounds}\n")
        }
        Settled::Tables => writeln!(text, "No horizon: table values after this round\n"),
        Settled::Ends => writeln!(text, "No horizon: play always ends here\n"),
    };
    match answer.compared.is_empty() {
        true => text += &described(&answer.found),
        false => (answer.compared.iter()).for_each(|found| text += &described(found)),
    }
    if let Some(estimated) = &document.estimated {
        text += &estimated_text(estimated);
    }
    if let Some(rated) = &document.strategy {
        text += &rated_text(rated);
    }
    if let Some(compare) = &document.compare {
        for (difference, stones) in [
            (
                "Cost of committing first (reverse − open)",
                compare.price_of_sente,
            ),
            (
                "Value of observing (sealed − open)",
                compare.worth_of_seeing,
            ),
        ] {
            if let Some(stones) = stones {
                let _ = writeln!(text, "{difference}: {BOLD}{stones:+.6}{BOLD:#}");
            }
        }
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Document::new(text, document).interrupted_if(answer.cancelled)
}

fn rated_text(rated: &RatedStrategies) -> String {
    let mut text = String::from("Strategies given:\n");
    for (name, loses) in [("sente", rated.sente_loses), ("gote", rated.gote_loses)] {
        if let Some(loses) = loses {
            let _ = writeln!(text, "  {name:5}  loses {BOLD}{loses:.6}{BOLD:#}");
        }
    }
    text
}

fn strategies_text(sente: &[Committed], gote: &[Committed]) -> String {
    let mut text = String::new();
    for (name, strategy) in [("sente", sente), ("gote", gote)] {
        let choices: Vec<String> = (strategy.iter())
            .map(|one| match &one.after {
                Some(after) => format!("{after}→{}", one.choice),
                None if one.probability == 1.0 => one.choice.clone(),
                None => format!("{} {:.4}", one.choice, one.probability),
            })
            .collect();
        let _ = writeln!(text, "  {name:5}  {}", choices.join("  "));
    }
    text
}

fn estimated_text(estimated: &EstimatedStrategies) -> String {
    let EstimatedStrategies {
        evaluation,
        estimate,
        sente,
        gote,
        ..
    } = estimated;
    let head = format!("estimate with {evaluation}: {BOLD}{estimate:+.6}{BOLD:#}\n");
    head + &strategies_text(sente, gote)
}

fn described(found: &Equilibrium) -> String {
    let mut text = format!("{}: {BOLD}{:+.6}{BOLD:#}\n", found.order, found.value);
    text += &strategies_text(&found.sente, &found.gote);
    let _ = writeln!(
        text,
        "  {DIM}exploitability {:.1e}, {} nodes, {:.2} s{DIM:#}",
        found.exploitability.total(),
        found.counts.nodes,
        found.seconds
    );
    text
}
