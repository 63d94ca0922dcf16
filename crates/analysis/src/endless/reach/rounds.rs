//! Games in which both sides sow at once.

use sowlab_base::files::{OwnedFolder, TemporaryFolder, is_unusable};
use sowlab_solvers::Monitor;
use sowlab_solvers::reach::{PackedStates, ReachError, ReachFiles};
use sowlab_solvers::search::proof::ProofTable;

use super::{
    BestPlayRequest, Followed, Period, ReachRequest, Reachable, Reached, ReachedError, Witness,
};
use crate::endless::{BestPlayGame, SearchedRounds, certificate_of_game};
use crate::solve::{DEFAULT_NODE_BUDGET, TabledStones, saving, searchable};
use crate::tables::{TableFolder, unusable};
use crate::{Field, MID_ROUND, RequestError};
use sowlab_games::stones::{Board, Phase, Position, Rules, StonesGame, UndisputedGame};

/// The purpose in the mark of a directory with a checkpoint.
const PURPOSE: &str = "loops reach";

/// Searches breadth-first from the start of a round.
///
/// # Errors
/// Sente has taken a hole already. Tables, files or memory do not suffice for the request. Or the
/// monitor cancelled before the search had a result.
pub fn reach_rounds(
    rules: &Rules,
    start: &Position,
    request: &ReachRequest,
    monitor: &dyn Monitor,
) -> Result<Reachable, RequestError> {
    if matches!(start.phase(), Phase::Gote { .. }) {
        return Err(RequestError::field(Field::Position, MID_ROUND));
    }
    let search = Search {
        game: StonesGame::new(rules),
        start: *start,
        request,
        monitor,
    };
    let (found, unresolved) = match &request.followed {
        Followed::All => (search.run(&search.game)?, None),
        Followed::Undisputed => (search.run(&UndisputedGame::new(rules))?, None),
        Followed::Best(best) => {
            let (found, unresolved) = search.best_play(best)?;
            (found, Some(unresolved))
        }
    };
    let witness = found.witness.map(|found| {
        let certificate = request
            .certificate
            .then(|| certificate_of_game(search.game.sower(), *start, &found.record))
            .transpose()
            .map_err(RequestError::failed)?;
        Ok::<_, RequestError>(Witness {
            record: found.record.to_string(),
            position: found.position.to_string(),
            period: Some(Period::Steps(found.period)),
            sow: Some(found.to_string()),
            certificate,
        })
    });
    Ok(Reachable {
        game: rules.to_string(),
        position: start.to_string(),
        rounds: found.rounds,
        witness: witness.transpose()?,
        unresolved,
        cancelled: found.cancelled,
    })
}

struct Search<'a> {
    game: StonesGame,
    start: Position,
    request: &'a ReachRequest,
    monitor: &'a dyn Monitor,
}

impl Search<'_> {
    /// Searches in memory. If the boards do not fit, starts again on disk. With a checkpoint,
    /// searches on disk from the start.
    fn run(
        &self,
        game: &impl PackedStates<State = Board, Choice = u8>,
    ) -> Result<Reached, RequestError> {
        let ReachRequest {
            rounds,
            memory,
            checkpoint,
            ..
        } = self.request;
        let (rounds, memory) = (*rounds, memory.bytes());
        let sower = self.game.sower();
        if let Some(folder) = checkpoint {
            let folder = OwnedFolder::open(folder, PURPOSE);
            let folder = folder.map_err(|error| match error.is_bad_input() {
                true => RequestError::field(Field::Checkpoint, error),
                false => RequestError::failed(error),
            })?;
            return self.on_disk(game, &folder);
        }
        let within = Reached::search_within(game, sower, self.start, rounds, memory, self.monitor);
        match within {
            Some(found) => found.map_err(RequestError::failed),
            None => {
                self.monitor.remark(
                    "more boards than fit in --memory; starting again with the boards in files",
                );
                let folder = TemporaryFolder::new().map_err(RequestError::failed)?;
                self.on_disk(game, folder.owned())
            }
        }
    }

    fn on_disk(
        &self,
        game: &impl PackedStates<State = Board, Choice = u8>,
        folder: &OwnedFolder,
    ) -> Result<Reached, RequestError> {
        let kind = match self.request.followed {
            Followed::All => "",
            Followed::Undisputed => " without disputed rounds",
            Followed::Best(_) => " with best play",
        };
        let search = format!("{} from {}{kind}", self.game.rules(), self.start);
        let files = ReachFiles {
            folder,
            search: &search,
            memory: self.request.memory.bytes(),
            checkpointed: self.request.checkpoint.is_some(),
        };
        let (sower, rounds) = (self.game.sower(), self.request.rounds);
        Reached::search_on_disk(game, sower, self.start, rounds, &files, self.monitor).map_err(
            |error| match error {
                ReachedError::Disk(ReachError::File {
                    error: ref cause, ..
                }) if is_unusable(cause) => RequestError::field(Field::Checkpoint, error),
                // The cause, such as a full disk, is not the input of the user.
                ReachedError::Witness(_)
                | ReachedError::Disk(ReachError::File { .. } | ReachError::Fickle) => {
                    RequestError::failed(error)
                }
                ReachedError::Disk(error) => RequestError::field(Field::Checkpoint, error),
            },
        )
    }

    /// Searches optimal rounds. Returns the number of unresolved choices and replies too.
    fn best_play(&self, best: &BestPlayRequest) -> Result<(Reached, u64), RequestError> {
        searchable(&self.start)?;
        let rules = self.game.rules();
        let stones = self.start.board().stones();
        let given = best.tables.as_deref();
        let folder = TableFolder::given_or_on_demand(given, rules, stones, self.monitor)?;
        let Some(folder) = folder else {
            return Err(RequestError::field(
                Field::Best,
                format!(
                    "tables of {stones} stones are too large to build here; build them with `sowlab tables build` and give --tables"
                ),
            ));
        };
        let open = |memory| {
            TabledStones::open(StonesGame::new(rules), folder.path(), memory).map_err(unusable)
        };
        let tables = open(0)?;
        if tables.most() >= stones {
            let found = self.run(&BestPlayGame::new(&self.game, &tables))?;
            tables.finish().map_err(unusable)?;
            return Ok((found, 0));
        }
        let memory = self.request.memory.bytes() / 4;
        self.searched_best_play(best, open(memory)?)
    }

    /// Searches optimal rounds if the tables do not reach the start.
    fn searched_best_play(
        &self,
        best: &BestPlayRequest,
        tables: TabledStones,
    ) -> Result<(Reached, u64), RequestError> {
        if self.request.checkpoint.is_some() {
            return Err(RequestError::field(
                Field::Checkpoint,
                "with --best it requires tables that reach the start",
            ));
        }
        let table = ProofTable::new(self.request.memory.bytes() / 4)
            .map_err(|error| RequestError::field(Field::Memory, error))?;
        let work = || self.by_search(best, tables, &table);
        match &best.save_proof {
            None => work(),
            Some(path) => saving(path, self.game.rules(), &self.start, &table, |_| work())?,
        }
    }

    fn by_search(
        &self,
        best: &BestPlayRequest,
        tables: TabledStones,
        table: &ProofTable,
    ) -> Result<(Reached, u64), RequestError> {
        let (solution, tables) = tables
            .solve(&self.start, table, DEFAULT_NODE_BUDGET, self.monitor)
            .map_err(unusable)?;
        let value = match solution.bounds.one_value() {
            Some(value) => value,
            None => {
                self.monitor.check()?;
                return Err(RequestError::field(
                    Field::Best,
                    "the value of the start depends on infinite play; give tables that reach the start",
                ));
            }
        };
        let start = (self.start.canonical_board(), value);
        let rounds = SearchedRounds::new(&tables, table, best.nodes, self.monitor, start);
        let found = self.run(&BestPlayGame::new(&self.game, &rounds))?;
        let unresolved = rounds.unresolved();
        tables.finish().map_err(unusable)?;
        Ok((found, unresolved))
    }
}
