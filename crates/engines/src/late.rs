//! Late positions of games that an engine plays against itself, and what is proven of them.

use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::{Monitor, Side, Turn, Unwatched};

use super::losses::LossError;
use super::openings::Source;
use super::referee::{Conditions, Ending, Referee};
use super::setting::mixed;
use super::spec::EngineSpec;
use sowlab_analysis::solve::{Bounds, prove_within};
use sowlab_base::MemorySize;
use sowlab_games::contest::{Contest, lead};

/// The memory of a search.
const MEMORY: MemorySize = MemorySize::new(1 << 26);

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub struct LateSetting<'a> {
    /// The engine of both sides.
    pub engine: &'a EngineSpec,
    /// How many games.
    pub games: u64,
    /// Random moves at the start of each.
    pub random_moves: u32,
    /// How many turns before the end of a game its positions are taken: 1 is the start of the last turn.
    pub turns: &'a [usize],
    /// The most moves of a game; one that does not end within them has no late positions.
    pub most_moves: usize,
    /// The seed of the engine and of the random moves.
    pub seed: u64,
}

/// A position at the start of a turn of a game that ended by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Late {
    /// How many turns were left.
    pub turns: usize,
    /// The position in the notation of the game.
    pub position: String,
    /// What the side to move won from there on.
    pub won: i32,
}

/// What is proven of a late position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// What the side to move is worth from there on.
    pub bounds: Bounds,
    /// What it is ahead so far.
    pub lead: i32,
    /// What is left to win.
    pub left: i32,
    /// Nodes searched.
    pub nodes: u64,
}

/// Plays the games one after the other on one thread.
///
/// # Errors
/// The engine does not play the game or fails in one, or the monitor cancelled.
pub fn late_positions<C: Contest>(
    game: &C,
    setting: &LateSetting<'_>,
    monitor: &dyn Monitor,
) -> Result<Vec<Late>, LossError> {
    let openings = match setting.random_moves {
        0 => Source::List(vec![game.opening()]),
        moves => Source::Random(moves),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| {
        let mut players = [setting.engine.player(game)?, setting.engine.player(game)?];
        let unwatched = Unwatched(monitor);
        let conditions = Conditions::to_the_end(setting.most_moves, &unwatched);
        let mut referee = Referee::default();
        let mut late = Vec::new();
        for number in 0..setting.games {
            monitor.check()?;
            let start = openings.get(game, setting.seed, number);
            let [first, second] = &mut players;
            let seeds = [0, 1].map(|side| mixed(setting.seed, &[number, side]));
            let outcome = referee.play(
                game,
                &start,
                [&mut **first, &mut **second],
                seeds,
                &conditions,
            )?;
            if let Some((_, fault)) = outcome.fault {
                return Err(fault.into());
            }
            if let (Ending::Finished, Some(margin)) = (outcome.ending, outcome.margin) {
                let moves = referee.moves();
                late.extend(positions(game, &start, moves, margin, setting.turns));
            }
            monitor.advance(1);
        }
        Ok(late)
    })
}

/// The positions of a game that ended with this margin of the first side.
fn positions<C: Contest>(
    game: &C,
    start: &C::Position,
    moves: &[C::Move],
    margin: i32,
    turns: &[usize],
) -> Vec<Late> {
    let mut starts = vec![*start];
    let mut position = *start;
    for &chosen in moves {
        let turn = game.play(&game.state(&position), chosen).turn;
        position = game.advance(&position, chosen);
        // Where the last move ends a turn, nobody has another.
        if turn == Turn::Other && game.terminal(&game.state(&position)).is_none() {
            starts.push(position);
        }
    }
    let late = turns.iter().filter_map(|&turns| {
        let position = starts.get(starts.len().checked_sub(turns)?)?;
        Some(Late {
            turns,
            position: game.position_text(position),
            won: of_mover(game, position, margin - lead(game, position)),
        })
    });
    late.collect()
}

/// A margin of the first side as one of the side to move.
fn of_mover<C: Contest>(game: &C, position: &C::Position, margin: i32) -> i32 {
    match game.side_to_move(&game.state(position)) {
        Side::First => margin,
        Side::Second => -margin,
    }
}

/// Proves what a position is worth within a number of nodes; `None` if it is none of this game, or the game is over.
///
/// # Errors
/// There is no memory for a search.
pub fn prove_late<C: Contest>(
    game: &C,
    position: &str,
    nodes: u64,
    monitor: &dyn Monitor,
) -> Result<Option<Proven>, TableSizeError> {
    let Ok(position) = game.read_position(position) else {
        return Ok(None);
    };
    let state = game.state(&position);
    if game.terminal(&state).is_some() {
        return Ok(None);
    }
    let solution = prove_within(game, &position, nodes, MEMORY, monitor)?;
    Ok(Some(Proven {
        bounds: solution.bounds,
        lead: of_mover(game, &position, lead(game, &position)),
        left: game.bound(&state),
        nodes: solution.nodes,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_games::contest::Notation;
    use sowlab_games::two_rank::parse;

    /// A game in which play always ends, by alpha-beta of its own.
    #[test]
    fn late_positions_are_proven_as_the_game_is_solved() {
        let game = parse("kalah:pits=3,seeds=2").unwrap();
        let engine: EngineSpec = "random".parse().unwrap();
        let setting = LateSetting {
            engine: &engine,
            games: 10,
            random_moves: 1,
            turns: &[1, 2, 4],
            most_moves: 100,
            seed: 5,
        };
        let late = late_positions(&game, &setting, &()).unwrap();
        assert!(late.len() > 20, "{late:?}");
        assert_eq!(late, late_positions(&game, &setting, &()).unwrap());
        for Late {
            turns,
            position,
            won,
        } in late
        {
            let place = game.read_position(&position).unwrap();
            let known = sowlab_analysis::solve::solve_two_rank(&game, &place, None, MEMORY, &());
            let value = known.unwrap().bounds.value().unwrap();
            let found = prove_late(&game, &position, 1_000_000, &()).unwrap();
            let found = found.unwrap();
            assert_eq!(found.bounds.value(), Some(value), "{position}");
            assert!(won.abs() <= found.left && turns > 0, "{position}");
            assert_eq!(prove_late(&game, "no position", 1, &()), Ok(None));
        }
    }
}
