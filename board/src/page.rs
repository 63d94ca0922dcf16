//! The files of the page, from the program or, during development, from a directory.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use sowlab_base::files::read_limited;
use sowlab_replay::FILES;

use sowlab_api::ApiError;

use crate::api::HttpError;
use crate::state::Board;

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The maximum size of a file in a directory, in bytes.
const LONGEST: u64 = 16 << 20;

/// The sources of the files.
pub(crate) struct Pages {
    page: Option<PathBuf>,
    player: Option<PathBuf>,
}

impl Pages {
    /// Creates the source from the program, or from these directories.
    pub(crate) fn new(page: Option<PathBuf>, player: Option<PathBuf>) -> Pages {
        Pages { page, player }
    }

    fn read(&self, path: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
        let path = match path.trim_start_matches('/') {
            "" => "index.html",
            path => path,
        };
        let kind = kind(path)?;
        // Paths outside the folder are refused.
        let inside = |part| matches!(part, Component::Normal(_));
        if !Path::new(path).components().all(inside) {
            return None;
        }
        let (folder, path, player) = match path.strip_prefix("player/") {
            Some(path) => (&self.player, path, true),
            None => (&self.page, path, false),
        };
        let bytes = match folder {
            Some(folder) => Cow::Owned(read_limited(&folder.join(path), LONGEST).ok()?),
            None if player => Cow::Borrowed(player_file(path)?),
            None => Cow::Borrowed(PAGE.get_file(path)?.contents()),
        };
        Some((bytes, kind))
    }
}

/// Returns a file of the player, which pages of `sowlab replay` also use.
fn player_file(path: &str) -> Option<&'static [u8]> {
    let (_, text) = FILES.iter().find(|(name, _)| *name == path)?;
    Some(text.as_bytes())
}

/// Returns the media type of a file by its name; `None` if it is not a file of a page.
fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        _ => return None,
    })
}

/// Answers with a file.
pub(crate) async fn file(State(board): State<Board>, uri: Uri) -> Response {
    match board.pages.read(uri.path()) {
        Some((bytes, kind)) => {
            let headers = [
                (header::CONTENT_TYPE, kind),
                (header::CACHE_CONTROL, "no-cache"),
            ];
            (headers, bytes.into_owned()).into_response()
        }
        None => HttpError::from(ApiError::NotFound).into_response(),
    }
}
