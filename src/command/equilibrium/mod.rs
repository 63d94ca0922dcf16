//! `sowlab equilibrium`.

mod answer;

use std::fmt::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::{Args, ValueEnum};
use sowlab_solvers::equilibrium::{EquilibriumError, MOST_ROUNDS, Unending};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;

use super::draw::{BOLD, DIM};
use super::failure::{Failure, Finished};
use super::output::Document;
use super::progress::Progress;
use super::{Common, show};
use crate::analysis::equilibrium::{Equilibrium, NoEquilibrium, Question, TabledRound};
use crate::analysis::solve::{MemorySize, TabledStones};
use crate::analysis::tables::{TableFolder, unusable};
use crate::games::stones::{Position, StonesGame};
use answer::{Answer, OfOrder, comparison, described};

#[derive(Debug, Args)]
#[command(after_help = "\
The value is the margin in stones from the position on for the side with sente, under best play by both up \
to the horizon; what is left after that, or in an endless round, counts for nobody. `sente` and `gote` \
are what the two do in the next round: a choice with its probability. Who sees the other's choice \
has a reply for each (`after`). Sealed, gote gives an ordered pair: in W3/W5, W5 is taken if sente \
takes hole 3. `exploitability` is what both together gain by answering these strategies best, in all \
rounds: 0 but for rounding. Without a horizon a position of the open order whose play can repeat \
itself is worth its `zero`; then `exploitability` is that of the next round, before the tables.

With --compare: the price of sente is reverse minus open, what committing first costs; the worth of seeing \
is sealed minus open, what gote's seeing sente's choice costs sente.")]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// The position, at the start of a round [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// Who commits first, and whether the other sees it
    #[arg(long, value_enum, default_value_t = Order::Open)]
    order: Order,
    /// So many rounds, or none: as many as it takes, where play always ends (in the open order also where
    /// tables hold the position)
    #[arg(long, value_name = "ROUNDS", default_value = "none")]
    horizon: Rounds,
    /// Tables to use in the open order without a horizon [default: made on the spot where that takes
    /// seconds; the default folder of `solve` is not looked at]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// All three orders side by side
    #[arg(long)]
    compare: bool,
    /// Memory for what is found, as in 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    memory: MemorySize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Sente commits, gote sees it: the rules of the game
    Open,
    /// Gote commits, sente sees it
    Reverse,
    /// Neither sees the other's choice; if both want one hole, sente has it
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

impl FromStr for Rounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Rounds, String> {
        if text == "none" {
            return Ok(Rounds(None));
        }
        (text.parse().ok())
            .filter(|&rounds| rounds <= MOST_ROUNDS)
            .map(|rounds| Rounds(Some(rounds)))
            .ok_or_else(|| format!("a number from 0 to {MOST_ROUNDS}, or 'none'"))
    }
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "equilibrium")?;
    let position = show::position(&rules, arguments.position.as_deref())?;
    let Rounds(rounds) = arguments.horizon;
    // Ctrl-C is heeded from here on, also while the table is cleared.
    let progress = Progress::new(common);
    let started = Instant::now();
    let table = TranspositionTable::new(arguments.memory.bytes())
        .map_err(|error| Failure::input("--memory", error))?;
    let game = StonesGame::new(&rules);
    let question = Question::new(&game, position, rounds, &progress);
    let order = CommitOrder::from(arguments.order);
    let mut tabled = false;
    let mut compared = Vec::new();
    let mut interrupted = false;
    let found = match question {
        Err(NoEquilibrium::Unending(reason))
            if order == CommitOrder::Open && !arguments.compare =>
        {
            tabled = true;
            by_tables(arguments, game, position, reason, &table, &progress)?
        }
        question => {
            let question = question.map_err(refused)?;
            let under = |order| {
                question
                    .solve(&game, order, &table, &progress)
                    .map_err(failed)
            };
            if arguments.compare {
                for order in CommitOrder::ALL {
                    match under(order) {
                        Ok(found) => compared.push(found),
                        Err(Failure::Interrupted(_)) if !compared.is_empty() => {
                            interrupted = true;
                            break;
                        }
                        Err(failure) => return Err(failure),
                    }
                }
                let found = compared.iter().find(|found| found.order == order);
                found.unwrap_or(&compared[0]).clone()
            } else {
                under(order)?
            }
        }
    };
    drop(progress);

    let mut text = format!("{rules}\n{position}\n");
    let _ = match rounds {
        Some(rounds) => writeln!(text, "Horizon: {rounds} rounds\n"),
        None if tabled => writeln!(text, "No horizon: after this round as the tables have it\n"),
        None => writeln!(text, "No horizon: play always ends here\n"),
    };
    match compared.is_empty() {
        true => text += &described(&found),
        false => compared.iter().for_each(|found| text += &described(found)),
    }
    let compare = comparison(&compared);
    if let Some(compare) = &compare {
        for (difference, stones) in [
            ("Price of sente (reverse − open)", compare.price_of_sente),
            ("Worth of seeing (sealed − open)", compare.worth_of_seeing),
        ] {
            if let Some(stones) = stones {
                let _ = writeln!(text, "{difference}: {BOLD}{stones:+.6}{BOLD:#}");
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(
        text,
        &Answer {
            game: rules.to_string(),
            position: position.to_string(),
            order: found.order.to_string(),
            horizon: rounds,
            of_order: OfOrder::from(&found),
            compare,
            seconds,
        },
    )
    .interrupted_if(interrupted))
}

/// The open order where play need not end: the round on the values of endgame tables.
fn by_tables(
    arguments: &Arguments,
    game: StonesGame,
    position: Position,
    reason: Unending,
    memory: &TranspositionTable,
    progress: &Progress,
) -> Result<Equilibrium, Failure> {
    let given = arguments.tables.as_deref();
    let stones = position.board().stones();
    let folder = TableFolder::given_or_on_demand(given, game.rules(), stones, progress)?;
    let Some(folder) = folder else {
        return Err(Failure::input(
            "--horizon",
            format!("{reason}; give a number of rounds, or --tables that hold the position"),
        ));
    };
    let tabled = TabledStones::open(game, folder.path(), 0).map_err(unusable)?;
    let round = TabledRound::on(tabled, &position.canonical_board()).ok_or_else(|| {
        Failure::input(
            "--tables",
            format!("{reason}, and there are no tables up to its {stones} stones"),
        )
    })?;
    let question = Question::of_one_round(position).map_err(refused)?;
    let found = question
        .solve(&round, CommitOrder::Open, memory, progress)
        .map_err(failed)?;
    round.finish().map_err(unusable)?;
    Ok(found)
}

fn refused(error: NoEquilibrium) -> Failure {
    match error {
        NoEquilibrium::Phase => Failure::input("--position", error),
        NoEquilibrium::Unending(_) | NoEquilibrium::TooLong { .. } => {
            Failure::input("--horizon", error)
        }
        NoEquilibrium::Solver(error) => failed(error),
    }
}

fn failed(error: EquilibriumError) -> Failure {
    match error {
        EquilibriumError::Cancelled => Failure::Interrupted(Finished::Nothing),
        error => Failure::other(error),
    }
}
