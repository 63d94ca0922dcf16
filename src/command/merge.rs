//! `sowlab merge`.

use sowlab_findings::ValuedPiece;
use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::output::Document;
use super::pieces::piece_failure;
use super::target::Target;
use super::{Common, loops, setups, solve, study, tables, tournament};
use sowlab_analysis::endless::ScannedPiece;
use sowlab_analysis::setups::DrawnPiece;
use sowlab_analysis::tables::VerifiedPiece;
use sowlab_base::pieces::{Piece, Pieces};
use sowlab_engines::pieces::PlayedPiece;
use sowlab_study::StudyPiece;

#[derive(Debug, Args)]
#[command(after_help = "\
--shard I/N divides long work among processes or machines. Each shard writes a file with its results, its settings \
and a checksum. `merge` prints the result of the undivided command, except for times. It refuses shards that are \
missing, duplicated, damaged, or from other work or another version of the program, and names them.

Examples:
  sowlab loops scan 55stones --stones 22 --shard 3/32 --piece scan-3.json
  sowlab merge scan-*.json --out scan.json")]
pub(super) struct Arguments {
    /// Files of all shards, in any order
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the result to this JSON file; for a study: directory for the results
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

/// The function that merges all pieces of a kind of work.
enum Merge {
    /// It creates a document.
    Document(fn(&Pieces, &Common) -> Result<Document, Failure>),
    /// It creates a folder of results, and a document.
    Folder(fn(&Pieces, &Path, &Common) -> Result<Document, Failure>),
}

/// The kinds of work, with their functions.
const KINDS: [(&str, Merge); 6] = [
    (ScannedPiece::KIND, Merge::Document(loops::merged_scan)),
    (PlayedPiece::KIND, Merge::Document(tournament::merged)),
    (VerifiedPiece::KIND, Merge::Document(tables::merged)),
    (ValuedPiece::KIND, Merge::Document(solve::merged)),
    (DrawnPiece::KIND, Merge::Document(setups::merged)),
    (StudyPiece::KIND, Merge::Folder(study::merged)),
];

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let pieces = Pieces::gather(&arguments.files).map_err(piece_failure)?;
    let kind = pieces.kind();
    let merge = KINDS.iter().find(|(name, _)| *name == kind);
    let Some((_, merge)) = merge else {
        let reason =
            format!("unknown work '{kind}'; merge with the version of sowlab that wrote the files");
        return Err(Failure::BadInput(reason));
    };
    match (merge, &arguments.out) {
        (Merge::Document(merge), None) => merge(&pieces, common),
        (Merge::Document(merge), Some(out)) => {
            let target = Target::new("--out", out, common.format)?;
            let document = merge(&pieces, common)?;
            target.write("--out", document.data().as_bytes())?;
            Ok(document.silent_if(target.is_standard_output()))
        }
        (Merge::Folder(merge), Some(out)) => merge(&pieces, out, common),
        (Merge::Folder(_), None) => Err(Failure::input(
            "--out",
            "required for a study: the directory for the results",
        )),
    }
}
