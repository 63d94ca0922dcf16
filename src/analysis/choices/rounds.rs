//! The stones family: tables first, proof search for what they do not hold.

use rustc_hash::FxHashMap;
use sowlab_solvers::Monitor;
use sowlab_solvers::Side;
use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::search::proof::{Narrowing, ProofSearch, ProofTable};

use super::finding::{Choices, ChoicesRequest};
use super::prove::{Known, Prove};
use super::tree::Question;
use crate::analysis::RequestError;
use crate::analysis::solve::{
    Bounds, Deadline, FEW_BOARDS, FIRST_BOARDS, MOST_STONES, MemorySize, TabledStones, of_intervals,
};
use crate::analysis::tables::{TableError, TableFolder, TabledGame, unusable};
use crate::games::contest::Notation;
use crate::games::stones::{Board, Phase, Rules, Seat, StonesGame, StonesPlace, StonesTurns};

/// How many nodes each board is searched for at first, and how fast that grows.
const FIRST_PATIENCE: u64 = 1 << 12;
const MORE_PATIENCE: u64 = 4;
/// Boards that are tabled in milliseconds, whatever the time limit.
const AT_ONCE: u64 = 10_000;

/// Values the choices of a position in any phase.
///
/// # Errors
/// The text is no position, or the tables given cannot be used.
pub fn choices_of_rounds(
    rules: &Rules,
    request: &ChoicesRequest,
    monitor: &dyn Monitor,
) -> Result<Choices, RequestError> {
    let game = StonesTurns::new(rules, false);
    let place = super::moves::position(&game, request)?;
    let position = place.position;
    let end = request.end();
    let deadline = Deadline::new(monitor, end);
    let stones = position.board().stones();
    let mut prover = RoundsProver {
        rules,
        folder: folder(rules, stones, request, &deadline)?,
        memory: request.memory,
        search: request.search && stones <= MOST_STONES,
        nodes: 0,
    };
    let question = Question {
        game: &game,
        position: &place,
        of: match position.sente() {
            Seat::East => Side::First,
            Seat::West => Side::Second,
        },
        pie: position.leads_to_pie() && position.choices() != 0,
        replies: request.replies,
    };
    let mut choices = question.answer(&mut prover, &deadline)?;
    choices.game = game.full_name();
    Ok(choices)
}

/// Where the tables are: the folder given, otherwise the default one, otherwise a temporary one. If none is
/// given, tables of boards up to `stones` stones are added that are built in seconds.
fn folder(
    rules: &Rules,
    stones: u32,
    request: &ChoicesRequest,
    deadline: &dyn Monitor,
) -> Result<TableFolder, RequestError> {
    if let Some(directory) = &request.tables {
        return Ok(TableFolder::Kept(directory.clone()));
    }
    let boards = |most: u32| boards_to(rules.holes(), most as usize);
    let few = match boards(stones) {
        all if all <= FEW_BOARDS => all,
        _ => FIRST_BOARDS,
    };
    let largest = |limit: u64| {
        let fitting = (0..=stones).take_while(|&most| boards(most) <= limit);
        fitting.last().unwrap_or(0)
    };
    let build = |folder: &TableFolder| -> Result<(), TableError> {
        let path = folder.path();
        rules.build_tables(path, largest(few.min(AT_ONCE)), &(), &mut |_| ())?;
        match rules.build_tables(path, largest(few), deadline, &mut |_| ()) {
            // What was finished in time is there.
            Err(TableError::Cancelled(_)) => Ok(()),
            built => built,
        }
    };
    let folder = match TableFolder::default_or_passing().map_err(RequestError::failed)? {
        TableFolder::Passing(passing) => match &request.scratch {
            Some(scratch) => TableFolder::Kept(scratch.clone()),
            None => TableFolder::Passing(passing),
        },
        kept => kept,
    };
    let kept = matches!(folder, TableFolder::Kept(_));
    match build(&folder) {
        Ok(()) => Ok(folder),
        // Another process writes there, or nobody may.
        Err(_) if kept => {
            let folder = TableFolder::passing().map_err(RequestError::failed)?;
            build(&folder).map_err(RequestError::failed)?;
            Ok(folder)
        }
        Err(error) => Err(RequestError::failed(error)),
    }
}

struct RoundsProver<'a> {
    rules: &'a Rules,
    folder: TableFolder,
    memory: MemorySize,
    search: bool,
    nodes: u64,
}

impl RoundsProver<'_> {
    /// The tables; as many layers are unpacked for a search as fit into so much memory.
    fn open(&self, memory: usize) -> Result<TabledStones, RequestError> {
        let game = StonesGame::new(self.rules);
        TabledStones::open(game, self.folder.path(), memory).map_err(unusable)
    }

    /// Narrows what is known of boards until nothing is wanted any more or the monitor stops it.
    fn search(
        &mut self,
        boards: &[Board],
        known: &mut [Bounds],
        wanted: &dyn Fn(&[Bounds]) -> Vec<bool>,
        monitor: &dyn Monitor,
    ) -> Result<(), RequestError> {
        let memory = self.memory.bytes() / 2;
        let tables = self.open(memory)?;
        let table = ProofTable::new(memory).map_err(RequestError::failed)?;
        let search = ProofSearch::new(tables.problem(), &table, monitor);
        let mut narrowings: FxHashMap<Board, Narrowing<'_, '_, _>> = FxHashMap::default();
        // The boards with fewer stones are easier.
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by_key(|&place| boards[place].stones());
        let mut patience = FIRST_PATIENCE;
        loop {
            let mut left_open = false;
            for &place in &order {
                if monitor.cancelled() || !wanted(known)[place] {
                    continue;
                }
                let board = boards[place];
                let narrowing = narrowings.entry(board);
                let narrowing = narrowing.or_insert_with(|| Narrowing::new(&search, board));
                while narrowing.narrow(patience) == Ok(true) {}
                left_open |= narrowing.left_open();
                known[place] = of_intervals(&narrowing.proven());
            }
            if monitor.cancelled() || !left_open {
                break;
            }
            patience = patience.saturating_mul(MORE_PATIENCE);
        }
        self.nodes += search.nodes();
        drop(narrowings);
        drop(search);
        tables.finish().map_err(unusable)
    }
}

impl Prove<StonesTurns> for RoundsProver<'_> {
    fn prove(
        &mut self,
        places: &[StonesPlace],
        wanted: &dyn Fn(&[Bounds]) -> Vec<bool>,
        monitor: &dyn Monitor,
    ) -> Result<Vec<Known>, RequestError> {
        let boards: Vec<Board> = places
            .iter()
            .map(|place| {
                debug_assert_eq!(place.position.phase(), Phase::Sente);
                place.position.canonical_board()
            })
            .collect();
        let tables = self.open(0)?;
        let probe = |board: &Board| {
            let stones = board.stones() as i32;
            let value = tables.probe(board);
            value.map_or(Bounds::alike(-stones..=stones), Bounds::of)
        };
        let mut known: Vec<Bounds> = boards.iter().map(probe).collect();
        let best: Vec<Option<String>> = boards
            .iter()
            .zip(places)
            .map(|(board, place)| {
                let best = tables.best_choices(board)?;
                let hole = *best.first()?;
                Some(crate::analysis::solve::hole_text(&place.position, hole))
            })
            .collect();
        tables.finish().map_err(unusable)?;
        if self.search && wanted(&known).contains(&true) {
            self.search(&boards, &mut known, wanted, monitor)?;
        }
        let known = known.into_iter().zip(best);
        Ok(known.map(|(bounds, best)| Known { bounds, best }).collect())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
