//! A file as the checkpoint of a scan, and as what a search among boards keeps: gone on from rightly, or
//! refused.
#![no_main]

mod common;

use std::path::Path;

use common::{file, fresh, one_line};
use libfuzzer_sys::fuzz_target;
use sowlab_analysis::Analyses;
use sowlab_analysis::endless::{Followed, ReachRequest, Scan};
use sowlab_base::files::OwnedFolder;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::stones::Rules;

fn scan(rules: &Rules, checkpoint: &Path) {
    match Scan::begin(rules, None, Some(checkpoint)) {
        Err(error) => one_line(&error),
        Ok(mut scan) => {
            assert!(scan.run(rules, 4, None, &()).expect("it is small"));
            assert!(scan.layers().len() >= 3);
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let rules = Rules::new(3, 2).expect("a small board");
    scan(&rules, &file("scan.json", data));
    let search = fresh();
    drop(OwnedFolder::open(search.path(), "loops reach").expect("room"));
    std::fs::write(search.path().join("reach.json"), data).expect("room");
    let game: CatalogGame = "stones:holes=3,seeds=2".parse().expect("a game");
    let request = ReachRequest {
        position: None,
        rounds: 2,
        followed: Followed::All,
        memory: "1M".parse().expect("a size"),
        checkpoint: Some(search.path().to_owned()),
        certificate: false,
    };
    if let Err(error) = game.analyses().reach(&request, &()) {
        one_line(&error);
    }
});
