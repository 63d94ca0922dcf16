//! `sowlab equilibrium`.

use std::fmt::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::{Common, show};
use crate::analysis::equilibrium::{
    CommitOrder, Equilibrium, EquilibriumRequest, FoundEquilibrium, MOST_ROUNDS, Settled,
    find_equilibrium,
};
use crate::analysis::solve::MemorySize;
use crate::documents::EquilibriumDocument;

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
    let request = EquilibriumRequest {
        order: arguments.order.into(),
        rounds,
        tables: arguments.tables.clone(),
        compare: arguments.compare,
        memory: arguments.memory,
    };
    // Ctrl-C is heeded from here on, also while the table is cleared.
    let progress = Progress::new(common);
    let started = Instant::now();
    let answer = find_equilibrium(&rules, &position, &request, &progress)?;
    drop(progress);
    let seconds = started.elapsed().as_secs_f64();
    let document = EquilibriumDocument::new(&rules, &position, rounds, &answer, seconds);
    let FoundEquilibrium {
        found,
        compared,
        settled,
        cancelled,
    } = answer;

    let mut text = format!("{rules}\n{position}\n");
    let _ = match settled {
        Settled::Horizon => writeln!(text, "Horizon: {} rounds\n", rounds.unwrap_or_default()),
        Settled::Tables => writeln!(text, "No horizon: after this round as the tables have it\n"),
        Settled::Ends => writeln!(text, "No horizon: play always ends here\n"),
    };
    match compared.is_empty() {
        true => text += &described(&found),
        false => compared.iter().for_each(|found| text += &described(found)),
    }
    if let Some(compare) = &document.compare {
        for (difference, stones) in [
            ("Price of sente (reverse − open)", compare.price_of_sente),
            ("Worth of seeing (sealed − open)", compare.worth_of_seeing),
        ] {
            if let Some(stones) = stones {
                let _ = writeln!(text, "{difference}: {BOLD}{stones:+.6}{BOLD:#}");
            }
        }
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(text, &document).interrupted_if(cancelled))
}

fn described(found: &Equilibrium) -> String {
    let mut text = format!("{}: {BOLD}{:+.6}{BOLD:#}\n", found.order, found.value);
    for (name, strategy) in [("sente", &found.sente), ("gote", &found.gote)] {
        let choices: Vec<String> = (strategy.iter())
            .map(|one| match &one.after {
                Some(after) => format!("{after}→{}", one.choice),
                None if one.probability == 1.0 => one.choice.clone(),
                None => format!("{} {:.4}", one.choice, one.probability),
            })
            .collect();
        let _ = writeln!(text, "  {name:5}  {}", choices.join("  "));
    }
    let _ = writeln!(
        text,
        "  {DIM}exploitability {:.1e}, {} nodes, {:.2} s{DIM:#}",
        found.exploitability.total(),
        found.counts.nodes,
        found.seconds
    );
    text
}
