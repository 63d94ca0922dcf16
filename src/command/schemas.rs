//! The schemas of the documents and records, generated from their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::output::{TextDocument, Versioned};
use super::{
    benchmark, cache, loops, manual, perft, play, proof, records, saved, self_play, setups, solve,
    sprt,
};
use super::{study, tables, tournament};
use sowlab_analysis::certificates::Certificate;
use sowlab_analysis::equilibrium::EquilibriumDocument;
use sowlab_analysis::solve::{ExportedProof, ProofContents, ShortenedProof};
use sowlab_analysis::tables::{LayerReport, VerifiedLayer};
use sowlab_analysis::{SownDocument, SownMoveDocument};
use sowlab_engines::benchmark::{Answer, Benchmark, Task};
use sowlab_engines::records::GameRecord;
use sowlab_engines::review::ReviewDocument;
use sowlab_engines::setting::Setting;
use sowlab_engines::shown::ShownDocument;
use sowlab_engines::spec::EnginesDocument;
use sowlab_findings::ExactPositions;
use sowlab_games::catalog::GamesDocument;
use sowlab_games::two_rank::RulesFile;
use sowlab_study::Manifest;

/// A line of a file with its checksum.
#[derive(Serialize, JsonSchema)]
struct Checked<T> {
    #[serde(flatten)]
    contents: T,
    /// The first 16 digits of the SHA-256 of the line before this member.
    check: String,
}

/// The first line of a file of games.
#[derive(Serialize, JsonSchema)]
struct TournamentHeader {
    /// The tournament.
    tournament: Setting,
}

/// A document of `loops cycles`: of layers, or of the boards near the opening.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema of either")]
enum CyclesDocuments {
    Layers(loops::CyclesDocument),
    NearOpening(loops::NearOpeningDocument),
}

/// A document of `manual`: the text, or the files that were written.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema of either")]
enum ManualDocuments {
    Text(TextDocument<'static>),
    Files(manual::ManualDocument),
}

/// Returns the schema of a type as it is serialized.
fn schema<T: JsonSchema>(title: &str) -> Schema {
    titled::<T>(title, settings().for_serialize())
}

/// Returns the schema of a type as the user writes it.
fn input<T: JsonSchema>(title: &str) -> Schema {
    titled::<T>(title, settings().for_deserialize())
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
    })
}

fn titled<T: JsonSchema>(title: &str, settings: SchemaSettings) -> Schema {
    let generator = settings.into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    schema.insert("title".into(), title.into());
    schema
}

/// Returns the schema of a document that a command prints.
fn document<T: JsonSchema + 'static>(command: &str) -> Schema {
    schema::<Versioned<'static, T>>(&format!("sowlab {command}"))
}

/// Returns every schema, with the name of its file.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("benchmark", schema::<Benchmark>("A benchmark for agents")),
        (
            "benchmark-answer",
            input::<Answer>("An answer to a task of a benchmark"),
        ),
        (
            "benchmark-score",
            document::<benchmark::ReportDocument>("benchmark run and score"),
        ),
        ("benchmark-task", schema::<Task>("A task of a benchmark")),
        ("cache", document::<cache::CacheDocument>("cache")),
        ("certificate", schema::<Certificate>("A certificate")),
        ("engines", document::<EnginesDocument>("engines")),
        (
            "equilibrium",
            document::<EquilibriumDocument>("equilibrium"),
        ),
        ("games", document::<GamesDocument>("games")),
        ("loops-cycles", document::<CyclesDocuments>("loops cycles")),
        (
            "loops-reach",
            document::<loops::ReachDocument<'static>>("loops reach"),
        ),
        ("loops-scan", document::<loops::ScanDocument>("loops scan")),
        (
            "loops-verify",
            document::<loops::VerifyDocument>("loops verify"),
        ),
        ("manual", document::<ManualDocuments>("manual")),
        ("perft", document::<perft::PerftDocument<'static>>("perft")),
        ("play", document::<play::PlayDocument>("play")),
        ("positions", document::<ExactPositions>("positions")),
        (
            "proof-export",
            document::<proof::OfFile<proof::Timed<ExportedProof>>>("proof export"),
        ),
        (
            "proof-shorten",
            document::<proof::OfFile<ShortenedProof>>("proof shorten"),
        ),
        (
            "proof-show",
            document::<proof::OfFile<ProofContents>>("proof show"),
        ),
        ("review", document::<ReviewDocument>("review")),
        (
            "rules-file",
            input::<RulesFile>("A file of rules of a two-rank game"),
        ),
        (
            "saved-game",
            schema::<Versioned<'static, saved::SavedGame>>("A game saved by sowlab play"),
        ),
        (
            "self-play",
            document::<self_play::SelfPlayDocument>("self-play"),
        ),
        ("setups", document::<setups::SetupsDocument>("setups")),
        (
            "show-game",
            document::<records::GameDocument<'static>>("show --game of a tournament"),
        ),
        ("show", document::<ShownDocument>("show")),
        ("solve", document::<solve::SolveDocument>("solve")),
        ("sow-move", document::<SownMoveDocument>("sow --move")),
        ("sow", document::<SownDocument>("sow")),
        ("sprt", document::<sprt::SprtDocument>("sprt")),
        ("study", document::<study::Summary>("study")),
        (
            "study-list",
            document::<study::Listing<'static>>("study --list"),
        ),
        (
            "study-manifest",
            schema::<Manifest>("The manifest of a result"),
        ),
        (
            "tables-build",
            document::<tables::LayersDocument<LayerReport>>("tables build"),
        ),
        (
            "tables-dump",
            document::<tables::DumpDocument>("tables dump"),
        ),
        (
            "tables-fetch",
            document::<tables::LayersDocument<LayerReport>>("tables fetch"),
        ),
        (
            "tables-probe-positions",
            document::<tables::ProbesDocument>("tables probe --positions"),
        ),
        (
            "tables-probe",
            document::<tables::ProbeDocument>("tables probe"),
        ),
        (
            "tables-sample",
            document::<tables::SampleDocument>("tables sample"),
        ),
        (
            "tables-stats",
            document::<tables::LayersDocument<LayerReport>>("tables stats"),
        ),
        (
            "tables-verify",
            document::<tables::LayersDocument<VerifiedLayer>>("tables verify"),
        ),
        (
            "tournament-game",
            schema::<Checked<GameRecord>>("A game of a tournament"),
        ),
        (
            "tournament-header",
            schema::<Versioned<'static, Checked<TournamentHeader>>>("The setting of a tournament"),
        ),
        (
            "tournament",
            document::<tournament::TournamentDocument<'static>>("tournament"),
        ),
    ]
}
