//! Rules as data: the files of the games that come along, and games of one's own.

use std::sync::LazyLock;

use sowlab::games::Files;
use sowlab::games::catalog::CatalogGame;
use sowlab::games::perft_plies;
use sowlab::games::two_rank::{
    DECLARATIONS, GameError, RULES_FILES, ReferenceLayers, RulesFile, TwoRank, TwoRankLayers,
    Variant,
};
use sowlab::games::world::WorldVariant;
use sowlab_solvers::retrograde::{Layered, solve_in_memory};
use sowlab_solvers::{Game, Step, Turn};

/// Dakon, also called congkak and sungka, as the page about own games has it.
static DAKON: LazyLock<&str> = LazyLock::new(|| {
    let page = include_str!("../../../docs/games-two-rank.md");
    let (_, file) = page.split_once("```toml\n").unwrap();
    file.split_once("```").unwrap().0
});

/// A file of rules with this text.
struct Own(tempfile::TempDir);

impl Own {
    fn new(text: &str) -> Own {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("own.toml"), text).unwrap();
        Own(folder)
    }

    fn name(&self) -> String {
        format!("file:{}/own.toml", self.0.path().to_str().unwrap())
    }

    fn variant(&self, options: &str) -> Result<Variant, GameError> {
        Variant::read(&format!("{}{options}", self.name()), Files::Allowed)
    }

    fn game(&self, options: &str) -> TwoRank {
        self.variant(options).unwrap().game()
    }
}

#[track_caller]
fn check(game: &TwoRank, from: &str, record: &str, after: &str) {
    let from = game.parse_position(from).unwrap();
    assert_eq!(game.play_record(from, record).unwrap().to_string(), after);
}

/// A changed answer changes play, so nothing else has the rules of these games.
#[test]
fn the_games_that_come_along_are_their_files() {
    for (declaration, text) in DECLARATIONS.into_iter().zip(RULES_FILES) {
        let file = RulesFile::parse(text).unwrap();
        assert_eq!(file.name, declaration.name);
        let own = Own::new(text).game(",pits=4,seeds=3");
        let known = declaration.build(Some("pits=4,seeds=3")).unwrap();
        assert_eq!(own.rules(), known.rules());
        assert_eq!(own.perft(own.start(), 6), known.perft(known.start(), 6));

        let store = match text.contains("own-store = \"sown\"") {
            true => text.replace("own-store = \"sown\"", "own-store = \"bypassed\""),
            false => text.replace("[rules]", "[rules]\nown-store = \"sown\""),
        };
        let store = store.replace("last-in-store = \"moves-again\"", "");
        let changed = Own::new(&store).game(",pits=4,seeds=3");
        assert_ne!(
            changed.perft(changed.start(), 6),
            known.perft(known.start(), 6)
        );
        assert_ne!(changed.rules().hash(), known.rules().hash());
    }
}

/// An edited file is read again, and names with the hash of its former rules are refused.
#[test]
fn a_file_is_read_as_it_is_now() {
    let own = Own::new(*DAKON);
    let before = own.game("");
    assert_eq!(own.game("").rules(), before.rules());
    let text = DAKON.replace("moves-again", "passes");
    std::fs::write(own.0.path().join("own.toml"), text).unwrap();
    let after = own.game("");
    assert_ne!(after.rules(), before.rules());
    let former = own.variant(&format!(",rules={}", before.rules().hash()));
    assert!(matches!(former, Err(GameError::OtherRules { .. })));
}

/// The answers of a variant are read back as its rules.
#[test]
fn answers_are_the_inverse_of_rules() {
    for declaration in DECLARATIONS {
        let rules = *declaration.build(None).unwrap().rules();
        assert_eq!(rules.answers().rules(rules.pits, rules.seeds), Ok(rules));
    }
}

/// Worked examples of StoneShark's and congkak-solver's tests, and perft of a plain stepper.
#[test]
fn dakon_is_a_file() {
    let dakon = Own::new(&DAKON);
    let game = dakon.game("");
    let counted: Vec<u64> = (1..=3)
        .map(|depth| game.perft(game.start(), depth))
        .collect();
    assert_eq!(counted, [7, 36, 230]);

    let first = "0,8,8,8,8,0,8/8,8,8,8,8,8,0 L 0 10";
    check(&game, "7,7,7,7,7,7,7/7,7,7,7,7,7,7 U", "U1", first);
    check(
        &game,
        first,
        "L3",
        "3,1,11,11,3,4,2/11,11,11,0,2,11,3 L 4 10",
    );
    let after = "0,1,1,0,0,0,0/0,0,0,0,0,0,0 U 6 0";
    check(&game, "3,0,0,0,0,0,0/0,0,0,5,0,0,0 L", "L7", after);
    let after = "1,0,0,0,0,0,0/0,0,0,0,0,0,0 L 1 0";
    check(&game, "1,0,0,0,0,0,1/0,0,0,0,0,0,0 L", "L1", after);
    let after = "0,0,0,0,0,0,0/1,1,1,1,1,1,1 U 1 0";
    check(&game, "0,0,0,0,0,0,8/0,0,0,0,0,0,0 L", "L1", after);
    let lone = "3,0,0,0,0,0,0/0,0,0,0,0,0,5 L 40 50";
    check(&game, lone, "L7", "0,1,1,1,0,0,0/0,0,0,0,0,0,5 U 40 50");
    let store = dakon.game(",lone=store");
    check(&store, lone, "L7", "0,1,1,0,0,0,0/0,0,0,0,0,0,5 U 41 50");
}

/// Tables in an order, without the predecessors that laps have none of, have the values of plain replies.
#[test]
fn small_boards_with_relays_are_solved() {
    for end in ["pass", "mover-empty", "any-empty"] {
        let game = Own::new(&DAKON).game(&format!(",pits=3,seeds=3,end={end}"));
        check_tables(&game, 9);
    }
}

/// Passes have predecessors, where play can repeat.
#[test]
fn small_boards_with_passes_are_solved() {
    for rules in [
        "",
        "capture = \"facing\"",
        "capture = \"last-pit\"\ncaptured-counts = [2, 3]\ngrand-slam = \"captures-nothing\"",
        "capture = \"backwards\"\ncaptured-parity = \"even\"\nlift = \"all-but-one\"",
        "own-store = \"sown\"\nlast-in-store = \"moves-again\"\norigin = \"skipped\"",
    ] {
        let file = format!("name = \"own\"\nabout = \"\"\n[rules]\nend = \"all-empty\"\n{rules}");
        check_tables(&Own::new(&file).game(",pits=3,seeds=2"), 8);
    }
}

fn check_tables(game: &TwoRank, most: usize) {
    let layers = TwoRankLayers::new(game.clone(), most).unwrap();
    let plain = ReferenceLayers::new(game, most).unwrap();
    let tables = solve_in_memory(&layers, most as u32, &()).unwrap();
    let expected = solve_in_memory(&plain, most as u32, &()).unwrap();
    for (table, expected) in tables.iter().zip(expected) {
        for rank in 0..table.positions() {
            assert_eq!(table.get(rank), expected.get(rank));
        }
    }
}

/// The same game in another family, with rules code of its own.
#[test]
fn dakon_is_congkak() {
    let dakon = Own::new(&DAKON);
    for lone in ["stay", "store"] {
        for end in ["pass", "mover-empty", "any-empty"] {
            for (pits, seeds) in [(1, 3), (2, 2), (2, 3), (3, 2)] {
                let options = format!("pits={pits},seeds={seeds},lone={lone},end={end}");
                let own = dakon.game(&format!(",{options}"));
                let known: WorldVariant = format!("congkak:{options}").parse().unwrap();
                let known = known.game();
                let plies = perft_plies(&own, own.start(), 7, &());
                assert_eq!(
                    plies,
                    perft_plies(&known, known.start(), 7, &()),
                    "{options}"
                );
                let margin = margin(&own, &own.start());
                assert_eq!(margin, self::margin(&known, &known.start()), "{options}");
            }
        }
    }
}

/// Returns the margin of the side to move by the plainest search.
fn margin<G: Game>(game: &G, state: &G::State) -> i32 {
    if let Some(margin) = game.terminal(state) {
        return margin;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = moves.into_iter().map(|chosen| {
        let Step { state, gain, turn } = game.play(state, chosen);
        let rest = margin(game, &state);
        match turn {
            Turn::Same => gain + rest,
            Turn::Other => gain - rest,
        }
    });
    after.max().expect("a move")
}

/// The path of the file does not matter for tables, its rules do.
#[test]
fn tables_are_named_by_rules() {
    let game = Own::new(&DAKON).game(",pits=3,seeds=3");
    let layers = TwoRankLayers::new(game.clone(), 9).unwrap();
    let plain = ReferenceLayers::new(&game, 9).unwrap();
    assert_eq!(layers.name(), plain.name());
    let elsewhere = TwoRankLayers::new(Own::new(&DAKON).game(",pits=3,seeds=2"), 9).unwrap();
    assert_eq!(layers.name(), elsewhere.name());
    let other = TwoRankLayers::new(Own::new(&DAKON).game(",pits=3,lone=store"), 9).unwrap();
    assert_ne!(
        layers.name().split(',').next(),
        other.name().split(',').next()
    );
}

#[test]
fn a_full_name_has_the_hash_of_the_rules_and_is_read_back() {
    let dakon = Own::new(&DAKON);
    let variant = dakon.variant(",seeds=3").unwrap();
    let hash = variant.rules().hash();
    let name = format!(
        "{},rules={hash},pits=7,seeds=3,lone=stay,end=pass",
        dakon.name()
    );
    assert_eq!(variant.to_string(), name);
    assert_eq!(Variant::read(&name, Files::Allowed), Ok(variant));
    let game = CatalogGame::read(&name, Files::Allowed).unwrap();
    assert_eq!(game.to_string(), name);
    assert!(game.rules_text().contains("sow on from there"));
    let page = include_str!("../../../docs/games-two-rank.md");
    let hash = dakon.variant("").unwrap().rules().hash();
    assert!(
        page.contains(&format!("file:dakon.toml,rules={hash},")),
        "{hash}"
    );

    let other = name.replace("lone=stay", "lone=store");
    let error = Variant::read(&other, Files::Allowed)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("the rules of the file have the hash"),
        "{error}"
    );
    let start = dakon.variant(",start=1+2/3+4").unwrap();
    assert_eq!(Variant::read(&start.to_string(), Files::Allowed), Ok(start));
}

/// So no request from a network opens a file.
#[test]
fn files_are_refused_unless_they_are_allowed() {
    let name = Own::new(&DAKON).name();
    let error = name.parse::<CatalogGame>().unwrap_err().to_string();
    assert!(
        error.contains("files are allowed only on the command line"),
        "{error}"
    );
    for (path, part) in [
        ("file:own", "write file: and the path"),
        ("file:", "write file: and the path"),
        ("own.toml,pits=3", "write file: and the path"),
        ("file:no/such.toml", "file:no/such.toml: "),
    ] {
        let error = CatalogGame::read(path, Files::Allowed)
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn errors_name_the_line_the_field_and_what_is_allowed() {
    let head = "name = \"own\"\nabout = \"\"\n";
    for (text, message) in [
        ("", "line 1: missing field `name`"),
        (
            "[rules]\norigin = \"both\"",
            "line 4, origin: unknown variant `both`, expected `sown` or `skipped`",
        ),
        (
            "[rules]\norigins = \"sown\"",
            "line 4, origins: unknown field `origins`, expected one of `own-store`",
        ),
        (
            "[rules]\nleast-lifted = 300",
            "line 4, least-lifted: invalid value: integer `300`, expected u8",
        ),
        (
            "[rules]\nleast-lifted = 0",
            "line 4, least-lifted=0: 1 to 127",
        ),
        ("[rules\n", "line 3: "),
        (
            "[rules]\norigin = true",
            "line 4, origin: unknown variant `true`, expected `sown` or `skipped`",
        ),
        (
            "[rules]\ncapture = facing",
            "line 4, capture: write the answer in quotes, as in \"facing\"",
        ),
        ("pits = 9", "line 3, pits=9: a side has 1 to 8 pits"),
        (
            "[rules]\nlaps = \"relay\"",
            "line 4, laps=relay: only with own-store = \"sown\"",
        ),
        (
            "[rules]\nend = \"all-empty\"\nfeeding = \"must-sow\"",
            "line 4, end=all-empty: only with feeding = \"free\"",
        ),
        (
            "[rules]\ncapture = \"last-pit\"",
            "line 4, capture: last-pit and backwards need captured-counts or",
        ),
        (
            "[rules]\ncaptured-counts = [2]",
            "line 4, captured-counts: only with capture = \"last-pit\" or",
        ),
        (
            "[rules]\ncapture = \"last-pit\"\ncaptured-counts = [0]",
            "line 5, captured-counts: write one number or more",
        ),
        (
            "[rules]\nfacing-empty = \"captures-nothing\"",
            "line 4, facing-empty: only with capture = \"facing\"",
        ),
        (
            "[rules]\nlast-in-store = \"moves-again\"",
            "line 4, last-in-store: moves-again needs own-store",
        ),
        (
            "[[options]]\nname = \"seeds\"\nabout = \"\"\nvalues = []",
            "line 4, options: 'seeds' is named twice",
        ),
        (
            "[[options]]\nname = \"x\"\nabout = \"\"\nvalues = []",
            "line 4, values of x: 0, but 2 to 8 are allowed",
        ),
        (
            "[[options]]\nname = \"X\"\nabout = \"\"\nvalues = []",
            "line 4, name 'X': write a small letter",
        ),
        (
            "[[options]]\nname = \"x\"\nabout = \"\"\nvalues = [\n  { name = \"a\" },\n  { name = \"b\", rules = \
             { notation = \"letters\", directions = \"right-or-left\" } },\n]",
            "line 8, notation: letters and numbers need",
        ),
        // A value of an option is at fault, and not the line in [rules].
        (
            "[rules]\nfeeding = \"free\"\nend = \"all-empty\"\n[[options]]\nname = \"x\"\nabout = \"\"\n\
             [[options.values]]\nname = \"a\"\n[[options.values]]\nname = \"b\"\nrules.feeding = \"must-sow\"\n\
             rules.end = \"all-empty\"",
            "line 14, end=all-empty: only with feeding = \"free\", least-lifted = 1, directions = \"right\", and \
             grand-slam = \"captures\" or \"captures-nothing\" (with x=b)",
        ),
    ] {
        let text = if text.is_empty() {
            String::new()
        } else {
            format!("{head}{text}")
        };
        let error = RulesFile::parse(&text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}\n{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}
