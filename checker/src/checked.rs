//! The whole check of a proof: its tables, its claims, and the values that they take from the tables.

use crate::error::{Result, refuse_unless};
use crate::established::{BYTES_OF_CLAIM, EstablishedClaims};
use crate::memory::Memory;
use crate::proof::Proof;
use crate::reason::Reason;
use crate::replies::Game;
use crate::table::Table;
use crate::variant::Variant;

/// A proof that holds.
pub struct CheckedProof {
    /// The rules and the opening.
    pub rules: Variant,
    /// The bounds of the margin of the opening without the pie rule.
    pub plain: (i32, i32),
    /// The bounds with it; `None` in a two-rank game, which has none.
    pub pie: Option<(i32, i32)>,
    /// The number of claims.
    pub claims: u64,
    /// The number of tables that it rests on.
    pub tables: usize,
}

/// A part of the check that is done.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// Some claims about boards with this number of stones follow.
    Follow {
        /// The stones on the boards.
        stones: usize,
        /// The number of claims.
        claims: u64,
    },
    /// All claims follow, if the values of the tables are right.
    AllFollow,
    /// The values that claims take from a table are derived.
    Derived {
        /// The stones on the boards of the table.
        stones: usize,
        /// The number of derived claims.
        claims: u64,
        /// The number of positions in the table.
        positions: u64,
    },
}

/// Checks a proof. `open` reads it, and is called twice. `table` reads the table of a number of stones. The values of
/// tables with fewer than `from` stones are trusted. `told` receives the progress.
///
/// # Errors
/// The proof or a table is damaged or does not hold, or the memory or the steps of a round do not suffice.
pub fn check_proof(
    open: &dyn Fn() -> Result<Proof>,
    table: &dyn Fn(&Game, usize, &mut Memory) -> Result<Table>,
    from: usize,
    mut memory: Memory,
    steps: u64,
    told: &mut dyn FnMut(Progress),
) -> Result<CheckedProof> {
    let proof = open()?;
    let (rules, [plain, pie]) = (proof.rules, proof.stated);
    let most = rules.stones().max(proof.tables.len());
    let game = Game::new(rules, most)?.within(steps);
    let claims = open()?.count(&game, memory.limit() / BYTES_OF_CLAIM)?;
    memory.room(BYTES_OF_CLAIM * claims)?;
    let mut tables = Vec::new();
    for (stones, checksum) in proof.tables.iter().enumerate() {
        tables.push(table(&game, stones, &mut memory)?);
        let found = &tables[stones].checksum;
        let wrong = Reason::OtherTable {
            stones,
            found: found.clone(),
            needed: checksum.clone(),
        };
        refuse_unless(found == checksum, wrong)?;
    }
    let mut known = EstablishedClaims::new(&game, &tables, memory)?;
    let claims = proof.check(&game, &mut known, |stones, claims| {
        told(Progress::Follow { stones, claims });
    })?;
    told(Progress::AllFollow);
    for stones in (from..tables.len()).rev() {
        told(Progress::Derived {
            stones,
            claims: known.derive(stones)?,
            positions: tables[stones].positions(),
        });
    }
    Ok(CheckedProof {
        rules,
        plain,
        pie: matches!(rules, Variant::Stones(_)).then_some(pie),
        claims,
        tables: tables.len(),
    })
}
