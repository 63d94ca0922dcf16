//! The catalog: names and options on one side, games on the other.
//!
//! A game is named `name` or `name:option=value,option=value`, as in
//! `stones:holes=7,seeds=4,both-out=end`. [`Family`] says what a family of games offers; each family
//! has one file here with its implementation, and one line in the list below.

mod colony;
mod dispatch;
mod family;
mod four_rank;
mod not_offered;
mod random;
mod shown;
mod stones;
mod two_rank;

use sowlab_solvers::Monitor;

use crate::choices::{Choices, ChoicesRequest, Listener, Part, refine, solved_of};
use crate::endless::{CyclicGame, ReachRequest, Reachable};
use crate::solve::{ByMovesLimits, FoundTwice, OpeningByMoves, SharedTables, SolveRequest, Solved};
use crate::tables::{LayersVisitor, TabledGame};
use crate::{Field, Perft, PerftRequest, RequestError, Times};
use sowlab_base::Deadline;
use sowlab_games::colony::ColonyVariant;
use sowlab_games::four_rank::FourRankVariant;
use sowlab_games::stones::Rules;
use sowlab_games::two_rank::{RandomVariant, Variant};

use family::estimate;

pub use family::{BoardSizes, Entry, Family};
pub use not_offered::NotOffered;
pub use shown::{HoleColumns, NEVER_ENDS, Over, Shown};

dispatch::families! {
    /// A game of the stones family.
    Stones(Rules),
    /// A game of the two-rank family.
    TwoRank(Variant),
    /// Random Mancala: a two-rank game from a drawn setup.
    Random(RandomVariant),
    /// The Colony.
    Colony(ColonyVariant),
    /// Owela.
    FourRank(FourRankVariant),
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_games::options::Allowed;

    #[test]
    fn every_entry_is_a_game_and_its_full_name_is_read_back() {
        for entry in entries() {
            let game: CatalogGame = entry.name.parse().unwrap();
            assert_eq!(game.to_string().parse(), Ok(game));
            assert!(game.to_string().starts_with(entry.name) || entry.name == "stones");
            for option in entry.options {
                let default = option.allowed.default_text();
                let name = format!("{}:{}={default}", entry.name, option.name);
                assert_eq!(name.parse(), Ok(game), "{name}");
                let Allowed::Words(words) = option.allowed else {
                    continue;
                };
                for value in words {
                    let name = format!("{}:{}={value}", entry.name, option.name);
                    let game: CatalogGame = name.parse().unwrap();
                    let expected = format!("{}={value}", option.name);
                    // No source has the option `rest`, and names leave out its usual value.
                    let left_out = expected == "rest=usual";
                    assert_eq!(game.to_string().contains(&expected), !left_out, "{name}");
                }
            }
        }
    }

    #[test]
    fn short_names_stand_for_names_with_options() {
        let read = |text: &str| text.parse::<CatalogGame>().unwrap();
        assert_eq!(read("44Stones"), read("stones:seeds=4"));
        let ends = "22stones:both-out=end,capture=reversed";
        assert_eq!(
            read(ends),
            read("stones:seeds=2,both-out=end,capture=reversed")
        );
        let error = "44stones:both-out=no".parse::<CatalogGame>().unwrap_err();
        assert!(error.to_string().contains("both-out"), "{error}");
    }

    #[test]
    fn capitals_in_a_name_make_no_difference() {
        let small: CatalogGame = "55stones:both-out=end".parse().unwrap();
        assert_eq!("55Stones:both-out=end".parse(), Ok(small));
        assert_eq!("Kalah".parse::<CatalogGame>(), "kalah".parse());
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_is_allowed() {
        for (text, parts) in [
            ("", &["unknown game ''", "55stones"][..]),
            ("56stones", &["'56stones'", "33stones", "awari"]),
            ("55stones:", &["''", "name=value"]),
            ("55stones:pits=4", &["no option 'pits'", "both-out"]),
            (
                "55stones:capture=both",
                &["capture=both", "normal|reversed"],
            ),
            (
                "55stones:capture=normal,capture=normal",
                &["capture", "twice"],
            ),
            ("stones:holes=1", &["holes=1", "2..16"]),
            ("stones:holes=99999999999999999999999", &["2..16"]),
            ("stones:seeds=0", &["seeds=0", "1..127"]),
            ("stones:seeds=-1", &["seeds=-1", "1..127"]),
            ("stones:holes=16,seeds=16", &["256", "255"]),
            ("kalah:seeds=many", &["seeds=many"]),
            ("\0\u{1b}[31m", &["unknown game"]),
        ] {
            let error = text.parse::<CatalogGame>().unwrap_err().to_string();
            for part in parts {
                assert!(error.contains(part), "{text:?}: {error}");
            }
            assert!(!error.contains(['\n', '\0', '\u{1b}']), "{error:?}");
        }
    }
}
