//! The state shared by all requests.

use std::sync::Arc;

use sowlab_analysis::RequestError;
use sowlab_api::Setting;
use sowlab_base::files::{TemporaryFolder, TemporaryFolderError};

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
    /// The tables, proofs and limits of requests.
    pub(crate) setting: Arc<Setting>,
    /// The folder of tables that searches build, removed when the server stops.
    _scratch: TemporaryFolder,
}

impl Board {
    /// Creates the state of a server at this port.
    pub(crate) fn new(arguments: &Arguments, port: u16) -> Result<Board, BoardError> {
        let scratch = TemporaryFolder::new()?;
        let memory = arguments.memory;
        let mut setting = Setting::new(scratch.path().to_owned(), memory, arguments.time_limit());
        setting.tables.clone_from(&arguments.tables);
        setting
            .add_proofs(&arguments.proofs)
            .map_err(BoardError::Proof)?;
        Ok(Board(Arc::new(Shared {
            access: Access::new(arguments.listen, port, &arguments.hosts),
            pages: Pages::new(arguments.page.clone(), arguments.player.clone()),
            searches: Searches::new(arguments.searches.into()),
            setting: Arc::new(setting),
            _scratch: scratch,
        })))
    }
}

impl std::ops::Deref for Board {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
