//! Players from specifications.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::{EngineError, EngineErrorKind};
use super::{EngineSpec, EvalSpec, SearchSpec};
use crate::player::Player;
use crate::players::{
    AgentPlayer, AlphaBetaPlayer, Book, External, Greedy, Mcts, Perfect, Random, Reserved, Solved,
};
use sowlab_analysis::learned::{Evaluation, LearnedError};
use sowlab_analysis::secured::shipped_proof;
use sowlab_analysis::tables::{OpenTables, default_folder};
use sowlab_games::contest::Contest;
use sowlab_solvers::Side;

/// Loads the weights of an evaluation for a game.
fn weights<C: Contest>(
    contest: &C,
    eval: &EvalSpec,
) -> Result<Option<Arc<Evaluation>>, LearnedError> {
    let path = match eval {
        EvalSpec::BuiltIn => return Ok(Evaluation::built_in_for(contest)),
        EvalSpec::File(path) => path,
    };
    Evaluation::open_for(contest, path).map(Some)
}

impl EngineSpec {
    fn error(&self, kind: impl Into<EngineErrorKind>) -> EngineError {
        EngineError {
            engine: self.to_string(),
            kind: kind.into(),
        }
    }

    /// Reserves the memory that one player of the engine requires during a game.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn reserve(&self) -> Result<Option<Reserved>, EngineError> {
        match self {
            EngineSpec::Mcts { memory, .. } => Reserved::new(*memory)
                .map(Some)
                .map_err(|error| self.error(error)),
            _ => Ok(None),
        }
    }

    fn evaluation<C: Contest>(
        &self,
        contest: &C,
        eval: Option<&EvalSpec>,
    ) -> Result<Option<Arc<Evaluation>>, EngineError> {
        let found = eval.map(|eval| weights(contest, eval)).transpose();
        found
            .map(Option::flatten)
            .map_err(|error| self.error(error))
    }

    fn search<C: Contest>(
        &self,
        contest: &C,
        spec: &SearchSpec,
    ) -> Result<AlphaBetaPlayer, EngineError> {
        let eval = self.evaluation(contest, spec.eval.as_ref())?;
        let player = AlphaBetaPlayer::new(spec.depth, spec.time, spec.hash);
        player
            .map(|player| player.with_evaluation(eval))
            .map_err(|error| self.error(error))
    }

    /// Creates the player of `solved`; `None` for other engines.
    ///
    /// # Errors
    /// Tables or a proof are missing or damaged, or a table does not fit the memory.
    pub fn solved<C: Contest>(&self, contest: &C) -> Result<Option<Solved<C>>, EngineError> {
        match self {
            EngineSpec::Solved {
                tables,
                proof,
                search,
            } => self
                .open_solved(contest, tables.clone(), proof.as_deref(), search)
                .map(Some),
            _ => Ok(None),
        }
    }

    fn open_solved<C: Contest>(
        &self,
        contest: &C,
        tables: Option<PathBuf>,
        proof: Option<&Path>,
        search: &SearchSpec,
    ) -> Result<Solved<C>, EngineError> {
        let folder = tables.or_else(default_folder);
        let folder = folder.ok_or_else(|| self.error(EngineErrorKind::NoFolder))?;
        let solved = Solved::open(contest, &folder, proof, self.search(contest, search)?);
        solved.map_err(|error| self.error(error))
    }

    /// Creates a player of a game.
    ///
    /// # Errors
    /// Tables are missing, or a table does not fit the memory.
    pub fn player<C: Contest>(&self, contest: &C) -> Result<Box<dyn Player<C>>, EngineError> {
        Ok(match self {
            EngineSpec::Random => Box::new(Random::new()),
            EngineSpec::Greedy => Box::new(Greedy::new()),
            EngineSpec::AlphaBeta(spec) => Box::new(self.search(contest, spec)?),
            EngineSpec::Mcts {
                playouts,
                time,
                exploration,
                memory,
                eval,
                ..
            } => {
                let exploration = *exploration as f32 / 1000.0;
                let mcts = Mcts::new(*playouts, *time, exploration, *memory);
                let mcts = mcts.map_err(|error| self.error(error))?;
                Box::new(mcts.with_evaluation(self.evaluation(contest, eval.as_ref())?))
            }
            EngineSpec::Perfect { tables, search } => {
                let tables =
                    OpenTables::open(contest, tables).map_err(|error| self.error(error))?;
                Box::new(Perfect::new(tables.into(), self.search(contest, search)?))
            }
            EngineSpec::Solved {
                tables,
                proof,
                search,
            } => Box::new(self.open_solved(contest, tables.clone(), proof.as_deref(), search)?),
            EngineSpec::External(setting) => {
                Box::new(External::new(setting.clone(), contest.full_name()))
            }
            EngineSpec::Agent(setting) => Box::new(AgentPlayer::new(setting.clone())),
        })
    }

    /// Returns the side that `solved` plays by a proof that ships with the program.
    fn side_of_a_proof<C: Contest>(&self, contest: &C) -> Option<Side> {
        match self {
            EngineSpec::Solved { proof: None, .. } => Some(shipped_proof(contest)?.side),
            _ => None,
        }
    }

    /// Creates a player of a game and begins a game with it.
    ///
    /// # Errors
    /// As for [`EngineSpec::player`]; or a program cannot be started.
    pub fn start<C: Contest>(
        &self,
        contest: &C,
        seed: u64,
    ) -> Result<Box<dyn Player<C>>, EngineError> {
        let player = self.player(contest)?;
        let mut player = match self.has_book() {
            true => Box::new(Book::new(contest, player, self.side_of_a_proof(contest))),
            false => player,
        };
        player.new_game(seed).map_err(|fault| self.error(fault))?;
        Ok(player)
    }
}
