//! Where tables are kept unless somebody says otherwise.

use std::path::PathBuf;

/// The environment variable that names the default folder.
pub const FOLDER_VARIABLE: &str = "SOWLAB_TABLES";

/// The default folder of tables: what the environment variable `SOWLAB_TABLES` names, otherwise
/// `sowlab/tables` in the cache directory of the user; `None` if there is no such directory. It may
/// not exist.
pub fn default_folder() -> Option<PathBuf> {
    match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => Some(dirs::cache_dir()?.join("sowlab").join("tables")),
    }
}
