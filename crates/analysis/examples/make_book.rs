//! Makes the books of a game that ship with the program: `make_book GAME TABLES MEMORY CACHE FOLDER`, where CACHE is a
//! proof cache to resume from
//! and to save to; the complete proof is written beside it.

use std::error::Error;
use std::path::Path;

use sowlab_analysis::secured::{MakeBookRequest, make_books};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, tables, memory, cache, folder] = &arguments[..] else {
        return Err("make_book GAME TABLES MEMORY CACHE FOLDER".into());
    };
    let request = MakeBookRequest {
        tables: tables.into(),
        memory: memory.parse()?,
        save_proof: Some(cache.into()),
        proof: Path::new(cache).with_extension("complete"),
    };
    for book in make_books(game, &request, &())? {
        let pie = if book.pie { "-pie" } else { "" };
        let file = Path::new(folder).join(format!("{game}{pie}.book"));
        std::fs::write(&file, &book.file)?;
        println!(
            "{}: {:?} secures {}, {} moves, {} ends, {} bytes",
            file.display(),
            book.side,
            book.margin,
            book.moves,
            book.ends,
            book.file.len()
        );
    }
    Ok(())
}
