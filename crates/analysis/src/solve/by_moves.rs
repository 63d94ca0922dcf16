//! Openings searched within limits, as a whole and by the positions after their first moves.

use sowlab_findings::{Bounds, Certainty, Solution, both, exact, fold, plus};
use std::ops::RangeInclusive;

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::{Deadline, Game, Monitor, Turn};

use super::exchange::{exchange_after, exchange_by_value};
use super::requested::too_large;
use super::twice::disagreement;
use super::{TwoRankTables, solve_two_rank};
use crate::RequestError;
use crate::tables::{TabledGame, TablesTo, refused, unusable};
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{Position, TwoRank};

/// The limits of the searches.
#[derive(Clone, Debug)]
pub struct ByMovesLimits {
    /// The node budget of the opening. Each visit of a board for its tables counts as a node.
    pub nodes: u64,
    /// The node budget of the position after each first move.
    pub move_nodes: u64,
    /// The memory of each search. A quarter of it is for boards with few seeds, half of it if play may repeat itself.
    pub memory: MemorySize,
    /// The maximum number of boards in the tables for the searches after first moves. The tables have at most half of
    /// the seeds.
    pub boards: u64,
    /// The tables for the search of the opening, which are built first. `None`: the search builds its own.
    pub tables: Option<TablesTo>,
}

/// The results for an opening.
#[derive(Clone, Debug)]
pub struct OpeningByMoves {
    /// The full name of the game.
    pub game: String,
    /// The bounds from both searches, for the side that moves first.
    pub bounds: Bounds,
    /// Solved in one way if the search of the opening or those after its first moves proved the value, in two ways if
    /// both did. `None` if neither did.
    pub certainty: Option<Certainty>,
    /// Optimal first moves, with infinite play as a draw.
    pub best: Vec<String>,
    /// The bounds of the other side's margin if it may exchange the sides after the first move, with infinite play as a
    /// draw.
    pub pie: RangeInclusive<i32>,
    /// The number of searched nodes.
    pub nodes: u64,
}

/// A first move and its bounds for the side that makes it.
struct First {
    text: String,
    bounds: Bounds,
}

/// Searches an opening with growing tables, and the positions after its first moves with smaller tables.
///
/// # Errors
/// The results disagree, there is not enough memory, or the monitor cancelled.
pub fn two_rank_by_moves(
    game: &TwoRank,
    limits: &ByMovesLimits,
    monitor: &dyn Monitor,
) -> Result<OpeningByMoves, RequestError> {
    let start = game.start_position();
    let given = limits.tables.as_ref();
    let given = given.map(|wanted| kept_tables(game, wanted, monitor));
    let given = given.transpose()?;
    let budget = Deadline::of_nodes(monitor, limits.nodes);
    let whole = solve_two_rank(game, &start, given.as_ref(), limits.memory, &budget);
    let whole = whole.map_err(too_large)?;
    if let Some(given) = given {
        given.close().map_err(unusable)?;
    }
    let tables = small_tables(game, limits.boards, monitor)?;
    let mut nodes = whole.nodes;
    let mut firsts = Vec::new();
    for chosen in game.legal(start.state()) {
        let step = game.play(&start.state(), chosen);
        let budget = Deadline::of_nodes(monitor, limits.move_nodes);
        // The stores do not affect the margin from here on.
        let after = Position::new(step.state, game.rules().pits, [0; 2]);
        let after = after.expect("a position of the game");
        let found = solve_two_rank(game, &after, Some(&tables), limits.memory, &budget);
        let found = found.map_err(too_large)?;
        nodes += found.nodes;
        firsts.push(First {
            text: game.move_text(start.state().mover(), chosen),
            bounds: before(step.turn, step.gain, &found.bounds),
        });
    }
    monitor.check()?;
    together(game.name(), &whole, &firsts, nodes)
}

/// Opens the tables in a directory, and builds the missing ones.
fn kept_tables(
    game: &TwoRank,
    wanted: &TablesTo,
    monitor: &dyn Monitor,
) -> Result<TwoRankTables, RequestError> {
    let folder = wanted.folder();
    let built = game.build_tables(&folder, wanted.stones, monitor, &mut |_| ());
    built.map_err(refused)?;
    TwoRankTables::open_to(game, &folder, wanted.stones).map_err(unusable)
}

/// Builds tables of all boards with few seeds.
fn small_tables(
    game: &TwoRank,
    boards: u64,
    monitor: &dyn Monitor,
) -> Result<TwoRankTables, RequestError> {
    let fits = |&seeds: &u32| boards_to(2 * game.rules().pits, seeds as usize) <= boards;
    let most = (0..=game.total() / 2).take_while(fits).last();
    TwoRankTables::in_memory(game, most.unwrap_or(0), monitor).map_err(refused)
}

/// Returns the bounds before a move from those after it.
fn before(turn: Turn, gain: i32, after: &Bounds) -> Bounds {
    match turn {
        Turn::Same => plus(after, gain),
        Turn::Other => plus(&after.flipped(), gain),
    }
}

/// Combines the results of both searches. Returns an error if they contradict each other.
fn together(
    name: &str,
    whole: &Solution,
    firsts: &[First],
    nodes: u64,
) -> Result<OpeningByMoves, RequestError> {
    let by_moves = fold(firsts.iter().map(|first| &first.bounds), i32::max);
    let by_moves = by_moves.unwrap_or(Bounds::alike(0..=0));
    let bounds = consistent(&whole.bounds, &by_moves).ok_or_else(|| {
        disagreement(
            name,
            format!("{:?}", whole.bounds),
            format!("by the first moves: {by_moves:?}"),
        )
    })?;
    let closed = [&whole.bounds, &by_moves].map(Bounds::closed);
    let certainty = Certainty::solved(closed.into_iter().filter(|&closed| closed).count());
    let best = firsts.iter().filter(|first| {
        let least = first.bounds.zero.start();
        exact(&bounds.zero) == Some(*least)
            || firsts
                .iter()
                .all(|other| other.bounds.zero.end() <= least || other.text == first.text)
    });
    let best: Vec<String> = best.map(|first| first.text.clone()).collect();
    let by_moves = exchange_after(firsts.iter().map(|first| &first.bounds.zero));
    let by_value = exchange_by_value(&bounds.zero);
    Ok(OpeningByMoves {
        game: name.to_owned(),
        best: match best.is_empty() {
            true if whole.bounds.one_value().is_some() => whole.best.clone(),
            _ => best,
        },
        bounds,
        certainty,
        pie: *by_moves.start().max(by_value.start())..=*by_moves.end().min(by_value.end()),
        nodes,
    })
}

/// Intersects the bounds of two searches. Returns `None` if they contradict each other.
fn consistent(one: &Bounds, other: &Bounds) -> Option<Bounds> {
    let common = both(one, other);
    let Bounds { lower, zero, upper } = &common;
    let empty = [lower, zero, upper]
        .into_iter()
        .any(RangeInclusive::is_empty);
    (!empty).then_some(common)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_games::two_rank::parse;

    fn limits(nodes: u64) -> ByMovesLimits {
        ByMovesLimits {
            nodes,
            move_nodes: nodes,
            memory: MemorySize::new(1 << 20),
            boards: 1_000,
            tables: None,
        }
    }

    /// Returns value, optimal moves and exchange margin from complete tables, without the code above.
    fn tabled(game: &TwoRank) -> (i32, Vec<String>, i32) {
        let tables = TwoRankTables::in_memory(game, game.total(), &()).unwrap();
        let start = game.start();
        let worth = |chosen| {
            let step = game.play(&start, chosen);
            step.value(tables.value(step.state).unwrap()).zero
        };
        let all: Vec<i32> = game.legal(start).map(worth).collect();
        let value = tables.value(start).unwrap().zero;
        let best = game.legal(start).filter(|&chosen| worth(chosen) == value);
        let best = best
            .map(|chosen| game.move_text(start.mover(), chosen))
            .collect();
        (
            value,
            best,
            all.iter().map(|margin| margin.abs()).min().unwrap(),
        )
    }

    #[test]
    fn both_searches_and_the_tables_agree() {
        for name in [
            "kalah:pits=3,seeds=3",
            "basic:pits=3,seeds=2",
            "ethiopian:pits=2,seeds=3",
            "warri:pits=2,seeds=3",
        ] {
            let game = parse(name).unwrap();
            let (value, best, pie) = tabled(&game);
            let found = two_rank_by_moves(&game, &limits(100_000_000), &()).unwrap();
            assert!(found.bounds.zero.contains(&value), "{name}: {found:?}");
            assert!(found.pie.contains(&pie), "{name}: {found:?} {pie}");
            if found.certainty == Certainty::solved(2) {
                assert_eq!((exact(&found.pie), found.best), (Some(pie), best), "{name}");
            }
            let always_ends = game.always_ends();
            assert!(
                !always_ends || found.certainty == Certainty::solved(2),
                "{name}"
            );
        }
    }

    #[test]
    fn what_is_broken_off_leaves_intervals_that_hold() {
        let game = parse("kalah:pits=3,seeds=3").unwrap();
        let (value, _, pie) = tabled(&game);
        let found = two_rank_by_moves(&game, &limits(50), &()).unwrap();
        assert_eq!(found.certainty, None);
        assert!(found.bounds.zero.contains(&value) && found.pie.contains(&pie));
        assert!(exchange_by_value(&(value..=value)).contains(&pie));
    }

    #[test]
    fn searches_that_contradict_each_other_are_an_error() {
        let alike = |margin: RangeInclusive<i32>| Bounds::alike(margin);
        assert_eq!(consistent(&alike(-3..=4), &alike(5..=6)), None);
        assert_eq!(
            consistent(&alike(-3..=4), &alike(2..=6)),
            Some(alike(2..=4))
        );
    }
}
