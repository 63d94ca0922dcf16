//! What experiments can compute: the kinds of the schema, with their options.

use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sowlab_solvers::equilibrium::MOST_ROUNDS;

use crate::analysis::solve::MemorySize;
use crate::games::stones::{MAX_HOLES, MAX_STONES, MIN_HOLES};
use crate::games::two_rank::{MAX_PITS, MAX_SEEDS};
use crate::tournament::openings::Openings;
use crate::tournament::spec::EngineSpec;

/// What an experiment computes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Kind {
    /// Counts of the sequences of rounds.
    Perft {
        /// How many rounds.
        depth: u32,
    },
    /// Every round that can be the first.
    OpeningRounds {},
    /// Endgame tables: builds those that are not there yet, and says what is in them.
    Tables {
        /// Up to so many stones on the board.
        stones: u32,
        /// The folder of the tables, which is no part of the results.
        directory: PathBuf,
    },
    /// The openings of small boards of the two-rank games, and of The Colony, each proven in two
    /// ways. Games are named without their size.
    Openings {
        /// Pits a side, from 1 to so many.
        pits: u32,
        /// Seeds in a pit, from 1 to so many.
        seeds: u32,
        /// Sizes with more positions in their tables are left out.
        positions: u64,
    },
    /// The openings of the stones family on boards of many sizes, with and without the pie rule, as
    /// far as they are proven. Games give the readings; their size makes no difference.
    StonesOpenings {
        /// Holes, from so many; from 2 if it is left out.
        #[serde(default = "fewest_holes")]
        least_holes: usize,
        /// To so many holes.
        holes: usize,
        /// Stones a hole, from 2 to so many.
        seeds: usize,
        /// The nodes searched for an opening at most.
        nodes: u64,
        /// Boards in the tables of an opening, all layers together: those with more are searched. Tables
        /// that a search makes on its way have half as many at most.
        boards: u64,
        /// The folder of the tables, which is no part of the results.
        directory: PathBuf,
    },
    /// What single openings of the stones family are worth, as far as they are proven.
    Solve(Solve),
    /// Every setup of Random Mancala on a small board. Games are named with their pits.
    AllSetups {
        /// From 1 to so many seeds on the board.
        seeds: u32,
    },
    /// Setups of Random Mancala that are drawn. Games are `random:…` without a seed.
    DrawnSetups {
        /// Those drawn from seeds 1 to so many.
        samples: u64,
    },
    /// Engines against each other, each against the one before it in a list.
    Ladder(Ladder),
    /// Monte Carlo tree search of the first rounds of a game with sealed choices: how much its
    /// strategies can be exploited.
    SealedSearch {
        /// How many rounds are played; what is left after them counts for nobody.
        rounds: u32,
        /// After how many playouts it is measured, in rising order.
        playouts: Vec<u64>,
        /// How often it is repeated, with the seeds 0, 1 and so on.
        runs: u64,
    },
    /// Monte Carlo tree search where tables know the best choices: how often it finds one.
    SearchedChoices {
        /// The boards: the first with at most so many stones in random games.
        stones: u32,
        /// Boards with at most so many stones are looked up in one of the searches.
        probed: u32,
        /// How many boards.
        positions: u64,
        /// After how many playouts it is asked, in rising order.
        playouts: Vec<u64>,
        /// The folder of the tables, which is no part of the results; they are built if need be.
        directory: PathBuf,
    },
    /// What seeing the other's choice is worth, layer by layer, and which orderings of the commit orders
    /// hold.
    CommitOrders {
        /// From so many stones on the board.
        least: u32,
        /// To so many.
        stones: u32,
        /// The most boards of a layer, spread evenly; a smaller layer is taken whole.
        boards: u64,
        /// The horizon in rounds.
        horizon: u8,
    },
    /// The same over the rounds of a game that both sides play well.
    CommitOrderPlay {
        /// The most rounds.
        rounds: u32,
        /// The horizon in rounds, also that of the players.
        horizon: u8,
    },
    /// Breadth-first search for endless rounds near the opening.
    Reach {
        /// How many rounds.
        rounds: u32,
        /// Whether only rounds are played that no reading disputes.
        #[serde(default)]
        undisputed: bool,
        /// Only rounds in which neither side loses anything: a folder for the tables that say so, no part
        /// of the results. They are built if need be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        best_play: Option<PathBuf>,
        /// Whether a certificate of each witness is written.
        #[serde(default)]
        certificates: bool,
    },
    /// Every joint move on every board of many layers, with a certificate of the smallest endless
    /// one.
    Scan {
        /// Up to so many stones on the board.
        stones: u32,
        /// A folder for checkpoints, no part of the results: interrupted, a scan goes on from there, with
        /// more stones too. Without it it begins anew.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        checkpoints: Option<PathBuf>,
    },
    /// Repetitions within layers, and where best play never ends, with certificates; builds the
    /// tables that it needs.
    Cycles {
        /// Up to so many stones on the board.
        stones: u32,
        /// The folder of the tables, which is no part of the results.
        directory: PathBuf,
    },
}

impl Kind {
    /// Checks the options that are numbers.
    ///
    /// # Errors
    /// The message names the option and what is allowed.
    pub(super) fn check(&self) -> Result<(), String> {
        let within = |name: &str, value: u64, allowed: RangeInclusive<u64>| {
            let (least, most) = (allowed.start(), allowed.end());
            match allowed.contains(&value) {
                true => Ok(()),
                false => Err(format!("{name} = {value}: {least} to {most} are allowed")),
            }
        };
        match *self {
            Kind::CommitOrders { horizon, .. } | Kind::CommitOrderPlay { horizon, .. } => {
                within("horizon", horizon.into(), 1..=MOST_ROUNDS.into())
            }
            Kind::Openings { pits, seeds, .. } => {
                within("pits", pits.into(), 1..=MAX_PITS as u64)?;
                within("seeds", seeds.into(), 1..=MAX_SEEDS as u64)
            }
            Kind::StonesOpenings {
                least_holes,
                holes,
                seeds,
                ..
            } => {
                within("holes", holes as u64, MIN_HOLES as u64..=MAX_HOLES as u64)?;
                within(
                    "least_holes",
                    least_holes as u64,
                    MIN_HOLES as u64..=holes as u64,
                )?;
                within("seeds", seeds as u64, 2..=MAX_STONES as u64)
            }
            _ => Ok(()),
        }
    }

    /// Whether what is done is kept in a folder, so that an interrupted experiment goes on from there.
    pub(super) fn goes_on(&self) -> bool {
        match self {
            Kind::Tables { .. }
            | Kind::StonesOpenings { .. }
            | Kind::SearchedChoices { .. }
            | Kind::Cycles { .. } => true,
            Kind::Solve(solve) => solve.proofs.is_some() || solve.tables.is_some(),
            Kind::Reach { best_play, .. } => best_play.is_some(),
            Kind::Scan { checkpoints, .. } => checkpoints.is_some(),
            Kind::Perft { .. }
            | Kind::OpeningRounds {}
            | Kind::Openings { .. }
            | Kind::AllSetups { .. }
            | Kind::DrawnSetups { .. }
            | Kind::Ladder(_)
            | Kind::SealedSearch { .. }
            | Kind::CommitOrders { .. }
            | Kind::CommitOrderPlay { .. } => false,
        }
    }
}

/// Openings of the stones family, each solved by proof search with tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// Memory for each search, half of it for tables, as in `512M` or `10G`.
    pub memory: MemorySize,
    /// Tables to look boards up in, built before the search if need be; otherwise tables are made on
    /// the way, as far as they pay, and go with the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesTo>,
    /// A folder in which what is proven is kept, no part of the results: a search that was
    /// interrupted, or whose time was up, goes on from there when it is started again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proofs: Option<PathBuf>,
    /// So many of the claims that took most work become part of the results, as a proof that can be
    /// checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_claims: Option<usize>,
    /// How many nodes a claim may take at first, roughly, before easier ones have their turn:
    /// [`DEFAULT_PATIENCE`](crate::analysis::solve::DEFAULT_PATIENCE), if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<NonZeroU64>,
    /// A search stops after so long, as in `90s` or `2h`, and what is proven by then is the result. The
    /// time of the runs that it goes on from counts, that of building `tables` does not.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "humantime_serde"
    )]
    pub time_limit: Option<Duration>,
}

/// Endgame tables in a folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablesTo {
    /// Of all boards of up to so many stones.
    pub stones: u32,
    /// The folder, which is no part of the results.
    pub directory: PathBuf,
}

/// A ladder of engines.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The engines by specification, two or more.
    pub engines: Vec<String>,
    /// Games of each two neighbours, an even number.
    pub games_each: u64,
    /// Where games begin, as in `random:2`.
    pub openings: String,
    /// With the pie rule, without it, or both; it is part of the stones family only.
    pub pie: Vec<bool>,
    /// The seed of everything that uses chance.
    pub seed: u64,
}

impl Ladder {
    /// The engines.
    ///
    /// # Errors
    /// A specification that is none, fewer than two engines, or no openings.
    pub(super) fn specs(&self) -> Result<Vec<EngineSpec>, String> {
        let parse = |text: &String| text.parse().map_err(|error| format!("{error}"));
        let specs: Vec<EngineSpec> = self.engines.iter().map(parse).collect::<Result<_, _>>()?;
        if specs.len() < 2 || self.games_each < 2 || self.pie.is_empty() {
            return Err("a ladder takes two engines, two games and one setting of pie".into());
        }
        self.openings
            .parse::<Openings>()
            .map_err(|error| error.to_string())?;
        Ok(specs)
    }
}

fn fewest_holes() -> usize {
    MIN_HOLES
}
