//! The state shared by all requests.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sowlab_analysis::Analyses;
use sowlab_analysis::RequestError;
use sowlab_analysis::solve::{proof_name, proof_rules};
use sowlab_base::MemorySize;
use sowlab_base::files::{TemporaryFolder, TemporaryFolderError};
use sowlab_games::catalog::CatalogGame;

use crate::access::Access;
use crate::arguments::Arguments;
use crate::page::Pages;
use crate::searches::Searches;

/// The error of a server that cannot start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BoardError {
    /// A file of proven claims cannot be used.
    #[error("--proof: {0}")]
    Proof(RequestError),
    /// There is no space for tables.
    #[error(transparent)]
    Scratch(#[from] TemporaryFolderError),
}

/// The server's setting and its searches.
#[derive(Clone)]
pub(crate) struct Board(Arc<Shared>);

/// See [`Board`].
pub(crate) struct Shared {
    /// The access control.
    pub(crate) access: Access,
    /// The files of the page.
    pub(crate) pages: Pages,
    /// The slots for searches.
    pub(crate) searches: Searches,
    /// The directory with endgame tables.
    pub(crate) tables: Option<PathBuf>,
    /// The folder for tables that searches build, until the server stops.
    pub(crate) scratch: TemporaryFolder,
    /// The memory of each search.
    pub(crate) memory: MemorySize,
    /// The maximum time of a search.
    pub(crate) time_limit: Duration,
    /// The files of proven claims, each with the name of its rules.
    proofs: Vec<(PathBuf, String)>,
}

impl Board {
    /// Creates the state of a server at this port.
    pub(crate) fn new(arguments: &Arguments, port: u16) -> Result<Board, BoardError> {
        let proofs = arguments.proofs.iter().map(|file| {
            let rules = proof_rules(file).map_err(BoardError::Proof)?;
            Ok((file.clone(), rules))
        });
        let proofs = proofs.collect::<Result<Vec<_>, BoardError>>()?;
        let scratch = TemporaryFolder::new()?;
        Ok(Board(Arc::new(Shared {
            access: Access::new(arguments.listen, port, &arguments.hosts),
            pages: Pages::new(arguments.page.clone(), arguments.player.clone()),
            searches: Searches::new(arguments.searches.into()),
            tables: arguments.tables.clone(),
            scratch,
            memory: arguments.memory,
            time_limit: arguments.time_limit(),
            proofs,
        })))
    }
}

impl Shared {
    /// Returns the directory of tables, if it has any of the game.
    pub(crate) fn tables_of(&self, game: &CatalogGame) -> Option<PathBuf> {
        let folder = self.tables.clone()?;
        let tables = game.analyses().tables().ok()?;
        tables.table_stats(&folder, Some(0)).ok().map(|_| folder)
    }

    /// Returns the proof files for the game.
    pub(crate) fn proofs_of(&self, game: &CatalogGame) -> Vec<PathBuf> {
        let Ok(rules) = game.joint("proofs") else {
            return Vec::new();
        };
        let name = proof_name(&rules);
        let proofs = self.proofs.iter().filter(|(_, about)| *about == name);
        proofs.map(|(file, _)| file.clone()).collect()
    }
}

impl std::ops::Deref for Board {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
