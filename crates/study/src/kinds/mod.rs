//! The kinds of experiment: each has one file or folder, one template, and one line in the list below.

mod best_choices;
mod combinatorial_values;
mod commit_order_openings;
mod commit_order_play;
mod commit_orders;
mod cycles;
mod endless_moves;
mod every_opening;
mod first_moves;
mod first_turns;
mod held_values;
mod ladder;
mod opening_choices;
mod opening_rounds;
mod openings;
mod perft;
mod reach;
mod scan;
mod sealed_play;
mod sealed_search;
mod searched_choices;
mod searched_openings;
mod secured_play;
mod setups;
mod sized_openings;
mod solve;
mod stones_openings;
mod tables;

use serde::{Deserialize, Serialize};

use super::kind::{AnyKind, ExperimentKind};

pub(super) use every_opening::every_opening;
pub(super) use solve::openings as solved_openings;

/// A kind of the list below.
pub(super) trait Listed: ExperimentKind {
    /// Returns the options, if the kind is this one.
    fn in_kind(kind: &Kind) -> Option<&Self>;
}

/// Defines [`Kind`] and the list of templates from the list of kinds.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident($options:ty) = $name:literal,)+) => {
        /// A kind of experiment with its options.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Kind {
            $($(#[$about])* #[serde(rename = $name)] $kind($options),)+
        }

        /// A kind as in an experiment file: its name, and a table of options.
        #[derive(Deserialize)]
        pub(super) enum NamedKind {
            $(#[serde(rename = $name)] $kind($options),)+
        }

        impl From<NamedKind> for Kind {
            fn from(named: NamedKind) -> Kind {
                match named {
                    $(NamedKind::$kind(options) => Kind::$kind(options),)+
                }
            }
        }

        impl Kind {
            /// Returns the options as any kind.
            pub(super) fn any(&self) -> &dyn AnyKind {
                match self {
                    $(Kind::$kind(options) => options,)+
                }
            }

            /// Returns the name, which is also that of the template.
            pub(super) fn name(&self) -> &'static str {
                match self {
                    $(Kind::$kind(_) => $name,)+
                }
            }
        }

        $(impl Listed for $options {
            fn in_kind(kind: &Kind) -> Option<&Self> {
                match kind {
                    Kind::$kind(options) => Some(options),
                    _ => None,
                }
            }
        })+

        /// The templates of the kinds.
        pub(super) const TEMPLATES: [(&str, &str); [$($name),+].len()] = [
            $(($name, include_str!(concat!("../../templates/", $name, ".md"))),)+
        ];
    };
}

kinds! {
    /// Breadth-first search for non-terminating rounds near the opening.
    Reach(reach::Reach) = "reach",
    /// Games into a non-terminating move, for games in which one side moves at a time, with certificates.
    EndlessMoves(endless_moves::EndlessMoves) = "endless-moves",
    /// Every joint move on every board of many layers, with a certificate of the smallest non-terminating round.
    Scan(scan::Scan) = "scan",
    /// Repetitions within layers, and infinite play in optimal play, with certificates. The experiment builds the
    /// tables that it needs.
    Cycles(cycles::Cycles) = "cycles",
    /// The values of single openings of the stones family, solved or with bounds.
    Solve(solve::Solve) = "solve",
    /// The value of every round that can open a game of the stones family: first choices by replies.
    OpeningChoices(opening_choices::OpeningChoices) = "opening-choices",
    /// The openings of the stones family on boards of many sizes, with and without the pie rule.
    StonesOpenings(stones_openings::StonesOpenings) = "stones-openings",
    /// The openings of small boards of the two-rank games, and of The Colony, each solved by two methods.
    Openings(openings::Openings) = "openings",
    /// The openings of the two-rank games on boards of given sizes, each searched within limits.
    SizedOpenings(sized_openings::SizedOpenings) = "sized-openings",
    /// The value of each first move of a two-rank game, and the value of the pie rule that follows.
    FirstMoves(first_moves::FirstMoves) = "first-moves",
    /// The greatest gain of the first player in his first turn, in games in which a move can win another one.
    FirstTurns(first_turns::FirstTurns) = "first-turns",
    /// The values in combinatorial game theory of all boards with few seeds, by kind.
    CombinatorialValues(combinatorial_values::CombinatorialValues) = "combinatorial-values",
    /// The bounds of openings that searches prove within numbers of nodes.
    SearchedOpenings(searched_openings::SearchedOpenings) = "searched-openings",
    /// The choices on boards of endgame tables: the number of optimal ones, and the losses of the others.
    BestChoices(best_choices::BestChoices) = "best-choices",
    /// Endgame tables: builds the missing ones, and reports their contents.
    Tables(tables::Tables) = "tables",
    /// The value of observing the other's choice, layer by layer, and counts of the orderings of the commit orders.
    CommitOrders(commit_orders::CommitOrders) = "commit-orders",
    /// The value of observing over the rounds of a game in which both sides look ahead.
    CommitOrderPlay(commit_order_play::CommitOrderPlay) = "commit-order-play",
    /// The values of the commit orders at the opening, with increasing horizons.
    CommitOrderOpenings(commit_order_openings::CommitOrderOpenings) = "commit-order-openings",
    /// Monte Carlo tree search of the first rounds of a game with simultaneous choices: the exploitability of its
    /// strategies.
    SealedSearch(sealed_search::SealedSearch) = "sealed-search",
    /// Strategies for simultaneous rounds that are computed board by board, and the gains of best responses against
    /// them.
    SealedPlay(sealed_play::SealedPlay) = "sealed-play",
    /// Monte Carlo tree search on boards with optimal choices from tables: the share of boards on which it finds one.
    SearchedChoices(searched_choices::SearchedChoices) = "searched-choices",
    /// Engines against each other, each against the one before it in a list.
    Ladder(ladder::Ladder) = "ladder",
    /// The losses of engines against optimal play, where endgame tables reach.
    HeldValues(held_values::HeldValues) = "held-values",
    /// The engine `solved` from openings of known value: the share of its games that keep the value.
    SecuredPlay(secured_play::SecuredPlay) = "secured-play",
    /// Random setups of Random Mancala.
    DrawnSetups(setups::DrawnSetups) = "drawn-setups",
    /// Every setup of Random Mancala on a small board.
    AllSetups(setups::AllSetups) = "all-setups",
    /// Every round that can be the first.
    OpeningRounds(opening_rounds::OpeningRounds) = "opening-rounds",
    /// Counts of the sequences of rounds.
    Perft(perft::Perft) = "perft",
}
