//! The means that all requests share.

use std::path::PathBuf;
use std::time::Duration;

use sowlab_analysis::solve::{proof_name, proof_rules};
use sowlab_analysis::tables::with_tables_of;
use sowlab_analysis::{Analyses, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;

/// The tables, proofs and limits of all requests.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The directory with endgame tables.
    pub tables: Option<PathBuf>,
    /// The folder for tables that searches build.
    pub scratch: PathBuf,
    /// The memory of each search.
    pub memory: MemorySize,
    /// The maximum time of a search.
    pub time_limit: Duration,
    /// The files of proven claims, each with the name of its rules.
    proofs: Vec<(PathBuf, String)>,
}

impl Setting {
    /// Creates a setting without tables or proofs.
    pub fn new(scratch: PathBuf, memory: MemorySize, time_limit: Duration) -> Setting {
        Setting {
            tables: None,
            scratch,
            memory,
            time_limit,
            proofs: Vec::new(),
        }
    }

    /// Adds files of proven claims.
    ///
    /// # Errors
    /// A file cannot be used.
    pub fn add_proofs(&mut self, files: &[PathBuf]) -> Result<(), RequestError> {
        for file in files {
            self.proofs.push((file.clone(), proof_rules(file)?));
        }
        Ok(())
    }

    /// Returns the directory of tables, if it has any of the game.
    pub(crate) fn tables_of(&self, game: &CatalogGame) -> Option<PathBuf> {
        with_tables_of(&*game.analyses().tables().ok()?, self.tables.clone()?)
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
