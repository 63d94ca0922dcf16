//! Complete proofs: what `proof export` writes, `sowlab-check` accepts, which shares no code with it.

use std::path::Path;

use sowlab_check::checked::check_proof;
use sowlab_check::established::EstablishedClaims;
use sowlab_check::layer;
use sowlab_check::memory::Memory;
use sowlab_check::proof::Proof;
use sowlab_check::replies::Game;
use sowlab_check::table::Table;
use sowlab_check::variant::Variant;
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::proof::{
    Claim, ClaimGroup, CompleteProof, ProofSearch, ProofTable, RankedGroup,
};
use sowlab_solvers::{Player, Problem};
use tempfile::TempDir;

use sowlab::games::stones::{Board, Position, Rules, StonesGame};

use crate::outside::{json, refused};

/// Games with the most stones of their tables.
const GAMES: [(&str, &str); 5] = [
    ("stones:holes=5,seeds=3,capture=reversed", "4"),
    ("stones:holes=5,seeds=3,both-out=end,rest=exchanged", "4"),
    ("stones:holes=5,seeds=2,mixed-out=forfeit", "4"),
    ("stones:holes=7,seeds=3", "10"),
    // The tables hold the opening, in whose value infinite play has a part.
    ("stones:holes=4,seeds=2", "8"),
];

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn with_tables(game: &str, stones: &str) -> Folder {
        let folder = Folder::new();
        let tables = folder.path("tables");
        json(&format!(
            "tables build {game} --stones {stones} --dir {tables} --quiet"
        ));
        folder
    }

    fn export(&self, game: &str, more: &[&str]) -> serde_json::Value {
        let (out, tables) = (self.path("a.complete"), self.path("tables"));
        let mut arguments = vec![
            "proof", "export", game, "--out", &out, "--tables", &tables, "--memory", "64M",
            "--quiet",
        ];
        arguments.extend(more);
        json(&arguments)
    }
}

/// Returns the checker's results for a proof: the number of claims, and the stated margins of the opening.
fn check(file: &str, tables: &str) -> (u64, [(i32, i32); 2]) {
    let proof = Proof::open(Path::new(file)).unwrap();
    let (rules, stated) = (proof.rules, proof.stated);
    let game = Game::new(rules, rules.stones()).unwrap();
    let mut found = Vec::new();
    for (stones, checksum) in proof.tables.iter().enumerate() {
        let tables = Path::new(tables);
        let table = Table::read(
            tables,
            &rules,
            &game.boards,
            stones,
            &mut Memory::new(1 << 30),
        )
        .unwrap();
        assert_eq!(table.checksum, *checksum);
        found.push(table);
    }
    let mut known = EstablishedClaims::new(&game, &found, Memory::new(1 << 30)).unwrap();
    let claims = proof.check(&game, &mut known, |_, _| ()).unwrap();
    // And what it takes from the tables follows from the rules.
    for stones in (0..found.len()).rev() {
        known.derive(stones).unwrap();
    }
    (claims, stated)
}

#[test]
fn exported_proofs_are_accepted_and_show_what_solve_says() {
    let mut claims = 0;
    for (game, stones) in GAMES {
        let folder = Folder::with_tables(game, stones);
        let tables = folder.path("tables");
        let solved = json(&format!(
            "solve {game} --tables {tables} --memory 64M --quiet"
        ));
        for more in [["--threads", "1"], ["--threads", "2"]] {
            let exported = folder.export(game, &more);
            let (checked, stated) = check(&folder.path("a.complete"), &tables);
            assert_eq!(exported["claims"], checked, "{game}");
            claims += checked;
            for (stated, key, bounds) in [
                (stated[0], "opening", &solved["bounds"]),
                (stated[1], "pie", &solved["pie_bounds"]),
            ] {
                assert_eq!(exported[key], serde_json::json!([stated.0, stated.1]));
                let (low, high) = (&bounds["lower"][0], &bounds["upper"][1]);
                assert_eq!(
                    exported[key],
                    serde_json::json!([low, high]),
                    "{game} {key}"
                );
            }
        }
    }
    assert!(claims > 1000, "{claims}");
    // Where infinite play has a part, what can be proven by a time is exported.
    let game = "stones:holes=6,seeds=3";
    let folder = Folder::with_tables(game, "6");
    let exported = folder.export(game, &["--time-limit", "2s", "--threads", "2"]);
    let (checked, stated) = check(&folder.path("a.complete"), &folder.path("tables"));
    assert_eq!(exported["claims"], checked);
    assert!(stated[0].0 < stated[0].1, "{exported}");
}

/// Two-rank games with the most seeds of their tables. The values of Oware and Trysse depend on infinite play.
const TWO_RANK: [(&str, &str); 9] = [
    ("bestemshe:pits=3,seeds=4", "8"),
    ("bestemshe:pits=4,seeds=3", "10"),
    ("kalah:pits=3,seeds=3,empty-capture=yes", "6"),
    ("oware:pits=3,seeds=3", "8"),
    ("awari:pits=3,seeds=2", "4"),
    ("trysse:pits=3,seeds=3,feed=leave", "8"),
    ("warri:pits=3,seeds=3", "6"),
    ("ethiopian:pits=3,seeds=3", "6"),
    ("basic:pits=3,seeds=3,origin=skip", "6"),
];

#[test]
fn exported_proofs_of_two_rank_games_are_accepted_and_show_what_solve_says() {
    let (mut claims, mut infinite) = (0, 0);
    for (game, stones) in TWO_RANK {
        let folder = Folder::with_tables(game, stones);
        let tables = folder.path("tables");
        let solved = json(&format!("solve {game} --memory 64M --quiet"));
        let exported = folder.export(game, &["--threads", "2"]);
        let (checked, stated) = check(&folder.path("a.complete"), &tables);
        assert_eq!(exported["claims"], checked, "{game}");
        assert!(exported["pie"].is_null() && stated[0] == stated[1]);
        assert_eq!(exported["opening"], serde_json::json!(stated[0]));
        let bounds = &solved["bounds"];
        let value = serde_json::json!([bounds["lower"][0], bounds["upper"][1]]);
        assert_eq!(exported["opening"], value, "{game}");
        claims += checked;
        infinite += u32::from(stated[0].0 < stated[0].1);
    }
    assert!(claims > 1000 && infinite > 1, "{claims} {infinite}");
}

/// Every layer of tables that `tables build` wrote passes, under each rule option.
#[test]
fn tables_of_two_rank_games_are_accepted() {
    for game in [
        "basic:pits=2",
        "basic:pits=3,origin=skip",
        "egyptian:pits=3",
        "ethiopian:pits=3",
        "trysse:pits=3,origin=skip",
        "trysse:pits=2,feed=leave",
        "warri:pits=3",
        "warri:pits=2,origin=skip,feed=leave",
        "awari:pits=3",
        "kalah:pits=3",
        "kalah:pits=2,empty-capture=yes",
        "oware:pits=3",
        "oware:pits=3,grand-slam=illegal",
        "oware:pits=3,grand-slam=illegal-unless-only",
        "oware:pits=2,grand-slam=capture",
        "bestemshe:pits=1",
        "bestemshe:pits=2",
        "bestemshe:pits=3",
    ] {
        let most = if game.ends_with("pits=1") { 10 } else { 12 };
        let folder = Folder::with_tables(game, &most.to_string());
        let game = Game::new(Variant::parse(game).unwrap(), most).unwrap();
        let mut memory = Memory::new(1 << 30);
        let tables = folder.path("tables");
        let mut read = |stones| {
            let tables = Path::new(&tables);
            Table::read(tables, &game.rules, &game.boards, stones, &mut memory).unwrap()
        };
        let tables: Vec<Table> = (0..=most).map(&mut read).collect();
        for stones in 0..=most {
            let checked = layer::check(&game, stones, &tables, None).unwrap();
            assert!(checked.derived && checked.equations == checked.positions);
        }
    }
}

/// Returns why the checker refuses a proof above these tables.
fn refusal(proof: &CompleteProof, folder: &Folder) -> Option<String> {
    let file = folder.path("forged.complete");
    proof.write(Path::new(&file)).unwrap();
    refusal_of_file(&file, &folder.path("tables"))
}

fn refusal_of_file(file: &str, tables: &str) -> Option<String> {
    let open = || Proof::open(Path::new(file));
    let table = |game: &Game, stones: usize, memory: &mut Memory| {
        Table::read(Path::new(tables), &game.rules, &game.boards, stones, memory)
    };
    let memory = Memory::new(1 << 30);
    let checked = check_proof(&open, &table, 0, memory, 1 << 20, &mut |_| ());
    checked.err().map(|error| error.to_string())
}

#[test]
fn forged_proofs_of_two_rank_games_are_refused() {
    let (game, stones) = TWO_RANK[0];
    let folder = Folder::with_tables(game, stones);
    folder.export(game, &["--threads", "1"]);
    let file = folder.path("a.complete");
    let proof = CompleteProof::read(Path::new(&file)).unwrap();
    assert_eq!(refusal(&proof, &folder), None);
    let assert_refused = |change: &dyn Fn(&mut CompleteProof), part: &str| {
        let mut forged = proof.clone();
        change(&mut forged);
        let reason = refusal(&forged, &folder).unwrap_or_default();
        assert!(reason.contains(part), "{reason}, not {part}");
    };
    let (low, high) = proof.stated[0];
    for stated in [(-low, -high), (low + 1, high), (low, high - 1)] {
        assert_refused(
            &|proof| proof.stated = [stated; 2],
            "margins of the opening",
        );
    }
    assert_refused(&|proof| proof.stated[1].0 += 2, "margins of the opening");
    // A greater gain, the other side, and another board.
    for number in (0..proof.groups.len()).step_by(proof.groups.len() / 20) {
        let group = |proof: &mut CompleteProof, change: &dyn Fn(&mut RankedGroup)| {
            change(&mut proof.groups[number]);
        };
        assert_refused(
            &|proof| group(proof, &|group| group.need = group.layer as i32 + 1),
            "does not follow",
        );
        let flip = |group: &mut RankedGroup| {
            (group.claimant, group.need) = (!group.claimant, 1 - group.need);
        };
        assert_refused(&|proof| group(proof, &flip), "does not follow");
    }
    let last = proof.groups.len() - 1;
    // Claims that refer to later ones, and claims that are missing.
    assert_refused(&|proof| proof.groups.reverse(), "does not follow");
    assert_refused(&|proof| proof.groups.swap(0, last), "does not follow");
    assert_refused(
        &|proof| _ = proof.groups.remove(last),
        "margins of the opening",
    );
    let half = proof.groups.len() / 2;
    assert_refused(&|proof| _ = proof.groups.drain(..half), "does not follow");
    assert_refused(
        &|proof| _ = proof.groups.drain(half..last),
        "does not follow",
    );
    // Other rules, another opening, other tables.
    let missing = "No such file";
    assert_refused(&|proof| proof.name = "bestemshe:pits=4".to_owned(), missing);
    assert_refused(&|proof| proof.name = "awari:pits=3".to_owned(), missing);
    for name in ["bestemshe", "bestemshe:pits=3,seeds=4", "bestemshe:pits=03"] {
        assert_refused(&|proof| proof.name = name.to_owned(), "not the full name");
    }
    assert_refused(&|proof| proof.name = "besh".to_owned(), "not a game");
    assert_refused(&|proof| proof.opening = 5, "margins of the opening");
    assert_refused(&|proof| proof.opening = 3, "out of range");
    assert_refused(&|proof| proof.tables[3] += 1, "has checksum");
    assert_refused(&|proof| _ = proof.tables.pop(), "does not follow");
    // A part of the file, and each byte changed.
    let bytes = std::fs::read(&file).unwrap();
    let forged = folder.path("forged.complete");
    let tables = folder.path("tables");
    for length in (0..bytes.len()).step_by(7) {
        std::fs::write(&forged, &bytes[..length]).unwrap();
        assert!(
            refusal_of_file(&forged, &tables).is_some(),
            "{length} bytes"
        );
    }
    // A change can leave a proof of true claims; these are compared with tables of all layers.
    let whole = folder.path("whole");
    json(&format!(
        "tables build {game} --dir {whole} --stones 24 --quiet"
    ));
    let mut accepted = 0;
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        std::fs::write(&forged, bytes).unwrap();
        if refusal_of_file(&forged, &tables).is_none() {
            let changed = CompleteProof::read(Path::new(&forged)).unwrap();
            assert_eq!(changed.name, proof.name);
            assert_eq!(changed.opening, proof.opening);
            let (least, most) = changed.stated[0];
            assert!(least <= low && high <= most, "byte {at}");
            assert_eq!(first_false_claim(&changed, &whole), None, "byte {at}");
            accepted += 1;
        }
    }
    assert!(accepted < bytes.len() / 100, "{accepted}");
    // The comparison finds a claim that is too high.
    let mut forged = proof.clone();
    forged.groups[last].need += 1;
    assert!(first_false_claim(&forged, &whole).is_some());
}

/// Returns the first claim of a proof that the tables of all layers contradict: its layer, rank and gain.
fn first_false_claim(proof: &CompleteProof, tables: &str) -> Option<(u32, u64, i32)> {
    let game = Variant::parse(&proof.name).unwrap();
    let game = game.with_seeds(proof.opening).unwrap();
    let game = Game::new(game, game.stones()).unwrap();
    let mut memory = Memory::new(1 << 30);
    let table = |stones| {
        let tables = Path::new(tables);
        Table::read(tables, &game.rules, &game.boards, stones, &mut memory).unwrap()
    };
    let tables: Vec<Table> = (0..=game.rules.stones()).map(table).collect();
    let claims = proof.groups.iter().flat_map(|group| {
        let of_group = move |&rank| (group.layer, rank, group.need, group.claimant);
        group.ranks.iter().map(of_group)
    });
    let is_false = |&(layer, rank, need, claimant): &(u32, u64, i32, Player)| {
        let [lower, _, upper] = tables[layer as usize].value(rank);
        let guaranteed = if claimant == Player::Leader {
            lower
        } else {
            -upper
        };
        guaranteed < need
    };
    let (layer, rank, need, _) = claims.into_iter().find(is_false)?;
    Some((layer, rank, need))
}

#[test]
fn who_wins_can_be_exported_without_the_margin() {
    let (game, stones) = GAMES[2];
    let folder = Folder::with_tables(game, stones);
    let whole = folder.export(game, &[]);
    let winner = folder.export(game, &["--winner"]);
    let (checked, stated) = check(&folder.path("a.complete"), &folder.path("tables"));
    assert_eq!(winner["claims"], checked);
    assert!(
        winner["claims"].as_u64() < whole["claims"].as_u64(),
        "{winner}"
    );
    for (stated, key) in stated.into_iter().zip(["opening", "pie"]) {
        let value = whole[key][0].as_i64().unwrap() as i32;
        assert_eq!(whole[key][0], whole[key][1]);
        assert_eq!(stated.0.signum(), stated.1.signum(), "{stated:?}");
        assert!(stated.0 <= value && value <= stated.1, "{stated:?} {value}");
    }
}

#[test]
fn an_export_resumes_from_claims_that_were_kept() {
    let (game, stones) = GAMES[0];
    let folder = Folder::with_tables(game, stones);
    let kept = folder.path("a.proof");
    let first = folder.export(game, &["--save-proof", &kept]);
    let again = folder.export(game, &["--save-proof", &kept]);
    assert_eq!(first["opening"], again["opening"]);
    assert!(
        again["nodes"].as_u64() < first["nodes"].as_u64(),
        "{first} {again}"
    );
    check(&folder.path("a.complete"), &folder.path("tables"));
}

/// A complete proof without tables in which nothing is left out, as older files.
pub(crate) fn complete_proof(name: &str, seeds: u32, value: i32) -> CompleteProof {
    let rules = Rules::from_name(&format!("{name},seeds={seeds}")).unwrap();
    let (game, position) = (StonesGame::new(&rules), Position::opening(&rules));
    let table = ProofTable::new(1 << 24).unwrap();
    let search = ProofSearch::new(Problem::new(&game), &table, &());
    let claims = [(Player::Leader, value), (Player::Follower, -value)].map(|(claimant, need)| {
        let state = position.canonical_board();
        Claim {
            state,
            claimant,
            need,
        }
    });
    let groups = search.complete(&claims).unwrap().unwrap();
    let stones = position.board().stones();
    let ranking = Ranking::new(rules.holes(), stones as usize).unwrap();
    let ranked = |group: &ClaimGroup<Board>| {
        let ranks = group.states.iter().map(|board| ranking.rank(board.lanes()));
        let mut ranks: Vec<u64> = ranks.collect();
        ranks.sort_unstable();
        RankedGroup {
            layer: group.bound as u32,
            claimant: group.claimant,
            need: group.need,
            ranks,
        }
    };
    let all = stones as i32;
    CompleteProof {
        name: name.to_owned(),
        opening: seeds,
        stated: [(value, value), (-all, all)],
        tables: Vec::new(),
        short: false,
        groups: groups.iter().map(ranked).collect(),
    }
}

#[test]
fn a_proof_can_be_shortened_once() {
    let name = "stones:holes=5,capture=normal,both-out=relay,mixed-out=forfeit";
    let game = format!("{name},seeds=2");
    let solved = json(&["solve", &game, "--quiet"]);
    let value = solved["value"]["lower"].as_i64().unwrap();
    assert_eq!(solved["value"]["upper"], value);
    let folder = Folder::new();
    let (long, short) = (folder.path("a.complete"), folder.path("b.complete"));
    let proof = complete_proof(name, 2, value as i32);
    proof.write(Path::new(&long)).unwrap();
    let shorten = |file: &str, out: &str| {
        ["proof", "shorten", file, "--out", out, "--quiet"].map(str::to_owned)
    };
    let shortened = shorten(&long, &short);
    let shortened = json(&shortened.each_ref().map(String::as_str));
    let [claims, left_out] = ["claims", "left_out"].map(|key| shortened[key].as_u64().unwrap());
    assert_eq!(claims + left_out, proof.claims());
    assert!(left_out > claims / 2 && claims > 10, "{shortened}");
    assert_eq!(check(&long, ""), (proof.claims(), proof.stated));
    assert_eq!(check(&short, ""), (claims, proof.stated));
    for (file, part) in [("README.md", "README.md"), (&short, "shortened already")] {
        let out = folder.path("c.complete");
        let again = shorten(file, &out);
        refused(&again.each_ref().map(String::as_str), &[part]);
        assert!(!Path::new(&out).exists());
    }
}

#[test]
fn a_proof_can_rest_on_larger_tables() {
    let game = "stones:holes=7,seeds=3";
    let folder = Folder::with_tables(game, "10");
    let tables = folder.path("tables");
    let [small, large, raised] = ["small", "large", "raised"].map(|name| folder.path(name));
    let export = |out: &str, stones: &str| {
        json(&format!(
            "proof export {game} --out {out} --tables {tables} --stones {stones} --memory 64M --quiet"
        ))
    };
    let exported = export(&small, "7");
    export(&large, "10");
    let shorten = |stones: &str| {
        format!("proof shorten {small} --above {large} --stones {stones} --out {raised} --quiet")
    };
    let found = json(&shorten("9"));
    let [claims, left_out] = ["claims", "left_out"].map(|key| found[key].as_u64().unwrap());
    assert_eq!(exported["claims"], claims + left_out);
    assert!(claims > 0 && left_out > 0, "{found}");
    let proof = CompleteProof::read(Path::new(&raised)).unwrap();
    assert_eq!(proof.tables.len(), 10);
    assert!(proof.groups.iter().all(|group| group.layer > 9));
    let stated = CompleteProof::read(Path::new(&small)).unwrap().stated;
    assert_eq!(check(&raised, &tables), (claims, stated));
    for (stones, part) in [("7", "larger ones"), ("11", "10 stones")] {
        let refusal = shorten(stones);
        refused(&refusal.split(' ').collect::<Vec<_>>(), &[part]);
    }
}

#[test]
fn what_cannot_be_exported_is_refused_in_a_line() {
    let folder = Folder::with_tables("stones:holes=5,seeds=2", "4");
    let (out, tables) = (folder.path("a.complete"), folder.path("tables"));
    let export = |game: &'static str, more: &[&'static str]| {
        let mut arguments = vec!["proof", "export", game, "--out", &out, "--tables", &tables];
        arguments.extend(more);
        arguments
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<String>>()
    };
    for (arguments, part) in [
        (export("awari", &[]), "awari"),
        (export("bestemshe", &["--winner"]), "stones family"),
        (
            export("bestemshe", &["--save-proof", "a.proof"]),
            "stones family",
        ),
        (export("kalah:start=1+2", &[]), "seeds of a pit"),
        (export("colony", &[]), "two-rank games"),
        (export("stones:holes=11,seeds=12", &[]), "127"),
        (
            export("stones:holes=5,seeds=2", &["--stones", "5"]),
            "--stones",
        ),
        (export("stones:holes=6,seeds=2", &[]), "--tables"),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        refused(&arguments, &[part]);
        assert!(!Path::new(&out).exists());
    }
    folder.export("stones:holes=5,seeds=2", &[]);
    refused(&["proof", "show", &out], &["sowlab-check"]);
}
