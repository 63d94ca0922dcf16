//! The stones family: probes of tables, then proof search for positions beyond them.

use rustc_hash::FxHashMap;
use sowlab_findings::{Bounds, Choices, Source, ValuedChoice};
use sowlab_solvers::order::{OpenState, PieState};
use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::search::proof::{Narrowing, ProofSearch, ProofTable};
use sowlab_solvers::{Monitor, Value};

use super::listener::Listener;
use super::prove::{Improved, LeafBounds, LeafProgress, Prove};
use super::request::ChoicesRequest;
use super::tree::ChoicesProblem;
use crate::RequestError;
use crate::Times;
use crate::solve::{
    FEW_BOARDS, FIRST_BOARDS, MOST_STONES, TabledStones, hole_text, load_proof, load_shipped_proofs,
};
use crate::tables::{TableError, TableFolder, TabledGame, unusable};
use sowlab_base::Deadline;
use sowlab_games::contest::Notation;
use sowlab_games::stones::{Board, Phase, Rules, StonesGame, StonesPlace, StonesTurns, TurnState};

/// The first node budget of a board, and the factor by which budgets grow.
const FIRST_NODE_BUDGET: u64 = 1 << 12;
const NODE_BUDGET_GROWTH: u64 = 4;
/// The maximum number of boards in tables that are built in milliseconds, whatever the time limit.
const AT_ONCE: u64 = 10_000;

/// The node budget of the position itself, as a multiple of a board's. A listener needs its value first.
const ROOT_SHARE: u64 = 32;

/// Values the choices of a position in any phase.
///
/// # Errors
/// The text is not a position, or the given tables or proofs cannot be used.
pub fn choices_of_rounds(
    rules: &Rules,
    request: &ChoicesRequest,
    listener: &mut Listener<'_>,
    monitor: &dyn Monitor,
) -> Result<Choices, RequestError> {
    let game = StonesTurns::new(StonesGame::new(rules), false);
    let place = super::moves::position(&game, request)?;
    let position = place.position;
    let times = Times::new(request.limit);
    let tables = Deadline::after(monitor, times.tables());
    let stones = position.board().stones();
    let problem = ChoicesProblem {
        game: &game,
        position: &place,
        of: position.sente().side(),
        pie: position.leads_to_pie() && position.choices() != 0,
        replies: request.replies,
        part: &request.part,
        solved: super::moves::solved_positions(&game, request),
    };
    if let Some(answer) = problem.without_search()? {
        return Ok(answer);
    }
    let starts_round = position.phase() == Phase::Sente && position.choices() != 0;
    let searches = request.search && stones <= MOST_STONES;
    let answer = |boards: u64, search: bool, listener: &mut Listener<'_>| {
        let folder = folder(rules, stones, boards, request, &tables)?;
        let mut prover = RoundsProver {
            tables: open(rules, &folder, 0)?,
            rules,
            folder,
            request,
            search,
            best: position.phase() != Phase::Sente,
            root: (starts_round && listener.listens() && problem.solved_root().is_none())
                .then(|| position.canonical_board()),
            proven_root: None,
            nodes: 0,
        };
        let mut choices = problem.answer(&mut prover, listener, &times, monitor)?;
        choices.game = game.full_name();
        prover.tables.finish().map_err(unusable)?;
        Ok::<Choices, RequestError>(choices)
    };
    if listener.listens() {
        if request.tables.is_none() {
            problem.guess(listener, &tables)?;
        }
        let first = answer(AT_ONCE, false, listener)?;
        let closed = |choice: &ValuedChoice| {
            choice.bounds.closed() && choice.replies().iter().all(|reply| reply.bounds.closed())
        };
        if first.choices.iter().all(closed) {
            return Ok(first);
        }
    }
    answer(FEW_BOARDS, searches, listener)
}

/// Returns the directory of tables: the given one, otherwise the default one, otherwise a temporary one. If none is
/// given, adds tables of up to `stones` stones that are built in seconds and have at most `most` boards.
fn folder(
    rules: &Rules,
    stones: u32,
    most: u64,
    request: &ChoicesRequest,
    deadline: &dyn Monitor,
) -> Result<TableFolder, RequestError> {
    if let Some(directory) = &request.tables {
        return Ok(TableFolder::Kept(directory.clone()));
    }
    let boards = |stones: u32| boards_to(rules.holes(), stones as usize);
    let few = match boards(stones) {
        all if all <= FEW_BOARDS => all.min(most),
        _ => FIRST_BOARDS.min(most),
    };
    let largest = |limit: u64| {
        let fitting = (0..=stones).take_while(|&most| boards(most) <= limit);
        fitting.last().unwrap_or(0)
    };
    let build = |folder: &TableFolder| -> Result<(), TableError> {
        let path = folder.path();
        rules.build_tables(path, largest(few.min(AT_ONCE)), &(), &mut |_| ())?;
        match rules.build_tables(path, largest(few), deadline, &mut |_| ()) {
            // The layers that were finished in time exist.
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
        // Another process writes there, or the directory is not writable.
        Err(_) if kept => {
            let folder = TableFolder::passing().map_err(RequestError::failed)?;
            build(&folder).map_err(RequestError::failed)?;
            Ok(folder)
        }
        Err(error) => Err(RequestError::failed(error)),
    }
}

/// Opens the tables in a directory. Unpacks as many layers for a search as fit into the given memory.
fn open(rules: &Rules, folder: &TableFolder, memory: usize) -> Result<TabledStones, RequestError> {
    let game = StonesGame::new(rules);
    TabledStones::open(game, folder.path(), memory).map_err(unusable)
}

struct RoundsProver<'a> {
    rules: &'a Rules,
    /// The tables for probes, without an unpacked layer.
    tables: TabledStones,
    folder: TableFolder,
    request: &'a ChoicesRequest,
    search: bool,
    /// Whether each board needs an optimal choice. If choices end a round, it is the reply to them.
    best: bool,
    /// The position itself, if it is to be searched too.
    root: Option<Board>,
    proven_root: Option<Bounds>,
    nodes: u64,
}

impl RoundsProver<'_> {
    /// Loads the proven claims of all files into a table, for boards with up to `stones` stones.
    fn load_proofs(&self, stones: u32, table: &ProofTable) -> Result<(), RequestError> {
        if !self.request.recompute {
            load_shipped_proofs(self.rules, stones, table);
        }
        for file in &self.request.proofs {
            load_proof(file, self.rules, stones, table)?;
        }
        Ok(())
    }

    /// Narrows the bounds of boards until no more are wanted or the monitor cancels.
    fn search(
        &mut self,
        boards: &[Board],
        known: &mut [LeafBounds],
        wanted: &dyn Fn(&[Bounds]) -> Vec<bool>,
        improved: &mut Improved<'_>,
        monitor: &dyn Monitor,
    ) -> Result<(), RequestError> {
        let memory = self.request.memory.bytes() / 2;
        let tables = open(self.rules, &self.folder, memory)?;
        // The memory that the tables do not use is for the search.
        let table =
            ProofTable::new(tables.leave_of(self.request.memory)).map_err(RequestError::failed)?;
        let of_boards = boards.iter().chain(&self.root).map(Board::stones);
        self.load_proofs(of_boards.max().unwrap_or(0), &table)?;
        let search = ProofSearch::new(tables.problem(), &table, monitor);
        let mut root = self.root.map(|board| Narrowing::new(&search, board));
        let mut narrowings: FxHashMap<Board, Narrowing<'_, '_, _>> = FxHashMap::default();
        // Boards with fewer stones are easier.
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by_key(|&place| boards[place].stones());
        let mut bounds: Vec<Bounds> = known.iter().map(|known| known.bounds.clone()).collect();
        let mut node_budget = FIRST_NODE_BUDGET;
        loop {
            let mut left_open = false;
            if let Some(narrowing) = &mut root {
                while narrowing.narrow(node_budget.saturating_mul(ROOT_SHARE)) == Ok(true) {
                    self.proven_root = Some(Bounds::from(narrowing.proven()));
                    improved(LeafProgress {
                        known,
                        root: self.proven_root.clone(),
                        nodes: self.nodes + search.nodes(),
                    });
                }
                self.proven_root = Some(Bounds::from(narrowing.proven()));
                left_open |= narrowing.may_prove_more();
            }
            for &place in &order {
                if monitor.cancelled() || !wanted(&bounds)[place] {
                    continue;
                }
                let board = boards[place];
                let narrowing = narrowings.entry(board);
                let narrowing = narrowing.or_insert_with(|| Narrowing::new(&search, board));
                loop {
                    let more = narrowing.narrow(node_budget) == Ok(true);
                    bounds[place] = Bounds::from(narrowing.proven());
                    known[place].bounds = bounds[place].clone();
                    improved(LeafProgress {
                        known,
                        root: self.proven_root.clone(),
                        nodes: self.nodes + search.nodes(),
                    });
                    if !more {
                        break;
                    }
                }
                left_open |= narrowing.may_prove_more();
            }
            if monitor.cancelled() || !left_open {
                break;
            }
            node_budget = node_budget.saturating_mul(NODE_BUDGET_GROWTH);
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
        improved: &mut Improved<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let boards: Vec<Board> = places
            .iter()
            .map(|place| {
                debug_assert_eq!(place.position.phase(), Phase::Sente);
                place.position.canonical_board()
            })
            .collect();
        let tables = &self.tables;
        let probe = |(board, place): (&Board, &StonesPlace)| {
            let Some(value) = tables.probe(board) else {
                return LeafBounds::nothing(board.stones() as i32);
            };
            let best = || tables.best_choices(board)?.first().copied();
            let hole = self.best.then(best).flatten();
            LeafBounds {
                bounds: Bounds::of(value),
                best: hole.map(|hole| hole_text(&place.position, hole)),
                source: Source::Table,
            }
        };
        let mut known: Vec<LeafBounds> = boards.iter().zip(places).map(probe).collect();
        improved(LeafProgress::of(&known, self.nodes));
        let bounds: Vec<Bounds> = known.iter().map(|known| known.bounds.clone()).collect();
        if self.search && wanted(&bounds).contains(&true) {
            self.search(&boards, &mut known, wanted, improved, deadline)?;
        }
        Ok(known)
    }

    fn root(&self) -> Option<Bounds> {
        self.proven_root.clone()
    }

    fn look_up(&self, state: &TurnState) -> Option<Value> {
        match state {
            PieState::Play(OpenState::Leader { state: board, .. }) => self.tables.probe(board),
            _ => None,
        }
    }

    fn searches(&self) -> bool {
        self.search
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
