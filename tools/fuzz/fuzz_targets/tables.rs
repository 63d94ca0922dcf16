//! A file as a table, and as the checkpoint of one: read or refused, and what is built is right, whatever a
//! checkpoint says that does not match its checksums.
#![no_main]

mod common;

use std::sync::LazyLock;

use common::{folder, fresh, one_line};
use libfuzzer_sys::fuzz_target;
use sowlab_analysis::tables::TabledGame;
use sowlab_games::stones::Rules;
use sowlab_solvers::table::{Directory, Table, TableShapes};
use xxhash_rust::xxh3::xxh3_64;

const LAYER: u32 = 3;

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::new(3, 2).expect("a small board"));
/// The table of an undisturbed build.
static RIGHT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = folder().join("right");
    RULES
        .build_tables(&folder, LAYER, &(), &mut |_| ())
        .expect("room");
    let name = RULES.table_name().expect("a name");
    std::fs::read(Directory::new(&folder, &name).table_path(LAYER)).expect("a table")
});

fuzz_target!(|data: &[u8]| {
    let Some((&kind, data)) = data.split_first() else {
        return;
    };
    let name = RULES.table_name().expect("a name");
    let folder = fresh();
    let directory = Directory::new(folder.path(), &name);
    let path = directory.table_path(LAYER);
    if kind & 1 == 0 {
        let mut bytes = data.to_vec();
        if kind & 2 != 0 {
            // With the right checksum of a header that ends here.
            let end = bytes.len().min(usize::from(kind) * 4);
            let checksum = xxh3_64(&bytes[..end]).to_le_bytes();
            bytes.splice(end..end, checksum);
        }
        std::fs::write(&path, &bytes).expect("room");
        match Table::open(&path, &TableShapes::of_boards(name, RULES.holes()), LAYER) {
            Err(error) => one_line(&error),
            Ok(table) => match table.check(&()) {
                Err(error) => one_line(&error),
                Ok(()) => assert_eq!(table.header().layer, LAYER),
            },
        }
    } else {
        std::fs::write(path.with_extension("work"), data).expect("room");
        std::fs::write(path.with_extension("zero.work"), data).expect("room");
        RULES
            .build_tables(folder.path(), LAYER, &(), &mut |_| ())
            .expect("it is built all the same");
        assert!(std::fs::read(&path).expect("a table") == *RIGHT);
    }
});
